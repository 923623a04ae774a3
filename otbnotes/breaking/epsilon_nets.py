"""Epsilon-nets without one of the hypotheses.  Probabilities are exact; they exceed the delta that is allowed."""

import math
from fractions import Fraction

import numpy as np

from .. import bounds, nets, require
from ..witness import epsilon_nets as witness


def _binomial(n, p, counts):
    """Return the exact probability that Bin(n, p) is one of these counts."""
    return sum(math.comb(n, s) * p ** s * (1 - p) ** (n - s) for s in counts)


# The double sample --------------------------------------------------------------------------------------------------


def net_chernoff_step_as_printed(n=8, rho=Fraction(1, 2)):
    """P[Bin(n, rho) <= n rho / 2], exactly, against the printed exp(-n rho / 2)."""
    n, low = require.integer("n", n, 1), math.floor(n * rho / 2)
    printed = bounds.chernoff_half_tail_as_printed(n, float(rho))
    return _binomial(n, rho, range(low + 1)), printed, f"Bin({n}, {rho}) at half its mean"


def net_chain_as_printed(dimension=100, epsilon=0.5, log_delta=80.0):
    """The printed step n epsilon >= d ln(1/delta), at the sample size of the theorem and delta = e^-80."""
    n, delta = bounds.net_sample_size(dimension, epsilon, math.exp(-log_delta)), math.exp(-log_delta)
    chain = bounds.net_chernoff_chain_as_printed(n, epsilon, dimension, delta)
    return *chain, f"D = {dimension}, delta = e^-{log_delta:g}"


def net_double_sample_too_small(epsilon=Fraction(1, 10), n=1):
    """One concept of mass 1/10 and n = 1: P[B] against 2 P[B']."""
    system, mass = witness.one_concept(epsilon)
    claimed = bounds.double_sample(nets.double_sample_failure(system, mass, epsilon, n))
    return nets.net_failure(system, mass, epsilon, n), claimed, f"epsilon n = {n * epsilon} < ln 2"


def net_one_sample_twice(points=4, n=8):
    """T = S: a concept that S misses is never met by T."""
    system, mass, epsilon = witness.decoupled_pairs(points)
    return nets.net_failure(system, mass, epsilon, n), Fraction(0), "the second sample is the first"


DOUBLE_SAMPLE = {"size": net_double_sample_too_small, "independent": net_one_sample_twice}
"""One breaking instance for each hypothesis of ``double-sample-claim``."""


def net_two_laws(n=20, epsilon=Fraction(1, 2)):
    """S is drawn off the concept h, T from the fair coin: P[B'] = P[Bin(n, 1/2) > epsilon n / 2], and tau = 1."""
    n = require.integer("n", n, 1)
    often = _binomial(n, Fraction(1, 2), range(math.floor(epsilon * n / 2) + 1, n + 1))
    return often, bounds.symmetrization_as_printed(1, n, float(epsilon)), "two samples from different laws"


def net_no_union(points=6):
    """The singletons of N points, n = N, with tau replaced by 1: the union over the traces is needed."""
    system, mass, epsilon = witness.decoupled_pairs(points)
    failing = nets.double_sample_failure(system, mass, epsilon, points)
    return failing, bounds.symmetrization_as_printed(1, points, float(epsilon)), f"{points} singletons counted as one"


SYMMETRIZATION = {"iid": net_two_laws, "growth": net_no_union}
"""One breaking instance for each hypothesis of ``symmetrization-claim``."""


def net_count_as_printed(n=4, epsilon=Fraction(1, 2)):
    """One concept of mass 1/2: the event with ">= epsilon n / 2" is printed as equal to that with ">"."""
    n, half = require.integer("n", n, 1), Fraction(1, 2)
    first, least = half ** n, math.ceil(epsilon * n / 2)
    strict = first * _binomial(n, half, range(math.floor(epsilon * n / 2) + 1, n + 1))
    return first * _binomial(n, half, range(least, n + 1)), strict, "at least, against more than, epsilon n / 2 hits"


# Growth and logarithms ----------------------------------------------------------------------------------------------


def net_sauer_range(n=1, dimension=10):
    """All subsets of n < d points against (en/d)^d."""
    return len(nets.cube(n)), bounds.sauer_exponential(dimension, n), f"n = {n} < D = {dimension}"


def net_sauer_dimension(n=4):
    """All subsets of n points where VC dimension 1 was declared."""
    return len(nets.cube(n)), bounds.sauer(1, n), f"all subsets of {n} points where D = 1 was declared"


SAUER = {"range": net_sauer_range, "dimension": net_sauer_dimension}
"""One breaking instance for each hypothesis of ``sauer-as-used``."""


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
