"""The gate between statements and cards goes red, at the place of the fault, and stays green for a harmless change."""

import json

import pytest
from books import HEALTHY, build, executed, with_fault

pytestmark = pytest.mark.gate

CLAIM = 'squares = claim("small-squares", assumes=["small"])'
HOLDS = "squares.holds(x**2, np.abs(x))"
TIGHT = 'squares.tight(1, 1, on="x = 1")\n'
REGRET = "squares.holds(gradient_descent(game, Ball(2.0){step}).loss - game.total(u), {bound})"
GAME = "game, u = witness.orthonormal(100, 2.0)\n"

FAULTS = {
    "a theorem without a card":
        (with_fault("squares\n```", "squares.latest\n```"), "squares.md:8", "small-squares: a statement without a card"),
    "a card without a theorem":
        (with_fault(CLAIM, 'ghost = claim("ghost")\nghost.holds(1, 2)\ndisplay(ghost)\n' + CLAIM),
         "squares.md", "ghost: a card without a statement"),
    "a hypothesis missing from the card":
        (with_fault(CLAIM, CLAIM.replace('["small"]', "[]")).replace('squares.needs("small", 4, 2, on="x = 2")\n', ""),
         "squares.md:8", "the hypothesis (small) is named in the box but not the card"),
    "a hypothesis missing from the box":
        (with_fault("**(small)** ", ""), "squares.md:8", "the hypothesis (small) is named in the card but not the box"),
    "a hypothesis of which nothing is said":
        (with_fault('squares.needs("small", 4, 2, on="x = 2")\n', ""), "squares.md:8", "nothing said of what breaks without: small"),
    "no check that it holds":
        (with_fault(HOLDS, ""), "squares.md:8", "no check that it holds"),
    "a check with slack 4000":
        (with_fault(HOLDS, "squares.holds(4, 16184)").replace(TIGHT, ""), "squares.md:8", "no worst case"),
    "a worst case with slack 4000":
        (with_fault(TIGHT, "squares.tight(4, 16184)\n"), "squares.md:8", "tight refuted: measured 4, bound 16184"),
    "a bound multiplied by 0.9":
        (with_fault(HOLDS, GAME + REGRET.format(step="", bound="0.9 * bounds.gd_regret(2.0, 1.0, 100)")),
         "squares.md:8", "holds refuted: measured 20, bound 18"),
    "a bound that ignores the step size":
        (with_fault(HOLDS, "game, u = witness.alternate_then_run(100, 2.0, run=2)\n"
                    + REGRET.format(step=", step=1.0", bound="bounds.gd_regret(2.0, 1.0, 100)")),
         "squares.md:8", "holds refuted: measured 52, bound 20"),
    "a hypothesis that is not needed":
        (with_fault('squares.needs("small", 4, 2', 'squares.needs("small", 1, 2'), "squares.md:8", "needs refuted (small)"),
    "an undecided verdict":
        (with_fault(HOLDS, "squares.probable(0, 10, 0.05)"), "squares.md:8", "probable undecided"),
    "a card that was not made by this build":
        (with_fault(CLAIM, 'from otbnotes import claims\nclaims.fingerprint = lambda: "last week"\n' + CLAIM),
         "squares.md:8", "its check did not run in this build"),
    "a cell that fails":
        (with_fault(HOLDS, "1 / 0"), "", "ZeroDivisionError"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_build_fails_and_names_the_place(fault, tmp_path):
    chapter, place, message = FAULTS[fault]
    built = build(tmp_path, chapter)
    assert built.status != 0, built.output
    assert any(place in line and message in line for line in built.output.splitlines()), built.output


def test_a_healthy_book_passes_and_so_does_a_harmless_change(tmp_path):
    built = build(tmp_path, HEALTHY)
    assert built.status == 0, built.output
    book = json.loads((tmp_path / "_build/html/ledger.json").read_text("utf8"))
    assert [entry["id"] for entry in book["claims"]] == ["small-squares"]
    assert book["claims"][0]["needs_shown"] == ["small"] and book["claims"][0]["tightness"] == 1.0
    page = (tmp_path / "_build/html/chapters/squares.html").read_text("utf8")
    assert 'href="#card-small-squares"' in page and 'id="card-small-squares"' in page and 'href="#small-squares"' in page
    harmless = with_fault("It is {prf:ref}", "It is once more {prf:ref}")
    again = build(tmp_path, harmless)
    assert again.status == 0 and not executed(again), again.output


def test_a_bad_seed_stops_the_build_with_one_sentence(tmp_path):
    built = build(tmp_path, HEALTHY, OTBNOTES_SEED="abc")
    assert built.status != 0
    assert "OTBNOTES_SEED = 'abc': expected an integer" in built.output
