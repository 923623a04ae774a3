"""The best vector in hindsight: its value, the soundness of its certificate, and that a wrong answer is found out."""

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otbnotes import comparator, streams
from otbnotes.comparator import Best, best_in_ball, best_in_simplex
from otbnotes.losses import Absolute, Exponential, Hinge, Linear, Logistic, Squared
from otbnotes.streams import Game

LOSSES = (Linear(), Linear(-2.0), Squared(), Squared(0.3), Absolute(), Absolute(2.5), Hinge(), Hinge(0.3), Hinge(-0.2),
          Logistic(), Logistic(0.2), Exponential(), Exponential(0.5))
STANDARD = (Linear(), Squared(), Absolute(), Hinge(), Logistic(), Exponential())
each_loss = pytest.mark.parametrize("loss", LOSSES, ids=str)
each_standard_loss = pytest.mark.parametrize("loss", STANDARD, ids=str)


def random_game(loss, rounds, dimension, rng):
    """Gaussian features; noisy linear labels, or their signs."""
    features = rng.standard_normal((rounds, dimension))
    labels = features @ rng.standard_normal(dimension) + 0.5 * rng.standard_normal(rounds)
    return Game(type(loss).__name__, loss, features, np.where(labels >= 0, 1.0, -1.0) if loss.binary else labels)


def check(best, game, radius, tolerance=1e-6):
    """Assert everything that the contract of ``best_in_ball`` promises."""
    assert best.point.shape == (game.dimension,)
    assert np.linalg.norm(best.point) <= radius
    assert best.value == game.total(best.point)
    assert 0 <= best.gap <= tolerance * max(1, abs(best.value))


class TestByHand:
    @each_loss
    @pytest.mark.parametrize("radius", [0.01, 1.0, 30.0])
    @pytest.mark.parametrize("label", [-1.0, 1.0])
    def test_one_round(self, loss, radius, label):
        """One loss at the best prediction z with |z| <= 5 radius."""
        reach = 5 * radius
        z = {Linear: -loss[0] * label * reach, Squared: label, Absolute: label}.get(type(loss), label * reach)
        game = Game("one round", loss, [[3.0, 4.0]], [label])
        best = best_in_ball(game, radius)
        check(best, game, radius)
        assert best.value == pytest.approx(loss.value(np.clip(z, -reach, reach), label), abs=2e-6)

    def test_linear_is_minus_radius_times_the_norm_of_the_sum(self):
        best = best_in_ball(Game("linear", Linear(), [[1.0, 0.0], [0.0, 2.0]], [3.0, 2.0]), 10.0)
        assert best.value == pytest.approx(-50.0, rel=1e-12)
        assert best.point == pytest.approx([-6.0, -8.0], rel=1e-12)

    def test_squared_is_the_mean_or_the_end_of_the_ball(self):
        game = Game("squared", Squared(), np.ones((3, 1)), [1.0, 2.0, 6.0])
        assert best_in_ball(game, 4.0).point == pytest.approx([3.0], rel=1e-12)
        assert best_in_ball(game, 4.0).value == pytest.approx(14.0, rel=1e-12)
        assert best_in_ball(game, 2.0).value == pytest.approx(17.0, rel=1e-12)

    def test_absolute_is_the_median(self):
        best = best_in_ball(Game("absolute", Absolute(), np.ones((3, 1)), [1.0, 2.0, 9.0]), 5.0, 1e-8)
        assert best.value == pytest.approx(8.0, rel=1e-7)
        assert best.point == pytest.approx([2.0], abs=1e-6)

    def test_hinge(self):
        game = Game("three votes", Hinge(), np.ones((3, 1)), [1.0, 1.0, -1.0])
        assert best_in_ball(game, 2.0).value == pytest.approx(2.0, abs=2e-6)
        assert best_in_ball(game, 0.5).value == pytest.approx(2.5, abs=3e-6)

    def test_logistic_is_the_log_odds(self):
        best = best_in_ball(Game("three votes", Logistic(), np.ones((3, 1)), [1.0, 1.0, -1.0]), 2.0, 1e-10)
        assert best.point == pytest.approx([math.log(2)], abs=1e-5)
        assert best.value == pytest.approx(3 * math.log(3) - 2 * math.log(2), rel=1e-9)

    def test_exponential_is_half_the_log_odds(self):
        best = best_in_ball(Game("three votes", Exponential(), np.ones((3, 1)), [1.0, 1.0, -1.0]), 2.0, 1e-10)
        assert best.point == pytest.approx([math.log(2) / 2], abs=1e-5)
        assert best.value == pytest.approx(2 * math.sqrt(2), rel=1e-9)

    def test_separable_hinge_loss_vanishes(self):
        game = Game("separable", Hinge(), [[1.0, 0.0], [2.0, 1.0], [-1.0, 5.0]], [1, 1, -1])
        assert best_in_ball(game, 20.0).value <= 1e-6


