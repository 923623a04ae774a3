"""Worst cases attain their bounds exactly; breaking instances break them, and only by the hypothesis they drop."""

import inspect
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from necessity import assert_each_is_needed
from test_losses import rational

from otbnotes import bounds, claim, smallworld
from otbnotes.breaking.gradient_descent import Cliff, Dip
from otbnotes.breaking import gradient_descent as breaking
from otbnotes.geometry import Ball, Everywhere, Sphere
from otbnotes.losses import Absolute, Hinge, Linear
from otbnotes.online import gradient_descent
from otbnotes.streams import Game
from otbnotes.witness import gradient_descent as witness

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

eighths = st.integers(1, 40).map(lambda n: Fraction(n, 8))


def regret(game, comparator, radius=1.0, step=None, domain=None, start=None):
    """Return the regret of gradient descent against a vector."""
    step = step or bounds.gd_step(radius, 1.0, game.rounds)
    return gradient_descent(game, domain or Ball(radius), step, start).loss - game.total(comparator)


def exact_regret(loss, labels, comparator, step, feature=1, domain=Ball(1.0), start=0):
    """Return the regret on the line, in fractions, of the textbook's algorithm."""
    w, total, u, x = Fraction(start), Fraction(0), Fraction(comparator), Fraction(feature)
    for y in map(Fraction, labels):
        value, slope = rational(loss, w * x, y)
        total += value - rational(loss, u * x, y)[0]
        w -= step * slope * x
        if isinstance(domain, Sphere) and w or isinstance(domain, Ball) and abs(w) > 1:
            w = Fraction(1 if w > 0 else -1)
    return total


class TestWitness:
    @given(st.integers(1, 60), st.floats(0.01, 100))
    def test_orthonormal_gradients_attain_the_bound_with_the_linear_loss(self, rounds, radius):
        game, u = witness.orthonormal(rounds, radius)
        assert np.linalg.norm(u) == pytest.approx(radius, rel=1e-12)
        assert game.features.tolist() == np.eye(rounds).tolist() and game.gradient_bound(radius) == 1
        assert regret(game, u, radius) == pytest.approx(bounds.gd_regret(radius, 1.0, rounds), rel=1e-12)

    @given(st.integers(1, 60), st.floats(0.01, 1))
    def test_orthonormal_gradients_attain_the_bound_with_the_hinge_loss(self, rounds, fraction):
        radius = fraction * math.sqrt(rounds)
        game, u = witness.orthonormal(rounds, radius, Hinge())
        assert set(game.labels) == {-1} and game.gradient_bound(radius) == 1
        assert regret(game, u, radius) == pytest.approx(bounds.gd_regret(radius, 1.0, rounds), rel=1e-9)

    def test_beyond_sqrt_t_the_hinge_loss_does_not(self):
        game, u = witness.orthonormal(9, 6.0, Hinge())
        assert regret(game, u, 6.0) == pytest.approx(9) and bounds.gd_regret(6.0, 1.0, 9) == 18

    @given(st.integers(1, 40), st.integers(0, 20), eighths)
    def test_alternate_then_run_attains_the_bound_of_its_step_in_fractions(self, run, pairs, radius):
        rounds, step = run + 2 * pairs, radius / run
        game, u = witness.alternate_then_run(rounds, float(radius), run)
        assert game.labels.tolist() == [1, -1] * pairs + [1] * run and set(game.features[:, 0]) == {1}
        w, lost = Fraction(0), Fraction(0)
        for y in map(Fraction, game.labels):
            lost += y * (w - Fraction(u[0]))
            w = max(-radius, min(radius, w - step * y))
        assert u.tolist() == [-radius]
        assert lost == radius ** 2 / (2 * step) + step * rounds / 2
        bound = bounds.gd_regret_of_step(float(radius), 1.0, rounds, float(step))
        assert regret(game, u, float(radius), float(step)) == pytest.approx(float(lost), rel=1e-9)
        assert bound == pytest.approx(float(lost), rel=1e-12)

    @pytest.mark.parametrize("radius", [0, -1, math.nan, math.inf, "1", None], ids=repr)
    def test_radius(self, radius):
        for make in (lambda: witness.orthonormal(4, radius), lambda: witness.alternate_then_run(4, radius, 2)):
            with pytest.raises(ValueError) as caught:
                make()
            assert str(caught.value) == f"radius = {radius!r}: expected a finite number > 0"

    @pytest.mark.parametrize("rounds", [0, -1, 2.5, 4.0, True, "4", None], ids=repr)
    def test_rounds_and_run(self, rounds):
        for name, make in (("rounds", lambda: witness.orthonormal(rounds, 1.0)),
                           ("rounds", lambda: witness.alternate_then_run(rounds, 1.0, 2)),
                           ("run", lambda: witness.alternate_then_run(4, 1.0, rounds))):
            with pytest.raises(ValueError) as caught:
                make()
            assert str(caught.value) == f"{name} = {rounds!r}: expected an integer >= 1"

    @pytest.mark.parametrize("run", [1, 3, 5, 6])
    def test_a_run_that_does_not_fit(self, run):
        with pytest.raises(ValueError) as caught:
            witness.alternate_then_run(4, 1.0, run)
        assert str(caught.value) == f"run = {run}: expected a number of the same parity as rounds = 4, and not larger"


