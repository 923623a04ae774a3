"""The margin of a sample, certified, and the Perceptron that makes one.

The margin is  max over ||u|| = 1 of min_i y_i <u, x_i>.  If it is not negative, it equals the distance of the origin from
the convex hull of the points y_i x_i: a unit vector bounds it from below, a point of the hull bounds it from above.  For a
sample that is not separable ``margin`` and ``squared_margin`` say 0.
"""

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from . import require
from .compression import min_norm_point, min_norm_point_exact
from .online.perceptron import binary_labels
from .words import add_scaled, compiled, inner


class Margin(NamedTuple):
    """The margin of a sample, as far as it is known.

    Attributes
    ----------
    direction : ndarray of shape (d,)
        A unit vector with the margin ``value``; the zero vector if the sample is not separable.
    value : float >= 0
        The least of y_i <direction, x_i>, rounding errors subtracted: a lower bound on the margin.
    upper : float
        The length of the point sum_i mix[i] y_i x_i of the hull, rounding errors added: an upper bound.
    mix : ndarray of shape (n,)
        Weights >= 0 that add up to 1.
    """

    direction: np.ndarray
    value: float
    upper: float
    mix: np.ndarray


def _signed(game):
    """Return the points z_i = y_i x_i."""
    return binary_labels(game)[:, None] * game.features


def margin(game) -> Margin:
    """Return the direction of the largest margin, and a certified upper bound on the margin of all others.

    Parameters
    ----------
    game : Game
        Its labels are -1 and +1; its loss is not used.

    Raises
    ------
    RuntimeError
        If the margin is known only to within 1e-9 of the longest feature.

    Notes
    -----
    Statement ``margin-definition``.  The point of least length in the hull is that of ``min_norm_point`` (Wolfe 1976),
    which trusts no solver: both bounds are computed from its answer, and hold in exact arithmetic.

    Examples
    --------
    >>> from otbnotes.losses import Hinge
    >>> from otbnotes.streams import Game
    >>> found = margin(Game("two axes", Hinge(), [[1.0, 0.0], [0.0, 1.0]], [1, 1]))
    >>> round(found.value ** 2, 12), found.mix.round(12).tolist(), found.upper - found.value < 1e-12
    (0.5, [0.5, 0.5], True)
    """
    nearest = min_norm_point(_signed(game))
    separable = nearest.lower > 0
    direction = nearest.point / np.linalg.norm(nearest.point) if separable else np.zeros(game.dimension)
    return Margin(direction, nearest.lower, nearest.upper, nearest.weights)


def squared_margin(game):
    """Return the square of the margin, exact: the entries of the game are read as fractions (statement
    ``margin-definition``).

    Examples
    --------
    >>> from otbnotes.losses import Hinge
    >>> from otbnotes.streams import Game
    >>> print(squared_margin(Game("two axes", Hinge(), [[1.0, 0.0], [0.0, 2.0]], [1, 1])))
    4/5
    """
    point, _ = min_norm_point_exact([[Fraction(entry) for entry in row] for row in _signed(game).tolist()])
    return point @ point


@compiled
def _soft_pass(features, labels, a, w, counts, mistakes):
    for i in range(len(labels)):
        score = a * labels[i] * inner(w, features[i]) + (1.0 - a * a) * counts[i]
        mistakes[i] = score <= 0.0
        if mistakes[i]:
            add_scaled(w, a * labels[i], features[i])
            counts[i] += 1.0


class SoftRun(NamedTuple):
    """What the soft Perceptron did.

    Attributes
    ----------
    updates : ndarray of int, shape (M,)
        The row of the example of each update, in order.
    w : ndarray of shape (d,)
        a * sum of y_i x_i over the updates.
    counts : ndarray of int, shape (n,)
        How many updates each example made; an example without any is right: y_i <w, x_i> > 0.
    """

    updates: np.ndarray
    w: np.ndarray
    counts: np.ndarray


def soft_perceptron(game, a, max_updates=100_000) -> SoftRun:
    """Run the Perceptron, cycling, on the lifted sample, and forget the coordinates that the lift has added.

    Parameters
    ----------
    game : Game
        Its labels are -1 and +1; it need not be separable.
    a : float in (0, 1)
    max_updates : int >= 1

    Raises
    ------
    RuntimeError
        If more than ``max_updates`` updates are needed; n X^2 / (1 - a^2) are enough for features of length X >= 1.

    Notes
    -----
    Statements ``soft-perceptron-algorithm`` and ``soft-perceptron-bound``; the same numbers as ``batch_perceptron`` on
    the features [a x_i ; b e_i], b = sqrt(1 - a^2), in dimension d.

    Examples
    --------
    >>> from otbnotes.losses import Hinge
    >>> from otbnotes.streams import Game
    >>> run = soft_perceptron(Game("both labels", Hinge(), [[1.0], [1.0]], [1, -1]), a=0.6)
    >>> run.updates.tolist(), run.w.tolist()
    ([0, 1], [0.0])
    """
    labels, a = binary_labels(game), require.probability("a", a)
    max_updates = require.integer("max_updates", max_updates, 1)
    w, counts, mistakes = np.zeros(game.dimension), np.zeros(game.rounds), np.ones(game.rounds, dtype=bool)
    updates = []
    while mistakes.any():
        _soft_pass(game.features, labels, a, w, counts, mistakes)
        updates.append(np.flatnonzero(mistakes))
        if counts.sum() > max_updates:
            made, wrong = int(counts.sum()), int(mistakes.sum())
            raise RuntimeError(
                f"soft_perceptron({game.name!r}) made {made} updates, more than max_updates = {max_updates}, and "
                f"{wrong} of {game.rounds} examples were wrong in its last pass")
    return SoftRun(np.concatenate(updates), w, counts.astype(int))
