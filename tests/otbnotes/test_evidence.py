"""Confidence limits against scipy, exact enumeration and simulation; the verdicts; the risk of a repetition."""

import math
from fractions import Fraction
from statistics import fmean, variance

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from otbnotes import evidence
from otbnotes.evidence import ALPHA, Mean, Proportion, interval, judge, judge_equal, mean, proportion


COUNTS = [(0, 1), (1, 1), (0, 20), (3, 20), (19, 20), (20, 20), (7, 500), (250, 500), (0, 100_000), (812, 100_000)]
each_count = pytest.mark.parametrize("failures, trials", COUNTS)
each_alpha = pytest.mark.parametrize("alpha", [0.3, 0.05, 1e-6])
each_world = pytest.mark.parametrize("trials, p", [(1, 0.5), (10, 0.01), (10, 0.5), (60, 0.03), (60, 0.4), (300, 0.99)])
FALSE_ALARM = 1e-9


def probability(trials, p, event):
    """Return the exact probability, as far as floats go, of the failure counts for which ``event`` is true."""
    return math.fsum(binom.pmf(k, trials, p) for k in range(trials + 1) if event(Proportion(k, trials)))


def coins(failures, trials):
    """Return the evidence of that many ones among zeros, as samples on [0, 1]."""
    return mean([1.0] * failures + [0.0] * (trials - failures), 0.0, 1.0)


class TestProportion:
    @each_count
    @each_alpha
    def test_interval_is_that_of_scipy(self, failures, trials, alpha):
        theirs = binomtest(failures, trials).proportion_ci(confidence_level=1 - alpha, method="exact")
        ours = interval(proportion(failures, trials), alpha)
        assert ours == pytest.approx((theirs.low, theirs.high), rel=1e-6, abs=1e-10)

    @pytest.mark.parametrize("failures, trials", [(0, 1), (1, 1), (0, 20), (3, 20), (19, 20), (20, 20), (7, 60)])
    @each_alpha
    def test_limits_solve_their_equations_in_fractions(self, failures, trials, alpha):
        """P(X <= k) = alpha at the upper limit, and P(X >= k) = alpha at the lower."""
        def law(p, counts):
            return sum(math.comb(trials, i) * p ** i * (1 - p) ** (trials - i) for i in counts)

        estimate = Proportion(failures, trials)
        upper, lower = Fraction(estimate.upper(alpha)), Fraction(estimate.lower(alpha))
        if failures == trials:
            assert upper == 1
        else:
            assert float(law(upper, range(failures + 1))) == pytest.approx(alpha, rel=1e-9)
        if failures == 0:
            assert lower == 0
        else:
            assert float(law(lower, range(failures, trials + 1))) == pytest.approx(alpha, rel=1e-9)

    @each_world
    @each_alpha
    def test_upper_limit_misses_with_probability_at_most_alpha(self, trials, p, alpha):
        assert probability(trials, p, lambda estimate: estimate.upper(alpha) < p) <= alpha * (1 + 1e-9)

    @each_world
    @each_alpha
    def test_lower_limit_misses_with_probability_at_most_alpha(self, trials, p, alpha):
        assert probability(trials, p, lambda estimate: estimate.lower(alpha) > p) <= alpha * (1 + 1e-9)

    def test_no_smaller_limits_would_do(self):
        """The coverage is no better than it must be: there is a p at which the miss has probability alpha."""
        p = Proportion(4, 30).upper(0.05) + 1e-12
        assert probability(30, p, lambda estimate: estimate.upper(0.05) < p) == pytest.approx(0.05, rel=1e-6)

    @each_count
    def test_value(self, failures, trials):
        assert proportion(failures, trials).value == failures / trials

    @given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.floats(1e-9, 0.4))
    def test_limits_enclose_the_value_and_are_mirror_images(self, counts, alpha):
        failures, trials = counts
        estimate, mirrored = proportion(failures, trials), proportion(trials - failures, trials)
        assert 0 <= estimate.lower(alpha) <= estimate.value <= estimate.upper(alpha) <= 1
        assert estimate.lower(alpha) == pytest.approx(1 - mirrored.upper(alpha), rel=1e-6, abs=1e-9)
        assert estimate.upper(alpha / 2) >= estimate.upper(alpha)


