"""Worst cases of least squares, and the design on which its identities are computed by hand."""

from fractions import Fraction

import numpy as np

from .. import bounds, require
from ..least_squares import inverse_trace, sign_noise
from ..losses import Squared
from ..streams import Game

__all__ = ["four_points", "one_sign", "vaw_alternating", "vaw_orthonormal"]


def four_points():
    """Return the design with the rows (1, 0), (1, 1), (1, 2), (1, 4): a line through four points.

    With independent signs for noise the excess risk of statement ``fixed-design-excess-risk`` is 2/4 on average, and
    between 1/35 and 1 in a single draw.
    """
    return np.array([[1, 0], [1, 1], [1, 2], [1, 4]])


def one_sign(size=8):
    """The least expected excess risk of any design: x is a fair sign, d = 1 (statement ``random-design-wishart``).

    Returns
    -------
    measured : Fraction
        The mean over all designs of n signs, sigma = 1.
    bound : Fraction
        ``bounds.random_design_minimax``, 1/n.

    Examples
    --------
    >>> one_sign(4)
    (Fraction(1, 4), Fraction(1, 4))
    """
    risks = [inverse_trace(design[:, None], [[1]]) for design in sign_noise(size)]
    return sum(risks) / len(risks), bounds.random_design_minimax(size, 1, Fraction(1))


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
