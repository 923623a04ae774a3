"""Winnow: multiplicative updates, made only after a mistake; normalised, and as Littlestone wrote it."""

from typing import NamedTuple

import numpy as np

from .. import require
from ..streams import Game
from ..words import add_scaled, compiled, exponential_weights, inner
from .perceptron import binary_labels
from .run import distribution, in_rounds


@compiled
def _winnow(features, labels, step, logs, w, mistakes):
    for t in range(len(labels)):
        z = inner(w, features[t])                       # (1) predict
        mistakes[t] = labels[t] * z <= 0.0              # (2) see the label
        if mistakes[t]:                                 # (3) after a mistake,
            add_scaled(logs, step * labels[t], features[t])   #   times exp(step y_t x_t)
            exponential_weights(w, 1.0, logs)           #     (by logarithms), normalised


class WinnowRun(NamedTuple):
    """What Winnow did.  The vectors on the way are computed when they are asked for.

    Attributes
    ----------
    game : Game
    mistakes : ndarray of int, shape (M,)
        The rounds, counted from 0, in which the learner erred, and moved.
    w : ndarray of shape (N,)
        The weights after the last round; they are not negative and add up to 1.
    start : ndarray of shape (N,)
    step : float
    """

    game: Game
    mistakes: np.ndarray
    w: np.ndarray
    start: np.ndarray
    step: float

    @property
    def path(self):
        """The weights after 0, 1, ..., M mistakes, of shape (M + 1, N)."""
        rows = self.mistakes
        moves = self.step * self.game.labels[rows, None] * self.game.features[rows]
        logs = np.vstack([_logs(self.start), moves]).cumsum(axis=0)
        path = np.exp(logs - logs.max(axis=1, keepdims=True))
        return path / path.sum(axis=1, keepdims=True)

    @property
    def weights(self):
        """The weights *used* in each round and the last ones, of shape (T + 1, N)."""
        return in_rounds(self.path, self.mistakes, self.game.rounds)


def _logs(w):
    with np.errstate(divide="ignore"):
        return np.log(w)


def winnow(game, step, start=None) -> WinnowRun:
    """Play normalised Winnow, one round per example (statements ``winnow-algorithm`` and ``winnow-mistake-bound``).

    Parameters
    ----------
    game : Game
        Its labels are -1 and +1; its loss is not used.
    step : float > 0
        ``bounds.winnow_step`` is the best one for a known margin.
    start : array_like of shape (N,), default: 1/N each

    Raises
    ------
    ValueError
        If a label is not -1 or +1, the step is not positive, or the start is no probability vector of N entries.

    Examples
    --------
    >>> from otbnotes.losses import Hinge
    >>> game = Game("two rounds", Hinge(), [[1.0, -1.0], [1.0, -1.0]], [1, 1])
    >>> run = winnow(game, step=np.log(3.0) / 2)
    >>> run.mistakes.tolist(), run.w.round(12).tolist()
    ([0], [0.75, 0.25])
    """
    labels, step, start = binary_labels(game), require.positive("step", step), distribution("start", start, game)
    if not np.isfinite(step * game.rounds * np.abs(game.features).max()):
        require.fail("step", step, "a step short enough to keep every logarithm finite")
    w, logs, mistakes = start.copy(), _logs(start), np.empty(game.rounds, dtype=bool)
    _winnow(game.features, labels, step, logs, w, mistakes)
    return WinnowRun(game, np.flatnonzero(mistakes), w, start, step)


@compiled
def _littlestone_winnow(features, labels, promotion, threshold, w, mistakes):
    for t in range(len(labels)):
        says = 1.0 if inner(w, features[t]) > threshold else -1.0   # (1) predict
        mistakes[t] = says != labels[t]                     # (2) see the label
        if mistakes[t] and labels[t] > 0.0:
            w *= 1.0 + (promotion - 1.0) * features[t]      # (3) too low: promote
        elif mistakes[t]:
            w *= 1.0 - features[t]                          # (4) too high: eliminate


class LittlestoneRun(NamedTuple):
    """What Littlestone's Winnow did.

    Attributes
    ----------
    mistakes : ndarray of int, shape (M,)
        The rounds, counted from 0, in which the learner erred, and moved.
    w : ndarray of shape (N,)
        The weights after the last round.
    """

    mistakes: np.ndarray
    w: np.ndarray


def littlestone_winnow(game, promotion=2.0, threshold=None) -> LittlestoneRun:
    """Play Littlestone's Winnow, which predicts +1 exactly when <w, x> > threshold, and starts with every weight 1.

    Statement ``winnow-littlestone``; Littlestone (1988), Winnow 1.

    Parameters
    ----------
    game : Game
        Its features are 0 and 1, its labels -1 and +1; its loss is not used.
    promotion : float > 1
    threshold : float > 0, default: N / 2

    Raises
    ------
    ValueError
        If a feature is not 0 or 1, a label is not -1 or +1, or a parameter is out of range.

    Examples
    --------
    >>> from otbnotes.losses import Hinge
    >>> game = Game("the first of four", Hinge(), [[1, 0, 0, 0], [1, 0, 0, 0], [0, 1, 1, 1]], [1, 1, -1])
    >>> run = littlestone_winnow(game)
    >>> run.mistakes.tolist(), run.w.tolist()
    ([0, 1, 2], [4.0, 0.0, 0.0, 0.0])
    """
    labels = binary_labels(game)
    if not np.isin(game.features, (0.0, 1.0)).all():
        require.fail("game.features", game.features, "features 0 and 1")
    if require.positive("promotion", promotion) <= 1:
        require.fail("promotion", promotion, "a number > 1")
    threshold = game.dimension / 2 if threshold is None else require.positive("threshold", threshold)
    if not np.isfinite(promotion * threshold):
        require.fail("promotion", promotion, "a number whose product with the threshold is finite")
    w, mistakes = np.ones(game.dimension), np.empty(game.rounds, dtype=bool)
    _littlestone_winnow(game.features, labels, float(promotion), threshold, w, mistakes)
    return LittlestoneRun(np.flatnonzero(mistakes), w)
