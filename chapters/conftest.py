"""Let nbval run the chapters as they stand: MyST text, compared with the outputs that the book build has cached.

`make test`, which has just executed all of them for the book, runs every sixth once more, and `make check` the others.
"""

import contextlib
import functools
import json
import sys
from pathlib import Path
from unittest import mock

import jupyter_client
import nbval.kernel
import nbval.plugin
import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "book" / "extensions"))


def with_outputs(chapter):
    """Return the chapter as a notebook with the outputs that the reader sees, and how many seconds the build took to execute it."""
    from jupyter_cache import get_cache
    from myst_nb.core.read import myst_nb_reader_plugin
    from otb_execute import drawn

    notebook = myst_nb_reader_plugin(str(chapter))
    for folder in sorted((ROOT / "_build" / ".jupyter_cache").glob("*")):
        cache = get_cache(str(folder))
        try:
            seconds = cache.match_cache_notebook(notebook).data.get("execution_seconds", 0)
            return drawn(cache.merge_match_into_notebook(notebook)[1]), seconds
        except KeyError:
            continue
    raise pytest.Collector.CollectError(f"{chapter}: not in the built book; run 'make book' first")


STACK = contextlib.ExitStack()


@functools.cache
def forked():
    """Return the class of managers whose kernels are forks of a process that has the libraries loaded, as in the build."""
    from otb_fork_server import fork_server

    return STACK.enter_context(fork_server(jupyter_client.KernelManager))


def pytest_unconfigure():
    STACK.close()


PICTURE = "image/svg+xml"
DRAW_NOTHING = "__import__('matplotlib.pyplot').pyplot.show = lambda: __import__('matplotlib.pyplot').pyplot.close('all')"


class Chapter(nbval.plugin.IPyNbFile):
    """A chapter whose cells are tests; pictures are not compared, and so not drawn."""

    seconds = 0

    def setup(self):
        with mock.patch.object(nbval.kernel, "KernelManager", forked()):
            super().setup()
        self.kernel.await_idle(self.kernel.execute_cell_input(DRAW_NOTHING), timeout=60)

    def collect(self):
        notebook, self.seconds = with_outputs(self.path)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.outputs = [output for output in cell.outputs if PICTURE not in output.get("data", ())]
        with mock.patch.object(nbval.plugin.nbformat, "read", lambda *args, **kwargs: notebook):
            yield from super().collect()


def pytest_collect_file(file_path, parent):
    if parent.config.option.nbval and file_path.suffix == ".md" and "{code-cell}" in file_path.read_text("utf8"):
        chapter = Chapter.from_parent(parent, path=file_path)
        if sorted(file_path.parent.glob("*.md")).index(file_path) % 6:
            chapter.add_marker("deep")
        return chapter


def pytest_collection_modifyitems(items):
    """Put the chapters first, the longest before the others: what is left at the end is short, and both processors are busy."""
    items.sort(key=lambda item: -getattr(item.parent, "seconds", 0))


def pytest_terminal_summary(terminalreporter):
    """Print how much was examined: a run that examined nothing must not look green."""
    passed = terminalreporter.stats.get("passed", [])
    notebooks = {report.nodeid.split("::")[0] for report in passed if ".md::" in report.nodeid}
    gates = {report.nodeid for report in passed if "gate" in report.keywords}
    ledger = ROOT / "_build" / "html" / "ledger.json"
    claims = len(json.loads(ledger.read_text("utf8"))["claims"]) if ledger.exists() else 0
    terminalreporter.write_line(f"examined: {claims} claims, {len(gates)} gates, {len(notebooks)} notebooks")
