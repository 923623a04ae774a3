"""From an online run to one predictor, and what the run says about its risk.

    random_hypothesis        one of w_1, ..., w_T, uniformly, in one pass         Gibbs risk R(Q)
    majority_vote            their (weighted) vote, a tie is an error             <= 2 err(Q)
    progressive_validation   the losses suffered while learning                   estimate R(Q)
    hold_out                 the losses of a finished hypothesis on fresh data    estimate its risk
    choose_validated         each w_t validated on the rounds after it            choose one w_t
    choose_on_second_half    the first half validated on the second               choose one w_t

The hypotheses are those that were *played*: w_1, ..., w_T, where w_t was made from rounds 1, ..., t - 1.  The vector
made from all T rounds was never played, no round has tested it, and no guarantee of this module covers it.  Every
guarantee is for independent examples of one law, in an order that does not depend on their values.
"""

import copy
from typing import NamedTuple

import numpy as np

from . import bounds, require
from .online.perceptron import PerceptronRun
from .online.run import Run
from .online.winnow import WinnowRun

_RUNS = Run, PerceptronRun, WinnowRun
_LABELS = "a non-empty array of finite numbers with 2 axes: one row of votes per hypothesis"


class Certificate(NamedTuple):
    """What an observed mean loss says about a risk.

    Attributes
    ----------
    estimate : float
        The observed mean loss.
    upper : float
        At least the risk, with probability 1 - delta.
    delta : float
    """

    estimate: float
    upper: float
    delta: float


class Choice(NamedTuple):
    """The hypothesis that a validation has chosen.

    Attributes
    ----------
    index : int
        Row of the chosen hypothesis: ``index`` = t - 1 for w_t.
    estimate : float
        Its mean loss on its validation examples.
    width : float
        With probability 1 - delta every estimate is within its width of the risk.
    """

    index: int
    estimate: float
    width: float

    @property
    def upper(self):
        """An upper bound on the risk of the chosen hypothesis, with probability 1 - delta."""
        return self.estimate + self.width


def played(hypotheses):
    """Return w_1, ..., w_T, the rows of an array: all rows of ``weights`` of a run but the last, or those of an array."""
    return hypotheses.weights[:-1] if isinstance(hypotheses, _RUNS) else require.array("hypotheses", hypotheses, 2)


def reservoir(stream, rng):
    """Draw one item of a stream uniformly, in one pass, without knowing its length.

    Parameters
    ----------
    stream : iterable
        What the learner plays, round after round.  The item that is kept is copied: the learner may go on changing it.
    rng : numpy.random.Generator

    Returns
    -------
    index : int
        The place of the item in the stream, from 0.
    item : object

    Raises
    ------
    ValueError
        If the stream is empty.

    Notes
    -----
    Statement ``otb-compute``: item t replaces the one that is kept with probability 1/t, so after T items each is kept
    with probability 1/t * t/(t+1) * ... * (T-1)/T = 1/T.  The memory is two items.

    Examples
    --------
    >>> reservoir(["only"], np.random.default_rng(0))
    (0, 'only')
    """
    index = kept = None
    for t, item in enumerate(stream, start=1):
        if rng.integers(t) == 0:                          # with probability 1/t
            index, kept = t - 1, copy.deepcopy(item)
    if index is None:
        require.fail("stream", stream, "at least one item")
    return index, kept


def random_hypothesis(hypotheses, rng):
    """Return one of the played w_1, ..., w_T, drawn uniformly (statement ``otb-algorithm``).

    Parameters
    ----------
    hypotheses : Run, or array_like of shape (T, d)
    rng : numpy.random.Generator

    Returns
    -------
    ndarray of shape (d,)

    Examples
    --------
    >>> random_hypothesis([[1.0, 2.0]], np.random.default_rng(0)).tolist()
    [1.0, 2.0]
    """
    return reservoir(played(hypotheses), rng)[1]


