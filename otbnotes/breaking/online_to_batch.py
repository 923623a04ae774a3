"""What breaks when a hypothesis of a conversion is dropped, and the printed forms that are false.

Where a statement is an identity, measured is its left side, bound its right side, and measured > bound.
"""

import math
from fractions import Fraction
from itertools import combinations_with_replacement, product

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


def otb_sorted(rounds=100, delta=0.05):
    """Fair labels, sorted, and "predict the last label": at most two mistakes in any sample, and the risk 1/2."""
    T = require.integer("rounds", rounds, 1)
    bound = bounds.otb_high_prob(_most_when_sorted(T), T, 1.0, delta)
    return 0.5, bound, f"{T} fair labels, sorted; the most that any sample allows"


def _most_when_sorted(T):
    """Return the largest mean loss of "predict the last label" on T sorted labels."""
    samples = (((0, -1),) * negative + ((0, 1),) * (T - negative) for negative in range(T + 1))
    return float(max(worlds.progressive_loss(worlds.last_label, worlds.constant_error, s) for s in samples))


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


def otb_contradiction(rounds=100, noise=Fraction(1, 10)):
    """One feature 1, and the label -1 with probability ``noise``: no margin, and no error below ``noise``.

    The Perceptron walks on -1, 0, 1: a chain of three states, computed exactly.  Declared was the margin 1.
    """
    T, p = require.integer("rounds", rounds, 1), fraction("noise", noise, require.probability)
    law, total = (Fraction(0), Fraction(1), Fraction(0)), Fraction(0)
    for _ in range(T):
        low, zero, high = law
        total += low * (1 - p) + zero + high * p
        law = (low * p + zero * p, low * (1 - p) + high * p, high * (1 - p) + zero * (1 - p))
    return total / T, bounds.otb_realizable(Fraction(1), Fraction(1), T), f"a contradictory example of probability {p}"


def otb_long_features(dimension=10, rounds=100):
    """Features of length 2 where 1 was declared: the margin is twice that of ``basis``, the mistakes are the same."""
    error = worlds.basis_gibbs_error(dimension, rounds)
    bound = bounds.otb_realizable(1, 2 / math.sqrt(dimension), rounds)
    return error, bound, "features of length 2 where X = 1 was declared"


def otb_long_comparator(dimension=10, rounds=100):
    """A u of length 2 where 1 was declared: it has twice the margin, the mistakes are the same."""
    error = worlds.basis_gibbs_error(dimension, rounds)
    return error, bounds.otb_realizable(1, 2 / math.sqrt(dimension), rounds), "u of length 2 where 1 was declared"


def otb_realizable_drift(n=20):
    """n times e_1, and then e_2: margin 1/sqrt(2), one mistake before the last round, and the error 1 in it."""
    sample = (((1, 0), 1),) * require.integer("n", n, 3)
    error = Fraction(sum(worlds.mistake(worlds.exact_perceptron(sample[:t]), ((0, 1), 1)) for t in range(n + 1)), n + 1)
    return error, Fraction(2, n + 1), f"{n} times e_1, then e_2"


def otb_realizable_sorted(dimension=3, rounds=12):
    """The axes of ``basis``, drawn independently and then sorted: until the last axis comes, every vector errs on it.

    Exact, over all sorted samples; (X / gamma)^2 = N.
    """
    N, T = require.integer("dimension", dimension, 2), require.integer("rounds", rounds, 1)
    world, error = worlds.basis(N), Fraction(0)
    for sample in combinations_with_replacement(list(world), T):
        ways = math.factorial(T) // math.prod(math.factorial(sample.count(z)) for z in world)
        error += Fraction(ways, N ** T) * worlds.gibbs_risk(world, worlds.exact_perceptron, worlds.mistake, sample)
    return error, Fraction(N, T), f"{T} of {N} axes, drawn at random and then sorted"


OTB_REALIZABLE = {"margin": otb_contradiction, "features": otb_long_features, "unit": otb_long_comparator,
                  "iid": otb_realizable_drift, "order": otb_realizable_sorted}
