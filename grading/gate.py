"""Grade the grader: right answers get all points, wrong ones lose theirs, and students get no secret.

    python -m grading.gate OUT [--every 6] [--brief] [--place 7] [--jobs 2] [--sets SET ...]

``assignments/<set>/submissions.py`` holds, for each question with code,

    RIGHT[question] = {what is unusual: code, ...}
    WRONG[question] = {the misconception: (code, words), ...}

where the words must stand in what the student of this wrong answer reads.  Answers to different questions travel in one notebook.  Each style of
writing and of saving a file is tried on every third set.  A hidden test that no wrong answer fails is an error, and so is a function of the package
that answers a question while it is graded.  With ``--every 6`` one set in six is tried, others every day (``--place`` says which); with ``--brief`` one
wrong answer for each question, and styles of writing on one set only.

When open sets pass in full, the gate writes ``assignments/kill_matrix.json`` for the book.  It fails when this file is older than the
answers of a set that it doesn't try in full, and when the ``student.ipynb`` of a set that it tries is not what its master makes.
"""

import argparse
import datetime
import hashlib
import importlib
import inspect
import json
import os
import pkgutil
import re
import resource
import runpy
import signal
import sys
import tempfile
import warnings
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import joblib
import nbformat

from . import build, master, report, sandbox, sets, styles, verdict
from .judge import DOOR
from .withhold import BOOK

FEWEST_RIGHT, FEWEST_WRONG = 1, 5       # of any set
OPEN_RIGHT, OPEN_WRONG = 2, 8           # of those that the book shows
MARKS = ("BEGIN SOLUTION", "END SOLUTION", "# SOLUTION", "BEGIN TEST", "hidden=True", "# HIDDEN")
MEMORY, TRIAL = 4 << 30, 0.5    # bytes and seconds for a function of the package that might be an answer
SHORTEST = 25       # a line of a solution that is shorter may stand elsewhere by chance


class Case(NamedTuple):
    """A submission, and what must come of it: ``expected`` says for each question "all", "none" or the words of a message."""

    set: str
    name: str
    content: bytes
    expected: dict
    labels: dict        # question -> the label of its wrong answer


def styles_of(number, count, brief, place):
    """Return the styles of writing and of saving in which the right answers to a set are tried, which is one of so many.

    A style is little to the set: each is tried on every third set, others every day.  A single set is tried in all.
    """
    if brief:
        return dict(list(styles.WRITTEN.items())[:None if number == 0 else 1])
    every = styles.WRITTEN | styles.SAVED
    return {label: style for turn, (label, style) in enumerate(every.items()) if turn == 0 or count == 1 or (turn + number + place) % 3 == 0}


def cases_of(declared, released, brief, chosen):
    """Return the cases of a set, and what is wrong with its collection of answers; ``chosen`` are the styles, by their label."""
    name, collected = declared.name, runpy.run_path(str(sets.master(declared.name).with_name("submissions.py")))
    right, wrong = collected["RIGHT"], collected["WRONG"]
    coded = [question for question in declared.questions if question.checks]
    names, reference = [question.name for question in coded], {question.name: question.answer for question in coded}
    faults = [f"{name}: submissions.py speaks of {question}, which is no question" for question in sorted((set(right) | set(wrong)) - set(names))]
    fewest = (OPEN_RIGHT, OPEN_WRONG) if sets.is_open() else (FEWEST_RIGHT, FEWEST_WRONG)
    for question in names:
        found = len(right.get(question, {})), len(wrong.get(question, {}))
        if found[0] < fewest[0] or found[1] < fewest[1]:
            faults.append(f"{name}, {question}: {found[0]} right and {found[1]} wrong answers, expected at least {fewest[0]} and {fewest[1]}")

    def made(label, answers, expected=(), labels=(), style=None):
        notebook = styles.as_json(build.answered(released, reference | answers))
        content = style(notebook) if style else notebook
        content = content if isinstance(content, bytes) else json.dumps(content).encode()
        return Case(name, label, content, dict.fromkeys(names, "all") | dict(expected), dict(labels))

    cases = [Case(name, "untouched", nbformat.writes(released).encode(), dict.fromkeys(names, "none"), {})]
    cases += [made(f"right, {label}", {}, style=style) for label, style in chosen.items()]
    rights = [[(question, label, code) for label, code in right.get(question, {}).items()] for question in names]
    for together in zip_longest(*rights):
        given = [one for one in together if one]
        cases.append(made("right: " + "; ".join(f"{question}, {label}" for question, label, _ in given),
                          {question: code for question, _, code in given}))
    wrongs = [[(question, label, *answer) for label, answer in wrong.get(question, {}).items()][:1 if brief else None] for question in names]
    for together in zip_longest(*wrongs):
        given = [one for one in together if one]
        cases.append(made("wrong", {question: code for question, _, code, _ in given}, {question: words for question, _, _, words in given},
                          {question: label for question, label, _, _ in given}))
    if not brief:
        cases += handed_on(declared, made)
    return cases, faults


