"""The tail bounds against exact tails: binomials and signs in fractions, the worst martingale, and what breaks them."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otbnotes import bounds, claim, concentration, evidence
from otbnotes.breaking import concentration as broken
from otbnotes.breaking import concentration as breaking
from otbnotes.concentration import (binomial_law, coin_quantile, heldout_failure, log_mgf, lower_tail, rademacher_law,
                                    upper_tail, worst_martingale)
from otbnotes.witness import concentration as witness


HALF = Fraction(1, 2)
deltas = st.floats(1e-9, 0.9)
probabilities = st.integers(1, 19).map(lambda n: Fraction(n, 20))


class TestExactLaws:
    @given(st.integers(1, 8), probabilities)
    def test_binomial_by_enumeration(self, n, p):
        law = [Fraction(0)] * (n + 1)
        for outcome in itertools.product((0, 1), repeat=n):
            law[sum(outcome)] += p ** sum(outcome) * (1 - p) ** (n - sum(outcome))
        assert binomial_law(n, p).tolist() == law
        assert binomial_law(n, float(p)) == pytest.approx([float(q) for q in law], rel=1e-9)

    @given(st.lists(st.integers(1, 9), min_size=1, max_size=8))
    def test_signs_by_enumeration(self, weights):
        values, law = rademacher_law(weights)
        sums = [sum(w * s for w, s in zip(weights, signs)) for signs in itertools.product((-1, 1), repeat=len(weights))]
        assert values.tolist() == sorted(set(sums)) and sum(law) == 1
        for level in range(-10, 11):
            assert upper_tail(values, law, level) == Fraction(sum(s >= level for s in sums), len(sums))
            assert lower_tail(values, law, level) == Fraction(sum(s <= level for s in sums), len(sums))

    def test_log_mgf_by_hand(self):
        s = np.array([[-40.0, -1.0, 1e-3], [0.0, 2.0, 700.0]])
        assert log_mgf([0, 1], [0.5, 0.5], s) == pytest.approx(np.log(np.cosh(s / 2)), rel=1e-9, abs=1e-15)
        skewed = np.logaddexp(math.log(0.75) - s, math.log(0.25) + 3 * s)          # mean 0
        assert log_mgf([-1.0, 3.0], [0.75, 0.25], s) == pytest.approx(skewed, rel=1e-8, abs=1e-12)

    def test_a_top_value_that_almost_never_comes(self):
        rare = 1e-30
        assert log_mgf([0.0, 1.0], [1 - rare, rare], 10.0) == pytest.approx(rare * math.expm1(10.0), abs=1e-15)
        assert log_mgf([0.0, 1.0], [1 - rare, rare], 100.0) == pytest.approx(100 + math.log(rare), rel=1e-12)
        assert log_mgf([0.0, 1.0], [1.0, 0.0], [5.0, 500.0]) == pytest.approx(0.0, abs=1e-12)

    def test_quantile_of_a_coin_by_hand(self):
        """P(N >= 8) = 56/1024 and P(N >= 9) = 11/1024."""
        assert coin_quantile(10, 55.9 / 1024) == 0.3 and coin_quantile(10, 56.1 / 1024) == 0.2
        assert coin_quantile(10, 1.01 / 1024) == 0.4 and coin_quantile(10, 0.99 / 1024) == 0.5

    @pytest.mark.parametrize("rounds, lattice, deviation", [(1, 5, Fraction(2, 5)), (2, 3, Fraction(2, 3)), (3, 2, 1)])
    def test_worst_martingale_by_search(self, rounds, lattice, deviation):
        """Try every strategy: one p for each past, against every outcome."""
        pasts = [past for t in range(rounds) for past in itertools.product((0, 1), repeat=t)]
        best = Fraction(0)
        for choice in itertools.product(range(lattice + 1), repeat=len(pasts)):
            p = {past: Fraction(j, lattice) for past, j in zip(pasts, choice)}
            chance = Fraction(0)
            for outcome in itertools.product((0, 1), repeat=rounds):
                weight, total = Fraction(1), Fraction(0)
                for t, b in enumerate(outcome):
                    q = p[outcome[:t]]
                    weight, total = weight * (q if b else 1 - q), total + b - q
                chance += weight * (total >= deviation)
            best = max(best, chance)
        assert worst_martingale(rounds, deviation, lattice) == pytest.approx(float(best), rel=1e-12)


class TestHoeffdingLemma:
    @given(st.lists(st.tuples(st.floats(-3, 3), st.integers(1, 9)), min_size=2, max_size=5), st.floats(-30, 30))
    def test_any_finite_law(self, atoms, s):
        values, weights = map(np.array, zip(*atoms))
        law, spread = weights / weights.sum(), float(np.ptp(values))
        assert log_mgf(values, law, s) <= bounds.hoeffding_log_mgf(s, spread) * (1 + 1e-9) + 1e-12
        assert log_mgf(values, law, s) >= -1e-12

    def test_a_grid_of_coins(self):
        s = np.concatenate([np.linspace(-10, -0.01, 200), np.linspace(0.01, 10, 200)])
        ratios = np.array([log_mgf([0, 1], [1 - p, p], s) / (s ** 2 / 8) for p in np.linspace(0.001, 0.999, 999)])
        assert 0.99999 < ratios.max() <= 1

    @pytest.mark.parametrize("s", [0.5, 0.1, 0.01, 0.001])
    def test_the_fair_coin_attains_it(self, s):
        measured, bound = witness.hoeffding_lemma_coin(s)
        assert 1 - s ** 2 / 24 - 1e-9 <= measured / bound <= 1 + 1e-9


class TestHoeffdingAndAzuma:
    @given(st.integers(1, 30), probabilities)
    def test_binomial_tails(self, n, p):
        law, values = binomial_law(n, p), np.array([Fraction(k, n) for k in range(n + 1)])
        for k in range(n + 1):
            eps = abs(Fraction(k, n) - p)
            tail = upper_tail(values, law, values[k]) if values[k] >= p else lower_tail(values, law, values[k])
            assert float(tail) <= bounds.hoeffding_tail(n, float(eps)) * (1 + 1e-12)

    @given(st.lists(st.integers(1, 6), min_size=1, max_size=12), st.integers(1, 30))
    def test_signs_with_weights(self, weights, level):
        tail = upper_tail(*rademacher_law(weights), level)
        assert float(tail) <= bounds.azuma_tail(level, [2.0 * w for w in weights]) * (1 + 1e-12)

    @pytest.mark.parametrize("lattice, worst", [(2, 0.0923), (20, 0.0964), (80, 0.0965)])
    def test_the_worst_martingale(self, lattice, worst):
        measured = worst_martingale(12, 3, lattice)
        assert measured == pytest.approx(worst, abs=5e-5)
        assert measured <= bounds.azuma_tail(3, [1.0] * 12) == math.exp(-1.5)

    def test_choosing_from_the_past_beats_every_fixed_coin(self):
        coins, heads = np.arange(1, 80) / 80, np.arange(13)
        fixed = [float(upper_tail(heads - 12 * p, binomial_law(12, p), 3 - 1e-12)) for p in coins]
        assert max(fixed) < worst_martingale(12, 3, 80)
        assert fixed[39] == pytest.approx(0.0730, abs=5e-5)

    @given(st.integers(1, 500), deltas, st.floats(0.1, 10))
    def test_deviations_are_the_inverses_of_tails(self, n, delta, spread):
        eps = bounds.hoeffding_deviation(n, delta, spread)
        assert bounds.hoeffding_tail(n, eps, spread) == pytest.approx(delta, rel=1e-9)
        wide = bounds.hoeffding_deviation(n, delta, spread, 2)
        assert 2 * bounds.hoeffding_tail(n, wide, spread) == pytest.approx(delta, rel=1e-9)
        total = bounds.azuma_deviation(delta, [spread] * n)
        assert total == pytest.approx(n * eps, rel=1e-9)
        assert bounds.azuma_tail(total, [spread] * n) == pytest.approx(delta, rel=1e-9)

    @pytest.mark.parametrize("n, delta, ratio", [(10, 0.05, 0.775), (10 ** 3, 1e-3, 0.834), (10 ** 5, 1e-6, 0.905),
                                                 (10 ** 6, 1e-12, 0.946)])
    def test_coins_come_near(self, n, delta, ratio):
        measured, bound = witness.hoeffding_coin(n, delta)
        assert measured / bound == pytest.approx(ratio, abs=6e-4)

    def test_and_nearer(self):
        for make in (witness.hoeffding_coin, witness.azuma_coin):
            measured, bound = make()
            assert 0.9967 < measured / bound < 1
        assert witness.azuma_coin()[1] == pytest.approx(bounds.azuma_deviation(1e-300, np.ones(10 ** 6)) * 10 ** 3,
                                                        rel=1e-12)


class TestBernstein:
    @given(st.integers(1, 25), probabilities)
    def test_binomial_tails(self, n, p):
        """A coin minus p is at most 1 - p above its mean, with the variance p (1 - p)."""
        law, q, v = binomial_law(n, p), float(p), float(p * (1 - p))
        for delta in (0.5, 0.1, 1e-3, 1e-9):
            eps = bounds.bernstein_deviation(n, delta, v, 1 - q)
            assert upper_tail(range(n + 1), law, n * (q + eps)) <= delta

    def test_small_variance_beats_hoeffding_and_large_does_not(self):
        hoeffding = bounds.hoeffding_deviation(100, 0.05)
        assert bounds.bernstein_deviation(100, 0.05, 0.01) < hoeffding < bounds.bernstein_deviation(100, 0.05, 0.25)

    @given(st.integers(2, 500), deltas, st.floats(0, 1), st.floats(1, 5))
    def test_the_empirical_form_is_that_of_the_evidence(self, n, delta, v, c):
        log = math.log(2 / delta)
        expected = math.sqrt(2 * v * log / n) + 7 * c * log / (3 * (n - 1))
        assert bounds.empirical_bernstein_deviation(n, delta, v, c) == pytest.approx(expected, rel=1e-12)
        estimate = evidence.Mean(0.0, v, n, -1e9, 1e9)
        assert expected <= estimate.upper(delta)

    @pytest.mark.parametrize("p", [0.02, 0.5])
    def test_the_empirical_form_fails_seldom(self, p):
        n, delta = 60, 0.1
        failing = sum(q for k, q in enumerate(binomial_law(n, p))
                      if p > k / n + bounds.empirical_bernstein_deviation(n, delta, k * (n - k) / (n * (n - 1))))
        assert failing <= delta


class TestChernoff:
    @given(st.integers(1, 40), probabilities, st.integers(1, 30))
    def test_all_multiplicative_forms(self, n, p, twentieths):
        law, a, mean = binomial_law(n, p), Fraction(twentieths, 20), n * p
        upper = float(upper_tail(range(n + 1), law, float((1 + a) * mean) - 1e-9))
        sharp = math.exp(float(mean * a)) * float(1 + a) ** -float(mean * (1 + a))
        assert upper <= sharp * (1 + 1e-9) and sharp <= math.exp(-float(mean * a * a / (2 + a))) * (1 + 1e-12)
        if a < 1:
            lower = float(lower_tail(range(n + 1), law, float((1 - a) * mean) + 1e-9))
            sharp = bounds.chernoff_lower_tail(n, float(p), float(a))
            q = float((1 - a) * p)
            assert lower <= math.exp(-n * bounds.bernoulli_kl(q, float(p))) * (1 + 1e-9) <= sharp * (1 + 2e-9)
            assert sharp <= math.exp(-float(mean * a * a / 2)) * (1 + 1e-12)

    @given(st.integers(1, 60), probabilities)
    def test_half_the_mean(self, n, p):
        exact = float(lower_tail(range(n + 1), binomial_law(n, p), float(n * p / 2) + 1e-12))
        half, simple = bounds.chernoff_half_tail(n, float(p)), bounds.chernoff_half_tail_simple(n, float(p))
        assert exact <= half * (1 + 1e-12) and half <= simple
        assert half == pytest.approx(math.exp(-n * float(p) * (1 - math.log(2)) / 2), rel=1e-12)

    @pytest.mark.parametrize("n, p, exact", [(8, HALF, Fraction(37, 256)), (20, Fraction(1, 10), 0.3917),
                                             (40, Fraction(1, 10), 0.2228),
                                             (100, Fraction(1, 5), 0.00570)], ids=["8", "20", "40", "100"])
    def test_the_printed_exponent_is_refuted(self, n, p, exact):
        measured, printed, story = broken.chernoff_as_printed(n, p)
        assert float(measured) == pytest.approx(float(exact),
                                                abs=5e-5) and measured > printed == math.exp(-n * float(p) / 2)
        assert claim("chernoff-lower-tail-step").refutes_source(measured, printed, on=story,
                                                                printed="exp(-mp/2)").verdict == "confirmed"

    def test_with_fair_coins_eight_are_the_fewest(self):
        assert all(broken.chernoff_as_printed(n)[0] <= broken.chernoff_as_printed(n)[1] for n in range(2, 8))

    def test_witnesses(self):
        measured, bound = witness.chernoff_one_trial()
        assert 0.999 < measured / bound <= 1
        measured, bound = witness.chernoff_poisson()
        assert measured / bound == pytest.approx(0.542, abs=5e-4)
        measured, bound = witness.chernoff_poisson(20_000, 1e-4)
        assert measured / bound == pytest.approx(3 / (2 * math.e), rel=1e-3)

    @given(st.floats(0, 1), st.floats(0.01, 0.99))
    def test_pinsker(self, q, p):
        assert bounds.bernoulli_kl(q, p) >= 2 * (q - p) ** 2 - 1e-12
        assert bounds.bernoulli_kl(p, p) == pytest.approx(0, abs=1e-15)


def critical(n, delta, constant):
    """Return the largest failure probability over delta: it is attained at a risk that some error makes the bound."""
    worst = 0.0
    for k in range(n + 1):
        p = bounds.heldout_bound(k / n, n, delta, constant)
        if p < 1:
            worst = max(worst, float(heldout_failure(p, n, lambda q: bounds.heldout_bound(q, n, delta, constant))))
    return worst / delta


class TestTestSetBound:
    @pytest.mark.parametrize("n", [5, 20, 80])
    @pytest.mark.parametrize("delta", [0.5, 0.05, 1e-4])
    def test_it_fails_with_probability_at_most_delta(self, n, delta):
        assert critical(n, delta, 4.0) <= critical(n, delta, 2.0) <= critical(n, delta, 1.0) <= 1 + 1e-9

    def test_a_smaller_constant_is_false(self):
        assert critical(80, 1e-4, 0.9) > 1 and critical(80, 0.5, 0.9) > 1
        measured, delta, _ = broken.heldout_small_constant()
        assert measured > 3 * delta
        assert broken.heldout_small_constant(0.99, 10 ** 5, 0.05)[0] > 0.05

    def test_no_error_attains_it(self):
        measured, delta = witness.heldout_no_error()
        assert measured == pytest.approx((1 - math.log(20) / 1000) ** 1000,
                                         rel=1e-9) and measured / delta == pytest.approx(0.99551, abs=5e-6)
        measured, delta = witness.heldout_no_error(10 ** 5)
        assert 0.9999 < measured / delta <= 1

    @given(st.floats(0, 1), st.integers(1, 1000), deltas)
    def test_by_hand(self, q, n, delta):
        c = math.log(1 / delta) / n
        ours, printed = bounds.heldout_bound(q, n, delta), bounds.heldout_bound_as_printed(q, n, delta)
        assert ours == pytest.approx(q + math.sqrt(2 * q * c) + c, rel=1e-12)
        assert printed == pytest.approx(ours + 3 * c, rel=1e-12)


class TestBroken:
    @pytest.mark.parametrize("width", [0.1, 1.0, 3.0, 8.0])
    def test_no_interval_holds_an_exponential_variable(self, width):
        measured, bound, _ = broken.hoeffding_lemma_exponential(width)
        s = 1 - math.exp(-width ** 2 / 8 - 1)
        assert measured == pytest.approx(-s - math.log(1 - s)) and bound == pytest.approx((s * width) ** 2 / 8)
        assert measured > bound

    def test_doubling_stakes_by_enumeration(self):
        """The law of the sum, played round by round; its differences have the mean 0 and E sum c_t^2 = 15."""
        law, squares = {(Fraction(0), True): Fraction(1)}, Fraction(0)
        for t in range(4):
            stake, moved = Fraction(2) ** t, {}
            for (total, winning), weight in law.items():
                if winning:
                    squares += weight * stake ** 2
                for sign in ((1, -1) if winning else (0,)):
                    key = (total + sign * stake / 2, winning and sign > 0)
                    moved[key] = moved.get(key, 0) + weight * (HALF if winning else 1)
            law = moved
        assert squares == 15 and sum(total * weight for (total, _), weight in law.items()) == 0
        reached = sum(weight for (total, _), weight in law.items() if total >= Fraction(15, 2))
        assert reached == broken.azuma_doubling()[0]
