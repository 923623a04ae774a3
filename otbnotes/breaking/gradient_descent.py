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
    game = _constant("cliff", Cliff(), rounds, require.positive("slope", slope))
    return *_regret(game, 1.0, domain=geometry.Everywhere()), "no projection, and a cliff just outside the ball"


def gd_projection_as_printed(rounds=100):
    """The source's map w B/||w|| throws the first step out to the sphere; a reversed slope then keeps it there."""
    slopes = np.concatenate([[-1.0], np.ones(require.integer("rounds", rounds, 1) - 1)])
    game = Game("one step back", Linear(), np.ones((rounds, 1)), slopes)
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
    if require.integer("rounds", rounds, 4) % 2:
        require.fail("rounds", rounds, "an even number")
    game, comparator = witness.alternate_then_run(rounds, 1.0, run=2 * int(rounds ** 0.5))
    return *_regret(game, comparator[0], start=[1.0]), "a start at distance 2B from the comparator"


GD_REGRET = {"convex": gd_not_convex, "lipschitz": gd_not_lipschitz, "features": gd_long_features, "start": gd_wrong_start,
             "projection": gd_no_projection, "step": gd_step_too_long, "comparator": gd_far_comparator}
"""One breaking instance for each hypothesis of ``gd-regret``."""


GD_STEPSIZE = {"convex": gd_not_convex, "bounded": gd_not_lipschitz, "start": gd_wrong_start, "comparator": gd_far_comparator}
"""One breaking instance for each hypothesis of ``gd-stepsize``."""


def _terms(loss, label, comparator, start=0.0):
    """Return the terms of 100 equal rounds with the step 0.1 on the ball of radius 1."""
    game = _constant("constant", loss, 100, label)
    played = gradient_descent(game, geometry.Ball(1.0), 0.1, [start])
    return one_step_terms(game, played, 0.1, [comparator])


def _first_violation(terms, part, story):
    """Return the two sides of an inequality of ``gd-one-step`` (G = 1) in the first round in which it fails."""
    small, large = terms.inequalities(0.1, 1.0)[part]
    t = int(np.flatnonzero(small > large + 1e-9)[0])
    return small[t], large[t], f"{story}, round {t + 1}"


def gd_one_step_not_convex():
    """A local slope of ``Dip`` is no subgradient."""
    return _first_violation(_terms(Dip(), 0.0, 1.0), "left", "a false minimum at -1/4")


def gd_one_step_not_bounded():
    """Slope 10 where G = 1 was declared."""
    return _first_violation(_terms(Absolute(10.0), 1.0, 1.0), "right", "slope 10 where G = 1")


def gd_one_step_far_comparator():
    """At the end of the ball the projection moves away from a comparator outside."""
    return _first_violation(_terms(Linear(), 1.0, -2.0), "middle", "u = -2 where B = 1")


GD_ONE_STEP = {"convex": gd_one_step_not_convex, "bounded": gd_one_step_not_bounded, "comparator": gd_one_step_far_comparator}
"""One breaking instance for each hypothesis of ``gd-one-step``."""


def gd_telescoping_wrong_start():
    """The iterate walks from w_1 = 1 to u = -1."""
    return _terms(Linear(), 1.0, -1.0, start=1.0).drop.sum(), 1 / 2, "w_1 = 1 and u = -1"


def gd_telescoping_far_comparator():
    """The iterate walks from 0 to -1, towards u = -2."""
    return _terms(Linear(), 1.0, -2.0).drop.sum(), 1 / 2, "u = -2 where B = 1"


GD_TELESCOPING = {"start": gd_telescoping_wrong_start, "comparator": gd_telescoping_far_comparator}
"""One breaking instance for each hypothesis of ``gd-telescoping``."""


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
