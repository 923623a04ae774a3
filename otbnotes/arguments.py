"""The arguments of the bounds, each declared once: its symbol, its meaning, what it may be, and a typical value.

A bound names its arguments by the symbols of its theorem and annotates them from this table::

    @bound("hedge-01")
    def hedge_regret(N: of.experts, T: of.rounds):
        return math.sqrt(T * math.log(N) / 2)

What is refused and with which words, what the fuzz draws, and what the tests of the bounds try all come from here.
"""

import functools
import inspect
import math
from dataclasses import dataclass, replace
from fractions import Fraction
from numbers import Rational
from typing import Callable

import numpy as np

from . import require
from .require import (nonnegative, nonnegative_vector, number, positive, positive_share, positive_vector, probability, share,
                      vector)


@dataclass(frozen=True, repr=False)
class Argument:
    """One argument of bounds.

    Parameters
    ----------
    symbol : str
        What it is called in the theorem, and so in the bound.
    meaning : str
        What it is, in a few words; errors and signatures show it.
    allowed : int or callable
        For a count the least integer, for anything else a check of ``require``.
    typical : int, float or list of float
        A value that is allowed.
    condition : pair of callable and str, optional
        What must be true of the checked value beyond that, and how the error says it.
    keeps : callable, optional
        Called with the value as it was given and as it was checked; returns what the bound gets, otherwise the checked value.
    """

    symbol: str
    meaning: str
    allowed: int | Callable
    typical: int | float | list
    condition: tuple[Callable, str] | None = None
    keeps: Callable | None = None

    def __repr__(self):
        return self.meaning

    @property
    def counts(self):
        """Whether it is a whole number."""
        return isinstance(self.allowed, int)

    def at_least(self, least):
        """Return the same count, from another least integer on."""
        return replace(self, allowed=least)

    def only(self, allowed):
        """Return the same argument with another check."""
        return replace(self, allowed=allowed)

    def where(self, true, expected):
        """Return the same argument with one more condition, and the words for it."""
        return replace(self, condition=(true, expected))

    @property
    def exact(self):
        """The same argument, but an int or a Fraction, or a list of them, stays what it is."""
        return replace(self, keeps=_rational)

    @property
    def fraction(self):
        """The same argument, but an int or a Fraction becomes a Fraction."""
        return replace(self, keeps=lambda value, checked: Fraction(value) if isinstance(value, Rational) else checked)

    def read(self, value):
        """Return what a bound gets for this value.

        Raises
        ------
        ValueError
            If the value is not allowed.
        """
        name = f"{self.symbol} ({self.meaning})"
        checked = require.integer(name, value, self.allowed) if self.counts else self.allowed(name, value)
        if self.condition and not self.condition[0](checked):
            require.fail(name, value, self.condition[1])
        return self.keeps(value, checked) if self.keeps else checked


def _rational(value, checked):
    if isinstance(value, np.integer):
        return int(value)
    return value if isinstance(value, (Rational, list, tuple)) else checked


def checked(formula):
    """Return ``formula`` with its arguments read as their annotations declare; a default is taken as it is.

    Arguments for which the arithmetic overflows, divides by 0 or ends in NaN are refused like any others.
    """
    signature = inspect.signature(formula)
    declared = {symbol: (parameter.annotation, parameter.default) for symbol, parameter in signature.parameters.items()}

    @functools.wraps(formula)
    def bound(*values, **named):
        plain = not named and len(values) <= len(declared)          # binding is slow
        given = dict(zip(declared, values)) if plain else signature.bind(*values, **named).arguments
        read = {}
        for symbol, value in given.items():
            argument, default = declared[symbol]
            read[symbol] = value if value is default else argument.read(value)
        try:
            result = formula(**read)
        except (OverflowError, ZeroDivisionError):
            result = math.nan
        if isinstance(result, (float, np.floating)) and result != result:
            require.fail(f"arguments of {formula.__name__}", given, "numbers not too large or too small for its arithmetic")
        return result
    return bound


# Counts

