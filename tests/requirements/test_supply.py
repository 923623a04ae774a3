"""What is installed is what was locked; nothing runs that a student sent; a page asks nobody for code."""

import re
import stat
import subprocess
import sys
import zipfile

import pytest
from pages import ROOT

sys.path.insert(0, str(ROOT / "requirements" / "locks"))
import lock  # noqa: E402

PIN = re.compile(r"^([\w.-]+)(?:\[[\w,]*\])?==(\S+)", re.M)


def locked(group):
    """Return the packages of a lock file: name -> versions and hashes."""
    found = {}
    for block in re.split(r"\n(?=\S)", (ROOT / "requirements" / "locks" / f"{group}.txt").read_text("utf8")):
        if match := PIN.match(block):
            found.setdefault(match[1], []).append((match[2], re.findall(r"--hash=sha256:([0-9a-f]{64})(?: \\)?$", block, re.M)))
    return found


@pytest.mark.parametrize("group", lock.GROUPS)
def test_every_locked_package_has_hashes_and_every_requirement_is_locked(group):
    requirements, constraints, earlier = lock.GROUPS[group]
    found = locked(group)
    assert found and all(hashes for versions in found.values() for _, hashes in versions)
    text = (ROOT / "requirements" / "locks" / f"{group}.txt").read_text("utf8")
    assert text.count("--hash=") == sum(len(hashes) for versions in found.values() for _, hashes in versions)
    everything = {name: versions for one in (*earlier, group) for name, versions in locked(one).items()}
    wanted = {lock.canonical(name): version for name, version in PIN.findall((ROOT / requirements).read_text("utf8"))}
    assert {name: version for name, version in wanted.items() if version not in [v for v, _ in everything.get(name, [])]} == {}
    known = {**lock.pins(constraints), **{name: [(version, None)] for name, version in wanted.items()}}
    known.setdefault("setuptools", [(lock.BUILD.split("==")[1], None)])
    assert {name for name in found if [v for v, _ in found[name]] != [v for v, _ in known[name]]} == set(), "run: make locks"


def test_every_installation_asks_for_hashes():
    makefile = (ROOT / "Makefile").read_text("utf8")
    installs = [line.strip() for line in makefile.splitlines() if "pip install" in line or "$(PIP) install" in line or "--quiet install" in line]
    assert len(installs) >= 7
    free = [line for line in installs if "$(LOCKED)" not in line and "--no-deps --no-build-isolation --editable ." not in line]
    assert all("pip-audit==" in line for line in free) and len(free) == 1


@pytest.mark.gate
def test_a_file_with_another_hash_is_refused(tmp_path):
    name, [(version, hashes)] = "iniconfig", locked("book")["iniconfig"]
    for digest, accepted in ((hashes[0], True), ("0" * 64, False)):
        (tmp_path / "lock.txt").write_text(f"{name}=={version} --hash=sha256:{digest}\n")
        done = subprocess.run([sys.executable, "-m", "pip", "download", "--no-deps", "--require-hashes", "-r", tmp_path / "lock.txt",
                               "-d", tmp_path / "files", "--no-cache-dir"], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert (done.returncode == 0) is accepted, done.stdout
    assert "DO NOT MATCH THE HASHES" in done.stdout


def test_what_students_get_and_send_holds_no_program():
    """Notebooks, a wheel and a list of packages go out; in the zip there is only text, and what Gradescope needs to start."""
    built = ROOT / "_build" / "assignments"
    zips = list(built.glob("*/autograder/*.zip"))
    if not zips:
        pytest.fail("No problem set was built: run the gate of the grader first.", pytrace=False)
    for path in zips:
        with zipfile.ZipFile(path) as archive:
            for entry in archive.infolist():
                mode = entry.external_attr >> 16
                assert not stat.S_ISLNK(mode) and ".." not in entry.filename and not entry.filename.startswith("/")
                assert re.search(r"\.(py|ipynb|json|txt|whl|ya?ml|sh)$|/$|/?(run_autograder|hosts)$", entry.filename), entry.filename
                assert b"\x7fELF" != archive.read(entry)[:4]
    for path in built.glob("*/student/*"):
        assert path.suffix in (".ipynb", ".whl", ".txt") and not path.stat().st_mode & 0o111


def test_nothing_of_a_student_is_loaded_but_as_text():
    loads = re.compile(r"\b(pickle|dill|marshal|shelve|joblib\.load|allow_pickle|eval\(|exec\(|yaml\.load\()")
    inside, examples = ["inside.py"], ["attacks.py", "oddities.py", "styles.py"]
    host = [path for path in (ROOT / "grading").glob("*.py") if path.name not in inside + examples]
    found = {(path.name, match) for path in host for match in loads.findall(path.read_text("utf8"))}
    assert found == {("judge.py", "exec("), ("gate.py", "exec(")}         # the tests of a master
    package = [(path.name, match[0]) for path in (ROOT / "otbnotes").rglob("*.py") if (match := loads.search(path.read_text("utf8")))]
    assert package == []
