"""What of the package a piece of code can reach: the files, through its imports, and the definitions in them, by their names.

Every import counts, also one in a function or under a condition.  ``from otbnotes.online import hedge`` leads to the module that
``otbnotes/online/__init__.py`` has ``hedge`` from, not to the others that stand there.
"""

import ast
from functools import cache
from importlib.util import find_spec, resolve_name
from pathlib import Path

PACKAGE = Path(find_spec("otbnotes").origin).parent
BY_NAME = {PACKAGE / "words.py": "otbnotes.lanes"}        # what a file imports with importlib, which can't be seen
NO_VERDICT = frozenset({PACKAGE / "cards.py", PACKAGE / "sentences.py", PACKAGE / "typeset.py", *(PACKAGE / "plots").glob("*.py")})
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


def pieces(code, without=frozenset()):
    """Return what ``code`` can reach of each file of ``reached``: the path, and the lines of the statements at its top level.

    A function, a class or a constant is left out whose name is mentioned nowhere in ``code``, nor in what is reached: so a new bound
    concerns only the pages that name it.  A name counts wherever it stands, in a string too.  What a decorator might hand to a table
    that pages read would be missed; no page reads one.
    """
    files = reached(code, without)
    waiting = [(path, *statement) for path in files for statement in _statements(path)]
    mentioned, kept = _mentioned(ast.parse(code)), []
    while now := [one for one in waiting if not one[2] or one[2] & mentioned]:
        kept += now
        waiting = [one for one in waiting if one[2] and not one[2] & mentioned]
        mentioned = mentioned.union(*(names for *_, names in now))
    return [(path, "\n".join(lines for place, (_, lines), *_ in sorted(kept, key=lambda one: one[1]) if place == path)) for path in files]


@cache
def _statements(path):
    return statements(path.read_text("utf8"))


def statements(code):
    """Return for each statement at the top level of code: where it begins and its lines, the names it defines, those it mentions."""
    lines, found = code.splitlines(), []
    for node in ast.parse(code).body:
        first = min(part.lineno for part in [node, *getattr(node, "decorator_list", ())])
        found.append(((first, "\n".join(lines[first - 1:node.end_lineno])), _defined(node), _mentioned(node)))
    return found


def _defined(node):
    """Return the names that a statement defines if it does nothing else, and none where it may do more."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else ()
    return {target.id for target in targets} if all(isinstance(target, ast.Name) for target in targets) else set()


def _mentioned(tree):
    """Return the names that code mentions, but not those that it only imports."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.add(node.value)
        elif isinstance(node, ast.alias) and node.asname:
            names.update(node.name.split("."))
    return names


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
            return [*files, path], [*_imports_of(path, package), *filter(None, [BY_NAME.get(path)])]
        else:
            passed_on = _imports_of(files[-1], package)
            return files, [other for other in passed_on if other.endswith(f".{part}")] or passed_on
    return files, _imports_of(files[-1], package)


@cache
def _imports_of(path, package):
    return _imports(path.read_text("utf8"), package)


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
