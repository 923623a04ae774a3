"""The printed book: a part of the real one is printed anew and proofread, and faults must turn the proofs red."""

import json
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "printing"))

from assemble import assemble                                                       # noqa: E402
from press import NotPrinted, citation, finish, press, print_book                   # noqa: E402
from proofread import Sheets, complaints                                            # noqa: E402

SITE = ROOT / "_build" / "html"
PART = """format: jb-book
root: index
parts:
- caption: Playing against an adversary
  numbered: true
  chapters:
  - file: chapters/gradient_descent
    sections:
    - file: chapters/gradient_descent_data
- caption: Back matter
  chapters:
  - file: errata
  - file: bibliography
"""
SMALL = """format: jb-book
root: index
parts:
- caption: Playing against an adversary
  numbered: true
  chapters:
  - file: chapters/gradient_descent_data
"""


@pytest.fixture(scope="module", autouse=True)
def site():
    """The built site."""
    if not (SITE / "index.html").exists():
        pytest.fail(f"There is no built book in {SITE}: run the book build first.", pytrace=False)


def contents(folder, text):
    """Write a table of contents and return its path."""
    path = folder / "_toc.yml"
    path.write_text(text, "utf8")
    return path


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """A part of the book in print: the path of the PDF and that of its contents."""
    folder = tmp_path_factory.mktemp("part")
    toc, book = contents(folder, PART), folder / "book.pdf"
    print_book(SITE, toc, ROOT / "CITATION.cff", book)
    return book, toc


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A page of the book, ready to be printed: where it may go, its contents, and its HTML."""
    folder = tmp_path_factory.mktemp("small")
    toc = contents(folder, SMALL)
    return folder, toc, assemble(SITE, toc, citation(ROOT / "CITATION.cff"))


def test_the_proofs_are_right(printed):
    book, toc = printed
    assert complaints(book, SITE, toc) == []


def test_every_statement_and_every_figure_is_counted(printed):
    sheets = Sheets(printed[0])
    pages = ("chapters/gradient_descent.html", "chapters/gradient_descent_data.html")
    ledger = json.loads((SITE / "ledger.json").read_text("utf8"))
    labels = [claim["href"].replace(".html#", ":") for claim in ledger["claims"] if claim["href"].startswith(pages)]
    drawn = [figure for figure in sheets.objects("/S", "/Figure") if "/Alt" in figure]
    on_page = sum(len(re.findall("<img ", (SITE / page).read_text("utf8").partition("<article")[2])) for page in pages)
    assert len(labels) > 5 and all(label in sheets.where for label in labels)
    assert len(drawn) == on_page > 3


def test_the_printed_book_says_what_it_is(printed):
    sheets = Sheets(printed[0])
    about = sheets.pdf.docinfo
    assert str(about.Title).startswith("Online to Batch") and str(about.Author) == "The authors of Online to Batch"
    assert "Lecture notes in which every theorem is put on trial" in " ".join(sheets.texts[1].split())
    assert "statements on trial in" in sheets.texts[1] and "confirmed" in sheets.texts[1]


def test_a_second_printing_says_the_same(small):
    folder, toc, text = small
    said = []
    for name in ("one", "two"):
        press(text, folder / f"{name}.pdf")
        said.append(Sheets(folder / f"{name}.pdf").texts)
    assert said[0] == said[1] and len(said[0]) > 5


@pytest.mark.gate
def test_a_box_or_a_figure_that_is_missing_and_a_wrong_page_number_turn_the_proofs_red(small):
    folder, toc, text = small
    box = re.search(r'<div class="proof \w+ admonition" id="([^"]+)">', text)
    lost = text[:box.start()] + box.group().replace(box.group(1), "another") + text[box.end():]
    figure = re.search(r'<img alt="([^"]+)"[^>]*>', lost)
    lost = lost[:figure.start()] + lost[figure.end():]
    number = re.findall(r'data-page-of="([^"]+)"', lost)
    lost = lost.replace(f'data-page-of="{number[-1]}"', f'data-page-of="{number[0]}"')
    finish(folder / "lost.pdf", folder / "lost-book.pdf", citation(ROOT / "CITATION.cff"), press(lost, folder / "lost.pdf"))
    found = "\n".join(complaints(folder / "lost-book.pdf", SITE, toc))
    assert f"({box.group(1)}) is not in print" in found, found
    assert f"a figure is not in print, 1 times: {figure.group(1)}" in found, found
    assert "the contents say" in found, found


@pytest.mark.gate
def test_a_page_that_was_left_out_turns_the_proofs_red(printed, tmp_path):
    more = contents(tmp_path, PART.replace("- caption: Back matter", "  - file: chapters/experts\n- caption: Back matter"))
    found = complaints(printed[0], SITE, more)
    assert "chapters/experts is not in the contents" in found and "no bookmark leads to '2. Experts'" in found
    assert any(re.match(r"Theorem 2\.\d+ \(chapters/experts:", line) for line in found), found


@pytest.mark.gate
@pytest.mark.parametrize("before, after, why", [
    ("<p>", '<p id="broad" style="width: 300mm">', "wider than the column.\n  broad: "),
    (r'src="[^"]*\.svg"', 'src="file:///no-such-picture.svg"', "cannot be read.\n  file:///no-such-picture.svg")])
def test_what_does_not_fit_or_is_not_there_stops_the_press(small, before, after, why):
    folder, _, text = small
    with pytest.raises(NotPrinted, match=re.escape(why)):
        press(re.sub(before, after, text, count=1), folder / "stopped.pdf")
