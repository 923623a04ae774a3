"""From an online run to one predictor: the conversions, their bounds, worst cases and breaking instances."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from otbnotes import bounds, streams
from otbnotes import smallworld_conversion as worlds
from otbnotes.conversion import choose_validated, erm, hold_out, played, progressive_validation, reservoir, survival_times
from otbnotes.geometry import Ball
from otbnotes.losses import Absolute, Hinge
from otbnotes.online import Run, gradient_descent, perceptron, winnow


HALF = Fraction(1, 2)
RUN = Run(np.array([[0.0, 0.0], [1.0, 2.0], [9.0, 9.0]]), np.array([1.0, 0.5]))


def accepts(count, trials, p):
    """Say whether a binomial count is one that happens: exact two-sided level 1e-9."""
    return 5e-10 < stats.binom.cdf(count, trials, p) and 5e-10 < stats.binom.sf(count - 1, trials, p)


def losses_of(game, hypotheses):
    """Return the losses of every hypothesis, a row each, in every round of a game."""
    return game.loss.value(np.asarray(hypotheses) @ game.features.T, game.labels)


class TestOneHypothesis:
    def test_the_last_vector_was_not_played(self):
        assert played(RUN).tolist() == [[0, 0], [1, 2]]
        assert {tuple(reservoir(played(RUN), np.random.default_rng(i))[1]) for i in range(40)} == {(0, 0), (1, 2)}

    def test_what_the_perceptron_and_winnow_played(self):
        game = streams.Game("three rounds", Hinge(), [[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]], [1, 1, -1])
        assert played(perceptron(game)).tolist() == [[0, 0], [1, 0], [1, 0]]
        assert played(winnow(game, 1.0)).tolist() == winnow(game, 1.0).weights[:3].tolist()

    def test_the_reservoir_is_uniform(self):
        rng, trials = np.random.default_rng(1), 6000
        counts = np.bincount([reservoir(iter(range(5)), rng)[0] for _ in range(trials)], minlength=5)
        assert counts.sum() == trials and all(accepts(count, trials, 0.2) for count in counts)

    def test_the_reservoir_is_one_pass_and_copies_what_it_keeps(self):
        state, seen = np.zeros(1), []

        def stream():
            for t in range(50):
                seen.append(t)
                yield state
                state[0] += 1           # the learner goes on

        index, kept = reservoir(stream(), np.random.default_rng(3))
        assert seen == list(range(50)) and kept.tolist() == [index] and index < 49

    def test_an_empty_stream(self):
        with pytest.raises(ValueError, match="expected at least one item$"):
            reservoir([], np.random.default_rng(0))

    @given(st.lists(st.booleans(), max_size=40))
    def test_survival_times_by_playing(self, mistakes):
        version, seen = 0, []
        for wrong in mistakes:
            seen.append(version)
            version += wrong
        seen.append(version)                        # f_{n+1}
        times = survival_times(np.array(mistakes, dtype=bool))
        assert times.tolist() == [seen.count(v) for v in range(version + 1)] and times.sum() == len(mistakes) + 1
        correct = [sum(v == which and not wrong for v, wrong in zip(seen, mistakes)) for which in range(version + 1)]
        assert times.tolist() == [1 + c for c in correct]

    def test_the_weights_of_a_perceptron(self):
        """The mean over distinct versions, weighted, is the mean over the rounds played."""
        rng = np.random.default_rng(5)
        X, y = rng.normal(size=(60, 3)), rng.choice([-1.0, 1.0], 60)
        w, rows, mistakes = np.zeros(3), [], []
        for x, label in zip(X, y):
            rows.append(w)
            mistakes.append(bool(label * (w @ x) <= 0))
            w = w + label * x if mistakes[-1] else w
        versions = [rows[0]] + [rows[t + 1] for t in range(59) if mistakes[t]]
        times = survival_times(mistakes[:-1])
        assert np.average(versions, axis=0, weights=times) == pytest.approx(np.mean(rows, axis=0), rel=1e-12)
        assert (times @ np.sign(np.array(versions) @ X.T)).tolist() == np.sign(np.array(rows) @ X.T).sum(axis=0).tolist()

    def test_the_mean_is_no_worse_for_a_convex_loss(self):
        for d, loss in ((1, Hinge()), (3, Hinge()), (3, Absolute())):
            rng = np.random.default_rng(2)
            game, rows = streams.random_game(loss, 40, d, rng), rng.normal(size=(6, d))
            losses = losses_of(game, rows)
            assert losses[3, 7] == pytest.approx(loss.value(rows[3] @ game.features[7], game.labels[7]), rel=1e-12)
            at_mean = game.loss.value(game.features @ rows.mean(axis=0), game.labels).mean()
            assert at_mean <= bounds.averaging_jensen(losses.mean(axis=1)) + 1e-12


class TestCertificates:
    def test_by_hand(self):
        found = progressive_validation(RUN, ceiling=2.0, delta=math.exp(-4))
        assert found == (0.75, pytest.approx(0.75 + 2 * 1.0), math.exp(-4))
        assert hold_out([1.0, 0.0], ceiling=2.0, delta=math.exp(-4)) == (0.5, pytest.approx(0.5 + 2), math.exp(-4))

    def test_coverage_of_a_coin_in_fractions(self):
        """Exact coverage of the certificate of a fair coin, n = 100: 0.99398."""
        covered = sum(math.comb(100, k) for k in range(101)
                      if progressive_validation([1.0] * k + [0.0] * (100 - k), 1.0, 0.05).upper >= 0.5)
        assert float(Fraction(covered, 2 ** 100)) == pytest.approx(0.99398, abs=1e-5)
        for p in (Fraction(1, 100), Fraction(1, 10), HALF, Fraction(9, 10)):
            for n, delta in ((10, 0.05), (50, 0.3), (100, 0.9)):
                assert worlds.one_sided_failure(n, p, bounds.progressive_validation_width(n, delta)) <= delta

    @pytest.mark.parametrize("delta", [0.5, 0.9])
    def test_every_sample_of_a_small_world(self, delta):
        """The exact probability that R(Q) exceeds the certificate, over all samples of five examples."""
        def fails(sample):
            losses = [float(worlds.mistake(worlds.exact_perceptron(sample[:t]), sample[t])) for t in range(5)]
            risk = worlds.gibbs_risk(worlds.NOISY, worlds.exact_perceptron, worlds.mistake, sample)
            return risk > progressive_validation(losses, 1.0, delta).upper

        failing = worlds.expectation(worlds.NOISY, 5, fails)
        assert failing <= delta and (delta < 0.9 or failing > 0)

    def test_real_data(self):
        """The certificate of one half of the sample holds on the other half, by far."""
        for make in (streams.breast_cancer, streams.digits):
            game = make(Hinge())
            game = game.reordered(np.random.default_rng(8).permutation(game.rounds), game.name)
            half = game.rounds // 2
            train, rest = game.reordered(np.arange(half), "train"), game.reordered(np.arange(half, game.rounds), "test")
            run = gradient_descent(train, Ball(10.0))
            ceiling = 1 + 10.0 * game.feature_radius
            bound = progressive_validation(run, ceiling, 0.05)
            assert losses_of(rest, played(run)).mean() <= bound.upper and bound.estimate == pytest.approx(run.losses.mean())
            chosen, mean, width = choose_validated(losses_of(train, played(run)), ceiling, 0.05)
            assert losses_of(rest, played(run))[chosen].mean() <= mean + width


class TestDynamicValidation:
    @given(st.integers(1, 8), st.data())
    def test_by_its_definition(self, T, data):
        losses = np.array([[data.draw(st.integers(0, 4)) / 4 for _ in range(T)] for _ in range(T)])
        scores = [losses[t, t:].mean() + math.sqrt(math.log(2 * T / 0.1) / (2 * (T - t))) for t in range(T)]
        chosen = choose_validated(losses, 1.0, 0.1)
        assert scores[chosen[0]] == pytest.approx(sum(chosen[1:]), rel=1e-12) == pytest.approx(min(scores), rel=1e-12)
        below = losses + np.tril(np.ones((T, T)), -1) * (1 - losses)        # training losses do not count
        assert choose_validated(below, 1.0, 0.1) == chosen
        assert choose_validated(3 * losses, 3.0, 0.1)[0] == chosen[0]

    def test_both_bounds_hold_with_known_risks(self):
        """Independent coins with known biases: no failure in 400 runs, where one in five is allowed."""
        rng, T, delta = np.random.default_rng(4), 60, 0.2
        for _ in range(400):
            risks = rng.random(T)
            losses = (rng.random((T, T)) < risks[:, None]).astype(float)
            chosen, mean, width = choose_validated(losses, 1.0, delta)
            assert risks[chosen] <= mean + width
            bound = bounds.dynamic_validation(risks, 1.0, delta)
            assert risks[chosen] <= bound <= bounds.dynamic_validation_half(risks, 1.0, delta)
            later = erm(losses[:T // 2, T // 2:])
            assert risks[later] <= bounds.second_half_validation(risks[:T // 2], T // 2, 1.0, delta)

    def test_the_corrected_width_holds_in_every_sample_of_a_small_world(self):
        for T in (1, 2, 3, 4):
            for p in (Fraction(1, 10), HALF, Fraction(29, 50)):
                for delta in (0.3, 0.7, 0.95):
                    widths = [bounds.dynamic_validation_width(T, T - t, 1.0, delta) for t in range(T)]
                    failing = worlds.expectation({0: 1 - p, 1: p}, T, lambda s: any(
                        abs(Fraction(sum(s[t:]), T - t) - p) > widths[t] for t in range(T)))
                    assert failing <= delta


class TestBounds:
    def test_what_is_rational_stays_exact(self):
        third = Fraction(1, 3)
        for value in (bounds.majority_vote_2x(third), bounds.otb_expected_error(third, 2),
                      bounds.averaging_jensen([third, HALF]), bounds.otb_realizable(third, HALF, 3)):
            assert isinstance(value, Fraction)

    def test_the_best_s_is_the_inverse_of_the_divergence(self):
        """min over s of the bound solves T kl(p, R) = ln(1/delta)."""
        p, T, delta = 0.1, 50, 0.05
        R = min(bounds.otb_fast_rate(p, T, delta, s) for s in np.geomspace(0.001, 40, 20000))
        kl = p * math.log(p / R) + (1 - p) * math.log((1 - p) / (1 - R))
        assert T * kl == pytest.approx(math.log(20), rel=1e-5)


class TestBreaking:
    def test_the_wrong_half_at_work(self):
        """The memorisers of the story, played: the first half chooses one of them, the second half does not."""
        rng, T = np.random.default_rng(9), 200
        y = np.where(rng.random(T) < 0.1, 1.0, -1.0)
        known = np.arange(T)[None, :] < np.arange(T)[:, None]
        losses = np.where(known, 0.0, (y < 0)[None, :])
        losses[0] = y > 0
        assert erm(losses[:T // 2, :T // 2 - 1]) > 0
        assert erm(losses[:T // 2, T // 2:]) == choose_validated(losses, 1.0, 0.05)[0] == 0


def test_the_package_does_not_import_scikit_learn():
    import subprocess
    import sys

    code = "import sys, otbnotes.conversion, otbnotes.witness; sys.exit('sklearn' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
