"""Worst cases of epsilon-nets: exact probabilities that come near to the bounds, or as near as is known."""

import math
from fractions import Fraction
from itertools import product

from .. import require


def thresholds_erm_failure(points, epsilon, n):
    """Return the exact probability that some consistent threshold on N uniform points errs by epsilon or more.

    The target is in the middle.

    The sample misses one of two runs of r = ceil(epsilon N) points, one on each side (statement ``realizable-pac``).

    Examples
    --------
    >>> from otbnotes import nets
    >>> thresholds_erm_failure(10, Fraction(1, 5), 10) == nets.erm_failure(
    ...     nets.thresholds(10), nets.uniform(10), [True] * 5 + [False] * 5, Fraction(1, 5), 10)
    True
    """
    N, n = require.integer("points", points, 2), require.integer("n", n, 0)
    if N % 2 or not isinstance(epsilon, Fraction) or not 0 < epsilon <= Fraction(1, 2):
        require.fail("points, epsilon", (points, epsilon), "an even number and a Fraction in (0, 1/2]")
    run = math.ceil(epsilon * N)
    return 2 * (1 - Fraction(run, N)) ** n - (1 - Fraction(2 * run, N)) ** n


def no_free_lunch_value():
    """Return the least, over all 256 deterministic rules for one example of two points, of the largest expected error.

    Statement ``no-free-lunch-imported`` with n = 1: its bound 1/4 is attained.

    Examples
    --------
    >>> no_free_lunch_value()
    Fraction(1, 4)
    """
    labellings = list(product([0, 1], repeat=2))
    examples = list(product([0, 1], repeat=2))                          # (x, y)

    def worst(rule):
        answer = dict(zip(examples, rule))
        return max(sum(Fraction(answer[x, f[x]][z] != f[z], 4) for x in (0, 1) for z in (0, 1)) for f in labellings)

    return min(worst(rule) for rule in product(labellings, repeat=4))
