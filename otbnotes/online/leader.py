"""Follow the leader, follow the regularised leader, and dual averaging."""

import math
from typing import NamedTuple

import numpy as np

from .. import geometry, require
from ..words import add_scaled, compiled, inner, project, scale, slope, value, write
from .run import Run, one_per_round

_HALVINGS = 70


class Leaders(NamedTuple):
    """What following the leader among K actions did.

    Attributes
    ----------
    actions : ndarray of int, shape (T + 1,)
        Entry t is the action played in round t + 1; the last one was never played.
    losses : ndarray of shape (T,)
        The loss suffered in each round.
    next_losses : ndarray of shape (T,)
        The loss, in each round, of the leader after that round: what "be the leader" would suffer.
    """

    actions: np.ndarray
    losses: np.ndarray
    next_losses: np.ndarray

    @property
    def loss(self):
        """The cumulative loss."""
        return float(self.losses.sum())


def follow_the_leader(losses, regulariser=None) -> Leaders:
    """Play, in each round, the first of the actions whose cumulative loss so far is least.

    Statements ``def-ftl-ftrl`` and ``ftl-btl-lemma``.  The losses may be any functions: over a finite set the minimum
    is exact.

    Parameters
    ----------
    losses : array_like of shape (T, K)
        Entry (t, k) is the loss of action k in round t: of expert k, or of the k-th point of a grid.
    regulariser : array_like of shape (K,), default: zeros
        Counts as the losses of a round 0 that is not played.

    Examples
    --------
    >>> follow_the_leader([[0.0, 0.5], [1.0, 0.0], [0.0, 1.0]]).actions.tolist()
    [0, 0, 1, 0]
    """
    matrix = require.array("losses", losses, 2)
    first = np.zeros(matrix.shape[1]) if regulariser is None else require.array("regulariser", regulariser, 1)
    if len(first) != matrix.shape[1]:
        require.fail("regulariser", f"{len(first)} entries", f"{matrix.shape[1]} entries, one per action")
    actions = np.cumsum(np.vstack([first, matrix]), axis=0).argmin(axis=1)
    rounds = np.arange(len(matrix))
    return Leaders(actions, matrix[rounds, actions[:-1]], matrix[rounds, actions[1:]])


@compiled
def _dual_averaging(loss, features, labels, steps, domain, total, w, weights, losses):
    for t in range(len(labels)):
        write(w, total)                          # (1) play the point of the domain
        scale(w, -steps[t])                      #     nearest to -eta_t times the sum
        project(domain, w)
        write(weights[t], w)
        z = inner(w, features[t])                # (2) predict
        losses[t] = value(loss, z, labels[t])    # (3) see the label, suffer
        slope_t = slope(loss, z, labels[t])      # (4) add the subgradient
        add_scaled(total, slope_t, features[t])  #     g_t = slope_t x_t to the sum
    write(w, total)
    scale(w, -steps[-1])
    project(domain, w)
    write(weights[-1], w)


def dual_averaging(game, domain, step) -> Run:
    """Follow the regularised leader, losses linearised: w_t = argmin <g_1 + ... + g_{t-1}, w> + ||w||^2 / (2 eta_t).

    Parameters
    ----------
    game : Game
    domain : Ball (or another convex domain of ``geometry.py``)
    step : float > 0 or array_like of shape (T,)
        eta_t is used for w_t; w_{T+1} uses eta_T.

    Raises
    ------
    ValueError
        If a step is not positive or the iterates leave the finite numbers.

    Notes
    -----
    Statements ``def-ftl-ftrl`` and ``ogd-is-ftrl-linearised``: on all of R^d with one step it is gradient descent
    started at 0; on a ball it is not, for it projects a sum that was never projected before ("lazy").  Nesterov (2009).

    Examples
    --------
    >>> from otbnotes.losses import Linear
    >>> from otbnotes.streams import Game
    >>> game = Game("lazy", Linear(), np.ones((6, 1)), [1.0, 1.0, 1.0, 1.0, -1.0, -1.0])
    >>> (dual_averaging(game, geometry.Ball(1.0), 0.5).weights[:6, 0] + 0.0).tolist()
    [0.0, -0.5, -1.0, -1.0, -1.0, -1.0]
    """
    geometry.check(domain)
    steps = one_per_round(step, game.rounds)
    weights, losses = np.empty((game.rounds + 1, game.dimension)), np.empty(game.rounds)
    total, w = np.zeros(game.dimension), np.empty(game.dimension)
    _dual_averaging(game.loss, game.features, game.labels, steps, domain, total, w, weights, losses)
    if not (math.isfinite(losses.sum()) and np.isfinite(weights).all()):
        require.fail("step", step, "a step short enough to keep every iterate finite")
    return Run(weights, losses)


