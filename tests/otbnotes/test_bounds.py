"""The bounds: their formulas in exact or long arithmetic, how they hang together, and what they refuse."""

import inspect
import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otbnotes import bounds

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

positive = st.floats(1e-3, 1e3)
rounds_ = st.integers(1, 10 ** 6)
eighths = st.integers(1, 80).map(lambda n: Fraction(n, 8))
close = {"rel": 1e-13}


@pytest.mark.parametrize("value, expected", [
    (bounds.gd_step(3.0, 2.0, 16), 3 / 8), (bounds.gd_regret(3.0, 2.0, 16), 24), (bounds.gd_regret(0.5, 0.0, 9), 0),
    (bounds.gd_average_regret(3.0, 2.0, 16), 1.5), (bounds.gd_regret_of_step(3.0, 2.0, 16, 0.375), 24),
    (bounds.gd_regret_of_step(3.0, 2.0, 16, 0.75), 30), (bounds.gd_regret_of_step(1.0, 0.0, 16, 0.25), 2),
    (bounds.gd_excess_risk(3.0, 2.0, 16, 0.5, 2 * math.exp(-8)), 2)])
def test_by_hand(value, expected):
    assert value == pytest.approx(expected, rel=1e-15)


@given(eighths, eighths, st.integers(1, 100), eighths)
def test_fixed_step_in_fractions(radius, gradient_bound, rounds, step):
    exact = radius ** 2 / (2 * step) + step * gradient_bound ** 2 * rounds / 2
    ours = bounds.gd_regret_of_step(float(radius), float(gradient_bound), rounds, float(step))
    assert ours == pytest.approx(float(exact), rel=1e-15)
    assert bounds.gd_regret_of_step(radius, gradient_bound, rounds, step) == pytest.approx(float(exact), rel=1e-15)


@given(eighths, eighths, st.integers(1, 1000))
def test_square_numbers_of_rounds_in_fractions(radius, gradient_bound, root):
    step, regret = radius / (gradient_bound * root), radius * gradient_bound * root
    assert bounds.gd_step(radius, gradient_bound, root ** 2) == pytest.approx(float(step), rel=1e-15)
    assert bounds.gd_regret(radius, gradient_bound, root ** 2) == pytest.approx(float(regret), rel=1e-15)
    average = bounds.gd_average_regret(radius, gradient_bound, root ** 2)
    assert average == pytest.approx(float(regret / root ** 2), rel=1e-15)


@given(positive, positive, rounds_, positive)
def test_the_tuned_step_is_the_best(radius, gradient_bound, rounds, step):
    tuned = bounds.gd_step(radius, gradient_bound, rounds)
    best = bounds.gd_regret_of_step(radius, gradient_bound, rounds, tuned)
    assert best == pytest.approx(bounds.gd_regret(radius, gradient_bound, rounds), **close)
    assert best <= bounds.gd_regret_of_step(radius, gradient_bound, rounds, step) * (1 + 1e-13)


@given(positive, positive, rounds_, st.floats(1.01, 100))
def test_a_step_wrong_by_a_factor_costs_the_mean_of_it_and_its_inverse(radius, gradient_bound, rounds, factor):
    tuned, best = bounds.gd_step(radius, gradient_bound, rounds), bounds.gd_regret(radius, gradient_bound, rounds)
    for step in (tuned * factor, tuned / factor):
        wrong = bounds.gd_regret_of_step(radius, gradient_bound, rounds, step)
        assert wrong == pytest.approx(best * (factor + 1 / factor) / 2, **close)


@given(positive, positive, st.integers(1, 10 ** 6), positive, st.floats(1e-9, 0.999))
def test_excess_risk_in_fifty_digits(radius, gradient_bound, rounds, ceiling, delta):
    with localcontext() as context:
        context.prec = 50
        B, G, T, c, d = (Decimal(x) for x in (radius, gradient_bound, rounds, ceiling, delta))
        exact = B * G / T.sqrt() + 2 * c * ((2 / d).ln() / (2 * T)).sqrt()
    assert bounds.gd_excess_risk(radius, gradient_bound, rounds, ceiling, delta) == pytest.approx(float(exact), **close)


@given(positive, positive, rounds_, positive, st.floats(1e-9, 0.4))
def test_excess_risk_grows_with_confidence_and_shrinks_with_the_sample(radius, gradient_bound, rounds, ceiling, delta):
    here = bounds.gd_excess_risk(radius, gradient_bound, rounds, ceiling, delta)
    assert here > bounds.gd_excess_risk(radius, gradient_bound, rounds, ceiling, 2 * delta)
    assert here == pytest.approx(2 * bounds.gd_excess_risk(radius, gradient_bound, 4 * rounds, ceiling, delta), **close)
    assert here > bounds.gd_average_regret(radius, gradient_bound, rounds)


@pytest.mark.parametrize("name", ["gd_step", "gd_regret", "gd_average_regret"])
def test_numpy_integers_count_rounds(name):
    assert getattr(bounds, name)(2.0, 3.0, np.int64(4)) == getattr(bounds, name)(2.0, 3.0, 4)


def test_the_tuned_step_needs_a_slope():
    with pytest.raises(ValueError, match=r"^G \(largest length of a gradient\) = 0: expected a finite number > 0$"):
        bounds.gd_step(1.0, 0, 4)


def test_an_exact_argument_of_numpy_does_not_overflow():
    assert bounds.perceptron_length(np.int64(2 ** 40), np.int64(2)) == 2 ** 81


def test_the_signature_is_the_formula_in_words():
    assert str(inspect.signature(bounds.hedge_regret)) == "(N: experts, T: rounds)"


@pytest.mark.parametrize("values, named", [((1.0, 2.0), {}), ((1.0, 2.0, 3, 4), {}), ((1.0,), {"T": 3}), ((1.0, 2.0, 3), {"rounds": 3})])
def test_a_call_that_does_not_fit_is_a_type_error(values, named):
    with pytest.raises(TypeError, match="argument"):
        bounds.gd_regret(*values, **named)
