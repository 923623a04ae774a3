"""Worst cases of stochastic subgradient descent.  Each function but the staircase returns (measured, bound, story)."""

import math

import numpy as np

from .. import bounds, require
from ..geometry import Everywhere
from ..losses import Hinge, Linear
from ..sgd import line_world, objective, pegasos, sgd
from ..streams import Game


def _resist(rounds, steps, diameter, gradient_bound):
    """Return f(mean) - f(u) and all ||w_t - u||, for f(w) = G max_j w_j and an oracle that always names a new entry.

    In dimension T every entry not named so far is 0, the largest; so each answer G e_t is a subgradient.
    """
    u = np.full(rounds, -diameter / math.sqrt(rounds))
    oracle = Game("a new entry each time", Linear(gradient_bound), np.eye(rounds), np.ones(rounds))
    run = sgd(oracle, np.arange(rounds), Everywhere(), steps)
    return float(gradient_bound * (run.mean.max() - u.max())), np.linalg.norm(run.weights - u, axis=1)


def descent_resisting(rounds, distance=1.0, gradient_bound=1.0):
    """The fixed step ||w_1 - u|| / (G sqrt(T)) against f(w) = G max_j w_j: the bound exactly
    (``gradient-descent-step``).

    Examples
    --------
    >>> measured, bound, _ = descent_resisting(16)
    >>> round(measured, 12), bound
    (0.25, 0.25)
    """
    steps = np.full(require.integer("rounds", rounds, 1), bounds.descent_step(distance, gradient_bound, rounds))
    gap, _ = _resist(rounds, steps, distance, gradient_bound)
    return gap, bounds.descent_excess(distance, gradient_bound, rounds), f"the largest of {rounds} entries"


def sgd_resisting(rounds, diameter=1.0, gradient_bound=1.0):
    """The same function on the ball of radius U about u: 1/sqrt(2) of ``bounds.sgd_excess`` (``sgd-convex-lipschitz``).

    For T <= 8 no iterate leaves that ball, so the projection does nothing; later the first steps lead out of it.

    Examples
    --------
    >>> measured, bound, _ = sgd_resisting(8)
    >>> round((measured / bound) ** 2, 12)
    0.5
    """
    if require.integer("rounds", rounds, 1) > 8:
        require.fail("rounds", rounds, "at most 8")
    steps = bounds.sgd_steps(bounds.sgd_first_step(diameter, gradient_bound), rounds)
    gap, _ = _resist(rounds, steps, diameter, gradient_bound)
    return gap, bounds.sgd_excess(diameter, gradient_bound, rounds), f"the largest of {rounds} entries"


def staircase(rounds, rise=0.6):
    """Return the game whose rows h_1, ..., h_T make f(w) = max_i <w, h_i> lift the last iterate of subgradient descent.

    Row i is (a_1, ..., a_{i-1}, -b_i, 0, ..., 0), a_j = rise / (T - j + 1) and b_i = sqrt(i / T), all divided by the
    longest row, so that f is 1-Lipschitz.  After Harvey, Liaw, Plan and Randhawa (2019): from w_1 = 0 with steps
    eta_1 / sqrt(t), row t is among the largest at w_t, a subgradient; every step lifts all rows that are still to come.

    Examples
    --------
    >>> staircase(2, rise=1.0).features.round(3).tolist()
    [[-0.632, 0.0], [0.447, -0.894]]
    """
    j = np.arange(1, require.integer("rounds", rounds, 1) + 1)
    rows = np.tril(np.tile(require.positive("rise", rise) / (rounds - j + 1), (rounds, 1)), -1) - np.diag(np.sqrt(j / rounds))
    return Game("staircase", Linear(), rows / np.linalg.norm(rows, axis=1).max(), np.ones(rounds))


def sgd_strongly_convex_one_step(convexity=1.0, minimiser=1.0):
    """f(w) = (mu/2) (w - u)^2 and T = 1: the bound exactly (``sgd-strongly-convex``).

    Examples
    --------
    >>> sgd_strongly_convex_one_step(2.0, 3.0)[:2]
    (9.0, 9.0)
    """
    mu, u = require.positive("convexity", convexity), require.number("minimiser", minimiser)
    game = Game("one parabola", Linear(), [[1.0]], [-mu * u])
    mean = sgd(game, [0], Everywhere(), bounds.sgd_strongly_convex_steps(mu, 1), mu / 2).mean
    gap = objective(game, mu / 2, mean) - objective(game, mu / 2, np.array([u]))
    return gap, bounds.sgd_strongly_convex_excess(mu * abs(u), mu, 1), "one step on a parabola"


def sgd_boundary_noise(rounds, slope=0.25):
    """f(w) = w^2/2 + c w on [0, oo) with subgradients w + c +- 1: the exact excess (``sgd-strongly-convex``).

    The minimiser is the end of the domain, and the noise keeps pushing the iterate off it.  G^2 is the largest E
    g_t^2.

    Examples
    --------
    >>> measured, bound, _ = sgd_boundary_noise(8)
    >>> round(measured / bound, 3)
    0.261
    """
    rounds, c = require.integer("rounds", rounds, 1), require.positive("slope", slope)
    steps = bounds.sgd_strongly_convex_steps(1.0, rounds).tolist()
    world = Linear(), [(1.0, c + 1, 0.5), (1.0, c - 1, 0.5)]

    def mean(function, averaging, t):
        law = line_world(*world, steps[:t], 0.5, low=0.0, averaging=averaging)
        return sum(p * function(w) for w, p in law.items())

    moments = [mean(lambda w: (w + c) ** 2 + 1, [0.0] * (t - 1) + [1.0], t) for t in range(1, rounds + 1)]
    gap = mean(lambda w: w ** 2 / 2 + c * w, [1.0] * rounds, rounds)
    bound = bounds.sgd_strongly_convex_excess(math.sqrt(max(moments)), 1.0, rounds)
    return gap, bound, f"noise at the end of a half-line, T = {rounds}"


def soft_svm_sgd_one_step(regulariser=0.5):
    """One example (1, +1), T = 1 and lambda >= 1/2: a quarter of the bound (``soft-svm-sgd-rate``).

    Examples
    --------
    >>> soft_svm_sgd_one_step()[:2]
    (0.5, 2.0)
    """
    lam = require.number("regulariser", regulariser)
    if lam < 0.5:
        require.fail("regulariser", regulariser, "a number >= 1/2")
    game = _one_example()
    gap = objective(game, lam, pegasos(game, [0], lam).mean) - (1 - 1 / (4 * lam))
    return gap, bounds.soft_svm_sgd_excess(1.0, lam, 1), "one example, one step"


def soft_svm_sgd_radius(feature_radius=1.0, regulariser=1.0, rounds=10):
    """One example (X, +1) with 2 lambda >= X^2: every iterate but w_1 has length X / (2 lambda)
    (``soft-svm-sgd-rate``)."""
    X, lam = require.positive("feature_radius", feature_radius), require.positive("regulariser", regulariser)
    if 2 * lam < X ** 2:
        require.fail("regulariser", regulariser, f"a number >= X^2 / 2 = {X ** 2 / 2:g}")
    game = Game("one example", Hinge(), [[X]], [1])
    run = pegasos(game, np.zeros(require.integer("rounds", rounds, 1), int), lam)
    return float(np.abs(run.weights[1:]).min()), bounds.soft_svm_sgd_norm(X, lam), f"one example, X = {X:g}"


def _one_example():
    return Game("one example", Hinge(), [[1.0]], [1])
