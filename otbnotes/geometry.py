"""Sets of weight vectors, and the map that takes a vector to the nearest point of each.

A domain is a NamedTuple with a method ``project(w)`` that moves ``w`` *in place*; it is the compiled body of the word
``project`` of ``words.py``.  ``nearest(domain, w)`` is the same map for readers: it checks ``w`` and returns a new array.
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


class Everywhere(NamedTuple):
    """All of R^d: ``project`` leaves every vector where it is."""

    radius: float = math.inf

    def project(self, w):
        pass


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
    domain : Ball, Box, Simplex or Everywhere
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