def handed_on(declared, made):
    """Yield the notebooks that answer with what is withheld: each function of the package as the answer to what it is withheld from."""
    for together in zip_longest(*[[(question, withheld) for withheld in question.withheld] for question in declared.questions]):
        given = [one for one in together if one]
        codes = {}
        for question, withheld in given:
            asked = {name for check in question.checks for name in check.names if f"def {name}(" in question.answer}
            place, _, function = withheld.rpartition(".")
            codes[question.name] = f"import {place.split('.')[0]}, importlib\n" + "".join(
                f"{name} = getattr(importlib.import_module({place!r}), {function!r}, None)\n" for name in sorted(asked))
        yield made("the package's own: " + ", ".join(withheld for _, withheld in given), codes, dict.fromkeys(codes, "none"))


def judged(case, found):
    """Return what is wrong with the verdict on a case, a sentence each."""
    if found["status"] != "ok":
        return [f"status {found['status']}: {found.get('why', '')} {found.get('log', '')[-300:]}"]
    faults = []
    for question, expected in case.expected.items():
        one = found["questions"][question]
        label = f"{question}, {case.labels[question]}" if question in case.labels else question
        if expected == "none" and one["score"]:
            faults.append(f"{label}: {one['score']} points for nothing")
        elif expected == "all" and one["score"] != one["possible"]:
            faults.append(f"{label}: {one['score']} of {one['possible']}: {' '.join(one['said'])}")
        elif expected not in ("all", "none") and one["score"] == one["possible"]:
            faults.append(f"{label}: all {one['possible']} points for a wrong answer")
        elif expected not in ("all", "none") and not any(expected in said for said in one["said"]):
            faults.append(f"{label}: no message says {expected!r}: {one['said']}")
    return faults


def leaks(declared, folder):
    """Return what of the hidden tests and of the solutions stands in the files that students get."""
    texts = {path.name: path.read_text("utf8") for path in (folder / "student").iterdir() if path.suffix != ".whl"}
    plain = {file: "\n".join(_strings(json.loads(text))) if file.endswith(".ipynb") else text for file, text in texts.items()}
    unknown = set(texts) - {f"{declared.name}.ipynb", "requirements.txt"}
    return [f"{declared.name}: {file} in the student's folder" for file in sorted(unknown)] + [
        f"{declared.name}: {word!r} in the student's {file}" for file, text in plain.items()
        for word in [*MARKS, *secrets(declared), *(check.message for check in hidden(declared))] if word in text]


def hidden(declared):
    """Return the hidden checks of a set."""
    return [check for question in declared.questions for check in question.checks if check.hidden]


def secrets(declared):
    """Return what of a master no student may ever read: the names of hidden tests, and the lines of the solutions.

    A line of code that the text of a question shows too is no secret, and a short line may stand elsewhere by chance.
    """
    text = sets.master(declared.name).read_text("utf8")
    open_text = re.sub(r"```otter\n# BEGIN (SOLUTION|TESTS)\n```.*?```otter\n# END \1\n```|```\{code-cell\}.*?```", "", text, flags=re.DOTALL)
    lines = [line.strip() for question in declared.questions for line in [*_inside(text, question.name), *question.model.splitlines()]]
    return [*(check.name for check in hidden(declared)), *(line for line in lines if len(line) >= SHORTEST and line not in open_text)]


def _inside(text, question):
    """Return the lines of code that the release of a question leaves out."""
    block = re.search(rf"^name: {question}$(.*?)# END QUESTION", text, re.DOTALL | re.M)[1]
    for part in re.findall(r"# BEGIN SOLUTION\n(?!```)(.*?)# END SOLUTION", block, re.DOTALL):
        yield from part.splitlines()
    yield from (line.removesuffix("# SOLUTION") for line in block.splitlines() if line.endswith("# SOLUTION"))


