"""House rules for the sources of the book: length of lines, quiet cells, a picture before the first theorem."""

import re

import pytest
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
    picture = re.search(r"^  (?:figure|image): |^```\{(?:figure|image)\}", text, re.M)
    theorem = re.search(r"^`{3,}\{prf:(?:theorem|lemma|proposition|corollary)\} (.*)$", text, re.M)
    return theorem[1] if theorem and (picture is None or picture.start() > theorem.start()) else None


@pytest.mark.parametrize("page", reading_order(sections=False))
def test_a_chapter_shows_a_picture_before_its_first_theorem(page):
    assert first_theorem_without_a_picture(source(page)) is None


@pytest.mark.gate
def test_a_theorem_before_the_first_picture_is_seen():
    page = source("regret")
    assert first_theorem_without_a_picture("```{prf:lemma} First\n```\n" + page) == "First"
    blind = re.sub(r"^  (figure|image): ", "  no picture: ", page, flags=re.M)
    assert first_theorem_without_a_picture(blind) == "The value of the game for linear losses"
