"""Stochastic subgradient descent and the soft SVM: steps, excess in expectation, and how many examples suffice."""

import math

import numpy as np

from .. import require

__all__ = ["descent_excess", "descent_step", "pegasos_printed_gap", "sgd_abel_as_printed", "sgd_excess",
           "sgd_excess_of_step", "sgd_first_step", "sgd_sample_size", "sgd_steps", "sgd_strongly_convex_excess",
           "sgd_strongly_convex_steps", "sgd_weighted_steps", "soft_svm_sgd_excess", "soft_svm_sgd_norm"]


def descent_step(distance, gradient_bound, rounds):
    """||w_1 - u|| / (G sqrt(T)), the fixed step of ``descent_excess`` (statement ``gradient-descent-step``)."""
    D, G = require.positive("distance", distance), require.positive("gradient_bound", gradient_bound)
    return D / (G * math.sqrt(require.integer("rounds", rounds, 1)))


def descent_excess(distance, gradient_bound, rounds):
    """G ||w_1 - u|| / sqrt(T): f(mean) - f(u) of subgradient descent (statement ``gradient-descent-step``)."""
    D, G = require.nonnegative("distance", distance), require.nonnegative("gradient_bound", gradient_bound)
    return G * D / math.sqrt(require.integer("rounds", rounds, 1))


def sgd_first_step(diameter, gradient_bound):
    """eta_1 = U / (G sqrt(2)), the step that minimises ``sgd_excess_of_step`` (``sgd-convex-lipschitz``)."""
    return require.positive("diameter", diameter) / (require.positive("gradient_bound", gradient_bound) * math.sqrt(2))


def sgd_steps(first_step, rounds):
    """eta_t = eta_1 / sqrt(t) for t = 1, ..., T (statement ``sgd-convex-lipschitz``)."""
    return require.positive("first_step", first_step) / np.sqrt(np.arange(1, require.integer("rounds", rounds, 1) + 1))


def sgd_excess_of_step(diameter, gradient_bound, rounds, first_step):
    """(U^2 / (2 eta_1) + G^2 eta_1) / sqrt(T): E f(mean) - f(u) (statement ``sgd-convex-lipschitz``)."""
    U, G = require.nonnegative("diameter", diameter), require.nonnegative("gradient_bound", gradient_bound)
    eta, T = require.positive("first_step", first_step), require.integer("rounds", rounds, 1)
    return (U ** 2 / (2 * eta) + G ** 2 * eta) / math.sqrt(T)


def sgd_excess(diameter, gradient_bound, rounds):
    """U G sqrt(2/T): E f(mean) - f(u) (statements ``sgd-convex-lipschitz``, ``sgd-learning-corollary``)."""
    U, G = require.positive("diameter", diameter), require.positive("gradient_bound", gradient_bound)
    return U * G * math.sqrt(2 / require.integer("rounds", rounds, 1))


def sgd_abel_as_printed(diameter, first_step):
    """U^2 / (2 eta_1): the same sum in the source, which divides by the first step instead of the last."""
    return require.positive("diameter", diameter) ** 2 / (2 * require.positive("first_step", first_step))


def sgd_sample_size(diameter, gradient_bound, accuracy):
    """ceil(2 G^2 U^2 / epsilon^2): so many examples suffice for E excess <= epsilon (``sgd-sample-complexity``)."""
    U, G = require.positive("diameter", diameter), require.positive("gradient_bound", gradient_bound)
    return math.ceil(2 * (G * U / require.positive("accuracy", accuracy)) ** 2)


def sgd_strongly_convex_steps(convexity, rounds):
    """eta_t = 1 / (mu t) for t = 1, ..., T (statement ``sgd-strongly-convex``)."""
    return 1 / (require.positive("convexity", convexity) * np.arange(1, require.integer("rounds", rounds, 1) + 1))


def sgd_strongly_convex_excess(gradient_bound, convexity, rounds):
    """G^2 (1 + ln T) / (2 mu T): E f(mean) - f(u) (statement ``sgd-strongly-convex``)."""
    G, mu = require.nonnegative("gradient_bound", gradient_bound), require.positive("convexity", convexity)
    T = require.integer("rounds", rounds, 1)
    return G ** 2 * (1 + math.log(T)) / (2 * mu * T)


def sgd_weighted_steps(convexity, rounds):
    """eta_t = 2 / (mu (t + 1)), the steps for the mean with weights 1, ..., T (Lacoste-Julien and others 2012)."""
    return 2 / (require.positive("convexity", convexity) * np.arange(2, require.integer("rounds", rounds, 1) + 2))


def soft_svm_sgd_norm(feature_radius, regulariser):
    """X / (2 lambda): every iterate of ``pegasos`` is at most as long (statement ``soft-svm-sgd-rate``)."""
    return require.positive("feature_radius", feature_radius) / (2 * require.positive("regulariser", regulariser))


def soft_svm_sgd_excess(feature_radius, regulariser, rounds):
    """X^2 (1 + ln T) / (lambda T): E F(mean) - F* for ``pegasos`` (statement ``soft-svm-sgd-rate``)."""
    X, mu = require.positive("feature_radius", feature_radius), 2 * require.positive("regulariser", regulariser)
    return sgd_strongly_convex_excess(2 * X, mu, rounds)


def pegasos_printed_gap(feature_radius, regulariser):
    """X^2 / (4 lambda): F(limit of the printed update) - F* is at most this (statement ``soft-svm-sgd-algorithm``)."""
    return require.positive("feature_radius", feature_radius) ** 2 / (4 * require.positive("regulariser", regulariser))
