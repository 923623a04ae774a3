"""What breaks when a hypothesis about regret, leaders or unconstrained gradient descent is dropped."""

import math
from fractions import Fraction

import numpy as np

from .. import bounds, geometry, require
from ..losses import Linear, Squared
from ..online import dual_averaging, follow_the_leader, follow_the_regularised_leader, gradient_descent
from ..streams import Game
from ..witness import regret as witness
from ..witness.gradient_descent import alternate_then_run
from .gradient_descent import Dip


def btl_not_leaders(rounds=10):
    """theta_t = 1 in every round, losses theta on [-1, 1], u = -1: both sides of ``ftl-btl-lemma`` with r = 0."""
    return 2 * require.integer("rounds", rounds, 1), 0, "theta_t = 1 in every round, losses theta"


def btl_outside_comparator(rounds=10):
    """The leaders of {1, -1} for the losses theta, against u = -10: both sides of ``ftl-btl-lemma`` with r = 0."""
    leaders = follow_the_leader(np.tile([1.0, -1.0], (require.integer("rounds", rounds, 1), 1)))
    drop = (leaders.losses - leaders.next_losses).sum()
    return leaders.loss + 10 * rounds, float(drop), "u = -10, outside the set {1, -1}"


FTL_BTL_LEMMA = {"leaders": btl_not_leaders, "comparator": btl_outside_comparator}
"""One breaking instance for each hypothesis of ``ftl-btl-lemma``."""


def stability_flat(strength=2.0):
    """No regulariser where one of this strength was declared: the leader jumps between -1 and 1."""
    game = witness.switching(6)
    w = follow_the_regularised_leader(game, geometry.Ball(1.0), 0.0).weights[:, 0]
    drops = game.labels * (w[:-1] - w[1:])
    return float(drops.max()), bounds.leader_drop(1.0, strength), "r = 0, the slopes -1/2, 1, -1, ..."


def stability_not_convex():
    """r = theta^2/2, l_1 = -|theta|, l_2 = -theta/10: the leader goes from -1 to 11/10.

    In tenths k = 10 theta, and in units of 1/200: r = k^2, l_1 = -20 |k|, l_2 = -2 k.
    """
    k = np.arange(-20, 21)
    leaders = follow_the_leader(np.array([-20 * np.abs(k), -2 * k]), k ** 2)
    drop = (leaders.losses[1] - leaders.next_losses[1]) / 200
    return float(drop), bounds.leader_drop(0.1, 1.0), "l_1 = -|theta|, l_2 = -theta/10, r = theta^2/2"


def stability_not_connected():
    """r = theta^2/2 on the two points 1 and -1, one loss theta/10: the leader jumps from one to the other."""
    leaders = follow_the_leader([[0.1, -0.1]], [0.5, 0.5])
    drop = leaders.losses[0] - leaders.next_losses[0]
    return float(drop), bounds.leader_drop(0.1, 1.0), "the set {1, -1}, l = theta/10"


def stability_steep():
    """r = theta^2/2 on the line, slope 10 where 1 was declared."""
    run = dual_averaging(_line("one round", [10.0]), geometry.Everywhere(), 1.0)
    drop = 10.0 * (run.weights[0, 0] - run.weights[1, 0])
    return float(drop), bounds.leader_drop(1.0, 1.0), "slope 10 where 1 was declared"


FTRL_STABILITY = {"strongly-convex": stability_flat, "convex": stability_not_convex, "domain": stability_not_connected,
                  "lipschitz": stability_steep}
"""One breaking instance for each hypothesis of ``ftrl-stability``."""


def ftrl_as_printed():
    """r = theta^2/2 - 10, four losses theta, u = -1: the regret, and the printed r(u) + T L^2 / mu."""
    run = dual_averaging(_line("constant slope", np.ones(4)), geometry.Everywhere(), 1.0)
    return run.loss + 4, bounds.ftrl_regret_as_printed(0.5 - 10, 4, 1), "r = theta^2/2 - 10, four losses theta, u = -1"


def ftrl_flat(rounds=100):
    """r = 0 where strength sqrt(2T) was declared, on the slopes -1/2, 1, -1, ... and [-1, 1]."""
    game = witness.switching(rounds)
    run = follow_the_regularised_leader(game, geometry.Ball(1.0), 0.0)
    regret = run.loss + abs(game.labels.sum())
    return float(regret), bounds.ftrl_regret(0, rounds, math.sqrt(2 * rounds)), "r = 0, the slopes -1/2, 1, -1, ..."


def _tents(tops):
    """Return the ends of [-1, 1] with the feet and tops in it, and the sum of the tents max(0, 1 - |theta - top|) there."""
    knots = np.unique(np.clip(np.concatenate([[-1.0, 1.0], tops - 1.0, tops, tops + 1.0]), -1.0, 1.0))
    return knots, np.maximum(0.0, 1.0 - np.abs(knots[:, None] - tops)).sum(axis=1)


