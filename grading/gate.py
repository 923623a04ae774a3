"""Grade the grader: right answers get all points, wrong ones lose theirs, and nothing gets out of the sandbox.

    python -m grading.gate OUT [--brief] [--answers] [--jobs 2] [--sets SET ...]

``assignments/<set>/submissions.py`` holds, for each question with code,

    RIGHT[question] = {what is unusual: code, ...}                     at least one
    WRONG[question] = {the misconception: (code, words), ...}          at least five

where the words must stand in a message that the student of this wrong answer reads.  With ``--brief`` one wrong answer for each
question is tried; without it all are, and a hidden test that no wrong answer fails is an error.

When open sets pass in full, the gate writes ``assignments/kill_matrix.json`` for the book.  The brief gate fails when this file, or a
``student.ipynb``, is not what the masters say.
"""

import argparse
import ast
import hashlib
import json
import os
import re
import runpy
import socket
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

import nbformat
from nbformat.v4 import new_code_cell

from . import build, grade, sandbox, sets
from .runaways import RUNAWAYS

FEWEST_WRONG, FEWEST_RIGHT = 5, 1
ANSWER = "otter_assign_solution_cell"
MARKS = ("BEGIN SOLUTION", "END SOLUTION", "# SOLUTION", "BEGIN TEST", "hidden=True", "# HIDDEN")
SHORTEST = 25       # a line of a solution that is shorter may stand elsewhere by chance


class Case(NamedTuple):
    """A submission and what must come of it: full points except on ``question``, where ``kind`` decides."""

    set: str
    kind: str           # "reference", "blank", "right" or "wrong"
    question: str
    name: str
    code: str
    words: str


def check_of(cell):
    """Return the question that a cell checks, or None."""
    found = re.fullmatch(r'grader\.check\("(\w+)"\)', cell.source.strip())
    return found and found[1]


def answered(reference, question, code):
    """Return the reference notebook with other code as the answer to one question.

    Raises
    ------
    ValueError
        If the notebook doesn't check that question, or holds no answer to it.
    """
    notebook, answers = nbformat.from_dict(reference), []
    notebook.cells, cells = [], reference.cells
    for cell in cells:
        if cell.cell_type == "code" and ANSWER in cell.metadata.get("tags", []):
            answers.append(cell)
        if cell.cell_type == "code" and check_of(cell):
            if check_of(cell) == question:
                break
            answers = []
    else:
        raise ValueError(f"question = {question!r}: expected one that the notebook checks")
    if not answers:
        raise ValueError(f"question = {question!r}: expected a solution in a cell of code before its check")
    for cell in cells:
        if cell is answers[0]:
            notebook.cells.append(new_code_cell(code, metadata=cell.metadata))
        elif not any(cell is answer for answer in answers):
            notebook.cells.append(cell)
    return notebook


def answer_to(reference, question):
    """Return the code of the reference solution of one question."""
    mark = "pass  # the answer"
    kept = [cell.source for cell in answered(reference, question, mark).cells]
    return "\n\n".join(cell.source for cell in reference.cells
                       if cell.cell_type == "code" and ANSWER in cell.metadata.get("tags", []) and cell.source not in kept)


def questions_of(reference):
    """Return the names of the questions that are graded by code, in order."""
    return [check_of(cell) for cell in reference.cells if cell.cell_type == "code" and check_of(cell)]


def cases_of(name, questions, brief):
    """Return the cases of a set, and what is wrong with the collection itself."""
    declared = runpy.run_path(str(sets.master(name).with_name("submissions.py")))
    right, wrong = declared["RIGHT"], declared["WRONG"]
    cases = [Case(name, "reference", "", "reference", "", ""), Case(name, "blank", "", "blank", "", "")]
    faults = [f"{name}: submissions.py speaks of {question}, which is no question"
              for question in sorted((set(right) | set(wrong)) - set(questions))]
    for question in questions:
        rights, wrongs = right.get(question, {}), wrong.get(question, {})
        if len(rights) < FEWEST_RIGHT or len(wrongs) < FEWEST_WRONG:
            faults.append(f"{name}, {question}: {len(rights)} right and {len(wrongs)} wrong answers, expected at least "
                          f"{FEWEST_RIGHT} and {FEWEST_WRONG}")
        cases += [Case(name, "right", question, label, code, "") for label, code in rights.items() if not brief]
        cases += [Case(name, "wrong", question, label, code, words)
                  for label, (code, words) in list(wrongs.items())[:1 if brief else None]]
    return cases, faults


