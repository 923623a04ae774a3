"""What breaks when a hypothesis on stochastic subgradient descent is dropped, and what is false as printed."""

import math
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import numpy as np

from .. import bounds, require
from ..geometry import Ball, Box, Everywhere
from ..losses import Hinge, Linear, Squared
from ..sgd import line_world, objective, pegasos, pegasos_as_printed, sgd
from ..streams import Game


def subgradient_elsewhere():
    """loss |w - z|, z = +-1: the slopes at -2 are no subgradient of the risk at 2; the inequality fails at u = 0."""
    def risk(w):
        return Fraction(abs(w - 1) + abs(w + 1), 2)

    w, u, g = 2, 0, -1
    return risk(w) + g * (u - w), risk(u), "slopes taken at -2, the point is 2"


def subgradient_not_integrable(terms=1001, constant=1000):
    """z = k with probability 2^-k, slopes -2^k at the end of [0, 1], loss 0: E||g|| passes every constant."""
    partial = sum(Fraction(1, 2 ** k) * 2 ** k for k in range(1, require.integer("terms", terms, 1) + 1))
    return partial, constant, f"the first {terms} terms of E||g||"


STOCHASTIC_SUBGRADIENT = {"selection": subgradient_elsewhere, "integrable": subgradient_not_integrable}
"""One breaking instance for each hypothesis of ``stochastic-subgradient-of-risk``."""


class Valleys(NamedTuple):
    """The loss f(z) + y z with f(z) = height (z (1 - 2 z^2))^2: f is 0 at 0 and at +-1/sqrt(2), and positive elsewhere.

    At these three points the subgradient 0 of f is legal, and so is y for the loss; f is not convex.
    """

    height: float = 128.0
    binary = False

    def value(self, z, y):
        return self.height * (z * (1 - 2 * z * z)) ** 2 + y * z

    def slope(self, z, y):
        return 2 * self.height * z * (1 - 2 * z * z) * (1 - 6 * z * z) + y

    def lipschitz(self, reach, labels=1.0):
        return 10 * self.height * max(1.0, reach) ** 5 + labels


class SteepEnds(NamedTuple):
    """The loss z on [0, 1], with a legal but steep subgradient at each end: -steepness at 0 and +steepness at 1."""

    steepness: float = 1e6
    binary = False

    def value(self, z, y):
        return z

    def slope(self, z, y):
        return 1.0 - (self.steepness + 1.0) * (z <= 0.0) + (self.steepness - 1.0) * (z >= 1.0)

    def lipschitz(self, reach, labels=1.0):
        return 1.0


def _always(game, rounds, domain, steps, regulariser=0.0):
    """Return the mean iterate when the one example of the game comes in every round."""
    return sgd(game, np.zeros(require.integer("rounds", rounds, 1), int), domain, steps, regulariser).mean


def _linear(label):
    """The loss label * w."""
    return Game("one slope", Linear(), [[1.0]], [label])


def _tuned(diameter, gradient_bound, rounds):
    """Return the steps and the bound of ``sgd-convex-lipschitz``."""
    return (bounds.sgd_steps(bounds.sgd_first_step(diameter, gradient_bound), rounds),
            bounds.sgd_excess(diameter, gradient_bound, rounds))


def sgd_not_convex(rounds=100, gradient_bound=0.01):
    """f(w) = -w^2 on [-1, 2]: the slope at the start is 0, and the iterate never moves."""
    steps, bound = _tuned(3.0, gradient_bound, rounds)
    mean = _always(Game("hill", Squared(-1.0), [[1.0]], [0.0]), rounds, Box(-1.0, 2.0), steps)
    return 4.0 - float(mean[0]) ** 2, bound, "the top of a hill"


def sgd_valleys():
    """T = 2 on [-1, 1], f = 0 at 0 and +-1/sqrt(2), g_t = +-1: w_1 and w_2 minimise f, their mean lies on a hill.

    The mean of g_t is 0, a subgradient of f at both points: of the hypotheses only convexity is missing.  (g_3 is not
    played: w_3 does not count.)
    """
    steps, bound = _tuned(1.0, 1.0, 2)
    law = line_world(Valleys(), [(1.0, 1.0, 0.5), (1.0, -1.0, 0.5)], steps.tolist(), low=-1.0, high=1.0)
    return sum(p * Valleys().value(w, 0.0) for w, p in law.items()), bound, "the mean of two valleys is a hill, T = 2"


