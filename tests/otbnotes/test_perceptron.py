"""The Perceptron against fractions and scikit-learn; its bound, worst cases and broken hypotheses; compression."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otbnotes import bounds
from otbnotes.losses import Absolute, Hinge, Linear
from otbnotes.online import batch_perceptron, perceptron, reachable, winnow
from otbnotes.perceptron_compression import compress, decode
from otbnotes.streams import Game, breast_cancer, random_game
from otbnotes.witness import perceptron_winnow as witness


RULES = ("cycle", "first", "last", "worst", "best")
XOR = Game("xor", Hinge(), [[1, 1], [-1, -1], [1, -1], [-1, 1]], [1, 1, -1, -1])


def textbook(rows, labels, start=None, step=1):
    """Play one pass in fractions; return the mistakes and all vectors w_1, ..., w_{T+1}."""
    w = [Fraction(a) for a in start] if start is not None else [Fraction(0)] * len(rows[0])
    mistakes, path = [], [list(w)]
    for t, (x, y) in enumerate(zip(rows, labels)):
        x, y = [Fraction(a) for a in x], int(y)
        if y * sum(a * b for a, b in zip(w, x)) <= 0:
            mistakes.append(t)
            w = [a + Fraction(step) * y * b for a, b in zip(w, x)]
        path.append(list(w))
    return mistakes, path


@st.composite
def whole_games(draw, dimension=3, rounds=20):
    """Games with small whole features: every number of a run is exact."""
    size, d = draw(st.integers(1, rounds)), draw(st.integers(1, dimension))
    rows = draw(st.lists(st.lists(st.integers(-3, 3), min_size=d, max_size=d), min_size=size, max_size=size))
    return Game("drawn", Hinge(), rows, draw(st.lists(st.sampled_from([-1, 1]), min_size=size, max_size=size)))


@st.composite
def separable_games(draw):
    """Games with whole features and a whole vector that is right on all; return both."""
    d = draw(st.integers(1, 4))
    u = np.array(draw(st.lists(st.integers(-3, 3), min_size=d, max_size=d).filter(any)))
    vectors = st.lists(st.integers(-4, 4), min_size=d, max_size=d).filter(lambda x: np.dot(x, u) != 0)
    rows = np.array(draw(st.lists(vectors, min_size=1, max_size=12)))
    return Game("drawn", Hinge(), rows, np.sign(rows @ u)), u


class TestOnePass:
    @given(whole_games(), st.data())
    def test_fractions(self, game, data):
        d = game.dimension
        start = data.draw(st.one_of(st.none(), st.lists(st.integers(-3, 3), min_size=d, max_size=d)))
        step = data.draw(st.sampled_from([0.5, 1.0, 2.0]))
        mistakes, path = textbook(game.features, game.labels, start, step)
        run = perceptron(game, start, step)
        assert run.mistakes.tolist() == mistakes
        assert run.weights.tolist() == path and run.w.tolist() == path[-1]
        assert run.path.tolist() == [path[0]] + [path[t + 1] for t in mistakes]

    @pytest.mark.parametrize("game", [breast_cancer(), random_game(Absolute(), 2000, 20, np.random.default_rng(3))],
                             ids=["breast cancer", "random"])
    def test_scikit_learn(self, game):
        from sklearn.linear_model import Perceptron

        theirs = Perceptron(penalty=None, fit_intercept=False, shuffle=False, max_iter=1, tol=None)
        theirs.fit(game.features, game.labels)
        ours = perceptron(game)
        assert ours.w == pytest.approx(theirs.coef_[0], rel=1e-9, abs=1e-9) and len(ours.mistakes) > 20

    def test_the_path_is_what_was_played(self):
        game = random_game(Hinge(), 300, 5, np.random.default_rng(3))
        run = perceptron(game, np.full(5, 0.3), 0.7)
        assert run.path[-1].tolist() == run.w.tolist() and run.weights.shape == (301, 5)
        scores = (run.weights[:-1] * game.features).sum(axis=1) * game.labels
        assert np.flatnonzero(scores <= 0).tolist() == run.mistakes.tolist()

    @given(whole_games(), st.sampled_from([0.25, 3.0]))
    def test_the_step_changes_nothing_from_0(self, game, step):
        one, other = perceptron(game), perceptron(game, step=step)
        assert one.mistakes.tolist() == other.mistakes.tolist() and (step * one.w).tolist() == other.w.tolist()

    def test_the_step_matters_elsewhere(self):
        game = Game("ones", Hinge(), np.ones((30, 1)), np.ones(30))
        assert [len(perceptron(game, [-10.0], step).mistakes) for step in (1.0, 10.0)] == [11, 2]

    def test_zero_is_a_mistake_under_both_labels(self):
        for labels in (np.ones(9), -np.ones(9)):
            assert len(perceptron(witness.axes(labels)[0]).mistakes) == 9

    @given(whole_games())
    def test_without_the_right_rounds(self, game):
        """Statement perceptron-wlog-mistakes."""
        run = perceptron(game)
        if run.mistakes.size:
            again = perceptron(game.reordered(run.mistakes, "mistakes"))
            assert again.mistakes.tolist() == list(range(len(run.mistakes)))
            assert again.path.tolist() == run.path.tolist()

    @pytest.mark.parametrize("t", [0, 7, 19])
    def test_a_label_is_seen_only_after_predicting(self, t):
        game = random_game(Hinge(), 20, 2, np.random.default_rng(9))
        labels = game.labels.copy()
        labels[t] *= -1
        one, other = perceptron(game), perceptron(Game("flipped", Hinge(), game.features, labels))
        assert one.weights[:t + 1].tolist() == other.weights[:t + 1].tolist()

    def test_the_example_in_the_plane(self):
        """Statement perceptron-example, from w = (1/2, sqrt(3)/2)."""
        run = perceptron(Game("one", Hinge(), [[-1.0, 0.0]], [1]), [0.5, math.sqrt(3) / 2])
        assert run.w.tolist() == [-0.5, math.sqrt(3) / 2] and run.mistakes.tolist() == [0]

    def test_labels_and_lengths(self):
        for play in (perceptron, batch_perceptron, lambda game: winnow(game, 1.0)):
            with pytest.raises(ValueError, match=r"^game.labels\[0\] = 0.5: expected a label -1 or \+1"):
                play(Game("real", Linear(), [[1.0]], [0.5]))
        with pytest.raises(ValueError, match="^game.features = "):
            perceptron(Game("long", Hinge(), [[1.7e308]], [-1]), [1.7e308], 2.0)


class TestProof:
    @given(separable_games())
    def test_both_steps_and_the_bound_in_whole_numbers(self, drawn):
        """Every rule, in exact numbers: <w, u> >= M gamma, ||w||^2 <= M X^2, and M gamma^2 <= X^2 ||u||^2."""
        game, u = drawn
        gamma, square = int((game.labels * (game.features @ u)).min()), int((game.features ** 2).sum(axis=1).max())
        for rule in RULES:
            path = batch_perceptron(game, rule).path.astype(int)
            for mistakes, w in enumerate(path):
                assert w @ u >= bounds.perceptron_progress(gamma, mistakes) if mistakes else not w.any()
                assert w @ w <= square * mistakes
                if mistakes:
                    cosine = w @ u / math.sqrt((w @ w) * (u @ u))
                    lower = bounds.perceptron_potential(math.sqrt(square), gamma / math.sqrt(u @ u), mistakes)
                    assert lower <= cosine * (1 + 1e-12) <= 1 + 1e-11
            assert (len(path) - 1) * gamma ** 2 <= square * int(u @ u)

    @given(whole_games(dimension=2, rounds=1), st.lists(st.integers(-9, 9), min_size=2, max_size=2))
    def test_repeats(self, game, start):
        """Statement perceptron-update-correction: exactly so many updates on one example."""
        x, y, start = game.features[0], game.labels[0], np.array(start[:game.dimension])
        if not x.any() or y * (start @ x) > 0:
            return
        needed = bounds.perceptron_repeats(int(y * (start @ x)), int(x @ x))
        again = Game("again", Hinge(), np.tile(x, (needed + 3, 1)), np.full(needed + 3, y))
        assert perceptron(again, start).mistakes.tolist() == list(range(needed))

    def test_formulas(self):
        assert bounds.perceptron_mistakes(Fraction(2), Fraction(1, 5)) == 100 and isinstance(
            bounds.perceptron_mistakes(1, Fraction(1, 5)), Fraction)
        assert bounds.perceptron_mistakes(3.0, 0.5) == 36 == bounds.margin_dimension(3.0, 0.5)
        assert bounds.perceptron_length(Fraction(1, 2), 8) == 2 and bounds.perceptron_progress(Fraction(1, 2), 8) == 4
        assert bounds.perceptron_potential(2.0, 0.5, 16) == 1 and bounds.perceptron_repeats(-5, 1) == 6
        assert bounds.perceptron_repeats(0, 4) == 1 and bounds.perceptron_repeats(Fraction(-7, 2), 2) == 2


class TestBatch:
    def test_fractions(self):
        rng = np.random.default_rng(0)
        for _ in range(30):
            u, rows = rng.integers(-3, 4, 3), rng.integers(-4, 5, (8, 3))
            rows = rows[rows @ u != 0]
            if not len(rows):
                continue
            labels = np.sign(rows @ u)
            w, updates = [Fraction(0)] * 3, []
            while True:
                mistakes, path = textbook(rows, labels, w)
                if not mistakes:
                    break
                updates, w = updates + mistakes, path[-1]
            run = batch_perceptron(Game("drawn", Hinge(), rows, labels))
            assert run.updates.tolist() == updates and run.w.tolist() == w

    @pytest.mark.parametrize("rule, least", [("first", 0), ("last", 1), ("worst", 2), ("best", 3)])
    def test_each_rule_by_hand(self, rule, least):
        """Four wrong examples remain after the first update on row ``start``; the rule picks among their scores."""
        game = Game("line", Hinge(), [[1.0, 0, 0], [-2.0, 3.0, 0], [-3.0, 0, 4.0], [0, 1.0, 1.0]], np.ones(4))
        run = batch_perceptron(game, rule)
        w, pick = np.zeros(3), {"first": min, "last": max}.get(rule)
        for i in run.updates.tolist():
            scores = game.features @ w
            wrong = np.flatnonzero(scores <= 0).tolist()
            if pick:
                assert i == pick(wrong)
            else:
                assert scores[i] == (min if rule == "worst" else max)(scores[wrong])
            w += game.features[i]
        assert (game.features @ w > 0).all()

    def test_a_drawn_rule(self):
        game = breast_cancer()
        game = game.reordered(np.arange(60), "sixty")
        runs = [batch_perceptron(game, np.random.default_rng(seed)) for seed in (1, 1, 2)]
        assert runs[0].updates.tolist() == runs[1].updates.tolist() != runs[2].updates.tolist()
        assert all((game.labels * (game.features @ run.w) > 0).all() for run in runs)

    @pytest.mark.parametrize("rule", RULES)
    def test_without_a_margin_it_says_how_far_it_came(self, rule):
        with pytest.raises(RuntimeError,
                           match=r"^batch_perceptron\('xor'\) made \d+ updates, more than max_updates = 50, and"):
            batch_perceptron(XOR, rule, max_updates=50)


class TestAllGames:
    def test_axes(self):
        for axes in (1, 2, 5):
            levels = list(reachable([tuple(row) for row in np.eye(axes, dtype=int).tolist()]))
            assert [len(level) for level in levels] == [math.comb(axes, m) for m in range(1, axes + 1)]

    @given(separable_games())
    @settings(max_examples=30)
    def test_every_rule_is_among_them(self, drawn):
        game, u = drawn
        signed = (game.labels[:, None] * game.features).astype(int)
        if max((signed ** 2).sum(axis=1)) * (u @ u) > 60 * min(signed @ u) ** 2:
            return
        levels = list(reachable([tuple(z) for z in signed.tolist()]))
        for rule in RULES:
            path = batch_perceptron(game, rule).path[1:].astype(int).tolist()
            assert len(path) <= len(levels) and all(tuple(w) in level for w, level in zip(path, levels))


class TestWorstCases:
    @pytest.mark.parametrize("axes", [1, 4, 9, 25, 100])
    def test_axes_attain_the_bound(self, axes):
        labels = np.resize([1.0, -1.0, -1.0], axes)
        game, u = witness.axes(labels)
        assert (game.labels * (game.features @ u)).min() == pytest.approx(1 / math.sqrt(axes))
        assert u @ u == pytest.approx(1)
        run = perceptron(game)
        assert len(run.mistakes) == axes == pytest.approx(bounds.perceptron_mistakes(1, 1 / math.sqrt(axes)))
        assert [len(batch_perceptron(game, rule).updates) for rule in RULES] == [axes] * 5
        for mistakes, w in enumerate(run.path[1:], 1):
            assert w @ u == pytest.approx(bounds.perceptron_progress(1 / math.sqrt(axes), mistakes))
            assert w @ w == bounds.perceptron_length(1, mistakes)
            assert w @ u / np.linalg.norm(w) == pytest.approx(bounds.perceptron_potential(1, 1 / math.sqrt(axes),
                                                                                          mistakes))


class TestCompression:
    @given(separable_games(), st.integers(0, 3), st.sampled_from(RULES))
    def test_the_decoder_recovers_the_vector(self, drawn, more, rule):
        game, _ = drawn
        run = batch_perceptron(game, rule)
        size = len(run.updates) + more
        rows = compress(game, size, rule)
        assert len(rows) == size and decode(game.features[rows], game.labels[rows]).tolist() == run.w.tolist()
        if size - more > 1:
            with pytest.raises(ValueError, match=f"^size = {size - more - 1}: "):
                compress(game, size - more - 1, rule)

    def test_real_numbers(self):
        rng = np.random.default_rng(4)
        for _ in range(50):
            x, u = rng.normal(size=(40, 3)), rng.normal(size=3)
            game = Game("normal", Hinge(), x, np.sign(x @ u))
            game = game.reordered(np.flatnonzero(np.abs(x @ u) > 0.2), "gap")
            run = batch_perceptron(game)
            rows = compress(game, len(run.updates) + 7)
            assert decode(game.features[rows], game.labels[rows]).tolist() == run.w.tolist()
