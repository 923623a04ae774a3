"""The grader of the problem sets, as an instructor runs it, and proof that its gate and its sandbox turn red."""

import csv
import json
import os
import shutil
import signal
import subprocess
import time
import zipfile
from pathlib import Path

import pytest
from grading_sets import answers, question, write

ROOT = Path(__file__).parents[1]
PYTHON = ROOT / ".venv-grading" / "bin" / "python"


def run(*command, timeout=300, **settings):
    """Run a module of the grader and return what came of it."""
    environment = {**os.environ, "COURSE_KEY": "", "OTB_ASSIGNMENTS": "", **settings}
    return subprocess.run([PYTHON, "-m", *map(str, command)], cwd=ROOT, env=environment, capture_output=True, text=True,
                          timeout=timeout)


@pytest.fixture(scope="module")
def squares(tmp_path_factory):
    """The folder of a healthy set, built: (masters, output)."""
    folder = tmp_path_factory.mktemp("sets")
    write(folder / "masters", "squares", [question("q1_square", "square")], {"q1_square": answers("square")})
    done = run("grading.build", folder / "out", OTB_ASSIGNMENTS=str(folder / "masters"))
    assert done.returncode == 0, done.stderr
    return folder / "masters", folder / "out"


def autograder(squares):
    return squares[1] / "squares" / "autograder" / "squares-autograder.zip"


def submission(squares, path, code, *more, name="squares"):
    """Write a submission with this code as the answer, these cells at the end, and the name of a set; None leaves the answer open."""
    notebook = json.loads((squares[1] / "squares" / "student" / "squares.ipynb").read_text("utf8"))
    if code is not None:
        cell, = (cell for cell in notebook["cells"]
                 if cell["cell_type"] == "code" and "otter_answer_cell" in cell["metadata"].get("tags", []))
        cell["source"] = code
    notebook["cells"] += more
    notebook["metadata"]["otter"]["assignment_name"] = name
    path.write_text(json.dumps(notebook), "utf8")


def rows_of(path):
    """Return the rows of a table, by student."""
    with path.open(newline="", encoding="utf8") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def test_a_healthy_set_passes_the_gate(squares, tmp_path):
    done = run("grading.gate", tmp_path, "--answers", "--sets", "squares", OTB_ASSIGNMENTS=str(squares[0]))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "the double: test_negative" in done.stdout and "5 wrong answers, 0 runaways: 0 faults" in done.stdout


@pytest.mark.gate
def test_the_gate_names_each_fault(tmp_path):
    write(tmp_path / "masters", "faulty", [
        question("q1_vacuous", "one", public="assert one is not None"),
        question("q2_idle", "two", hidden="assert two(3) is not None"),
        question("q3_fooled", "three"),
        question("q4_gentle", "four"),
        question("q6_tells", "six").replace("The square of 2 is wrong.", "Did you write: result_of_squaring = x * x?")],
        {"q1_vacuous": answers("one"), "q2_idle": answers("two"),
         "q3_fooled": ({}, {"a right one": ("def three(x):\n    return x * x", "The square")}),
         "q4_gentle": ({}, {"the double": ("def four(x):\n    return 2 * x", "words that nobody says")}), "q5_nowhere": answers("five"),
         "q6_tells": ({}, {"the double": ("def six(x):\n    return 3 * x", "Negative")})})
    done = run("grading.gate", tmp_path / "out", "--answers", "--sets", "faulty", OTB_ASSIGNMENTS=str(tmp_path / "masters"))
    said = done.stderr
    assert done.returncode == 1
    for fault in ("blank: the untouched notebook has points on q1_vacuous",
                  "no wrong answer fails the hidden test_negative",
                  "q3_fooled, wrong: a right one: all 3 points for a wrong answer",
                  "q4_gentle: 0 right and 1 wrong answers, expected at least 1 and 5",
                  "no message says 'words that nobody says'",
                  "q6_tells, wrong: the double: the feedback says 'result_of_squaring = x * x'",
                  "speaks of q5_nowhere, which is no question"):
        assert fault in said, f"{fault!r} is missing in\n{said}"


