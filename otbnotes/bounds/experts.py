"""Prediction with expert advice: losses and regrets of weighted majority and Hedge, and what nobody can beat."""

import math
from fractions import Fraction

from .. import require

__all__ = ["cover_regret", "expert_gap", "expert_gap_as_printed", "ftl_gap_regret", "hedge_regret",
           "hedge_regret_of_step", "hedge_step", "rwm_beta", "rwm_horizon_regret", "rwm_loss_of_beta", "rwm_regret"]


def rwm_loss_of_beta(least, experts, beta):
    """(ln(1/beta) L + ln N) / (2 ln(2/(1+beta))): expected mistakes, L = the best expert's (statement ``rwm-bound``).

    For beta = 0 it is (1/2) log2 N if L = 0, and there is no bound if L > 0.
    """
    L, N = require.nonnegative("least", least), require.integer("experts", experts, 2)
    beta = require.nonnegative("beta", beta)
    if beta >= 1 or beta == 0 < L:
        require.fail("beta", beta, "a number in [0, 1), and > 0 if least > 0")
    return ((L * math.log(1 / beta) if L else 0.0) + math.log(N)) / (2 * math.log(2 / (1 + beta)))


def rwm_beta(budget, experts):
    """beta = 1 / (1 + 2z + z^2 / ln 2) with z = sqrt(ln N / K), and 0 for K = 0 (statement ``rwm-bound``)."""
    K, N = require.nonnegative("budget", budget), require.integer("experts", experts, 2)
    return K / (K + 2 * math.sqrt(K * math.log(N)) + math.log(N) / math.log(2))


def rwm_regret(budget, experts):
    """sqrt(K ln N) + (1/2) log2 N: regret if the best expert errs at most K times (statement ``rwm-bound``)."""
    K, N = require.nonnegative("budget", budget), require.integer("experts", experts, 2)
    return math.sqrt(K * math.log(N)) + math.log2(N) / 2


def rwm_horizon_regret(rounds, experts):
    """sqrt(T ln N / 2) + (1/2) log2 N: regret if min_i L_i <= T/2 (statement ``rwm-bound-horizon``)."""
    return rwm_regret(require.integer("rounds", rounds, 1) / 2, experts)


def expert_gap(rounds, experts):
    """sqrt(T ln N / 2) >= T/2 - E min_i L_i for N coin-tossing experts (statement ``expert-min-expectation``)."""
    T, N = require.integer("rounds", rounds, 1), require.integer("experts", experts, 1)
    return math.sqrt(T * math.log(N) / 2)


def expert_gap_as_printed(rounds, experts):
    """sqrt(T ln N / 2), printed as a *lower* bound on every learner's regret (statement ``expert-lower-bound``)."""
    return expert_gap(rounds, experts)


def cover_regret(rounds):
    """E|S_T| / 2, exactly: the least worst-case regret with two experts (statement ``expert-lower-bound``).

    S_T is the sum of T fair signs, and E|S_T| = k C(2k, k) / 2^(2k-1) with k = ceil(T/2).

    Examples
    --------
    >>> cover_regret(10)
    Fraction(315, 256)
    """
    k = (require.integer("rounds", rounds, 1) + 1) // 2
    return Fraction(k * math.comb(2 * k, k), 4 ** k)


def ftl_gap_regret(gap, experts):
    """D (ceil(2 ln(N-1) / D^2) + 1 / (1 - exp(-D^2/2))), for every T: pseudo-regret of the leader among i.i.d. experts.

    The losses of a round are in [0, 1], and the mean loss of the best expert is smaller by D than that of each of the
    other N - 1.  After t rounds one of them leads with probability at most (N-1) exp(-t D^2/2).
    Statement ``expert-stochastic-remark``.
    """
    D, N = require.positive("gap", gap), require.integer("experts", experts, 2)
    return D * (math.ceil(2 * math.log(N - 1) / D ** 2) + 1 / -math.expm1(-D ** 2 / 2))


def hedge_step(experts, rounds):
    """eta = sqrt(8 ln N / T), the step that minimises ``hedge_regret_of_step`` (statement ``hedge-01``)."""
    N, T = require.integer("experts", experts, 2), require.integer("rounds", rounds, 1)
    return math.sqrt(8 * math.log(N) / T)


def hedge_regret_of_step(experts, rounds, step):
    """ln N / eta + eta T / 8: regret of Hedge with the step eta, losses in [0, 1] (statement ``hedge-01``)."""
    N, T = require.integer("experts", experts, 2), require.integer("rounds", rounds, 1)
    return math.log(N) / require.positive("step", step) + step * T / 8


def hedge_regret(experts, rounds):
    """sqrt(T ln N / 2): regret of Hedge with the step ``hedge_step``, losses in [0, 1] (statement ``hedge-01``)."""
    N, T = require.integer("experts", experts, 2), require.integer("rounds", rounds, 1)
    return math.sqrt(T * math.log(N) / 2)
