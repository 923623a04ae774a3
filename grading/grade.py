"""Grade a folder of submissions: a table for the instructor, a page of feedback for each student.

    python -m grading.grade FOLDER SUBMISSIONS OUT.csv

``FOLDER`` is the folder ``autograder`` that ``grading.build`` made.  Each file or folder in ``SUBMISSIONS`` is one student's, and gets one row.
Beside ``OUT.csv`` stand, for ``OUT``,

    OUT-feedback/<student>.md    what the student reads
    OUT-logs/<student>.txt       what the notebook printed, with its tracebacks
    OUT-proofs.md                the answers in words, to be marked; OUT-marks.csv takes the marks
    OUT-canvas.csv  OUT-moodle.csv   for the gradebooks
    OUT-similar.csv              pairs of submissions whose code is alike: a hint, no more
    OUT-records/                 what was graded: a run that was interrupted goes on, and a changed submission is graded again

``OUT-marks.csv`` (student, question, points, comment) and ``OUT-overrides.csv`` (student, question, points, reason) are the teacher's: they are
read when they are there, and never shortened.

With CLUSTER=tcp://host:8786 a Dask cluster grades, see ``falsification.parallel``.

The status of a row is "ok", "timeout" (too slow), "crashed" (the notebook ended its Python again and again), "no-result" (not a notebook of this
set) or "missing" (nothing was handed in).  A question that could not be graded is empty: that is not a 0.
"""

import argparse
import hashlib
import json
import shutil
import sys
import tempfile
from pathlib import Path

from falsification import parallel

from . import course, inbox, report, sandbox, verdict


def grade_content(folder, content):
    """Return the verdict on a submission of which the bytes are known; a worker on another machine can do that too."""
    with tempfile.TemporaryDirectory(prefix="otb-") as place:
        path = Path(place, "submission")
        path.write_bytes(content)
        return verdict.of(folder, path)


def grade(folder, submissions, out, rules=None, again=(), jobs=None, tell=parallel.say):
    """Grade all submissions of a folder side by side; return the table, a dictionary for each student.

    Parameters
    ----------
    folder, submissions, out : Path
        As on the command line.
    rules : course.Rules, optional
        Roster and dates.
    again : iterable of str
        Students whose notebooks are graded again even if nothing changed.
    jobs : int, optional
        How many side by side, if no cluster grades them; one for each core.
    tell : callable
        Gets a line for each submission.
    """
    folder, out, rules = Path(folder).resolve(), Path(out), rules or course.Rules()
    declared = json.loads((folder / "set.json").read_text("utf8"))
    handed_in = inbox.submissions_in(submissions)
    records = out.with_name(f"{out.stem}-records")
    _only_for(declared["title"], out, records)
    people = course.people_of(handed_in, rules)
    kept = course.read(out, declared, people)                # a mistake of the teacher's is told before the long work
    course.known(people, again, "--again")
    handed_in, beside = course.notebooks_of(handed_in, people)
    again = {people[name] for name in again}
    sandbox.check()
    records.mkdir(parents=True, exist_ok=True)
    report.write(records / "set.txt", declared["title"])
    folder = _snapshot(folder, records)
    tools, results, pending = _digest_of(folder), {}, {}
    for one in handed_in:
        content, why = inbox.content(one)
        if content is None:
            results[one.student] = {"status": "no-result", "why": why}
            continue
        record, key = records / f"{report.file_name(one.student)}.json", hashlib.sha256(content).hexdigest() + tools
        seen = _known(record)
        if seen.get("key") == key and people[one.student] not in again:
            results[one.student] = seen
        else:
            pending[one.student] = (one, record, key)
    before = [_known(record).get("key", "") for _, record, _ in pending.values()]
    other = sum(bool(key) and not key.endswith(tools) for key in before)
    names = list(pending)
    tell(f"{len(handed_in)} submissions, {len(names)} to grade.")
    if other:
        tell(f"{other} of them were graded before, with other tests: the set has changed, or COURSE_KEY.")

    tasks = ((folder, inbox.content(one)[0] or b"") for one, _, _ in pending.values())
    for count, (number, found) in enumerate(parallel.each(grade_content, tasks, len(names), "notebook", jobs, in_order=False), 1):
        student = names[number]
        one, record, key = pending[student]
        if found["status"] == "no-result" and one.path:
            found["why"] = f"{inbox.readable(one.path.name)}: {found['why']}"
        results[student] = {"key": key, **found}
        report.write(record, json.dumps(results[student]))
        tell(f"[{count:>{len(str(len(names)))}}/{len(names)}] {student}: {report.line(found)}")
    results = {one.student: results[one.student] for one in handed_in}
    if rules.due and (dated := sum(not rules.roster.get(people[one.student], {}).get("submitted") for one in handed_in)):
        tell(f"When {dated} of {len(handed_in)} were handed in is told by the time of the file: the roster has no moment for them.")
    alike = course.likenesses({student: result.get("code", []) for student, result in results.items()}, declared)
    rows = course.table(declared, results, handed_in, rules, kept, people, alike, beside)
    report.write_all(out, declared, rows, people, results, rules, kept, alike)
    unmarked = sum(row[question["name"]] == "" for row in rows if "questions" in results.get(row["student"], {})
                   for question in declared["questions"] if not question["checks"])
    if unmarked:
        tell(f"{unmarked} proofs have no marks yet, and count nothing in the totals: write them into {out.stem}-marks.csv.")
    return rows


