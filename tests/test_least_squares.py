"""Least squares on a sample: the identities in fractions, NumPy and scikit-learn beside them, and what breaks them."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from necessity import assert_each_is_needed

from otbnotes import bounds, evidence
from otbnotes.breaking import least_squares as broken
from otbnotes.breaking import least_squares as breaking
from otbnotes.least_squares import (conditional_excess_risks, excess_risks, fit, hat_matrix, inverse, inverse_trace,
                                    leverage,
                                    fixed_design_risk, new_point_losses, numbers, ridge, sherman_morrison, sign_noise,
                                    training_losses,
                                    truncated_inverse_chi2, wishart_inverse_diagonals)
from otbnotes.witness import least_squares as witness

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

X = witness.four_points()
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
    assert measured == bounds.fixed_design_risk(Fraction(int(distance)), n, scale ** 2)
    assert measured >= fixed_design_risk(features, truth, truth, scale * sign_noise(n)) == scale ** 2


@given(designs(), st.integers(1, 3))
def test_the_excess_risk_is_sigma_squared_d_over_n(design, scale):
    features, truth = design
    (n, d), noise = features.shape, scale * sign_noise(len(features))
    excess = excess_risks(features, truth, noise)
    assert excess.mean() == bounds.fixed_design_excess_risk(n, d, Fraction(scale ** 2))
    assert training_losses(features, truth, noise).mean() == bounds.training_loss(n, d, Fraction(scale ** 2))
    for v, value in zip(noise[:4], excess):
        theta = fit(features, features @ np.array(truth) + v)
        assert value == fixed_design_risk(features, truth, theta, noise) - fixed_design_risk(features, truth, truth, noise)


@given(designs())
def test_any_covariance_of_the_noise(design):
    """tr(P Sigma_v) / n, for the two noises +-v."""
    features, truth = design
    v = np.arange(1, len(features) + 1)
    expected = (hat_matrix(features) * np.outer(v, v)).sum() / Fraction(len(features))
    assert excess_risks(features, truth, [v, -v]).mean() == expected


def test_four_points_by_hand():
    excess = excess_risks(X, [7, -3], sign_noise(4))
    assert (excess.min(), excess.mean(), excess.max()) == (Fraction(1, 35), HALF, 1)
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


@given(designs(), st.lists(small, min_size=9, max_size=9))
def test_random_designs_given_the_design(design, entries):
    features, truth = design
    d = len(truth)
    root = np.array(entries[:d * d]).reshape(d, d)
    covariance = root @ root.T
    measured = conditional_excess_risks(features, truth, sign_noise(len(features)), covariance).mean()
    assert measured == bounds.random_design_conditional(inverse_trace(features, covariance), 1)


@given(designs())
def test_floats_agree_with_fractions(design):
    features, truth = design
    noise, floats = sign_noise(len(features)), features.astype(float) + 0.0
    floats[0, 0] += 0.0
    for ours in (excess_risks, training_losses):
        assert ours(floats, truth, noise) == pytest.approx(ours(features, truth, noise).astype(float), rel=1e-7,
                                                           abs=1e-7)


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


@given(matrices, st.data())
def test_sherman_morrison(A, data):
    d = len(A)
    A = np.array(A, dtype=object) + np.eye(d, dtype=int) * 9
    u, v = (np.array(data.draw(st.lists(small, min_size=d, max_size=d)), dtype=object) for _ in range(2))
    assume(abs(np.linalg.det(A.astype(float))) > 0.5)
    past = inverse(A)
    assert (past @ A == np.eye(d, dtype=int)).all() and (A @ past == np.eye(d, dtype=int)).all()
    denominator, updated = 1 + v @ past @ u, A + np.outer(u, v)
    det = round(np.linalg.det(updated.astype(float)))
    assert det == round(np.linalg.det(A.astype(float))) * denominator           # the matrix determinant lemma
    if denominator == 0:
        with pytest.raises(ValueError, match=r"^1 \+ v\^T A\^\{-1\} u = Fraction\(0, 1\): expected a number"):
            sherman_morrison(past, u, v)
        with pytest.raises(ValueError, match="expected an invertible matrix"):
            inverse(updated)
    else:
        assert sherman_morrison(past, u, v).tolist() == inverse(updated).tolist()
        floats = sherman_morrison(past.astype(float), u.astype(float), v.astype(float))
        assert floats == pytest.approx(np.linalg.inv(updated.astype(float)), rel=1e-7, abs=1e-9)


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

    @pytest.mark.parametrize("n, d, ceiling", [(10, 3, 2.0), (4, 2, 3.0), (3, 3, 3.0)])
    def test_samples_have_the_truncated_mean(self, n, d, ceiling):
        samples = np.minimum(wishart_inverse_diagonals(n, d, 40_000, np.random.default_rng(4)), ceiling).mean(axis=1)
        exact = truncated_inverse_chi2(n - d + 1, ceiling)
        assert evidence.judge_equal(evidence.mean(samples, 0.0, ceiling), exact, 0.2 * exact) == "confirmed"

    def test_the_covariance_does_not_matter(self):
        rng = np.random.default_rng(8)
        L = np.array([[2.0, 0.0], [1.5, 0.3]])
        for Z in rng.standard_normal((5, 7, 2)):
            assert inverse_trace(Z @ L.T, L @ L.T) == pytest.approx(np.trace(np.linalg.inv(Z.T @ Z)), rel=1e-9)
        Z = np.random.default_rng(3).standard_normal((2, 7, 2))
        diagonals = wishart_inverse_diagonals(7, 2, 2, np.random.default_rng(3))
        assert diagonals == pytest.approx(np.array([np.diag(np.linalg.inv(z.T @ z)) for z in Z]), rel=1e-12)

    @pytest.mark.parametrize("n", [1, 3, 6])
    def test_signs_are_the_best_design(self, n):
        measured, bound = witness.one_sign(n)
        assert measured == bound == Fraction(1, n)
        assert n < 3 or bound < bounds.random_design_wishart(n, 1, Fraction(1))


class TestBroken:
    EXACT = {broken.fixed_risk_not_centred: (5, 3), broken.fixed_risk_larger_variance: (4, 1),
             broken.fixed_risk_not_fixed: (Fraction(5, 2), Fraction(3, 2)), broken.projection_rank: (2, 1),
             broken.projection_ridge: (Fraction(564, 3721), 0),
             broken.fixed_design_correlated_noise: (1, HALF),
             broken.fixed_design_one_noisy_point: (Fraction(29, 35), HALF),
             broken.fixed_design_not_centred: (HALF, 0),
             broken.fixed_design_excess_as_printed: (1, HALF),
             broken.new_point_dependent: (Fraction(18, 7), Fraction(10, 7)),
             broken.new_point_noisier: (Fraction(31, 7), Fraction(10, 7)),
             broken.new_point_chosen_late: (Fraction(7, 4), Fraction(3, 2)),
             broken.conditional_one_noisy_row: (Fraction(8, 5), Fraction(5, 7)),
             broken.conditional_other_law: (Fraction(20, 7), Fraction(5, 7)),
             broken.conditional_predictable_noise: (Fraction(121, 49), Fraction(65, 49)),
             broken.wishart_not_gaussian: (Fraction(23770000, 5319867), 1),
             broken.wishart_repeated_rows: (Fraction(1, 6), Fraction(1, 8)),
             broken.sherman_morrison_zero_denominator: (2, 1)}
    FLOAT = {broken.fixed_design_rank: (0.5, 0.25), broken.new_point_rank: (101, 1),
             broken.conditional_rank: (100.25, 0.25),
             broken.rls_as_printed: (7 / 3, 0.2), broken.ridge_two_leaders: (1, 0), broken.rls_gain_other_start: (2, 0.5),
             broken.sherman_morrison_not_invertible: (1, 0), broken.rls_wrong_start: (0.8, 0.2),
             broken.lms_step_too_long: (9 ** 9, 1), broken.vaw_plain_ridge: (65.48284, 13.81651),
             broken.vaw_unbounded_labels: (412.4150, 4.615121), broken.vaw_long_features: (4, 0.0402012)}

    @pytest.mark.parametrize("instance", EXACT, ids=lambda f: f.__name__)
    def test_in_fractions(self, instance):
        measured, bound, story = instance()
        assert (measured, bound) == self.EXACT[instance] and measured > bound and isinstance(story, str) and story

    @pytest.mark.parametrize("instance", FLOAT, ids=lambda f: f.__name__)
    def test_by_hand(self, instance):
        measured, bound, story = instance()
        assert (measured, bound) == (pytest.approx(self.FLOAT[instance][0], rel=1e-6),
                                     pytest.approx(self.FLOAT[instance][1], rel=1e-5))
        assert measured > bound and isinstance(story, str) and story

    def test_too_few_rows(self):
        line = [3 * truncated_inverse_chi2(2, ceiling) for ceiling in (1e3, 1e6, 1e9, 1e12)]         # n = d + 1
        assert np.diff(line) == pytest.approx([1.5 * math.log(1000)] * 3, rel=1e-3)
        for d, ceiling in ((1, 1e6), (3, 1e12)):                # n = d: E min(1/chi^2_1, c) is near sqrt(8 c / pi)
            measured, bound, _ = breaking.wishart_too_few_rows(d, ceiling)
            assert measured == pytest.approx(d * math.sqrt(8 * ceiling / math.pi), rel=1e-2) and bound == -d

    def test_with_the_hypothesis_restored(self):
        """The two forecasters of ``vaw_plain_ridge``: VAW keeps its bound where ridge does not."""
        from otbnotes.losses import Squared
        from otbnotes.online import vovk_azoury_warmuth
        from otbnotes.streams import Game

        features = np.ones((1000, 1))
        features[0] = 0.01
        game = Game("one short vector", Squared(), features, np.ones(1000))
        u, _ = ridge(game.features, game.labels, 1e-3)
        assert vovk_azoury_warmuth(game, 1e-3).loss - game.total(u) == pytest.approx(1.63, abs=0.01)

    @pytest.mark.parametrize("label, instances, hypotheses", [
        ("fixed-design-risk", breaking.FIXED_DESIGN_RISK, {"centred", "variance", "fixed"}),
        ("fixed-design-projection", breaking.FIXED_DESIGN_PROJECTION, {"rank", "least-squares"}),
        ("fixed-design-excess-risk", breaking.FIXED_DESIGN_EXCESS_RISK,
         {"rank", "centred", "uncorrelated", "equal-variances"}),
        ("new-point-loss", breaking.NEW_POINT_LOSS, {"rank", "uncorrelated", "variance", "fixed"}),
        ("random-design-conditional", breaking.RANDOM_DESIGN_CONDITIONAL, {"rank", "noise", "law", "new-noise"}),
        ("random-design-wishart", breaking.RANDOM_DESIGN_WISHART, {"gaussian", "independent", "rows"}),
        ("sherman-morrison", breaking.SHERMAN_MORRISON, {"denominator", "invertible"}),
        ("rls-recursion", breaking.RLS_RECURSION, {"denominator", "start"}),
        ("rls-gain-form", breaking.RLS_GAIN_FORM, {"gain", "start"}),
        ("online-linreg-ftrl", breaking.ONLINE_LINREG_FTRL, {"positive"}),
        ("online-linreg-ogd", breaking.ONLINE_LINREG_OGD, {"step"}),
        ("ridge-identity", breaking.RIDGE_IDENTITY, {"denominators", "leader"}),
        ("vaw-regret", breaking.VAW_REGRET, {"forecaster", "labels", "features"})],
        ids=lambda value: value if isinstance(value, str) else "")
    def test_one_instance_for_each_hypothesis_goes_green_as_a_necessity(self, label, instances, hypotheses):
        assert_each_is_needed(label, instances, hypotheses)


class TestBadInput:
    @pytest.mark.parametrize("features", [[], [1, 2], [[]], [[math.nan]], [["1"]], [[1], [1, 2]], [[1j]], None],
                             ids=["empty", "flat", "empty row", "nan", "text", "ragged", "complex", "none"])
    def test_features(self, features):
        for function in (lambda: fit(features, [1]), lambda: hat_matrix(features), lambda: leverage(features, [1]),
                         lambda: excess_risks(features, [1], [[1]]), lambda: ridge(features, [1], 1)):
            with pytest.raises(ValueError, match=r"^features"):
                function()

    @pytest.mark.parametrize("design", [[[1, 1], [1, 1]], [[1.0, 1.0], [1.0, 1.0]], [[1, 2]]],
                             ids=["exact", "float", "one row"])
    def test_rank(self, design):
        labels = [1] * len(design)
        for function in (lambda: fit(design, labels), lambda: hat_matrix(design), lambda: leverage(design, [1, 1]),
                         lambda: excess_risks(design, [0, 0], [labels])):
            with pytest.raises(ValueError, match="expected (an invertible matrix|2 linearly independent columns)"):
                function()

    @pytest.mark.parametrize("call, name", [
        (lambda: fit(X, [1, 2]), "labels"), (lambda: leverage(X, [1]), "point"),
                                            (lambda: fixed_design_risk(X, [0], [0, 0], sign_noise(4)), "truth"),
        (lambda: fixed_design_risk(X, [0, 0], [0], sign_noise(4)), "theta"),
                                            (lambda: excess_risks(X, [0, 0], sign_noise(3)), "noise"),
        (lambda: new_point_losses(X, [0, 0], sign_noise(4), [1, 3]), "noise"), (lambda: inverse([[1, 2]]), "matrix"),
        (lambda: conditional_excess_risks(X, [0, 0], sign_noise(4), [[1]]), "covariance"),
                                            (lambda: inverse_trace(X, [[1]]), "covariance"),
        (lambda: sherman_morrison([[1]], [1, 2], [1]), "u"), (lambda: sherman_morrison([[1]], [1], [math.inf]), "v"),
        (lambda: ridge(X, [1], 1), "labels"), (lambda: ridge(X, [1] * 4, 0), "regulariser"),
                                            (lambda: sign_noise(0), "size"),
        (lambda: sign_noise(17), "size"), (lambda: hat_matrix(X, -1), "regulariser"),
                                            (lambda: truncated_inverse_chi2(0, 1.0), "degrees"),
        (lambda: truncated_inverse_chi2(2, 0), "ceiling"), (lambda: witness.vaw_orthonormal(0, 1.0), "rounds"),
        (lambda: wishart_inverse_diagonals(1, 2, 1, np.random.default_rng(0)), "rows"),
                                            (lambda: witness.vaw_alternating(0), "rounds"),
        (lambda: witness.ridge_shocks(0), "half"),
        (lambda: breaking.rls_wrong_start(1.0), "regulariser"),
                                            (lambda: breaking.wishart_not_gaussian(small=0), "small"),
        (lambda: bounds.random_design_wishart(4, 3, 1), "size"),
                                            (lambda: bounds.random_design_floor(2, 3, 1), "size"),
        (lambda: bounds.fixed_design_excess_risk(0, 1, 1), "size"),
                                            (lambda: bounds.fixed_design_excess_risk(1, 1, -1), "variance"),
        (lambda: bounds.new_point_loss(-1, 1), "leverage"), (lambda: bounds.fixed_design_risk(-1, 1, 1),
                                                             "squared_distance"),
        (lambda: bounds.vaw_regret(0, 1, 1, 1, 1, 1), "regulariser"),
                                            (lambda: bounds.vaw_regret(1, 1, math.nan, 1, 1, 1), "label_bound"),
        (lambda: bounds.vaw_regret_of_run(1, 1, [1.0], [0.5]), "denominators"),
        (lambda: bounds.vaw_regret_of_run(1, 1, [1.0], [1.5, 2.0]), "denominators"),
                                            (lambda: bounds.lms_factor(0, 1), "step")],
        ids=lambda value: value if isinstance(value, str) else "")
    def test_everything_else(self, call, name):
        with pytest.raises(ValueError, match=f"^{name}"):
            call()

    def test_numbers_keeps_fractions_and_floats_apart(self):
        assert numbers("a", np.array([1, 2], dtype=np.int8), 1).tolist() == [Fraction(1), Fraction(2)]
        assert numbers("a", [HALF, 0.5], 1).dtype == float


def test_vaw_bound_by_hand():
    assert bounds.vaw_regret(2.0, 3.0, 2.0, 1.0, 5, 20) == pytest.approx(18 + 20 * math.log(3), rel=1e-14)
    assert bounds.vaw_regret_of_run(2.0, 3.0, [1.0, -2.0], [2.0, 4.0]) == pytest.approx(18 + 0.5 + 3, rel=1e-14)
