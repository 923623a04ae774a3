"""Compression schemes: hypotheses that a few examples of the sample determine.

A scheme is a pair.  ``compress`` looks at the whole sample and names k examples; ``decode`` sees these k examples only,
in the order in which they were named, and returns a hypothesis.  The examples that were not named never met the
hypothesis: they are its test set.

A hypothesis has a method ``predict(points)``.  A half-space predicts 0 on its boundary, an error under either label.
"""

import math
from collections import defaultdict
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, product
from typing import Callable, NamedTuple

import numpy as np

from . import require
from .exact import rationals, solve

_EPS = np.finfo(float).eps
_MOST_BOXES = 10 ** 6


class Scheme(NamedTuple):
    """A compression scheme.

    Attributes
    ----------
    name : str
    size : int
        k, the number of examples that ``decode`` receives; repetitions count.
    compress : callable
        (points of shape (n, d), labels of shape (n,)) -> k indices into the sample.
    decode : callable
        (points of shape (k, d), labels of shape (k,)) -> a hypothesis.
    """

    name: str
    size: int
    compress: Callable
    decode: Callable


class Learned(NamedTuple):
    """What a scheme made of a sample.

    Attributes
    ----------
    hypothesis : the decoded hypothesis A(S) = B(S_I)
    indices : ndarray of shape (k,), I(S)
    rest_error : float
        L_V, its error on the examples that were not named (0 if all were).
    training_error : float
        L_S, its error on the whole sample.
    """

    hypothesis: object
    indices: np.ndarray
    rest_error: float
    training_error: float


class Rectangle(NamedTuple):
    """+1 on the closed box [low, high], -1 outside; empty if low > high in some coordinate."""

    low: np.ndarray
    high: np.ndarray

    def predict(self, points):
        """Return +1 or -1 for each row."""
        return np.where(((self.low <= points) & (points <= self.high)).all(axis=1), 1.0, -1.0)


class Halfspace(NamedTuple):
    """The sign of <w, psi(x)>; 0 on the boundary."""

    w: np.ndarray
    psi: Callable = lambda points: points

    def predict(self, points):
        """Return +1, -1 or 0 for each row."""
        return np.sign(self.psi(points) @ self.w)


def learn(scheme, points, labels):
    """Compress a sample, decode what is left, and test the result on the rest.

    Parameters
    ----------
    scheme : Scheme
    points : array_like of shape (n, d), finite
    labels : array_like of shape (n,), -1 or +1

    Returns
    -------
    Learned

    Raises
    ------
    ValueError
        If the sample is malformed, or ``compress`` does not name ``scheme.size`` of its examples.
    RuntimeError
        If ``compress`` gives up: that of half-spaces, where rounding hides the margin.

    Notes
    -----
    The learning rule A of statements ``compression-bound-agnostic`` and ``compression-bound-realizable``.

    Examples
    --------
    >>> found = learn(boxes(1), [[1.0], [2.0], [3.0], [9.0]], [1, 1, 1, -1])
    >>> found.indices.tolist(), found.hypothesis.high.tolist(), found.training_error
    ([0, 2], [3.0], 0.0)
    """
    points, labels = _sample(points, labels)
    indices = np.asarray(scheme.compress(points, labels))         # (1) keep k
    _check_indices(indices, scheme.size, len(labels))
    hypothesis = scheme.decode(points[indices], labels[indices])  # (2) decode
    wrong = hypothesis.predict(points) != labels
    rest = np.delete(wrong, indices)                              # (3) test
    rest_error = float(rest.mean()) if rest.size else 0.0
    return Learned(hypothesis, indices, rest_error, float(wrong.mean()))


def _check_indices(indices, size, n):
    whole = indices.shape == (size,) and indices.dtype.kind in "iu"
    if not whole or not np.isin(indices, np.arange(n)).all():
        require.fail("compress", indices, f"{size} indices from 0 to {n - 1}")


def boxes(dimension):
    """Return the scheme of size 2d for axis-parallel boxes: the bounding box of the positive examples.

    ``compress`` names the positive examples that are least and greatest in each coordinate.  Without positive examples
    it names any, and ``decode``, which sees only negative ones, returns the empty box.
    Statement ``compression-rectangles``.
    """
    dimension = require.integer("dimension", dimension, 1)
    return Scheme(f"boxes in R^{dimension}", 2 * dimension, _extremes, _bounding_box)


def _extremes(points, labels):
    positive = np.flatnonzero(labels > 0)
    if not positive.size:
        return np.zeros(2 * points.shape[1], int)
    rows = points[positive]
    return positive[np.concatenate([rows.argmin(axis=0), rows.argmax(axis=0)])]