T = 10_000
ONE = {  # instance: its exact regret, and the regret of the same game with the hypothesis restored
    breaking.gd_not_lipschitz: (
        lambda: exact_regret(Absolute(10.0), [Fraction(1, 20)] * T, Fraction(1, 20), Fraction(1, 100)),
        lambda: regret(Game("cured", Absolute(), np.ones((T, 1)), np.full(T, 0.05)), [0.05])),
    breaking.gd_long_features: (
        lambda: exact_regret(Absolute(), [Fraction(1, 2)] * T, Fraction(1, 20), Fraction(1, 100), feature=10),
        lambda: regret(Game("cured", Absolute(), np.ones((T, 1)), np.full(T, 0.5)), [0.5])),
    breaking.gd_far_comparator: (
        lambda: exact_regret(Linear(), [1] * T, -2, Fraction(1, 100)),
        lambda: regret(Game("cured", Linear(), np.ones((T, 1)), np.ones(T)), [-1.0])),
    breaking.gd_no_projection: (
        lambda: exact_regret(Cliff(), [1000] * 100, 1, Fraction(1, 10), domain=Everywhere()),
        lambda: regret(Game("cured", Cliff(), np.ones((100, 1)), np.full(100, 1000.0)), [1.0])),
    breaking.gd_projection_as_printed: (
        lambda: exact_regret(Linear(), [-1] + [1] * 99, -1, Fraction(1, 10), domain=Sphere(1.0)),
        lambda: regret(Game("cured", Linear(), np.ones((100, 1)), [-1.0] + [1.0] * 99), [-1.0])),
    breaking.gd_step_too_long: (
        lambda: exact_regret(Absolute(), [Fraction(1, 2)] * T, Fraction(1, 2), Fraction(1)),
        lambda: regret(Game("cured", Absolute(), np.ones((T, 1)), np.full(T, 0.5)), [0.5])),
    breaking.gd_step_too_short: (
        lambda: exact_regret(Linear(), [1] * T, -1, Fraction(1, T)),
        lambda: regret(Game("cured", Linear(), np.ones((T, 1)), np.ones(T)), [-1.0])),
    breaking.gd_wrong_start: (
        lambda: exact_regret(Linear(), [1, -1] * 40 + [1] * 20, -1, Fraction(1, 10), start=1),
        lambda: regret(witness.alternate_then_run(100, 1.0, 20)[0], [-1.0])),
}
CLOSED = {breaking.gd_not_lipschitz: T / 2, breaking.gd_long_features: T / 2, breaking.gd_step_too_long: T / 2,
          breaking.gd_far_comparator: T + 101 / 2, breaking.gd_step_too_short: (T + 1) / 2,
          breaking.gd_projection_as_printed: 2 * 100 - 3}
