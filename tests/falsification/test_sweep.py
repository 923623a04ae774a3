"""No verdict depends on the seed: a seed that nobody has chosen; and a sweep that finds what does depend on it."""

import ast
import datetime
import json
import subprocess
import sys
from pathlib import Path

import pytest
from falsification import record, slices, sweep
from falsification.sweep import reach
from pages import ROOT

TODAY = datetime.date.today().toordinal()
PAGE = """# Coins

```{code-cell} ipython3
import numpy as np
from otbnotes import claim
from otbnotes.seeds import master_seed
```

```{code-cell} ipython3
coin = claim("coin")
coin.holds(master_seed() % 2, 0)
coin.expected(np.resize([0.0, 1.0], 10_000), 0.6, 0.0, 1.0)
```
"""


def test_a_seed_that_nobody_has_chosen_on_every_third_page():
    pages = [part for page in sorted(sweep.sources())[TODAY % 3::3] for part in ("--page", page)]
    done = subprocess.run([sys.executable, "-m", "falsification.sweep", "1", "--fresh", "--jobs", "1", *pages], cwd=ROOT, text=True,
                          capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].endswith("claims examined, 0 not green"), done.stdout


@pytest.mark.gate
def test_a_verdict_that_depends_on_the_seed_is_found_and_can_be_replayed():
    said = []
    (two, even), (three, odd) = sweep.sweep([(2, ["coins"]), (3, ["coins"])], {"coins": PAGE}, 1, said.append)
    assert (two, even["coins"]["claims"], even["coins"]["rows"], even["coins"]["wrong"]) == (2, 1, 2, [])
    assert (three, odd["coins"]["claims"], len(odd["coins"]["wrong"])) == (3, 1, 1)
    assert odd["coins"]["wrong"][0].startswith("coins: coin: holds REFUTED: measured 1, bound 0")
    assert "replay: python -m falsification.sweep 1 --first 3 --page coins" in said[0]
    assert 0 < even["coins"]["alpha"] < 1e-3


def test_a_claim_that_does_not_ask_for_the_seed_is_played_once():
    page = PAGE + "\n```{code-cell} ipython3\nsure = claim('sure')\nsure.holds(1, 2)\nsure\n```\n"
    drawn = PAGE + "\n```{code-cell} ipython3\nfrom otbnotes import rng\ndraws = rng('a')\n```\n" \
        "\n```{code-cell} ipython3\nlate = claim('late')\nlate.holds(draws.random(), 2)\n```\n"
    sure = PAGE[:PAGE.index("```{code-cell} ipython3\ncoin =")] + "```{code-cell} ipython3\nsure = claim('sure')\nsure.holds(1, 2)\n```\n"
    plan = [(seed, ["coins"]) for seed in (2, 4, 6)]
    whole = drawn.replace("from otbnotes import rng\ndraws = rng('a')", "import otbnotes as book\ndraws = book.rng('a')")
    for text, claims in ((page, [2, 1, 1]), (drawn, [2, 2, 2]), (whole, [2, 2, 2]), (sure, [1, 0, 0])):
        assert [found["coins"]["claims"] for _, found in sweep.sweep(plan, {"coins": text}, 1, lambda line: None)] == claims


@pytest.mark.gate
def test_a_page_that_stops_is_not_green():
    text = PAGE + "\n```{code-cell} ipython3\ncoin.holds(1 / 0, 1)\n```\n"
    (_, found), = sweep.sweep([(1, ["coins"])], {"coins": text}, 1, lambda line: None)
    assert found["coins"]["claims"] == 0 and "the page stopped: ZeroDivisionError" in found["coins"]["wrong"][0]


def test_a_sweep_goes_on_where_it_stopped_and_a_page_with_another_source_catches_up(tmp_path, monkeypatch, capsys):
    coins = PAGE.replace("master_seed() % 2", "0 * master_seed()")
    texts = {"coins": coins, "more": coins}
    monkeypatch.setattr(record, "PATH", tmp_path / "record.json")
    monkeypatch.setattr(sweep, "sources", lambda: texts)

    def seeds(*arguments):
        monkeypatch.setattr(sys, "argv", ["sweep", *arguments, "--jobs", "1"])
        assert sweep.main() == 0
        return [page["seeds"] for page in record.read("seeds").values()]

    assert seeds("2") == [2, 2] and seeds("1") == [3, 3]
    assert "in all: 3 seeds, 6 claims examined, 0 not green" in capsys.readouterr().out
    assert seeds("1", "--first", "7") == [3, 3], "a replay is not recorded"
    texts["more"] = coins.replace("0 * master_seed()", "0.0 * master_seed()")
    assert seeds("2") == [3, 2] and "seed 1001: 1 pages, 1 claims" in capsys.readouterr().out
    assert seeds("2") == [4, 4]


def test_what_counts_as_another_source():
    figure = "\n```{code-cell} ipython3\nprint('a figure')\n```\n"
    words = ["# Coins", "coin = claim"], ["# Coins, again", "# a comment\ncoin = claim"]
    same = PAGE.replace(words[0][0], words[1][0]).replace(words[0][1], words[1][1]) + figure
    assert sweep.version(same) == sweep.version(PAGE)
    assert sweep.version(PAGE.replace("0.6, 0.0", "0.6, 0.1")) != sweep.version(PAGE)
    assert sweep._spoken('def f():\n    """Return one."""\n    return 1') == sweep._spoken("def f():\n    return 1  # one")
    assert sweep._spoken("def f():\n    return 1") != sweep._spoken("def f():\n    return 2")


