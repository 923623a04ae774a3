"""Compression without one of its hypotheses: probabilities, exact or from below, that exceed the delta allowed."""

import math
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np

from .. import bounds, nets, require
from ..compression import (Rectangle, Scheme, after_erm, best_box, boxes, dependence, learn, min_norm_point_exact, polynomials,
                           split_law)
from ..witness import compression as witness


def _allowed(n, k, delta, error=0):
    """Return the weakest of the bounds for this error, that of ``compression-bound-training-error``."""
    return bounds.compression_training_as_printed(error, n, k, delta)


class Memory(NamedTuple):
    """The label that was seen at a point, and 0, an error under either label, where none was seen."""

    points: np.ndarray
    labels: np.ndarray

    def predict(self, points):
        """Return the label of the first equal point, or 0."""
        same = (points[:, None, :] == self.points[None, :, :]).all(axis=2)
        return np.where(same.any(axis=1), self.labels[same.argmax(axis=1)], 0.0)


def _memory_risk_failure(points, delta, whole=False):
    """Return P[R > bound], 0 or 1, for a rule that remembers its example, or the whole sample; the law has no atoms."""
    points, labels = np.asarray(points, float)[:, None], np.ones(len(points))
    decode = (lambda *_: Memory(points, labels)) if whole else Memory
    found = learn(Scheme("memory", 1, lambda *_: np.array([0]), decode), points, labels)
    fresh = float((found.hypothesis.predict(-1 - points) != labels).mean())        # new points: none was seen before
    return _if_above(fresh, _allowed(len(points), 1, delta, max(found.rest_error, found.training_error)), 1.0)


def _if_above(risk, bound, probability):
    """Return the probability if the risk exceeds the bound, and 0 if it does not."""
    return probability if risk > bound else 0 * probability


def compression_indices_from_sample():
    """The index of the largest of 4 draws from 3 points: the chosen example and the others depend on each other."""
    law = split_law(nets.uniform(3), 4, lambda sample: (sample.index(max(sample)),))
    return dependence(law), 0, "the index of the largest example, chosen after the draw"


def compression_one_copy():
    """The same draw 4 times: what was chosen tells the rest."""
    law = {((x,), (x, x, x)): Fraction(1, 3) for x in range(3)}
    return dependence(law), 0, "one draw, shown 4 times"


INDEX_PROTOCOL = {"fixed": compression_indices_from_sample, "iid": compression_one_copy}
"""One breaking instance for each hypothesis of ``index-protocol-equivalence``."""


def compression_copies(n=100, delta=0.05):
    """n copies of one draw from a law without atoms: the decoder learns that one point and errs everywhere else."""
    failing = _memory_risk_failure([0.5] * require.integer("n", n, 2), delta)
    return failing, delta, f"{n} copies of one example: no error seen, risk 1"


def compression_unbounded(n=100, delta=0.05):
    """A constant hypothesis with loss 1000 once in a thousand: risk 1, and most samples show no loss."""
    none = Fraction(999, 1000) ** require.integer("n", n, 2)
    return float(_if_above(1.0, _allowed(n, 1, delta), none)), delta, f"loss 0 or 1000: no loss in all of {n} examples"


def compression_memoriser(n=100, delta=0.05):
    """A rule that remembers the whole sample, declared to be decoded from k = 1 example; the law has no atoms."""
    failing = _memory_risk_failure(np.arange(require.integer("n", n, 2)) / n, delta, whole=True)
    return failing, delta, f"all of {n} examples remembered where k = 1 was declared"


def compression_size_zero(n=10, delta=0.05, risk=Fraction(3, 10)):
    """A fixed hypothesis, k = 0: the source's bound reads L_D <= L_S, which fails as often as Bin(n, p) < n p."""
    p, excess = Fraction(risk), Fraction(bounds.compression_agnostic_as_printed(0, n, 0, delta))
    failing = sum(math.comb(n, s) * p ** s * (1 - p) ** (n - s) for s in range(n + 1) if p > Fraction(s, n) + excess)
    return float(failing), delta, f"k = 0, a hypothesis of risk {risk}: no gap to its empirical risk is claimed"