def _shares(weights, count):
    """Return the weights of ``count`` hypotheses, all 1 by default."""
    if weights is None:
        return np.ones(count)
    weights = require.array("weights", weights, 1)
    if len(weights) != count or weights.min() < 0 or weights.sum() <= 0:
        require.fail("weights", weights, f"{count} numbers >= 0, not all 0, one per hypothesis")
    return weights


def survival_times(mistakes):
    """Return in how many of f_1, ..., f_{n+1} each version of a mistake-driven learner appears (``otb-weights``).

    Parameters
    ----------
    mistakes : array_like of bool of shape (n,)
        Whether the learner was wrong in round t, which is when it changes.  For the hypotheses *played* in T rounds
        give the first T - 1 entries: the last round changes only what is never played.  There may be none: n = 0.

    Returns
    -------
    ndarray of int of shape (M + 1,), M = number of mistakes
        One plus the number of rounds that the version predicted correctly.

    Examples
    --------
    >>> survival_times([True, False, False, True]).tolist()
    [1, 3, 1]
    """
    given, mistakes = mistakes, require.rectangular(mistakes)
    if mistakes.size and mistakes.dtype != bool or mistakes.ndim != 1:
        require.fail("mistakes", given, "a vector of bool")
    changes = np.flatnonzero(mistakes) + 1
    return np.diff(np.concatenate([[0], changes, [len(mistakes) + 1]]))


def majority_vote(votes, weights=None):
    """Return the side with more weight for each example: -1, +1, or 0 for a tie, which is an error.

    Statement ``majority-vote-2x``.

    Parameters
    ----------
    votes : array_like of shape (K, n)
        Row k holds the predictions of hypothesis k; only their signs count, and 0 votes for neither side.
    weights : array_like of shape (K,), >= 0, optional
        ``survival_times`` of distinct versions.  Without them a hypothesis that survived for long counts no more than
        one that erred at once, and the factor 2 is lost.  Integers keep ties exact.

    Returns
    -------
    ndarray of shape (n,)

    Examples
    --------
    >>> majority_vote([[0.5, 2.0], [3.0, -1.0]]).tolist()
    [1.0, 0.0]
    """
    votes = require.array("votes", votes, 2, _LABELS)
    return np.sign(_shares(weights, len(votes)) @ np.sign(votes))


def zero_one(predictions, labels):
    """Return 1 where y p <= 0 and 0 elsewhere: a prediction of 0 is an error.

    Parameters
    ----------
    predictions : array_like of shape (..., n)
    labels : array_like of shape (n,), -1 and +1

    Examples
    --------
    >>> zero_one([-0.3, 0.0, -2.0], [1, 1, -1]).tolist()
    [1.0, 1.0, 0.0]
    """
    labels = require.signs("labels", labels)
    predictions = require.array("predictions", predictions, require.rectangular(predictions).ndim or 1)
    if predictions.shape[-1] != len(labels):
        require.fail("labels", f"{len(labels)} labels", f"{predictions.shape[-1]} labels, one per prediction")
    return (labels * predictions <= 0).astype(float)


def _in_range(losses, ndim, ceiling):
    """Return losses in [0, ceiling]."""
    losses, ceiling = require.array("losses", losses, ndim), require.positive("ceiling", ceiling)
    outside = losses[(losses < 0) | (losses > ceiling)]
    if outside.size:
        require.fail("losses", float(outside[0]), f"losses in [0, ceiling = {ceiling}]")
    return losses


def erm(losses):
    """Return the row of least mean: empirical risk minimisation over K hypotheses, the first of equals (``def-erm``).

    Parameters
    ----------
    losses : array_like of shape (K, n)

    Examples
    --------
    >>> erm([[1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    1
    """
    return int(require.array("losses", losses, 2).mean(axis=1).argmin())


