"""Epsilon-nets without one of the hypotheses.  Probabilities are exact; they exceed the delta that is allowed."""

import math
from fractions import Fraction

import numpy as np

from .. import bounds, nets, require
from ..witness import epsilon_nets as witness


def _binomial(n, p, counts):
    """Return the exact probability that Bin(n, p) is one of these counts."""
    return sum(math.comb(n, s) * p ** s * (1 - p) ** (n - s) for s in counts)


# Logarithms ---------------------------------------------------------------------------------------------------------


def net_simple_constant(constant=1.5):
    """x = 1.5 a ln a at a = e^(e-1), where e/(e-1) = 1.58 is the least constant: a ln x exceeds x."""
    a = math.exp(math.e - 1)
    x = require.positive("constant", constant) * a * math.log(a)
    return a * math.log(x), x, f"the constant {constant} for e/(e-1)"


def net_simple_proof_as_printed(a=1.2):
    """The printed proof needs 2 a ln a to lie beyond a, where x - a ln x increases: false for a < sqrt(e)."""
    return a, bounds.log_inversion_simple_as_printed(a), f"a = {a}: 2 a ln a lies where x - a ln x decreases"


LOG_INVERSION_SIMPLE = {"constant": net_simple_constant}
"""A breaking instance for the constant of ``log-inversion-simple``; a > 0 and x > 0 only make the logarithms exist."""


def net_affine_a_too_small(a=0.18):
    """a < 1/(2e), x = 2a and b with 4 a ln(2a) + 2b = x: a ln x + b exceeds x."""
    x = 2 * require.positive("a", a)
    b = (x - bounds.log_inversion_affine(a, 0.0)) / 2
    return a * math.log(x) + b, x, f"a = {a} < 1/(2e) = 0.1839"


def net_affine_half_the_offset(a=1.0, b=100.0):
    """x = 4 a ln(2a) + b, with b for 2b."""
    x = bounds.log_inversion_affine(a, b / 2)
    return a * math.log(x) + b, x, "b instead of 2b"


def net_affine_quarter_the_factor(a=5.0, b=0.1):
    """x = a ln(2a) + 2b, with a for 4a."""
    x = bounds.log_inversion_affine(a, 0.0) / 4 + 2 * b
    return a * math.log(x) + b, x, "a ln(2a) instead of 4 a ln(2a)"


LOG_INVERSION_AFFINE = {"range": net_affine_a_too_small, "offset": net_affine_half_the_offset,
                        "factor": net_affine_quarter_the_factor}
"""One breaking instance for each hypothesis and constant of ``log-inversion-affine``."""


def net_b_not_positive_as_printed(dimension=20, epsilon=0.1, delta=0.1):
    """The source applies its lemma for b > 0 to b = 4/eps (d ln(2e/d) + ln(2/delta)): 0 against this b."""
    b = 4 / epsilon * (dimension * math.log(2 * math.e / dimension) + math.log(2 / delta))
    return 0.0, b, f"b for D = {dimension}, epsilon = delta = {epsilon:g}"


def net_sufficient_as_printed(dimension=6, epsilon=0.1, delta=0.1):
    """The printed requirement against the sample size that is claimed to be sufficient for it: larger from d = 6 on."""
    needed = bounds.net_requirement_as_printed(dimension, epsilon, delta)
    return (needed, bounds.net_sample_size(dimension, epsilon, delta),
            f"D = {dimension}, epsilon = {epsilon:g}, delta = {delta:g}")


# The theorems -------------------------------------------------------------------------------------------------------


def _claimed(dimension, epsilon, delta):
    """Return the sample size that the theorem asks for, rounded up."""
    return math.ceil(bounds.net_sample_size(dimension, float(epsilon), delta))


def net_infinite_dimension(epsilon=Fraction(1, 2), delta=0.1):
    """All subsets of 2n points where d = 1 was declared: what a sample leaves unseen is a concept of mass >= 1/2."""
    n = _claimed(1, epsilon, delta)
    unseen = 1 - Fraction(n, 2 * n)
    return float(unseen >= epsilon), delta, f"all subsets of {2 * n} points, n = {n}: the unseen points are a concept"


def net_growing_dimension(n=10_000, delta=0.1):
    """All subsets of 100 n points where d = 1 was declared: the unseen points deviate by 99/100 in every sample."""
    bound = bounds.uniform_convergence(bounds.sauer(1, 2 * require.integer("n", n, 1)), n, delta)
    return Fraction(99, 100), bound, f"all subsets of {100 * n} points, n = {n}: the largest deviation"


MAIN_THEOREM = {"dimension": net_growing_dimension}
"""A breaking instance for the hypothesis of ``main-theorem-of-learning`` that can be computed with."""


def net_copies(points=10, delta=0.1):
    """n copies of one draw x, singletons of mass 1/N = epsilon: P[no net], over all x."""
    system, mass, epsilon = witness.decoupled_pairs(points)
    n = _claimed(1, epsilon, delta)
    failing = sum(mass[x] for x in range(points) if not nets.is_net(system, mass, epsilon, [x] * n))
    return failing, delta, f"{n} copies of one of {points} points"


