"""Regularised loss minimisation, and how much a learning rule depends on one of its examples.

A *rule* maps a sample, a tuple of examples, to a hypothesis; a *loss* maps a hypothesis and an example to a number; a
*law* is a dictionary from examples to probabilities.  On a small world every sample is tried: the results are exact
when losses and probabilities are ints and Fractions.
"""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

import numpy as np

from . import losses, require
from .losses import Hinge
from .smallworld_conversion import risk
from .svm import soft_svm

_NEWTON_STEPS = 200
_SAMPLES = 100_000


class Minimiser(NamedTuple):
    """A vector and its value, no more than ``gap`` above the least value (up to rounding)."""

    point: np.ndarray
    value: float
    gap: float


def rlm(game, regulariser, tolerance=1e-9):
    """Return the minimiser of regulariser ||w||^2 + mean loss on the examples of the game, certified.

    The rule of statements ``rlm-is-stable`` and ``rlm-oracle-inequality``.  With the hinge loss it is the soft SVM;
    else Newton's method, and the gap is ||gradient||^2 / (4 lambda), because the objective is 2 lambda-strongly convex.

    Parameters
    ----------
    game : Game
        With a smooth loss, one that has a curvature, or ``Hinge()``.
    regulariser : float > 0
    tolerance : float > 0
        The largest gap allowed, as a fraction of max(1, value).

    Returns
    -------
    Minimiser
        ``point`` is within sqrt(gap / regulariser) of the minimiser.

    Raises
    ------
    ValueError
        If the loss is another one.
    RuntimeError
        If the gap stays above the tolerance.

    Examples
    --------
    >>> from otbnotes.losses import Squared
    >>> from otbnotes.streams import Game
    >>> rlm(Game("two", Squared(), [[1.0], [1.0]], [3.0, 1.0]), 1.0).point.tolist()
    [1.0]
    """
    regulariser, tolerance = require.positive("regulariser", regulariser), require.positive("tolerance", tolerance)
    if type(game.loss) is Hinge and game.loss.margin == 1:
        svm = soft_svm(game.features, game.labels, regulariser, tolerance)
        return Minimiser(svm.point, svm.primal, svm.gap)
    losses.check(game.loss)
    if not hasattr(game.loss, "curvature"):
        require.fail("game.loss", game.loss, "a smooth loss such as Squared(), or Hinge()")
    x, y, n, w = game.features, game.labels, game.rounds, np.zeros(game.dimension)

    def value(w):
        return regulariser * w @ w + game.loss.value(x @ w, y).mean()

    for _ in range(_NEWTON_STEPS):
        slopes = game.loss.slope(x @ w, y)
        gradient = 2 * regulariser * w + slopes @ x / n
        gap = float(gradient @ gradient) / (4 * regulariser)
        if gap <= tolerance * max(1.0, value(w)):
            least = float(value(w))
            if not np.isfinite(least):
                require.fail("regulariser", regulariser, "a number that keeps the objective on this game finite")
            return Minimiser(w, least, gap)
        hessian = 2 * regulariser * np.eye(len(w)) + (x * game.loss.curvature(x @ w, y)[:, None]).T @ x / n
        try:
            step, length = np.linalg.solve(hessian, gradient), 1.0
        except np.linalg.LinAlgError:
            require.fail("regulariser", regulariser, "a number that rounding does not lose beside the features")
        while value(w - length * step) > value(w) - 1e-4 * length * (gradient @ step) and length > 1e-12:
            length /= 2
        w = w - length * step
    raise RuntimeError(f"rlm stopped with the gap {gap:.3g}: scale the features, or allow more")


class Pieces(NamedTuple):
    """A convex loss on the line, for each example the largest of finitely many affine functions intercept + slope w.

    ``pieces(example)`` returns them as pairs (intercept, slope); the loss itself is called as ``loss(w, example)``.
    """

    pieces: object

    def __call__(self, w, example):
        return max(intercept + slope * w for intercept, slope in self.pieces(example))


def hinge_pieces():
    """Return the loss max(0, 1 - a w) of the signed example a = y x."""
    return Pieces(lambda a: ((0, 0), (1, -a)))


def absolute_pieces(scale=1):
    """Return the loss scale |w - z|."""
    return Pieces(lambda z: ((-scale * z, scale), (scale * z, -scale)))


def linear_pieces(scale=1):
    """Return the loss scale z w."""
    return Pieces(lambda z: ((0, scale * z),))


def line_rlm(loss, regulariser):
    """Return the rule that minimises regulariser w^2 + mean loss over the line, exactly.

    Parameters
    ----------
    loss : Pieces
    regulariser : int or Fraction > 0

    Returns
    -------
    function from a sample (a tuple of ints or Fractions) to a Fraction

    Examples
    --------
    >>> str(line_rlm(hinge_pieces(), 1)((1, 1, -1)))
    '1/6'
    """
    require.positive("regulariser", regulariser)
    twice = 2 * Fraction(regulariser)

    def rule(sample):
        _check_sample(sample)
        lines = [(loss.pieces(example), times) for example, times in Counter(sample).items()]
        pairs = (pair for pieces, _ in lines for pair in combinations(pieces, 2))
        kinks = sorted({Fraction(a - c) / (d - b) for (a, b), (c, d) in pairs if b != d})

        def slopes(w, pick):                           # left or right slope of the sum of losses at w
            return sum(times * pick(s for c, s in pieces if c + s * w == max(i + j * w for i, j in pieces))
                       for pieces, times in lines)

        curvature = twice * len(sample)
        for kink in kinks:
            if curvature * kink + slopes(kink, max) >= 0:  # the minimiser is here or just before
                left = slopes(kink, min)
                return kink if curvature * kink + left <= 0 else -left / curvature
        return -slopes(kinks[-1] if kinks else Fraction(0), max) / curvature

    return rule


