"""What the code of the pages says of their rows: a formula that stands as a bound is one of its statement, and no row is true of all numbers."""

import ast

import pytest
from falsification import hollow, rows, slices
from otbnotes import bounds
from pages import ROOT, source

PAGES = sorted(path.stem for path in ROOT.glob("chapters/*.md"))
SHEET = {node.name: {label.value for mark in node.decorator_list if isinstance(mark, ast.Call) for label in mark.args}
         for node in ast.parse((ROOT / "otbnotes" / "bounds.py").read_text("utf8")).body if isinstance(node, ast.FunctionDef) and node.decorator_list}


def formula(node, known):
    """Return the name of the formula that a call is one of; None for any other expression."""
    named = rows.meanings(node.func, known) if isinstance(node, ast.Call) else ()
    return next((name for one in named if (name := getattr(one, "attr", getattr(one, "id", None))) in SHEET), None)


def strangers(codes):
    """Return the formulas that stand as the bound of a claim but are not registered for it, so that no term of theirs is measured.

    Asked are the verbs by which a statement holds.  In ``needs`` a formula of another statement may well stand, and nothing would be
    measured there.  Nor is a formula asked for that is only a part of the bound.
    """
    return sorted({(label, name) for row in rows.rows(codes) if row.verb in ("holds", "tight", "expected") for side in (row.left, row.right)
                   for one in rows.meanings(side, row.known) if (name := formula(one, row.known)) for label in row.labels if label not in SHEET[name]})


@pytest.mark.parametrize("page", PAGES)
def test_a_formula_that_stands_as_a_bound_is_registered_for_its_statement(page):
    assert strangers([cell.code for cell in slices.cells(source(page))]) == []


@pytest.mark.gate
@pytest.mark.parametrize("row", [
    "c.holds(lost, bounds.gd_regret(1, 1, T))", "top = bounds.gd_regret(1, 1, 4)\nc.tight(lost, top)",
    "c.expected(lost, [bounds.gd_regret(1, 1, T) for T in rounds], 0, 1)", "f = bounds.gd_regret\nc.holds(f(1, 1, 4), game)",
    "def most(T):\n    return bounds.gd_regret(1, 1, T)\nc.holds(lost, most(4))", "pair = lost, bounds.gd_regret(1, 1, 4)\nc.tight(*pair)",
    "for trial, top in ((c, bounds.gd_regret(1, 1, 4)), (d, 1.0)):\n    trial.holds(lost, top)"])
def test_a_formula_of_another_statement_is_seen(row):
    claims = 'c, d = claim("hedge-01"), claim("gd-regret")\n'
    assert strangers([claims + row]) == [("hedge-01", "gd_regret")]
    assert strangers([claims + row.replace("c.", "d.").replace("(c,", "(d,")]) == []
    assert strangers([claims.replace("hedge-01", "gd-regret") + row]) == []


@pytest.mark.gate
def test_few_rows_of_the_book_are_out_of_sight():
    codes = {page: [cell.code for cell in slices.cells(source(page))] for page in PAGES}
    calls = {(page, ast.unparse(node)) for page, of in codes.items() for code in of for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)
             and isinstance(node.func, ast.Attribute) and node.func.attr in rows.SIDES}
    assert len({(page, row.code) for page, of in codes.items() for row in rows.rows(of)}) > 0.98 * len(calls)


FORMULAS = {name: getattr(bounds, name) for name in SHEET}
TRUE_OF_NUMBERS = "the statement is one on numbers, so its instances are numbers"
REASONS = {
    ("subgradient-existence", "exists.needs('relative-interior', g * u"): "the cell is there for the reader, who types the slope",
    ("def-lipschitz", "lipschitz.holds(quotients, at"): "the square root itself is on trial, at many numbers",
    ("log-inversion-affine", "affine.needs('offset'"): TRUE_OF_NUMBERS,
    ("log-inversion-affine", "affine.needs('factor'"): TRUE_OF_NUMBERS,
    ("perceptron-update-correction", "correction.needs('binary', 1"): "no game takes a label of 1/2, so the gain is multiplied out by hand",
}
"""Rows that no number turns red and that stay, by how they begin, each with its reason."""


def never_red(page):
    """Return the rows of a page that no number turns red."""
    return hollow.hollow([cell.code for cell in slices.cells(source(page))], FORMULAS)


@pytest.mark.parametrize("page", PAGES)
def test_every_row_could_be_red(page):
    assert [row for row in never_red(page) if not any(row[0] == label and row[1].startswith(code) for label, code in REASONS)] == []


def test_every_reason_is_of_a_row():
    codes = [(row.labels[0], row.code) for page in PAGES for row in rows.rows([cell.code for cell in slices.cells(source(page))])]
    assert [reason for reason in REASONS if not any(reason[0] == label and code.startswith(reason[1]) for label, code in codes)] == []


PLANTED = """
from otbnotes import bounds, claim
c = claim("hedge-01")
three, I, R, E = 3, play(), play(1), play(2)
top = bounds.hedge_regret(N, T)
"""


@pytest.mark.gate
@pytest.mark.parametrize("row", [
    "c.holds(3, 4)", "c.holds(three, 4)", "c.tight(three / 4, 0.75)", "c.needs('a', three, 2)", "c.identity([three, 4], [3, 4])",      # literals
    "c.needs('a', np.array([2.0, 0.0]) @ [1.0, -1.0], 1.0)", "c.holds(Fraction(1, 2), 3 / 4, on='a half')",
    "c.holds(len(set(I)), len(I))", "c.holds(0 * R, 0)", "c.identity(0 * play(x), 0)", "nothing = 0 * R\nc.agrees(nothing, 0, 'by hand')",
    "c.identity(top, math.sqrt(T * math.log(N) / 2))", "c.agrees([bounds.gd_regret(1, 1, t) for t in ts], [t ** 0.5 for t in ts], 'again')",
    "c.tight(top, top)", "c.tight(top, bounds.hedge_regret(N, T))", "c.equals(R, R, 0, 1, 0.1)", "c.holds(R, E + abs(R - E))",
    "c.needs('a', R * R, -1)", "pair = R, R\nc.holds(*pair)", "for n, top in ((3, 4), (4, 5)):\n    c.holds(n, top)"])
def test_a_row_that_is_true_of_all_numbers_is_seen(row):
    assert [label for label, _ in hollow.hollow([PLANTED + row], FORMULAS)] == ["hedge-01"]


@pytest.mark.gate
@pytest.mark.parametrize("row", [
    "c.holds(R, top)", "c.holds(R, 3)", "c.tight(R, bounds.hedge_regret(4, 100))", "c.needs('a', R, E)", "c.needs('a', R, 3)", "c.identity(R, E)",
    "c.identity(bounds.hedge_regret(4, 100), 8.325546)", "c.holds(bounds.ogd_regret_sharp(1, 1, T), bounds.ogd_regret(1, 1, T))", "c.holds(len(set(I)), 4)",
    "I = []\nI.append(R)\nc.identity(I, 0)", "a, b = sp.symbols('a b')\nc.identity((a + b) ** 2, a ** 2 + 2 * a * b + b ** 2)",
    "if R:\n    three = R\nc.holds(three, 4)"])
def test_a_row_that_some_number_turns_red_is_none_of_these(row):
    assert hollow.hollow([PLANTED + row], FORMULAS) == []
