"""Kernel functions, the features behind them, the Perceptron that sees only them, and proofs that a matrix is a Gram
matrix.

A kernel function (a *similarity*; the decorator ``kernel`` of ``words.py`` is another thing) is a NamedTuple with

    value(product, squares)   K(x, x') for <x, x'> = product and ||x||^2 + ||x'||^2 = squares, numbers or arrays
    gram(A, B)                the matrix K(A[i], B[j])

``value`` is the compiled body of the word ``value``.
"""

import itertools
import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from . import require
from .exact import fractions, identity
from .words import add_scaled, inner, kernel, value, write

_EPS = np.finfo(float).eps
_COLUMNS = 10 ** 6


class Dot(NamedTuple):
    """<x, x'>: the features are the coordinates themselves."""

    def value(self, product, squares):
        return product

    def gram(self, a, b):
        return _gram(self, a, b)


class Polynomial(NamedTuple):
    """(offset + <x, x'>)^degree with an integer degree >= 0 and offset >= 0 (statement ``polynomial-kernel``)."""

    degree: int
    offset: float = 1.0

    def value(self, product, squares):
        return (self.offset + product) ** self.degree

    def gram(self, a, b):
        return _gram(self, a, b)


class Gaussian(NamedTuple):
    """exp(-||x - x'||^2 / (2 width^2)); the source's sigma is width^2 (statement ``gaussian-kernel-general``).

    ``value`` is the 1024-th power of the Taylor polynomial of exp(s / 1024): right to 14 decimals, the same on every
    machine, and several times as fast as a call of exp for each entry.
    """

    width: float = 1.0

    def value(self, product, squares):
        s = np.minimum(np.maximum((product - 0.5 * squares) * (1 / (1024 * self.width ** 2)), -0.75), 0.0)
        return (1 + s * (1 + s * (1 / 2 + s * (1 / 6 + s * (1 / 24 + s * (1 / 120 + s * (1 / 720))))))) ** 1024

    def gram(self, a, b):
        return _gram(self, a, b)


def check(similarity):
    """Raise ``ValueError`` if ``similarity`` is not a kernel function with parameters in their range."""
    if isinstance(similarity, type) or not hasattr(similarity, "value"):
        require.fail("similarity", similarity, "a kernel function such as Gaussian(1.0)")
    if isinstance(similarity, Gaussian) and not 1e-100 <= require.positive("width", similarity.width) <= 1e100:
        require.fail("width", similarity.width, "a number from 1e-100 to 1e100")
    if isinstance(similarity, Polynomial):
        require.integer("degree", similarity.degree, 0)
        require.nonnegative("offset", similarity.offset)


def _gram(similarity, a, b):
    """Return the matrix K(a[i], b[j]); exactly symmetric if ``b`` is ``a``."""
    check(similarity)
    same, a = b is a, require.array("A", a, 2)
    b = a if same else require.array("B", b, 2)
    if a.shape[1] != b.shape[1]:
        require.fail("B", f"{b.shape[1]} columns", f"{a.shape[1]} columns, as in A")
    with np.errstate(over="ignore", invalid="ignore"):
        products = a @ b.T
        rows = np.diag(products) if same else (a * a).sum(axis=1)
        columns = rows if same else (b * b).sum(axis=1)
        result = value(similarity, products, rows[:, None] + columns)
    return _finite(result, similarity)


def _finite(values, similarity):
    if not np.isfinite(values).all():
        require.fail("similarity", similarity, "a kernel function that is finite at these points")
    return values


# Features


def absolute_features(points):
    """Return the rows (|x_1|, ..., |x_d|, 1) (statement ``feature-map-abs-and-1d-polynomials``).

    Without the last coordinate, as the source prints the map, 0 can be on no side of a half-space.
    """
    points = require.array("points", points, 2)
    return np.hstack([np.abs(points), np.ones((len(points), 1))])


def power_features(numbers, degree):
    """Return the rows (1, x, ..., x^degree) (statement ``feature-map-abs-and-1d-polynomials``).

    Examples
    --------
    >>> power_features([2.0], 3).tolist()
    [[1.0, 2.0, 4.0, 8.0]]
    """
    return _powers(require.array("numbers", numbers, 1), require.integer("degree", degree, 0))


