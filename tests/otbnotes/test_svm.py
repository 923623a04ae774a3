"""Support vector machines against fractions, cvxpy and scikit-learn; their duality gaps."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from otbnotes import bounds, streams, svm
from otbnotes.svm import hard_svm, hard_svm_exact, kernel_soft_svm, soft_svm, split


FOUR_ROWS = (2, 1), (1, 3), (3, -1), (0, 1)          # w_0 = (2/3, 1), multipliers (0, 0, 2/9, 11/9), margin 3/sqrt(13)
small = st.integers(-3, 3)


def dual_value(rows, alpha):
    made = np.array(alpha) @ np.array(rows)
    return sum(alpha) - made @ made / 2


@st.composite
def separable(draw, dimension=st.integers(1, 3)):
    """Signed examples with a positive inner product with some integer vector."""
    d = draw(dimension)
    normal = np.array(draw(st.lists(small, min_size=d, max_size=d).filter(any)))
    rows = draw(st.lists(st.lists(small, min_size=d, max_size=d).filter(lambda row: normal @ row != 0), min_size=1, max_size=6))
    return [[int(entry * np.sign(normal @ row)) for entry in row] for row in rows]


@st.composite
def samples(draw):
    rng, d, m = np.random.default_rng(draw(st.integers(0, 10 ** 6))), draw(st.integers(1, 4)), draw(st.integers(1, 12))
    return rng.standard_normal((m, d)), rng.choice([-1.0, 1.0], m)


class TestHard:
    @given(separable())
    def test_exact_solution_meets_the_four_conditions(self, rows):
        w, alpha = hard_svm_exact(rows)
        assert min(alpha) >= 0 and min(np.array(rows) @ w) >= 1 and (np.array(alpha) @ rows == w).all()
        assert sum(alpha) == sum(entry ** 2 for entry in w) and sum(a > 0 for a in alpha) <= len(w)
        assert dual_value(rows, alpha) == sum(entry ** 2 for entry in w) / 2

    @example([[0, 2, 2], [-1, 2, 0], [0, 2, 0], [0, 2, -1], [0, 3, 3]])
    @given(separable())
    def test_floats_follow_fractions(self, rows):
        w, _ = hard_svm_exact(rows)
        found = hard_svm(rows, np.ones(len(rows)))
        assert found.point == pytest.approx([float(entry) for entry in w], abs=1e-9)
        assert found.offset == 0 and abs(found.gap) <= 1e-8 * max(1, found.primal)
        assert found.multipliers.min() >= 0 and (np.array(rows) @ found.point).min() >= 1 - 1e-9
        assert dual_value(rows, found.multipliers) == pytest.approx(found.dual, rel=1e-9)
        margin = 1 / math.sqrt(float(sum(entry ** 2 for entry in w)))
        assert np.linalg.norm(found.point) == pytest.approx(bounds.hard_svm_norm(margin), rel=1e-9)
        assert found.primal == pytest.approx(1 / (2 * margin ** 2), rel=1e-9)

    def test_by_hand(self):
        w, alpha = hard_svm_exact(FOUR_ROWS)
        assert w == (Fraction(2, 3), 1) and alpha == (0, 0, Fraction(2, 9), Fraction(11, 9))
        angles = np.linspace(0, 2 * np.pi, 200_001)
        margins = (np.array(FOUR_ROWS) @ [np.cos(angles), np.sin(angles)]).min(axis=0)
        assert margins.max() == pytest.approx(3 / math.sqrt(13), abs=3e-5)

    @pytest.mark.parametrize("bias", [False, True])
    @pytest.mark.parametrize("seed", range(4))
    def test_cvxpy(self, seed, bias):
        cp = pytest.importorskip("cvxpy")
        rng = np.random.default_rng(seed)
        x = rng.standard_normal((25, 3))
        scores = x @ rng.standard_normal(3) + (0.5 if bias else 0.0)
        x, y = x[np.abs(scores) > 0.2], np.sign(scores[np.abs(scores) > 0.2])
        found = hard_svm(x, y, bias)
        w, b = cp.Variable(3), cp.Variable()
        problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [cp.multiply(y, x @ w + (b if bias else 0)) >= 1])
        problem.solve(solver=cp.CLARABEL)
        assert found.primal == pytest.approx(problem.value, rel=1e-6)
        assert found.point == pytest.approx(w.value, abs=1e-5)
        assert (y * (x @ found.point + found.offset)).min() >= 1 - 1e-9 and abs(found.gap) < 1e-8 * max(1, found.primal)
        signed = found.multipliers * y
        assert signed @ x == pytest.approx(found.point, abs=1e-7) and found.multipliers.min() >= 0
        if bias:
            assert found.offset == pytest.approx(float(b.value), abs=1e-5) and abs(signed.sum()) < 1e-9
        assert np.abs(found.multipliers * (y * (x @ found.point + found.offset) - 1)).max() < 1e-6

    def test_sklearn(self):
        classifier = pytest.importorskip("sklearn.svm").SVC(kernel="linear", C=1e9, tol=1e-10)
        rng = np.random.default_rng(5)
        x = rng.standard_normal((40, 2))
        y = np.sign(x @ [1.0, 2.0] + 0.3)
        x += 0.2 * y[:, None] * np.array([1.0, 2.0])
        classifier.fit(x, y)
        found = hard_svm(x, y, bias=True)
        assert found.point == pytest.approx(classifier.coef_[0], rel=1e-4)
        assert found.offset == pytest.approx(classifier.intercept_[0], rel=1e-3)
        assert found.support.tolist() == classifier.support_[np.argsort(classifier.support_)].tolist()

    @given(separable(), st.floats(0.01, 100))
    def test_scaling_the_features(self, rows, scale):
        found, scaled = (hard_svm(c * np.array(rows, float), np.ones(len(rows))) for c in (1.0, scale))
        assert scaled.point * scale == pytest.approx(found.point, rel=1e-7, abs=1e-9)
        assert scaled.primal * scale ** 2 == pytest.approx(found.primal, rel=1e-7)

    @given(st.integers(0, 10 ** 6))
    def test_not_separable(self, seed):
        rng = np.random.default_rng(seed)
        rows = rng.integers(-3, 4, size=(4, 2))
        rows = np.vstack([rows, -rows.sum(axis=0)])                 # 0 is a convex combination of the rows
        with pytest.raises(ValueError, match="^rows"):
            hard_svm_exact(rows.tolist())
        with pytest.raises(ValueError, match="^labels = .*separates strictly"):
            hard_svm(rows, np.ones(5))

    def test_bias_forms(self):
        x, y = np.array([[1.0, 3.0], [0.0, 1.0]]), [1, -1]
        both = hard_svm(np.column_stack([x, np.ones(2)]), y)
        assert both.point.tolist() == pytest.approx([1, 0.5, -1.5]) and both.multipliers.tolist() == pytest.approx([1, 2.5])
        large = hard_svm(np.column_stack([x, np.full(2, 1e3)]), y)
        assert large.point[:2] == pytest.approx([0.4, 0.8], abs=1e-4) and 1e3 * large.point[2] == pytest.approx(-1.8, abs=1e-4)
        with pytest.raises(ValueError, match="^labels = .*both labels"):
            hard_svm(x, [1, 1], bias=True)
        with pytest.raises(ValueError, match="^number of pairs"):
            hard_svm(np.ones((1000, 1)), np.resize([1.0, -1.0], 1000), bias=True)


class TestSoft:
    @given(samples(), st.floats(-4, 2).map(lambda e: 10 ** e))
    def test_the_gap_is_closed_by_feasible_points(self, sample, lam):
        x, y = sample
        found = soft_svm(x, y, lam)
        alpha, a = found.multipliers, y[:, None] * x
        assert 0 <= alpha.min() and alpha.max() <= 1 / len(y) and 0 <= found.gap <= 1e-9 * max(1, found.primal)
        primal = lam * found.point @ found.point + np.maximum(0, 1 - a @ found.point).mean()
        dual = alpha.sum() - np.sum((alpha @ a) ** 2) / (4 * lam)
        assert found.primal == pytest.approx(primal, abs=1e-9) and found.dual == pytest.approx(dual, abs=1e-9)
        assert alpha @ a / (2 * lam) == pytest.approx(found.point, abs=1e-9 / lam)
        R = np.linalg.norm(x, axis=1).max()
        assert np.linalg.norm(found.point) <= bounds.soft_svm_norm(R, lam) * (1 + 1e-9) + 1e-9

    @pytest.mark.parametrize("lam", [1e-3, 0.05, 2.0])
    def test_cvxpy_and_sklearn(self, lam):
        cp, sk = pytest.importorskip("cvxpy"), pytest.importorskip("sklearn.svm")
        rng = np.random.default_rng(7)
        game = streams.random_game(streams.Hinge(), 60, 4, rng)
        x, y = game.features * 2, game.labels
        found, w = soft_svm(x, y, lam), cp.Variable(4)
        problem = cp.Problem(cp.Minimize(lam * cp.sum_squares(w) + cp.sum(cp.pos(1 - cp.multiply(y, x @ w))) / 60))
        problem.solve(solver=cp.CLARABEL)
        assert found.primal == pytest.approx(problem.value, rel=1e-6)
        assert found.point == pytest.approx(w.value, abs=1e-3)
        linear = sk.LinearSVC(loss="hinge", fit_intercept=False, C=1 / (2 * lam * 60), tol=1e-9, max_iter=10 ** 6, dual=True)
        assert found.point == pytest.approx(linear.fit(x, y).coef_[0], abs=1e-3)

    @pytest.mark.parametrize("data", [streams.breast_cancer, streams.digits], ids=["breast_cancer", "digits"])
    def test_real_data(self, data):
        pytest.importorskip("sklearn")
        game = data()
        for lam in (1e-1, 1e-3):
            found = soft_svm(game.features, game.labels, lam)
            assert found.gap <= 1e-9
            value = lam * found.point @ found.point + game.total(found.point) / game.rounds
            assert found.primal == pytest.approx(value, abs=1e-12)

    def test_one_example(self):
        for lam in (0.1, 0.5, 1.0, 7.0):
            found = soft_svm([[1.0]], [-1], lam)
            w = min(1.0, 1 / (2 * lam))
            assert found.point.tolist() == pytest.approx([-w]) and found.primal == pytest.approx(lam * w * w + 1 - w)

    @pytest.mark.parametrize("features", [np.zeros((6, 2)), np.ones((6, 3)), np.eye(6), np.ones((6, 2)) * [1e-4, 10.0],
                                          np.repeat([[1.0, 2.0], [2.0, -1.0]], 3, axis=0)], ids=["0", "1", "I", "bad", "twice"])
    def test_degenerate_features(self, features):
        for y in (np.ones(6), np.resize([1.0, -1.0], 6), np.resize([1.0, 1.0, -1.0], 6)):
            for lam in (1e-6, 1e-2, 1.0):
                found = soft_svm(features, y, lam)
                assert 0 <= found.gap <= 1e-9 * max(1, found.primal) and np.isfinite(found.point).all()

    def test_four_rows_of_integers_on_which_a_single_free_step_went_round_in_a_circle(self):
        found = soft_svm([[-4.0, -2.0], [-2.0, -2.0], [-4.0, -2.0], [-1.0, -2.0]], [1, 1, -1, 1], 1e-4)
        assert 0 <= found.gap <= 1e-9 * found.primal

    def test_thousands_of_small_samples(self):
        rng = np.random.default_rng(9)
        for _ in range(2000):
            n, d, lam = rng.integers(1, 12), rng.integers(1, 4), 10.0 ** rng.uniform(-4, 1)
            features = rng.choice([rng.integers(-4, 5, (n, d)).astype(float), rng.standard_normal((n, d))])
            found = soft_svm(features, rng.choice([-1.0, 1.0], n), lam)
            assert 0 <= found.gap <= 1e-9 * max(1.0, found.primal)

    def test_the_gap_of_the_vector_that_is_returned_is_within_the_promise_or_there_is_none(self):
        """Rounding decides which, so far from the scale of 1."""
        rng, answers = np.random.default_rng(3), 0
        for _ in range(20):
            rows = np.vstack([[[-100.0], [-300.0], [900.0], [-500.0], [700.0], [700.0]], rng.integers(-9, 10, (rng.integers(0, 5), 1)) * 100.0])
            try:
                found = soft_svm(rows, rng.choice([-1.0, 1.0], len(rows)), 1e-4)
            except RuntimeError as error:
                assert "scale the features, or allow more" in str(error)
            else:
                answers += 1
                assert 0 <= found.gap <= 1e-9 * max(1.0, found.primal)
        assert answers

    @given(separable())
    def test_below_a_threshold_it_is_the_hard_one(self, rows):
        threshold = 1 / (2 * len(rows) * float(max(hard_svm_exact(rows)[1])))
        hard, y = hard_svm(rows, np.ones(len(rows))), np.ones(len(rows))
        assert soft_svm(rows, y, 0.999 * threshold, 1e-12).point == pytest.approx(hard.point, abs=1e-4)

    def test_and_above_it_is_not(self):
        rows = FOUR_ROWS
        threshold = 1 / (8 * float(max(hard_svm_exact(rows)[1])))
        hard = hard_svm(rows, np.ones(4))
        assert np.abs(soft_svm(rows, np.ones(4), 1.2 * threshold).point - hard.point).max() > 1e-3


class TestKernel:
    @given(st.integers(0, 10 ** 6), st.floats(0.01, 3))
    def test_polynomials_of_degree_two_have_six_features(self, seed, lam):
        rng = np.random.default_rng(seed)
        x, y = rng.standard_normal((9, 2)), rng.choice([-1.0, 1.0], 9)
        a, b = x.T
        r = math.sqrt(2)
        psi = np.column_stack([np.ones(9), r * a, r * b, a * a, r * a * b, b * b])
        gram = (1 + x @ x.T) ** 2
        assert gram == pytest.approx(psi @ psi.T)
        ours, plain = kernel_soft_svm(gram, y, lam), soft_svm(psi, y, lam)
        assert ours.primal == pytest.approx(plain.primal, abs=1e-8)
        assert gram @ ours.point == pytest.approx(psi @ plain.point, abs=1e-3)
        scores = gram @ ours.point
        value = np.maximum(0, 1 - y * scores).mean() + lam * ours.point @ scores
        assert value == pytest.approx(ours.primal, abs=1e-8)

    def test_the_same_points_twice(self):
        gram = np.ones((2, 2))
        found = kernel_soft_svm(gram, [1, 1], 1.0)
        assert gram @ found.point == pytest.approx([0.5, 0.5])

    def test_bad_gram(self):
        for gram in ([[1.0, 2.0]], [[1.0, 0.5], [0.0, 1.0]], [[0.0, 1.0], [1.0, 0.0]], [[-1.0]]):
            with pytest.raises(ValueError, match="^(gram|labels)"):
                kernel_soft_svm(gram, np.ones(len(gram)), 1.0)


class TestDuality:
    @given(separable(), st.data())
    def test_every_multiplier_bounds_every_feasible_vector(self, rows, data):
        alpha = data.draw(st.lists(st.fractions(0, 3, max_denominator=4), min_size=len(rows), max_size=len(rows)))
        w, _ = hard_svm_exact(rows)
        assert dual_value(rows, alpha) <= sum(entry ** 2 for entry in w) / 2

    @given(st.lists(st.lists(small, min_size=3, max_size=3), min_size=1, max_size=4), st.lists(small, min_size=3, max_size=3))
    def test_the_projection_in_fractions(self, rows, w):
        u, v = split(rows, w)
        assert [a + b for a, b in zip(u, v)] == w
        assert all(sum(a * b for a, b in zip(row, v)) == 0 for row in rows)
        stacked = np.vstack([np.array(rows, float), np.array([float(a) for a in u])])
        assert np.linalg.matrix_rank(stacked) == np.linalg.matrix_rank(np.array(rows, float))
        assert sum(a * b for a, b in zip(u, v)) == 0

    @given(st.integers(0, 10 ** 6))
    def test_projection_never_raises_the_objective(self, seed):
        x, w = np.random.default_rng(seed).standard_normal((3, 5)), np.arange(1.0, 6.0)
        u = np.array([float(entry) for entry in split(x, w)[0]])
        assert x @ u == pytest.approx(x @ w, abs=1e-8) and u @ u < w @ w

    def test_badly_scaled_features_are_refused_rather_than_believed(self):
        with pytest.raises(RuntimeError, match="scale the features"):
            soft_svm(np.ones((6, 1)) * 1e6, np.resize([1.0, 1.0, -1.0], 6), 1e-6)
