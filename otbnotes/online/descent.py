"""Projected subgradient descent, and the terms that its proof meets."""

import math
from typing import NamedTuple

import numpy as np

from .. import bounds, geometry, require
from ..words import add_scaled, compiled, inner, project, slope, value, write
from .run import Run, one_per_round, vector


@compiled
def _gradient_descent(loss, features, labels, steps, domain, w, weights, losses):
    for t in range(len(labels)):
        x, y = features[t], labels[t]
        z = inner(w, x)                             # (1) predict
        losses[t] = value(loss, z, y)               # (2) see the label, suffer
        slope_t = slope(loss, z, y)                 # (3) g_t = slope_t x_t,
        if slope_t != 0.0:
            add_scaled(w, -steps[t] * slope_t, x)   #     step against it
            project(domain, w)                      # (4) return to the domain
        if len(weights) > 1:
            write(weights[t + 1], w)


def gradient_descent(game, domain, step=None, start=None, trajectory=True) -> Run:
    """Play projected subgradient descent.

    Statements ``gd-algorithm`` and ``gd-regret``; Zinkevich (2003).

    Parameters
    ----------
    game : Game
    domain : Ball (or another domain of ``geometry.py``)
    step : float > 0 or array_like of shape (T,), default: ``bounds.gd_step``, tuned for this domain, game and T
    start : array_like of shape (d,), default: the zero vector
    trajectory : bool
        Whether to keep every vector.  Without it only the last is kept, and memory does not grow with T.

    Raises
    ------
    ValueError
        If a step is not positive, the start has the wrong shape, or the iterates leave the finite numbers.

    Examples
    --------
    >>> from otbnotes.losses import Absolute
    >>> from otbnotes.streams import Game
    >>> gradient_descent(Game("two rounds", Absolute(), [[1.0], [1.0]], [1.0, 1.0]), geometry.Ball(1.0), 0.25).losses.tolist()
    [1.0, 0.75]
    """
    geometry.check(domain)
    if step is None:
        step = bounds.gd_step(domain.radius, game.gradient_bound(domain.radius), game.rounds)
    steps = one_per_round(step, game.rounds)
    w = np.zeros(game.dimension) if start is None else vector("start", start, game).copy()
    weights, losses = np.empty((game.rounds + 1 if trajectory else 1, game.dimension)), np.empty(game.rounds)
    weights[0] = w
    _gradient_descent(game.loss, game.features, game.labels, steps, domain, w, weights, losses)
    weights[-1] = w
    if not (math.isfinite(losses.sum()) and np.isfinite(weights).all()):
        require.fail("step", step, "a step short enough to keep every iterate finite")
    return Run(weights, losses)


class Terms(NamedTuple):
    """The four numbers that the proof of ``gd-regret`` meets in each round; arrays of shape (T,)."""

    gain: np.ndarray
    linear: np.ndarray
    drop: np.ndarray
    square: np.ndarray

    def inequalities(self, step, gradient_bound):
        """Return the three inequalities of statement ``gd-one-step`` by name, each as (small, large)."""
        middle, right = self.drop + self.square, self.drop + (step * gradient_bound) ** 2 / 2
        return {"left": (self.gain, self.linear), "middle": (self.linear, middle), "right": (middle, right)}


def one_step_terms(game, run, step, comparator):
    """Return the terms of statement ``gd-one-step`` for a run with this step (a number or one per round).

    gain = eta (l_t(w_t) - l_t(u)),  linear = eta <g_t, w_t - u>,  drop = ||w_t - u||^2/2 - ||w_{t+1} - u||^2/2,
    square = eta^2 ||g_t||^2 / 2.
    """
    w, u, step = run.weights, vector("comparator", comparator, game), one_per_round(step, game.rounds)
    predictions = (w[:-1] * game.features).sum(axis=1)
    gradients = game.loss.slope(predictions, game.labels)[:, None] * game.features
    half = ((w - u) ** 2).sum(axis=1) / 2
    return Terms(step * (run.losses - game.loss.value(game.features @ u, game.labels)),
                 step * (gradients * (w[:-1] - u)).sum(axis=1), half[:-1] - half[1:], step ** 2 * (gradients ** 2).sum(axis=1) / 2)
