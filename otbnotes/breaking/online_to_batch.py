"""What breaks when a hypothesis of a conversion is dropped, and the printed forms that are false.

Where a statement is an identity, measured is its left side, bound its right side, and measured > bound.
"""

import math
from fractions import Fraction
from itertools import product

import numpy as np

from .. import bounds, conversion, require, smallworld_conversion as worlds, streams
from ..exact import HALF, fraction
from ..geometry import Ball
from ..losses import Hinge
from ..online import gradient_descent


def otb_fresh_repeated(n=2):
    """``def-risk-batch`` with a training example in place of a fresh one: the memoriser's risk, and its error there."""
    world = worlds.fresh_points(8)
    risk, _ = worlds.fresh_error(world, worlds.memoriser, worlds.memory_error, require.integer("n", n, 1))
    error = worlds.expectation(world, n, lambda s: worlds.memory_error(worlds.memoriser(s), s[-1]))
    return risk, error, "tested on the last training example"


def otb_peeking(n=2):
    """f_t has seen z_t: the memoriser makes no mistake in its n + 1 rounds, and errs half of the time."""
    world, T = worlds.fresh_points(6), require.integer("n", n, 1) + 1
    error = worlds.expectation(world, T, lambda s: sum(worlds.risk(world, worlds.memory_error,
                                                                   worlds.memoriser(s[:t + 1])) for t in range(T))) / T
    mistakes = worlds.expectation(world, n + 1, lambda s: sum(worlds.memory_error(worlds.memoriser(s[:t + 1]), s[t])
                                                              for t in range(n + 1)))
    return error, bounds.otb_expected_error(mistakes, n + 1), "the memoriser learns an example before its test"


def otb_drift(n=20):
    """n labels +1 and then -1, with "predict the last label": the last round is not like the others."""
    sample = ((0, 1),) * require.integer("n", n, 1) + ((0, -1),)
    error = Fraction(sum(worlds.constant_error(worlds.last_label(sample[:t]), sample[n]) for t in range(n + 1)), n + 1)
    return error, worlds.progressive_loss(worlds.last_label, worlds.constant_error, sample), f"{n} labels +1, then -1"


def otb_last_only(n=20):
    """Return the last hypothesis instead of a random one: it is always right, until it has seen n examples."""
    def error(seen, z):
        return int(seen == n)

    sample = (0,) * (require.integer("n", n, 1) + 1)
    return Fraction(error(n, None)), worlds.progressive_loss(len, error, sample), f"always wrong after {n} examples"


def otb_same_example(rounds=10):
    """One fair label, shown in every round: "predict the last label" errs in the first round or never; the risk is 1/2.
    """
    T = require.integer("rounds", rounds, 2)
    mistakes = sum(HALF * worlds.progressive_loss(worlds.last_label, worlds.constant_error, ((0, y),) * T)
                   for y in (1, -1))
    return HALF, mistakes, f"one fair label shown in {T} rounds, and \"predict the last label\""


def otb_sorted_game(rounds=10):
    """Independent fair labels, then sorted, and "predict the last label": the expected mistakes, and the risk 1/2."""
    T = require.integer("rounds", rounds, 4)
    mistakes = sum(Fraction(math.comb(T, k), 2 ** T) * worlds.progressive_loss(
        worlds.last_label, worlds.constant_error, ((0, -1),) * k + ((0, 1),) * (T - k)) for k in range(T + 1))
    return HALF, mistakes, f"{T} fair labels, sorted, and \"predict the last label\""


def otb_drawn_to_fail(p=Fraction(3, 4)):
    """The index J is uniform on {1, 2}, but it looks at the first label: whenever that misleads, J = 2.

    The label +1 has probability p > 1/2, the learner predicts the last label, and w_1 = +1.
    """
    p = fraction("p", p, require.probability)
    if p <= HALF:
        require.fail("p", p, "a probability > 1/2")
    world, chosen = {(0, 1): p, (0, -1): 1 - p}, Fraction(0)
    second = {(0, 1): (HALF - (1 - p)) / p, (0, -1): Fraction(1)}       # P(J = 2) given the first example: 1/2 in all
    for z, probability in world.items():
        risks = [worlds.risk(world, worlds.constant_error, worlds.last_label(seen)) for seen in ((), (z,))]
        chosen += probability * ((1 - second[z]) * risks[0] + second[z] * risks[1])
    _, mistakes = worlds.conversion_sides(world, worlds.last_label, worlds.constant_error, 1)
    return chosen, mistakes, "T = 2, and J = 2 whenever the first label misleads"


