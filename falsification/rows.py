"""The rows of a page as they stand in its code: which claim, which verb, and what is on either side.

    rows(codes)             every row of some cells, in the order of the page
    meanings(node, known)   the expressions that a node can stand for, once its names are read

Only the text is read.  A name means what it was bound to last; a loop over a written list is read once for each entry, and a call of
a function of the page means what the function returns.  A claim that a page hands to a function as an argument is not followed.
"""

import ast
from typing import NamedTuple

SIDES = {**dict.fromkeys(("holds", "expected", "equals", "identity", "agrees", "tight", "refutes_source"), (0, 1)), "needs": (1, 2)}
ARRAYS = {"array", "asarray", "float", "list", "tuple"}


class Row(NamedTuple):
    """A row: the labels of its claim, its verb, its line, its code, its two sides and what the names were bound to before it."""

    labels: tuple
    verb: str
    line: int
    code: str
    left: ast.expr
    right: ast.expr
    known: dict


def rows(codes):
    """Yield the rows of some cells, each with the line of its cell."""
    known = {}
    for code in codes:
        yield from _read(ast.parse(code), known)


def meanings(node, known, depth=9):
    """Yield the expressions that a node can stand for: those in a name, in a list, in both branches, in a function's return."""
    deeper = depth and depth - 1
    match node:
        case ast.Name(id=name) if depth and (values := [value for value in known.get(name, ()) if value]):
            inner = values
        case ast.IfExp():
            inner = (node.body, node.orelse)
        case ast.Tuple() | ast.List():
            inner = node.elts
        case ast.ListComp() | ast.GeneratorExp():
            inner = (node.elt,)
        case ast.Starred():
            inner = (node.value,)
        case ast.Call(args=[first, *_]) if getattr(node.func, "attr", getattr(node.func, "id", "")) in ARRAYS:
            inner = (first,)
        case ast.Call(func=ast.Name(id=name)) if depth and (bodies := [body for of in known.get(name) or () for body in _returned(of)]):
            inner = bodies
        case _:
            yield node
            return
    for one in inner:
        yield from meanings(one, known, deeper)


def _returned(node):
    """Return what a function gives back; nothing for any other node."""
    if isinstance(node, ast.Lambda):
        return [node.body]
    if isinstance(node, ast.FunctionDef):
        return [part.value for part in ast.walk(node) if isinstance(part, ast.Return) and part.value]
    return []


def _read(node, known):
    """Yield the rows in a node in the order in which they are played, and keep what its names are bound to."""
    match node:
        case ast.Assign():
            yield from _read(node.value, known)
            for target in node.targets:
                _bind(target, [node.value], known)
            return
        case ast.For() | ast.comprehension():
            yield from _read(node.iter, known)
            for entries in [[entry] for entry in getattr(node.iter, "elts", ())] or [[None]]:
                _bind(node.target, entries, known)
                for part in node.body if isinstance(node, ast.For) else node.ifs:
                    yield from _read(part, known)
            return
        case ast.ListComp() | ast.GeneratorExp() | ast.SetComp():
            for part in (*node.generators, node.elt):
                yield from _read(part, known)
            return
        case ast.FunctionDef() | ast.Lambda():
            inner = known | {part.arg: [None] for part in ast.walk(node.args) if isinstance(part, ast.arg)}
            for part in node.body if isinstance(node, ast.FunctionDef) else [node.body]:
                yield from _read(part, inner)
            if isinstance(node, ast.FunctionDef):
                known[node.name] = [node]
            return
        case ast.If():
            yield from _read(node.test, known)
            before, ends = dict(known), []
            for branch in (node.body, node.orelse):
                inner = dict(before)
                for part in branch:
                    yield from _read(part, inner)
                ends.append(inner)
            for name in ends[0].keys() | ends[1].keys():
                known[name] = list(dict.fromkeys(value for end in ends for value in end.get(name, [None])))
            return
        case ast.AugAssign(target=of) | ast.Call(func=ast.Attribute(value=ast.Name() as of, attr="append" | "extend" | "update" | "add" | "sort" | "fill")):
            _bind(of, [None], known)
        case ast.Call(func=ast.Attribute(value=of, attr=verb)) if verb in SIDES:
            labels = tuple(one.args[0].value for one in meanings(of, known) if isinstance(one, ast.Call) and getattr(one.func, "id", "") == "claim")
            sides = _sides(node, verb)
            if labels and sides:
                yield Row(labels, verb, node.lineno, ast.unparse(node), *sides, dict(known))
    for part in ast.iter_child_nodes(node):
        yield from _read(part, known)


def _sides(call, verb):
    """Return the two sides of a row; None where they are given as one pair that the code doesn't show."""
    given = [part for one in call.args for part in (one.value.elts if isinstance(one, ast.Starred) and isinstance(one.value, ast.Tuple) else [one])]
    first, second = SIDES[verb]
    if len(given) > second and not any(isinstance(one, ast.Starred) for one in given[:second + 1]):
        return given[first], given[second]
    star = next((one for one in given if isinstance(one, ast.Starred)), None)
    return star and (star, star)


def _bind(target, values, known):
    """Bind the names of a target to what they can stand for; to nothing where the code doesn't show it."""
    match target:
        case ast.Name(id=name):
            known[name] = values
        case ast.Subscript(value=of) | ast.Attribute(value=of):
            _bind(of, [None], known)
        case ast.Tuple() | ast.List():
            for i, part in enumerate(target.elts):
                _bind(part, [_entry(value, i, len(target.elts)) for value in values], known)


def _entry(value, i, of):
    """Return an entry of an expression, as it is written or as a subscript."""
    if value is None:
        return None
    if isinstance(value, (ast.Tuple, ast.List)):
        if len(value.elts) == of and not any(isinstance(part, ast.Starred) for part in value.elts):
            return value.elts[i]
    return ast.Subscript(value, ast.Constant(i), ast.Load())
