"""The committee model: experts vote -1 or +1, and the label is the majority of a few of them."""

import numpy as np

from . import require
from .losses import Hinge
from .streams import Game


def committee(rounds, experts, size, rng):
    """Draw the votes of all experts by fair coins; the label is the majority of a random committee, and never a tie.

    Statement ``committee-model``.

    Parameters
    ----------
    rounds, experts : int >= 1
    size : int from 1 to ``experts``
        Rounds in which a committee of even size is split are drawn again.
    rng : numpy.random.Generator

    Returns
    -------
    game : Game
        Features -1 and +1, of shape (T, N).
    target : ndarray of shape (N,)
        1 for a member of the committee and 0 elsewhere: y_t <target, x_t> is a whole number >= 1, or >= 2 for an even
        size.

    Examples
    --------
    >>> game, target = committee(1000, experts=6, size=4, rng=np.random.default_rng(1))
    >>> target.sum(), (game.labels * (game.features @ target)).min()
    (np.float64(4.0), np.float64(2.0))
    """
    require.integer("rounds", rounds, 1), require.integer("experts", experts, 1)
    if require.integer("size", size, 1) > experts:
        require.fail("size", size, f"an integer from 1 to experts = {experts}")
    target = np.zeros(experts)
    target[rng.permutation(experts)[:size]] = 1.0
    votes = rng.choice([-1.0, 1.0], size=(rounds, experts))
    while not (decided := votes @ target != 0).all():
        votes[~decided] = rng.choice([-1.0, 1.0], size=((~decided).sum(), experts))
    return Game(f"committee of {size} in {experts}", Hinge(), votes, np.sign(votes @ target)), target
