"""Worked examples of support vector machines, in fractions.  The tight ones return (measured, bound, story)."""


import numpy as np

from ..svm import dual_value, hard_svm, hard_svm_exact, pure_values


def svm_four_rows():
    """Four signed examples a_i = y_i x_i with w_0 = (2/3, 1), multipliers (0, 0, 2/9, 11/9) and margin 3/sqrt(13)."""
    return (2, 1), (1, 3), (3, -1), (0, 1)


def svm_two_signs():
    """Features and labels of (1, 1), +1 and (1, -1), -1: the support vectors have both signs, w_0 = (0, 1)."""
    return ((1, 1), (1, -1)), (1, -1)


def svm_strong_duality():
    """Dual and primal value of ``svm_four_rows``: 13/18 both (``strong-duality-hard-svm``, ``hard-svm-dual``).

    Examples
    --------
    >>> svm_strong_duality()[:2]
    (Fraction(13, 18), Fraction(13, 18))
    """
    w, alpha = hard_svm_exact(svm_four_rows())
    return dual_value(svm_four_rows(), alpha), sum(entry * entry for entry in w) / 2, "four examples in the plane"


def svm_saddle():
    """A matrix with a saddle point: max min = min max = 2 (``weak-duality``)."""
    low, high = pure_values([[1, 2], [0, 3]])
    return low, high, "a matrix with a saddle point"


def svm_bias_forms():
    """Return the geometric margins of (1, 3), +1 and (0, 1), -1 with a free bias and with an appended 1
    (``svm-bias-term``).

    They are sqrt(5)/2 for w = (2/5, 4/5), b = -9/5, and 2/sqrt(5) for (w, b) = (1, 1/2, -3/2): two classifiers.

    Examples
    --------
    >>> [round(margin ** 2, 9) for margin in svm_bias_forms()]
    [1.25, 0.8]
    """
    features, labels = np.array([[1.0, 3.0], [0.0, 1.0]]), [1, -1]
    free = hard_svm(features, labels, bias=True)
    appended = hard_svm(np.column_stack([features, np.ones(2)]), labels).point
    return float(1 / np.linalg.norm(free.point)), float(1 / np.linalg.norm(appended[:2]))


def svm_soft_is_hard(rows=None):
    """Return the largest lambda for which the soft SVM of these signed examples is the hard SVM: 1 / (2 n max alpha).

    The multipliers 2 lambda alpha of the hard SVM are then feasible for the soft one.  Where the multipliers alpha are
    not unique this is only large enough.  Statement ``soft-svm-objective``.

    Examples
    --------
    >>> str(svm_soft_is_hard([(1,)])), str(svm_soft_is_hard())
    ('1/2', '9/88')
    """
    rows = svm_four_rows() if rows is None else rows
    _, alpha = hard_svm_exact(rows)
    return 1 / (2 * len(rows) * max(alpha))
