"""Worst cases of regret in general: games on which the leader fails, and an adversary whom no learner escapes."""

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


def orthogonal_adversary(learner, rounds, dimension, radius=1.0):
    """Answer every point with a unit gradient orthogonal to the sum of those before, and not in the learner's favour.

    The learner's loss is never negative, and the sum of the gradients has length sqrt(T): no learner on the ball of
    this radius regrets less than B sqrt(T).  Statement ``regret-zero-sum-game``, with G = 1.

    Parameters
    ----------
    learner : callable
        Takes the array of shape (t, d) of the gradients so far and returns a vector of the ball.
    rounds : int >= 1
    dimension : int >= 2
    radius : float > 0

    Returns
    -------
    game : Game
        With linear loss and labels 1.
    comparator : ndarray of shape (d,)
        The best vector of the ball.
    loss : float
        What the learner suffered.

    Examples
    --------
    >>> game, u, loss = orthogonal_adversary(lambda past: np.array([0.6, 0.8]), 4, 2)
    >>> bool(loss >= 0), round(game.total(u), 9)
    (True, -2.0)
    """
    T, d, loss = require.integer("rounds", rounds, 1), require.integer("dimension", dimension, 2), 0.0
    gradients, radius = np.zeros((T, d)), require.positive("radius", radius)
    for t in range(T):
        w, total = require.array("learner(past)", learner(gradients[:t].copy()), 1), gradients[:t].sum(axis=0)
        if len(w) != d or np.linalg.norm(w) > radius * (1 + 1e-9):
            require.fail("learner(past)", w, f"a vector with {d} entries in the ball of radius {radius}")
        gradients[t] = _orthogonal(w, total)
        loss += float(gradients[t] @ w)
    total = gradients.sum(axis=0)
    return Game("orthogonal adversary", Linear(), gradients, np.ones(T)), -radius * total / np.linalg.norm(total), loss


def _orthogonal(w, total):
    """Return a unit vector g with <g, total> = 0 and <g, w> as large as possible, so at least 0."""
    basis = np.eye(len(w))
    if total.any():
        axis = total / np.linalg.norm(total)
        basis -= np.outer(axis, axis)
    g = basis @ w
    if np.linalg.norm(g) <= 1e-9 * np.linalg.norm(w) or not w.any():
        g = basis[np.argmax(np.diag(basis))]
    g = basis @ (g / np.linalg.norm(g))
    return g / np.linalg.norm(g)


def clairvoyant_regret(rounds):
    """Return -(T // 2): who knows an alternating bit, against always 0 and always 1 (statement ``def-regret``).

    Examples
    --------
    >>> clairvoyant_regret(100)
    -50
    """
    outcomes = np.resize([0, 1], require.integer("rounds", rounds, 1))
    return 0 - int(min(outcomes.sum(), (1 - outcomes).sum()))
