"""What the build keeps of an execution: the JSON of the cards, so that a change of their look runs no cell again."""

import ast
import re
import shutil
import sys

import nbformat
import pytest
from books import BUILD, HEALTHY, ROOT, executed, run, write

from otbnotes import claim

EXTENSIONS = ROOT / "book" / "extensions"
sys.path.insert(0, str(EXTENSIONS))
from otb_execute import drawn, joined, undrawn  # noqa: E402


def notebook(*values):
    """Return a notebook with a cell that ended with each of these values."""
    outputs = [nbformat.v4.new_output("execute_result", value) for value in values]
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("text"), nbformat.v4.new_code_cell("1", outputs=outputs)])


def test_what_is_kept_of_a_card_and_of_a_check_is_drawn_as_jupyter_shows_it():
    squares = claim("squares")
    shown = [squares.holds(1, 2)._repr_mimebundle_(), squares._repr_mimebundle_(), {"text/html": "<p>a table</p>", "text/plain": "a table"}]
    kept = undrawn(notebook(*shown))
    assert ["text/html" in output.data for output in kept.cells[1].outputs] == [False, False, True]
    assert [output.data for output in drawn(kept).cells[1].outputs] == shown


def test_where_the_words_of_a_cell_are_cut_leaves_no_trace():
    def printed(*pieces):
        outputs = [nbformat.v4.new_output("stream", name=name, text=text) for name, text in pieces]
        return joined(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1", outputs=outputs)])).cells[0].outputs
    whole = printed(("stdout", "one\ntwo\n"), ("stderr", "oh\n"), ("stdout", "three\n"))
    assert printed(("stdout", "one"), ("stdout", "\ntwo\n"), ("stderr", "oh\n"), ("stdout", "three\n")) == whole
    assert [output.text for output in whole] == ["one\ntwo\n", "oh\n", "three\n"]


@pytest.mark.gate
def test_another_look_of_the_cards_is_shown_and_runs_no_cell(tmp_path):
    package = shutil.copytree(ROOT / "otbnotes", tmp_path / "otbnotes", ignore=shutil.ignore_patterns("__pycache__"))
    write(tmp_path, HEALTHY)
    page = tmp_path / "_build" / "html" / "chapters" / "squares.html"
    first = run(tmp_path, *BUILD, PYTHONPATH=str(tmp_path))
    assert first.status == 0 and executed(first) and "Back to the statement" in page.read_text("utf8"), first.output
    cards = package / "cards.py"
    cards.write_text(cards.read_text("utf8").replace("Back to the statement", "Up to the statement"), "utf8")
    again = run(tmp_path, *BUILD, PYTHONPATH=str(tmp_path))
    assert again.status == 0 and not executed(again) and "Up to the statement" in page.read_text("utf8"), again.output
    notebook = tmp_path / "_build" / "html" / "notebooks" / "squares.ipynb"
    assert "Up to the statement" in notebook.read_text("utf8")


def test_the_map_of_the_extensions_names_each_and_data_flows_down_it():
    named = re.findall(r"^\| `(otb_\w+)\.py` \|", (ROOT / "book" / "README.md").read_text("utf8").partition("## Why")[0], re.M)
    assert sorted(named) == sorted(path.stem for path in EXTENSIONS.glob("*.py"))
    for i, name in enumerate(named):
        tree = ast.parse((EXTENSIONS / f"{name}.py").read_text("utf8"))
        imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        imported |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not imported & set(named[i:]), name
