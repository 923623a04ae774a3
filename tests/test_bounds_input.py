"""Every argument of every bound: a good call gives finite numbers, and what is no number is refused by name."""

import inspect
import math

import numpy as np
import pytest

from otbnotes import bounds

BOUNDS = {name: function for name, function in vars(bounds).items() if inspect.isfunction(function) and name[0] != "_"}
WHOLE = dict(rounds=100, experts=4, size=50, m=100, dimension=3, k=2, sample=40, degree=2, samples=200, traces=5, terms=3,
             n=10, examples=100, mistakes=4, points=5, test_size=10, sample_size=50, updates=3, rest=90)
REAL = dict(delta=0.05, margin=0.2, gradient_bound=1.5, lipschitz=1.5, regulariser=0.5, radius=2.0, feature_radius=1.5, ceiling=2.0,
            variance=0.2, step=0.1, strength=0.5, epsilon=0.1, p=0.3, a=0.5, comparator_norm=1.5, diameter=2.0, training_error=0.1,
            rise=0.5, comparator_risk=0.2, spread=1.5, squares=3.0, first_step=0.5, convexity=0.5, rest_error=0.1, deviation=0.1, error=0.1,
            s=0.5, square_distance=1.5, value=0.5, budget=9, product=0.5, mean_loss=0.2, ratio=1.5, risk=0.2, q=0.4, excess=0.2, value_u=1.0,
            value_v=2.0, weight=0.3, feature_norm=1.5, curvature=1.5, divergence=0.7, width=1.5, square_margin=0.2, norm=1.5, margin_error=0.1,
            distance=1.5, named_error=0.2, least_training_error=0.1, shortfall=0.3, constant=1.5, before=2.0, moved=1.0, label_radius=1.5,
            probability=0.3, b=2.0, gap=0.3, least=3, beta=0.5, reach=1.5, square_radius=2.0, offset=1.0, square_norm=1.5, diagonal=2.0,
            squared_distance=1.5, leverage=0.3, inverse_trace=0.7, label_bound=1.5, feature_bound=1.5, hinge=3.0, gibbs_error=0.2,
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
