"""The case files name the versions that are pinned, do not hang on a seed, and would go green if a library were repaired."""

import contextlib
import io
import math
import re
from importlib.metadata import version
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from myst_nb.core.read import myst_nb_reader_plugin
from river import bandit, linear_model, metrics, optim, stream
from sklearn.datasets import make_regression
from sklearn.svm import OneClassSVM

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "chapters" / "case_files.md"
TEXT = PAGE.read_text("utf8")
CHANGED = "the library has changed: rewrite this case"
SEEDS = range(5)


@pytest.fixture(scope="module")
def page():
    """What the cells of the page define, after they ran."""
    names = {"display": lambda line: None}
    with contextlib.redirect_stdout(io.StringIO()), matplotlib.rc_context({"backend": "Agg"}):
        for cell in myst_nb_reader_plugin(str(PAGE)).cells:
            if cell.cell_type == "code":
                exec(compile(cell.source, str(PAGE), "exec"), names)
        matplotlib.pyplot.close("all")
    return names


@pytest.mark.parametrize("name", ["PEPit", "river", "scikit-learn"])
def test_the_page_names_the_version_that_is_pinned_and_installed(name):
    pins = "".join((ROOT / name).read_text("utf8") for name in ("requirements.txt", "requirements/dev.txt"))
    pinned = re.search(rf"^{name}==(\S+)$", pins, re.M)[1]
    named = set(re.findall(rf"\b{name} (\d+\.\d+\.\d+)", TEXT))
    assert named == {pinned} == {version(name)}


@pytest.mark.gate
def test_a_case_that_no_longer_holds_stops_the_page(page):
    good = page["claim"]("x", source="y").holds(1, 2)
    with pytest.raises(AssertionError, match=CHANGED):
        page["show"](good, page["claim"]("x", source="y").refutes_source(1, 2, printed="z"))
    with pytest.raises(AssertionError, match=CHANGED):
        page["says"](bandit.Exp3, "Setting this to 0", "is not allowed")


# PEPit ------------------------------------------------------------------------------------------------------------

def test_the_docstring_of_pepit_still_prints_what_the_page_quotes():
    from PEPit.examples.online_learning import wc_online_follow_regularized_leader as ftrl

    printed = " ".join(ftrl.__doc__.split())
    quoted = re.search(r"^```text\n(.*?)^```", TEXT, re.M | re.S)[1].splitlines()
    assert len(quoted) == 4
    assert [line for line in quoted if " ".join(line.split()) not in printed] == [], CHANGED


@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_the_rule_that_pepit_codes_has_the_printed_bound_as_its_worst_case(rounds):
    from PEPit.examples.online_learning import wc_online_follow_regularized_leader as ftrl

    worst, bound = ftrl(M=1, D=0.5, n=rounds, solver="CLARABEL", verbose=-1)
    assert worst == pytest.approx(bound, rel=1e-6)


@pytest.mark.parametrize("printed", [True, False])
def test_the_worst_case_of_the_printed_rule_is_that_of_the_triangle(page, printed):
    from PEPit import PEP
    from PEPit.functions import ConvexIndicatorFunction, ConvexLipschitzFunction
    from PEPit.primitive_steps import proximal_step

    problem, eta = PEP(), 0.5 / math.sqrt(2)
    first, second = (problem.declare_function(ConvexLipschitzFunction, M=1) for _ in range(2))
    domain = problem.declare_function(ConvexIndicatorFunction, D=0.5)
    start, u = problem.set_initial_point(), problem.set_initial_point()
    for point in (start, u):
        domain.oracle(point)
    leader, _, _ = proximal_step(start, first + domain, 1 / eta if printed else eta)
    problem.set_performance_metric(first(start) + second(leader) - (first + second)(u))
    worst = problem.solve(solver="CLARABEL", verbose=0)
    assert worst == pytest.approx(page["as_printed"] if printed else math.sqrt(0.5), rel=1e-5)


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_pepit_computes_the_worst_case_that_the_certificates_prove(page, number):
    from PEPit.examples.online_learning import wc_online_gradient_descent as descent

    assert r"R_n \leqslant MD\sqrt{n}" in descent.__doc__, CHANGED
    proof = page["proofs"][number]
    worst, bound = descent(M=proof.gradient_bound, D=proof.radius, n=proof.rounds, solver="CLARABEL", verbose=-1)
    assert worst == pytest.approx(bound, rel=1e-6)
    assert proof.lower == pytest.approx(worst, rel=1e-6) and proof.upper == pytest.approx(worst, rel=1e-6)


# River: losses and the passive-aggressive regressor ---------------------------------------------------------------

class Repaired(optim.losses.Cauchy):
    def __call__(self, y_true, y_pred):
        return self.C**2 / 2 * math.log1p(((y_pred - y_true) / self.C) ** 2)


class Unshifted(optim.losses.EpsilonInsensitiveHinge):
    def __call__(self, y_true, y_pred):
        return max(abs(y_pred - y_true) - self.eps, 0)


def test_the_page_examines_every_loss_of_a_number(page):
    kinds = {name for name in optim.losses.__all__ if isinstance(getattr(optim.losses, name), type)}
    abstract = {"BinaryLoss", "MultiClassLoss", "RegressionLoss"}
    assert set(page["slope"]) == kinds - abstract - {"CrossEntropy"}
    regression = {name for name in kinds if issubclass(getattr(optim.losses, name), optim.losses.RegressionLoss)}
    assert set(page["excess"]) == regression - abstract