def otb_one_too_many(rounds=20):
    """J is uniform on {1, ..., T + 1}: the hypotheses are always right, but for w_{T+1}, which was never played."""
    def error(seen, z):
        return int(seen == T)

    T = require.integer("rounds", rounds, 1)
    risks = sum(error(seen, None) for seen in range(T + 1))
    return Fraction(risks, T + 1), worlds.progressive_loss(len, error, (0,) * T), "J may be T + 1, and w_(T+1) is wrong"


OTB_EXPECTED_ERROR = {"iid": otb_drift, "order": otb_sorted_game, "causal": otb_peeking, "uniform": otb_last_only,
                      "independent": otb_drawn_to_fail}
"""One breaking instance for each hypothesis of ``otb-expected-error``."""


def otb_linear_growth(rounds=10):
    """Fair labels: half of all rounds are mistakes, and the risk stays at 1/2; declared were sqrt(T) mistakes."""
    T = require.integer("rounds", rounds, 5)
    error, _ = worlds.conversion_sides(worlds.FAIR_COIN, worlds.last_label, worlds.constant_error, T - 1)
    return error, bounds.otb_sublinear(math.isqrt(T), T), f"{T} fair labels; declared: sqrt(T) mistakes"


def _sublinear_drift(n=20):
    """One mistake in every game of this length, and the error 1 in the last round."""
    error, _, story = otb_drift(n)
    return error, bounds.otb_sublinear(1, n + 1), story


def _sublinear_sorted(rounds=10):
    """At most two mistakes in every sorted game, and the risk 1/2."""
    error, _, story = otb_sorted_game(rounds)
    return error, bounds.otb_sublinear(2, rounds), story


OTB_SUBLINEAR = {"sublinear": otb_linear_growth, "iid": _sublinear_drift, "order": _sublinear_sorted,
                 "causal": otb_peeking}
"""One breaking instance for each hypothesis of ``otb-sublinear``."""


def otb_regret_to_erm(rounds=4):
    """The best label in hindsight is no fixed u: on fair labels it has positive regret against it, no excess risk."""
    T, world = require.integer("rounds", rounds, 1), worlds.FAIR_COIN
    least, _, risk = worlds.erm_errors(world, [1, -1], worlds.constant_error, T)
    excess, regret = worlds.regret_and_risk(world, worlds.last_label, worlds.constant_error, 1, T)
    own = regret + HALF
    return own - least, excess + HALF - risk, "regret per round and excess risk against the best label in hindsight"


def otb_regret_drift(n=20):
    """n labels +1 and then -1: in the last round every hypothesis loses 1 more than u = -1, in the game only one."""
    error, _, story = otb_drift(n)
    regret = Fraction(1 - n, 1)
    return error, bounds.otb_regret_to_risk(regret, n + 1), story


def otb_regret_peeking(n=2):
    """A learner that has seen z_t has the regret -1/2 per round against a constant, and no smaller risk."""
    error, mistakes, story = otb_peeking(n)
    return error - HALF, mistakes - HALF, story


OTB_REGRET_TO_RISK = {"fixed": otb_regret_to_erm, "iid": otb_regret_drift, "causal": otb_regret_peeking}
"""One breaking instance for each hypothesis of ``otb-regret-to-risk``."""


def averaging_zero_one():
    """The zero-one loss is not convex: weights 1, 1, -10 on x = 1, y = 1 err once in three, their mean errs."""
    weights, z = [1, 1, -10], ((1,), 1)
    mean = worlds.mistake((Fraction(sum(weights), 3),), z)
    gibbs = bounds.averaging_jensen([Fraction(worlds.mistake((w,), z)) for w in weights])
    return Fraction(mean), gibbs, "weights 1, 1, -10"


def averaging_unplayed(rounds=1):
    """The mean of w_2, ..., w_{T+1} against R(Q) on w_1, ..., w_T.

    The loss is |w - y|, and y = -1, 0, 1 with probability 1/4, 1/2, 1/4.  Gradient descent on [-1, 1]
    with the step 1/sqrt(T), T a small square; expected risks, exactly.
    """
    root = math.isqrt(require.integer("rounds", rounds, 1))
    if root * root != rounds:
        require.fail("rounds", rounds, "a square")
    law = {-1: Fraction(1, 4), 0: HALF, 1: Fraction(1, 4)}

    def iterates(sample):
        w = [Fraction(0)]
        for y in sample:
            slope = (w[-1] > y) - (w[-1] < y)
            w.append(max(Fraction(-1), min(Fraction(1), w[-1] - Fraction(slope, root))))
        return w

    def loss(w, y):
        return abs(w - y)

    def gibbs_risk(sample):
        return bounds.averaging_jensen([worlds.risk(law, loss, w) for w in iterates(sample)[:-1]])

    shifted = worlds.expectation(law, rounds, lambda s: worlds.risk(law, loss, sum(iterates(s)[1:]) / rounds))
    gibbs = worlds.expectation(law, rounds, gibbs_risk)
    return shifted, gibbs, f"|w - y|, T = {rounds}: the mean of w_2, ..., w_(T+1)"


