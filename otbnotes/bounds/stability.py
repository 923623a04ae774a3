"""Regularised loss minimisation: stability, and the risk that follows.  Exact when the arguments are ints and
Fractions."""

import math
from fractions import Fraction
from numbers import Rational

from .. import require

__all__ = ["rlm_distance", "rlm_distance_as_printed", "rlm_excess", "rlm_excess_as_printed", "rlm_gap", "rlm_oracle",
           "rlm_oracle_as_printed", "rlm_oracle_sharp", "rlm_regulariser", "rlm_stability", "rlm_stability_as_printed",
           "soft_svm_norm", "soft_svm_oracle", "soft_svm_oracle_as_printed", "stable_excess"]


def _exact(check, name, value):
    """Return the checked value as a Fraction if it is rational, as a float otherwise."""
    checked = check(name, value)
    return Fraction(value) if isinstance(value, Rational) else checked


def _rlm(lipschitz, regulariser, sample):
    """Return rho, lambda and m."""
    return (_exact(require.positive, "lipschitz", lipschitz), _exact(require.positive, "regulariser", regulariser),
            require.integer("sample", sample, 1))


def stable_excess(stability, optimisation):
    """epsilon_1 + epsilon_2: E L_D(h_S) - L_D(h*) (statement ``stable-approximate-erm-learns``)."""
    one = _exact(require.nonnegative, "stability", stability)
    return one + _exact(require.nonnegative, "optimisation", optimisation)


def rlm_distance(lipschitz, regulariser, sample):
    """rho / (lambda m): how far the minimiser moves when one example is replaced (statement ``rlm-is-stable``)."""
    rho, lam, m = _rlm(lipschitz, regulariser, sample)
    return rho / (lam * m)


def rlm_distance_as_printed(lipschitz, regulariser, sample):
    """2 rho / (lambda m), the same distance in the source: true, and twice as large as need be."""
    return 2 * rlm_distance(lipschitz, regulariser, sample)


def rlm_stability(lipschitz, regulariser, sample):
    """rho^2 / (lambda m): the stability of regularised loss minimisation (statement ``rlm-is-stable``)."""
    return _exact(require.positive, "lipschitz", lipschitz) * rlm_distance(lipschitz, regulariser, sample)


def rlm_stability_as_printed(lipschitz, regulariser, sample):
    """2 rho^2 / (lambda m), the same stability in the source: true, and twice as large as need be."""
    return 2 * rlm_stability(lipschitz, regulariser, sample)


def rlm_gap(lipschitz, regulariser, sample):
    """rho^2 / (sqrt(2) lambda m): E[L_D - L_S] of regularised loss minimisation on independent examples.

    Fix all examples but one.  The minimiser w_z lies within rho / (2 lambda m) of the minimiser w_0 without it, so for
    independent z and z' the mean square of ||w_z - w_z'|| is at most 2 (rho / (2 lambda m))^2, and the loss is
    rho-Lipschitz.
    """
    return float(rlm_stability(lipschitz, regulariser, sample)) / math.sqrt(2)


def rlm_oracle(comparator_risk, comparator_norm, lipschitz, regulariser, sample):
    """L_D(w*) + lambda ||w*||^2 + rho^2 / (lambda m): E L_D(A(S)) (statement ``rlm-oracle-inequality``)."""
    return _oracle(comparator_risk, comparator_norm, regulariser) + rlm_stability(lipschitz, regulariser, sample)


def rlm_oracle_as_printed(comparator_risk, comparator_norm, lipschitz, regulariser, sample):
    """L_D(w*) + lambda ||w*||^2 + 2 rho^2 / (lambda m), the same bound in the source: true, and larger than need be."""
    stability = rlm_stability_as_printed(lipschitz, regulariser, sample)
    return _oracle(comparator_risk, comparator_norm, regulariser) + stability


def rlm_oracle_sharp(comparator_risk, comparator_norm, lipschitz, regulariser, sample):
    """L_D(w*) + (lambda/2) ||w*||^2 + rho^2 / (sqrt(2) lambda m): E L_D(A(S)) (statement ``rlm-oracle-inequality``).

    Strong convexity gives L_S(a) + lambda ||a||^2 + lambda ||a - w*||^2 <= L_S(w*) + lambda ||w*||^2 at a = A(S), and
    ||a||^2 + ||a - w*||^2 >= ||w*||^2 / 2.  The last term is ``rlm_gap``.
    """
    half = _oracle(comparator_risk, comparator_norm, _exact(require.positive, "regulariser", regulariser) / 2)
    return half + rlm_gap(lipschitz, regulariser, sample)


def _oracle(comparator_risk, comparator_norm, regulariser):
    """L_D(w*) + lambda ||w*||^2."""
    norm = _exact(require.nonnegative, "comparator_norm", comparator_norm)
    lam = _exact(require.positive, "regulariser", regulariser)
    return _exact(require.number, "comparator_risk", comparator_risk) + lam * norm ** 2


def rlm_regulariser(radius, lipschitz, sample):
    """lambda = rho / (B sqrt(m)), which minimises ``rlm_oracle`` over ||w*|| = B (``rlm-oracle-inequality``)."""
    B, rho = require.positive("radius", radius), require.positive("lipschitz", lipschitz)
    return rho / (B * math.sqrt(require.integer("sample", sample, 1)))


def rlm_excess(radius, lipschitz, sample):
    """2 rho B / sqrt(m): E L_D(A(S)) - min of L_D on the ball, with ``rlm_regulariser`` (``rlm-oracle-inequality``)."""
    B, rho = require.positive("radius", radius), require.positive("lipschitz", lipschitz)
    return 2 * rho * B / math.sqrt(require.integer("sample", sample, 1))


def rlm_excess_as_printed(radius, lipschitz, sample):
    """sqrt(8) rho B / sqrt(m), with lambda = rho sqrt(2/m) / B: what the constant of the source gives."""
    return math.sqrt(2) * rlm_excess(radius, lipschitz, sample)


def soft_svm_norm(feature_radius, regulariser):
    """min(R / (2 lambda), 1 / sqrt(lambda)): the length of the soft SVM (statement ``soft-svm-objective``)."""
    R, lam = require.positive("feature_radius", feature_radius), require.positive("regulariser", regulariser)
    return min(R / (2 * lam), 1 / math.sqrt(lam))


def soft_svm_oracle(comparator_risk, comparator_norm, feature_radius, regulariser, sample):
    """L_D(u) + lambda ||u||^2 + R^2 / (lambda m), hinge risk: E L_D of the soft SVM
    (``soft-svm-oracle-inequality``)."""
    R = _exact(require.positive, "feature_radius", feature_radius)
    return rlm_oracle(comparator_risk, comparator_norm, R, regulariser, sample)


def soft_svm_oracle_as_printed(comparator_risk, comparator_norm, regulariser, sample):
    """L_D(u) + lambda ||u||^2 + 2 / (lambda m): the source calls the hinge loss 1-Lipschitz, whatever the features
    are."""
    return rlm_oracle_as_printed(comparator_risk, comparator_norm, 1, regulariser, sample)