def test_repaired_losses_pass_the_trial(page):
    assert page["slope_error"](Repaired(), (1, 2)) < 1e-4 < page["slope_error"](optim.losses.Cauchy(), (1, 2))
    assert page["excess_at_truth"](Unshifted(), (1, 2)) == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_the_regressor_keeps_the_bound_only_without_the_line(page, seed):
    random = np.random.default_rng(seed)
    X, u = page["unit_rows"](random.normal(size=(400, 3))), random.normal(size=3)
    u *= 5 / np.linalg.norm(u)
    assert page["squared_losses"](page["regressor"](0.1), X, X @ u).sum() > 10 * 25
    for loss in (Unshifted, page["Unshifted"]):
        assert page["squared_losses"](page["regressor"](0.1, loss), X, X @ u).sum() <= 25


def test_the_score_of_the_docstring_is_better_with_the_line_and_that_of_late_rounds_is_not():
    scores, late = [], []
    np.random.seed(1000)
    X, y = make_regression(n_samples=500, n_features=4)
    for loss in (optim.losses.EpsilonInsensitiveHinge, Unshifted):
        model, score = linear_model.PARegressor(C=0.01, mode=2, eps=0.1, learn_intercept=False), metrics.MAE()
        model.loss = loss(0.1)
        errors = []
        for row, label in stream.iter_array(X, y):
            errors.append(abs(label - model.predict_one(row)))
            score.update(label, model.predict_one(row))
            model.learn_one(row, label)
        scores.append(score.get())
        late.append(np.mean(errors[-100:]))
    assert f"MAE: {scores[0]:.6f}" in linear_model.PARegressor.__doc__
    assert [round(score, 1) for score in scores] == [9.8, 10.1]
    assert [round(error, 2) for error in late] == [6.02, 0.06]


# River: ALMA and Exp3 ---------------------------------------------------------------------------------------------

@pytest.mark.parametrize("B", [1 / 0.9, math.sqrt(8) / 0.9])
def test_alma_errs_in_every_round_unless_the_whole_vector_is_divided(page, B):
    wrong, longest = page["errors"](linear_model.ALMAClassifier(B=B))
    assert wrong[-1] == len(page["stream"]) and longest > 1.2
    wrong, longest = page["errors"](page["WholeVector"](B=B))
    assert wrong[-1] <= page["scale"] and longest <= 1 + 1e-12


@pytest.mark.parametrize("seed", SEEDS)
def test_alma_leaves_the_unit_ball_on_random_sparse_input_only(page, seed):
    random = np.random.default_rng(seed)
    for features, leaves in ((50, True), (3, False)):
        longest = {"installed": 0.0, "repaired": 0.0}
        models = {"installed": linear_model.ALMAClassifier(), "repaired": page["WholeVector"]()}
        for _ in range(500):
            names = random.choice(features, 3, replace=False).tolist()
            values = random.normal(size=3)
            x = dict(zip(names, (values / np.linalg.norm(values)).tolist()))
            y = bool(random.integers(2))
            for name, model in models.items():
                model.learn_one(x, y)
                longest[name] = max(longest[name], math.hypot(*model.w.values()))
        assert (longest["installed"] > 1.2) == leaves and longest["repaired"] <= 1 + 1e-12


@pytest.mark.parametrize("seed", SEEDS)
def test_exp3_without_exploration_pulls_as_at_random(page, seed):
    silent, uniform = bandit.Exp3(0, seed=seed), bandit.Exp3(1, seed=seed)
    assert page["regret"](silent, 300) == page["regret"](uniform, 300)


@pytest.mark.parametrize("seed", SEEDS)
def test_exp3_stops_in_a_long_game_and_rescaled_plays_the_same_game_to_its_end(page, seed):
    with contextlib.redirect_stdout(io.StringIO()):
        assert page["last_round"](bandit.Exp3(0.5, seed=seed), 6000) < 6000
        assert page["last_round"](page["Rescaled"](0.5, seed=seed), 6000) == 6000
    assert page["regret"](bandit.Exp3(0.5, seed=seed), 1000) == page["regret"](page["Rescaled"](0.5, seed=seed), 1000)


def test_exp3_with_a_rate_of_its_own_needs_no_exploration(page):
    class Separate(bandit.Exp3):
        """Lattimore and Szepesvari, theorem 11.2: estimates 1 - (1 - reward) / probability, and no mixing."""

        def update(self, arm, reward):
            rate = math.sqrt(2 * math.log(2) / (2 * page["T"]))
            for other in self._weights:
                lost = (1 - reward) / self._probabilities[other] if other == arm else 0.0
                self._weights[other] *= math.exp(-rate * lost)

    regrets = [page["regret"](Separate(0, seed=seed), page["T"]) for seed in range(2000)]
    line = page["claim"]("exp3", source="y").expected(regrets, math.sqrt(2 * page["T"] * 2 * math.log(2)), 0, page["T"])
    assert line.verdict == "confirmed", line


# scikit-learn -----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("seed", SEEDS)
def test_only_rounding_puts_more_than_nu_outside(seed):
    X = np.random.default_rng(seed).normal(size=(200, 5))
    for nu in (0.05, 0.1, 0.2, 0.5):
        for tolerance in (1e-3, 1e-6):
            model = OneClassSVM(nu=nu, gamma=0.1, tol=tolerance).fit(X)
            decision = model.decision_function(X)
            assert np.mean(decision < -tolerance) <= nu <= model.support_.size / len(X)
            on_boundary = model.support_[model.dual_coef_[0] < 1 - 1e-9]
            assert abs(decision[on_boundary]).max() <= tolerance