@compiled
def _regularised_leader(loss, x, labels, strength, low, high, weights, losses):
    for t in range(len(labels) + 1):
        if t > 0 or strength > 0.0:
            left, right = low, high         # (1) halve the interval around the
            for _ in range(_HALVINGS):      #     minimiser of strength w^2/2 + past losses
                w = (left + right) / 2
                if strength * w + inner(slope(loss, w * x[:t], labels[:t]), x[:t]) > 0.0:
                    right = w
                else:
                    left = w
            weights[t] = (left + right) / 2
        if t < len(labels):
            losses[t] = value(loss, weights[t] * x[t], labels[t])    # (2) suffer


def follow_the_regularised_leader(game, domain, strength, start=0.0):
    """Play theta_t = argmin l_1 + ... + l_{t-1} + strength theta^2 / 2 on an interval, for convex losses themselves.

    Parameters
    ----------
    game : Game
        In dimension 1, with a convex loss.
    domain : Ball, Box or Everywhere
        On all of the line, the strength must be positive.
    strength : float >= 0
        0 is follow the leader; of several leaders it plays the greatest.
    start : float in the domain
        What follow the leader plays in the first round; with a positive strength the first round is determined.

    Returns
    -------
    Run
        Each minimiser is found by halving an interval 70 times, that is up to rounding.

    Raises
    ------
    ValueError
        If the game is not one-dimensional, the domain is not an interval, or there need be no leader.

    Notes
    -----
    Statements ``def-ftl-ftrl``, ``ftl-fails``, ``ftrl-stability`` and ``ftrl-regret-l2``.  For linear losses in any
    dimension use ``dual_averaging`` with the step 1 / strength: the same points.

    Examples
    --------
    >>> from otbnotes.losses import Squared
    >>> from otbnotes.streams import Game
    >>> game = Game("means", Squared(), np.ones((3, 1)), [1.0, 0.0, 0.5])
    >>> follow_the_regularised_leader(game, geometry.Ball(1.0), strength=0.0).weights.round(9).ravel().tolist()
    [0.0, 1.0, 0.5, 0.5]
    """
    geometry.check(domain)
    if game.dimension != 1:
        require.fail("game", f"a game in dimension {game.dimension}", "a game in dimension 1")
    strength, start = require.nonnegative("strength", strength), require.number("start", start)
    low, high = _interval(game, domain, strength)
    if not low <= start <= high and strength == 0:
        require.fail("start", start, f"a number in [{low}, {high}]")
    weights, losses = np.full((game.rounds + 1, 1), start), np.empty(game.rounds)
    _regularised_leader(game.loss, game.features[:, 0].copy(), game.labels, strength, low, high, weights[:, 0], losses)
    if not (math.isfinite(losses.sum()) and np.isfinite(weights).all()):
        require.fail("strength", strength, "a strength that keeps every iterate finite")
    return Run(weights, losses)


def _interval(game, domain, strength):
    """Return the ends of the domain; of the line, an interval that contains every regularised leader."""
    if isinstance(domain, geometry.Ball):
        return -float(domain.radius), float(domain.radius)
    if isinstance(domain, geometry.Box):
        return float(domain.low), float(domain.high)
    if not isinstance(domain, geometry.Everywhere):
        require.fail("domain", domain, "an interval: Ball, Box or Everywhere")
    if strength == 0:
        require.fail("strength", strength, "a number > 0 on all of the line, where a leader need not exist")
    slopes = game.loss.slope(np.zeros(game.rounds), game.labels) * game.features[:, 0]
    reach = float(np.abs(np.cumsum(slopes)).max()) / strength
    return -reach, reach
