"""The package as a whole: light to import, every name where a reader finds it, every public function documented."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from otbnotes.plots import style
from usage import alone, unused

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "otbnotes"
MODULES = sorted(path for path in PACKAGE.glob("**/*.py") if path.name != "__init__.py")


def public(path):
    """Return the public functions and classes that a file defines at its top level."""
    tree = ast.parse(path.read_text("utf8"))
    return [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_")]


def name_of(path):
    return path.relative_to(PACKAGE).as_posix()


def gathered(code):
    """Return the words of a file by which names come into being where no reader finds them."""
    found = []
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.ImportFrom(names=[ast.alias(name="*")]):
                found.append("import *")
            case ast.Name(id="__all__" | "globals" as name):
                found.append(name)
    return found


@pytest.mark.parametrize("folder", ["otbnotes", "falsification", "book", "grading"])
def test_every_name_stands_where_it_is_defined_or_imported(folder):
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files and {file.relative_to(ROOT).as_posix(): words for file in files if (words := gathered(file.read_text("utf8")))} == {}


@pytest.mark.gate
@pytest.mark.parametrize("code, words", [
    ("from .svm import *", ["import *"]), ("__all__ = ['a']", ["__all__"]), ("__all__ += ['a']", ["__all__"]),
    ("globals().update(a=1)", ["globals"]), ("from .svm import all as every\n'globals()'", [])])
def test_a_gathered_name_is_seen(code, words):
    assert gathered(code) == words


def test_nothing_in_the_package_draws_but_by_a_generator_that_it_is_given():
    drawing = {name_of(path) for path in PACKAGE.rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf8")))
               if isinstance(node, ast.ImportFrom) and ((node.module or "").endswith("seeds") or
                                                        any(alias.name in ("seeds", "rng") for alias in node.names))}
    assert drawing == {"__init__.py", "claims.py"}, "__init__ passes rng on; a card prints the seed"


def test_no_public_name_is_unused_by_pages_sets_and_tools():
    assert unused() == []


def shared(modules):
    """Return the public names of the formula sheet that another file of the package defines too."""
    names = {path: {node.name for node in public(path)} for path in modules}
    sheet = names.pop(PACKAGE / "bounds.py")
    return sorted(sheet & set().union(*names.values()))


def test_no_bound_shares_its_name_with_another_public_function():
    assert shared(MODULES) == []


@pytest.mark.gate
def test_a_name_of_two_functions_is_seen(monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "public", lambda path: [ast.parse("def gd_regret(): pass").body[0]])
    assert shared(MODULES) == ["gd_regret"]


def hidden(serving_one):
    """Return what serves one page and is no algorithm: neither in ``online`` nor in a file of which that page shows an excerpt."""
    return [name for name, page in serving_one if not name.startswith("otbnotes.online.") and
            f"{{literalinclude}} ../{name.rpartition('.')[0].replace('.', '/')}.py" not in page.read_text("utf8")]


def test_what_serves_one_page_stands_on_that_page_unless_it_is_an_algorithm_shown_there():
    assert hidden(alone()) == ["otbnotes.estimator.OnlineToBatchClassifier"], "which others install for their own data"


@pytest.mark.gate
def test_a_function_that_serves_one_page_is_seen(monkeypatch):
    page = ROOT / "chapters" / "large_margin.md"
    code = "from otbnotes.perceptron_compression import decode\nfrom otbnotes.margin import margin\ndecode(margin)"
    monkeypatch.setattr("usage._outside", lambda: [(page, code), (ROOT / "index.md", "from otbnotes.losses import Hinge\nHinge()")])
    found = hidden(alone())
    assert "otbnotes.margin.margin" in found and "otbnotes.perceptron_compression.decode" not in found
    assert not any(name.endswith(".Hinge") for name in found)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_every_public_function_says_what_it_does(path):
    assert ast.get_docstring(ast.parse(path.read_text("utf8"))), f"{path.name} has no docstring"
    assert [node.name for node in public(path) if not ast.get_docstring(node)] == []


def test_the_package_is_light_to_import():
    code = "import sys, numpy; before = set(sys.modules); import otbnotes; print(*set(sys.modules) - before)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    loaded = {name.partition(".")[0] for name in found.split()}
    assert loaded - sys.stdlib_module_names == {"otbnotes"}, "a library is loaded where it is first needed"


def test_a_picture_takes_no_more_curves_than_a_reader_can_tell_apart():
    drawn = []
    style.draw_each(lambda at, values, **options: drawn.append(options), [0], dict.fromkeys("abcdef", [1]), markers=True)
    assert [line["label"] for line in drawn] == list("abcdef") and len({line["marker"] for line in drawn}) == 6
    with pytest.raises(ValueError, match="curves = .*: expected at most 6, which a reader can tell apart"):
        style.draw_each(print, [0], dict.fromkeys("abcdefg", [1]))