@pytest.mark.gate
def test_a_reference_that_fails_its_own_test_is_not_built(tmp_path):
    write(tmp_path / "masters", "broken", [question("q1_square", "square", hidden="assert square(-3) == -9")], {})
    done = run("grading.build", tmp_path / "out", OTB_ASSIGNMENTS=str(tmp_path / "masters"))
    assert done.returncode == 1 and "the reference solution does not pass its own tests" in done.stderr
    assert not (tmp_path / "out" / "broken").exists()




@pytest.mark.gate
def test_a_secret_in_the_release_is_found(squares, tmp_path):
    shutil.copytree(squares[1] / "squares", tmp_path / "squares")
    student = tmp_path / "squares" / "student" / "squares.ipynb"
    check = "from grading import gate; from pathlib import Path; print(gate.leaks('squares', Path({!r})))".format(
        str(tmp_path / "squares"))
    settings = {**os.environ, "OTB_ASSIGNMENTS": str(squares[0]), "COURSE_KEY": ""}

    def leaks():
        return subprocess.run([PYTHON, "-c", check], cwd=ROOT, env=settings, capture_output=True, text=True, check=True).stdout

    assert leaks() == "[]\n"
    clean = student.read_text("utf8")
    for secret in ("test_negative", "result_of_squaring = x * x", "Negative numbers: the square is never negative.",
                   "The square is the number times itself, whatever its sign may be.",
                   "(2 points) The product of two numbers of one sign is not negative.", "BEGIN SOLUTION"):
        student.write_text(clean.replace("Squares", f"Squares {secret}", 1), "utf8")
        found = leaks()
        assert "in the student's squares.ipynb" in found, secret
    student.write_text(clean, "utf8")
    (student.parent / "master.md").write_text("x", "utf8")
    assert "master.md in the student's folder" in leaks()


WEAKENED = """
import sys
from pathlib import Path
from grading import gate, sandbox
world, limits = sandbox._world, sandbox._limits
{weaken}
gate.RUNAWAYS = {{name: gate.RUNAWAYS[name] for name in sys.argv[2:]}}
for fault in gate.runaways("squares", Path(sys.argv[1]), 1):
    print(fault)
"""