class TestMean:
    def test_value_and_variance(self):
        samples = [0.25, 1.0, -0.5, 0.125, 0.0]
        estimate = mean(samples, -1, 2)
        assert estimate == (pytest.approx(fmean(samples)), pytest.approx(variance(samples)), 5, -1.0, 2.0)
        assert all(type(number) is float for number in (estimate.value, estimate.variance, estimate.floor))

    def test_width_by_hand(self):
        """Eight samples on an interval of length 3 and ln(2 / alpha) = 1: sqrt(2 V / 8) + 7 * 3 / (3 * 7)."""
        estimate, alpha = mean([0.0, 1.0] * 4, -1.0, 2.0), 2 / math.e
        width = math.sqrt(2 * (2 / 7) / 8) + 1
        assert estimate.upper(alpha) == pytest.approx(0.5 + width, rel=1e-14)
        assert estimate.lower(alpha) == pytest.approx(0.5 - width if width < 1.5 else -1, rel=1e-14)
        assert mean([0.0, 1.0] * 4, 0.0, 1.0).upper(1e-6) == 1.0 and mean([0.0, 1.0] * 4, 0.0, 1.0).lower(1e-6) == 0.0

    @given(st.lists(st.floats(0, 1), min_size=2, max_size=50), st.floats(1e-9, 0.9), st.floats(0.1, 10),
           st.floats(-5, 5))
    def test_limits_move_with_the_samples(self, samples, alpha, stretch, shift):
        plain, top = mean(samples, 0, 1), shift + stretch
        wide = mean([min(shift + stretch * x, top) for x in samples], shift, top)
        mirrored = mean([-x for x in samples], -1, 0)
        assert wide.upper(alpha) == pytest.approx(shift + stretch * plain.upper(alpha), abs=1e-9)
        assert wide.lower(alpha) == pytest.approx(shift + stretch * plain.lower(alpha), abs=1e-9)
        assert mirrored.lower(alpha) == pytest.approx(-plain.upper(alpha), abs=1e-12)
        assert 0 <= plain.lower(alpha) <= plain.value <= plain.upper(alpha) <= 1
        assert plain.upper(alpha / 2) >= plain.upper(alpha)

    @each_alpha
    @pytest.mark.parametrize("trials, p",
                             [(2, 0.5), (2, 0.01), (30, 0.02), (30, 0.1), (300, 0.003), (300, 0.03), (300, 0.5)])
    def test_exact_coverage_for_coins(self, trials, p, alpha):
        estimates = [(binom.pmf(k, trials, p), coins(k, trials)) for k in range(trials + 1)]
        assert math.fsum(weight for weight, estimate in estimates if estimate.upper(alpha) < p) <= alpha
        assert math.fsum(weight for weight, estimate in estimates if estimate.lower(alpha) > p) <= alpha

    def test_the_range_is_needed(self):
        """Without the term of the range a rare event, unseen, would be ruled out: its limits would miss too often."""
        trials, alpha = 300, 0.05
        unseen = coins(0, trials)
        assert unseen.variance == 0
        assert (1 - unseen.upper(alpha)) ** trials <= alpha < (1 - 0.1 * unseen.upper(alpha)) ** trials

    @pytest.mark.parametrize("law", ["uniform", "beta", "rare"])
    def test_simulated_coverage(self, law):
        """Under the guarantee, more misses than ``most`` would have a probability below 1e-9."""
        rng, runs, trials, alpha = np.random.default_rng(1), 2000, 60, 0.05
        draw, truth = {"uniform": (lambda: rng.random(trials), 0.5), "beta": (lambda: rng.beta(0.2, 1.8, trials), 0.1),
                       "rare": (lambda: rng.random(trials) * (rng.random(trials) < 0.04), 0.02)}[law]
        estimates = [mean(draw(), 0.0, 1.0) for _ in range(runs)]
        most = int(binom.isf(FALSE_ALARM, runs, alpha))
        assert binom.sf(most, runs, alpha) <= FALSE_ALARM and most < 0.09 * runs
        assert sum(estimate.upper(alpha) < truth for estimate in estimates) <= most
        assert sum(estimate.lower(alpha) > truth for estimate in estimates) <= most
        spread = [estimate.value for estimate in estimates]
        assert fmean(spread) == pytest.approx(truth, abs=6 * np.std(spread) / math.sqrt(runs))

    def test_the_limits_close_in(self):
        widths = [np.diff(interval(coins(n // 2, n)))[0] for n in (100, 10_000, 1_000_000)]
        assert widths[0] > widths[1] > widths[2] < 0.006


class TestJudge:
    ESTIMATES = [proportion(30, 1000), coins(300, 10_000)]
    each_estimate = pytest.mark.parametrize("estimate", ESTIMATES, ids=lambda e: type(e).__name__)

    @each_estimate
    @each_alpha
    def test_three_verdicts_and_where_they_change(self, estimate, alpha):
        low, high = estimate.lower(alpha), estimate.upper(alpha)
        assert 0 < low < estimate.value < high < 1
        bounds = [high, math.nextafter(high, 0), estimate.value, low, math.nextafter(low, 0), -1.0, 2.0]
        verdicts = ["confirmed", "undecided", "undecided", "undecided", "refuted", "refuted", "confirmed"]
        assert [judge(estimate, bound, alpha) for bound in bounds] == verdicts

    @each_estimate
    def test_the_alpha_of_the_book(self, estimate):
        assert ALPHA == 1e-6
        bound = (estimate.upper(1e-6) + estimate.upper(1e-5)) / 2
        assert judge(estimate, bound) == "undecided" and judge(estimate, bound, 1e-5) == "confirmed"

    @each_world
    def test_wrong_verdicts_are_rare(self, trials, p):
        alpha = 0.05
        below, above = p * (1 - 1e-9), p
        assert probability(trials, p, lambda e: judge(e, below, alpha) == "confirmed") <= alpha * (1 + 1e-6)
        assert probability(trials, p, lambda e: judge(e, above, alpha) == "refuted") <= alpha * (1 + 1e-6)

    @each_estimate
    def test_equality(self, estimate):
        low, high = interval(estimate, 0.01)
        width = high - low
        wide, narrow = math.nextafter(width, 1), width
        for value in (low, estimate.value, high):
            assert judge_equal(estimate, value, wide, 0.01) == "confirmed"
            assert judge_equal(estimate, value, narrow, 0.01) == "undecided"
        for value in (math.nextafter(low, 0), math.nextafter(high, 1), math.nan, math.inf):
            assert judge_equal(estimate, value, wide, 0.01) == judge_equal(estimate, value, narrow, 0.01) == "refuted"

    def test_equality_with_the_alpha_of_the_book(self):
        estimate = self.ESTIMATES[0]
        low, high = estimate.lower(5e-7), estimate.upper(5e-7)
        assert judge_equal(estimate, high, 1.0) == "confirmed"
        assert judge_equal(estimate, high * 1.0001, 1.0) == "refuted"
        assert interval(estimate) == (low, high)

    @each_world
    def test_a_false_refutation_of_an_equality_is_rare(self, trials, p):
        assert probability(trials, p, lambda e: judge_equal(e, p, 2.0, 0.05) == "refuted") <= 0.05 * (1 + 1e-6)


class TestRepeatRisk:
    @pytest.mark.parametrize("failures, trials, bound", [
        (0, 100, 0.1), (0, 100, 0.2), (3, 400, 0.05), (3, 400, 0.08), (20, 400, 0.06), (400, 400, 0.5), (0, 3, 0.5),
        (2, 3, 0.999)])
    @pytest.mark.parametrize("alpha", [0.05, 1e-3, 1e-6])
    def test_proportion_by_enumeration(self, failures, trials, bound, alpha):
        estimate = proportion(failures, trials)

        def again(p):
            return probability(trials, p, lambda e: judge(e, bound, alpha) != "confirmed")

        truth = estimate.upper(alpha)
        assert estimate.repeat_risk(bound, alpha) == pytest.approx(again(truth), rel=1e-9, abs=1e-15)
        assert again(0.8 * truth) <= again(truth) * (1 + 1e-12)

    def test_proportion_runs_from_hopeless_to_safe(self):
        risks = [proportion(5, 1000).repeat_risk(bound, ALPHA) for bound in (0.001, 0.02, 0.03, 0.05, 0.1, 0.5)]
        assert risks[0] == 1 and risks[1] > 0.999 and risks == sorted(risks, reverse=True) and risks[-1] < 1e-100

    @pytest.mark.parametrize("failures, trials", [(0, 400), (20, 400), (200, 1000)])
    @pytest.mark.parametrize("alpha", [0.05, 1e-3])
    def test_mean_against_an_exact_repetition_with_coins(self, failures, trials, alpha):
        """For every p that the evidence allows, and bounds at which the promise is neither void nor absurdly strong."""
        estimate = coins(failures, trials)
        promised, repetitions = [], [coins(k, trials) for k in range(trials + 1)]
        for bound in np.linspace(estimate.value, 1, 60):
            risk = estimate.repeat_risk(bound, alpha)
            promised.append(risk)
            failing = [k for k, again in enumerate(repetitions) if judge(again, bound, alpha) != "confirmed"]
            for p in (estimate.upper(alpha), estimate.value):
                assert binom.pmf(failing, trials, p).sum() <= risk + 1e-12
        assert promised == sorted(promised, reverse=True) and promised[0] == 1.0
        assert any(1e-9 < risk < 0.5 for risk in promised) and promised[-1] < 1e-6

    @pytest.mark.parametrize("alpha", [0.05, 1e-3, 1e-6])
    @pytest.mark.parametrize("exponent", [2, 9, 40])
    def test_mean_promises_the_strongest_power_of_ten(self, exponent, alpha):
        """The docstring's argument, done again: the promise changes where the repeated upper limit meets the bound."""
        n, estimate = 2000, coins(400, 2000)
        deviation = math.sqrt(estimate.variance) + math.sqrt(2 * math.log(1 / alpha) / (n - 1))
        log, confidence = math.log(10.0 ** exponent), math.log(2 / alpha)
        highest_mean = estimate.upper(alpha) + deviation * math.sqrt(2 * log / n) + log / (3 * n)
        highest_deviation = deviation + math.sqrt(2 * log / (n - 1))
        limit = highest_mean + highest_deviation * math.sqrt(2 * confidence / n) + 7 * confidence / (3 * (n - 1))
        promised = [estimate.repeat_risk(limit * (1 + nudge), alpha) for nudge in (-1e-9, 1e-9)]
        assert promised == pytest.approx([2 * 10.0 ** (1 - exponent), 2 * 10.0 ** -exponent], rel=1e-12)

    def test_mean_scales_with_its_range(self):
        plain, wide = mean([0.25, 0.5] * 500, 0, 1), mean([-1.5, 0.0] * 500, -3, 3)
        for bound in (0.5, 0.6, 0.9):
            assert wide.repeat_risk(6 * bound - 3, 1e-3) == pytest.approx(plain.repeat_risk(bound, 1e-3), rel=1e-12)
        assert 0 < plain.repeat_risk(0.9, 1e-3) < plain.repeat_risk(0.6, 1e-3) < 1

    def test_no_promise_at_all(self):
        assert coins(5, 10).repeat_risk(0.9, ALPHA) == 1.0


class TestBadInput:
    VECTOR = "a non-empty array of finite numbers with 1 axes"
    good = Proportion(1, 10), Mean(0.5, 0.1, 10, 0.0, 1.0)

    def refusal(self, function, *arguments):
        with pytest.raises(ValueError) as caught:
            function(*arguments)
        return str(caught.value)

    @pytest.mark.parametrize("trials", [0, -1, 2.0, 2.5, True, "3", None, math.nan, [3]], ids=repr)
    def test_trials(self, trials):
        assert self.refusal(proportion, 0, trials) == f"trials = {trials!r}: expected an integer >= 1"

    @pytest.mark.parametrize("failures", [-1, 2.0, 0.5, True, "1", None, math.nan, [1]], ids=repr)
    def test_failures(self, failures):
        assert self.refusal(proportion, failures, 9) == f"failures = {failures!r}: expected an integer >= 0"

    def test_more_failures_than_trials(self):
        assert self.refusal(proportion, 4, 3) == "failures = 4: expected at most trials = 3"

    @pytest.mark.parametrize("samples, shown", [
        ([], "samples = 'array of shape (0,)'"), (0.5, "samples = 'array of shape ()'"),
        ([0, math.nan], "samples[1] = nan"),
        ([[0.5, 0.5]], "samples = 'array of shape (1, 2)'"), (["0", "1"], "samples = ['0', '1']"),
        ("ab", "samples = 'ab'"),
        ([-math.inf, 0], "samples[0] = -inf"), ([None, 0.5], "samples[0] = nan"), ([1j, 0], "samples = [1j, 0]")],
        ids=repr)
    def test_samples(self, samples, shown):
        assert self.refusal(mean, samples, 0, 1) == f"{shown}: expected {self.VECTOR}"

    def test_one_sample(self):
        assert self.refusal(mean, [0.5], 0, 1) == "number of samples = 1: expected an integer >= 2"

    @pytest.mark.parametrize("outside", [-0.001, 1.001])
    def test_samples_out_of_range(self, outside):
        message = f"samples = {outside}: expected every sample in [0.0, 1.0]"
        assert self.refusal(mean, [0.0, 1.0, outside, 7], 0, 1) == message

    @pytest.mark.parametrize("floor, ceiling", [(0.0, 0.0), (1, -1)])
    def test_no_range(self, floor, ceiling):
        expected = f"ceiling = {float(ceiling)}: expected a number > floor = {float(floor)}"
        assert self.refusal(mean, [0.0, 0.0], floor, ceiling) == expected

    @pytest.mark.parametrize("value", [math.nan, math.inf, "1", None, [1.0]], ids=repr)
    def test_floor_ceiling_and_bound(self, value):
        assert self.refusal(mean, [0.5, 0.5], value, 1) == f"floor = {value!r}: expected a finite number"
        assert self.refusal(mean, [0.5, 0.5], 0, value) == f"ceiling = {value!r}: expected a finite number"
        for estimate in self.good:
            assert self.refusal(judge, estimate, value) == f"bound = {value!r}: expected a finite number"

    @pytest.mark.parametrize("alpha", [0, 1, -0.1, 2.0, math.nan, "0.5", None], ids=repr)
    def test_alpha(self, alpha):
        expected = f"alpha = {alpha!r}: expected a number in the open interval (0, 1)"
        for estimate in self.good:
            assert self.refusal(judge, estimate, 0.5, alpha) == expected
            assert self.refusal(judge_equal, estimate, 0.5, 1.0, alpha) == expected
            assert self.refusal(interval, estimate, alpha) == expected

    @pytest.mark.parametrize("width", [0, -1, math.nan, math.inf, "1", None], ids=repr)
    @pytest.mark.parametrize("value", [0.1, 5.0], ids=["inside", "outside"])
    def test_width(self, width, value):
        for estimate in self.good:
            message = f"width = {width!r}: expected a finite number > 0"
            assert self.refusal(judge_equal, estimate, value, width) == message

    def test_the_doctest_number(self):
        """0 of 1000: the upper limit solves (1 - u)^1000 = 1e-6."""
        assert evidence.proportion(0, 1000).upper(1e-6) == pytest.approx(1 - 1e-6 ** (1 / 1000), rel=1e-9)