def play(case, folder, slot, **limits):
    """Grade the submission of one case."""
    archive = folder / "autograder" / f"{case.set}-autograder.zip"
    reference = nbformat.read(folder / "autograder" / f"{case.set}.ipynb", 4)
    if case.kind == "blank":
        notebook = nbformat.read(folder / "student" / f"{case.set}.ipynb", 4)
    else:
        notebook = answered(reference, case.question, case.code) if case.question else reference
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "submission.ipynb")
        nbformat.write(notebook, path)
        return grade.grade_one(archive, path, slot, **limits)


def judge(case, result):
    """Say what is wrong with how a case was graded; the empty string if nothing is."""
    if result["status"] != "ok":
        return f"status {result['status']}: {result['why'][-300:]}"
    short = {name: question for name, question in result["questions"].items() if question["score"] < question["possible"]}
    if case.kind == "blank":
        kept = [name for name, question in result["questions"].items() if question["score"] > 0]
        return f"the untouched notebook has points on {', '.join(kept)}" if kept else ""
    if case.kind != "wrong":
        return "; ".join(f"{name}: {question['score']} of {question['possible']}, failed: {', '.join(failed(question))}"
                         for name, question in short.items())
    if case.question not in short:
        return f"all {result['questions'][case.question]['possible']} points for a wrong answer"
    if len(short) > 1:
        return f"points were lost on {', '.join(sorted(set(short) - {case.question}))} too"
    page = grade.feedback_of("student", result)
    return "" if case.words in page else f"no message says {case.words!r}: {[m for m in messages(short[case.question])]}"


def failed(question):
    """Return the names of the tests that failed."""
    return [test["name"] for test in question["tests"] if not test["passed"]]


def named(result, master):
    """Give the tests the names of their functions in the master; otter-grader only counts them."""
    for question, found in result.get("questions", {}).items():
        block = re.search(rf"^name: {question}$(.*?)# END QUESTION", master, re.DOTALL | re.M)[1]
        for test, name in zip(found["tests"], re.findall(r"^def (test_\w+)", block, re.M), strict=True):
            test["name"] = name
    return result


def messages(question):
    """Return what the student reads."""
    return [test["message"] for test in question["tests"] if not test["passed"]]


def leaks(name, folder):
    """Return what of the hidden tests and of the solutions stands in the files that students get."""
    master = sets.master(name).read_text("utf8").replace("COURSE_SEED", str(sets.course_seed(name)))
    secret = [*MARKS, *secrets(master), *hidden_messages(master)]
    texts = {path.name: path.read_text("utf8") for path in (folder / "student").iterdir() if path.suffix != ".whl"}
    plain = {file: "\n".join(_strings(json.loads(text))) if file.endswith(".ipynb") else text for file, text in texts.items()}
    unknown = set(texts) - {f"{name}.ipynb", "requirements.txt"}
    return [f"{name}: {file} in the student's folder" for file in sorted(unknown)] + [
        f"{name}: {word!r} in the student's {file}" for file, text in plain.items() for word in secret if word in text]


def secrets(master):
    """Return what of a master no student may ever read: the names of hidden tests, and the lines of the solutions.

    A line of code that the text of a question shows too is no secret, and a short line may stand elsewhere by chance.
    """
    solutions = re.findall(r"```otter\n# BEGIN SOLUTION\n```(.*?)```otter\n# END SOLUTION\n```", master, re.DOTALL)
    open_text = re.sub(r"```otter\n# BEGIN (SOLUTION|TESTS)\n```.*?```otter\n# END \1\n```|```\{code-cell\}.*?```", "", master,
                       flags=re.DOTALL)
    lines = []
    for solution in solutions:
        code = "\n".join(re.findall(r"```\{code-cell\}[^\n]*\n(.*?)```", solution, re.DOTALL))
        lines += re.sub(r"```\{code-cell\}.*?```", "", solution, flags=re.DOTALL).splitlines()
        for block in re.findall(r"# BEGIN SOLUTION\n(.*?)# END SOLUTION", code, re.DOTALL):
            lines += block.splitlines()
        lines += [line.removesuffix("# SOLUTION") for line in code.splitlines() if line.endswith("# SOLUTION")]
    lines = [line.strip() for line in lines]
    return [*hidden_names(master), *(line for line in lines if len(line) >= SHORTEST and line not in open_text)]


