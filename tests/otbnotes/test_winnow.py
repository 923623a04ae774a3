"""Winnow against fractions and its potential; its bound and steps; committees; Littlestone's form."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otbnotes import bounds
from otbnotes.losses import Hinge, Linear
from otbnotes.margin import soft_perceptron
from otbnotes.online import littlestone_winnow, perceptron, winnow
from otbnotes.streams import Game, random_game
from otbnotes.streams_committee import committee
from otbnotes.words import compiled


margins = st.floats(0.01, 0.99)


@st.composite
def vote_games(draw):
    """Games of votes -1 and +1: with the step ln 2 every weight is a fraction."""
    size, experts = draw(st.integers(1, 12)), draw(st.integers(1, 5))
    row = st.lists(st.sampled_from([-1, 1]), min_size=experts, max_size=experts)
    return Game("votes", Hinge(), draw(st.lists(row, min_size=size, max_size=size)),
                draw(st.lists(st.sampled_from([-1, 1]), min_size=size, max_size=size)))


def textbook(game, start, factor):
    """Play Winnow on votes in fractions; return the mistakes, the weights of all rounds, and the least |<w, x>|."""
    w, mistakes, path, nearest = list(start), [], [list(start)], Fraction(1)
    for t, (x, y) in enumerate(zip(game.features.astype(int).tolist(), game.labels.astype(int).tolist())):
        z = sum(a * b for a, b in zip(w, x))
        nearest = min(nearest, abs(z))
        if y * z <= 0:
            mistakes.append(t)
            w = [a * (factor if y * b > 0 else 1 / factor) for a, b in zip(w, x)]
            w = [a / sum(w) for a in w]
        path.append(list(w))
    return mistakes, path, nearest


class TestAlgorithm:
    @given(vote_games(), st.data())
    def test_fractions(self, game, data):
        parts = data.draw(st.lists(st.integers(1, 5), min_size=game.dimension, max_size=game.dimension))
        start = [Fraction(part, sum(parts)) for part in parts]
        mistakes, path, nearest = textbook(game, start, Fraction(2))
        if nearest < Fraction(1, 10 ** 9):                  # a tie, which rounding may break
            return
        run = winnow(game, math.log(2), [float(a) for a in start])
        assert run.mistakes.tolist() == mistakes
        assert run.weights == pytest.approx(np.array(path, dtype=float), rel=1e-9)
        assert run.w == pytest.approx(run.weights[-1], rel=1e-12)

    def test_the_start_is_uniform_and_the_weights_stay_in_the_simplex(self):
        game = random_game(Hinge(), 200, 6, np.random.default_rng(2))
        run = winnow(game, 0.7)
        assert run.weights[0].tolist() == [1 / 6] * 6 and run.weights.min() > 0
        assert run.weights.sum(axis=1) == pytest.approx(np.ones(201), rel=1e-12)
        scores = (run.weights[:-1] * game.features).sum(axis=1) * game.labels
        assert np.flatnonzero(scores <= 0).tolist() == run.mistakes.tolist()

    def test_many_steps_lose_no_weight(self):
        """Without logarithms the second weight would be 0 for ever after a thousand mistakes."""
        game = Game("back", Hinge(), [[0.0, -1.0]] * 1000 + [[-1.0, 1.0]] * 1200, np.ones(2200))
        run = winnow(game, 1.0)
        assert run.path[1000, 1] == 0 and run.w[1] > 0.5 and len(run.mistakes) == 1500

    def test_conservative_and_causal(self):
        game = random_game(Hinge(), 40, 3, np.random.default_rng(1))
        run = winnow(game, 0.5)
        again = winnow(game.reordered(run.mistakes, "mistakes"), 0.5)
        assert again.mistakes.tolist() == list(range(len(run.mistakes))) and again.w == pytest.approx(run.w, rel=1e-9)
        for t in (0, 11, 39):
            labels = game.labels.copy()
            labels[t] *= -1
            other = winnow(Game("flipped", Hinge(), game.features, labels), 0.5)
            assert other.weights[:t + 1] == pytest.approx(run.weights[:t + 1], rel=1e-12)

    def test_the_same_text_without_a_compiler(self, monkeypatch):
        game = random_game(Hinge(), 300, 6, np.random.default_rng(8))
        zeros_and_ones = Game("bits", Hinge(), (game.features > 0).astype(float), game.labels)
        plays = [lambda: perceptron(game), lambda: winnow(game, 0.7), lambda: littlestone_winnow(zeros_and_ones),
                 lambda: soft_perceptron(game, 0.6)]
        fast = [play() for play in plays]
        monkeypatch.setattr(compiled, "__call__", lambda self, *arguments: self.algorithm(*arguments))
        plain = [play() for play in plays]
        for ours, theirs in zip(fast[:3], plain[:3]):
            assert ours.mistakes.tolist() == theirs.mistakes.tolist()
            assert ours.w == pytest.approx(theirs.w, rel=1e-9, abs=1e-12)
        assert fast[3].updates.tolist() == plain[3].updates.tolist()


def divergence(u, w):
    """Return KL(u || w)."""
    return float(sum(a * math.log(a / b) for a, b in zip(u, w) if a > 0))


class TestProof:
    @pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 9])
    @pytest.mark.parametrize("factor", [0.3, 1.0, 1.7])
    def test_the_divergence_drops_at_every_mistake(self, size, factor):
        game, target = committee(1500, 40, size, np.random.default_rng(size))
        u, gamma = target / size, bounds.committee_margin_l1(size)
        assert (game.labels * (game.features @ u)).min() == pytest.approx(gamma)
        step = factor * bounds.winnow_step(min(gamma, 0.95))
        run, progress = winnow(game, step), bounds.winnow_progress(gamma, step)
        drops = -np.diff([divergence(u, w) for w in run.path])
        assert len(drops) > 2 and (drops >= progress - 1e-9).all() and progress > 0
        exact = bounds.winnow_mistakes_of(divergence(u, np.full(40, 1 / 40)), gamma, step)
        assert len(drops) <= exact <= bounds.winnow_mistakes(40, gamma, step) * (1 + 1e-12)

    def test_real_features(self):
        rng = np.random.default_rng(6)
        for _ in range(50):
            x, u = rng.uniform(-1, 1, (400, 8)), rng.dirichlet(np.ones(8))
            x = x[np.abs(x @ u) > 0.1]
            game = Game("uniform", Hinge(), x, np.sign(x @ u))
            gamma = float(np.abs(x @ u).min())
            assert len(winnow(game, bounds.winnow_step(gamma)).mistakes) <= bounds.winnow_tuned(8, gamma) * 1.000001

    @given(st.floats(1e-6, 50), st.floats(1e-6, 1))
    def test_progress(self, step, margin):
        exact = step * margin - (math.log(math.cosh(step)) if step > 1e-3 else step ** 2 / 2 - step ** 4 / 12)
        assert bounds.winnow_progress(margin, step) == pytest.approx(exact, rel=1e-9, abs=1e-13 * step)

    @given(margins, st.floats(0.001, 6))
    def test_the_tuned_step_is_the_best(self, margin, step):
        best = bounds.winnow_progress(margin, bounds.winnow_step(margin))
        assert best == pytest.approx(bounds.winnow_rate(margin), rel=1e-9)
        assert bounds.winnow_progress(margin, step) <= best * (1 + 1e-9)
        p = (1 + margin) / 2
        assert bounds.winnow_rate(margin) == pytest.approx(p * math.log(2 * p) + (1 - p) * math.log(2 * (1 - p)),
                                                           rel=1e-6)
        assert 1 <= bounds.winnow_rate(margin) / (margin ** 2 / 2) <= 2 * math.log(2)

    @pytest.mark.parametrize("margin", [0.01, 0.3, 0.7, 0.99])
    def test_the_largest_step(self, margin):
        largest = bounds.winnow_largest_step(margin)
        assert bounds.winnow_progress(margin, largest * (1 - 1e-6)) > 0 > bounds.winnow_progress(margin,
                                                                                                 largest * (1 + 1e-6))

    def test_formulas(self):
        assert bounds.winnow_largest_step(0.3) == pytest.approx(0.6393, abs=1e-4)
        assert bounds.winnow_rate(1) == math.log(2) and bounds.winnow_tuned(1024, 1) == pytest.approx(10)
        assert bounds.winnow_rate(1e-7) == pytest.approx(5e-15, rel=1e-12)
        assert bounds.winnow_simple(100, 1 / 3) == pytest.approx(82.9,
                                                                 abs=0.05) == bounds.committee_winnow_mistakes(100, 3)
        assert bounds.winnow_progress(0.3, 1.0) == pytest.approx(-0.134, abs=3e-4)
        assert bounds.winnow_mistakes_as_printed(9, 0.2, 0.1) == pytest.approx(bounds.winnow_mistakes(9, 0.2, 0.1))


class TestCommittee:
    @pytest.mark.parametrize("size", range(1, 7))
    def test_every_vote(self, size):
        """All votes of the committee, enumerated: the least positive majority, exactly."""
        sums = {sum(1 if vote >> i & 1 else -1 for i in range(size)) for vote in range(2 ** size)}
        least = min(abs(s) for s in sums if s)
        assert Fraction(least, size) == Fraction(bounds.committee_margin_l1(size)).limit_denominator(100)
        for experts in (size, 11):
            assert bounds.committee_margin(experts, size) ** 2 == pytest.approx(least ** 2 / (experts * size))
            assert bounds.committee_perceptron_mistakes(experts, size) == experts * size / least ** 2
            assert bounds.committee_margin_as_printed(experts, size) == pytest.approx(1 / math.sqrt(experts * size))
        assert bounds.winnow_simple(11, 1 / size) / bounds.committee_winnow_mistakes(11, size) == pytest.approx(least ** 2)
        assert bounds.committee_winnow_mistakes_sharp(11, size) <= bounds.committee_winnow_mistakes(11, size)

    @pytest.mark.parametrize("experts, size", [(9, 1), (9, 2), (30, 3), (30, 8), (5, 5)])
    def test_the_model(self, experts, size):
        game, target = committee(3000, experts, size, np.random.default_rng(0))
        votes = game.features @ target
        assert set(np.unique(game.features)) == {-1, 1} and target.sum() == size and set(target) <= {0, 1}
        assert (np.sign(votes) == game.labels).all() and np.abs(votes).min() == 2 - size % 2
        assert len(perceptron(game).mistakes) <= bounds.committee_perceptron_mistakes(experts, size)
        assert abs(game.labels.mean()) < 0.1 and np.abs(game.features.mean(axis=0)).max() < 0.1

    def test_bad_input(self):
        for arguments in ((0, 3, 1), (3, 0, 1), (3, 3, 4), (3, 3, 0), (3, 3.0, 1)):
            with pytest.raises(ValueError):
                committee(*arguments, np.random.default_rng(0))

    @pytest.mark.parametrize("size, crossing", [(1, 1), (3, 17), (5, 36), (10, 90)])
    def test_crossing(self, size, crossing):
        assert bounds.committee_crossing(size) == crossing
        for experts in range(max(size, crossing), 500):
            assert experts * size > 2 * size ** 2 * math.log(experts)
        if size > 1:
            assert (crossing - 1) * size <= 2 * size ** 2 * math.log(crossing - 1)


class TestLittlestone:
    @given(st.integers(0, 10 ** 6), st.integers(1, 8), st.sampled_from([(2, None), (3, 2), (1.5, 6)]))
    def test_the_textbook(self, seed, experts, parameters):
        rng = np.random.default_rng(seed)
        promotion, threshold = parameters
        x, y = rng.integers(0, 2, (20, experts)), rng.choice([-1, 1], 20)
        w, mistakes, theta = [Fraction(1)] * experts, [], Fraction(experts, 2) if threshold is None else threshold
        for t in range(20):
            says = 1 if sum(a for a, b in zip(w, x[t]) if b) > theta else -1
            if says != y[t]:
                mistakes.append(t)
                w = [(a * Fraction(promotion) if y[t] > 0 else Fraction(0)) if b else a for a, b in zip(w, x[t])]
        run = littlestone_winnow(Game("drawn", Hinge(), x, y), promotion, threshold)
        assert run.mistakes.tolist() == mistakes and run.w.tolist() == [float(a) for a in w]

    @pytest.mark.parametrize("promotion, threshold", [(2.0, None), (1.5, None), (4.0, 3.0)])
    def test_the_bound_on_random_disjunctions(self, promotion, threshold):
        rng = np.random.default_rng(0)
        for _ in range(40):
            experts, size = int(rng.integers(4, 60)), int(rng.integers(1, 4))
            x = (rng.random((600, experts)) < rng.choice([0.05, 0.2, 0.5])).astype(float)
            game = Game("disjunction", Hinge(), x, np.where(x[:, :size].any(axis=1), 1.0, -1.0))
            mistakes = len(littlestone_winnow(game, promotion, threshold).mistakes)
            assert mistakes <= bounds.littlestone_mistakes(experts, size, promotion, threshold)

    def test_bad_input(self):
        game = Game("ok", Hinge(), [[1.0, 0.0]], [1])
        for arguments in (dict(promotion=1.0), dict(promotion=math.nan), dict(promotion=1e200, threshold=1e200), dict(threshold=0.0)):
            with pytest.raises(ValueError, match=f"^{next(iter(arguments))} = "):
                littlestone_winnow(game, **arguments)
        for game in (Game("two", Hinge(), [[2.0]], [1]), Game("real", Linear(), [[1.0]], [0.5])):
            with pytest.raises(ValueError, match="^game"):
                littlestone_winnow(game)