"""One breaking instance for each hypothesis of ``otb-realizable``."""


def otb_hinge_zero_one(dimension=10, rounds=100):
    """The zero-one loss of u in place of its hinge loss: u = (1, ..., 1)/sqrt(N) errs nowhere, and has a = 1."""
    error = worlds.basis_gibbs_error(dimension, rounds)
    return error, bounds.otb_agnostic_hinge(0, 1, 1, rounds), "the zero-one loss of a u with a small margin"


def otb_hinge_long_features(dimension=10, rounds=100):
    """Features of length 2 where 1 was declared: u = (1, ..., 1)/2 has no hinge loss, the mistakes are those of
    ``basis``.
    """
    error = worlds.basis_gibbs_error(dimension, rounds)
    bound = bounds.otb_agnostic_hinge(0, math.sqrt(dimension) / 2, 1, rounds)
    return error, bound, "features of length 2 where X = 1 was declared"


def otb_hinge_drift(n=20):
    """n times e_1, and then e_2, with u = (1, 1): no hinge loss, a^2 = 2, and the error 1 in the last round."""
    error, _, story = otb_realizable_drift(n)
    return error, bounds.otb_agnostic_hinge(0, math.sqrt(2), 1, n + 1), story


def _hinge_sorted(dimension=3, rounds=12):
    """As ``otb_realizable_sorted``, with u = (1, ..., 1): no hinge loss, and a^2 = N."""
    error, _, story = otb_realizable_sorted(dimension, rounds)
    return error, bounds.otb_agnostic_hinge(0, math.sqrt(dimension), 1, rounds), story


OTB_AGNOSTIC_HINGE = {"hinge": otb_hinge_zero_one, "features": otb_hinge_long_features, "iid": otb_hinge_drift,
                      "order": _hinge_sorted}
"""One breaking instance for each hypothesis of ``otb-agnostic-hinge``."""


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


def otb_one_example(rounds=100, delta=0.05):
    """One example, a fair coin, shown in every round to a constant predictor: half of the time there is no mistake."""
    width = bounds.otb_high_prob_width(rounds, 1.0, delta)
    failing = sum(HALF for loss in (0, 1) if HALF > loss + width)
    return failing, delta, "one example shown in every round: exact failure probability"


def otb_unbounded(rounds=100, delta=0.05, ceiling=2.0):
    """The label 10^4 with probability 10^-4, else 0; predicted is 0, the loss |y|, the risk 1; declared: [0, 2]."""
    rare = Fraction(1, 10 ** 4)
    width = bounds.otb_high_prob_width(rounds, ceiling, delta)
    failing = (1 - rare) ** rounds * (1 > width)
    return failing, delta, "a loss of 10^4 with probability 10^-4: exact failure probability"


def otb_range(rounds=100, delta=0.05):
    """|loss| <= c is no range of length c: fair losses +1 and -1, c = 1, exact failure probability."""
    width = bounds.otb_high_prob_width(rounds, 1.0, delta)
    failing = worlds.one_sided_failure(rounds, HALF, width / 2)
    return failing, delta, "fair losses +1 and -1, with c = 1: exact failure probability"


def otb_unplayed(delta=0.7):
    """Q on w_1 and w_2, T = 1: w_1 is perfect and w_2 always wrong."""
    return HALF, bounds.otb_high_prob(0, 1, 1, delta), "T = 1, and Q includes w_2"


def _peeking_failure(rounds, bound):
    """Return the probability that the memoriser's R(Q) is at least ``bound(mean loss)``, if it learns before the test.
    """
    world, T = worlds.fresh_points(2), require.integer("rounds", rounds, 1)

    def fails(sample):
        memories = [worlds.memoriser(sample[:t + 1]) for t in range(T)]
        loss = Fraction(sum(worlds.memory_error(memory, z) for memory, z in zip(memories, sample)), T)
        return sum(worlds.risk(world, worlds.memory_error, memory) for memory in memories) / T >= bound(float(loss))

    return worlds.expectation(world, T, fails)


