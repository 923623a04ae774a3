"""Rows that would be green whatever had been played.

    hollow(codes, sheet)     the rows of some cells that no number turns red, each as its labels and its code

Each row is judged again with other numbers: all that a page plays, draws or looks up is replaced by random numbers, the same code by
the same ones, and only what the page itself computes from them is computed again: sums, products, roots, logarithms, and the formulas
of the sheet.  A row that stays green for all of them is true of any list, and no evidence.  So are found

    a typed number against another, also by a name          |set(I)| <= |I|
    a formula against itself, or against its retyping       x times 0 against 0
    R <= E + |R - E|                                        a ``needs`` whose bound is below anything that could be measured

Not asked: two different formulas of the sheet side by side, for that is a statement on formulas; a formula with numbers in it beside
a number that was worked out by hand; what sympy is to show, for there true of any number is the point.  Not seen: what a function of the page
or of the package does with its arguments (whether ``found.indices`` can have more than d entries), and which numbers can be met at all (whether a risk
can pass 1): ``resolution`` asks that of the numbers that were met.
"""

import ast
import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from . import rows

DRAWS = 400
FEW = 20            # a formula that takes fewer of the random arguments is not computed
ARITHMETIC = {"np", "math", "sp", "F", "Fraction"}
SAME = {"float", "array", "asarray", "list", "tuple", "Fraction", "F"}
FUNCTIONS = {"sqrt": np.sqrt, "log": np.log, "log1p": np.log1p, "log2": np.log2, "exp": np.exp, "expm1": np.expm1, "sinh": np.sinh, "cosh": np.cosh, "abs": np.abs,
             "ceil": np.ceil, "floor": np.floor, "Fraction": np.divide, "F": np.divide, "max": np.maximum, "min": np.minimum,
             "maximum": np.maximum, "minimum": np.minimum}
OPERATORS = {ast.Add: np.add, ast.Sub: np.subtract, ast.Mult: np.multiply, ast.Div: np.divide, ast.FloorDiv: np.floor_divide, ast.Mod: np.mod, ast.Pow: np.power,
             ast.Gt: np.greater, ast.GtE: np.greater_equal, ast.Lt: np.less, ast.LtE: np.less_equal, ast.Eq: np.equal, ast.NotEq: np.not_equal}


class Unasked(Exception):
    """A row that is not asked."""


class Value(NamedTuple):
    """What a node comes to in each draw, a column for each entry; the formulas in it; whether all of it was typed."""

    draws: np.ndarray
    formulas: frozenset = frozenset()
    typed: bool = True


