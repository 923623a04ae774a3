"""What a finite number of random trials shows: confidence limits that assume nothing but independence and a range.

An estimate knows its value and two one-sided confidence limits:

    estimate.upper(alpha)    exceeds the truth with probability >= 1 - alpha
    estimate.lower(alpha)    lies below the truth with probability >= 1 - alpha

``interval(estimate, alpha)`` is two-sided.  ``judge`` turns an estimate and a bound into one of three verdicts, and
``repeat_risk`` says how likely an honest repetition with fresh randomness would fail to confirm the same bound.

The limits of a proportion are quantiles of the beta law, by ``scipy.special``, which is loaded when the first is asked for.  They are
those of ``scipy.stats``, bit for bit; but a reader's page would wait four times as long for it (1.2 s of processor time, against 0.3 s).
"""

import math
from typing import NamedTuple

import numpy as np

from . import require

ALPHA = 1e-6
"""The false-confirmation probability of every statistical check in the book."""


class Proportion(NamedTuple):
    """``failures`` among ``trials`` independent trials with one probability of failure."""

    failures: int
    trials: int

    @property
    def value(self):
        return self.failures / self.trials

    def lower(self, alpha):
        """Exact lower limit (Clopper and Pearson 1934)."""
        from scipy.special import betaincinv

        return 0.0 if self.failures == 0 else float(betaincinv(self.failures, self.trials - self.failures + 1, alpha))

    def upper(self, alpha):
        """Exact upper limit (Clopper and Pearson 1934)."""
        from scipy.special import betainccinv

        return 1.0 if self.failures == self.trials else float(betainccinv(self.failures + 1, self.trials - self.failures, alpha))

    def repeat_risk(self, bound, alpha):
        """Bound the probability that a repetition would not confirm ``bound``, if the truth is at most ``upper(alpha)``."""
        from scipy.special import betainc, betaincc

        counts = np.arange(self.trials)
        most = np.count_nonzero(betaincc(counts + 1, self.trials - counts, bound) <= alpha)      # these confirm: 0, ..., most - 1
        return float(betainc(most, self.trials - most + 1, self.upper(alpha))) if most else 1.0


class Mean(NamedTuple):
    """The mean and the (unbiased) variance of ``trials`` independent samples from one law on [floor, ceiling]."""

    value: float
    variance: float
    trials: int
    floor: float
    ceiling: float

    def _width(self, alpha):
        """Half-width of the empirical Bernstein limit (Maurer and Pontil 2009, theorem 4)."""
        log = math.log(2 / alpha)
        spread = self.ceiling - self.floor
        return math.sqrt(2 * self.variance * log / self.trials) + 7 * spread * log / (3 * (self.trials - 1))

    def lower(self, alpha):
        """Empirical Bernstein lower limit."""
        return max(self.floor, self.value - self._width(alpha))

    def upper(self, alpha):
        """Empirical Bernstein upper limit."""
        return min(self.ceiling, self.value + self._width(alpha))

    def repeat_risk(self, bound, alpha):
        """Bound the probability that a repetition would not confirm ``bound``, or 1 if that cannot be promised.

        With probability 1 - 2 alpha the truth is at most ``upper(alpha)`` and the standard deviation at most
        sqrt(variance) + spread sqrt(2 ln(1/alpha) / (n - 1)).  Then Bernstein's inequality, and the same deviation of
        the sample variance upwards, bound the upper limit of a repetition outside an event of probability 2 beta.
        """
        n, spread = self.trials, self.ceiling - self.floor
        deviation = math.sqrt(self.variance) + spread * math.sqrt(2 * math.log(1 / alpha) / (n - 1))

        def highest(beta):
            log = math.log(1 / beta)
            mean = self.upper(alpha) + deviation * math.sqrt(2 * log / n) + spread * log / (3 * n)
            again = deviation + spread * math.sqrt(2 * log / (n - 1))
            return mean + self._replace(variance=again ** 2)._width(alpha)

        for exponent in range(300, 0, -1):
            if highest(10.0 ** -exponent) <= bound:
                return 2 * 10.0 ** -exponent
        return 1.0


def proportion(failures, trials):
    """Return the evidence of ``failures`` among ``trials`` independent trials.

    Parameters
    ----------
    failures : int, 0 <= failures <= trials
    trials : int >= 1

    Raises
    ------
    ValueError
        If either is not an integer in its range.

    Examples
    --------
    >>> round(proportion(0, 1000).upper(1e-6), 5)
    0.01372
    """
    trials = require.integer("trials", trials, 1)
    failures = require.integer("failures", failures, 0)
    if failures > trials:
        require.fail("failures", failures, f"at most trials = {trials}")
    return Proportion(failures, trials)


def mean(samples, floor, ceiling):
    """Return the evidence of independent samples from one law on [floor, ceiling].

    Parameters
    ----------
    samples : array_like of shape (n,), n >= 2
    floor, ceiling : float, floor < ceiling
        The range is part of the evidence: the limits hold for *every* law on it.

    Raises
    ------
    ValueError
        If a sample is not finite or leaves the range, or there are fewer than two.

    Examples
    --------
    >>> mean([0.0, 1.0] * 5000, 0.0, 1.0).upper(1e-6) < 0.54
    True
    """
    samples = require.array("samples", samples, 1)
    require.integer("number of samples", samples.size, 2)
    floor, ceiling = require.number("floor", floor), require.number("ceiling", ceiling)
    if not floor < ceiling:
        require.fail("ceiling", ceiling, f"a number > floor = {floor}")
    outside = samples[(samples < floor) | (samples > ceiling)]
    if outside.size:
        require.fail("samples", float(outside[0]), f"every sample in [{floor}, {ceiling}]")
    return Mean(float(samples.mean()), float(samples.var(ddof=1)), samples.size, floor, ceiling)


def interval(estimate, alpha=ALPHA):
    """Return a two-sided confidence interval (low, high) that misses the truth with probability at most ``alpha``."""
    require.probability("alpha", alpha)
    return estimate.lower(alpha / 2), estimate.upper(alpha / 2)


def judge(estimate, bound, alpha=ALPHA):
    """Return the verdict on "truth <= bound": confirmed, refuted or undecided, each wrong with probability <= alpha."""
    require.probability("alpha", alpha)
    require.number("bound", bound)
    if estimate.upper(alpha) <= bound:
        return "confirmed"
    return "refuted" if estimate.lower(alpha) > bound else "undecided"


def judge_equal(estimate, value, width, alpha=ALPHA):
    """Return the verdict on "truth = value": confirmed only by an interval that contains it and is narrower than ``width``."""
    require.positive("width", width)
    low, high = interval(estimate, alpha)
    if not low <= value <= high:
        return "refuted"
    return "confirmed" if high - low < width else "undecided"
