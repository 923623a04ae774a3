"""With which margin half-spaces shatter points."""

import itertools

import numpy as np

from . import require
from .losses import Hinge
from .margin import margin
from .streams import Game


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
