"""The package as a whole: light to import, no name twice, every public function documented."""

import ast
import collections
import re
import subprocess
import sys
from pathlib import Path

import pytest
from otbnotes.plots import style

PACKAGE = Path(__file__).parents[2] / "otbnotes"
MODULES = sorted(path for path in PACKAGE.glob("**/*.py") if path.name != "__init__.py")


def public(path):
    """Return the public functions and classes that a file defines at its top level."""
    tree = ast.parse(path.read_text("utf8"))
    return [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_")]


def name_of(path):
    return path.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("folder", ["bounds", "witness", "breaking", "online"])
def test_no_name_is_exported_twice(folder):
    places = collections.defaultdict(list)
    for path in PACKAGE.glob(f"{folder}/*.py"):
        tree = ast.parse(path.read_text("utf8"))
        for node in tree.body:
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
                for name in ast.literal_eval(node.value):
                    places[name].append(path.name)
    assert places and {name: files for name, files in places.items() if len(files) > 1} == {}


@pytest.mark.parametrize("folder", ["bounds", "witness", "breaking"])
def test_each_file_is_imported_by_its_folder(folder):
    text = (PACKAGE / folder / "__init__.py").read_text("utf8")
    files = {path.stem for path in PACKAGE.glob(f"{folder}/*.py")} - {"__init__"}
    assert set(re.findall(r"^from \.(\w+) import \*", text, re.M)) == files


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_every_public_function_says_what_it_does(path):
    assert ast.get_docstring(ast.parse(path.read_text("utf8"))), f"{path.name} has no docstring"
    assert [node.name for node in public(path) if not ast.get_docstring(node)] == []


def test_the_package_is_light_to_import():
    code = "import time, numpy; start = time.perf_counter(); import otbnotes; print(time.perf_counter() - start)"
    times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout) for _ in range(5)]
    assert min(times) < 0.2


def test_a_picture_takes_no_more_curves_than_a_reader_can_tell_apart():
    drawn = []
    style.draw_each(lambda at, values, **options: drawn.append(options), [0], dict.fromkeys("abcdef", [1]), markers=True)
    assert [line["label"] for line in drawn] == list("abcdef") and len({line["marker"] for line in drawn}) == 6
    with pytest.raises(ValueError, match="curves = .*: expected at most 6, which a reader can tell apart"):
        style.draw_each(print, [0], dict.fromkeys("abcdefg", [1]))