def _powers(numbers, degree):
    with np.errstate(over="ignore"):
        return _representable(numbers[:, None] ** np.arange(degree + 1))


def _representable(values):
    if not np.isfinite(values).all():
        require.fail("points", "powers beyond the largest float", "points with finite powers")
    return values


def monomials(dimension, degree):
    """Return the exponents of all monomials of total degree <= degree: a list of tuples, lower degrees first.

    Examples
    --------
    >>> monomials(2, 2)
    [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2)]
    """
    dimension, degree = require.integer("dimension", dimension, 1), require.integer("degree", degree, 0)
    if math.comb(dimension + degree, degree) > _COLUMNS:
        require.fail("degree", degree, f"at most {_COLUMNS} monomials")
    return [tuple(factors.count(j) for j in range(dimension)) for r in range(degree + 1)
            for factors in itertools.combinations_with_replacement(range(dimension), r)]


def multinomial(exponents, degree):
    """Return degree! / ((degree - |exponents|)! prod_j exponents_j!): the weight of a monomial in (1 + <x, x'>)^degree.

    Examples
    --------
    >>> [multinomial(exponents, 2) for exponents in monomials(2, 2)]
    [1, 2, 2, 1, 2, 1]
    """
    exponents = [require.integer("exponents", e, 0) for e in exponents]
    if sum(exponents) > require.integer("degree", degree, 0):
        require.fail("exponents", exponents, f"a total of at most degree = {degree}")
    return math.factorial(degree) // math.factorial(degree
                                                    - sum(exponents)) // math.prod(map(math.factorial, exponents))


def polynomial_features(points, degree, offset=1.0):
    """Return one column for each monomial, weighted so that inner products are (offset + <x, x'>)^degree.

    Parameters
    ----------
    points : array_like of shape (n, d)
    degree : int >= 0
    offset : float >= 0

    Returns
    -------
    ndarray of shape (n, C(d + degree, degree))
        In the order of ``monomials``; the weights are sqrt(multinomial * offset^(degree - |exponents|)).

    Raises
    ------
    ValueError
        If an argument is out of its range, there would be more than a million columns, or a power is too large.

    Notes
    -----
    Statements ``multivariate-polynomial-features`` and ``polynomial-kernel``.

    Examples
    --------
    >>> polynomial_features([[1.0, 1.0]], 3) @ polynomial_features([[1.0, 1.0]], 3)[0]
    array([27.])
    """
    points, offset = require.array("points", points, 2), require.nonnegative("offset", offset)
    exponents = monomials(points.shape[1], degree)
    try:
        weights = [math.sqrt(multinomial(e, degree) * offset ** (degree - sum(e))) for e in exponents]
    except OverflowError:
        require.fail("offset", offset, f"a number whose powers up to {degree} are floats")
    return _representable(_products(points, exponents) * weights)


def _products(points, exponents):
    """Return the monomials with these exponents, a column each."""
    powers = np.stack([_powers(column, max(map(max, exponents))) for column in points.T])
    with np.errstate(over="ignore"):
        columns = [math.prod(powers[j, :, e] for j, e in enumerate(exponent)) for exponent in exponents]
    return _representable(np.stack(columns, axis=1))


def polynomial_features_as_printed(points, degree):
    """Return prod_i x_{J_i}, a column for each ordered tuple J of at most ``degree`` indices, without weights.

    Inner products are sum_r <x, x'>^r, not the (1 + <x, x'>)^degree that the source prints (statement
    ``polynomial-kernel``).

    Examples
    --------
    >>> polynomial_features_as_printed([[1.0, 1.0]], 3) @ polynomial_features_as_printed([[1.0, 1.0]], 3)[0]
    array([15.])
    """
    points, degree = require.array("points", points, 2), require.integer("degree", degree, 0)
    dimension = points.shape[1]
    if sum(dimension ** r for r in range(degree + 1)) > _COLUMNS:
        require.fail("degree", degree, f"at most {_COLUMNS} tuples")
    columns = [points[:, list(indices)].prod(axis=1) for r in range(degree + 1)
               for indices in itertools.product(range(dimension), repeat=r)]
    return _representable(np.stack(columns, axis=1))


