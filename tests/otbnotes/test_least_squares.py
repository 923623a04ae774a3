"""Least squares on a sample: the identities in fractions, NumPy and scikit-learn beside them, and what breaks them."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from otbnotes import bounds
from otbnotes.least_squares import (fit, fixed_design_risk, hat_matrix, inverse, leverage, new_point_losses, ridge, sign_noise,
                                    truncated_inverse_chi2)


X = np.array([[1, 0], [1, 1], [1, 2], [1, 4]])
HALF = Fraction(1, 2)
small = st.integers(-4, 4)


@st.composite
def designs(draw, rows=5):
    """Integer designs of full rank with at most ``rows`` rows and 3 columns, and a true vector."""
    d = draw(st.integers(1, 3))
    n = draw(st.integers(d, rows))
    features = np.array(draw(st.lists(st.lists(small, min_size=d, max_size=d), min_size=n, max_size=n)))
    assume(np.linalg.matrix_rank(features) == d)
    return features, draw(st.lists(small, min_size=d, max_size=d))


@given(designs())
def test_normal_equations(design):
    features, truth = design
    labels = np.arange(len(features)) ** 2
    theta = fit(features, labels)
    assert (features.T @ (features @ theta - labels)).tolist() == [0] * features.shape[1]
    peer = np.linalg.lstsq(features, labels, rcond=None)[0]
    assert fit(features.astype(float), labels) == pytest.approx(peer, rel=1e-8, abs=1e-8)
    assert theta.astype(float) == pytest.approx(peer, rel=1e-8, abs=1e-8)


@given(designs())
def test_the_projection(design):
    features, truth = design
    P = hat_matrix(features)
    assert (P @ P == P).all() and (P == P.T).all() and np.trace(P) == features.shape[1]
    noise = np.arange(1, len(features) + 1) * [(-1) ** k for k in range(len(features))]
    error = features @ (fit(features, features @ np.array(truth) + noise) - truth)
    assert error.tolist() == (P @ noise).tolist() and error @ error == noise @ P @ noise
    assert hat_matrix(features.astype(float) + 0.0) == pytest.approx(P.astype(float), abs=1e-8)


@given(designs(), st.lists(small, min_size=3, max_size=3), st.integers(1, 3))
def test_the_risk_of_a_fixed_vector(design, other, scale):
    features, truth = design
    theta, n = np.array(other[:len(truth)]), len(features)
    distance = ((features @ (theta - truth)) ** 2).sum()
    measured = fixed_design_risk(features, truth, theta, scale * sign_noise(n))
    assert measured == bounds.risk_at_fixed_points(Fraction(int(distance)), n, scale ** 2)
    assert measured >= fixed_design_risk(features, truth, truth, scale * sign_noise(n)) == scale ** 2


def test_four_points_by_hand():
    assert new_point_losses(X, [7, -3], sign_noise(5), [1, 3]).mean() == Fraction(10, 7)
    assert leverage(X, [1, 3]) == Fraction(3, 7) and sum(leverage(X, x) for x in X) == 2
    average = sum(bounds.new_point_loss(leverage(X, x), 1) for x in X) / 4
    assert average == Fraction(3, 2) == 1 + bounds.fixed_design_excess_risk(4, 2, Fraction(1))


@given(designs(rows=4), st.lists(small, min_size=3, max_size=3), st.integers(1, 2))
def test_new_points(design, point, scale):
    features, truth = design
    point, noise = point[:len(truth)], scale * sign_noise(len(features) + 1)
    expected = bounds.new_point_loss(leverage(features, point), Fraction(scale ** 2))
    assert new_point_losses(features, truth, noise, point).mean() == expected


@given(designs(), st.integers(1, 20), st.randoms(use_true_random=False))
def test_ridge(design, eighths, random):
    from sklearn.linear_model import Ridge

    features, _ = design
    labels, rho = np.array([random.randint(-5, 5) for _ in features]), Fraction(eighths, 4)
    theta, value = ridge(features, labels, rho)
    assert (features.T @ (features @ theta - labels) + rho * theta).tolist() == [0] * features.shape[1]
    assert value == ((features @ theta - labels) ** 2).sum() + rho * (theta ** 2).sum()
    peer = Ridge(alpha=float(rho), fit_intercept=False).fit(features, labels).coef_
    assert theta.astype(float) == pytest.approx(peer, rel=1e-7, abs=1e-8)
    floats, least = ridge(features + 0.0, labels + 0.0, float(rho))
    assert floats == pytest.approx(peer, rel=1e-7, abs=1e-8)
    assert least == pytest.approx(float(value), rel=1e-9, abs=1e-9)


matrices = st.integers(1, 3).flatmap(lambda d: st.lists(st.lists(small, min_size=d, max_size=d), min_size=d,
                                                        max_size=d))


@given(matrices)
def test_inverse(A):
    A = np.array(A, dtype=object)
    if round(np.linalg.det(A.astype(float))) == 0:
        with pytest.raises(ValueError, match="expected an invertible matrix"):
            inverse(A)
    else:
        assert (inverse(A) @ A == np.eye(len(A), dtype=int)).all() and (A @ inverse(A) == np.eye(len(A), dtype=int)).all()


class TestWishart:
    @pytest.mark.parametrize("degrees", [1, 2, 3, 5, 8])
    @pytest.mark.parametrize("ceiling", [0.1, 1.0, 40.0])
    def test_truncated_mean_by_quadrature(self, degrees, ceiling):
        from scipy.integrate import quad
        from scipy.stats import chi2

        expected = quad(lambda x: chi2.pdf(x, degrees) / x, 1 / ceiling, math.inf, limit=500)[0]
        expected += ceiling * chi2.cdf(1 / ceiling, degrees)
        assert truncated_inverse_chi2(degrees, ceiling) == pytest.approx(expected, rel=1e-7)

    @pytest.mark.parametrize("n, d", [(3, 1), (5, 1), (10, 3), (7, 5)])
    def test_the_truncation_disappears(self, n, d):
        limit = d * truncated_inverse_chi2(n - d + 1, 1e13)
        assert limit == pytest.approx(bounds.random_design_wishart(n, d, 1), rel=1e-5)

    def test_by_hand(self):
        line = [bounds.random_design_wishart(n, 1, Fraction(1)) for n in (3, 5, 10)]
        assert line == [1, Fraction(1, 3), Fraction(1, 8)]
        assert bounds.random_design_wishart(10, 3, Fraction(1)) == HALF
