"""From an online run to one predictor: the conversions, their bounds, worst cases and breaking instances."""

import inspect
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from necessity import assert_each_is_needed
from scipy import stats

from otbnotes import bounds, breaking, claim, conversion, streams, witness
from otbnotes import smallworld_conversion as worlds
from otbnotes.conversion import (average, dynamic_validation, erm, hold_out, loss_matrix, majority_vote, played,
                                 progressive_validation, random_hypothesis, reservoir, second_half_validation,
                                 survival_times, zero_one)
from otbnotes.geometry import Ball
from otbnotes.losses import Absolute, Hinge, Logistic
from otbnotes.online import Run, gradient_descent, perceptron, winnow

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

HALF = Fraction(1, 2)
RUN = Run(np.array([[0.0, 0.0], [1.0, 2.0], [9.0, 9.0]]), np.array([1.0, 0.5]))
named = {"ids": lambda value: getattr(value, "__name__", None)}


def accepts(count, trials, p):
    """Say whether a binomial count is one that happens: exact two-sided level 1e-9."""
    return 5e-10 < stats.binom.cdf(count, trials, p) and 5e-10 < stats.binom.sf(count - 1, trials, p)


class TestOneHypothesis:
    def test_the_last_vector_was_not_played(self):
        assert played(RUN).tolist() == [[0, 0], [1, 2]] and average(RUN).tolist() == [0.5, 1.0] == RUN.mean.tolist()
        assert {tuple(random_hypothesis(RUN, np.random.default_rng(i))) for i in range(40)} == {(0, 0), (1, 2)}
        assert loss_matrix(streams.Game("one", Hinge(), [[1.0, 0.0]], [1.0]), RUN).tolist() == [[1.0], [0.0]]

    def test_what_the_perceptron_and_winnow_played(self):
        game = streams.Game("three rounds", Hinge(), [[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]], [1, 1, -1])
        assert played(perceptron(game)).tolist() == [[0, 0], [1, 0], [1, 0]]
        assert played(winnow(game, 1.0)).tolist() == winnow(game, 1.0).weights[:3].tolist()
        assert tuple(random_hypothesis(perceptron(game), np.random.default_rng(1))) in {(0, 0), (1, 0)}

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
        assert average(versions, times) == pytest.approx(average(rows), rel=1e-12)
        assert majority_vote(np.array(versions) @ X.T, times).tolist() == majority_vote(np.array(rows) @ X.T).tolist()

    @given(st.integers(1, 5), st.integers(1, 6), st.data())
    def test_the_vote_in_fractions(self, voters, n, data):
        votes = [[data.draw(st.integers(-2, 2)) for _ in range(n)] for _ in range(voters)]
        labels = [data.draw(st.sampled_from([-1, 1])) for _ in range(n)]
        weights = [data.draw(st.integers(1, 4)) for _ in range(voters)]
        vote, gibbs = worlds.vote_errors(votes, labels, [Fraction(1, n)] * n, weights)
        assert zero_one(majority_vote(votes, weights), labels).mean() == pytest.approx(float(vote), rel=1e-12)
        errors = zero_one(votes, labels).mean(axis=1)
        assert np.average(errors, weights=weights) == pytest.approx(float(gibbs), rel=1e-12)
        scaled = majority_vote(np.multiply(votes, 7.5), np.multiply(weights, 3))
        assert majority_vote(votes, weights).tolist() == scaled.tolist()

    def test_the_mean_is_no_worse_for_a_convex_loss(self):
        for d, loss in ((1, Hinge()), (3, Hinge()), (3, Absolute())):
            rng = np.random.default_rng(2)
            game, rows = streams.random_game(loss, 40, d, rng), rng.normal(size=(6, d))
            losses = loss_matrix(game, rows)
            assert losses[3, 7] == pytest.approx(loss.value(rows[3] @ game.features[7], game.labels[7]), rel=1e-12)
            at_mean = game.loss.value(game.features @ average(rows), game.labels).mean()
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
            losses = [float(worlds.mistake(worlds.perceptron(sample[:t]), sample[t])) for t in range(5)]
            risk = worlds.gibbs_risk(worlds.NOISY, worlds.perceptron, worlds.mistake, sample)
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
            assert loss_matrix(rest, run).mean() <= bound.upper and bound.estimate == pytest.approx(run.losses.mean())
            chosen = dynamic_validation(loss_matrix(train, run), ceiling, 0.05)
            assert loss_matrix(rest, run)[chosen.index].mean() <= chosen.upper


