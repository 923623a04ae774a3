"""Small worlds in which the law of a whole run is computed and not sampled.

*The coin world*: one feature x = 1, the loss |w - y|, y = 1 with probability p > 1/2 and -1 otherwise, B = 1.  The risk is
R(w) = 1 + (1 - 2p) w on [-1, 1], least at w = 1.  Gradient descent with the step 1/sqrt(T) walks on the multiples of
1/sqrt(T), clipped to [-1, 1].  Statement ``gd-otb-excess-risk``.
"""

from fractions import Fraction

import numpy as np

from . import require
from .concentration import finite_law


def _move(law, direction):
    """Return the law after one step up (+1) or down (-1) of the first axis, clipped at the ends."""
    moved = np.zeros_like(law)
    if direction > 0:
        moved[1:], moved[-1] = law[:-1], law[-1] + law[-2]
    else:
        moved[:-1], moved[0] = law[1:], law[0] + law[1]
    return moved


def _start(root, p, repeat, *shape):
    """Check the arguments and return the law of w_1 = 0: exact when p is a Fraction."""
    rounds = require.integer("root", root, 1) ** 2
    require.probability("p", p)
    if rounds % require.integer("repeat", repeat, 1):
        require.fail("repeat", repeat, f"a divisor of the number of rounds, {rounds}")
    law = np.zeros((2 * root + 1, *shape), dtype=object if isinstance(p, Fraction) else float)
    law[(root, *(n // 2 for n in shape))] = 1 + 0 * p
    return law


def coin_world(root, p, repeat=1):
    """Return the exact law of the excess risk R(Q) - R(1) of gradient descent over T = root^2 rounds.

    Parameters
    ----------
    root : int >= 1
    p : Fraction or float in (0, 1)
        With a Fraction every number is exact.
    repeat : int >= 1, a divisor of T
        Each coin is shown this many times in a row: 1 for independent examples.

    Returns
    -------
    excess : ndarray of shape (k,), increasing for p > 1/2
    law : ndarray of shape (k,)
        The probability of each value.

    Examples
    --------
    >>> excess, law = coin_world(2, Fraction(3, 4))
    >>> sum(law), (excess * law).sum()
    (Fraction(1, 1), Fraction(173, 512))
    """
    law = _start(root, p, repeat, 2 * require.integer("root", root, 1) ** 3 + 1)
    for _ in range(root * root // repeat):
        up, down = law, law
        for _ in range(repeat):
            up, down = (np.array([np.roll(row, w) for row, w in zip(branch, range(-root, root + 1))])
                        for branch in (up, down))
            up, down = _move(up, +1), _move(down, -1)
        law = p * up + (1 - p) * down
    law = law.sum(axis=0)
    sums = np.flatnonzero(law)[::-1]
    return np.array([(2 * p - 1) * (1 - p / p * (int(s) - root ** 3) / root ** 3) for s in sums]), law[sums]


def coin_world_mean(root, p, repeat=1):
    """Return E R(Q) - R(1) in the coin world, from the law of each iterate alone (cheap for large T).

    Parameters as in ``coin_world``.

    Examples
    --------
    >>> coin_world_mean(2, Fraction(3, 4))
    Fraction(173, 512)
    """
    law, position, total = _start(root, p, repeat), np.arange(-root, root + 1), 0 * p
    for _ in range(root * root // repeat):
        up, down = law, law
        for _ in range(repeat):
            total += ((p * up + (1 - p) * down) * position).sum()
            up, down = _move(up, +1), _move(down, -1)
        law = p * up + (1 - p) * down
    return (2 * p - 1) * (1 - total / root ** 3)


def quantile(values, law, level):
    """Return the smallest of the values that the law exceeds with probability at most 1 - level."""
    values, law = finite_law(values, law)
    require.probability("level", level)
    order = np.argsort(values)
    return values[order][min(np.searchsorted(np.cumsum(law[order]), level), len(values) - 1)]
