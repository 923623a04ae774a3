"""Games: what they promise to the algorithms, where their data come from, and what they refuse."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from otbnotes import streams
from otbnotes.losses import Absolute, Exponential, Hinge, Linear, Logistic, Squared
from otbnotes.streams import Game, random_game, unit_rows


LOSSES = (Hinge(), Logistic(), Exponential(), Absolute(), Squared(), Linear(), Linear(-2.0))
each_loss = pytest.mark.parametrize("loss", LOSSES, ids=str)
TWO_ROUNDS = Game("two rounds", Absolute(), [[3, 4], [0, 1]], [1, -2])


@st.composite
def small_games(draw):
    """Up to 8 rounds in up to 4 dimensions."""
    loss = draw(st.sampled_from(LOSSES))
    rounds, dimension = draw(st.integers(1, 8)), draw(st.integers(1, 4))
    row = st.lists(st.floats(-4, 4, width=32), min_size=dimension, max_size=dimension)
    label = st.sampled_from([-1.0, 1.0]) if loss.binary else st.floats(-4, 4, width=32)
    return Game("drawn", loss, draw(st.lists(row, min_size=rounds, max_size=rounds)),
                draw(st.lists(label, min_size=rounds, max_size=rounds)))


class TestGame:
    def test_by_hand(self):
        assert (TWO_ROUNDS.rounds, TWO_ROUNDS.dimension, TWO_ROUNDS.feature_radius) == (2, 2, 5.0)
        assert TWO_ROUNDS.total([1.0, 0.5]) == abs(5 - 1) + abs(0.5 + 2)
        assert TWO_ROUNDS.gradient_bound(7.0) == 5.0
        assert Game("squares", Squared(), [[3, 4], [0, 1]], [1, -2]).gradient_bound(2.0) == 2 * (2 * 5 + 2) * 5

    @given(small_games(), st.data())
    def test_total_is_the_sum_of_the_losses(self, game, data):
        w = data.draw(st.lists(st.floats(-2, 2, width=32), min_size=game.dimension, max_size=game.dimension))
        total = Fraction(0)
        for x, y in zip(game.features.tolist(), game.labels.tolist()):
            z = float(sum(Fraction(a) * Fraction(b) for a, b in zip(w, x)))
            total += Fraction(float(game.loss.value(z, y)))
        assert game.total(w) == pytest.approx(float(total), rel=1e-9, abs=1e-9)

    @given(small_games(), st.floats(0.1, 3), st.integers(0, 2 ** 32 - 1))
    def test_no_subgradient_in_the_ball_is_longer_than_the_gradient_bound(self, game, radius, seed):
        w = np.random.default_rng(seed).standard_normal((20, game.dimension))
        w *= radius / np.linalg.norm(w, axis=1, keepdims=True)
        slopes = np.abs(game.loss.slope(w @ game.features.T, game.labels))
        lengths = slopes * np.linalg.norm(game.features, axis=1)
        assert lengths.max() <= game.gradient_bound(radius) * (1 + 1e-12)
        assert slopes.max() <= game.lipschitz(radius) * (1 + 1e-12)

    def test_labels_reach_the_lipschitz_constant(self):
        assert Game("steep", Linear(), [[1.0]] * 2, [1.0, -3.0]).lipschitz(1.0) == 3
        assert Game("steep", Linear(-2.0), [[1.0]], [1.0]).gradient_bound(1.0) == 2

    @given(small_games(), st.randoms(use_true_random=False))
    def test_reordered(self, game, random):
        order = random.sample(range(game.rounds), game.rounds)
        other = game.reordered(order, "other")
        assert other.name == "other" and other.loss == game.loss
        assert other.features.tolist() == [game.features[i].tolist() for i in order]
        assert other.labels.tolist() == [game.labels[i] for i in order]

    def test_a_game_cannot_be_changed(self):
        with pytest.raises(AttributeError):
            TWO_ROUNDS.labels = np.zeros(2)

    def test_features_and_labels_become_floats(self):
        game = Game("integers", Hinge(), np.eye(2, dtype=int).T, (1, True))
        assert game.features.dtype == game.labels.dtype == float and game.features.flags.c_contiguous


def test_unit_rows():
    assert unit_rows([[3.0, 4.0], [0.0, -2.0]]) == pytest.approx(np.array([[0.6, 0.8], [0.0, -1.0]]), rel=1e-15)


class TestRandomGame:
    def test_follows_its_generator(self):
        one, two, other = (random_game(Hinge(), 50, 3, np.random.default_rng(seed)) for seed in (1, 1, 2))
        assert np.array_equal(one.features, two.features) and np.array_equal(one.labels, two.labels)
        assert not np.array_equal(one.features, other.features)

    @pytest.mark.parametrize("loss, dimension, name", [
        (Hinge(), 3, "hinge, d=3, random"), (Squared(), 1, "squared, d=1, random")], ids=str)
    def test_unit_features_signs_and_name(self, loss, dimension, name):
        game = random_game(loss, 20, dimension, np.random.default_rng(1))
        assert game.name == name and game.features.shape == (20, dimension)
        assert np.linalg.norm(game.features, axis=1) == pytest.approx(1, rel=1e-14)
        assert set(np.abs(game.labels)) == {1}

    def test_one_label_in_five_is_flipped(self):
        """In one dimension the half-space is a sign: the labels agree with it four times in five, or one in five."""
        game = random_game(Hinge(), 4000, 1, np.random.default_rng(7))
        agree = int((game.labels == np.sign(game.features[:, 0])).sum())
        assert binomtest(max(agree, 4000 - agree), 4000, 0.8).pvalue > 1e-6

    def test_directions_are_uniform(self):
        features = random_game(Hinge(), 4000, 3, np.random.default_rng(7)).features
        assert np.abs(features.mean(axis=0)).max() < 6 / math.sqrt(3 * 4000)
        for axis in features.T:  # on the sphere in three dimensions every coordinate is uniform on [-1, 1]
            assert binomtest(int((axis > 0.5).sum()), 4000, 0.25).pvalue > 1e-6


class TestGames:
    ROUNDS = 9
    games = list(streams.games(ROUNDS, np.random.default_rng(3)))

    def named(self, ending):
        return [game for game in self.games if game.name.endswith(ending)]

    def test_every_kind_for_every_loss_and_dimension(self):
        assert len(self.games) == len({game.name for game in self.games}) == 48
        kinds = {(game.loss, game.dimension) for game in self.games}
        assert kinds == {(loss, d) for loss in (Linear(), Absolute(), Hinge(), Logistic()) for d in (1, 2, 10)}
        for ending in ("random", "sorted by label", "alternating labels", "concept flips half-way"):
            assert len(self.named(ending)) == 12
        assert all(game.name.startswith(f"{type(game.loss).__name__.lower()}, d={game.dimension}, ")
                   for game in self.games)

    def test_unit_features_and_signs(self):
        for game in self.games:
            assert game.rounds == self.ROUNDS
            assert np.linalg.norm(game.features, axis=1) == pytest.approx(1, rel=1e-14)
            assert set(np.abs(game.labels)) == {1}

    def test_the_variants_of_one_random_game(self):
        for game, by_label, alternating, flipping in zip(*(self.games[i::4] for i in range(4))):
            order = sorted(range(self.ROUNDS), key=lambda t: game.labels[t])
            assert by_label.labels.tolist() == sorted(game.labels)
            assert by_label.features.tolist() == game.features[order].tolist()
            assert alternating.labels.tolist() == [1, -1, 1, -1, 1, -1, 1, -1, 1]
            assert alternating.features.tolist() == flipping.features.tolist() == game.features.tolist()
            assert flipping.labels.tolist() == [*game.labels[:4], *-game.labels[4:]]


class TestRealData:
    @pytest.fixture(autouse=True)
    def data_sets(self):
        pytest.importorskip("sklearn")

    @pytest.mark.parametrize("game, rounds, dimension, positive", [
        (streams.breast_cancer, 569, 30, 357), (streams.digits, 1797, 64, 896)],
        ids=lambda g: getattr(g, "__name__", g))
    def test_numbers_of_the_documentation(self, game, rounds, dimension, positive):
        game = game()
        assert (game.rounds, game.dimension) == (rounds, dimension)
        assert int((game.labels == 1).sum()) == positive and set(game.labels) == {-1, 1}

    def test_labels_in_the_order_of_the_file(self):
        from sklearn import datasets

        benign, digit = datasets.load_breast_cancer().target, datasets.load_digits().target
        assert streams.breast_cancer().labels.tolist() == [1 if label else -1 for label in benign]
        assert streams.digits().labels.tolist() == [1 if label >= 5 else -1 for label in digit]

    @pytest.mark.parametrize("name, game", [("breast_cancer", streams.breast_cancer), ("digits", streams.digits)])
    def test_features_are_standardised_by_hand(self, name, game):
        from sklearn import datasets

        table = getattr(datasets, f"load_{name}")().data
        columns = []
        for column in table.T:
            mean = math.fsum(column) / len(column)
            spread = math.sqrt(math.fsum((entry - mean) ** 2 for entry in column) / len(column))
            columns.append((column - mean) / (spread or 1))
        longest = max(math.sqrt(math.fsum(entry ** 2 for entry in row)) for row in zip(*columns))
        assert game().features.T == pytest.approx(np.array(columns) / longest, rel=1e-9, abs=1e-12)
        assert game().feature_radius == pytest.approx(1, rel=1e-14)

    @each_loss
    def test_real_yields_both_and_both_sorted(self, loss):
        first, first_sorted, second, second_sorted = streams.real(loss)
        for game, by_label in ((first, first_sorted), (second, second_sorted)):
            assert game.loss == by_label.loss == loss
            assert by_label.name == f"{game.name}, sorted by label"
            assert by_label.labels.tolist() == sorted(game.labels)
            order = sorted(range(game.rounds), key=lambda t: game.labels[t])
            assert np.array_equal(by_label.features, game.features[order])
        assert (first.name, second.name) == ("breast cancer", "digits")
