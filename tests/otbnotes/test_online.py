"""Gradient descent against a textbook in exact arithmetic, and the proof of its regret bound, round by round."""

import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otbnotes import bounds, online
from otbnotes.geometry import Ball, Everywhere
from otbnotes.losses import Absolute, Exponential, Hinge, Linear, Logistic, Squared
from otbnotes.online import gradient_descent, one_step_terms
from otbnotes.streams import Game, random_game
from otbnotes.witness.gradient_descent import unlucky_coin


LOSSES = (Linear(), Absolute(), Squared(0.25), Hinge(), Logistic(), Exponential(0.5))
each_loss = pytest.mark.parametrize("loss", LOSSES, ids=str)


def sign(x):
    return (x > 0) - (x < 0)


TEXTBOOK = {  # value and slope of the loss with this parameter, in the arithmetic of its arguments
    Linear: (lambda c, z, y: c * y * z, lambda c, z, y: c * y),
    Absolute: (lambda c, z, y: c * abs(z - y), lambda c, z, y: c * sign(z - y)),
    Squared: (lambda c, z, y: c * (z - y) ** 2, lambda c, z, y: 2 * c * (z - y)),
    Hinge: (lambda c, z, y: max(0, c - y * z), lambda c, z, y: -y if y * z < c else 0),
    Logistic: (lambda c, z, y: c * math.log1p(math.exp(-y * z / c)), lambda c, z, y: -y / (1 + math.exp(y * z / c))),
    Exponential: (lambda c, z, y: math.exp(-c * y * z), lambda c, z, y: -c * y * math.exp(-c * y * z))}


def on_the_line(w, domain):
    """Return the nearest point of a ball or of the line."""
    if isinstance(domain, Everywhere):
        return w
    radius = Fraction(domain.radius)
    return max(-radius, min(radius, w))


def replay(game, domain, steps, start=0):
    """Play gradient descent on the line in fractions; return the iterates and the losses."""
    (value, slope), parameter = TEXTBOOK[type(game.loss)], Fraction(game.loss[0])
    w, weights, losses = Fraction(start), [Fraction(start)], []
    for x, y, step in zip(map(Fraction, game.features[:, 0]), map(Fraction, game.labels), map(Fraction, steps)):
        losses.append(value(parameter, w * x, y))
        w = on_the_line(w - step * slope(parameter, w * x, y) * x, domain)
        weights.append(w)
    return weights, losses


@st.composite
def games_on_the_line(draw, losses=(Linear(), Absolute(), Squared(0.25), Hinge(1 + 2 ** -12))):
    """Short games with binary fractions; the kinks lie off the lattice of the iterates."""
    loss, rounds = draw(st.sampled_from(losses)), draw(st.integers(1, 9))
    multiples = {Linear: st.integers(-8, 8).map(lambda n: n / 4), Squared: st.integers(-8, 8).map(lambda n: n / 4),
                 Absolute: st.integers(-2048, 2047).map(lambda n: (2 * n + 1) / 2 ** 12)}
    label = multiples.get(type(loss), st.sampled_from([-1.0, 1.0]))
    features = draw(st.lists(st.integers(-8, 8).map(lambda n: n / 4), min_size=rounds, max_size=rounds))
    labels = draw(st.lists(label, min_size=rounds, max_size=rounds))
    return Game("drawn", loss, np.array(features)[:, None], labels)


steps_ = st.integers(1, 16).map(lambda n: n / 16)
domains = st.sampled_from([Ball(0.5), Ball(1.0), Ball(3.0), Everywhere()])


@given(games_on_the_line(), domains, st.data())
def test_the_line_in_fractions(game, domain, data):
    steps = data.draw(st.one_of(steps_, st.lists(steps_, min_size=game.rounds, max_size=game.rounds)))
    start = data.draw(st.sampled_from([0.0, 0.25, -0.5]))
    weights, losses = replay(game, domain, np.broadcast_to(steps, game.rounds), start)
    run = gradient_descent(game, domain, steps, [start])
    assert run.weights.shape == (game.rounds + 1, 1) and run.losses.shape == (game.rounds,)
    assert run.weights[:, 0] == pytest.approx(np.array(weights, dtype=float), rel=1e-9, abs=1e-9)
    assert run.losses == pytest.approx(np.array(losses, dtype=float), rel=1e-9, abs=1e-9)
    assert run.loss == pytest.approx(float(sum(losses)), rel=1e-9, abs=1e-9)
    assert run.mean[0] == pytest.approx(float(sum(weights[:-1]) / game.rounds), rel=1e-9, abs=1e-9)


def textbook(game, radius, step):
    """Play gradient descent in any dimension, a number at a time."""
    (value, slope), parameter = TEXTBOOK[type(game.loss)], game.loss[0]
    w, weights, losses = [0.0] * game.dimension, [[0.0] * game.dimension], []
    for x, y in zip(game.features.tolist(), game.labels.tolist()):
        z = math.fsum(a * b for a, b in zip(w, x))
        losses.append(value(parameter, z, y))
        w = [a - step * slope(parameter, z, y) * b for a, b in zip(w, x)]
        norm = math.sqrt(math.fsum(a * a for a in w))
        w = [a * min(1.0, radius / norm) if norm else a for a in w]
        weights.append(w)
    return weights, losses


