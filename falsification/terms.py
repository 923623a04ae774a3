"""The terms of a formula, read off its code: all that could be wrong in it by a factor.

They are the whole; each summand and each constant beside it; what stands under a logarithm or in an exponential function; each
exponent.  A factor of a product is none of its own: to change it is to change the product.  Nor is the index of a sum.

    weighed(source)     the formula sheet with every term weighed, so that ``scaled(number, factor)`` changes one of them
"""

import ast
from typing import NamedTuple

CURVED = {"log", "log1p", "log2", "exp", "expm1", "sinh", "cosh", "lgamma"}
CHOICES = {"max", "min"}

PRELUDE = """
from contextlib import contextmanager as _contextmanager

_changed = {}


@_contextmanager
def scaled(number, factor):
    _changed[number] = factor
    try:
        yield
    finally:
        _changed.clear()


def _weighed(number, value):
    return value * _changed[number] if number in _changed else value


def _root(number, value):
    return value ** (0.5 * _changed[number]) if number in _changed else math.sqrt(value)
"""


class Term(NamedTuple):
    """A term: its number, its code, whether it is the whole value of its formula, and whether it is an exponent."""

    number: int
    code: str
    whole: bool = False
    exponent: bool = False


class _Weigher:
    """Wraps the terms of one formula after the other."""

    def __init__(self):
        self.terms, self.indices = [], set()

    def new(self, code, **kind):
        """Number a new term."""
        self.terms.append(Term(len(self.terms), code, **kind))
        return self.terms[-1].number

    def term(self, node, exponent=False, within=""):
        """Return a node that is weighed; ``within`` is the code that it stands in, where its own would not tell where that is."""
        return _weighed(self.new(_code(node) + (f" in {within}" if within else ""), exponent=exponent), node)

    def inside(self, node):
        """Return a node whose parts are weighed: it is weighed itself already, or to do so would be the same as to weigh another."""
        if self.counts(node):
            return node
        match node:
            case ast.BinOp(op=ast.Add() | ast.Sub()):
                node.left, node.right = self.summand(node.left), self.summand(node.right)
            case ast.BinOp(op=ast.Pow()):
                within = _code(node)
                node.left = self.inside(node.left)
                node.right = node.right if self.counts(node.right) else self.term(node.right, exponent=True, within=within)
            case ast.BinOp(op=ast.Mult() | ast.Div()):
                node.left, node.right = self.inside(node.left), self.inside(node.right)
            case ast.UnaryOp():
                node.operand = self.inside(node.operand)
            case ast.IfExp():
                node.body, node.orelse = self.inside(node.body), self.inside(node.orelse)
            case ast.GeneratorExp():
                outer = self.indices
                self.indices = outer | {part.target.id for part in node.generators if _is_range(part.iter)}
                node.elt, self.indices = self.inside(node.elt), outer
            case ast.Call(func=ast.Attribute(attr="sqrt", value=ast.Name(id="math"))):
                return _weighed(self.new(_code(node), exponent=True), self.inside(node.args[0]), by="_root")
            case ast.Call(func=ast.Attribute(attr=name)) if name in CURVED:
                within = _code(node)
                node.args = [self.curved(argument, within) for argument in node.args]
            case ast.Call(func=ast.Name(id=name)) if name in CHOICES and len(node.args) > 1:
                node.args = [self.summand(argument) for argument in node.args]
            case ast.Call(func=ast.Name()):
                node.args = [self.inside(argument) for argument in node.args]
        return node

    def counts(self, node):
        """Say whether a node only counts: it is made of indices."""
        names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        return bool(names) and names <= self.indices

    def summand(self, node):
        """Return a summand, weighed unless it is a sum itself or only counts."""
        if self.counts(node):
            return node
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            return self.inside(node)
        return self.term(self.inside_of(node)) if not isinstance(node, ast.Constant) or node.value else node

    def curved(self, node, within):
        """Return what stands under a logarithm: weighed, unless it is a mere number."""
        return node if isinstance(node, ast.Constant) else self.term(self.inside_of(node), within=within)

    def inside_of(self, node):
        """Return a node with its parts weighed, under the code that it had."""
        code = _code(node)
        node = self.inside(node)
        node.code = code
        return node


def _is_range(node):
    """Say whether a loop goes through whole numbers."""
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "range"


def _weighed(number, node, by="_weighed"):
    """Return the call that weighs a node."""
    return ast.Call(ast.Name(by, ast.Load()), [ast.Constant(number), node], [])


def _code(node):
    """Return the code of a node as it stood, without the name of the library."""
    return getattr(node, "code", None) or ast.unparse(node).replace("math.", "").replace("np.", "")


def weighed(source):
    """Return the text of a formula sheet in which every term is weighed, and the terms of each function.

    Parameters
    ----------
    source : str
        A module of functions that return numbers.

    Returns
    -------
    text : str
        With a function ``scaled(number, factor)`` more, a context in which one term is multiplied.
    terms : dict
        The name of each function -> its terms, and those of the functions that it calls, but for their wholes.
    """
    tree = ast.parse(source)
    weigher, own, calls = _Weigher(), {}, {}
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name != "bound"]
    for function in functions:
        calls[function.name] = [node.func.id for node in ast.walk(function) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
        before, whole = len(weigher.terms), None
        for node in _statements(function):
            if node.value is None or isinstance(node.value, ast.Constant):
                continue
            if isinstance(node.value, ast.Tuple):
                node.value.elts = [weigher.inside(element) for element in node.value.elts]
            elif isinstance(node, ast.Return):
                code, value = _code(node.value), weigher.inside(node.value)
                whole = weigher.new(code, whole=True) if whole is None else whole       # all returns are one whole
                node.value = _weighed(whole, value)
            else:
                node.value = weigher.inside(node.value)
        own[function.name] = weigher.terms[before:]

    def all_of(name, seen):
        found = list(own[name])
        for other in calls[name]:
            if other in own and other not in seen:
                seen.add(other)
                found += [term for term in all_of(other, seen) if not term.whole]
        return found

    text = ast.unparse(ast.fix_missing_locations(tree))
    return text + "\n" + PRELUDE, {name: all_of(name, {name}) for name in own}


def _statements(function):
    """Yield the assignments and returns of a function that make its value."""
    for node in ast.walk(function):
        if isinstance(node, (ast.Assign, ast.Return)):
            yield node
