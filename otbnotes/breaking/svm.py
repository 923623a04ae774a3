"""What breaks when a hypothesis on support vector machines is dropped, and the forms that are false as printed."""

import math
from fractions import Fraction

from .. import bounds, require
from ..compression import min_norm_point_exact
from ..svm import dual_value, hard_svm_exact, kkt_residuals, lagrangian, penalty, pure_values, split
from ..witness.svm import svm_two_signs


def hilbert_not_closed(terms=1000):
    """M = the finitely supported sequences of l^2, x = (1, 1/2, 1/3, ...): v orthogonal to M is 0, so x = u + v needs x
    in M.

    Measured is dist(x, span(e_1, ..., e_N))^2 > 0; its infimum over N is 0, and never attained.
    """
    return bounds.l2_tail(terms), 0.0, f"(1, 1/2, 1/3, ...) and the first {terms} axes"


def svm_not_separable():
    """Signed examples e_1 and -e_1: e_2 and -e_2 both have the largest margin, 0; measured is their distance."""
    rows, maximisers = ((1, 0), (-1, 0)), ((0, 1), (0, -1))
    assert all(min(a * v + b * u for a, b in rows) == 0 for v, u in maximisers)
    return 2, 0, "signed examples e_1 and -e_1: two maximisers of the margin"


def kkt_no_qualification():
    """min w subject to w^2 <= 0: the minimiser is 0, and the gradient 1 + alpha 2w of the Lagrangian there is 1 for all
    alpha."""
    w = 0
    return min(abs(1 + alpha * 2 * w) for alpha in range(1001)), 0, "min w subject to w^2 <= 0"


def kkt_no_sign():
    """min w^2 subject to -w - 1 <= 0: at w = -1 the equation 2w - alpha = 0 holds with alpha = -2; measured is f(-1) -
    f(0)."""
    w, alpha = -1, -2
    assert 2 * w - alpha == 0
    return w ** 2, 0, "a multiplier -2 at a point that is no minimiser"


def kkt_not_minimal():
    """min w^2 subject to w <= 5 at w = 1, no minimiser: no constraint is active, and the hull of the gradient {2} misses 0."""
    w, active = 1, ()
    point, _ = min_norm_point_exact([[2 * w], *active])
    return abs(point[0]), 0, "w = 1 for min w^2 subject to w <= 5"


def kkt_not_convex():
    """min -w^2 subject to w <= 5 at w = 0: the gradient is 0 with the multiplier 0, and w = 1 is better by 1."""
    w, u, alpha = 0, 1, 0
    assert -2 * w + alpha == 0 and alpha * (w - 5) == 0
    return -w ** 2, -u ** 2, "w = 0 for min -w^2 subject to w <= 5"


FRITZ_JOHN = {"minimal": kkt_not_minimal, "qualification": kkt_no_qualification, "convex": kkt_not_convex,
              "sign": kkt_no_sign}
"""One breaking instance for each hypothesis of ``fritz-john-kkt`` in the form of Karush, Kuhn and Tucker."""


def svm_support_as_printed():
    """The source's I = {i : <w_0, x_i> = 1}, without y_i, loses the negative support vectors: dist(w_0, span)^2 =
    1/2."""
    features, labels = svm_two_signs()
    w, _ = hard_svm_exact([[y * entry for entry in x] for x, y in zip(features, labels)])
    printed = [x for x in features if sum(a * b for a, b in zip(w, x)) == 1]
    _, rest = split(printed, w)
    return sum(entry * entry for entry in rest), Fraction(0), "support vectors of both signs"


def svm_support_needed():
    """Without one of its support vectors (3, -1) the four rows of ``svm_four_rows`` have a shorter w: ||w_0||^2
    changes."""
    full, less = (hard_svm_exact(rows)[0] for rows in (((2, 1), (1, 3), (3, -1), (0, 1)), ((2, 1), (1, 3), (0, 1))))
    return sum(a * a for a in full), sum(a * a for a in less), "a support vector removed"


def svm_one_label():
    """Only the label +1: w = 0 with b = 1 and with b = 2 are both shortest; measured is their distance."""
    (w, b), (v, c) = (0, 1), (0, 2)
    assert all(slope * x + offset >= 1 for x in (3, -4) for slope, offset in ((w, b), (v, c)))
    return abs(b - c), 0, "two positive examples: w = 0 with b = 1 and with b = 2"


def svm_penalty_no_sign():
    """One example (1, +1) at w = 2, feasible: with the multiplier -1000 the Lagrangian passes ||w||^2 / 2 by 1000."""
    rows, w, alpha = [(1,)], (2,), (-1000,)
    return lagrangian(rows, w, alpha), Fraction(2) + penalty(rows, w), "one example, w = 2, multiplier -1000"


def lagrangian_factor_as_printed():
    """One example (1, +1): the value 1 of min ||w||^2, which the source rearranges into min ||w||^2 / 2, of value
    1/2."""
    w, _ = hard_svm_exact([(1,)])
    return w[0] ** 2, w[0] ** 2 / 2, "one example: the two values differ by the factor 2"