@each_loss
@pytest.mark.parametrize("dimension, radius, step", [(1, 0.25, 0.5), (3, 0.7, 0.3), (8, 30.0, 0.11)])
def test_any_dimension_a_number_at_a_time(loss, dimension, radius, step):
    game = random_game(loss, 60, dimension, np.random.default_rng(5))
    run = gradient_descent(game, Ball(radius), step)
    weights, losses = textbook(game, radius, step)
    assert run.weights == pytest.approx(np.array(weights), rel=1e-9, abs=1e-9)
    assert run.losses == pytest.approx(losses, rel=1e-9, abs=1e-9)


def test_the_default_step_is_the_tuned_one():
    game = random_game(Hinge(), 30, 2, np.random.default_rng(5))
    game = Game("longer features", Hinge(), 3 * game.features, game.labels)
    tuned = gradient_descent(game, Ball(2.0), 2.0 / (3.0 * math.sqrt(30)))
    assert gradient_descent(game, Ball(2.0)).weights == pytest.approx(tuned.weights, rel=1e-12)


def test_a_step_for_every_round():
    game, steps = random_game(Absolute(), 30, 2, np.random.default_rng(5)), 1 / np.sqrt(np.arange(1, 31))
    run = gradient_descent(game, Ball(0.5), steps)
    first = gradient_descent(game, Ball(0.5), steps[0])
    assert run.weights[1].tolist() == first.weights[1].tolist() and not np.allclose(run.weights, first.weights)
    assert gradient_descent(game, Ball(0.5), [steps[0]] * 30).weights.tolist() == first.weights.tolist()


@each_loss
@pytest.mark.parametrize("t", [0, 7, 19])
def test_a_label_is_seen_only_after_predicting(loss, t):
    game = random_game(loss, 20, 2, np.random.default_rng(9))
    labels = game.labels.copy()
    labels[t] *= -1
    one, other = (gradient_descent(Game("game", loss, game.features, y), Ball(1.0), 0.3) for y in (game.labels, labels))
    assert one.weights[:t + 1].tolist() == other.weights[:t + 1].tolist()
    assert one.losses[:t].tolist() == other.losses[:t].tolist()
    assert one.losses[t] != other.losses[t] or t == 0
    assert one.weights[t + 1].tolist() != other.weights[t + 1].tolist()


@each_loss
@pytest.mark.parametrize("rounds", [1, 20])
def test_a_run_without_its_trajectory_keeps_the_last_vector(loss, rounds):
    game = random_game(loss, rounds, 2, np.random.default_rng(9))
    whole, last = (gradient_descent(game, Ball(0.5), 0.3, trajectory=trajectory) for trajectory in (True, False))
    assert last.weights.tolist() == whole.weights[-1:].tolist() != whole.weights[:1].tolist()
    assert last.losses.tolist() == whole.losses.tolist()
    with pytest.raises(ValueError, match="^trajectory = False: expected True: the mean needs every vector$"):
        last.mean


def test_nothing_that_is_given_is_changed():
    features, labels, start, steps = np.array([[3.0, 4.0]]), np.array([1.0]), np.array([0.6, 0.0]), np.array([0.5])
    gradient_descent(Game("one round", Absolute(), features, labels), Ball(1.0), steps, start)
    assert (features.tolist(), labels.tolist(), start.tolist(), steps.tolist()) == ([[3, 4]], [1], [0.6, 0], [0.5])


class Halved(NamedTuple):
    """A loss that a reader may bring along: |z - y| / 2."""

    binary = False

    def value(self, z, y):
        return np.abs(z - y) / 2

    def slope(self, z, y):
        return np.sign(z - y) / 2


def test_a_loss_from_outside_the_package():
    game = random_game(Absolute(), 40, 2, np.random.default_rng(4))
    ours = gradient_descent(Game("ours", Absolute(0.5), game.features, game.labels), Ball(1.0), 0.2)
    theirs = gradient_descent(Game("theirs", Halved(), game.features, game.labels), Ball(1.0), 0.2)
    assert theirs.weights == pytest.approx(ours.weights, rel=1e-12) and theirs.loss == pytest.approx(ours.loss)


