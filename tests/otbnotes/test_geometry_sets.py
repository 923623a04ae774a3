"""The nearest points of simplex, box and the nonnegative part of the ball; the zero-one loss."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from otbnotes import words
from otbnotes.geometry import Box, Simplex, check, nearest
from otbnotes.losses import Linear
from otbnotes.online import gradient_descent
from otbnotes.online.descent import _gradient_descent
from otbnotes.streams import Game


numbers = st.floats(-1e3, 1e3)
vectors = arrays.arrays(float, st.integers(1, 7), elements=numbers)
eighths = st.lists(st.integers(-40, 40).map(lambda n: Fraction(n, 8)), min_size=1, max_size=6)
DOMAINS = (Simplex(), Simplex(2.5), Box(-1.0, 0.5))
each_domain = pytest.mark.parametrize("domain", DOMAINS, ids=str)


def members(domain, rng, dimension, count=30):
    """Random points of the domain, corners among them."""
    if isinstance(domain, Simplex):
        points = rng.dirichlet(np.full(dimension, 0.5), count)
        points[:dimension] = np.eye(dimension)[:count]
        return domain.radius * points
    points = rng.uniform(domain.low, domain.high, (count, dimension))
    points[::2] = np.where(rng.random(points[::2].shape) < 0.5, domain.low, domain.high)
    return points


def contains(domain, p):
    """Say whether p is in the domain, up to rounding."""
    if isinstance(domain, Simplex):
        return p.min() >= 0 and abs(p.sum() - domain.radius) <= 1e-12 * len(p) * domain.radius
    return domain.low <= p.min() and p.max() <= domain.high


class TestNearest:
    @each_domain
    @given(w=vectors, seed=st.integers(0, 2 ** 32 - 1))
    def test_in_the_domain_at_an_obtuse_angle_to_every_other_point(self, domain, w, seed):
        """<w - p, u - p> <= 0 for all u of the domain: the property that determines p."""
        p = nearest(domain, w)
        assert contains(domain, p)
        others = members(domain, np.random.default_rng(seed), w.size)
        assert ((others - p) @ (w - p)).max() <= 1e-10 * (1 + np.linalg.norm(w))

    @each_domain
    @given(w=vectors)
    def test_again_changes_nothing(self, domain, w):
        once = nearest(domain, w)
        assert nearest(domain, once) == pytest.approx(once, rel=1e-12, abs=1e-12)

    @each_domain
    @given(data=st.data())
    def test_never_drives_two_points_apart(self, domain, data):
        v = data.draw(vectors)
        w = data.draw(arrays.arrays(float, v.size, elements=numbers))
        assert np.linalg.norm(nearest(domain, v) - nearest(domain, w)) <= np.linalg.norm(v - w) * (1 + 1e-12) + 1e-11

    @each_domain
    def test_agrees_with_a_conic_solver(self, domain):
        import cvxpy as cp

        rng = np.random.default_rng(3)
        for dimension in (1, 4, 9):
            w, u = 2 * rng.standard_normal(dimension), cp.Variable(dimension)
            inside = {Simplex: lambda: [u >= 0, cp.sum(u) == domain.radius],
                      Box: lambda: [u >= domain.low, u <= domain.high]}[type(domain)]()
            cp.Problem(cp.Minimize(cp.sum_squares(u - w)), inside).solve(solver="CLARABEL")
            assert nearest(domain, w) == pytest.approx(u.value, abs=1e-4)

    @given(eighths, st.integers(1, 24).map(lambda n: Fraction(n, 8)))
    def test_simplex_in_fractions(self, w, radius):
        """The textbook: theta from every possible number of positive entries; the right one is consistent."""
        largest_first = sorted(w, reverse=True)
        for k in range(len(w), 0, -1):
            theta = (sum(largest_first[:k]) - radius) / k
            if largest_first[k - 1] > theta:
                break
        expected = [float(max(Fraction(0), x - theta)) for x in w]
        assert nearest(Simplex(float(radius)), [float(x) for x in w]) == pytest.approx(expected, abs=1e-14)

    @given(vectors, st.floats(-1e6, 1e6))
    def test_simplex_ignores_a_common_shift(self, w, shift):
        assert nearest(Simplex(), w + shift) == pytest.approx(nearest(Simplex(), w), abs=1e-9)

    def test_simplex_of_huge_entries_still_sums_to_one(self):
        assert nearest(Simplex(), [1e16, 1e16, 0.0]).tolist() == [0.5, 0.5, 0.0]

    @pytest.mark.parametrize("domain, w, expected", [
        (Simplex(), [0.5, 0.5], [0.5, 0.5]), (Simplex(), [2, 0], [1, 0]), (Simplex(3), [0, 0, 0], [1, 1, 1]),
        (Box(-1, 2), [-3, 0.5, 7], [-1, 0.5, 2])], ids=str)
    def test_by_hand(self, domain, w, expected):
        assert nearest(domain, w).tolist() == pytest.approx(expected, abs=1e-15)

    @each_domain
    def test_the_given_vector_is_not_touched_and_project_works_in_place(self, domain):
        w = np.array([6.0, -8.0, 0.5])
        result = nearest(domain, w)
        assert w.tolist() == [6.0, -8.0, 0.5]
        assert domain.project(w) is None and w.tolist() == result.tolist()

    @pytest.mark.skipif(words._numba() is None, reason="numba is not installed")
    @pytest.mark.parametrize("domain", [Simplex(), Box(-1.0, 0.5)], ids=str)
    def test_compiled_and_not(self, domain):
        project = words.project
        compiled = words._numba().njit(lambda d, w: project(d, w))
        for seed in range(20):
            w = 3 * np.random.default_rng(seed).standard_normal(1 + seed % 6)
            theirs = w.copy()
            compiled(domain, theirs)
            assert theirs == pytest.approx(nearest(domain, w), abs=1e-12)

    def test_gradient_descent_stays_on_the_simplex(self):
        features, weights = np.random.default_rng(1).standard_normal((20, 3)), np.zeros((21, 3))
        weights[0] = 1.0, 0.0, 0.0
        _gradient_descent.algorithm(Linear(), features, np.ones(20), np.full(20, 0.3), Simplex(), weights[0].copy(),
                                    weights,
                                    np.zeros(20))
        assert weights.sum(axis=1) == pytest.approx(np.ones(21)) and weights.min() >= 0 and np.ptp(weights) > 0.9


class TestInput:
    @pytest.mark.parametrize("call, message", [
        (lambda: check(Simplex(0.0)), "radius = 0.0: expected a finite number > 0"),
        (lambda: check(Box(1.0, 1.0)), "high = 1.0: expected a number > low = 1.0"),
        (lambda: nearest(Box(math.nan, 1.0), [0.0]), "low = nan: expected a finite number"),
        (lambda: nearest(Box(0.0, math.inf), [0.0]), "high = inf: expected a finite number"),
        (lambda: nearest(Simplex(), [math.inf]),
         "w[0] = inf: expected a non-empty array of finite numbers with 1 axes")],
        ids=range(5))
    def test_bad_input(self, call, message):
        with pytest.raises(ValueError) as caught:
            call()
        assert str(caught.value) == message

    def test_no_step_is_tuned_to_a_box(self):
        with pytest.raises(ValueError, match="^radius = inf: expected a finite number > 0$"):
            gradient_descent(Game("one", Linear(), [[1.0]], [1.0]), Box(-1.0, 1.0))
