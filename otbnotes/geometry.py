"""Sets of weight vectors, and the map that takes a vector to the nearest point of each.

A domain is a NamedTuple with a method ``project(w)`` that moves ``w`` *in place*; it is the compiled body of the word
``project`` of ``words.py``.  ``nearest(domain, w)`` is the same map for readers: it checks ``w`` and returns a new array.
"""

import math
from typing import NamedTuple

from . import require
from .words import inner, project, scale


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


def nearest(domain, w):
    """Return the point of ``domain`` nearest to ``w`` as a new array.

    Parameters
    ----------
    domain : Ball, Sphere or Everywhere
    w : array_like of shape (d,), finite

    Raises
    ------
    ValueError
        If ``w`` is not a finite vector or the radius of the domain is not positive.

    Examples
    --------
    >>> nearest(Ball(5.0), [6.0, 8.0]).tolist(), nearest(Ball(5.0), [0.3, 0.4]).tolist()
    ([3.0, 4.0], [0.3, 0.4])
    """
    check(domain)
    point = require.array("w", w, 1).copy()
    project(domain, point)
    return point


def check(domain):
    """Raise ``ValueError`` if ``domain`` is not a domain of this module with a positive radius."""
    if not hasattr(domain, "project"):
        require.fail("domain", domain, "a domain such as Ball(1.0)")
    if not isinstance(domain, Everywhere):
        require.positive("radius", domain.radius)