def _leader_under_tents(tops, strength):
    """Return the minimiser of strength theta^2 / 2 + the tents on [-1, 1]: between two knots it is a clipped vertex."""
    knots, heights = _tents(tops)
    slopes = np.diff(heights) / np.diff(knots)
    lowest = np.clip(-slopes / strength, knots[:-1], knots[1:])
    values = strength * lowest ** 2 / 2 + heights[:-1] + slopes * (lowest - knots[:-1])
    return float(lowest[values.argmin()])


def ftrl_not_convex(rounds=100):
    """Over the leader a tent max(0, 1 - |theta - theta_t|) goes up in every round: 1-Lipschitz, not convex; B = 1."""
    T, tops = require.integer("rounds", rounds, 1), np.zeros(0)
    for _ in range(T):
        tops = np.append(tops, _leader_under_tents(tops, bounds.ftrl_l2_strength(1.0, 1.0, T)))
    return float(T - _tents(tops)[1].min()), bounds.ogd_regret(1.0, 1.0, T), "a tent over the leader, in every round"


def ftrl_two_points(rounds=100):
    """mu theta^2/2 is constant on the two points -1 and 1: the leader is wrong in every round, as without it."""
    leaders = follow_the_leader(np.outer(witness.switching(rounds).labels, [-1.0, 1.0]))
    regret = leaders.loss + abs(witness.switching(rounds).labels.sum())
    return float(regret), bounds.ogd_regret(1.0, 1.0, rounds), "the set {-1, 1}, the slopes -1/2, 1, -1, ..."


def ftrl_outside_comparator(rounds=1000, comparator=-10.0):
    """Slopes +1 on [-1, 1], against a point outside."""
    game = _line("constant slope", np.ones(require.integer("rounds", rounds, 1)))
    strength = bounds.ftrl_l2_strength(1.0, 1.0, rounds)
    run = dual_averaging(game, geometry.Ball(1.0), 1 / strength)
    rise = strength * require.number("comparator", comparator) ** 2 / 2
    story = f"u = {comparator:g}, outside [-1, 1]"
    return run.loss - game.total([comparator]), bounds.ftrl_regret(rise, rounds, strength), story


def ftrl_not_lipschitz(rounds=50):
    """Slope 10 where 1 was declared, signs alternating."""
    game = _line("steep", 10 * np.resize([1.0, -1.0], require.integer("rounds", rounds, 2)))
    run = dual_averaging(game, geometry.Everywhere(), bounds.ogd_step(1.0, 1.0, rounds))
    return run.loss - game.total([0.0]), bounds.ogd_regret(1.0, 1.0, rounds), "slope 10 where 1 was declared"


def ftrl_too_strong(rounds=1000):
    """The strength T, so that 1/mu is sqrt(T) times too short: the leader needs the whole game to arrive."""
    game = _line("constant slope", np.ones(require.integer("rounds", rounds, 1)))
    run = dual_averaging(game, geometry.Ball(1.0), 1.0 / rounds)
    return run.loss + rounds, bounds.ogd_regret(1.0, 1.0, rounds), "the strength T on constant slopes"


def ftrl_far_comparator(rounds=50):
    """A comparator of norm 2B in the domain, which is the line, and a run that leads to it."""
    game = _alternate_then_run(rounds)
    run = dual_averaging(game, geometry.Everywhere(), bounds.ogd_step(1.0, 1.0, rounds))
    return run.loss - game.total([-2.0]), bounds.ogd_regret(1.0, 1.0, rounds), "on the line, a comparator of norm 2B"


FTRL_REGRET_GENERAL = {"domain": ftrl_two_points, "strongly-convex": ftrl_flat, "convex": ftrl_not_convex,
                       "lipschitz": ftrl_not_lipschitz, "comparator": ftrl_outside_comparator}
"""One breaking instance for each hypothesis of ``ftrl-regret-general``, at the strength of ``ftrl-regret-l2``."""


FTRL_REGRET_L2 = {"domain": ftrl_two_points, "convex": ftrl_not_convex, "lipschitz": ftrl_not_lipschitz,
                  "strength": ftrl_too_strong, "comparator": ftrl_far_comparator}
"""One breaking instance for each hypothesis of ``ftrl-regret-l2``."""


def ogd_negative_step():
    """alpha = -1/2, g = 1, theta_t = 0: the objective at theta_t - alpha g, its greatest value, and at 0."""
    def objective(theta, alpha=Fraction(-1, 2)):
        return theta + theta ** 2 / (2 * alpha)
    return objective(Fraction(1, 2)), objective(Fraction(0)), "alpha = -1/2"


OGD_PROX_STEP = {"step": ogd_negative_step}
"""One breaking instance for each hypothesis of ``ogd-prox-step``."""