rounds = Argument("T", "rounds", 1, 100)
experts = Argument("N", "experts", 2, 4)
features = Argument("N", "features", 2, 4)
variables = Argument("N", "random variables", 1, 4)
mistakes = Argument("M", "mistakes", 0, 4)
updates = Argument("k", "updates", 1, 3)
changes = Argument("k", "changes of the plan", 0, 1)
committee = Argument("k", "size of the committee", 1, 3)
sample = Argument("n", "examples", 1, 100)
few = Argument("n", "examples, fewer than coefficients", 1, 1)
test_sample = Argument("m", "examples of the test", 1, 10)
axis_rounds = Argument("m", "rounds on each axis", 1, 20)
kept = Argument("k", "examples kept", 1, 2)
right_in_a_row = Argument("k", "right predictions in a row", 1, 20)
listed = Argument("n_1", "examples for the list", 1, 200)
tested = Argument("n_2", "examples for the test of the list", 1, 100)
errors_allowed = Argument("f", "errors that the test allows", 0, 6)
rest = Argument("rest", "examples not named", 1, 90)
dimension = Argument("d", "dimension", 1, 3)
vc_dimension = Argument("D", "VC dimension", 0, 3)
littlestone_dimension = Argument("d", "Littlestone dimension", 0, 3)
degree = Argument("p", "degree", 0, 2)
polynomial_degree = Argument("r", "degree", 0, 2)
traces = Argument("tau", "traces on 2n points", 1, 5)
patterns = Argument("tau", "traces on n points", 1, 5)
lists = Argument("N", "lists of values", 1, 4)
feature_count = Argument("q", "features kept", 1, 3)
frequencies = Argument("q", "frequencies drawn", 1, 100)
sides = Argument("sides", "of the deviation", 1, 2).where(lambda sides: sides <= 2, "1 or 2")

# Lengths, margins and slopes

radius = Argument("B", "radius of the comparators", positive, 2.0)
feature_radius = Argument("X", "largest length of the features", positive, 1.5)
reach = Argument("X", "largest length of a point", positive, 1.5)
label_bound = Argument("Y", "largest size of a label", nonnegative, 1.5)
comparator_norm = Argument("u", "length of the comparator", nonnegative, 1.5)
comparator = Argument("u", "comparator", vector, [0.5, -0.5])
feature_norm = Argument("x", "length of the features", nonnegative, 1.5)
step_norm = Argument("step_norm", "length of a step on the sheet", nonnegative, 0.3)
distance = Argument("D", "distance of the start from u", positive, 1.5)
diameter = Argument("U", "largest distance from u", positive, 2.0)
square = Argument("square", "squared length of the example", positive, 1.5)
square_distance = Argument("square_distance", "squared distance of u and v", nonnegative, 1.5)
squared_distance = Argument("squared_distance", "of the predictions from the truth", nonnegative, 1.5)
square_radius = Argument("square_radius", "largest K(x, x)", positive, 2.0)
square_margin = Argument("square_margin", "square of the margin", positive, 0.2)
before = Argument("before", "squared distance before the projection", nonnegative, 2.0)
moved = Argument("moved", "squared length of the projection", nonnegative, 1.0)
margin = Argument("gamma", "margin", positive, 0.2)
edge = Argument("gamma", "edge of the rules, on average", positive, 0.1)
best_edge = Argument("gamma", "edge of the best rule, under the worst weights", number, 0.1)
vote_level = Argument("theta", "margin of a vote", number, 0.3)
weighted_errors = Argument("epsilon", "weighted errors of the rules", positive_vector, [0.3, 0.4]).where(lambda epsilon: max(epsilon) < 1, "numbers in (0, 1)")
score = Argument("s", "label times prediction", number, -0.5)
wrong_score = score.where(lambda s: s <= 0, "a number <= 0: a mistake")
scores = Argument("scores", "labels times predictions", vector, [0.5, -0.5]).where(lambda scores: len(scores) > 1, "at least 2 of them")
slacks = Argument("slacks", "what the examples lack to the margin", nonnegative_vector, [0.1, 0.0, 0.3])
several_slacks = slacks.where(lambda slacks: len(slacks) > 1, "at least 2 of them")
gradient_bound = Argument("G", "largest length of a gradient", nonnegative, 1.5)
positive_gradient_bound = gradient_bound.only(positive)
lipschitz = Argument("L", "Lipschitz constant", nonnegative, 1.5)
curvature = Argument("curvature", "(u - w)'H(u - w)", number, 1.5)

# Steps and strengths

