"""The margin against exact arithmetic and cvxpy; the soft Perceptron; bounds, worst and broken cases of
large margins.
"""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otbnotes import bounds
from otbnotes.losses import Hinge, Linear
from otbnotes.margin import margin, soft_perceptron, squared_margin
from otbnotes.online import batch_perceptron
from otbnotes.streams import Game, breast_cancer, unit_rows
from otbnotes.witness import large_margin as witness
from otbnotes.witness.perceptron_winnow import axes as axes_game


def blank(labels):
    """Features 0: one update on every example, 1 - a^2 of what the bound allows."""
    return Game("blank", Hinge(), np.zeros((len(labels), 1)), labels)


XOR = Game("xor", Hinge(), np.array([[1, 1], [-1, -1], [1, -1], [-1, 1]]) / math.sqrt(2), [1, 1, -1, -1])
seeds = st.integers(0, 10 ** 6)


def noisy(seed, size=12, dimension=2):
    """Unit features in random directions with random labels."""
    rng = np.random.default_rng(seed)
    return Game("noisy", Hinge(), unit_rows(rng.normal(size=(size, dimension))), rng.choice([-1.0, 1.0], size))


def separable(seed, size=30, dimension=3, gap=0.15):
    """Unit features at least ``gap`` away from a random plane."""
    rng = np.random.default_rng(seed)
    x, u = unit_rows(rng.normal(size=(4 * size, dimension))), unit_rows(rng.normal(size=(1, dimension)))[0]
    x = x[np.abs(x @ u) > gap][:size]
    return Game("separable", Hinge(), x, np.sign(x @ u)), u


def exact_square(z):
    """Return the squared length of the least point of the hull in the plane: over all points and segments, in
    fractions.
    """
    best = min(a * a + b * b for a, b in z)
    for (a, b), (c, d) in itertools.combinations(z, 2):
        square = (c - a) ** 2 + (d - b) ** 2
        if square:
            t = -(a * (c - a) + b * (d - b)) / square
            if 0 <= t <= 1:
                best = min(best, (a + t * (c - a)) ** 2 + (b + t * (d - b)) ** 2)
    angles = sorted(math.atan2(b, a) for a, b in z)
    widest = np.diff(angles, append=angles[0] + 2 * math.pi).max()
    return Fraction(0) if widest < math.pi - 1e-12 else best


def lift(game, a):
    features = np.hstack([a * game.features, math.sqrt(1 - a * a) * np.eye(game.rounds)])
    return Game("lifted", Hinge(), features, game.labels)


class TestMargin:
    @given(st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)).filter(any), min_size=1, max_size=8), seeds)
    def test_the_plane_in_fractions(self, z, seed):
        labels = np.random.default_rng(seed).choice([-1, 1], len(z))
        game = Game("drawn", Hinge(), labels[:, None] * np.array(z), labels)
        exact, found = exact_square([(Fraction(a), Fraction(b)) for a, b in z]), margin(game)
        assert squared_margin(game) == exact
        assert found.value - 1e-12 <= math.sqrt(exact) <= found.upper + 1e-12 and found.upper - found.value < 1e-9
        assert (found.value > 0) == (exact > 0)

    @pytest.mark.parametrize("seed, size, dimension", [(0, 30, 3), (1, 60, 5), (2, 10, 20)])
    def test_cvxpy(self, seed, size, dimension):
        import cvxpy

        game, _ = separable(seed, size, dimension, 0.05)
        w, gamma = cvxpy.Variable(dimension), cvxpy.Variable()
        limits = [cvxpy.multiply(game.labels, game.features @ w) >= gamma, cvxpy.norm(w) <= 1]
        theirs = cvxpy.Problem(cvxpy.Maximize(gamma), limits).solve(solver="CLARABEL")
        assert margin(game).value == pytest.approx(theirs, abs=1e-6)

    @given(seeds)
    def test_the_certificate_by_its_definition(self, seed):
        game, u = separable(seed)
        found, z = margin(game), game.labels[:, None] * game.features
        assert found.mix.min() >= 0
        assert found.mix.sum() == pytest.approx(1) and np.linalg.norm(found.direction) == pytest.approx(1)
        assert found.value == pytest.approx((z @ found.direction).min(), abs=1e-12) and found.upper - found.value < 1e-9
        assert found.upper == pytest.approx(np.linalg.norm(found.mix @ z), abs=1e-12) and (found.mix > 1e-12).sum() <= 3
        for v in (u, *np.random.default_rng(seed).normal(size=(20, 3))):
            assert (z @ v).min() / np.linalg.norm(v) <= found.upper
        scaled = Game("scaled", Hinge(), 3 * game.features, game.labels)
        assert margin(scaled).value == pytest.approx(3 * found.value, rel=1e-9) and 0.15 < found.value <= 1

    def test_without_a_margin(self):
        for game in (XOR, Game("both", Hinge(), [[1.0, 0], [-1.0, 0]], [1, 1]), Game("zero", Hinge(), [[0.0]], [1])):
            found = margin(game)
            assert found.value == 0 and not found.direction.any() and found.upper < 1e-12 and squared_margin(game) == 0

    def test_real_data(self):
        game = breast_cancer()
        found = margin(game.reordered(np.arange(100), "first hundred"))
        assert found.value > 0 and found.upper - found.value < 1e-9

    def test_bad_input(self):
        with pytest.raises(ValueError, match="^game.labels"):
            margin(Game("real", Linear(), [[1.0]], [0.5]))


