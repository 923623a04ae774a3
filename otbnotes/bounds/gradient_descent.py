"""Gradient descent: steps, regret and excess risk."""

import math

from .. import require

__all__ = ["gd_average_regret", "gd_excess_risk", "gd_regret", "gd_regret_of_step", "gd_step"]


def gd_step(radius, gradient_bound, rounds):
    """eta = B / (G sqrt(T)), the step that minimises ``gd_regret_of_step`` (statement ``gd-stepsize``)."""
    B, G, T = require.positive("radius", radius), require.positive("gradient_bound", gradient_bound), require.integer("rounds", rounds, 1)
    return B / (G * math.sqrt(T))


def gd_regret_of_step(radius, gradient_bound, rounds, step):
    """B^2 / (2 eta) + eta G^2 T / 2: regret of gradient descent with the fixed step eta (statement ``gd-stepsize``)."""
    B, G, T = require.positive("radius", radius), require.nonnegative("gradient_bound", gradient_bound), require.integer("rounds", rounds, 1)
    return B ** 2 / (2 * require.positive("step", step)) + step * G ** 2 * T / 2


def gd_regret(radius, gradient_bound, rounds):
    """B G sqrt(T): regret of gradient descent with the step ``gd_step`` (statement ``gd-regret``)."""
    B, G, T = require.positive("radius", radius), require.nonnegative("gradient_bound", gradient_bound), require.integer("rounds", rounds, 1)
    return B * G * math.sqrt(T)


def gd_average_regret(radius, gradient_bound, rounds):
    """B G / sqrt(T): regret per round (statement ``gd-average-regret``)."""
    return gd_regret(radius, gradient_bound, rounds) / rounds


def gd_excess_risk(radius, gradient_bound, rounds, ceiling, delta):
    """B G / sqrt(T) + 2 c sqrt(ln(2/delta) / (2T)), with probability 1 - delta (statement ``gd-otb-excess-risk``)."""
    c, delta = require.positive("ceiling", ceiling), require.probability("delta", delta)
    return gd_average_regret(radius, gradient_bound, rounds) + 2 * c * math.sqrt(math.log(2 / delta) / (2 * rounds))
