"""Worst cases of gradient descent."""

import math
from typing import NamedTuple

import numpy as np

from .. import require
from ..losses import Linear
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


def orthonormal(rounds, radius, loss=Linear()):
    """Every gradient is new: x_t = e_t in dimension T, each pushing the same way (statement ``gd-regret``).

    The comparator leans a little against all of them at once; the learner has seen each only when it is too late.
    Linear and hinge losses attain B G sqrt(T) exactly (the hinge loss for B <= sqrt(T)).

    Examples
    --------
    >>> game, u = orthonormal(4, radius=1.0)
    >>> game.total(u)
    -2.0
    """
    require.integer("rounds", rounds, 1)
    features = np.eye(rounds)
    comparator = np.full(rounds, -require.positive("radius", radius) / np.sqrt(rounds))
    return Game("orthonormal gradients", loss, features, np.full(rounds, -1.0 if loss.binary else 1.0)), comparator


def alternate_then_run(rounds, radius, run):
    """In one dimension: slopes +1, -1, +1, ... and a final run of +1 (statement ``gd-stepsize``).

    With the step B / (G run) the bound B^2/(2 eta) + eta G^2 T / 2 is attained exactly, whatever ``run`` is, as long as
    it has the same parity as the number of rounds.
    """
    require.integer("rounds", rounds, 1)
    require.integer("run", run, 1)
    if run > rounds or (rounds - run) % 2:
        require.fail("run", run, f"a number of the same parity as rounds = {rounds}, and not larger")
    slopes = np.concatenate([np.resize([1.0, -1.0], rounds - run), np.ones(run)])
    return Game("alternate, then run", Linear(), np.ones((rounds, 1)), slopes), np.array([-require.positive("radius", radius)])


def unlucky_coin(rounds, p, drift, average_regret):
    """Return (x, ln(1/delta)) such that R(Q) - min R > x with probability at least delta.

    Labels are 1 with probability p > 1/2, else -1, the prediction is z in [-1, 1] and the loss |z - y|.  A sample of this
    coin may look like one of the opposite coin, with the probability p' = (1 - a)/2 of a 1, a = ``drift``.  Under that coin,
    where z = -1 is best, a learner whose expected excess risk is at most r = ``average_regret`` has mean z < 4 r/a - 1
    except with probability 1/4, by Markov's inequality, and the number K of labels 1 is at least T p' - sqrt(T) except with
    probability 1/4, by Chebyshev's.  The likelihood ratio increases with K.  So under the true coin both happen with
    probability at least delta, half of the ratio at the least such K, and then R(Q) - min R > (2p - 1)(2 - 4 r/a) = x.
    Statements ``gd-otb-excess-risk`` and ``eg-otb``.

    Examples
    --------
    >>> excess, log = unlucky_coin(10 ** 6, 0.6, 0.1, 0.001)
    >>> round(excess, 3), round(log)
    (0.392, 46299)
    """
    T, r = require.integer("rounds", rounds, 1), require.positive("average_regret", average_regret)
    p, a = require.probability("p", p), require.probability("drift", drift)
    if p <= 0.5:
        require.fail("p", p, "a number in (1/2, 1)")
    fake = (1 - a) / 2
    ones = max(0, math.ceil(T * fake - math.sqrt(T)))
    log_ratio = ones * math.log(p / fake) + (T - ones) * math.log((1 - p) / (1 - fake))
    return (2 * p - 1) * (2 - 4 * r / a), math.log(2) - log_ratio
