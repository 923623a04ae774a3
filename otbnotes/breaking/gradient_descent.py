"""Two losses that break the regret theorem, each without one of its hypotheses, and the game with the first that other chapters play too."""

from typing import NamedTuple

import numpy as np

from .. import bounds, geometry, require
from ..online import gradient_descent
from ..streams import Game


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


def _constant(name, loss, rounds, label):
    """The same round again and again, in one dimension."""
    require.integer("rounds", rounds, 1)
    return Game(name, loss, np.ones((rounds, 1)), np.full(rounds, label))


def _regret(game, comparator):
    """Return the regret of gradient descent and the bound of ``gd-regret`` with B = G = 1."""
    played = gradient_descent(game, geometry.Ball(1.0), bounds.gd_step(1.0, 1.0, game.rounds))
    return played.loss - game.total(np.array([comparator])), bounds.gd_regret(1.0, 1.0, game.rounds)


def gd_not_convex(rounds=10_000):
    """The iterates settle in the false minimum of ``Dip``."""
    return *_regret(_constant("false minimum", Dip(), rounds, 0.0), 1.0), "a false minimum at -1/4"


GD_REGRET = {"convex": gd_not_convex}
"""The breaking instance of ``gd-regret`` that other chapters use too."""
