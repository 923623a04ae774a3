"""Make a problem set from its master: what students get, and what grades them.

    python -m grading.build OUT [SET ...]

writes ``OUT/<set>/student``: the notebook, the package of the book and a list of requirements, and
``OUT/<set>/autograder``: ``<set>-autograder.zip`` (Gradescope takes it as it is) and ``<set>.ipynb`` with the solutions.
otter-grader runs the reference solution against all tests on the way; where it fails nothing is written.  Of an open set, the notebook
for students is put beside its master too, as ``student.ipynb``: the book offers it.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import jupytext
import nbformat
import yaml
from nbformat.v4 import new_code_cell, new_raw_cell

from . import sets

sys.path.insert(0, str(sets.ROOT / "extensions"))
from otb_wheel import NAME, wheel           # noqa: E402

OTTER = "otter-grader==7.0.0"
START = """\
# Run this cell first.  It installs what is missing: the checks and the package of the book, which lies beside this notebook.
from importlib.util import find_spec
from pathlib import Path
missing = [source for name, source in {sources!r}.items() if not find_spec(name)]
if "{wheel}" in missing and not Path("{wheel}").exists():
    raise ImportError("This notebook needs the package of the book: put the file {wheel}, which the book offers "
                      "beside this notebook, into " + str(Path.cwd()))
if missing:
    %pip install --quiet {{" ".join(missing)}}
if not Path("{name}.ipynb").exists():
    raise FileNotFoundError("The checks look for this notebook under the name {name}.ipynb: give it that name again "
                            "while you work on it")
import otter
grader = otter.Notebook("{name}.ipynb")"""


def build(name, out):
    """Write the two folders of a set into ``out/<name>``, replacing what an earlier build left there.

    Raises
    ------
    ValueError
        If there is no such set, or if its reference solution does not pass its own tests.
    """
    master = sets.master(name)
    text = master.read_text("utf8").replace("COURSE_SEED", str(sets.course_seed(name)))
    with tempfile.TemporaryDirectory() as workplace:
        place = Path(workplace)
        notebook = prepared(jupytext.reads(text, fmt="md:myst"), name)
        nbformat.write(notebook, place / f"{name}.ipynb")
        shutil.copytree(sets.ROOT / "otbnotes", place / "otbnotes", ignore=shutil.ignore_patterns("__pycache__", "plots"))
        done = subprocess.run([sys.executable, "-m", "otter", "assign", f"{name}.ipynb", "dist"], cwd=place,
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            raise ValueError(f"{master}: the reference solution does not pass its own tests:\n{(done.stdout + done.stderr)[-4000:]}")
        publish(name, place / "dist", Path(out) / name)


def prepared(notebook, name):
    """Return the master as otter-grader wants it: with its settings, and a first cell that a student can run anywhere."""
    settings = {"name": name, "init_cell": False, "check_all_cell": False, "export_cell": False,
                "generate": {"pdf": False, "show_hidden": False, "show_stdout": False},
                "tests": {"files": False, "ok_format": False}, "autograder_files": ["otbnotes"],
                "requirements": ["numpy", "scipy"]}
    start = new_code_cell(START.format(sources={"otter": OTTER, "otbnotes": NAME}, wheel=NAME, name=name))
    notebook.cells = [new_raw_cell("# ASSIGNMENT CONFIG\n" + yaml.safe_dump(settings)), notebook.cells[0], start,
                      *notebook.cells[1:]]
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return notebook


def publish(name, made, target):
    """Move what otter-grader made to its place, with the files that a student needs beside the notebook."""
    student, autograder = made / "student", made / "autograder"
    (student / NAME).write_bytes(wheel())
    (student / "requirements.txt").write_text(f"{OTTER}\n./{NAME}\n", "utf8")
    archive, = autograder.glob("*.zip")
    shutil.rmtree(target, ignore_errors=True)
    (target / "autograder").mkdir(parents=True)
    for folder in (student, autograder):
        settle(folder / f"{name}.ipynb")
    shutil.move(archive, target / "autograder" / f"{name}-autograder.zip")
    shutil.move(autograder / f"{name}.ipynb", target / "autograder")
    shutil.move(student, target)


def settle(path):
    """Number the cells of a notebook: otter-grader names them by chance, and two builds should be the same."""
    notebook = nbformat.read(path, 4)
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
    nbformat.write(notebook, path)


def main():
    """Build the sets that were named, or all."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    out = Path(sys.argv[1]).resolve()
    try:
        for name in sys.argv[2:] or sets.names():
            build(name, out)
            if sets.is_open():
                shutil.copy(out / name / "student" / f"{name}.ipynb", sets.folder() / name / "student.ipynb")
            print(f"{name}: {out / name / 'student'}, {out / name / 'autograder'}", flush=True)
    except ValueError as error:
        sys.exit(f"The problem sets were not built: {error}")


if __name__ == "__main__":
    main()
