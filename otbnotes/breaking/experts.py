"""What breaks when a hypothesis about experts is dropped, and what the sources print wrongly about them."""

from fractions import Fraction
from itertools import product

import numpy as np

from .. import bounds, require, smallworld_experts
from ..online import ExpertGame, LogShare, Majority, Share, follow_the_leader, hedge, weighted_majority
from ..witness import experts as witness


def rwm_plain_vote(experts=100):
    """The plain vote with beta = 0 and one error after another: H_N - 1 > (1/2) log2 N; any other beta does worse."""
    run = weighted_majority(witness.one_by_one(experts), Share(0.0))
    return run.loss, bounds.rwm_regret(0, experts), f"{experts} experts err one after another, K = 0"


def rwm_false_budget(budget=1, truth=100):
    """Tuned for a best expert with one mistake, which makes 100: exact worst case, two experts."""
    vote = LogShare(bounds.rwm_beta(require.integer("budget", budget, 1), 2))
    return (smallworld_experts.two_expert_regret(vote, truth), bounds.rwm_regret(budget, 2),
            f"tuned for K = {budget} where K = {truth}")


def rwm_deterministic(rounds=100):
    """F_beta, tuned for K = T/2, rounded to 0 or 1, is the majority vote: it errs in every round; min L <= T/2."""
    game = witness.complementary(np.resize([0, 1], require.integer("rounds", rounds, 2)))
    regret = weighted_majority(game, Majority(bounds.rwm_beta(rounds / 2, 2))).loss - game.mistakes.min()
    return float(regret), bounds.rwm_horizon_regret(rounds, 2), "F_beta rounded to 0 or 1, always 0 and always 1"


RWM_BOUND = {"vote": rwm_plain_vote, "budget": rwm_false_budget, "randomised": rwm_deterministic}
"""One breaking instance for each hypothesis of ``rwm-bound``."""


def rwm_three_groups(rounds=10_000, run=199):
    """Two of three experts err in every round, in turn; then the first one is right ``run`` times, and alone in it.

    Every expert errs about 2T/3 times, and the vote, tuned for K = T/2, regrets more than is allowed for K = T/2.
    """
    T, R = require.integer("rounds", rounds, 1), require.integer("run", run, 0)
    if R > T:
        require.fail("run", run, f"at most rounds = {T}")
    turn = np.where(np.arange(T) < T - R, np.arange(T) % 3, 0)
    game = ExpertGame("two of three err", 1.0 - np.eye(3)[turn], np.zeros(T))
    lost = weighted_majority(game, LogShare(bounds.rwm_beta(T / 2, 3))).loss - game.mistakes.min()
    return float(lost), bounds.rwm_horizon_regret(T, 3), "two of three experts err in every round"


RWM_BOUND_HORIZON = {"half": rwm_three_groups, "randomised": rwm_deterministic}
"""One breaking instance for each hypothesis of ``rwm-bound-horizon``."""


def counter_expert_three_labels(rounds=100):
    """Of three labels the third always comes: an expert and its opposite err in every round."""
    outcomes = np.full(require.integer("rounds", rounds, 1), 2)
    least = min(int((outcomes != 0).sum()), int((outcomes != 1).sum()))
    return least, Fraction(rounds, 2), "always 0, always 1, and the label 2"


COUNTER_EXPERT = {"binary": counter_expert_three_labels}
"""One breaking instance for each hypothesis of ``counter-expert``."""


def counter_expert_as_printed(rounds=100):
    """One expert and its complement are two: with ln N unchanged at ln 1 the regret would have to be 0."""
    return bounds.cover_regret(rounds), 0, "N = 1: the least worst-case regret of two, sqrt(T ln 1 / 2) + lg 1 / 2"


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


def _hedge_regret(losses, step=None):
    """Return the regret of Hedge and the bound of ``hedge-01``."""
    rounds, experts = losses.shape
    regret = hedge(losses, step or bounds.hedge_step(experts, rounds)).loss - losses.sum(axis=0).min()
    return float(regret), bounds.hedge_regret(experts, rounds)


def _alternating(rounds, size=1.0):
    first = np.resize([size, 0.0], require.integer("rounds", rounds, 2))
    return np.column_stack([first, size - first])


def hedge_far_losses(rounds=10_000):
    """Losses 0 and 10 where [0, 1] was declared, alternating."""
    return *_hedge_regret(_alternating(rounds, 10.0)), "losses 0 and 10 in turn"


def hedge_step_too_long(rounds=10_000):
    """The step 1 leaps to the expert that has just won, which then loses."""
    return *_hedge_regret(_alternating(rounds), 1.0), "the step 1 on alternating losses"


def hedge_step_too_short(rounds=10_000):
    """The step 1/T needs the whole game to make up its mind."""
    losses = np.tile([0.0, 1.0], (require.integer("rounds", rounds, 1), 1))
    return *_hedge_regret(losses, 1.0 / rounds), "the step 1/T on constant losses"


def hedge_one_switch(rounds=10_000):
    """A comparator that changes experts once, half-way, and never errs."""
    half = np.arange(require.integer("rounds", rounds, 2)) < rounds // 2
    losses = np.column_stack([~half, half]) * 1.0
    return hedge(losses).loss, bounds.hedge_regret(2, rounds), "the best expert before, and after, half-time"


HEDGE_01 = {"range": hedge_far_losses, "step": hedge_step_too_long, "comparator": hedge_one_switch}
"""One breaking instance for each hypothesis of ``hedge-01``."""
