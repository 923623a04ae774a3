"""From online to batch: mistakes and regret become risk, one hypothesis, a vote or a mean."""

import math

from .. import require

__all__ = ["agnostic_hinge_mistakes", "averaging_jensen", "majority_vote_2x", "majority_vote_surrogate",
           "otb_agnostic_hinge", "otb_expected_error", "otb_fast_rate", "otb_fast_rate_linear", "otb_high_prob",
           "otb_high_prob_width", "otb_realizable", "otb_realizable_winnow", "otb_regret_to_risk", "otb_sublinear",
           "risk_decomposition"]


def risk_decomposition(empirical_risk, risk):
    """E + |R - E|, where E is the empirical risk: trivially at least R (statement ``risk-decomposition``)."""
    require.nonnegative("empirical_risk", empirical_risk), require.nonnegative("risk", risk)
    return empirical_risk + abs(risk - empirical_risk)


def otb_expected_error(mistakes, rounds):
    """E M_T / T: expected risk of a hypothesis drawn from w_1, ..., w_T, T = n + 1 (statement
    ``otb-expected-error``).
    """
    require.nonnegative("mistakes", mistakes)
    return mistakes / require.integer("rounds", rounds, 1)


def otb_sublinear(mistake_bound, rounds):
    """m / T, where m bounds the expected mistakes of T = n + 1 rounds (statement ``otb-sublinear``)."""
    require.nonnegative("mistake_bound", mistake_bound)
    return mistake_bound / require.integer("rounds", rounds, 1)


def otb_realizable(feature_radius, margin, rounds):
    """(X / gamma)^2 / T: expected risk of the Perceptron's hypotheses, T = n + 1 (statement ``otb-realizable``)."""
    require.positive("feature_radius", feature_radius), require.positive("margin", margin)
    return (feature_radius / margin) ** 2 / require.integer("rounds", rounds, 1)


def otb_realizable_winnow(dimension, margin, rounds):
    """2 ln(N) / (gamma_1^2 T): expected risk of Winnow's hypotheses, T = n + 1 (statement ``otb-realizable``)."""
    N, margin = require.integer("dimension", dimension, 2), require.probability("margin", margin)
    return 2 * math.log(N) / (margin ** 2 * require.integer("rounds", rounds, 1))


def agnostic_hinge_mistakes(hinge, norm, feature_radius):
    """H + a sqrt(H) + a^2 with a = X ||u||: the Perceptron's mistakes, H = hinge losses of u (statement
    ``otb-agnostic-hinge``).
    """
    H = require.nonnegative("hinge", hinge)
    a = require.nonnegative("norm", norm) * require.positive("feature_radius", feature_radius)
    return H + a * math.sqrt(H) + a ** 2


def otb_agnostic_hinge(hinge_risk, norm, feature_radius, rounds):
    """h + a sqrt(h / T) + a^2 / T with a = X ||u||, h = E hinge of u, T = n + 1 (statement ``otb-agnostic-hinge``)."""
    T = require.integer("rounds", rounds, 1)
    return agnostic_hinge_mistakes(require.nonnegative("hinge_risk", hinge_risk) * T, norm, feature_radius) / T


def otb_regret_to_risk(regret, rounds):
    """E Reg_T(u) / T: equals E R(Q) - R(u), whatever the learner and the fixed u (statement ``otb-regret-to-risk``)."""
    require.number("regret", regret)
    return regret / require.integer("rounds", rounds, 1)


def averaging_jensen(risks):
    """R(Q), the mean of the risks of w_1, ..., w_T: at least the risk of their mean (statement
    ``averaging-jensen``).
    """
    require.array("risks", risks, 1)
    return sum(risks) / len(risks)


def majority_vote_2x(gibbs_error):
    """2 err(Q): error of the vote weighted by Q, ties counted as errors (statement ``majority-vote-2x``)."""
    require.nonnegative("gibbs_error", gibbs_error)
    return 2 * gibbs_error


def majority_vote_surrogate(gibbs_risk):
    """2 R(Q) for a loss that is at least the zero-one loss (statement ``majority-vote-surrogate``)."""
    require.nonnegative("gibbs_risk", gibbs_risk)
    return 2 * gibbs_risk


def otb_high_prob_width(rounds, ceiling, delta):
    """c sqrt(ln(1/delta) / (2T)): what R(Q) may exceed the mean loss by (statement ``otb-high-prob``)."""
    T, c, delta = require.integer("rounds", rounds, 1), require.positive("ceiling",
                                                                         ceiling), require.probability("delta", delta)
    return c * math.sqrt(math.log(1 / delta) / (2 * T))


def otb_high_prob(mean_loss, rounds, ceiling, delta):
    """mean loss + c sqrt(ln(1/delta) / (2T)): R(Q) with probability 1 - delta (statement ``otb-high-prob``)."""
    return require.nonnegative("mean_loss", mean_loss) + otb_high_prob_width(rounds, ceiling, delta)


def otb_fast_rate(mean_loss, rounds, delta, s):
    """(1 - exp(-s p - ln(1/delta) / T)) / (1 - e^-s), p = mean loss in [0, 1], s fixed (statement
    ``otb-fast-rate``).
    """
    p, T, delta = require.nonnegative("mean_loss", mean_loss), require.integer("rounds", rounds,
                                                                               1), require.probability("delta", delta)
    return -math.expm1(-require.positive("s", s) * p - math.log(1 / delta) / T) / -math.expm1(-s)


def otb_fast_rate_linear(mean_loss, rounds, delta, s):
    """(s p + ln(1/delta) / T) / (1 - e^-s), the looser form (statement ``otb-fast-rate``)."""
    p, T, delta = require.nonnegative("mean_loss", mean_loss), require.integer("rounds", rounds,
                                                                               1), require.probability("delta", delta)
    return (require.positive("s", s) * p + math.log(1 / delta) / T) / -math.expm1(-s)
