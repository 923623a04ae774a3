"""Worst cases of compression: samples on which a scheme is as bad as its bound, or needs every example it names."""

import math
from typing import NamedTuple

import numpy as np

from .. import nets, require
from ..compression import Scheme


class Arc(NamedTuple):
    """On the circle [0, 1): +1 on the open arc of this length after ``start``, -1 elsewhere."""

    start: float
    length: float

    def predict(self, points):
        """Return +1 or -1 for each row."""
        after = (points[:, 0] - self.start) % 1.0
        return np.where((0 < after) & (after < self.length), 1.0, -1.0)


def largest_gap_scheme(length):
    """Name the point before the largest gap on the circle; decode it to the ``Arc`` of this length after it.

    All labels are -1 and the points uniform: the risk is ``length``, and L_V = 0 if and only if the largest gap is
    longer (``nets.largest_gap_law``).  So no bound for k = 1 may be less than ``nets.largest_gap_quantile(n, delta)``
    (statements ``compression-bound-agnostic``, ``compression-bound-realizable``,
    ``compression-bound-training-error``).

    Examples
    --------
    >>> from otbnotes.compression import learn
    >>> learn(largest_gap_scheme(0.5), [[0.1], [0.2], [0.9]], [-1, -1, -1]).hypothesis.start
    0.2
    """
    if not 0 < require.number("length", length) < 1:
        require.fail("length", length, "a number in (0, 1)")

    def compress(points, labels):
        order = np.argsort(points[:, 0])
        gaps = (np.roll(points[order, 0], -1) - points[order, 0]) % 1.0
        return order[[gaps.argmax()]]

    return Scheme("largest gap", 1, compress, lambda points, labels: Arc(float(points[0, 0]), length))


class Book(NamedTuple):
    """Errs, with +1, at a point whose address has a 1 in this book; says -1 elsewhere."""

    pages: np.ndarray

    def predict(self, points):
        """Return +1 or -1 for each row."""
        return np.where(self.pages[points[:, 0].astype(int)] > 0, 1.0, -1.0)


def library_sample(n, pages, wrong, rng):
    """Draw n examples, each an address and a book: column 0 is uniform on 0, ..., pages - 1, and the book in the other
    columns has ``wrong`` ones at random places.  All labels are -1, so the risk of a book is wrong / pages."""
    n, pages = require.integer("n", n, 2), require.integer("pages", pages, 1)
    if require.integer("wrong", wrong, 0) > pages:
        require.fail("wrong", wrong, f"an integer from 0 to {pages}")
    books = rng.permuted(np.tile(np.arange(pages) < wrong, (n, 1)), axis=1)
    return np.column_stack([rng.integers(pages, size=n), books]).astype(float)


def library_scheme():
    """Name the example whose book errs least on the others, and decode it to its ``Book``.

    Examples
    --------
    >>> from otbnotes.compression import learn
    >>> learn(library_scheme(), [[0, 1, 1], [1, 0, 1], [0, 1, 0]], [-1, -1, -1]).indices.tolist()
    [1]
    """
    def compress(points, labels):
        wrong = points[:, 1:][:, points[:, 0].astype(int)] > 0
        np.fill_diagonal(wrong, False)
        return np.array([wrong.sum(axis=1).argmin()])

    return Scheme("the best book of a library", 1, compress, lambda points, labels: Book(points[0, 1:]))


def _choices(n, k, errors):
    """Return the number of sequences of k different examples out of n, if ``errors`` <= n - k."""
    k = require.integer("k", k, 1)
    n = require.integer("n", n, k + 1)
    if require.integer("errors", errors, 0) > n - k:
        require.fail("errors", errors, f"an integer from 0 to n - k = {n - k}")
    return math.perm(n, k)


def library_failure(n, k, risk, errors):
    """P[some choice of k out of n examples has at most ``errors`` errors on the others], each of this risk.

    In the limit of long books the errors of the choices are independent: 1 - (1 - P[Bin(n-k, p) <= errors])^N with
    N = n!/(n-k)! (statement ``compression-bound-agnostic``).  Each example has an address and a book for every list of
    k - 1 addresses; a choice is decoded to the book of its first example for the addresses of the others.
    """
    from scipy.stats import binom

    choices = _choices(n, k, errors)
    if not 0 < require.number("risk", risk) < 1:
        require.fail("risk", risk, "a number in (0, 1)")
    chance = binom.cdf(errors, n - k, risk)
    return 1.0 if chance == 1 else float(-math.expm1(choices * math.log1p(-chance)))


def library_quantile(n, k, delta, errors):
    """Return the risk at which ``library_failure`` is delta: no bound for this many errors may be less."""
    from scipy.stats import beta

    choices = _choices(n, k, errors)
    chance = -math.expm1(math.log1p(-require.probability("delta", delta)) / choices)
    return 1.0 if errors == n - k else float(beta.isf(chance, errors + 1, n - k - errors))


def _multinomial(counts, mass):
    """Return the probability of each count vector."""
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, counts[0].sum() + 1)))])
    return np.exp(logs[-1] - logs[counts].sum(axis=1) + counts @ np.log(mass))


def crossed_points(n, heavy=0.45):
    """Return the law of a world of two points with two labels each, and what every one-example rule does in it.

    The types (x, y) are (0, +), (0, -), (1, +), (1, -) with masses h, 1/2 - h, 1/2 - h, h.  An example (x, y) is
    decoded to the hypothesis with y at x and -y at the other point.  (Statements ``compression-bound-agnostic`` and
    ``compression-bound-training-error``.)

    Returns
    -------
    law : ndarray of shape (c,), the probability of each count vector of n examples
    available : ndarray of shape (c, 4), whether the type occurs, so that its example may be named
    rest, training : ndarrays of shape (c, 4), L_V and L_S of its hypothesis (0 where it is not available)
    risk : ndarray of shape (4,)
    """
    heavy, counts = require.positive("heavy", heavy), nets.count_vectors(require.integer("n", n, 2), 4)
    if heavy >= 0.5:
        require.fail("heavy", heavy, "a number in (0, 1/2)")
    mass = np.array([heavy, 0.5 - heavy, 0.5 - heavy, heavy])
    wrong = np.array([[0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0]])   # row: decoded type, column: example
    errors, available = counts @ wrong.T, counts > 0
    return (_multinomial(counts, mass), available, np.where(available, errors / (n - 1), 0.0),
            np.where(available, errors / n, 0.0), wrong @ mass)


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
