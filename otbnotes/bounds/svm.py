"""Support vector machines: norm, value and threshold as functions of margin and multipliers."""


from .. import require

__all__ = ["hard_svm_norm", "hard_svm_value", "l2_tail", "soft_svm_threshold"]


def hard_svm_norm(margin):
    """1 / gamma: the length of the hard SVM (an equality, statement ``hard-svm-max-margin``)."""
    return 1 / require.positive("margin", margin)


def hard_svm_value(margin):
    """1 / (2 gamma^2): the value of the hard SVM and of its dual (``strong-duality-hard-svm``, ``hard-svm-dual``)."""
    return 1 / (2 * require.positive("margin", margin) ** 2)


def soft_svm_threshold(multiplier, sample):
    """1 / (2 n max alpha): up to this lambda the soft SVM of a separable sample is the hard SVM
    (``soft-svm-objective``)."""
    return 1 / (2 * require.integer("sample", sample, 1) * require.positive("multiplier", multiplier))


def l2_tail(terms):
    """sum_{n > N} 1/n^2, the squared distance of (1, 1/2, 1/3, ...) from the first N axes
    (``hilbert-projection-footnote``)."""
    N = require.integer("terms", terms, 1)
    M = max(N, 50)                                         # beyond M by Euler-Maclaurin, to 1e-12 of the sum
    rest = 1 / M - 1 / (2 * M ** 2) + 1 / (6 * M ** 3) - 1 / (30 * M ** 5)
    return sum(1 / n ** 2 for n in range(N + 1, M + 1)) + rest
