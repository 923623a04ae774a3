"""Support vector machines, found together with multipliers that prove them: primal value, dual value, gap.

Write a_i = y_i x_i for the signed examples, the rows of A.

    hard    minimise ||w||^2 / 2  subject to  <w, a_i> >= 1
            dual: maximise  sum alpha - ||A' alpha||^2 / 2  over  alpha >= 0
    soft    minimise lambda ||w||^2 + (1/n) sum_i max(0, 1 - <w, a_i>)
            dual: maximise  sum alpha - ||A' alpha||^2 / (4 lambda)  over  0 <= alpha <= 1/n

Every alpha bounds the primal value from below (statement ``weak-duality``): the solvers only propose, the gap decides.
Functions on small samples are exact when every number is an int or a Fraction.
"""

from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np

from . import require
from .compression import min_norm_point
from .exact import fractions, solve
from .words import add_scaled, compiled

_ROUNDS = 2000
_PAIRS = 200_000


class SVM(NamedTuple):
    """A certified support vector machine.

    Attributes
    ----------
    point : ndarray of shape (d,)
        The vector w; from ``kernel_soft_svm`` the coefficients c of w = sum_j c_j psi(x_j).
    offset : float
        The bias b; 0 without one.
    multipliers : ndarray of shape (n,)
        A feasible point of the dual problem.
    primal, dual : float
        The values of ``point`` and of ``multipliers``: the best value lies between them.
    """

    point: np.ndarray
    offset: float
    multipliers: np.ndarray
    primal: float
    dual: float

    @property
    def gap(self):
        """``primal - dual``: by how much ``point`` can fail to be the best, up to rounding."""
        return self.primal - self.dual

    @property
    def support(self):
        """The numbers of the examples with a positive multiplier."""
        return np.flatnonzero(self.multipliers > 0)


def hard_svm(features, labels, bias=False):
    """Return the shortest w with y_i (<w, x_i> + b) >= 1 for all i, certified; b = 0 unless ``bias``.

    Parameters
    ----------
    features : array_like of shape (n, d), finite
    labels : array_like of shape (n,), entries -1 and +1; with a bias both must occur
    bias : bool
        Whether b is free.

    Returns
    -------
    SVM
        With the value ||w||^2 / 2.  The margin is 1 / ||w||.

    Raises
    ------
    ValueError
        If no half-space separates the labels (by about 1e-6 of the longest row), or a bias comes with more than
        200 000 pairs of a positive and a negative example.
    RuntimeError
        If the gap is more than 1e-8 max(1, primal), in units of the longest row.

    Notes
    -----
    Statements ``hard-svm-max-margin``, ``hard-svm-dual`` and ``svm-bias-term``.  The direction is that of the
    point of least norm in the convex hull of the rows y_i x_i.  A bias is eliminated: <w, x_i - x_j> >= 2 for
    all pairs of a positive and a negative example.

    Examples
    --------
    >>> svm = hard_svm([[1.0, 3.0], [0.0, 1.0]], [1, -1], bias=True)
    >>> svm.point.round(6).tolist(), round(svm.offset, 6), svm.multipliers.round(6).tolist()
    ([0.4, 0.8], -1.8, [0.4, 0.4])
    """
    features, labels = _sample(features, labels)
    positive, negative = np.flatnonzero(labels > 0), np.flatnonzero(labels < 0)
    rows = labels[:, None] * features
    if bias:
        if not (len(positive) and len(negative)):
            require.fail("labels", labels, "both labels, or bias=False")
        if len(positive) * len(negative) > _PAIRS:
            require.fail("number of pairs", len(positive) * len(negative), f"at most {_PAIRS}")
        rows = ((features[positive, None] - features[None, negative]) / 2).reshape(-1, features.shape[1])
    radius = np.linalg.norm(rows, axis=1).max() or 1.0
    rows = rows / radius
    nearest = min_norm_point(rows)
    if nearest.upper <= 1e-6:
        through = "a half-space separates strictly" if bias else "a half-space through the origin separates strictly"
        require.fail("labels", labels, f"labels that {through}")
    direction, u = nearest.point, nearest.weights
    w = direction / (rows @ direction).min()                           # scaled until it is feasible
    alpha = u * (u.sum() / (direction @ direction))                    # scaled until the dual value is largest
    primal, dual = w @ w / 2, alpha.sum() / 2
    if not primal - dual <= 1e-8 * max(1.0, primal):
        gap = (primal - dual) / radius ** 2
        raise RuntimeError(f"hard_svm stopped with the gap {gap:.3g}: the margin is too small")
    if bias:
        pairs = alpha.reshape(len(positive), len(negative)) / 2
        alpha = np.empty(len(labels))
        alpha[positive], alpha[negative] = pairs.sum(axis=1), pairs.sum(axis=0)
    w, alpha, scores = w / radius, alpha / radius ** 2, features @ w / radius
    offset = -float(scores[positive].min() + scores[negative].max()) / 2 if bias else 0.0
    return SVM(w, offset, alpha, float(primal / radius ** 2), float(dual / radius ** 2))


