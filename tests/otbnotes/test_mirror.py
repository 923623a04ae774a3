"""Mirror descent against a textbook in fractions, against the learners it contains, and round by round against its proof."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import softmax

from otbnotes.geometry import Ball, Everywhere, nearest
from otbnotes.losses import Absolute, Hinge, Linear
from otbnotes.online import dual_averaging, exponentiated_gradient, gradient_descent, mirror_descent
from otbnotes.streams import Game, random_game

eighths = st.integers(-8, 8).map(lambda n: n / 8)
rows = st.lists(st.tuples(eighths, eighths), min_size=1, max_size=7)


def same(sheet):
    return sheet


def game_of(gradients):
    """The game with linear losses and these gradients."""
    return Game("linear", Linear(), np.array(gradients, dtype=float), np.ones(len(gradients)))


@given(rows, st.data())
def test_linear_losses_in_fractions(gradients, data):
    """The square of the sheet is no gradient, but the algorithm plays it all the same."""
    steps = data.draw(st.lists(st.integers(1, 4).map(lambda n: n / 4), min_size=len(gradients), max_size=len(gradients)))
    sheet, weights, losses = [Fraction(0)] * 2, [], []
    for g, eta in zip(gradients, steps):
        weights.append([s ** 2 for s in sheet])
        losses.append(sum(Fraction(a) * w for a, w in zip(g, weights[-1])))
        sheet = [s - Fraction(eta) * Fraction(a) for s, a in zip(sheet, g)]
    run = mirror_descent(game_of(gradients), lambda s: s ** 2, steps)
    assert run.losses.tolist() == [float(loss) for loss in losses]
    assert run.weights.tolist() == [[float(w) for w in row] for row in [*weights, [s ** 2 for s in sheet]]]


@pytest.mark.parametrize("loss", [Linear(), Absolute(), Hinge()], ids=str)
def test_the_learners_that_it_contains(loss):
    game = random_game(loss, 40, 3, np.random.default_rng(4))
    assert mirror_descent(game, same, 0.3).weights == pytest.approx(gradient_descent(game, Everywhere(), 0.3).weights)
    assert mirror_descent(game, softmax, 0.3).weights == pytest.approx(exponentiated_gradient(game, 0.3).weights)
    lazy, greedy = (learner(game, Ball(0.4), 0.3).weights for learner in (dual_averaging, gradient_descent))
    run = mirror_descent(game, lambda sheet: nearest(Ball(0.4), sheet), 0.3)
    assert run.weights == pytest.approx(lazy) and abs(run.weights - greedy).max() > 0.01


def test_one_step_for_each_round():
    game = random_game(Absolute(), 9, 2, np.random.default_rng(0))
    assert mirror_descent(game, same, [0.2] * 9).weights.tolist() == mirror_descent(game, same, 0.2).weights.tolist()
    assert not np.allclose(mirror_descent(game, same, [0.2] * 8 + [0.4]).weights[-1], mirror_descent(game, same, 0.2).weights[-1])


def test_a_mirror_that_writes_into_what_it_reads_spoils_nothing():
    def rude(sheet):
        sheet += 1
        return sheet - 1
    game = game_of([[-1, 0], [0, 1], [-1, 1]])
    assert mirror_descent(game, rude, 1).weights.tolist() == [[0, 0], [1, 0], [1, -1], [2, -2]]


@pytest.mark.parametrize("mirror, step, message", [
    (same, 0.0, "step = 0.0"), (same, [1.0, 1.0], "one per round"), (same, [1.0, -1.0, 1.0], "step"),
    (lambda sheet: sheet[:1], 1.0, r"mirror\(sheet\)"), (lambda sheet: sheet * np.nan, 1.0, r"mirror\(sheet\)"),
    (lambda sheet: sheet.sum(), 1.0, r"mirror\(sheet\)")])
def test_what_it_refuses(mirror, step, message):
    with pytest.raises(ValueError, match=message):
        mirror_descent(game_of([[-1, 0], [0, 1], [-1, 1]]), mirror, step)
