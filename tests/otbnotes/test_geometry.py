"""The map to the nearest point: of the ball, of the sphere, and of everything."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from otbnotes.geometry import Ball, Everywhere, nearest


numbers = st.floats(-1e6, 1e6)
vectors = arrays.arrays(float, st.integers(1, 6), elements=numbers)
radii = st.floats(1e-3, 1e3)
DOMAINS = (Ball(1.0), Everywhere())
each_domain = pytest.mark.parametrize("domain", DOMAINS, ids=str)


@st.composite
def pairs(draw):
    """Two vectors of one dimension."""
    shape = draw(st.integers(1, 6))
    return tuple(draw(arrays.arrays(float, shape, elements=numbers)) for _ in range(2))


def in_ball(rng, dimension, radius, count):
    """Random points of the ball, half of them on its boundary."""
    directions = rng.standard_normal((count, dimension))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    return directions * radius * np.where(np.arange(count) % 2, 1.0, rng.random(count))[:, None]


class TestBall:
    @given(vectors, radii)
    def test_ends_in_the_ball(self, w, radius):
        assert np.linalg.norm(nearest(Ball(radius), w)) <= radius * (1 + 1e-14)

    @given(vectors, radii)
    def test_again_changes_nothing(self, w, radius):
        once = nearest(Ball(radius), w)
        assert nearest(Ball(radius), once) == pytest.approx(once, rel=1e-14)

    @given(vectors, st.floats(0, 1))
    def test_points_of_the_ball_stay_where_they_are(self, w, fraction):
        norm = np.linalg.norm(w)
        if norm > 1e-150:
            assert nearest(Ball(norm * (1 + 1e-12) + fraction), w).tolist() == w.tolist()

    @given(pairs(), radii)
    def test_never_drives_two_points_apart(self, pair, radius):
        v, w = pair
        distance = np.linalg.norm(v - w)
        after = np.linalg.norm(nearest(Ball(radius), v) - nearest(Ball(radius), w))
        assert after <= distance * (1 + 1e-12) + 1e-12 * radius

    @given(vectors, radii, st.integers(0, 2 ** 32 - 1))
    def test_no_point_of_the_ball_is_nearer(self, w, radius, seed):
        others = in_ball(np.random.default_rng(seed), w.size, radius, 20)
        least = np.linalg.norm(others - w, axis=1).min()
        assert np.linalg.norm(nearest(Ball(radius), w) - w) <= least * (1 + 1e-12) + 1e-12 * radius

    @given(vectors, radii, st.integers(0, 2 ** 32 - 1))
    def test_obtuse_angle_with_every_point_of_the_ball(self, w, radius, seed):
        """<w - p, u - p> <= 0 for all u in the ball: the property that determines p."""
        p = nearest(Ball(radius), w)
        others = in_ball(np.random.default_rng(seed), w.size, radius, 20)
        size = (np.linalg.norm(w) + radius) * radius
        assert ((others - p) @ (w - p)).max() <= 1e-12 * size

    @pytest.mark.parametrize("w, radius, expected", [
        ([6, 8], 5, [3, 4]), ([0.3, 0.4], 5, [0.3, 0.4]), ([3, 4], 5, [3, 4]), ([0, 0], 1, [0, 0]), ([-7], 2, [-2]),
        ([0, -2, 0], 0.5, [0, -0.5, 0]), ([2, -3, 6], 3.5, [1, -1.5, 3])])
    def test_by_hand(self, w, radius, expected):
        assert nearest(Ball(radius), w).tolist() == expected

    @given(st.lists(st.sampled_from([(3, 4, 5), (5, 12, 13), (8, 15, 17), (-20, 21, 29)]), min_size=1, max_size=1),
           st.fractions(Fraction(1, 8), 64, max_denominator=8))
    def test_exact_on_pythagorean_triples(self, triples, radius):
        (a, b, norm), = triples
        factor = min(Fraction(1), radius / norm)
        expected = [float(a * factor), float(b * factor)]
        assert nearest(Ball(float(radius)), [a, b]).tolist() == pytest.approx(expected, rel=1e-15)


@given(arrays.arrays(float, st.integers(1, 6), elements=st.floats(allow_nan=False, allow_infinity=False)))
def test_everywhere_moves_nothing(w):
    assert nearest(Everywhere(), w).tolist() == w.tolist()


@each_domain
def test_the_given_vector_is_not_touched(domain):
    w = np.array([6.0, 8.0])
    result = nearest(domain, w)
    assert w.tolist() == [6.0, 8.0] and not np.shares_memory(result, w)


@each_domain
def test_project_works_in_place(domain):
    w = np.array([6.0, 8.0])
    assert domain.project(w) is None
    assert w.tolist() == nearest(domain, [6.0, 8.0]).tolist()
