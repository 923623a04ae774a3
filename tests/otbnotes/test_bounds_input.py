"""Every argument of every bound: a good call gives finite numbers, and what is not allowed is refused by symbol and meaning."""

import inspect
import math
import re

import numpy as np
import pytest
from pages import ROOT

from otbnotes import arguments, bounds, require

BOUNDS = {bound.__name__: bound for several in bounds.STATEMENTS.values() for bound in several}
TABLE = {name: value for name, value in vars(arguments).items() if isinstance(value, arguments.Argument)}
CASES = [(name, symbol) for name, bound in BOUNDS.items() for symbol in bound.__annotations__]
COUNTS = [(name, symbol) for name, symbol in CASES if BOUNDS[name].__annotations__[symbol].counts]


def refusal(name, symbol, value):
    """Return the message that a bound has for a value of one argument, all others being typical; "" if it has none."""
    try:
        BOUNDS[name](**{**good(name), symbol: value})
    except ValueError as error:
        return str(error)
    return ""


def good(name):
    """Return a call's arguments that the bound must accept."""
    return {symbol: argument.typical for symbol, argument in BOUNDS[name].__annotations__.items()}


@pytest.mark.parametrize("name", BOUNDS)
def test_a_good_call_is_finite(name):
    assert np.isfinite(np.asarray(BOUNDS[name](**good(name)), dtype=float)).all()


@pytest.mark.parametrize("name", TABLE)
def test_each_argument_is_of_use_under_its_symbol(name):
    uses = [(symbol, argument) for bound in BOUNDS.values() for symbol, argument in bound.__annotations__.items()
            if (argument.symbol, argument.meaning) == (TABLE[name].symbol, TABLE[name].meaning)]
    assert uses and all(symbol == argument.symbol for symbol, argument in uses)
    TABLE[name].read(TABLE[name].typical)


def test_every_statement_of_a_bound_stands_in_a_chapter():
    chapters = [path.read_text("utf8") for path in (ROOT / "chapters").glob("*.md")]
    assert set(bounds.STATEMENTS) <= {label for text in chapters for label in re.findall(r"^:label: (\S+)$", text, re.M)}


def test_every_function_of_the_sheet_is_registered():
    written = {name for name, function in vars(bounds).items()
               if inspect.isfunction(function) and function.__module__ == bounds.__name__ and name[0] != "_"}
    assert written == {*BOUNDS, "bound"}


OUTSIDE = {require.number: ("a finite number", []), require.positive: ("a finite number > 0", [0, -0.5]),
           require.nonnegative: ("a finite number >= 0", [-0.5]), require.share: ("a number in [0, 1]", [-0.1, 1.1]),
           require.positive_share: ("a number in (0, 1]", [0, 1.1]),
           require.probability: ("a number in the open interval (0, 1)", [0, 1]),
           require.vector: ("a non-empty array of finite numbers with 1 axes", [[[1.0]]]),
           require.positive_vector: ("a non-empty vector of finite numbers > 0", [[1.0, 0.0], [[1.0]]]),
           require.nonnegative_vector: ("a non-empty vector of finite numbers >= 0", [[1.0, -1.0], [[1.0]]])}


@pytest.mark.parametrize("name, symbol", CASES)
def test_what_is_not_allowed_is_refused_by_name(name, symbol):
    argument = BOUNDS[name].__annotations__[symbol]
    default = inspect.signature(BOUNDS[name]).parameters[symbol].default
    words, outside = (f"an integer >= {argument.allowed}", [argument.allowed - 1, 2.5, True]) if argument.counts else OUTSIDE[argument.allowed]
    for bad in [math.nan, -math.inf, 10 ** 400 if not argument.counts else "2", "many", object(), *outside] + [None] * (default is not None):
        said = refusal(name, symbol, bad)
        assert re.match(rf"{re.escape(symbol)} \({re.escape(argument.meaning)}\)(\[\d+\])? = ", said) and said.endswith(f": expected {words}")


SMALLEST_OF = {**{(name, "N"): 3 for name in BOUNDS if name.startswith(("committee_", "littlestone"))},
               **{(f"compression_{name}", "n"): 3 for name in ("beta", "agnostic", "realizable", "order_free", "training", "unrealizable",
                                                               "unrealizable_risk")},
               ("compression_rest_error", "n"): 90, ("compression_rest_error_as_printed", "n"): 91, ("compression_stable", "n"): 5,
               ("compression_rectangles", "n"): 7, ("pv_vs_holdout", "n"): 10, ("holdout_mean_as_printed", "n"): 10,
               ("random_design_floor", "n"): 3, ("random_design_wishart", "n"): 5}
