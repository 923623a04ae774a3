"""Exact laws: what bounds are made of, and tails to hold them against."""

import math

import numpy as np

from . import require


def ln_cosh(x):
    """Return ln E e^(x Z) = ln cosh x, x >= 0, for a fair sign Z, also where it is tiny, or cosh x too large for a float.

    >>> ln_cosh(1e-20), ln_cosh(1000.0)
    (5e-41, 999.3068528194401)
    """
    x = require.nonnegative("x", x)
    return math.log1p(math.sinh(x) ** 2) / 2 if x < 1 else x + math.log1p(math.expm1(-2 * x) / 2)


def worst_martingale(rounds, deviation, lattice) -> float:
    """Return the largest P(sum_t (b_t - p_t) >= deviation) over all ways to choose p_t from the past.

    Given the past, b_t is 1 with probability p_t and 0 otherwise: the differences lie in the predictable ranges
    [-p_t, 1 - p_t] of length 1.  The p_t are multiples of 1/lattice; the best play is found from the last round back.
    The left-hand side of statement ``azuma-hoeffding``.

    Parameters
    ----------
    rounds, lattice : int >= 1
    deviation : Fraction, int or float >= 0
        deviation * lattice is an integer.

    Examples
    --------
    >>> worst_martingale(1, 0.5, 2), worst_martingale(2, 1, 2)
    (0.5, 0.25)
    """
    T, K = require.integer("rounds", rounds, 1), require.integer("lattice", lattice, 1)
    require.nonnegative("deviation", deviation)
    goal = deviation * K
    if goal != int(goal):
        require.fail("deviation", deviation, f"a multiple of 1/{K}")
    reach = K * T
    sums = np.arange(-reach, reach + 1)
    chance = (sums >= int(goal)).astype(float)      # of success, from each sum (in units of 1/lattice)
    for _ in range(T):
        padded = np.concatenate([np.full(K, chance[0]), chance, np.full(K, chance[-1])])
        win, lose = (lambda j: padded[2 * K - j:][:len(sums)]), (lambda j: padded[K - j:][:len(sums)])
        chance = np.max([(j / K) * win(j) + (1 - j / K) * lose(j) for j in range(K + 1)], axis=0)
    return float(chance[reach])


def coin_quantile(size, delta):
    """Return the largest deviation eps = k/n - 1/2 that the mean of n fair coins reaches with probability > delta.

    A bound on the deviation with confidence 1 - delta cannot be smaller.  Witness of ``hoeffding-fixed`` and
    ``azuma-hoeffding``.

    Examples
    --------
    >>> coin_quantile(10, 0.05)                             # P(N >= 8) = 56/1024 > 0.05
    0.3
    """
    from scipy.stats import binom

    n, delta = require.integer("size", size, 1), require.probability("delta", delta)
    low, high = 0, n + 1                                    # P(N >= low) > delta >= P(N >= high)
    while high - low > 1:
        k = (low + high) // 2
        low, high = (k, high) if binom.sf(k - 1, n, 0.5) > delta else (low, k)
    return (2 * low - n) / (2 * n)
