"""Worst cases of the conversions.  Each function returns (measured, bound), exact fractions where the bound is
rational.
"""

import math
from fractions import Fraction

from .. import bounds, require, smallworld_conversion as worlds


def otb_basis(dimension, rounds):
    """N orthonormal points: each is a mistake when it is met, and the Perceptron's bound is N / T (statement
    ``otb-realizable``).

    u = (1, ..., 1) / sqrt(N) has the margin 1 / sqrt(N), so (X / gamma)^2 = N.

    Examples
    --------
    >>> measured, bound = otb_basis(10, 100)
    >>> round(float(measured / bound), 6)
    0.999973
    """
    N = require.integer("dimension", dimension, 1)
    return worlds.basis_gibbs_error(N, rounds), bounds.otb_sublinear(Fraction(N), rounds)


def otb_bits(count, rounds, margin=0.999):
    """Bit j of i, as feature j: each halves the weights that are right, and is a mistake (Winnow in
    ``otb-realizable``).

    The ratio tends to 1 / (2 ln 2) = 0.7213 as margin -> 1: the bound 2 ln(N) / gamma_1^2 is a simplification of
    Winnow's own, which is exact here.

    Examples
    --------
    >>> measured, bound = otb_bits(6, 100)
    >>> round(float(measured / bound), 4)
    0.7199
    """
    b = require.integer("count", count, 1)
    return worlds.basis_gibbs_error(b, rounds), bounds.otb_realizable_winnow(2 ** b, margin, rounds)


def otb_hinge_basis(dimension, rounds):
    """N orthonormal points and u = (1, ..., 1): no hinge loss, a^2 = N (statement ``otb-agnostic-hinge``)."""
    N = require.integer("dimension", dimension, 1)
    return worlds.basis_gibbs_error(N, rounds), bounds.otb_agnostic_hinge(0, math.sqrt(N), 1, rounds)


def otb_hinge_alternating(rounds):
    """One feature, labels +1, -1, +1, ...: a mistake in every round; the hinge loss of u = 0 is T
    (``otb-agnostic-hinge``).
    """
    sample = tuple(((1,), 1 - 2 * (t % 2)) for t in range(require.integer("rounds", rounds, 1)))
    mistakes = worlds.progressive_loss(worlds.exact_perceptron, worlds.mistake, sample) * rounds
    return mistakes, bounds.agnostic_hinge_mistakes(rounds, 0, 1)


def coin_width(rounds=10 ** 6, delta=1e-300):
    """A fair coin for every prediction: the least width that fails with probability <= delta, exactly, and the width of
    the bound.

    ``otb-high-prob``, ``progressive-validation-bound`` and ``test-error-bound``.  The measured width is a binomial
    quantile. For large T it is z / (2 sqrt(T)), z the normal quantile of delta, and z / sqrt(2 ln(1/delta)) tends to 1
    as delta -> 0.

    Examples
    --------
    >>> measured, bound = coin_width()
    >>> round(measured / bound, 4)
    0.9966
    """
    from scipy.stats import binom

    bound = bounds.otb_high_prob_width(rounds, 1.0, delta)
    fewest = binom.ppf(delta, rounds, 0.5)             # P(fewer heads) < delta <= P(at most so many)
    return float(0.5 - fewest / rounds), bound


def no_mistake(rounds, delta, s=40.0):
    """A constant predictor with the error 1 - delta^(1/T) makes no mistake with probability delta (statement
    ``otb-fast-rate``).

    Nothing smaller may be promised after no mistake; as s grows the bound promises just that.

    Examples
    --------
    >>> [round(x, 12) for x in no_mistake(1000, 0.05)]
    [0.002991249545, 0.002991249545]
    """
    bound = bounds.otb_fast_rate(0.0, rounds, delta, s)
    return -math.expm1(math.log(delta) / rounds), bound