"""The least counts that another argument of the good call demands."""


@pytest.mark.parametrize("name, symbol", COUNTS)
def test_the_smallest_count_is_accepted_and_the_one_below_refused(name, symbol):
    least = SMALLEST_OF.get((name, symbol), BOUNDS[name].__annotations__[symbol].allowed)
    assert not np.isnan(np.asarray(BOUNDS[name](**{**good(name), symbol: least}), dtype=float)).any()
    assert ": expected " in refusal(name, symbol, least - 1)


BY_HAND = [
    (lambda: bounds.random_design_floor(10, 3, 2.0), 0.75),
    (lambda: bounds.lms_factor(0.1, 3.0), 0.1),
    (lambda: bounds.vaw_regret(2.0, 3.0, 2.0, 3.0, 2, 4), 18 + 8 * math.log(10)),
    (lambda: bounds.sgd_excess_of_step(3.0, 2.0, 4, 0.5), (9 + 2) / 2),
    (lambda: bounds.ftrl_regret_as_printed(1.0, 6.0, 2.0), 4),
    (lambda: bounds.leader_drop_sharp(3.0, 0.5), 9),
    (lambda: bounds.eg_regret_as_printed(3.0, 8, 10), 12 * math.sqrt(math.log(10))),
    (lambda: bounds.soft_perceptron_risk_of_updates(101, 200, 0.1), math.inf),
    (lambda: bounds.soft_perceptron_risk_of_updates(100, 200, 0.1), (100 * math.log(200) + math.log(20)) / 100),
    (lambda: bounds.soft_perceptron_risk_of_updates(80, 200, 0.1), (80 * math.log(200) + math.log(20)) / 120),
    (lambda: bounds.rwm_loss_of_beta(0, 4, 0.0), 1),
    (lambda: bounds.rwm_loss_of_beta(3, 4, 0.5), math.log(32) / (2 * math.log(4 / 3))),
    (lambda: bounds.bernstein_deviation(12, 0.5, 0.25), math.sqrt(math.log(2) / 24) + math.log(2) / 36),
    (lambda: bounds.empirical_bernstein_deviation(12, 0.5, 0.25), math.sqrt(math.log(4) / 24) + 7 * math.log(4) / 33),
    (lambda: bounds.bernoulli_kl(1.0, 0.25), math.log(4)),
    (lambda: bounds.double_sample(1.0), 2),
    (lambda: bounds.littlestone_mistakes(4, 1, 2.0, 0.5), 8),
    (lambda: bounds.holdout_mean_as_printed(0.5, 1, 1), 0.5),
    (lambda: bounds.littlestone_second_part(1, 0.1, 0.5), 240 * math.log(8)),
    (lambda: bounds.pv_vs_holdout(1, 1), 1),
    (lambda: bounds.committee_crossing(1), 1),
    (lambda: bounds.mirror_regret_on_mistakes(5.0, 2.0, 3.0, 0.5, 7), 10 + 31.5),
    (lambda: bounds.mirror_mistakes_of_step(5.0, 7.0, 4.0, 2.0, 3.0, 0.25), (28 + 20) / 1.75),
    (lambda: bounds.mirror_mistakes(5.0, 7.0, 0.5, 2.0, 3.0), 720 + 14),
    (lambda: bounds.mirror_perceptron_mistakes(3.0, 2.0, 0.5, 7.0), 144 + 14),
    (lambda: bounds.mirror_winnow_mistakes(8, 3.0, 0.5, 7.0), 72 * math.log(8) + 14),
    (lambda: bounds.perceptron_progress(0.5, 3), 1.5),
    (lambda: bounds.winnow_progress(0.5, bounds.winnow_largest_step(0.5)), 0),
    (lambda: bounds.winnow_progress(0.01, bounds.winnow_largest_step(0.01)), 0)]


@pytest.mark.parametrize("call, by_hand", BY_HAND)
def test_by_hand(call, by_hand):
    """The calls are made in the test, not when it is collected."""
    assert call() == pytest.approx(by_hand, rel=1e-12, abs=1e-13)


@pytest.mark.parametrize("size", [2, 3, 7])
def test_from_the_crossing_on_the_committee_pays_for_winnow(size):
    crossing = bounds.committee_crossing(size)
    wins = [n * size > 2 * size ** 2 * math.log(n) for n in range(crossing - 1, crossing + 50)]
    assert wins == [False] + [True] * 50