@pytest.mark.filterwarnings("error")
class TestReliable:
    @each_loss
    @pytest.mark.parametrize("radius", [0.5, 3.0, 100.0])
    def test_shapes_and_degenerate_features(self, loss, radius):
        rng = np.random.default_rng(5)
        for rounds, dimension in [(1, 1), (1, 4), (2, 30), (40, 1), (60, 3), (30, 29)]:
            game = random_game(loss, rounds, dimension, rng)
            check(best_in_ball(game, radius), game, radius)
        signs = np.resize([1.0, 1.0, -1.0], 60)
        for features in (np.zeros((60, 2)), np.ones((60, 3)), np.repeat(rng.standard_normal((6, 3)), 10, axis=0),
                         rng.standard_normal((60, 3)) * [1e-4, 1.0, 1e3]):
            for labels in (signs, np.ones(60)):
                game = Game("degenerate", loss, features, labels)
                check(best_in_ball(game, radius), game, radius)

    @each_standard_loss
    @pytest.mark.parametrize("data", [streams.breast_cancer, streams.digits])
    def test_real_data(self, loss, data):
        pytest.importorskip("sklearn")
        game = data(loss)
        for radius in (0.5, 10.0, 100.0):
            check(best_in_ball(game, radius), game, radius)

    def test_a_game_on_which_longer_steps_went_round_in_a_circle(self):
        """Unit vectors and random signs, nearly ties: met under the seed 1050."""
        features = np.array([
            [0.6235745468593029, -0.7817638930708012], [0.8050244821898359, 0.5932415891312632],
            [-0.6545233042355599, -0.7560418270258364], [0.9490005515943856, 0.3152744091637508],
            [-0.8845256213051145, 0.4664916132738093], [-0.07815064078945884, 0.9969415616495266],
            [0.2267410395694433, 0.9739550816002596], [-0.6738216964181999, 0.7388939852482893],
            [0.9986082795610245, 0.05273996579607021], [0.9372536146420672, 0.3486483354906189],
            [0.7383588785738774, -0.674408011837883], [-0.827372295991184, 0.5616538825880905],
            [0.4286163554199578, -0.9034865908614871], [-0.9724295930634655, -0.23319666921811466],
            [-0.9945562149883944, -0.10420141663124657], [-0.218225420982702, 0.9758983889918676],
            [0.9428799822013038, 0.3331326149809849], [0.03973079486774765, 0.9992104202514989]])
        labels = np.array([-1, -1, -1, -1, 1, 1, 1, 1, -1, -1, -1, 1, -1, 1, 1, 1, -1, 1.0])
        for radius in (2.0, 8.0, 30.0):
            game = Game("seed 1050", Hinge(), features, labels)
            check(best_in_ball(game, radius), game, radius)

    @pytest.mark.parametrize("loss", [Hinge(), Absolute()], ids=str)
    def test_thousands_of_small_games(self, loss):
        rng = np.random.default_rng(18)
        for _ in range(2000):
            rounds, dimension, radius = rng.integers(1, 40), rng.integers(1, 4), rng.uniform(1, 30)
            features = rng.standard_normal((rounds, dimension))
            features /= np.linalg.norm(features, axis=1, keepdims=True)
            features = rng.choice([features, features.round(), np.sign(features)])
            game = Game("small", loss, features, rng.choice([-1.0, 1.0], rounds))
            check(best_in_ball(game, radius), game, radius)

    def test_the_games_of_the_book(self):
        for game in streams.games(400, np.random.default_rng(1)):
            for radius in (0.5, 5.0, 50.0):
                check(best_in_ball(game, radius, 1e-7), game, radius, 1e-7)

    def test_large_losses_are_judged_by_their_relative_gap(self):
        game = Game("large", Linear(), [[1e6]], [1e6])
        assert best_in_ball(game, 1.0).gap > 1e-6
        check(best_in_ball(game, 1.0), game, 1.0)

    def test_wide_features_are_solved_in_their_row_space(self):
        features = np.random.default_rng(4).standard_normal((3, 7))
        basis, coordinates = comparator._row_space(features)
        assert coordinates.shape == (3, 3)
        assert np.allclose(coordinates @ basis.T, features) and np.allclose(basis.T @ basis, np.eye(3))

    def test_labels_zero(self):
        for loss in (Linear(), Squared(), Absolute()):
            game = Game("silence", loss, [[1.0, 2.0], [3.0, 4.0]], [0.0, 0.0])
            check(best_in_ball(game, 1.0), game, 1.0)
            assert best_in_ball(game, 1.0).value == 0


