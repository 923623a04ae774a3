"""How wrong a term of a bound could be before a row turns red: a blind spot is found, and what is seen is seen to the right factor."""

import json
import subprocess
import sys

import pytest
from falsification import record, resolution, terms
from pages import ROOT

PAGE = """# Trials

```{{code-cell}} ipython3
from otbnotes import bounds, claim
c = claim("{label}", ["a"])
{rows}
```
"""


def answers(label, rows, tmp_path):
    """Return what is found on a page with one claim that has these rows."""
    page = tmp_path / "page.md"
    page.write_text(PAGE.format(label=label, rows="\n".join(rows)), "utf8")
    code = f"import json; from falsification import resolution; print(json.dumps(resolution.measure({str(page)!r})))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def measured(label, rows, tmp_path):
    """Return (bound, term) -> value for a page with one claim that has these rows."""
    return {(line["bound"], line["term"]): line["value"] for line in answers(label, rows, tmp_path)["statements"][label]}


@pytest.mark.gate
def test_a_term_that_nothing_depends_on_is_found(tmp_path):
    """With u = 0 the first term of the forecaster's regret is 0 in every row; with u = 2 it is seen."""
    blind = ["b = bounds.vaw_regret(1.0, 0.0, 1.0, 2.0, 1, 50)", "c.tight(0.99 * b, b)"]
    seen = ["b = bounds.vaw_regret(1.0, 2.0, 1.0, 2.0, 1, 50)", "c.tight(0.99 * b, b)"]
    term = ("vaw_regret", "rho * u ** 2")
    assert measured("vaw-regret", blind, tmp_path)[term] == 0
    assert measured("vaw-regret", seen, tmp_path)[term] > 0.95


def test_a_whole_bound_is_seen_to_the_ratio_of_its_nearest_row(tmp_path):
    rows = ["b = bounds.hedge_regret(4, 100)", "c.holds([0.5 * b, 0.8 * b], b)"]
    assert measured("hedge-01", rows, tmp_path)["hedge_regret", "sqrt(T * log(N) / 2)"] == pytest.approx(0.8, abs=2e-3)


def test_the_nearest_row_counts_whatever_was_seen_before(tmp_path):
    rows = ["b = bounds.hedge_regret(4, 100)", "c.holds(0.96 * b, b)", "c.tight(0.98 * b, b)"]
    assert measured("hedge-01", rows, tmp_path)["hedge_regret", "sqrt(T * log(N) / 2)"] == pytest.approx(0.98, abs=2e-3)


def test_each_entry_of_an_array_is_a_value_of_its_formula(tmp_path):
    rows = ["steps = bounds.sgd_steps(1.37, 50)", "c.identity([1.37 / (t + 1) ** 0.5 for t in range(50)], steps)"]
    assert measured("sgd-convex-lipschitz", rows, tmp_path)["sgd_steps", "eta_1 / sqrt(arange(1, T + 1))"] > 0.999


def test_an_upper_bound_is_made_smaller_and_a_lower_bound_larger(tmp_path):
    rows = ["b = bounds.perceptron_progress(0.2, 4)", "c.holds(b, 2 * b)"]
    assert measured("perceptron-step1", rows, tmp_path)["perceptron_progress", "gamma * M"] == pytest.approx(0.5, abs=2e-3)


def test_extreme_instances_and_identities_beside_inequalities_do_not_count(tmp_path):
    rows = ["b = bounds.holdout_bound(0.1, 100, 0.05)", "far = bounds.holdout_bound(0.1, 100, 1e-300)", "c.tight(far, far)",
            "c.identity(b, b * 1)", "c.holds(0.7 * b, b)"]
    whole = next(value for (_, term), value in measured("test-error-bound", rows, tmp_path).items() if "test_error +" in term)
    assert whole == pytest.approx(0.7, abs=2e-3)


