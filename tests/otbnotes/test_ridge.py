"""Online least squares against exact arithmetic, NumPy and scikit-learn."""

import importlib
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otbnotes import bounds
from otbnotes.geometry import Everywhere
from otbnotes.least_squares import inverse, ridge
from otbnotes.losses import Squared
from otbnotes.online import (gradient_descent, least_mean_squares, recursive_least_squares, ridge_by_gain, ridge_leader,
                             vovk_azoury_warmuth)
from otbnotes.streams import Game


module = importlib.import_module("otbnotes.online.ridge")
FORECASTERS = {"recursion": recursive_least_squares, "gain": ridge_by_gain, "vaw": vovk_azoury_warmuth}
RIDGES = {"recursion": recursive_least_squares, "gain": ridge_by_gain, "leader": ridge_leader}
each_forecaster = pytest.mark.parametrize("name", FORECASTERS)
each_ridge = pytest.mark.parametrize("name", RIDGES)


def drawn(rounds, dimension, seed=0):
    rng = np.random.default_rng(seed)
    return Game("drawn", Squared(), rng.standard_normal((rounds, dimension)), rng.standard_normal(rounds))


def on_a_line(features, labels):
    """A game with one feature."""
    return Game("on a line", Squared(), np.reshape(features, (-1, 1)), labels)


@st.composite
def rational_games(draw):
    """Short games whose features and labels are quarters, and a rational rho."""
    rounds, d = draw(st.integers(1, 8)), draw(st.integers(1, 3))
    quarters = st.integers(-8, 8).map(lambda n: n / 4)
    features = draw(st.lists(st.lists(quarters, min_size=d, max_size=d), min_size=rounds, max_size=rounds))
    labels = draw(st.lists(quarters, min_size=rounds, max_size=rounds))
    return Game("rational", Squared(), features, labels), Fraction(draw(st.integers(1, 40)), 8)


def exact(game, rho):
    """Play ridge and Vovk-Azoury-Warmuth in fractions, every matrix inverted afresh.

    Return the ridge vectors, the VAW vectors, and 1 + x_t^T A_{t-1}^{-1} x_t.
    """
    d = game.dimension
    A = [[rho * (i == j) for j in range(d)] for i in range(d)]
    b, leaders, played, denominators = [Fraction(0)] * d, [], [], []
    for x, y in zip(game.features.tolist(), game.labels.tolist()):
        x, y, past = [Fraction(a) for a in x], Fraction(y), inverse(A)
        leaders.append(past @ np.array(b))
        denominators.append(1 + np.array(x) @ past @ np.array(x))
        A = [[A[i][j] + x[i] * x[j] for j in range(d)] for i in range(d)]
        played.append(inverse(A) @ np.array(b))
        b = [b[i] + y * x[i] for i in range(d)]
    last = inverse(A) @ np.array(b)
    return np.array([*leaders, last]), np.array([*played, last]), denominators, inverse(A)


@given(rational_games())
def test_all_forms_in_fractions(drawn_game):
    game, rho = drawn_game
    leaders, played, denominators, last = exact(game, rho)
    for name, forecaster in FORECASTERS.items():
        run = forecaster(game, float(rho))
        weights = (played if name == "vaw" else leaders).astype(float)
        assert run.weights == pytest.approx(weights, rel=1e-9, abs=1e-9)
        predictions = (weights[:-1] * game.features).sum(axis=1)
        assert run.predictions == pytest.approx(predictions, rel=1e-9, abs=1e-9)
        assert run.losses == pytest.approx((predictions - game.labels) ** 2, rel=1e-9, abs=1e-9)
        assert run.denominators == pytest.approx([float(s) for s in denominators], rel=1e-9)
        assert run.inverse == pytest.approx(last.astype(float), rel=1e-9, abs=1e-9)
        assert run.loss == pytest.approx(run.losses.sum())
    assert ridge_leader(game, float(rho)).weights == pytest.approx(leaders.astype(float), rel=1e-9, abs=1e-9)