def _greedy_and_lazy(domain, step, start, story):
    """Return how far gradient descent and dual averaging come apart on the slopes 1, 1, 1, 1, -1, -1."""
    game = _line("six rounds", [1.0, 1.0, 1.0, 1.0, -1.0, -1.0])
    greedy, lazy = gradient_descent(game, domain, step, [start]).weights, dual_averaging(game, domain, step).weights
    return float(np.abs(greedy - lazy).max()), 0.0, story


def ogd_ftrl_domain():
    """On [-1, 1] gradient descent turns round at the end at once, and dual averaging waits for its sum."""
    return _greedy_and_lazy(geometry.Ball(1.0), 0.5, 0.0, "the set [-1, 1]")


def ogd_ftrl_start():
    """Gradient descent from 1, and a regulariser that is centred at 0."""
    return _greedy_and_lazy(geometry.Everywhere(), 0.5, 1.0, "theta_1 = 1")


def ogd_ftrl_step():
    """Steps 1, 1/sqrt(2), ...: gradient descent keeps its old steps, dual averaging applies the new one to all."""
    return _greedy_and_lazy(geometry.Everywhere(), 1 / np.sqrt(np.arange(1, 7)), 0.0, "a step that changes")


OGD_IS_FTRL_LINEARISED = {"domain": ogd_ftrl_domain, "start": ogd_ftrl_start, "step": ogd_ftrl_step}
"""One breaking instance for each hypothesis of ``ogd-is-ftrl-linearised``: a distance that should be 0."""


def ogd_induction_start(rounds=20, step=0.1):
    """theta_1 = 1, u = -1, slopes +1: the linear regret, and ||u||^2 / (2 alpha) + sum <g_t, theta_t - theta_{t+1}>."""
    game = _line("constant slope", np.ones(require.integer("rounds", rounds, 1)))
    w = gradient_descent(game, geometry.Everywhere(), step, [1.0]).weights[:, 0]
    return float((w[:-1] + 1).sum()), float(1 / (2 * step) + (w[:-1] - w[1:]).sum()), "theta_1 = 1, u = -1"


OGD_LINEAR_INDUCTION = {"start": ogd_induction_start}
"""One breaking instance for each hypothesis of ``ogd-linear-induction``."""


def _ogd(game, comparator, step=None, start=None):
    """Return the regret of unconstrained gradient descent and its bound with B = L = 1."""
    step = step or bounds.ogd_step(1.0, 1.0, game.rounds)
    played = gradient_descent(game, geometry.Everywhere(), step, start)
    return played.loss - game.total([comparator]), bounds.ogd_regret(1.0, 1.0, game.rounds)


def _alternate_then_run(rounds):
    """The worst case of a journey twice as long: a run of 2 sqrt(2T) equal signs at the end."""
    run = 2 * math.isqrt(2 * require.integer("rounds", rounds, 8))
    if run * run != 8 * rounds or rounds % 2:
        require.fail("rounds", rounds, "an even number T such that 2T is a square")
    return alternate_then_run(rounds, 1.0, run)[0]


def ogd_far_comparator(rounds=50):
    """A comparator of norm 2B, and a run that leads to it."""
    return *_ogd(_alternate_then_run(rounds), -2.0), "a comparator of norm 2B"


def ogd_wrong_start(rounds=50):
    """A start at distance 2B from the comparator."""
    return *_ogd(_alternate_then_run(rounds), -1.0, start=[1.0]), "theta_1 = B, u = -B"


def ogd_constant_step(rounds=50):
    """The step B/L, sqrt(2T) times too long, on alternating signs: regret T/2."""
    game = _line("alternating", np.resize([1.0, -1.0], require.integer("rounds", rounds, 2)))
    return *_ogd(game, 0.0, step=1.0), "the step B/L, whatever T is"


def ogd_squared_loss(rounds=10):
    """(4 theta - 1)^2, not Lipschitz on the line: each step multiplies the error by 1 - 32 alpha < -1."""
    if require.integer("rounds", rounds, 1) > 100:
        require.fail("rounds", rounds, "at most 100, while the step is long enough")
    game = Game("squares", Squared(), np.full((rounds, 1), 4.0), np.ones(rounds))
    return *_ogd(game, 0.25), "squared loss, x = 4, y = 1"


def ogd_not_convex(rounds=10_000):
    """The iterates settle in the false minimum of ``Dip``."""
    game = _line("false minimum", np.zeros(require.integer("rounds", rounds, 1)), Dip())
    return *_ogd(game, 1.0), "a false minimum at -1/4"


OGD_REGRET_UNCONSTRAINED = {"convex": ogd_not_convex, "lipschitz": ogd_squared_loss, "start": ogd_wrong_start,
                            "step": ogd_constant_step, "comparator": ogd_far_comparator}
"""One breaking instance for each hypothesis of ``ogd-regret-unconstrained``."""


def _line(name, labels, loss=Linear()):
    """A game in dimension 1 with all features 1."""
    return Game(name, loss, np.ones((len(labels), 1)), labels)
