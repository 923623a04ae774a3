"""The gate between statements and cards goes red, at the place of the fault, and stays green for a harmless change."""

import json
import re

import pytest
from books import BUILD, HEALTHY, build, executed, run, with_fault, write_pages

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
    "a cell that fails only once":
        (with_fault(HOLDS, HOLDS + "\nfrom pathlib import Path\nif not Path('seen').exists():\n    Path('seen').touch()\n    1 / 0"),
         "squares.md", "a cell failed when the page was executed, and did not when it was executed once more"),
}

TWO_PROOFS = with_fault("It is {prf:ref}`small-squares` that stands on trial.", r"""```{prf:proof}
Multiply $|x|\le1$ by $|x|$.
```

```{prf:theorem} Small cubes
:label: small-cubes

If $|x|\le1$, then $|x|^3\le|x|$.
```

```{prf:proof}
Twice {prf:ref}`small-squares`.
```""").replace("squares\n```", """cubes = claim("small-cubes")
cubes.holds(abs(x) ** 3, abs(x))
cubes.tight(1, 1)
display(squares, cubes)
```""")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """What the build says of a book with a page for each fault and a healthy one; in page p the statement is small-squares-p."""
    folder = tmp_path_factory.mktemp("faults")
    chapters = [chapter for chapter, _, _ in FAULTS.values()] + [HEALTHY]
    write_pages(folder, {f"page{p}": chapter.replace("small-squares", f"small-squares-{p}") for p, chapter in enumerate(chapters)})
    return run(folder, *BUILD)


def complaints(built, p):
    """Return the lines that name a page or its statement."""
    return [line for line in built.output.splitlines() if "WARNING" in line and re.search(rf"page{p}\b|small-squares-{p}\b", line)]


@pytest.mark.parametrize("fault", FAULTS)
def test_the_build_fails_and_names_the_place(fault, built):
    _, place, message = FAULTS[fault]
    p = list(FAULTS).index(fault)
    place, message = place.replace("squares", f"page{p}"), message.replace("small-squares", f"small-squares-{p}")
    assert built.status != 0, built.output
    assert any(place in line and message in line for line in complaints(built, p)), built.output


def test_the_page_without_a_fault_is_not_blamed(built):
    assert f"page{len(FAULTS)}" in built.output and complaints(built, len(FAULTS)) == []


def test_a_cell_that_fails_stops_the_build(tmp_path):
    built = build(tmp_path, with_fault(HOLDS, "1 / 0"))
    assert built.status != 0 and "ZeroDivisionError" in built.output, built.output


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


def proved_with(folder):
    """Return what the proofs of the built book use."""
    book = json.loads((folder / "_build/html/dependencies.json").read_text("utf8"))
    return {one["id"]: one["proved_with"] for one in book["statements"]}


def test_circular_proofs_fail_the_build_and_are_named(tmp_path):
    built = build(tmp_path, TWO_PROOFS)
    assert built.status == 0, built.output
    assert proved_with(tmp_path) == {"small-squares": [], "small-cubes": ["small-squares"]}
    circle = build(tmp_path, TWO_PROOFS.replace("Multiply $", "By {prf:ref}`small-cubes`, multiply $"))
    assert circle.status != 0 and not executed(circle)
    assert any("squares.md:" in line and "proofs in a circle: " in line and "small-squares, whose proof uses small-cubes" in line
               for line in circle.output.splitlines()), circle.output
    itself = build(tmp_path, TWO_PROOFS.replace("Twice {prf:ref}`small-squares`", "As {prf:ref}`small-cubes` says"))
    assert itself.status != 0
    assert "proofs in a circle: small-cubes, whose proof uses small-cubes" in itself.output, itself.output


def test_a_mention_in_a_box_and_a_proof_that_names_its_statement_are_no_circle(tmp_path):
    mention = TWO_PROOFS.replace("then $x^2\\le|x|$.", "then $x^2\\le|x|$, and see {prf:ref}`small-cubes`.")
    named = mention.replace("```{prf:proof}\nMultiply", "```{prf:proof}\n*Of {prf:ref}`small-squares`.* Multiply")
    assert len({TWO_PROOFS, mention, named}) == 3
    built = build(tmp_path, named)
    assert built.status == 0, built.output
    assert proved_with(tmp_path) == {"small-squares": [], "small-cubes": ["small-squares"]}
    orphan = build(tmp_path, named.replace("# Squares\n", "# Squares\n\n```{prf:proof}\nNothing is proved.\n```\n"))
    assert orphan.status != 0 and "squares.md:8" in orphan.output, orphan.output
    assert "a proof without a statement before it" in orphan.output


def test_a_bad_seed_stops_the_build_with_one_sentence(tmp_path):
    built = build(tmp_path, HEALTHY, OTBNOTES_SEED="abc")
    assert built.status != 0
    assert "OTBNOTES_SEED = 'abc': expected an integer" in built.output
