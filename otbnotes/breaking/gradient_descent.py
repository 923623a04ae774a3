"""Two losses that break the regret theorem of gradient descent, each without one of its hypotheses."""

from typing import NamedTuple

import numpy as np


class Dip(NamedTuple):
    """min(|z + 0.25| + 0.5, |z - 1|): 1-Lipschitz with a false minimum at -0.25; not convex."""

    binary = False

    def value(self, z, y):
        return np.minimum(np.abs(z + 0.25) + 0.5, np.abs(z - 1.0))

    def slope(self, z, y):
        return np.where(np.abs(z + 0.25) + 0.5 <= np.abs(z - 1.0), np.sign(z + 0.25), np.sign(z - 1.0)) * 1.0

    def lipschitz(self, reach, labels=1.0):
        return 1.0


class Cliff(NamedTuple):
    """max(-z, y (z - edge) - edge): convex, 1-Lipschitz up to the edge, and as steep as the label says behind it."""

    edge: float = 1.0
    binary = False

    def value(self, z, y):
        return np.maximum(-z, y * (z - self.edge) - self.edge)

    def slope(self, z, y):
        return np.where(z <= self.edge, -1.0, y) * 1.0

    def lipschitz(self, reach, labels=1.0):
        return 1.0 if reach <= self.edge else max(1.0, labels)
