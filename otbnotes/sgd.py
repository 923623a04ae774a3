"""Stochastic subgradient descent: every step sees one example, drawn at random, of a mean over examples.

    f(w)  =  regulariser ||w||^2  +  (1/n) sum_i loss(<w, x_i>, y_i)

The n examples are the rows of a ``Game``.  ``draw`` says which of them come, before the run; so a run is a function of
its arguments, and all runs of a small world can be played.  The regulariser makes f strongly convex with the constant
mu = 2 regulariser.
"""

import math
from typing import NamedTuple

import numpy as np

from . import geometry, require
from .losses import Hinge
from .words import add_scaled, compiled, inner, project, scale, slope, write


class Iterates(NamedTuple):
    """What a stochastic algorithm leaves behind.

    Attributes
    ----------
    weights : ndarray of shape (T + 1, d)
        Row t is the vector at which example t + 1 was met; the last row met none.
    """

    weights: np.ndarray

    @property
    def mean(self):
        """The mean of w_1, ..., w_T; the last row does not count."""
        return self.weights[:-1].mean(axis=0)


def draw(game, rounds, rng):
    """Return the numbers of ``rounds`` examples of the game, each drawn uniformly and independently of the others.

    Parameters
    ----------
    game : Game
    rounds : int >= 1
    rng : numpy.random.Generator
    """
    return rng.integers(game.rounds, size=require.integer("rounds", rounds, 1))


@compiled
def _sgd(loss, features, labels, order, steps, regulariser, domain, w, weights):
    for t in range(len(order)):
        x, y = features[order[t]], labels[order[t]]     # (1) meet an example
        slope_t = slope(loss, inner(w, x), y)           # (2) a subgradient
        scale(w, 1.0 - 2.0 * regulariser * steps[t])    # (3) step against it
        add_scaled(w, -steps[t] * slope_t, x)
        project(domain, w)                              # (4) return
        write(weights[t + 1], w)


def sgd(game, order, domain, steps, regulariser=0.0) -> Iterates:
    """Run stochastic subgradient descent from w_1 = 0 on f(w) = regulariser ||w||^2 + mean loss.

    Parameters
    ----------
    game : Game
        Its rows are the examples.
    order : array_like of shape (T,), integers in [0, n)
        The example of each step: ``draw(game, T, rng)``, or a sequence of your own.
    domain : Ball, Box or Everywhere
    steps : array_like of shape (T,), > 0
        ``bounds.sgd_steps`` (statement ``sgd-convex-lipschitz``), ``bounds.sgd_strongly_convex_steps`` (statement
        ``sgd-strongly-convex``) or ``bounds.sgd_weighted_steps`` (the same, for the weighted mean).
    regulariser : float >= 0

    Raises
    ------
    ValueError
        If the iterates leave the finite numbers.

    Examples
    --------
    >>> from otbnotes.losses import Absolute
    >>> from otbnotes.streams import Game
    >>> two = Game("two", Absolute(), [[1.0], [1.0]], [1.0, -1.0])
    >>> run = sgd(two, [0, 0, 1], geometry.Ball(1.0), [1.0, 0.5, 0.25])
    >>> run.weights[:, 0].tolist(), run.mean.tolist()
    ([0.0, 1.0, 1.0, 0.75], [0.6666666666666666])
    """
    order, steps = _order(order, game), require.array("steps", steps, 1)
    if len(steps) != len(order) or steps.min() <= 0:
        require.fail("steps", steps, f"{len(order)} numbers > 0, one for each entry of order")
    regulariser = require.nonnegative("regulariser", regulariser)
    geometry.check(domain)
    w, weights = np.zeros(game.dimension), np.zeros((len(order) + 1, game.dimension))
    _sgd(game.loss, game.features, game.labels, order, steps, regulariser, domain, w, weights)
    if not np.isfinite(weights).all():
        require.fail("steps", steps, "steps short enough to keep every iterate finite")
    return Iterates(weights)


@compiled
def _pegasos(features, labels, order, gain, w, weights):
    for t in range(len(order)):
        x, y = features[order[t]], labels[order[t]]     # (1) meet an example
        margin = y * inner(w, x)                        # (2) is it below 1?
        scale(w, t / (t + 1.0))                         # (3) shrink
        if margin < 1.0:
            add_scaled(w, gain / (t + 1.0) * y, x)      # (4) add it
        write(weights[t + 1], w)


