"""Small worlds of the first chapters, in which values of games and laws of whole runs are computed and not sampled.

*The line game*: points in [-1, 1], slopes -1 and +1.  *Coin-tossing experts*: every expert errs in every round with
probability 1/2, independently.  *Two experts*, followed by weighted majority.  Numbers are fractions where the docstring
says exact, and floats elsewhere.
"""

import functools
import math
from fractions import Fraction
from itertools import product

import numpy as np

from . import require


def walk_tail(position, left):
    """Return P(position + S > 0) - P(position + S < 0), exactly, for the sum S of ``left`` fair signs.

    Examples
    --------
    >>> walk_tail(1, 3)
    Fraction(3, 8)
    """
    left = require.integer("left", left, 0)
    if isinstance(position, bool) or not isinstance(position, (int, np.integer)):
        require.fail("position", position, "an integer")
    ends = [int(position) + 2 * heads - left for heads in range(left + 1)]
    signs = (math.comb(left, heads) * ((end > 0) - (end < 0)) for heads, end in enumerate(ends))
    return Fraction(sum(signs), 2 ** left)


def minimax_point(total, left):
    """Return the point that the best learner of the line game plays, exactly.

    ``total`` is the sum of the slopes so far and ``left`` the number of rounds after this one: the point is
    (V(total - 1) - V(total + 1)) / 2 with V(s) = E|s + S|, which is -P(total + S > 0) + P(total + S < 0).
    Statement ``regret-zero-sum-game``.
    """
    return -walk_tail(total, left)


def cover_share(behind, left):
    """Return the weight of expert 1 for Cover's learner, exactly: the probability that it is the better one in the end.

    ``behind`` is L_1 - L_2 so far and ``left`` the number of rounds after this one.  Statement ``expert-lower-bound``.
    """
    return (1 - walk_tail(behind, left)) / 2


def _few(rounds):
    if require.integer("rounds", rounds, 1) > 16:
        require.fail("rounds", rounds, "at most 16, for there are 2^T sequences")


def line_regrets(learner, rounds):
    """Return the regret on [-1, 1] for each of the 2^T sequences of slopes -1 and +1, exactly for an exact learner.

    Parameters
    ----------
    learner : callable
        Takes the tuple of the slopes so far and returns a point of [-1, 1].
    rounds : int, 1 <= T <= 16

    Returns
    -------
    dict
        From each tuple of slopes to its regret.  Statements ``def-worst-case-regret`` and ``regret-zero-sum-game``.

    Examples
    --------
    >>> max(line_regrets(lambda past: minimax_point(sum(past), 3 - len(past)), 4).values())
    Fraction(3, 2)
    """
    _few(rounds)
    point = {past: learner(past) for t in range(rounds) for past in product((-1, 1), repeat=t)}
    return {slopes: sum(s * point[slopes[:t]] for t, s in enumerate(slopes)) + abs(sum(slopes))
            for slopes in product((-1, 1), repeat=rounds)}


def adaptive_regret(learner, rounds, past=(), loss=0):
    """Return the most that the learner of the line game regrets if the adversary sees every point before it answers.

    Arguments as in ``line_regrets``; backward induction.  Statement ``def-worst-case-regret``.
    """
    _few(rounds)
    if len(past) == rounds:
        return loss + abs(sum(past))
    point = learner(past)
    return max(adaptive_regret(learner, rounds, (*past, s), loss + s * point) for s in (-1, 1))


def least_mistakes(rounds, experts):
    """Return E min_i L_i for N coin-tossing experts, exactly: the sum over k >= 1 of P(L_1 >= k)^N.

    Statement ``expert-min-expectation``; use ``least_mistakes_gap`` for large numbers.

    Examples
    --------
    >>> least_mistakes(3, 2)
    Fraction(33, 32)
    """
    T, N = require.integer("rounds", rounds, 1), require.integer("experts", experts, 1)
    tail, powers = 0, 0
    for k in range(T, 0, -1):
        tail += math.comb(T, k)
        powers += tail ** N
    return Fraction(powers, 2 ** (T * N))


def least_mistakes_gap(rounds, experts):
    """Return T/2 - E min_i L_i for N coin-tossing experts as a float (statement ``expert-lower-bound``).

    Examples
    --------
    >>> round(least_mistakes_gap(100, 2), 3)
    2.817
    """
    from scipy.special import bdtr

    T, N = require.integer("rounds", rounds, 1), require.integer("experts", experts, 1)
    k = np.arange(1, T + 1)
    below = bdtr(k - 1, T, 0.5)                     # P(L < k); the two sums over k of 1 - below are T/2 and E min
    with np.errstate(divide="ignore"):
        return float((1.0 - below - np.exp(N * np.log1p(-below))).sum())


