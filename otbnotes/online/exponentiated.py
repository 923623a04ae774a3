"""Exponentiated gradient on the simplex, and Hedge."""

import math

import numpy as np

from .. import bounds, require
from ..streams import Game
from ..words import add_scaled, compiled, exponential_weights, inner, slope, value, write
from .run import Run, distribution, one_per_round


@compiled
def _exponentiated_gradient(loss, features, labels, steps, logs, w, weights, losses):
    for t in range(len(labels)):
        z = inner(w, features[t])                            # (1) predict
        losses[t] = value(loss, z, labels[t])                # (2) see the label, suffer
        slope_t = slope(loss, z, labels[t])                  # (3) g_t = slope_t x_t,
        add_scaled(logs, -steps[t] * slope_t, features[t])   #     step against it in ln w_t
        exponential_weights(w, 1.0, logs)                    # (4) w_{t+1} = exp(logs), normalised
        write(weights[t + 1], w)


def exponentiated_gradient(game, step=None, start=None) -> Run:
    """Play exponentiated gradient on the simplex: w_{t+1,j} proportional to w_{t,j} exp(-eta_t g_{t,j}).

    Parameters
    ----------
    game : Game
    step : float > 0 or array_like of shape (T,), default: ``bounds.eg_step``, tuned for this game and T (then d >= 2)
    start : array_like of shape (d,), a probability vector, default: the uniform one

    Raises
    ------
    ValueError
        If a step is not positive, the start is not a probability vector, or the weights leave the finite numbers.

    Notes
    -----
    Statements ``eg-algorithm`` and ``eg-regret``; Kivinen and Warmuth (1997).  The logarithms of the weights are kept,
    so a weight that is too small for a float comes back when its coordinate does well again.

    Examples
    --------
    >>> from otbnotes.losses import Linear
    >>> from otbnotes.streams import Game
    >>> game = Game("two rounds", Linear(), [[1.0, 0.0], [0.0, 1.0]], [1.0, 1.0])
    >>> exponentiated_gradient(game, step=np.log(3.0)).weights.round(6).tolist()
    [[0.5, 0.5], [0.25, 0.75], [0.5, 0.5]]
    """
    if step is None:
        step = bounds.eg_step(coordinate_gradient_bound(game), game.dimension, game.rounds)
    steps = one_per_round(step, game.rounds)
    w = distribution("start", start, game)
    support = w > 0
    logs = np.log(np.where(support, w, 1.0)) - np.where(support, 0.0, math.inf)
    weights, losses = np.empty((game.rounds + 1, game.dimension)), np.empty(game.rounds)
    weights[0] = w
    _exponentiated_gradient(game.loss, game.features, game.labels, steps, logs, w, weights, losses)
    if not (math.isfinite(losses.sum()) and np.isfinite(weights).all() and np.isfinite(logs[support]).all()):
        require.fail("step", step, "a step short enough to keep every exponent finite")
    return Run(weights, losses)


@compiled
def _hedge(matrix, steps, w, totals, weights, losses):
    for t in range(len(matrix)):
        exponential_weights(w, -steps[t], totals)   # (1) q_t = exp(-eta_t L_{t-1}), normalised
        write(weights[t], w)
        losses[t] = inner(w, matrix[t])             # (2) see the losses, suffer their mean
        add_scaled(totals, 1.0, matrix[t])          # (3) L_t = L_{t-1} + the losses
    exponential_weights(w, -steps[-1], totals)
    write(weights[-1], w)


def hedge(losses, step=None):
    """Play Hedge (multiplicative weights): q_{t,i} proportional to exp(-eta_t L_{t-1,i}), L the cumulative losses.

    Statement ``hedge-01``; Freund and Schapire (1997).

    Parameters
    ----------
    losses : array_like of shape (T, N)
        Entry (t, i) is the loss of expert i in round t.
    step : float > 0 or array_like of shape (T,), default: ``bounds.hedge_step``, for N >= 2 and losses in [0, 1]
        With ``steps.inverse_sqrt(c, T)`` no horizon is needed.

    Returns
    -------
    Run
        ``weights`` are the q_t, and ``losses`` the mean losses <q_t, loss_t>.

    Raises
    ------
    ValueError
        If a loss is not finite, a step is not positive, or the step is left out and a loss is outside [0, 1].

    Examples
    --------
    >>> hedge([[1.0, 0.0], [1.0, 0.0]], step=np.log(3.0)).losses.round(6).tolist()
    [0.5, 0.25]
    """
    matrix = require.array("losses", losses, 2)
    T, N = matrix.shape
    if step is None:
        outside = matrix[(matrix < 0) | (matrix > 1)]
        if outside.size:
            require.fail("losses", float(outside[0]), "losses in [0, 1], or a step")
        step = bounds.hedge_step(N, T)
    steps = one_per_round(step, T)
    weights, suffered = np.empty((T + 1, N)), np.empty(T)
    totals = np.zeros(N)
    _hedge(matrix, steps, np.empty(N), totals, weights, suffered)
    if not (math.isfinite(suffered.sum()) and np.isfinite(weights).all() and np.isfinite(totals).all()):
        require.fail("step", step, "a step short enough to keep every exponent finite")
    return Run(weights, suffered)


def coordinate_gradient_bound(game):
    """Return G = L max_{t,j} |x_{t,j}|, a bound on every entry of every subgradient met on the simplex.

    L is a Lipschitz constant of the loss on |z| <= max |x_{t,j}|.  Statement ``def-simplex-class``.

    Examples
    --------
    >>> from otbnotes.losses import Absolute
    >>> from otbnotes.streams import Game
    >>> coordinate_gradient_bound(Game("one round", Absolute(2.0), [[3.0, -4.0]], [1.0]))
    8.0
    """
    reach = float(np.abs(game.features).max())
    return float(game.loss.lipschitz(reach, float(np.abs(game.labels).max()))) * reach


def signed_copies(game, radius):
    """Return the game with features radius (x, -x): a point (p, q) of its simplex predicts like the vector radius (p - q).

    These vectors are all of {u : sum_j |u_j| <= radius}.

    Examples
    --------
    >>> from otbnotes.losses import Linear
    >>> signed_copies(Game("one round", Linear(), [[1.0, 2.0]], [1.0]), 3.0).features.tolist()
    [[3.0, 6.0, -3.0, -6.0]]
    """
    radius = require.positive("radius", radius)
    return Game(game.name, game.loss, radius * np.hstack([game.features, -game.features]), game.labels)


def threshold_votes(game, parts):
    """Return the game in which every feature votes: +1 above a threshold and -1 below, once for each of parts - 1 quantiles.

    Votes that never change are left out.  The thresholds are taken from all rounds, so the votes are fixed functions
    of the features only if these rounds are all there is, the law itself and not a sample of it.

    Examples
    --------
    >>> from otbnotes.losses import Hinge
    >>> threshold_votes(Game("four", Hinge(), [[1.0], [2.0], [3.0], [9.0]], [1, 1, -1, -1]), 2).features[:, 0].tolist()
    [-1.0, -1.0, 1.0, 1.0]
    """
    parts = require.integer("parts", parts, 2)
    cuts = [np.quantile(game.features, q, axis=0) for q in np.arange(1, parts) / parts]
    said = np.hstack([np.where(game.features > cut, 1.0, -1.0) for cut in cuts])
    return Game(game.name, game.loss, said[:, np.ptp(said, axis=0) > 0], game.labels)