def pegasos(game, order, regulariser) -> Iterates:
    """Run the stochastic subgradient method for the soft SVM: it minimises regulariser ||w||^2 + mean hinge loss.

    w_{t+1} = (1 - 1/t) w_t + 1/(2 lambda t) [y <w_t, x> < 1] y x,  from w_1 = 0: ``sgd`` with the steps 1/(2 lambda t).
    Statements ``soft-svm-sgd-algorithm`` and ``soft-svm-sgd-rate``; Shalev-Shwartz, Singer and Srebro (2007).

    Parameters
    ----------
    game : Game
        With the loss ``Hinge()``; its rows are the examples.
    order : array_like of shape (T,), integers in [0, n)
    regulariser : float > 0

    Examples
    --------
    >>> from otbnotes.streams import Game
    >>> one = Game("one example", Hinge(), [[1.0]], [1])
    >>> pegasos(one, [0, 0, 0], 1.0).weights[:, 0].tolist()
    [0.0, 0.5, 0.5, 0.5]
    """
    gain = 1.0 / (2.0 * require.positive("regulariser", regulariser))
    if type(game.loss) is not Hinge or game.loss.margin != 1:
        require.fail("game.loss", game.loss, "Hinge()")
    order = _order(order, game)
    w, weights = np.zeros(game.dimension), np.zeros((len(order) + 1, game.dimension))
    _pegasos(game.features, game.labels, order, gain, w, weights)
    if not np.isfinite(weights).all():
        require.fail("regulariser", regulariser, "a regulariser large enough to keep every iterate finite")
    return Iterates(weights)


def line_world(loss, examples, steps, regulariser=0, low=-math.inf, high=math.inf, averaging=None):
    """Return the exact law of the average of w_1, ..., w_T in dimension one, over all sequences of examples.

    Parameters
    ----------
    loss : a loss of ``losses.py``
        Linear(1), Absolute(1) and Hinge() keep fractions exact.
    examples : sequence of (feature, label, probability)
    steps : sequence of T numbers > 0
    regulariser : number >= 0
    low, high : number, low <= 0 <= high
        The ends of the domain.
    averaging : sequence of T numbers >= 0, not all 0; default: all 1
        The weights of the iterates; (0, ..., 0, 1) is the last one.

    Returns
    -------
    dict
        From each value of the average to its probability: exact if every number given is an int or a Fraction.

    Notes
    -----
    The steps of ``sgd`` from w_1 = 0; runs that have met in iterate and sum are merged.  There are at most k^(T - 1)
    runs of k examples: more than 2^20 are refused.

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> from otbnotes.losses import Linear
    >>> line_world(Linear(1), [(1, 1, F(1, 2)), (1, -1, F(1, 2))], [F(1), F(1, 2)])
    {Fraction(-1, 2): Fraction(1, 2), Fraction(1, 2): Fraction(1, 2)}
    """
    averaging = _check_world(examples, steps, regulariser, low, high, averaging)
    zero = 0 * examples[0][2]                              # of the kind, exact or not, of the probabilities
    law = {(zero, zero): 1 + zero}
    for t, step in enumerate(steps):
        after = {}
        for (w, total), p in law.items():
            total += averaging[t] * w
            if t + 1 == len(steps):                        # w_{T+1} does not count
                after[w, total] = after.get((w, total), 0) + p
                continue
            for x, y, chance in examples:
                v = 2 * regulariser * w + loss.slope(w * x, y) * x
                state = min(max(w - step * v, low), high), total
                after[state] = after.get(state, 0) + p * chance
        law = after
    result = {}
    for (_, total), p in law.items():
        mean = total / (sum(averaging) + zero)
        result[mean] = result.get(mean, 0) + p
    return dict(sorted(result.items()))


def _check_world(examples, steps, regulariser, low, high, averaging):
    """Check the arguments of ``line_world`` and return the weights of the iterates."""
    require.array("examples", examples, 2)
    if any(len(row) != 3 or row[2] <= 0 for row in examples) or abs(sum(p for _, _, p in examples) - 1) > 1e-12:
        require.fail("examples", examples, "triples (feature, label, probability > 0), probabilities that add up to 1")
    if require.array("steps", steps, 1).min() <= 0:
        require.fail("steps", steps, "numbers > 0")
    if len(examples) ** (len(steps) - 1) > 2 ** 20:
        require.fail("number of runs", len(examples) ** (len(steps) - 1), "at most 2^20: fewer examples or steps")
    require.nonnegative("regulariser", regulariser)
    if not low <= 0 <= high:
        require.fail("low, high", (low, high), "low <= 0 <= high")
    averaging = [1] * len(steps) if averaging is None else averaging
    weights = require.array("averaging", averaging, 1)
    if len(weights) != len(steps) or weights.min() < 0 or weights.max() == 0:
        require.fail("averaging", averaging, f"{len(steps)} numbers >= 0, not all of them 0")
    return averaging


def _order(order, game):
    """Return the order as a vector of integers, each the number of an example."""
    expected = f"a non-empty vector of integers from 0 to {game.rounds - 1}"
    order = require.rectangular(order)
    integers = order.ndim == 1 and order.size > 0 and order.dtype.kind in "iu"
    if not (integers and 0 <= order.min() and order.max() < game.rounds):
        require.fail("order", order, expected)
    return order.astype(np.int64)