class TestSoft:
    @settings(max_examples=40)
    @given(seeds, st.sampled_from([0.3, 0.6, 0.9]))
    def test_the_same_as_the_perceptron_on_the_lifted_sample(self, seed, a):
        game = noisy(seed, 15, 3)
        ours, theirs = soft_perceptron(game, a), batch_perceptron(lift(game, a))
        assert ours.updates.tolist() == theirs.updates.tolist()
        assert ours.w == pytest.approx(theirs.w[:3], abs=1e-9)
        assert math.sqrt(1 - a * a) * ours.counts * game.labels == pytest.approx(theirs.w[3:], abs=1e-9)
        assert len(ours.updates) <= 1 / margin(lift(game, a)).value ** 2 * (1 + 1e-9)
        right = game.labels * (game.features @ ours.w) > 0
        assert right[ours.counts == 0].all() and ours.counts.sum() == len(ours.updates)

    def test_in_whole_numbers(self):
        """a = 3/5, b = 4/5, times 5: 9 y <w, x> / 3 + 16 n in place of the score."""
        for seed in range(20):
            rng = np.random.default_rng(seed)
            x, y = rng.integers(-2, 3, (8, 2)), rng.choice([-1, 1], 8)
            run = soft_perceptron(Game("whole", Hinge(), x / 8, y), 0.6)
            w, counts, updates = np.zeros(2, dtype=int), np.zeros(8, dtype=int), []
            while True:
                before = len(updates)
                for i in range(8):
                    if 9 * y[i] * (w @ x[i]) + 16 * 64 * counts[i] <= 0:
                        w, counts[i] = w + y[i] * x[i], counts[i] + 1
                        updates.append(i)
                if len(updates) == before:
                    break
            assert run.updates.tolist() == updates and run.w == pytest.approx(0.6 * w / 8, abs=1e-12)

    @pytest.mark.parametrize("a", [0.1, 0.6, 0.9])
    def test_worst_cases(self, a):
        game = blank(np.resize([1, -1], 9))
        assert soft_perceptron(game, a).updates.tolist() == list(range(9))
        assert margin(lift(game, a)).value ** -2 == pytest.approx(9 / (1 - a * a))
        game, _ = axes_game(np.resize([1, -1], 9))
        assert len(soft_perceptron(game, a).updates) == 9 == pytest.approx(margin(lift(game, a)).value ** -2)

    @given(st.floats(0.01, 2), st.lists(st.floats(0, 3), min_size=1, max_size=5), st.floats(0.02, 0.98))
    def test_the_best_a(self, gamma, l, a):
        root = math.sqrt(sum(x * x for x in l))
        best = ((1 + root) / gamma) ** 2
        assert bounds.soft_perceptron_updates(a, gamma, l) == pytest.approx(bounds.soft_margin(a, gamma, l) ** -2, rel=1e-9)
        assert bounds.soft_perceptron_updates(a, gamma, l) >= best * (1 - 1e-9)
        if root > 1e-3:
            assert bounds.soft_perceptron_updates(1 / math.sqrt(1 + root), gamma, l) == pytest.approx(best, rel=1e-9)

    def test_bad_input(self):
        for a in (0, 1, 1.5, math.nan):
            with pytest.raises(ValueError, match="^a = "):
                soft_perceptron(XOR, a)
        with pytest.raises(RuntimeError,
                           match=r"^soft_perceptron\('xor'\) made \d+ updates, more than max_updates = 3"):
            soft_perceptron(XOR, 0.99, max_updates=3)


