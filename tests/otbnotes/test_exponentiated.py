"""Exponentiated gradient and Hedge against a textbook in long arithmetic, and the proof of their bound."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy.special import rel_entr

from otbnotes import bounds, words
from otbnotes.comparator import best_in_simplex
from otbnotes.losses import Absolute, Hinge, Linear
from otbnotes.online import coordinate_gradient_bound, exponentiated_gradient, hedge, signed_copies, steps, threshold_votes
from otbnotes.online.exponentiated import _exponentiated_gradient, _hedge
from otbnotes.streams import Game, random_game
from otbnotes.witness import exponentiated_gradient as witness


close = {"rel": 1e-12, "abs": 1e-12}


def linear(gradients):
    """The game whose gradients are these rows."""
    return Game("linear", Linear(), np.asarray(gradients, dtype=float), np.ones(len(gradients)))


def textbook(gradients, step):
    """Multiply by exp(-eta g) and divide by the sum, as printed, in fifty digits."""
    with localcontext() as context:
        context.prec = 50
        w = [Decimal(1) / len(gradients[0])] * len(gradients[0])
        weights, losses = [w], []
        for g in gradients:
            g = [Decimal(float(x)) for x in g]
            losses.append(sum(a * b for a, b in zip(w, g)))
            w = [a * (-Decimal(step) * b).exp() for a, b in zip(w, g)]
            w = [a / sum(w) for a in w]
            weights.append(w)
    return np.array(weights, dtype=float), np.array(losses, dtype=float)


gradients_ = st.tuples(st.integers(1, 12), st.integers(2, 5)).flatmap(
    lambda shape: arrays.arrays(float, shape, elements=st.floats(-3, 3)))
steps_ = st.floats(0.01, 2.0)


class TestAlgorithms:
    @given(gradients_, steps_)
    def test_linear_losses_in_fifty_digits(self, gradients, step):
        weights, losses = textbook(gradients, step)
        for run in (exponentiated_gradient(linear(gradients), step), hedge(gradients, step)):
            assert run.weights == pytest.approx(weights, **close) and run.losses == pytest.approx(losses, **close)

    @given(gradients_, steps_)
    def test_three_forms_agree(self, gradients, step):
        """The product form, the exponential of the sum, and the minimiser of <g, w> + KL(w || w_t) / eta."""
        run, total = exponentiated_gradient(linear(gradients), step), gradients.sum(axis=0)
        lumped = np.exp(-step * (total - total.min()))
        assert run.weights[-1] == pytest.approx(lumped / lumped.sum(), **close)
        before, after = run.weights[-2:]
        rng = np.random.default_rng(5)
        def objective(w):
            return gradients[-1] @ w + rel_entr(w, before).sum() / step
        for other in rng.dirichlet(np.ones(len(before)), 20):
            assert objective(after) <= objective(other) + 1e-9

    @given(gradients_, steps_, st.floats(-50, 50))
    def test_a_constant_in_every_coordinate_changes_no_weight(self, gradients, step, constant):
        plain, shifted = (exponentiated_gradient(linear(g), step).weights for g in (gradients, gradients + constant))
        assert shifted == pytest.approx(plain, abs=1e-9)

    def test_weights_that_underflow_come_back(self):
        """1000 steps against coordinate 1, then 1000 against coordinate 2: exp(-1000) is no float."""
        gradients = np.repeat([[1.0, 0.0], [0.0, 1.0]], 1000, axis=0)
        for run in (exponentiated_gradient(linear(gradients), 1.0), hedge(gradients, 1.0)):
            assert run.weights[1000].tolist() == [0, 1] and run.weights[-1] == pytest.approx([0.5, 0.5])
            assert np.isfinite(run.weights).all()

    @pytest.mark.parametrize("loss", [Absolute(2.0), Hinge()], ids=str)
    def test_other_losses_follow_their_subgradients(self, loss):
        game = random_game(loss, 30, 4, np.random.default_rng(2))
        run, w = exponentiated_gradient(game, 0.4), np.full(4, 0.25)
        for t, (x, y) in enumerate(zip(game.features, game.labels)):
            assert run.weights[t] == pytest.approx(w, **close)
            assert run.losses[t] == pytest.approx(float(loss.value(w @ x, y)), **close)
            w = w * np.exp(-0.4 * loss.slope(w @ x, y) * x)
            w /= w.sum()

    def test_signed_copies_play_every_vector_of_the_cross_polytope(self):
        rng = np.random.default_rng(9)
        game = random_game(Hinge(), 20, 3, rng)
        doubled = signed_copies(game, 2.5)
        assert doubled.labels.tolist() == game.labels.tolist() and doubled.name == game.name
        for u in 2.5 * rng.dirichlet(np.ones(3), 5) * rng.choice([-1.0, 1.0], (5, 3)):
            split = np.concatenate([np.maximum(u, 0), np.maximum(-u, 0)]) / 2.5
            assert split.sum() == pytest.approx(1) and doubled.total(split) == pytest.approx(game.total(u))
        with pytest.raises(ValueError, match="radius = 0: expected a finite number > 0"):
            signed_copies(game, 0)

    def test_votes(self):
        game = Game("three", Hinge(), [[1.0, 5.0], [2.0, 5.0], [4.0, 5.0]], [1, -1, 1])
        said = threshold_votes(game, 4)                       # the quartiles of column 1 are 1.5, 2 and 3; column 2 never changes
        assert said.features.tolist() == [[-1, -1, -1], [1, -1, -1], [1, 1, 1]]
        assert said.labels.tolist() == [1, -1, 1] and said.loss == Hinge()
        with pytest.raises(ValueError, match="parts = 1: expected an integer >= 2"):
            threshold_votes(game, 1)

    def test_tuned_steps(self):
        gradients = np.random.default_rng(7).random((50, 3))
        tuned = math.sqrt(2 * math.log(3) / 50) / np.abs(gradients).max()
        by_hand = exponentiated_gradient(linear(gradients), tuned).losses
        assert exponentiated_gradient(linear(gradients)).losses == pytest.approx(by_hand)
        assert hedge(gradients).losses == pytest.approx(hedge(gradients, math.sqrt(8 * math.log(3) / 50)).losses)

    def test_a_step_for_every_round_weighs_all_the_past_in_hedge_and_one_gradient_in_eg(self):
        gradients, eta = np.random.default_rng(7).random((6, 3)), steps.inverse_sqrt(1.5, 6)
        lazy, greedy = hedge(gradients, eta).weights, exponentiated_gradient(linear(gradients), eta).weights
        for t in range(6):
            for weights, exponents in ((lazy, -eta[t] * gradients[:t].sum(axis=0)), (greedy, -eta[:t] @ gradients[:t])):
                expected = np.exp(exponents)
                assert weights[t] == pytest.approx(expected / expected.sum(), **close)
        assert not np.allclose(lazy, greedy)

    def test_a_start_is_a_prior(self):
        run = exponentiated_gradient(linear([[1.0, 0.0, -1.0]]), math.log(2), [0.5, 0.5, 0.0])
        assert run.weights.tolist() == [[0.5, 0.5, 0.0], pytest.approx([1 / 3, 2 / 3, 0.0])]

    @pytest.mark.parametrize("t", [0, 4, 9])
    def test_a_label_is_seen_only_after_predicting(self, t):
        gradients = np.random.default_rng(3).random((10, 3))
        other = gradients.copy()
        other[t] = 1 - other[t]
        for play in (lambda g: exponentiated_gradient(linear(g), 0.5), lambda g: hedge(g, 0.5)):
            one, two = play(gradients), play(other)
            assert one.weights[:t + 1].tolist() == two.weights[:t + 1].tolist()
            assert one.weights[t + 1].tolist() != two.weights[t + 1].tolist()

    def test_the_same_numbers_without_numba(self):
        game, eta = random_game(Hinge(), 40, 3, np.random.default_rng(8)), np.full(40, 0.3)
        weights, losses = np.full((41, 3), 1 / 3), np.zeros(40)
        _exponentiated_gradient.algorithm(game.loss, game.features, game.labels, eta, np.log(weights[0]),
                                          weights[0].copy(), weights, losses)
        run = exponentiated_gradient(game, 0.3)
        assert run.weights == pytest.approx(weights, abs=0.5e-9) and run.losses == pytest.approx(losses, abs=0.5e-9)
        _hedge.algorithm(game.features, eta, np.zeros(3), np.zeros(3), weights, losses)
        run = hedge(game.features, 0.3)
        assert run.weights == pytest.approx(weights, abs=0.5e-9) and run.losses == pytest.approx(losses, abs=0.5e-9)

    @given(arrays.arrays(float, st.integers(1, 6), elements=st.floats(-900, 900)), st.floats(-2, 2))
    def test_the_word(self, x, a):
        w = np.empty(len(x))
        assert words.exponential_weights(w, a, x) is None
        with localcontext() as context:
            context.prec = 50
            exact = [(Decimal(a) * Decimal(v)).exp() for v in x.tolist()]
            exact = [float(e / sum(exact)) for e in exact]
        assert w == pytest.approx(exact, abs=1e-12)


class TestProof:
    @pytest.mark.parametrize("loss", [Linear(), Absolute(2.0), Hinge()], ids=str)
    def test_regret_below_the_bound(self, loss):
        rng = np.random.default_rng(6)
        for N in (2, 5):
            game = random_game(loss, 80, N, rng)
            regret = max(exponentiated_gradient(game).loss - game.total(u)
                         for u in (*np.eye(N), *rng.dirichlet(np.ones(N), 50)))
            assert regret <= bounds.eg_regret(coordinate_gradient_bound(game), N, 80)

    @given(gradients_, steps_)
    def test_regret_of_any_step_below_its_bound(self, gradients, step):
        game, (T, N) = linear(gradients), gradients.shape
        regret = exponentiated_gradient(game, step).loss - best_in_simplex(game).value
        assert regret <= bounds.eg_regret_of_step(np.abs(gradients).max(), math.log(N), T, step) + 1e-9
        losses = (gradients + 3) / 6
        hedged = hedge(losses, step).loss - losses.sum(axis=0).min()
        assert hedged <= bounds.hedge_regret_of_step(N, T, step) + 1e-9


class TestWitness:
    @given(st.integers(1, 20), st.integers(0, 10), st.sampled_from([2, 4, 10]), st.floats(0.01, 2))
    def test_closed_form(self, run, pairs, experts, step):
        game, u = witness.halves_then_run(run + 2 * pairs, run, experts)
        assert u.tolist() == np.eye(experts)[0].tolist() == best_in_simplex(game).point.tolist()
        assert set(np.abs(game.features).ravel()) == {1}
        closed = witness.halves_then_run_regret(run + 2 * pairs, run, experts, step)
        assert exponentiated_gradient(game, step).loss - game.total(u) == pytest.approx(closed, rel=1e-9)
        losses = (1 + game.features) / 2
        assert hedge(losses, 2 * step).loss - losses.sum(axis=0)[0] == pytest.approx(closed / 2, rel=1e-9)

    @pytest.mark.parametrize("T, N, step", [(30, 2, 0.3), (31, 4, 0.2), (12, 2, 3.0), (1, 2, 1.0), (2, 2, 1.0)])
    def test_the_best_run_is_the_best(self, T, N, step):
        runs = range(2 - T % 2, T + 1, 2)
        best = max(runs, key=lambda run: witness.halves_then_run_regret(T, run, N, step))
        assert witness.best_run(T, N, step) == best


def test_a_steep_loss_by_hand():
    """x = (1, -1): the prediction is tanh(eta S), S the sum of -slopes."""
    step, total, lost = math.sqrt(2 * math.log(2) / 300), 0.0, 0.0
    for _ in range(300):
        z = math.tanh(step * total)
        lost += 10 * abs(z - 0.05)
        total -= 10 * math.copysign(1, z - 0.05)
    game = Game("steep", Absolute(10.0), np.tile([1.0, -1.0], (300, 1)), np.full(300, 0.05))
    assert exponentiated_gradient(game, step).loss == pytest.approx(lost)


def test_fractions_are_welcome_as_steps():
    run = exponentiated_gradient(linear([[1.0, 0.0]]), Fraction(1, 2))
    assert run.weights[1, 0] == pytest.approx(1 / (1 + math.exp(0.5)))
