"""Which files of the package a piece of code can reach through its imports.

Every import counts, also one in a function or under a condition.  Pictures are left out: no verdict depends on them; and so
are the words of a card.
"""

import ast
from functools import cache
from importlib.util import resolve_name

from .edits import ROOT

PACKAGE = ROOT / "otbnotes"
BY_NAME = {"otbnotes.words": "otbnotes.lanes"}      # what a module imports with importlib, which can't be seen
NO_VERDICT = {PACKAGE / "cards.py", PACKAGE / "typeset.py"}


def reached(code):
    """Return the files of the package that ``code`` imports, and those that these import, in their order."""
    found, seen, todo = set(), set(), list(_imports(code, ""))
    while todo:
        name = todo.pop()
        if name in seen or name.partition(".")[0] != PACKAGE.name:
            continue
        seen.add(name)
        todo += [name.rpartition(".")[0], BY_NAME.get(name, "")]
        path, package = _file(name)
        if path and PACKAGE / "plots" not in path.parents and path not in NO_VERDICT:
            found.add(path)
            todo += _read(path, package)
    return sorted(found)


def _file(name):
    """Return the file of a module and the package that its relative imports start from; None for a name that is no module."""
    place = ROOT.joinpath(*name.split("."))
    if (place / "__init__.py").exists():
        return place / "__init__.py", name
    return (place.with_suffix(".py"), name.rpartition(".")[0]) if place.with_suffix(".py").exists() else (None, "")


@cache
def _read(path, package):
    return tuple(_imports(path.read_text("utf8"), package))


def _imports(code, package):
    """Yield the names that code imports: modules, and what may be a module of a package."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = resolve_name("." * node.level + (node.module or ""), package) if node.level else node.module
            yield from (module, *(f"{module}.{alias.name}" for alias in node.names))
