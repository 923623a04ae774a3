"""Which names of the package the book uses: its pages, problem sets and tools, and what these rest on; the tests don't count.

A name is *used* when code outside the package mentions it through an import, or when the definition of a used name mentions it.
"""

import ast
import re
from functools import cache
from importlib.util import resolve_name

from pages import CELL, ROOT

PACKAGE = ROOT / "otbnotes"
TOOLS = ("assignments", "benchmarks", "book", "falsification", "grading")
BY_NAME = [("otbnotes.lanes", "four_sums")]             # words.py imports it with importlib, because numba may be absent
FUZZED = ROOT / "falsification" / "arguments.py"        # names every function that is called with absurd arguments


def unused(public=True):
    """Return what no page, problem set or tool uses, sorted: "module.name" of each such definition at the top of a file.

    Parameters
    ----------
    public : bool
        Whether only names without a leading underscore are told.
    """
    used = BY_NAME + [name for _, code in _outside() for name in _mentioned(ast.parse(code), "")]
    for module in _modules():
        used += [name for node in _tree(module).body if not _defined(node) for name in _mentioned(node, module)]
    seen = _reached(used)
    return sorted(f"{module}.{name}" for module in _modules() for name in _definitions(module)
                  if (module, name) not in seen and not name.startswith("__") and not (public and name.startswith("_")))


def alone():
    """Return what serves one page and no problem set or tool, as pairs of ("module.name", name of the page), sorted.

    The code of pages, sets and tools counts, and whatever it rests on.  Bounds are left out: the formula sheet holds those of all
    statements; and the table of arguments, which is part of it.
    """
    users = {}
    for user, code in _outside():
        for name in _reached(_mentioned(ast.parse(code), "")):
            users.setdefault(name, set()).add(user)
    return sorted((f"{module}.{name}", user) for (module, name), (user, *others) in users.items()
                  if not others and user.suffix == ".md" and user.parent.name == "chapters" and name and not name.startswith("_")
                  and module not in ("otbnotes.bounds", "otbnotes.arguments"))


def _reached(names):
    """Return these definitions and all that they rest on."""
    seen, todo = set(), list(names)
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += _needed(*name)
    return seen


@cache
def _needed(module, name):
    """Return what a definition mentions."""
    return [other for node in _definitions(module).get(name, ()) for other in _mentioned(node, module)]


def _outside():
    """Yield the file and the code of each page, of each problem set and of each tool."""
    for path in [ROOT / "index.md", *(ROOT / "chapters").glob("*.md"), *(ROOT / "pages").glob("*.md"), *(ROOT / "assignments").rglob("*.md")]:
        yield path, "\n".join(_code(cell) for cell in CELL.findall(path.read_text("utf8")))
    for path in (path for folder in TOOLS for path in (ROOT / folder).rglob("*.py") if path != FUZZED):
        yield path, (code := path.read_text("utf8"))
        for node in ast.walk(ast.parse(code)):          # answers to problem sets, and cells of notebooks, are strings of code
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "otbnotes" in node.value:
                inner = _code(node.value)
                yield path, inner if _parses(inner) else "\n".join(re.findall(r"^from otbnotes.* import [\w, ]+$", inner, re.M))


def _code(cell):
    lines = cell.splitlines()
    if lines and lines[0] == "---":
        lines = lines[lines.index("---", 1) + 1:]
    return "\n".join(line for line in lines if not line.lstrip().startswith((":", "%", "!")))


def _parses(code):
    try:
        return bool(ast.parse(code))
    except SyntaxError:
        return False


@cache
def _modules():
    return {_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def _name(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def _tree(module):
    return ast.parse(_modules()[module].read_text("utf8"))


def _defined(node):
    """Return the names that a statement at the top of a file defines; an import defines none."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]


@cache
def _definitions(module):
    """Return, for each name, the statements that define it or change one of its entries."""
    found = {}
    for node in _tree(module).body:
        for name in _defined(node):
            found.setdefault(name, []).append(node)
    return found


@cache
def _resolve(module, name):
    """Return what ``module.name`` is: ("otbnotes.module", "") for a module, the module and name of its definition, or None."""
    if module not in _modules():
        return None
    if name in _definitions(module):
        return module, name
    return _top(module).get(name) or ((f"{module}.{name}", "") if f"{module}.{name}" in _modules() else None)


@cache
def _top(module):
    """Return what the imports of a module bind, resolved."""
    return _imported(_tree(module), _package(module))


def _package(module):
    return module if _modules()[module].name == "__init__.py" else module.rpartition(".")[0]


def _from(node, package):
    return resolve_name("." * node.level + (node.module or ""), package) if node.level else node.module


def _imported(tree, package):
    """Return what the imports of some code bind, resolved."""
    bound = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (module := _from(node, package)) in _modules():
            bound |= {alias.asname or alias.name: _resolve(module, alias.name) for alias in node.names}
        elif isinstance(node, ast.Import):
            bound |= {alias.asname or alias.name.split(".")[0]: (alias.name if alias.asname else alias.name.split(".")[0], "")
                      for alias in node.names if alias.name.split(".")[0] == "otbnotes"}
    return {name: found for name, found in bound.items() if found}


def _mentioned(node, module):
    """Return the definitions that a piece of code of a module, or of a page, mentions."""
    inside = module in _modules() and not isinstance(node, ast.Module)
    bound = _top(module) if inside else _imported(node, "outside")
    own = _definitions(module) if inside else {}

    def meant(part):
        if isinstance(part, ast.Name):
            return bound.get(part.id) or ((module, part.id) if part.id in own else inside and _resolve(module, part.id))
        if isinstance(part, ast.Attribute):
            owner = meant(part.value)
            return _resolve(owner[0], part.attr) if owner and not owner[1] else None
        return None

    found = {meant(part) for part in ast.walk(node)} | (set() if inside else set(bound.values()))
    return [name for name in found if name and name[1]]


if __name__ == "__main__":
    print(*unused(public=False), sep="\n")