def _strings(value):
    """Yield the strings inside a JSON value, as they read."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _strings(part)


def form(declared):
    """Return what is missing in a master: messages, and for each question public and hidden tests."""
    faults = []
    for question in declared.questions:
        where = f"{declared.name}, {question.name}"
        if not question.checks:
            if not re.search(r"\(\d+ points?\)", question.model):
                faults.append(f"{where}: the model proof doesn't say which step has how many points")
            continue
        faults += [f"{where}: {check.name} has no failure_message" for check in question.checks if not check.message]
        faults += [f"{where}: the door {check.name} is hidden: students must be able to see it" for check in question.checks
                   if check.name.startswith(DOOR) and check.hidden]
        if not 0 < sum(check.hidden for check in question.checks) < len(question.checks):
            faults.append(f"{where}: expected some hidden tests and some public ones")
    return faults


def package_answers(declared):
    """Return the functions of the package that answer a question, and are not withheld from it.

    Every function of the package is tried on the checks that take one function of the student's.
    """
    import otbnotes

    def ring(number, frame):
        raise TimeoutError
    functions = {}
    for module in pkgutil.walk_packages(otbnotes.__path__, "otbnotes."):
        if not module.name.startswith("otbnotes.plots"):
            try:
                found = vars(importlib.import_module(module.name))
            except ImportError:
                continue                # what cannot be imported here cannot be imported by a notebook either
            for name, value in found.items():
                if inspect.isfunction(value) and value.__module__.startswith("otbnotes"):
                    own = inspect.unwrap(value)
                    functions[f"{own.__module__}.{own.__qualname__}"] = value
    signal.signal(signal.SIGALRM, ring)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    faults = []
    for question in declared.questions:
        for name in sorted({check.names[0] for check in question.checks if len(check.names) == 1}):
            checks = [check for check in question.checks if check.names == [name]]
            for place, function in functions.items():
                if not place.startswith((*(f"otbnotes.{folder}." for folder in BOOK), *question.withheld)) and any(check.hidden for check in checks) and all(_passes(check, function) for check in checks):
                    faults.append(f"{declared.name}, {question.name}: {place} answers it, and is not withheld")
    return faults


def _passes(check, function):
    """Say whether a trusted function passes a check."""
    scope = {}
    exec(check.source, scope)
    signal.setitimer(signal.ITIMER_REAL, TRIAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            scope[check.name](function)
    except Exception:
        return False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return True


def gate(out, names, brief, jobs, place, tell=print):
    """Try all answers to some sets that were built, and return the kill matrix and what is wrong."""
    sandbox.check()
    matrix, faults, cases, guarded, declared = {}, [], [], {}, {}
    for number, name in enumerate(names):
        one = declared[name] = master.read(sets.master(name).read_text("utf8"), name, sets.course_seed(name))
        released = nbformat.read(out / name / "student" / f"{name}.ipynb", 4)
        these, wrong = cases_of(one, released, brief, styles_of(number, len(names), brief, place))
        cases, faults = cases + these, faults + wrong + form(one) + leaks(one, out / name)
        guarded[name] = [*MARKS, *secrets(one), os.environ.get("COURSE_KEY") or "COURSE_KEY"]
        matrix[name] = {question.name: {"tests": {check.name: check.hidden for check in question.checks}, "wrong": {}, "kept": {}}
                        for question in one.questions if question.checks}

    def play(case):
        with tempfile.TemporaryDirectory() as place:
            path = Path(place, "submission")
            path.write_bytes(case.content)
            return verdict.of(out / case.set / "autograder", path)

    with ThreadPoolExecutor(jobs) as pool:
        for number, (case, found) in enumerate(zip(cases, pool.map(play, cases), strict=True), 1):
            wrong = judged(case, found)
            said = "\n".join(text for one in found.get("questions", {}).values() for text in one["said"]) + "\n".join(found.get("stopped", []))
            wrong += [f"the feedback says {word!r}" for word in guarded[case.set] if word in said]
            tell(f"[{number}/{len(cases)}] {case.set}, {case.name[:80]}: {'; '.join(wrong) or 'as it should be'}")
            faults += [f"{case.set}, {case.name[:80]}: {fault}" for fault in wrong]
            for question, label in case.labels.items() if found["status"] == "ok" else ():
                one = found["questions"][question]
                matrix[case.set][question]["wrong"][label] = [check["name"] for check in one["checks"] if not check["passed"] and check["kind"] != "closed"]
                matrix[case.set][question]["kept"][label] = one["score"]
    if not brief:
        tell("Every function of the package as an answer ...")
        faults += idle(matrix) + sum(joblib.Parallel(n_jobs=jobs)(joblib.delayed(package_answers)(one) for one in declared.values()), [])
    return matrix, faults


def idle(matrix):
    """Return the hidden tests that no wrong answer fails: they guard nothing."""
    return [f"{name}, {question}: no wrong answer fails the hidden {test}" for name, questions in matrix.items()
            for question, found in questions.items() for test, is_hidden in found["tests"].items()
            if is_hidden and not any(test in killers for killers in found["wrong"].values())]


def known():
    """Return the kill matrix that the book shows."""
    path = sets.ROOT / "assignments" / "kill_matrix.json"
    return json.loads(path.read_text("utf8")) if path.exists() else {}


def digest(name):
    """Return a hash of what a row of the kill matrix depends on."""
    together = hashlib.sha256()
    for file in ("master.md", "submissions.py"):
        together.update(sets.master(name).with_name(file).read_bytes())
    return together.hexdigest()


def record(matrix, digests):
    """Keep the kill matrix that the book shows, with the digests that the sets had when it was begun."""
    kept = known() | {name: {"digest": digests[name], "questions": questions} for name, questions in matrix.items()}
    report.write(sets.ROOT / "assignments" / "kill_matrix.json", written({name: kept[name] for name in sets.names() if name in kept}))


def written(kept):
    """Return the kill matrix as JSON, a line for each question."""
    def line(value):
        return json.dumps(value, ensure_ascii=False)

    parts = []
    for name, one in kept.items():
        questions = ",\n".join(f"  {line(question)}: {line(found)}" for question, found in one["questions"].items())
        parts.append(f' {line(name)}: {{"digest": {line(one["digest"])}, "questions": {{\n{questions}\n }}}}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def unlike(out, names):
    """Return the sets whose ``student.ipynb`` is not what their masters make."""
    made = {name: (out / name / "student" / f"{name}.ipynb").read_bytes() for name in names}
    shown = {name: sets.folder() / name / "student.ipynb" for name in names}
    return [f"{name}: student.ipynb is not what the master makes: run 'make assignments'" for name in names
            if not shown[name].exists() or shown[name].read_bytes() != made[name]]


def outdated(names):
    """Return the sets whose answers have changed since the kill matrix was made."""
    kept = known()
    return [f"{name}: kill_matrix.json is older than its answers: run 'make grader-gate'" for name in names
            if kept.get(name, {}).get("digest") != digest(name)]


def printed(matrix):
    """Return the kill matrix in words."""
    lines = []
    for name, questions in matrix.items():
        for question, found in questions.items():
            lines.append(f"{name}, {question}")
            lines += [f"    {label}: keeps {found['kept'][label]:g}, fails {', '.join(tests) or 'NOTHING'}" for label, tests in found["wrong"].items()]
    return "\n".join(lines)


def main():
    """Run the gate and exit with 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--sets", nargs="+", default=None, metavar="SET", help="default: all")
    parser.add_argument("--every", type=int, default=1, metavar="K", help="only one set in K, others every day")
    parser.add_argument("--brief", action="store_true", help="one wrong answer for each question, styles of writing on one set")
    parser.add_argument("--place", type=int, default=datetime.date.today().toordinal(), help="which sets, and which styles on which; the number of today if left out")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    chosen = parser.parse_args()
    out = chosen.out.resolve()
    try:
        names = chosen.sets or sets.names()
        tried = sets.turn(names, chosen.place, chosen.every)
        with ThreadPoolExecutor(chosen.jobs) as pool:
            list(pool.map(lambda name: build.build(name, out), tried))
        digests = {name: digest(name) for name in names}
        matrix, faults = gate(out, tried, chosen.brief, chosen.jobs, chosen.place, lambda line: print(line, flush=True))
    except (ValueError, RuntimeError, OSError) as error:
        sys.exit(f"The gate could not run: {error}")
    print(printed(matrix))
    if sets.is_open():
        faults += unlike(out, tried) + outdated(names if chosen.brief else sorted(set(names) - set(tried)))
    if sets.is_open() and not chosen.brief and not faults:
        record(matrix, digests)
    wrong = sum(len(found["wrong"]) for questions in matrix.values() for found in questions.values())
    print(f"{len(matrix)} sets, {sum(map(len, matrix.values()))} questions, {wrong} wrong answers: {len(faults)} faults")
    if faults:
        sys.exit("The grader can't be trusted yet:\n" + "\n".join(faults))


if __name__ == "__main__":
    main()
