"""Convexity put to the test on finitely many points, subdifferentials, and the inequality of projections.

A *point* is a number or a vector.  Integers and fractions are computed with exactly, if the function keeps them exact;
floats stay floats, and then a small ``tolerance`` is in place.  A test that fails is a proof that the function is not
convex, and
shows where; a test that holds says so about these points only.
"""

import math
from fractions import Fraction
from numbers import Rational
from typing import NamedTuple

import numpy as np

from . import require
from .exact import HALF, fraction, fractions, identity
from .kernels import convex_combination, ldl


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
    """An extreme quotient, and the two points between which it is attained."""

    value: object
    points: tuple


# The tests


def segment_test(f, points, weights=(HALF,), strength=0, tolerance=0):
    """Test f(a u + (1 - a) v) <= a f(u) + (1 - a) f(v) - strength/2 a (1 - a) ||u - v||^2 for all pairs of points.

    Statements ``convex-set-function`` and ``strong-convexity-definition``.

    Parameters
    ----------
    f : callable
        From points to numbers; it must be defined between the points too.
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

    Raises
    ------
    ValueError
        If an argument is not as described, or ``f`` returns what is no finite number.

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
    return _worst(_below_tangent(f, g, w, points, strength), tolerance)


def first_order_test(f, gradient, points, strength=0, tolerance=0):
    """Test f(u) >= f(w) + <gradient(w), u - w> + strength/2 ||u - w||^2 for all pairs of points.

    Parameters as in ``segment_test``, and ``gradient``, a callable that returns a gradient or a subgradient at a point.
    Returns a ``Verdict`` whose ``points`` is (w, u).  Statements ``gradient-lower-bound``, ``convex-first-order-test``,
    ``strong-convexity-first-order``.

    Examples
    --------
    >>> first_order_test(lambda w: w ** 3, lambda w: 3 * w * w, [-1, 0, 1])
    Verdict(holds=False, excess=Fraction(4, 1), points=(Fraction(-1, 1), Fraction(1, 1)))
    """
    points = _points("points", points, 2)
    strength, tolerance = _nonnegative("strength", strength), _nonnegative("tolerance", tolerance)
    return _worst((found for w in points for found in
                   _below_tangent(f, _points("gradient", [gradient(w)], 1)[0], w, points, strength)), tolerance)


def _below_tangent(f, g, w, points, strength):
    base = _call(f, w)
    for u in points:
        yield base + _inner(g, u - w) + strength * _square(u - w) / 2 - _call(f, u), (w, u)


def hessian_test(hessian, points, strength=0, tolerance=0):
    """Test that the Hessian at every point is at least ``strength`` times the identity, in exact arithmetic.

    Statement ``convex-hessian-test``.  It proves convexity only on a *convex* set where it holds everywhere.

    Parameters
    ----------
    hessian : callable
        From points to symmetric matrices, or to numbers in one dimension.
    points, strength, tolerance
        As in ``segment_test``; one point is enough.

    Returns
    -------
    Verdict
        ``points`` is (w, direction).  The excess is strength - d'Hd / d'd in the direction d found, or 0 where there is
        none.

    Raises
    ------
    ValueError
        If an argument is not as described, or a Hessian is not symmetric and finite.

    Examples
    --------
    >>> verdict = hessian_test(lambda w: [[2, 0], [0, Fraction(-1, 50)]], [[0, 0]])
    >>> verdict.holds, verdict.excess
    (False, Fraction(1, 50))
    """
    strength, tolerance = _nonnegative("strength", strength), _nonnegative("tolerance", tolerance)

    def excesses():
        for w in _points("points", points, 1):
            matrix = hessian(w)
            matrix = np.array([[matrix]] if np.ndim(matrix) == 0 else matrix, dtype=object)
            direction = ldl(_minus(matrix, strength - tolerance)).direction
            if direction is None:
                yield 0, (w, None)
            else:
                yield strength - direction @ (matrix @ direction) / (direction @ direction), (w, direction)
    return _worst(excesses(), tolerance)


def _minus(matrix, number):
    """Return matrix - number I in fractions."""
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        require.fail("hessian", f"array of shape {matrix.shape}", "a callable that returns square matrices")
    return fractions("hessian", matrix, 2) - fraction("strength", number) * identity(len(matrix))


def jensen(f, points, weights):
    """Return f(sum_i p_i w_i) and sum_i p_i f(w_i), the two sides of Jensen's inequality (statement
    ``convex-set-function``).

    Examples
    --------
    >>> jensen(lambda w: w * w, [0, 3, 6], [Fraction(1, 3)] * 3)
    (Fraction(9, 1), Fraction(15, 1))
    """
    points = _points("points", points, 1)
    weights = [_nonnegative("weights", weight) for weight in weights]
    if len(weights) != len(points) or abs(sum(weights) - 1) > 1e-12:
        require.fail("weights", weights, f"{len(points)} numbers >= 0 that add up to 1")
    if not _is_exact(points[0]):
        weights = [float(weight) for weight in weights]
    return _call(f, sum(p * w for p, w in zip(weights, points))), sum(p * _call(f, w) for p, w in zip(weights, points))


def difference_quotient(f, points):
    """Return the largest |f(u) - f(v)| / ||u - v|| over all pairs of points: a lower bound on every Lipschitz constant.

    Exact for numbers; for vectors a float.  Statement ``def-lipschitz``.

    Examples
    --------
    >>> difference_quotient(lambda w: w * w, [0, 1, 3])
    Quotient(value=Fraction(4, 1), points=(Fraction(1, 1), Fraction(3, 1)))
    """
    def quotients(u, v, rise):
        return abs(rise) / (abs(u - v) if np.ndim(u) == 0 else math.sqrt(_square(u - v)))
    return _extreme(f, points, quotients, max)


def strong_convexity(f, points):
    """Return the largest mu that the midpoints of all pairs of the points allow:

        f((u + v)/2) <= (f(u) + f(v))/2 - mu/8 ||u - v||^2.

    No function with these values is strongly convex with more; if it is negative, the function
    is not convex.  Exact where ``f`` is.  Statement ``strong-convexity-definition``.

    Examples
    --------
    >>> strong_convexity(lambda w: 3 * w * w, [-1, 0, 2]).value
    Fraction(6, 1)
    """
    half = HALF if _is_exact(_points("points", points, 2)[0]) else 0.5

    def moduli(u, v, _):
        return 4 * (_call(f, u) + _call(f, v) - 2 * _call(f, half * u + half * v)) / _square(u - v)
    return _extreme(f, points, moduli, min)


def _extreme(f, points, quotient, choose):
    """Return the extreme of quotient(u, v, f(u) - f(v)) over all pairs of different points."""
    points = _points("points", points, 2)
    values = [_call(f, u) for u in points]
    found = [Quotient(quotient(u, v, values[i] - value), (u, v)) for i, u in enumerate(points)
             for v, value in zip(points[i + 1:], values[i + 1:]) if _square(u - v)]
    if not found:
        require.fail("points", points, "at least two different points")
    return choose(found, key=lambda one: one.value)


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
    """Return the function w -> max_i <slopes_i, w> + offsets_i.

    Statements ``convex-max-of-affine`` and ``subgradient-of-max``.

    Parameters
    ----------
    slopes : sequence of numbers (in one dimension) or of vectors of one length; int, Fraction or float
    offsets : sequence of as many numbers

    Returns
    -------
    MaxAffine
        A callable with ``active``, ``subdifferential`` and ``interval``, in exact arithmetic.

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