def net_copies_learned(points=10, delta=0.1):
    """n copies of one draw x; the empty set is true, the class holds it and N singletons: all but {x} are consistent."""
    system, mass, epsilon = witness.decoupled_pairs(points)
    n, failing = _claimed(1, epsilon, delta), 0
    for x in range(points):
        wrong = system[:, [x] * n].sum(axis=1)              # the empty set has none
        failing += mass[x] * bool((system[wrong == 0].sum(axis=1) >= epsilon * points).any())
    return failing, delta, f"{n} copies of one of {points} points, the empty set is true"


def net_log_factor(points=20, delta=0.1):
    """n = ln(1/delta)/epsilon, without the factor ln(1/epsilon): the coupon collector is not done (exact)."""
    n = math.ceil(points * math.log(1 / require.probability("delta", delta)))
    return witness.subsets_net_failure(points, 1, n), delta, f"{points} singletons, n = {n}: no factor ln(1/epsilon)"


EPSILON_NET = {"dimension": net_infinite_dimension, "iid": net_copies, "size": net_log_factor}
"""One breaking instance for each hypothesis of ``epsilon-net-theorem``."""


def net_intersection():
    """Intersections with the empty set instead of symmetric differences: VC dimension 2 falls to 0."""
    system = nets.cube(2)
    return nets.vc_dimension(system), nets.vc_dimension(system & False), "h and f intersected, f empty"


def net_varying_target():
    """A target that varies with the concept, c = h: every symmetric difference is empty."""
    system = nets.cube(2)
    return nets.vc_dimension(system), nets.vc_dimension(system ^ system), "f = h for each h"


SYMMETRIC_DIFFERENCE = {"symmetric": net_intersection, "fixed": net_varying_target}
"""One breaking instance for each hypothesis of ``vc-symmetric-difference``."""


def net_label_noise(noise=Fraction(49, 100), epsilon=Fraction(1, 2), delta=0.1):
    """One point, in the target, or not: if half of the labels are wrong, the empty set has the fewest errors too (exact)."""
    n = _claimed(1, epsilon, delta)
    failing = _binomial(n, noise, range((n + 1) // 2, n + 1))
    return failing, delta, f"one point, n = {n}, a share {noise} of wrong labels"


def net_false_target(delta=0.1):
    """The class holds the empty set only, the target has mass 1/2: the only concept errs by 1/2."""
    system, mass, target = np.array([[False, False]]), nets.uniform(2), [True, False]
    errors = nets.symmetric_difference(system, target).astype(object) @ np.array(mass, object)
    return float(min(errors) >= Fraction(1, 10)), delta, "the target is not in the class"


def net_any_hypothesis(points=10, delta=0.1):
    """A concept that errs on the sample, the complement of the target, instead of an ERM: its error is 1."""
    system = nets.cube(require.integer("points", points, 1))[[0, -1]]
    return float((system[0] ^ system[-1]).mean()), delta, "a hypothesis with training errors"


def net_unseen_is_a_concept(epsilon=Fraction(1, 2), delta=0.1):
    """All subsets of 2n points where D = 1 was declared, target empty: what the sample leaves unseen is consistent."""
    return *net_infinite_dimension(epsilon, delta)[:2], "all subsets where D = 1 was declared, the empty set is true"


def net_too_few_examples(points=20, delta=0.1):
    """The empty set is true, the class holds it and N singletons, epsilon = 1/N, n = ln(1/delta)/epsilon (exact)."""
    N, n = points, math.ceil(points * math.log(1 / require.probability("delta", delta)))
    missed = sum(Fraction((-1) ** j * math.comb(N, j) * (N - j) ** n, N ** n) for j in range(N + 1))
    return 1 - missed, delta, f"the empty set and {N} singletons, n = {n}: no factor ln(1/epsilon)"


REALIZABLE_PAC = {"dimension": net_unseen_is_a_concept, "realizable": net_false_target, "noise-free": net_label_noise,
                  "iid": net_copies_learned, "size": net_too_few_examples, "erm": net_any_hypothesis}
"""One breaking instance for each hypothesis of ``realizable-pac``."""


def lunch_few_points(n=10):
    """Two points and n = 10 examples: the promised error 1/4 against that of the memoriser, (1 - 1/2)^10 / 2."""
    unseen = Fraction(1, 2) ** require.integer("n", n, 2)
    return bounds.no_free_lunch_simple(), unseen / 2, f"2 points, {n} examples: the largest expected error"


def lunch_thresholds(points=20, n=10):
    """Thresholds instead of all labellings, N = 2n: 1/4 against the largest expected error of one rule.

    It answers the shortest consistent run: if the target has c points, the error is the distance from the last one
    seen.
    """
    N, n = require.integer("points", points, 2), require.integer("n", n, 1)
    expected = [sum((1 - Fraction(j, N)) ** n for j in range(1, c + 1)) / N for c in range(N + 1)]
    return bounds.no_free_lunch_simple(), max(expected), f"thresholds on {N} points, {n} examples"


NO_FREE_LUNCH = {"room": lunch_few_points, "labellings": lunch_thresholds}
"""One instance for each hypothesis of ``no-free-lunch-imported``: the promised error exceeds the one suffered."""
