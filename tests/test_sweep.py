"""No verdict depends on the seed: two seeds that nobody has chosen; and a sweep that finds what does depend on it."""

import json
import subprocess
import sys

import pytest
from falsification import slices, sweep
from pages import ROOT

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


def test_two_seeds_that_nobody_has_chosen():
    done = subprocess.run([sys.executable, "-m", "falsification.sweep", "2", "--fresh", "--jobs", "1"], cwd=ROOT, text=True,
                          capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].endswith("claims examined, 0 not green"), done.stdout


@pytest.mark.gate
def test_a_verdict_that_depends_on_the_seed_is_found_and_can_be_replayed():
    said = []
    found = list(sweep.sweep([2, 3], {"coins": PAGE}, 1, said.append))
    assert [(run["seed"], run["claims"], run["statistical"], len(run["wrong"])) for run in found] == [(2, 1, 1, 0), (3, 1, 1, 1)]
    assert found[1]["wrong"][0].startswith("coins: coin: holds REFUTED: measured 1, bound 0")
    assert "replay: python -m falsification.sweep 1 --first 3 --page coins" in said[0]
    assert 0 < found[0]["alpha"] < 1e-3


def test_a_claim_that_does_not_ask_for_the_seed_is_played_once():
    page = PAGE + "\n```{code-cell} ipython3\nsure = claim('sure')\nsure.holds(1, 2)\nsure\n```\n"
    drawn = PAGE + "\n```{code-cell} ipython3\nfrom otbnotes import rng\ndraws = rng('a')\n```\n" \
        "\n```{code-cell} ipython3\nlate = claim('late')\nlate.holds(draws.random(), 2)\n```\n"
    assert [run["claims"] for run in sweep.sweep([2, 4, 6], {"coins": page}, 1, lambda line: None)] == [2, 1, 1]
    assert [run["claims"] for run in sweep.sweep([2, 4, 6], {"coins": drawn}, 1, lambda line: None)] == [2, 2, 2]


@pytest.mark.gate
def test_a_page_that_stops_is_not_green():
    stopped, = sweep.sweep([1], {"coins": PAGE + "\n```{code-cell} ipython3\ncoin.holds(1 / 0, 1)\n```\n"}, 1, lambda line: None)
    assert stopped["claims"] == 0 and "the page stopped: ZeroDivisionError" in stopped["wrong"][0]


def test_a_sweep_goes_on_where_it_stopped_and_starts_again_with_other_sources(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sweep, "RECORD", tmp_path / "seeds.json")
    monkeypatch.setattr(sweep, "sources", lambda: {"coins": PAGE.replace("master_seed() % 2", "0 * master_seed()")})

    def seeds(*arguments):
        monkeypatch.setattr(sys, "argv", ["sweep", *arguments, "--jobs", "1"])
        assert sweep.main() == 0
        return [run["seed"] for run in json.loads(sweep.RECORD.read_text())["runs"]]

    assert seeds("2") == [1000, 1001] and seeds("1") == [1000, 1001, 1002]
    assert "in all: 3 seeds, 3 claims examined, 0 not green" in capsys.readouterr().out
    assert seeds("1", "--first", "7") == [1000, 1001, 1002], "a replay is not recorded"
    monkeypatch.setattr(sweep, "sources", lambda: {"coins": PAGE.replace("master_seed() % 2", "0.0 * master_seed()")})
    assert seeds("1") == [1000]


def test_what_counts_as_another_source():
    figure = "\n```{code-cell} ipython3\nprint('a figure')\n```\n"
    words = ["# Coins", "coin = claim"], ["# Coins, again", "# a comment\ncoin = claim"]
    same = PAGE.replace(words[0][0], words[1][0]).replace(words[0][1], words[1][1]) + figure
    assert sweep.version({"coins": same}) == sweep.version({"coins": PAGE})
    assert sweep.version({"coins": PAGE.replace("0.6, 0.0", "0.6, 0.1")}) != sweep.version({"coins": PAGE})
    assert sweep._spoken('def f():\n    """Return one."""\n    return 1') == sweep._spoken("def f():\n    return 1  # one")
    assert sweep._spoken("def f():\n    return 1") != sweep._spoken("def f():\n    return 2")


def test_every_page_with_claims_is_swept():
    claims = sum(len(slices.labels(slices.cells(text))) for text in sweep.sources().values())
    ledger = json.loads((ROOT / "_build" / "html" / "ledger.json").read_text("utf8"))
    assert claims == len(ledger["claims"])