def soft_svm(features, labels, regulariser, tolerance=1e-9):
    """Return the minimiser of regulariser ||w||^2 + mean hinge loss, certified.

    Statement ``soft-svm-objective``.  Dual coordinate ascent, with conjugate gradients on the free multipliers.

    Parameters
    ----------
    features : array_like of shape (n, d), finite
    labels : array_like of shape (n,), entries -1 and +1
    regulariser : float > 0
    tolerance : float > 0
        The largest gap allowed, as a fraction of max(1, primal).

    Returns
    -------
    SVM
        As the objective is 2 lambda-strongly convex, ``point`` is within sqrt(gap / lambda) of the minimiser.

    Raises
    ------
    RuntimeError
        If the gap stays above the tolerance.

    Examples
    --------
    >>> svm = soft_svm([[1.0]], [1], 1.0)
    >>> svm.point.tolist(), svm.primal, svm.gap
    ([0.5], 0.75, 0.0)
    """
    features, labels = _sample(features, labels)
    regulariser, tolerance = require.positive("regulariser", regulariser), require.positive("tolerance", tolerance)
    found = _solve_soft(features @ features.T, labels, 2.0 * regulariser, tolerance)
    w = features.T @ found.point
    primal = regulariser * float(w @ w) + float(np.maximum(0.0, 1.0 - labels * (features @ w)).mean())
    _check_gap(primal, found.dual, tolerance)
    return found._replace(point=w, primal=max(primal, found.dual))


def kernel_soft_svm(gram, labels, regulariser, tolerance=1e-9):
    """Return the coefficients c of the soft SVM w = sum_j c_j psi(x_j), from the inner products of the psi(x_j) alone.

    The prediction at x is sum_j c_j K(x_j, x).  Parameters and errors as in ``soft_svm``, with the symmetric positive
    semidefinite matrix ``gram`` of shape (n, n) for the features.  Statements ``representer-theorem`` and
    ``kernel-coefficient-problem``.

    Examples
    --------
    >>> kernel_soft_svm([[1.0, 0.0], [0.0, 4.0]], [1, -1], 0.5).point.tolist()
    [0.5, -0.25]
    """
    gram = require.array("gram", gram, 2)
    labels = require.signs("labels", labels, len(gram))
    regulariser, tolerance = require.positive("regulariser", regulariser), require.positive("tolerance", tolerance)
    size = max(np.abs(gram).max(), 1e-300)
    if gram.shape != gram.T.shape or np.abs(gram - gram.T).max() > 1e-10 * size:
        require.fail("gram", gram, "a symmetric matrix")
    try:
        np.linalg.cholesky(gram + 1e-10 * size * np.eye(len(gram)))
    except np.linalg.LinAlgError:
        require.fail("gram", gram, "a positive semidefinite matrix")
    return _solve_soft(gram, labels, 2.0 * regulariser, tolerance)


def _solve_soft(gram, labels, twice, tolerance):
    """Return the certified coefficients of the soft SVM with the regulariser ``twice / 2``."""
    q, cap = labels[:, None] * gram * labels, 1.0 / len(labels)
    alpha = np.zeros(len(labels))
    for _ in range(_ROUNDS):
        margins = q @ alpha / twice
        _ascend(q, twice, cap, alpha, margins)
        _free_steps(q, twice, cap, alpha)
        margins = q @ alpha / twice
        half = float(alpha @ margins) / 2.0                            # lambda ||w||^2
        primal, dual = half + float(np.maximum(0.0, 1.0 - margins).mean()), float(alpha.sum()) - half
        if primal - dual <= tolerance * max(1.0, primal):
            break
    _check_gap(primal, dual, tolerance)
    return SVM(labels * alpha / twice, 0.0, alpha, max(primal, dual), dual)


def _check_gap(primal, dual, tolerance):
    if not primal - dual <= tolerance * max(1.0, primal):
        raise RuntimeError(f"soft_svm stopped with the gap {primal - dual:.3g}: scale the features, or allow more")