@given(rational_games())
def test_ridge_identity_in_fractions(drawn_game):
    game, rho = drawn_game
    leaders, played, denominators, last = exact(game, rho)
    X = [[Fraction(a) for a in x] for x in game.features.tolist()]
    y = [Fraction(a) for a in game.labels.tolist()]
    residuals = [label - theta @ np.array(x) for theta, x, label in zip(leaders, X, y)]
    theta, least = ridge(X, y, rho)
    assert sum(r ** 2 / s for r, s in zip(residuals, denominators)) == least
    assert sum(r ** 2 for r in residuals) >= least and theta.tolist() == leaders[-1].tolist()
    run = recursive_least_squares(game, float(rho))
    assert (run.losses / run.denominators).sum() == pytest.approx(float(least), rel=1e-9, abs=1e-9)
    # the exact form of the regret of VAW: what it loses beyond the objective is sum y^2 h - sum z^2 (s - 1)
    lost = sum((label - u @ np.array(x)) ** 2 for u, x, label in zip(played, X, y))
    middle = sum(label ** 2 * (1 - 1 / s) for label, s in zip(y, denominators))
    gained = sum((u @ np.array(x)) ** 2 * (s - 1) for u, x, s in zip(played, X, denominators))
    assert lost - least == middle - gained


@each_ridge
@pytest.mark.parametrize("dimension, rho", [(1, 2.0), (4, 0.5), (30, 10.0)])
def test_numpy_solves_the_augmented_system(name, dimension, rho):
    game = drawn(60, dimension)
    weights = RIDGES[name](game, rho).weights
    for t in range(0, 61, 7):
        rows = np.vstack([game.features[:t], math.sqrt(rho) * np.eye(dimension)])
        theta = np.linalg.lstsq(rows, np.concatenate([game.labels[:t], np.zeros(dimension)]), rcond=None)[0]
        assert weights[t] == pytest.approx(theta, rel=1e-9, abs=1e-11)


@each_ridge
def test_scikit_learn_agrees(name):
    from sklearn.linear_model import Ridge

    game = drawn(50, 5)
    weights = RIDGES[name](game, 0.7).weights
    for t in (1, 10, 50):
        peer = Ridge(alpha=0.7, fit_intercept=False).fit(game.features[:t], game.labels[:t])
        assert weights[t] == pytest.approx(peer.coef_, rel=1e-8, abs=1e-10)


@each_forecaster
def test_the_matrix_is_the_inverse_and_shrinks(name):
    game, d = drawn(60, 4), 4
    before = np.eye(d) / 0.3
    for t in (1, 2, 20, 60):
        part = Game("part", Squared(), game.features[:t], game.labels[:t])
        run = FORECASTERS[name](part, 0.3)
        A = 0.3 * np.eye(d) + part.features.T @ part.features
        assert run.inverse == pytest.approx(np.linalg.inv(A), rel=1e-9, abs=1e-12)
        assert run.inverse == pytest.approx(run.inverse.T, rel=1e-12, abs=1e-14)
        assert np.linalg.eigvalsh(run.inverse).min() > 0 and run.denominators.min() >= 1
        assert (np.linalg.eigvalsh(before) - np.linalg.eigvalsh(run.inverse)).min() > -1e-12
        assert math.log(np.prod(run.denominators)) == pytest.approx(np.linalg.slogdet(A / 0.3)[1], rel=1e-9)
        before = run.inverse


@each_forecaster
@pytest.mark.parametrize("t", [0, 7, 19])
def test_a_label_is_seen_only_after_predicting(name, t):
    game = drawn(20, 3)
    labels = game.labels.copy()
    labels[t] += 5
    other = Game("another future", Squared(), game.features, labels)
    one, two = FORECASTERS[name](game, 1.0), FORECASTERS[name](other, 1.0)
    assert one.predictions[:t + 1].tolist() == two.predictions[:t + 1].tolist()
    assert one.weights[:t + 1].tolist() == two.weights[:t + 1].tolist()
    assert one.losses[t] != two.losses[t] and (one.weights[t + 1] != two.weights[t + 1]).any()


