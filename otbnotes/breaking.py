"""Breaking instances: each function drops one hypothesis of a statement and keeps the rest.

It returns (measured, bound, story) with measured > bound, so that ``claim.needs("step", *gd_step_too_long())`` reads well.
The ball has radius 1, and slope and features are declared to be at most 1, if nothing else is said.
"""

from typing import NamedTuple

import numpy as np

from . import bounds, geometry, smallworld, witness
from .losses import Absolute, Linear
from .online import gradient_descent
from .streams import Game


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
    return Game(name, loss, np.full((rounds, 1), feature), np.full(rounds, label))


def _regret(game, comparator, step=None, domain=geometry.Ball(1.0), start=None):
    """Return the regret of gradient descent and the bound of ``gd-regret`` with B = G = 1."""
    step = step or bounds.gd_step(1.0, 1.0, game.rounds)
    played = gradient_descent(game, domain, step, start)
    return played.loss - game.total(np.array([comparator])), bounds.gd_regret(1.0, 1.0, game.rounds)


def gd_not_convex(rounds=10_000):
    """The iterates settle in the false minimum of ``Dip``."""
    return *_regret(_constant("false minimum", Dip(), rounds, 0.0), 1.0), "a false minimum at -1/4"


def gd_not_lipschitz(rounds=10_000):
    """Slope 10 where 1 was declared: the tuned step leaps over the minimum for ever."""
    return *_regret(_constant("steep", Absolute(10.0), rounds, 0.05), 0.05), "slope 10 where 1 was declared"


def gd_long_features(rounds=10_000):
    """Features of length 10 where 1 was declared."""
    return *_regret(_constant("long", Absolute(), rounds, 0.5, 10.0), 0.05), "features of length 10 where 1 was declared"


def gd_far_comparator(rounds=10_000):
    """A comparator of norm 2 B, which the learner may never reach."""
    return *_regret(_constant("constant slope", Linear(), rounds, 1.0), -2.0), "a comparator of norm 2B"


def gd_no_projection(rounds=100, slope=1000.0):
    """Without projection the iterate walks over the edge of ``Cliff``, where the Lipschitz constant no longer holds."""
    game = _constant("cliff", Cliff(), rounds, slope)
    return *_regret(game, 1.0, domain=geometry.Everywhere()), "no projection, and a cliff just outside the ball"


def gd_projection_as_printed(rounds=100):
    """The source's map w B/||w|| throws the first step out to the sphere; a reversed slope then keeps it there."""
    game = Game("one step back", Linear(), np.ones((rounds, 1)), np.concatenate([[-1.0], np.ones(rounds - 1)]))
    return *_regret(game, -1.0, domain=geometry.Sphere(1.0)), "slopes -1, +1, +1, ..."


def gd_step_too_long(rounds=10_000):
    """The step B/G, sqrt(T) times too long, leaps between 0 and 1 over a minimum at 1/2."""
    return *_regret(_constant("minimum at 1/2", Absolute(), rounds, 0.5), 0.5, step=1.0), "a step sqrt(T) times too long"


def gd_step_too_short(rounds=10_000):
    """The step B/(G T), sqrt(T) times too short, needs the whole game to arrive."""
    game = _constant("constant slope", Linear(), rounds, 1.0)
    return *_regret(game, -1.0, step=1.0 / rounds), "a step sqrt(T) times too short"


def gd_wrong_start(rounds=100):
    """Starting at the end of the ball that is far from the comparator."""
    game, comparator = witness.alternate_then_run(rounds, 1.0, run=2 * int(rounds ** 0.5))
    return *_regret(game, comparator[0], start=[1.0]), "a start at distance 2B from the comparator"


GD_REGRET = {"convex": gd_not_convex, "lipschitz": gd_not_lipschitz, "features": gd_long_features, "start": gd_wrong_start,
             "projection": gd_no_projection, "step": gd_step_too_long, "comparator": gd_far_comparator}
"""One breaking instance for each hypothesis of ``gd-regret``."""


def _played_on(labels):
    """Return the iterates of gradient descent on |w - y| with these labels."""
    game = Game("labels", Absolute(), np.ones((len(labels), 1)), labels)
    return gradient_descent(game, geometry.Ball(1.0), bounds.gd_step(1.0, 1.0, len(labels))).weights[:-1, 0]


def gd_sorted_sample(rng, rounds=90_000, delta=0.05):
    """Labels -1, 0, 1 with equal probability, sorted: the learner meets one value at a time."""
    w = _played_on(np.sort(rng.integers(-1, 2, size=rounds)))
    excess = np.mean([np.abs(w - y).mean() for y in (-1, 0, 1)]) - 2 / 3
    return excess, bounds.gd_excess_risk(1.0, 1.0, rounds, 2.0, delta), f"{rounds} examples sorted by label"


def gd_drifting_sample(rounds=10_000, delta=0.05):
    """Half the labels +1, then half -1, and a fresh example labelled -1."""
    w = _played_on(np.repeat([1.0, -1.0], rounds // 2))
    return np.abs(w + 1).mean(), bounds.gd_excess_risk(1.0, 1.0, rounds, 2.0, delta), "labels that drift from +1 to -1"


def gd_not_convex_risk(rounds=10_000, delta=0.05):
    """The same example every time, with the loss ``Dip``, whose values on [-1, 1] lie in [0, 1.25]."""
    regret, _, story = gd_not_convex(rounds)
    return regret / rounds, bounds.gd_excess_risk(1.0, 1.0, rounds, 1.25, delta), story


def gd_false_ceiling(p=0.6, delta=0.05):
    """Losses up to 2 where c = 0.01 was declared: the exact probability of failure, T = 100, against delta."""
    excess, law = smallworld.coin_world(10, p)
    return law[excess > bounds.gd_excess_risk(1.0, 1.0, 100, 0.01, delta)].sum(), delta, "losses up to 2 where c = 0.01 was declared"