@compiled
def _ascend(q, twice, cap, alpha, margins):
    for i in range(len(alpha)):
        before = alpha[i]                          # the best multiplier, the others fixed
        best = before + twice * (1.0 - margins[i]) / q[i, i] if q[i, i] > 0.0 else cap
        alpha[i] = min(max(best, 0.0), cap)
        add_scaled(margins, (alpha[i] - before) / twice, q[i])


def _free_steps(q, twice, cap, alpha):
    """Repeat the step below as long as it has brought multipliers to a wall: the first wall is seldom the last."""
    free = len(alpha) + 1
    while (left := np.count_nonzero((alpha > 0.0) & (alpha < cap))) < free:
        free = left
        _free_step(q, twice, cap, alpha)


def _free_step(q, twice, cap, alpha):
    """Move the multipliers strictly inside the box, in place, to the best point of their subspace, or to a wall."""
    free = np.flatnonzero((alpha > 0.0) & (alpha < cap))
    inside, residual = q[np.ix_(free, free)], twice - q[free] @ alpha
    start, move, limit = alpha[free], np.zeros(len(free)), 1.0
    direction, size = residual, residual @ residual
    for _ in range(len(free)):                                         # conjugate gradients
        curvature = direction @ inside @ direction
        if size <= 1e-30 * twice ** 2:
            break
        if curvature <= 1e-14 * (direction @ direction) * inside.diagonal().max():
            move, limit = direction, size / curvature if curvature > 0.0 else np.inf
            break                                                      # almost flat: uphill, to a wall
        move = move + size / curvature * direction
        residual = residual - size / curvature * (inside @ direction)
        size, before = residual @ residual, size
        direction = residual + size / before * direction
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        room = np.where(move > 0, (cap - start) / move, np.where(move < 0, -start / move, np.inf))
    if free.size:
        alpha[free] = np.clip(start + min(limit, room.min()) * move, 0.0, cap)


def hard_svm_exact(rows):
    """Return the shortest w with <w, a> >= 1 for every row a, and multipliers, in fractions.

    Statements ``hard-svm-max-margin`` and ``hard-svm-support-vectors``; w is unique, alpha need not be.

    Parameters
    ----------
    rows : sequence of n sequences of d ints or Fractions
        The signed examples a_i = y_i x_i.  All subsets of at most d rows are tried: for small samples.

    Returns
    -------
    w : tuple of d Fractions
    alpha : tuple of n Fractions >= 0
        With w = sum_i alpha_i a_i, positive on linearly independent rows of margin 1 only.

    Raises
    ------
    ValueError
        If no w has <w, a> > 0 for every row.

    Examples
    --------
    >>> w, alpha = hard_svm_exact([(2, 1), (1, 3), (3, -1), (0, 1)])
    >>> [str(entry) for entry in (*w, *alpha)]
    ['2/3', '1', '0', '0', '2/9', '11/9']
    """
    rows = fractions("rows", rows, 2)
    n, d = rows.shape
    for size in range(1, min(n, d) + 1):
        for chosen in combinations(range(n), size):
            active = rows[list(chosen)]
            part = solve(active @ active.T, np.full(size, Fraction(1)))
            if part is None or min(part) < 0:
                continue
            w = active.T @ part
            if min(rows @ w) >= 1:
                alpha = np.full(n, Fraction(0), dtype=object)
                alpha[list(chosen)] = part
                return tuple(w), tuple(alpha)
    require.fail("rows", rows.tolist(), "rows on one side of a hyperplane through the origin")


def split(rows, w):
    """Return u in the span of the rows and v orthogonal to it with u + v = w, in fractions.

    Floats are taken as the fractions they are.  Statements ``hilbert-projection-footnote`` and ``representer-theorem``.

    Examples
    --------
    >>> u, v = split([(1, 1, 0)], (3, 1, 5))
    >>> [str(entry) for entry in (*u, *v)]
    ['2', '2', '0', '1', '-1', '5']
    """
    rows, rest = fractions("rows", rows, 2), fractions("w", w, 1)
    if len(rest) != rows.shape[1]:
        require.fail("w", w, f"a vector with {rows.shape[1]} entries")
    u, basis = rest * 0, []
    for row in rows:
        for b in basis:
            row = row - (row @ b) / (b @ b) * b
        if any(row):
            basis.append(row)
            part = (rest @ row) / (row @ row) * row
            u, rest = u + part, rest - part
    return tuple(u), tuple(rest)


def _sample(features, labels):
    features = require.array("features", features, 2)
    return features, require.signs("labels", labels, len(features))
