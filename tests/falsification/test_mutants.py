"""Wrong statements go red: a mutant of each page, another one every day; and the run that plays them all finds its own faults."""

import datetime
import json
import re
import sys

import pytest
from falsification import edits, mutate, players, record, slices
from falsification.edits import Mutant
from falsification.trial import Player
from myst_nb.core.read import read_myst_markdown_notebook
from pages import ROOT, source

PAGES = edits.pages()
TODAY = datetime.date.today().toordinal()
PAGE = """# Squares

```{code-cell} ipython3
from otbnotes import bounds, claim
step, other = bounds.gd_step(1.0, 1.0, 4), []
```

```{code-cell} ipython3
raise RuntimeError("a picture that no trial needs")
```

```{code-cell} ipython3
other.append(0.25)
small = claim("small", ["half"])
small.holds(step, 0.5)
wide = claim("wide")
wide.holds(other, 0.5)
```

```{code-cell} ipython3
small.tight(step, 0.5)
small
```
"""
EDIT = ("otbnotes/bounds.py", "return B / (G * math.sqrt(T))")


@pytest.fixture(scope="module")
def player():
    with Player() as player:
        yield player


def with_claims():
    """Return the pages of the book that open claims about its statements."""
    found = {path.stem: slices.labels(slices.cells(path.read_text("utf8"))) for path in (ROOT / "chapters").glob("*.md")}
    return {page: labels for page, labels in found.items() if labels and page != "case_files"}


def test_every_claim_of_the_book_has_its_mutants():
    assert {page: edits.shortcomings(page, labels) for page, labels in with_claims().items()
            if page not in PAGES or edits.shortcomings(page, labels)} == {}


@pytest.mark.parametrize("page", PAGES)
def test_the_record_is_of_the_declared_mutants(page):
    kept, declared = record.read("mutants")[page], {edits.digest(one): one for one in edits.mutants(page)}
    assert sorted(declared) == sorted(kept["killed"] + kept["survived"]), f"run: python -m falsification.mutate --new --page {page}"
    assert {digest for digest, one in declared.items() if one.kind == "harmless"} <= set(kept["survived"])
    assert all(declared[digest].why for digest in kept["survived"])


