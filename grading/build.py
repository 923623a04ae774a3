"""Make a problem set from its master: what students get, and what grades them.

    python -m grading.build OUT [SET ...]

writes ``OUT/<set>/student``: the notebook, the package of the book and a list of requirements, and ``OUT/<set>/autograder``: what the judge
needs, with ``<set>-autograder.zip``, the same for Gradescope.  The judge grades the reference solution on the way; where it fails nothing is
written.  Of an open set, the notebook for students is put beside its master too, as ``student.ipynb``: the book offers it.
"""

import ast
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib import metadata
from pathlib import Path

import jupytext
import nbformat
import yaml
from nbformat.v4 import new_code_cell, new_raw_cell

from . import master, sets, verdict
from .withhold import withhold

sys.path.insert(0, str(sets.ROOT / "book" / "extensions"))
from otb_wheel import NAME, wheel           # noqa: E402

OTTER = "otter-grader==7.0.0"
INSTALLED = ("numpy", "scipy", "matplotlib", "pandas", "sympy", "scikit-learn")
START = """\
# Run this cell first.  It installs what is missing: the checks, and the package of the book, which lies beside this notebook.
# That can take two minutes, the first time.  Nothing has to be restarted afterwards, whatever pip may say.
from importlib.util import find_spec
from pathlib import Path
missing = [source for name, source in {sources!r}.items() if not find_spec(name)]
if "{wheel}" in missing and not Path("{wheel}").exists():
    raise ImportError("This notebook needs the package of the book: put the file {wheel}, which the book offers "
                      "beside this notebook, into " + str(Path.cwd()))
if missing:
    print("Installing", *missing, "...")
    %pip install --quiet {{" ".join(missing)}}
if not Path("{name}.ipynb").exists():
    raise FileNotFoundError("The checks look for this notebook under the name {name}.ipynb: give it that name again "
                            "while you work on it")
from otbnotes.homework import Checks
grader = Checks("{name}.ipynb")
print("Ready.")"""


def build(name, out):
    """Write the two folders of a set into ``out/<name>``, replacing what an earlier build left there.

    Raises
    ------
    ValueError
        If there is no such set, if its master cannot be read, or if its reference solution does not pass its own tests.
    """
    path = sets.master(name)
    declared = master.read(path.read_text("utf8"), name, sets.course_seed(name))
    with tempfile.TemporaryDirectory() as workplace:
        place = Path(workplace)
        released = release(declared, path.read_text("utf8"), place)
        ready = place / "ready"
        (ready / "student").mkdir(parents=True)
        nbformat.write(released, ready / "student" / f"{name}.ipynb")
        (ready / "student" / NAME).write_bytes(wheel())
        (ready / "student" / "requirements.txt").write_text(f"{OTTER}\n./{NAME}\n", "utf8")
        autograder(declared, released, ready / "autograder")
        solved = place / f"{name}.ipynb"
        nbformat.write(answered(released, {question.name: question.answer for question in declared.questions if question.checks}), solved)
        found = verdict.of(ready / "autograder", solved)
        short = [f"{question}, {check['name']}: {check['said']} {check['error']}".rstrip() for question, one in found.get("questions", {}).items()
                 for check in one["checks"] if not check["passed"]]
        if found["status"] != "ok" or short:
            raise ValueError(f"{path}: the reference solution does not pass its own tests:\n"
                             + "\n".join(short or [f"{found['status']}: {found.get('why', '')}{found.get('log', '')[-2000:]}"]))
        shutil.rmtree(Path(out) / name, ignore_errors=True)
        shutil.copytree(ready, Path(out) / name)