@pytest.mark.parametrize("loss", [loss for loss in LOSSES if not isinstance(loss, Linear)], ids=str)
@pytest.mark.parametrize("rounds, dimension, radius", [(200, 5, 0.3), (150, 8, 5.0), (12, 20, 1.0)])
def test_agrees_with_clarabel(loss, rounds, dimension, radius):
    cp = pytest.importorskip("cvxpy")
    game = random_game(loss, rounds, dimension, np.random.default_rng(rounds))
    w = cp.Variable(dimension)
    z = game.features @ w
    agreement = cp.multiply(game.labels, z)
    objective = {
        Squared: lambda: loss.weight * cp.sum_squares(z - game.labels),
        Absolute: lambda: loss.weight * cp.norm1(z - game.labels),
        Hinge: lambda: cp.sum(cp.pos(loss.margin - agreement)),
        Logistic: lambda: loss.temperature * cp.sum(cp.logistic(-agreement / loss.temperature)),
        Exponential: lambda: cp.sum(cp.exp(-loss.rate * agreement)),
    }[type(loss)]()
    theirs = cp.Problem(cp.Minimize(objective), [cp.norm(w) <= radius]).solve(solver=cp.CLARABEL)
    best, accuracy = best_in_ball(game, radius), 1e-6 * max(1, abs(theirs))
    assert best.lower <= theirs + accuracy
    assert theirs - accuracy <= best.value <= theirs + 2 * accuracy


@st.composite
def small_games(draw):
    """Up to 12 rounds in up to 5 dimensions, with features that are often equal, zero or parallel."""
    loss = draw(st.sampled_from(LOSSES))
    rounds, dimension = draw(st.integers(1, 12)), draw(st.integers(1, 5))
    entry = st.one_of(st.integers(-2, 2), st.floats(-10, 10, width=32))
    rows = st.lists(entry, min_size=dimension, max_size=dimension)
    features = draw(st.lists(rows, min_size=rounds, max_size=rounds))
    label = st.sampled_from([-1.0, 1.0]) if loss.binary else st.floats(-5, 5, width=32)
    return Game("drawn", loss, features, draw(st.lists(label, min_size=rounds, max_size=rounds)))


@given(small_games(), st.sampled_from([0.1, 1.0, 7.0]), st.integers(0, 2 ** 32 - 1))
@settings(max_examples=150, deadline=None)
def test_no_point_of_the_ball_is_below_the_bound(game, radius, seed):
    rng = np.random.default_rng(seed)
    best = best_in_ball(game, radius)
    check(best, game, radius)
    near = best.point + rng.standard_normal((20, game.dimension)) * 10.0 ** rng.uniform(-6, 0, (20, 1)) * radius
    for w in np.vstack([near, rng.standard_normal((10, game.dimension)) * radius]):
        w *= min(1.0, radius / np.linalg.norm(w))
        assert best.lower <= game.total(w) + 1e-13 * (1 + abs(game.total(w)))


