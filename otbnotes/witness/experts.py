"""Worst cases of prediction with expert advice."""

import numpy as np

from .. import require
from ..online import ExpertGame


def complementary(outcomes):
    """Expert 1 always says 0 and expert 2 always says 1: L_1 + L_2 = T.

    Statements ``counter-expert`` and ``expert-lower-bound``.  Whatever the outcomes, Cover's learner regrets E|S_T|/2.

    Examples
    --------
    >>> complementary([0, 1, 1]).mistakes.tolist()
    [2, 1]
    """
    outcomes = require.array("outcomes", outcomes, 1)
    return ExpertGame("always 0, always 1", np.tile([0.0, 1.0], (len(outcomes), 1)), outcomes)