def progressive_validation(losses, ceiling, delta):
    """Certify the random hypothesis by the losses that the learner suffered.

    Parameters
    ----------
    losses : Run, or array_like of shape (T,), in [0, ceiling]
        The loss of w_t on z_t: every example is predicted *before* it is learned, and comes once.
    ceiling : float > 0
    delta : float in (0, 1)

    Returns
    -------
    Certificate
        For R(Q), the risk of a hypothesis drawn uniformly from w_1, ..., w_T.

    Notes
    -----
    Statements ``pv-unbiased``, ``progressive-validation-bound`` and ``otb-high-prob``.  The examples are independent,
    in an order that does not depend on their values: a file sorted by label voids the certificate, unless it is
    shuffled.

    Examples
    --------
    >>> certificate = progressive_validation([1.0, 0.0, 0.0, 0.0], ceiling=1.0, delta=0.05)
    >>> certificate.estimate, round(certificate.upper, 4)
    (0.25, 0.8619)
    """
    losses = _in_range(losses.losses if isinstance(losses, Run) else losses, 1, ceiling)
    estimate = float(losses.mean())
    return Certificate(estimate, bounds.otb_high_prob(estimate, len(losses), ceiling, delta), delta)


def hold_out(losses, ceiling, delta):
    """Certify a hypothesis by its losses on examples that had no part in making it.

    Statements ``test-error-unbiased`` and ``test-error-bound``.

    Parameters
    ----------
    losses : array_like of shape (n,), in [0, ceiling]
    ceiling : float > 0
    delta : float in (0, 1)

    Returns
    -------
    Certificate
        For the risk of that hypothesis.

    Examples
    --------
    >>> hold_out([1.0, 0.0, 0.0, 0.0], ceiling=1.0, delta=0.05).estimate
    0.25
    """
    losses = _in_range(losses, 1, ceiling)
    estimate = float(losses.mean())
    return Certificate(estimate, estimate + ceiling * bounds.progressive_validation_width(len(losses), delta), delta)


def choose_validated(losses, ceiling, delta):
    """Choose the w_t whose mean loss on z_t, ..., z_T, plus its width, is least.

    Parameters
    ----------
    losses : array_like of shape (T, T), in [0, ceiling]
        Row t, column s: the loss of w_{t+1} on z_{s+1}.  What lies below the diagonal is training and is not used.
    ceiling : float > 0
    delta : float in (0, 1)

    Returns
    -------
    Choice

    Notes
    -----
    Statements ``dynamic-validation-deviation`` and ``dynamic-validation``.  The width of w_t is
    c sqrt(ln(2T/delta) / (2(T - t + 1))): two sides of T hypotheses, hence 2T.

    Examples
    --------
    >>> choose_validated([[0.0, 1.0, 1.0, 1.0], [0.0] * 4, [0.0] * 4, [0.0] * 4], ceiling=1.0, delta=0.5).index
    1
    """
    losses = _in_range(losses, 2, ceiling)
    T = len(losses)
    if losses.shape != (T, T):
        require.fail("losses", f"array of shape {losses.shape}", "as many columns as rows")
    means = np.array([row[t:].mean() for t, row in enumerate(losses)])
    widths = np.array([bounds.dynamic_validation_width(T, T - t, ceiling, delta) for t in range(T)])
    best = int((means + widths).argmin())
    return Choice(best, float(means[best]), float(widths[best]))


def choose_on_second_half(losses, ceiling, delta) -> Choice:
    """Choose among the hypotheses of the first half the one with the least mean loss on the second half.

    Parameters
    ----------
    losses : array_like of shape (T, T), T even, in [0, ceiling]
        As for ``choose_validated``; only rows 1, ..., T/2 and columns T/2 + 1, ..., T are used.
    ceiling : float > 0
    delta : float in (0, 1)

    Notes
    -----
    Statement ``dynamic-validation``, two stages.  On the *first* half the same rule chooses whoever learned it by
    heart.

    Examples
    --------
    >>> choose_on_second_half([[0.0, 1.0], [0.0, 0.0]], ceiling=1.0, delta=0.5).index
    0
    """
    losses = _in_range(losses, 2, ceiling)
    T = len(losses)
    if losses.shape != (T, T) or T % 2:
        require.fail("losses", f"array of shape {losses.shape}", "as many columns as rows, an even number")
    second = losses[:T // 2, T // 2:]
    best = erm(second)
    return Choice(best, float(second[best].mean()), bounds.dynamic_validation_width(T // 2, T // 2, ceiling, delta))
