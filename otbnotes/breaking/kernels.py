"""What breaks when a hypothesis about kernels is dropped, and where the printed forms are false."""

import math
from fractions import Fraction

import numpy as np

from .. import bounds, kernels, require
from ..kernels import Dot, Gaussian, Polynomial
from ..witness import kernels as witness


def _inseparable(features, labels, story):
    """Return (1, 0): weights of sum 1 in front of vectors that add up to 0, where a half-space would make the sum
    positive."""
    multipliers = kernels.separation(features, labels).multipliers
    total = [sum(m * int(y) * Fraction(row[j]) for m, y, row in zip(multipliers, labels, features))
             for j in range(len(features[0]))]
    return sum(multipliers), max(map(abs, total)), story


def feature_map_identity():
    """The same points, with a constant coordinate, but without the map."""
    points, labels = witness.inside_outside()
    return _inseparable(np.hstack([points, np.ones((13, 1))]), labels, "inside against outside, in the plane itself")


def feature_map_no_constant():
    """The source's map (|x_1|, |x_2|), with half-spaces through 0, as it defines them."""
    points, labels = witness.inside_outside()
    return _inseparable(np.abs(points)[1:], labels[1:], "inside against outside, |x| without a constant coordinate")


FEATURE_MAP = {"map": feature_map_identity, "constant": feature_map_no_constant}
"""One breaking instance for each part of the map of ``feature-map-abs-and-1d-polynomials``."""


def polynomial_features_no_constant():
    """Every monomial of degree >= 1 is 0 at 0, and the polynomial 1 is not."""
    at_zero = kernels.polynomial_features([[0.0, 0.0]], 3)[0, 1:]
    return 1 - float(np.abs(at_zero).max()), 0, "the polynomial 1 at x = 0, from the tuples with r >= 1"


POLYNOMIAL_FEATURES = {"constant": polynomial_features_no_constant}
"""One breaking instance for the hypothesis r >= 0 of ``multivariate-polynomial-features``."""


def _updates(gram, labels, updates):
    """Return the number of updates before the run halts, or ``updates`` if it goes on after that many."""
    labels = np.array(labels, dtype=float)
    run = kernels.run_kernel_perceptron(np.array(gram, dtype=float), labels, np.arange(len(labels)), updates)
    return len(run.chosen)


def kernel_perceptron_not_psd(size=4, updates=1000):
    """G = -I: alpha = -y has y_i (G alpha)_i = 1 and |alpha' G alpha| = m, but every update leads away from it."""
    labels = np.resize([1.0, -1.0], require.integer("size", size, 1))
    made = _updates(-np.eye(size), labels, require.integer("updates", updates, 1))
    return made, bounds.kernel_perceptron_updates(1, Fraction(1, size)), "G = -I, which alpha = -y separates"


def kernel_perceptron_not_separable(updates=1000):
    """One point with both labels, where the margin 1/10 was declared."""
    made = _updates([[1, 1], [1, 1]], [1, -1], require.integer("updates", updates, 101))
    return made, bounds.kernel_perceptron_updates(1,
                                                  Fraction(1, 100)), "one point with both labels; margin 1/10 declared"


def kernel_perceptron_long_features():
    """The corners of a square and (1 + <x, x'>)^2: the source's 1/gamma^2 presumes K(x, x) <= 1, but K(x, x) = 9."""
    points, labels = witness.exclusive_or()
    run = kernels.kernel_perceptron(Polynomial(2).gram(points, points), labels)
    printed = bounds.kernel_perceptron_updates_as_printed(Fraction(2))
    return len(run.chosen), printed, "exclusive or, K = (1 + <x, x'>)^2"


KERNEL_PERCEPTRON = {"psd": kernel_perceptron_not_psd, "separable": kernel_perceptron_not_separable,
                     "radius": kernel_perceptron_long_features}
"""One breaking instance for each hypothesis of ``kernel-perceptron``; ``radius`` refutes the printed 1/gamma^2 too."""


def kernel_perceptron_stop_as_printed():
    """Read as printed, "while y_i G alpha <= 0" compares a vector: it stops when one of its entries is positive."""
    gram, labels = np.eye(2), np.ones(2)
    alpha = np.zeros(2)
    while (gram @ alpha <= 0).all():
        alpha[0] += labels[0]
    return int((labels * (gram @ alpha) <= 0).sum()), 0, "errors left, two orthogonal examples"


def kernel_equivalence_other_rule():
    """One side takes the first violated example and the other the last; they predict +1 and -1 at (1, -1)."""
    points, labels, new = np.array([[2.0, 1.0], [1.0, 2.0]]), [1.0, 1.0], np.array([[1.0, -1.0]])
    run = kernels.kernel_perceptron(Dot().gram(points, points), labels)
    weights, _ = kernels.feature_perceptron(points, labels, order=[1, 0])
    ours, theirs = kernels.kernel_scores(Dot(), points, run.coefficients, new)[0], (new @ weights)[0]
    return abs(np.sign(ours) - np.sign(theirs)), 0, "the first against the last violated example"


def kernel_equivalence_printed_features():
    """The kernel (1 + <x, x'>)^2 against the features that the source prints for it: another number of updates."""
    points = np.array([[-2, -2], [-2, 2], [-1, -2], [0, -1], [0, 1], [1, 2], [2, 1]], dtype=float)
    labels = [-1, -1, -1, 1, 1, -1, -1]
    run = kernels.kernel_perceptron(Polynomial(2).gram(points, points), labels)
    _, chosen = kernels.feature_perceptron(kernels.polynomial_features_as_printed(points, 2), labels)
    return max(len(run.chosen), len(chosen)), min(len(run.chosen),
                                                  len(chosen)), "updates, kernel against unweighted monomials"


KERNEL_EQUIVALENCE = {"kernel": kernel_equivalence_printed_features, "rule": kernel_equivalence_other_rule}
"""One breaking instance for each hypothesis of ``kernel-perceptron-equivalence``."""


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
