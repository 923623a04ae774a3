"""Sets of weight vectors, the map that takes a vector to the nearest point of each, and the entropic mirror map.

A domain is a NamedTuple with a method ``project(w)`` that moves ``w`` *in place*; it is the compiled body of the word
``project`` of ``words.py``.  ``nearest(domain, w)`` is the same map for readers: it checks ``w`` and returns a new array.

A mirror map is a NamedTuple with three methods: a convex ``potential(w)``, its ``gradient(w)``, and its divergence
``divergence(u, w)`` = potential(u) - potential(w) - <gradient(w), u - w>, what mirror descent takes for the distance.
"""

import math
from typing import NamedTuple

import numpy as np

from . import require
from .words import inner, project, scale, write


class Ball(NamedTuple):
    """The ball {u : ||u|| <= radius}.

    ``project`` solves  minimise ||u - w||  subject to  ||u|| <= radius,  whose solution is  w min(1, radius / ||w||).
    Statement: ``ball-projection``.
    """

    radius: float

    def project(self, w):
        norm = math.sqrt(inner(w, w))
        if norm > self.radius:
            scale(w, self.radius / norm)


class Sphere(NamedTuple):
    """The sphere {u : ||u|| = radius}: the map w radius / ||w|| that the sources print for the ball.

    The sphere is not convex, and the map is undefined at 0 (there ``project`` leaves w alone).
    """

    radius: float

    def project(self, w):
        norm = math.sqrt(inner(w, w))
        if norm > 0.0:
            scale(w, self.radius / norm)


class Everywhere(NamedTuple):
    """All of R^d: ``project`` leaves every vector where it is."""

    radius: float = math.inf

    def project(self, w):
        pass


class NonnegativeBall(NamedTuple):
    """The part {u : u >= 0, ||u|| <= radius} of the ball.

    ``project`` solves  minimise ||u - w||  subject to  u >= 0 and ||u|| <= radius:  first the negative entries
    become 0, then the vector is shortened to the radius.
    """

    radius: float

    def project(self, w):
        write(w, np.maximum(w, 0.0))
        norm = math.sqrt(inner(w, w))
        if norm > self.radius:
            scale(w, self.radius / norm)


class Box(NamedTuple):
    """The box {u : low <= u_j <= high for every j}.

    ``project`` solves  minimise ||u - w||  subject to  low <= u_j <= high,  one entry at a time.  The radius of a box
    depends on the dimension, so the field-like ``radius`` is infinite: no step is tuned to a box by itself.
    """

    low: float
    high: float
    radius = math.inf

    def project(self, w):
        write(w, np.minimum(np.maximum(w, self.low), self.high))


class Simplex(NamedTuple):
    """The simplex {u : u >= 0, sum_j u_j = radius}; with radius 1 the probability vectors.

    ``project`` solves  minimise ||u - w||  subject to  u >= 0 and sum_j u_j = radius,  whose solution is
    u_j = max(0, w_j - theta).  With the entries sorted, w_(1) >= w_(2) >= ..., the number k of positive u_j is the
    largest with  k w_(k) > w_(1) + ... + w_(k) - radius,  and  theta = (w_(1) + ... + w_(k) - radius) / k.
    Statement: ``def-simplex-class``.
    """

    radius: float = 1.0

    def project(self, w):
        w -= w.max()                                                   # a common shift changes nothing but the rounding
        largest_first = -np.sort(-w)
        excess = np.cumsum(largest_first) - self.radius
        k = np.count_nonzero(largest_first * np.arange(1, w.size + 1) > excess)
        write(w, np.maximum(w - excess[k - 1] / k, 0.0))


def nearest(domain, w):
    """Return the point of ``domain`` nearest to ``w`` as a new array.

    Parameters
    ----------
    domain : Ball, NonnegativeBall, Box, Simplex, Sphere or Everywhere
    w : array_like of shape (d,), finite

    Examples
    --------
    >>> nearest(Ball(5.0), [6.0, 8.0]).tolist(), nearest(Ball(5.0), [0.3, 0.4]).tolist()
    ([3.0, 4.0], [0.3, 0.4])
    >>> nearest(Simplex(), [1.0, 0.5, -2.0]).tolist()
    [0.75, 0.25, 0.0]
    """
    check(domain)
    point = require.array("w", w, 1).copy()
    project(domain, point)
    return point


def check(domain):
    """Raise ``ValueError`` if ``domain`` is not a domain of this module with a positive radius, or is an empty box."""
    if not hasattr(domain, "project"):
        require.fail("domain", domain, "a domain such as Ball(1.0)")
    if isinstance(domain, Box):
        if require.number("low", domain.low) >= require.number("high", domain.high):
            require.fail("high", domain.high, f"a number > low = {domain.low}")
    elif not isinstance(domain, Everywhere):
        require.positive("radius", domain.radius)


class Entropic(NamedTuple):
    """sum_j w_j ln w_j for w >= 0, whose divergence is sum_j u_j ln(u_j / w_j) - u_j + w_j: KL(u || w) on the simplex.

    Here 0 ln 0 = 0, and the divergence is infinite where u_j > 0 = w_j; the gradient 1 + ln w needs w > 0.
    Statement: ``kl-uniform``.

    Examples
    --------
    >>> round(Entropic().divergence([1.0, 0.0], [0.5, 0.5]), 6)
    0.693147
    """

    def potential(self, w):
        w = _at_least_zero("w", w)
        return float(_x_log(w, w).sum())

    def gradient(self, w):
        vector = _at_least_zero("w", w)
        if not vector.all():
            require.fail("w", w, "entries > 0")
        return 1.0 + np.log(vector)

    def divergence(self, u, w):
        u, w = _two("u", u, "w", w)
        _at_least_zero("u", u), _at_least_zero("w", w)
        if ((u > 0) & (w == 0)).any():
            return math.inf
        return max(0.0, float((_x_log(u, u) - _x_log(u, w) - u + w).sum()))


def _x_log(x, w):
    """Return x ln w, entry by entry, with 0 ln w = 0."""
    return x * np.log(np.where(x > 0, w, 1.0))


def _at_least_zero(name, value):
    """Return ``value`` as a vector of numbers >= 0."""
    vector = require.array(name, value, 1)
    if vector.min() < 0:
        require.fail(name, value, "a vector of numbers >= 0")
    return vector


def _two(first, u, second, w):
    """Return two vectors of one length."""
    u, w = require.array(first, u, 1), require.array(second, w, 1)
    if len(u) != len(w):
        require.fail(first, f"{len(u)} entries", f"{len(w)} entries, as many as {second} has")
    return u, w
