"""Exponentiated gradient on the simplex: steps, regret and excess risk."""

import math

from .. import require

__all__ = ["eg_excess_risk", "eg_excess_risk_mean", "eg_log_moment", "eg_log_moment_as_printed", "eg_regret",
           "eg_regret_as_printed", "eg_regret_of_step", "eg_step", "kl_to_uniform"]


def kl_to_uniform(experts):
    """ln N: the largest divergence from the uniform distribution (statement ``kl-uniform``)."""
    return math.log(require.integer("experts", experts, 1))


def eg_step(gradient_bound, experts, rounds):
    """eta = sqrt(2 ln N / T) / G, the step that minimises ``eg_regret_of_step`` (statement ``eg-stepsize``)."""
    G, N, T = _three(require.positive("gradient_bound", gradient_bound), experts, rounds)
    return math.sqrt(2 * math.log(N) / T) / G


def eg_regret_of_step(gradient_bound, divergence, rounds, step):
    """KL(u || w_1) / eta + eta G^2 T / 2: regret against u, step eta (statements ``eg-stepsize``, ``eg-regret``).

    From the uniform start KL(u || w_1) is at most ln N (``kl_to_uniform``).
    """
    G, D = require.nonnegative("gradient_bound", gradient_bound), require.nonnegative("divergence", divergence)
    T, step = require.integer("rounds", rounds, 1), require.positive("step", step)
    return D / step + step * G ** 2 * T / 2


def eg_regret(gradient_bound, experts, rounds):
    """G sqrt(2 T ln N): regret of exponentiated gradient with the step ``eg_step`` (statement ``eg-regret``)."""
    G, N, T = _three(require.nonnegative("gradient_bound", gradient_bound), experts, rounds)
    return G * math.sqrt(2 * T * math.log(N))


def eg_regret_as_printed(gradient_bound, experts, rounds):
    """G sqrt(2 N ln T): the source's first display, the two numbers exchanged (statement ``eg-regret``)."""
    G, N, T = _three(require.nonnegative("gradient_bound", gradient_bound), experts, rounds)
    return G * math.sqrt(2 * N * math.log(T))


def eg_log_moment(gradient_bound, step):
    """eta^2 G^2 / 2 bounds ln E exp(Z - E Z) for |Z| <= eta G (statement ``eg-hoeffding-step``)."""
    return (require.positive("step", step) * require.nonnegative("gradient_bound", gradient_bound)) ** 2 / 2


def eg_log_moment_as_printed(values, weights):
    """ln E exp(Z - exp Z): the misprint of ln E exp(Z - E Z), read as it stands (statement ``eg-hoeffding-step``)."""
    values, weights = require.array("values", values, 1), require.array("weights", weights, 1)
    if len(weights) != len(values):
        require.fail("weights", weights.tolist(), f"{len(values)} of them, one for each value")
    if weights.min() < 0 or not weights.any():
        require.fail("weights", weights.tolist(), "numbers >= 0, not all 0")
    exponents = [(z - math.exp(z), w) for z, w in zip(values, weights) if w > 0]
    top = max(exponent for exponent, _ in exponents)
    return top + math.log(sum(w * math.exp(exponent - top) for exponent, w in exponents))


def eg_excess_risk_mean(gradient_bound, experts, rounds):
    """G sqrt(2 ln N / T): the mean excess risk of the average vector (statement ``eg-otb``)."""
    return eg_regret(gradient_bound, experts, rounds) / rounds


def eg_excess_risk(gradient_bound, experts, rounds, ceiling, delta):
    """G sqrt(2 ln N / T) + 2 c sqrt(ln(2/delta) / (2T)), with probability 1 - delta (statement ``eg-otb``)."""
    c, delta = require.positive("ceiling", ceiling), require.probability("delta", delta)
    return eg_excess_risk_mean(gradient_bound, experts, rounds) + 2 * c * math.sqrt(math.log(2 / delta) / (2 * rounds))


def _three(gradient_bound, experts, rounds):
    return gradient_bound, require.integer("experts", experts, 2), require.integer("rounds", rounds, 1)
