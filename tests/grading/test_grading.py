"""The grader of the problem sets, as an instructor runs it, and proof that its gate and its sandbox turn red."""

import csv
import json
import os
import shutil
import signal
import subprocess
import time
import unicodedata
import zipfile
from pathlib import Path

import pytest
from grading.sets import turn
from grading_sets import answers, question, write

ROOT = Path(__file__).parents[2]
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
    return squares[1] / "squares" / "autograder"


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
    done = run("grading.gate", tmp_path, "--sets", "squares", OTB_ASSIGNMENTS=str(squares[0]))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "the double: keeps 1, fails test_negative" in done.stdout and "5 wrong answers: 0 faults" in done.stdout


@pytest.mark.gate
def test_the_gate_names_each_fault(tmp_path):
    write(tmp_path / "masters", "faulty", [
        question("q2_idle", "two", hidden="assert two(3) is not None"),
        question("q3_fooled", "three"),
        question("q4_gentle", "four"),
        question("q7_answered", "seven", solution="def seven(G, lam, n):\n    return G ** 2 / (lam * n)  # SOLUTION",
                 public="assert seven(1.0, 0.5, 4) == 0.5", hidden="assert seven(2.0, 0.5, 4) == 2.0"),
        question("q6_tells", "six").replace("The square of 2 is wrong.", "Did you write: result_of_squaring = x * x?")],
        {"q7_answered": answers("seven"), "q2_idle": answers("two"),
         "q3_fooled": ({}, {"a right one": ("def three(x):\n    return x * x", "The square")}),
         "q4_gentle": ({}, {"the double": ("def four(x):\n    return 2 * x", "words that nobody says")}), "q5_nowhere": answers("five"),
         "q6_tells": ({}, {"the double": ("def six(x):\n    return 3 * x", "Negative")})})
    done = run("grading.gate", tmp_path / "out", "--sets", "faulty", OTB_ASSIGNMENTS=str(tmp_path / "masters"))
    said = done.stderr
    assert done.returncode == 1
    for fault in ("q2_idle: no wrong answer fails the hidden test_negative",
                  "q3_fooled, a right one: all 3 points for a wrong answer",
                  "q4_gentle: 0 right and 1 wrong answers, expected at least 1 and 5",
                  "no message says 'words that nobody says'",
                  "the feedback says 'result_of_squaring = x * x'",
                  "q7_answered: otbnotes.bounds.rlm_stability answers it, and is not withheld",
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
    check = ("from grading import gate, master, sets; from pathlib import Path; "
             "print(gate.leaks(master.read(sets.master('squares').read_text('utf8'), 'squares', 1), Path({!r})))").format(str(tmp_path / "squares"))
    settings = {**os.environ, "OTB_ASSIGNMENTS": str(squares[0]), "COURSE_KEY": ""}

    def leaks():
        return subprocess.run([PYTHON, "-c", check], cwd=ROOT, env=settings, capture_output=True, text=True, check=True).stdout

    assert leaks() == "[]\n"
    clean = student.read_text("utf8")
    for secret in ("test_negative", "result_of_squaring = x * x", "Negative numbers: the square is never negative.",
                   "The square is the number times itself, whatever its sign may be.",
                   "(2 points) The product of two numbers of one sign is not negative.", "BEGIN SOLUTION"):
        student.write_text(clean.replace("Squares", f"Squares {secret}", 1), "utf8")
        assert "in the student's squares.ipynb" in leaks(), secret
    student.write_text(clean, "utf8")
    (student.parent / "master.md").write_text("x", "utf8")
    assert "master.md in the student's folder" in leaks()


WEAKENED = """
import sys
from pathlib import Path
from grading import judge, line, sandbox, siege, verdict
import signal
signal.signal(signal.SIGALRM, judge._ring)
verdict.of = lambda folder, path, **_: judge.judge(folder, path.read_bytes())
walled, limits = sandbox.World._walled, sandbox.World._limits
def without(*words):
    def changed(self, files):
        start, settings, folder = walled(self, files)
        return [word for word in start if word not in words], settings, folder
    sandbox.World._walled = changed
def among(*more):
    def changed(self, files):
        start, settings, folder = walled(self, files)
        place = start.index("--chdir")
        return [*start[:place], *more, *start[place:]], settings, folder
    sandbox.World._walled = changed
def renamed(old, new):
    def changed(self, files):
        start, settings, folder = walled(self, files)
        return [word.replace(old, new) for word in start], settings, folder
    sandbox.World._walled = changed
{weaken}
faults, _ = siege.besiege(Path(sys.argv[1]), "squares", 1, 1, only=sys.argv[2], odd=False, tell=lambda line: None)
print("\\n".join(faults))
"""
HOLES = {  # what is taken away: the attack that gets through
    "nothing": ("", "the network", ""),
    "the wall to the network": ("without('--unshare-net')", "the network", "attack 'the network'"),
    "the wall to the disk": ("among('--bind', '/tmp', '/tmp')", "writing outside", "attack 'writing outside'"),
    "the wall to other submissions": ("among('--bind', '/tmp', '/tmp')", "other submissions", "attack 'other submissions'"),
    "the lack of terminals": ("renamed('/dev/pts', '/dev/others')", "all terminals of the machine", "attack 'all terminals of the machine'"),
    "the limit of processes": ("sandbox.PROCESSES = 4000", "a fork storm", "attack 'a fork storm'"),
    "the limit of files": ("sandbox.LARGEST_FILE = sandbox.DISK = 4 << 30", "a file without end", "attack 'a file without end'"),
    "the limit of memory": ("sandbox.MEMORY = sandbox.EACH = 20 << 30", "memory of many processes", "attack 'memory of many processes'"),
    "the filter of system calls": ("sandbox.CONFINE = Path(sys.argv[1], 'none.py')\nsandbox.CONFINE.write_text("
                                   "'import os, sys; os.execv(sys.executable, [sys.executable, *sys.argv[1:]])')", "keyrings", "attack 'keyrings'"),
    "the tests outside": ("among('--ro-bind', sys.argv[1], '/in/set')", "the hidden tests on the disk", "attack 'the hidden tests"),
    "the distrust of objects": ("import pickle, base64\nline.unpack = lambda packed, *_: eval('9') if 'other' in str(packed) else packed",
                                "equal to everything", "attack 'equal to everything'"),
    "the quotes around what a student wrote": ("judge.quoted = lambda text: text\njudge.told = lambda error: {'cell': 0, **error}", "a message that forges", "the page of feedback is forged"),
}


@pytest.mark.gate
@pytest.mark.parametrize("hole", HOLES)
def test_a_hole_lets_an_attack_through(squares, tmp_path, hole):
    weaken, attack, expected = HOLES[hole]
    (tmp_path / "out").mkdir()
    settings = {**os.environ, "OTB_ASSIGNMENTS": str(squares[0]), "COURSE_KEY": ""}
    done = subprocess.run([PYTHON, "-c", WEAKENED.format(weaken=weaken), tmp_path / "out", attack], cwd=ROOT, env=settings,
                          capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout and bool(expected) == bool(done.stdout.strip()), done.stdout


@pytest.mark.gate
@pytest.mark.parametrize("module", ["grade", "gate"])
def test_without_a_sandbox_nothing_is_graded(squares, tmp_path, module):
    submission(squares, tmp_path / "ada.ipynb", None)
    command = [autograder(squares), tmp_path, tmp_path / "grades.csv"] if module == "grade" else [tmp_path / "out", "--sets", "squares"]
    done = run(f"grading.{module}", *command, PATH=str(tmp_path), OTB_ASSIGNMENTS=str(squares[0]))
    assert done.returncode == 1 and "install bubblewrap" in done.stderr
    assert not (tmp_path / "grades.csv").exists()


RIGHT = "def square(x):\n    return x * x"


def test_a_folder_is_graded_without_loss(squares, tmp_path):
    inbox, out = tmp_path / "inbox", tmp_path / "grades.csv"
    (inbox / "eve").mkdir(parents=True)
    submission(squares, inbox / "ada.ipynb", RIGHT)
    submission(squares, inbox / "bob.ipynb", "def square(x):\n    return 2 * x")
    submission(squares, inbox / "cyd.ipynb", "import os\nos._exit(0)")
    submission(squares, inbox / "dan.ipynb", "def square(x)\n    return x * x")
    submission(squares, inbox / "eve" / "homework.ipynb", RIGHT)
    (inbox / "fay.ipynb").write_text("{", "utf8")
    with zipfile.ZipFile(inbox / "gus.zip", "w") as archive:
        archive.write(inbox / "eve" / "homework.ipynb", "work/squares.ipynb")
    later = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": "square = 9.0"}
    submission(squares, inbox / "hal.ipynb", RIGHT, later)
    submission(squares, inbox / "ivy.ipynb", "import seaborn\n" + RIGHT)
    submission(squares, inbox / "jon.ipynb", RIGHT, name="cubes")
    submission(squares, inbox / "kim.ipynb", "def square(x):\n    y = x * x")
    submission(squares, inbox / "leo.ipynb", "def square(x):\n    return x / 0")
    submission(squares, inbox / "mia.ipynb", None)
    submission(squares, inbox / "ned.ipynb", "def square(x):\n    import os\n    os._exit(1)")
    done = run("grading.grade", autograder(squares), inbox, out, "--jobs", 2)
    assert done.returncode == 0, done.stderr
    rows = rows_of(out)
    assert {student: (row["status"], row["total"], row["q1_square"]) for student, row in rows.items()} == {
        "ada": ("ok", "3", "3"), "bob": ("ok", "1", "1"), "eve": ("ok", "3", "3"), "gus": ("ok", "3", "3"), "hal": ("ok", "3", "3"),
        "fay": ("no-result", "", ""), "jon": ("no-result", "", ""), **dict.fromkeys(("cyd", "dan", "ivy", "kim", "leo", "mia", "ned"), ("ok", "0", "0"))}
    feedback = {path.stem: path.read_text("utf8") for path in (tmp_path / "grades-feedback").iterdir()}
    said = {"bob": "- Negative numbers: the square is never negative.", "cyd": "- Code cell 2 ended its Python.", "fay": "fay.ipynb: The file is not a notebook",
            "dan": "- `square` is not defined: code cell 2 stopped with SyntaxError: `expected ':'`, in your line `def square(x)`.",
            "ivy": "ModuleNotFoundError: `No module named 'seaborn'`, in your line `import seaborn`.", "jon": "set 'cubes': hand in the one of 'squares'",
            "kim": "- `square` returned nothing (None).", "leo": "- `square` stopped with ZeroDivisionError: `division by zero`, in your line `return x / 0`.",
            "mia": "- `square` is still empty.", "ned": "- Python ended while `square` ran"}
    for student, words in said.items():
        assert words in feedback[student], feedback[student]
        assert feedback[student].count("\n- ") <= 2 + (student == "ivy"), "one mistake, one message"
    assert "numpy" in feedback["ivy"]
    assert not any(word in page for page in feedback.values() for word in ("test_", "assert", "Traceback", "hidden"))
    assert "ModuleNotFoundError" in rows["ivy"]["look_at"] and "Traceback" in (tmp_path / "grades-logs" / "ivy.txt").read_text("utf8")
    assert "12 ok, 0 timeout, 0 crashed, 2 no-result, 0 missing" in done.stdout


def test_a_question_that_never_ends_leaves_time_for_the_others(squares, tmp_path):
    inbox, out = tmp_path / "inbox", tmp_path / "grades.csv"
    inbox.mkdir()
    submission(squares, inbox / "kim.ipynb", "def square(x):\n    while x < 0:\n        pass\n    return x * x")
    submission(squares, inbox / "lea.ipynb", "while True:\n    pass")
    started = time.monotonic()
    done = run("grading.grade", autograder(squares), inbox, out, "--jobs", 2)
    assert done.returncode == 0 and {name: row["total"] for name, row in rows_of(out).items()} == {"kim": "1", "lea": "0"}, done.stderr
    assert time.monotonic() - started < 60
    assert "- `square` took longer than 10 seconds, in your line `pass`." in (tmp_path / "grades-feedback" / "kim.md").read_text("utf8") \
        or "in your line `while x < 0:`" in (tmp_path / "grades-feedback" / "kim.md").read_text("utf8")


def test_answers_in_words_are_neither_lost_nor_forged(squares, tmp_path):
    inbox, out = tmp_path / "inbox", tmp_path / "grades.csv"
    inbox.mkdir()
    texts = ["<!-- my solution -->\n\nBy the lemma.", "# zoe\n\n## Proof (2 points)\n\nI am zoe.", "```\nan open fence", "<!-- an open comment", "~~~~\n<script>",
             "a\rb\u2028c\x0b# d"]
    submission(squares, inbox / "mallory.ipynb", RIGHT, *({"cell_type": "markdown", "metadata": {}, "source": text} for text in texts))
    submission(squares, inbox / "zoe.ipynb", RIGHT, {"cell_type": "markdown", "metadata": {}, "source": "The product of equal signs."})
    done = run("grading.grade", autograder(squares), inbox, out)
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / "grades-proofs.md").read_text("utf8").splitlines()
    assert [line for line in lines if line.startswith("# ")] == ["# mallory", "# zoe"]
    assert all(line == "" or line[:2] in ("> ", "# ", "##", ">") for line in lines)
    assert "<!--" not in "\n".join(lines) and "<script" not in "\n".join(lines) and "\x0b" not in "\n".join(lines)
    for text in texts:
        assert all(f"> {line}".replace("<", "< ") in lines or f"> {line}" in lines for line in text.splitlines() if line), text
    assert lines[lines.index("# zoe"):].count("> The product of equal signs.") == 1


def test_what_a_teacher_adds(squares, tmp_path):
    inbox, out, roster = tmp_path / "inbox", tmp_path / "grades.csv", tmp_path / "roster.csv"
    inbox.mkdir()
    for name in ("ada", "bob_4711_99_hw2", "eve", "lee_LATE"):
        submission(squares, inbox / f"{name}.ipynb", RIGHT if name != "eve" else "def square(x):\n    return 2 * x")
    roster.write_text("student,name,id,login,sis,section,email,submitted,extension\nada,Ada L.,1,al,s1,A,ada@x.org,2026-11-01T10:00+00:00,\n"
                      "b.bobson,Bob B.,4711,bb,s2,A,bob@x.org,2026-11-02T10:00+00:00,\neve,Eve E.,3,ee,s3,A,eve@x.org,2026-11-03T10:00+00:00,1\n"
                      "lee,Lee,5,ll,s5,A,lee@x.org,2026-11-20T00:00+00:00,\nzoe,Zoe Z.,4,zz,s4,B,zoe@x.org,,\n", "utf8")
    late = ["--roster", roster, "--due", "2026-11-01T12:00+00:00", "--per-day", "0.5", "--free-days", "0"]
    assert run("grading.grade", autograder(squares), inbox, out, *late).returncode == 0
    rows = rows_of(out)
    assert {name: (row["total"], row["days_late"], row["final"]) for name, row in rows.items()} == {
        "ada": ("3", "0", "3"), "bob_4711_99_hw2": ("3", "1", "1.5"), "eve": ("1", "1", "0.5"), "lee_LATE": ("3", "19", "0"), "zoe": ("", "0", "")}
    assert rows["zoe"]["status"] == "missing"
    marks = tmp_path / "grades-marks.csv"
    assert [row.split(",")[:2] for row in marks.read_text("utf8").splitlines()[1:]] == [
        [name, "q9_proof"] for name in ("ada", "b.bobson", "eve", "lee")]
    marks.write_text("student,question,points,comment\nada,q9_proof,2,Well said.\nb.bobson,q9_proof,1,\n", "utf8")
    (tmp_path / "grades-overrides.csv").write_text("student,question,points,reason\neve,q1_square,3,The question was unclear.\n", "utf8")
    assert run("grading.grade", autograder(squares), inbox, out, *late[:2], "--again", "ada").returncode == 0
    rows = rows_of(out)
    assert {name: row["total"] for name, row in rows.items()} == {"ada": "5", "bob_4711_99_hw2": "4", "eve": "3", "lee_LATE": "3", "zoe": ""}
    assert rows["bob_4711_99_hw2"]["person"] == "b.bobson" and "set by hand: The question was unclear" in rows["eve"]["look_at"]
    assert "Well said." in marks.read_text("utf8") and "eve,q9_proof" in marks.read_text("utf8")
    page = (tmp_path / "grades-feedback" / "eve.md").read_text("utf8")
    assert "Set by hand: The question was unclear." in page
    assert "- Well said." in (tmp_path / "grades-feedback" / "ada.md").read_text("utf8")
    assert run("grading.grade", autograder(squares), inbox, out, *late).returncode == 0
    canvas = list(csv.reader((tmp_path / "grades-canvas.csv").open(encoding="utf8")))
    assert canvas[0] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Problem set 1: Squares"]
    assert canvas[1] == ["    Points Possible", "", "", "", "", "5"] and canvas[3][:2] + canvas[3][5:] == ["Bob B.", "4711", "2"]
    moodle = list(csv.DictReader((tmp_path / "grades-moodle.csv").open(encoding="utf8")))
    assert moodle[0]["Email address"] == "ada@x.org" and "All checks passed." in moodle[0]["Feedback comments"]


@pytest.mark.parametrize("file, text, said", [
    ("marks", "student,question,points\nada,q9_proof,3\n", "grades-marks.csv: ada, q9_proof: points = 3: expected 0 to 2"),
    ("marks", "student,question,points\nada,q1_square,3\n", "question = 'q1_square': expected one of q9_proof"),
    ("overrides", "student,question,points,reason\nada,q1_square,3,\n", "ada, q1_square: expected a reason"),
    ("overrides", "student,points\nada,3\n", "expected the columns student, question, points"),
    ("overrides", "student,question,points,reason\nada,q1_square,many,why\n", "points = 'many': expected a number"),
    ("overrides", "student,question,points,reason\nadda,q1_square,1,why\n", "nobody is called adda: expected the name of a file"),
    ("marks", "student,question,points\nada,q9_proof,2\nada,q9_proof,1\n", "ada, q9_proof: two lines: leave one of them"),
    ("records/set", "Problem set 9: Cubes", "this table belongs to Problem set 9: Cubes: choose another name for Problem set 1: Squares"),
])
def test_a_mistake_of_a_teacher_is_told_before_the_work(squares, tmp_path, file, text, said):
    (tmp_path / "inbox").mkdir()
    submission(squares, tmp_path / "inbox" / "ada.ipynb", RIGHT)
    (tmp_path / "grades-records").mkdir()
    (tmp_path / f"grades-{file}.{'txt' if '/' in file else 'csv'}").write_text(text, "utf8")
    done = run("grading.grade", autograder(squares), tmp_path / "inbox", tmp_path / "grades.csv")
    assert done.returncode == 1 and said in done.stderr and "[1/1]" not in done.stdout and "Traceback" not in done.stderr


def answered(code, *arguments):
    """Return what the grader's Python says to an expression about ``grading.course``, with these arguments as ``given``."""
    done = subprocess.run([PYTHON, "-c", "import json, sys; from grading import course; given = json.loads(sys.argv[1]); "
                           f"print(json.dumps({code}))", json.dumps(arguments)], cwd=ROOT, capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr


def test_whose_a_file_is():
    roster = {"doejohn": {"name": "Doe, John", "id": "4711"}, "doejohn2": {"name": "Doe, John", "id": "4712"},
              "van": {"name": "", "id": "76"}, "berg": {"name": "van der Berg", "id": "77"}, "ada": {"name": "Ada L.", "id": ""}}
    owners = {"ada": "ada", "ada_4711": None, "Ada L._815_assignsubmission_file_": "ada", "doejohn_4711_9001_hw": "doejohn",
              "doejohn_4712_9002_hw": None, "van_der_berg_77_9005_hw": None, "x_77_9006_hw": "berg", "doejohn2_LATE_4712_9": "doejohn2", "eve": None}
    assert answered("{name: course.person_of(name, given[0]) for name in given[1]}", roster, list(owners)) == owners
    clashes = answered("{name: course.disagreement(name, given[0]) for name in given[1]}", roster, list(owners))
    assert {name for name in clashes if clashes[name]} == {"ada_4711", "doejohn_4712_9002_hw", "van_der_berg_77_9005_hw"}
    assert clashes["doejohn_4712_9002_hw"] == "the name is doejohn's and the number doejohn2's: rename the file to the one whose it is"


def test_what_is_in_time(tmp_path):
    (tmp_path / "class.csv").write_text("student,submitted\nada,2026-11-30T23:59:30\nbob,2026-12-01T00:00:30\n", "utf8")
    for due in ("2026-11-30T23:59", "2026-11-30"):
        assert answered("[course.days_late(person, None, course.rules(given[0], given[1], 0.1, 0)) for person in ('ada', 'bob')]",
                        str(tmp_path / "class.csv"), due) == [0, 1]
    assert "ValueError: --per-day and --free-days count from --due, which was not given" in answered("course.rules(None, None, 0.1, 0)")


def test_marks_overrides_and_files_beside(squares, tmp_path):
    inbox, out = tmp_path / "inbox", tmp_path / "grades.csv"
    inbox.mkdir()
    (tmp_path / "class.csv").write_bytes("Student;Name;E-Mail\nada;Ada Löw;a@x.org\nkim;Kim K.;k@x.org\nzoe;Zoë Z.;z@x.org\n".encode("cp1252"))
    submission(squares, inbox / "ada_1_hw.ipynb", RIGHT)
    (inbox / "ada_1_proof.pdf").write_bytes(b"%PDF-1.7")
    (inbox / "kim.docx").write_bytes(b"PK")
    roster = ["--roster", tmp_path / "class.csv"]

    def graded():
        done = run("grading.grade", autograder(squares), inbox, out, *roster)
        assert done.returncode == 0, done.stderr
        return rows_of(out), done.stdout

    rows, _ = graded()
    assert rows["ada_1_hw"]["look_at"] == "beside it: ada_1_proof.pdf" and rows["ada_1_hw"]["total"] == "3" and rows["ada_1_hw"]["name"] == "Ada Löw"
    assert rows["kim.docx"]["person"] == "kim" and rows["kim.docx"]["status"] == "no-result" and set(rows) == {"ada_1_hw", "kim.docx", "zoe"}
    marks, pages = tmp_path / "grades-marks.csv", tmp_path / "grades-feedback"
    marks.write_text(marks.read_text("utf8").replace("ada,q9_proof,,", "ada,q9_proof,2,"), "utf8")
    (tmp_path / "grades-overrides.csv").write_text("student;question;points;reason\nzoe;total;0;Absent\n", "utf8")
    (pages / "gone.md").write_text("of an earlier run", "utf8")
    rows, _ = graded()
    assert rows["ada_1_hw"]["total"] == "5" and rows["zoe"]["total"] == "0" and not (pages / "gone.md").exists()
    assert "The total was set by hand to 0: Absent" in (pages / "zoe.md").read_text("utf8")
    submission(squares, inbox / "ada_1_hw.ipynb", RIGHT, {"cell_type": "markdown", "id": "more", "metadata": {}, "source": "Another proof."})
    rows, _ = graded()
    assert "q9_proof: the answer has changed since it was marked" in rows["ada_1_hw"]["look_at"] and rows["ada_1_hw"]["total"] == "5"
    record = next((tmp_path / "grades-records").glob("ada*.json"))
    record.write_text(json.dumps(json.loads(record.read_text("utf8")) | {"key": "of other tests"}), "utf8")
    assert "1 of them were graded before, with other tests" in graded()[1]


def test_names_of_both_spellings_are_one(squares, tmp_path):
    (tmp_path / "class.csv").write_text("student\n" + unicodedata.normalize("NFD", "Jörg Müller") + "\n", "utf8")
    (tmp_path / "inbox").mkdir()
    submission(squares, tmp_path / "inbox" / "Jörg Müller.ipynb", RIGHT)
    assert run("grading.grade", autograder(squares), tmp_path / "inbox", tmp_path / "grades.csv", "--roster", tmp_path / "class.csv").returncode == 0
    row, = rows_of(tmp_path / "grades.csv").values()
    assert row["status"] == "ok" and row["look_at"] == ""


def test_an_answer_below_its_check_counts(squares, tmp_path):
    (tmp_path / "inbox").mkdir()
    submission(squares, tmp_path / "inbox" / "ada.ipynb", None, {"cell_type": "code", "id": "below", "metadata": {}, "outputs": [],
                                                                 "execution_count": None, "source": RIGHT})
    assert run("grading.grade", autograder(squares), tmp_path / "inbox", tmp_path / "grades.csv").returncode == 0
    assert rows_of(tmp_path / "grades.csv")["ada"]["q1_square"] == "3"


def test_code_that_was_copied_is_hinted_at(squares, tmp_path):
    inbox, own = tmp_path / "inbox", "\n".join(f"    value_{n} = {n} * x + {n ** 2 % 7}" for n in range(40))
    inbox.mkdir()
    for name, change in (("ada", ""), ("bob", "    extra = 1"), ("cyd", "\n".join(f"    other = x ** {n} - {n ** 3}" for n in range(60)))):
        submission(squares, inbox / f"{name}.ipynb", f"def square(x):\n{own if name != 'cyd' else ''}\n{change}\n    return x * x")
    assert run("grading.grade", autograder(squares), inbox, tmp_path / "grades.csv").returncode == 0
    rows = rows_of(tmp_path / "grades.csv")
    assert "code like that of bob" in rows["ada"]["look_at"] and "code like" not in rows["cyd"]["look_at"]
    assert (tmp_path / "grades-similar.csv").read_text("utf8").startswith("student,like,per_cent\nada,bob,9")


def test_grading_goes_on_where_it_was_interrupted(squares, tmp_path):
    inbox, out = tmp_path / "inbox", tmp_path / "grades.csv"
    inbox.mkdir()
    for name in "abc":
        submission(squares, inbox / f"{name}.ipynb", f"def square(x):\n    return x * x  # {name}")
    command = [PYTHON, "-m", "grading.grade", autograder(squares), inbox, out, "--jobs", "1"]
    first = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
    assert "3 submissions, 3 to grade" in first.stdout.readline() and "[1/3] a: ok" in first.stdout.readline()
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


def test_a_dask_cluster_grades_the_same(squares, tmp_path):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    for name in "abc":
        submission(squares, inbox / f"{name}.ipynb", f"def square(x):\n    return x * x + (x == {ord(name) - 100})")
    assert run("grading.grade", autograder(squares), inbox, tmp_path / "here.csv").returncode == 0
    cluster = subprocess.Popen([PYTHON, "-c", "from distributed import LocalCluster; import sys\n"
                                "with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:\n"
                                "    print(cluster.scheduler_address, flush=True); sys.stdin.read()"], cwd=ROOT, text=True,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        done = run("grading.grade", autograder(squares), inbox, tmp_path / "there.csv", CLUSTER=cluster.stdout.readline().strip())
    finally:
        cluster.communicate("", timeout=60)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "here.csv").read_text("utf8") == (tmp_path / "there.csv").read_text("utf8")


LAYOUT = ["--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64",
          "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/etc", "--perms", "0755", "--dir", "/autograder", "--perms", "0755", "--dir", "/opt", "--cap-add", "ALL",
          "--ro-bind", "/dev/null", "/usr/bin/bwrap"]


@pytest.mark.skipif(os.getuid() != 0, reason="Gradescope runs an autograder as root")
def test_in_the_layout_of_gradescope(squares, tmp_path):
    """Without walls, as in its container: the same points, and what lies beside can neither be read nor written."""
    prefix = subprocess.run([PYTHON, "-c", "import sys; print(sys.base_prefix)"], capture_output=True, text=True, check=True).stdout.strip()
    spy = ("def reach(path, mode='r'):\n    try:\n        open(path, mode).close()\n        return True\n    except OSError:\n        return False\n"
           "reached = reach('/autograder/source/set.json') or reach('/autograder/results/results.json', 'w') or reach('/autograder/source/grading/judge.py')\n"
           "def square(x):\n    return x * x if {} else 0")
    for case, code, points in (("right", RIGHT, 3), ("wrong", "def square(x):\n    return 2 * x", 1), ("spy", spy.format("reached"), 0),
                               ("blind", spy.format("not reached"), 3)):
        place = tmp_path / case
        for folder in ("submission", "results"):
            (place / folder).mkdir(parents=True)
        shutil.copytree(autograder(squares), place / "source")
        submission(squares, place / "submission" / "HW2 (1).ipynb", code)
        done = subprocess.run(["bwrap", *LAYOUT, "--bind", place, "/autograder", "--ro-bind", ROOT / ".venv-grading", "/opt/otb-grading",
                               *(word for path in reversed(Path(prefix).parents) if not prefix.startswith("/usr") for word in ("--perms", "0755", "--dir", path)),
                               *(["--ro-bind", prefix, prefix] if not prefix.startswith("/usr") else []), "/autograder/source/run_autograder"],
                              capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        results = json.loads((place / "results" / "results.json").read_text("utf8"))
        test, = results["tests"]
        assert (test["score"], test["max_score"], test["name"]) == (points, 3, "The function square"), (case, results, done.stdout)
        assert "test_negative" not in json.dumps(results)
        assert "never negative" in test["output"] or case != "wrong"


@pytest.mark.parametrize("make, said", [
    (lambda inbox: None, "expected a folder with a file or a folder for each student, found nothing"),
    (lambda inbox: inbox.rmdir(), "expected a folder with a file or a folder for each student"),
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
            tests[key] = archive.read("set.json").decode()
            assert {"run_autograder", "setup.sh", "requirements.txt"} <= set(archive.namelist())      # Gradescope's format
    assert len(set(tests.values())) == 3 and not any("COURSE_SEED" in text for text in tests.values())


@pytest.mark.parametrize("withheld", ["otbnotes.bounds.rlm_stability", "otbnotes.bounds"])
def test_what_a_question_asks_for_is_not_in_the_package(tmp_path, withheld):
    """The package's own function in the place of an answer: a stand-in that raises, wherever it is looked for."""
    asked = question("q1_square", "square", solution="def square(x):\n    return x ** 2 / 1.0  # SOLUTION", public="assert square(2) == 4",
                     hidden="assert square(-3) == 9").replace("otbnotes.convexity._square", withheld)
    write(tmp_path / "masters", "squares", [asked], {"q1_square": answers("square")})
    built = run("grading.build", tmp_path / "out", OTB_ASSIGNMENTS=str(tmp_path / "masters"))
    assert built.returncode == 0, built.stderr
    squares = tmp_path / "masters", tmp_path / "out"
    (tmp_path / "inbox").mkdir()
    submission(squares, tmp_path / "inbox" / "ada.ipynb", "from otbnotes import bounds\ndef square(x):\n    return bounds.rlm_stability(abs(x), 1.0, 1)")
    assert run("grading.grade", autograder(squares), tmp_path / "inbox", tmp_path / "grades.csv").returncode == 0
    assert rows_of(tmp_path / "grades.csv")["ada"]["total"] == "0"
    assert "is not there while this question is graded: write it yourself" in (tmp_path / "grades-feedback" / "ada.md").read_text("utf8")
    (tmp_path / "masters" / "squares" / "master.md").write_text(
        (tmp_path / "masters" / "squares" / "master.md").read_text("utf8").replace(f"[{withheld}]", f"[{withheld}.no_such]"), "utf8")
    built = run("grading.build", tmp_path / "out", OTB_ASSIGNMENTS=str(tmp_path / "masters"))
    assert built.returncode == 1 and f"withheld = '{withheld}.no_such': expected a function, a file or a folder of the package" in built.stderr


def test_the_instances_of_the_book_answer_nothing(squares, tmp_path):
    """``otbnotes.witness`` is withheld from every question, named or not."""
    (tmp_path / "inbox").mkdir()
    submission(squares, tmp_path / "inbox" / "ada.ipynb", "from otbnotes.witness.gradient_descent import orthonormal\ndef square(x):\n    return orthonormal(4, 1.0)")
    assert run("grading.grade", autograder(squares), tmp_path / "inbox", tmp_path / "grades.csv").returncode == 0
    said = (tmp_path / "grades-feedback" / "ada.md").read_text("utf8")
    assert rows_of(tmp_path / "grades.csv")["ada"]["total"] == "0" and "`orthonormal of the package is not there" in said


@pytest.mark.parametrize("returned, total, said", [
    ("__import__('pandas').Series([x ** 2.0])", "3", "All checks passed"),
    ("str(x ** 2)", "0", "returned a text, `4`: return the value itself")])
def test_a_table_is_a_value_and_a_text_is_not(squares, tmp_path, returned, total, said):
    (tmp_path / "inbox").mkdir()
    submission(squares, tmp_path / "inbox" / "ada.ipynb", f"def square(x):\n    return {returned}")
    assert run("grading.grade", autograder(squares), tmp_path / "inbox", tmp_path / "grades.csv").returncode == 0
    assert rows_of(tmp_path / "grades.csv")["ada"]["total"] == total
    assert said in (tmp_path / "grades-feedback" / "ada.md").read_text("utf8")


LINE = """
import json, math, random, sys
from fractions import Fraction
import numpy as np
from grading import line
def same(a, b):
    if isinstance(a, np.ndarray):
        return type(b) is np.ndarray and a.dtype == b.dtype and a.shape == b.shape and all(same(x, y) for x, y in zip(a.ravel().tolist(), b.ravel().tolist()))
    if isinstance(a, dict):
        return type(a) is type(b) and len(a) == len(b) and all(same(x, y) and same(a[x], b[y]) for x, y in zip(a, b))
    if isinstance(a, (list, tuple)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and (a == b or a != a and b != b)
for value in (None, True, 3, -10 ** 30, 0.1, math.nan, math.inf, "x", "\\ud800", [1, [2.5]], (1, (2,)), {1: "a", (2, 3): [4]}, {1, 2}, frozenset({3}), Fraction(1, 3),
              1j, np.float64(0.5), np.bool_(True), np.arange(6).reshape(2, 3), np.zeros((0, 2)), np.array(3.0), np.array([Fraction(1, 2), 3], dtype=object),
              np.eye(2, dtype=np.float32)[:, ::-1]):
    assert same(value, line.unpack(line.loads(json.dumps(line.pack(value))))), value
for text in %r:
    try:
        value = line.unpack(line.loads(text))
    except ValueError:
        continue
    raise SystemExit(f"{text[:60]} came through as {value!r}")
for seed in range(3000):
    rng = random.Random(seed)
    def anything(depth=0):
        keys = ["tuple", "set", "dict", "fraction", "complex", "array", "shape", "data", "objects", "scalar", "function", "card", "other", "x"]
        return rng.choice([None, True, 1, -1, 1.5, "x", "<f8", [], {}] if depth > 3 else [
            [anything(depth + 1) for _ in range(rng.randrange(3))], {rng.choice(keys): anything(depth + 1) for _ in range(rng.randrange(4))}])
    try:
        line.unpack(anything())
    except ValueError:
        pass
"""
REFUSED = ["[" * 100_000, "{", '{"x": 1}', '{"tuple": 3}', '{"set": [[1]]}', '{"dict": [[1]]}', '{"dict": [[[], 1]]}', '{"fraction": [1, 0]}', '{"fraction": [1.5, 2]}',
           '{"function": 0}', '{"array": "|O", "shape": [1], "data": "AAAAAAAA8D8="}', '{"array": "<f8", "shape": [2], "data": "AAAAAAAA8D8="}',
           '{"array": "<f8", "shape": [-1], "data": "AAAAAAAA8D8="}', '{"array": "<f8", "shape": [1], "data": "?"}', '{"array": "V8", "shape": [1], "data": "AAAAAAAA8D8="}',
           '{"array": "<f8", "shape": [1000000000000], "data": ""}', '{"array": [], "shape": [1], "data": "AAAAAAAA8D8="}', '{"scalar": 3}', '{"card": {}}',
           '{"card": {"checks": [{"verb": "holds"}]}}', '{"card": {"id": "x", "checks": [{"verb": "eval", "verdict": "confirmed"}]}}', '{"objects": [1], "shape": [2]}',
           '{"tuple": [], "set": []}', "[" + "1," * 1_000_001 + "1]", '{"other": 3}', "9" * 5000]


def test_what_crosses_the_line_is_data_and_nothing_else():
    done = subprocess.run([PYTHON, "-"], input=LINE % REFUSED, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("module, arguments, settings, said", [
    ("grading.build", ["out", "cubes"], {}, "SET = 'cubes': expected one of"),
    ("grading.build", ["out", "regret"], {"COURSE_KEY": "2026"}, "COURSE_KEY = '2026': expected a secret of at least 8 characters"),
    ("grading.build", ["out"], {"OTB_ASSIGNMENTS": "/nowhere"}, "OTB_ASSIGNMENTS = '/nowhere': expected a folder"),
    ("grading.grade", ["x", "y", "z.csv", "--due", "tomorrow"], {}, "due = 'tomorrow': expected a date such as 2026-11-30T23:59"),
    ("grading.grade", ["x", "y", "z.csv", "--per-day", "10"], {}, "per_day = 10.0: expected a share of the points between 0 and 1"),
])
def test_a_mistyped_name_is_explained(tmp_path, module, arguments, settings, said):
    done = run(module, *arguments, **settings)
    assert done.returncode == 1 and said in done.stderr and "Traceback" not in done.stderr


def test_make_grade_says_what_it_needs():
    done = subprocess.run(["make", "grade", "SET=regret"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2 and "SUBMISSIONS=folder OUT=grades.csv: all three are needed" in done.stderr


def test_every_style_is_tried_in_each_run_and_on_every_set_in_three_days():
    look = ("import json; from grading import gate, styles; "
            "print(json.dumps([[*styles.WRITTEN, *styles.SAVED], list(gate.styles_of(0, 1, False, 7)), "
            "[[list(gate.styles_of(number, 11, False, place)) for number in range(11)] for place in (7, 8, 9)]]))")
    done = subprocess.run([PYTHON, "-c", look], cwd=ROOT, capture_output=True, text=True)
    every, alone, days = json.loads(done.stdout)
    assert set(alone) == set(every)
    for sets_of_day in days:
        assert set().union(*sets_of_day) == set(every) and set.intersection(*map(set, sets_of_day)) == {"as it is"}
    for of_one_set in zip(*days, strict=True):
        assert set().union(*of_one_set) == set(every)


@pytest.mark.parametrize("every", [1, 3, 6])
def test_every_set_has_its_turn(every):
    names = [f"set {i}" for i in range(11)]
    assert sorted(sum((turn(names, place, every) for place in range(70, 70 + every)), [])) == sorted(names)


@pytest.mark.gate
def test_a_shown_notebook_that_its_master_does_not_make_and_answers_newer_than_the_matrix_are_found(tmp_path):
    for name, text in (("one", "as made"), ("two", "by hand")):
        (tmp_path / "shown" / name).mkdir(parents=True)
        (tmp_path / "shown" / name / "student.ipynb").write_text(text)
        (tmp_path / "out" / name / "student").mkdir(parents=True)
        (tmp_path / "out" / name / "student" / f"{name}.ipynb").write_text("as made")
        (tmp_path / "shown" / name / "master.md").write_text("a master")
        (tmp_path / "shown" / name / "submissions.py").write_text("answers")
    look = ("import json, sys; from pathlib import Path; from grading import gate; names = ['one', 'two', 'three']; out = Path(sys.argv[1]); "
            "gate.known = lambda: {'one': {'digest': gate.digest('one')}, 'two': {'digest': 'old'}}; "
            "print(json.dumps([gate.unlike(out, names[:2]), gate.outdated(names[:2])]))")
    done = subprocess.run([PYTHON, "-c", look, tmp_path / "out"], cwd=ROOT, capture_output=True, text=True,
                          env={**os.environ, "OTB_ASSIGNMENTS": str(tmp_path / "shown")})
    assert json.loads(done.stdout or "0") == [["two: student.ipynb is not what the master makes: run 'make assignments'"],
                                              ["two: kill_matrix.json is older than its answers: run 'make grader-gate'"]], done.stderr


def test_the_kill_matrix_has_a_line_for_each_question():
    look = ("from grading import gate, sets; path = sets.ROOT / 'assignments' / 'kill_matrix.json'; text = path.read_text('utf8'); known = gate.known(); "
            "print(text == gate.written(known), len(text.splitlines()) == 2 + sum(2 + len(one['questions']) for one in known.values()))")
    done = subprocess.run([PYTHON, "-c", look], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "True True\n", done.stdout + done.stderr


def test_every_odd_file_has_its_turn_in_the_brief_siege(tmp_path):
    look = ("import json, sys; from pathlib import Path; from grading import oddities\n"
            "def names(third):\n    place = Path(sys.argv[1], str(third))\n    place.mkdir()\n"
            "    return list(oddities.write(place, json.dumps({'cells': []}).encode(), third))\n"
            "print(json.dumps([names(third) for third in (None, 0, 1, 2)]))")
    done = subprocess.run([PYTHON, "-c", look, tmp_path], cwd=ROOT, capture_output=True, text=True)
    every, *thirds = json.loads(done.stdout)
    assert set().union(*thirds) == set(every) and all(len(third) < len(every) / 2 for third in thirds)
