"""Convexity put to the test on finitely many points, subdifferentials, and nearest points.

A *point* is a number or a vector.  Integers and fractions are computed with exactly, if the function keeps them exact;
floats stay floats, and then a small ``tolerance`` is in place.  A test that fails is a proof that the function is not
convex, and shows where; a test that holds says so about these points only.
"""

import math
from fractions import Fraction
from numbers import Rational
from typing import NamedTuple

import numpy as np

from . import require
from .exact import HALF, fraction, fractions
from .kernels import convex_combination


class Verdict(NamedTuple):
    """What a test found.

    Attributes
    ----------
    holds : bool
        Whether ``excess`` is at most the tolerance.
    excess : number
        The largest value, over all the points, of the side that should be smaller minus the other.
    points : tuple
        Where that is: the violating points, if the test fails.
    """

    holds: bool
    excess: object
    points: tuple


class Quotient(NamedTuple):
    """The largest quotient, and the two points between which it is attained."""

    value: object
    points: tuple


# The tests


def segment_test(f, points, weights=(HALF,), strength=0, tolerance=0):
    """Test f(a u + (1 - a) v) <= a f(u) + (1 - a) f(v) - strength/2 a (1 - a) ||u - v||^2 for all pairs of points.

    Statements ``convex-set-function`` and ``strong-convexity-definition``.

    Parameters
    ----------
    f : callable
        From points to finite numbers; it must be defined between the points too.
    points : sequence of at least two numbers, or of vectors of one length
    weights : sequence of numbers in [0, 1], default: 1/2
        The values of a; with 1/2 alone this is midpoint convexity.
    strength : number >= 0
        mu: with mu > 0 this tests mu-strong convexity.
    tolerance : number >= 0

    Returns
    -------
    Verdict
        ``points`` is (u, v, a).

    Examples
    --------
    >>> segment_test(lambda w: w * w, [-1, 0, 3], strength=2)
    Verdict(holds=True, excess=Fraction(0, 1), points=(Fraction(-1, 1), Fraction(0, 1), Fraction(1, 2)))
    >>> segment_test(lambda w: -abs(w), [-1, 1]).holds
    False
    """
    points = _points("points", points, 2)
    weights = _weights(weights, points)
    strength, tolerance = _nonnegative("strength", strength), _nonnegative("tolerance", tolerance)
    values = [_call(f, u) for u in points]

    def excesses():
        for i, u in enumerate(points):
            for v, value in zip(points[i + 1:], values[i + 1:]):
                for a in weights:
                    chord = a * values[i] + (1 - a) * value - strength * a * (1 - a) * _square(u - v) / 2
                    yield _call(f, a * u + (1 - a) * v) - chord, (u, v, a)
    return _worst(excesses(), tolerance)


def subgradient_test(f, subgradient, w, points, strength=0, tolerance=0):
    """Test f(u) >= f(w) + <g, u - w> + strength/2 ||u - w||^2 at all the points u, for one vector g at one point w.

    Returns a ``Verdict`` whose ``points`` is (w, u).  Statements ``subgradient-definition``,
    ``strong-convexity-first-order``.

    Examples
    --------
    >>> subgradient_test(abs, 1, 0, [-2, 3]).holds, subgradient_test(abs, Fraction(5, 4), 0, [-2, 3]).points
    (True, (Fraction(0, 1), Fraction(3, 1)))
    """
    points, (w, g) = _points("points", points, 1), (*_points("w", [w], 1), *_points("subgradient", [subgradient], 1))
    strength, tolerance = _nonnegative("strength", strength), _nonnegative("tolerance", tolerance)
    base = _call(f, w)

    def excesses():
        for u in points:
            yield base + _inner(g, u - w) + strength * _square(u - w) / 2 - _call(f, u), (w, u)
    return _worst(excesses(), tolerance)


def difference_quotient(f, points):
    """Return the largest |f(u) - f(v)| / ||u - v|| over all pairs of points: a lower bound on every Lipschitz constant.

    Exact for numbers; for vectors a float.  Statement ``def-lipschitz``.

    Examples
    --------
    >>> difference_quotient(lambda w: w * w, [0, 1, 3])
    Quotient(value=Fraction(4, 1), points=(Fraction(1, 1), Fraction(3, 1)))
    """
    points = _points("points", points, 2)
    values = [_call(f, u) for u in points]
    found = [Quotient(abs(value - values[j]) / (abs(u - v) if np.ndim(u) == 0 else math.sqrt(_square(u - v))), (u, v))
             for i, (u, value) in enumerate(zip(points, values)) for j, v in enumerate(points[i + 1:], i + 1) if _square(u - v)]
    if not found:
        require.fail("points", points, "at least two different points")
    return max(found, key=lambda one: one.value)


# Subdifferentials


class MaxAffine(NamedTuple):
    """w -> max_i <slopes_i, w> + offsets_i, in fractions; made by ``max_affine``."""

    slopes: tuple
    offsets: tuple

    def __call__(self, w):
        return max(self._pieces(w))

    def active(self, w):
        """Return the indices of all the pieces that attain the maximum at w."""
        pieces = self._pieces(w)
        return [i for i, piece in enumerate(pieces) if piece == max(pieces)]

    def subdifferential(self, w):
        """Return the vertices of the subdifferential at w, the convex hull of the slopes of the active pieces.

        Statement ``subgradient-of-max``.
        """
        return extreme_points([self.slopes[i] for i in self.active(w)])

    def interval(self, w, left=-math.inf, right=math.inf):
        """Return the ends of the subdifferential at w relative to the interval [left, right], in one dimension.

        At an end of the interval it is unbounded: every slope that is steep enough the other way qualifies there.
        Statements ``subgradient-differentiable`` and ``lipschitz-subgradient-equivalence``.
        """
        if len(self.slopes[0]) != 1 or not left <= w <= right or left == right:
            require.fail("w", w, f"a number from left = {left} to right = {right} > left, and one-dimensional slopes")
        slopes = [slope for slope, in self.subdifferential(w)]
        return (-math.inf if w == left else min(slopes)), (math.inf if w == right else max(slopes))

    def _pieces(self, w):
        w = [fraction("w", entry) for entry in np.atleast_1d(np.asarray(w, dtype=object))]
        if len(w) != len(self.slopes[0]):
            require.fail("w", f"{len(w)} entries", f"{len(self.slopes[0])}, as many as a slope has")
        return [sum(s * x for s, x in zip(slope, w)) + b for slope, b in zip(self.slopes, self.offsets)]