def _bounding_box(points, labels):
    positive = points[labels > 0]
    return Rectangle(positive.min(axis=0, initial=math.inf), positive.max(axis=0, initial=-math.inf))


def halfspaces(dimension):
    """Return the scheme of size d for half-spaces through 0: the point nearest to 0 of the hull of the y_i x_i.

    ``compress`` names the examples with a positive weight in that point and repeats them until there are d.  It raises
    ``ValueError`` if the sample is not strictly separable, ``RuntimeError`` if rounding hides how few are needed.
    Statement ``compression-halfspaces-min-norm``.
    """
    dimension = require.integer("dimension", dimension, 1)
    return Scheme(f"half-spaces in R^{dimension}", dimension, _support,
                  lambda points, labels: Halfspace(_nearest(points, labels).point))


def _nearest(points, labels):
    return min_norm_point(labels[:, None] * points)


def _support(points, labels):
    nearest = _nearest(points, labels)
    if nearest.lower <= 0:
        require.fail("labels", labels, "labels that a half-space through 0 separates strictly")
    support = np.flatnonzero(nearest.weights)
    if len(support) > points.shape[1]:
        raise RuntimeError(f"{len(support)} examples carry the nearest point in dimension {points.shape[1]}: rounding")
    return np.resize(support, points.shape[1])


def polynomials(dimension, degree):
    """Return the scheme for signs of polynomials of degree <= r: half-spaces in the space of their monomials.

    Its size is binomial(d + r, r).  With degree 1 these are the half-spaces with an intercept.
    Statement ``compression-polynomials``.

    Examples
    --------
    >>> polynomials(2, 3).size
    10
    """
    size = math.comb(require.integer("dimension", dimension, 1) + require.integer("degree", degree, 1), degree)
    psi = partial(monomial_features, degree=degree)
    return Scheme(f"polynomials of degree {degree} in R^{dimension}", size,
                  lambda points, labels: _support(psi(points), labels),
                  lambda points, labels: Halfspace(_nearest(psi(points), labels).point, psi))


def monomial_features(points, degree):
    """Return every monomial of degree <= r of each row, the constant 1 first: shape (n, binomial(d + r, r)).

    Examples
    --------
    >>> monomial_features([[2.0, 3.0]], 2).tolist()
    [[1.0, 2.0, 3.0, 4.0, 6.0, 9.0]]
    """
    points, degree = require.array("points", points, 2), require.integer("degree", degree, 0)
    chosen = (c for r in range(degree + 1) for c in combinations_with_replacement(range(points.shape[1]), r))
    return np.stack([points[:, c].prod(axis=1) for c in map(list, chosen)], axis=1)


def best_box(points, labels):
    """Return a box, maybe empty, with the least error on the sample: of all whose sides touch positive examples.

    Raises
    ------
    ValueError
        If there are more than a million of them.
    """
    points, labels = _sample(points, labels)
    sides = [[(a, b) for a in column for b in column if a <= b] for column in map(np.unique, points[labels > 0].T)]
    if math.prod(map(len, sides)) > _MOST_BOXES:
        require.fail("points", f"array of shape {points.shape}", f"a sample with at most {_MOST_BOXES} boxes to try")
    empty = Rectangle(np.full(points.shape[1], math.inf), np.full(points.shape[1], -math.inf))
    candidates = [Rectangle(*np.array(corners).T) for corners in product(*sides)] if (labels > 0).any() else []
    return min([empty, *candidates], key=lambda box: (box.predict(points) != labels).sum())


class MinNorm(NamedTuple):
    """The point nearest to 0 in the convex hull of z_1, ..., z_n, and how well this is known.

    Attributes
    ----------
    point : ndarray of shape (d,)
    weights : ndarray of shape (n,)
        Nonnegative, with sum 1: ``point`` is the sum of weights[i] z_i.
    lower : float
        A lower bound on the distance of 0 from the hull: min_i <point, z_i> / ||point||, rounding errors subtracted.
    upper : float
        An upper bound: ||point||, rounding errors added.
    """

    point: np.ndarray
    weights: np.ndarray
    lower: float
    upper: float

    @property
    def gap(self):
        """``upper - lower >= 0``: the duality gap."""
        return self.upper - self.lower


