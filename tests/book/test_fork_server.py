"""Kernels that are forked: they find what was loaded, see nothing of each other, and don't outlive the build."""

import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import nbformat
import pytest
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from pages import ROOT

sys.path.insert(0, str(ROOT / "book" / "extensions"))
import otb_execute  # noqa: E402
from otb_fork_server import fork_server  # noqa: E402

STAYS = """
import sys
sys.path.insert(0, {extensions!r})
import nbformat, otb_execute
from otb_fork_server import fork_server
code = "import os, pathlib, time; pathlib.Path('pid').write_text(str(os.getpid())); time.sleep(600)"
with fork_server() as manager:
    otb_execute.executed(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)]), ".", 600, kernel_manager_class=manager)
"""


@pytest.fixture(scope="module")
def play(tmp_path_factory):
    """Return a function that executes one cell in a forked kernel and returns what came of it."""
    folder = tmp_path_factory.mktemp("page")
    with fork_server() as manager:
        def play(code, timeout=60):
            notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
            return otb_execute.executed(notebook, folder, timeout, kernel_manager_class=manager)

        yield play


def test_a_kernel_finds_what_was_loaded_and_nothing_of_other_kernels(play):
    for _ in range(2):
        done = play("import sys\nsympy = sys.modules['sympy']\nprint(hasattr(sympy, 'seen'), __name__)\nsympy.seen = True")
        assert done.err is None and done.nb.cells[0].outputs[0]["text"] == "False __main__\n"


def test_a_kernel_stands_where_its_page_does_and_shows_figures_in_it(play):
    done = play("import os, sys, matplotlib; print(os.path.basename(os.getcwd()), matplotlib.get_backend(), '' in sys.path)")
    assert done.nb.cells[0].outputs[0]["text"] == f"{os.path.basename(done.cwd)} module://matplotlib_inline.backend_inline True\n"
    assert play("assert get_ipython().history_manager.hist_file == ':memory:'").err is None
    assert play("import otb_fork_server").err and play("import falsification").err, "what readers don't have is not there"


def test_a_cell_that_takes_too_long_is_interrupted(play):
    assert isinstance(play("import time; time.sleep(600)", timeout=2).err, CellTimeoutError)


def test_a_kernel_that_is_killed_is_missed(play):
    with pytest.raises(DeadKernelError):
        play("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")


def test_the_folder_for_temporary_files_may_have_a_long_name(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / ("long" * 30)))
    os.mkdir(tempfile.gettempdir())
    with fork_server() as manager:
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("print(6 * 7)")])
        done = otb_execute.executed(notebook, tmp_path, 60, kernel_manager_class=manager)
    assert done.err is None and done.nb.cells[0].outputs[0]["text"] == "42\n"


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_no_kernel_and_no_folder_outlives_the_build(tmp_path, how):
    scrap = tempfile.mkdtemp(dir="/tmp")
    build = subprocess.Popen([sys.executable, "-c", STAYS.format(extensions=str(ROOT / "book" / "extensions"))], cwd=tmp_path,
                             stderr=subprocess.DEVNULL, env=os.environ | {"TMPDIR": scrap})
    until(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text())
    kernel = int((tmp_path / "pid").read_text())
    assert alive(kernel) and glob.glob(f"{scrap}/otb-*")
    build.send_signal(how)
    build.wait(30)
    until(lambda: not alive(kernel) and not glob.glob(f"{scrap}/otb-*"))
    shutil.rmtree(scrap)


def alive(pid):
    """Return whether a process runs; one that waits for its parent to notice its end does not."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def until(happened, seconds=30):
    """Wait until something happened."""
    end = time.time() + seconds
    while not happened():
        assert time.time() < end, "it did not happen"
        time.sleep(0.05)
