"""Small worlds of the first chapters, in which values of games and laws of whole runs are computed and not sampled.

*Coin-tossing experts*: every expert errs in every round with probability 1/2, independently.  Numbers are fractions where
the docstring says exact, and floats elsewhere.
"""

import functools
import math
from fractions import Fraction
from itertools import product

import numpy as np

from . import require


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
    if require.integer("rounds", rounds, 1) > 16:
        require.fail("rounds", rounds, "at most 16, for there are 2^T sequences")
    require.probability("p", p)
    mean = Fraction(0)
    for t in range(rounds):
        for past in product((0, 1), repeat=t):
            law, guess = p ** sum(past) * (1 - p) ** (t - sum(past)), Fraction(learner(past))
            mean += law * (p * (1 - guess) + (1 - p) * guess)
    return mean