REFUSED = [
    (lambda: bounds.rwm_loss_of_beta(3, 4, 0.0), "beta = 0.0: expected a number in [0, 1), and > 0 if L > 0"),
    (lambda: bounds.rwm_loss_of_beta(0, 4, 1.0), "beta = 1.0: expected a number in [0, 1), and > 0 if L > 0"),
    (lambda: bounds.hoeffding_deviation(10, 0.1, 1.0, 3), "sides (of the deviation) = 3: expected 1 or 2"),
    (lambda: bounds.vaw_regret_of_run(1.0, 1.0, [1.0], [0.9]), "s (denominators of the run) = [0.9]: expected numbers >= 1, one per label"),
    (lambda: bounds.vaw_regret_of_run(1.0, 1.0, [1.0], [1.0, 2.0]), "s = array([1., 2.]): expected 1 numbers, one per label"),
    (lambda: bounds.perceptron_repeats(0.5, 1.0), "s (label times prediction) = 0.5: expected a number <= 0: a mistake"),
    (lambda: bounds.compression_training_step_as_printed(0.5, 2), "ratio (n / delta) = 0.5: expected a number >= 1"),
    (lambda: bounds.committee_margin(3, 4), "k = 4: expected an integer from 1 to N = 3"),
    (lambda: bounds.committee_margin_as_printed(3, 4), "k = 4: expected an integer from 1 to N = 3"),
    (lambda: bounds.littlestone_mistakes(3, 4), "k = 4: expected an integer from 1 to N = 3"),
    (lambda: bounds.littlestone_mistakes(4, 1, 2.0, 0.4), "alpha, theta = (2.0, 0.4): expected alpha > 1 and theta >= 1 / alpha"),
    (lambda: bounds.littlestone_mistakes(4, 1, 1.0), "alpha, theta = (1.0, 2.0): expected alpha > 1 and theta >= 1 / alpha"),
    (lambda: bounds.holdout_mean_as_printed(0.5, 3, 4), "m = 4: expected at most n = 3"),
    (lambda: bounds.pv_vs_holdout(3, 4), "m = 4: expected at most n = 3"),
    (lambda: bounds.dynamic_validation_half([0.1] * 3, 1.0, 0.1), "risks (of the hypotheses) = [0.1, 0.1, 0.1]: expected an even number of them"),
    (lambda: bounds.compression_beta(2, 2, 0.1), "n = 2: expected an integer > k = 2"),
    (lambda: bounds.compression_order_free(2, 2, 0.1), "n = 2: expected an integer > k = 2"),
    (lambda: bounds.compression_stable(4, 2, 0.1), "n = 4: expected an integer > 2k = 4"),
    (lambda: bounds.compression_rest_error(0.1, 4, 5), "n = 4: expected an integer >= rest = 5"),
    (lambda: bounds.compression_rest_error_as_printed(0.1, 0.1, 5, 5), "n = 5: expected an integer > rest = 5"),
    (lambda: bounds.random_design_wishart(4, 3, 1.0), "n = 4: expected an integer >= d + 2 = 5"),
    (lambda: bounds.random_design_floor(2, 3, 1.0), "n = 2: expected an integer >= d = 3"),
    (lambda: bounds.soft_perceptron_risk(0.5, 0.1, [0.1], 0.1), "slacks (what the examples lack to the margin) = [0.1]: expected at least 2 of them"),
    (lambda: bounds.soft_perceptron_risk_as_printed(0.5, 0.1, [0.1], 0.1), "scores (labels times predictions) = [0.1]: expected at least 2 of them"),
    (lambda: bounds.winnow_mistakes(4, 0.1, 1.0), "eta = 1.0: expected a step with eta gamma > ln cosh(eta), for gamma = 0.1"),
    (lambda: bounds.eg_log_moment_as_printed([1.0], [0.5, 0.5]), "weights = [0.5, 0.5]: expected 1 of them, one for each value"),
    (lambda: bounds.eg_log_moment_as_printed([1.0], [0.0]), "weights (of the values) = [0.0]: expected numbers >= 0, not all 0"),
    (lambda: bounds.adaboost_error([0.3, 1.0]), "epsilon (weighted errors of the rules) = [0.3, 1.0]: expected numbers in (0, 1)"),
    (lambda: bounds.pnorm_mistakes(1.0, 1.0, 1.0, 0.1, 0.0), "q (exponent of the norm) = 1.0: expected a number > 1; the theorem needs q >= 2"),
    (lambda: bounds.logistic_smoothness(1e300),
     "arguments of logistic_smoothness = {'x': 1e+300}: expected numbers not too large or too small for its arithmetic")]


@pytest.mark.parametrize("call, message", REFUSED, ids=[message for _, message in REFUSED])
def test_refused_with_a_clear_message(call, message):
    with pytest.raises(ValueError) as refused:
        call()
    assert str(refused.value) == message
