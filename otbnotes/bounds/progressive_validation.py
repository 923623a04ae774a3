"""Validation: hold-out, progressive and dynamic; every width is for losses in [0, c]."""

import math

from .. import require

__all__ = ["dynamic_validation", "dynamic_validation_half", "dynamic_validation_width",
           "dynamic_validation_width_as_printed", "holdout_bound", "holdout_mean_as_printed",
           "progressive_validation_bound", "progressive_validation_two_sided", "progressive_validation_width",
           "pv_mds_tail", "pv_vs_holdout", "second_half_validation", "two_sided_hoeffding"]


def _width(log, examples, ceiling):
    """c sqrt(log / (2n))."""
    n, c = require.integer("examples", examples, 1), require.positive("ceiling", ceiling)
    return c * math.sqrt(log / (2 * n))


def two_sided_hoeffding(examples, ceiling, delta):
    """c sqrt(ln(2/delta) / (2n)), both sides of one hypothesis (step of ``dynamic-validation-deviation``)."""
    return _width(math.log(2 / require.probability("delta", delta)), examples, ceiling)


def dynamic_validation_width(rounds, examples, ceiling, delta):
    """eps_t = c sqrt(ln(2T/delta) / (2 n_t)), n_t = T - t + 1 examples (statement ``dynamic-validation-deviation``)."""
    T, delta = require.integer("rounds", rounds, 1), require.probability("delta", delta)
    return _width(math.log(2 * T / delta), examples, ceiling)


def dynamic_validation_width_as_printed(rounds, examples, ceiling, delta):
    """c sqrt(ln(T/delta) / (2 n_t)): the source forgets that a deviation has two sides; false for T = 1 and T = 2."""
    T, delta = require.integer("rounds", rounds, 1), require.probability("delta", delta)
    return _width(math.log(T / delta), examples, ceiling)


def dynamic_validation(risks, ceiling, delta):
    """min_t R(w_t) + 2 eps_t: risk of the penalised choice, with probability 1 - delta (statement
    ``dynamic-validation``).
    """
    risks = require.array("risks", risks, 1)
    T = len(risks)
    return min(risk + 2 * dynamic_validation_width(T, T - t, ceiling, delta) for t, risk in enumerate(risks))


def dynamic_validation_half(risks, ceiling, delta):
    """min_{t <= T/2} R(w_t) + 2c sqrt(ln(2T/delta) / T), T even (second part of ``dynamic-validation``)."""
    risks = require.array("risks", risks, 1)
    T = len(risks)
    if T % 2:
        require.fail("risks", f"{T} risks", "an even number of them")
    return min(risks[:T // 2]) + 2 * dynamic_validation_width(T, T // 2, ceiling, delta)


def second_half_validation(risks, examples, ceiling, delta):
    """min_t R(w_t) + 2c sqrt(ln(2K/delta) / (2n)): the best of K hypotheses on n unseen examples
    (``dynamic-validation``).
    """
    risks = require.array("risks", risks, 1)
    return min(risks) + 2 * dynamic_validation_width(len(risks), examples, ceiling, delta)


def holdout_bound(test_error, examples, delta):
    """test error + sqrt(ln(1/delta) / (2m)), with probability 1 - delta (statement ``test-error-bound``)."""
    log = math.log(1 / require.probability("delta", delta))
    return require.nonnegative("test_error", test_error) + _width(log, examples, 1)


def holdout_mean_as_printed(error, sample_size, test_size):
    """err times (terms summed)/m: the source sums over t = n-m+1, ..., m, which is max(0, 2m - n) terms
    (``test-error-unbiased``).
    """
    n, m = require.integer("sample_size", sample_size, 1), require.integer("test_size", test_size, 1)
    require.nonnegative("error", error)
    if m > n:
        require.fail("test_size", m, f"at most sample_size = {n}")
    return error * max(0, 2 * m - n) / m


def progressive_validation_width(rounds, delta):
    """sqrt(ln(1/delta) / (2n)) (statement ``progressive-validation-bound``)."""
    return _width(math.log(1 / require.probability("delta", delta)), require.integer("rounds", rounds, 1), 1)


def progressive_validation_bound(progressive_error, rounds, delta):
    """progressive error + sqrt(ln(1/delta) / (2n)), with probability 1 - delta (statement
    ``progressive-validation-bound``).
    """
    return require.nonnegative("progressive_error", progressive_error) + progressive_validation_width(rounds, delta)


def progressive_validation_two_sided(rounds, delta):
    """sqrt(ln(2/delta) / (2n)): the deviation of either sign (statement ``progressive-validation-bound``)."""
    return _width(math.log(2 / require.probability("delta", delta)), require.integer("rounds", rounds, 1), 1)


def pv_mds_tail(excess, rounds):
    """exp(-2 eps^2 / n): probability that sum_t Z_t > eps (statement ``pv-mds``)."""
    return math.exp(-2 * require.positive("excess", excess) ** 2 / require.integer("rounds", rounds, 1))


def pv_vs_holdout(rounds, test_size):
    """sqrt(m / n): width of progressive validation over that of a hold-out of m (statement ``pv-vs-holdout``)."""
    n, m = require.integer("rounds", rounds, 1), require.integer("test_size", test_size, 1)
    if m > n:
        require.fail("test_size", m, f"at most rounds = {n}")
    return math.sqrt(m / n)
