"""Worst cases of regret in general: a game on which the leader fails."""

import numpy as np

from .. import require
from ..losses import Linear
from ..streams import Game


def switching(rounds):
    """Slopes -1/2, 1, -1, 1, ... on [-1, 1]: the leader is always wrong (statement ``ftl-fails``).

    Examples
    --------
    >>> switching(4).labels.tolist()
    [-0.5, 1.0, -1.0, 1.0]
    """
    slopes = np.resize([-1.0, 1.0], require.integer("rounds", rounds, 1))
    slopes[0] = -0.5
    return Game("switching slopes", Linear(), np.ones((rounds, 1)), slopes)