def test_every_kind_of_term_is_read_off_the_code():
    text, found = terms.weighed("import math\ndef f(a, b, n):\n    rate = math.log(2 * a / b) / n\n    return a + math.sqrt(rate) - 3 * b ** 2\n")
    assert {(term.code, term.whole, term.exponent) for term in found["f"]} == {
        ("2 * a / b in log(2 * a / b)", False, False), ("a", False, False), ("sqrt(rate)", False, True), ("sqrt(rate)", False, False),
        ("2 in b ** 2", False, True), ("3 * b ** 2", False, False), ("a + sqrt(rate) - 3 * b ** 2", True, False)}
    space = {}
    exec(text, space)
    value = space["f"](3.0, 2.0, 5)
    for term in found["f"]:
        with space["scaled"](term.number, 1.0):
            assert space["f"](3.0, 2.0, 5) == pytest.approx(value)
        with space["scaled"](term.number, 0.5):
            assert space["f"](3.0, 2.0, 5) != pytest.approx(value)


def test_the_index_of_a_sum_is_no_term():
    _, found = terms.weighed("import math\ndef f(q, n):\n    return sum(q ** k / (k - 1) for k in range(2, n))\n")
    assert {term.code for term in found["f"]} == {"sum((q ** k / (k - 1) for k in range(2, n)))"}


@pytest.mark.gate
@pytest.mark.parametrize(("verb", "measured", "bound", "found"), [
    ("holds", [0.0, -3.0, 0.04], [1.0, 1.0, 1.0], True), ("holds", [0.0, 0.06], [1.0, 1.0], False), ("holds", -1.0, -20.0, False),
    ("holds", -21.0, -1.0, True), ("holds", -5.0, -1.0, False), ("holds", -1.0, 0.0, False), ("expected", [0.0, 0.08], 1.0, True), ("expected", [0.1, 0.3], 1.0, False),
    ("needs", 0.0, 1.0, False)])
def test_a_row_that_could_not_fail_is_idle(verb, measured, bound, found):
    given = {"samples" if verb == "expected" else "measured": measured, "bound": bound, "part": "tail"}
    assert resolution.idle([resolution.Comparison("a-label", (), verb, given)]) == [["a-label", verb, "tail"]] * found


@pytest.mark.gate
@pytest.mark.parametrize(("failures", "found"), [(0, True), (6, True), (7, False)])
def test_a_count_of_failures_that_could_not_fail_is_idle(failures, found):
    given = {"failures": failures, "trials": 2500, "delta": 0.05}
    assert resolution.idle([resolution.Comparison("a-label", (), "probable", given)]) == [["a-label", "probable", None]] * found


@pytest.mark.gate
def test_rows_that_stay_green_with_the_worst_are_blind_and_others_are_not(tmp_path):
    rows = ["b = bounds.holdout_bound(0.1, 1, 0.05)", "c.holds([0.3, 0.9], b, part='above 1')", "c.holds(0.3, bounds.holdout_bound(0.1, 100, 0.05), part='below')",
            "c.holds([0.3, 0.3], [b, bounds.holdout_bound(0.1, 100, 0.05)], part='one below')", "c.expected([0.2] * 5000, 1.2, 0, 1, part='real data')",
            "c.expected([0.2] * 5000, 0.9, 0, 1, part='tried')", "c.equals([0.2] * 9, 0.2, 0, 1, 3)"]
    assert answers("test-error-bound", rows, tmp_path)["blind"] == [[
        "test-error-bound", verb, part] for verb, part in (("holds", "above 1"), ("expected", "real data"), ("equals", None))]


@pytest.mark.gate
def test_a_hypothesis_broken_against_a_negative_bound_is_blind_unless_such_numbers_are_met(tmp_path):
    rows = ["c.needs('a', 0.2, bounds.tangent(1, -3))", "c.holds(0.5, bounds.tangent(1, 0))"]
    assert answers("gradient-lower-bound", rows, tmp_path)["blind"] == [["gradient-lower-bound", "needs", "a"]]
    assert answers("gradient-lower-bound", [*rows, "c.holds(-1.5, bounds.tangent(1, -2))"], tmp_path)["blind"] == []


