"""Kernels: updates of the kernel Perceptron, sizes of feature spaces, truncated features, values of functions."""

import math

from .. import require

__all__ = ["dichotomies", "gaussian_truncation", "gaussian_truncation_on_ball", "kernel_perceptron_updates",
           "kernel_perceptron_updates_as_printed", "polynomial_kernel", "polynomial_kernel_of_printed_features"]


def kernel_perceptron_updates(square_radius, square_margin):
    """R^2 / gamma^2 with R^2 = max_i K(x_i, x_i): updates of the kernel Perceptron (statement
    ``kernel-perceptron``)."""
    require.positive("square_radius", square_radius), require.positive("square_margin", square_margin)
    return square_radius / square_margin


def kernel_perceptron_updates_as_printed(square_margin):
    """1 / gamma^2: the source's bound, for features of length at most 1 (statement ``kernel-perceptron``)."""
    require.positive("square_margin", square_margin)
    return 1 / square_margin


def dichotomies(points, dimension):
    """2 sum_{j < d} C(n - 1, j): labellings of n points in general position that half-spaces through 0 separate
    strictly

    (Cover 1965; statement ``feature-map-abs-and-1d-polynomials``).
    """
    n, d = require.integer("points", points, 1), require.integer("dimension", dimension, 1)
    return 2 * sum(math.comb(n - 1, j) for j in range(d))


def polynomial_kernel(product, degree, offset=1):
    """(offset + <x, x'>)^k, exact for fractions (statement ``polynomial-kernel``)."""
    require.number("product", product), require.nonnegative("offset", offset)
    return (offset + product) ** require.integer("degree", degree, 0)


def polynomial_kernel_of_printed_features(product, degree):
    """sum_{r <= k} <x, x'>^r: the inner product of the features that the source prints (statement
    ``polynomial-kernel``)."""
    require.number("product", product)
    return sum(product ** r for r in range(require.integer("degree", degree, 0) + 1))


def gaussian_truncation(product, squares, width, terms):
    """e^(-s / (2 w^2)) |t|^N / N! e^max(t, 0), t = <x, x'> / w^2, s = ||x||^2 + ||x'||^2: error of N terms

    (statements ``gaussian-kernel-1d`` and ``gaussian-kernel-general``).
    """
    w, N = require.positive("width", width), require.integer("terms", terms, 1)
    t, s = require.number("product", product) / w / w, require.nonnegative("squares", squares) / w / w
    if 2 * abs(t) > s * (1 + 1e-12):
        require.fail("squares", squares, f"at least 2 |product| = {2 * abs(product)}")
    return math.exp(N * math.log(abs(t)) - math.lgamma(N + 1) + max(t, 0.0) - s / 2) if t else 0.0


def gaussian_truncation_on_ball(reach, width, terms):
    """P(Poisson(X^2 / w^2) >= N): the largest error of N terms over all ||x||, ||x'|| <= X

    (statements ``gaussian-kernel-1d`` and ``gaussian-kernel-general``).
    """
    from scipy.special import gammainc

    X, w, N = require.positive("reach", reach), require.positive("width", width), require.integer("terms", terms, 1)
    return float(gammainc(N, (X / w) ** 2))
