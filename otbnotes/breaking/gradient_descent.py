"""What breaks when a hypothesis of the regret theorem, of its lemmas, or of its excess risk is dropped."""

from typing import NamedTuple

import numpy as np

from .. import bounds, evidence, geometry, require, smallworld
from ..losses import Absolute, Linear
from ..online import gradient_descent, one_step_terms
from ..streams import Game
from ..witness import gradient_descent as witness


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


def _constant(name, loss, rounds, label, feature=1.0):
    """The same round again and again, in one dimension."""
    require.integer("rounds", rounds, 1)
    return Game(name, loss, np.full((rounds, 1), feature), np.full(rounds, label))


def _regret(game, comparator, step=None, domain=geometry.Ball(1.0), start=None):
    """Return the regret of gradient descent and the bound of ``gd-regret`` with B = G = 1."""
    step = step or bounds.gd_step(1.0, 1.0, game.rounds)
    played = gradient_descent(game, domain, step, start)
    return played.loss - game.total(np.array([comparator])), bounds.gd_regret(1.0, 1.0, game.rounds)


def gd_not_convex(rounds=10_000):
    """The iterates settle in the false minimum of ``Dip``."""
    return *_regret(_constant("false minimum", Dip(), rounds, 0.0), 1.0), "a false minimum at -1/4"


GD_REGRET = {"convex": gd_not_convex}
"""The breaking instance of ``gd-regret`` that other pages use too."""


def gd_sorted_samples(rng, samples=30, rounds=2500, delta=0.05):
    """Labels -1, 0, 1 with equal probability, sorted: the learner meets one value at a time, and fails in every sample."""
    bound, failures = bounds.gd_excess_risk(1.0, 1.0, rounds, 2.0, delta), 0
    for _ in range(require.integer("samples", samples, 1)):
        labels = np.sort(rng.integers(-1, 2, size=rounds))
        played = gradient_descent(Game("sorted", Absolute(), np.ones((rounds, 1)), labels), geometry.Ball(1.0),
                                  bounds.gd_step(1.0, 1.0, rounds))
        risks = np.abs(played.weights[:-1] - np.array([-1.0, 0.0, 1.0])).mean()
        failures += risks - 2 / 3 > bound
    return evidence.proportion(int(failures), samples), delta, f"{samples} samples of {rounds}, each sorted by label"


def gd_paired_sample(root=10, p=0.6):
    """The coin world with each coin shown twice: every example has the right law, neighbours are not independent."""
    excess = smallworld.coin_world_mean(root, p, repeat=2)
    return excess, bounds.gd_average_regret(1.0, 1.0, root * root), "each coin shown twice: exact excess risk"


def gd_one_coin(root=10, p=0.9, delta=0.05):
    """The coin world with one coin for the whole game: its exact probability of failure."""
    excess, law = smallworld.coin_world(root, p, repeat=root * root)
    failing = law[excess > bounds.gd_excess_risk(1.0, 1.0, root * root, 2.0, delta)].sum()
    return failing, delta, "one coin shown in every round: exact failure probability"


def gd_not_convex_risk(rounds=10_000, delta=0.05):
    """The same example every time, with the loss ``Dip``, whose values on [-1, 1] lie in [0, 1.25]."""
    regret, _, story = gd_not_convex(rounds)
    return regret / rounds, bounds.gd_excess_risk(1.0, 1.0, rounds, 1.25, delta), story


def gd_false_ceiling(p=0.6, delta=0.05):
    """Losses up to 2 where c = 0.01 was declared: the exact probability of failure, T = 100, against delta."""
    excess, law = smallworld.coin_world(10, p)
    return law[excess > bounds.gd_excess_risk(1.0, 1.0, 100, 0.01, delta)].sum(), delta, "losses up to 2 where c = 0.01 was declared"
