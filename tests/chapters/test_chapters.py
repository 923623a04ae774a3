"""House rules for the sources of the book: length of lines, quiet cells, a picture before the first theorem."""

import ast
import re

import pytest
from pages import ROOT, cells, reading_order, source

PAGES = sorted(path.stem for path in ROOT.glob("chapters/*.md"))


def test_every_page_is_in_the_table_of_contents():
    assert sorted(reading_order()) == PAGES


def left_of_a_merge(text):
    """Return the lines that stand round the two sides of a merge that nobody has decided."""
    return re.findall(r"^(?:<{7}|>{7}) .*$", text, re.M)


def test_no_merge_is_left_undecided():
    folders = ("chapters", "pages", "otbnotes", "book", "falsification", "grading", "assignments", "tests")
    texts = {path: path.read_text("utf8") for folder in folders for path in (ROOT / folder).rglob("*")
             if path.suffix in {".md", ".py", ".js", ".css", ".toml", ".json", ".html"}}
    assert {path: lines for path, text in texts.items() if (lines := left_of_a_merge(text))} == {} and len(texts) > 300


@pytest.mark.gate
def test_both_sides_of_a_merge_are_found():
    assert left_of_a_merge("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> 4e04\n") == ["<<<<<<< HEAD", ">>>>>>> 4e04"]


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


def shared_legends(code):
    """Return the calls that give one legend to a picture with two panels: a phone, which shows them below each other, would cut it."""
    return re.findall(r"^figure\.legend\(.*", code, re.M) if re.search(r"subplots\(1, [2-9]", code) else []


@pytest.mark.parametrize("page", PAGES)
def test_each_panel_has_its_own_legend(page):
    assert [legend for code, _ in cells(page) for legend in shared_legends("\n".join(code))] == []


@pytest.mark.gate
def test_a_shared_legend_is_seen():
    assert shared_legends("figure, row = plt.subplots(1, 2)\nfigure.legend(ncols=3)") == ["figure.legend(ncols=3)"]
    assert shared_legends("figure, axes = plt.subplots()\nfigure.legend(ncols=3)") == []


def lists_without_a_lead(text):
    """Return the first lines of the proofs that open with a list: the word "Proof" in front of it would make one paragraph of it."""
    return re.findall(r"^`{3,}\{prf:proof\}[^\n]*\n\s*((?:1\.|[-*]) .*)$", text, re.M)


@pytest.mark.parametrize("page", PAGES)
def test_a_proof_opens_with_a_sentence_and_not_with_a_list(page):
    assert lists_without_a_lead(source(page)) == []


@pytest.mark.gate
def test_a_proof_that_opens_with_a_list_is_seen():
    assert lists_without_a_lead("```{prf:proof}\n1. One.\n```\n```{prf:proof}\nFirst this.\n\n1. One.\n```\n") == ["1. One."]


def questions(text):
    """Return how many questions a page leaves with its reader."""
    return "".join(re.findall(r"^:{3,}\{div\} otb-think\n(.*?)^:{3,}$", text, re.M | re.S)).count("?")


@pytest.mark.parametrize("page", [page for page in PAGES if "{prf:proof}" in source(page)])
def test_a_page_leaves_two_questions_with_its_reader(page):
    assert questions(source(page)) >= 2


@pytest.mark.gate
def test_a_page_with_one_question_is_seen():
    assert questions("Who?\n\n:::{div} otb-think\n**Think.** Why?\n:::\n\nWhen?\n") == 1


EXCERPT = re.compile(r"^```\{literalinclude\} \.\./(\S+)\n(?::language: python\n)?:pyobject: (\w+)\n:lines: ([\d, -]+)\n", re.M)


def excerpt(text, name, lines):
    """Return these lines of a function, "1, 9, 13-14", and whether its last line is among them."""
    node = next(node for node in ast.parse(text).body if getattr(node, "name", None) == name)
    whole = text.splitlines()[min(one.lineno for one in [node, *node.decorator_list]) - 1:node.end_lineno]
    pairs = [part.strip().partition("-")[::2] for part in lines.split(",")]
    chosen = [i for first, last in pairs for i in range(int(first), int(last or first) + 1)]
    return "\n".join(whole[i - 1] for i in chosen if i <= len(whole)), chosen[-1] == len(whole)


def misplaced(text, name, lines):
    """Say whether an excerpt by line numbers is no longer a whole function without its docstring."""
    shown, to_the_end = excerpt(text, name, lines)
    try:
        function, = ast.parse(shown).body
    except (SyntaxError, ValueError):
        return True
    return not (to_the_end and isinstance(function, ast.FunctionDef) and ast.get_docstring(function) is None)


@pytest.mark.parametrize("page", PAGES)
def test_an_excerpt_by_line_numbers_is_a_function_without_its_docstring(page):
    assert [name for file, name, lines in EXCERPT.findall(source(page)) if misplaced((ROOT / file).read_text("utf8"), name, lines)] == []


@pytest.mark.gate
def test_an_excerpt_whose_lines_have_moved_is_seen():
    text = 'def f(x):\n    """Double.\n\n    More."""\n    y = 2 * x\n    return y\n'
    assert not misplaced(text, "f", "1, 5-6")
    assert all(misplaced(text, "f", lines) for lines in ("1, 4-5", "1, 3-6", "1, 5", "5-6", "1-6", "1, 5-7"))
    assert sum(len(EXCERPT.findall(source(page))) for page in PAGES) > 3
