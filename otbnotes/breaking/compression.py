"""Compression without one of its hypotheses: probabilities, exact or from below, that exceed the delta allowed."""

import math
from fractions import Fraction
from itertools import combinations

import numpy as np

from .. import bounds, require
from ..compression import Rectangle, Scheme, after_erm, best_box, boxes, learn, min_norm_point_exact, polynomials
from ..witness import compression as witness


def _if_above(risk, bound, probability):
    """Return the probability if the risk exceeds the bound, and 0 if it does not."""
    return probability if risk > bound else 0 * probability


def compression_copied_box(n=2000, delta=0.05):
    """n copies of one uniform point of [0, 1]: the bounding box is that point, and misses everything."""
    found = learn(boxes(1), np.full((require.integer("n", n, 1), 1), 0.5), np.ones(n)).hypothesis
    risk = 1 - float((found.high - found.low)[0])
    return _if_above(risk, bounds.compression_rectangles_as_printed(n, 1, delta), 1.0), delta, f"{n} copies of one point"


def compression_not_realizable(n=2000, delta=0.05):
    """Labels +, -, + at three equally likely points: once both ends are seen the box holds the middle."""
    seen = 1 - 2 * Fraction(2, 3) ** require.integer("n", n, 1) + Fraction(1, 3) ** n
    bound = bounds.compression_rectangles_as_printed(n, 1, delta)
    return float(_if_above(Fraction(1, 3), bound, seen)), delta, "labels +, -, + on a line: risk 1/3"


def compression_any_box(n=1000, delta=0.05):
    """The box of the first two of n uniform points: L_D = 1 - |x_1 - x_2| exceeds b with probability 1 - b^2."""
    bound = bounds.compression_rectangles_as_printed(n, 1, delta)
    return 1 - min(bound, 1.0) ** 2, delta, "the box of the first two positive examples"


def compression_without_empty_box():
    """The box of *all* examples passed on, as printed, for a sample without positive ones: training error 1/2."""
    enclosing = Scheme("enclosing box", 2, lambda points, labels: np.array([0, 1]),
                       lambda points, labels: Rectangle(points.min(axis=0), points.max(axis=0)))
    error = learn(enclosing, np.arange(4.0)[:, None], -np.ones(4)).training_error
    return error, learn(boxes(1), np.arange(4.0)[:, None], -np.ones(4)).training_error, "0, 1, 2, 3, all negative"


COMPRESSION_RECTANGLES = {"iid": compression_copied_box, "realizable": compression_not_realizable,
                          "extreme": compression_any_box}
"""One breaking instance for each hypothesis of ``compression-rectangles``."""


def _hull_errors(rows, named=None):
    """Return the share of the rational rows z_i that are not in the open half-space of the nearest point, exactly."""
    point, _ = min_norm_point_exact([rows[i] for i in named] if named is not None else rows)
    return Fraction(sum(sum(a * b for a, b in zip(row, point)) <= 0 for row in rows), len(rows))


def compression_not_strict():
    """(1, 0), (-1, 0), (1, 0), all positive: (0, 1) separates them with ties, and the hull contains 0."""
    return _hull_errors([[1, 0], [-1, 0], [1, 0]]), 0, "(1, 0), (-1, 0), (1, 0): separable, but not strictly"


def compression_few_vectors(dimension=5):
    """d - 1 of e_1, ..., e_d, e_d, in every way: the nearest point is orthogonal to a vector left out; the fewest errors."""
    d = require.integer("dimension", dimension, 2)
    rows = [*np.eye(d, dtype=int).tolist(), [0] * (d - 1) + [1]]
    fewest = min(_hull_errors(rows, named) for named in combinations(range(d + 1), d - 1))
    return fewest, 0, f"{d - 1} of {d} unit vectors"


def compression_copied_line(n=1000, delta=0.05):
    """n copies of one x from [-1, 1], y = sign(x), features (1, x): the scheme predicts y everywhere, with risk 1/2."""
    line = np.linspace(-1, 1, 1000)[:, None]
    found = learn(polynomials(1, 1), np.full((require.integer("n", n, 1), 1), 0.5), np.ones(n)).hypothesis
    risk = float((found.predict(line) != np.sign(line[:, 0])).mean())
    return (_if_above(risk, bounds.compression_realizable_as_printed(n, 2, delta), 1.0), delta,
            f"{n} copies of one point of a line with an intercept")