@pytest.mark.gate
def test_a_mutant_of_every_third_page_does_today_what_it_should():
    pages = PAGES[TODAY % 3::3]
    found = list(mutate.examine({page: mutate.rotated(page, TODAY // 3) for page in pages}, 1))
    assert [page for page, _, _ in found] == pages and {len(rows) for _, rows, _ in found} == {1}
    assert [complaint for _, _, wrong in found for complaint in wrong] == []


@pytest.mark.gate
def test_only_a_new_mutant_is_played_and_an_old_one_leaves_the_record(tmp_path, monkeypatch, capsys):
    page = "concentration_binomial"
    first, other, *_ = [one for one in edits.mutants(page) if one.kind != "harmless" and not one.why]
    kept = record.read("mutants")[page]
    for path, name in ((tmp_path / "record.json", "PATH"), (tmp_path, "DETAILS")):
        monkeypatch.setattr(record, name, path)
    record.keep("mutants", {page: kept | {"when": ["2020-01-01"], "killed": ["gone", *sorted({*kept["killed"]} - {edits.digest(first)})]}})
    monkeypatch.setattr(sys, "argv", ["mutate", "--new", "--page", page])
    assert mutate.changed()[page] == [first] and mutate.main() == 0 and page not in mutate.changed()
    assert "1 mutants of 1 pages: 1 killed" in capsys.readouterr().out
    now = record.read("mutants")[page]
    assert now["killed"] == kept["killed"] and now["when"] == ["2020-01-01", datetime.date.today().isoformat()]
    assert json.loads((tmp_path / "mutants" / f"{page}.json").read_text("utf8"))[0]["by"]
    assert mutate.main() == 0 and record.read("mutants")[page] == now, "nothing is new, nothing is played"


@pytest.mark.gate
def test_an_edit_of_one_declaration_costs_two_trials(tmp_path, monkeypatch, capsys):
    """The claim as it stands and the new wrong version are played, by players that load what these import and no more."""
    page = "epsilon_nets_theorem"
    declarations = (edits.FOLDER / f"{page}.toml").read_text("utf8")
    for path, holder, name in ((tmp_path / "record.json", record, "PATH"), (tmp_path, record, "DETAILS"), (tmp_path, edits, "FOLDER")):
        monkeypatch.setattr(holder, name, path)
    (tmp_path / f"{page}.toml").write_text(declarations, "utf8")
    record.keep("mutants", {page: {"when": ["2020-01-01"], "killed": [edits.digest(one) for one in edits.mutants(page)]}})
    assert mutate.changed() == {}
    old = edits.mutants(page)[0].put
    (tmp_path / f"{page}.toml").write_text(declarations.replace(old, f"{old} ", 1), "utf8")
    (new,), played, play = mutate.changed()[page], [], players.play

    def counted(loaded, job):
        played.append((loaded, job["labels"]))
        return play(loaded, job)
    monkeypatch.setattr(players, "play", counted)
    monkeypatch.setattr(sys, "argv", ["mutate", "--new"])
    assert new.put == f"{old} " and mutate.main() == 0 and played == 2 * [("nothing", [new.claim])]
    assert "1 mutants of 1 pages: 1 killed" in capsys.readouterr().out and mutate.changed() == {}


def test_every_mutant_has_its_turn():
    page = PAGES[0]
    declared = edits.mutants(page)
    assert [mutate.rotated(page, place)[0] for place in range(len(declared))] == declared


def test_the_cells_are_those_that_the_book_executes():
    for path in (ROOT / "chapters").glob("*.md"):
        text = path.read_text("utf8")
        executed = [cell.source for cell in read_myst_markdown_notebook(text).cells if cell.cell_type == "code"]
        assert [cell.code for cell in slices.cells(text)] == executed and executed, path.name


def test_a_trial_plays_the_cells_it_needs(player):
    page = slices.cells(PAGE)
    assert slices.labels(page) == ["small", "wide"]
    assert slices.needed(page, "small") == [0, 2, 3] and slices.needed(page, "wide") == [0, 2]
    assert player.play(text=PAGE, labels=["small"])["small"] == {
        "rows": 2, "comparisons": 2, "red": [], "statistical": 0, "alpha": 0.0, "risky": []}
    with pytest.raises(ValueError, match="label = 'large': expected the label of a claim on this page, one of small, wide"):
        slices.needed(page, "large")


@pytest.mark.gate
@pytest.mark.parametrize("text, edit, said", [
    (PAGE, ("return 2 * B / (G * math.sqrt(T))",), ["holds REFUTED: measured 1, bound 0.5", "tight REFUTED: measured 1, bound 0.5"]),
    (PAGE.replace("step, 0.5)\nwide", "step, 0.4)\nwide"), (), ["holds REFUTED: measured 0.5, bound 0.4"]),
])
def test_a_wrong_statement_is_red(player, text, edit, said):
    job = {"file": EDIT[0], "edited": (ROOT / EDIT[0]).read_text("utf8").replace(EDIT[1], *edit)} if edit else {}
    red = player.play(text=text, labels=["small"], **job)["small"]["red"]
    assert len(red) == len(said) and all(row.startswith(start) for row, start in zip(red, said)), red


@pytest.mark.gate
@pytest.mark.parametrize("text, job, said", [
    (PAGE.replace("[]\n", "{}\n"), {}, "AttributeError: 'dict' object has no attribute 'append' (<cell 3>, line 1)"),
    (PAGE, {"file": "otbnotes/svm.py", "edited": ""}, "LookupError: otbnotes/svm.py is not imported by the trial of small"),
    (PAGE.replace('small = claim("small", ["half"])\nsmall.holds', 'claim("small", ["half"]).holds'), {},
     'LookupError: the claim small is not bound to a name: expected small = claim("small", ...)'),
    (PAGE, {"file": EDIT[0], "edited": "import nothing"}, "ModuleNotFoundError: No module named 'nothing'"),
    (PAGE.replace("[]\n", "[]\nimport os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n"), {}, "ended by signal 9"),
])
def test_a_trial_that_reaches_no_verdict_is_no_refutation(player, text, job, said):
    result = player.play(text=text, labels=["small"], **job)
    assert result["error"].startswith(said)
    assert mutate.judged(Mutant("squares", "small", "sign", "", "", ""), result)[0] == "broken"
    assert player.play(text=PAGE, labels=["small"])["small"]["red"] == [], "the next trial is played all the same"


@pytest.mark.gate
@pytest.mark.parametrize("red, kind, why, verdict", [
    ([], "sign", "", ("survived", "every row of the card stays green")), ([], "sign", "a reason", ("survived", "")),
    (["holds REFUTED"], "sign", "", ("killed", "")), ([], "harmless", "a reason", ("survived", "")),
    (["holds REFUTED"], "harmless", "a reason", ("killed", "harmless, and yet: holds REFUTED"))])
def test_the_verdict_on_a_mutant(red, kind, why, verdict):
    assert mutate.judged(Mutant("squares", "small", kind, "", "", "", why), {"small": {"red": red}}) == verdict


@pytest.mark.gate
@pytest.mark.parametrize("find, put, said", [("there is no such line", "x", "stands there 0 times instead of once"),
                                             ("require", "x", "times instead of once"), (EDIT[1], EDIT[1], "changes nothing")])
def test_an_edit_that_does_not_apply_is_an_error(find, put, said):
    with pytest.raises(LookupError, match=said):
        Mutant("gradient_descent", "gd-regret", "sign", EDIT[0], find, put).applied()


@pytest.mark.gate
def test_a_lack_of_mutants_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(edits, "FOLDER", tmp_path)
    one = "[[mutant]]\nclaim = 'small'\nkind = 'factor'\nfind = 'a'\nput = 'b'\n"
    other = one.replace("small", "large").replace("factor", "noise")
    (tmp_path / "squares.toml").write_text(one + one + other + one.replace("factor", "harmless"), "utf8")
    wrong = " | ".join(edits.shortcomings("squares", ["small", "wide"]))
    for said in ("large ('a'): there is no such claim", "kind = 'noise', expected one of constant", "harmless mutant says why",
                 "small has 2 mutants, expected at least 3", "wide has 0 mutants", "declared twice"):
        assert said in wrong
    (tmp_path / "squares.toml").write_text(one, "utf8")
    assert "squares: no harmless mutant" in edits.shortcomings("squares", ["small"])


def test_the_pages_that_are_played_are_those_of_the_ledger():
    ledger = ROOT / "_build" / "html" / "ledger.json"
    if not ledger.exists():
        pytest.fail("There is no built book: run the book build first.", pytrace=False)
    claims = {(re.search(r"/(\w+)\.html", one["href"])[1], one["id"]) for one in json.loads(ledger.read_text("utf8"))["claims"]}
    assert claims == {(page, label) for page, labels in with_claims().items() for label in labels}
    assert all(f'claim("{label}"' in source(page) for page, label in claims)
