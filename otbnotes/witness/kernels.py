"""Worst cases for kernels: data sets on which a bound is attained, or nearly so."""

import numpy as np

from .. import require


def inside_outside():
    """Five points around 0 labelled +1, eight points around them labelled -1: no half-space, an ellipse, or |x| plus
    constant

    (statement ``feature-map-abs-and-1d-polynomials``).  Returns points and labels.

    Examples
    --------
    >>> points, labels = inside_outside()
    >>> len(points), int(labels.sum())
    (13, -3)
    """
    near = [(0, 0)] + [(x, y) for x in (-0.5, 0.5) for y in (-0.5, 0.5)]
    far = [(-2, 0), (2, 0), (0, -2), (0, 2)] + [(x, y) for x in (-2, 2) for y in (-2, 2)]
    return np.array(near + far, dtype=float), np.array([1.0] * len(near) + [-1.0] * len(far))


def orthogonal_examples(labels):
    """Examples that have nothing in common, G = I: one update for each, R^2 / gamma^2 = n in all, for any labels

    (statement ``kernel-perceptron``).  Returns the Gram matrix and the labels.
    """
    labels = require.signs("labels", labels)
    return np.eye(len(labels)), labels


def exclusive_or():
    """The corners of a square, labelled by the product of their coordinates; with (1 + <x, x'>)^2 it takes 4 of 4.5
    updates

    (statement ``kernel-perceptron``): R^2 = 9 and gamma^2 = 2.  Returns points and labels.
    """
    points = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])
    return points, points.prod(axis=1)


def gaussian_rim(reach, dimension=1):
    """A point at distance X from 0: with itself it attains ``bounds.gaussian_truncation_on_ball``

    (statements ``gaussian-kernel-1d`` and ``gaussian-kernel-general``).  Returns one row.
    """
    dimension = require.integer("dimension", dimension, 1)
    return np.full((1, dimension), require.positive("reach", reach) / dimension ** 0.5)
