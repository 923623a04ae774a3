"""The package for readers: a wheel, the same bytes in every build, and the packages that the code of a page needs.

``run/otbnotes.js`` is what ``_static/run.js`` loads when a reader runs a page: the wheel, and the Python of ``book/browser``.  It is a
script, because a page that was opened from disk may load one and may not fetch a file.
"""

import ast
import base64
import hashlib
import importlib.metadata
import io
import json
import re
import sys
import zipfile
from functools import cache
from importlib.util import resolve_name
from pathlib import Path

import otbnotes

PACKAGE = Path(otbnotes.__file__).parent
NAME = f"otbnotes-{otbnotes.__version__}-py3-none-any.whl"
ON_PYPI = {"sklearn": "scikit-learn"}
BROWSER = Path(__file__).parents[1] / "browser"
FIRST_DATE = (1980, 1, 1, 0, 0, 0)      # the earliest that a zip file can hold


def wheel():
    """Return the bytes of the wheel."""
    info = f"otbnotes-{otbnotes.__version__}.dist-info"
    files = {f"otbnotes/{path.relative_to(PACKAGE).as_posix()}": path.read_bytes()
             for path in PACKAGE.rglob("*") if path.suffix in (".py", ".json", ".ttf", ".txt")}
    files[f"{info}/METADATA"] = _metadata().encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: otb_wheel\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    lines = [f"{name},sha256={_digest(data)},{len(data)}" for name, data in sorted(files.items())]
    files[f"{info}/RECORD"] = "\n".join([*lines, f"{info}/RECORD,,", ""]).encode()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as target:
        for name in sorted(files, key=lambda name: (name.startswith(info), name)):
            entry = zipfile.ZipInfo(name, FIRST_DATE)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
            target.writestr(entry, files[name])
    return archive.getvalue()


def _digest(data):
    """Return the hash of a file as the list of a wheel's files writes it."""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def _metadata():
    """Return the metadata of the package as it was installed for this build, without the text of the README."""
    installed = importlib.metadata.distribution("otbnotes")
    text = installed.read_text("METADATA") or installed.read_text("PKG-INFO")
    written = re.search(r"^Version: (.*)$", text, re.M)[1]
    if written != otbnotes.__version__:
        raise ValueError(f"otbnotes says it is version {otbnotes.__version__}, pyproject.toml said {written} when it was "
                         "installed: give both the same version and install it again")
    return re.sub(r"^(License-File|Description-Content-Type): .*\n", "", text.split("\n\n")[0] + "\n", flags=re.M)


def packages(code):
    """Return the packages, by their names on PyPI, that this code needs and that the package declares to need."""
    found = imported(code)
    return sorted(found - {PACKAGE.name} | set(_declared() if PACKAGE.name in found else ()))


def packages_by_cell(cells):
    """Return for each cell of a page the packages, by their names on PyPI, that it imports and no cell before it."""
    so_far = [set()] * (len(cells) + 1)

    def fill(first, last):
        """Fill in what lies between: the packages only grow, so nothing comes in between where both ends have the same."""
        if so_far[first] == so_far[last] or last - first == 1:
            so_far[first + 1:last] = [so_far[first]] * (last - first - 1)
        else:
            middle = (first + last) // 2
            so_far[middle] = imported("\n".join(cells[:middle])) - {PACKAGE.name}
            fill(first, middle)
            fill(middle, last)

    so_far[-1] = imported("\n".join(cells)) - {PACKAGE.name}
    fill(0, len(cells))
    return [sorted(now - before) for before, now in zip(so_far, so_far[1:])]


@cache
def imported(code):
    """Return the packages, by their names on PyPI, that this code and what it uses of the package import, this one included."""
    words = _words(ast.parse(code))
    found, seen, todo = set(), set(), list(_imports(code, "", words))
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        top = name.partition(".")[0]
        if top == "otbnotes":
            path, package = _file(name)
            todo += _imports(path.read_text("utf8"), package, words) if path else []
            todo.append(name.rpartition(".")[0] or "otbnotes")
        if top not in sys.stdlib_module_names:
            found.add(ON_PYPI.get(top, top))
    return found


@cache
def _declared():
    """Return the packages that the package itself declares to need."""
    return [re.match(r"[\w.-]+", line)[0] for line in importlib.metadata.requires("otbnotes") if "extra ==" not in line]


def _file(name):
    """Return the file of a module of the package and the package it lies in; None for a name that is no module."""
    place = PACKAGE.parent.joinpath(*name.split("."))
    if (place / "__init__.py").exists():
        return place / "__init__.py", name
    return (place.with_suffix(".py"), name.rpartition(".")[0]) if place.with_suffix(".py").exists() else (None, "")


def _imports(code, package, words):
    """Yield the modules that a file imports when it is loaded, and those that its functions import that ``words`` lead to."""
    imports, mentioned = _read(code)
    called = _called(mentioned, words)
    for functions, node in imports:
        if not functions <= called:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            module = resolve_name("." * node.level + (node.module or ""), package) if node.level else node.module
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names if module.partition(".")[0] == "otbnotes")


@cache
def _read(code):
    """Return the imports of a file, each with the functions that it lies in, and the words of each of its functions.

    An import under a condition, or under ``try``, is not needed: the code can do without it.
    """
    tree = ast.parse(code)
    imports, todo = [], [(frozenset(), tree)]
    while todo:
        functions, node = todo.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            imports.append((functions, node))
        elif not isinstance(node, (ast.If, ast.Try)):
            inside = functions | {node.name} if isinstance(node, ast.FunctionDef) else functions
            todo += [(inside, part) for part in ast.iter_child_nodes(node)]
    return imports, {node.name: _words(node) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def _words(tree):
    """Return the names and the attributes that a piece of code uses."""
    return {getattr(part, "id", getattr(part, "attr", "")) for part in ast.walk(tree)}


def _called(mentioned, words):
    """Return the names of the functions of a file that these words, or functions they name, mention."""
    called, todo = set(), words & mentioned.keys()
    while todo:
        called |= todo
        todo = set().union(*(mentioned[name] for name in todo)) & mentioned.keys() - called
    return called


def publish(app, exception):
    """Write ``run/otbnotes.js``; it is not in ``_static``, whose scripts every page loads."""
    if exception is not None or app.builder.name != "html":
        return
    files = {path.name: path.read_text("utf8") for path in sorted(BROWSER.glob("*.py"))}
    loaded = {"wheel": base64.b64encode(wheel()).decode(), "files": files}
    target = Path(app.outdir, "run", "otbnotes.js")
    target.parent.mkdir(exist_ok=True)
    target.write_text(f"window.otbRun = {json.dumps(loaded)};\n", "utf8")


def setup(app):
    app.connect("build-finished", publish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