def compression_below_twice(n=3, k=2, delta=0.5):
    """Step 4 bounds beta by 2 k ln(n/delta)/n; for k < n < 2k this can be false."""
    simple = bounds.compression_realizable_simple(n, k, delta)
    return bounds.compression_beta(n, k, delta), simple, f"beta <= 2 k Lambda/n for n = {n}, k = {k}, delta = {delta}"


def compression_inconsistent(n=100, delta=0.05, risk=0.7):
    """A fixed hypothesis of risk 0.7, named with k = 1: its errors on the rest are ignored."""
    bound = bounds.compression_realizable_as_printed(n, 1, delta)
    return _if_above(risk, bound, 1.0), delta, f"a hypothesis of risk {risk} whose errors on the rest are ignored"


COMPRESSION_AGNOSTIC = {"iid": compression_copies, "bounded": compression_unbounded, "decoder": compression_memoriser,
                        "size": compression_size_zero}
"""One breaking instance for each hypothesis of ``compression-bound-agnostic``, but for half, where none can be."""


COMPRESSION_REALIZABLE = {"iid": compression_copies, "bounded": compression_unbounded, "decoder": compression_memoriser,
                          "half": compression_below_twice, "consistent": compression_inconsistent}
"""One breaking instance for each hypothesis of ``compression-bound-realizable``."""


COMPRESSION_TRAINING = {"iid": compression_copies, "bounded": compression_unbounded, "decoder": compression_memoriser,
                        "size": compression_size_zero}
"""One breaking instance for each hypothesis of ``compression-bound-training-error``, but for half, where none can be."""


def compression_no_union(n=100, delta=0.5, constant=4):
    """The largest gap on the circle against the test-set bound for an index fixed beforehand: exact probability."""
    rest = require.integer("n", n, 2) - 1
    length = require.positive("constant", constant) * math.log(1 / require.probability("delta", delta)) / rest
    return float(nets.largest_gap_law(n, Fraction(length))), delta, f"a test set of {rest}, chosen after it was drawn"


def compression_not_stable(n=1000, delta=0.05):
    """The largest gap against the bound for stable schemes, which it is not: exact probability."""
    length = Fraction(bounds.compression_stable(n, 1, delta))
    return float(nets.largest_gap_law(n, length)), delta, "the largest gap: leaving out examples may move it"


def compression_half_as_printed(n=10, k=8):
    """The source says k <= 2m where it needs n >= 2k; its next step claims n/2 <= n - k."""
    return require.integer("n", n, 1) / 2, n - require.integer("k", k, 1), f"n/2 <= n - k for n = {n}, k = {k} <= 2n"


def compression_conditional_as_printed(n=100, delta=0.05, risk=0.7):
    """Given L_V = 0, a hypothesis of fixed risk 0.7 breaks the bound with certainty, however rare that is."""
    bound = bounds.compression_realizable_as_printed(n, 1, delta)
    return _if_above(risk, bound, 1.0), delta, f"given no error on the rest, an event of probability {(1 - risk) ** (n - 1):.1e}"


def compression_rest_as_printed(n=10, rest=8):
    """The printed identity for L_V, with n/|N| for |N|/|V|, at L_S = 0.3 and L_N = 0.5: the true L_V exceeds it."""
    n, rest = require.integer("n", n, 1), require.integer("rest", rest, 1)
    true = (n * 0.3 - (n - rest) * 0.5) / rest
    printed = bounds.compression_rest_error_as_printed(0.3, 0.5, n, rest)
    return true, printed, f"n = {n}, |V| = {rest}, error 0.3 on the sample, 0.5 on the kept examples"


def compression_step_misprint():
    """With the misprinted root the last step fails at n/delta = 42, k = 2."""
    return *bounds.compression_training_step_as_printed(42, 2), "the step with k under the root, at n/delta = 42, k = 2"


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
