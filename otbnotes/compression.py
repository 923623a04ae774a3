"""Compression schemes: hypotheses that a few examples of the sample determine.

A scheme is a pair.  ``compress`` looks at the whole sample and names k examples; ``decode`` sees these k examples only,
in the order in which they were named, and returns a hypothesis.  The examples that were not named never met the
hypothesis: they are its test set.

A hypothesis has a method ``predict(points)``; the prediction 0 is an error under either label.
"""

import math
from fractions import Fraction
from typing import Callable, NamedTuple

import numpy as np

from . import require
from .exact import rationals, solve

_EPS = np.finfo(float).eps


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


def learn(scheme, points, labels):
    """Compress a sample, decode what is left, and test the result on the rest.

    The learning rule A of statements ``compression-bound-agnostic`` and ``compression-bound-realizable``.

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
    """
    points = require.array("points", points, 2)
    labels = require.signs("labels", labels, len(points))
    indices = np.asarray(scheme.compress(points, labels))         # (1) keep k
    whole = indices.shape == (scheme.size,) and indices.dtype.kind in "iu"
    if not whole or not np.isin(indices, np.arange(len(labels))).all():
        require.fail("compress", indices, f"{scheme.size} indices from 0 to {len(labels) - 1}")
    hypothesis = scheme.decode(points[indices], labels[indices])  # (2) decode
    wrong = hypothesis.predict(points) != labels
    rest = np.delete(wrong, indices)                              # (3) test
    rest_error = float(rest.mean()) if rest.size else 0.0
    return Learned(hypothesis, indices, rest_error, float(wrong.mean()))


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
    >>> nearest.point.round(9).tolist(), nearest.weights.round(9).tolist(), nearest.upper - nearest.lower < 1e-13
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