def gaussian_features(points, width, terms):
    """Return the features of ``Gaussian(width)`` of total degree < terms: e^(-||x||^2/(2 w^2)) x^a / (w^|a| sqrt(a!)).

    Statements ``gaussian-kernel-1d`` and ``gaussian-kernel-general``.

    Parameters
    ----------
    points : array_like of shape (n, d)
    width : float > 0
    terms : int >= 1

    Returns
    -------
    ndarray of shape (n, C(d + terms - 1, d))
        In the order of ``monomials``.

    Raises
    ------
    ValueError
        If an argument is out of its range, there would be more than a million columns, or a power is too large.

    Examples
    --------
    >>> one, two = gaussian_features([[1.0], [0.0]], 1.0, 3)
    >>> abs(float(one @ two) - math.exp(-0.5)) < 1e-15
    True
    """
    check(Gaussian(width))
    scaled = require.array("points", points, 2) / float(width)
    exponents = monomials(scaled.shape[1], require.integer("terms", terms, 1) - 1)
    weights = [math.exp(-0.5 * sum(math.lgamma(a + 1) for a in e)) for e in exponents]
    return np.exp(-0.5 * (scaled ** 2).sum(axis=1))[:, None] * _products(scaled, exponents) * weights


# The Perceptron


class KernelRun(NamedTuple):
    """What the kernel Perceptron did.

    Attributes
    ----------
    coefficients : ndarray of shape (n,)
        alpha; alpha_i y_i is the number of updates on example i.
    chosen : ndarray of int, shape (updates,)
        The example of each update.
    scores : ndarray of shape (n,)
        G alpha; y_i (G alpha)_i > 0 for every i if the run halted.
    """

    coefficients: np.ndarray
    chosen: np.ndarray
    scores: np.ndarray


@kernel
def _kernel_perceptron(gram, labels, order, alpha, scores, chosen):
    updates, k = 0, 0                                # alpha = 0, scores = K alpha
    while k < len(order) and updates < len(chosen):
        i = order[k]
        k += 1
        if labels[i] * scores[i] <= 0:               # (1) while some y_i (K alpha)_i <= 0,
            alpha[i] += labels[i]                    # (2) alpha_i <- alpha_i + y_i
            add_scaled(scores, labels[i], gram[i])
            chosen[updates] = i
            updates, k = updates + 1, 0              #     and look again from the first
    return updates


@kernel
def _feature_perceptron(features, labels, order, w, chosen):
    updates, k = 0, 0                                # w = 0
    while k < len(order) and updates < len(chosen):
        i = order[k]
        k += 1
        if labels[i] * inner(w, features[i]) <= 0:   # (1) while there is an i with y_i <w, x_i> <= 0,
            add_scaled(w, labels[i], features[i])    # (2) w <- w + y_i x_i
            chosen[updates] = i
            updates, k = updates + 1, 0              #     and look again from the first in the order
    return updates


def kernel_perceptron(gram, labels, order=None, max_updates=10 ** 6) -> KernelRun:
    """Run the Perceptron on a Gram matrix until every example has y_i (G alpha)_i > 0.

    Statement ``kernel-perceptron``; at most ``bounds.kernel_perceptron_updates``.  Exact for integers (below 2^53).

    Parameters
    ----------
    gram : array_like of shape (n, n), symmetric
        G[i, j] = K(x_i, x_j).
    labels : array_like of shape (n,), entries -1 and +1
    order : array_like of int, a permutation of 0, ..., n - 1, default: that order
        Of the violated examples the first in this order is chosen.
    max_updates : int >= 1

    Raises
    ------
    ValueError
        If G is not a finite symmetric matrix, a label is not a sign, the sizes disagree, or the order is no
        permutation.
    RuntimeError
        If ``max_updates`` updates were not enough: without a positive margin no number is.

    Examples
    --------
    >>> run = kernel_perceptron([[2.0, 0.0], [0.0, 1.0]], [1, -1])
    >>> run.coefficients.tolist(), run.chosen.tolist()
    ([1.0, -1.0], [0, 1])
    """
    gram, labels, order = _perceptron_input(gram, labels, order)
    return _halted(run_kernel_perceptron(gram, labels, order, require.integer("max_updates", max_updates, 1)), labels)