def test_features_reach_only_the_round_they_are_shown_in():
    """VAW uses x_t in round t, ridge does not; neither sees x_{t+1}."""
    game = drawn(20, 3)
    features = game.features.copy()
    features[10] *= 2
    other = Game("another vector", Squared(), features, game.labels)
    for name, forecaster in FORECASTERS.items():
        one, two = forecaster(game, 1.0).weights, forecaster(other, 1.0).weights
        assert one[:10].tolist() == two[:10].tolist()
        assert (one[10].tolist() == two[10].tolist()) == (name != "vaw")


def test_vaw_is_a_ridge_step_with_the_label_zero():
    game = drawn(15, 3)
    for t in range(15):
        features, labels = game.features[:t + 1], np.concatenate([game.labels[:t], [0.0]])
        used = recursive_least_squares(Game("pretend", Squared(), features, labels), 0.4).weights[-1]
        assert vovk_azoury_warmuth(game, 0.4).weights[t] == pytest.approx(used, rel=1e-9, abs=1e-12)


@each_forecaster
@given(scale=st.sampled_from([0.25, 3.0]), seed=st.integers(0, 10))
def test_invariances(name, scale, seed):
    """Labels c y give c z; features c x with c^2 rho give the same z; a rotation changes nothing."""
    game, play = drawn(12, 3, seed), FORECASTERS[name]
    z = play(game, 0.8).predictions
    rotation = np.linalg.qr(np.random.default_rng(seed).standard_normal((3, 3)))[0]
    for features, labels, rho, expected in ((game.features, scale * game.labels, 0.8, scale * z),
                                            (scale * game.features, game.labels, scale ** 2 * 0.8, z),
                                            (game.features @ rotation, game.labels, 0.8, z)):
        changed = play(Game("changed", Squared(), features, labels), rho).predictions
        assert changed == pytest.approx(expected, rel=1e-9, abs=1e-11)


@each_forecaster
def test_the_same_text_without_numba(name, monkeypatch):
    game = drawn(25, 3)
    compiled = FORECASTERS[name](game, 0.6)
    for kernel in ("_recursion", "_gain_form", "_vovk_azoury_warmuth"):
        monkeypatch.setattr(module, kernel, getattr(module, kernel).algorithm)
    plain = FORECASTERS[name](game, 0.6)
    for ours, theirs in zip(compiled, plain):
        assert ours == pytest.approx(theirs, rel=1e-9, abs=1e-12)


class TestVaw:
    @pytest.mark.parametrize("dimension, rho", [(1, 0.1), (3, 1.0), (8, 5.0)])
    def test_regret_chain_on_random_games(self, dimension, rho):
        for seed in range(5):
            game = drawn(80, dimension, seed)
            u, _ = ridge(game.features, game.labels, rho)
            run, Y = vovk_azoury_warmuth(game, rho), np.abs(game.labels).max()
            for comparator in (u, 0 * u, 2 * u, np.linalg.lstsq(game.features, game.labels, rcond=None)[0]):
                regret, norm = run.loss - game.total(comparator), float(np.linalg.norm(comparator))
                middle = bounds.vaw_regret_of_run(rho, norm, game.labels, run.denominators)
                assert regret <= middle <= bounds.vaw_regret(rho, norm, Y, game.feature_radius, dimension, 80)

    @pytest.mark.parametrize("rho", [0.5, 1.0, 100.0])
    def test_new_directions_attain_the_middle_term(self, rho):
        game, u = Game("orthonormal", Squared(), np.eye(6), np.ones(6)), np.full(6, 1 / (1 + rho))
        run = vovk_azoury_warmuth(game, rho)
        assert not run.predictions.any()
        regret, norm = run.loss - game.total(u), float(np.linalg.norm(u))
        assert regret == pytest.approx(bounds.vaw_regret_of_run(rho, norm, game.labels, run.denominators), rel=1e-9)
        assert regret == pytest.approx(6 * (1 + 2 * rho) / (1 + rho) ** 2, rel=1e-9)
        assert regret <= bounds.vaw_regret(rho, norm, 1.0, 1.0, 6, 6)

    def test_and_the_logarithm_as_rho_grows(self):
        for rho, least in ((1.0, 0.79), (100.0, 0.997), (1e4, 0.99997)):
            game, u = Game("orthonormal", Squared(), np.eye(6), np.ones(6)), np.full(6, 1 / (1 + rho))
            ratio = (vovk_azoury_warmuth(game, rho).loss - game.total(u)) / bounds.vaw_regret(
                rho, float(np.linalg.norm(u)), 1.0, 1.0, 6, 6)
            assert least < ratio <= 1

    @pytest.mark.parametrize("rounds, ratio", [(100, 0.894), (10_000, 0.946)])
    def test_alternating_labels_attain_the_logarithm_as_t_grows(self, rounds, ratio):
        game = on_a_line(np.ones(rounds), np.resize([1.0, -1.0], rounds))
        _, least = ridge(game.features, game.labels, 1.0)
        excess = vovk_azoury_warmuth(game, 1.0).loss - float(least)
        assert excess / math.log1p(rounds) == pytest.approx(ratio, abs=5e-4)


