"""Regularised loss minimisation: stability, and the risk that follows.  Exact when the arguments are ints and
Fractions."""

import math
from fractions import Fraction
from numbers import Rational

from .. import require

__all__ = ["rlm_distance", "rlm_distance_as_printed", "rlm_excess", "rlm_excess_sharp", "rlm_gap", "rlm_oracle",
           "rlm_oracle_as_printed", "rlm_oracle_sharp", "rlm_regulariser", "rlm_regulariser_sharp", "rlm_stability",
           "rlm_stability_as_printed", "soft_svm_norm", "soft_svm_oracle", "soft_svm_oracle_as_printed", "stable_excess"]


def _exact(check, name, value):
    """Return the checked value as a Fraction if it is rational, as a float otherwise."""
    checked = check(name, value)
    return Fraction(value) if isinstance(value, Rational) else checked


def _rlm(lipschitz, regulariser, sample):
    """Return G, lambda and n."""
    return (_exact(require.positive, "lipschitz", lipschitz), _exact(require.positive, "regulariser", regulariser),
            require.integer("sample", sample, 1))


def stable_excess(stability, optimisation):
    """epsilon_1 + epsilon_2: E R(h_S) - R(h*) (statement ``stable-approximate-erm-learns``)."""
    one = _exact(require.nonnegative, "stability", stability)
    return one + _exact(require.nonnegative, "optimisation", optimisation)


def rlm_distance(lipschitz, regulariser, sample):
    """G / (lambda n): how far the minimiser moves when one example is replaced (statement ``rlm-is-stable``)."""
    G, lam, n = _rlm(lipschitz, regulariser, sample)
    return G / (lam * n)


def rlm_distance_as_printed(lipschitz, regulariser, sample):
    """2 G / (lambda n), the same distance in the source: true, and twice as large as need be."""
    return 2 * rlm_distance(lipschitz, regulariser, sample)


def rlm_stability(lipschitz, regulariser, sample):
    """G^2 / (lambda n): the stability of regularised loss minimisation (statement ``rlm-is-stable``)."""
    return _exact(require.positive, "lipschitz", lipschitz) * rlm_distance(lipschitz, regulariser, sample)


def rlm_stability_as_printed(lipschitz, regulariser, sample):
    """2 G^2 / (lambda n), the same stability in the source: true, and twice as large as need be."""
    return 2 * rlm_stability(lipschitz, regulariser, sample)


def rlm_gap(lipschitz, regulariser, sample):
    """G^2 / (sqrt(2) lambda n): E[R - R_S] of regularised loss minimisation on independent examples.

    Fix all examples but one.  The minimiser w_z lies within G / (2 lambda n) of the minimiser w_0 without it, so for
    independent z and z' the mean square of ||w_z - w_z'|| is at most 2 (G / (2 lambda n))^2, and the loss is
    G-Lipschitz.
    """
    return float(rlm_stability(lipschitz, regulariser, sample)) / math.sqrt(2)


def rlm_oracle(comparator_risk, comparator_norm, lipschitz, regulariser, sample):
    """R(u) + lambda ||u||^2 + G^2 / (lambda n): E R(w_S) (statement ``rlm-oracle-inequality``)."""
    return _oracle(comparator_risk, comparator_norm, regulariser) + rlm_stability(lipschitz, regulariser, sample)


def rlm_oracle_as_printed(comparator_risk, comparator_norm, lipschitz, regulariser, sample):
    """R(u) + lambda ||u||^2 + 2 G^2 / (lambda n), the same bound in the source: true, and larger than need be."""
    stability = rlm_stability_as_printed(lipschitz, regulariser, sample)
    return _oracle(comparator_risk, comparator_norm, regulariser) + stability


def rlm_oracle_sharp(comparator_risk, comparator_norm, lipschitz, regulariser, sample):
    """R(u) + (lambda/2) ||u||^2 + G^2 / (sqrt(2) lambda n): E R(w_S) (statement ``rlm-oracle-inequality``).

    Strong convexity gives R_S(a) + lambda ||a||^2 + lambda ||a - u||^2 <= R_S(u) + lambda ||u||^2 at a = w_S, and
    ||a||^2 + ||a - u||^2 >= ||u||^2 / 2.  The last term is ``rlm_gap``.
    """
    half = _oracle(comparator_risk, comparator_norm, _exact(require.positive, "regulariser", regulariser) / 2)
    return half + rlm_gap(lipschitz, regulariser, sample)


def _oracle(comparator_risk, comparator_norm, regulariser):
    """R(u) + lambda ||u||^2."""
    norm = _exact(require.nonnegative, "comparator_norm", comparator_norm)
    lam = _exact(require.positive, "regulariser", regulariser)
    return _exact(require.number, "comparator_risk", comparator_risk) + lam * norm ** 2


def rlm_regulariser(radius, lipschitz, sample):
    """lambda = G / (B sqrt(n)), which minimises ``rlm_oracle`` over ||u|| = B (``rlm-oracle-inequality``)."""
    B, G = require.positive("radius", radius), require.positive("lipschitz", lipschitz)
    return G / (B * math.sqrt(require.integer("sample", sample, 1)))


def rlm_excess(radius, lipschitz, sample):
    """2 G B / sqrt(n): E R(w_S) - min of R on the ball, with ``rlm_regulariser`` (``rlm-oracle-inequality``)."""
    B, G = require.positive("radius", radius), require.positive("lipschitz", lipschitz)
    return 2 * G * B / math.sqrt(require.integer("sample", sample, 1))


def rlm_regulariser_sharp(radius, lipschitz, sample):
    """lambda = 2^(1/4) G / (B sqrt(n)), which minimises ``rlm_oracle_sharp`` over ||u|| = B (``rlm-oracle-inequality``)."""
    return 2 ** 0.25 * rlm_regulariser(radius, lipschitz, sample)


def rlm_excess_sharp(radius, lipschitz, sample):
    """2^(1/4) G B / sqrt(n): E R(w_S) - min of R on the ball, with ``rlm_regulariser_sharp`` (``rlm-oracle-inequality``)."""
    return 2 ** -0.75 * rlm_excess(radius, lipschitz, sample)


def soft_svm_norm(feature_radius, regulariser):
    """min(X / (2 lambda), 1 / sqrt(2 lambda)): the length of the soft SVM (statement ``soft-svm-objective``)."""
    X, lam = require.positive("feature_radius", feature_radius), require.positive("regulariser", regulariser)
    return min(X / (2 * lam), 1 / math.sqrt(2 * lam))


def soft_svm_oracle(comparator_risk, comparator_norm, feature_radius, regulariser, sample):
    """R(u) + lambda ||u||^2 + X^2 / (lambda n), hinge risk: E R of the soft SVM
    (``soft-svm-oracle-inequality``)."""
    X = _exact(require.positive, "feature_radius", feature_radius)
    return rlm_oracle(comparator_risk, comparator_norm, X, regulariser, sample)


def soft_svm_oracle_as_printed(comparator_risk, comparator_norm, regulariser, sample):
    """R(u) + lambda ||u||^2 + 2 / (lambda n): the source calls the hinge loss 1-Lipschitz, whatever the features
    are."""
    return rlm_oracle_as_printed(comparator_risk, comparator_norm, 1, regulariser, sample)