def run_kernel_perceptron(gram, labels, order, updates):
    """Make at most so many updates, halted or not, on checked input; return a ``KernelRun``."""
    alpha, scores, chosen = np.zeros(len(labels)), np.zeros(len(labels)), np.empty(updates, dtype=np.int64)
    made = _kernel_perceptron(gram, labels, order, alpha, scores, chosen)
    return KernelRun(alpha, chosen[:made].copy(), scores)


def feature_perceptron(features, labels, order=None, max_updates=10 ** 6):
    """Run the Perceptron with the same rule on the features themselves; return its weights and the chosen examples.

    Parameters, errors and rule as in ``kernel_perceptron``, with ``features`` of shape (n, d) in the place of the Gram
    matrix (statement ``kernel-perceptron-equivalence``).

    Examples
    --------
    >>> weights, chosen = feature_perceptron([[1.0, 1.0], [0.0, 1.0]], [1, -1])
    >>> weights.tolist(), chosen.tolist()
    ([2.0, -1.0], [0, 1, 1, 0, 1])
    """
    features = require.array("features", features, 2)
    labels, order = require.signs("labels", labels, len(features)), _permutation(order, len(features))
    w = np.zeros(features.shape[1])
    chosen = np.empty(require.integer("max_updates", max_updates, 1), dtype=np.int64)
    made = _feature_perceptron(features, labels, order, w, chosen)
    return w, _halted(KernelRun(w, chosen[:made].copy(), features @ w), labels).chosen


def _halted(run, labels):
    if not np.isfinite(run.scores).all():
        require.fail("gram or features", "scores beyond the largest float", "smaller numbers")
    if (labels * run.scores <= 0).any():
        raise RuntimeError(f"the Perceptron made max_updates = {len(run.chosen)} updates and an example is still on "
                           "the wrong side: allow more, or check that a half-space "
                           "in the feature space separates the labels")
    return run


def _perceptron_input(gram, labels, order):
    gram = symmetric("gram", gram)
    return gram, require.signs("labels", labels, len(gram)), _permutation(order, len(gram))


def _permutation(order, size):
    order = np.arange(size) if order is None else require.rectangular(order)
    if order.dtype.kind not in "iu" or sorted(order.ravel().tolist()) != list(range(size)) or order.ndim != 1:
        require.fail("order", order, f"a permutation of 0, ..., {size - 1}")
    return order.astype(np.int64)


def symmetric(name, matrix):
    """Return ``matrix`` as a finite, square, exactly symmetric float array."""
    matrix = require.array(name, matrix, 2)
    if matrix.shape[0] != matrix.shape[1]:
        require.fail(name, f"array of shape {matrix.shape}", "a square matrix")
    return _symmetric(name, matrix, float)


def _symmetric(name, matrix, shown):
    if (matrix != matrix.T).any():
        i, j = (int(k) for k in np.argwhere(matrix != matrix.T)[0])
        require.fail(f"{name}[{i}, {j}] - {name}[{j}, {i}]", shown(matrix[i, j] - matrix[j, i]), "0, a symmetric matrix")
    return matrix


class Stream(NamedTuple):
    """What one pass of the kernel Perceptron did: the rounds with an update, and <w_t, psi(x_t)> of every round."""

    chosen: np.ndarray
    scores: np.ndarray


@kernel
def _one_pass(similarity, features, labels, squares, supports, norms, signs, scores, chosen):
    products, n = np.empty(len(labels)), 0                 # n supports: supports[:, k], their squared norms and labels
    for t in range(len(labels)):
        products[:n] = 0.0
        for j in range(features.shape[1]):
            add_scaled(products[:n], features[t, j], supports[j, :n])
        similar = value(similarity, products[:n], norms[:n] + squares[t])
        scores[t] = inner(signs[:n], similar)              # (1) predict sum_k y_k K(x_k, x_t)
        if labels[t] * scores[t] <= 0:                     # (2) see the label; was it a mistake?
            write(supports[:, n], features[t])             # (3) then x_t becomes a support
            norms[n], signs[n], chosen[n] = squares[t], labels[t], t
            n += 1
    return n