step = Argument("eta", "step", positive, 0.1)
short_step = Argument("eta", "step", positive, 0.05)
first_step = Argument("eta_1", "first step", positive, 0.5)
strength = Argument("mu", "strong convexity", positive, 0.5)
exp_concavity = Argument("alpha", "exp-concavity", positive, 0.5)
bend = Argument("beta", "bend along the gradient", positive, 0.5)
regulariser = Argument("lam", "lambda, the regulariser", positive, 0.5)
ridge = Argument("rho", "regulariser of ridge regression", positive, 0.5)
regulariser_value = Argument("r", "regulariser at the comparator", number, 0.5)
regulariser_rise = Argument("rise", "of the regulariser above its minimum", nonnegative, 0.5)
squares = Argument("squares", "sum of the squared Lipschitz constants, or sizes of the gradients", nonnegative, 3.0)
coordinate_squares = Argument("S", "sums of the squared entries, by coordinate", nonnegative_vector, [1.0, 3.0])
potential = Argument("potential", "f(0) + f*(u)", nonnegative, 0.5)
smoothness = Argument("beta", "smoothness of the potential", positive, 2.0)
loss_smoothness = Argument("beta", "smoothness of the loss", positive, 0.5)
gradient_change = Argument("change", "squared change of the gradient", nonnegative, 0.3)
step_sum = Argument("s", "sum of the steps", nonnegative, 5.0)
beta = Argument("beta", "factor after a mistake", nonnegative, 0.5)
promotion = Argument("alpha", "promotion", positive, 2.0)
threshold = Argument("theta", "threshold", positive, 2.0)
width = Argument("width", "of the Gaussian", positive, 1.5)
offset = Argument("b", "offset", nonnegative, 1.0)
lift = Argument("a", "share of the example in its lift", probability, 0.5)
function_norm = Argument("f", "norm of the function", nonnegative, 1.5)
least_norm = Argument("s", "norm of the cheapest function with the same values", nonnegative, 1.0)
feature_distance = Argument("d", "distance of two points in feature space", nonnegative, 0.5)
power = Argument("P", "power function at the point", nonnegative, 0.5)
list_length = Argument("r", "largest length of a list of values", nonnegative, 2.0)
norm_exponent = Argument("q", "exponent of the norm", positive, 4.0).where(lambda q: q > 1, "a number > 1; the theorem needs q >= 2")

# Losses and risks

start = Argument("w_1", "start", number, 0.0)
least_mistakes = Argument("L", "mistakes of the best expert", nonnegative, 3.0)
budget = Argument("K", "most mistakes of the best expert", nonnegative, 9.0)
least_loss = Argument("L", "loss of the best expert", nonnegative, 3.0)
loss_budget = Argument("K", "most loss of the best expert", nonnegative, 9.0)
gap = Argument("kappa", "gap of the best expert", positive, 0.3)
divergence = Argument("D", "KL(u || w_1)", nonnegative, 0.7)
bregman = Argument("D", "D_r(u, w_1)", nonnegative, 0.7)
regret = Argument("regret", "expected regret", number, 5.0)
expected_mistakes = Argument("M", "expected mistakes", nonnegative, 4.0)
mistake_bound = Argument("m", "bound on the mistakes", nonnegative, 5.0)
hinge = Argument("H", "hinge losses of u", nonnegative, 3.0)
hinge_risk = Argument("h", "expected hinge loss of u", nonnegative, 0.2)
risk = Argument("R", "risk", nonnegative, 0.2)
risks = Argument("risks", "of the hypotheses", vector, [0.1, 0.2])
paired_risks = risks.where(lambda risks: len(risks) % 2 == 0, "an even number of them")
empirical_risk = Argument("E", "empirical risk", nonnegative, 0.1)
comparator_risk = Argument("R", "risk of the comparator", number, 0.2)
risk_budget = Argument("K", "largest risk of the comparator", nonnegative, 0.1)
complexity = Argument("Rad", "Rademacher complexity of the losses", nonnegative, 0.1)
gibbs_error = Argument("error", "of the random hypothesis", nonnegative, 0.2)
gibbs_risk = Argument("R", "risk of the random hypothesis", nonnegative, 0.2)
mean_loss = Argument("p", "mean loss", nonnegative, 0.2)
fixed_rate = Argument("s", "number fixed in advance", positive, 0.5)
test_error = Argument("test_error", "error on the test examples", nonnegative, 0.1)
progressive_error = Argument("progressive_error", "mean loss along the way", nonnegative, 0.1)
error = Argument("error", "expected error", nonnegative, 0.1)
margin_error = Argument("M", "margin error", nonnegative, 0.1)
rest_error = Argument("L", "error on the examples not named", share, 0.1)
training_error = Argument("L", "training error", share, 0.1)
named_error = Argument("L_N", "error on the examples named", share, 0.2)
stability = Argument("epsilon_1", "stability", nonnegative, 0.1)
optimisation = Argument("epsilon_2", "error of the optimisation", nonnegative, 0.1)
uniform_stability = Argument("epsilon", "uniform stability", nonnegative, 0.02)
ceiling = Argument("c", "largest loss", positive, 2.0)
noise = Argument("variance", "of the noise", nonnegative, 0.2)
leverage = Argument("leverage", "of the new point", nonnegative, 0.3)
inverse_trace = Argument("inverse_trace", "tr((X'X)^-1 Sigma)", nonnegative, 0.7)
eigenvalue = Argument("s", "eigenvalue of X'X", positive, 2.0)
component = Argument("c", "component of the true vector", number, 1.5)
truth_norm = Argument("theta", "length of the true vector", positive, 1.5)
labels = Argument("y", "labels", vector, [1.0, -1.0])
denominators = Argument("s", "denominators of the run", vector, [1.5, 2.0]).where(lambda s: s.min() >= 1, "numbers >= 1, one per label")

