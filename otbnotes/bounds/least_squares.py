"""Least squares: risks that are identities, and the regret of the Vovk-Azoury-Warmuth forecaster.

The identities are exact where their arguments are Fractions.
"""

import math

from .. import require

__all__ = ["fixed_design_excess_risk", "fixed_design_risk", "lms_factor", "new_point_loss", "random_design_conditional",
           "random_design_floor", "random_design_wishart", "training_loss", "vaw_regret", "vaw_regret_of_run"]


def fixed_design_risk(squared_distance, size, variance):
    """||X (theta' - theta)||^2 / n + sigma^2: risk of a fixed vector theta' (statement ``fixed-design-risk``)."""
    require.nonnegative("squared_distance", squared_distance), require.nonnegative("variance", variance)
    return squared_distance / require.integer("size", size, 1) + variance


def fixed_design_excess_risk(size, dimension, variance):
    """sigma^2 d / n: *expected* excess risk of least squares (statement ``fixed-design-excess-risk``).

    The source prints it without the expectation.  For a design of rank r < d put r in the place of d.
    """
    n, d = require.integer("size", size, 1), require.integer("dimension", dimension, 0)
    require.nonnegative("variance", variance)
    return variance * d / n


def training_loss(size, dimension, variance):
    """sigma^2 (1 - d/n): expected mean squared residual of least squares (statement ``fixed-design-excess-risk``)."""
    fixed_design_excess_risk(size, dimension, variance)         # refuses what it would refuse
    return variance * (size - dimension) / size


def new_point_loss(leverage, variance):
    """sigma^2 (1 + x^T (X^T X)^{-1} x): expected loss at a new fixed point (statement ``new-point-loss``)."""
    require.nonnegative("leverage", leverage), require.nonnegative("variance", variance)
    return variance * (1 + leverage)


def random_design_conditional(inverse_trace, variance):
    """sigma^2 tr((X^T X)^{-1} Sigma): excess risk given the design (statement ``random-design-conditional``)."""
    require.nonnegative("inverse_trace", inverse_trace), require.nonnegative("variance", variance)
    return variance * inverse_trace


def random_design_wishart(size, dimension, variance):
    """sigma^2 d / (n - d - 1): excess risk on a Gaussian design, n >= d + 2 (``random-design-wishart``)."""
    d = require.integer("dimension", dimension, 1)
    n = require.integer("size", size, d + 2)
    require.nonnegative("variance", variance)
    return variance * d / (n - d - 1)


def random_design_floor(size, dimension, variance):
    """sigma^2 d / (n - d + 1), n >= d: no law of the design has a smaller expected excess risk of least squares.

    Mourtada (2022, abstract); proved in an exercise beside statement ``random-design-wishart``.
    """
    d = require.integer("dimension", dimension, 1)
    n = require.integer("size", size, d)
    require.nonnegative("variance", variance)
    return variance * d / (n - d + 1)


def lms_factor(step, feature_norm):
    """1 - step ||x||^2: what a repeated example multiplies its residual by (statement ``online-linreg-ogd``)."""
    require.positive("step", step), require.nonnegative("feature_norm", feature_norm)
    return 1 - step * feature_norm ** 2


def vaw_regret(regulariser, comparator_norm, label_bound, feature_radius, dimension, rounds):
    """rho ||u||^2 + d Y^2 ln(1 + T X^2 / (rho d)): regret against u (statement ``vaw-regret``)."""
    rho, d = require.positive("regulariser", regulariser), require.integer("dimension", dimension, 1)
    T = require.integer("rounds", rounds, 1)
    Y, X = require.nonnegative("label_bound", label_bound), require.nonnegative("feature_radius", feature_radius)
    u = require.nonnegative("comparator_norm", comparator_norm)
    return rho * u ** 2 + d * Y ** 2 * math.log1p(T * X ** 2 / (rho * d))


def vaw_regret_of_run(regulariser, comparator_norm, labels, denominators):
    """rho ||u||^2 + sum_t y_t^2 x_t^T A_t^{-1} x_t, the sharper middle term of statement ``vaw-regret``.

    The denominators s_t = 1 + x_t^T A_{t-1}^{-1} x_t of a ``RidgeRun`` say it: x_t^T A_t^{-1} x_t = 1 - 1/s_t.
    """
    y, s = require.array("labels", labels, 1), require.array("denominators", denominators, 1)
    if len(s) != len(y) or s.min() < 1:
        require.fail("denominators", denominators, f"{len(y)} numbers >= 1, one per label")
    rho = require.positive("regulariser", regulariser)
    return rho * require.nonnegative("comparator_norm", comparator_norm) ** 2 + float((y ** 2 * (1 - 1 / s)).sum())