def kernel_perceptron_pass(similarity, features, labels) -> Stream:
    """Play the kernel Perceptron once through a stream: predict, see the label, and keep the example if it was a
    mistake.  Statement ``kernel-perceptron``: the rule "go through the examples in turn".  No Gram matrix is stored.

    Parameters
    ----------
    similarity : Dot, Polynomial or Gaussian
    features : array_like of shape (T, d)
    labels : array_like of shape (T,), entries -1 and +1

    Raises
    ------
    ValueError
        If an argument is not as described, or a kernel value is not finite.

    Examples
    --------
    >>> kernel_perceptron_pass(Dot(), [[1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, -1, 1]).chosen.tolist()
    [0, 1]
    """
    check(similarity)
    features = require.array("features", features, 2)
    labels = require.signs("labels", labels, len(features))
    rounds, dimension = features.shape
    scores, chosen = np.empty(rounds), np.empty(rounds, dtype=np.int64)
    with np.errstate(over="ignore", invalid="ignore"):
        made = _one_pass(similarity, features, labels, (features ** 2).sum(axis=1), np.empty((dimension, rounds)),
                         np.empty(rounds), np.empty(rounds), scores, chosen)
    return Stream(chosen[:made].copy(), _finite(scores, similarity))


class KernelMargin(NamedTuple):
    """lower <= gamma <= upper for the margin gamma in the feature space, and the weights in the simplex that show
    it."""

    lower: float
    upper: float
    weights: np.ndarray


@kernel
def _shortest_mixture(q, weights, images, tolerance, steps):
    """Shift weight from the farthest to the nearest example until lambda' Q lambda can hardly fall (images = Q
    lambda)."""
    for _ in range(steps):
        i = np.argmin(images)
        carriers = np.flatnonzero(weights)
        j = carriers[np.argmax(images[carriers])]
        if images[j] - images[i] <= tolerance:
            break
        curvature = q[i, i] + q[j, j] - 2.0 * q[i, j]
        shift = weights[j]
        if curvature * shift > images[j] - images[i]:
            shift = (images[j] - images[i]) / curvature
        weights[i] += shift
        weights[j] = weights[j] - shift
        add_scaled(images, shift, q[i])
        add_scaled(images, -shift, q[j])


def kernel_margin(gram, labels, tolerance=1e-6, max_steps=10 ** 6):
    """Enclose the largest margin gamma = max_{||w|| = 1} min_i y_i <w, psi(x_i)>, or 0 if that is not positive.

    gamma^2 is the least of lambda' Q lambda over the probability simplex, Q_ij = y_i y_j G_ij.  Every lambda >= 0
    proves

        min_i (Q lambda)_i / sqrt(lambda' Q lambda)  <=  gamma  <=  sqrt(lambda' Q lambda) / sum_i lambda_i .
    Statement ``kernel-perceptron``; the method of Mitchell, Dem'yanov and Malozemov (1974).

    Parameters
    ----------
    gram : array_like of shape (n, n), symmetric and positive semi-definite
    labels : array_like of shape (n,), entries -1 and +1
    tolerance : float > 0
        Of upper - lower, as a fraction of the radius sqrt(max_i G_ii).
    max_steps : int >= 1

    Returns
    -------
    KernelMargin
        An allowance for the rounding of both sides is already made.

    Raises
    ------
    ValueError
        If an argument is not as described; a negative diagonal entry is noticed, an indefinite matrix may not be.
    RuntimeError
        If ``max_steps`` are not enough for the tolerance.

    Examples
    --------
    >>> round(kernel_margin(np.eye(4), [1, -1, 1, 1]).upper, 6)
    0.5
    """
    gram = symmetric("gram", gram)
    labels, tolerance = require.signs("labels", labels, len(gram)), require.positive("tolerance", tolerance)
    steps = require.integer("max_steps", max_steps, 1)
    if gram.diagonal().min() < 0:
        require.fail("gram", f"diagonal entry {gram.diagonal().min():g}", "a positive semi-definite matrix")
    q, radius = labels[:, None] * labels * gram, math.sqrt(gram.diagonal().max())
    weights, size = np.zeros(len(q)), float(np.abs(gram).max())
    weights[np.argmin(q.diagonal())] = 1.0
    for accuracy in 10.0 ** -np.arange(2, 15):
        _shortest_mixture(q, weights, q @ weights, accuracy * size, steps)
        margin = _margin(q, weights, size)
        if margin.upper - margin.lower <= tolerance * radius:
            return margin
    raise RuntimeError(f"kernel_margin found {margin.lower:.6g} <= gamma <= {margin.upper:.6g} in max_steps = {steps} "
                       "steps: allow more steps or a larger tolerance")


