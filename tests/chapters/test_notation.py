"""One symbol, one meaning: the tables of the notation page, held against the pages and against the code."""

import ast
import re
from functools import lru_cache

import pytest
from pages import CELL, ROOT, boxes, cells, reading_order, source


def rows_of(text):
    """Return the cells of each row of a table that begins with a formula."""
    rows = re.findall(r"^\| (\$.*) \|$", text, re.M)
    return [[cell.strip() for cell in re.split(r"(?<!\\) \| ", row)] for row in rows]


def notation():
    """Return the rows of both tables: symbol, code, shape, meaning, first use; and letter, meaning, statements."""
    symbols, local = (ROOT / "pages" / "notation.md").read_text("utf8").split("## Local letters")
    return rows_of(symbols), rows_of(local)


def symbols_of(cell):
    """Return the symbols in the first cell of a row."""
    return cell.strip("$").split(r",\ ")


def spelled(formula):
    """Return a formula without blanks, with the macros of the book in place of what they stand for."""
    return re.sub(r"\s", "", re.sub(r"\\mathcal\s*\{?([WD])\}?(?![A-Za-z])", r"\\\1", formula))


@lru_cache(maxsize=None)
def formulas(text):
    """Return the formulas of a text twice, one a line: without blanks; and without indices and accented letters."""
    found = ["".join(match) for match in re.findall(r"\$\$(.*?)\$\$|\$([^$]+)\$", CELL.sub("", text), re.S)]
    accented = r"\\(mathbf|mathcal|mathrm|operatorname|hat|bar|tilde|widehat)\s*(\{[^{}]*\}|\\?[A-Za-z]+)"
    plain = [re.sub(r"\\[td]?frac", r"\\frac ", re.sub(accented, "@", formula)) for formula in found]
    bare = [re.sub(r"_(\{(?:[^{}]|\{[^{}]*\})*\}|\\[A-Za-z]+|.)", "_", formula) for formula in plain]
    return "\n".join(map(spelled, found)), "\n".join(bare)


def occurs(symbol, text):
    """Say whether a symbol stands in a formula of the text; a letter with an index is another symbol."""
    if re.fullmatch(r"\\?[A-Za-z]+", symbol):
        before = r"(?<![A-Za-z\\])" if symbol.isalpha() else ""
        return re.search(before + re.escape(symbol) + r"(?![A-Za-z_])", formulas(text)[1]) is not None
    after = r"(?![A-Za-z])" if symbol[-1].isalpha() else ""
    return re.search(re.escape(spelled(symbol)) + after, formulas(text)[0]) is not None


@lru_cache(maxsize=None)
def definitions():
    """Return the source of every function and class of the package: name -> texts."""
    found = {}
    for path in ROOT.glob("otbnotes/**/*.py"):
        lines = path.read_text("utf8").splitlines(keepends=True)
        for node in ast.parse("".join(lines)).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                found.setdefault(node.name, []).append("".join(lines[node.lineno - 1:node.end_lineno]))
    return found


@lru_cache(maxsize=None)
def words_within_reach(page):
    """Return every word of the code of a page, and of the functions and classes of the package that it names."""
    code = set(re.findall(r"\w+", "\n".join("\n".join(lines) for lines, _ in cells(page))))
    return code.union(*(re.findall(r"\w+", text) for name in code for text in definitions().get(name, ())))


def names_in_package():
    """Return every argument, attribute, function and variable name of the package."""
    names = set()
    for path in ROOT.glob("otbnotes/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf8"))):
            for field in ("arg", "attr", "name", "id"):
                if isinstance(getattr(node, field, None), str):
                    names.add(getattr(node, field))
    return names


def told(local):
    """Return the pairs of letter and statement in the table of local letters."""
    return {(letter.strip("$"), label) for letter, _, where in local for label in re.findall(r"`([^`]+)`", where)}


def wrong_first_uses(symbols, local):
    """Return what is wrong with the column of first uses."""
    order, reached, found = reading_order(), 0, []
    for cell, code, _, _, first in symbols:
        page = first.split("chapters/")[-1].strip("`")
        if page not in order:
            found.append(f"{cell}: there is no page {page}")
            continue
        if order.index(page) < reached:
            found.append(f"{cell}: not in reading order")
        reached = order.index(page)
        if not any(set(re.findall(r"\w{2,}", name)) <= words_within_reach(page) for name in re.findall("`([^`]+)`", code)):
            found.append(f"{cell}: {code} is not in the code of {page}")
        for symbol in symbols_of(cell):
            if not occurs(symbol, source(page)):
                found.append(f"{symbol}: not in a formula of {page}")
            found += [f"{symbol}: already in {label}" for early in order[:reached] for label, text in boxes(early).items()
                      if occurs(symbol, text) and (symbol, label) not in told(local)]
    return found


def wrong_local_letters(symbols, local):
    """Return what is wrong with the table of local letters."""
    known = {name for cell, *_ in symbols for symbol in symbols_of(cell) for name in (symbol, symbol.split("(")[0])}
    texts = {label: text for page in reading_order() for label, text in boxes(page).items()}
    found = [f"{letter}: not in the table of symbols" for letter, *_ in local if letter.strip("$") not in known]
    return found + [f"{letter}: not in {label}" for letter, label in sorted(told(local))
                    if not occurs(letter, texts.get(label, ""))]


def test_each_symbol_means_one_thing_and_each_name_is_in_the_package():
    (rows, _), known = notation(), names_in_package()
    assert len(rows) >= 20
    symbols = [row[0] for row in rows]
    assert len(set(symbols)) == len(symbols)
    for symbol, code, _, meaning, _ in rows:
        words = re.findall(r"[A-Za-z_]{2,}", code)
        assert meaning and (words or code == "`t`"), symbol
        assert set(words) <= known, f"{symbol}: {set(words) - known} is not in the package"


def test_each_symbol_is_first_used_where_the_notation_says():
    assert wrong_first_uses(*notation()) == []


def test_the_local_letters_are_in_the_statements_named():
    assert wrong_local_letters(*notation()) == []


@pytest.mark.gate
@pytest.mark.parametrize("cell, page, complaint", [
    (r"$\tau(n)$", "svm", r"\tau(n): not in a formula of svm"),
    ("$m$", "stability", "m: already in test-error-unbiased"),
    ("$m$", "concentration", "$m$: `test_sample` is not in the code of concentration"),
    ("$T$", "nowhere", "$T$: there is no page nowhere"),
    ("$L$", "regret", "$L$: not in reading order")])
def test_a_wrong_first_use_is_seen(cell, page, complaint):
    symbols, local = notation()
    changed = [[*row[:4], f"{{doc}}`../chapters/{page}`"] if row[0] == cell else row for row in symbols]
    assert complaint in wrong_first_uses(changed, local)


@pytest.mark.gate
def test_a_local_letter_that_is_not_told_or_not_there_is_seen():
    symbols, local = notation()
    assert "c: already in gd-average-regret" in wrong_first_uses(symbols, [row for row in local if row[0] != "$c$"])
    assert wrong_local_letters(symbols, [["$c$", "nothing", "{prf:ref}`gd-algorithm`"]]) == ["c: not in gd-algorithm"]
    assert wrong_local_letters(symbols, [[r"$\pi$", "nothing", ""]]) == [r"$\pi$: not in the table of symbols"]