class TestCertificate:
    @each_loss
    def test_conjugate_is_the_supremum(self, loss):
        """phi*(a) = max of a z - phi(z), found on a fine grid of z."""
        grid = np.linspace(-40, 40, 800001)
        for y in (-1.0, 1.0) if loss.binary else (-1.5, 0.0, 2.0):
            least, greatest = (float(bound[0]) for bound in loss.slope_range(np.array([y])))
            for a in np.clip(np.linspace(-3.0, 3.0, 25), least, greatest):
                exact = float(sum(loss.conjugate(np.array([a]), np.array([y])))[0])
                assert np.max(a * grid - loss.value(grid, y)) == pytest.approx(exact, abs=2e-7)

    @each_loss
    def test_lower_bound_is_below_exact_arithmetic(self, loss):
        """In 60 digits, the bound at these very slopes is above the floating-point one, and not by much."""
        rng = np.random.default_rng(11)
        for rounds in (1, 3, 400):
            game, radius = random_game(loss, rounds, 3, rng), float(rng.uniform(0.1, 10))
            least, greatest = loss.slope_range(game.labels)
            slopes = np.clip(loss.slope(rng.standard_normal(rounds), game.labels) * rng.random(rounds), least, greatest)
            lower = comparator._LowerBound(game, radius)(slopes)
            exact = exact_bound(game, radius, slopes)
            size = sum(np.abs(slopes)) * radius * game.feature_radius + abs(lower)
            assert 0 <= exact - Decimal(lower) <= Decimal(1e-11 * size + 1e-13 * rounds)

    @pytest.mark.parametrize("p", [0.0, 1e-40, 1e-17, 0.5, 1.0 - 2.0 ** -52, 1.0 - 2.0 ** -53, 1.0])
    @pytest.mark.parametrize("loss", [Logistic(), Exponential(0.3)], ids=str)
    def test_lower_bound_at_the_ends_of_the_slopes(self, loss, p):
        game = Game("no features", loss, [[0.0]], [1.0])
        exact = exact_bound(game, 1.0, np.array([-p]))
        lower = Decimal(comparator._LowerBound(game, 1.0)(np.array([-p])))
        assert 0 <= exact - lower <= abs(exact) * Decimal(1e-13) + Decimal(1e-13 * p)

    @given(small_games(), st.floats(0.01, 100), st.integers(0, 2 ** 32 - 1))
    @settings(max_examples=150, deadline=None)
    def test_any_slopes_give_a_lower_bound(self, game, radius, seed):
        rng = np.random.default_rng(seed)
        lower = comparator._LowerBound(game, radius)(3 * rng.standard_normal(game.rounds))
        w = rng.standard_normal(game.dimension)
        w *= radius * rng.random() / np.linalg.norm(w)
        assert lower <= game.total(w) + 1e-13 * (1 + abs(game.total(w)))

    @each_standard_loss
    @pytest.mark.parametrize("part", ["vector", "slopes"])
    def test_a_wrong_proposal_is_found_out(self, loss, part, monkeypatch):
        """A solver that is right in one part and wrong in the other never closes the gap."""
        for name in ("_newton", "_interior_point"):
            def damaged(*arguments, right=getattr(comparator, name)):
                for w, slopes in right(*arguments):
                    yield (0.9 * w, slopes) if part == "vector" else (w, slopes + 0.05 * np.abs(slopes).max() + 0.01)
            monkeypatch.setattr(comparator, name, damaged)
        game = random_game(loss, 60, 3, np.random.default_rng(2))
        if isinstance(loss, Linear) and part == "slopes":
            check(best_in_ball(game, 0.5), game, 0.5)  # its conjugate leaves no choice of slopes
        else:
            with pytest.raises(RuntimeError, match=r"radius=0.5\) stopped at the value .* with the gap .* above the"):
                best_in_ball(game, 0.5)

    @pytest.mark.parametrize("order", [1, -1])
    def test_the_best_parts_of_all_proposals_are_combined(self, order, monkeypatch):
        game = Game("three votes", Exponential(), np.ones((3, 1)), [1.0, 1.0, -1.0])
        right = np.array([math.log(2) / 2])
        proposals = [(right, np.zeros(3)), (np.zeros(1), game.loss.slope(game.features @ right, game.labels))][::order]
        monkeypatch.setattr(comparator, "_newton", lambda *arguments: iter(proposals))
        check(best_in_ball(game, 1.0), game, 1.0)

    def test_an_infinite_loss_is_no_answer(self, monkeypatch):
        monkeypatch.setattr(comparator, "_newton", lambda *arguments: [(np.array([-1e4]), np.zeros(1))])
        with pytest.raises(RuntimeError, match="the value inf with the gap inf"):
            best_in_ball(Game("one round", Exponential(), [[1.0]], [1.0]), 1e4)

    def test_a_point_outside_the_ball_is_not_believed(self, monkeypatch):
        right = comparator._newton
        monkeypatch.setattr(comparator, "_newton", lambda *a: ((3.0 * w, slopes) for w, slopes in right(*a)))
        game = random_game(Squared(), 60, 3, np.random.default_rng(2))
        check(best_in_ball(game, 0.01, 0.5), game, 0.01, 0.5)

    def test_a_tolerance_below_the_rounding_errors_is_refused(self):
        with pytest.raises(RuntimeError, match="above the tolerance 1e-30"):
            best_in_ball(random_game(Hinge(), 50, 3, np.random.default_rng(0)), 1.0, 1e-30)

    @pytest.mark.filterwarnings("error")
    @each_standard_loss
    def test_overflow_is_an_error(self, loss):
        for features in ([[1e200]], 1e200 * np.random.default_rng(0).standard_normal((30, 8))):
            with pytest.raises(RuntimeError, match="with the gap (inf|nan)"):
                best_in_ball(Game("huge", loss, features, np.resize([1.0, -1.0], len(features))), 1e200)

    def test_gap(self):
        assert Best(np.zeros(1), 3.0, 2.5).gap == 0.5

    def test_a_value_rounded_below_the_bound_leaves_no_negative_gap(self, monkeypatch):
        game = Game("one round", Squared(), [[1.0]], [0.5])
        monkeypatch.setattr(comparator, "_LowerBound", lambda *arguments: lambda slopes: 1e-9)
        assert best_in_ball(game, 1.0).gap == 0


