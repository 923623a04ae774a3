"""The small worlds of the conversions: identities in fractions, closed forms, and a textbook that enumerates for
itself.
"""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otbnotes import smallworld_conversion as worlds


HALF = Fraction(1, 2)


@st.composite
def planes(draw):
    """A random world of up to four examples in the plane, with exact probabilities."""
    points = draw(st.lists(st.tuples(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), st.sampled_from([-1, 1])),
                           min_size=1, max_size=4, unique=True))
    weights = draw(st.lists(st.integers(1, 5), min_size=len(points), max_size=len(points)))
    return {z: Fraction(w, sum(weights)) for z, w in zip(points, weights)}


def play(sample):
    """Return the Perceptron's vectors w_1, ..., w_(T+1), a textbook's way."""
    w, all_of_them = [0, 0], []
    for (x1, x2), y in sample:
        all_of_them.append(tuple(w))
        if y * (w[0] * x1 + w[1] * x2) <= 0:
            w = [w[0] + y * x1, w[1] + y * x2]
    return [*all_of_them, tuple(w)]


def errs(w, z):
    (x1, x2), y = z
    return y * (w[0] * x1 + w[1] * x2) <= 0


class TestExpectedError:
    @given(planes(), st.integers(0, 3))
    @settings(max_examples=30)
    def test_error_and_mistakes_are_equal_in_fractions(self, world, n):
        error, mistakes = worlds.conversion_sides(world, worlds.exact_perceptron, worlds.mistake, n)
        assert error == mistakes and isinstance(error, Fraction)

    @given(planes(), st.integers(0, 2))
    @settings(max_examples=30)
    def test_each_side_by_a_textbook(self, world, n):
        error = mistakes = Fraction(0)
        for sample in product(world, repeat=n):
            weight = math.prod(world[z] for z in sample)
            error += weight * sum(p * errs(w, z) for w in play(sample) for z, p in world.items()) / (n + 1)
        for sample in product(world, repeat=n + 1):
            weight = math.prod(world[z] for z in sample)
            mistakes += weight * Fraction(sum(errs(w, z) for w, z in zip(play(sample), sample)), n + 1)
        assert worlds.conversion_sides(world, worlds.exact_perceptron, worlds.mistake, n) == (error, mistakes)

    def test_the_noisy_plane(self):
        found = [worlds.conversion_sides(worlds.NOISY, worlds.exact_perceptron, worlds.mistake, n)[0] for n in (0, 1, 4)]
        assert found[0] == 1 and found[1] == (1 + worlds.fresh_error(worlds.NOISY, worlds.exact_perceptron, worlds.mistake,
                                                                     1)[0]) / 2
        assert found[0] > found[1] > found[2] > worlds.risk(worlds.NOISY, worlds.mistake, (1, -1))

    def test_a_real_valued_loss_and_a_learner_with_coins(self):
        """A learner with a coin of its own is a mixture of two learners."""
        def squared(w, z):
            return (w - z[1]) ** 2

        def mean_label(sample):
            return Fraction(sum(y for _, y in sample), len(sample) or 1)

        sides = [worlds.conversion_sides(worlds.NOISY, learner, squared, 3)
                 for learner in (mean_label, worlds.last_label)]
        assert all(left == right for left, right in sides) and sides[0] != sides[1]
        mixed = [(a + b) / 2 for a, b in zip(*sides)]
        assert mixed[0] == mixed[1]

    def test_a_learner_that_peeks_breaks_the_identity(self):
        world = worlds.fresh_points(4)
        error, mistakes = worlds.conversion_sides(world, worlds.memoriser, worlds.memory_error, 2)
        assert error == mistakes == HALF
        peeked = worlds.expectation(world, 3, lambda s: sum(worlds.memory_error(worlds.memoriser(s[:t + 1]), s[t])
                                                            for t in range(3)))
        assert peeked == 0


@given(planes(), st.integers(0, 3))
@settings(max_examples=30)
def test_risk_is_the_error_on_a_fresh_example(world, n):
    left, right = worlds.fresh_error(world, worlds.exact_perceptron, worlds.mistake, n)
    assert left == right


def test_differences_of_a_learner_that_peeks_have_not():
    world = worlds.fresh_points(3)
    peeking = worlds.expectation(world, 1, lambda s: worlds.risk(world, worlds.memory_error, worlds.memoriser(s))
                                 - worlds.memory_error(worlds.memoriser(s), s[0]))
    assert peeking == HALF


@given(planes(), st.integers(1, 3))
@settings(max_examples=30)
def test_progressive_error_is_unbiased(world, n):
    gibbs = worlds.expectation(world, n, lambda s: worlds.gibbs_risk(world, worlds.exact_perceptron, worlds.mistake, s))
    seen = worlds.expectation(world, n, lambda s: worlds.progressive_loss(worlds.exact_perceptron, worlds.mistake, s))
    assert gibbs == seen