def max_affine(slopes, offsets):
    """Return the function w -> max_i <slopes_i, w> + offsets_i as a ``MaxAffine``, which computes in fractions.

    Statements ``convex-max-of-affine`` and ``subgradient-of-max``.

    Parameters
    ----------
    slopes : sequence of numbers (in one dimension) or of vectors of one length; int, Fraction or float
    offsets : sequence of as many numbers

    Examples
    --------
    >>> f = max_affine([-1, 0, 1], [0, 0, 0])
    >>> f(-3), f.active(0), f.interval(0), f.interval(2)
    (Fraction(3, 1), [0, 1, 2], (Fraction(-1, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(1, 1)))
    """
    rows = [np.atleast_1d(np.asarray(slope, dtype=object)) for slope in slopes]
    shapes = {row.shape for row in rows}
    if len(shapes) != 1 or rows[0].ndim != 1 or not rows[0].size or len(offsets) != len(rows):
        require.fail("slopes and offsets", (slopes, offsets), "as many offsets as slopes, all slopes of one length")
    return MaxAffine(tuple(tuple(fraction("slopes", entry) for entry in row) for row in rows),
                     tuple(fraction("offsets", offset) for offset in offsets))


def extreme_points(points):
    """Return the vertices of the convex hull of finitely many vectors, in their order, in exact arithmetic.

    Examples
    --------
    >>> [tuple(map(int, v)) for v in extreme_points([(0, 0), (1, 1), (2, 2), (0, 2), (0, 0)])]
    [(0, 0), (2, 2), (0, 2)]
    """
    points = list(dict.fromkeys(tuple(fraction("points", entry) for entry in point) for point in points))
    if not points:
        require.fail("points", points, "at least one vector")
    return [p for p in points if len(points) == 1 or convex_combination(p, [q for q in points if q != p]) is None]


# Projections


def nearest_in_box(w, low, high):
    """Return the point of the box {u : low <= u_j <= high} nearest to the vector w, in fractions."""
    low, high = fraction("low", low), fraction("high", high)
    if low > high:
        require.fail("high", str(high), f"a number >= low = {low}")
    return np.array([min(max(entry, low), high) for entry in fractions("w", w, 1)], dtype=object)


def nearest_in_halfspace(w, normal, offset):
    """Return the point of {u : <normal, u> <= offset} nearest to w, in fractions.

    Examples
    --------
    >>> nearest_in_halfspace([3, 1], [1, 1], 2).tolist()
    [Fraction(2, 1), Fraction(0, 1)]
    """
    w, normal = fractions("w", w, 1), fractions("normal", normal, 1)
    if len(w) != len(normal) or not any(normal):
        names = [str(n) for n in normal]
        require.fail("normal", names, f"a vector with {len(w)} entries, not 0")
    beyond = max(normal @ w - fraction("offset", offset), Fraction(0))
    return w - beyond / (normal @ normal) * normal


# Numbers and points


def _number(name, entry):
    """Return a fraction, if the number is rational, or else a finite float."""
    return Fraction(entry) if isinstance(entry, Rational) else require.number(name, entry)


def _nonnegative(name, entry):
    number = _number(name, entry)
    if number < 0:
        require.fail(name, entry, "a finite number >= 0")
    return number


def _points(name, points, at_least):
    """Return a list of numbers, or of vectors of one length: fractions throughout, or floats throughout."""
    points = list(points)
    shapes = {np.shape(point) for point in points}
    if len(points) < at_least or len(shapes) != 1 or len(shape := shapes.pop()) > 1 or shape == (0,):
        require.fail(name, points, f"{at_least} or more numbers, or vectors of one length")
    entries = [[_number(name, entry) for entry in np.asarray(point, dtype=object).ravel()] for point in points]
    exact = all(isinstance(entry, Fraction) for row in entries for entry in row)
    if not shape:
        return [entry if exact else float(entry) for entry, in entries]
    return [np.array(row, dtype=object if exact else float) for row in entries]


def _weights(weights, points):
    """Return weights in [0, 1]: floats between points that are floats."""
    weights = [_nonnegative("weights", weight) for weight in weights]
    if not weights or max(weights) > 1:
        require.fail("weights", weights, "numbers in [0, 1]")
    return weights if np.ravel(points[0]).dtype == object else [float(weight) for weight in weights]


def _call(f, point):
    value = f(point)
    return _number("f(w)", value.item() if isinstance(value, np.ndarray) and value.size == 1 else value)


def _inner(u, v):
    return u @ v if np.ndim(u) else u * v


def _square(u):
    return _inner(u, u)


def _worst(excesses, tolerance):
    """Return the verdict on all the (excess, points): the largest excess speaks."""
    excess, points = max(excesses, key=lambda found: found[0])
    return Verdict(bool(excess <= tolerance), excess, points)
