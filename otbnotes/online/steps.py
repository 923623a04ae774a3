"""Step schedules: one step for every round, as an array of shape (T,)."""

import numpy as np

from .. import require


def fixed(step, rounds):
    """eta_t = step in every round.

    Examples
    --------
    >>> fixed(0.5, 3).tolist()
    [0.5, 0.5, 0.5]
    """
    return np.full(require.integer("rounds", rounds, 1), require.positive("step", step))


def inverse_sqrt(scale, rounds):
    """eta_t = scale / sqrt(t): no horizon needed.

    Examples
    --------
    >>> inverse_sqrt(2.0, 4).tolist()[::3]
    [2.0, 1.0]
    """
    return require.positive("scale", scale) / np.sqrt(np.arange(1, require.integer("rounds", rounds, 1) + 1))


def strongly_convex(strength, rounds):
    """eta_t = 1 / (strength t), for losses that are strongly convex with this strength.

    Examples
    --------
    >>> strongly_convex(2.0, 4).tolist()[::3]
    [0.5, 0.125]
    """
    return 1.0 / (require.positive("strength", strength) * np.arange(1, require.integer("rounds", rounds, 1) + 1))