def ridge_line(regulariser):
    """Return the rule that minimises regulariser w^2 + mean (w x - y)^2 on samples of pairs (x, y), exactly."""
    require.positive("regulariser", regulariser)

    def rule(sample):
        _check_sample(sample)
        squares = sum(x * x for x, _ in sample) + Fraction(regulariser) * len(sample)
        return Fraction(sum(x * y for x, y in sample)) / squares

    return rule


def replace(sample, i, example):
    """Return the sample with its entry number i (from 0) replaced."""
    return (*sample[:i], example, *sample[i + 1:])


def empirical_risk(loss, sample, hypothesis):
    """Return R_S(h), the mean loss of a hypothesis on a sample."""
    _check_sample(sample)
    return sum(loss(hypothesis, example) for example in sample) * Fraction(1, len(sample))


def stability(rule, loss, examples, size):
    """Return the largest fall of the loss on z' when z' enters a sample S at i.

    That is max over S, i, z' of loss(rule(S), z') - loss(rule(S with z' at i), z'), statement
    ``replace-one-stability``.

    Parameters
    ----------
    rule : function from a tuple to a hypothesis
    loss : function (hypothesis, example) to a number
    examples : sequence of hashable examples
    size : int >= 1
        The sample size n; all n-tuples of examples are tried, at most 100 000.

    Examples
    --------
    >>> str(stability(line_rlm(linear_pieces(), 1), linear_pieces(), (-1, 1), 3))
    '1/3'
    """
    hypotheses = _hypotheses(rule, examples, size)
    return max(loss(h, z) - loss(hypotheses[replace(sample, i, z)], z)
               for sample, h in hypotheses.items() for i in range(size) for z in examples)


def uniform_stability(rule, loss, examples, size):
    """Return max over S, i, z', z of |loss(rule(S), z) - loss(rule(S with z' at i), z)| (statement ``rlm-is-stable``).

    Parameters as in ``stability``.
    """
    hypotheses = _hypotheses(rule, examples, size)
    return max(abs(loss(h, z) - loss(hypotheses[replace(sample, i, other)], z))
               for sample, h in hypotheses.items() for i in range(size) for other in examples for z in examples)


def expected(law, size, measure):
    """Return E measure(S) over samples S of ``size`` independent examples from ``law``, by trying all of them.

    Examples
    --------
    >>> str(expected({0: Fraction(1, 3), 1: Fraction(2, 3)}, 2, max))
    '8/9'
    """
    _check_law(law)
    return sum(math.prod(law[example] for example in sample) * measure(sample) for sample in _samples(tuple(law), size))


def expected_risk(rule, loss, law, size):
    """Return E R(rule(S)) over samples of ``size`` independent examples."""
    return expected(law, size, lambda sample: risk(law, loss, rule(sample)))


def generalisation_gap(rule, loss, law, size):
    """Return E[R(rule(S)) - R_S(rule(S))], the left side of ``stability-identity``.

    Examples
    --------
    >>> law = {z: Fraction(1, 2) for z in (-1, 1)}
    >>> str(generalisation_gap(line_rlm(linear_pieces(), 1), linear_pieces(), law, 3))
    '1/6'
    """
    def gap(sample):
        h = rule(sample)
        return risk(law, loss, h) - empirical_risk(loss, sample, h)

    return expected(law, size, gap)


def replacement_gap(rule, loss, law, size):
    """Return (1/n) sum_i E[loss(rule(S), z') - loss(rule(S with z' at i), z')].

    The right side of ``stability-identity``.
    """
    _check_law(law)
    hypotheses = _hypotheses(rule, tuple(law), size)

    def mean_change(sample):
        return sum(p * (loss(hypotheses[sample], z) - loss(hypotheses[replace(sample, i, z)], z))
                   for i in range(size) for z, p in law.items()) * Fraction(1, size)

    return expected(law, size, mean_change)


def _samples(examples, size):
    """Return all samples of this size."""
    size = require.integer("size", size, 1)
    if len(examples) == 0 or len(examples) ** size > _SAMPLES:
        require.fail("number of samples", len(examples) ** size, f"between 1 and {_SAMPLES}")
    return product(examples, repeat=size)


def _hypotheses(rule, examples, size):
    """Return the hypothesis of every sample."""
    return {sample: rule(sample) for sample in _samples(tuple(examples), size)}


def _check_sample(sample):
    if not isinstance(sample, tuple) or not sample:
        require.fail("sample", sample, "a non-empty tuple of examples")
    require.array("sample", sample, np.ndim(sample))


def _check_law(law):
    if not isinstance(law, dict) or not law or min(law.values()) < 0 or not abs(sum(law.values()) - 1) <= 1e-12:
        require.fail("law", law, "a dictionary from examples to probabilities that add up to 1")