def release(declared, text, place):
    """Return the notebook that students get; otter-grader makes it from the master."""
    name = declared.name
    notebook = jupytext.reads(master.for_otter(text), fmt="md:myst")
    settings = {"name": name, "init_cell": False, "check_all_cell": False, "export_cell": False, "run_tests": False,
                "tests": {"files": False, "ok_format": False}}
    start = new_code_cell(START.format(sources={"otter": OTTER, "otbnotes": NAME}, wheel=NAME, name=name))
    notebook.cells = [new_raw_cell("# ASSIGNMENT CONFIG\n" + yaml.safe_dump(settings)), notebook.cells[0], start, *notebook.cells[1:]]
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    nbformat.write(notebook, place / f"{name}.ipynb")
    done = subprocess.run([sys.executable, "-m", "otter", "assign", f"{name}.ipynb", "dist"], cwd=place, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL)
    if done.returncode:
        raise ValueError(f"{name}: otter-grader cannot make a notebook of it:\n{(done.stdout + done.stderr)[-3000:]}")
    released = nbformat.read(place / "dist" / "student" / f"{name}.ipynb", 4)
    for number, cell in enumerate(released.cells):
        cell.id = f"cell-{number}"              # otter-grader names them by chance, and two builds should be the same
    return released


def answered(released, answers):
    """Return a notebook with answers in it: the name of a question -> code."""
    notebook, filled, open_cells = nbformat.from_dict(released), [], []
    for cell in notebook.cells:
        filled.append(cell)
        check = re.fullmatch(r'grader\.check\("(\w+)"\)', cell.source.strip())
        if cell.cell_type == "code" and "otter_answer_cell" in cell.metadata.get("tags", []):
            open_cells.append(cell)
        if check:
            if check[1] in answers and open_cells:
                filled = [one for one in filled if not any(one is other for other in open_cells[1:])]
                open_cells[0].source = answers[check[1]]
            open_cells = []
    notebook.cells = filled
    return notebook


def autograder(declared, released, target):
    """Write what the judge needs, and the same as a zip file for Gradescope."""
    package = sets.ROOT / "otbnotes"
    shutil.copytree(package, target / "otbnotes", ignore=shutil.ignore_patterns("__pycache__", "plots"))         # the judge's own
    lists = sorted({tuple(sorted(question.withheld)) for question in declared.questions})
    places = {names: f"withheld/{number}" for number, names in enumerate(lists)}
    for names, place in places.items():
        withhold(package, names, target / place / "otbnotes")
    shutil.copytree(sets.ROOT / "grading", target / "grading", ignore=shutil.ignore_patterns("__pycache__", "container"))
    text = [cell.source.strip() for cell in released.cells if cell.cell_type != "code"]
    below, question = {}, ""
    for words in text:
        heading = re.search(r"^## (.*) \(\d+ points?\)$", words, re.M)
        question = heading[1] if heading else question
        below[words] = question
    (target / "set.json").write_text(json.dumps({
        "name": declared.name, "title": declared.title, "handed_out": text, "below": below, "installed": installed(),
        "given": given(declared.setup),
        "code": [cell.source for cell in released.cells if cell.cell_type == "code"],
        "questions": [{"name": question.name, "title": question.title, "points": question.points,
                       "package": places[tuple(sorted(question.withheld))],
                       "checks": [check._asdict() for check in question.checks]} for question in declared.questions]}, indent=1), "utf8")
    for file in (sets.ROOT / "grading" / "container").iterdir():
        shutil.copy(file, target / file.name)
        (target / file.name).chmod(0o755)
    shutil.copy(sets.ROOT / "requirements" / "locks" / "grading.txt", target / "requirements.txt")
    packed(target, target / f"{declared.name}-autograder.zip")


def packed(folder, archive):
    """Write a folder as a zip file, the same from the same files."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted(path for path in folder.rglob("*") if path.is_file() and path != archive):
            entry = zipfile.ZipInfo(str(path.relative_to(folder)))
            entry.external_attr, entry.compress_type = (path.stat().st_mode & 0o777) << 16, zipfile.ZIP_DEFLATED
            file.writestr(entry, path.read_bytes())


def given(cells):
    """Return the names that the cells above the first question define."""
    bound = [node for source in cells for node in ast.walk(ast.parse(source))]
    return sorted({(alias.asname or alias.name).split(".")[0] for node in bound if isinstance(node, ast.Import | ast.ImportFrom) for alias in node.names}
                  | {node.name for node in bound if isinstance(node, ast.FunctionDef | ast.ClassDef)})


def installed():
    """Return the packages that a notebook may import where it is graded, with their versions."""
    found = []
    for name in INSTALLED:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    return found


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
    except (ValueError, RuntimeError) as error:
        sys.exit(f"The problem sets were not built: {error}")


if __name__ == "__main__":
    main()