def weak_duality_reversed():
    """Matching pennies in pure strategies: min max = 1 is above max min = -1 (``weak-duality`` the other way round)."""
    low, high = pure_values([[1, -1], [-1, 1]])
    return high, low, "matching pennies"


def svm_integer_weights():
    """The hard SVM of one signed example 2 with w in Z: the primal value is 1/2 (w = 1), the best dual value 1/4.

    The dual value min_w w^2 / 2 + alpha (1 - 2 w) is at most its term for w = 0, alpha, and that for w = 1, 1/2 - alpha.
    """
    rows = [(2,)]
    primal = min(Fraction(w * w, 2) for w in range(-3, 4) if penalty(rows, (w,)) == 0)
    best = max(min(lagrangian(rows, (w,), (Fraction(k, 8),)) for w in range(-3, 4)) for k in range(9))
    return primal, best, "the signed example 2 and w in Z"


def svm_dual_unbounded(size=1000):
    """Signed examples 1 and -1 on the line have the margin gamma = -1: the dual value at (c, c) is 2c, not at most
    1 / (2 gamma^2) = 1/2."""
    c, rows = Fraction(require.positive("size", size)), ((1,), (-1,))
    gamma = max(min(u * a for a, in rows) for u in (1, -1))
    return dual_value(rows, (c, c)), Fraction(1, 2 * gamma ** 2), f"signed examples 1 and -1, multipliers {c}"


STRONG_DUALITY = {"domain": svm_integer_weights, "separable": svm_dual_unbounded}
"""One breaking instance for each hypothesis of ``strong-duality-hard-svm``."""


def svm_dual_no_sign():
    """Signed examples (1, 3) and (0, 1): without alpha >= 0 the dual value 5/2 at (-2, 7) passes the primal value
    1/2."""
    rows = (1, 3), (0, 1)
    w, _ = hard_svm_exact(rows)
    alpha = -2, 7
    assert kkt_residuals(rows, (-2, 1), alpha) == (0, 0, 2, 0)          # all conditions but the sign
    return dual_value(rows, alpha), sum(a * a for a in w) / 2, "multipliers (-2, 7)"


HARD_SVM_DUAL = {"separable": svm_dual_unbounded, "sign": svm_dual_no_sign}
"""One breaking instance for each hypothesis of ``hard-svm-dual``."""


def representer_not_monotone():
    """R(r) = (r - 1)^2, f = 0 and psi(x_1) = 0: the span is {0}, of value 1, and every unit vector has the value 0."""
    return (0 - 1) ** 2, (1 - 1) ** 2, "R(r) = (r - 1)^2"


def representer_not_increasing():
    """R = 0 and f = 0 do not increase strictly: w = (1, 1) is optimal with data e_1, at distance 1 from the span."""
    _, rest = split([(1, 0)], (1, 1))
    return sum(entry * entry for entry in rest), Fraction(0), "R = 0: an optimum outside the span"


def representer_other_data():
    """J(w) = ||w - e_2||^2 + ||w||^2 looks past the data e_1: the best value in the span is 1, at 0; at e_2 / 2 it is 1/2."""
    def objective(w):
        return w[0] ** 2 + (w[1] - 1) ** 2 + w[0] ** 2 + w[1] ** 2

    inside, _ = split([(1, 0)], (0, Fraction(1, 2)))             # on the span J is 2 s^2 + 1
    return objective(inside), objective((0, Fraction(1, 2))), "an objective that sees more than the scores"


def representer_no_minimiser(score=1.0):
    """f(a) = 2 exp(-a) and R(r) = -exp(-r) on the line: exp(-w) for w >= 0, at least 1 for w <= 0, never its infimum 0."""
    def objective(w):
        return 2 * math.exp(-w) - math.exp(-abs(w))

    a = require.positive("score", score)
    return objective(a), objective(2 * a), f"2 exp(-w) - exp(-|w|) at {a:g} and at twice that"


def representer_not_finite():
    """f = infinity and R(r) = r: every w is a minimiser, also (1, 1) with data e_1, at distance 1 from the span."""
    assert math.inf + math.sqrt(2) == math.inf + 0
    _, rest = split([(1, 0)], (1, 1))
    return sum(entry * entry for entry in rest), Fraction(0), "f = infinity: an optimum outside the span"


REPRESENTER = {"data": representer_other_data, "monotone": representer_not_monotone,
               "strict": representer_not_increasing, "exists": representer_no_minimiser, "finite": representer_not_finite}
"""One breaking instance for each hypothesis of ``representer-theorem``."""


def gram_not_psd():
    """K = ((0, 1), (1, 0)), c = (1, -1): c' K c = -2 would be a squared norm; measured is its negative."""
    c, gram = (1, -1), ((0, 1), (1, 0))
    square = sum(a * k * b for a, row in zip(c, gram) for k, b in zip(row, c))
    return -square, 0, "a kernel that is not positive semidefinite"


KERNEL_COEFFICIENTS = {"psd": gram_not_psd, "monotone": representer_not_monotone}
"""One breaking instance for each hypothesis of ``kernel-coefficient-problem``."""
