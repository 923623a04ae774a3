"""Small worlds in which the law of a whole run is computed and not sampled.

*The coin world*: one feature x = 1, the loss |w - y|, y = 1 with probability p > 1/2 and -1 otherwise, B = 1.  The risk is
R(w) = 1 + (1 - 2p) w on [-1, 1], least at w = 1.  Gradient descent with the step 1/sqrt(T) walks on the multiples of
1/sqrt(T), clipped to [-1, 1].  Statement ``gd-otb-excess-risk``.
"""

from fractions import Fraction

import numpy as np

from . import require


def _walk(law, p):
    """Return the law after one round of the clipped walk along the first axis."""
    stepped = np.zeros_like(law)
    stepped[1:] += p * law[:-1]
    stepped[-1] += p * law[-1]
    stepped[:-1] += (1 - p) * law[1:]
    stepped[0] += (1 - p) * law[0]
    return stepped


def _start(root, p, *shape):
    """Check the arguments and return an empty law: exact when p is a Fraction."""
    require.integer("root", root, 1)
    require.probability("p", p)
    return np.zeros((2 * root + 1, *shape), dtype=object if isinstance(p, Fraction) else float)


def coin_world(root, p):
    """Return the exact law of the excess risk R(Q) - R(1) of gradient descent over T = root^2 rounds.

    Parameters
    ----------
    root : int >= 1
    p : Fraction or float in (0, 1)
        With a Fraction every number is exact.

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
    widest = root ** 3
    law = _start(root, p, 2 * widest + 1)
    law[root, widest] = 1 + 0 * p
    for _ in range(root * root):
        summed = np.array([np.roll(row, w) for row, w in zip(law, range(-root, root + 1))])
        law = _walk(summed, p)
    law = law.sum(axis=0)
    sums = np.flatnonzero(law)[::-1]
    return np.array([(2 * p - 1) * (1 - p / p * int(s - widest) / widest) for s in sums]), law[sums]


def coin_world_mean(root, p):
    """Return E R(Q) - R(1) in the coin world, from the law of each iterate alone (cheap for large T).

    Examples
    --------
    >>> coin_world_mean(2, Fraction(3, 4))
    Fraction(173, 512)
    """
    law, position, total = _start(root, p), np.arange(-root, root + 1), 0 * p
    law[root] = 1 + 0 * p
    for _ in range(root * root):
        total += (law * position).sum()
        law = _walk(law, p)
    return (2 * p - 1) * (1 - total / root ** 3)


def quantile(values, law, level):
    """Return the smallest of the values that the law exceeds with probability at most 1 - level."""
    order = np.argsort(values)
    return values[order][np.searchsorted(np.cumsum(law[order]), level)]
