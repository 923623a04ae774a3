"""What breaks when a hypothesis of the risk bound of exponentiated gradient is dropped."""

import numpy as np

from .. import bounds, evidence, require, smallworld_experts
from ..losses import Absolute
from ..online import exponentiated_gradient
from ..streams import Game
from .gradient_descent import Dip


def eg_paired_sample(rounds=400, p=0.6, repeat=100):
    """The tanh walk with each coin shown ``repeat`` times: every example has the right law, they aren't independent."""
    excess = smallworld_experts.tanh_walk_mean(rounds, p, bounds.eg_step(1.0, 2, rounds), repeat)
    return excess, bounds.eg_excess_risk_mean(1.0, 2, rounds), f"each coin shown {repeat} times: exact excess risk"


def eg_sorted_samples(rng, samples=30, rounds=2500, delta=0.05):
    """Labels -1, 0, 1 with equal probability, sorted; x = (1, -1): the learner meets one value at a time."""
    bound, failures = bounds.eg_excess_risk(1.0, 2, rounds, 2.0, delta), 0
    for _ in range(require.integer("samples", samples, 1)):
        labels = np.sort(rng.integers(-1, 2, size=rounds))
        game = Game("sorted", Absolute(), np.tile([1.0, -1.0], (rounds, 1)), labels)
        points = exponentiated_gradient(game).weights[:-1] @ np.array([[1.0], [-1.0]])
        failures += np.abs(points - np.array([-1.0, 0.0, 1.0])).mean() - 2 / 3 > bound
    return evidence.proportion(int(failures), samples), delta, f"{samples} samples of {rounds}, each sorted by label"


def eg_not_convex_risk(rounds=10_000, delta=0.05):
    """The same example every time, with the loss ``Dip``, whose values on [-1, 1] lie in [0, 1.25]."""
    game = Game("false minimum", Dip(), np.tile([1.0, -1.0], (rounds, 1)), np.zeros(rounds))
    regret = exponentiated_gradient(game, bounds.eg_step(1.0, 2, rounds)).loss - game.total(np.array([1.0, 0.0]))
    return regret / rounds, bounds.eg_excess_risk(1.0, 2, rounds, 1.25, delta), "a false minimum at -1/4"


def eg_false_ceiling(rounds=16, p=0.75, delta=0.05):
    """Losses up to 2 where c = 0.01 was declared: the exact probability of failure, over all 2^T samples."""
    excess, law = smallworld_experts.tanh_walk(rounds, p, bounds.eg_step(1.0, 2, rounds))
    failing = law[excess > bounds.eg_excess_risk(1.0, 2, rounds, 0.01, delta)].sum()
    return float(failing), delta, "losses up to 2 where c = 0.01 was declared"


EG_OTB = {"convex": eg_not_convex_risk, "independent": eg_paired_sample, "order": eg_sorted_samples,
          "range": eg_false_ceiling}
"""One breaking instance for each hypothesis of ``eg-otb``; the one for the order takes a generator."""
