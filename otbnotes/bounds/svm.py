"""Support vector machines: norm, value and threshold as functions of margin and multipliers."""


from .. import require

__all__ = ["hard_svm_norm", "l2_tail"]


def hard_svm_norm(margin):
    """1 / gamma: the length of the hard SVM (an equality, statement ``hard-svm-max-margin``)."""
    return 1 / require.positive("margin", margin)


def l2_tail(terms):
    """sum_{n > N} 1/n^2, the squared distance of (1, 1/2, 1/3, ...) from the first N axes
    (``hilbert-projection-footnote``)."""
    N = require.integer("terms", terms, 1)
    M = max(N, 50)                                         # beyond M by Euler-Maclaurin, to 1e-12 of the sum
    rest = 1 / M - 1 / (2 * M ** 2) + 1 / (6 * M ** 3) - 1 / (30 * M ** 5)
    return sum(1 / n ** 2 for n in range(N + 1, M + 1)) + rest
