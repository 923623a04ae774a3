"""Runs inside the sandbox: grade one submission with otter-grader and print what was found as JSON.

    python inside.py AUTOGRADER.zip SUBMISSION SECONDS

SECONDS is the time a cell, or all tests of a question, may take.  The exit status is not 0 where nothing could be graded.

The notebook gets the name under which students work on it, so that its checks find it and the tests of a question run where its
check stands, as they ran for the student; where a check is missing they run at the end.
"""

import io
import json
import os
import re
import sys
import zipfile
from pathlib import Path

OURS = os.fdopen(os.dup(1), "w")        # what the submission prints must not get between the lines of the findings
os.dup2(2, 1)

import nbformat                         # noqa: E402
from nbformat.v4 import new_code_cell   # noqa: E402
from otter.api import grade_submission  # noqa: E402

UNREADABLE = 3
HEADING = re.compile(r"^## .* \(\d+ points?\)$", re.M)
CELL = """\
import os as _os, signal as _signal
_home = _os.getcwd()
def _ring(number, frame):
    raise TimeoutError("the limit of {seconds} s for a cell")
def _begin(info):
    _os.chdir(_home)
    _signal.setitimer(_signal.ITIMER_REAL, {seconds}, 1)
_signal.signal(_signal.SIGALRM, _ring)
get_ipython().events.register("pre_run_cell", _begin)
get_ipython().events.register("post_run_cell", lambda result: _signal.setitimer(_signal.ITIMER_REAL, 0))
"""     # each cell starts in the folder of the notebook; the tests after one that rang have a second each


def notebook_of(path):
    """Return the notebook of a submission: the file itself, or the only notebook in a zip file."""
    data = path.read_bytes()
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [name for name in archive.namelist() if name.endswith(".ipynb") and not name.startswith("__MACOSX")]
            if len(names) != 1:
                raise ValueError(f"the zip file holds {len(names)} notebooks: expected one")
            data = archive.read(names[0])
    notebook = nbformat.reads(data.decode("utf8"), 4)
    nbformat.validate(notebook)
    return notebook


def set_of(autograder):
    """Return the name of the set that an autograder grades."""
    with zipfile.ZipFile(autograder) as archive:
        return json.loads(archive.read("otter_config.json"))["assignment_name"]


def written_answers(notebook):
    """Return the answers in words, for a person to mark: all text below the heading of a question without a check."""
    sections = [[]]
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and HEADING.search(cell.source):
            sections.append([])
        else:
            sections[-1].append(cell)
    proofs = [section for section in sections[1:] if not any("grader.check(" in cell.source for cell in section)]
    return ["\n\n".join(cell.source + "\n\n(With an attachment: open the notebook.)" * bool(cell.get("attachments"))
                        for cell in proof if cell.cell_type == "markdown" and not cell.source.startswith("<!-- "))
            for proof in proofs]


def findings(results):
    """Return the questions with their points and their tests; only what the master declares, nothing that a test printed."""
    questions = {}
    for name, file in results.results.items():
        questions[name] = {"score": file.score, "possible": file.possible, "tests": [
            {"name": case.test_case.name, "hidden": bool(case.test_case.hidden), "passed": bool(case.passed),
             "message": case.test_case.failure_message, "slow": "TimeoutError: the limit of" in (case.message or "")}
            for case in file.test_case_results]}
    return questions


def main():
    """Grade and print."""
    autograder, path, seconds = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    try:
        notebook, name = notebook_of(path), set_of(autograder)
        handed_in = notebook.metadata.get("otter", {}).get("assignment_name", name)
        if handed_in != name:
            raise ValueError(f"it is one of the set {handed_in!r}: expected {name!r}")
    except Exception as error:
        print(f"not a notebook of this set: {error}", file=sys.stderr)
        sys.exit(UNREADABLE)
    answers = written_answers(notebook)
    notebook.cells.insert(0, new_code_cell(CELL.format(seconds=seconds)))
    nbformat.write(notebook, f"{name}.ipynb")
    results = grade_submission(f"{name}.ipynb", autograder, quiet=True)
    if results.has_catastrophic_failure():
        sys.exit(f"the tests gave no results: {results.summary()}")
    json.dump({"questions": findings(results), "answers": answers}, OURS)
    OURS.flush()


if __name__ == "__main__":
    main()
