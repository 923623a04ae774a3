"""Tests of convexity that must fail where it fails, subdifferentials in fractions, and nearest points."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from otbnotes import bounds, convexity, losses
from otbnotes.witness.gradient_descent import Dip
from otbnotes.kernels import convex_combination


rationals = st.fractions(-4, 4, max_denominator=8)
lines = st.lists(st.tuples(rationals, rationals), min_size=1, max_size=4)
several = st.lists(rationals, min_size=2, max_size=5, unique=True)
mixtures = st.lists(st.fractions(0, 1, max_denominator=8), min_size=1, max_size=3)
FAR = [Fraction(n) for n in (-100, -5, -1, 0, 1, 5, 100)]
CONVEX = {"square": (lambda w: w * w, lambda w: 2 * w), "affine": (lambda w: 3 - 2 * w, lambda w: -2),
          "fourth": (lambda w: w ** 4, lambda w: 4 * w ** 3), "absolute": (abs, lambda w: (w > 0) - (w < 0)),
          "hinge": (lambda w: max(0, 1 - w), lambda w: -1 if w < 1 else 0)}
NOT_CONVEX = {"cube": (lambda w: w ** 3, lambda w: 3 * w * w), "concave": (lambda w: -w * w, lambda w: -2 * w),
              "double well": (lambda w: w * w * (w - 3) ** 2, lambda w: 2 * w * (w - 3) * (2 * w - 3)),
              "minimum": (lambda w: min(w, -w), lambda w: 1 if w < 0 else -1)}
GRID = [Fraction(n, 2) for n in range(-6, 9)]
each_convex, each_other = (pytest.mark.parametrize("name", table) for table in (CONVEX, NOT_CONVEX))


def tangents(f, slope, points, strength=0, tolerance=0):
    """Return the worst verdict on the tangents at all the points."""
    return max((convexity.subgradient_test(f, slope(w), w, points, strength, tolerance) for w in points),
               key=lambda verdict: verdict.excess)


class TestTests:
    @each_convex
    def test_convex_functions_pass(self, name):
        f, slope = CONVEX[name]
        assert convexity.segment_test(f, GRID, weights=[Fraction(1, 3), Fraction(1, 2)]).holds
        assert tangents(f, slope, GRID).holds

    @each_other
    def test_others_fail_with_the_violating_points(self, name):
        f, slope = NOT_CONVEX[name]
        verdict = convexity.segment_test(f, GRID)
        u, v, a = verdict.points
        assert not verdict.holds and verdict.excess == f(a * u + (1 - a) * v) - a * f(u) - (1 - a) * f(v) > 0
        verdict = tangents(f, slope, GRID)
        w, u = verdict.points
        assert not verdict.holds and verdict.excess == f(w) + slope(w) * (u - w) - f(u) > 0

    @given(lines, several, mixtures)
    def test_maxima_of_affine_functions(self, pieces, points, weights):
        f = convexity.max_affine(*zip(*pieces))
        assert convexity.segment_test(f, points, weights).holds
        assert tangents(f, lambda w: f.subdifferential(w)[0][0], points).holds

    @settings(max_examples=50)
    @given(st.lists(st.tuples(rationals, rationals), min_size=5, max_size=5), mixtures)
    def test_the_segment_test_finds_the_largest_excess_of_any_function(self, table, weights):
        coefficients = [c for c, _ in table]

        def f(w):
            return sum(c * w ** k for k, c in enumerate(coefficients[:4]))
        points = sorted({w for _, w in table})
        assume(len(points) > 1)

        def slowly():
            for i, j in itertools.combinations(range(len(points)), 2):
                for a in weights:
                    yield f(a * points[i] + (1 - a) * points[j]) - a * f(points[i]) - (1 - a) * f(points[j])
        assert convexity.segment_test(f, points, weights).excess == max(slowly())

    def test_vectors(self):
        points = [(0, 0), (1, 2), (-3, 1), (2, -2)]
        assert convexity.segment_test(lambda w: w @ w, points, strength=2).excess == 0
        assert not convexity.segment_test(lambda w: w @ w, points, strength=Fraction(21, 10)).holds
        assert tangents(lambda w: w @ w, lambda w: 2 * np.array(w), points, strength=2).excess == 0
        assert convexity.difference_quotient(lambda w: 3 * w[0] + 4 * w[1],
                                             [(0, 0), (3, 4), (1, 0)]).value == pytest.approx(5)

    def test_floats_and_their_tolerance(self):
        points = np.linspace(-3, 3, 13)
        log_exp = lambda w: math.log1p(math.exp(-w))
        assert convexity.segment_test(log_exp, points, tolerance=1e-12).holds
        assert not convexity.segment_test(lambda w: -log_exp(w), points, tolerance=1e-12).holds
        cloud = np.random.default_rng(3).standard_normal((12, 3))
        assert convexity.segment_test(lambda w: float(np.abs(w).sum()), cloud, tolerance=1e-12).holds
        verdict = convexity.segment_test(lambda w: 1e-3 * (w == 0), [-1.0, 1.0], tolerance=1e-2)
        assert verdict.holds and verdict.excess == 1e-3

    def test_one_tangent_is_not_enough(self):
        f, slope = NOT_CONVEX["double well"]
        assert convexity.subgradient_test(f, slope(0), 0, GRID).holds and not tangents(f, slope, GRID).holds

    @pytest.mark.parametrize("loss", [losses.Hinge(), losses.Logistic(), losses.Exponential(), losses.Absolute(), losses.Squared(),
                                      losses.Linear(), losses.Hinge(0.5), losses.Squared(0.25)], ids=str)
    def test_every_loss_of_the_package(self, loss):
        points = np.linspace(-3, 3, 25)
        for y in (-1.0, 1.0):
            value, slope = (lambda z: float(loss.value(z, y))), (lambda z: float(loss.slope(z, y)))
            assert tangents(value, slope, points, tolerance=1e-12).holds
            assert convexity.segment_test(value, points, tolerance=1e-12).holds
            quotient = convexity.difference_quotient(value, np.linspace(-3, 3, 97)).value
            assert quotient <= loss.lipschitz(3.0) * (1 + 1e-12)
        quotients = [convexity.difference_quotient(lambda z: float(loss.value(z, y)), [s * 3, s * 2.999]).value
                     for y in (-1.0, 1.0) for s in (-1, 1)]
        assert max(quotients) >= 0.998 * loss.lipschitz(3.0)

    def test_a_loss_that_is_not_convex(self):
        dip = Dip()
        assert not tangents(lambda z: float(dip.value(z, 0.0)), lambda z: float(dip.slope(z, 0.0)),
                            np.linspace(-1, 1, 21), tolerance=1e-9).holds


class TestStrongConvexity:
    @given(st.fractions(Fraction(1, 8), 5, max_denominator=8), rationals, several, mixtures)
    def test_the_modulus_of_a_quadratic(self, strength, slope, points, weights):
        def f(w):
            return strength / 2 * w * w + slope * w
        assert convexity.segment_test(f, points, weights, strength).excess == 0
        assert tangents(f, lambda w: strength * w + slope, points, strength).excess == 0
        assert not tangents(f, lambda w: strength * w + slope, points, strength * Fraction(101, 100)).holds
        if any(0 < a < 1 for a in weights):
            assert not convexity.segment_test(f, points, weights, strength * Fraction(101, 100)).holds

    @given(lines, several, st.fractions(Fraction(1, 8), 3, max_denominator=8))
    def test_convex_and_strongly_convex_make_strongly_convex(self, pieces, points, strength):
        g = convexity.max_affine(*zip(*pieces))
        f = lambda w: g(w) + strength / 2 * w * w
        assert tangents(f, lambda w: g.subdifferential(w)[0][0] + strength * w, points, strength).holds

    @given(rationals, rationals, st.fractions(0, 1, max_denominator=9), st.fractions(0, 4, max_denominator=5))
    def test_the_printed_definition_is_that_of_a_concave_function(self, u, v, a, strength):
        f = lambda w: -strength / 2 * w * w
        middle = f(a * u + (1 - a) * v)
        assert middle == bounds.chord_as_printed(f(u), f(v), a, strength, (u - v) ** 2)
        assert -middle == bounds.chord(-f(u), -f(v), a, strength, (u - v) ** 2)


class TestSubdifferentials:
    @given(lines, rationals)
    def test_the_interval_is_that_of_the_one_sided_slopes(self, pieces, w):
        f = convexity.max_affine(*zip(*pieces))
        step = Fraction(1, 10 ** 9)                              # far below the distance of two kinks of such lines
        assert f.interval(w) == ((f(w) - f(w - step)) / step, (f(w + step) - f(w)) / step)
        assert f(w) == max(a * w + b for a, b in pieces)
        left, right = f.interval(w)
        for g in (left, right, (left + right) / 2):
            assert convexity.subgradient_test(f, g, w, FAR).holds
        for g in (left - Fraction(1, 1000), right + Fraction(1, 1000)):
            assert not convexity.subgradient_test(f, g, w, [*FAR, w - step, w + step]).holds

    @given(lines)
    def test_at_an_end_of_the_domain_every_steep_slope_qualifies(self, pieces):
        f = convexity.max_affine(*zip(*pieces))
        low, high = f.interval(0, left=0, right=1)
        assert low == -math.inf and high == f.interval(0)[1]
        inside = [Fraction(n, 8) for n in range(9)]
        assert convexity.subgradient_test(f, high - 10 ** 6, 0, inside).holds
        assert not convexity.subgradient_test(f, high - 10 ** 6, 0, [-1, *inside]).holds
        assert f.interval(1, left=0, right=1)[1] == math.inf and f.interval(Fraction(1, 2), 0,
                                                                            1) == f.interval(Fraction(1, 2))

    @given(lines, several)
    def test_lipschitz_and_subgradients_in_the_interior(self, pieces, points):
        """No quotient exceeds the steepest slope; and the steepest active slope is a limit of quotients."""
        f = convexity.max_affine(*zip(*pieces))
        assert convexity.difference_quotient(f, points).value <= max(abs(a) for a, _ in pieces)
        far = convexity.difference_quotient(f, [-10 ** 9, 1 - 10 ** 9, 10 ** 9, 10 ** 9 + 1]).value
        assert far == max(abs(a) for a, _ in pieces)

    @given(st.integers(1, 3).flatmap(lambda d: st.tuples(
        st.lists(st.tuples(st.tuples(*[st.integers(-2, 2)] * d), st.integers(-1, 1)), min_size=1, max_size=5),
        st.tuples(*[st.integers(-1, 1)] * d))))
    def test_vertices_are_active_slopes_and_their_hull_has_all_of_them(self, data):
        pieces, w = data
        f = convexity.max_affine(*zip(*pieces))
        active, vertices = f.active(w), f.subdifferential(w)
        assert {pieces[i][0] for i in active} >= set(vertices) and len(set(vertices)) == len(vertices)
        cloud = list(itertools.product([-3, 0, 2], repeat=len(w)))
        for i in active:
            assert convex_combination(pieces[i][0], vertices) is not None
            assert convexity.subgradient_test(f, pieces[i][0], w, cloud).holds
        mean = [sum(v[j] for v in vertices) / len(vertices) for j in range(len(w))]
        assert convexity.subgradient_test(f, mean, w, cloud).holds
        for i in range(len(pieces)):
            if i not in active and convex_combination(pieces[i][0], vertices) is None:
                near = [tuple(Fraction(x) + Fraction(p, 1000) for x, p in zip(w, push))
                        for push in itertools.product([-1, 0, 1], repeat=len(w))]
                if len(w) == 1:
                    assert not convexity.subgradient_test(f, pieces[i][0], w, near).holds

    @given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=5, max_size=12))
    def test_extreme_points_of_the_hull_of_another_library(self, points):
        from scipy.spatial import ConvexHull, QhullError

        try:
            hull = ConvexHull(np.array(points, dtype=float))
        except QhullError:                                       # all on a line
            assert len(convexity.extreme_points(points)) <= 2
            return
        theirs = {points[i] for i in hull.vertices}
        assert set(convexity.extreme_points(points)) == theirs


class TestLosses:
    @given(st.fractions(-5, 5, max_denominator=16))
    def test_surrogates_lie_above_the_zero_one_loss(self, margin):
        error = margin <= 0
        assert error <= bounds.hinge_surrogate(margin) == max(0, 1 - margin)
        assert error <= bounds.exponential_surrogate(margin) == pytest.approx(math.exp(-margin))
        assert error <= bounds.logistic_surrogate(margin) + 1e-15
        assert bounds.logistic_surrogate(margin) == pytest.approx(math.log2(1 + math.exp(-margin)), rel=1e-12)
        assert (math.log(2) * bounds.logistic_surrogate(margin) >= error) == (margin > 0 or margin < -0.541324)

    def test_the_hinge_is_convex(self):
        assert convexity.segment_test(bounds.hinge_surrogate, GRID).holds

    @given(*[st.fractions(Fraction(1, 8), 4, max_denominator=8)] * 3, st.data())
    def test_the_squared_loss_is_as_steep_as_its_constant(self, radius, feature, label, data):
        bound = bounds.squared_loss_lipschitz(radius, feature, label)
        w, x, y = (data.draw(st.fractions(-most, most, max_denominator=16)) for most in (radius, feature, label))
        assert abs(2 * (w * x - y) * x) <= bound == 2 * feature * (radius * feature + label)
        value = lambda v: (v * feature + label) ** 2
        assert convexity.difference_quotient(value,
                                             [radius - Fraction(1, 10 ** 6), radius]).value >= (1
            - Fraction(1, 10 ** 4)) * bound

    @given(st.floats(0, 3), st.tuples(*[st.floats(-3, 3)] * 3))
    def test_composition_with_an_affine_function(self, lipschitz, x):
        f = lambda w: lipschitz * abs(float(w @ np.array(x)) + 0.5)
        cloud = np.random.default_rng(1).standard_normal((8, 3))
        assert convexity.segment_test(f, cloud, tolerance=1e-9).holds
        bound = bounds.composition_lipschitz(lipschitz, float(np.linalg.norm(x)))
        assert convexity.difference_quotient(f, cloud).value <= bound + 1e-9


class TestProjections:
    @given(st.integers(1, 4).flatmap(lambda d: st.tuples(*[st.tuples(*[rationals] * d)] * 3)), rationals)
    def test_boxes_and_half_spaces_in_fractions(self, vectors, offset):
        w, u, normal = vectors
        box = convexity.nearest_in_box(w, -1, 2)
        inside = convexity.nearest_in_box(u, -1, 2)
        cases = [(box, inside)]
        if any(normal):
            half = convexity.nearest_in_halfspace(w, normal, offset)
            assert normal @ half <= offset and (normal @ half == offset or half.tolist() == list(w))
            cases.append((half, convexity.nearest_in_halfspace(u, normal, offset)))
        for v, member in cases:
            assert (np.array(w) - v) @ (member - v) <= 0
