"""What breaks when a hypothesis about experts is dropped, and what the sources print wrongly about them."""

from fractions import Fraction
from itertools import product

import numpy as np

from .. import bounds, require, smallworld_experts
from ..online import ExpertGame, follow_the_leader


def any_learner_biased_coin(rounds=6):
    """P(y = 1) = 3/4, and the majority of the past, 0 at a tie: fewer than T/2 mistakes."""
    mistakes = smallworld_experts.coin_mistakes(lambda past: 2 * sum(past) > len(past), rounds, Fraction(3, 4))
    return Fraction(rounds, 2), mistakes, "P(y = 1) = 3/4: T/2, and the mistakes of the majority of the past"


def any_learner_knows(rounds=6):
    """An expert whose advice is the outcome, a fair coin in every round: the mean over all 2^T outcomes."""
    if require.integer("rounds", rounds, 1) > 16:
        require.fail("rounds", rounds, "at most 16, for there are 2^T sequences")
    mistakes = 0
    for outcomes in product((0, 1), repeat=rounds):
        mistakes += int(ExpertGame("informed", np.reshape(outcomes, (-1, 1)), outcomes).mistakes[0])
    return Fraction(rounds, 2), Fraction(mistakes, 2 ** rounds), "advice that is the outcome: T/2, and the mistakes"


EXPERT_ANY_LEARNER_HALF = {"fair": any_learner_biased_coin, "independent": any_learner_knows}
"""One breaking instance for each hypothesis of ``expert-any-learner-half``: T/2 > the mistakes."""


def expert_min_good_experts(rounds=100):
    """Two experts, independent, with the error rate 3/10: the gap exceeds T/5."""
    from scipy.stats import binom

    tail = binom.sf(np.arange(require.integer("rounds", rounds, 1)), rounds, 0.3)
    return float(rounds / 2 - (tail ** 2).sum()), bounds.expert_gap(rounds, 2), "error rate 3/10 instead of 1/2"


def expert_min_one_coin(rounds=100):
    """Two experts, each with one coin for the whole game: L_i is 0 or T, and the gap is T/4."""
    gap = Fraction(require.integer("rounds", rounds, 1), 2) - Fraction(rounds, 4)
    return gap, bounds.expert_gap(rounds, 2), "each expert errs in all rounds or in none"


def expert_min_as_printed(rounds=10, experts=10 ** 6):
    """sqrt(T ln N / 2), printed as what the gap is at least: it exceeds the gap, which never exceeds T/2."""
    return (bounds.expert_gap_as_printed(rounds, experts), smallworld_experts.least_mistakes_gap(rounds, experts),
            f"T = {rounds}, N = {experts}: the printed gap, the true one")


def expert_min_correlated(rounds=100, experts=2):
    """All experts are one: the gap is 0, not that of independent experts, and not asymptotically sqrt(T ln N / 2)."""
    gap = smallworld_experts.least_mistakes_gap(rounds, experts)
    return gap, 0.0, "the formula for independent experts, the gap of one expert N times over"


EXPERT_MIN_EXPECTATION = {"fair": expert_min_good_experts, "rounds": expert_min_one_coin,
                          "experts": expert_min_correlated}
"""One breaking instance for each hypothesis of ``expert-min-expectation``: two of the upper bound, one of the formula."""


def expert_lower_bound_as_printed(rounds=100):
    """The printed lower bound on every learner's regret exceeds the worst regret of Cover's learner; N = 2."""
    printed = bounds.expert_gap_as_printed(rounds, 2)
    return printed, bounds.cover_regret(rounds), "the printed lower bound, Cover's worst regret"


def expert_lower_bound_perfect(rounds=100, experts=2):
    """If one expert makes no mistake, a learner that knows it regrets at most (1/2) log2 N."""
    return (smallworld_experts.least_mistakes_gap(rounds, experts), bounds.rwm_regret(0, experts),
            "one perfect expert: the lower bound, an upper bound on the regret")


EXPERT_LOWER_BOUND = {"adversary": expert_lower_bound_perfect}
"""One breaking instance for each hypothesis of ``expert-lower-bound``: the lower bound > what a learner regrets."""


def leader_in_turns(rounds=100, gap=Fraction(1, 5)):
    """The means of every round differ by the gap, but the rounds depend on each other.  Exact pseudo-regret.

    With probability D the first expert is right in all rounds; else the two are right in turn, either of them first
    with the same probability.  So in every round the means are (1 - D)/2 and (1 + D)/2.  When they are right in turn,
    the leader errs whenever there is one, and in half of the ties: T/4 times more than expert 1.
    """
    if require.integer("rounds", rounds, 2) % 2:
        require.fail("rounds", rounds, "an even number")
    require.probability("gap", gap)
    gap = Fraction(gap)
    turns = np.resize([[0.0, 1.0], [1.0, 0.0]], (rounds, 2))
    always = np.tile([0.0, 1.0], (rounds, 1))
    lost = [Fraction(follow_the_leader(losses).loss - losses[:, 0].sum()) for losses in (always, turns, 1 - turns)]
    pseudo = gap * lost[0] + (1 - gap) * (lost[1] + lost[2]) / 2
    story = "one expert is right always, or the two in turn, by one coin for all rounds"
    return pseudo, bounds.ftl_gap_regret(float(gap), 2), story


def leader_false_gap(rounds=5000, gap=0.2, truth=0.01):
    """Error rates that differ by 1/100 where 1/5 was declared: exact pseudo-regret."""
    regret = smallworld_experts.leader_pseudo_regret(rounds, 0.5 - truth / 2, 0.5 + truth / 2)
    return float(regret), bounds.ftl_gap_regret(gap, 2), f"a gap of {truth} where {gap} was declared"


EXPERT_STOCHASTIC_REMARK = {"independent": leader_in_turns, "gap": leader_false_gap}
"""One breaking instance for each hypothesis of ``expert-stochastic-remark``."""
