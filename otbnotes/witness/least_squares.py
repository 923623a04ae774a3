"""Worst cases of least squares, round by round."""

import numpy as np

from .. import require
from ..losses import Squared
from ..streams import Game


def ridge_shock(rounds):
    """T - 1 short feature vectors with the label 1, then the feature 1 with the label -1 (statement ``ridge-identity``).

    The short ones teach the ridge leader a steep slope, and it pays for it once: with rho = 1 its loss exceeds the least
    ridge objective by more than T/12, and that of Vovk, Azoury and Warmuth by at most ln(1 + T).
    """
    T = require.integer("rounds", rounds, 2)
    features, labels = np.full((T, 1), (T - 1) ** -0.5), np.ones(T)
    features[-1], labels[-1] = 1.0, -1.0
    return Game("short vectors, then a shock", Squared(), features, labels)


def ridge_shocks(half):
    """n short feature vectors with the label 1, then n times the feature 1 with the label 0 (statement ``ridge-identity``).

    With rho = 1 the regret of the ridge leader against u = 0 is more than T/24 - 1, T = 2 n: every shock finds the slope
    that the short vectors taught still steep.  That of Vovk, Azoury and Warmuth is at most ln(1 + T).

    Examples
    --------
    >>> game = ridge_shocks(4)
    >>> game.features[:, 0].tolist(), game.labels.tolist()
    ([0.5, 0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0])
    """
    n = require.integer("half", half, 1)
    features, labels = np.full((2 * n, 1), n ** -0.5), np.ones(2 * n)
    features[n:], labels[n:] = 1.0, 0.0
    return Game("short vectors, then shocks", Squared(), features, labels)


def vaw_orthonormal(rounds, regulariser):
    """Every feature vector is new and every label is 1 (statement ``vaw-regret``).

    The forecaster predicts 0 in every round.  Against u = (1, ..., 1)/(1 + rho) its regret is exactly
    rho ||u||^2 + sum_t y_t^2 x_t^T A_t^{-1} x_t, and the bound with the logarithm is attained as rho grows.

    Returns
    -------
    game : Game
    comparator : ndarray of shape (T,)

    Examples
    --------
    >>> game, u = vaw_orthonormal(4, regulariser=1.0)
    >>> game.rounds - game.total(u), float(u @ u) + 4 / 2            # the loss is 4
    (3.0, 3.0)
    """
    game = Game("orthonormal features", Squared(), np.eye(require.integer("rounds", rounds, 1)), np.ones(rounds))
    return game, np.full(rounds, 1 / (1 + require.positive("regulariser", regulariser)))


def vaw_alternating(rounds):
    """The feature 1 and the labels +1, -1, +1, ...: the logarithm is attained as T grows (``vaw-regret``)."""
    return Game("alternating labels", Squared(), np.ones((require.integer("rounds", rounds, 1), 1)),
                np.resize([1.0, -1.0], rounds))
