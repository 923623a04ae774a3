"""The certificates of ``gd-regret``: what they prove, that the check is sound, and that damage is found."""

import copy
import math
import runpy
from pathlib import Path

import numpy as np
import pytest

from otbnotes import bounds, certificate
from otbnotes.geometry import Ball, nearest
from otbnotes.losses import Linear
from otbnotes.online import gradient_descent
from otbnotes.streams import Game

STORED = certificate.load("gd_regret")
MAKER = Path(__file__).parents[1] / "oracles" / "make_gd_certificate.py"


def bound_of(stored):
    """B G sqrt(T) for this certificate."""
    return bounds.gd_regret(stored["radius"], stored["gradient_bound"], stored["rounds"])


def random_play(rng, rounds, radius, gradient_bound, dimension=3):
    """The vectors w_2, ..., w_T, u, g_1, ..., g_T of a game of random subgradients, and its regret."""
    step, points = bounds.gd_step(radius, gradient_bound, rounds), [np.zeros(dimension)]
    drift = rng.normal(size=dimension)
    subgradients = [nearest(Ball(gradient_bound), drift + 0.3 * rng.normal(size=dimension)) for _ in range(rounds)]
    for g in subgradients:
        points.append(nearest(Ball(radius), points[-1] - step * g))
    u = nearest(Ball(radius), rng.normal(size=dimension) - 2 * drift)
    regret = sum(g @ (w - u) for g, w in zip(subgradients, points))
    return np.array(points[1:rounds] + [u] + subgradients), regret


@pytest.mark.parametrize("stored", STORED, ids=lambda stored: f"T={stored['rounds']}")
class TestStored:
    def test_brackets_the_bound_of_the_book(self, stored):
        proved, bound = certificate.verify(stored), bound_of(stored)
        assert proved.rounds == stored["rounds"]
        assert bound * (1 - 1e-9) <= proved.lower <= bound * (1 + 1e-12)
        assert bound * (1 - 1e-12) <= proved.upper <= bound * (1 + 1e-9)
        assert proved.lower <= proved.upper
        assert 0 < proved.correction <= 1e-9 * bound

    def test_the_algorithm_of_the_book_suffers_the_regret(self, stored):
        g, u, B = np.array(stored["subgradients"]), np.array(stored["comparator"]), stored["radius"]
        game = Game("the stored game", Linear(), g, np.ones(len(g)))
        run = gradient_descent(game, Ball(B), bounds.gd_step(B, stored["gradient_bound"], len(g)))
        assert run.loss - (g @ u).sum() == pytest.approx(stored["lower"], rel=1e-12)

    def test_multipliers_are_those_of_the_proof(self, stored):
        T = stored["rounds"]
        step = bounds.gd_step(stored["radius"], stored["gradient_bound"], T)
        projections = np.zeros((T - 1, T))
        projections[:, -1:] = 1 / step  # of all points q only u counts
        expected = np.concatenate([np.zeros(T - 1), [1 / (2 * step)], np.full(T, step / 2), projections.ravel()])
        assert np.allclose(stored["multipliers"], expected, rtol=0, atol=2e-5)

    @pytest.mark.parametrize("name", sorted(STORED[0]))
    def test_missing_field(self, stored, name):
        damaged = {key: entry for key, entry in stored.items() if key != name}
        with pytest.raises(ValueError, match=f"the field '{name}'"):
            certificate.verify(damaged)

    @pytest.mark.parametrize("name", ["lower", "upper"])
    @pytest.mark.parametrize("factor", [0.99, 1.01, 1 + 1e-8])
    def test_bound_that_does_not_follow(self, stored, name, factor):
        with pytest.raises(ValueError, match=f"^{name} = .*the bound that the certificate yields"):
            certificate.verify(stored | {name: factor * stored[name]})

    def test_negative_multiplier(self, stored):
        for k in range(len(stored["multipliers"])):
            damaged = copy.deepcopy(stored)
            damaged["multipliers"][k] = -1e-9
            with pytest.raises(ValueError, match=rf"^multipliers\[{k}\] = -1e-09: expected a number >= 0"):
                certificate.verify(damaged)

    def test_changed_multiplier(self, stored):
        for k, factor in [(0, 2), (-1, 2), (-1, 0.5), (stored["rounds"] - 1, 0.5), (stored["rounds"], 0.0)]:
            damaged = copy.deepcopy(stored)
            damaged["multipliers"][k] = factor * damaged["multipliers"][k] + 1e-3
            with pytest.raises(ValueError, match="^upper = "):
                certificate.verify(damaged)

    def test_changed_entry_of_the_game(self, stored):
        for t in range(stored["rounds"]):
            damaged = copy.deepcopy(stored)
            damaged["subgradients"][t][t] *= -1
            with pytest.raises(ValueError, match="^lower = "):
                certificate.verify(damaged)
            damaged["subgradients"][t][t] *= -1.001
            with pytest.raises(ValueError, match=rf"^norm of subgradients\[{t}\] = .*at most 0\.5"):
                certificate.verify(damaged)

    def test_changed_comparator(self, stored):
        for j in range(stored["rounds"]):
            damaged = copy.deepcopy(stored)
            damaged["comparator"][j] *= 1.001
            with pytest.raises(ValueError, match=r"^norm of comparator = .*at most 1\.5"):
                certificate.verify(damaged)
            damaged["comparator"][j] *= 0.99
            with pytest.raises(ValueError, match="^lower = "):
                certificate.verify(damaged)


