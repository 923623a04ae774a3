"""The verbs of a trial: green on true instances, red on false ones, and a card that says so in text, HTML and JSON."""

import json
import math
from fractions import Fraction
from html.parser import HTMLParser

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from otbnotes import cards, claim, claims, evidence, sentences
from otbnotes.evidence import ALPHA
from otbnotes.typeset import as_html


HALVES = np.resize([0.4, 0.6], 100_000)         # mean 1/2; the limits of the book lie 0.002 away
FAILURES, TRIALS = 50, 10_000
LIMIT = evidence.proportion(FAILURES, TRIALS).upper(ALPHA)
x = sympy.Symbol("x")


@pytest.fixture
def c():
    """A fresh claim with two hypotheses."""
    return claim("squares", assumes=["small", "real"], source="a book")


def on_trial():
    """Return a fresh claim, for tests that draw examples."""
    return claim("squares", assumes=["small", "real"])


def refusal(function, *arguments, **named):
    """Return the message of the ``ValueError``."""
    with pytest.raises(ValueError) as caught:
        function(*arguments, **named)
    return str(caught.value)


GREEN = {
    "holds exactly": lambda c, f: c.holds(3, f * 3),
    "holds in fractions": lambda c, f: c.holds(Fraction(1, 3), f * Fraction(1, 3)),
    "holds in floats": lambda c, f: c.holds(0.1 + 0.2, f * 0.3),
    "holds entry by entry": lambda c, f: c.holds([1.0, 2.0, -5.0], f * np.array([1.5, 2.0, 3.0])),
    "holds for an estimate": lambda c, f: c.holds(evidence.mean(HALVES, 0, 1), f * 0.51),
    "expected": lambda c, f: c.expected(HALVES, f * 0.51, 0, 1),
    "probable": lambda c, f: c.probable(FAILURES, TRIALS, f * LIMIT),
    "equals": lambda c, f: c.equals(HALVES, f * 0.5, 0, 1, width=0.01),
    "identity in symbols": lambda c, f: c.identity((x + 1) ** 2, sympy.nsimplify(f) * (x ** 2 + 2 * x + 1)),
    "identity in fractions": lambda c, f: c.identity(Fraction(1, 3) + Fraction(1, 6), Fraction(f) / 2),
    "identity in floats": lambda c, f: c.identity([0.1 + 0.2, 1.0], f * np.array([0.3, 1.0])),
    "agrees": lambda c, f: c.agrees(2.0, f * 2.0, "another program"),
    "tight": lambda c, f: c.tight(0.995, f * 1.0),
    "tight for an estimate": lambda c, f: c.tight(evidence.mean(HALVES, 0, 1), f * 0.5),
}


@pytest.mark.parametrize("verb", GREEN)
class TestEveryVerb:
    def test_is_green_on_a_true_instance(self, c, verb):
        check = GREEN[verb](c, 1)
        assert (check.verdict, c.verdict, check.line) == ("confirmed", "incomplete", None)
        assert check is c.latest and c.checks == [check] and check.verb == verb.split()[0]
        c.needs("small", 2, 1), c.unknown("real", "nobody has looked")
        assert c.verdict == "confirmed"

    def test_is_red_when_the_bound_is_multiplied_by_nine_tenths(self, c, verb):
        check = GREEN[verb](c, 0.9 if "fractions" not in verb else Fraction(9, 10))
        assert check.verdict == c.verdict != "confirmed"
        assert check.verdict.upper() in repr(check) and "look at: " in repr(check)


def measured_and_bound(verb):
    """Return a function of two numbers that puts them before this verb."""
    def put(c, measured, bound):
        if verb == "needs":
            return c.needs("small", measured, bound)
        if verb == "refutes_source":
            return c.refutes_source(measured, bound, printed="x")
        if verb == "agrees":
            return c.agrees(measured, bound, "oracle")
        return getattr(c, verb)(measured, bound)
    return put


each_plain_verb = pytest.mark.parametrize("verb", ["holds", "identity", "agrees", "tight", "needs", "refutes_source"])


@each_plain_verb
@pytest.mark.parametrize("measured, bound", [
    (math.nan, 1.0), (1.0, math.nan), (math.nan, math.nan), (1.0, math.inf), (-math.inf, 1.0), (math.inf, math.inf),
    (math.inf, 1.0), (1.0, -math.inf), (np.float64("nan"), 1.0), (math.inf, 10)])
def test_what_is_not_a_finite_number_is_refuted(c, verb, measured, bound):
    check = measured_and_bound(verb)(c, measured, bound)
    assert check.verdict == "refuted"
    json.dumps(c.card(), allow_nan=False)


@pytest.mark.parametrize("verb", ["holds", "identity", "agrees"])
@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("side", [0, 1])
def test_one_bad_entry_is_enough(c, verb, bad, side):
    sides = [np.ones(5), np.ones(5)]
    sides[side][3] = bad
    assert measured_and_bound(verb)(c, *sides).verdict == "refuted"


@pytest.mark.parametrize("bound", [math.nan, math.inf, -math.inf])
def test_an_estimate_against_an_infinite_bound_is_refuted(c, bound):
    estimate = evidence.mean(HALVES, 0, 1)
    assert c.expected(HALVES, bound, 0, 1).verdict == "refuted"
    assert c.holds(estimate, bound).verdict == "refuted"
    assert c.needs("small", estimate, bound).verdict == "refuted"
    assert c.refutes_source(estimate, bound, printed="x").verdict == "refuted"
    assert c.tight(estimate, bound).verdict == "refuted"
    assert c.equals(HALVES, bound, 0, 1, 0.1).verdict == "refuted"
    json.dumps(c.card(), allow_nan=False)