named = {"ids": lambda function: getattr(function, "__name__", None)}


class TestRegretBroken:
    @pytest.mark.parametrize("instance", ONE, **named)
    def test_the_regret_is_what_the_textbook_suffers_in_fractions(self, instance):
        measured, bound, story = instance()
        assert measured == pytest.approx(float(ONE[instance][0]()), rel=1e-9)
        assert measured > 1.05 * bound and isinstance(story, str) and story

    @pytest.mark.parametrize("instance", ONE, **named)
    def test_with_the_hypothesis_restored_the_bound_holds(self, instance):
        _, bound, _ = instance()
        assert ONE[instance][1]() <= bound * (1 + 1e-9)

    @pytest.mark.parametrize("instance", CLOSED, **named)
    def test_closed_forms(self, instance):
        assert instance()[0] == pytest.approx(CLOSED[instance], rel=1e-9)

    def test_the_false_minimum(self):
        """The exact iterates stop at -1/4 and lose 1/2 a round; rounding makes them hover within a step of it."""
        measured, bound, _ = breaking.gd_not_convex()
        exact = exact_regret(Dip(), [0] * T, 1, Fraction(1, 100))
        assert exact == Fraction(T, 2) + Fraction(25 * 26, 200)
        assert float(exact) <= measured + 1e-6 and measured <= float(exact) + 0.01 * T
        assert bound == 100
        cured = Game("cured", Absolute(), np.ones((T, 1)), np.ones(T))
        assert regret(cured, [1.0]) <= bound

    @pytest.mark.parametrize("instance", [*ONE, breaking.gd_not_convex], **named)
    def test_the_bound_is_that_of_the_book(self, instance):
        rounds = inspect.signature(instance).parameters["rounds"].default
        assert instance()[1] == bounds.gd_regret(1.0, 1.0, rounds) == math.sqrt(rounds)

    @pytest.mark.parametrize("instance", [*ONE, breaking.gd_not_convex], **named)
    @pytest.mark.parametrize("rounds", [400, 6400])
    def test_games_of_another_length_break_it_too(self, instance, rounds):
        measured, bound, _ = instance(rounds=rounds)
        assert measured > 1.05 * bound and bound == math.sqrt(rounds)

    def test_a_steeper_cliff_costs_more(self):
        assert breaking.gd_no_projection(slope=2000.0)[0] > 1.9 * breaking.gd_no_projection()[0]


class TestProofBroken:
    @pytest.mark.parametrize("instance, small, large, story", [
        (breaking.gd_one_step_not_convex, 0.075, -0.1, "a false minimum at -1/4, round 1"),
        (breaking.gd_one_step_not_bounded, 1.0, 0.505, "slope 10 where G = 1, round 1"),
        (breaking.gd_one_step_far_comparator, 0.1, 0.005, "u = -2 where B = 1, round 11"),
        (breaking.gd_telescoping_wrong_start, 2.0, 0.5, "w_1 = 1 and u = -1"),
        (breaking.gd_telescoping_far_comparator, 1.5, 0.5, "u = -2 where B = 1")], **named)
    def test_by_hand(self, instance, small, large, story):
        measured, bound, told = instance()
        assert (measured, bound) == (pytest.approx(small), pytest.approx(large)) and told == story


@pytest.mark.parametrize("label, instances, hypotheses", [
    ("gd-regret", breaking.GD_REGRET, {"convex", "lipschitz", "features", "start", "projection", "step", "comparator"}),
    ("gd-stepsize", breaking.GD_STEPSIZE, {"convex", "bounded", "start", "comparator"}),
    ("gd-one-step", breaking.GD_ONE_STEP, {"convex", "bounded", "comparator"}),
    ("gd-telescoping", breaking.GD_TELESCOPING, {"start", "comparator"})])
def test_one_instance_for_each_hypothesis_goes_green_as_a_necessity(label, instances, hypotheses):
    assert_each_is_needed(label, instances, hypotheses)


