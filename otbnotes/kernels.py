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
from .words import add_scaled, compiled, inner, value, write

_EPS = np.finfo(float).eps
_COLUMNS = 10 ** 6


class Polynomial(NamedTuple):
    """(offset + <x, x'>)^degree with an integer degree >= 0 and offset >= 0 (statement ``polynomial-kernel``).

    ``Polynomial(1, 0.0)`` is the inner product itself.
    """

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
    """
    exponents = [require.integer("exponents", e, 0) for e in require.listed("exponents", exponents, "integers >= 0")]
    if sum(exponents) > require.integer("degree", degree, 0):
        require.fail("exponents", exponents, f"a total of at most degree = {degree}")
    return math.factorial(degree) // math.factorial(degree
                                                    - sum(exponents)) // math.prod(map(math.factorial, exponents))


def polynomial_features(points, degree, offset=1.0):
    """Return one column for each monomial, weighted so that inner products are (offset + <x, x'>)^degree.

    Statements ``multivariate-polynomial-features`` and ``polynomial-kernel``.

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
        If there would be more than a million columns, or a power is too large.

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
    with np.errstate(over="ignore", invalid="ignore"):
        powers = points[:, :, None] ** np.arange(degree + 1)
        columns = [math.prod(powers[:, j, e] for j, e in enumerate(exponent)) for exponent in exponents]
        return _representable(np.stack(columns, axis=1) * weights)


def polynomial_features_as_printed(points, degree):
    """Return prod_i x_{J_i}, a column for each ordered tuple J of at most ``degree`` indices, without weights.

    Inner products are sum_r <x, x'>^r, not the (1 + <x, x'>)^degree that the source prints (statement
    ``polynomial-kernel``).
    """
    points, degree = require.array("points", points, 2), require.integer("degree", degree, 0)
    dimension = points.shape[1]
    if sum(dimension ** r for r in range(degree + 1)) > _COLUMNS:
        require.fail("degree", degree, f"at most {_COLUMNS} tuples")
    columns = [points[:, list(indices)].prod(axis=1) for r in range(degree + 1)
               for indices in itertools.product(range(dimension), repeat=r)]
    return _representable(np.stack(columns, axis=1))


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


@compiled
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
    RuntimeError
        If ``max_updates`` updates were not enough: without a positive margin no number is.

    Examples
    --------
    >>> run = kernel_perceptron([[2.0, 0.0], [0.0, 1.0]], [1, -1])
    >>> run.coefficients.tolist(), run.chosen.tolist()
    ([1.0, -1.0], [0, 1])
    """
    gram = symmetric("gram", gram)
    labels = require.signs("labels", labels, len(gram))
    order = np.arange(len(gram)) if order is None else require.rectangular(order)
    if order.dtype.kind not in "iu" or sorted(order.ravel().tolist()) != list(range(len(gram))) or order.ndim != 1:
        require.fail("order", order, f"a permutation of 0, ..., {len(gram) - 1}")
    run = run_kernel_perceptron(gram, labels, order.astype(np.int64), require.integer("max_updates", max_updates, 1))
    if not np.isfinite(run.scores).all():
        require.fail("gram", "scores beyond the largest float", "smaller numbers")
    if (labels * run.scores <= 0).any():
        raise RuntimeError(f"the Perceptron made max_updates = {len(run.chosen)} updates and an example is still on "
                           "the wrong side: allow more, or check that a half-space "
                           "in the feature space separates the labels")
    return run


def run_kernel_perceptron(gram, labels, order, updates):
    """Make at most so many updates, halted or not, on checked input; return a ``KernelRun``."""
    alpha, scores, chosen = np.zeros(len(labels)), np.zeros(len(labels)), np.empty(updates, dtype=np.int64)
    made = _kernel_perceptron(gram, labels, order, alpha, scores, chosen)
    return KernelRun(alpha, chosen[:made].copy(), scores)


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


@compiled
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
    similarity : Polynomial, Gaussian or another kernel function
    features : array_like of shape (T, d)
    labels : array_like of shape (T,), entries -1 and +1

    Raises
    ------
    ValueError
        If a kernel value is not finite.

    Examples
    --------
    >>> kernel_perceptron_pass(Polynomial(1, 0.0), [[1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, -1, 1]).chosen.tolist()
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
    """lower <= gamma <= upper for the margin gamma in the feature space, and weights in the simplex that show it."""

    lower: float
    upper: float
    weights: np.ndarray


@compiled
def _shortest_mixture(q, weights, images, tolerance, steps):  # images = Q weights
    """Shift weight from the farthest to the nearest example until weights' Q weights can hardly fall."""
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
        If a diagonal entry is negative; another matrix that is not semi-definite may not be noticed.
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

    def inner(self, f, g):
        """Return the inner product of two functions of span{k(., x_i)}, each given by its values at x_1, ..., x_m.

        It depends on the functions alone, and not on the coefficients that they were built with.
        """
        if not self.semidefinite:
            require.fail("gram", f"negative in the direction {[str(a) for a in self.direction]}",
                         "a positive semi-definite matrix")
        f, g = (_solve(self.lower, _vector(name, v, len(self.lower))) for name, v in (("f", f), ("g", g)))
        for name, coordinates in (("f", f), ("g", g)):
            if any(c for c, pivot in zip(coordinates, self.pivots) if not pivot):
                require.fail(name, coordinates, "a function in the span of the columns of the Gram matrix")
        return sum((a * b / pivot for a, b, pivot in zip(f, g, self.pivots) if pivot), Fraction(0))


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
    rest = _symmetric("gram", _rational_matrix(gram), str)
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
    """Return alpha' G beta in fractions; alpha' G alpha if ``beta`` is not given."""
    gram = _rational_matrix(gram)
    alpha = _vector("alpha", alpha, len(gram))
    beta = alpha if beta is None else _vector("beta", beta, len(gram))
    return alpha @ (gram @ beta)


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


def convex_combination(point, vertices):
    """Return weights lambda_i >= 0 with sum 1 and sum_i lambda_i v_i = point, in fractions, or None if there are none.

    Examples
    --------
    >>> convex_combination([1], [[0], [4]]), convex_combination([5], [[0], [4]])
    ([Fraction(3, 4), Fraction(1, 4)], None)
    """
    vertices = fractions("vertices", vertices, 2)
    vectors = vertices - _vector("point", point, vertices.shape[1])
    # Phase one of the simplex method with Bland's rule: minimise the sum of the artificial variables a >= 0 of
    # sum_i lambda_i (v_i - point) + a = 0,  sum_i lambda_i + a_0 = 1
    count, size = len(vectors), vectors.shape[1] + 1
    table = np.hstack([np.vstack([vectors.T, np.full((1, count), Fraction(1))]), identity(size)])
    right, basis = identity(size)[-1], list(range(count, count + size))
    costs = -table.sum(axis=0)
    costs[count:] = Fraction(0)
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
        return None
    weights = [Fraction(0)] * count
    for r, variable in enumerate(basis):
        if variable < count:
            weights[variable] = right[r]
    return weights
