"""What is refused, and how: one line with the name of the argument, its value and what was expected."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otbnotes import require

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

NOT_NUMBERS = [math.nan, math.inf, -math.inf, "1", "abc", b"1", np.str_("1"), None, [], [1.0], np.array([1.0]), {}, 1j,
               np.complex64(1), 10 ** 400, Ellipsis, Decimal("0.25")]
FINITE = "a finite number"
POSITIVE, NONNEGATIVE = "a finite number > 0", "a finite number >= 0"
PROBABILITY = "a number in the open interval (0, 1)"
SHARE, POSITIVE_SHARE = "a number in [0, 1]", "a number in (0, 1]"
WORDS = {require.number: FINITE, require.positive: POSITIVE, require.nonnegative: NONNEGATIVE,
         require.probability: PROBABILITY, require.share: SHARE, require.positive_share: POSITIVE_SHARE}
TINY = 5e-324


def message(function, *arguments):
    """Return the one line of the ``ValueError``."""
    with pytest.raises(ValueError) as caught:
        function(*arguments)
    text = str(caught.value)
    assert "\n" not in text
    return text


class TestFail:
    def test_says_name_value_and_expectation(self):
        assert message(require.fail, "step", -1, "a number > 0") == "step = -1: expected a number > 0"

    def test_long_values_are_cut(self):
        assert message(require.fail, "x", "a" * 100, "less") == "x = '" + "a" * 59 + "…: expected less"
        assert message(require.fail, "x", "a" * 58, "less") == "x = '" + "a" * 58 + "': expected less"

    def test_a_value_of_many_lines_is_shown_on_one(self):
        assert message(require.fail, "x", np.eye(2), "less") == "x = array([[1., 0.],        [0., 1.]]): expected less"


class TestNumbers:
    @pytest.mark.parametrize("value", NOT_NUMBERS, ids=repr)
    @pytest.mark.parametrize("function", WORDS, ids=lambda f: f.__name__)
    def test_refuses_what_is_not_a_finite_number(self, function, value):
        shown = repr(value) if len(repr(value)) <= 60 else repr(value)[:60] + "…"
        assert message(function, "x", value) == f"x = {shown}: expected {WORDS[function]}"

    @pytest.mark.parametrize("function, value", [
        (require.positive, 0), (require.positive, -0.0), (require.positive, -1), (require.positive, -TINY),
        (require.nonnegative, -TINY), (require.nonnegative, -1), (require.probability, 0), (require.probability, 1),
        (require.probability, 1.5), (require.probability, -0.5), (require.share, -TINY),
        (require.share, math.nextafter(1, 2)), (require.positive_share, 0), (require.positive_share, math.nextafter(1, 2))])
    def test_refuses_what_is_out_of_range(self, function, value):
        assert message(function, "x", value) == f"x = {value!r}: expected {WORDS[function]}"

    @pytest.mark.parametrize("function, value", [
        (require.positive, TINY), (require.nonnegative, 0), (require.nonnegative, -0.0), (require.probability, TINY),
        (require.probability, math.nextafter(1, 0)), (require.number, -1e308), (require.share, 0), (require.share, 1),
        (require.positive_share, TINY), (require.positive_share, 1)])
    def test_accepts_the_ends_of_the_range(self, function, value):
        assert function("x", value) == value

    @pytest.mark.parametrize("value",
                             [1, Fraction(1, 4), np.float32(0.25), np.int8(3), np.array(0.25)])
    def test_returns_a_plain_float(self, value):
        result = require.number("x", value)
        assert type(result) is float and result == value

    @given(st.floats())
    def test_each_range_is_exact(self, x):
        rules = {require.number: math.isfinite(x), require.positive: 0 < x < math.inf,
                 require.nonnegative: 0 <= x < math.inf, require.probability: 0 < x < 1, require.share: 0 <= x <= 1,
                 require.positive_share: 0 < x <= 1}
        for function, allowed in rules.items():
            if allowed:
                assert function("x", x) == x
            else:
                assert message(function, "x", x) == f"x = {x!r}: expected {WORDS[function]}"


class TestInteger:
    @pytest.mark.parametrize("value", [True, False, np.True_, 2.0, 2.5, np.float64(2), "2", None, math.nan, Fraction(2),
                                       [2], np.array([2]), 1, 0, -3, np.int64(1)], ids=repr)
    def test_refuses(self, value):
        assert message(require.integer, "rounds", value, 2) == f"rounds = {value!r}: expected an integer >= 2"

    @pytest.mark.parametrize("value", [2, np.int8(2), np.uint64(2 ** 63), 10 ** 400])
    def test_returns_a_plain_int(self, value):
        result = require.integer("rounds", value, 2)
        assert type(result) is int and result == value

    @given(st.integers(), st.integers())
    def test_the_lower_end_is_exact(self, value, least):
        if value >= least:
            assert require.integer("n", value, least) == value
        else:
            assert message(require.integer, "n", value, least) == f"n = {value}: expected an integer >= {least}"


class TestArray:
    EXPECTED = "a non-empty array of finite numbers with 1 axes"

    @pytest.mark.parametrize("value", [
        ["1", "2"], np.array(["1"]), np.array(["1", 2.0], dtype=object), [b"1"], "abc", "1", [1j], np.array([1j]),
        np.array([1.0, 1j], dtype=object), {1: 2}, [[1], [1, 2]], [Ellipsis], [10 ** 400]], ids=repr)
    def test_refuses_entries_that_are_no_numbers(self, value):
        text = message(require.array, "x", value, 1)
        assert text.startswith("x = ") and text.endswith(": expected " + self.EXPECTED)

    @pytest.mark.parametrize("value, shape", [
        ([], "(0,)"), (3.0, "()"), (None, "()"), ([[1.0]], "(1, 1)"), (np.ones((2, 0)), "(2, 0)"),
        (np.float64(1), "()")])
    def test_refuses_wrong_shapes(self, value, shape):
        assert message(require.array, "x", value, 1) == f"x = 'array of shape {shape}': expected {self.EXPECTED}"

    @pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
    def test_names_the_entry_that_is_not_finite(self, bad):
        text = message(require.array, "x", [[0.0, 1.0], [2.0, bad]], 2)
        assert text == f"x[1, 1] = {bad}: expected a non-empty array of finite numbers with 2 axes"
        assert message(require.array, "x", [0.0, bad, bad], 1, "good ones") == f"x[1] = {bad}: expected good ones"

    def test_none_within_is_not_a_number(self):
        assert message(require.array, "x", [1.0, None], 1) == f"x[1] = nan: expected {self.EXPECTED}"

    def test_exact_numbers_are_rounded(self):
        assert require.array("x", [Fraction(1, 4), 0.5, 1, True], 1).tolist() == [0.25, 0.5, 1.0, 1.0]

    @given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
    def test_keeps_every_entry(self, entries):
        result = require.array("x", entries, 1)
        assert result.dtype == float and result.tolist() == entries

    def test_copies_only_if_needed(self):
        table = np.arange(6.0).reshape(2, 3)
        assert require.array("x", table, 2) is table
        turned = require.array("x", table.T, 2)
        assert turned.flags.c_contiguous and not np.shares_memory(turned, table)
        assert turned.tolist() == [[0, 3], [1, 4], [2, 5]]


class TestVectors:
    EXPECTED = {require.vector: TestArray.EXPECTED, require.positive_vector: "a non-empty vector of finite numbers > 0",
                require.nonnegative_vector: "a non-empty vector of finite numbers >= 0"}

    @pytest.mark.parametrize("function", EXPECTED, ids=lambda f: f.__name__)
    @pytest.mark.parametrize("value", [[], [[1.0]], 1.0, "1", [1.0, None], [1.0, math.nan], [1.0, math.inf]], ids=repr)
    def test_refuses_what_is_no_vector(self, function, value):
        assert message(function, "x", value).endswith(f": expected {self.EXPECTED[function]}")

    @pytest.mark.parametrize("function, value", [(require.positive_vector, [1.0, 0.0]), (require.nonnegative_vector, [1.0, -TINY])])
    def test_refuses_one_entry_out_of_range(self, function, value):
        assert message(function, "x", value) == f"x = {value}: expected {self.EXPECTED[function]}"

    @pytest.mark.parametrize("function, value", [(require.vector, [-1.0, 0.0]), (require.positive_vector, [TINY, 1e308]),
                                                 (require.nonnegative_vector, [0.0, -0.0])])
    def test_accepts_the_ends_of_the_range(self, function, value):
        assert function("x", value).tolist() == value


class TestSigns:
    def test_accepts_any_kind_of_one(self):
        result = require.signs("labels", [1, -1.0, np.int8(1), True], 4)
        assert result.dtype == float and result.tolist() == [1, -1, 1, 1]

    @pytest.mark.parametrize("wrong", [0, 2, -2, 0.5, 1 + 1e-15])
    def test_names_the_first_wrong_label(self, wrong):
        text = message(require.signs, "labels", [1, wrong, 7])
        assert text == f"labels[1] = {float(wrong)!r}: expected a label -1 or +1"

    def test_counts_the_labels(self):
        text = message(require.signs, "labels", [1, -1], 3)
        assert text == "labels = '2 labels': expected 3 labels, one per row of the features"

    @pytest.mark.parametrize("value", [["1"], [], [[1]], 1, None, "1", ["a"]], ids=repr)
    def test_refuses_what_is_not_a_vector_of_numbers(self, value):
        text = message(require.signs, "labels", value)
        assert text.startswith("labels = ") and text.endswith(": expected a non-empty vector of labels -1 and +1")

    def test_refuses_nan(self):
        assert message(require.signs, "labels", [1, math.nan]).startswith("labels[1] = nan: expected ")


@pytest.mark.parametrize("value, shape", [(1.0, ()), ([1, 2], (2,)), ([["a"], ["b"]], (2, 1)), ([[1], [1, 2]], (0, 0, 0, 0)), ([], (0,))])
def test_what_is_rectangular_keeps_its_shape(value, shape):
    assert require.rectangular(value).shape == shape
