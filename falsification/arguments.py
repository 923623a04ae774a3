"""What the bounds and the algorithms are given by the fuzz: arguments that are likely to be right, and things that are not.

Each argument has a *draw*, a function of a ``Case``, the source of all chance of one call.  Those of the bounds come from the table
of their arguments, those of other functions from ``CALLS``.  The sizes of a case (rounds, dimension) are drawn once, so that
arguments that belong together mostly fit each other.
"""

import decimal
import fractions
import inspect
import math
import random
from types import SimpleNamespace

import numpy as np

from otbnotes import (bounds, comparator, compression, concentration, conversion, convexity, evidence, geometry, kernels,
                      least_squares, losses, margin, nets, online, sgd, stability, streams, svm)

HOSTILE = [math.nan, math.inf, -math.inf, None, True, "3", "many", b"1", "", [], [[]], {}, set(), (), object(), Ellipsis, 1j, np.complex64(1),
           0, -0.0, -1, -0.5, 1, 1.0, 5e-324, 1e-300, 1e300, -1e300, 1 - 2 ** -53, 1 + 2 ** -52,
           fractions.Fraction(1, 3), decimal.Decimal("0.5"), decimal.Decimal("nan"), np.float32(0.5),
           np.int64(3), np.float64("nan"), np.array([]), np.array([math.nan]), np.array(0.5), np.ones((2, 2, 2)), [1.0, None], [1.0, "2"],
           [[1.0], [1.0, 2.0]], [1.0, math.inf], np.array(["a"]), np.array([1j]), range(3), print]
HUGE = [2 ** 53, 10 ** 400, -10 ** 400, fractions.Fraction(10 ** 400, 3)]
"""For numbers only: what a count of 2^53 rounds comes to is a question of patience."""
OBJECTS = {"game", "domain", "rng", "loss", "scheme", "similarity", "name", "rule", "bias", "vote", "mirror"}
"""Arguments that are objects of the package: of any content, but always what they should be."""
LARGEST_COUNT = 4096


class Case:
    """The chance of one call, and the sizes that its arguments share.

    Attributes
    ----------
    rounds, dimension : int
        From 1 to 6 and from 1 to 3.
    """

    def __init__(self):
        self.chance = random.Random()

    def start(self, seed):
        """Begin the call with this number."""
        self.chance.seed(seed)
        self.rounds, self.dimension = self.chance.randint(1, 6), self.chance.randint(1, 3)

    def near(self, value):
        """Draw a number whose magnitude is mostly near that of ``value``, in one of ten cases far from it."""
        kind = self.chance.random()
        if kind < 0.7:
            return value * 2 ** self.chance.uniform(-8, 8)
        if kind < 0.8:
            return value * 2 ** self.chance.uniform(-600, 600)
        return self.chance.random() if kind < 0.95 else self.chance.choice((0, 0.0, 0.5, 1, 1.0, 2, -value))

    def count(self, largest=LARGEST_COUNT):
        """Draw an integer, mostly from 1 to ``largest`` with its logarithm uniform."""
        return int(2 ** self.chance.uniform(0, math.log2(largest))) if self.chance.random() < 0.9 else self.chance.randint(-1, 2)

    def numbers(self, length):
        """Draw a list of numbers: small integers (so there are ties), numbers of one size, or numbers of many sizes."""
        kind = self.chance.randrange(4)
        draw = (lambda: self.chance.randint(-2, 2), lambda: self.chance.gauss(0, 1), lambda: self.chance.gauss(0, 1) * self.scale,
                lambda: self.chance.gauss(0, 1) * 2 ** self.chance.uniform(-30, 30))[kind]
        self.scale = 2 ** self.chance.uniform(-40, 40)
        return [draw() for _ in range(length)]

    def matrix(self, rows, columns):
        """Draw a matrix as an array."""
        return np.array([self.numbers(columns) for _ in range(rows)])

    def signs(self, length):
        """Draw labels -1 and +1."""
        return [self.chance.choice((-1, 1)) for _ in range(length)]