@pytest.mark.parametrize("rounds", [10, 1000])
def test_a_shock_costs_plain_ridge_in_proportion_to_t(rounds):
    game = on_a_line([(rounds - 1) ** -0.5] * (rounds - 1) + [1], [1] * (rounds - 1) + [-1])
    least = float(ridge(game.features, game.labels, 1.0)[1])
    assert recursive_least_squares(game, 1.0).loss - least > rounds / 12
    assert vovk_azoury_warmuth(game, 1.0).loss - least < math.log1p(rounds)


@pytest.mark.parametrize("half", [1, 2, 10, 1000])
def test_many_shocks_cost_plain_ridge_in_proportion_to_t_against_zero(half):
    game, zero = on_a_line([half ** -0.5] * half + [1] * half, [1] * half + [0] * half), np.zeros(1)
    run = recursive_least_squares(game, 1.0)
    k, j = np.arange(half), np.arange(1, half + 1)
    assert run.losses == pytest.approx(np.append((1 + k / half) ** -2.0, half / (j + 1.0) ** 2), rel=1e-9)
    assert run.loss - game.total(zero) > half / 12 - 1
    assert vovk_azoury_warmuth(game, 1.0).loss - game.total(zero) < math.log1p(2 * half)


class TestDescent:
    def test_it_is_descent_on_half_the_loss(self):
        game = drawn(30, 3)
        run = least_mean_squares(game, 0.1)
        theta = np.zeros(3)
        for t, (x, y) in enumerate(zip(game.features, game.labels)):
            assert run.weights[t] == pytest.approx(theta, rel=1e-9, abs=1e-12)
            assert run.losses[t] == pytest.approx((theta @ x - y) ** 2, rel=1e-9)
            theta = theta - 0.1 * (theta @ x - y) * x
        assert run.weights[30] == pytest.approx(theta, rel=1e-9)
        assert run.weights == pytest.approx(gradient_descent(game, Everywhere(), 0.05).weights, rel=1e-9)

    @pytest.mark.parametrize("step", [0.1, 0.25, 0.4, 0.5, 0.6, 1.0])
    def test_residuals_on_a_repeated_example(self, step):
        """x = 2: stable below step 1/2; the step 1/4 fits the example at once."""
        game = Game("again", Squared(), [[2.0]] * 10, [1.0] * 10)
        factor = bounds.lms_factor(step, 2.0)
        expected = [factor ** (2 * t) for t in range(10)]
        assert least_mean_squares(game, step).losses == pytest.approx(expected, rel=1e-9, abs=1e-15)
        assert (abs(factor) < 1) == (step < 0.5)

    def test_a_step_too_long_leaves_the_numbers(self):
        with pytest.raises(ValueError, match="^step = 10.0: expected a step short enough"):
            least_mean_squares(Game("again", Squared(), [[2.0]] * 300, [1.0] * 300), 10.0)
