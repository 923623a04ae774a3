"""Worst cases of compression: samples on which a scheme is as bad as its bound, or needs every example it names."""

import numpy as np

from .. import nets, require


def _multinomial(counts, mass):
    """Return the probability of each count vector."""
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, counts[0].sum() + 1)))])
    return np.exp(logs[-1] - logs[counts].sum(axis=1) + counts @ np.log(mass))


def probability_of(law, event):
    """Return the probability of the rows of which some entry is true."""
    return float(law[np.asarray(event).reshape(len(law), -1).any(axis=1)].sum())


def arms_failure(n, dimension, epsilon):
    """P[R > epsilon] = P[Bin(n, epsilon) < 2d] for the bounding box on the arms, exact for epsilon <= 1/(2d).

    The uncovered ends of the arms, as masses s_j <= 1/(2d), are all longer than given numbers with probability (1 - sum
    of s_j)^n, as the first 2d of n + 1 spacings of the unit interval are.  Statement ``compression-rectangles``.
    """
    from scipy.stats import binom

    arms = 2 * require.integer("dimension", dimension, 1)
    if not 0 <= require.number("epsilon", epsilon) <= 1 / arms:
        require.fail("epsilon", epsilon, f"a number in [0, 1/{arms}]")
    return float(binom.cdf(arms - 1, require.integer("n", n, 1), epsilon))


def arms_quantile(n, dimension, delta):
    """Return the risk at which ``arms_failure`` is delta; n must be so large that it is at most 1/(2d)."""
    from scipy.stats import beta

    arms = 2 * require.integer("dimension", dimension, 1)
    n = require.integer("n", n, arms)
    risk = float(beta.isf(require.probability("delta", delta), arms, n - arms + 1))
    return risk if risk <= 1 / arms else require.fail("n", n, f"a sample so large that the risk is at most 1/{arms}")


def simplex(dimension):
    """Return e_1, ..., e_d, all positive: the scheme needs them all (``compression-halfspaces-min-norm``)."""
    dimension = require.integer("dimension", dimension, 1)
    return np.eye(dimension), np.ones(dimension)


def alternating_labels(degree):
    """Return r + 1 points on a line whose labels alternate: degree r separates them, r - 1 does not.

    Statement ``compression-polynomials``.

    Examples
    --------
    >>> points, labels = alternating_labels(3)
    >>> points[:, 0].tolist(), labels.tolist()
    ([-1.5, -0.5, 0.5, 1.5], [1.0, -1.0, 1.0, -1.0])
    """
    count = require.integer("degree", degree, 0) + 1
    return (np.arange(count) - (count - 1) / 2)[:, None], np.resize([1.0, -1.0], count)


def noisy_line(n, noise=0.1):
    """Return the law of the scheme for intervals after ERM, on three points with noisy labels of {1}.

    Statement ``compression-unrealizable``.

    The points 0, 1, 2 are uniform, a label is wrong with probability ``noise``; of the best intervals the first in the
    order empty, [0], [1], [2], [0, 1], [1, 2], [0, 2] is taken.

    Returns
    -------
    law : ndarray of shape (c,), the probability of each count vector of n examples
    least : ndarray of shape (c,), the least training error of an interval
    training, risk : ndarrays of shape (c,), L_S and L_D of the interval that the scheme decodes
    """
    counts, noise = nets.count_vectors(require.integer("n", n, 4), 6), require.probability("noise", noise)
    system = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1], [1, 1, 1]], bool)
    truth = np.array([False, True, False])
    plus = np.where(truth, 1 - noise, noise)
    mass = np.concatenate([plus, 1 - plus]) / 3                         # (0, +), (1, +), (2, +), (0, -), ...
    positive, negative = counts[:, :3], counts[:, 3:]
    errors = positive @ ~system.T + negative @ system.T
    right = system[errors.argmin(axis=1)] & (positive > 0)              # the positive points that survive
    decoded = (system | ~right[:, None]).all(axis=2).astype(int)        # intervals that contain them,
    decoded = (decoded * (4 - system.sum(axis=1))).argmax(axis=1)       # of which the smallest is their bounding box
    risks = system @ mass[3:] + ~system @ mass[:3]
    rows = np.arange(len(counts))
    return _multinomial(counts, mass), errors.min(axis=1) / n, errors[rows, decoded] / n, risks[decoded]