def hinge_subdifferential(w, x, y):
    """Return the vertices of the subdifferential of max(0, 1 - y <w, x>) at w: one, or two.

    Parameters
    ----------
    w, x : vectors of one length, of int, Fraction or float
    y : -1 or +1

    Returns
    -------
    list of tuple of Fraction

    Raises
    ------
    ValueError
        If the lengths disagree, a number is not finite, or the label is not a sign.

    Notes
    -----
    Statement ``hinge-subdifferential``.

    Examples
    --------
    >>> [tuple(map(int, v)) for v in hinge_subdifferential([1, 0], [1, 2], 1)]
    [(0, 0), (-1, -2)]
    """
    require.signs("y", [y])
    x = [fraction("x", entry) for entry in x]
    pieces = max_affine([[0] * len(x), [-int(y) * entry for entry in x]], [0, 1])
    return pieces.subdifferential(w)


# Losses as functions of the margin s = y <w, x>


def zero_one_of_margin(margin):
    """Return 1 if the margin is at most 0, a tie counts as an error, else 0 (statement ``surrogate-hinge-bound``)."""
    return int(_number("margin", margin) <= 0)


def logistic_derivatives(margin):
    """Return ln(1 + e^-s) and its first three derivatives, for one margin s of any size.

    The first lies in (-1, 0), the second in (0, 1/4], and the third is at most the second (statement
    ``logistic-loss``).

    Examples
    --------
    >>> logistic_derivatives(0.0)[1:]
    (-0.5, 0.25, -0.0)
    """
    s = require.number("margin", margin)
    small = math.exp(-abs(s))                                      # p = 1/(1 + e^s), q = 1 - p
    p, q = ((small, 1.0) if s > 0 else (1.0, small))
    p, q = p / (1.0 + small), q / (1.0 + small)
    return max(-s, 0.0) + math.log1p(small), -p, p * q, -p * q * math.tanh(s / 2)


# Projections


class Projection(NamedTuple):
    """The numbers in the statement ``projection-lemma``, for w, a point v, and u.

    ||w - u||^2, ||w - v||^2, ||v - u||^2 and <w - v, u - v>; for the point v of a closed convex set nearest to w, and u
    in
    that set, the last is at most 0, and before >= moved + after.
    """

    before: object
    moved: object
    after: object
    angle: object


def projection_terms(w, v, u):
    """Return the ``Projection`` of three points, exact where they are.

    Examples
    --------
    >>> before, moved, after, angle = projection_terms([2, 3], [1, 1], [0, 1])
    >>> before >= moved + after, before - moved - after + 2 * angle
    (True, Fraction(0, 1))
    """
    w, v, u = _points("w, v, u", [w, v, u], 3)
    return Projection(_square(w - u), _square(w - v), _square(v - u), _inner(w - v, u - v))


def nearest_in_box(w, low, high):
    """Return the point of the box {u : low <= u_j <= high} nearest to the vector w, in fractions.

    Examples
    --------
    >>> nearest_in_box([3, Fraction(1, 2)], 0, 1).tolist()
    [Fraction(1, 1), Fraction(1, 2)]
    """
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


def _is_exact(point):
    return isinstance(point, Fraction) or isinstance(point, np.ndarray) and point.dtype == object


def _weights(weights, points):
    """Return weights in [0, 1]: floats between points that are floats."""
    weights = [_nonnegative("weights", weight) for weight in weights]
    if not weights or max(weights) > 1:
        require.fail("weights", weights, "numbers in [0, 1]")
    return weights if _is_exact(points[0]) else [float(weight) for weight in weights]


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