class TestDynamicValidation:
    @given(st.integers(1, 8), st.data())
    def test_by_its_definition(self, T, data):
        losses = np.array([[data.draw(st.integers(0, 4)) / 4 for _ in range(T)] for _ in range(T)])
        scores = [losses[t, t:].mean() + math.sqrt(math.log(2 * T / 0.1) / (2 * (T - t))) for t in range(T)]
        chosen = dynamic_validation(losses, 1.0, 0.1)
        assert chosen.upper == pytest.approx(min(scores), rel=1e-12)
        assert scores[chosen.index] == pytest.approx(min(scores), rel=1e-12)
        below = losses + np.tril(np.ones((T, T)), -1) * (1 - losses)        # training losses do not count
        assert dynamic_validation(below, 1.0, 0.1) == chosen
        assert dynamic_validation(3 * losses, 3.0, 0.1).index == chosen.index

    @given(st.integers(1, 4), st.data())
    def test_two_stages_by_their_definition(self, half, data):
        T = 2 * half
        losses = np.array([[data.draw(st.integers(0, 4)) / 4 for _ in range(T)] for _ in range(T)])
        chosen = second_half_validation(losses, 1.0, 0.1)
        means = losses[:half, half:].mean(axis=1)
        assert chosen.estimate == means.min() == means[chosen.index]
        assert chosen.index == int(means.argmin()) == erm(losses[:half, half:])
        assert chosen.width == pytest.approx(math.sqrt(math.log(2 * half / 0.1) / (2 * half)))

    def test_both_bounds_hold_with_known_risks(self):
        """Independent coins with known biases: no failure in 400 runs, where one in five is allowed."""
        rng, T, delta = np.random.default_rng(4), 60, 0.2
        for _ in range(400):
            risks = rng.random(T)
            losses = (rng.random((T, T)) < risks[:, None]).astype(float)
            chosen = dynamic_validation(losses, 1.0, delta)
            assert risks[chosen.index] <= chosen.upper
            bound = bounds.dynamic_validation(risks, 1.0, delta)
            assert risks[chosen.index] <= bound <= bounds.dynamic_validation_half(risks, 1.0, delta)
            later = second_half_validation(losses, 1.0, delta)
            assert risks[later.index] <= bounds.second_half_validation(risks[:T // 2], T // 2, 1.0, delta)

    def test_the_corrected_width_holds_in_every_sample_of_a_small_world(self):
        for T in (1, 2, 3, 4):
            for p in (Fraction(1, 10), HALF, Fraction(29, 50)):
                for delta in (0.3, 0.7, 0.95):
                    widths = [bounds.dynamic_validation_width(T, T - t, 1.0, delta) for t in range(T)]
                    failing = worlds.expectation({0: 1 - p, 1: p}, T, lambda s: any(
                        abs(Fraction(sum(s[t:]), T - t) - p) > widths[t] for t in range(T)))
                    assert failing <= delta


BOUNDS = [  # function, good arguments, value by hand
    (bounds.risk_decomposition, (0.25, 0.75), 0.75),
    (bounds.otb_expected_error, (3, 6), 0.5),
    (bounds.otb_sublinear, (3, 6), 0.5),
    (bounds.otb_realizable, (2.0, 0.5, 8), 2.0),
    (bounds.otb_realizable_winnow, (8, 0.5, 4), 6 * math.log(2)),
    (bounds.agnostic_hinge_mistakes, (4, 3.0, 2.0), 4 + 12 + 36),
    (bounds.otb_agnostic_hinge, (1, 3.0, 2.0, 4), 1 + 3 + 9),
    (bounds.otb_regret_to_risk, (-3.0, 6), -0.5),
    (bounds.averaging_jensen, ([0.0, 0.5, 0.25],), 0.25),
    (bounds.majority_vote_2x, (0.2,), 0.4),
    (bounds.majority_vote_surrogate, (0.7,), 1.4),
    (bounds.otb_high_prob_width, (8, 2.0, math.exp(-4)), 1.0),
    (bounds.otb_high_prob, (0.5, 8, 2.0, math.exp(-4)), 1.5),
    (bounds.otb_fast_rate, (0.5, 4, math.exp(-2), 1.0), 1.0),
    (bounds.otb_fast_rate_linear, (0.5, 4, math.exp(-2), 1.0),
     1 / (1 - math.exp(-1))),
    (bounds.two_sided_hoeffding, (2, 3.0, 2 * math.exp(-4)), 3.0),
    (bounds.dynamic_validation_width, (5, 2, 3.0, 10 * math.exp(-4)), 3.0),
    (bounds.dynamic_validation_width_as_printed,
     (5, 2, 3.0, 5 * math.exp(-4)), 3.0),
    (bounds.dynamic_validation, ([0.3, 0.1], 3.0, 4 * math.exp(-4)), 6.3),
    (bounds.dynamic_validation_half, ([0.3, 0.1], 3.0, 4 * math.exp(-4)),
     0.3 + 6 * math.sqrt(2)),
    (bounds.second_half_validation, ([0.3, 0.1], 2, 3.0, 4 * math.exp(-4)),
     6.1),
    (bounds.holdout_bound, (0.25, 8, math.exp(-4)), 0.75),
    (bounds.holdout_mean_as_printed, (0.3, 10, 8), 0.225),
    (bounds.progressive_validation_width, (8, math.exp(-4)), 0.5),
    (bounds.progressive_validation_bound, (0.25, 8, math.exp(-4)), 0.75),
    (bounds.progressive_validation_two_sided, (8, 2 * math.exp(-4)), 0.5),
    (bounds.pv_mds_tail, (2.0, 8), math.exp(-1)),
    (bounds.pv_vs_holdout, (1000, 200), math.sqrt(0.2)),
]


class TestBounds:
    @pytest.mark.parametrize("function, arguments, value", BOUNDS, **named)
    def test_by_hand(self, function, arguments, value):
        assert function(*arguments) == pytest.approx(value, rel=1e-12)

    def test_what_is_rational_stays_exact(self):
        third = Fraction(1, 3)
        for value in (bounds.majority_vote_2x(third), bounds.otb_expected_error(third, 2),
                      bounds.averaging_jensen([third, HALF]), bounds.otb_realizable(third, HALF, 3),
                      bounds.risk_decomposition(third, HALF)):
            assert isinstance(value, Fraction)

    @given(st.floats(0, 1), st.integers(1, 1000), st.floats(0.001, 0.99), st.floats(0.01, 20))
    def test_the_fast_forms_are_ordered(self, p, rounds, delta, s):
        linear = bounds.otb_fast_rate_linear(p, rounds, delta, s)
        assert bounds.otb_fast_rate(p, rounds, delta, s) <= linear * (1 + 1e-12)

    def test_the_fast_rate_wins_with_few_mistakes(self):
        for mistakes, hoeffding, fast in ((0, 0.0387, 0.00299), (10, 0.0487, 0.0198), (100, 0.1387, 0.1248)):
            best = min(bounds.otb_fast_rate(mistakes / 1000, 1000, 0.05, s) for s in np.geomspace(0.01, 40, 4000))
            assert bounds.otb_high_prob(mistakes / 1000, 1000, 1.0, 0.05) == pytest.approx(hoeffding, abs=1e-4)
            assert best == pytest.approx(fast, rel=5e-3)
        clopper_pearson = stats.beta.isf(0.05, 1, 1000)
        assert bounds.otb_fast_rate(0.0, 1000, 0.05, 40.0) == pytest.approx(clopper_pearson, rel=1e-12)

    def test_the_best_s_is_the_inverse_of_the_divergence(self):
        """min over s of the bound solves T kl(p, R) = ln(1/delta)."""
        p, T, delta = 0.1, 50, 0.05
        R = min(bounds.otb_fast_rate(p, T, delta, s) for s in np.geomspace(0.001, 40, 20000))
        kl = p * math.log(p / R) + (1 - p) * math.log((1 - p) / (1 - R))
        assert T * kl == pytest.approx(math.log(20), rel=1e-5)

    @given(st.integers(0, 40), st.integers(1, 3), st.integers(0, 2 ** 32))
    @settings(max_examples=40)
    def test_the_perceptron_in_the_agnostic_case(self, T, scale, seed):
        rng = np.random.default_rng(seed)
        X, y, u = rng.normal(size=(T + 1, 3)), rng.choice([-1.0, 1.0], T + 1), scale * rng.normal(size=3)
        w, mistakes = np.zeros(3), 0
        for x, label in zip(X, y):
            if label * (w @ x) <= 0:
                w, mistakes = w + label * x, mistakes + 1
        hinge = np.maximum(0, 1 - y * (X @ u)).sum()
        radius = np.linalg.norm(X, axis=1).max()
        assert mistakes <= bounds.agnostic_hinge_mistakes(hinge, np.linalg.norm(u), radius)


class TestWitness:
    def test_a_basis_attains_the_realizable_bound(self):
        measured, bound = witness.otb_basis(10, 100)
        assert isinstance(measured, Fraction) and isinstance(bound, Fraction) and 0.99997 < measured / bound < 1
        assert float(bound) == pytest.approx(bounds.otb_realizable(1.0, 1 / math.sqrt(10), 100))
        assert 0.65 < float(np.divide(*map(float, witness.otb_basis(10, 10)))) < 0.652

    def test_bits_attain_what_winnow_can(self):
        measured, bound = witness.otb_bits(6, 500, margin=1 - 1e-6)
        assert 0.72 < float(measured) / bound < 1 / (2 * math.log(2)) < 1

    def test_the_hinge_bound_is_attained_at_both_ends(self):
        measured, bound = witness.otb_hinge_basis(25, 1000)
        assert 0.9999 < float(measured) / bound <= 1
        assert witness.otb_hinge_alternating(100) == (100, 100)

    @pytest.mark.parametrize("voters", [2, 3, 4, 5, 101])
    def test_the_factor_two(self, voters):
        measured, bound = witness.half_wrong(voters, Fraction(1, 7))
        ratio = Fraction(1) if voters % 2 == 0 else Fraction(voters, voters + 1)
        assert measured == Fraction(1, 7) and measured / bound == ratio

    def test_a_rare_example(self):
        for T, met in ((2, 2), (6, 3), (7, 4), (10, 6), (10, 10)):
            vote, gibbs = witness.rare_example(T, met, Fraction(1, 5))
            assert gibbs == Fraction(met, 5 * T) + Fraction(4, 5 * T)
            assert vote == (Fraction(1, 5) if T - met <= met - 1 else 0)
        measured, bound = witness.met_halfway(1000)
        assert measured / bound == Fraction(1, 10) / (Fraction(1, 10) + Fraction(2, 1000))

    def test_the_factor_two_with_a_surrogate(self):
        measured, bound = witness.half_wrong_surrogate(4)
        assert measured / bound == Fraction(1000, 1001)

    @pytest.mark.parametrize("rounds, delta, ratio", [
        (10, 0.05, 0.775), (1000, 1e-3, 0.834), (10 ** 6, 1e-12, 0.946), (10 ** 6, 1e-300, 0.9966)])
    def test_the_width_of_a_coin(self, rounds, delta, ratio):
        measured, bound = witness.coin_width(rounds, delta)
        assert measured / bound == pytest.approx(ratio, abs=6e-4)
        assert measured < bound == bounds.holdout_bound(0, rounds, delta)
        assert bound == bounds.progressive_validation_bound(0, rounds, delta)

    def test_the_width_of_a_coin_in_fractions(self):
        """No smaller width fails with probability <= delta, and this one does not fail with more."""
        measured, _ = witness.coin_width(100, 0.05)
        wider, narrower = (worlds.one_sided_failure(100, HALF, measured + more) for more in (1e-12, -1e-9))
        assert wider <= 0.05 < narrower

    @pytest.mark.parametrize("rounds, delta", [(10, 0.05), (1000, 1e-6)])
    def test_no_mistake(self, rounds, delta):
        measured, bound = witness.no_mistake(rounds, delta)
        assert measured == pytest.approx(bound, rel=1e-12)
        assert (1 - measured) ** rounds == pytest.approx(delta, rel=1e-9)

    def test_dynamic_validation(self):
        for make in (witness.dynamic_validation_coin, witness.complementary_losses, witness.complementary_stages):
            measured, bound = make()
            assert 0.98 < measured / bound < 1
        measured, bound = witness.complementary_losses(start=500_000)
        assert 0.98 < measured / bound < 1
        assert bound == pytest.approx(2 * bounds.dynamic_validation_width(10 ** 6, 500_001, 1.0, 1e-300))

    def test_complementary_losses_are_played(self):
        """Played out at T = 40: with this gap a bad hypothesis is chosen more often than delta."""
        T, delta, rng, wrong, trials = 40, 0.2, np.random.default_rng(6), 0, 3000
        gap, bound = witness.complementary_losses(T, delta)
        assert 0 < gap < bound == 2 * bounds.dynamic_validation_width(T, T, 1.0, delta)
        for _ in range(trials):
            z = (rng.random(T) < (1 - gap) / 2).astype(float)
            wrong += dynamic_validation(np.vstack([z, np.tile(1 - z, (T - 1, 1))]), 1.0, delta).index > 0
        assert stats.binom.sf(wrong - 1, trials, delta) < 1e-3

    @pytest.mark.parametrize("choose, make, first", [
        (dynamic_validation, lambda T, delta: witness.complementary_losses(T, delta, T // 2), 19),
        (second_half_validation, witness.complementary_stages, 0)])
    def test_the_later_ones_are_played(self, choose, make, first):
        T, delta, rng, wrong, trials = 40, 0.2, np.random.default_rng(6), 0, 3000
        gap, bound = make(T, delta)
        assert 0 < gap < bound
        for _ in range(trials):
            z = (rng.random(T) < (1 - gap) / 2).astype(float)
            losses = np.vstack([np.ones((first, T)), z, np.tile(1 - z, (T - first - 1, 1))])
            wrong += choose(losses, 1.0, delta).index != first
        assert stats.binom.cdf(wrong, trials, delta) > 1e-6         # no sign that it happens less often than delta

    def test_pv_mds(self):
        measured, bound = witness.pv_mds_martingale()
        assert measured == pytest.approx(0.98) and 0.98 < measured / bound <= 1
        assert 0 < np.divide(*witness.pv_mds_martingale(4, 10)) < 1

    def test_training_error(self):
        assert witness.training_error_of_one() == (HALF, HALF, HALF)

    @pytest.mark.parametrize("function, arguments", [
        (witness.otb_basis, (0, 5)), (witness.otb_basis, (3, 0)), (witness.otb_bits, (0, 5)),
        (witness.otb_bits, (2, 5, 1.0)), (witness.half_wrong, (0,)), (witness.half_wrong, (2, 1)),
        (witness.rare_example, (5, 1)), (witness.rare_example, (5, 6)), (witness.met_halfway, (5,)),
        (witness.half_wrong_surrogate, (3,)), (witness.half_wrong_surrogate, (2, 0)), (witness.coin_width, (0, 0.1)),
        (witness.coin_width, (5, 1.0)), (witness.no_mistake, (5, 0)), (witness.complementary_losses, (1, 0.1)),
        (witness.complementary_losses, (10, 0)), (witness.complementary_losses, (10, 0.1, 10)),
        (witness.complementary_stages, (7, 0.1)), (witness.dynamic_validation_coin, (10, 1.5)),
        (witness.pv_mds_martingale, (1, 1))], **named)
    def test_bad_input(self, function, arguments):
        with pytest.raises(ValueError, match="expected"):
            function(*arguments)


DICTIONARIES = [("risk-decomposition", breaking.RISK_DECOMPOSITION, {"deviation"}),
                ("otb-expected-error", breaking.OTB_EXPECTED_ERROR,
                 {"iid", "order", "causal", "uniform", "independent"}),
                ("otb-sublinear", breaking.OTB_SUBLINEAR, {"sublinear", "iid", "order", "causal"}),
                ("otb-realizable", breaking.OTB_REALIZABLE, {"margin", "features", "unit", "iid", "order"}),
                ("otb-agnostic-hinge", breaking.OTB_AGNOSTIC_HINGE, {"hinge", "features", "iid", "order"}),
                ("otb-regret-to-risk", breaking.OTB_REGRET_TO_RISK, {"fixed", "iid", "causal"}),
                ("otb-compute", breaking.OTB_COMPUTE, {"probability", "independent"}),
                ("otb-weights", breaking.OTB_WEIGHTS, {"lazy"}),
                ("averaging-jensen", breaking.AVERAGING_JENSEN, {"convex", "same"}),
                ("majority-vote-2x", breaking.MAJORITY_VOTE_2X, {"weights", "same"}),
                ("majority-vote-surrogate", breaking.MAJORITY_VOTE_SURROGATE, {"surrogate"}),
                ("otb-high-prob", breaking.OTB_HIGH_PROB, {"iid", "order", "range", "played", "causal"}),
                ("otb-fast-rate", breaking.OTB_FAST_RATE, {"iid", "order", "causal", "range", "played", "fixed"}),
                ("dynamic-validation-deviation", breaking.DYNAMIC_VALIDATION_DEVIATION, {"iid", "unseen", "range"}),
                ("dynamic-validation", breaking.DYNAMIC_VALIDATION, {"iid", "unseen", "range", "penalty"}),
                ("test-error-unbiased", breaking.TEST_ERROR_UNBIASED, {"fresh", "independent"}),
                ("training-error-biased", breaking.TRAINING_ERROR_BIASED, {"law", "erm"}),
                ("test-error-bound", breaking.TEST_ERROR_BOUND, {"fresh", "iid", "range"}),
                ("pv-unbiased", breaking.PV_UNBIASED, {"before", "iid"}),
                ("pv-mds", breaking.PV_MDS, {"iid", "before", "range"}),
                ("progressive-validation-bound", breaking.PROGRESSIVE_VALIDATION_BOUND,
                 {"before", "iid", "order", "range"}),
                ("pv-vs-holdout", breaking.PV_VS_HOLDOUT, {"iid", "before", "range", "same", "improving"})]
PRINTED = {breaking.averaging_as_printed: (Fraction(3, 4), HALF),
           breaking.majority_as_printed: (Fraction(9, 10), Fraction(1, 5)),
           breaking.reservoir_fair_coins: (HALF, Fraction(1, 6)), breaking.weights_not_lazy: (2, 1),
           breaking.reservoir_one_number: (HALF, Fraction(1, 6)), breaking.averaging_zero_one: (1, Fraction(1, 3)), breaking.dv_width_as_printed: (1, 0.7),
           breaking.dv_width_as_printed_twice: (Fraction(79, 100), 0.74), breaking.dv_better_as_printed: (0.6, 0.4),
           breaking.te_sum_as_printed: (Fraction(3, 10), 0),
           breaking.pv_mds_as_printed: (Fraction(9, 10) ** 10, math.exp(-20)),
           breaking.otb_range: (pytest.approx(0.0967, abs=1e-4), 0.05),
           breaking.majority_unweighted: (1, Fraction(1, 25)), breaking.otb_drift: (1, Fraction(1, 21)),
           breaking.te_best_of_many: (pytest.approx(0.9976, abs=1e-4), 0.05),
           breaking.otb_unbounded: (pytest.approx(0.990, abs=1e-3), 0.05),
           breaking.pv_long_interval: (Fraction(1, 1024), math.exp(-20)), breaking.otb_last_only: (1, Fraction(1, 21)),
           breaking.otb_regret_to_erm: (Fraction(3, 16), 0), breaking.otb_fresh_repeated: (HALF, 0),
           breaking.te_worst_of_class: (Fraction(3, 4), HALF), breaking.rd_no_deviation: (HALF, 0),
           breaking.otb_one_too_many: (Fraction(1, 21), 0), breaking.otb_same_example: (HALF, Fraction(1, 20)), breaking.otb_peeking: (HALF, 0),
           breaking.otb_drawn_to_fail: (Fraction(3, 8), Fraction(5, 16)), breaking.otb_linear_growth: (HALF, 0.3),
           breaking.otb_sorted_game: (HALF, Fraction(2 ** 11 - 3, 10 * 2 ** 10))}


class TestBreaking:
    @pytest.mark.parametrize("label, instances, hypotheses", DICTIONARIES, ids=[row[0] for row in DICTIONARIES])
    def test_one_instance_for_each_hypothesis_goes_green_as_a_necessity(self, label, instances, hypotheses):
        assert_each_is_needed(label, instances, hypotheses)

    @pytest.mark.parametrize("instance", PRINTED, **named)
    def test_by_hand(self, instance):
        measured, bound, story = instance()
        assert (measured, bound) == PRINTED[instance] and story
        assert claim("printed").refutes_source(measured, bound, story, printed="as printed").verdict == "confirmed"

    def test_the_shifted_mean_of_four_rounds(self):
        measured, bound, _ = breaking.averaging_unplayed(4)
        assert (float(measured), float(bound)) == (pytest.approx(0.6118, abs=1e-4), pytest.approx(0.5996, abs=1e-4))

    def test_contradictions_put_a_floor_under_the_error(self):
        """The chain of three states against an enumeration, and its floor."""
        world = {((1,), 1): Fraction(9, 10), ((1,), -1): Fraction(1, 10)}
        error, _ = worlds.otb_expected_error(world, worlds.perceptron, worlds.mistake, 5)
        assert breaking.otb_contradiction(rounds=6)[0] == error
        assert all(breaking.otb_contradiction(rounds)[0] > Fraction(1, 10) for rounds in (10, 100, 1000))

    def test_long_features_have_the_declared_margin(self):
        """Features 2 e_i and u = (1, ..., 1)/sqrt(N): margin 2/sqrt(N), and the same mistakes."""
        world = {(tuple(2 * a for a in x), y): p for (x, y), p in worlds.basis(3).items()}
        measured, bound, _ = breaking.otb_long_features(3, 5)
        assert worlds.otb_expected_error(world, worlds.perceptron, worlds.mistake, 4)[0] == measured
        assert bound == pytest.approx(bounds.otb_realizable(2, 2 / math.sqrt(3), 5) / 4)

    def test_sorted_axes_by_sorting_every_sample(self):
        world = worlds.basis(3)
        error = worlds.expectation(world, 5, lambda s: worlds.gibbs_risk(world, worlds.perceptron, worlds.mistake,
                                                                         tuple(sorted(s))))
        assert breaking.otb_realizable_sorted(3, 5)[0] == error > worlds.basis_gibbs_error(3, 5)

    def test_with_the_hypothesis_restored_the_bound_holds(self):
        """The same instances, cured."""
        def fails(sample):
            seen = worlds.progressive_loss(worlds.last_label, worlds.constant_error, sample)
            return HALF > bounds.otb_high_prob(float(seen), 6, 1.0, 0.3)

        assert worlds.expectation(worlds.FAIR_COIN, 6, fails) <= 0.3
        signs = bounds.otb_high_prob_width(100, 2.0, 0.05)              # losses in [-1, 1], c = 2
        assert worlds.one_sided_failure(100, HALF, signs / 2) <= 0.05
        assert worlds.two_sided_failure(1, HALF, bounds.two_sided_hoeffding(1, 1.0, 0.7)) == 0
        measured, bound, _ = breaking.otb_contradiction(100, Fraction(1, 10 ** 6))
        assert measured < bound * Fraction(101, 100)

    def test_an_adaptive_s_fails_and_a_fixed_one_does_not(self):
        measured, delta, _ = breaking.otb_adaptive_s()
        assert measured == pytest.approx(0.2376, abs=1e-4) and measured > delta
        for s in (0.3, 1.0, 3.0):
            def fails(risk, loss):
                return risk / 20 > np.expm1(-s * loss / 20 - math.log(5) / 20) / math.expm1(-s) + 1e-12
            assert worlds.worst_martingale(20, 10, fails) <= 0.2

    def test_the_vote_needs_the_weights_of_q(self):
        votes = [[1], [-1], [-1]]
        assert worlds.vote_errors(votes, [1], [Fraction(1)], [98, 1, 1]) == (0, Fraction(1, 50))

    def test_the_wrong_half_at_work(self):
        """The memorisers of the story, played: the first half chooses one of them, the second half does not."""
        rng, T = np.random.default_rng(9), 200
        y = np.where(rng.random(T) < 0.1, 1.0, -1.0)
        known = np.arange(T)[None, :] < np.arange(T)[:, None]
        losses = np.where(known, 0.0, (y < 0)[None, :])
        losses[0] = y > 0
        assert erm(losses[:T // 2, :T // 2 - 1]) > 0
        assert second_half_validation(losses, 1.0, 0.05).index == 0
        assert dynamic_validation(losses, 1.0, 0.05).index == 0

    @pytest.mark.parametrize("name", ["rounds", "n", "delta", "examples", "dimension", "noise", "p", "survived",
                                      "classifiers", "test_size"])
    def test_bad_input(self, name):
        every = [getattr(file, one) for file in (breaking.online_to_batch, breaking.progressive_validation)
                 for one in file.__all__]
        functions = [f for f in every if inspect.isfunction(f) and name in inspect.signature(f).parameters]
        assert functions
        for function in functions:
            for value in (0, -1, math.nan, None, "a"):
                with pytest.raises(ValueError):
                    function(**{name: value})


class TestBadInput:
    @pytest.mark.parametrize("function, arguments, start", [
        (random_hypothesis, ([[math.nan]], np.random.default_rng(0)), "hypotheses"),
        (average, ([],), "hypotheses"),
        (average, ([[1.0], [2.0]], [1.0]), "weights"),
        (average, ([[1.0], [2.0]], [0, 0]), "weights"),
        (average, ([[1.0], [2.0]], [-1, 2]), "weights"),
        (survival_times, ([0, 1],), "mistakes"),
        (survival_times, ([[True]],), "mistakes"),
        (majority_vote, ([1.0],), "votes"),
        (majority_vote, ([[math.inf]],), "votes"),
        (majority_vote, ([[1.0]], [1, 2]), "weights"),
        (zero_one, ([1.0], [0]), "labels"),
        (zero_one, ([1.0, 2.0], [1]), "labels"),
        (zero_one, ([math.nan], [1]), "predictions"),
        (erm, ([1.0],), "losses"),
        (progressive_validation, ([1.5], 1.0, 0.1), "losses"),
        (progressive_validation, ([-0.1], 1.0, 0.1), "losses"),
        (progressive_validation, ([], 1.0, 0.1), "losses"),
        (progressive_validation, ([0.5], 0.0, 0.1), "ceiling"),
        (progressive_validation, ([0.5], 1.0, 1.0), "delta"),
        (hold_out, ([1.5], 1.0, 0.1), "losses"),
        (hold_out, ([0.5], 1.0, 0), "delta"),
        (dynamic_validation, ([[0.0, 1.0]], 1.0, 0.1), "losses"),
        (dynamic_validation, ([[2.0]], 1.0, 0.1), "losses"),
        (dynamic_validation, ([[0.5]], 1.0, 2), "delta"),
        (second_half_validation, ([[0.5]], 1.0, 0.1), "losses"),
        (second_half_validation, (np.zeros((2, 2)), -1.0, 0.1), "ceiling"),
        (loss_matrix, (streams.breast_cancer(Logistic()), [[1.0]]), "hypotheses")], **named)
    def test_refused_by_name(self, function, arguments, start):
        with pytest.raises(ValueError) as caught:
            function(*arguments)
        assert str(caught.value).startswith(start)


def test_the_package_does_not_import_scikit_learn():
    import subprocess
    import sys

    code = "import sys, otbnotes.conversion, otbnotes.witness, otbnotes.breaking; sys.exit('sklearn' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