class TestProof:
    @pytest.fixture(params=[(loss, seed) for loss in LOSSES for seed in (1, 2)], ids=str)
    def played(self, request):
        """A game, its run with the tuned step, the step, and comparators in the ball."""
        loss, seed = request.param
        rng = np.random.default_rng(seed)
        game, radius = random_game(loss, 50, 3, rng), float(rng.uniform(0.3, 3))
        step = bounds.gd_step(radius, game.gradient_bound(radius), 50)
        comparators = rng.standard_normal((30, 3))
        comparators *= radius / np.linalg.norm(comparators, axis=1, keepdims=True) * rng.random((30, 1)) ** (1 / 3)
        return game, radius, step, gradient_descent(game, Ball(radius), step), comparators

    def test_one_step(self, played):
        """gain <= linear <= drop + square in every round: convexity, then the square and the projection."""
        game, _, step, run, comparators = played
        for u in comparators:
            terms = one_step_terms(game, run, step, u)
            assert (terms.gain <= terms.linear + 1e-12).all()
            assert (terms.linear <= terms.drop + terms.square + 1e-12).all()

    def test_the_three_inequalities_of_the_statement(self, played):
        game, radius, step, run, comparators = played
        terms, G = one_step_terms(game, run, step, comparators[0]), game.gradient_bound(radius)
        sides = terms.inequalities(step, G)
        assert list(sides) == ["left", "middle", "right"]
        for small, large in sides.values():
            assert small.shape == large.shape == (game.rounds,) and (small <= large + 1e-12).all()
        chain = [*(small for small, _ in sides.values()), sides["right"][1]]
        assert np.array(chain) == pytest.approx(np.array([
            terms.gain, terms.linear, terms.drop + terms.square, terms.drop + step ** 2 * G ** 2 / 2]), rel=1e-12)
        assert sides["left"][1] is sides["middle"][0] and sides["middle"][1] is sides["right"][0]

    def test_terms_by_their_definitions(self, played):
        game, _, step, run, comparators = played
        (value, slope), c, u = TEXTBOOK[type(game.loss)], game.loss[0], comparators[0]
        terms = one_step_terms(game, run, step, u)
        for t, (x, y) in enumerate(zip(game.features.tolist(), game.labels.tolist())):
            w, after = run.weights[t], run.weights[t + 1]
            z, at_u = (math.fsum(a * b for a, b in zip(v, x)) for v in (w, u))
            g = np.array(x) * slope(c, z, y)
            assert terms.gain[t] == pytest.approx(step * (value(c, z, y) - value(c, at_u, y)), rel=1e-9, abs=1e-12)
            assert terms.linear[t] == pytest.approx(step * (g @ (w - u)), rel=1e-9, abs=1e-12)
            drop = ((w - u) @ (w - u) - (after - u) @ (after - u)) / 2
            assert terms.drop[t] == pytest.approx(drop, rel=1e-9, abs=1e-12)
            assert terms.square[t] == pytest.approx(step ** 2 * (g @ g) / 2, rel=1e-9, abs=1e-12)

    def test_drops_telescope(self, played):
        game, _, step, run, comparators = played
        for u in comparators[:3]:
            ends = (u @ u - (run.weights[-1] - u) @ (run.weights[-1] - u)) / 2
            assert one_step_terms(game, run, step, u).drop.sum() == pytest.approx(ends, rel=1e-9, abs=1e-12)

    def test_iterates_stay_in_the_ball_and_regret_below_the_bound(self, played):
        game, radius, _, run, comparators = played
        assert np.linalg.norm(run.weights, axis=1).max() <= radius * (1 + 1e-14)
        bound = bounds.gd_regret(radius, game.gradient_bound(radius), game.rounds)
        assert max(run.loss - game.total(u) for u in comparators) <= bound * (1 + 1e-12)

    def test_a_step_for_every_round_enters_every_term(self, played):
        game, _, step, run, comparators = played
        steps = step * np.resize([1.0, 2.0], game.rounds)
        plain, varied = (one_step_terms(game, run, s, comparators[0]) for s in (step, steps))
        assert varied.gain == pytest.approx(plain.gain * np.resize([1, 2], game.rounds), rel=1e-12)
        assert varied.linear == pytest.approx(plain.linear * np.resize([1, 2], game.rounds), rel=1e-12)
        assert varied.square == pytest.approx(plain.square * np.resize([1, 4], game.rounds), rel=1e-12)
        assert varied.drop.tolist() == plain.drop.tolist()
        assert one_step_terms(game, run, steps.tolist(), comparators[0]).square.tolist() == varied.square.tolist()


def test_the_mean_leaves_out_the_vector_that_was_never_played():
    run = online.Run(np.array([[1.0, 0.0], [3.0, 4.0], [100.0, 100.0]]), np.array([0.5, 0.25]))
    assert run.mean.tolist() == [2.0, 2.0] and run.loss == 0.75 and type(run.loss) is float


@pytest.mark.parametrize("p, drift", [(0.55, 0.3), (0.6, 0.25), (0.8, 0.5)])
def test_the_unlucky_coin_is_no_rarer_than_it_says(p, drift):
    """T = 100, all laws in the open: the promised probability is below the true one, a sum of positive numbers."""
    excess, log = unlucky_coin(100, p, drift, 0.1)
    law = np.zeros((21, 2001))                                      # of 10 w and of the sum of these so far
    law[10, 1000] = 1.0
    for _ in range(100):
        after = np.zeros_like(law)
        for place, row in enumerate(law):
            for y, chance in ((1, p), (-1, 1 - p)):
                after[min(max(place + y, 0), 20)] += chance * np.roll(row, place - 10)
        law = after
    values = (2 * p - 1) * (2 - np.arange(2001) / 1000)
    assert 0 < excess == pytest.approx((2 * p - 1) * (2 - 0.4 / drift))
    assert law.sum(axis=0)[values > excess].sum() * (1 - 1e-9) >= math.exp(-log) > 0
