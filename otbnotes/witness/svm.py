"""Worked examples of support vector machines, in fractions.  The tight ones return (measured, bound, story)."""


from ..svm import dual_value, hard_svm_exact, pure_values



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