def near(argument):
    """Return the draw of a bound's argument: a count, a number near its typical value, or a list of such numbers."""
    if argument.counts:
        return lambda case: case.count()
    if not isinstance(argument.typical, list):
        return lambda case: case.near(argument.typical)
    entries = argument.typical
    return lambda case: [case.near(case.chance.choice(entries)) for _ in range(case.chance.choice((len(entries), case.rounds)))]


def _bound(bound):
    """Return the draws of a bound; an argument with a default is left out half of the time."""
    return {symbol: (near(parameter.annotation), parameter.default is not parameter.empty)
            for symbol, parameter in inspect.signature(bound).parameters.items()}


def _game(*kinds):
    """Return the draw of a game with one of these losses."""
    def draw(case):
        loss = case.chance.choice(kinds)
        labels = case.signs(case.rounds) if loss.binary or case.chance.random() < 0.5 else case.numbers(case.rounds)
        return streams.Game("drawn", loss, case.matrix(case.rounds, case.dimension), labels)
    return draw


def _chosen(*values):
    return lambda case: case.chance.choice(values)


def _optional(draw):
    return draw, True


rows = lambda case: case.matrix(case.rounds, case.dimension)
short = lambda case: case.numbers(case.dimension)
long = lambda case: case.numbers(case.rounds)
labels = lambda case: case.signs(case.rounds)
unit = lambda case: case.chance.random()
units = lambda case: [case.chance.random() for _ in range(case.rounds)]
weight = lambda case: np.array(w := [case.chance.random() for _ in range(case.dimension)]) / sum(w)
table = lambda case: np.array([[case.chance.random() for _ in range(3)] for _ in range(case.rounds)])
bits = lambda case: [case.chance.random() < 0.5 for _ in range(case.rounds)]
positive = lambda case: case.near(1.0)
small = lambda case: case.near(0.2)
few = lambda case: case.count(6)
some = lambda case: case.count(40)
generator = lambda case: np.random.default_rng(case.chance.randrange(2 ** 32))
gram = lambda case: (m := case.matrix(case.rounds, case.dimension)) @ m.T
order = lambda case: [case.chance.randrange(case.rounds) for _ in range(case.rounds)]
system = lambda case: [[case.chance.random() < 0.5 for _ in range(case.dimension)] for _ in range(case.rounds)]
mass = lambda case: [fractions.Fraction(1, case.dimension)] * case.dimension
exact_share = lambda case: fractions.Fraction(case.chance.randint(1, 4), 4)
contest = lambda case: online.ExpertGame("drawn", [[case.chance.randint(0, 1) for _ in range(case.dimension)] for _ in range(case.rounds)],
                                         [case.chance.randint(0, 1) for _ in range(case.rounds)])
vote = lambda case: case.chance.choice((online.Majority, online.Share, online.LogShare))(case.near(0.5))
convex = _game(losses.Hinge(), losses.Logistic(), losses.Absolute(), losses.Squared(), losses.Linear(), losses.Exponential())
binary, squares = _game(losses.Hinge()), _game(losses.Squared())
domain = lambda case: case.chance.choice((geometry.Ball, geometry.Simplex))(case.near(1.0)) \
    if case.chance.random() < 0.7 else case.chance.choice((geometry.Everywhere(), geometry.Box(*case.numbers(2))))
steps = lambda case: case.near(0.1) if case.chance.random() < 0.7 else [case.near(0.1) for _ in range(case.rounds)]

FIRST = compression.Scheme("the first label for all", 1, lambda points, labels: [0],
                           lambda points, labels: SimpleNamespace(predict=lambda rows: np.full(len(rows), labels[0])))