COMPRESSION_HALFSPACES = {"strict": compression_not_strict, "size": compression_few_vectors, "iid": compression_copied_line}
"""One breaking instance for each hypothesis of ``compression-halfspaces-min-norm``."""


def compression_degree_too_low(degree=3):
    """Alternating labels at r + 1 points: with degree r - 1 the hull of the y_i psi(x_i) contains 0 (exact)."""
    points, labels = witness.alternating_labels(require.integer("degree", degree, 1))
    rows = [[int(y) * int(2 * x) ** j for j in range(degree)] for x, y in zip(points[:, 0], labels)]
    return _hull_errors(rows), 0, f"{degree + 1} alternating labels and degree {degree - 1}"


def compression_polynomial_size_too_small(dimension=1, degree=100):
    """d = 1: the number of monomials is r + 1, and d^r stays 1."""
    size = bounds.compression_polynomial_size(dimension, degree)
    return size, bounds.compression_polynomial_size_as_printed(dimension, degree), f"d = {dimension}, r = {degree}"


COMPRESSION_POLYNOMIALS = {"degree": compression_degree_too_low, "iid": compression_copied_line}
"""One breaking instance for each hypothesis of ``compression-polynomials``."""


def compression_no_erm(n=20):
    """The box of the first point instead of the best one, all labels positive: all other examples are thrown out."""
    line, labels = np.arange(float(require.integer("n", n, 2)))[:, None], np.ones(n)
    first = after_erm(boxes(1), lambda points, labels: Rectangle(points[0], points[0]))
    least = learn(after_erm(boxes(1), best_box), line, labels).training_error
    return learn(first, line, labels).training_error, least, f"{n} positive examples, and the box of one for the best one"


def compression_nothing_discarded():
    """Intervals, labels + - - - - +, nothing thrown out: the box of both positive examples errs on four of six."""
    line, labels = np.arange(6.0)[:, None], np.array([1.0, -1, -1, -1, -1, 1])
    least = float((best_box(line, labels).predict(line) != labels).mean())
    return learn(boxes(1), line, labels).training_error, least, "labels + - - - - + on a line, nothing thrown out"


def compression_keep_errors(n=20_000, delta=0.01, noise=Fraction(1, 10)):
    """Noisy labels, nothing thrown out: the box of all positive examples spreads over [0, 1], the truth is [0.4, 0.6].

    Once a positive example lies in each of the two outer hundredths, the risk is at least noise + 0.78 (1 - 2
    noise).  The measured number is a lower bound on the probability of failure; 2 delta is allowed.
    """
    n, spread = require.integer("n", n, 1), float(noise + Fraction(78, 100) * (1 - 2 * noise))
    reached = max(0, 1 - 2 * (1 - noise / 100) ** n)
    bound = bounds.compression_unrealizable_risk(float(noise), n, 2, delta)
    return float(_if_above(spread, bound, reached)), 2 * delta, "noisy labels, and the box of all positive examples"


def compression_unrealizable_rest_error():
    """L_V <= min L_S is false: intervals on 1, ..., 10 with labels + - - + + + + - - +."""
    labels = np.array([1, -1, -1, 1, 1, 1, 1, -1, -1, 1.0])
    line, best = np.arange(1.0, 11.0)[:, None], best_box
    right = np.flatnonzero(best(line, labels).predict(line) == labels)
    named = right[boxes(1).compress(line[right], labels[right])]
    wrong = boxes(1).decode(line[named], labels[named]).predict(line) != labels
    return float(np.delete(wrong, named).mean()), float(wrong.mean()), "+ - - + + + + - - + on a line"


COMPRESSION_UNREALIZABLE = {"iid": compression_copied_box, "erm": compression_no_erm,
                            "discard": compression_nothing_discarded}
"""One breaking instance for each hypothesis of ``compression-unrealizable``."""
