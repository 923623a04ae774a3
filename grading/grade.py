"""Grade a folder of submissions: a table for the instructor, a page of feedback for each student.

    python -m grading.grade AUTOGRADER.zip SUBMISSIONS OUT.csv [--jobs 2]

A submission is a notebook, or a zip file that holds one; its student is named by the file, or by the folder it lies in alone.
Beside ``OUT.csv`` stand ``OUT-feedback/<student>.md``, ``OUT-proofs.md`` with the answers in words, and ``OUT-records/``, which
remembers what was graded: a run that was interrupted goes on where it stopped, and a changed submission is graded again.

The status of a row is "ok", "timeout" (stopped after the time limit), "crashed" (the interpreter died), or "no-result" (not a
notebook of this set, or nothing came out).  Only "ok" has scores: an empty field is not a 0.
"""

import argparse
import csv
import hashlib
import json
import os
import shutil
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from . import sandbox

INSIDE = Path(__file__).with_name("inside.py")
CELL_SECONDS = 20
SECONDS = 180
LARGEST = 20_000_000        # bytes of a notebook that are searched for words
INSTALLER = "# Run this cell first."
SHOUTS = ("otter", "get_ipython", "ast_transformers", "__builtins__", "ctypes", "os.fork", "/proc/")


def grade_one(autograder, submission, slot=0, seconds=SECONDS, cell_seconds=CELL_SECONDS, memory=sandbox.MEMORY):
    """Grade one submission in the sandbox.

    Returns
    -------
    dict
        ``status``; and where it is "ok", ``questions``: name -> ``score``, ``possible`` and ``tests``; ``answers`` in words.
    """
    inside = f"/in/{'submission.zip' if submission.suffix == '.zip' else 'submission.ipynb'}"
    files = {"/in/inside.py": INSIDE, "/in/autograder.zip": autograder, inside: submission}
    outcome = sandbox.run(["/in/inside.py", "/in/autograder.zip", inside, str(cell_seconds)], files, slot, seconds, memory)
    if outcome.ended != "ok":
        unreadable = outcome.ended == "crashed" and "not a notebook of this set: " in outcome.complaints
        return {"status": "no-result" if unreadable else outcome.ended, "why": outcome.complaints[-600:]}
    try:
        found = json.loads(outcome.output)
        total = sum(question["score"] for question in found["questions"].values())
    except (ValueError, TypeError, KeyError) as error:
        return {"status": "no-result", "why": f"the findings could not be read: {error}"}
    return {"status": "ok", "total": total, **found}


def submissions_in(folder):
    """Return the submissions: student -> file.

    Raises
    ------
    ValueError
        If there are none, or two of one student.
    """
    found = {}
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix not in (".ipynb", ".zip") or ".ipynb_checkpoints" in path.parts:
            continue
        alone = path.parent != Path(folder) and sum(p.suffix in (".ipynb", ".zip") for p in path.parent.iterdir()) == 1
        student = path.parent.name if alone else path.stem
        if student in found:
            raise ValueError(f"SUBMISSIONS = {str(folder)!r}: expected one submission of {student}, "
                             f"found {found[student].name} and {path}")
        found[student] = path
    if not found:
        raise ValueError(f"SUBMISSIONS = {str(folder)!r}: expected a folder with .ipynb or .zip files")
    return found


def grade(autograder, submissions, out, jobs=None, tell=print):
    """Grade all submissions of a folder side by side; return the table, a dictionary for each student."""
    autograder, out = Path(autograder), Path(out)
    found = submissions_in(submissions)
    sandbox.check()
    records = out.with_name(f"{out.stem}-records")
    records.mkdir(parents=True, exist_ok=True)
    autograder = Path(shutil.copy(autograder, records / "autograder.zip"))      # a build that comes meanwhile grades nobody
    tools = _digest(autograder, INSIDE, Path(__file__), Path(sandbox.__file__))
    slots, done = SimpleQueue(), []
    jobs = jobs or os.cpu_count()
    for slot in range(jobs):
        slots.put(slot)

    def one(student):
        record, key = records / f"{student}.json", _digest(found[student]) + tools
        try:
            known = json.loads(record.read_text("utf8"))
        except (OSError, ValueError):
            known = {}
        if known.get("key") != key:
            slot = slots.get()
            try:
                known = {"key": key, **grade_one(autograder, found[student], slot)}
            finally:
                slots.put(slot)
            _write(record, json.dumps(known))
        done.append(student)
        tell(f"[{len(done):>{len(str(len(found)))}}/{len(found)}] {student}: {known['status']}"
             + (f", {known['total']:g} points" if known["status"] == "ok" else ""))
        return known

    with ThreadPoolExecutor(jobs) as pool:
        results = dict(zip(found, pool.map(one, found)))
    rows = table(results, found)
    report(results, rows, out)
    return rows