def averaging_as_printed():
    """The source averages w_1, ..., w_m of w_0, ..., w_m, and compares with Q on w_0, ..., w_{m-1}:
    ``averaging_unplayed``.
    """
    return averaging_unplayed(1)


class _Coins:
    """Coins that have fallen already, in the place of the generator of ``conversion.reservoir``."""

    def __init__(self, coins):
        self.coins = iter(coins)

    def integers(self, t):
        return 0 if next(self.coins) else 1


def reservoir_fair_coins(rounds=6):
    """Fair coins in the place of coins of probability 1/t: the last of T hypotheses is kept half of the time."""
    T = require.integer("rounds", rounds, 3)
    last = sum(Fraction(1, 2 ** (T - 1)) for coins in product((0, 1), repeat=T - 1)
               if conversion.reservoir(range(T), _Coins((1, *coins)))[0] == T - 1)
    return last, Fraction(1, T), f"fair coins: how often the last of {T} is kept"


def reservoir_one_number(rounds=6):
    """One uniform number V for all rounds, the coin of round t shows 1 when V <= 1/t: the first is kept if V > 1/2."""
    T, first = require.integer("rounds", rounds, 3), Fraction(0)
    for k in range(1, T + 1):                               # V between 1/(k+1) and 1/k, or below 1/T
        probability = Fraction(1, k) - (Fraction(1, k + 1) if k < T else 0)
        first += probability * (conversion.reservoir(range(T), _Coins(t <= k for t in range(1, T + 1)))[0] == 0)
    return first, Fraction(1, T), f"one random number for all coins: how often the first of {T} is kept"


OTB_COMPUTE = {"probability": reservoir_fair_coins, "independent": reservoir_one_number}
"""One breaking instance for each hypothesis of ``otb-compute``."""


def weights_not_lazy(rounds=5):
    """Gradient descent moves without a mistake: w_2 is right in the one round in which it is played, so 1 + 1 > 1."""
    T = require.integer("rounds", rounds, 3)
    game = streams.Game("one feature", Hinge(), np.ones((T, 1)), np.ones(T))
    w = gradient_descent(game, Ball(2.0), 0.3).weights[:-1, 0]
    plays, correct = int((w == w[1]).sum()), int((w[:-1][w[:-1] == w[1]] > 0).sum())
    return 1 + correct, plays, "gradient descent, whose second vector is right and yet replaced"


AVERAGING_JENSEN = {"convex": averaging_zero_one, "same": averaging_unplayed}
"""One breaking instance for each hypothesis of ``averaging-jensen``."""


def majority_unweighted(survived=98):
    """One version survived 98 rounds and is right, two survived 1 and are wrong: a vote without weights errs."""
    votes, weights = [[1], [-1], [-1]], [require.integer("survived", survived, 3), 1, 1]
    vote, _ = worlds.vote_errors(votes, [1], [Fraction(1)])
    _, gibbs = worlds.vote_errors(votes, [1], [Fraction(1)], weights)
    return vote, bounds.majority_vote_2x(gibbs), f"survival times {survived}, 1, 1, and a vote without weights"


def majority_as_printed(p=Fraction(9, 10)):
    """The source's vote has w_1, ..., w_m where Q has w_0, ..., w_{m-1}: T = 1, f_1 = +1, one label -1, so f_2 = -1."""
    p = fraction("p", p, require.probability)
    vote, _ = worlds.vote_errors([[-1, -1]], [1, -1], [p, 1 - p])
    _, gibbs = worlds.vote_errors([[1, 1]], [1, -1], [p, 1 - p])
    return vote, bounds.majority_vote_2x(gibbs), "T = 1: the vote of f_2 against Q on f_1"


MAJORITY_VOTE_2X = {"weights": majority_unweighted, "same": majority_as_printed}
"""One breaking instance for each hypothesis of ``majority-vote-2x``."""


def majority_weak_surrogate():
    """The natural logarithm ln(1 + e^-m) is 0.69 at m = 0, below the zero-one loss: margins -1/100 and 50, a tie."""
    votes = [[Fraction(-1, 100)], [50]]
    loss = sum(math.log1p(math.exp(-row[0])) for row in votes) / 2
    vote, _ = worlds.vote_errors(votes, [1], [Fraction(1)])
    return vote, bounds.majority_vote_surrogate(loss), "logistic loss, margins -1/100 and 50"
