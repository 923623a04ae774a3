"""The bounds and the algorithms under arguments of every kind: a short run of the fuzz, every day another, and proof that it would complain."""

import ast
import datetime
import math

import numpy as np
import pytest
from falsification import arguments, digits, fuzz
from pages import ROOT

from otbnotes import bounds

CALLS = 100
ALGORITHMS = ("comparator", "compression", "concentration", "kernels", "least_squares", "margin", "nets", "sgd", "svm")


def test_no_function_complains():
    names = list(arguments.targets())
    found = dict(fuzz.run(names, CALLS, 60 * len(names), jobs=1, first=CALLS * datetime.date.today().toordinal(), repeated=10))
    assert {name: one["complaints"] for name, one in found.items() if one["complaints"]} == {}
    assert set(found) == set(names) and len(names) > 280
    repeated = [name for name in names if name.startswith("bounds.") and name.removeprefix("bounds.") not in digits.NOT_REPEATED]
    assert [name for name in repeated if found[name]["agrees"] == 0] == []


def test_a_slow_function_goes_on_where_it_stopped():
    found = dict(fuzz.run(["svm.soft_svm", "bounds.gd_regret"], 1000, 2, jobs=1))
    function, draws = arguments.targets()["svm.soft_svm"]
    assert found["bounds.gd_regret"]["calls"] == 1000 > found["svm.soft_svm"]["calls"]
    assert found["svm.soft_svm"] == fuzz.fuzz(function, draws, found["svm.soft_svm"]["calls"], math.inf)


def test_every_bound_with_an_argument_is_called():
    written = {f"bounds.{bound.__name__}" for several in bounds.STATEMENTS.values() for bound in several}
    assert len(written) > 200 and written - set(arguments.targets()) == {"bounds.no_free_lunch_simple"}


def test_every_function_of_an_algorithm_is_called_or_it_says_why_not():
    folder = ROOT / "otbnotes"
    files = [*folder.glob("online/*.py"), *(folder / f"{name}.py" for name in ALGORITHMS)]
    written = {".".join((*path.relative_to(folder).with_suffix("").parts, node.name)) for path in files
               for node in ast.parse(path.read_text("utf8")).body if isinstance(node, ast.FunctionDef) and node.name[0] != "_"}
    called = {f"{function.__module__}.{function.__name__}".removeprefix("otbnotes.") for function in arguments.CALLS}
    assert len(written) > 80 and written - called == set(arguments.NOT_CALLED)


def unclear(x):
    raise ValueError("math domain error")


def unannounced(x):
    """Return x."""
    raise RuntimeError("no answer")


def forgetful(x):
    return math.sqrt(x) if x > 0 else math.nan


WRONG = {unclear: "an unclear ValueError: math domain error", unannounced: "a RuntimeError that is not announced: no answer",
         forgetful: "a result that is not a number", (lambda x: 1 / x.nothing): "AttributeError: 'float' object has no attribute 'nothing'",
         (lambda x: {"a": np.array([x, math.nan])}["a"]): "a result that is not a number",
         (lambda x: (1, [x, math.nan])): "a result that is not a number"}


@pytest.mark.parametrize("function", WRONG)
def test_what_is_no_answer_and_no_clear_error_is_a_complaint(function):
    draws = {"x": (lambda case: -1.0 if function is forgetful else 1.0, False)}
    assert WRONG[function] in fuzz.fuzz(function, draws, 50, 5)["complaints"]


def test_a_call_without_end_is_a_complaint(monkeypatch):
    monkeypatch.setattr(fuzz, "PATIENCE", 1)

    def forever(x):
        while True:
            pass
    assert fuzz.fuzz(forever, {"x": (lambda case: 1.0, False)}, 1, 5)["complaints"] == {"TimeoutError: more than 1 seconds": 0}


def test_the_same_number_is_the_same_call():
    case, (_, draws) = arguments.Case(), arguments.targets()["least_squares.ridge"]
    once, again = (fuzz.drawn(case, draws, 4711) for _ in range(2))
    assert list(once) == list(again) and all(np.array_equal(once[name], again[name]) for name in once)


FORMULA = digits.formulas()
GIVEN = {"G": 1.5, "N": 4, "T": 100}


def test_fifty_digits_agree_with_a_bound_and_not_with_one_that_cancels():
    assert digits.complaint(bounds.eg_regret(**GIVEN), FORMULA["eg_regret"], GIVEN) is None
    assert "far from its formula" in digits.complaint(bounds.eg_regret(**GIVEN) * (1 + 1e-9), FORMULA["eg_regret"], GIVEN)
    small = {"gamma": 1e-7}
    careless = ((1 + 1e-7) * math.log(1 + 1e-7) + (1 - 1e-7) * math.log(1 - 1e-7)) / 2
    assert digits.complaint(bounds.winnow_rate(**small), FORMULA["winnow_rate"], small) is None
    assert "far from its formula" in digits.complaint(careless, FORMULA["winnow_rate"], small)


@pytest.mark.parametrize("bound, given", [
    ("azuma_deviation", {"delta": 1e-100}), ("azuma_deviation", {"delta": "x"}), ("gd_regret", {"T": 10 ** 6}), ("gd_regret", {"T": True}),
    ("averaging_jensen", {"risks": []}), ("averaging_jensen", {"risks": [1, None]})])
def test_what_cannot_be_repeated(bound, given):
    assert not digits.fits(FORMULA[bound], given)


def test_numbers_of_any_result():
    assert list(fuzz.numbers((1, [np.array([[2.0, 3.0]]), "no"], np.float64(4)))) == [1, 2.0, 3.0, 4.0]