def hidden_messages(master):
    """Return what students read only after a hidden test has failed them."""
    return re.findall(r'hidden: true\nfailure_message: "(.*)"', master)


def hidden_names(master):
    """Return the names of the hidden tests of a master."""
    return re.findall(r'hidden: true\n.*?""" # END TEST CONFIG\ndef (\w+)', master, re.DOTALL)


def _strings(value):
    """Yield the strings inside a JSON value, as they read."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)


def schema(name):
    """Return what is missing in a master: hidden and public tests, messages, a proof with its points, an experiment."""
    master, faults = sets.master(name).read_text("utf8"), []
    for block in re.findall(r"# BEGIN QUESTION\n(.*?)# END QUESTION", master, re.DOTALL):
        question = re.search(r"^name: (\w+)$", block, re.M)[1]
        if "manual: true" in block:
            if not re.search(r"\(\d+ points?\)", block.partition("# BEGIN SOLUTION")[2]):
                faults.append(f"{name}, {question}: the model proof doesn't say which step has how many points")
            continue
        tests = re.findall(r"^def (test_\w+)", block, re.M)
        if block.count("failure_message: ") != len(tests):
            faults.append(f"{name}, {question}: {len(tests)} tests, {block.count('failure_message: ')} messages")
        hidden = block.count("hidden: true")
        if not 0 < hidden < len(tests):
            faults.append(f"{name}, {question}: {hidden} of {len(tests)} tests are hidden, expected some and not all")
        points = re.search(r"^points: (\[.*\])$", block, re.M)
        if not points or len(ast.literal_eval(points[1])) != len(tests):
            faults.append(f"{name}, {question}: expected points: [...] with a number for each of its {len(tests)} tests")
    if "manual: true" not in master:
        faults.append(f"{name}: no proof")
    if "claim(" not in master:
        faults.append(f"{name}: no experiment with claim(...)")
    return faults


def runaways(name, folder, jobs):
    """Let each runaway loose on a set that was built into ``folder``, and return what went wrong."""
    slots = SimpleQueue()
    for slot in range(jobs):
        slots.put(slot)
    reference = nbformat.read(folder / "autograder" / f"{name}.ipynb", 4)
    question = questions_of(reference)[0]
    answer = answer_to(reference, question)
    with tempfile.TemporaryDirectory() as victim, socket.create_server(("127.0.0.1", 0)) as listener:
        Path(victim).chmod(0o777)
        listener.settimeout(0.1)
        port = listener.getsockname()[1]

        def one(item):
            label, (code, contained) = item
            code = code.replace("{port}", str(port)).replace("{victim}", victim)
            body = "".join(f"    {line}\n" for line in answer.splitlines())
            case = Case(name, "runaway", question, label, f"{code}\nif breached:\n{body}", "")
            slot = slots.get()
            try:
                result = play(case, folder, slot, seconds=60, cell_seconds=5)
            finally:
                slots.put(slot)
            if result["status"] not in contained:
                return f"{label}: status {result['status']}, expected {' or '.join(sorted(contained))}: {result.get('why', '')[-300:]}"
            if result["status"] == "ok" and result["questions"][question]["score"]:
                return f"{label}: it got through"
            return ""

        with ThreadPoolExecutor(jobs) as pool:
            faults = [fault for fault in pool.map(one, RUNAWAYS.items()) if fault]
        try:
            listener.accept()
            faults.append("network: a connection arrived at the host")
        except TimeoutError:
            pass
        faults += [f"{path.name} was written on the host" for path in Path(victim).iterdir()]
    return faults + [f"process {pid} of a submission is still alive" for pid in survivors()]


def survivors():
    """Return the processes of the users under whom this grader ran submissions."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            user = int(re.search(r"^Uid:\s+(\d+)", status.read_text(), re.M)[1])
        except OSError:
            continue
        if sandbox.FIRST_USER <= user < sandbox.FIRST_USER + 64:
            found.append(status.parent.name)
    return found


