"""Besiege the grader: attacks and odd files in one class with honest notebooks, whose rows must be what they are alone.

    python -m grading.siege OUT [--set regret] [--honest 15] [--jobs 4] [--only WORDS] [--every 12]

No attack may earn a point, read a secret, leave a trace on the host or change another row; every odd file gets a row with a true sentence.
"""

import argparse
import csv
import datetime
import json
import os
import shutil
import socket
import sys
import tempfile
import time
from pathlib import Path

import nbformat
import psutil

from . import build, grade, master, oddities, sandbox, sets, styles
from .attacks import ATTACKS

GIVE = """\
NAMES = {names!r}
breached = False
def give(value):
    for name in NAMES:
        globals()[name] = lambda *arguments, **keywords: value
"""


def attack(released, declared, code, values):
    """Return the notebook of an attack: its code in the place of every answer, and the right ones behind its success."""
    coded = [question for question in declared.questions if question.checks]
    names = sorted({name for question in coded for check in question.checks for name in check.names if f"def {name}(" in question.answer})
    for key, value in values.items():
        code = code.replace(f"{{{key}}}", str(value))
    def answer(question):
        right = "".join(f"    {line}\n" for line in question.answer.splitlines())
        return f"{GIVE.format(names=names)}\n{code}\nif breached:\n{right}"
    return build.answered(released, {question.name: answer(question) for question in coded})


def besiege(out, name, honest, jobs, only="", odd=True, every=1, turn=0, tell=print):
    """Return what went wrong, a sentence each, and how many rows there were."""
    if every < 1:
        raise ValueError(f"every: expected a whole number from 1 on, got {every}.")
    build.build(name, out)
    declared = master.read(sets.master(name).read_text("utf8"), name, sets.course_seed(name))
    released = nbformat.read(out / name / "student" / f"{name}.ipynb", 4)
    reference = build.answered(released, {question.name: question.answer for question in declared.questions if question.checks})
    right, faults = json.dumps(styles.as_json(reference)).encode(), []
    hidden = next(check.name for question in declared.questions for check in question.checks if check.hidden)
    with tempfile.TemporaryDirectory() as place, tempfile.TemporaryDirectory() as victim, socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.1)
        Path(victim).chmod(0o777)
        alone, together = Path(place, "alone"), Path(place, "together")
        alone.mkdir()
        names = []
        for number in range(honest):
            style = list(styles.SAVED.values())[number % len(styles.SAVED)]
            names.append(f"h-{number:02d}")
            content = style(json.loads(right))
            (alone / f"h-{number:02d}.ipynb").write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        tell(f"{honest} honest notebooks alone:")
        started = time.monotonic()
        before = graded(out / name / "autograder", alone, Path(place, "alone.csv"), jobs, tell)
        tell(f"{(time.monotonic() - started) / max(honest, 1):.1f} s each on {os.cpu_count()} cores")
        shutil.copytree(alone, together)
        expected = oddities.write(together, right, turn % 3 if every > 3 else None) if odd else {}
        values = {"port": listener.getsockname()[1], "victim": victim, "secret": hidden}
        attacks = {f"a-{number:02d}": label for number, label in enumerate(ATTACKS) if only in label and not (number - turn) % every}
        for student, label in attacks.items():
            nbformat.write(attack(released, declared, ATTACKS[label], values), together / f"{student}.ipynb")
        tell(f"The same with {len(expected)} odd files and {len(attacks)} attacks:")
        after = graded(out / name / "autograder", together, Path(place, "together.csv"), jobs, tell)
        faults += [f"{student}: the row is another than alone: {after.get(student)} instead of {before[student]}" for student in names
                   if {**after.get(student, {}), "look_at": ""} != {**before[student], "look_at": ""}]
        for student, (status, words) in expected.items():
            row = after.get(student)
            if row is None or row["status"] != status or words not in row["look_at"]:
                faults.append(f"odd file {student!r}: expected {status} and {words!r}, found {row}")
            elif status == "ok" and float(row["total"]) != float(before[names[0]]["total"]):
                faults.append(f"odd file {student!r}: {row['total']} points for right answers")
        for student, label in attacks.items():
            row = after.get(student, {"status": "no row"})
            got = [row[question.name] for question in declared.questions if question.checks and row.get(question.name)]
            if row["status"] == "no-result" or any(float(points) for points in got):
                faults.append(f"attack {label!r}: {row}")
            page = Path(place, "together-feedback", f"{student}.md").read_text("utf8")
            if page.count("\n# ") or any("<img" in line and "`" not in line for line in page.splitlines()) or not page.startswith("# a-") or "20 of 20" in "\n".join(line for line in page.splitlines() if "`" not in line) or hidden in page:
                faults.append(f"attack {label!r}: the page of feedback is forged or tells too much: {page[:500]}")
        if set(after) != set(names) | set(expected) | set(attacks):
            faults.append(f"rows that nobody expected: {set(after) ^ (set(names) | set(expected) | set(attacks))}")
        try:
            listener.accept()
            faults.append("a connection arrived at the host")
        except TimeoutError:
            pass
        faults += [f"{path.name} was written on the host" for path in Path(victim).iterdir()]
    return faults + [f"process {pid} of a submission is still alive" for pid in orphans()], len(after)


def orphans():
    """Return the processes of submissions without a judge above them."""
    found = []
    for one in psutil.process_iter():
        try:
            if sandbox.FIRST_USER <= (sandbox.owner(one) or 0) < sandbox.FIRST_USER + (1 << 22) and one.status() != psutil.STATUS_ZOMBIE:
                found += [one.pid] * (not any("grading.judge" in above.cmdline() for above in one.parents()))
        except psutil.Error:
            continue
    return found


def graded(folder, inbox, out, jobs, tell):
    """Grade a class, and return the rows that were written, by student."""
    grade.grade(folder, inbox, out, jobs=jobs, tell=tell)
    with out.open(newline="", encoding="utf8") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def main():
    """Besiege, and exit with 1 if anything gave way."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--set", default="regret")
    parser.add_argument("--honest", type=int, default=15, help="how many honest notebooks stand beside")
    parser.add_argument("--jobs", type=int, default=2 * os.cpu_count(), help="side by side: twice as many as processors, for many attacks only wait")
    parser.add_argument("--only", default="", metavar="WORDS", help="the attacks with these words in their names")
    parser.add_argument("--every", type=int, default=1, metavar="K", help="only every K-th attack, others every day; if K is above 3, every third odd file")
    parser.add_argument("--place", type=int, default=datetime.date.today().toordinal(), help="which of them; the number of today if left out")
    chosen = parser.parse_args()
    try:
        faults, rows = besiege(chosen.out.resolve(), chosen.set, chosen.honest, chosen.jobs, chosen.only, every=chosen.every, turn=chosen.place,
                               tell=lambda line: print(line, flush=True))
    except (ValueError, RuntimeError, OSError) as error:
        sys.exit(f"The siege could not begin: {error}")
    print(f"{rows} rows, {len(faults)} faults")
    if faults:
        sys.exit("The grader gave way:\n" + "\n".join(faults))


if __name__ == "__main__":
    main()
