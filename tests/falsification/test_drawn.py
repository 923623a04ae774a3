"""Wrong versions that nobody declared: each kind of place is found, the pages that they concern, and what nobody notices is told."""

import sys

import pytest
from falsification import drawn, players

SOURCE = """LIMIT = 3

def f(a, b):
    \"\"\"Return 1 - 2, by hand.\"\"\"
    if a <= 4 and b << 1:
        return min(a, -b) ** 2 + 0.0
    return a.max() // 0.5
"""


def test_each_kind_of_place_is_found_once():
    found = sorted((SOURCE[one.start:one.end], one.put) for one in drawn.places("f.py", SOURCE))
    assert found == sorted([("<=", "<"), ("4", "5"), ("1", "2"), ("min", "max"), ("-", "+"), ("**", "*"), ("2", "3"), ("+", "-"), ("0.0", "0.1"), ("max", "min"),
                            ("//", "/"), ("0.5", "0.55")])


def test_the_pages_that_an_edit_concerns_name_its_function_or_one_that_names_it():
    text = (drawn.ROOT / "otbnotes/bounds.py").read_text("utf8")
    start = text.index("math.sqrt(T)", text.index("def gd_regret("))
    edit = drawn.Drawn("otbnotes/bounds.py", start, start + 4, "math")
    code = {"near": "bounds.gd_regret(1, 1, 4)", "over": "bounds.gd_average_regret(1, 1, 4)", "far": "bounds.hedge_regret(2, 4)"}
    assert drawn.concerned(edit, code) == ["near", "over"]


@pytest.mark.gate
@pytest.mark.parametrize(("pages", "tests", "who"), [(True, False, "kernels"), (False, True, "tests"), (False, False, "")])
def test_who_notices_is_told(pages, tests, who, monkeypatch):
    monkeypatch.setattr(players, "play", lambda loaded, job: {job["labels"][0]: {"red": ["a row"] * pages}})
    monkeypatch.setattr(drawn, "tested", lambda file, edited: tests)
    assert drawn.noticed(drawn.Drawn("otbnotes/kernels.py", 0, 0, ""), ["kernels"], 1) == who


def test_a_run_that_was_stopped_goes_on_where_it_stopped(monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(drawn.record, "DETAILS", tmp_path)
    monkeypatch.setattr(drawn, "noticed", lambda one, pages, place: asked.append(one.put) or one.put)
    first, other = drawn.Drawn("otbnotes/kernels.py", 0, 0, "tests"), drawn.Drawn("otbnotes/kernels.py", 0, 0, "")
    for _ in range(2):
        assert [drawn.remembered(one, ["kernels"], 1, "today") for one in (first, other)] == ["tests", ""]
    assert drawn.remembered(first, ["kernels"], 1, "tomorrow") == "tests" and asked == ["tests", "", "tests"]


@pytest.mark.gate
def test_a_hole_fails_the_run_unless_it_is_explained(monkeypatch, capsys):
    edits, code = drawn.draw(2, 1)
    monkeypatch.setattr(drawn, "draw", lambda count, place: (edits, code))
    monkeypatch.setattr(drawn, "remembered", lambda one, pages, place, stand: "" if one == edits[0] else "kernels")
    monkeypatch.setattr(drawn.record, "keep", lambda part, lines: None)
    monkeypatch.setattr(sys, "argv", ["drawn", "2"])
    old, new = edits[0].lines()
    assert drawn.main() == 1
    assert f"survives: {edits[0].file}\n  - {old}\n  + {new}" in capsys.readouterr().out
    monkeypatch.setattr(drawn, "explained", lambda: {(edits[0].file, old, new): "it is the same number"})
    assert drawn.main() == 0
