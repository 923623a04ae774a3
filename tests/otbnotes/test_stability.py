"""Stability by trying every sample, in fractions; regularised minimisers against other solvers; the oracle
inequalities."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otbnotes import bounds
from otbnotes.losses import Absolute, Hinge, Linear, Logistic, Squared
from otbnotes.smallworld_conversion import risk
from otbnotes.stability import (absolute_pieces, empirical_risk, expected, expected_risk, generalisation_gap, hinge_pieces,
                                line_rlm, linear_pieces, replace, replacement_gap, ridge_line, rlm, stability, uniform_stability)
from otbnotes.streams import Game, random_game


F = Fraction
POINTS = (F(1), F(-1), F(1, 2), F(2))
LAW = {F(1): F(1, 2), F(-1): F(1, 4), F(1, 2): F(1, 8), F(2): F(1, 8)}
PIECES = {"hinge": hinge_pieces(), "absolute": absolute_pieces(), "linear": linear_pieces(F(3, 2))}
LIPSCHITZ = {"hinge": 2, "absolute": 1, "linear": 3}                        # on the four points
MEMORISER = frozenset, lambda memory, example: int(example not in memory)
ANTI_LEARNER = frozenset, lambda memory, example: int(example in memory)
fractions = st.fractions(-3, 3, max_denominator=4)
lambdas = st.sampled_from([F(1, 10), F(1, 2), F(1), F(5)])
each_loss = pytest.mark.parametrize("name", PIECES)


class TestLineRule:
    @each_loss
    @given(st.lists(fractions, min_size=1, max_size=6).map(tuple), lambdas)
    def test_it_minimises(self, name, sample, lam):
        loss = PIECES[name]

        def objective(w):
            return lam * w * w + empirical_risk(loss, sample, w)

        w = line_rlm(loss, lam)(sample)
        assert isinstance(w, Fraction)
        for u in (w + F(1, 10 ** 6), w - F(1, 10 ** 6), w + 1, w - 1, F(0)):
            assert objective(u) >= objective(w) + lam * (u - w) ** 2        # strongly convex around the minimiser

    @given(st.lists(fractions.filter(bool), min_size=1, max_size=6).map(tuple), lambdas)
    def test_the_soft_svm_agrees(self, sample, lam):
        game = Game("signed", Hinge(), [[float(abs(a))] for a in sample], [1 if a > 0 else -1 for a in sample])
        found = rlm(game, float(lam), 1e-12)
        assert found.point[0] == pytest.approx(float(line_rlm(hinge_pieces(), lam)(sample)), abs=1e-5)

    @given(st.lists(st.tuples(fractions, fractions), min_size=1, max_size=6).map(tuple), lambdas)
    def test_ridge_in_fractions(self, sample, lam):
        w = ridge_line(lam)(sample)
        assert lam * w + sum((w * x - y) * x for x, y in sample) / len(sample) == 0
        game = Game("pairs", Squared(), [[float(x)] for x, _ in sample], [float(y) for _, y in sample])
        assert rlm(game, float(lam)).point[0] == pytest.approx(float(w), abs=1e-6)


class TestMinimiser:
    @pytest.mark.parametrize("loss", [Squared(0.7), Logistic(), Logistic(0.3), Hinge(), Linear(2.0)], ids=str)
    @pytest.mark.parametrize("lam", [1e-3, 0.1, 3.0])
    def test_no_other_vector_is_better(self, loss, lam):
        rng = np.random.default_rng(6)
        game = random_game(loss, 30, 3, rng)
        found = rlm(game, lam, 1e-10)

        def objective(w):
            return lam * w @ w + game.total(w) / 30

        assert found.value == pytest.approx(objective(found.point), abs=1e-9)
        assert 0 <= found.gap <= 1e-10 * max(1, found.value) + 1e-15
        for scale in (1e-3, 0.1, 1.0):
            u = found.point + scale * rng.standard_normal(3)
            assert objective(u) >= found.value - found.gap + lam * (np.linalg.norm(u - found.point) - 1e-4) ** 2 - 1e-9

    def test_sklearn_and_closed_forms(self):
        linear = pytest.importorskip("sklearn.linear_model")
        game = random_game(Squared(), 40, 3, np.random.default_rng(1))
        ridge = linear.Ridge(alpha=0.2 * 40, fit_intercept=False).fit(game.features, game.labels)
        assert rlm(game, 0.2, 1e-14).point == pytest.approx(ridge.coef_, abs=1e-7)
        game = random_game(Logistic(), 40, 3, np.random.default_rng(1))
        logistic = linear.LogisticRegression(C=1 / (2 * 0.2 * 40), fit_intercept=False, tol=1e-10, max_iter=10_000)
        logistic.fit(game.features, game.labels)
        assert rlm(game, 0.2, 1e-14).point == pytest.approx(logistic.coef_[0], abs=1e-5)
        game = Game("linear", Linear(2.0), [[1.0, 0.0], [0.0, 1.0]], [3.0, -1.0])
        assert rlm(game, 0.5).point.tolist() == pytest.approx([-3.0, 1.0])
        start = rlm(game, 0.5, 1e9)                                 # at 0, where value - best is exactly this gap
        assert start.point.tolist() == [0, 0] and start.gap == pytest.approx(start.value - rlm(game, 0.5).value) == pytest.approx(5.0)

    def test_bad_input(self):
        game = random_game(Hinge(), 5, 2, np.random.default_rng(0))
        for bad in (0, -1, math.nan, math.inf, "1", None):
            with pytest.raises(ValueError, match="^regulariser = "):
                rlm(game, bad)
            with pytest.raises(ValueError, match="^tolerance = "):
                rlm(game, 1.0, bad)
        for loss in (Absolute(), Hinge(0.5)):
            with pytest.raises(ValueError, match="^game.loss = "):
                rlm(random_game(loss, 5, 2, np.random.default_rng(0)), 1.0)
        with pytest.raises(ValueError, match="^game.loss.weight = -1.0"):
            rlm(Game("hill", Squared(-1.0), [[1.0]], [1.0]), 1.0)
        with pytest.raises(ValueError, match="^regulariser = 1e-300: expected a number that keeps the objective"):
            rlm(Game("far away", Linear(), [[1e5]], [1.0]), 1e-300)


def slow_stability(rule, loss, points, size, two_sided):
    changes = []
    for sample in itertools.product(points, repeat=size):
        for i, z, test in itertools.product(range(size), points, points):
            change = loss(rule(sample), test) - loss(rule((*sample[:i], z, *sample[i + 1:])), test)
            if two_sided or test == z:
                changes.append(abs(change) if two_sided else change)
    return max(changes)


class TestStability:
    @each_loss
    @pytest.mark.parametrize("lam", [F(1, 10), F(1, 2), F(5)], ids=str)
    @pytest.mark.parametrize("size", [1, 2, 3])
    def test_the_sharp_constant_holds(self, name, lam, size):
        loss, bound = PIECES[name], bounds.rlm_stability(LIPSCHITZ[name], lam, size)
        rule = line_rlm(loss, lam)
        one, both = stability(rule, loss, POINTS, size), uniform_stability(rule, loss, POINTS, size)
        assert one <= both <= bound <= bounds.rlm_stability_as_printed(LIPSCHITZ[name], lam, size)
        moves = (abs(rule(s) - rule(replace(s, i, z))) for s in itertools.product(POINTS, repeat=size)
                 for i in range(size) for z in POINTS)
        assert max(moves) <= bounds.rlm_distance(LIPSCHITZ[name], lam, size)

    @pytest.mark.parametrize("size", [1, 2])
    def test_every_replacement_is_tried(self, size):
        rules = [(line_rlm(hinge_pieces(), F(1, 2)), hinge_pieces()), MEMORISER, ANTI_LEARNER,
                 (lambda sample: sample[-1], absolute_pieces()), (lambda sample: sample[0], absolute_pieces())]
        for rule, loss in rules:
            assert stability(rule, loss, POINTS[:3], size) == slow_stability(rule, loss, POINTS[:3], size, False)
            assert uniform_stability(rule, loss, POINTS[:3], size) == slow_stability(rule, loss, POINTS[:3], size, True)

    def test_two_rules(self):
        for size in (1, 2, 3):
            assert stability(*MEMORISER, range(4), size) == 1
            assert stability(*ANTI_LEARNER, range(4), size) == 0
        assert uniform_stability(*ANTI_LEARNER, range(4), 2) == 1

    @each_loss
    @given(lambdas, st.integers(1, 3))
    @settings(max_examples=8)
    def test_the_identity(self, name, lam, size):
        loss = PIECES[name]
        rule = line_rlm(loss, lam)
        gap = generalisation_gap(rule, loss, LAW, size)
        assert gap == replacement_gap(rule, loss, LAW, size) and isinstance(gap, Fraction)
        assert gap <= stability(rule, loss, POINTS, size)
        assert gap <= bounds.rlm_gap(LIPSCHITZ[name], lam, size)

    @given(lambdas.filter(lambda lam: lam >= F(1, 2)), st.integers(1, 3))
    @settings(max_examples=8)
    def test_where_the_hinge_is_linear_the_gap_is_a_variance(self, lam, size):
        law = {F(1): F(1, 2), F(-1): F(1, 4), F(1, 2): F(1, 4)}
        mean = sum(p * z for z, p in law.items())
        variance = sum(p * (z - mean) ** 2 for z, p in law.items())
        assert generalisation_gap(line_rlm(hinge_pieces(), lam), hinge_pieces(), law, size) == variance / (2 * lam * size)

    @pytest.mark.parametrize("rule, loss", [MEMORISER, ANTI_LEARNER], ids=["memoriser", "anti_learner"])
    def test_the_identity_for_the_two_rules(self, rule, loss):
        law = {n: F(n + 1, 10) for n in range(4)}
        for size in (1, 2, 3):
            assert generalisation_gap(rule, loss, law, size) == replacement_gap(rule, loss, law, size) != 0

    def test_expectations_by_hand(self):
        law = {0: F(1, 4), 1: F(3, 4)}
        assert expected(law, 3, sum) == F(9, 4) and expected(law, 2, lambda s: int(s == (0, 1))) == F(3, 16)
        assert risk(law, absolute_pieces(), F(1, 2)) == F(1, 2)
        assert expected_risk(lambda s: s[0], absolute_pieces(), law, 1) == F(3, 8)

    @pytest.mark.parametrize("size", [0, -1, 2.0, True, None], ids=str)
    def test_size(self, size):
        for call in (lambda: stability(*MEMORISER, (1, 2), size), lambda: expected({1: F(1)}, size, sum)):
            with pytest.raises(ValueError, match="^size = "):
                call()

    def test_other_bad_input(self):
        for call, name in ((lambda: stability(*MEMORISER, (), 1), "number of samples"),
                           (lambda: stability(*MEMORISER, range(10), 6), "number of samples"),
                           (lambda: expected({1: F(1, 2)}, 1, sum), "law"), (lambda: expected({}, 1, sum), "law"),
                           (lambda: expected({1: F(3, 2), 2: F(-1, 2)}, 1, sum), "law"), (lambda: expected([1], 1, sum), "law"),
                           (lambda: expected({1: math.nan}, 1, sum), "law"),
                           (lambda: line_rlm(hinge_pieces(), 0), "regulariser"), (lambda: ridge_line(-1), "regulariser"),
                           (lambda: line_rlm(hinge_pieces(), 1)(()), "sample"), (lambda: ridge_line(1)([(1, 1)]), "sample"),
                           (lambda: line_rlm(hinge_pieces(), 1)((math.nan,)), "sample"),
                           (lambda: empirical_risk(hinge_pieces(), (), 1), "sample")):
            with pytest.raises(ValueError, match=f"^{name}"):
                call()


class TestOracle:
    @each_loss
    @pytest.mark.parametrize("lam", [F(1, 10), F(1), F(5)], ids=str)
    @pytest.mark.parametrize("size", [1, 2, 4])
    def test_against_many_comparators(self, name, lam, size):
        loss, rho = PIECES[name], LIPSCHITZ[name]
        measured = expected_risk(line_rlm(loss, lam), loss, LAW, size)
        for w in (F(k, 4) for k in range(-12, 13)):
            there = risk(LAW, loss, w)
            assert measured <= bounds.rlm_oracle(there, abs(w), rho, lam, size)
            assert measured <= bounds.rlm_oracle_sharp(there, abs(w), rho, lam, size) + 1e-12
            assert bounds.rlm_oracle(there, abs(w), rho, lam, size) < bounds.rlm_oracle_as_printed(there, abs(w), rho, lam, size)

    def test_tuned(self):
        for B, rho, m in ((1.0, 1.0, 4), (2.0, 3.0, 10)):
            lam = bounds.rlm_regulariser(B, rho, m)
            tuned = bounds.rlm_oracle(0.0, B, rho, lam, m)
            assert tuned == pytest.approx(bounds.rlm_excess(B, rho, m)) == pytest.approx(2 * rho * B / math.sqrt(m))
            assert tuned < min(bounds.rlm_oracle(0.0, B, rho, c * lam, m) for c in (0.9, 1.1))
            lam = bounds.rlm_regulariser_sharp(B, rho, m)
            sharp = bounds.rlm_oracle_sharp(0.0, B, rho, lam, m)
            assert sharp == pytest.approx(bounds.rlm_excess_sharp(B, rho, m)) == pytest.approx(2 ** 0.25 * rho * B / math.sqrt(m))
            assert sharp < min(bounds.rlm_oracle_sharp(0.0, B, rho, c * lam, m) for c in (0.9, 1.1))


class TestOracleBroken:
    def test_a_comparator_chosen_after_the_sample_does_not_break_the_oracle_inequality(self):
        """The right side with its true risk is never below that of the best fixed comparator."""
        loss, lam, size = hinge_pieces(), F(1, 10), 2
        measured = expected_risk(line_rlm(loss, lam), loss, LAW, size)

        def side(sample):
            w = min((F(k, 4) for k in range(-8, 9)), key=lambda u: empirical_risk(loss, sample, u))
            return bounds.rlm_oracle(risk(LAW, loss, w), abs(w), 2, lam, size)

        assert measured <= expected(LAW, size, side)