class TestUnluckyCoin:
    @pytest.mark.parametrize("p, drift", [(0.55, 0.3), (0.6, 0.25), (0.8, 0.5)])
    def test_is_no_rarer_than_it_says(self, p, drift):
        """T = 100, all laws in the open: the promised probability is below the true one, a sum of positive numbers."""
        excess, log = witness.unlucky_coin(100, p, drift, 0.1)
        values, law = smallworld.coin_world(10, p)
        assert 0 < excess == pytest.approx((2 * p - 1) * (2 - 0.4 / drift))
        assert sum(law[values > excess]) * (1 - 1e-9) >= math.exp(-log) > 0

    def test_is_the_likelihood_ratio_at_the_least_number_of_ones(self):
        _, log = witness.unlucky_coin(100, 0.6, 0.25, 0.1)
        ones, fake = 28, 0.375                                             # 37.5 - 10, rounded up
        ratio = 0.6 ** ones * 0.4 ** (100 - ones) / (fake ** ones * (1 - fake) ** (100 - ones))
        assert math.exp(-log) == pytest.approx(ratio / 2)

    @pytest.mark.parametrize("p", [0.5, 0.4, 1.0, math.nan])
    def test_wants_a_coin_that_favours_1(self, p):
        with pytest.raises(ValueError, match="p"):
            witness.unlucky_coin(100, p, 0.1, 0.1)


class TestRiskBroken:
    def test_sorted_samples_fail_and_shuffled_samples_do_not(self):
        estimate, delta, story = breaking.gd_sorted_samples(np.random.default_rng(1))
        assert estimate == (30, 30) and delta == 0.05 and story == "30 samples of 2500, each sorted by label"
        assert claim("risk", ["order"]).needs("order", estimate, delta).verdict == "confirmed"
        rng, bound = np.random.default_rng(1), bounds.gd_excess_risk(1.0, 1.0, 2500, 2.0, 0.05)
        for _ in range(30):
            game = Game("shuffled", Absolute(), np.ones((2500, 1)), rng.integers(-1, 2, size=2500))
            played = gradient_descent(game, Ball(1.0), 1 / 50).weights[:-1, 0]
            assert np.mean([np.abs(played - y).mean() for y in (-1, 0, 1)]) - 2 / 3 <= bound

    @pytest.mark.parametrize("delta, failures", [(0.05, 0), (0.95, 14), (0.99, 18)])
    def test_sorted_samples_are_played_and_counted(self, delta, failures):
        """Forty samples of 256, in binary fractions, near the bound: those that fail are those that fail by hand."""
        estimate, _, _ = breaking.gd_sorted_samples(np.random.default_rng(2), 40, 256, delta)
        rng, count = np.random.default_rng(2), 0
        bound = 1 / 16 + 4 * math.sqrt(math.log(2 / delta) / 512)
        for _ in range(40):
            w, excess = Fraction(0), Fraction(0)
            for y in sorted(rng.integers(-1, 2, size=256).tolist()):
                excess += (abs(w - 1) + abs(w) + abs(w + 1) - 2) / 3
                w = max(-1, min(1, w - Fraction((w > y) - (w < y), 16)))
            count += excess / 256 > bound
        assert estimate == (count, 40) and count == failures

    def test_each_coin_twice(self):
        measured, bound, _ = breaking.gd_paired_sample()
        assert measured > 1.05 * bound and bound == pytest.approx(0.1)
        assert measured == pytest.approx(smallworld.coin_world_mean(10, 0.6, repeat=2))
        assert smallworld.coin_world_mean(10, 0.6) <= bound

    def test_one_coin_fails_when_it_shows_the_rarer_side(self):
        failing, delta, _ = breaking.gd_one_coin()
        assert (failing, delta) == (pytest.approx(0.1, rel=1e-12), 0.05)
        excess, law = smallworld.coin_world(10, 0.9)
        assert law[excess > bounds.gd_excess_risk(1.0, 1.0, 100, 2.0, 0.05)].sum() <= delta

    def test_the_false_minimum_is_a_risk(self):
        measured, bound, _ = breaking.gd_not_convex_risk()
        assert measured == breaking.gd_not_convex()[0] / T > 10 * bound
        assert bound == bounds.gd_excess_risk(1.0, 1.0, T, 1.25, 0.05)

    def test_the_range_of_dip_is_as_declared(self):
        values = Dip().value(np.linspace(-1, 1, 100_001), 0.0)
        assert values.min() == 0 and values.max() == 1.25

    def test_a_false_ceiling_fails_too_often_and_the_true_one_does_not(self):
        failing, delta, _ = breaking.gd_false_ceiling()
        excess, law = smallworld.coin_world(10, 0.6)
        false, true = (0.1 + 2 * c * math.sqrt(math.log(40) / 200) for c in (0.01, 2.0))
        assert failing == pytest.approx(law[excess > false].sum(), rel=1e-12) and failing > 5 * delta
        assert law[excess > true].sum() <= delta == 0.05


