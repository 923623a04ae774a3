"""Which files of the package a piece of code can reach through its imports.

Every import counts, also one in a function or under a condition.  A package that gathers its modules with ``import *`` leads
only to those whose public names the importing code mentions.
"""

import ast
from functools import cache
from importlib.util import find_spec, resolve_name
from pathlib import Path

PACKAGE = Path(find_spec("otbnotes").origin).parent
BY_NAME = {"words.py": "otbnotes.lanes"}        # what a file imports with importlib, which can't be seen
NO_VERDICT = frozenset({PACKAGE / "cards.py", PACKAGE / "typeset.py", *(PACKAGE / "plots").glob("*.py")})
"""The words of a card and the pictures: what a page shows depends on them, and no verdict does."""


def reached(code, without=frozenset()):
    """Return the files of the package that ``code`` imports, and those that these import, in their order.

    The files in ``without`` are left out, and what they alone import.
    """
    found, todo = set(), list(_needs(code, ""))
    while todo:
        path, package = todo.pop()
        if path not in found and path not in without:
            found.add(path)
            todo += _needs(path.read_text("utf8"), package, BY_NAME.get(path.name))
    return sorted(found)


def data():
    """Return the files of the package that its modules read."""
    return sorted(PACKAGE.rglob("*.json"))


@cache
def _needs(code, package, by_name=None):
    """Return the files that code imports, each with the package that its own relative imports start from."""
    tree = ast.parse(code)
    mentioned = {word for node in ast.walk(tree) for word in (getattr(node, "id", ""), getattr(node, "attr", ""), getattr(node, "name", ""))}
    needs = set()
    for name in [*_imports(tree, package), *filter(None, [by_name])]:
        parts = name.split(".")
        for i in range(1, len(parts) + 1) if parts[0] == PACKAGE.name else ():
            file = _file(".".join(parts[:i]))
            needs |= {file, *(part for part, public in _gathered(*file) if public & mentioned)} if file else set()
    return needs


def _imports(tree, package):
    """Yield the names that code imports: modules, and what may be a module of a package; nothing for ``import *``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = _from(node, package)
            yield from (f"{module}.{alias.name}" for alias in node.names if alias.name != "*")


@cache
def _gathered(path, package):
    """Return the files that a package gathers with ``import *``, each with its public names."""
    stars = [node for node in ast.parse(path.read_text("utf8")).body if isinstance(node, ast.ImportFrom) and node.names[0].name == "*"]
    files = [_file(_from(node, package)) for node in stars]
    return tuple((file, _public(file[0].read_text("utf8"))) for file in files)


def _public(code):
    """Return what a module lists in ``__all__``."""
    return frozenset(*(ast.literal_eval(node.value) for node in ast.parse(code).body
                       if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__"))


def _from(node, package):
    return resolve_name("." * node.level + (node.module or ""), package) if node.level else node.module


def _file(name):
    """Return the file of a module and the package that its relative imports start from; None for a name that is no module."""
    place = PACKAGE.parent.joinpath(*name.split("."))
    if (place / "__init__.py").exists():
        return place / "__init__.py", name
    return (place.with_suffix(".py"), name.rpartition(".")[0]) if place.with_suffix(".py").exists() else None