@pytest.mark.gate
def test_a_parameter_that_is_1_wherever_a_bound_is_tried_is_flat(tmp_path):
    rows = ["c.holds(0.1, [bounds.gd_regret(B, 1.0, 9) for B in (1.0, 2.0)])", "c.needs('a', 50.0, bounds.gd_regret(1.0, 3.0, 9))"]
    assert answers("gd-regret", rows, tmp_path)["flat"] == [["gd-regret", "gd_regret", "G", 1]]
    assert answers("gd-regret", [*rows, "c.tight(12.0, bounds.gd_regret(1.0, 4.0, 9))"], tmp_path)["flat"] == []


def test_a_theorem_whose_worst_case_stays_far_below_it_has_no_idle_rows():
    holds = resolution.Comparison("a-label", (), "holds", {"measured": 0.01, "bound": 1.0})
    for shown, found in ((0.09, []), (0.9, [["a-label", "holds", None]])):
        assert resolution.idle([holds, resolution.Comparison("a-label", (), "tight", {"measured": shown, "bound": 1.0})]) == found


IDLE = {
    ("gd-otb-excess-risk", "probable", "with high probability"): "regret and chance are not at their worst in one game: the worst coins that we know fail with less "
                                                                 "than a hundredth of the delta allowed; quantiles stand beside the row",
    ("dynamic-validation", "probable", None): "the winner and its rival must both be out by a whole margin: the worst coins that we know fail with less than a "
                                              "hundredth of the delta allowed; quantiles stand beside the row",
    ("dynamic-validation", "probable", "first half"): "as for the best of all versions",
    ("dynamic-validation", "probable", "two stages"): "as for the best of all versions",
}
"""Rows that never come near their bound and that stay, as (label, verb, part), each with its reason."""


def test_no_row_of_the_book_is_idle():
    assert [row for entry in record.read("resolution").values() for row in entry["idle"] if tuple(row) not in IDLE] == []


BLIND = {}
"""Rows that stay green with the worst and that stay, as (label, verb, part), each with its reason."""


def test_no_row_of_the_book_is_blind():
    assert [row for entry in record.read("resolution").values() for row in entry.get("blind", ()) if tuple(row) not in BLIND] == []


FLAT = {
    ("chord", "mu"): "it is for strongly convex functions, and tried there", ("chord", "square_distance"): "as for mu",
    ("tangent", "mu"): "it is for strongly convex functions, and tried there", ("tangent", "square_distance"): "as for mu",
    ("gaussian_truncation_on_ball", "width"): "in one dimension the statement is for the width 1",
    ("gaussian_truncation_on_ball", "X"): "only X / width counts, and in more dimensions the width is varied",
    ("heldout_bound", "C"): "the theorem is for C = 1; that no smaller one will do is tried in the probability of a failure",
}
"""Parameters that are 1 or 0 wherever a bound is tried, and may be, each with its reason."""


def test_no_parameter_is_1_or_0_wherever_a_bound_is_tried():
    assert [line for entry in record.read("resolution").values() for line in entry.get("flat", ()) if (line[1], line[2]) not in FLAT] == []


def test_a_page_is_measured_again_if_a_formula_changes_that_it_uses(tmp_path, monkeypatch):
    text = (ROOT / resolution.FORMULAS).read_text("utf8")
    before = {page: resolution.digest(page) for page in ("regret", "experts", "kernels")}
    for formula, changed in (("gd_regret", {"regret"}), ("hedge_regret", {"experts"})):     # on regret, ``ball_game_value`` is made of it
        start = text.index("return", text.index(f"def {formula}("))
        (tmp_path / "bounds.py").write_text(text[:start] + "return 2 * " + text[start + 7:], "utf8")
        monkeypatch.setattr(resolution, "FORMULAS", tmp_path / "bounds.py")
        assert {page for page, digest in before.items() if resolution.digest(page) != digest} == changed


def test_what_is_on_record_is_of_the_pages_of_today():
    known = record.read("resolution")
    stale = [page for page in resolution.pages() if known.get(page, {}).get("digest") != resolution.digest(page)]
    assert stale == [], "run: make resolution"