def _margin(q, weights, size):
    """Return what these weights prove."""
    weights = weights / weights.sum()
    images, allowance = q @ weights, 2 * (len(q) + 4) * _EPS * size
    square, total = max(weights @ images, 0.0), 1.0 + len(q) * _EPS
    lower = (images.min() - allowance) / math.sqrt(square + allowance) if square + allowance > 0 else 0.0
    return KernelMargin(float(max(0.0, lower)), float(math.sqrt(square + allowance) * total), weights)


# Certificates: is this matrix positive semi-definite?


class Factors(NamedTuple):
    """G = L diag(pivots) L' in fractions, as far as it goes, or a direction in which G is negative.

    Attributes
    ----------
    lower : ndarray of Fraction, shape (n, n)
        L, with ones on the diagonal and zeros above it.
    pivots : tuple of Fraction
        All n of them if G is positive semi-definite; none is negative.
    direction : ndarray of Fraction, shape (n,), or None
        alpha with alpha' G alpha < 0 if G is not positive semi-definite.
    """

    lower: np.ndarray
    pivots: tuple
    direction: np.ndarray | None

    @property
    def semidefinite(self):
        """Whether alpha' G alpha >= 0 for every alpha."""
        return self.direction is None

    @property
    def definite(self):
        """Whether alpha' G alpha > 0 for every alpha except 0."""
        return self.semidefinite and all(self.pivots)

    def features(self):
        """Return psi and weights with G_ij = sum_k weights_k psi_ik psi_jk, all fractions, and every weight > 0.

        The feature space is R^rank with the inner product sum_k weights_k a_k b_k.
        """
        kept = self._kept()
        return self.lower[:, kept], np.array(self.pivots, dtype=object)[kept]

    def null_vectors(self):
        """Return a basis of the vectors with G alpha = 0, one a row (none, if G is definite)."""
        self._kept()
        units = np.array(identity(len(self.lower)))
        rows = [_solve_transposed(self.lower, units[k]) for k, pivot in enumerate(self.pivots) if not pivot]
        return np.array(rows, dtype=object).reshape(len(rows), len(self.lower))

    def inner(self, f, g):
        """Return the inner product of two functions of span{k(., x_i)}, each given by its values at x_1, ..., x_m.

        It depends on the functions alone, and not on the coefficients that they were built with.

        Raises
        ------
        ValueError
            If a function is not in the span.
        """
        kept, total = self._kept(), Fraction(0)
        f, g = (_solve(self.lower, _vector(name, v, len(self.lower))) for name, v in (("f", f), ("g", g)))
        for name, coordinates in (("f", f), ("g", g)):
            if any(c for k, c in enumerate(coordinates) if k not in kept):
                require.fail(name, coordinates, "a function in the span of the columns of the Gram matrix")
        return sum((f[k] * g[k] / self.pivots[k] for k in kept), total)

    def _kept(self):
        if not self.semidefinite:
            require.fail("gram", f"negative in the direction {[str(a) for a in self.direction]}",
                         "a positive semi-definite matrix")
        return [k for k, pivot in enumerate(self.pivots) if pivot]