def sgd_biased(rounds=1000):
    """f(w) = 1 - w on [0, 1], and subgradients of the wrong sign."""
    steps, bound = _tuned(1.0, 1.0, rounds)
    return 1.0 - float(_always(_linear(1.0), rounds, Box(0.0, 1.0), steps)[0]), bound, "subgradients of the wrong sign"


def sgd_one_coin(rounds=1000):
    """f(w) = -w/2 on [-1, 1], g_t = -1/2 + coin, one coin for the run: the mean is right, not the conditional mean."""
    steps, bound = _tuned(2.0, math.sqrt(1.25), rounds)
    gaps = [0.5 - 0.5 * float(_always(_linear(label), rounds, Ball(1.0), steps)[0]) for label in (0.5, -1.5)]
    return sum(gaps) / 2, bound, "one coin for the whole run"


def sgd_large_moment(noise=50, rounds=16):
    """f(w) = 1 - w on [0, 1], g_t = -1 +- K, where E g_t^2 <= 1 was declared: the exact excess over all runs."""
    steps, bound = _tuned(1.0, 1.0, rounds)
    examples = [(1.0, -1.0 + noise, 0.5), (1.0, -1.0 - noise, 0.5)]
    law = line_world(Linear(), examples, steps, low=0.0, high=1.0)
    return sum(p * (1.0 - w) for w, p in law.items()), bound, f"noise of size {noise} where G = 1 was declared"


def sgd_unbounded(rounds=400, slope=1.2):
    """f(w) = c ||w|| on R^T with c = slope/sqrt(T), started at its minimiser, and U = 0 in the general bound.

    The noise of step t is +-sqrt(1 - c^2) e_t, a fresh entry each time: then ||w_t|| grows like sqrt(ln t), the excess
    is the same for all signs, and the bound G^2 eta_1 / sqrt(T) with G = eta_1 = 1 is too small from T = 100 on.
    """
    rounds = require.integer("rounds", rounds, 2)
    c = require.positive("slope", slope) / math.sqrt(rounds)
    if c >= 1:
        require.fail("slope", slope, "a number < sqrt(rounds)")
    w, total = np.zeros(rounds), np.zeros(rounds)
    for t, step in enumerate(bounds.sgd_steps(1.0, rounds)):
        total += w
        norm = math.sqrt(w @ w)
        w *= 1.0 - step * c / norm if norm > 0 else 1.0
        w[t] -= step * math.sqrt(1.0 - c * c)
    gap = c * math.sqrt(total @ total) / rounds
    return gap, bounds.sgd_excess_of_step(0.0, 1.0, rounds, 1.0), f"all of R^{rounds}, U = ||w_1 - u|| = 0"


def sgd_start_outside(rounds=1):
    """The domain [10, 11] does not hold the start 0, and f(w) = |w - 11|."""
    steps, bound = _tuned(1.0, 1.0, rounds)
    mean = _always(_linear(-1.0), rounds, Box(10.0, 11.0), steps)
    return 11.0 - float(mean[0]), bound, "w_1 = 0 and the domain [10, 11]"


SGD_CONVEX_LIPSCHITZ = {"convex": sgd_valleys, "unbiased": sgd_biased, "conditional": sgd_one_coin,
                        "moment": sgd_large_moment, "diameter": sgd_unbounded, "start": sgd_start_outside}
"""One breaking instance for each hypothesis of ``sgd-convex-lipschitz``."""


def sgd_steep_ends(rounds=10_000):
    """As printed, every subgradient relative to [0, 1] is allowed: steep ones at the ends throw w from end to end."""
    if require.integer("rounds", rounds, 2) % 2:
        require.fail("rounds", rounds, "an even number")
    steps, bound = _tuned(1.0, 1.0, rounds)
    mean = _always(Game("w", SteepEnds(), [[1.0]], [0.0]), rounds, Box(0.0, 1.0), steps)
    return float(mean[0]), bound, "subgradients -10^6 at 0 and 10^6 at 1 of the loss w"