HINGE, SQUARE = stability.hinge_pieces(), stability.ridge_line(1)
CALLS = {
    streams.Game: dict(name=_chosen("drawn"), loss=_chosen(losses.Hinge(), losses.Squared()), features=rows, labels=labels),
    streams.unit_rows: dict(vectors=rows),
    streams.random_game: dict(loss=_chosen(losses.Hinge()), rounds=some, dimension=few, rng=generator),
    geometry.nearest: dict(domain=domain, w=short),
    comparator.best_in_ball: dict(game=convex, radius=positive, tolerance=_optional(small)),
    comparator.best_in_simplex: dict(game=convex, tolerance=_optional(small)),
    online.gradient_descent: dict(game=convex, domain=domain, step=steps, start=_optional(short)),
    online.exponentiated_gradient: dict(game=convex, step=steps, start=_optional(weight)),
    online.hedge: dict(losses=table, step=_optional(steps)),
    online.signed_copies: dict(game=convex, radius=positive),
    online.threshold_votes: dict(game=convex, parts=few),
    online.follow_the_leader: dict(losses=rows, regulariser=_optional(short)),
    online.dual_averaging: dict(game=convex, domain=domain, step=steps),
    online.follow_the_regularised_leader: dict(game=convex, domain=domain, strength=positive, start=_optional(unit)),
    online.perceptron: dict(game=binary, start=_optional(short), step=_optional(positive)),
    online.batch_perceptron: dict(game=binary, rule=_chosen("cycle", "first", "last", "worst", "best"), max_updates=some),
    online.winnow: dict(game=binary, step=positive, start=_optional(weight)),
    online.littlestone_winnow: dict(
        game=lambda case: streams.Game("bits", losses.Hinge(), np.abs(np.sign(rows(case))), labels(case)),
        promotion=_optional(lambda case: case.near(2.0)), threshold=_optional(positive)),
    online.recursive_least_squares: dict(game=squares, regulariser=positive),
    online.ridge_by_gain: dict(game=squares, regulariser=positive),
    online.vovk_azoury_warmuth: dict(game=squares, regulariser=positive),
    online.ridge_leader: dict(game=squares, regulariser=positive),
    online.least_mean_squares: dict(game=squares, step=steps),
    online.weighted_majority: dict(game=contest, vote=vote),
    online.coordinate_gradient_bound: dict(game=convex),
    online.cover: dict(game=contest),
    online.mirror_descent: dict(game=convex, mirror=_chosen(np.copy, lambda sheet: sheet ** 3), step=steps),
    online.inverse_sqrt: dict(scale=positive, rounds=some),
    margin.margin: dict(game=binary),
    margin.squared_margin: dict(game=convex),
    margin.soft_perceptron: dict(game=binary, a=unit, max_updates=some),
    conversion.survival_times: dict(mistakes=bits),
    conversion.zero_one: dict(predictions=long, labels=labels),
    conversion.erm: dict(losses=rows),
    conversion.progressive_validation: dict(losses=units, ceiling=positive, delta=unit),
    conversion.hold_out: dict(losses=units, ceiling=positive, delta=unit),
    conversion.choose_validated: dict(losses=lambda case: np.array([units(case) for _ in range(case.rounds)]), ceiling=positive, delta=unit),
    compression.learn: dict(scheme=_chosen(FIRST), points=rows, labels=labels),
    compression.min_norm_point: dict(points=rows),
    concentration.ln_cosh: dict(x=positive),
    concentration.coin_quantile: dict(size=some, delta=unit),
    evidence.proportion: dict(failures=some, trials=some),
    evidence.mean: dict(samples=units, floor=_chosen(0.0, -1.0), ceiling=_chosen(1.0, 2.0)),
    kernels.polynomial_features: dict(points=rows, degree=lambda case: case.count(4), offset=_optional(positive)),
    kernels.kernel_perceptron: dict(gram=gram, labels=labels, max_updates=some),
    kernels.kernel_perceptron_pass: dict(similarity=_chosen(kernels.Polynomial(2), kernels.Gaussian(1.0)), features=rows,
                                         labels=labels),
    kernels.kernel_margin: dict(gram=gram, labels=labels, max_steps=some),
    kernels.ldl: dict(gram=gram),
    kernels.convex_combination: dict(point=short, vertices=rows),
    kernels.form: dict(gram=gram, alpha=long),
    kernels.multinomial: dict(exponents=lambda case: [case.count(4) for _ in range(case.dimension)], degree=few),
    kernels.monomials: dict(dimension=few, degree=few),
    kernels.polynomial_features_as_printed: dict(points=rows, degree=lambda case: case.count(4)),
    least_squares.inverse: dict(matrix=lambda case: case.matrix(case.dimension, case.dimension)),
    least_squares.fit: dict(features=rows, labels=long),
    least_squares.fixed_design_risk: dict(features=rows, truth=short, theta=short, noise=lambda case: case.matrix(2, case.rounds)),
    least_squares.sign_noise: dict(size=few),
    least_squares.hat_matrix: dict(features=rows),
    least_squares.leverage: dict(features=rows, point=short),
    least_squares.new_point_losses: dict(features=rows, truth=short, noise=lambda case: case.matrix(2, case.rounds + 1), point=short),
    least_squares.ridge: dict(features=rows, labels=long, regulariser=positive),
    least_squares.truncated_inverse_chi2: dict(degrees=some, ceiling=positive),
    nets.box_traces: dict(points=rows),
    nets.halfplane_traces: dict(points=rows),
    nets.cube: dict(points=few),
    nets.thresholds: dict(points=some),
    nets.intervals: dict(points=some),
    nets.k_subsets: dict(points=few, k=few),
    nets.shattered_sets: dict(system=system),
    nets.vc_dimension: dict(system=system),
    nets.growth: dict(system=system, n=few),
    nets.uniform: dict(points=some),
    nets.is_net: dict(system=system, mass=mass, epsilon=exact_share, sample=lambda case: [case.chance.randrange(case.dimension)]),
    nets.net_failure: dict(system=system, mass=mass, epsilon=exact_share, n=few),
    nets.double_sample_failure: dict(system=system, mass=mass, epsilon=exact_share, n=few),
    nets.deviation_law: dict(system=system, mass=mass, n=few),
    nets.count_vectors: dict(n=few, types=few),
    nets.unseen_law: dict(points=few, n=few),
    nets.largest_gap_law: dict(n=some, epsilon=positive),
    sgd.draw: dict(game=binary, rounds=some, rng=generator),
    sgd.sgd: dict(game=convex, order=order, domain=domain, steps=lambda case: [case.near(0.1) for _ in range(case.rounds)],
                  regulariser=_optional(positive)),
    sgd.pegasos: dict(game=binary, order=order, regulariser=positive),
    stability.rlm: dict(game=convex, regulariser=positive),
    svm.hard_svm: dict(features=rows, labels=labels, bias=_optional(_chosen(True, False))),
    svm.soft_svm: dict(features=rows, labels=labels, regulariser=positive),
    svm.split: dict(rows=rows, w=short),
    svm.kernel_soft_svm: dict(gram=gram, labels=labels, regulariser=positive),
    convexity.nearest_in_box: dict(w=short, low=_chosen(-1.0), high=_chosen(1.0)),
}

