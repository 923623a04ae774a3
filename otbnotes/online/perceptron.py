"""The Perceptron: in one pass, and over a sample until no example is wrong.

A prediction <w, x> with y <w, x> <= 0 is a mistake; so 0 is one, whatever the label.
"""

from operator import add, mul
from typing import NamedTuple

import numpy as np

from .. import require
from ..streams import Game
from ..words import add_scaled, compiled, inner
from .run import in_rounds, vector


@compiled
def _perceptron(features, labels, step, w, mistakes):
    for t in range(len(labels)):
        z = inner(w, features[t])                         # (1) predict
        mistakes[t] = labels[t] * z <= 0.0                # (2) see the label
        if mistakes[t]:                                   # (3) after a mistake, step
            add_scaled(w, step * labels[t], features[t])


class PerceptronRun(NamedTuple):
    """What the Perceptron did in one pass.  The vectors on the way are computed when they are asked for.

    Attributes
    ----------
    game : Game
    mistakes : ndarray of int, shape (M,)
        The rounds, counted from 0, in which the learner erred, and moved.
    w : ndarray of shape (d,)
        The vector after the last round.
    start : ndarray of shape (d,)
    step : float
    """

    game: Game
    mistakes: np.ndarray
    w: np.ndarray
    start: np.ndarray
    step: float

    @property
    def path(self):
        """The vectors after 0, 1, ..., M mistakes, of shape (M + 1, d): start + step * sum of y_s x_s over them."""
        return _path(self.game, self.mistakes, self.start, self.step)

    @property
    def weights(self):
        """The vector *used* in each round and the last one, of shape (T + 1, d)."""
        return in_rounds(self.path, self.mistakes, self.game.rounds)


class BatchRun(NamedTuple):
    """What the Perceptron did until no example was wrong.

    Attributes
    ----------
    game : Game
    updates : ndarray of int, shape (M,)
        The row of the example of each update, in order; rows repeat.
    w : ndarray of shape (d,)
        The last vector: y_i <w, x_i> > 0 for every example.
    """

    game: Game
    updates: np.ndarray
    w: np.ndarray

    @property
    def path(self):
        """The vectors after 0, 1, ..., M updates, of shape (M + 1, d)."""
        return _path(self.game, self.updates, np.zeros(self.game.dimension), 1.0)


def _path(game, rows, start, step):
    return np.vstack([start, step * game.labels[rows, None] * game.features[rows]]).cumsum(axis=0)


def binary_labels(game):
    """Return the labels of the game, after checking that each is -1 or +1."""
    return game.labels if game.loss.binary else require.signs("game.labels", game.labels)


def _finite(w, game):
    """Return w, or complain that the features are too long to be added up."""
    if not np.isfinite(w).all():
        longest = float(np.abs(game.features).max())
        require.fail("game.features", f"features up to {longest}", "features short enough to keep w finite")
    return w


def perceptron(game, start=None, step=1.0) -> PerceptronRun:
    """Play the Perceptron, one round per example.

    Statements ``perceptron-algorithm`` and ``perceptron-mistake-bound``; Rosenblatt (1958), Novikoff (1962).

    Parameters
    ----------
    game : Game
        Its labels are -1 and +1; its loss is not used.
    start : array_like of shape (d,), default: the zero vector
    step : float > 0
        From the zero vector it changes the length of w, and no prediction.

    Examples
    --------
    >>> from otbnotes.losses import Hinge
    >>> run = perceptron(Game("three rounds", Hinge(), [[1.0, 0.0], [2.0, 1.0], [0.0, 1.0]], [1, 1, -1]))
    >>> run.mistakes.tolist(), run.w.tolist(), run.weights.tolist()
    ([0, 2], [1.0, -1.0], [[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, -1.0]])
    """
    labels, step = binary_labels(game), require.positive("step", step)
    start = np.zeros(game.dimension) if start is None else vector("start", start, game).copy()
    w, mistakes = start.copy(), np.empty(game.rounds, dtype=bool)
    _perceptron(game.features, labels, step, w, mistakes)
    return PerceptronRun(game, np.flatnonzero(mistakes), _finite(w, game), start, step)


