"""Every argument of every bound: a good call gives finite numbers, and what is no number is refused by name."""

import inspect
import math

import numpy as np
import pytest

from otbnotes import bounds

BOUNDS = {name: function for name, function in vars(bounds).items() if inspect.isfunction(function) and name[0] != "_"}
WHOLE = dict(rounds=100, experts=4, size=50, dimension=3, k=2, sample=40, degree=2, samples=200, traces=5, terms=3,
             n=100, examples=100, mistakes=4, points=5, test_size=10, sample_size=50, updates=3, rest=90)
REAL = dict(delta=0.05, margin=0.2, gradient_bound=1.5, lipschitz=1.5, regulariser=0.5, radius=2.0, feature_radius=1.5, ceiling=2.0,
            variance=0.2, step=0.1, strength=0.5, epsilon=0.1, p=0.3, a=0.5, comparator_norm=1.5, diameter=2.0, training_error=0.1,
            rise=0.5, comparator_risk=0.2, spread=1.5, squares=3.0, first_step=0.5, convexity=0.5, rest_error=0.1, deviation=0.1, error=0.1,
            s=0.5, square_distance=1.5, value=0.5, budget=9, product=0.5, mean_loss=0.2, ratio=1.5, risk=0.2, q=0.4, excess=0.2, value_u=1.0,
            value_v=2.0, weight=0.3, feature_norm=1.5, curvature=1.5, divergence=0.7, width=1.5, square_margin=0.2, norm=1.5, margin_error=0.1,
            distance=1.5, named_error=0.2, least_training_error=0.1, shortfall=0.3, constant=1.5, before=2.0, moved=1.0, label_radius=1.5,
            probability=0.3, b=2.0, gap=0.3, least=3, beta=0.5, reach=1.5, square_radius=2.0, offset=1.0, square_norm=1.5, diagonal=2.0,
            squared_distance=1.5, leverage=0.3, inverse_trace=0.7, label_bound=1.5, hinge=3.0, gibbs_error=0.2,
            gibbs_risk=0.2, hinge_risk=0.2, regret=5.0, mistake_bound=5.0, empirical_risk=0.1, test_error=0.1, progressive_error=0.1,
            start=0, score=-0.5, square=1.5, accuracy=0.1, stability=0.1, optimisation=0.1, multiplier=2, promotion=2.0, threshold=2.0)
ARRAYS = dict(risks=[0.1, 0.2], slacks=[0.1, 0.0, 0.3], spreads=[1.0, 2.0], labels=[1.0, -1.0], denominators=[1.5, 2.0],
              values=[0.5, -0.5], weights=[0.5, 0.5], scores=[0.5, -0.5])
GOOD = {**WHOLE, **REAL, **ARRAYS}
OTHERWISE = {(name, "size"): 3 for name in BOUNDS if name.startswith(("committee_", "littlestone"))}
CASES = [(name, argument) for name, function in BOUNDS.items() for argument in inspect.signature(function).parameters]


def good(name):
    """Return a call's arguments that the bound must accept."""
    return {argument: OTHERWISE.get((name, argument), GOOD[argument])
            for argument in inspect.signature(BOUNDS[name]).parameters if argument in GOOD}


@pytest.mark.parametrize("name", BOUNDS)
def test_a_good_call_is_finite(name):
    assert np.isfinite(np.asarray(BOUNDS[name](**good(name)), dtype=float)).all()


@pytest.mark.parametrize("name, argument", CASES)
def test_what_is_no_number_is_refused_by_name(name, argument):
    default = inspect.signature(BOUNDS[name]).parameters[argument].default
    for bad in [math.nan, -math.inf, "many", object()] + [None] * (default is not None):
        with pytest.raises(ValueError) as refused:
            BOUNDS[name](**{**good(name), argument: bad})
        assert str(refused.value).startswith(f"{argument} = ") and ": expected " in str(refused.value)


SMALLEST = {"degree": 0, "mistakes": 0, "k": 1, "dimension": 1, "experts": 2, "samples": 2}
SMALLEST_OF = {("perceptron_potential", "mistakes"): 1, ("otb_realizable_winnow", "dimension"): 2, ("sauer", "n"): 0,
               ("empirical_bernstein_deviation", "size"): 2,
               **{(name, "dimension"): 0 for name in ("net_chernoff_chain_as_printed", "net_requirement", "net_sample_size", "sauer",
                                                       "fixed_design_excess_risk", "training_loss")},
               **{(name, "experts"): 1 for name in ("expert_gap", "expert_gap_as_printed", "kl_to_uniform", "winnow_mistakes",
                                                    "winnow_mistakes_as_printed", "winnow_simple", "winnow_tuned")},
               **{(name, "experts"): 3 for name in BOUNDS if name.startswith(("committee_", "littlestone"))},
               **{(name, "n"): 3 for name in BOUNDS if name.startswith("compression_")},
               **{(name, "k"): 0 for name in BOUNDS if name.startswith("compression_") and name.endswith(("_simple", "_as_printed"))},
               **{(f"compression_{name}", "n"): 1 for name in (
                   "agnostic_as_printed", "agnostic_simple", "realizable_as_printed", "realizable_simple", "training_as_printed",
                   "training_simple", "strips")},
               ("compression_rectangles", "n"): 7, ("compression_rest_error_as_printed", "n"): 91, ("compression_rest_error", "n"): 90,
               ("compression_rectangles_as_printed", "n"): 1, ("compression_stable", "n"): 5,
               ("compression_training_step_as_printed", "k"): 1, ("pv_vs_holdout", "rounds"): 10,
               ("holdout_mean_as_printed", "sample_size"): 10, ("random_design_floor", "size"): 3, ("random_design_wishart", "size"): 5,
               ("compression_rest_error", "rest"): 1, ("compression_rest_error_as_printed", "rest"): 1}