def min_norm_point(points):
    """Return the point of least norm in the convex hull of the rows, with a duality gap (Wolfe 1976).

    Parameters
    ----------
    points : array_like of shape (n, d), finite

    Returns
    -------
    MinNorm
        At most d weights are positive if 0 is not in the hull.

    Raises
    ------
    RuntimeError
        If the gap is larger than 1e-9 of the longest row.

    Notes
    -----
    For every unit vector v, min_i <v, z_i> <= min over the hull of <v, z> <= the distance of 0 from the hull.
    Statement ``compression-halfspaces-min-norm``.

    Examples
    --------
    >>> nearest = min_norm_point([[1.0, 0.0], [0.0, 1.0], [3.0, 3.0]])
    >>> nearest.point.round(9).tolist(), nearest.weights.round(9).tolist(), nearest.gap < 1e-13
    ([0.5, 0.5], [0.5, 0.5, 0.0], True)
    """
    points = require.array("points", points, 2)
    longest = float(np.abs(points).max()) or 1.0
    scaled = points / longest
    weights = np.zeros(len(points))
    corral, weights[corral] = _wolfe(scaled, _affine, 16 * _EPS, 16 * _EPS * points.shape[1])
    point = weights @ scaled
    norm, allowance = math.sqrt(point @ point), 4 * (points.shape[1] + 1) * _EPS * np.linalg.norm(scaled, axis=1).max()
    lower = max(0.0, float((scaled @ point).min()) / norm - allowance) if norm > 0 else 0.0
    if norm + allowance - lower > 1e-9 * math.sqrt(points.shape[1]):
        raise RuntimeError(f"gap {norm + allowance - lower:.1e} of the longest row: the rows are too badly scaled")
    return MinNorm(longest * point, weights, float(longest * lower), float(longest * (norm + allowance)))


def min_norm_point_exact(points):
    """Return (point, weights) of the point of least norm in the convex hull of rational rows, as arrays of fractions.

    Parameters
    ----------
    points : sequence of n rows of d integers or fractions

    Examples
    --------
    >>> point, weights = min_norm_point_exact([[1, 0], [0, 2]])
    >>> print(*point, *weights)
    4/5 2/5 4/5 1/5
    """
    points = rationals("points", points, 2)
    weights = np.array([Fraction(0)] * len(points))
    corral, weights[corral] = _wolfe(points, _affine_exact, 0, 0)
    return weights @ points, weights


def _wolfe(points, affine, tolerance, negligible):
    """Return the rows that carry the nearest point, and their weights; one body for floats and fractions."""
    squares = (points * points).sum(axis=1)
    corral = [int(squares.argmin())]                                        # (1) start at the shortest row
    weights = np.array([points.dtype.type(1) if points.dtype != object else Fraction(1)])
    for _ in range(100 * (len(points) + points.shape[1] + 10)):
        w = weights @ points[corral]
        square, products = w @ w, points @ w
        entering = int(products.argmin())
        slack = square - products[entering]
        optimal = slack * slack <= tolerance ** 2 * square * squares[entering]
        if optimal or square <= negligible ** 2 or entering in corral:
            return corral, weights                                          # (2) no row lies below w: optimal
        corral, weights = [*corral, entering], np.append(weights, 0 * weights[0])
        target = affine(points[corral])                                     # (3) nearest point of the affine hull
        while (target <= tolerance).any():                                  # (4) it left the hull: go as far as the
            leaving = target <= tolerance                                   #     hull does, drop what has no weight
            fall = weights[leaving] - target[leaving]
            shares = weights[leaving] / np.where(fall > 0, fall, 1)
            weights = weights + shares.min() * (target - weights)
            kept = ~leaving
            kept[leaving] = shares > shares.min()
            corral, weights = [i for i, keep in zip(corral, kept) if keep], weights[kept]
            weights = weights / weights.sum()
            target = affine(points[corral])
        weights = target
        if entering not in corral:
            return corral, weights                                          #     nothing gained: rounding errors
    raise RuntimeError("Wolfe's algorithm did not stop: the rows are too badly scaled")


def _affine(rows):
    """Return the weights, with sum 1 and any sign, of the point nearest to 0 in the affine hull of the rows."""
    free = np.linalg.lstsq((rows[1:] - rows[0]).T, -rows[0], rcond=None)[0]
    return np.append(1 - free.sum(), free)


def _affine_exact(rows):
    """As ``_affine``, for affinely independent rows of fractions: the normal equations."""
    sides = rows[1:] - rows[0]
    free = solve(sides @ sides.T, -(sides @ rows[0])) if len(sides) else sides[:, 0]
    return np.append(1 - sum(free, Fraction(0)), free)


def dependence(law):
    """Return the largest |P(a, b) - P(a) P(b)| of a joint law {(a, b): probability}: 0 if and only if independent."""
    first, second = defaultdict(Fraction), defaultdict(Fraction)
    for (a, b), weight in law.items():
        first[a] += weight
        second[b] += weight
    return max(abs(law.get((a, b), 0) - first[a] * second[b]) for a in first for b in second)


def _sample(points, labels):
    """Return the checked sample."""
    points = require.array("points", points, 2)
    return points, require.signs("labels", labels, len(points))
