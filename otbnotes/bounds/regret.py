"""Regret in general: values of games, the leader and its regularised form, unconstrained gradient descent."""

import math
from fractions import Fraction

from .. import require
from .experts import cover_regret
from .gradient_descent import gd_regret

__all__ = ["ball_game_value", "ftl_switching_regret", "ftrl_l2_strength", "ftrl_regret", "ftrl_regret_as_printed",
           "ftrl_regret_sharp", "leader_drop", "leader_drop_sharp", "leader_move", "line_game_value", "ogd_regret",
           "ogd_regret_of_step", "ogd_regret_sharp", "ogd_step"]


def line_game_value(rounds):
    """E|S_T|, exactly: least worst-case regret on [-1, 1] with slopes in [-1, 1] (statement ``regret-zero-sum-game``).

    S_T is the sum of T fair signs; the value is about sqrt(2 T / pi).

    Examples
    --------
    >>> [str(line_game_value(T)) for T in (1, 2, 3, 4)]
    ['1', '1', '3/2', '3/2']
    """
    return 2 * cover_regret(rounds)


def ball_game_value(radius, gradient_bound, rounds):
    """B G sqrt(T), exactly: the same for a ball in dimension d >= 2 (statement ``regret-zero-sum-game``)."""
    return gd_regret(radius, gradient_bound, rounds)


def ftl_switching_regret(rounds, start=0):
    """T - 1/2 - theta_1/2, exactly: regret of the leader on the slopes -1/2, 1, -1, ... (statement ``ftl-fails``)."""
    theta = require.number("start", start)
    return require.integer("rounds", rounds, 1) - (1 + (start if isinstance(start, Fraction) else Fraction(theta))) / 2


def leader_move(lipschitz, strength):
    """L_t / mu: how far the regularised leader moves in a round (statement ``ftrl-stability``)."""
    return require.nonnegative("lipschitz", lipschitz) / require.positive("strength", strength)


def leader_drop(lipschitz, strength):
    """L_t^2 / mu: the loss that the next leader saves in a round (statement ``ftrl-stability``)."""
    return require.nonnegative("lipschitz", lipschitz) ** 2 / require.positive("strength", strength)


def leader_drop_sharp(lipschitz, strength):
    """L_t^2 / (2 mu) bounds l_t(theta_t) + F_t(theta_t) - F_{t+1}(theta_{t+1}) (statement ``ftrl-stability``)."""
    return leader_drop(lipschitz, strength) / 2


def ftrl_regret(rise, squares, strength):
    """r(u) - min r + sum_t L_t^2 / mu: regret of the regularised leader (statement ``ftrl-regret-general``).

    rise is r(u) - min r, and squares is the sum of the L_t^2.
    """
    rise, squares = require.nonnegative("rise", rise), require.nonnegative("squares", squares)
    return rise + squares / require.positive("strength", strength)


def ftrl_regret_sharp(rise, squares, strength):
    """r(u) - min r + sum_t L_t^2 / (2 mu): the same with the sharper stability (statement ``ftrl-regret-general``)."""
    return ftrl_regret(rise, squares, strength) - squares / (2 * strength)


def ftrl_regret_as_printed(regulariser, squares, strength):
    """r(u) + sum_t L_t^2 / mu: the printed form, which forgets the minimum of r (statement ``ftrl-regret-general``)."""
    regulariser, squares = require.number("regulariser", regulariser), require.nonnegative("squares", squares)
    return regulariser + squares / require.positive("strength", strength)


def ftrl_l2_strength(radius, lipschitz, rounds):
    """mu = L sqrt(2 T) / B: the regulariser mu ||w||^2 / 2 of the source (statement ``ftrl-regret-l2``)."""
    return 1 / ogd_step(radius, lipschitz, rounds)


def ogd_step(radius, lipschitz, rounds):
    """alpha = B / (L sqrt(2 T)) minimises ``ogd_regret_of_step`` (statement ``ogd-regret-unconstrained``)."""
    B, L, T = _three(radius, require.positive("lipschitz", lipschitz), rounds)
    return B / (L * math.sqrt(2 * T))


def ogd_regret_of_step(radius, lipschitz, rounds, step):
    """B^2 / (2 alpha) + alpha L^2 T: the source's bound for any step (statement ``ogd-regret-unconstrained``).

    The sharp form, with alpha L^2 T / 2, is ``gd_regret_of_step``.
    """
    B, L, T = _three(radius, require.nonnegative("lipschitz", lipschitz), rounds)
    return B ** 2 / (2 * require.positive("step", step)) + step * L ** 2 * T


def ogd_regret(radius, lipschitz, rounds):
    """B L sqrt(2 T) at ``ogd_step`` (``ogd-regret-unconstrained``) or ``ftrl_l2_strength`` (``ftrl-regret-l2``)."""
    B, L, T = _three(radius, require.nonnegative("lipschitz", lipschitz), rounds)
    return B * L * math.sqrt(2 * T)


def ogd_regret_sharp(radius, lipschitz, rounds):
    """(3/4) B L sqrt(2 T) at the same step: attained (statements ``ogd-regret-unconstrained``, ``ftrl-regret-l2``)."""
    return ogd_regret(radius, lipschitz, rounds) * 3 / 4


def _three(radius, lipschitz, rounds):
    return require.positive("radius", radius), lipschitz, require.integer("rounds", rounds, 1)