def gate(out, names, brief, jobs, tell=print):
    """Build the sets, try all answers on them, and return the kill matrix and what is wrong."""
    sandbox.check()
    slots = SimpleQueue()
    for slot in range(jobs):
        slots.put(slot)
    matrix, faults, cases = {}, [], []
    guarded = {name: [*MARKS, *secrets(sets.master(name).read_text("utf8")), os.environ.get("COURSE_KEY") or "COURSE_KEY"]
               for name in names}
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda name: build.build(name, out), names))
    for name in names:
        reference = nbformat.read(out / name / "autograder" / f"{name}.ipynb", 4)
        questions = questions_of(reference)
        these, wrong = cases_of(name, questions, brief)
        cases, faults = cases + these, faults + wrong + schema(name) + leaks(name, out / name)
        matrix[name] = {question: {"tests": {}, "wrong": {}} for question in questions}

    def one(case):
        slot = slots.get()
        try:
            return named(play(case, out / case.set, slot), sets.master(case.set).read_text("utf8"))
        finally:
            slots.put(slot)

    with ThreadPoolExecutor(jobs) as pool:
        for number, (case, result) in enumerate(zip(cases, pool.map(one, cases)), 1):
            fault = judge(case, result)
            told = [word for word in guarded[case.set] if word in grade.feedback_of("student", result)]
            fault = fault or (f"the feedback says {told[0]!r}" if told else "")
            where = f"{case.set}, {case.question + ', ' if case.question else ''}{case.kind}: {case.name}"
            tell(f"[{number}/{len(cases)}] {where}: {fault or 'as it should be'}")
            faults += [f"{where}: {fault}"] if fault else []
            if result["status"] != "ok":
                continue
            if case.kind == "reference":
                for question, found in result["questions"].items():
                    matrix[case.set][question]["tests"] = {test["name"]: test["hidden"] for test in found["tests"]}
            if case.kind == "wrong":
                matrix[case.set][case.question]["wrong"][case.name] = failed(result["questions"][case.question])
    if not brief:
        faults += idle(matrix)
    return matrix, faults


def idle(matrix):
    """Return the hidden tests that no wrong answer fails: they guard nothing."""
    return [f"{name}, {question}: no wrong answer fails the hidden {test}" for name, questions in matrix.items()
            for question, found in questions.items() for test, hidden in found["tests"].items()
            if hidden and not any(test in killers for killers in found["wrong"].values())]


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
    text = json.dumps({name: kept[name] for name in sets.names() if name in kept}, indent=1, ensure_ascii=False)
    (sets.ROOT / "assignments" / "kill_matrix.json").write_text(text + "\n", "utf8")


def stale(out, names):
    """Return the sets of which the book shows something else than their masters say."""
    kept, found = known(), []
    for name in names:
        shown = sets.folder() / name / "student.ipynb"
        if not shown.exists() or shown.read_bytes() != (out / name / "student" / f"{name}.ipynb").read_bytes():
            found.append(f"{name}: student.ipynb is not what the master makes: run 'make assignments'")
        if kept.get(name, {}).get("digest") != digest(name):
            found.append(f"{name}: kill_matrix.json is older than its answers: run 'make grader-gate'")
    return found


def printed(matrix):
    """Return the kill matrix in words."""
    lines = []
    for name, questions in matrix.items():
        for question, found in questions.items():
            lines.append(f"{name}, {question}")
            lines += [f"    {label}: {', '.join(tests) or 'SURVIVES'}" for label, tests in found["wrong"].items()]
    return "\n".join(lines)


def main():
    """Run the gate and exit with 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--sets", nargs="+", default=None, metavar="SET", help="default: all")
    parser.add_argument("--brief", action="store_true", help="one wrong answer for each question")
    parser.add_argument("--answers", action="store_true", help="leave the runaways out")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    chosen = parser.parse_args()
    out = chosen.out.resolve()
    try:
        names = chosen.sets or sets.names()
        digests = {name: digest(name) for name in names}
        matrix, faults = gate(out, names, chosen.brief, chosen.jobs, lambda line: print(line, flush=True))
        if not chosen.answers:
            faults += [f"runaway: {fault}" for fault in runaways(names[0], out / names[0], chosen.jobs)]
    except (ValueError, RuntimeError, OSError) as error:
        sys.exit(f"The gate could not run: {error}")
    print(printed(matrix))
    if sets.is_open() and chosen.brief:
        faults += stale(out, names)
    if sets.is_open() and not chosen.brief and not faults:
        record(matrix, digests)
    wrong = sum(len(found["wrong"]) for questions in matrix.values() for found in questions.values())
    print(f"{len(matrix)} sets, {sum(map(len, matrix.values()))} questions, {wrong} wrong answers, {0 if chosen.answers else len(RUNAWAYS)} runaways: "
          f"{len(faults)} faults")
    if faults:
        sys.exit("The grader can't be trusted:\n" + "\n".join(faults))


if __name__ == "__main__":
    main()
