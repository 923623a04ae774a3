"""Runs inside the sandbox: grade one submission with otter-grader and print what was found as JSON.

    python inside.py AUTOGRADER.zip SUBMISSION SECONDS

SECONDS is the time a cell, or all tests of a question, may take.  The exit status is not 0 where nothing could be graded.
"""

import io
import json
import os
import sys
import zipfile
from pathlib import Path

OURS = os.fdopen(os.dup(1), "w")        # what the submission prints must not get between the lines of the findings
os.dup2(2, 1)

import nbformat                         # noqa: E402
from nbformat.v4 import new_code_cell   # noqa: E402
from otter.api import grade_submission  # noqa: E402

UNREADABLE = 3
ALARM = """\
import signal as _signal
def _ring(number, frame):
    raise TimeoutError("the limit of {seconds} s for a cell")
_signal.signal(_signal.SIGALRM, _ring)
get_ipython().events.register("pre_run_cell", lambda info: _signal.setitimer(_signal.ITIMER_REAL, {seconds}, {seconds}))
get_ipython().events.register("post_run_cell", lambda result: _signal.setitimer(_signal.ITIMER_REAL, 0))
"""


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


def written_answers(notebook):
    """Return the answers in words, for a person to mark."""
    return [cell.source for cell in notebook.cells
            if cell.cell_type == "markdown" and "otter_answer_cell" in cell.metadata.get("tags", [])]


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
        notebook = notebook_of(path)
    except Exception as error:
        print(f"not a notebook: {error}", file=sys.stderr)
        sys.exit(UNREADABLE)
    answers = written_answers(notebook)
    notebook.cells.insert(0, new_code_cell(ALARM.format(seconds=seconds)))
    nbformat.write(notebook, "submission.ipynb")
    results = grade_submission("submission.ipynb", autograder, quiet=True)
    json.dump({"questions": findings(results), "answers": answers}, OURS)
    OURS.flush()


if __name__ == "__main__":
    main()
