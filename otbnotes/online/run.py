"""What an online algorithm leaves behind, and what it asks of its arguments."""

from typing import NamedTuple

import numpy as np

from .. import require


class Run(NamedTuple):
    """What an algorithm did.

    Attributes
    ----------
    weights : ndarray of shape (T + 1, d)
        Row t is the vector *used* in round t + 1; the last row was never played.  Of a run without its trajectory only the
        last row is there.
    losses : ndarray of shape (T,)
        The loss suffered in each round.
    """

    weights: np.ndarray
    losses: np.ndarray

    @property
    def loss(self):
        """The cumulative loss."""
        return float(self.losses.sum())

    @property
    def mean(self):
        """The mean of the vectors that were played; the last row does not count."""
        if len(self.weights) == 1:
            require.fail("trajectory", False, "True: the mean needs every vector")
        return self.weights[:-1].mean(axis=0)


def in_rounds(path, mistakes, rounds):
    """Return the vector used in each round and the last one, (T + 1, d), of the vectors after 0, 1, ..., M mistakes."""
    return path[np.searchsorted(mistakes, np.arange(rounds + 1))]


def one_per_round(step, rounds):
    """Return the steps of all rounds."""
    if require.rectangular(step).ndim == 0:
        return np.full(rounds, require.positive("step", step))
    steps = require.array("step", step, 1)
    if len(steps) != rounds or steps.min() <= 0:
        require.fail("step", step, f"a number > 0, or {rounds} of them, one per round")
    return steps


def vector(name, value, game):
    """Return ``value`` as a vector of the dimension of the game."""
    vector = require.array(name, value, 1)
    if len(vector) != game.dimension:
        require.fail(name, value, f"a vector with {game.dimension} entries")
    return vector


def distribution(name, value, game):
    """Return ``value`` as a new probability vector of the dimension of the game; None is the uniform one."""
    if value is None:
        return np.full(game.dimension, 1 / game.dimension)
    weights = vector(name, value, game).copy()
    if weights.min() < 0 or abs(weights.sum() - 1) > 1e-9:
        require.fail(name, value, "a probability vector: numbers >= 0 that add up to 1")
    return weights