class TestBadInput:
    COUNTED = [function for _, function in inspect.getmembers(breaking, inspect.isfunction)
               if "rounds" in inspect.signature(function).parameters and function.__name__.startswith("gd_")]

    def refusal(self, function, **named):
        if "rng" in inspect.signature(function).parameters:
            named["rng"] = np.random.default_rng(0)
        with pytest.raises(ValueError) as caught:
            function(**named)
        return str(caught.value)

    def test_all_of_them_are_tested(self):
        assert len(self.COUNTED) >= 11

    @pytest.mark.parametrize("function", COUNTED, **named)
    @pytest.mark.parametrize("rounds", [0, -4, 2.5, 4.0, True, "4", None], ids=repr)
    def test_rounds(self, function, rounds):
        least = 4 if function is breaking.gd_wrong_start else 1
        assert self.refusal(function, rounds=rounds) == f"rounds = {rounds!r}: expected an integer >= {least}"

    def test_odd_rounds(self):
        assert self.refusal(breaking.gd_wrong_start, rounds=101) == "rounds = 101: expected an even number"

    @pytest.mark.parametrize("slope", [0, -1, math.nan, math.inf, "1", None], ids=repr)
    def test_slope(self, slope):
        message = f"slope = {slope!r}: expected a finite number > 0"
        assert self.refusal(breaking.gd_no_projection, slope=slope) == message

    @pytest.mark.parametrize("function", [breaking.gd_sorted_samples, breaking.gd_one_coin, breaking.gd_not_convex_risk,
                                          breaking.gd_false_ceiling], **named)
    @pytest.mark.parametrize("delta", [0, 1, -0.5, 2.0, math.nan, "0.1", None], ids=repr)
    def test_delta(self, function, delta):
        message = f"delta = {delta!r}: expected a number in the open interval (0, 1)"
        assert self.refusal(function, delta=delta) == message

    @pytest.mark.parametrize("function", [breaking.gd_paired_sample, breaking.gd_one_coin, breaking.gd_false_ceiling],
                             **named)
    @pytest.mark.parametrize("p", [0, 1, math.nan, "0.6"], ids=repr)
    def test_p(self, function, p):
        assert self.refusal(function, p=p) == f"p = {p!r}: expected a number in the open interval (0, 1)"

    @pytest.mark.parametrize("function", [breaking.gd_paired_sample, breaking.gd_one_coin], **named)
    @pytest.mark.parametrize("root", [0, 2.5, True], ids=repr)
    def test_root(self, function, root):
        assert self.refusal(function, root=root) == f"root = {root!r}: expected an integer >= 1"

    def test_an_odd_root_has_no_pairs(self):
        message = "repeat = 2: expected a divisor of the number of rounds, 9"
        assert self.refusal(breaking.gd_paired_sample, root=3) == message

    @pytest.mark.parametrize("samples", [0, 2.5, True], ids=repr)
    def test_samples(self, samples):
        message = f"samples = {samples!r}: expected an integer >= 1"
        assert self.refusal(breaking.gd_sorted_samples, samples=samples) == message