def ldl(gram) -> Factors:
    """Factor a symmetric matrix in exact arithmetic: a proof that it is positive semi-definite, or that it is not.

    Statement ``psd-kernel-characterisation``.  About n^3/6 operations on fractions: for n up to a hundred.

    Parameters
    ----------
    gram : array_like of shape (n, n), symmetric, of int, Fraction or float
        A float counts as the binary fraction that it is.

    Examples
    --------
    >>> ldl([[1, 1], [1, 1]]).pivots, ldl([[0, 1], [1, 0]]).direction.tolist()
    ((Fraction(1, 1), Fraction(0, 1)), [Fraction(-1, 2), Fraction(1, 1)])
    """
    rest = _rational_gram(gram)
    size, pivots = len(rest), []
    lower = identity(size)
    for k in range(size):
        pivot, column = rest[k, k], rest[k + 1:, k].copy()
        if pivot < 0 or not pivot and column.any():
            unit = identity(size)[k]
            if not pivot:                                     # (t e_k + e_j)' S (t e_k + e_j) = 2 t S_jk + S_jj = -1
                j = k + 1 + next(i for i, entry in enumerate(column) if entry)
                unit = unit * (-(rest[j, j] + 1) / (2 * rest[j, k]))
                unit[j] = Fraction(1)
            return Factors(lower, tuple(pivots), _solve_transposed(lower, unit))
        pivots.append(pivot)
        if pivot:
            lower[k + 1:, k] = column / pivot
            rest[k + 1:, k + 1:] = rest[k + 1:, k + 1:] - np.outer(lower[k + 1:, k], column)
    return Factors(lower, tuple(pivots), None)


def form(gram, alpha, beta=None):
    """Return alpha' G beta in fractions; alpha' G alpha if ``beta`` is not given.

    Examples
    --------
    >>> form([[1, 1], [1, 1]], [1, -1])
    Fraction(0, 1)
    """
    gram = _rational_matrix(gram)
    alpha = _vector("alpha", alpha, len(gram))
    beta = alpha if beta is None else _vector("beta", beta, len(gram))
    return alpha @ (gram @ beta)


def _rational_gram(gram):
    return _symmetric("gram", _rational_matrix(gram), str)


def _rational_matrix(gram):
    gram = fractions("gram", gram, 2)
    if gram.shape[0] != gram.shape[1]:
        require.fail("gram", f"array of shape {gram.shape}", "a square matrix")
    return gram


def _vector(name, values, length):
    vector = fractions(name, values, 1)
    if len(vector) != length:
        require.fail(name, f"{len(vector)} entries", f"{length} entries")
    return vector


def _solve(lower, b):
    """Return x with L x = b."""
    x = b.copy()
    for i in range(1, len(x)):
        x[i] = x[i] - lower[i, :i] @ x[:i]
    return x


def _solve_transposed(lower, b):
    """Return x with L' x = b."""
    x = b.copy()
    for i in range(len(x) - 2, -1, -1):
        x[i] = x[i] - lower[i + 1:, i] @ x[i + 1:]
    return x


class Eigenvalue(NamedTuple):
    """lower <= least eigenvalue <= upper, proved, and a unit vector whose quadratic form is about ``upper``."""

    lower: float
    upper: float
    direction: np.ndarray


def least_eigenvalue(gram):
    """Enclose the least eigenvalue of a symmetric float matrix between two proved bounds.

    From below: if the Cholesky factorisation of G - s I, computed in floats, runs to its end, then every eigenvalue of
    G is at least s less an allowance for rounding, k u / (1 - k u) trace(G - s I) with k = n + 1 (Demmel 1989; Rump
    2006); more than four times that is taken.  From above: the Rayleigh quotient of a direction, plus its rounding
    error.  Statement ``psd-kernel-characterisation``.

    Parameters
    ----------
    gram : array_like of shape (n, n), symmetric

    Returns
    -------
    Eigenvalue
        ``lower >= 0`` proves positive semi-definite; ``upper < 0`` proves the opposite; else ask ``ldl``.

    Raises
    ------
    ValueError
        If the matrix is not finite, square and symmetric, or its numbers are too large.

    Examples
    --------
    >>> found = least_eigenvalue([[2.0, 1.0], [1.0, 2.0]])
    >>> found.lower <= 1 <= found.upper, found.upper - found.lower < 1e-12
    (True, True)
    """
    gram = symmetric("gram", gram)
    if np.abs(gram).max() > 1e150:
        require.fail("gram", f"entry of size {np.abs(gram).max():g}", "entries of size at most 1e150")
    values, vectors = np.linalg.eigh(gram)
    direction, size = vectors[:, 0], len(gram)
    absolute = np.abs(direction)
    slack = 4 * (size + 4) * _EPS * (absolute @ np.abs(gram) @ absolute) + size * 1e-290
    upper = (direction @ gram @ direction + slack) / (direction @ direction)
    upper += abs(upper) * (size + 4) * _EPS
    return Eigenvalue(_cholesky_bound(gram, float(values[0])), float(upper), direction)