_RULES = {"first": lambda scores: 0, "last": lambda scores: -1, "worst": np.argmin, "best": np.argmax}


def batch_perceptron(game, rule="cycle", max_updates=100_000) -> BatchRun:
    """Run the Perceptron from 0 over a sample until no example is wrong.

    Statement ``perceptron-batch-algorithm``.  It stops, under each rule, if and only if the sample has a margin > 0.

    Parameters
    ----------
    game : Game
        Its labels are -1 and +1; its loss is not used.
    rule : str or numpy.random.Generator
        Which wrong example is next: ``"cycle"`` passes over the sample, in order, again and again; ``"first"``,
        ``"last"``, ``"worst"`` and ``"best"`` look at all wrong examples after every update; a generator draws one of
        them.
    max_updates : int >= 1

    Raises
    ------
    RuntimeError
        If examples are still wrong after ``max_updates`` updates: the sample has no margin, or a very small one.

    Examples
    --------
    >>> from otbnotes.losses import Hinge
    >>> run = batch_perceptron(Game("two examples", Hinge(), [[3.0, 1.0], [-3.0, 1.0]], [1, 1]))
    >>> run.updates.tolist(), run.w.tolist()
    ([0, 1], [0.0, 2.0])
    """
    labels, max_updates = binary_labels(game), require.integer("max_updates", max_updates, 1)
    if isinstance(rule, np.random.Generator):
        wrong_ones = _one_by_one(game, labels, lambda scores: rule.integers(len(scores)))
    elif isinstance(rule, str) and rule in _RULES:
        wrong_ones = _one_by_one(game, labels, _RULES[rule])
    elif isinstance(rule, str) and rule == "cycle":
        wrong_ones = _pass_by_pass(game, labels)
    else:
        require.fail("rule", rule, f"'cycle', {', '.join(map(repr, _RULES))} or a numpy.random.Generator")
    updates, count = [], 0
    for rows, w in wrong_ones:
        updates.append(rows)
        count += len(rows)
        if count > max_updates:
            wrong = int((labels * (game.features @ w) <= 0).sum())
            raise RuntimeError(
                f"batch_perceptron({game.name!r}) made {count} updates, more than max_updates = {max_updates}, and "
                f"{wrong} of {game.rounds} examples are wrong: the margin is 0 or below "
                f"{game.feature_radius / np.sqrt(count):.3g}")
    return BatchRun(game, np.concatenate(updates), _finite(w, game))


def _pass_by_pass(game, labels):
    """Yield the mistakes of each pass that has any, and w after it."""
    w, mistakes = np.zeros(game.dimension), np.ones(game.rounds, dtype=bool)
    while True:
        _perceptron(game.features, labels, 1.0, w, mistakes)
        if not mistakes.any():
            return
        yield np.flatnonzero(mistakes), w


def _one_by_one(game, labels, pick):
    """Yield the wrong example that ``pick`` takes from the scores of all wrong ones, and w after its update."""
    w = np.zeros(game.dimension)
    while True:
        scores = labels * (game.features @ w)
        wrong = np.flatnonzero(scores <= 0)
        if not wrong.size:
            return
        i = int(wrong[pick(scores[wrong])])
        w += labels[i] * game.features[i]
        yield [i], w


def reachable(examples):
    """Yield, for M = 1, 2, ..., the set of all vectors that M mistakes can lead to, in any order of the examples.

    Parameters
    ----------
    examples : sequence of tuples of int
        The signed examples y x; each may come as often as it is wrong.

    Notes
    -----
    Statement ``perceptron-mistake-bound``, which says that it ends if one vector is right on all examples; without one
    it never does.  All numbers are whole, so every set is exact.

    Examples
    --------
    >>> [sorted(level) for level in reachable([(3, 1), (-3, 1)])]
    [[(-3, 1), (3, 1)], [(0, 2)]]
    """
    level = {(0,) * len(examples[0])}
    while level := {tuple(map(add, w, z)) for w in level for z in examples
                    if sum(map(mul, w, z)) <= 0}:
        yield level