class TestBounds:
    @given(st.integers(2, 10 ** 5), st.floats(1e-6, 0.99), st.integers(1, 1000))
    def test_the_form_with_updates_is_sharper(self, samples, delta, updates):
        """The step from it to ``soft_perceptron_risk``."""
        assert min(1, bounds.soft_perceptron_risk_of_updates(updates, samples, delta)) <= 3 * updates * math.log(samples / delta) / samples


class TestRisk:
    @pytest.mark.parametrize("seed", range(3))
    def test_soft_bound_in_a_noisy_plane(self, seed):
        """The bound after T updates holds with room to spare; the test is against a large fresh sample."""
        rng = np.random.default_rng(seed)
        def draw(size):
            x = unit_rows(rng.normal(size=(size, 2)))
            x = x[np.abs(x[:, 0]) > 0.3]
            return x, np.where(x[:, 0] > 0, 1.0, -1.0) * np.where(rng.random(len(x)) < 0.002, -1, 1)
        game, (x, y) = Game("sample", Hinge(), *draw(6000)), draw(20_000)
        run = soft_perceptron(game, 0.8)
        assert (y * (x @ run.w) <= 0).mean() <= bounds.soft_perceptron_risk_of_updates(len(run.updates), game.rounds,
                                                                                       0.01)


class TestWorlds:
    def test_caps_of_the_sphere(self):
        points = unit_rows(np.random.default_rng(0).normal(size=(200_000, 3)))
        for t, height in ((0.95, 0.9), (0.8, 0.9), (0.99, 0.7), (0.3, 0.7)):
            other = np.array([t, math.sqrt(1 - t * t), 0])
            share = ((points[:, 0] >= height) & (points @ other >= height)).mean()
            assert witness.common_cap(t, height) == pytest.approx(share, abs=0.002)

    @pytest.mark.parametrize("samples, risk", [(50, 0.1), (100, 0.06)])
    def test_a_free_point(self, samples, risk):
        rng, free = np.random.default_rng(1), []
        for _ in range(2000):
            v = unit_rows(rng.normal(size=(samples, 3)))
            free.append((v @ v.T > 2 * risk - 1).all(axis=1).sum())
        free, mean = np.array(free), samples * (1 - risk) ** (samples - 1)
        assert free.mean() == pytest.approx(mean, rel=0.15)
        assert witness.free_point(samples, risk) <= (free > 0).mean() + 0.02
        assert mean ** 2 / witness.free_point(samples, risk) == pytest.approx((free ** 2.0).mean(), rel=0.25)
        with pytest.raises(ValueError, match="^risk"):
            witness.free_point(samples, 0.3)


class TestSums:
    @given(st.integers(1, 60), st.integers(2, 200))
    def test_a_sum_forgets_the_order(self, updates, samples):
        if 2 * updates <= samples:
            free = bounds.soft_perceptron_risk_of_sum(updates, samples, 0.05)
            log = math.log(math.comb(samples + updates - 1, updates)) + math.log(samples / 0.05)
            assert free == pytest.approx(log / (samples - updates), rel=1e-9)
            kept = bounds.soft_perceptron_risk_of_updates(updates, samples, 0.05)
            assert free <= kept + math.log(samples / 2) / (samples - updates) + 1e-9

    def test_all_sums_together(self):
        """The share of step 3: binomial(n + t - 1, t) n^-t over all t <= n/2 is at most 2."""
        for n in range(2, 300):
            assert sum(Fraction(math.comb(n + t - 1, t), n ** t) for t in range(1, n // 2 + 1)) <= 2
