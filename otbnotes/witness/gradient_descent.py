"""Worst cases of gradient descent.  Each function returns the game and its comparator."""

import numpy as np

from .. import require
from ..losses import Linear
from ..streams import Game

__all__ = ["alternate_then_run", "orthonormal"]


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