TRACED = """
import importlib, pkgutil, sys
import otbnotes
for module in pkgutil.walk_packages(otbnotes.__path__, "otbnotes."):
    importlib.import_module(module.name)
seen = set()
sys.setprofile(lambda frame, event, argument: seen.add(f"{frame.f_code.co_filename}:{frame.f_code.co_qualname.split('.')[0]}"))
exec(compile(sys.stdin.read(), "<page>", "exec"), {"__name__": "__main__", "display": lambda *shown: None})
sys.setprofile(None)
print("called:", *seen, sep="\\n")
"""


@pytest.mark.parametrize("page, whole", [("convexity_subgradients", False), ("epsilon_nets", False), ("regret_leader", True)])
def test_a_page_calls_nothing_of_the_package_but_what_it_is_said_to_reach(page, whole):
    cells = slices.cells(sweep.sources()[page])
    needed = range(len(cells)) if whole else sorted(set().union(*(slices.needed(cells, label) for label in slices.labels(cells))))
    code = "\n".join(cells[i].code for i in needed)
    done = subprocess.run([sys.executable, "-c", TRACED], input=code, cwd=ROOT, text=True, capture_output=True, check=True)
    called = {(Path(file), name) for file, name in (one.rsplit(":", 1) for one in done.stdout.partition("called:\n")[2].splitlines())}
    called = {(file, name) for file, name in called if reach.PACKAGE in file.parents and "<" not in name}
    defined = {(file, node.name) for file, text in reach.pieces(code, frozenset() if whole else reach.NO_VERDICT)
               for node in ast.parse(text).body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    seen = called if whole else {(file, name) for file, name in called if file not in reach.NO_VERDICT}
    assert seen <= defined and len(seen) > 10
    assert not whole or {file for file, _ in called} & reach.NO_VERDICT
    everything = {node.name for file, _ in defined for node in ast.parse(file.read_text("utf8")).body if hasattr(node, "name")}
    assert len(defined) < len(everything)


def test_another_file_of_the_package_concerns_the_pages_that_reach_it(monkeypatch):
    texts = sweep.sources()
    before = {page: sweep.version(texts[page]) for page in ("gradient_descent", "epsilon_nets")}
    other, statements = reach.PACKAGE / "comparator.py", reach._statements
    edited = other.read_text("utf8").replace("f *= 0.9", "f *= 0.8")
    monkeypatch.setattr(reach, "_statements", lambda path: reach.statements(edited) if path == other else statements(path))
    after = {page: sweep.version(texts[page]) for page in before}
    assert before["epsilon_nets"] == after["epsilon_nets"] and before["gradient_descent"] != after["gradient_descent"]


def test_a_new_bound_concerns_no_page_and_another_one_those_that_name_it(monkeypatch):
    texts = sweep.sources()
    sheet, statements = reach.PACKAGE / "bounds.py", reach._statements

    def versions(code):
        monkeypatch.setattr(reach, "_statements", lambda path: reach.statements(code) if path == sheet else statements(path))
        return {page: sweep.version(texts[page]) for page in ("games", "epsilon_nets")}

    code = sheet.read_text("utf8")
    before, gap = versions(code), "math.sqrt(math.log(N) / (2 * T))"
    assert versions(f"{code}\n\n@bound('new')\ndef a_new_bound(T: of.rounds):\n    return T\n") == before and code.count(gap) == 1
    after = versions(code.replace(gap, "math.sqrt(math.log(N) / (3 * T))"))
    assert after["games"] != before["games"] and after["epsilon_nets"] == before["epsilon_nets"]


def test_a_name_leads_to_the_file_that_it_comes_from():
    def names(code, without=frozenset()):
        return {path.relative_to(reach.PACKAGE).as_posix() for path in reach.reached(code, without)}

    one = names("from otbnotes.online import gradient_descent")
    assert {"online/__init__.py", "online/descent.py", "words.py", "lanes.py"} <= one and "online/ridge.py" not in one
    assert names("from otbnotes.online import perceptron") >= {"online/perceptron.py"}
    for whole in ("from otbnotes import online", "import otbnotes.online", "def f():\n    from otbnotes.online import __doc__"):
        assert {"online/descent.py", "online/ridge.py"} <= names(whole)
    assert names("from otbnotes import rng") == {"__init__.py", "seeds.py", "require.py"}
    instances = names("from otbnotes.witness import gradient_descent as witness")
    assert {"witness/gradient_descent.py", "losses.py"} <= instances and "witness/large_margin.py" not in instances
    assert names("import numpy") == set()
    pictures = "from otbnotes import claim\nfrom otbnotes.plots import style\nstyle.setup()"
    assert {"cards.py", "plots/style.py"} <= names(pictures) and "plots/compression.py" not in names(pictures)
    assert names(pictures, reach.NO_VERDICT) == names("from otbnotes import claim") - {"cards.py", "sentences.py", "typeset.py"}


def test_every_page_with_claims_is_swept():
    claims = sum(len(slices.labels(slices.cells(text))) for text in sweep.sources().values())
    ledger = json.loads((ROOT / "_build" / "html" / "ledger.json").read_text("utf8"))
    assert claims == len(ledger["claims"])
