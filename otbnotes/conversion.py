"""From an online run to one predictor, and what the run says about its risk.

    reservoir                one of w_1, ..., w_T, uniformly, in one pass         Gibbs risk R(Q)
    progressive_validation   the losses suffered while learning                   estimate R(Q)
    hold_out                 the losses of a finished hypothesis on fresh data    estimate its risk
    choose_validated         each w_t validated on the rounds after it            choose one w_t

The hypotheses are those that were *played*, w_t made from rounds 1, ..., t - 1; no round has tested the vector that is
made from all T.  Every guarantee is for independent examples of one law, in an order that does not depend on their
values: shuffle a file that is sorted by label.
"""

import copy
from typing import NamedTuple

import numpy as np

from . import bounds, require
from .online.perceptron import PerceptronRun
from .online.run import Run
from .online.winnow import WinnowRun

_RUNS = Run, PerceptronRun, WinnowRun


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


def played(hypotheses):
    """Return w_1, ..., w_T as rows: all ``weights`` of a run but the last, or an array as it is."""
    return hypotheses.weights[:-1] if isinstance(hypotheses, _RUNS) else require.array("hypotheses", hypotheses, 2)


def reservoir(stream, rng):
    """Draw one item of a stream uniformly, in one pass, without knowing its length.

    Statements ``otb-reservoir`` and ``otb-compute``; the memory is two items.

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
    """
    index = kept = None
    for t, item in enumerate(stream, start=1):
        if rng.integers(t) == 0:                          # with probability 1/t
            index, kept = t - 1, copy.deepcopy(item)
    if index is None:
        require.fail("stream", stream, "at least one item")
    return index, kept


def survival_times(mistakes):
    """Return in how many of f_1, ..., f_{n+1} each version of a mistake-driven learner appears (``otb-weights``).

    Parameters
    ----------
    mistakes : array_like of bool of shape (n,)
        Whether the learner was wrong in round t, which is when it changes.  For the hypotheses played in T rounds give
        the first T - 1 entries.  There may be none: n = 0.

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
    """
    return int(require.array("losses", losses, 2).mean(axis=1).argmin())


def progressive_validation(losses, ceiling, delta):
    """Certify the random hypothesis by the losses that the learner suffered.

    Statements ``pv-unbiased``, ``progressive-validation-bound`` and ``otb-high-prob``.

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
    """Return a ``Certificate`` for the risk of a hypothesis, from its losses on examples that had no part in making it.

    Statements ``test-error-unbiased`` and ``test-error-bound``.

    Parameters
    ----------
    losses : array_like of shape (n,), in [0, ceiling]
    ceiling : float > 0
    delta : float in (0, 1)
    """
    losses = _in_range(losses, 1, ceiling)
    estimate = float(losses.mean())
    return Certificate(estimate, estimate + ceiling * bounds.progressive_validation_width(len(losses), delta), delta)


def choose_validated(losses, ceiling, delta):
    """Choose the w_t whose mean loss on z_t, ..., z_T, plus its width, is least.

    Statements ``dynamic-validation-deviation`` and ``dynamic-validation``.

    Parameters
    ----------
    losses : array_like of shape (T, T), in [0, ceiling]
        Row t, column s: the loss of w_{t+1} on z_{s+1}.  What lies below the diagonal is training and is not used.
    ceiling : float > 0
    delta : float in (0, 1)

    Returns
    -------
    index : int
        The row of the chosen hypothesis: t - 1 for w_t.
    mean, width : float
        Its mean loss and its width: with probability 1 - delta every mean is within its width of the risk.

    Examples
    --------
    >>> choose_validated([[0.0, 1.0, 1.0, 1.0], [0.0] * 4, [0.0] * 4, [0.0] * 4], ceiling=1.0, delta=0.5)[:2]
    (1, 0.0)
    """
    losses = _in_range(losses, 2, ceiling)
    T = len(losses)
    if losses.shape != (T, T):
        require.fail("losses", f"array of shape {losses.shape}", "as many columns as rows")
    means = np.array([row[t:].mean() for t, row in enumerate(losses)])
    widths = np.array([bounds.dynamic_validation_width(T, T - t, ceiling, delta) for t in range(T)])
    best = int((means + widths).argmin())
    return best, float(means[best]), float(widths[best])
