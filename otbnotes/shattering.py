"""Finite classes: how many points they shatter, how many mistakes they force, and with which margin points are
shattered.

A class is a table with one row per hypothesis and one column per point; the entries are -1 and +1.
"""

import itertools
from functools import cache

import numpy as np

from . import require
from .losses import Hinge
from .margin import margin
from .streams import Game


def _table(table):
    table = require.array("table", table, 2, "a non-empty table of -1 and +1, a row per hypothesis")
    if not np.isin(table, (-1.0, 1.0)).all():
        require.fail("table", table, "a non-empty table of -1 and +1, a row per hypothesis")
    return np.unique(table, axis=0)


def thresholds(points):
    """Return the table of all thresholds on ordered points: row j is +1 on the first j of them.

    Examples
    --------
    >>> thresholds(2).tolist()
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0]]
    """
    points = require.integer("points", points, 1)
    return 2.0 * np.tri(points + 1, points, -1) - 1.0


def vc_dimension(table):
    """Return the largest number of points on which the rows of the table show every pattern.

    Examples
    --------
    >>> vc_dimension(thresholds(7)), vc_dimension(list(itertools.product([-1, 1], repeat=3)))
    (1, 3)
    """
    table, size = _table(table), 0
    while 2 ** (size + 1) <= len(table) and any(
            len(np.unique(table[:, columns], axis=0)) == 2 ** (size + 1)
            for columns in itertools.combinations(range(table.shape[1]), size + 1)):
        size += 1
    return size


def littlestone_dimension(table):
    """Return how many mistakes the best deterministic learner can be forced to make if a row of the table is right.

    Statement ``mistakes-ge-vcdim``; it is at least ``vc_dimension``, and exactly: a point splits the class in two, and
    1 + the lesser of both numbers is the best over all points.

    Examples
    --------
    >>> littlestone_dimension(thresholds(7)), littlestone_dimension(thresholds(15))
    (3, 4)
    """
    table = _table(table)
    plus = [sum(1 << row for row in np.flatnonzero(column > 0).tolist()) for column in table.T]

    @cache
    def forced(rows):
        most = 0
        for column in plus:
            one, other = rows & column, rows & ~column
            if one and other and min(one.bit_count(), other.bit_count()) >= 2 ** most:
                most = max(most, 1 + min(forced(one), forced(other)))
        return most

    return forced((1 << len(table)) - 1)


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
