"""Exact laws and tails to hold the bounds of ``bounds`` against.

A finite law is a pair (values, law) of arrays: the values, and the probability of each.  With a Fraction for p every
probability is a Fraction.
"""

import math
from fractions import Fraction

import numpy as np

from . import require

_MOST_VALUES = 100_000


def binomial_law(size, p):
    """Return the law of the number of successes in n independent trials of probability p, an array of shape (n + 1,).

    Parameters
    ----------
    size : int >= 1
    p : Fraction or float in (0, 1)

    Examples
    --------
    >>> binomial_law(2, Fraction(1, 4)).tolist()
    [Fraction(9, 16), Fraction(3, 8), Fraction(1, 16)]
    """
    n = require.integer("size", size, 1)
    require.probability("p", p)
    if isinstance(p, Fraction):
        return np.array([math.comb(n, k) * p ** k * (1 - p) ** (n - k) for k in range(n + 1)])
    from scipy.stats import binom

    return binom.pmf(np.arange(n + 1), n, p)


def rademacher_law(weights):
    """Return the exact law of sum_t weights[t] * (an independent fair sign).

    Parameters
    ----------
    weights : array_like of shape (n,) of integers >= 1, with a sum of at most 100000

    Returns
    -------
    values : ndarray of shape (k,), increasing
    law : ndarray of shape (k,), Fractions

    Examples
    --------
    >>> values, law = rademacher_law([1, 2])
    >>> values.tolist(), law[0]
    ([-3, -1, 1, 3], Fraction(1, 4))
    """
    require.array("weights", weights, 1)
    weights = [require.integer(f"weights[{t}]", w, 1) for t, w in enumerate(weights)]
    if sum(weights) > _MOST_VALUES:
        require.fail("sum of the weights", sum(weights), f"at most {_MOST_VALUES}")
    counts = {0: 1}
    for w in weights:
        moved = {}
        for value, count in counts.items():
            for end in (value - w, value + w):
                moved[end] = moved.get(end, 0) + count
        counts = moved
    values = sorted(counts)
    return np.array(values), np.array([Fraction(counts[v], 2 ** len(weights)) for v in values])


def upper_tail(values, law, level):
    """Return P(value >= level).

    Examples
    --------
    >>> upper_tail(*rademacher_law([1] * 10), 10)
    Fraction(1, 1024)
    """
    values, law = finite_law(values, law)
    require.number("level", level)
    return law[values >= level].sum()                # not with its float: a fraction may lie between


def lower_tail(values, law, level):
    """Return P(value <= level).

    Examples
    --------
    >>> lower_tail(range(9), binomial_law(8, Fraction(1, 2)), 2)
    Fraction(37, 256)
    """
    values, law = finite_law(values, law)
    require.number("level", level)
    return law[values <= level].sum()


def finite_law(values, law):
    """Return a finite law as two arrays, once it is checked."""
    require.array("values", values, 1), require.array("law", law, 1)
    values, law = np.asarray(values), np.asarray(law)
    if len(law) != len(values) or min(law) < 0 or abs(sum(law) - 1) > 1e-9:
        require.fail("law", law, f"{len(values)} probabilities that add up to 1")
    return values, law


def log_mgf(values, law, s):
    """Return ln E exp(s (Z - E Z)) for a finite law of Z.

    The left-hand side of statement ``hoeffding-lemma``.

    Parameters
    ----------
    values, law : array_like of shape (k,)
    s : array_like of any shape

    Returns
    -------
    float or ndarray of the shape of ``s``

    Examples
    --------
    >>> round(float(log_mgf([-1, 1], [0.5, 0.5], 1.0)), 12) == round(math.log(math.cosh(1.0)), 12)
    True
    """
    from scipy.special import logsumexp

    values, law = (np.array(a, dtype=float) for a in finite_law(values, law))
    s = require.array("s", s, require.rectangular(s).ndim).reshape(np.shape(s))
    exponents = s[..., None] * (values - values @ law)
    near = np.abs(exponents).max(axis=-1) < 1                   # near 0 the logarithm of a sum near 1 loses digits
    return np.where(near, np.log1p((law * np.expm1(np.where(near[..., None], exponents, 0.0))).sum(axis=-1)),
                    logsumexp(exponents, b=law, axis=-1))[()]


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


def heldout_failure(risk, size, bound):
    """Return P(risk > bound(N/n)) for N of law Bin(n, risk): how often a test-set bound fails.

    Parameters
    ----------
    risk : Fraction or float in (0, 1)
    size : int >= 1
    bound : callable
        Takes the error on the test set; increasing.

    Notes
    -----
    The failure probability of statements ``test-set-bound-lemma1`` and ``hoeffding-fixed``: "risk >= bound" is counted,
    with an allowance of 1e-12 for rounding.

    Examples
    --------
    >>> heldout_failure(Fraction(1, 2), 2, lambda q: q + 0.25)
    Fraction(1, 4)
    """
    law = binomial_law(size, risk)
    return law[[risk >= bound(k / size) - 1e-12 for k in range(size + 1)]].sum()