def table(results, found):
    """Return the rows of the table; a question that could not be graded is empty, never 0."""
    names = next((list(r["questions"]) for r in results.values() if r["status"] == "ok"), [])
    return [{"student": student, "status": result["status"], "total": result.get("total", ""),
             **{name: result["questions"][name]["score"] if result["status"] == "ok" else "" for name in names},
             "look_at": " ".join(shouts(found[student]))} for student, result in results.items()]


def shouts(path):
    """Return the words in the code of a submission that honest answers don't need: a person should look."""
    try:
        sources = ["".join(cell["source"]) for cell in json.loads(_text_of(path))["cells"] if cell["cell_type"] == "code"]
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile):
        return []
    return [word for word in SHOUTS if any(
        word in source and not (word == "otter" and source.startswith(INSTALLER)) for source in sources)]


def _text_of(path):
    """Return the beginning of a notebook: of the file itself, or of the only notebook in a zip file."""
    if not zipfile.is_zipfile(path):
        return path.read_text("utf8")
    with zipfile.ZipFile(path) as archive:
        name, = (name for name in archive.namelist() if name.endswith(".ipynb") and not name.startswith("__MACOSX"))
        with archive.open(name) as file:
            return file.read(LARGEST).decode("utf8")


def report(results, rows, out):
    """Write the table, the feedback and the answers in words."""
    feedback = out.with_name(f"{out.stem}-feedback")
    feedback.mkdir(exist_ok=True)
    for student, result in results.items():
        _write(feedback / f"{student}.md", feedback_of(student, result))
    answers = [f"# {student}\n\n" + "\n\n---\n\n".join(result["answers"])
               for student, result in results.items() if result.get("answers")]
    _write(out.with_name(f"{out.stem}-proofs.md"), "\n\n".join(answers) + "\n")
    temporary = out.with_name(f".{out.name}")
    with temporary.open("w", newline="", encoding="utf8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    temporary.replace(out)


def feedback_of(student, result):
    """Return the page for a student: scores, and what the master says to each check that failed; no test, no traceback."""
    lines = [f"# {student}", ""]
    if result["status"] != "ok":
        said = {"timeout": f"Your notebook was stopped after {SECONDS} seconds. Look for a loop that doesn't end.",
                "crashed": "The Python that ran your notebook died: memory that grows without end, or a call that ends the process.",
                "no-result": "Your file could not be read as a notebook of this problem set. Save the right one once more, and open it "
                             "before you hand it in."}
        return "\n".join([*lines, said[result["status"]], "Nothing was graded, and that is not a 0: ask your instructor.", ""])
    possible = sum(question["possible"] for question in result["questions"].values())
    lines += [f"{result['total']:g} of {possible:g} points, proofs not counted.", ""]
    for name, question in result["questions"].items():
        lines += [f"## {name}: {question['score']:g} of {question['possible']:g}", ""]
        failed = [test for test in question["tests"] if not test["passed"]]
        lines += [f"- {test['message']}" for test in failed if test["message"]]
        if any(test["slow"] for test in failed):
            lines.append(f"- It took longer than {CELL_SECONDS} seconds.")
        lines += ["All checks passed."] if not failed else []
        lines.append("")
    return "\n".join(lines)


def _digest(*paths):
    """Return a hash of the contents of files; a zip file made again from the same files counts as the same."""
    together = hashlib.sha256()
    for path in paths:
        content = Path(path).read_bytes()
        if path.suffix == ".zip" and zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                content = repr(sorted((entry.filename, entry.CRC) for entry in archive.infolist())).encode()
        together.update(hashlib.sha256(content).digest())
    return together.hexdigest()


def _write(path, text):
    """Write a file so that an interruption leaves the old one."""
    temporary = path.with_name(f".{path.name}")
    temporary.write_text(text, "utf8")
    temporary.replace(path)


def main():
    """Grade, with a line for each submission."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("autograder", type=Path)
    parser.add_argument("submissions", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--jobs", type=int, default=None, help="how many side by side; default: one for each core")
    chosen = parser.parse_args()
    try:
        rows = grade(chosen.autograder, chosen.submissions, chosen.out, chosen.jobs, lambda line: print(line, flush=True))
    except (ValueError, RuntimeError, OSError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("Stopped. The same command goes on from here.")
    counts = {status: sum(row["status"] == status for row in rows) for status in ("ok", "timeout", "crashed", "no-result")}
    print(f"{chosen.out}: " + ", ".join(f"{count} {status}" for status, count in counts.items()))


if __name__ == "__main__":
    main()
