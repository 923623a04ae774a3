"""The Perceptron as a compression: a few examples, in order, from which one pass recovers its vector."""

import numpy as np

from . import require
from .losses import Hinge
from .online import batch_perceptron, perceptron
from .streams import Game


def compress(game, size, rule="cycle"):
    """Return the rows of ``size`` examples, in order and with repetitions, from which ``decode`` recovers the
    Perceptron.

    The rows are those of the updates; the last example fills up the rest: no update is made on it, because it is right
    then.  Statement ``perceptron-compression``.

    Parameters
    ----------
    game : Game
        Its labels are -1 and +1.
    size : int >= 1
        ``bounds.margin_size`` is enough, if the sample has that margin and the features have length at most 1.
    rule : see ``batch_perceptron``

    Returns
    -------
    ndarray of int, shape (size,)

    Raises
    ------
    ValueError
        If the Perceptron makes more than ``size`` updates.

    Examples
    --------
    >>> game = Game("two axes", Hinge(), [[1.0, 0.0], [0.0, 1.0]], [1, -1])
    >>> rows = compress(game, size=3)
    >>> rows.tolist(), decode(game.features[rows], game.labels[rows]).tolist()
    ([0, 1, 1], [1.0, -1.0])
    """
    size = require.integer("size", size, 1)
    try:
        updates = batch_perceptron(game, rule, max_updates=size).updates
    except RuntimeError as error:
        raise ValueError(f"size = {size}: expected a size for all updates, but {error}") from None
    return np.append(updates, np.full(size - len(updates), game.rounds - 1))


def decode(features, labels):
    """Return the vector after one pass of the Perceptron over these examples.

    Statement ``perceptron-compression``.
    """
    return perceptron(Game("compressed", Hinge(), features, labels)).w
