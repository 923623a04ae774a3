"""Compression: the nearest point of a hull against proofs and other solvers, what a scheme may name, bounds and their worst cases."""

import math
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from otbnotes import bounds
from otbnotes.compression import Scheme, learn, min_norm_point, min_norm_point_exact
from otbnotes.witness import compression as witness


small = st.integers(-4, 4)


@st.composite
def integer_rows(draw, most=7):
    dimension = draw(st.integers(1, 4))
    return draw(st.lists(st.lists(small, min_size=dimension, max_size=dimension), min_size=1, max_size=most))


def separable(rng, count, dimension):
    """Return points and labels of a random half-space through 0 that no point is very near to."""
    u, points = rng.standard_normal(dimension), rng.standard_normal((3 * count + 20, dimension))
    heights = points @ u / np.linalg.norm(u)
    keep = np.abs(heights) > 0.05
    return points[keep][:count], np.sign(heights[keep][:count])


class TestMinNormPoint:
    @given(integer_rows())
    def test_exact_comes_with_a_proof_and_floats_agree(self, rows):
        point, weights = min_norm_point_exact(rows)
        products = np.array(rows) @ point
        assert min(weights) >= 0 and weights.sum() == 1 and (weights @ rows == point).all() and min(products) >= point @ point
        found, distance = min_norm_point(rows), math.sqrt(sum(x * x for x in point))
        assert found.point == pytest.approx(point.astype(float), abs=1e-10)
        assert found.lower <= distance * (1 + 1e-15) and distance <= found.upper * (1 + 1e-15)
        assert 0 <= found.upper - found.lower <= 1e-10
        if distance:
            assert max((weights > 0).sum(), (found.weights > 0).sum()) <= len(rows[0]) and found.lower > 0
        else:
            assert found.lower == 0

    @given(integer_rows(5))
    def test_exact_by_trying_all_faces(self, rows):
        """The nearest point of the hull is the nearest of the points of affine hulls of faces that lie in the hull."""
        import sympy

        best = None
        for mask in range(1, 2 ** len(rows)):
            face = [row for i, row in enumerate(rows) if mask >> i & 1]
            gram = sympy.Matrix(len(face) + 1, len(face) + 1, lambda i, j: sum(a * b for a, b in zip(face[i], face[j]))
                                if i < len(face) and j < len(face) else int((i == len(face)) != (j == len(face))))
            if gram.det() == 0:
                continue
            solution = gram.LUsolve(sympy.Matrix([0] * len(face) + [1]))[:-1]
            if min(solution) >= 0:
                square = sum(sum(s * row[c] for s, row in zip(solution, face)) ** 2 for c in range(len(rows[0])))
                best = square if best is None else min(best, square)
        point, _ = min_norm_point_exact(rows)
        assert sum(x * x for x in point) == best

    @pytest.mark.parametrize("count, dimension", [(5, 2), (30, 3), (200, 10), (1000, 20), (8, 30)])
    def test_certified_on_random_hulls(self, count, dimension):
        rng = np.random.default_rng(count)
        for _ in range(10):
            points, labels = separable(rng, count, dimension)
            rows = labels[:, None] * points
            found = min_norm_point(rows)
            longest = np.linalg.norm(rows, axis=1).max()
            assert found.upper - found.lower <= 1e-11 * longest and (found.weights > 0).sum() <= dimension
            assert found.weights.min() >= 0 and found.weights.sum() == pytest.approx(1, abs=1e-12)
            assert found.point == pytest.approx(found.weights @ rows, abs=1e-12)
            assert (rows @ found.point).min() >= found.point @ found.point - 1e-11 * longest ** 2
            again = min_norm_point(rows[found.weights > 0])
            assert again.point == pytest.approx(found.point, abs=1e-8)

    def test_against_cvxpy_nnls_and_the_largest_margin(self):
        import cvxpy
        from scipy.optimize import nnls

        rng = np.random.default_rng(7)
        for count, dimension in ((6, 2), (40, 5)):
            points, labels = separable(rng, count, dimension)
            rows, found = labels[:, None] * points, min_norm_point(labels[:, None] * points)
            weights = cvxpy.Variable(count, nonneg=True)
            cvxpy.Problem(cvxpy.Minimize(cvxpy.norm(rows.T @ weights)),
                          [cvxpy.sum(weights) == 1]).solve(solver="CLARABEL")
            assert found.point == pytest.approx(weights.value @ rows, abs=1e-4)
            assert found.lower - 1e-12 <= np.linalg.norm(weights.value @ rows) <= found.upper + 1e-8
            direction, margin = cvxpy.Variable(dimension), cvxpy.Variable()
            problem = cvxpy.Problem(cvxpy.Maximize(margin), [rows @ direction >= margin, cvxpy.norm(direction) <= 1])
            assert found.upper == pytest.approx(problem.solve(solver="CLARABEL"), rel=1e-6)
            shares = nnls(np.vstack([rows.T, np.ones(count)]), np.append(np.zeros(dimension), 1.0))[0]
            assert found.point == pytest.approx(shares @ rows / shares.sum(), abs=1e-9)

    @given(integer_rows(), st.floats(1e-3, 1e3), st.randoms())
    def test_scaling_repeating_and_reordering(self, rows, factor, random):
        found = min_norm_point(rows).point
        assert min_norm_point(factor * np.array(rows, float)).point == pytest.approx(factor * found, abs=1e-9 * factor)
        shuffled = rows + rows
        random.shuffle(shuffled)
        assert min_norm_point(shuffled).point == pytest.approx(found, abs=1e-9)

    @pytest.mark.parametrize("scale", [1e-300, 1e-150, 1.0, 1e150, 1e300])
    def test_scales_far_from_one(self, scale):
        found = min_norm_point([[scale, 0.0], [0.0, scale]])
        assert found.point / scale == pytest.approx([0.5, 0.5]) and 0 < found.lower <= found.upper < math.inf

    def test_a_margin_below_rounding_is_not_certified(self):
        assert min_norm_point([[1.0, 1e-12], [-1.0, 1e-12]]).lower > 0
        assert min_norm_point([[1.0, 1e-17], [-1.0, 1e-17]]).lower == 0
        assert min_norm_point([[0.0, 0.0]]).upper < 1e-14

    def test_a_short_point_that_is_not_the_nearest_is_left(self):
        """The middle of the first two rows is 2e-9 long; the nearest point lies between the last two."""
        assert min_norm_point([[1.0, 2e-9], [-1.0, 2e-9], [2.0, -1e-9]]).point == pytest.approx([0.0, 1e-9], rel=1e-3, abs=1e-15)

    def test_the_simplex_needs_every_point(self):
        for dimension in (1, 2, 5, 20):
            found = min_norm_point(np.eye(dimension))
            assert found.point == pytest.approx(np.full(dimension, 1 / dimension)) and (found.weights > 0).all()
        assert min_norm_point_exact(np.eye(5, dtype=int).tolist())[0].tolist() == [Fraction(1, 5)] * 5


