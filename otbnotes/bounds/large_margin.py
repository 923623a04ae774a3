"""Large margins: sizes of a compression, and the risk of the Perceptron, with a margin and without one.

Everywhere the features have length at most 1, and a prediction 0 is an error.
"""

import math
from fractions import Fraction
from numbers import Rational

import numpy as np

from .. import require

__all__ = ["agnostic_margin_risk", "margin_size", "perceptron_risk", "perceptron_risk_sharp", "soft_margin",
           "soft_perceptron_risk", "soft_perceptron_risk_as_printed", "soft_perceptron_risk_of_sum",
           "soft_perceptron_risk_of_updates", "soft_perceptron_updates"]


def margin_size(margin):
    """floor(1 / gamma^2): how many updates, so how many examples, are enough (``perceptron-compression``).

    Exact for a Fraction; a float is read as the number meant: 0.2 as 1/5, so 25 and not 24.
    """
    gamma = require.positive("margin", margin)
    if gamma > 1:
        require.fail("margin", margin, "a number in the interval (0, 1]")
    exact = isinstance(margin, Rational)
    return math.floor(1 / Fraction(margin) ** 2 if exact else (1 + 1e-12) / gamma ** 2)


def _confidence(samples, delta):
    """Return n and ln(n / delta)."""
    n = require.integer("samples", samples, 2)
    return n, math.log(n / require.probability("delta", delta))


def perceptron_risk(margin, samples, delta):
    """8 ln(n/delta) / (gamma^2 n), with probability 1 - delta (statement ``perceptron-generalization-separable``).

    The source has this constant 8; the proof gives 2.
    """
    n, log = _confidence(samples, delta)
    return 8 * log / (require.positive("margin", margin) ** 2 * n)


def _long_compression(size, samples, log):
    """log / (n - k), or infinity if the sample is no longer than the compression."""
    return log / (samples - size) if size < samples else math.inf


def perceptron_risk_sharp(margin, samples, delta):
    """(k ln n + ln(1/delta)) / (n - k), k = floor(1/gamma^2), for n > k (``perceptron-generalization-separable``)."""
    k, (n, _) = margin_size(margin), _confidence(samples, delta)
    return _long_compression(k, n, k * math.log(n) + math.log(1 / delta))


def agnostic_margin_risk(margin_error, margin, samples, delta):
    """M + sqrt(4 M L / (gamma^2 n)) + 8 L / (gamma^2 n), L = ln(n/delta), for gamma fixed in advance
    (``agnostic-margin-bound``).
    """
    M, (n, log) = require.nonnegative("margin_error", margin_error), _confidence(samples, delta)
    rate = log / (require.positive("margin", margin) ** 2 * n)
    return M + math.sqrt(4 * M * rate) + 8 * rate


def _squared_slacks(slacks):
    """Return the sum of the squares of slacks >= 0."""
    slacks = _slacks(slacks)
    return float(slacks @ slacks)


def _slacks(slacks):
    """Return ``slacks`` as an array of numbers >= 0."""
    array = require.array("slacks", slacks, 1)
    if array.min() < 0:
        require.fail("slacks", slacks, "slacks >= 0")
    return array


def soft_margin(a, margin, slacks):
    """a gamma / sqrt(1 + a^2 sum l_i^2 / (1 - a^2)): margin of the lifted sample (statement ``soft-margin-lemma``).

    ``slacks`` are l_i = max(0, gamma - y_i <w, x_i>) for one unit vector w.
    """
    a, gamma, total = require.probability("a", a), require.positive("margin", margin), _squared_slacks(slacks)
    return a * gamma / math.sqrt(1 + a * a / (1 - a * a) * total)


def soft_perceptron_updates(a, margin, slacks):
    """1 / (a gamma)^2 + sum (l_i / gamma)^2 / (1 - a^2) = ``soft_margin`` ** -2: updates
    (``soft-perceptron-algorithm``).
    """
    a, gamma = require.probability("a", a), require.positive("margin", margin)
    return 1 / (a * gamma) ** 2 + _squared_slacks(_slacks(slacks) / gamma) / (1 - a * a)


def soft_perceptron_risk(a, margin, slacks, delta, constant=8):
    """(8 ln(n/delta) / n) ``soft_perceptron_updates``, with probability 1 - delta, for all gamma and w
    (``soft-perceptron-bound``).

    The source has the ``constant`` 8; the proof gives 4.
    """
    n, log = _confidence(len(_slacks(slacks)), delta)
    return require.positive("constant", constant) * log / n * soft_perceptron_updates(a, margin, slacks)


def soft_perceptron_risk_as_printed(a, margin, scores, delta):
    """The same with max(0, 1 - y_i <w, x_i>) / gamma for l_i / gamma, as the source prints it; ``scores`` are y_i <w,
    x_i>.

    Statement ``soft-perceptron-bound``; for large gamma it tends to 0 whatever the sample is.
    """
    a, gamma = require.probability("a", a), require.positive("margin", margin)
    slacks = np.maximum(0.0, 1.0 - require.array("scores", scores, 1)) / gamma
    n, log = _confidence(len(slacks), delta)
    return 8 * log / n * (1 / (a * gamma) ** 2 + _squared_slacks(slacks) / (1 - a * a))


def soft_perceptron_risk_of_updates(updates, samples, delta):
    """(k ln n + ln(n/delta)) / (n - k) after k < n updates, if k <= n/2; else infinity (statement
    ``soft-perceptron-bound``).
    """
    k, (n, log) = require.integer("updates", updates, 1), _confidence(samples, delta)
    return _long_compression(k, n, k * math.log(n) + log) if 2 * k <= n else math.inf


def soft_perceptron_risk_of_sum(updates, samples, delta):
    """(ln binomial(n + k - 1, k) + ln(n/delta)) / (n - k) after k < n updates: a sum forgets the order; else infinity
    (statement ``soft-perceptron-bound``).
    """
    k, (n, log) = require.integer("updates", updates, 1), _confidence(samples, delta)
    return _long_compression(k, n, math.lgamma(n + k) - math.lgamma(k + 1) - math.lgamma(n) + log)