# Probabilities and deviations

delta = Argument("delta", "probability of failure", probability, 0.05)
epsilon = Argument("epsilon", "least mass of a set that is met", positive_share, 0.1)
bad_error = Argument("epsilon", "error of a bad hypothesis", positive_share, 0.1)
good_error = Argument("epsilon_1", "error of a good hypothesis", positive_share, 0.05)
accuracy = Argument("epsilon", "accuracy", positive, 0.1)
deviation = Argument("epsilon", "deviation", nonnegative, 0.1)
excess = Argument("epsilon", "excess of the sum", positive, 0.2)
event = Argument("P", "probability of the event", share, 0.3)
chance = Argument("p", "probability of a one", probability, 0.3)
shortfall = Argument("a", "relative shortfall", probability, 0.3)
relative_excess = Argument("a", "relative excess", positive, 0.5)
expected_sum = Argument("nu", "expected sum", positive, 3.0)
empirical_share = Argument("q", "share in the sample", share, 0.4)
spread = Argument("c", "length of the range", positive, 1.5)
spreads = Argument("c", "lengths of the ranges", positive_vector, [1.0, 2.0])
subgaussian = Argument("sigma", "sub-Gaussian parameter", positive, 1.5)
subgaussians = Argument("sigma", "sub-Gaussian parameters", positive_vector, [1.0, 2.0])
variance = Argument("v", "variance", nonnegative, 0.2)
sample_variance = Argument("V", "sample variance", nonnegative, 0.2)
affinity = Argument("a", "affinity of two laws", share, 0.8)
lead = Argument("kappa", "lead of the better label", positive_share, 0.2)
excursion = Argument("b", "largest value above the mean", positive, 2.0)
fortune = Argument("U_0", "fortune at the start, on average", nonnegative, 1.0)
goal = Argument("x", "fortune to reach", positive, 20.0)
looks = Argument("t", "rounds until now", 0, 100)
planned = Argument("t_0", "round for which one plans", positive, 50.0)
constant = Argument("C", "constant", positive, 1.5)
ratio = Argument("ratio", "n / delta", number, 1.5).where(lambda ratio: ratio >= 1, "a number >= 1")
values = Argument("z", "values", vector, [0.5, -0.5])
weights = Argument("weights", "of the values", nonnegative_vector, [0.5, 0.5]).where(np.any, "numbers >= 0, not all 0")

# Numbers

real_sample = Argument("n", "examples, a real number", positive, 100.0)
factor = Argument("a", "factor of the logarithm", positive, 0.5)
summand = Argument("b", "summand beside the logarithm", number, 2.0)
exponent = Argument("s", "exponent", number, 0.5)
product = Argument("product", "<x, x'>", number, 0.5)
value = Argument("f", "value at w", number, 0.5)
least_value = Argument("p", "least value that the constraints allow", number, 0.2)
room = Argument("epsilon", "room that the constraints leave", positive, 0.5)
conjugate = Argument("conjugate", "f*(u), the conjugate at u", number, 1.0)
value_u = Argument("f_u", "value at u", number, 1.0)
value_v = Argument("f_v", "value at v", number, 2.0)
slope_rise = Argument("rise", "<g, u - w>", number, 0.5)
weight = Argument("alpha", "weight of u", share, 0.3)
price = Argument("C", "price of the plan", positive, 20.0)
handed_on = Argument("alpha", "part of the trust that is handed on", probability, 0.1)
