"""What breaks when a hypothesis about kernels is dropped, and where the printed forms are false."""

import math
from fractions import Fraction

import numpy as np

from .. import bounds, kernels, require
from ..kernels import Gaussian
from ..witness import kernels as witness


def _inseparable(features, labels, story):
    """Return (1, 0): weights of sum 1 in front of vectors that add up to 0, where a half-space would make the sum
    positive."""
    multipliers = kernels.separation(features, labels).multipliers
    total = [sum(m * int(y) * Fraction(row[j]) for m, y, row in zip(multipliers, labels, features))
             for j in range(len(features[0]))]
    return sum(multipliers), max(map(abs, total)), story


def _negative(gram, story):
    """Return -alpha' G alpha > 0 for the best direction, in floats with the rounding error on the safe side, against
    0."""
    return -kernels.least_eigenvalue(gram).upper, 0, story


def polynomial_fractional_degree(degree=0.5):
    """(1 + x x')^degree on eight points of (-1, 1), with a degree that is no integer."""
    if require.positive("degree", degree) == int(degree):
        require.fail("degree", degree, "a number that is no integer")
    x = np.linspace(-0.99, 0.99, 8)
    return _negative((1 + np.outer(x, x)) ** degree, f"(1 + x x')^{degree:g} on eight points of the line")


def polynomial_negative_offset():
    """(-1 + <x, x'>)^1 at x = 0."""
    return -kernels.form([[-1]], [1]), 0, "K(0, 0) = -1"


POLYNOMIAL_KERNEL = {"degree": polynomial_fractional_degree, "offset": polynomial_negative_offset}
"""One breaking instance for each hypothesis of ``polynomial-kernel``."""


def polynomial_identity_as_printed(product=2, degree=3):
    """The two sides that the source prints as equal: (1 + <x, x'>)^k and the inner product of unweighted monomials."""
    return (bounds.polynomial_kernel(product, degree), bounds.polynomial_kernel_of_printed_features(product, degree),
            f"<x, x'> = {product}, k = {degree}")


def gaussian_no_factorials(terms=10):
    """Without 1/sqrt(n!) the squared length of the features of x = sqrt(2) grows without end; it should be 1."""
    total = sum(2 ** n for n in range(require.integer("terms", terms, 4)))
    return math.exp(-2) * total, 1, f"squared length after {terms} features without factorials, x^2 = 2"


def gaussian_no_damping():
    """Without e^(-x^2/2) the kernel is e^(x x'), and K(1, 1) = e; it should be 1."""
    undamped = kernels.gaussian_features([[1.0]], 1.0, 30)[0] * math.exp(0.5)
    return float(undamped @ undamped), 1, "K(1, 1) without the factor e^(-x^2/2)"


def gaussian_outside_ball(dimension=1, terms=5):
    """Two points at distance 2 from 0, where the radius 1 was declared."""
    point = witness.gaussian_rim(2.0, dimension)
    features = kernels.gaussian_features(point, 1.0, terms)
    error = float(abs(1 - features @ features.T)[0, 0])
    return (error, bounds.gaussian_truncation_on_ball(1.0, 1.0, terms),
            f"d = {dimension}, q = {terms}, a point of length 2; radius 1 declared")


GAUSSIAN_KERNEL_1D = {"factorials": gaussian_no_factorials, "damping": gaussian_no_damping,
                      "ball": gaussian_outside_ball}
"""One breaking instance for each factor of the features of ``gaussian-kernel-1d``."""


def gaussian_negative_variance():
    """exp(-||x - x'||^2 / (2 sigma)) with sigma = -1 at the points 0 and 1."""
    return _negative(np.exp(0.5 * np.array([[0.0, 1.0], [1.0, 0.0]])), "sigma = -1, points 0 and 1")


def gaussian_exponent(exponent=3.0):
    """exp(-|x - x'|^p) with p > 2 at 0, 0.1, ..., 0.5."""
    if require.positive("exponent", exponent) <= 2:
        require.fail("exponent", exponent, "a number > 2")
    x = np.arange(6) / 10
    return _negative(np.exp(-np.abs(x[:, None] - x) ** exponent), f"exp(-|x - x'|^{exponent:g}) on six points")


def gaussian_duplicate():
    """A point that comes twice, with both labels: the Gram matrix is singular, and no half-space separates."""
    return _inseparable(kernels.ldl([[1, 1], [1, 1]]).features()[0], [1, -1], "one point with both labels")


GAUSSIAN_KERNEL = {"variance": gaussian_negative_variance, "exponent": gaussian_exponent,
                   "ball": gaussian_outside_ball, "distinct": gaussian_duplicate}
"""One breaking instance for each hypothesis of ``gaussian-kernel-general``."""


def gaussian_no_sigma_as_printed(sigma=2.0):
    """The source's features do not know sigma: K(1, 0) against their inner product, for sigma > 1."""
    if require.positive("sigma", sigma) <= 1:
        require.fail("sigma", sigma, "a number > 1")
    one, zero = kernels.gaussian_features_as_printed([[1.0], [0.0]], 2)
    return float(Gaussian(sigma ** 0.5).gram([[1.0]], [[0.0]])[0,
                                                               0]), float(one @ zero), f"K(1, 0) for sigma = {sigma:g}"


def gaussian_distinct_monomials_as_printed():
    """One feature for each monomial, with 1/sqrt(n!), loses the multiplicities: K(x, x) = 1 at x = (1, 1), against
    2/e."""
    features, = kernels.gaussian_features_as_printed([[1.0, 1.0]], 30)
    return 1, float(features @ features), "K(x, x) at x = (1, 1)"


def psd_only_pairs():
    """Off-diagonals -9/10 on three points: every 2 x 2 Gram matrix is positive, the 3 x 3 one is not."""
    gram = [[1 if i == j else Fraction(-9, 10) for j in range(3)] for i in range(3)]
    return -kernels.form(gram, [1, 1, 1]), 0, "k(x, x') = -9/10 for three points"


def psd_not_symmetric():
    """alpha' G alpha = ||alpha||^2 for G = (1, 1; -1, 1), but an inner product is symmetric."""
    gram = [[1, 1], [-1, 1]]
    return abs(gram[0][1] - gram[1][0]), 0, "k(1, 2) = 1 and k(2, 1) = -1"


def psd_not_semidefinite():
    """k(x, x') = |x - x'| at 0 and 1: a vector of squared length -2."""
    return -kernels.form([[0, 1], [1, 0]], [1, -1]), 0, "k(x, x') = |x - x'| at 0 and 1"


PSD_KERNEL = {"sizes": psd_only_pairs, "symmetric": psd_not_symmetric, "semidefinite": psd_not_semidefinite}
"""One breaking instance for each hypothesis of ``psd-kernel-characterisation``."""


def psd_definite_as_printed():
    """On formal combinations "positive semi-definite" makes no inner product: k = 1, alpha = (1, -1) is not 0, its
    square is."""
    return 1, kernels.form([[1, 1], [1, 1]], [1, -1]), "largest |alpha_i| against alpha' G alpha, k = 1 on two points"
