"""The tail bounds against exact tails: binomials and signs in fractions, and the worst martingale."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import logsumexp

from otbnotes import bounds, evidence
from otbnotes.concentration import coin_quantile, worst_martingale

HALF = Fraction(1, 2)
deltas = st.floats(1e-9, 0.9)
probabilities = st.integers(1, 19).map(lambda n: Fraction(n, 20))


def binomial(n, p):
    """Return the law of the number of successes: with a fraction for p, n + 1 fractions."""
    return np.array([math.comb(n, k) * p ** k * (1 - p) ** (n - k) for k in range(n + 1)])


def signs(weights):
    """Return the values of sum_t weights[t] * (a fair sign), all equally likely."""
    return [sum(w * s for w, s in zip(weights, of)) for of in itertools.product((-1, 1), repeat=len(weights))]


class TestExactLaws:
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
        assert -1e-9 <= logsumexp(s * (values - values @ law), b=law) <= bounds.hoeffding_log_mgf(s, spread) * (1 + 1e-9) + 1e-9

    @pytest.mark.parametrize("s", [0.5, 0.1, 0.01])
    def test_the_fair_coin_attains_it(self, s):
        assert 1 - s ** 2 / 24 - 1e-9 <= math.log(math.cosh(s / 2)) / bounds.hoeffding_log_mgf(s) <= 1 + 1e-9


class TestHoeffdingAndAzuma:
    @given(st.integers(1, 30), probabilities)
    def test_binomial_tails(self, n, p):
        law = binomial(n, p)
        for k in range(n + 1):
            eps = abs(Fraction(k, n) - p)
            tail = law[k:].sum() if Fraction(k, n) >= p else law[:k + 1].sum()
            assert float(tail) <= bounds.hoeffding_tail(n, float(eps)) * (1 + 1e-12)

    @given(st.lists(st.integers(1, 6), min_size=1, max_size=8), st.integers(1, 30))
    def test_signs_with_weights(self, weights, level):
        assert np.mean(np.array(signs(weights)) >= level) <= bounds.azuma_tail(level, [2.0 * w for w in weights]) * (1 + 1e-12)

    @pytest.mark.parametrize("lattice, worst", [(2, 0.0923), (20, 0.0964), (80, 0.0965)])
    def test_the_worst_martingale(self, lattice, worst):
        measured = worst_martingale(12, 3, lattice)
        assert measured == pytest.approx(worst, abs=5e-5)
        assert measured <= bounds.azuma_tail(3, [1.0] * 12) == math.exp(-1.5)

    def test_choosing_from_the_past_beats_every_fixed_coin(self):
        coins, heads = np.arange(1, 80) / 80, np.arange(13)
        fixed = [binomial(12, p)[heads - 12 * p >= 3 - 1e-12].sum() for p in coins]
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
        assert coin_quantile(n, delta) / bounds.hoeffding_deviation(n, delta) == pytest.approx(ratio, abs=6e-4)

    def test_and_nearer(self):
        assert 0.9967 < coin_quantile(10 ** 12, 1e-300) / bounds.hoeffding_deviation(10 ** 12, 1e-300) < 1


class TestBernstein:
    @given(st.integers(1, 25), probabilities)
    def test_binomial_tails(self, n, p):
        """A coin minus p is at most 1 - p above its mean, with the variance p (1 - p)."""
        law, q, v = binomial(n, p), float(p), float(p * (1 - p))
        for delta in (0.5, 0.1, 1e-3, 1e-9):
            eps = bounds.bernstein_deviation(n, delta, v, 1 - q)
            assert law[np.arange(n + 1) >= n * (q + eps)].sum() <= delta

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
        failing = sum(q for k, q in enumerate(binomial(n, p))
                      if p > k / n + bounds.empirical_bernstein_deviation(n, delta, k * (n - k) / (n * (n - 1))))
        assert failing <= delta


class TestChernoff:
    @given(st.integers(1, 40), probabilities, st.integers(1, 30))
    def test_all_multiplicative_forms(self, n, p, twentieths):
        law, heads, a, mean = binomial(n, p), np.arange(n + 1), Fraction(twentieths, 20), n * p
        upper = float(law[heads >= (1 + a) * mean].sum())
        sharp = math.exp(float(mean * a)) * float(1 + a) ** -float(mean * (1 + a))
        assert upper <= sharp * (1 + 1e-9) and sharp <= math.exp(-float(mean * a * a / (2 + a))) * (1 + 1e-12)
        if a < 1:
            lower = float(law[heads <= (1 - a) * mean].sum())
            sharp = bounds.chernoff_lower_tail(n, float(p), float(a))
            q = float((1 - a) * p)
            assert lower <= math.exp(-n * bounds.bernoulli_kl(q, float(p))) * (1 + 1e-9) <= sharp * (1 + 2e-9)
            assert sharp <= math.exp(-float(mean * a * a / 2)) * (1 + 1e-12)

    @given(st.integers(1, 60), probabilities)
    def test_half_the_mean(self, n, p):
        exact = float(binomial(n, p)[:int(n * p / 2) + 1].sum())
        half, simple = bounds.chernoff_half_tail(n, float(p)), bounds.chernoff_half_tail_simple(n, float(p))
        assert exact <= half * (1 + 1e-12) and half <= simple
        assert half == pytest.approx(math.exp(-n * float(p) * (1 - math.log(2)) / 2), rel=1e-12)

    @pytest.mark.parametrize("n, p, exact", [(8, HALF, Fraction(37, 256)), (20, Fraction(1, 10), 0.3917),
                                             (40, Fraction(1, 10), 0.2228),
                                             (100, Fraction(1, 5), 0.00570)], ids=["8", "20", "40", "100"])
    def test_the_printed_exponent_is_refuted(self, n, p, exact):
        measured, printed = binomial(n, p)[:int(n * p / 2) + 1].sum(), bounds.chernoff_half_tail_as_printed(n, p)
        assert float(measured) == pytest.approx(float(exact), abs=5e-5) and measured > printed == math.exp(-n * float(p) / 2)

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
            worst = max(worst, binomial(n, p)[:k + 1].sum())
    return worst / delta


class TestTestSetBound:
    @pytest.mark.parametrize("n", [5, 20, 80])
    @pytest.mark.parametrize("delta", [0.5, 0.05, 1e-4])
    def test_it_fails_with_probability_at_most_delta(self, n, delta):
        assert critical(n, delta, 4.0) <= critical(n, delta, 2.0) <= critical(n, delta, 1.0) <= 1 + 1e-9

    def test_a_smaller_constant_is_false(self):
        assert critical(80, 1e-4, 0.9) > 1 and critical(80, 0.5, 0.9) > 1

    @given(st.floats(0, 1), st.integers(1, 1000), deltas, st.floats(0.5, 4))
    def test_by_hand(self, q, n, delta, C):
        c = math.log(1 / delta) / n
        assert bounds.heldout_bound(q, n, delta, C) == pytest.approx(q + math.sqrt(2 * q * c) + C * c, rel=1e-12)