def always_plus(points, labels):
    return SimpleNamespace(predict=lambda rows: np.ones(len(rows)))


class TestLearn:
    @pytest.mark.parametrize("named", [np.array([0]), np.array([0, 5]),
                             np.array([-1, 0]), np.array([0.0, 1.0]), [[0, 1]]], ids=str)
    def test_indices_that_a_scheme_may_not_name(self, named):
        rogue = Scheme("rogue", 2, lambda points, labels: named, always_plus)
        with pytest.raises(ValueError, match=r"compress = .*: expected 2 indices from 0 to 4$"):
            learn(rogue, np.ones((5, 1)), np.ones(5))

    def test_named_examples_do_not_count_in_the_rest(self):
        wrong = Scheme("first two", 2, lambda points, labels: [0, 1], always_plus)
        found = learn(wrong, [[1.0], [1.0], [1.0], [1.0]], [-1, -1, -1, 1])
        assert (found.rest_error, found.training_error) == (0.5, 0.75)
        assert learn(wrong, [[1.0], [1.0]], [-1, -1]).rest_error == 0


M, K, DELTA = st.integers(50, 10 ** 6), st.integers(1, 24), st.floats(1e-12, 0.99)
rate = st.floats(0, 1)


class TestBounds:
    @given(rate, M, K, DELTA)
    def test_the_forms_follow_from_each_other(self, loss, m, k, delta):
        """Each line of the proofs: what is sharper is smaller, for m >= 2k."""
        sharp, simple = bounds.compression_agnostic(loss, m, k, delta), bounds.compression_agnostic_simple(loss, m, k, delta)
        assert sharp <= simple * (1 + 1e-12) and simple <= bounds.compression_agnostic_as_printed(loss, m, k, delta)
        assert bounds.compression_order_free(m, k, delta) <= bounds.compression_beta(m, k, delta)
        simple = bounds.compression_training_simple(loss, m, k, delta)
        assert min(1, bounds.compression_training(loss, m, k, delta)) <= simple * (1 + 1e-12)

    @pytest.mark.parametrize("k", [1, 2, 3, 10])
    @pytest.mark.parametrize("delta", [0.999, 0.5, 0.01])
    def test_eight_is_enough_at_the_smallest_samples(self, k, delta):
        """The last step of ``compression_training_simple``: m = 2k is the worst case, and m = 2 claims nothing."""
        for m in range(2 * k, 2 * k + 40):
            for loss in np.linspace(0, 1, 21):
                sharp = bounds.compression_training(min(loss, (m - k) / m), m, k, delta)
                assert min(1, sharp) <= bounds.compression_training_simple(loss, m, k, delta) * (1 + 1e-12)
                assert m >= 2 * k and (m - k) >= m / 2

    def test_what_m_below_2k_claims(self):
        """For k < m < 2k both simple forms exceed 1: no instance can break them."""
        for m in range(3, 60):
            for k in range(m // 2 + 1, m):
                assert bounds.compression_agnostic_simple(0, m, k, 0.999999) > 1
                assert bounds.compression_training_simple(0, m, k, 0.999999) > 1


class TestRectangles:
    @pytest.mark.parametrize("m, delta, order_free", [(10_000, 1e-9, 0.6218), (200, 1e-12, 0.7616)])
    def test_ratios_on_the_line(self, m, delta, order_free):
        from scipy.stats import beta

        quantile = beta.isf(delta, 2, m - 1)
        assert quantile / bounds.compression_order_free(m, 2, delta) == pytest.approx(order_free, abs=1e-4)
        for bound in (bounds.compression_rectangles(m, 1, delta), bounds.compression_strips(m, 1, delta),
                      bounds.compression_stable(m, 2, delta)):
            assert quantile <= bound

    @pytest.mark.parametrize("dimension", [1, 2, 5])
    def test_the_quantile_on_the_arms(self, dimension):
        quantile = witness.arms_quantile(1000, dimension, 0.05)
        assert binom.cdf(2 * dimension - 1, 1000, quantile) == pytest.approx(0.05)
        assert quantile <= bounds.compression_rectangles(1000, dimension, 0.05)