def exact_bound(game, radius, slopes):
    """-B ||sum_t a_t x_t|| - sum_t phi_t*(a_t) in 60 digits; the conjugates are written afresh."""
    def entropy(p):
        return p * p.ln() if p else Decimal(0)

    with localcontext() as context:
        context.prec = 60
        loss, total = game.loss, Decimal(0)
        parameter = Decimal(loss[0])
        for a, y in zip(map(Decimal, slopes.tolist()), map(Decimal, game.labels.tolist())):
            if isinstance(loss, Squared):
                total += a * (y + a / (4 * parameter))
            elif isinstance(loss, Absolute):
                total += a * y
            elif isinstance(loss, Hinge):
                total += a * y * parameter
            elif isinstance(loss, Logistic):
                total += parameter * (entropy(abs(a)) + entropy(1 - abs(a)))
            elif isinstance(loss, Exponential):
                total += entropy(abs(a) / parameter) - abs(a) / parameter
        columns = [[Decimal(entry) for entry in column] for column in game.features.T.tolist()]
        sums = [sum(Decimal(a) * entry for a, entry in zip(slopes.tolist(), column)) for column in columns]
        return -total - Decimal(radius) * sum(entry * entry for entry in sums).sqrt()


class TestSimplex:
    def test_is_the_best_corner(self):
        rng = np.random.default_rng(3)
        for weight in (1.0, -2.0):
            game = Game("experts", Linear(weight), rng.random((30, 6)), rng.standard_normal(30))
            best = best_in_simplex(game)
            assert best.gap == 0
            assert sorted(best.point) == [0, 0, 0, 0, 0, 1]
            assert best.value == game.total(best.point) == min(game.total(corner) for corner in np.eye(6))
            assert all(best.value <= game.total(w) + 1e-12 for w in rng.dirichlet(np.ones(6), 50))

    @pytest.mark.parametrize("loss", [Absolute(), Absolute(2.5), Hinge(), Hinge(0.3), Hinge(-0.2)], ids=str)
    def test_certified_for_losses_with_one_kink(self, loss):
        rng = np.random.default_rng(4)
        for dimension in (1, 2, 6):
            game = random_game(loss, 40, dimension, rng)
            best = best_in_simplex(game)
            assert 0 <= best.gap <= 1e-6 * max(1.0, abs(best.value)) and best.value == game.total(best.point)
            assert best.point.min() >= 0 and best.point.sum() == pytest.approx(1, abs=1e-12)
            others = (*np.eye(dimension), *rng.dirichlet(np.ones(dimension), 300))
            assert all(best.lower <= game.total(w) for w in others)

    def test_along_a_segment(self):
        """Two coordinates: the least of a function of one number, on a fine grid."""
        game = random_game(Hinge(), 30, 2, np.random.default_rng(5))
        grid = min(game.total(np.array([p, 1 - p])) for p in np.linspace(0, 1, 4001))
        assert grid - 0.05 <= best_in_simplex(game).value <= grid + 1e-9

    def test_demands_a_loss_that_it_knows(self):
        with pytest.raises(ValueError, match=r"game.loss = Logistic\(temperature=1.0\): expected a linear loss, or one with a kink"):
            best_in_simplex(Game("logistic", Logistic(), [[1.0]], [1.0]))
        with pytest.raises(ValueError, match="tolerance = 0: expected a finite number > 0"):
            best_in_simplex(Game("hinge", Hinge(), [[1.0]], [1.0]), 0)
