"""Stochastic subgradient descent against fractions, and every run of small worlds."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otbnotes import bounds, sgd
from otbnotes.geometry import Ball, Box, Everywhere
from otbnotes.losses import Absolute, Hinge, Linear, Logistic, Squared
from otbnotes.sgd import draw, line_world, pegasos
from otbnotes.streams import Game, random_game
from otbnotes.svm import soft_svm

SLOPES = {Linear: lambda z, y: y, Absolute: lambda z, y: (z > y) - (z < y), Hinge: lambda z, y: -y if y * z < 1 else 0}


def replay(loss, examples, order, steps, regulariser, low, high):
    """Run stochastic subgradient descent on the line in fractions."""
    w, iterates = Fraction(0), [Fraction(0)]
    for i, step in zip(order, steps):
        x, y = map(Fraction, examples[i])
        v = 2 * Fraction(regulariser) * w + SLOPES[type(loss)](w * x, y) * x
        w = max(Fraction(low), min(Fraction(high), w - Fraction(step) * v))
        iterates.append(w)
    return iterates


@st.composite
def runs(draw):
    loss = draw(st.sampled_from([Linear(), Absolute(), Hinge()]))
    count, rounds = draw(st.integers(1, 3)), draw(st.integers(1, 6))
    odd = st.integers(-4, 3).map(lambda n: (2 * n + 1) / 8)          # kinks off the lattice of the iterates
    label = st.sampled_from([-1.0, 1.0]) if loss.binary else odd.map(lambda y: y + 2 ** -20)
    examples = draw(st.lists(st.tuples(odd, label), min_size=count, max_size=count))
    order = draw(st.lists(st.integers(0, count - 1), min_size=rounds, max_size=rounds))
    steps = draw(st.lists(st.integers(1, 8).map(lambda n: n / 8), min_size=rounds, max_size=rounds))
    return loss, examples, order, steps, draw(st.sampled_from([0.0, 0.25, 1.0]))


def as_game(loss, examples):
    return Game("drawn", loss, [[x] for x, _ in examples], [y for _, y in examples])


@given(runs())
def test_the_line_in_fractions(run):
    loss, examples, order, steps, regulariser = run
    ours = sgd.sgd(as_game(loss, examples), order, Box(-0.625, 1.0), steps, regulariser)
    exact = replay(loss, examples, order, steps, regulariser, -0.625, 1)
    assert ours.weights[:, 0] == pytest.approx([float(w) for w in exact], abs=1e-12)
    assert ours.mean[0] == pytest.approx(float(sum(exact[:-1]) / len(order)), abs=1e-12)


@pytest.mark.parametrize("loss", [Hinge(), Logistic(), Squared(0.3)], ids=str)
@pytest.mark.parametrize("regulariser", [0.0, 0.2])
def test_any_dimension_a_number_at_a_time(loss, regulariser):
    rng = np.random.default_rng(3)
    game = random_game(loss, 20, 4, rng)
    order, steps = draw(game, 50, rng), bounds.sgd_steps(0.7, 50)
    ours = sgd.sgd(game, order, Ball(0.5), steps, regulariser)
    w = np.zeros(4)
    for t, i in enumerate(order):
        x, y = game.features[i], game.labels[i]
        v = 2 * regulariser * w + loss.slope(sum(w * x), y) * x
        w = w - steps[t] * v
        w = w * min(1.0, 0.5 / max(1e-300, math.sqrt(sum(w * w))))
        assert ours.weights[t + 1] == pytest.approx(w, abs=1e-9)


@given(st.integers(0, 10 ** 6), st.floats(0.01, 10))
def test_pegasos_is_sgd_with_the_steps_of_twice_the_regulariser(seed, regulariser):
    rng = np.random.default_rng(seed)
    game = random_game(Hinge(), 10, 3, rng)
    order = draw(game, 40, rng)
    same = sgd.sgd(game, order, Everywhere(), bounds.sgd_strongly_convex_steps(2 * regulariser, 40), regulariser)
    assert pegasos(game, order, regulariser).weights == pytest.approx(same.weights, abs=1e-9 / regulariser)


def test_the_compiled_algorithms_say_the_same_without_numba():
    rng = np.random.default_rng(4)
    game = random_game(Hinge(), 10, 3, rng)
    order, steps = draw(game, 60, rng), bounds.sgd_steps(1.0, 60)
    plain = np.zeros((61, 3))
    sgd._sgd.algorithm(game.loss, game.features, game.labels, order, steps, 0.1, Ball(0.7), np.zeros(3), plain)
    assert sgd.sgd(game, order, Ball(0.7), steps, 0.1).weights == pytest.approx(plain, abs=5e-10)
    plain = np.zeros((61, 3))
    sgd._pegasos.algorithm(game.features, game.labels, order, 1.0 / 0.2, np.zeros(3), plain)
    assert pegasos(game, order, 0.1).weights == pytest.approx(plain, abs=5e-10)


def test_draws_are_uniform_and_come_from_the_generator():
    game = random_game(Hinge(), 4, 2, np.random.default_rng(0))
    order = draw(game, 40_000, np.random.default_rng(1))
    assert order.tolist() == draw(game, 40_000, np.random.default_rng(1)).tolist()
    assert np.abs(np.bincount(order) / 40_000 - 0.25).max() < 0.02


class TestLineWorld:
    @given(runs())
    def test_every_run_is_played(self, run):
        loss, examples, _, steps, regulariser = run
        steps, k = steps[:4], len(examples)
        chance = [Fraction(i + 1, k * (k + 1) // 2) for i in range(k)]
        expected = {}
        for order in itertools.product(range(k), repeat=len(steps)):
            mean = sum(replay(loss, examples, order, steps, regulariser, -1, 1)[:-1]) / len(steps)
            expected[mean] = expected.get(mean, 0) + math.prod(chance[i] for i in order)
        world = [(Fraction(x), int(y) if loss.binary else Fraction(y), p) for (x, y), p in zip(examples, chance)]
        law = line_world(type(loss)(1), world, [Fraction(s) for s in steps], Fraction(regulariser), -1, 1)
        assert law == expected and sum(law.values()) == 1
        assert all(isinstance(number, Fraction) for pair in law.items() for number in pair)

    def test_the_algorithm_of_the_book_walks_there(self):
        game = Game("two", Hinge(), [[1.0], [0.5]], [1, -1])
        steps = bounds.sgd_strongly_convex_steps(1.0, 6)
        runs = [sgd.sgd(game, order, Ball(0.8), steps, 0.5) for order in itertools.product((0, 1), repeat=6)]
        world = [(1.0, 1, 0.5), (0.5, -1, 0.5)]
        for averaging, means in ((None, [r.mean[0] for r in runs]), (range(1, 7), [np.average(r.weights[:-1, 0], weights=range(1, 7)) for r in runs]),
                                 ([0, 0, 0, 0, 0, 1], [r.weights[5, 0] for r in runs])):
            law = line_world(Hinge(), world, steps, 0.5, -0.8, 0.8, averaging)
            assert sum(p * w for w, p in law.items()) == pytest.approx(np.mean(means), abs=1e-12)
            assert sum(p * w * w for w, p in law.items()) == pytest.approx(np.mean(np.square(means)), abs=1e-12)

    @pytest.mark.parametrize("change, name", [
        ({"examples": [(1, 1, 0.4), (1, -1, 0.5)]}, "examples"), ({"examples": []}, "examples"),
        ({"examples": [(1, 1)]}, "examples"), ({"examples": [(math.nan, 1, 1.0)]}, "examples"), ({"steps": [0.0]}, "steps"),
        ({"steps": []}, "steps"), ({"steps": [1.0] * 30}, "number of runs"), ({"regulariser": -1}, "regulariser"),
        ({"low": 0.5}, "low, high"), ({"high": math.nan}, "low, high"), ({"averaging": [1]}, "averaging"),
        ({"averaging": [0, 0]}, "averaging"), ({"averaging": [1, -1]}, "averaging")])
    def test_bad_input(self, change, name):
        good = {"loss": Linear(1), "examples": [(1, 1, 0.5), (1, -1, 0.5)], "steps": [1.0, 0.5]}
        with pytest.raises(ValueError) as caught:
            line_world(**good | change)
        assert str(caught.value).startswith(name)


class TestLongRuns:
    def test_pegasos_finds_the_soft_svm_and_the_printed_update_another(self):
        rng = np.random.default_rng(8)
        game, lam = random_game(Hinge(), 12, 2, rng), 0.5
        best, other = (soft_svm(game.features, game.labels, regulariser) for regulariser in (lam, lam / 2))
        order = draw(game, 200_000, rng)
        right, printed = pegasos(game, order, lam).mean, pegasos(game, order, lam / 2).mean
        assert np.abs(right - best.point).max() < 0.01 and np.abs(printed - other.point).max() < 0.02
        value, another = (game.total(w) / 12 + lam * w @ w for w in (right, printed))
        assert value - best.primal < 1e-4
        assert another - best.primal > 20 * bounds.soft_svm_sgd_excess(1.0, lam, 200_000)
