"""The worst case of the Perceptron."""

import numpy as np

from .. import require
from ..losses import Hinge
from ..streams import Game


def axes(labels, length=1.0):
    """Each example is a new axis: the Perceptron errs on all (statements ``perceptron-mistake-bound``,
    ``perceptron-compression``).

    The unit vector labels / sqrt(T) has the margin length / sqrt(T); all numbers of a run are whole if the length is.

    Examples
    --------
    >>> game, u = axes([1, -1, 1, 1])
    >>> (game.labels * (game.features @ u)).tolist()
    [0.5, 0.5, 0.5, 0.5]
    """
    labels = require.signs("labels", labels)
    features = require.positive("length", length) * np.eye(len(labels))
    return Game("axes", Hinge(), features, labels), labels / np.sqrt(len(labels))
