"""House rules for the sources of the book: length of lines, quiet cells, a picture before the first theorem."""

import ast
import re

import pytest
from falsification import slices
from pages import ROOT, cells, reading_order, source

PAGES = sorted(path.stem for path in ROOT.glob("chapters/*.md"))


def test_every_page_is_in_the_table_of_contents():
    assert sorted(reading_order()) == PAGES


@pytest.mark.parametrize("page", PAGES)
def test_code_that_is_shown_fits_the_column_and_no_cell_ends_with_a_semicolon(page):
    shown = list(cells(page))
    assert shown
    for code, folded in shown:
        assert not code[-1].rstrip().endswith(";"), code[-1]
        too_long = [line for line in code if len(line) > (100 if folded else 95)]
        assert not too_long


def first_theorem_without_a_picture(text):
    """Return the title of the first theorem of a page if no picture stands above it."""
    picture = re.search(r"^  (?:figure|image): |^```\{(?:figure|image|explorable)\}", text, re.M)
    theorem = re.search(r"^`{3,}\{prf:(?:theorem|lemma|proposition|corollary)\} (.*)$", text, re.M)
    return theorem[1] if theorem and (picture is None or picture.start() > theorem.start()) else None


@pytest.mark.parametrize("page", reading_order(sections=False))
def test_a_chapter_shows_a_picture_before_its_first_theorem(page):
    assert first_theorem_without_a_picture(source(page)) is None


@pytest.mark.gate
def test_a_theorem_before_the_first_picture_is_seen():
    page = source("regret")
    assert first_theorem_without_a_picture("```{prf:lemma} First\n```\n" + page) == "First"
    blind = re.sub(r"^  (figure|image): |^```\{explorable\}", "  no picture: ", page, flags=re.M)
    assert first_theorem_without_a_picture(blind) == "The value of the game for linear losses"


SIDES = {"needs": (1, 2), **dict.fromkeys(("holds", "expected", "equals", "identity", "agrees", "tight", "refutes_source"), (0, 1))}
ARITHMETIC = {"np", "math", "sp", "F", "Fraction"}


def typed(code):
    """Return the rows of some code that compare a number that was typed with another: nothing was played, so nothing can fail."""
    found = []
    for call in ast.walk(ast.parse(code)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in SIDES:
            sides = [call.args[i] for i in SIDES[call.func.attr] if i < len(call.args)]
            if len(sides) == 2 and {node.id for side in sides for node in ast.walk(side) if isinstance(node, ast.Name)} <= ARITHMETIC:
                found.append(ast.unparse(call))
    return found


@pytest.mark.parametrize("page", PAGES)
def test_no_row_compares_two_typed_numbers(page):
    assert [row for cell in slices.cells(source(page)) for row in typed(cell.code)] == []


@pytest.mark.gate
def test_a_row_of_typed_numbers_is_seen():
    assert typed("c.needs('far', np.array([2.0, 0.0]) @ [1.0, -1.0], 1.0)\nc.holds(Fraction(1, 2), 3 / 4, on='a half')") != []
    assert typed("c.needs('far', 8, fair)\nc.holds(made, 3)\nc.tight(0.0, bounds.f(1))\nd.get('a', 1)") == []