class TestHolds:
    @pytest.mark.parametrize("measured, bound, method", [
        (1, 2, "exact"), (Fraction(1, 3), 1, "exact"), (True, 1, "exact"), (np.int64(1), 2, "exact"),
        (1.0, 2, "deterministic"),
        (1, 2.0, "deterministic"), (np.arange(3), 5, "exact"), ([Fraction(1)], np.ones(1), "deterministic"),
        (sympy.Rational(1, 3), 1, "exact"), (evidence.proportion(0, 10_000), 0.1, "statistical")], ids=repr)
    def test_knows_how_far_the_numbers_can_be_trusted(self, c, measured, bound, method):
        check = c.holds(measured, bound)
        assert (check.method, check.verdict) == (method, "confirmed")

    def test_exact_numbers_have_no_margin(self, c):
        assert c.holds(10 ** 30 + 1, 10 ** 30).verdict == "refuted"
        assert c.holds(Fraction(1, 3) + Fraction(1, 10 ** 30), Fraction(1, 3)).verdict == "refuted"

    @pytest.mark.parametrize("bound", [1e-3, 1.0, 1e6, -1.0, -1e6, 0.0])
    def test_floats_have_a_margin_of_a_billionth(self, c, bound):
        margin = 1e-9 * max(1.0, abs(bound))
        assert c.holds(bound + 0.9 * margin, bound).verdict == "confirmed"
        assert c.latest.ratio == 1
        assert c.holds(bound + 1.1 * margin, bound).verdict == "refuted"
        assert c.latest.ratio > 1

    @pytest.mark.parametrize("measured, bound, ratio", [
        (1, 2, 0.5), (-1, 2, -0.5), (0, 0, 0.0), (-3, 0, 0.0), (-2, -1, 0.5), (-1, -1, 1.0), (0, 4, 0.0)])
    def test_ratio(self, c, measured, bound, ratio):
        assert c.holds(measured, bound).ratio == ratio

    @pytest.mark.parametrize("measured, bound, ratio", [(3, 2, 1.5), (1, 0, math.inf), (-1, -2, 1.5), (2, -4, 2.5)])
    def test_ratio_of_a_violation(self, c, measured, bound, ratio):
        check = c.holds(measured, bound)
        assert (check.verdict, check.ratio) == ("refuted", ratio)

    @given(st.fractions(-9, 9, max_denominator=9), st.fractions(-9, 9, max_denominator=9))
    def test_green_exactly_if_at_most_and_then_the_ratio_is_at_most_one(self, measured, bound):
        for sides in ((measured, bound), (float(measured), float(bound))):
            check = on_trial().holds(*sides)
            assert (check.verdict == "confirmed") == (measured <= bound) == (check.ratio <= 1)

    def test_shows_the_worst_entry(self, c):
        check = c.holds([[1.0, 2.0], [3.0, 4.0]], [4.0, 4.0])
        assert (check.measured, check.bound, check.ratio, check.count) == (4, 4, 1, 4)
        check = c.holds([1.0, 9.0, 2.0], [2.0, 8.0, 1.0], part="first violation")
        assert (check.measured, check.bound, check.verdict) == (9, 8, "refuted")


class TestStatistics:
    @pytest.mark.parametrize("bound, verdict", [(0.51, "confirmed"), (0.5, "undecided"), (0.49, "refuted")])
    def test_expected(self, c, bound, verdict):
        check = c.expected(HALVES, bound, 0.0, 1.0, on="halves")
        assert check.verdict == verdict
        assert (check.trials, check.alpha, check.method) == (100_000, ALPHA, "statistical")
        assert check.measured == pytest.approx(0.5)
        assert check.repeat_risk == evidence.mean(HALVES, 0, 1).repeat_risk(bound, ALPHA)

    @pytest.mark.parametrize("delta, verdict", [(LIMIT, "confirmed"), (0.005, "undecided"), (0.002, "refuted")])
    def test_probable(self, c, delta, verdict):
        check = c.probable(FAILURES, TRIALS, delta, on="coins", part="upper")
        assert check.verdict == verdict and (check.on, check.part) == ("coins", "upper")
        assert (check.measured, check.bound, check.trials, check.alpha) == (0.005, delta, TRIALS, ALPHA)
        assert check.repeat_risk == evidence.proportion(FAILURES, TRIALS).repeat_risk(delta, ALPHA)

    @pytest.mark.parametrize("value, width, verdict",
                             [(0.5, 0.01, "confirmed"), (0.5, 0.001, "undecided"), (0.51, 0.01, "refuted")])
    def test_equals(self, c, value, width, verdict):
        check = c.equals(HALVES, value, 0.0, 1.0, width, on="halves")
        assert check.verdict == verdict
        assert (check.trials, check.alpha, check.repeat_risk) == (100_000, ALPHA, None)
        assert (check.on, check.part, check.bound) == ("halves", None, value)
        assert check.measured == pytest.approx(0.5) and check.ratio == pytest.approx(0.5 / value)

    @pytest.mark.parametrize("bound, verdict", [(0.49, "confirmed"), (0.5, "undecided"), (0.51, "refuted")])
    def test_needs_and_refutes_source(self, c, bound, verdict):
        estimate = evidence.mean(HALVES, 0.0, 1.0)
        for check in (c.needs("small", estimate, bound), c.refutes_source(estimate, bound, printed="x")):
            assert check.verdict == verdict
            assert (check.trials, check.alpha, check.repeat_risk) == (100_000, ALPHA, None)

    def test_tight_counts_only_what_is_sure(self, c):
        estimate = evidence.mean(HALVES, 0.0, 1.0)
        check = c.tight(estimate, 0.5)
        assert check.ratio == estimate.lower(ALPHA) / 0.5 < 1
        assert (check.trials, check.alpha) == (100_000, ALPHA)

    def test_an_undecided_check_asks_for_more_trials(self, c):
        check = c.expected(HALVES, 0.5, 0.0, 1.0, on="halves")
        assert repr(check) == ("? expected UNDECIDED on halves: measured 0.5, bound 0.5; more trials are needed; "
                               'look at: check = c.expected(HALVES, 0.5, 0.0, 1.0, on="halves")')