NOT_CALLED = {
    **dict.fromkeys(("kernels.check", "kernels.symmetric", "nets.as_system", "online.perceptron.binary_labels", "online.run.distribution",
                     "online.run.in_rounds", "online.run.one_per_round", "online.run.vector"), "checks or reads an argument of those that are called"),
    **dict.fromkeys(("compression.min_norm_point_exact", "svm.hard_svm_exact"), "tries all subsets of a few rows, to hold a solver against"),
    **dict.fromkeys(("concentration.worst_martingale", "online.perceptron.reachable", "sgd.line_world"), "goes through a whole small world"),
    "kernels.run_kernel_perceptron": "on checked input",
    "nets.smallest_sample": "is given a function",
    "online.descent.one_step_terms": "is given a run",
}
"""The public functions in the files of the algorithms that no fuzz calls, and why."""


def targets():
    """Return every function that is fuzzed, by its name, with its draws: pairs (draw, may be left out)."""
    found = {f"bounds.{bound.__name__}": (bound, _bound(bound)) for several in bounds.STATEMENTS.values() for bound in several}
    for function, draws in CALLS.items():
        module = function.__module__.removeprefix("otbnotes.").removeprefix("otbnotes")
        found[f"{module}.{function.__name__}"] = function, {
            name: draw if isinstance(draw, tuple) else (draw, False) for name, draw in draws.items()}
    return {name: (function, draws) for name, (function, draws) in found.items() if draws}
