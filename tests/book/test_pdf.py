"""The printed book: a part of the real one is printed anew and proofread, and faults must turn the proofs red."""

import json
import re
import shutil
import sys
import unicodedata
from pathlib import Path

import matplotlib
import pypdfium2
import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "book" / "printing"))

from assemble import STYLE, assemble                                                    # noqa: E402
from press import citation, finish, press, print_book                         # noqa: E402
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
  - file: pages/errata
  - file: pages/bibliography
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
    """A part of the book in print: the path of the PDF, that of its contents, warnings and defects."""
    folder = tmp_path_factory.mktemp("part")
    toc, book = contents(folder, PART), folder / "book.pdf"
    return book, toc, *print_book(SITE, toc, ROOT / "CITATION.cff", book)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A page of the book, ready to be printed: where it may go, its contents, and its HTML."""
    folder = tmp_path_factory.mktemp("small")
    toc = contents(folder, SMALL)
    return folder, toc, assemble(SITE, toc, citation(ROOT / "CITATION.cff"))


def test_the_proofs_are_right(printed):
    book, toc, warnings, defects = printed
    assert complaints(book, SITE, toc) == warnings == defects == []


def test_every_statement_and_every_figure_is_counted(printed):
    sheets = Sheets(printed[0])
    pages = ("chapters/gradient_descent.html", "chapters/gradient_descent_data.html")
    ledger = json.loads((SITE / "ledger.json").read_text("utf8"))
    labels = [claim["href"].replace(".html#", ":") for claim in ledger["claims"] if claim["href"].startswith(pages)]
    drawn = [figure for figure in sheets.objects("/S", "/Figure") if "/Alt" in figure]
    on_page = sum(len(re.findall(r'<img [^>]*\balt="[^"]', (SITE / page).read_text("utf8").partition("<article")[2])) for page in pages)
    assert len(labels) > 5 and all(label in sheets.where for label in labels)
    assert len(drawn) == on_page > 3


def test_sentences_with_formulas_can_be_searched_and_copied(printed):
    texts = [" ".join(unicodedata.normalize("NFKC", text).replace("\u2010\r\n", "").split()) for text in Sheets(printed[0]).texts.values()]
    for words in ("Let W = {w : ‖w‖ ≤ B} with B > 0 (ball). For every v ∈ R", "generalization"):
        assert any(words in text for text in texts), words


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
    figure = re.search(r'<img [^>]*\balt="([^"]+)"[^>]*>', lost)
    lost = lost[:figure.start()] + lost[figure.end():]
    number = re.findall(r'data-page-of="([^"]+)"', lost)
    lost = lost.replace(f'data-page-of="{number[-1]}"', f'data-page-of="{number[0]}"')
    finish(folder / "lost.pdf", folder / "lost-book.pdf", citation(ROOT / "CITATION.cff"), press(lost, folder / "lost.pdf").headings)
    found = "\n".join(complaints(folder / "lost-book.pdf", SITE, toc))
    assert f"({box.group(1)}) is not in print" in found, found
    assert f"a figure is not in print, 1 times: {figure.group(1)}" in found, found
    assert "the contents say" in found, found


@pytest.mark.gate
def test_a_word_in_a_font_of_this_machine_turns_the_proofs_red(small):
    folder, toc, text = small
    press(text.replace("<p>", "<p style=\"font-family: sans-serif\">", 1), folder / "foreign.pdf")
    assert any("is not the book's own" in line for line in complaints(folder / "foreign.pdf", SITE, toc))


def test_a_machine_with_other_fonts_prints_the_same(small, monkeypatch):
    folder, _, text = small
    press(text, folder / "here.pdf")
    (folder / "fonts").mkdir()
    font = Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSansMono-Bold.ttf")
    shutil.copy(font, folder / "fonts")
    (folder / "fonts.conf").write_text(f"<fontconfig><dir>{folder}/fonts</dir><cachedir>{folder}/cache</cachedir></fontconfig>", "utf8")
    monkeypatch.setenv("FONTCONFIG_FILE", str(folder / "fonts.conf"))
    press(text, folder / "there.pdf")
    here, there = (Sheets(folder / f"{name}.pdf") for name in ("here", "there"))
    assert here.texts == there.texts and here.where == there.where


@pytest.mark.gate
def test_a_page_that_was_left_out_turns_the_proofs_red(printed, tmp_path):
    more = contents(tmp_path, PART.replace("- caption: Back matter", "  - file: chapters/experts\n- caption: Back matter"))
    found = complaints(printed[0], SITE, more)
    assert "chapters/experts is not in the contents" in found and "no bookmark leads to '2. Experts'" in found
    assert any(re.match(r"Theorem 2\.\d+ \(chapters/experts:", line) for line in found), found


def sheet(text):
    """Return a page with a heading, a place for the number of the page on which its end stands, and a text before that end."""
    return (f'<html><link rel="stylesheet" href="{STYLE.as_uri()}"><body><div class="bd-content"><article class="bd-article"><h1>One</h1>'
            f'<a href="#end"><span data-page-of="end"></span></a>{text}<div style="break-before: page" id="end">End</div>')


def test_numbers_that_move_things_are_written_until_they_are_right(tmp_path):
    made = press(sheet("<style>span:not(:empty) { display: block; height: 230mm }</style><p style='height: 100mm'>"), tmp_path / "moves.pdf")
    found = Sheets(tmp_path / "moves.pdf")
    assert made == (["One"], [], []) and found.where["end"] == 3 and found.says(1, "One3"), (made, found.texts)


@pytest.mark.gate
def test_numbers_that_never_settle_are_a_defect_that_names_the_page(tmp_path):
    restless = """<div id="tall" style="break-before: page" hidden>Tall</div><script>
      const place = document.querySelector("span"), tall = document.getElementById("tall");
      new MutationObserver(() => { tall.hidden = place.textContent !== "2"; }).observe(place, {childList: true});</script>"""
    made = press(sheet(restless), tmp_path / "restless.pdf")
    assert len(made.defects) == 1 and re.search("page [23] still moves: end goes to page [23]", made.defects[0]), made
    assert len(Sheets(tmp_path / "restless.pdf").texts) in (2, 3)


BROAD = "<math><mi>a</mi>{}<mo>=</mo><mi>b</mi></math>".format("<mo>+</mo><mi>c</mi>" * 40)


@pytest.mark.gate
@pytest.mark.parametrize("broad, told", [
    (f'<p>Let <span class="otb-unbroken"><span class="math">{BROAD}</span>,</span> then.</p>', 1),
    (f'<p>Let <span class="math"><span class="otb-unbroken">{BROAD}</span><wbr><span class="otb-unbroken">{BROAD},</span></span></p>', 2),
    (f'<div class="math" style="display: flex">{BROAD}<span class="eqno">(12)</span></div>', 1),
    (f"<table><tr>{'<td>word</td>' * 60}</tr></table>", 1), (f"<table><tr>{'<td>word</td>' * 18}</tr></table>", 0),
    ('<pre style="width: 160mm">code</pre>', 0), ('<p style="width: 300mm">prose</p>', 1), ('<p style="width: 3000mm">prose</p>', 1)])
def test_what_is_too_wide_is_set_smaller_and_nothing_else_is(broad, told, tmp_path):
    made = press(sheet(f'<div style="break-before: page" id="there">{broad}</div>'), tmp_path / "broad.pdf")
    assert not made.defects and len(made.warnings) == told, made
    assert all(re.fullmatch(r"page 2: too wide: there: .* \([1-6]\d %\)", line) for line in made.warnings), made
    with pypdfium2.PdfDocument(tmp_path / "broad.pdf") as document:
        first, second = ([words.get_rect(i) for i in range(words.count_rects())] for words in map(
            pypdfium2.PdfPage.get_textpage, (document[0], document[1])))
    assert max(right for _, _, right, _ in second) < (210 - 30) * 72 / 25.4 + 1
    assert max(top - bottom for _, bottom, _, top in first) > 12, "the heading is small too"


@pytest.mark.parametrize("lines, torn", [(8, False), (24, True)])
def test_a_page_may_end_within_a_tall_box(lines, torn, tmp_path):
    box = f'<div class="admonition" style="break-inside: avoid">{"<p>A line.</p>" * lines}</div>'
    press(sheet(f'<div style="height: 205mm; break-before: page"></div>{box}'), tmp_path / "box.pdf")
    assert Sheets(tmp_path / "box.pdf").says(2, "A line.") == torn


@pytest.mark.gate
def test_a_picture_that_cannot_be_read_is_a_defect_but_there_is_a_book(small):
    folder, _, text = small
    made = press(re.sub(r'src="[^"]*\.svg"', 'src="file:///no-such-picture.svg"', text, count=1), folder / "picture.pdf")
    assert not made.warnings and len(made.defects) == 1
    assert re.fullmatch(r"page \d+: this picture cannot be read: file:///no-such-picture.svg", made.defects[0]), made
    assert len(Sheets(folder / "picture.pdf").texts) > 5