class TestIdentityAndAgreement:
    @pytest.mark.parametrize("left, right, method", [
        (sympy.sin(x) ** 2 + sympy.cos(x) ** 2, 1, "symbolic"), (2, sympy.Integer(2), "symbolic"),
        (Fraction(2, 4), Fraction(1, 2), "exact"),
        ([1, 2], np.array([1, 2]), "exact"), (0.1 + 0.2, 0.3, "deterministic"), (np.ones(3), 1, "deterministic")],
        ids=str)
    def test_true(self, c, left, right, method):
        check = c.identity(left, right)
        assert (check.verdict, check.method) == ("confirmed", method)

    @pytest.mark.parametrize("left, right", [
        (x, x + 1), (sympy.Rational(1, 3), Fraction(333333, 10 ** 6)), (sympy.nan, 1), (sympy.oo, sympy.oo),
        (Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10 ** 30)), (10 ** 30, 10 ** 30 + 1), ([1, 2, 3], [1, 2, 4]),
        (1.0, 1.0 + 2e-9), (1e6, 1e6 + 2e-3), (1e-3, 2e-3), (np.ones(3), [1.0, 1.0, 1.1])], ids=str)
    def test_false(self, c, left, right):
        check = c.identity(left, right)
        assert (check.verdict, c.verdict) == ("refuted", "refuted")

    def test_a_wrong_identity_of_symbols_shows_the_difference(self, c):
        assert "the difference: -1" in repr(c.identity(x, x + 1))
        assert "step 2: -1" in repr(c.identity(x, x + 1, on="step 2"))

    def test_a_wrong_identity_of_numbers_shows_the_entry(self, c):
        check = c.identity([1, 5, 3], [1, 2, 4])
        assert (check.measured, check.bound) == (5, 2)

    @pytest.mark.parametrize("tolerance, verdict", [(1e-3, "confirmed"), (1e-5, "refuted"), (0, "refuted")])
    def test_agrees_to_a_relative_tolerance(self, c, tolerance, verdict):
        assert c.agrees(1000.0, 1000.1, "another program", tolerance).verdict == verdict
        assert c.agrees(0.1, 0.1 + tolerance / 2, "small numbers", tolerance).verdict == "confirmed"
        assert c.checks[0].oracle == "another program"

    def test_numbers_too_small_to_be_compared_stay_undecided(self, c):
        assert c.agrees([4.9e-19, 0.0], [2.1e-19, 0.0], "another program").verdict == "undecided"
        assert c.agrees([4.9e-19, 0.25], [2.1e-19, 0.25], "another program").verdict == "confirmed"
        assert c.agrees(math.log(4.9e-19), math.log(2.1e-19), "another program").verdict == "refuted"
        assert c.agrees([1e-17, 0.0], [0.0, 0.0], "zero").verdict == "confirmed"

    @pytest.mark.parametrize("tolerance, ours, theirs, shown", [
        (1e-5, -0.09510628665, -0.09510627769, -0.09511), (1e-9, 1e-18, 0.0, 0.0), (0, 0.125, 0.125, 0.125),
        (1e-9, 1234567.8912345, 1234567.8912344, 1234567.891)])
    def test_agreeing_numbers_are_shown_to_the_place_that_was_compared(self, c, tolerance, ours, theirs, shown):
        check = c.agrees(ours, theirs, "another program", tolerance)
        assert (check.measured, check.bound, check.verdict) == (shown, shown, "confirmed")
        assert math.copysign(1, check.bound) == math.copysign(1, shown)

    @pytest.mark.parametrize("tolerance", [-1, math.nan, math.inf, "1", None], ids=repr)
    def test_tolerance(self, c, tolerance):
        expected = f"tolerance = {tolerance!r}: expected a finite number >= 0"
        assert refusal(c.agrees, 1.0, 1.0, "oracle", tolerance) == expected
        assert c.checks == []


class TestTight:
    @pytest.mark.parametrize("measured, verdict", [
        (0.99, "confirmed"), (1.0, "confirmed"), (1 + 1e-10, "confirmed"), (0.9899, "refuted"), (1.001, "refuted"),
        (0, "refuted"),
        (-1, "refuted")])
    def test_the_range_that_is_taken_for_granted(self, c, measured, verdict):
        check = c.tight(2 * measured, 2)
        assert (check.verdict, check.at_least, check.at_most) == (verdict, 0.99, 1.0)

    @pytest.mark.parametrize("measured, verdict",
                             [(0.29, "refuted"), (0.3, "confirmed"), (0.5, "confirmed"), (0.51, "refuted")])
    def test_a_declared_range_with_a_reason(self, c, measured, verdict):
        check = c.tight(measured, 1, at_least=0.3, at_most=0.5, because="nobody knows better")
        assert (check.verdict, check.because) == (verdict, "nobody knows better")

    def test_a_range_of_one_number(self, c):
        assert c.tight(0.96, 1, at_least=0.96, at_most=0.96).verdict == "confirmed"
        assert c.tight(0.961, 1, at_least=0.96, at_most=0.96).verdict == "refuted"

    def test_a_reason_is_not_needed_near_one(self, c):
        assert c.tight(0.96, 1, at_least=0.95).verdict == "confirmed"
        message = "because = None: expected a reason why a ratio of 0.94 is the best known"
        assert refusal(c.tight, 0.96, 1, at_least=0.94) == message

    @pytest.mark.parametrize("at_least, at_most", [(0, 1), (-0.5, 1), (0.9, 0.8), (0.9, 1.1)])
    def test_ranges_that_are_none(self, c, at_least, at_most):
        shown = f"({float(at_least)}, {float(at_most)})"
        message = f"at_least, at_most = {shown}: expected 0 < at_least <= at_most <= 1"
        assert refusal(c.tight, 1, 1, at_least, at_most, "because") == message

    @pytest.mark.parametrize("value", [math.nan, math.inf, "1", None], ids=repr)
    def test_ends_that_are_no_numbers(self, c, value):
        assert refusal(c.tight, 1, 1, value, 1, "because") == f"at_least = {value!r}: expected a finite number"
        assert refusal(c.tight, 1, 1, 0.5, value, "because") == f"at_most = {value!r}: expected a finite number"

    def test_tightness_is_the_best_witness_of_the_loosest_part(self, c):
        assert c.tightness is None is c.card()["tightness"]
        for measured, part in ((0.96, "a"), (0.99, "a"), (0.97, "b"), (0.5, "b"), (1.0, None)):
            c.tight(measured, 1, at_least=0.95, part=part)
        assert c.tightness == c.card()["tightness"] == 0.97

    def test_only_green_witnesses_count(self, c):
        c.tight(0.5, 1)
        assert c.tightness is None