COUNTS = [(name, argument) for name, argument in CASES if argument in WHOLE]


@pytest.mark.parametrize("name, argument", COUNTS)
def test_the_smallest_count_is_accepted_and_the_one_below_refused(name, argument):
    least = SMALLEST_OF.get((name, argument), SMALLEST.get(argument, 1))
    assert not np.isnan(np.asarray(BOUNDS[name](**{**good(name), argument: least}), dtype=float)).any()
    with pytest.raises(ValueError):
        BOUNDS[name](**{**good(name), argument: least - 1})


BY_HAND = [
    (lambda: bounds.random_design_floor(10, 3, 2.0), 0.75),
    (lambda: bounds.lms_factor(0.1, 3.0), 0.1),
    (lambda: bounds.vaw_regret(2.0, 3.0, 2.0, 3.0, 2, 4), 18 + 8 * math.log(10)),
    (lambda: bounds.sgd_excess_of_step(3.0, 2.0, 4, 0.5), (9 + 2) / 2),
    (lambda: bounds.ftrl_regret_as_printed(1.0, 6.0, 2.0), 4),
    (lambda: bounds.leader_drop_sharp(3.0, 0.5), 9),
    (lambda: bounds.rlm_distance_as_printed(3.0, 0.5, 4), 3),
    (lambda: bounds.soft_perceptron_risk_of_updates(101, 200, 0.1), math.inf),
    (lambda: bounds.soft_perceptron_risk_of_updates(100, 200, 0.1), (101 * math.log(200) + math.log(10)) / 100),
    (lambda: bounds.soft_perceptron_risk_of_updates(80, 200, 0.1), (81 * math.log(200) + math.log(10)) / 120),
    (lambda: bounds.rwm_loss_of_beta(0, 4, 0.0), 1),
    (lambda: bounds.rwm_loss_of_beta(3, 4, 0.5), math.log(32) / (2 * math.log(4 / 3))),
    (lambda: bounds.gaussian_truncation(0.0, 1.0, 1.0, 2), 0),
    (lambda: bounds.gaussian_truncation(1.0, 2.0, 1.0, 2), 0.5),
    (lambda: bounds.bernstein_tail(10, 0.0, 0.25), 1),
    (lambda: bounds.bernstein_tail(10, 0.6, 0.25), math.exp(-3.6 / (0.45 + math.sqrt(0.25 * 0.65)))),
    (lambda: bounds.bernstein_deviation(12, 0.5, 0.25), math.sqrt(math.log(2) / 24) + math.log(2) / 36),
    (lambda: bounds.empirical_bernstein_deviation(12, 0.5, 0.25), math.sqrt(math.log(4) / 24) + 7 * math.log(4) / 33),
    (lambda: bounds.bernoulli_kl(1.0, 0.25), math.log(4)),
    (lambda: bounds.double_sample(1.0), 2),
    (lambda: bounds.littlestone_mistakes(4, 1, 2.0, 0.5), 8),
    (lambda: bounds.holdout_mean_as_printed(0.5, 1, 1), 0.5),
    (lambda: bounds.pv_vs_holdout(1, 1), 1),
    (lambda: bounds.committee_crossing(1), 1),
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
    (lambda: bounds.gaussian_truncation(1.0, 1.9, 1.0, 2), "squares = 1.9: expected at least 2 |product| = 2.0"),
    (lambda: bounds.azuma_deviation(0.1, [1.0, 0.0]), "spreads = [1.0, 0.0]: expected numbers > 0, the lengths of the predictable"),
    (lambda: bounds.hoeffding_deviation(10, 0.1, 1.0, 3), "sides = 3: expected 1 or 2"),
    (lambda: bounds.vaw_regret_of_run(1.0, 1.0, [1.0], [0.9]), "denominators = [0.9]: expected 1 numbers >= 1, one per label"),
    (lambda: bounds.vaw_regret_of_run(1.0, 1.0, [1.0], [1.0, 2.0]), "denominators = [1.0, 2.0]: expected 1 numbers >= 1"),
    (lambda: bounds.bernoulli_kl(0.5, 1.1), "p = 1.1: expected"),
    (lambda: bounds.perceptron_repeats(0.5, 1.0), "score = 0.5: expected a number <= 0: a mistake"),
    (lambda: bounds.double_sample(2.0), "probability = 2.0: expected a number in [0, 1]"),
    (lambda: bounds.double_sample("many"), "probability = 'many': expected a number in [0, 1]"),
    (lambda: bounds.littlestone_mistakes(4, 1, 2.0, 0.4), "promotion, threshold = (2.0, 0.4): expected promotion > 1 and"),
    (lambda: bounds.holdout_mean_as_printed(0.5, 3, 4), "test_size = 4: expected at most sample_size = 3"),
    (lambda: bounds.pv_vs_holdout(3, 4), "test_size = 4: expected at most rounds = 3"),
    (lambda: bounds.compression_rest_error_as_printed(0.1, 0.1, 5, 5), "n = 5: expected"),
    (lambda: bounds.winnow_mistakes(4, 0.1, 1.0), "step = 1.0: expected"),
    (lambda: bounds.eg_log_moment_as_printed([1.0], [0.5, 0.5]), "weights = [0.5, 0.5]: expected 1 of them, one for each value")]


@pytest.mark.parametrize("call, message", REFUSED, ids=[message for _, message in REFUSED])
def test_refused_with_a_clear_message(call, message):
    with pytest.raises(ValueError) as refused:
        call()
    assert str(refused.value).startswith(message)
