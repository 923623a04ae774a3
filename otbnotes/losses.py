"""Loss functions phi(z, y) of a real prediction z and a label y.

A loss is a NamedTuple of its parameters with three methods:

    value(z, y)                    phi(z, y)
    slope(z, y)                    a subgradient of phi(., y) at z
    lipschitz(reach, labels=1.0)   the least L such that phi(., y) is L-Lipschitz on [-reach, reach] for all |y| <= labels

``value`` and ``slope`` take numbers or arrays.  ``binary`` says whether the labels must be -1 or +1.  The zero-one loss
has a value and no slope, so no game of ``streams.py`` is played for it; it counts the errors of what was learnt.
Statement: ``def-lipschitz-loss``.
"""

import math
from typing import NamedTuple

import numpy as np


class Hinge(NamedTuple):
    """max(0, margin - y z), labels -1 and +1; 1-Lipschitz."""

    margin: float = 1.0
    binary = True

    def value(self, z, y):
        return np.maximum(0.0, self.margin - y * z)

    def slope(self, z, y):
        return -y * (y * z < self.margin)

    def lipschitz(self, reach, labels=1.0):
        return 1.0 if reach > -self.margin else 0.0


class Logistic(NamedTuple):
    """temperature * ln(1 + exp(-y z / temperature)), labels -1 and +1; slope at most 1 / (1 + exp(-reach / temperature))."""

    temperature: float = 1.0
    binary = True

    def value(self, z, y):
        return self.temperature * np.logaddexp(0.0, -y * z / self.temperature)

    def slope(self, z, y):
        return -0.5 * y * (1.0 - np.tanh(0.5 * y * z / self.temperature))

    def lipschitz(self, reach, labels=1.0):
        return 0.5 * (1.0 + math.tanh(0.5 * reach / self.temperature))


class Exponential(NamedTuple):
    """exp(-rate y z), labels -1 and +1; its slope grows like exp(rate * reach)."""

    rate: float = 1.0
    binary = True

    def value(self, z, y):
        return np.exp(-self.rate * y * z)

    def slope(self, z, y):
        return -self.rate * y * np.exp(-self.rate * y * z)

    def lipschitz(self, reach, labels=1.0):
        return self.rate * float(np.exp(self.rate * reach))


class Absolute(NamedTuple):
    """weight * |z - y|, real labels; weight-Lipschitz."""

    weight: float = 1.0
    binary = False

    def value(self, z, y):
        return self.weight * np.abs(z - y)

    def slope(self, z, y):
        return self.weight * np.sign(z - y)

    def lipschitz(self, reach, labels=1.0):
        return self.weight


class Squared(NamedTuple):
    """weight * (z - y)^2, real labels; slope at most 2 weight (reach + labels)."""

    weight: float = 1.0
    binary = False

    def value(self, z, y):
        return self.weight * (z - y) ** 2

    def slope(self, z, y):
        return 2.0 * self.weight * (z - y)

    def lipschitz(self, reach, labels=1.0):
        return 2.0 * self.weight * (reach + labels)


class Linear(NamedTuple):
    """weight * y z, real labels: the label is the slope."""

    weight: float = 1.0
    binary = False

    def value(self, z, y):
        return self.weight * y * z

    def slope(self, z, y):
        return self.weight * y

    def lipschitz(self, reach, labels=1.0):
        return abs(self.weight) * labels


class ZeroOne(NamedTuple):
    """1 if y z <= 0 and 0 otherwise, labels -1 and +1: the prediction z = 0 is an error whatever the label."""

    binary = True

    def value(self, z, y):
        return 1.0 * (y * z <= 0.0)


CONVEX = (Hinge(), Logistic(), Exponential(), Absolute(), Squared(), Linear())