class TestNecessityAndErrata:
    @pytest.mark.parametrize("measured, bound", [(2, 1), (1 + Fraction(1, 10 ** 30), 1), (1.1, 1.0), (-1, -2), (1, 0)])
    def test_violations(self, c, measured, bound):
        assert c.needs("small", measured, bound).verdict == "confirmed"
        assert c.refutes_source(measured, bound, printed="the printed form").verdict == "confirmed"

    @pytest.mark.parametrize("measured, bound", [(1, 1), (0.5, 1.0), (1 + 1e-10, 1.0), (-2, -1)])
    def test_no_violation(self, c, measured, bound):
        assert c.needs("small", measured, bound).verdict == "refuted"
        assert c.refutes_source(measured, bound, printed="the printed form").verdict == "refuted"
        assert c.verdict == "refuted"

    def test_what_was_shown_and_what_is_not_known(self, c):
        c.needs("real", 0, 1)
        assert c.card()["needs_shown"] == []
        c.needs("small", 4, 2)
        c.unknown("real", because="nobody has looked")
        card = c.card()
        assert (card["needs_shown"], card["needs_unknown"]) == (["small"], {"real": "nobody has looked"})

    @pytest.mark.parametrize("name", ["tiny", "", None, 3], ids=repr)
    def test_unknown_names(self, c, name):
        message = f"assumption = {name!r}: expected one of the hypotheses of squares: small, real"
        assert refusal(c.needs, name, 2, 1) == message
        assert refusal(c.unknown, name, "because") == message
        assert c.checks == [] and c.unknowns == {}

    def test_a_claim_without_hypotheses(self):
        assert refusal(claim("bare").needs, "small", 2, 1).endswith("expected one of the hypotheses of bare: none")

    @pytest.mark.parametrize("because", ["", None, 3], ids=repr)
    def test_a_reason_in_words(self, c, because):
        assert refusal(c.unknown, "small", because) == f"because = {because!r}: expected a reason in words"

    def test_errata(self, c):
        assert c.card()["erratum"] is None
        c.refutes_source(2, 1, "x = 2", printed="x <= 1")
        c.refutes_source(5.25, 3, printed="y <= 3")
        assert c.card()["erratum"] == ("x <= 1: 2 where the source allows 1 (x = 2); "
                                       "y <= 3: 5.25 where the source allows 3")
        assert [(row["on"], row["printed"]) for row in c.card()["checks"]] == [("x = 2", "x <= 1"), (None, "y <= 3")]

    @pytest.mark.parametrize("call, columns", [
        (lambda c: c.equals(HALVES, 0.5, 0, 1, width=0.1, on="halves"), ("statistical", None, "halves", 0.5, 0.5, 1)),
        (lambda c: c.tight(Fraction(99, 100), Fraction(1), part="a"), ("exact", "a", None, 0.99, 1, 0.99)),
        (lambda c: c.tight(0.99, 1, on="x"), ("deterministic", None, "x", 0.99, 1, 0.99)),
        (lambda c: c.expected(HALVES, 0.6, 0, 1, on="h", part="b"), ("statistical", "b", "h", 0.5, 0.6, 5 / 6)),
        (lambda c: c.identity(x, x + 1), ("symbolic", None, "the difference: -1", 1, 0, math.inf)),
        (lambda c: c.identity(x, x + 1, on="here"), ("symbolic", None, "here: -1", 1, 0, math.inf)),
        (lambda c: c.identity(x, x, on="here"), ("symbolic", None, "here", 0, 0, 0)),
        (lambda c: c.identity(Fraction(1, 2), Fraction(1, 4)), ("exact", None, None, 0.5, 0.25, 2))])
    def test_the_columns_of_a_row(self, c, call, columns):
        row = call(c)
        assert (row.method, row.part, row.on) == columns[:3]
        assert (row.measured, row.bound, row.ratio) == pytest.approx(columns[3:])

    def test_the_best_worst_case_of_each_part_counts(self, c):
        for part, ratio in (("a", 0.96), ("a", 0.99), ("a", 0.97), ("b", 0.995)):
            c.tight(ratio, 1, at_least=0.95, part=part)
        assert c.card()["tightness"] == 0.99


class TestBadInput:
    @each_plain_verb
    @pytest.mark.parametrize("value", ["1", "one", None, 1j, object, 10 ** 400], ids=lambda v: repr(v)[:20])
    @pytest.mark.parametrize("side", [0, 1])
    def test_sides_that_are_no_numbers(self, c, verb, value, side):
        sides = [1, 1]
        sides[side] = value
        message = refusal(measured_and_bound(verb), c, *sides)
        assert message.startswith("measured or bound = ") and message.endswith(": expected a number")
        assert c.checks == [] and c.errata == []

    @pytest.mark.parametrize("verb", ["holds", "identity", "agrees"])
    @pytest.mark.parametrize("value", [["1", "2"], [1, None], np.array([1, "a"], dtype=object), [[1], [1, 2]]],
                             ids=repr)
    def test_arrays_that_hold_no_numbers(self, c, verb, value):
        assert refusal(measured_and_bound(verb), c, value, 1) and c.checks == []

    @pytest.mark.parametrize("verb", ["holds", "identity", "agrees"])
    def test_shapes(self, c, verb):
        put = measured_and_bound(verb)
        message = "shapes of measured and bound = ((2,), (3,)): expected equal shapes, or a number on one side"
        assert refusal(put, c, [1, 2], [1, 2, 3]) == message
        assert refusal(put, c, [], 1) == "measured = []: expected at least one number"

    @pytest.mark.parametrize("verb", ["tight", "needs", "refutes_source"])
    def test_one_instance_is_one_number(self, c, verb):
        assert refusal(measured_and_bound(verb), c, [2, 3], 1) == "measured or bound = [2, 3]: expected a number"

    def test_errors_of_the_evidence(self, c):
        assert refusal(c.expected, [0.5, 2.0], 1, 0, 1) == "samples = 2.0: expected every sample in [0.0, 1.0]"
        assert refusal(c.expected, [0.5, math.nan], 1, 0, 1).startswith("samples[1] = nan: expected ")
        assert refusal(c.probable, 3, 2, 0.1) == "failures = 3: expected at most trials = 2"
        assert refusal(c.equals, [0.5, 0.5], 0.5, 0, 1, -1) == "width = -1: expected a finite number > 0"
        for delta in (0, 1, math.nan, "0.1"):
            message = f"delta = {delta!r}: expected a number in the open interval (0, 1)"
            assert refusal(c.probable, 0, 2, delta) == message
        assert c.checks == []

    @pytest.mark.parametrize("label", ["", None, 3, ["a"]], ids=repr)
    def test_label(self, label):
        assert refusal(claim, label) == f"label = {label!r}: expected the label of a theorem box, a non-empty string"

    def test_assumes(self):
        message = "assumes = 'convex': expected a list of names, such as ['convex', 'step']"
        assert refusal(claim, "a", "convex") == message