@given(planes(), st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=1, max_size=4), st.integers(1, 3))
@settings(max_examples=30)
def test_erm_is_biased_downwards(world, hypotheses, n):
    train, least, error = worlds.erm_errors(world, hypotheses, worlds.mistake, n)
    assert train <= least <= error
    assert least == min(sum(p * errs(h, z) for z, p in world.items()) for h in hypotheses)


def test_erm_by_hand():
    """Fair coins: E min(heads, tails) / 3 = 1/4."""
    assert worlds.erm_errors(worlds.FAIR_COIN, [1, -1], worlds.constant_error, 3) == (Fraction(1, 4), HALF, HALF)


class TestRealizable:
    @pytest.mark.parametrize("dimension, n", [(1, 3), (2, 5), (3, 4), (4, 3)])
    def test_the_perceptron_on_a_basis_in_closed_form(self, dimension, n):
        error, _ = worlds.conversion_sides(worlds.basis(dimension), worlds.exact_perceptron, worlds.mistake, n)
        assert error == worlds.basis_gibbs_error(dimension, n + 1)
        last, _ = worlds.fresh_error(worlds.basis(dimension), worlds.exact_perceptron, worlds.mistake, n)
        assert last == (1 - Fraction(1, dimension)) ** n

    def test_by_hand(self):
        assert worlds.basis_gibbs_error(3, 5) == Fraction(211, 405) and worlds.basis_gibbs_error(7, 1) == 1


class TestTails:
    @given(st.integers(1, 12), st.fractions(0, 1, max_denominator=20), st.floats(0.01, 0.99))
    def test_failures_by_enumeration(self, n, p, width):
        one = two = Fraction(0)
        for coins in product([0, 1], repeat=n):
            weight = p ** sum(coins) * (1 - p) ** (n - sum(coins))
            one += weight * (p - Fraction(sum(coins), n) > width)
            two += weight * (abs(p - Fraction(sum(coins), n)) > width)
        assert worlds.one_sided_failure(n, p, width) == one and worlds.two_sided_failure(n, p, width) == two

    def test_hoeffding_holds_on_a_grid_and_the_two_sided_misprint_does_not(self):
        worst = 0.0
        for n in (1, 2, 5, 30):
            for k in range(1, 50):
                p = Fraction(k, 50)
                for j in range(n + 1):
                    eps = float(p - Fraction(j, n))
                    if eps > 0:
                        tail = worlds.one_sided_failure(n, p, eps - 1e-12)
                        worst = max(worst, float(tail) / math.exp(-2 * n * eps ** 2))
        assert 0.98 < worst <= 1
        for n, delta, failure in ((1, 0.7, 1), (2, 0.4, HALF), (3, 0.23, Fraction(1, 4))):
            assert worlds.two_sided_failure(n, HALF, math.sqrt(math.log(1 / delta) / (2 * n))) == failure > delta
            assert worlds.two_sided_failure(n, HALF, math.sqrt(math.log(2 / delta) / (2 * n))) <= delta


class TestWorstMartingale:
    def brute_force(self, rounds, lattice, fails, risk=0.0, loss=0):
        if not rounds:
            return float(fails(risk, loss))
        values = [(i / lattice, self.brute_force(rounds - 1, lattice, fails, risk + i / lattice, loss + 1),
                   self.brute_force(rounds - 1, lattice, fails, risk + i / lattice, loss)) for i in range(lattice + 1)]
        return max(p * hit + (1 - p) * miss for p, hit, miss in values)

    @pytest.mark.parametrize("rounds, lattice, eps", [(1, 4, 0.5), (2, 4, 0.75), (3, 3, 1.0), (4, 2, 1.0)])
    def test_by_recursion(self, rounds, lattice, eps):
        def fails(risk, loss):
            return risk - loss >= eps - 1e-9
        assert worlds.worst_learner(rounds, lattice,
                                       fails) == pytest.approx(self.brute_force(rounds, lattice, fails), rel=1e-12)

    def test_azuma_holds_for_the_worst(self):
        found = [worlds.worst_learner(12, lattice, lambda r, k: r - k >= 3 - 1e-9) for lattice in (2, 20)]
        assert found == [pytest.approx(0.0923, abs=1e-4), pytest.approx(0.0964, abs=1e-4)]
        assert found[1] <= math.exp(-2 * 9 / 12)
        fair = worlds.one_sided_failure(12, HALF, 0.25 - 1e-9)
        assert fair == Fraction(299, 4096) and found[0] > fair

    def test_a_fixed_s_holds_for_the_worst(self):
        def fails(risk, loss):
            return risk / 10 > (1 - np.exp(-loss / 10 - math.log(10) / 10)) / (1 - math.exp(-1)) + 1e-12
        assert worlds.worst_learner(10, 10, fails) == pytest.approx(0.0322, abs=1e-4)