def _only_for(title, out, records):
    """Raise ``ValueError`` if a table of another set, or a folder, has this name: its marks would be taken for those of this one."""
    if out.is_dir():
        raise ValueError(f"OUT = {str(out)!r}: expected the name of a table, such as grades.csv, found a folder")
    known = records / "set.txt"
    other = known.read_text("utf8").strip() if known.exists() else title
    if other != title:
        raise ValueError(f"OUT = {str(out)!r}: this table belongs to {other}: choose another name for {title}")


def _snapshot(folder, records):
    """Return a copy of what grades: a build that comes meanwhile grades nobody."""
    target = records / f"set-{_digest_of(folder)[:16]}"
    if not target.exists():
        passing = Path(tempfile.mkdtemp(dir=records))
        shutil.copytree(folder, passing / "set", ignore=shutil.ignore_patterns("*.zip"))
        (passing / "set").rename(target)
        passing.rmdir()
    return target


def _digest_of(folder):
    """Return a hash of what a verdict depends on, the submission apart."""
    together = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix in (".py", ".json")):
        together.update(f"{path.relative_to(folder)} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return together.hexdigest()


def _known(record):
    """Return what is known of a submission."""
    try:
        found = json.loads(record.read_text("utf8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def main():
    """Grade, with a line for each submission."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("submissions", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--roster", type=Path, help="a table of the class: student, and id, login, sis, section, email, name, submitted, extension")
    parser.add_argument("--due", help="such as 2026-11-30T23:59")
    parser.add_argument("--per-day", type=float, default=0.0, help="the share of the points that a day late costs, such as 0.1")
    parser.add_argument("--free-days", type=int, default=0, help="days late that cost nothing, of this set")
    parser.add_argument("--again", nargs="*", default=[], metavar="STUDENT", help="grade these once more")
    parser.add_argument("--jobs", type=int, default=None, help="how many side by side; default: one for each core")
    chosen = parser.parse_args()
    try:
        rules = course.rules(chosen.roster, chosen.due, chosen.per_day, chosen.free_days)
        rows = grade(chosen.folder, chosen.submissions, chosen.out, rules, chosen.again, chosen.jobs)
    except (ValueError, RuntimeError, OSError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("Stopped. The same command goes on from here.")
    counts = {status: sum(row["status"] == status for row in rows) for status in ("ok", "timeout", "crashed", "no-result", "missing")}
    print(f"{chosen.out}: " + ", ".join(f"{count} {status}" for status, count in counts.items()))


if __name__ == "__main__":
    main()