class TestRows:
    def test_one_row_for_each_verb_and_part_keeps_the_worst(self, c):
        for measured, on in ((1.0, "first"), (1.5, "worst"), (0.5, "last")):
            c.holds([measured, 0.25], 2.0, on=on)
            c.holds(measured, 4.0, on=on, part="other")
        assert [(row.part, row.count, row.measured, row.ratio, row.on) for row in c.checks] == [
            (None, 6, 1.5, 0.75, "worst"), ("other", 3, 1.5, 0.375, "worst")]
        assert c.latest is c.checks[1]

    @pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (2, 0, 1)])
    def test_a_refutation_outweighs_indecision_and_that_a_larger_ratio(self, c, order):
        steps = [lambda: c.expected(HALVES, 0.501, 0, 1, on="near"),
                 lambda: c.expected(HALVES / 2, 0.2499, 0, 1, on="undecided"),
                 lambda: c.expected(HALVES / 5, 0.09, 0, 1, on="far too much")]
        for i in order:
            steps[i]()
        row, = c.checks
        assert (row.verdict, row.on, row.count) == ("refuted", "far too much", 3)
        assert "far too much" in row.line

    def test_a_red_row_stays_red_and_remembers_its_line(self, c):
        c.holds(1.0, 2.0)
        c.holds(3.0, 2.0, on="the guilty line")
        c.holds(1.999, 2.0)
        row, = c.checks
        assert (row.verdict, row.count, row.measured) == ("refuted", 3, 3.0)
        assert row.line == 'c.holds(3.0, 2.0, on="the guilty line")'

    def test_exact_and_floating_checks_keep_rows_of_their_own(self, c):
        c.holds(1, 2), c.holds(1.0, 2.0), c.holds(Fraction(3, 2), 2)
        assert [(row.method, row.count) for row in c.checks] == [("exact", 2), ("deterministic", 1)]

    def test_alphas_and_risks_add_up(self, c):
        bounds = (0.504, 0.51, 0.505)
        for bound in bounds:
            c.expected(HALVES, bound, 0, 1)
        row, = c.checks
        assert (row.count, row.bound) == (3, 0.504)
        assert row.alpha == pytest.approx(3 * ALPHA)
        risks = [evidence.mean(HALVES, 0, 1).repeat_risk(bound, ALPHA) for bound in bounds]
        assert row.repeat_risk == pytest.approx(sum(risks)) and row.repeat_risk > max(risks)

    def test_deterministic_rows_have_no_alpha(self, c):
        c.holds(1, 2), c.holds(1, 2)
        assert (c.checks[0].alpha, c.checks[0].repeat_risk, c.checks[0].trials) == (None, None, None)

    @pytest.mark.parametrize("put", [
        lambda c: c.tight(1, 1), lambda c: c.identity(1, 1), lambda c: c.agrees(1, 1, "oracle"),
        lambda c: c.needs("small", 2, 1),
        lambda c: c.refutes_source(2, 1, printed="x"), lambda c: c.equals(HALVES, 0.5, 0, 1, 0.1)])
    def test_the_other_verbs_are_never_merged(self, c, put):
        put(c), put(c)
        assert [row.count for row in c.checks] == [1, 1]

    def test_the_verdict_of_a_claim_is_its_worst(self, c):
        assert c.verdict == "undecided" and c.latest is None
        c.unknown("small", "because")
        assert c.verdict == "undecided"
        for put, verdict in ((lambda: c.holds(1, 2), "incomplete"), (lambda: c.needs("real", 2, 1), "confirmed"), (lambda: c.expected(HALVES, 0.5, 0, 1), "undecided"),
                             (lambda: c.tight(1, 2), "refuted"), (lambda: c.holds(1, 2), "refuted")):
            put()
            assert c.verdict == verdict