def sgd_repeated_example(rounds=10_000, p=0.6):
    """loss -z w on [-1, 1], z = 1 with probability p and -1 otherwise: one example is drawn and used in every round."""
    p = require.probability("p", p)
    steps, bound = _tuned(2.0, 1.0, rounds)
    means = [float(_always(_linear(-z), rounds, Ball(1.0), steps)[0]) for z in (1.0, -1.0)]
    gaps = [abs(2 * p - 1) - (2 * p - 1) * mean for mean in means]
    return p * gaps[0] + (1 - p) * gaps[1], bound, "one example, used in every round"


def sgd_too_wide(rounds=100, width=50.0):
    """loss -w on [0, width], where ||w - u|| <= 1 was declared: the steps are too short to arrive."""
    steps, bound = _tuned(1.0, 1.0, rounds)
    width = require.positive("width", width)
    mean = _always(_linear(-1.0), rounds, Box(0.0, width), steps)
    return width - float(mean[0]), bound, f"the domain [0, {width:g}] where U = 1 was declared"


SGD_LEARNING = {"convex": partial(sgd_not_convex, gradient_bound=5.0), "subgradients": sgd_steep_ends,
                "fresh": sgd_repeated_example, "lipschitz": sgd_large_moment, "start": sgd_start_outside,
                "diameter": sgd_too_wide}
"""One breaking instance for each hypothesis of ``sgd-learning-corollary``."""


def sgd_sample_repeated(accuracy=0.05):
    """As many rounds as the theorem asks for, all with the same example: the excess passes epsilon."""
    rounds = bounds.sgd_sample_size(2.0, 1.0, accuracy)
    return sgd_repeated_example(rounds)[0], accuracy, f"one example, used {rounds} times"


def _false_sample_size(instance):
    """An instance of ``sgd-learning-corollary``, read as: this many rounds give an excess of at most the bound."""
    measured, bound, story = instance()
    return measured, bound, f"{story}; epsilon = {bound:.3g}"


SGD_SAMPLE_COMPLEXITY = {name: partial(_false_sample_size, instance) for name, instance in SGD_LEARNING.items()}
SGD_SAMPLE_COMPLEXITY["fresh"] = sgd_sample_repeated
"""One breaking instance for each hypothesis of ``sgd-sample-complexity``."""


def sgd_abel_sum(rounds=4):
    """sum_t (d_t - d_{t+1}) / (2 eta_t) for d_1 = ... = d_T = 1, d_{T+1} = 0, eta_1 = 1; printed is U^2 / (2 eta_1)."""
    d = np.append(np.ones(require.integer("rounds", rounds, 2)), 0.0)
    measured = float((-np.diff(d) / (2 * bounds.sgd_steps(1.0, rounds))).sum())
    return measured, bounds.sgd_abel_as_printed(1.0, 1.0), f"T = {rounds}"


def sgd_not_strongly_convex(rounds=10_000):
    """f(w) = 1 - w on [0, 1], where mu = 10 was declared: the steps are too short to arrive."""
    mean = _always(_linear(-1.0), rounds, Box(0.0, 1.0), bounds.sgd_strongly_convex_steps(10.0, rounds))
    bound = bounds.sgd_strongly_convex_excess(1.0, 10.0, rounds)
    return 1.0 - float(mean[0]), bound, "a linear function, mu = 10 declared"


def sgd_convexity_overstated(rounds=10_000):
    """f(w) = (w - 1)^2/10, where mu = 1 was declared: five times too much."""
    game, steps = _linear(-0.2), bounds.sgd_strongly_convex_steps(1.0, rounds)
    gap = objective(game, 0.1, _always(game, rounds, Everywhere(), steps, 0.1)) + 0.1
    return gap, bounds.sgd_strongly_convex_excess(0.2, 1.0, rounds), "mu = 1 declared, mu = 1/5 true"


