"""Worst cases of prediction with expert advice."""

import numpy as np

from .. import require
from ..online import ExpertGame


def halving(doublings):
    """2^j experts, of whom half of those without a mistake err in each of j rounds (statement ``rwm-bound``).

    With K = 0 weighted majority (``LogShare(0)``) errs with chance 1/2 in every round: j/2 = (1/2) log2 N, the bound.

    Examples
    --------
    >>> halving(2).advice.tolist(), halving(2).mistakes.tolist()
    ([[0.0, 0.0, 1.0, 1.0], [0.0, 1.0, 0.0, 1.0]], [0, 1, 1, 2])
    """
    j = require.integer("doublings", doublings, 1)
    if j > 20:
        require.fail("doublings", doublings, "at most 20, for there are 2^j experts")
    return ExpertGame("halving", (np.arange(2 ** j) >> np.arange(j - 1, -1, -1)[:, None]) & 1, np.zeros(j))


def one_by_one(experts):
    """N experts; in round t all who have erred and one more err, until one is left (statement ``rwm-bound``).

    With beta = 0 the plain vote ``Share`` errs 1/N + 1/(N-1) + ... + 1/2 times.

    Examples
    --------
    >>> one_by_one(3).advice.tolist()
    [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]
    """
    N = require.integer("experts", experts, 2)
    return ExpertGame("one by one", np.tri(N - 1, N), np.zeros(N - 1))


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