class TestSentences:
    @pytest.mark.parametrize("put, sentence", [
        (lambda c: c.holds(1, 3), "✓ holds, measured/bound 0.333333"),
        (lambda c: c.holds([1, 2], 4, on="two"), "✓ holds on 2 instances, largest measured/bound 0.5 (two)"),
        (lambda c: c.holds(1, 4, part="left"), "✓ holds (left), measured/bound 0.25"),
        (lambda c: c.expected(HALVES, 1.0, 0, 1, on="halves"), "✓ expected, measured/bound 0.5 (halves)"),
        (lambda c: c.probable(5, 1000, 0.5), "✓ probable, measured/bound 0.01"),
        (lambda c: c.identity(x, x, on="step 1"), "✓ identity: step 1"),
        (lambda c: c.identity([1, 2], [1, 2]), "✓ identity (2 entries)"),
        (lambda c: c.agrees(1.5, 1.5, "scipy", on="T = 4"), "✓ agrees with scipy: T = 4: 1.5 and 1.5"),
        (lambda c: c.agrees([1, 2, 3], [1, 2, 3], "scipy"), "✓ agrees with scipy: 3 and 3 (3 pairs in all)"),
        (lambda c: c.tight(1, 2, 0.5, because="slow", on="x", part="right"),
         "✓ tight (right): x: measured/bound 0.500000000; slow"),
        (lambda c: c.needs("small", 4, 2, on="x = 2"), "✓ needs (small): x = 2: without it 4 > 2"),
        (lambda c: c.needs("small", 1 + 1e-7, 1), "✓ needs (small): without it more than 1"),
        (lambda c: c.refutes_source(4, 2, printed="x"), "✓ the formula as printed fails: 4 > 2"),
        (lambda c: c.needs("small", 1, 2), "✗ needs REFUTED: measured 1, bound 2; look at: (lambda c: c.needs(")])
    def test_sentence(self, c, put, sentence):
        found = repr(put(c))
        assert found.startswith(sentence) and (found == sentence or "look at" in found)

    @pytest.mark.parametrize("verb", ["holds", "identity", "agrees", "tight", "needs", "refutes_source"])
    def test_a_red_line_shows_measured_bound_and_the_calling_line(self, c, verb):
        measured, bound = (1.25, 8.5) if verb in ("tight", "needs", "refutes_source") else (8.5, 1.25)
        check = measured_and_bound(verb)(c, measured, bound)
        assert repr(check).startswith(f"✗ {verb} REFUTED: measured {measured}, bound {bound}; look at: ")
        assert check.line.startswith(("return c.", "return getattr(c, verb)")) and check.line in repr(check)

    def test_a_claim_lists_its_rows(self, c):
        c.holds(1, 2)
        c.unknown("real", "nobody has looked")
        assert repr(c) == ("? squares incomplete\n  ✓ holds, measured/bound 0.5\n"
                           "  – (real) necessity not known: nobody has looked")


class TestShortcomings:
    NO_CHECK = "no check that it holds: use holds, expected, probable, equals or identity"
    NO_WORST = "no worst case: show one with tight, or declare the range of the ratio and say why"

    def healthy(self):
        c = claim("squares", assumes=["small"])
        c.holds(1, 1)
        c.tight(1, 1)
        c.needs("small", 4, 2)
        return c

    def found(self, c, kind="result"):
        return claims.shortcomings(c.card(), kind)

    def test_a_healthy_card(self):
        assert self.found(self.healthy()) == self.found(self.healthy(), "object") == []

    def test_an_empty_card(self):
        c = claim("squares", assumes=["small", "real"])
        nothing_said = "nothing said of what breaks without: small, real (use needs, or unknown)"
        assert self.found(c) == [self.NO_CHECK, nothing_said]
        assert self.found(c, "object") == [self.NO_CHECK]

    def test_parts_without_a_worst_case_are_named_in_order_the_nameless_one_too(self):
        c = claim("squares")
        for part in ("left", None, "arms"):
            c.holds(1, 1, part=part)
        assert [sentence.split(":")[0] for sentence in self.found(c)] == [
            "no worst case", "no worst case for the part 'arms'", "no worst case for the part 'left'"]

    @pytest.mark.parametrize("put", [
        lambda c: c.holds(1, 1), lambda c: c.expected(HALVES, 0.6, 0, 1), lambda c: c.probable(0, 1000, 0.5),
        lambda c: c.equals(HALVES, 0.5, 0, 1, 0.1), lambda c: c.identity(1, 1)])
    def test_each_check_that_it_holds_will_do(self, put):
        c = claim("squares")
        put(c)
        assert self.found(c, "object") == []

    @pytest.mark.parametrize("put", [
        lambda c: c.tight(1, 1), lambda c: c.agrees(1, 1, "oracle"), lambda c: c.refutes_source(2, 1, printed="x")])
    def test_no_other_check_will_do(self, put):
        c = claim("squares")
        put(c)
        assert self.found(c) == self.found(c, "object") == [self.NO_CHECK]

    @pytest.mark.parametrize("put", [lambda c: c.holds(1, 1), lambda c: c.expected(HALVES, 0.6, 0, 1),
                                     lambda c: c.probable(0, 1000, 0.5)])
    def test_an_inequality_needs_a_worst_case_in_a_result(self, put):
        c = claim("squares")
        put(c)
        assert self.found(c) == [self.NO_WORST] and self.found(c, "object") == []

    @pytest.mark.parametrize("put", [lambda c: c.equals(HALVES, 0.5, 0, 1, 0.1), lambda c: c.identity(1, 1)])
    def test_an_equation_needs_none(self, put):
        c = claim("squares")
        put(c)
        assert self.found(c) == []

    def test_every_part_needs_a_worst_case_of_its_own(self):
        c = self.healthy()
        c.holds(1, 1, part="left"), c.holds(1, 1, part="right"), c.tight(1, 1, part="right")
        assert self.found(c) == [self.NO_WORST.replace("worst case", "worst case for the part 'left'")]

    def test_a_declared_slack_with_a_reason_will_do(self):
        c = claim("squares")
        c.holds(1, 4)
        c.tight(1, 4, at_least=0.2, at_most=0.3, because="the constant is not sharp")
        assert self.found(c) == []

    def test_a_hypothesis_may_be_left_open_in_words(self):
        c = self.healthy()
        c.assumes += ["real", "odd"]
        c.unknown("real", "nobody has looked")
        assert self.found(c) == ["nothing said of what breaks without: odd (use needs, or unknown)"]

    def test_a_red_necessity_is_no_necessity(self):
        c = self.healthy()
        c.assumes.append("real")
        c.needs("real", 1, 2, on="x = i")
        red, nothing_said = self.found(c)
        assert red == ("needs refuted (real): measured 1, bound 2, on x = i, in the line: "
                       'c.needs("real", 1, 2, on="x = i")')
        assert nothing_said == "nothing said of what breaks without: real (use needs, or unknown)"

    @pytest.mark.parametrize("put, beginning", [
        (lambda c: c.holds(3, 2), "holds refuted: measured 3, bound 2, in the line: "),
        (lambda c: c.expected(HALVES, 0.5, 0, 1, on="y"),
         "expected undecided: measured 0.5, bound 0.5, on y, in the line: "),
        (lambda c: c.tight(1, 2), "tight refuted: measured 1, bound 2, in the line: "),
        (lambda c: c.agrees(1, 2, "oracle"), "agrees refuted: measured 1, bound 2, in the line: "),
        (lambda c: c.refutes_source(1, 2, printed="x"), "refutes_source refuted: measured 1, bound 2, in the line: "),
        (lambda c: c.holds(math.nan, 2), "holds refuted: measured –, bound 2, in the line: ")])
    @pytest.mark.parametrize("kind", ["result", "object"])
    def test_every_red_row_is_named(self, put, beginning, kind):
        c = self.healthy()
        put(c)
        red, *others = self.found(c, kind)
        assert red.startswith(beginning) and not [text for text in others if "refuted" in text or "undecided" in text]

    @pytest.mark.parametrize("kind", ["theorem", "", None], ids=repr)
    def test_kind(self, kind):
        message = f"kind = {kind!r}: expected 'result' or 'object'"
        assert refusal(claims.shortcomings, self.healthy().card(), kind) == message


