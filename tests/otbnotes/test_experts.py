"""Prediction with expert advice: weighted majority, Cover's learner, exact small worlds, and their bounds."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from otbnotes import bounds, words
from otbnotes.online import ExpertGame, LogShare, Majority, Share, cover, hedge, weighted_majority
from otbnotes.online.experts import _weighted_majority
from otbnotes.smallworld_experts import coin_mistakes, least_mistakes, least_mistakes_gap, minimax_regret


bits = st.integers(0, 1)


@st.composite
def expert_games(draw, most_experts=5, rounds=st.integers(1, 12)):
    """Random advice and outcomes."""
    T, N = draw(rounds), draw(st.integers(2, most_experts))
    return ExpertGame("drawn", draw(arrays.arrays(float, (T, N), elements=bits)),
                      draw(arrays.arrays(float, T, elements=bits)))


betas = st.integers(1, 15).map(lambda n: Fraction(n, 16))


def shares(game, beta):
    """Yield, in fractions, the share of the weight that says 1 in each round, and the outcome."""
    weights = [Fraction(1)] * game.experts
    for row, y in zip(game.advice.astype(int).tolist(), game.outcomes.astype(int).tolist()):
        yield sum(w for w, bit in zip(weights, row) if bit) / sum(weights), y
        weights = [w * (beta if bit != y else 1) for w, bit in zip(weights, row)]


def f_beta(r, beta):
    """F_beta(r) as printed, in fifty digits."""
    with localcontext() as context:
        context.prec = 50
        r, beta = (Decimal(x.numerator) / Decimal(x.denominator) for x in (r, beta))
        this, other = (1 - r + r * beta).ln(), (r + (1 - r) * beta).ln()
        return float(this / (this + other))


class TestWeightedMajority:
    @given(expert_games(), betas)
    def test_three_votes_in_fractions(self, game, beta):
        majority, plain, logs = ([], [], [])
        for r, y in shares(game, beta):
            majority.append(float(r == Fraction(1, 2) or (r > Fraction(1, 2)) != y))      # a tie is an error
            plain.append(float(abs(y - r)))
            logs.append(abs(y - f_beta(r, beta)))
        for vote, expected in ((Majority, majority), (Share, plain), (LogShare, logs)):
            run = weighted_majority(game, vote(float(beta)))
            assert run.losses == pytest.approx(expected, abs=1e-9)
            powers = np.array([float(beta) ** int(mistakes) for mistakes in game.mistakes])
            assert run.weights[-1] == pytest.approx(powers / powers.sum(), abs=1e-12)
            assert run.weights[0].tolist() == [1 / game.experts] * game.experts

    @given(st.floats(0, 1), st.floats(0, 0.999))
    def test_the_chances_of_both_bits_add_up(self, share, beta):
        for vote in (Share(beta), LogShare(beta)):
            assert vote.chance(share) + vote.chance(1 - share) == pytest.approx(1, abs=1e-9)
            assert 0 <= vote.chance(share) <= 1

    def test_the_cap_that_the_proof_uses(self):
        """F_beta(r) <= -ln(1 - (1-beta) r) / (2 ln(2 / (1+beta))), with equality at r = 1/2."""
        for beta in np.linspace(0, 0.99, 100):
            for share in np.linspace(0.001, 0.999, 334):
                cap = -math.log1p(-(1 - beta) * share) / (2 * math.log(2 / (1 + beta)))
                assert LogShare(beta).chance(share) <= cap + 1e-12
            assert LogShare(beta).chance(0.5) == 0.5

    def test_beta_zero_is_halving(self):
        game = ExpertGame("one is right", [[0, 1, 1, 1], [0, 0, 1, 1]], [0, 0])
        assert weighted_majority(game, Share(0.0)).weights[1:].tolist() == [[1, 0, 0, 0], [1, 0, 0, 0]]
        halved = weighted_majority(game, LogShare(0.0)).losses
        assert halved == pytest.approx([math.log(1 / 4) / math.log(3 / 16), 0])
        tiny = weighted_majority(game, LogShare(1e-300)).losses
        assert tiny == pytest.approx(halved, abs=1e-9)

    def test_beta_zero_and_nobody_without_a_mistake(self):
        game = ExpertGame("all err", [[1, 1, 1], [0, 1, 1]], [0, 0])
        assert weighted_majority(game, Share(0.0)).weights.tolist()[1:] == [pytest.approx([1 / 3] * 3), [1, 0, 0]]

    def test_a_thousand_mistakes_are_not_forgotten(self):
        """beta^1000 is no float, but after as many mistakes of the other expert both weigh the same."""
        game = ExpertGame("turns", np.tile([0, 1], (2000, 1)), np.repeat([0, 1], 1000))
        assert weighted_majority(game, Share(0.1)).weights[-1] == pytest.approx([0.5, 0.5])

    @pytest.mark.parametrize("t", [0, 3, 7])
    def test_an_outcome_is_seen_only_after_predicting(self, t):
        rng = np.random.default_rng(2)
        game = ExpertGame("one", rng.integers(0, 2, (8, 4)), rng.integers(0, 2, 8))
        outcomes = game.outcomes.copy()
        outcomes[t] = 1 - outcomes[t]
        for vote in (Share(0.5), LogShare(0.5)):
            one, other = (weighted_majority(ExpertGame("game", game.advice, y), vote)
                          for y in (game.outcomes, outcomes))
            assert one.weights[:t + 1].tolist() == other.weights[:t + 1].tolist()
            assert one.losses[t] + other.losses[t] == pytest.approx(1)      # the chances of both bits

    def test_the_same_numbers_without_numba(self):
        rng = np.random.default_rng(2)
        game = ExpertGame("random", rng.integers(0, 2, (50, 5)), rng.integers(0, 2, 50))
        for vote in (Majority(0.4), Share(0.4), LogShare(0.4)):
            weights, losses = np.full((51, 5), 0.2), np.zeros(50)
            _weighted_majority.algorithm(vote, math.log(0.4), game.advice, game.outcomes, np.zeros(5),
                                         weights[0].copy(), weights, losses)
            run = weighted_majority(game, vote)
            assert run.weights == pytest.approx(weights, abs=0.5e-9) and run.losses == pytest.approx(losses, abs=0.5e-9)
            assert words.chance(vote, 0.5) == vote.chance(0.5)


class TestCover:
    @staticmethod
    def share(behind, left):
        """P(behind + S < 0) + P(behind + S = 0) / 2 for the sum S of ``left`` fair signs."""
        ends = [behind + 2 * heads - left for heads in range(left + 1)]
        return Fraction(sum(math.comb(left, k) * ((e < 0) + (e <= 0)) for k, e in enumerate(ends)), 2 ** (left + 1))

    @given(expert_games(2, st.integers(1, 40)))
    def test_the_learner_plays_the_exact_shares_and_never_regrets_more(self, game):
        run, behind = cover(game), 0
        for t in range(game.rounds):
            first = float(self.share(behind, game.rounds - 1 - t))
            assert run.weights[t] == pytest.approx([first, 1 - first], abs=1e-12)
            assert run.losses[t] == pytest.approx(run.weights[t] @ game.losses[t])
            behind += int(game.losses[t, 0] - game.losses[t, 1])
        assert run.weights.shape == (game.rounds + 1, 2)
        assert run.loss - game.mistakes.min() <= float(bounds.cover_regret(game.rounds)) + 1e-9

    def test_long_games(self):
        outcomes = np.random.default_rng(3).integers(0, 2, 20_000)
        game = ExpertGame("always 0, always 1", np.tile([0, 1], (20_000, 1)), outcomes)
        assert cover(game).loss - game.mistakes.min() == pytest.approx(float(bounds.cover_regret(20_000)), rel=1e-9)


class TestMinimax:
    @pytest.mark.parametrize("T", [1, 2, 7, 10, 31])
    def test_two_experts_are_covers(self, T):
        assert minimax_regret(T, 2) == bounds.cover_regret(T)

    @pytest.mark.parametrize("T, N", [(1, 3), (2, 3), (3, 3), (2, 4)])
    def test_by_brute_force(self, T, N):
        """Without the state of the package: over all mistakes so far, the best chance on a grid of fractions."""
        grid = [Fraction(k, 2 ** T) for k in range(2 ** T + 1)]

        def value(mistakes, left):
            if not left:
                return -min(mistakes)
            worst = -T
            for errs in product((0, 1), repeat=N):
                this, other = (value(tuple(m + (e == bit) for m, e in zip(mistakes, errs)), left - 1) for bit in (1, 0))
                worst = max(worst, min(max(q + this, 1 - q + other) for q in grid))
            return worst
        assert minimax_regret(T, N) == value((0,) * N, T)

    @given(st.integers(1, 14), st.integers(1, 5))
    @settings(max_examples=25)
    def test_between_the_coins_and_hedge(self, T, N):
        value = minimax_regret(T, N)
        assert Fraction(T, 2) - least_mistakes(T, N) <= value <= bounds.expert_gap(T, N) + 1e-12
        assert minimax_regret(T + 1, N) >= value


class TestCoins:
    @pytest.mark.parametrize("T, N", [(1, 1), (1, 3), (3, 2), (2, 4), (4, 2)])
    def test_least_mistakes_by_brute_force(self, T, N):
        total = sum(min(map(sum, outcome)) for outcome in product(product((0, 1), repeat=T), repeat=N))
        assert least_mistakes(T, N) == Fraction(total, 2 ** (T * N))
        assert least_mistakes_gap(T, N) == pytest.approx(float(Fraction(T, 2) - least_mistakes(T, N)), abs=1e-12)

    def test_floats_and_fractions_agree(self):
        for T, N in ((100, 2), (60, 10), (40, 1000)):
            assert least_mistakes_gap(T, N) == pytest.approx(float(Fraction(T, 2) - least_mistakes(T, N)), rel=1e-9)

    @pytest.mark.parametrize("T, ratios",
                             [(100, [0.479, 0.716, 0.822, 0.865, 0.907]),
                              (10_000, [0.479, 0.717, 0.826, 0.872, 0.925])])
    def test_gap_is_below_and_grows_towards_its_bound(self, T, ratios):
        ours = [least_mistakes_gap(T, N) / bounds.expert_gap(T, N) for N in (2, 10, 100, 1000, 10 ** 6)]
        assert ours == pytest.approx(ratios, abs=6e-4) and ours == sorted(ours) and max(ours) < 1

    @given(st.integers(1, 300), st.integers(1, 10 ** 6))
    def test_the_gap_never_exceeds_its_bound_nor_half_the_rounds(self, T, N):
        gap = least_mistakes_gap(T, N)
        assert -1e-12 <= gap <= min(bounds.expert_gap(T, N), T / 2) + 1e-9

    def test_every_learner_errs_half_the_time(self):
        def majority(past):
            return 2 * sum(past) > len(past)
        for learner in (majority, lambda past: Fraction(1, 3), lambda past: past[-1] if past else 0):
            assert coin_mistakes(learner, 6) == 3
        assert coin_mistakes(majority, 6, Fraction(3, 4)) == Fraction(2667, 1024)

    def test_learners_on_coins_regret_the_gap(self):
        """The mean regret of Hedge over all 2^(2 * 5) games of two coin-tossing experts is T/2 - E min L."""
        regrets = []
        for flat in product((0.0, 1.0), repeat=10):
            losses = np.array(flat).reshape(5, 2)
            regrets.append(hedge(losses, 0.7).loss - losses.sum(axis=0).min())
        assert np.mean(regrets) == pytest.approx(float(Fraction(5, 2) - least_mistakes(5, 2)), abs=1e-9)
        assert max(regrets) >= np.mean(regrets)


class TestLeaderAmongCoins:
    def test_the_bound_sums_the_tail(self):
        for gap, N in ((0.2, 2), (0.5, 10), (0.1, 100)):
            tail = gap * sum(min(1.0, (N - 1) * math.exp(-t * gap ** 2 / 2)) for t in range(100_000))
            most = tail + gap * (1 + 1 / -math.expm1(-gap ** 2 / 2))
            assert tail - 1e-9 <= bounds.ftl_gap_regret(gap, N) <= most + 1e-9