def sgd_strong_biased(rounds=1000):
    """f(w) = (w - 1)^2/2 on [-1, 1], and the subgradients of (w + 1)^2/2."""
    mean = _always(_linear(1.0), rounds, Ball(1.0), bounds.sgd_strongly_convex_steps(1.0, rounds), 0.5)
    bound = bounds.sgd_strongly_convex_excess(2.0, 1.0, rounds)
    return (float(mean[0]) - 1) ** 2 / 2, bound, "subgradients of (w + 1)^2/2"


def sgd_strong_later_moments(rounds=5):
    """f(w) = 5 (w - 1)^2 with mu = 1, and G = ||g_1|| = 10: the later subgradients are longer."""
    game, steps = _linear(-10.0), bounds.sgd_strongly_convex_steps(1.0, rounds)
    gap = objective(game, 5.0, _always(game, rounds, Everywhere(), steps, 5.0)) + 5.0
    return gap, bounds.sgd_strongly_convex_excess(10.0, 1.0, rounds), "G = ||g_1||, later ||g_t|| are larger"


SGD_STRONGLY_CONVEX = {"strong": sgd_not_strongly_convex, "unbiased": sgd_strong_biased,
                       "moment": sgd_strong_later_moments}
"""One breaking instance for each hypothesis of ``sgd-strongly-convex``."""


def _telescoped(d, sign):
    """Return sum_t t (d_t - d_{t+1}) / 2 + sign d_t / 2, in fractions (mu = 1)."""
    return sum(Fraction(t, 2) * (d[t - 1] - d[t]) + Fraction(sign, 2) * d[t - 1] for t in range(1, len(d)))


def sgd_strong_telescoping_signs(distances=(1, 1, 1)):
    """The display of the source has + (mu/2) d_t: the sum that should be at most 0 is positive."""
    return _telescoped([Fraction(d) for d in distances], +1), Fraction(0), "the sign of the quadratic term as printed"


def sgd_strong_telescoping_end(distance=1):
    """T = 1, d_1 = 1: the sum is -mu d_2 / 2, and the printed -mu (T + 1) d_{T+1} is less."""
    d = Fraction(distance)
    return _telescoped([Fraction(1), d], -1), -2 * d, "T = 1"


def pegasos_update_as_printed(regulariser=1.0, rounds=20_000):
    """One example (1, +1), lambda >= 1: the printed update stays 1/(4 lambda) above F* (``soft-svm-sgd-algorithm``)."""
    lam = require.number("regulariser", regulariser)
    if lam < 1:
        require.fail("regulariser", regulariser, "a number >= 1")
    game = Game("one example", Hinge(), [[1.0]], [1])
    mean = pegasos_as_printed(game, np.zeros(require.integer("rounds", rounds, 1), int), lam).mean
    gap = objective(game, lam, mean) - (1 - 1 / (4 * lam))
    return gap, bounds.soft_svm_sgd_excess(1.0, lam, rounds), f"one example, lambda = {lam:g}, T = {rounds}"


def pegasos_long_features():
    """One example (10, +1), lambda = 50, T = 1, where X = 1 was declared."""
    game = Game("long", Hinge(), [[10.0]], [1])
    gap = objective(game, 50.0, pegasos(game, [0], 50.0).mean) - 0.5
    return gap, bounds.soft_svm_sgd_excess(1.0, 50.0, 1), "a feature of length 10 where X = 1 was declared"


def pegasos_one_example_drawn(rounds=10_000):
    """Two examples (1, +1) and (1, -1), lambda = 1/2, of which only the first is ever drawn: w* = 0 and F* = 1."""
    game = Game("two examples", Hinge(), [[1.0], [1.0]], [1, -1])
    mean = pegasos(game, np.zeros(require.integer("rounds", rounds, 1), int), 0.5).mean
    gap = objective(game, 0.5, mean) - 1.0
    return gap, bounds.soft_svm_sgd_excess(1.0, 0.5, rounds), "only the first of two examples is drawn"


SOFT_SVM_SGD_RATE = {"features": pegasos_long_features, "update": pegasos_update_as_printed,
                     "uniform": pegasos_one_example_drawn}
"""One breaking instance for each hypothesis of ``soft-svm-sgd-rate``."""
