"""The leader, its regularised form and dual averaging; bounds and worst cases of regret."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from otbnotes import bounds
from otbnotes.geometry import Ball, Box, Everywhere, Simplex, nearest
from otbnotes.losses import Absolute, Hinge, Linear, Squared
from otbnotes.online import dual_averaging, follow_the_leader, follow_the_regularised_leader, gradient_descent, steps
from otbnotes.online.descent import _gradient_descent
from otbnotes.online.leader import _dual_averaging, _regularised_leader
from otbnotes.streams import Game, random_game
from otbnotes.witness.gradient_descent import alternate_then_run


close = {"rel": 1e-9, "abs": 1e-9}
quarters = st.integers(-8, 8).map(lambda n: n / 4)


def line(labels, loss=Linear(), features=None):
    """A game in dimension 1, features 1 if nothing else is said."""
    return Game("line", loss, np.ones((len(labels), 1)) if features is None else np.asarray(features)[:, None], labels)


class TestSteps:
    def test_by_hand(self):
        assert steps.inverse_sqrt(3.0, 9)[[0, 3, 8]].tolist() == [3, 1.5, 1]

    @given(st.lists(st.sampled_from([-1.0, 1.0]), min_size=1, max_size=50))
    def test_one_over_mu_t_follows_the_means_of_squared_losses(self, labels):
        """Squared losses have strength 2: with 1 / (2 t) gradient descent plays the mean so far."""
        game = line(labels, Squared())
        T, weights, losses = len(labels), np.zeros((len(labels) + 1, 1)), np.zeros(len(labels))
        _gradient_descent.algorithm(game.loss, game.features, game.labels, 1 / (2.0 * np.arange(1, T + 1)), Everywhere(),
                                    np.zeros(1),
                                    weights, losses)
        assert weights[1:, 0] == pytest.approx(np.cumsum(labels) / np.arange(1, T + 1), abs=1e-12)
        assert losses.sum() - game.total([np.mean(labels)]) <= 4 * (1 + math.log(len(labels))) + 1e-9


matrices = st.tuples(st.integers(1, 12), st.integers(1, 6)).flatmap(
    lambda shape: arrays.arrays(float, shape, elements=quarters))


class TestFollowTheLeader:
    @given(matrices, st.booleans())
    def test_in_fractions(self, matrix, regularised):
        first = np.arange(matrix.shape[1])[::-1] / 4.0 if regularised else None
        totals = [Fraction(0)] * matrix.shape[1] if first is None else [Fraction(x) for x in first]
        leaders = follow_the_leader(matrix, first)
        for t, row in enumerate([*matrix, None]):
            assert leaders.actions[t] == totals.index(min(totals))
            if row is not None:
                totals = [total + Fraction(x) for total, x in zip(totals, row)]
                assert leaders.losses[t] == row[leaders.actions[t]]
                assert leaders.next_losses[t] == row[leaders.actions[t + 1]]
        assert leaders.loss == leaders.losses.sum()

    @given(matrices, st.data())
    def test_be_the_leader(self, matrix, data):
        """For any losses and any regulariser, exactly, on binary fractions; no convexity."""
        r = data.draw(arrays.arrays(float, matrix.shape[1], elements=quarters))
        leaders = follow_the_leader(matrix, r)
        for u in range(matrix.shape[1]):
            left = leaders.loss - matrix[:, u].sum()
            assert left <= r[u] - r[leaders.actions[0]] + (leaders.losses - leaders.next_losses).sum()

    def test_be_the_leader_is_attained(self):
        leaders = follow_the_leader([[1.0, -1.0]])
        assert leaders.loss - (-1.0) == (leaders.losses - leaders.next_losses).sum() == 2


class TestSwitching:
    @pytest.mark.parametrize("T, regularised", [(10, 1.546), (100, 4.013), (1001, 11.68)])
    @pytest.mark.parametrize("start", [0.0, 0.5, -1.0])
    def test_regret_of_the_leader(self, T, regularised, start):
        game = line([-0.5, *np.resize([1.0, -1.0], T - 1)])
        run = follow_the_regularised_leader(game, Ball(1.0), 0.0, start)
        assert run.weights[1:5, 0].tolist() == pytest.approx([1, -1, 1, -1])
        regret = run.loss - game.total([-np.sign(game.labels.sum())])
        assert regret == pytest.approx(float(bounds.ftl_switching_regret(T, start)))
        lipschitz = math.sqrt(1 - 0.75 / T)                     # L^2 is the mean of the squared slopes
        strength = bounds.ftrl_l2_strength(1.0, lipschitz, T)
        calm = follow_the_regularised_leader(game, Ball(1.0), strength)
        assert calm.loss + abs(game.labels.sum()) == pytest.approx(regularised, rel=5e-4)
        assert calm.weights == pytest.approx(dual_averaging(game, Ball(1.0), 1 / strength).weights, **close)


class TestRegularisedLeader:
    @pytest.mark.parametrize("loss", [Absolute(), Squared()], ids=str)
    @pytest.mark.parametrize("domain", [Ball(0.6), Box(-0.2, 1.5), Everywhere()], ids=str)
    def test_minimises(self, loss, domain):
        """Against every point of a fine grid, in every round."""
        rng = np.random.default_rng(1)
        game = line(rng.choice([-1.0, 1.0], 15), loss, rng.uniform(-1, 1, 15))
        low, high = {Ball: (-0.6, 0.6), Box: (-0.2, 1.5), Everywhere: (-9, 9)}[type(domain)]
        grid = np.linspace(low, high, 20_001)
        run, total = follow_the_regularised_leader(game, domain, 0.8), 0.4 * grid ** 2
        for t in range(16):
            w = run.weights[t, 0]
            assert low <= w <= high
            past = 0.4 * w ** 2 + loss.value(w * game.features[:t, 0], game.labels[:t]).sum()
            assert past <= total.min() + 1e-12
            if t < 15:
                assert run.losses[t] == pytest.approx(float(loss.value(w * game.features[t, 0], game.labels[t])))
                total = total + loss.value(grid * game.features[t, 0], game.labels[t])

    def test_agrees_with_scipy(self):
        from scipy.optimize import minimize_scalar

        game = line([1.0, -0.5, 2.0, 0.25], Absolute(), [1.0, 0.5, -1.0, 2.0])
        run = follow_the_regularised_leader(game, Ball(1.0), 1.0)
        for t in range(5):
            solved = minimize_scalar(lambda w: w ** 2 / 2 + np.abs(w * game.features[:t, 0] - game.labels[:t]).sum(),
                                     bounds=(-1, 1), method="bounded", options={"xatol": 1e-10})
            assert run.weights[t, 0] == pytest.approx(solved.x, abs=1e-6)

    @given(st.lists(quarters, min_size=1, max_size=12), st.integers(1, 16).map(lambda n: n / 4))
    def test_stability_and_regret(self, labels, strength):
        """|theta_t - theta_{t+1}| <= L/mu, the drop and its sharp form, and both regret bounds; L = 1."""
        game = line(labels, Absolute())
        run, T = follow_the_regularised_leader(game, Everywhere(), strength), len(labels)
        w = run.weights[:, 0]
        assert np.abs(np.diff(w)).max() <= bounds.leader_move(1.0, strength) + 1e-9
        assert (run.losses - np.abs(w[1:] - game.labels)).max() <= bounds.leader_drop(1.0, strength) + 1e-9
        leader = [strength * w[t] ** 2 / 2 + np.abs(w[t] - game.labels[:t]).sum() for t in range(T + 1)]
        assert (run.losses + leader[:-1] - leader[1:]).max() <= bounds.leader_drop_sharp(1.0, strength) + 1e-9
        for u in np.linspace(-2, 2, 17):
            regret = run.loss - game.total([u])
            assert regret <= bounds.ftrl_regret_sharp(strength * u ** 2 / 2, T, strength) + 1e-9
            assert regret <= bounds.ftrl_regret(strength * u ** 2 / 2, T, strength) + 1e-9

    def test_stability_is_attained(self):
        run = dual_averaging(line([3.0]), Everywhere(), 1 / 2)
        move = run.weights[0, 0] - run.weights[1, 0]
        assert move == bounds.leader_move(3.0, 2.0) == 1.5 and 3 * move == bounds.leader_drop(3.0, 2.0) == 4.5

    def test_bad_input(self):
        game = line([1.0, -1.0])
        for call, message in [
                (lambda: follow_the_regularised_leader(game, Everywhere(), 0.0),
                 "strength = 0.0: expected a number > 0 on all of the line, where a leader need not exist"),
                (lambda: follow_the_regularised_leader(game, Ball(1.0), -1.0),
                 "strength = -1.0: expected a finite number >= 0"),
                (lambda: follow_the_regularised_leader(game, Ball(1.0), 0.0, 2.0),
                 "start = 2.0: expected a number in [-1.0, 1.0]"),
                (lambda: follow_the_regularised_leader(game, Simplex(), 1.0),
                 "domain = Simplex(radius=1.0): expected an interval: Ball, Box or Everywhere"),
                (lambda: follow_the_regularised_leader(game, Ball(0.0), 1.0),
                 "radius = 0.0: expected a finite number > 0"),
                (lambda: follow_the_regularised_leader(random_game(Linear(), 3, 2, np.random.default_rng(1)), Ball(1.0),
                                                       1.0),
                 "game = 'a game in dimension 2': expected a game in dimension 1"),
                (lambda: dual_averaging(game, Ball(1.0), 0.0), "step = 0.0: expected a finite number > 0"),
                (lambda: dual_averaging(game, 1.0, 1.0), "domain = 1.0: expected a domain such as Ball(1.0)"),
                (lambda: dual_averaging(line([1e300] * 3), Everywhere(), 1e300),
                 "step = 1e+300: expected a step short enough to keep every iterate finite")]:
            with pytest.raises(ValueError) as caught:
                call()
            assert str(caught.value) == message


class TestDualAveraging:
    @given(st.integers(0, 2 ** 32 - 1), st.integers(1, 4), st.floats(0.01, 2))
    def test_is_unconstrained_gradient_descent(self, seed, dimension, step):
        game = random_game(Hinge(), 20, dimension, np.random.default_rng(seed))
        given = (game.loss, game.features, game.labels, np.full(20, step), Everywhere(), np.zeros(dimension))
        (greedy, lazy), (greedy_losses, lazy_losses) = np.zeros((2, 21, dimension)), np.zeros((2, 20))
        _gradient_descent.algorithm(*given, greedy, greedy_losses)
        margins = game.labels * (game.features * greedy[:-1]).sum(axis=1)
        assume(np.abs(1 - margins).min() > 1e-9)                        # at the kink rounding decides
        _dual_averaging.algorithm(*given[:5], np.zeros(dimension), np.zeros(dimension), lazy, lazy_losses)
        assert lazy == pytest.approx(greedy, abs=1e-12) and lazy_losses == pytest.approx(greedy_losses, abs=1e-12)
        assert np.ptp(lazy) > 0

    @given(st.integers(0, 2 ** 32 - 1))
    def test_projects_the_sum_and_uses_the_step_of_its_round(self, seed):
        game, eta = random_game(Linear(), 10, 3, np.random.default_rng(seed)), steps.inverse_sqrt(0.7, 10)
        run, gradients = dual_averaging(game, Ball(0.8), eta), game.labels[:, None] * game.features
        for t in range(10):
            assert run.weights[t] == pytest.approx(nearest(Ball(0.8), -eta[t] * gradients[:t].sum(axis=0)), abs=1e-12)
            assert run.losses[t] == pytest.approx(run.weights[t] @ gradients[t], abs=1e-12)
        assert run.weights[10] == pytest.approx(nearest(Ball(0.8), -eta[9] * gradients.sum(axis=0)), abs=1e-12)

    def test_greedy_and_lazy(self):
        game = line([1.0, 1.0, 1.0, 1.0, -1.0, -1.0])
        assert gradient_descent(game, Ball(1.0), 0.5).weights[:6, 0].tolist() == [0, -0.5, -1, -1, -1, -0.5]
        assert dual_averaging(game, Ball(1.0), 0.5).weights[:6, 0].tolist() == [0, -0.5, -1, -1, -1, -1]

    def test_the_same_numbers_without_numba(self):
        game, eta = random_game(Linear(), 40, 3, np.random.default_rng(8)), steps.inverse_sqrt(0.5, 40)
        weights, losses = np.zeros((41, 3)), np.zeros(40)
        _dual_averaging.algorithm(game.loss, game.features, game.labels, eta, Everywhere(), np.zeros(3), np.zeros(3),
                                  weights, losses)
        run = dual_averaging(game, Everywhere(), eta)
        assert run.weights == pytest.approx(weights, abs=0.5e-9) and run.losses == pytest.approx(losses, abs=0.5e-9)
        game, weights, losses = line(np.resize([1.0, -0.5, 0.75], 20), Absolute()), np.zeros(21), np.zeros(20)
        _regularised_leader.algorithm(game.loss, game.features[:, 0].copy(), game.labels, 1.0, -1.0, 1.0, weights,
                                      losses)
        run = follow_the_regularised_leader(game, Ball(1.0), 1.0)
        assert run.weights[:, 0] == pytest.approx(weights, abs=0.5e-9)
        assert run.losses == pytest.approx(losses, abs=0.5e-9)

    @pytest.mark.parametrize("t", [0, 5, 9])
    def test_a_label_is_seen_only_after_predicting(self, t):
        game = random_game(Linear(), 10, 1, np.random.default_rng(9))
        labels = game.labels.copy()
        labels[t] *= -1
        for play in (lambda g: dual_averaging(g, Ball(1.0), 0.02),
                     lambda g: follow_the_regularised_leader(g, Ball(1.0), 50.0)):
            one, other = (play(Game("game", Linear(), game.features, y)) for y in (game.labels, labels))
            assert one.weights[:t + 1].tolist() == other.weights[:t + 1].tolist()
            assert one.weights[t + 1].tolist() != other.weights[t + 1].tolist()


class TestUnconstrained:
    @pytest.mark.parametrize("T", [8, 50, 5000])
    def test_three_quarters_exactly(self, T):
        """The source's bound loses a quarter; the sharp form is attained, and w_{T+1} = u."""
        game, u = alternate_then_run(T, 1.0, math.isqrt(2 * T))
        step = bounds.ogd_step(1.0, 1.0, T)
        run = gradient_descent(game, Everywhere(), step)
        regret = run.loss - game.total(u)
        assert regret / bounds.ogd_regret(1.0, 1.0, T) == pytest.approx(0.75, rel=1e-12)
        assert regret == pytest.approx(bounds.ogd_regret_sharp(1.0, 1.0, T))
        assert regret == pytest.approx(bounds.gd_regret_of_step(1.0, 1.0, T, step))
        assert run.weights[-1] == pytest.approx(u)

    @given(st.floats(0.01, 10), st.floats(0.01, 10), st.integers(1, 10 ** 6), st.floats(1e-3, 10))
    def test_the_steps_are_the_best_of_their_bounds(self, B, L, T, step):
        tuned = bounds.ogd_step(B, L, T)
        assert bounds.ogd_regret_of_step(B, L, T, tuned) == pytest.approx(bounds.ogd_regret(B, L, T))
        assert bounds.ogd_regret(B, L, T) <= bounds.ogd_regret_of_step(B, L, T, step) * (1 + 1e-12)
        mu = bounds.ftrl_l2_strength(B, L, T)
        assert bounds.ftrl_regret(mu * B ** 2 / 2, T * L ** 2, mu) == pytest.approx(bounds.ogd_regret(B, L, T))
        sharp = bounds.ftrl_regret_sharp(mu * B ** 2 / 2, T * L ** 2, mu)
        assert sharp == pytest.approx(bounds.ogd_regret_sharp(B, L, T))
        assert mu * tuned == pytest.approx(1)

    @given(st.lists(quarters, min_size=1, max_size=10), quarters, st.integers(1, 8).map(lambda n: Fraction(n, 8)))
    def test_induction_identity_in_fractions(self, slopes, u, step):
        theta, linear, moved = Fraction(0), Fraction(0), Fraction(0)
        for g in map(Fraction, slopes):
            linear += g * (theta - Fraction(u))
            moved += g * step * g
            theta -= step * g
        square = step / 2 * sum(Fraction(g) ** 2 for g in slopes)
        assert linear == Fraction(u) ** 2 / (2 * step) - (theta - Fraction(u)) ** 2 / (2 * step) + square
        assert linear <= Fraction(u) ** 2 / (2 * step) + moved
        run = gradient_descent(line(slopes), Everywhere(), float(step))
        assert run.weights[-1, 0] == float(theta)


class TestGames:
    def test_value_of_the_line_game_by_backward_induction(self):
        for T in range(1, 12):
            value = {s: Fraction(abs(s)) for s in range(-T, T + 1)}
            for left in range(T):
                value = {s: (value[s - 1] + value[s + 1]) / 2 for s in range(-T + left + 1, T - left)}
            assert value[0] == bounds.line_game_value(T) == 2 * bounds.cover_regret(T)
        assert float(bounds.line_game_value(10)) == pytest.approx(2.46094, abs=1e-5)
        assert float(bounds.line_game_value(100)) == pytest.approx(7.95892, abs=1e-5)
        assert float(bounds.line_game_value(10 ** 4)) == pytest.approx(math.sqrt(2 * 10 ** 4 / math.pi), rel=1e-4)