def otb_peeking_high_prob(rounds=4, delta=0.2):
    """The memoriser learns each example before it is tested on it: no mistake; fair labels, so the risk is 1/2."""
    failing = _peeking_failure(rounds, lambda loss: bounds.otb_high_prob(loss, rounds, 1, delta))
    return failing, delta, "the memoriser learns an example before its test: exact failure probability"


OTB_HIGH_PROB = {"iid": otb_one_example, "order": otb_sorted, "range": otb_unbounded, "played": otb_unplayed,
                 "causal": otb_peeking_high_prob}
"""One breaking instance for each hypothesis of ``otb-high-prob``."""


def otb_adaptive_s(rounds=20, delta=0.2, lattice=20):
    """Choose the best s after the losses are seen: the failure probability of the worst predictable risks, exactly.

    The best s turns the bound into T kl(p, R) <= ln(1/delta).  For one constant predictor this still holds; an
    adversary that stops at the right moment breaks it.
    """
    T, log = require.integer("rounds", rounds, 1), math.log(1 / require.probability("delta", delta))

    def fails(risk, loss):
        p, r = np.minimum(loss / T, 1.0), np.minimum(risk / T, 1.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            kl = np.where(p > 0, p * np.log(p / r), 0.0) + np.where(p < 1, (1 - p) * np.log((1 - p) / (1 - r)), 0.0)
        return (risk > loss) & (T * np.nan_to_num(kl, nan=0.0, posinf=np.inf) > log + 1e-9)

    failing = worlds.worst_learner(T, lattice, fails)
    return failing, delta, "s chosen after the game: failure probability of the worst martingale"


def otb_fast_sorted(rounds=100, delta=0.05, s=0.5):
    """Fair labels, sorted, and "predict the last label": two mistakes, and the risk 1/2."""
    T = require.integer("rounds", rounds, 2)
    bound = bounds.otb_fast_rate(_most_when_sorted(T), T, delta, s)
    return HALF, bound, f"{T} fair labels, sorted; the most that any sample allows"


def otb_fast_unbounded(rounds=100, delta=0.05, s=10.0):
    """The loss 10^4 with probability 10^-4: risk 1, and almost always no loss is seen; declared was [0, 1]."""
    bound = bounds.otb_fast_rate(0, rounds, delta, s)
    failing = (1 - Fraction(1, 10 ** 4)) ** rounds * (1 > bound)
    return failing, delta, "a loss of 10^4 with probability 10^-4: exact failure probability"


def otb_fast_one_example(rounds=100, delta=0.05, s=10.0):
    """One example, a fair coin, shown in every round to a constant predictor: half of the time there is no mistake."""
    failing = sum(HALF for loss in (0, 1) if HALF > bounds.otb_fast_rate(loss, rounds, delta, s))
    return failing, delta, "one example shown in every round: exact failure probability"


def otb_fast_peeking(rounds=4, delta=0.2, s=10.0):
    """The memoriser learns each example before it is tested on it: no mistake; fair labels, so the risk is 1/2."""
    failing = _peeking_failure(rounds, lambda loss: bounds.otb_fast_rate(loss, rounds, delta, s))
    return failing, delta, "the memoriser learns an example before its test: exact failure probability"


def otb_fast_unplayed(delta=0.7, s=10.0):
    """Q on w_1 and w_2, T = 1: w_1 is perfect and w_2 always wrong."""
    return HALF, bounds.otb_fast_rate(0, 1, delta, s), "T = 1, and Q includes w_2"


OTB_FAST_RATE = {"iid": otb_fast_one_example, "order": otb_fast_sorted, "causal": otb_fast_peeking,
                 "range": otb_fast_unbounded, "played": otb_fast_unplayed, "fixed": otb_adaptive_s}
"""One breaking instance for each hypothesis of ``otb-fast-rate``."""