@pytest.mark.gate
@pytest.mark.parametrize("weaken, runaway, expected", [
    ("", "network", ""),
    ("sandbox._world = lambda files: [word for word in world(files) if word != '--unshare-net']", "network", "network: it got through"),
    ("sandbox._world = lambda files: [*world(files), '--bind', '/tmp', '/tmp']", "writing outside", "writing outside: it got through"),
    ("sandbox._world = lambda files: [*world(files), '--bind', '/tmp', '/tmp']", "reading other submissions", "reading other"),
    ("sandbox.PROCESSES = 4000", "fork storm", "fork storm: it got through"),
    ("sandbox.LARGEST_FILE, sandbox.DISK = 4 << 30, 4 << 30", "a file without end", "a file without end: it got through"),
], ids=lambda value: value if " " not in value else "")
def test_a_sandbox_with_a_hole_lets_a_runaway_through(squares, weaken, runaway, expected):
    settings = {**os.environ, "OTB_ASSIGNMENTS": str(squares[0]), "COURSE_KEY": ""}
    done = subprocess.run([PYTHON, "-c", WEAKENED.format(weaken=weaken), squares[1] / "squares", runaway], cwd=ROOT, env=settings,
                          capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout and bool(expected) == bool(done.stdout)


@pytest.mark.gate
@pytest.mark.parametrize("module", ["grade", "gate"])
def test_without_a_sandbox_nothing_is_graded(squares, tmp_path, module):
    submission(squares, tmp_path / "ada.ipynb", None)
    command = [autograder(squares), tmp_path, tmp_path / "grades.csv"] if module == "grade" else [tmp_path / "out", "--sets", "squares"]
    done = run(f"grading.{module}", *command, PATH=str(tmp_path), OTB_ASSIGNMENTS=str(squares[0]))
    assert done.returncode == 1 and "install bubblewrap" in done.stderr
    assert not (tmp_path / "grades.csv").exists()


def test_a_folder_is_graded_without_loss(squares, tmp_path):
    inbox, out = tmp_path / "inbox", tmp_path / "grades.csv"
    (inbox / "eve").mkdir(parents=True)
    right = "def square(x):\n    return x * x"
    submission(squares, inbox / "ada.ipynb", right)
    submission(squares, inbox / "bob.ipynb", "def square(x):\n    return 2 * x")
    submission(squares, inbox / "cyd.ipynb", "import os\nos._exit(0)")
    submission(squares, inbox / "dan.ipynb", "while True:\n    pass")
    submission(squares, inbox / "eve" / "homework.ipynb", right + "\nimport ctypes")
    (inbox / "fay.ipynb").write_text("{", "utf8")
    with zipfile.ZipFile(inbox / "gus.zip", "w") as archive:
        archive.write(inbox / "eve" / "homework.ipynb", "work/squares.ipynb")
    later = {"cell_type": "code", "id": "later", "metadata": {}, "outputs": [], "execution_count": None, "source": "square = 9.0  # ctypes"}
    words = {"cell_type": "markdown", "id": "words", "metadata": {}, "source": "A product of two numbers of one sign."}
    submission(squares, inbox / "hal.ipynb", right, later, words)
    submission(squares, inbox / "ivy.ipynb", right + "\nimport os\nos.chdir('/tmp')")
    submission(squares, inbox / "jon.ipynb", right, name="cubes")
    done = run("grading.grade", autograder(squares), inbox, out, "--jobs", 2)
    assert done.returncode == 0, done.stderr
    rows = rows_of(out)
    assert {student: (row["status"], row["total"], row["q1_square"]) for student, row in rows.items()} == {
        "ada": ("ok", "3", "3"), "bob": ("ok", "1", "1"), "cyd": ("crashed", "", ""), "dan": ("ok", "0", "0"),
        "eve": ("ok", "3", "3"), "fay": ("no-result", "", ""), "gus": ("ok", "3", "3"),
        "hal": ("ok", "3", "3"), "ivy": ("ok", "3", "3"), "jon": ("no-result", "", "")}
    assert {student: row["look_at"] for student, row in rows.items() if row["look_at"]} == dict.fromkeys(("eve", "gus", "hal"), "ctypes")
    feedback = {path.stem: path.read_text("utf8") for path in (tmp_path / "grades-feedback").iterdir()}
    assert set(feedback) == set(rows)
    assert "- Negative numbers: the square is never negative." in feedback["bob"] and "square of 2" not in feedback["bob"]
    assert "that is not a 0" in feedback["cyd"] and "could not be read" in feedback["fay"]
    assert not any(word in page for page in feedback.values() for word in ("test_", "assert", "Traceback", "hidden"))
    proofs = (tmp_path / "grades-proofs.md").read_text("utf8")
    assert "Type your answer here" in proofs and "A product of two numbers" in proofs.partition("# hal")[2]
    assert "[10/10]" in done.stdout and "7 ok, 0 timeout, 1 crashed, 2 no-result" in done.stdout


def test_a_question_that_never_ends_leaves_time_for_the_others(squares, tmp_path):
    inbox, out = tmp_path / "inbox", tmp_path / "grades.csv"
    inbox.mkdir()
    submission(squares, inbox / "kim.ipynb", "def square(x):\n    while True:\n        pass")
    started = time.monotonic()
    done = run("grading.grade", autograder(squares), inbox, out)
    assert done.returncode == 0 and rows_of(out)["kim"]["total"] == "0", done.stderr
    assert time.monotonic() - started < 2 * 20
    assert "longer than 20 seconds" in (tmp_path / "grades-feedback" / "kim.md").read_text("utf8")


def test_grading_goes_on_where_it_was_interrupted(squares, tmp_path):
    inbox, out = tmp_path / "inbox", tmp_path / "grades.csv"
    inbox.mkdir()
    for name in "abc":
        submission(squares, inbox / f"{name}.ipynb", f"def square(x):\n    return x * x  # {name}")
    command = [PYTHON, "-m", "grading.grade", autograder(squares), inbox, out, "--jobs", "1"]
    first = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
    assert "[1/3] a: ok" in first.stdout.readline()
    os.killpg(first.pid, signal.SIGKILL)
    first.communicate()
    records = tmp_path / "grades-records"
    graded = {path.name: path.stat().st_mtime_ns for path in records.glob("*.json")}
    assert "a.json" in graded and len(graded) < 3 and not out.exists()
    submission(squares, inbox / "b.ipynb", "def square(x):\n    return -1")
    started = time.time_ns()
    again = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert again.returncode == 0, again.stderr
    assert (records / "a.json").stat().st_mtime_ns < started
    assert {student: row["total"] for student, row in rows_of(out).items()} == {"a": "3", "b": "0", "c": "3"}


@pytest.mark.parametrize("make, said", [
    (lambda inbox: None, "expected a folder with .ipynb or .zip files"),
    (lambda inbox: [(inbox / name).write_text("{}", "utf8") for name in ("ada.ipynb", "ada.zip")], "expected one submission of ada"),
])
def test_a_folder_that_cannot_be_graded(squares, tmp_path, make, said):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    make(inbox)
    done = run("grading.grade", autograder(squares), inbox, tmp_path / "grades.csv")
    assert done.returncode == 1 and said in done.stderr and "Traceback" not in done.stderr


def test_a_course_key_changes_the_instances_and_nothing_else(tmp_path):
    hidden = "import random; x = random.Random(COURSE_SEED).randint(-9, -1); assert square(x) == x * x, 'COURSE_SEED'"
    write(tmp_path / "masters", "squares", [question("q1_square", "square", hidden=hidden)], {})
    tests = {}
    for key in ("", "autumn term", "spring term"):
        done = run("grading.build", tmp_path / key, "squares", OTB_ASSIGNMENTS=str(tmp_path / "masters"), COURSE_KEY=key)
        assert done.returncode == 0, done.stderr
        with zipfile.ZipFile(tmp_path / key / "squares" / "autograder" / "squares-autograder.zip") as archive:
            tests[key] = archive.read("tests/q1_square.py").decode()
            assert {"run_autograder", "setup.sh", "otter_config.json"} <= set(archive.namelist())      # Gradescope's format
    assert len(set(tests.values())) == 3 and not any("COURSE_SEED" in text for text in tests.values())


@pytest.mark.parametrize("module, arguments, settings, said", [
    ("grading.build", ["out", "cubes"], {}, "SET = 'cubes': expected one of"),
    ("grading.build", ["out", "regret"], {"COURSE_KEY": "2026"}, "COURSE_KEY = '2026': expected a secret of at least 8 characters"),
    ("grading.build", ["out"], {"OTB_ASSIGNMENTS": "/nowhere"}, "OTB_ASSIGNMENTS = '/nowhere': expected a folder"),
])
def test_a_mistyped_name_is_explained(tmp_path, module, arguments, settings, said):
    done = run(module, *arguments, **settings)
    assert done.returncode == 1 and said in done.stderr and "Traceback" not in done.stderr


def test_make_grade_says_what_it_needs():
    done = subprocess.run(["make", "grade", "SET=regret"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2 and "SUBMISSIONS=folder OUT=grades.csv: all three are needed" in done.stderr
