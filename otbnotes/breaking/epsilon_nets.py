"""Epsilon-nets without one of the hypotheses.  Probabilities are exact; they exceed the delta that is allowed."""

import math
from fractions import Fraction

import numpy as np

from .. import bounds, nets, require


def _binomial(n, p, counts):
    """Return the exact probability that Bin(n, p) is one of these counts."""
    return sum(math.comb(n, s) * p ** s * (1 - p) ** (n - s) for s in counts)


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


def net_copies_learned(points=10, delta=0.1):
    """n copies of one draw x; the empty set is true, the class holds it and N singletons: all but {x} are consistent."""
    system, mass, epsilon = nets.k_subsets(points, 1), nets.uniform(points), Fraction(1, points)
    n, failing = _claimed(1, epsilon, delta), 0
    for x in range(points):
        wrong = system[:, [x] * n].sum(axis=1)              # the empty set has none
        failing += mass[x] * bool((system[wrong == 0].sum(axis=1) >= epsilon * points).any())
    return failing, delta, f"{n} copies of one of {points} points, the empty set is true"


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
