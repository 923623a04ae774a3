"""Which files of the package a piece of code can reach through its imports.

Every import counts, also one in a function or under a condition.  ``from otbnotes.online import hedge`` leads to the module that
``otbnotes/online/__init__.py`` has ``hedge`` from, not to the others that stand there.
"""

import ast
from functools import cache
from importlib.util import find_spec, resolve_name
from pathlib import Path

PACKAGE = Path(find_spec("otbnotes").origin).parent
BY_NAME = {PACKAGE / "words.py": "otbnotes.lanes"}        # what a file imports with importlib, which can't be seen
NO_VERDICT = frozenset({PACKAGE / "cards.py", PACKAGE / "typeset.py", *(PACKAGE / "plots").glob("*.py")})
"""The words of a card and the pictures: what a page shows depends on them, and no verdict does."""


def reached(code, without=frozenset()):
    """Return the files of the package that ``code`` imports, and those that these import, in their order.

    The files in ``without`` are left out, and what they alone import.
    """
    found, seen, todo = set(), set(), _imports(code, "")
    while todo:
        name = todo.pop()
        if name not in seen and name.partition(".")[0] == PACKAGE.name:
            seen.add(name)
            files, more = _leads_to(name)
            if without.isdisjoint(files):
                found.update(files)
                todo += more
    return sorted(found)


def data():
    """Return the files of the package that its modules read."""
    return sorted(PACKAGE.rglob("*.json"))


@cache
def _leads_to(name):
    """Return the files on the way to a dotted name, and the dotted names that the last of them imports for it."""
    place, package, files = PACKAGE.parent, "", []
    for part in name.split("."):
        if (place / part / "__init__.py").exists():
            place, package = place / part, f"{package}.{part}".lstrip(".")
            files.append(place / "__init__.py")
        elif (place / f"{part}.py").exists():
            path = place / f"{part}.py"
            return [*files, path], [*_imports(path.read_text("utf8"), package), *filter(None, [BY_NAME.get(path)])]
        else:
            passed_on = _imports(files[-1].read_text("utf8"), package)
            return files, [other for other in passed_on if other.endswith(f".{part}")] or passed_on
    return files, _imports(files[-1].read_text("utf8"), package)


def _imports(code, package):
    """Return the dotted names that code imports; its relative imports start from ``package``."""
    names = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = resolve_name("." * node.level + (node.module or ""), package) if node.level else node.module
            names += [f"{module}.{alias.name}" for alias in node.names]
    return names