@pytest.mark.parametrize("name, value, message", [
    ("rounds", 2, "multipliers = '12 numbers': expected 6 numbers for 2 rounds"),
    ("rounds", 3.0, "rounds = 3.0: expected an integer >= 1"),
    ("radius", 0, "radius = 0: expected a finite number > 0"),
    ("radius", 1e-200, "radius = 1e-200: expected a number between"),
    ("gradient_bound", "half", "gradient_bound = 'half': expected a finite number > 0"),
    ("multipliers", [math.nan] * 12, r"multipliers\[0\] = nan"),
    ("multipliers", [1e308] * 12, "multipliers = 1e.308: expected numbers small enough"),
    ("multipliers", None, "multipliers = .*1 axes"),
    ("subgradients", [[0.1, 0.2], [0.3]], "subgradients = .*2 axes"),
    ("subgradients", [[0.1], [0.2], [0.3]], r"subgradients = .*shape \(3, 3\)"),
    ("comparator", [], "comparator = .*non-empty"),
    ("upper", math.inf, "upper = inf: expected a finite number"),
])
@pytest.mark.filterwarnings("ignore:overflow")
def test_malformed_field(name, value, message):
    with pytest.raises(ValueError, match="^" + message):
        certificate.verify(STORED[2] | {name: value})


@pytest.mark.parametrize("value", [None, [], "gd_regret"])
def test_not_a_certificate(value):
    with pytest.raises(ValueError, match="^certificate = .*a dictionary with the field 'rounds'"):
        certificate.verify(value)


@pytest.mark.parametrize("name", ["ogd", "../certificates/gd_regret", None])
def test_unknown_name(name):
    with pytest.raises(ValueError, match="^name = .*one of gd_regret"):
        certificate.load(name)


def test_any_multipliers_prove_a_bound():
    """The correction makes every nonnegative vector a proof: none goes below the worst case."""
    rng = np.random.default_rng(1)
    for stored in STORED:
        exact = np.array(stored["multipliers"])
        for trial in range(200):
            noise = rng.exponential(10.0 ** rng.uniform(-14, 1), exact.size)
            damaged = np.maximum(0, exact + rng.choice([-1, 1], exact.size) * noise)
            proved = certificate.measure(stored | {"multipliers": damaged.tolist()})
            assert proved.upper >= bound_of(stored), (stored["rounds"], trial)


@pytest.mark.parametrize("rounds", range(1, 8))
def test_every_play_is_feasible_for_the_program(rounds):
    """A play gives a Gram matrix that keeps all rules and has its regret as objective, also where the ball stops it."""
    rng, radius, gradient_bound, stopped = np.random.default_rng(2), 1.5, 0.5, 0
    objective, matrices, constants = certificate.program(rounds, radius, gradient_bound)
    for _ in range(100):
        vectors, regret = random_play(rng, rounds, radius, gradient_bound)
        gram = vectors @ vectors.T
        assert np.sum(objective * gram) == pytest.approx(regret, abs=1e-12)
        assert (np.tensordot(matrices, gram, 2) <= constants + 1e-12).all()
        stopped += np.linalg.norm(vectors[:rounds - 1], axis=1).max(initial=0) > radius * (1 - 1e-12)
    assert stopped or rounds <= 2


def test_raising_the_first_multipliers_raises_every_eigenvalue():
    for rounds in range(1, 6):
        _, matrices, constants = certificate.program(rounds, 1.5, 0.5)
        assert (matrices[:2 * rounds].sum(axis=0) == np.eye(2 * rounds)).all()
        assert constants.sum() == pytest.approx(rounds * (1.5 ** 2 + 0.5 ** 2))


@pytest.mark.parametrize("factor", [0.7, 1.4])
def test_holds_for_the_step_of_the_book_only(monkeypatch, factor):
    right = bounds.gd_step
    monkeypatch.setattr(certificate.bounds, "gd_step", lambda *arguments: factor * right(*arguments))
    assert certificate.measure(STORED[3]).upper > 1.1 * bound_of(STORED[3])
    with pytest.raises(ValueError, match="^(lower|upper) = "):
        certificate.verify(STORED[3])


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_pepit_agrees(rounds):
    pytest.importorskip("PEPit")
    solved = runpy.run_path(str(MAKER))["pepit_worst_case"](rounds, 1.5, 0.5)
    assert solved == pytest.approx(STORED[rounds - 1]["upper"], rel=1e-6)
    assert solved == pytest.approx(STORED[rounds - 1]["lower"], rel=1e-6)
