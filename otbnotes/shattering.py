"""How many mistakes a finite class forces, and with which margin half-spaces shatter points."""

import itertools
from functools import cache

import numpy as np

from . import require
from .losses import Hinge
from .margin import margin
from .nets import as_system
from .streams import Game


def littlestone_dimension(system):
    """Return how many mistakes the best deterministic learner can be forced to make if a concept of the system is right.

    Statement ``mistakes-ge-vcdim``; it is at least ``vc_dimension``, and exactly: a point splits the class in two, and
    1 + the lesser of both numbers is the best over all points.

    Examples
    --------
    >>> from otbnotes.nets import thresholds
    >>> littlestone_dimension(thresholds(7)), littlestone_dimension(thresholds(15))
    (3, 4)
    """
    system = np.unique(as_system(system), axis=0)
    plus = [sum(1 << row for row in np.flatnonzero(column).tolist()) for column in system.T]

    @cache
    def forced(rows):
        most = 0
        for column in plus:
            one, other = rows & column, rows & ~column
            if one and other and min(one.bit_count(), other.bit_count()) >= 2 ** most:
                most = max(most, 1 + min(forced(one), forced(other)))
        return most

    return forced((1 << len(system)) - 1)


def shattering_margin(points):
    """Return the least margin over all labels of the points, and those labels: with it the points are shattered.

    Statement ``margin-vc-bound``; 2^(D-1) margins are computed, for D <= 16 points of shape (D, d).  Errors as in
    ``margin``.

    Examples
    --------
    >>> round(shattering_margin(np.eye(4))[0], 12)
    0.5
    """
    points = require.array("points", points, 2)
    if len(points) > 16:
        require.fail("points", f"{len(points)} points", "at most 16 points")
    labelings = ((1.0, *rest) for rest in itertools.product([-1.0, 1.0], repeat=len(points) - 1))
    found = ((margin(Game("labelled", Hinge(), points, labels)).value, labels) for labels in labelings)
    return min(found, key=lambda pair: pair[0])
