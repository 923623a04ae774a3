"""Loss functions phi(z, y) of a real prediction z and a label y.

A loss is a NamedTuple of its parameters, and everything about it is said in its class:

    binary                         whether the labels must be -1 or +1
    value(z, y)                    phi(z, y)
    slope(z, y)                    a subgradient of phi(., y) at z
    lipschitz(reach, labels=1.0)   the least L such that phi(., y) is L-Lipschitz on [-reach, reach] for all |y| <= labels

That is enough to play games.  A best vector in hindsight is certified (``comparator.py``) for a convex loss that also has

    slope_range(y)                 the least and the greatest slope a with phi*(a) = sup_z (a z - phi(z, y)) finite
    conjugate(a, y)                phi*(a) for slopes in this range, as a tuple of terms to be added: each is computed to
                                   within a few rounding errors of its own size, which their sum may not be
    curvature(z, y)                the second derivative of phi(., y) at z, for a smooth loss
    kink(y)                        for a loss without it: where it is 0 and turns from its least slope to its greatest
    any_sign                       the names of parameters that may be 0 or negative; all others must be positive

The methods take numbers or arrays.  The zero-one loss has a value and no slope, so no game of ``streams.py`` is played for
it; it counts the errors of what was learnt.  Statement: ``def-lipschitz-loss``.
"""

import math
from typing import NamedTuple

import numpy as np

from . import require


class Hinge(NamedTuple):
    """max(0, margin - y z), labels -1 and +1; 1-Lipschitz."""

    margin: float = 1.0
    binary = True
    any_sign = ("margin",)

    def value(self, z, y):
        return np.maximum(0.0, self.margin - y * z)

    def slope(self, z, y):
        return -y * (y * z < self.margin)

    def lipschitz(self, reach, labels=1.0):
        return 1.0 if reach > -self.margin else 0.0

    def slope_range(self, y):
        return _between_0_and(-y)

    def conjugate(self, a, y):
        return (a * y * self.margin,)

    def kink(self, y):
        return y * self.margin


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

    def slope_range(self, y):
        return _between_0_and(-y)

    def conjugate(self, a, y):                 # temperature (p ln p + (1 - p) ln(1 - p)) with p = -a y
        p, log_rest = -a * y, np.log1p(np.maximum(a * y, _EPS / 2 - 1.0))
        return self.temperature * _x_log_x(p), self.temperature * (1.0 - p) * log_rest

    def curvature(self, z, y):
        p = np.abs(self.slope(z, y))
        return p * (1.0 - p) / self.temperature


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

    def slope_range(self, y):
        return _between_0_and(-y * np.inf)

    def conjugate(self, a, y):                 # b ln b - b with b = -a y / rate
        b = -a * y / self.rate
        return _x_log_x(b), -b

    def curvature(self, z, y):
        return self.rate * np.abs(self.slope(z, y))


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

    def slope_range(self, y):
        return np.full_like(y, -self.weight), np.full_like(y, self.weight)

    def conjugate(self, a, y):
        return (a * y,)

    def kink(self, y):
        return y


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

    def slope_range(self, y):
        return np.full_like(y, -np.inf), np.full_like(y, np.inf)

    def conjugate(self, a, y):
        return a * y, a * a / (4.0 * self.weight)

    def curvature(self, z, y):
        return np.full_like(z, 2.0 * self.weight)


class Linear(NamedTuple):
    """weight * y z, real labels: the label is the slope."""

    weight: float = 1.0
    binary = False
    any_sign = ("weight",)

    def value(self, z, y):
        return self.weight * y * z

    def slope(self, z, y):
        return self.weight * y

    def lipschitz(self, reach, labels=1.0):
        return abs(self.weight) * labels

    def slope_range(self, y):
        return self.weight * y, self.weight * y

    def conjugate(self, a, y):                 # 0 at its only slope
        return (np.zeros_like(a),)

    def curvature(self, z, y):
        return np.zeros_like(z)


_EPS, _TINY = np.finfo(float).eps, np.finfo(float).tiny


def _between_0_and(end):
    return np.minimum(end, 0.0), np.maximum(end, 0.0)


def _x_log_x(x):
    return x * np.log(np.maximum(x, _TINY))


def check(loss):
    """Raise ``ValueError`` if the loss of a game has no conjugate, or a parameter out of its range."""
    if isinstance(loss, type) or not hasattr(loss, "conjugate"):
        require.fail("game.loss", loss, "a loss with a conjugate, such as Hinge()")
    for name, parameter in loss._asdict().items():
        positive = name not in getattr(loss, "any_sign", ())
        (require.positive if positive else require.number)(f"game.loss.{name}", parameter)
