"""Online least squares: the ridge leader, its recursion and gain form, Vovk-Azoury-Warmuth, and gradient descent.

With rho > 0 put A_t = rho I + sum_{k <= t} x_k x_k^T and b_t = sum_{k <= t} y_k x_k.  The loss is (z - y)^2.
M_t is the inverse of A_t, kept by the formula of Sherman and Morrison.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from .. import require
from ..geometry import Everywhere
from ..losses import Squared
from ..words import add_outer, add_scaled, compiled, inner, multiply, scale, value, write
from .descent import gradient_descent
from .run import Run

_ACCURACY = 1e-6


class RidgeRun(NamedTuple):
    """What an online least-squares forecaster did.

    Attributes
    ----------
    weights : ndarray of shape (T + 1, d)
        Row t is the vector *used* in round t + 1; the last row, the ridge leader of all rounds, was never played.
    losses : ndarray of shape (T,)
        The squared error of each round.
    predictions : ndarray of shape (T,)
    denominators : ndarray of shape (T,)
        1 + x_t^T A_{t-1}^{-1} x_t, at least 1.
    inverse : ndarray of shape (d, d)
        A_T^{-1}.
    """

    weights: np.ndarray
    losses: np.ndarray
    predictions: np.ndarray
    denominators: np.ndarray
    inverse: np.ndarray

    @property
    def loss(self):
        """The cumulative loss."""
        return float(self.losses.sum())


@compiled
def _recursion(loss, features, labels, inverse, b, w, gain,
               weights, losses, predictions, denominators):
    for t in range(len(labels)):
        x = features[t]
        multiply(w, inverse, b)                             # (1) w_t = M_{t-1} b_{t-1}
        write(weights[t], w)
        predictions[t] = inner(w, x)                        #     predict
        losses[t] = value(loss, predictions[t], labels[t])  # (2) see the label, suffer
        multiply(gain, inverse, x)                          # (3) M_{t-1} x_t
        denominators[t] = 1.0 + inner(x, gain)              #     s_t
        add_outer(inverse, -1.0 / denominators[t], gain)    #     M_t
        add_scaled(b, labels[t], x)                         # (4) b_t = b_{t-1} + y_t x_t
    multiply(w, inverse, b)
    write(weights[len(labels)], w)


@compiled
def _gain_form(loss, features, labels, inverse, b, w, gain,
               weights, losses, predictions, denominators):
    write(weights[0], w)
    for t in range(len(labels)):
        x = features[t]
        predictions[t] = inner(w, x)                        # predict z_t,
        losses[t] = value(loss, predictions[t], labels[t])  # see the label, suffer
        multiply(gain, inverse, x)                          # M_{t-1} x_t
        denominators[t] = 1.0 + inner(x, gain)              # s_t
        add_outer(inverse, -1.0 / denominators[t], gain)    # M_t
        scale(gain, 1.0 / denominators[t])                  # M_t x_t
        add_scaled(w, labels[t] - predictions[t], gain)     # w_{t+1}
        write(weights[t + 1], w)


@compiled
def _vovk_azoury_warmuth(loss, features, labels, inverse, b, w, gain,
                         weights, losses, predictions, denominators):
    for t in range(len(labels)):
        x = features[t]
        multiply(gain, inverse, x)                          # (1) see x_t: M_{t-1} x_t
        denominators[t] = 1.0 + inner(x, gain)              #     s_t
        add_outer(inverse, -1.0 / denominators[t], gain)    #     M_t
        scale(gain, 1.0 / denominators[t])                  #     M_t x_t
        add_scaled(w, -inner(w, x), gain)                   # (2) M_t b_{t-1}
        write(weights[t], w)
        predictions[t] = inner(w, x)                        #     predict
        losses[t] = value(loss, predictions[t], labels[t])  # (3) see the label, suffer
        add_scaled(w, labels[t], gain)                      # (4) M_t b_t
    write(weights[len(labels)], w)


def _checked(game):
    """Demand the loss (z - y)^2."""
    if not (isinstance(game.loss, Squared) and game.loss.weight == 1):
        require.fail("loss", game.loss, "Squared(), the loss (z - y)^2")
    return game


def _play(forecaster, game, regulariser):
    """Run one of the three forecasters and make sure, on two vectors, that its matrix is still the inverse of A_T."""
    rho, (rounds, d) = require.positive("regulariser", regulariser), _checked(game).features.shape
    inverse, weights = np.eye(d) / rho, np.empty((rounds + 1, d))
    losses, predictions, denominators = np.empty((3, rounds))
    with np.errstate(all="ignore"):
        forecaster(game.loss, game.features, game.labels, inverse, np.zeros(d), np.zeros(d), np.empty(d),
                   weights, losses, predictions, denominators)
        residual = max(np.abs(rho * u + game.features.T @ (game.features @ u) - v).max() / max(np.abs(v).max(), 1e-300)
                       for v in (np.ones(d), game.features.T @ game.labels) for u in [inverse @ v])          # of A_T u = v
    if not (residual <= _ACCURACY and np.isfinite(weights).all() and np.isfinite(losses).all()):
        require.fail("regulariser", regulariser, f"a number so large, for these features, that rounding leaves A M v "
                     f"within {_ACCURACY:g} of v (here: {residual:.1e})")
    return RidgeRun(weights, losses, predictions, denominators, inverse)


def recursive_least_squares(game, regulariser) -> RidgeRun:
    """Play the ridge leader by the recursion M_t = A_t^{-1}, at a cost of O(d^2) a round (statement ``rls-recursion``).

    Parameters
    ----------
    game : Game
        With the loss ``Squared()``.
    regulariser : float > 0
        rho.

    Raises
    ------
    ValueError
        If the loss is another one, rho is not positive, or so small that rounding spoils the recursion.

    Examples
    --------
    >>> from otbnotes.streams import Game
    >>> run = recursive_least_squares(Game("two rounds", Squared(), [[1.0], [1.0]], [1.0, 1.0]), 1.0)
    >>> run.predictions.tolist(), run.denominators.tolist()
    ([0.0, 0.5], [2.0, 1.5])
    """
    return _play(_recursion, game, regulariser)


def ridge_by_gain(game, regulariser):
    """Play the ridge leader by w_{t+1} = w_t + M_t x_t (y_t - <w_t, x_t>), descent with a matrix step.

    Parameters, result and errors as in ``recursive_least_squares``.  Statement ``rls-gain-form``.
    """
    return _play(_gain_form, game, regulariser)


def vovk_azoury_warmuth(game, regulariser):
    """Predict <x_t, A_t^{-1} b_{t-1}>: the features of round t already count, as if their label were 0.

    Parameters, result and errors as in ``recursive_least_squares``.  Statement ``vaw-regret``; Vovk (2001), Azoury and
    Warmuth (2001).

    Examples
    --------
    >>> from otbnotes.streams import Game
    >>> run = vovk_azoury_warmuth(Game("two rounds", Squared(), [[1.0], [1.0]], [1.0, 1.0]), 1.0)
    >>> run.predictions.round(12).tolist()
    [0.0, 0.333333333333]
    """
    return _play(_vovk_azoury_warmuth, game, regulariser)


def ridge_leader(game, regulariser) -> Run:
    """Play w_t = argmin_w sum_{k<t} (<w, x_k> - y_k)^2 + rho ||w||^2, solved afresh in every round.

    Parameters as in ``recursive_least_squares``; the slow form, at a cost of O(d^3) a round.
    Statement ``online-linreg-ftrl``.
    """
    rho, (rounds, d) = require.positive("regulariser", regulariser), _checked(game).features.shape
    A, b = rho * np.eye(d), np.zeros(d)
    weights, losses = np.empty((rounds + 1, d)), np.empty(rounds)
    for t, (x, y) in enumerate(zip(game.features, game.labels)):
        weights[t] = _leader(A, b, rho)                         # (1) the leader of the past
        losses[t] = value(game.loss, weights[t] @ x, y)         # (2) predict, see the label, suffer
        A, b = A + np.outer(x, x), b + y * x            # (3) remember the round
    weights[rounds] = _leader(A, b, rho)
    return Run(weights, losses)


def _leader(A, b, rho):
    """Return A^{-1} b."""
    try:
        return np.linalg.solve(A, b)
    except np.linalg.LinAlgError:
        require.fail("regulariser", rho, "a number that rounding does not lose beside the features")


def least_mean_squares(game, step):
    """Play w_{t+1} = w_t - step (<w_t, x_t> - y_t) x_t: gradient descent on *half* the squared loss.

    Statement ``online-linreg-ogd``.

    Parameters
    ----------
    game : Game
        With the loss ``Squared()``.
    step : float > 0 or array_like of shape (T,)
        The residual on a repeated example is multiplied by 1 - step ||x||^2 each time: it shrinks if and only if
        step ||x||^2 < 2.

    Returns
    -------
    Run
        Its losses are (z - y)^2.

    Raises
    ------
    ValueError
        If the loss is another one, a step is not positive, or the iterates leave the finite numbers.

    Examples
    --------
    >>> from otbnotes.streams import Game
    >>> least_mean_squares(Game("x = 2", Squared(), [[2.0]] * 3, [1.0] * 3), 1.0).losses.tolist()
    [1.0, 9.0, 81.0]
    """
    half = gradient_descent(replace(_checked(game), loss=Squared(0.5)), Everywhere(), step)
    return Run(half.weights, 2.0 * half.losses)