class Replay:
    """Computes the sides of rows from random numbers."""

    def __init__(self, sheet):
        self.sheet, self.leaves, self.generator = sheet, {}, np.random.default_rng(0)

    def leaf(self, node):
        """Return random numbers for what a page plays: counts, shares, and numbers of any size and sign."""
        code = ast.unparse(node)
        if code not in self.leaves:
            kind, r = self.generator.choice(4, DRAWS, p=(0.4, 0.2, 0.3, 0.1)), self.generator
            large, small = 10 ** r.uniform(-10, 40, DRAWS), -(10 ** r.uniform(-6, 9, DRAWS))      # a sum of both is right to 1e-6
            any_size = np.where(code.startswith("len(") | r.choice([True, False], DRAWS), large, small)
            self.leaves[code] = np.choose(kind, (r.integers(2, 10, DRAWS), r.random(DRAWS), any_size, 0.0))[:, None]
        return Value(self.leaves[code], typed=False)

    def value(self, node, known):
        """Return what a node comes to."""
        try:
            return self.computed(node, known) or self.leaf(node)
        except (ValueError, TypeError, OverflowError):
            return self.leaf(node)

    def computed(self, node, known):
        """Return what a node comes to; None for what is played."""
        match node:
            case ast.Constant(value=int() | float() as number):
                return Value(np.full((DRAWS, 1), float(number)))
            case ast.Name(id=name) if len(known.get(name, ())) == 1 and known[name][0]:
                if "ymbol" in ast.unparse(known[name][0]):
                    raise Unasked
                return self.computed(known[name][0], {**known, name: [None]})      # a name in its own value is what it was before
            case ast.UnaryOp(op=ast.USub()):
                return self.apply(np.negative, [node.operand], known)
            case ast.BinOp() if type(node.op) in OPERATORS:
                return self.apply(OPERATORS[type(node.op)], [node.left, node.right], known)
            case ast.Compare(ops=[of]) if type(of) in OPERATORS:
                return self.apply(OPERATORS[type(of)], [node.left, *node.comparators], known)
            case ast.Tuple() | ast.List() if node.elts:
                return self.apply(lambda *entries: np.concatenate(entries, axis=1), node.elts, known)
            case ast.ListComp() | ast.GeneratorExp():
                return self.value(node.elt, known)
            case ast.Call(func=ast.Name(id="len"), args=[ast.Call(func=ast.Name(id="set"), args=[of])]):
                whole = self.value(ast.Call(node.func, [of], []), known)
                return Value(np.floor(whole.draws * self.generator.random((DRAWS, 1))), typed=False)
            case ast.Call(args=args) if not any(isinstance(one, ast.Starred) for one in args):
                return self.called(node, known)

    def called(self, node, known):
        """Return what a call of a formula or of arithmetic comes to; None for any other call."""
        of = next(iter(rows.meanings(node.func, known)))
        name = getattr(of, "attr", getattr(of, "id", None))
        given = node.args + [one.value for one in node.keywords]
        if name in self.sheet and (isinstance(of, ast.Name) or getattr(of.value, "id", "") == "bounds"):
            names = [one.arg for one in node.keywords]
            return self.apply(lambda *values: self.formula(name, names, values, node), given, known)._replace(formulas=frozenset([name]))
        if name in SAME and len(given) == 1:
            return self.value(given[0], known)
        if name in FUNCTIONS and len(given) == getattr(FUNCTIONS[name], "nin", 1) and not node.keywords:
            return self.apply(FUNCTIONS[name], given, known)
        return None

    def apply(self, function, nodes, known):
        """Return what a function makes of the values of some nodes."""
        values = [self.value(node, known) for node in nodes]
        with np.errstate(all="ignore"):
            draws = function(*(value.draws for value in values))
        return Value(draws * 1.0, frozenset().union(*(value.formulas for value in values)), all(value.typed for value in values))

    def formula(self, name, names, values, node):
        """Return a formula in each draw, NaN where it refuses its arguments; where it takes few, a number for how the call is written."""
        if any(value.shape[1] > 1 for value in values):
            raise ValueError
        found, split = np.full((DRAWS, 1), np.nan), len(values) - len(names)
        for k, numbers in enumerate(np.concatenate(values, axis=1) if values else np.empty((DRAWS, 0))):
            if np.isfinite(numbers).all() and (np.abs(numbers) < 1e4).all():
                given = [int(number) if number == int(number) else number for number in numbers]
                try:
                    found[k] = float(self.sheet[name](*given[:split], **dict(zip(names, given[split:]))))
                except (ValueError, ArithmeticError, TypeError):
                    pass
        return found if np.isfinite(found).sum() >= FEW else self.leaf(node).draws


def _green(verb, left, right):
    """Say in which draws a row would be green."""
    if verb in ("needs", "refutes_source"):
        return left > right
    margin = 1e-6 * np.maximum(1, np.abs(right))
    if verb in ("identity", "agrees", "equals"):
        return np.abs(left - right) <= margin
    return left <= right + margin


def _never_red(row, replay):
    """Say whether no number turns a row red."""
    sides = [row.left, row.right]
    if isinstance(row.left, ast.Starred):
        pair = next((one for one in [row.left.value, *(row.known.get(getattr(row.left.value, "id", "")) or ())] if isinstance(one, ast.Tuple)), None)
        if pair is None or len(pair.elts) < 2:
            return False
        sides = pair.elts[:2]
    if {node.id for side in sides for node in ast.walk(side) if isinstance(node, ast.Name)} <= ARITHMETIC:
        return True                                 # nothing but numbers that were typed
    try:
        left, right = (replay.value(side, row.known) for side in sides)
        on_formulas = left.formulas and right.formulas and left.formulas != right.formulas
        by_hand = left.typed and right.typed and bool(left.formulas) != bool(right.formulas)
        with np.errstate(all="ignore"):
            green = _green(row.verb, left.draws, right.draws)
            known = np.isfinite(left.draws + right.draws)
    except (Unasked, ValueError):
        return False
    return not (on_formulas or by_hand) and known.any(axis=0).all() and bool(green[known].all())


def hollow(codes, sheet):
    """Return the rows of some cells that stay green whatever was played.

    Parameters
    ----------
    codes : list of str
        The cells of a page.
    sheet : dict
        The formulas, by their names.
    """
    found, replay = {}, Replay(sheet)
    for row in rows.rows(codes):
        key = row.labels, row.line, row.code
        if found.get(key, True):
            found[key] = _never_red(row, replay)
    return [(labels[0], code) for (labels, _, code), never in found.items() if never]
