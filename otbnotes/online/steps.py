"""Step schedules: one step for every round, as an array of shape (T,)."""

import numpy as np

from .. import require


def inverse_sqrt(scale, rounds):
    """eta_t = scale / sqrt(t): no horizon needed.

    Examples
    --------
    >>> inverse_sqrt(2.0, 4).tolist()[::3]
    [2.0, 1.0]
    """
    return require.positive("scale", scale) / np.sqrt(np.arange(1, require.integer("rounds", rounds, 1) + 1))
