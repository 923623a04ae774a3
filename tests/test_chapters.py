"""House rules for the sources of the book: length of pages and lines, quiet cells, one notation."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CHAPTERS = sorted(ROOT.glob("chapters/*.md"))
CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(.*?)^```$", re.M | re.S)


def cells(chapter):
    """Return the code of each cell, its options left out, and whether it is folded away."""
    for match in CELL.finditer(chapter.read_text("utf8")):
        code = re.sub(r"\A(?:---\n.*?^---\n|(?::[^\n]*\n)+)", "", match[1], flags=re.M | re.S)
        yield code.splitlines(), "hide-" in match[1]


def names_in_package():
    """Return every argument, attribute, function and variable name of the package."""
    names = set()
    for path in ROOT.glob("otbnotes/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf8"))):
            for field in ("arg", "attr", "name", "id"):
                if isinstance(getattr(node, field, None), str):
                    names.add(getattr(node, field))
    return names


def notation():
    """Return the rows of the notation table: symbol, code, shape, meaning."""
    rows = re.findall(r"^\| (\$.*) \|$", (ROOT / "notation.md").read_text("utf8"), re.M)
    return [[cell.strip() for cell in re.split(r"(?<!\\) \| ", row)] for row in rows]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_a_page_is_not_too_long(chapter):
    assert len(chapter.read_text("utf8").splitlines()) <= 500


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_code_that_is_shown_fits_the_column_and_no_cell_ends_with_a_semicolon(chapter):
    shown = [(code, folded) for code, folded in cells(chapter)]
    assert shown
    for code, folded in shown:
        assert not code[-1].rstrip().endswith(";"), code[-1]
        too_long = [line for line in code if len(line) > (100 if folded else 95)]
        assert not too_long


def test_each_symbol_means_one_thing_and_each_name_is_in_the_package():
    rows, known = notation(), names_in_package()
    assert len(rows) >= 20
    symbols = [row[0] for row in rows]
    assert len(set(symbols)) == len(symbols)
    for symbol, code, _, meaning in rows:
        words = re.findall(r"[A-Za-z_]{2,}", code)
        assert meaning and (words or code == "`t`"), symbol
        assert set(words) <= known, f"{symbol}: {set(words) - known} is not in the package"
