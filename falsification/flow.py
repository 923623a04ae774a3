"""Which names a piece of code takes from the code before it, and which it leaves behind.

It takes what it may read before it has bound it itself.  What is bound in a branch or a loop that may not be played is not bound
for sure after it; what a function binds is its own.
"""

import ast


def taken(tree):
    """Return the names that a module takes."""
    return _of_block(tree.body, set())


def bound(tree):
    """Return the names that code binds where it stands, not inside its functions and classes."""
    names, open_ones = set(), [tree]
    while open_ones:
        match open_ones.pop():
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp() | ast.Lambda():
                pass
            case ast.alias(name=name, asname=other):
                names.add((other or name).partition(".")[0])
            case node:
                open_ones += ast.iter_child_nodes(node)
    return names


def imported(tree):
    """Return the names that imports bind."""
    return set().union(*(bound(node) for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))))


def _of_block(statements, known):
    """Return what statements take that follow on those by which some names are known; add to these what they bind for sure."""
    names = set()
    for node in statements:
        match node:
            case ast.For() | ast.While():
                head, target = (node.iter, bound(node.target)) if isinstance(node, ast.For) else (node.test, set())
                names |= _read(head, known) | _of_block(node.body, known | target) | _of_block(node.orelse, set(known))
            case ast.If():
                one, other = set(known), set(known)
                names |= _read(node.test, known) | _of_block(node.body, one) | _of_block(node.orelse, other)
                known |= one & other
            case ast.With():
                for item in node.items:
                    names |= _read(item, known)
                    known |= bound(item)
                names |= _of_block(node.body, known)
            case ast.Try():
                names |= _read(node, known)
            case _:
                names |= _read(node, known)
                known |= bound(node)
    return names


def _read(node, known):
    """Return the names that a statement or an expression reads, but for the known ones."""
    match node:
        case ast.Name(id=name, ctx=ast.Load()):
            return {name} - known
        case ast.AugAssign(target=ast.Name(id=name)):
            return {name} - known | _read(node.value, known)
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            names, inner = set(), set(known)
            for part in node.generators:
                names |= _read(part.iter, inner)
                inner |= bound(part.target)
                names = names.union(*(_read(test, inner) for test in part.ifs))
            values = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
            return names.union(*(_read(value, inner) for value in values))
        case ast.Lambda() | ast.FunctionDef():
            body = node.body if isinstance(node.body, list) else [node.body]
            own = {part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)}.union(*map(bound, body))
            outside = [node.args, *getattr(node, "decorator_list", [])]
            return set().union(*(_read(part, known) for part in outside), *(_read(part, known | own) for part in body))
        case _:
            return set().union(*(_read(part, known) for part in ast.iter_child_nodes(node)))
