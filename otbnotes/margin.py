"""The margin of a sample, certified, and the Perceptrons that need one or make one.

The margin is  max over ||u|| = 1 of min_i y_i <u, x_i>.  If it is not negative, it equals the distance of the origin from
the convex hull of the points y_i x_i: a unit vector bounds it from below, a point of the hull bounds it from above.  For a
sample that is not separable ``margin`` and ``squared_margin`` say 0.
"""

import itertools
import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from . import require
from .compression import min_norm_point, min_norm_point_exact
from .online.perceptron import binary_labels
from .online.run import vector
from .streams import Game
from .words import add_scaled, inner, kernel


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

    @property
    def gap(self):
        """``upper - value``: by how much ``direction`` can fail to be the best."""
        return self.upper - self.value


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
    ValueError
        If a label is not -1 or +1.
    RuntimeError
        If the margin is known only to within 1e-9 of the longest feature.

    Notes
    -----
    Statement ``margin-definition``.  The point of least length in the hull is that of ``min_norm_point`` (Wolfe 1976),
    which trusts no solver: both bounds are computed from its answer, and hold in exact arithmetic.

    Examples
    --------
    >>> from otbnotes.losses import Hinge
    >>> found = margin(Game("two axes", Hinge(), [[1.0, 0.0], [0.0, 1.0]], [1, 1]))
    >>> round(found.value ** 2, 12), found.mix.round(12).tolist(), found.gap < 1e-12
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
    >>> print(squared_margin(Game("two axes", Hinge(), [[1.0, 0.0], [0.0, 2.0]], [1, 1])))
    4/5
    """
    point, _ = min_norm_point_exact([[Fraction(entry) for entry in row] for row in _signed(game).tolist()])
    return point @ point


def margin_of(game, w):
    """Return min_i y_i <w, x_i> / ||w||, the margin of one vector ``w`` != 0; negative if ``w`` errs."""
    w = vector("w", w, game)
    if not w.any():
        require.fail("w", w, f"a vector with {game.dimension} entries, not all 0")
    return float((_signed(game) @ w).min() / np.linalg.norm(w))


def slacks(game, w, margin):
    """Return l_i = max(0, margin - y_i <w, x_i>), of shape (n,) (statement ``soft-margin-lemma``)."""
    return np.maximum(0.0, require.positive("margin", margin) - _signed(game) @ vector("w", w, game))


def lift(game, a):
    """Return the game with the features [a x_i ; b e_i], b = sqrt(1 - a^2), in dimension d + n, which has a margin > 0.

    Statement ``soft-perceptron-algorithm``.

    Examples
    --------
    >>> from otbnotes.losses import Hinge
    >>> lift(Game("both labels", Hinge(), [[1.0], [1.0]], [1, -1]), 0.6).features.tolist()
    [[0.6, 0.8, 0.0], [0.6, 0.0, 0.8]]
    """
    a = require.probability("a", a)
    features = np.hstack([a * game.features, math.sqrt(1 - a * a) * np.eye(game.rounds)])
    return Game(f"{game.name}, lifted", game.loss, features, binary_labels(game))


@kernel
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
    ValueError
        If a label is not -1 or +1 or ``a`` is not in (0, 1).
    RuntimeError
        If more than ``max_updates`` updates are needed; n X^2 / (1 - a^2) are enough if the features have length X >=
        1.

    Notes
    -----
    Statements ``soft-perceptron-algorithm`` and ``soft-perceptron-bound``; the same numbers as ``batch_perceptron`` on
    ``lift(game, a)``, in dimension d.

    Examples
    --------
    >>> from otbnotes.losses import Hinge
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


def widest_subset(game, margin):
    """Return the rows of a largest subset on which one unit vector has the given margin, in dimension 1 or 2.

    On the circle the vectors with y_i <w, x_i> >= margin are an arc; some largest subset is met where an arc begins.
    Statement ``inefficient-perceptron``.
    """
    gamma = require.positive("margin", margin)
    if game.dimension > 2:
        require.fail("game.dimension", game.dimension, "1 or 2: beyond, use enumerated_perceptron")
    z = _signed(game)
    lengths = np.linalg.norm(z, axis=1)
    if game.dimension == 1:
        candidates = np.array([[1.0], [-1.0]])
    else:
        long = z[lengths >= gamma * (1 - 1e-12)]
        start = np.arctan2(long[:, 1], long[:, 0]) - np.arccos(np.minimum(gamma / np.linalg.norm(long, axis=1), 1.0))
        candidates = np.column_stack([np.cos(start), np.sin(start)])
    if not len(candidates):
        return np.empty(0, dtype=int)
    inside = candidates @ z.T >= gamma * (1 - 1e-12)
    return np.flatnonzero(inside[inside.sum(axis=1).argmax()])


def enumerated_perceptron(game, size, max_sums=1_000_000):
    """Return the sum of at most ``size`` points y_i x_i, repetitions allowed, that errs least often on the sample.

    In any dimension it errs at most as often as the Perceptron on ``widest_subset`` with floor(1 / margin^2) <= size,
    and the price is of order n^size sums.  Statement ``inefficient-perceptron``.

    Raises
    ------
    ValueError
        If there are more than ``max_sums`` sums.
    """
    size, max_sums = require.integer("size", size, 1), require.integer("max_sums", max_sums, 1)
    if math.comb(game.rounds + size, size) > max_sums:
        require.fail("size", size, f"at most {max_sums} sums, not {math.comb(game.rounds + size, size)}")
    z = np.vstack([_signed(game), np.zeros(game.dimension)])
    sums = (z[list(rows)].sum(axis=0) for rows in itertools.combinations_with_replacement(range(game.rounds + 1), size))
    return min(sums, key=lambda w: int((z[:-1] @ w <= 0).sum()))