def told(check):
    """Return the sentence of a check as a page shows it."""
    words, look, code = check.sentence().partition("; look at: ")
    return Tags(as_html(words)).text + look + code


class Tags(HTMLParser):
    """Collects the tags, the identifiers and the text of a piece of HTML, and whether every tag is closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.attributes, self.text = [], [], [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


class TestCard:
    EVIL = "<script>alert('&')</script>\"x\""

    def full(self):
        """A claim with a row of every verb, green and red."""
        c = claim("squares", assumes=["small", "real"], source="a book")
        c.holds(1, 2, on="here", part="left")
        c.expected(HALVES, 0.6, 0, 1), c.probable(0, 1000, 0.5), c.equals(HALVES, Fraction(1, 2), 0, 1, 0.1)
        c.identity(x, x), c.agrees(np.float32(1), 1, "scipy"), c.tight(1, 1)
        c.needs("small", 4, Fraction(5, 3)), c.unknown("real", "nobody has looked")
        c.refutes_source(2, 1, printed="x <= 1")
        c.holds(math.nan, 1.0), c.holds(-math.inf, 1.0, part="left"), c.tight(math.inf, math.nan)
        return c

    def test_the_promised_keys(self):
        card = self.full().card()
        assert {"id", "assumes", "source", "seed", "fingerprint", "checks", "tightness", "erratum", "needs_shown",
                "needs_unknown"} <= set(card)
        for check in card["checks"]:
            assert {"verb", "assumption", "part", "on", "count", "measured", "bound", "ratio", "method", "trials",
                    "alpha", "repeat_risk", "oracle", "because", "verdict", "line", "at_least", "at_most"} <= set(check)
        assert (card["id"], card["assumes"], card["source"]) == ("squares", ["small", "real"], "a book")
        assert (card["needs_shown"], card["needs_unknown"]) == (["small"], {"real": "nobody has looked"})
        assert card["tightness"] == 1.0 and card["erratum"] == "x <= 1: 2 where the source allows 1"

    def test_the_json_is_strict(self):
        card = self.full().card()
        text = json.dumps(card, allow_nan=False)
        assert json.loads(text) == card
        assert not any(word in text for word in ("NaN", "Infinity"))
        assert [c["measured"] for c in card["checks"] if c["verdict"] == "refuted"] == [None, None, None]

    def test_numbers_have_ten_digits(self):
        c = claim("thirds")
        c.holds(1 / 3, 2 / 3)
        check, = c.card()["checks"]
        assert (check["measured"], check["bound"], check["ratio"]) == (0.3333333333, 0.6666666667, 0.5)

    def test_seed_and_fingerprint(self, monkeypatch):
        monkeypatch.setenv("OTBNOTES_SEED", "7")
        card = self.full().card()
        assert card["seed"] == 7 and card["fingerprint"] == claims.fingerprint() and card["fingerprint"].endswith(":7")
        monkeypatch.setenv("OTBNOTES_SEED", "8")
        assert claims.fingerprint() != card["fingerprint"]

    def test_the_bundle(self):
        c = self.full()
        bundle = c._repr_mimebundle_()
        assert set(bundle) == {"text/plain", "text/html", "application/vnd.otbnotes.claim+json"}
        assert bundle["text/plain"] == repr(c) and bundle["application/vnd.otbnotes.claim+json"] == c.card()

    def test_the_html_is_drawn_from_the_json_alone(self):
        c = self.full()
        for shown in (c, *c.checks):
            bundle = shown._repr_mimebundle_()
            page = bundle.pop("text/html")
            assert cards.html_of(json.loads(json.dumps(bundle))) == page
        assert "measured nan, bound 1; look at: " in Tags(c._repr_mimebundle_()["text/html"]).text
        assert cards.html_of({"text/html": "<p>of something else</p>"}) is None

    def test_the_html_says_everything(self):
        c = self.full()
        page = Tags(c._repr_mimebundle_()["text/html"])
        assert page.open == [] and ("id", "card-squares") in page.attributes and ("href", "#squares") in page.attributes
        for check in c.checks:
            assert told(check) in page.text
        for words in ("✗ refuted", "Source: a book.", "necessity of (real): nobody has looked", "Seed "):
            assert words in page.text

    def test_odds_are_rounded_up(self):
        c = claim("coins")
        c.probable(FAILURES, TRIALS, 0.0175)
        risk = c.checks[0].repeat_risk
        text = Tags(c._repr_mimebundle_()["text/html"]).text
        assert 1e-3 < risk <= 1e-2 and "10000 trials, α 10−6; a fresh run would fail to confirm with probability below 10−2Back" in text

    def test_no_promise_is_shown_as_one(self):
        c = claim("coins")
        c.probable(FAILURES, TRIALS, 0.005), c.probable(FAILURES, TRIALS, 0.005)
        text = Tags(c._repr_mimebundle_()["text/html"]).text
        assert "10000 trials, α 2·10−6; a fresh run would fail to confirm with probability below 1Back" in text

    def test_the_summary_counts(self):
        c = claim("squares", assumes=["small", "real"])
        c.holds([1, 2, 3], 4), c.identity([1, 2], [1, 2]), c.tight(0.995, 1), c.agrees(1, 1, "oracle")
        c.needs("small", 2, 1), c.needs("real", 2, 1), c.needs("small", 3, 1)
        assert sentences.summary(c.card()) == ("no counterexample in 5 checks\u00a0· a bad case comes to 99 % of the bound\u00a0· "
                                               "fails without (small), without (real)")
        c.tight(1, 1, on="x = 1")
        assert "\u00a0· equality is attained (x = 1)\u00a0· " in sentences.summary(c.card())
        c.holds(5, 4)
        assert sentences.summary(c.card()).startswith("6 checks\u00a0· ")

    def test_the_best_rows_come_first_and_red_ones_before_all(self):
        c = claim("squares", assumes=["small"])
        c.holds(1, 2), c.tight(0.99, 1), c.tight(1, 1, on="x = 1"), c.needs("small", 2, 1)
        first = c._repr_mimebundle_()["text/html"].split("the whole log")[0]
        assert "x = 1" in first and "needs (small)" in first and "holds," not in first
        c.identity(1, 2)
        first = c._repr_mimebundle_()["text/html"].split("the whole log")[0]
        assert "REFUTED" in first and "needs (small)" not in first.partition("<tbody>")[2]

    def test_what_the_rows_would_notice_stands_on_the_card(self):
        line = {"bound": "f", "term": "a + b", "whole": True, "exponent": False, "value": 0.99}
        c = claim("squares")
        c.holds(1, 2), c.unseen("f", "b", "b is small at every size that one meets")
        drawn = cards.html_of(c._repr_mimebundle_(), {"squares": [line, {**line, "term": "b", "whole": False, "value": 0.1}]})
        assert "a row turns red if f promises 1 % more; its b could be cut to 0.1 before one does (b is small at every size that one meets)" in Tags(drawn).text

    def test_the_html_escapes(self):
        evil = self.EVIL
        c = claim(evil, assumes=[evil], source=evil)
        c.holds(1, 2, on=evil, part=evil), c.agrees(1, 1, evil), c.tight(1, 2, 0.5, because=evil)
        c.holds(2, 1, on=evil)
        c.identity(x, x + 1, on=evil), c.needs(evil, 2, 1, on=evil)
        c.unknown(evil, evil), c.refutes_source(2, 1, printed=evil)
        page = Tags(c._repr_mimebundle_()["text/html"])
        assert "script" not in page.tags and page.open == []
        assert ("id", "card-" + evil) in page.attributes and ("href", "#" + evil) in page.attributes
        assert page.text.count(evil) + page.text.count(evil.replace('"x"', '“x”')) >= 10
        for check in c.checks:
            line = Tags(check._repr_mimebundle_()["text/html"])
            assert line.tags == ["p", "span"] and told(check) in line.text

    def test_nothing_against_nothing_is_not_called_one(self, c):
        assert repr(c.holds(0, 0)) == "✓ holds, measured/bound 0/0"
        assert repr(c.holds([0, 1, 0], [0, 2, 3])) == "✓ holds on 4 instances, largest measured/bound 0.5"
        assert repr(c.tight(0, 0)) == "✓ tight: the bound 0 is attained"
        assert repr(c.tight(-1, 0)).startswith("✗ tight REFUTED: measured -1, bound 0")

    def test_formulas_are_typeset_and_code_is_quoted(self, c):
        line = c.holds(0.5, 1, on="x_1^2, delta = 1e-300")._repr_mimebundle_()["text/html"]
        assert "(x<sub>1</sub><sup>2</sup>, δ\u00a0=\u00a010<sup>−300</sup>)" in line
        assert 'c.holds(2 ** 2, -1, on=&quot;x_1^2&quot;)' in c.holds(2 ** 2, -1, on="x_1^2")._repr_mimebundle_()["text/html"]

    def test_a_line_says_its_verdict_in_its_class(self, c):
        assert ("class", "otb-line otb-confirmed") in Tags(c.holds(1, 2)._repr_mimebundle_()["text/html"]).attributes
        assert ("class", "otb-line otb-refuted") in Tags(c.tight(1, 2)._repr_mimebundle_()["text/html"]).attributes


NUMBERS = st.sampled_from([0.0, 1.0, -1.0, 2.5, 1e-12, -1e-12, 1 + 5e-10, 1 + 5e-9, 1e300, 1e-300, math.nan, math.inf, -math.inf])


@given(st.lists(st.tuples(NUMBERS, NUMBERS | st.floats(0.1, 10)), min_size=1, max_size=4))
def test_arrays_are_compared_as_lists_are(pairs):
    measured, bound = zip(*pairs)
    slow, fast = (on_trial().holds(make(measured), make(bound)) for make in (list, np.array))
    assert repr(slow) == repr(fast) and repr((slow.ratio, slow.count)) == repr((fast.ratio, fast.count))


@pytest.mark.parametrize("least, bound, verbs, said", [
    (3, 5, ("holds", "tight", "needs"), ""),
    (4, 5, ("holds", "tight", "needs"), "holds has made 3 comparisons: expected at least 4."),
    (3, 4, ("holds", "tight", "needs"), "holds is refuted: measured 5"),
    (3, 5, ("holds", "needs"), "tight is missing"),
    (3, 5, ("holds", "tight"), 'needs("small", ...) is missing')])
def test_what_an_answer_lacks_is_said(c, least, bound, verbs, said):
    if "holds" in verbs:
        for measured in (3, 4, 5):
            c.holds(measured, bound)
    if "tight" in verbs:
        c.tight(bound, bound)
    if "needs" in verbs:
        c.needs("small", 7, bound)
    answer = claims.wanting(c.card(), "squares", "small", least)
    assert answer.startswith(said) and (answer == "") == (said == "")


def test_an_answer_about_another_statement_is_named(c):
    assert claims.wanting(c.card(), "cubes", "small") == 'This is a trial of squares: open claim("cubes", assumes=["small"]).'