def minimax_regret(rounds, experts):
    """Return the least worst-case regret of any learner of bits against N experts, exactly.

    Backward induction.  In a round the adversary splits the experts in two; the learner says 1 with chance q and then one
    part errs, or the other: max(q + a, 1 - q + b), least at (1 + a + b) / 2, as the values a and b differ by at most 1.
    Statement ``expert-lower-bound``.

    Parameters
    ----------
    rounds : int, 1 <= T <= 64
    experts : int, 1 <= N <= 5

    Examples
    --------
    >>> minimax_regret(10, 2), minimax_regret(3, 3)
    (Fraction(315, 256), Fraction(7, 8))
    """
    T, N = require.integer("rounds", rounds, 1), require.integer("experts", experts, 1)
    if T > 64 or N > 5:
        require.fail("rounds, experts", (rounds, experts), "at most 64 rounds and 5 experts")
    splits = [(0, *rest) for rest in product((0, 1), repeat=N - 1)]

    @functools.cache
    def value(behind, left):                # 2^left times the value to come
        def after(errs):                    # behind: mistakes above the least
            moved = sorted(min(a + b, left) for a, b in zip(behind, errs))
            ahead = tuple(a - moved[0] for a in moved)
            return value(ahead, left - 1) - moved[0] * 2 ** (left - 1)
        if not left:
            return 0
        both = (after(errs) + after([1 - b for b in errs]) for errs in splits)
        return 2 ** (left - 1) + max(both)
    return Fraction(value((0,) * N, T), 2 ** T)


def coin_mistakes(learner, rounds, p=Fraction(1, 2)):
    """Return the expected number of mistakes of a learner of coin tosses, exactly.

    Parameters
    ----------
    learner : callable
        Takes the tuple of the bits so far and returns the chance with which it predicts 1.
    rounds : int, 1 <= T <= 16
    p : Fraction in (0, 1)
        The probability of the bit 1.

    Returns
    -------
    Fraction
        T/2 for p = 1/2, whatever the learner (statement ``expert-any-learner-half``).

    Examples
    --------
    >>> coin_mistakes(lambda past: 2 * sum(past) > len(past), 6, Fraction(3, 4))
    Fraction(2667, 1024)
    """
    _few(rounds)
    require.probability("p", p)
    mean = Fraction(0)
    for t in range(rounds):
        for past in product((0, 1), repeat=t):
            law, guess = p ** sum(past) * (1 - p) ** (t - sum(past)), Fraction(learner(past))
            mean += law * (p * (1 - guess) + (1 - p) * guess)
    return mean


def two_expert_regret(vote, budget):
    """Return the most that weighted majority regrets against two experts, the better erring at most ``budget`` times.

    Statement ``rwm-bound``.  A lead of 45 / ln(1/beta) is taken as infinite: the worse expert weighs less than 1e-19.

    Parameters
    ----------
    vote : Share or LogShare, with 0 < beta < 1
    budget : int >= 0

    Returns
    -------
    float
        Over games of any length, by backward induction over the mistakes of the better expert and the lead it has.

    Examples
    --------
    >>> from otbnotes import bounds
    >>> from otbnotes.online import LogShare
    >>> round(two_expert_regret(LogShare(bounds.rwm_beta(1, 2)), 1) / bounds.rwm_regret(1, 2), 3)
    0.795
    """
    beta, budget = require.probability("beta", vote.beta), require.integer("budget", budget, 0)
    longest = math.ceil(45 / -math.log(beta)) + 1
    if longest * (budget + 1) > 10 ** 7:
        require.fail("beta", beta, "a number further from 1, or a smaller budget")
    worse = [vote.chance(beta ** lead / (1 + beta ** lead)) for lead in range(longest + 1)]
    better = [vote.chance(1 / (1 + beta ** lead)) for lead in range(longest + 1)]
    best = [0.0] * (longest + 1)                 # the regret to come, by lead, after one more mistake of the better one
    for mistakes in range(budget, -1, -1):
        here, after = [0.0] * (longest + 1), 0.0
        for lead in range(longest, -1, -1):
            options = [0.0, worse[lead] + after]
            if lead and mistakes < budget:
                options.append(better[lead] - 1 + best[lead - 1])
            after = here[lead] = max(options)
        best = here
    return best[0]