def _cholesky_bound(gram, guess):
    """Return a proved lower bound on the least eigenvalue, a little below ``guess``."""
    size = len(gram)
    scale = np.abs(gram).sum(axis=1).max() + 1e-280       # at least every |eigenvalue|
    shift = guess - 4 * (size + 4) * _EPS * scale
    while True:
        shifted = gram - shift * np.eye(size)
        allowance = 4 * (size + 2) * _EPS * np.abs(shifted.diagonal()).sum() + _EPS * (abs(shift) + scale)
        try:
            np.linalg.cholesky(shifted)
            return float(shift - allowance)
        except np.linalg.LinAlgError:
            shift -= 2 * (guess - shift)


# Is there a half-space?  An exact answer for rational features


class Separation(NamedTuple):
    """An exact answer: ``weights`` w with y_i <w, psi_i> > 0 for all i, or, if there are none, ``multipliers``.

    The multipliers are lambda_i >= 0 with sum 1 and sum_i lambda_i y_i psi_i = 0, which forbid every w (Gordan 1873).
    """

    weights: list | None
    multipliers: list | None


def separation(features, labels) -> Separation:
    """Decide in fractions whether a half-space through 0 separates the labels strictly, with a proof either way.

    Statement ``feature-map-abs-and-1d-polynomials``.

    Parameters
    ----------
    features : array_like of shape (n, d), of int, Fraction or float
    labels : array_like of shape (n,), entries -1 and +1

    Examples
    --------
    >>> separation([[1, 1], [2, 1]], [1, -1]).weights
    [Fraction(-2, 1), Fraction(3, 1)]
    >>> separation([[1], [2]], [1, -1]).multipliers
    [Fraction(2, 3), Fraction(1, 3)]
    """
    rows = fractions("features", features, 2)
    return Separation(*_gordan(require.signs("labels", labels, len(rows)).astype(int)[:, None] * rows))


def convex_combination(point, vertices):
    """Return weights lambda_i >= 0 with sum 1 and sum_i lambda_i v_i = point, in fractions, or None if there are none.

    Examples
    --------
    >>> convex_combination([1], [[0], [4]]), convex_combination([5], [[0], [4]])
    ([Fraction(3, 4), Fraction(1, 4)], None)
    """
    vertices = fractions("vertices", vertices, 2)
    return _gordan(vertices - _vector("point", point, vertices.shape[1]))[1]


def _gordan(vectors):
    """Return (w, None) with <w, v_i> > 0 for all i, or (None, lambda) with lambda in the simplex and sum lambda_i v_i =
    0.

    Phase one of the simplex method with Bland's rule: minimise the sum of the artificial variables a >= 0 of
    sum_i lambda_i v_i + a = 0,  sum_i lambda_i + a_0 = 1.
    """
    count, size = len(vectors), vectors.shape[1] + 1
    table = np.hstack([np.vstack([vectors.T, np.full((1, count), Fraction(1), dtype=object)]), identity(size)])
    right = np.array([Fraction(0)] * (size - 1) + [Fraction(1)], dtype=object)
    basis = list(range(count, count + size))
    costs = np.concatenate([-table[:, :count].sum(axis=0), np.full(size, Fraction(0), dtype=object)])
    while (costs[:count] < 0).any():
        enter = int(np.argmax(costs[:count] < 0))
        rows = [r for r in range(size) if table[r, enter] > 0]
        leave = min(rows, key=lambda r: (right[r] / table[r, enter], basis[r]))
        pivot = table[leave, enter]
        table[leave], right[leave], basis[leave] = table[leave] / pivot, right[leave] / pivot, enter
        for r in range(size):
            if r != leave and table[r, enter]:
                factor = table[r, enter]
                table[r], right[r] = table[r] - factor * table[leave], right[r] - factor * right[leave]
        costs = costs - costs[enter] * table[leave]
    if any(right[r] for r in range(size) if basis[r] >= count):
        return [c - 1 for c in costs[count:-1]], None      # the dual: 1 - costs, with w = -dual on the coordinates
    weights = [Fraction(0)] * count
    for r, variable in enumerate(basis):
        if variable < count:
            weights[variable] = right[r]
    return None, weights
