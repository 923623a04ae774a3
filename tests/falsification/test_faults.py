"""Things that go wrong on real machines, done for real: each build works, or stops and says why; and the next build works.

The machine is changed with bubblewrap where root could not be stopped otherwise: a disk of sixty megabytes, a folder that cannot be
written, a network that is not there.  With OTB_RECORD set each test leaves what it saw in ``falsification/record.json``.
"""

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import venv
from pathlib import Path

import browser
import nbformat
import pytest
from books import BUILD, HEAD, HEALTHY, ROOT, Built, build, executed, run, with_fault, write, write_set_up
from falsification import record
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_client.connect import LocalPortCache

sys.path.insert(0, str(ROOT / "book" / "extensions"))
import otb_execute  # noqa: E402

pytestmark = pytest.mark.gate
OPENING = "squares = claim("


@pytest.fixture
def tell():
    """A function that puts on record what a fault came to."""
    def tell(fault, outcome):
        if os.environ.get("OTB_RECORD"):
            record.keep("faults", {fault: {"outcome": outcome, "when": time.strftime("%Y-%m-%d", time.gmtime())}})
    return tell


def boxed(folder, *options, command=BUILD, **environment):
    """Run a command in the folder of a book, by default its build, on a machine changed by these options of bubblewrap."""
    return run(folder, "bwrap", "--dev-bind", "/", "/", *options, "--", *command, **environment)


def healthy(folder):
    """Say whether the built site is whole: its ledger is there and green, and no reader stumbles."""
    site = folder / "_build" / "html"
    ledger = json.loads((site / "ledger.json").read_text("utf8"))
    verdicts = {check["verdict"] for claim in ledger["claims"] for check in claim["checks"]}
    return verdicts == {"confirmed"} and browser.inspect(site) == []


def reason(built):
    """Return why there is no book: the one sentence with which a build ends, and no traceback before it."""
    assert built.status != 0 and "Traceback (most recent call last)" not in built.output, built.output
    last = built.output.strip().splitlines()[-1]
    assert last.startswith("The book was not built: "), built.output
    return last.removeprefix("The book was not built: ")


def wait_for(path, seconds=60):
    """Wait until a file is there."""
    end = time.time() + seconds
    while not path.exists():
        assert time.time() < end, f"{path.name} did not appear"
        time.sleep(0.05)


def started(folder):
    """Start a build and return its process."""
    return subprocess.Popen(BUILD, cwd=folder, text=True, start_new_session=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def test_a_kernel_that_is_killed(tmp_path, tell):
    chapter = with_fault(OPENING, "import os, signal\nif os.environ.get('KILL'):\n    os.kill(os.getpid(), signal.SIGKILL)\n" + OPENING)
    killed = build(tmp_path, chapter, KILL="1")
    assert reason(killed) == "The Python that ran chapters/squares was killed: is there enough memory?"
    again = build(tmp_path)
    assert again.status == 0 and executed(again) and healthy(tmp_path), again.output
    tell("a kernel is killed in the middle of a chapter", "the build stops and names the page; the next one runs it again")


def test_a_port_that_is_taken(tmp_path, tell, monkeypatch):
    finding, asked = LocalPortCache.find_available_port, []
    with socket.create_server(("127.0.0.1", 0)) as other:
        def find(self, ip):
            asked.append(ip)
            return other.getsockname()[1] if len(asked) == 1 else finding(self, ip)

        monkeypatch.setattr(LocalPortCache, "find_available_port", find)
        done = otb_execute.executed(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("print(6 * 7)")]), tmp_path, 60)
    assert done.err is None and done.nb.cells[0].outputs[0]["text"] == "42\n" and len(asked) > 5
    tell("another program takes the port of a kernel", "another kernel is started")


def test_a_full_disk(tmp_path, tell):
    write(tmp_path, HEALTHY)
    (tmp_path / "_build").mkdir()
    command = " ".join(map(shlex.quote, BUILD))
    script = f"head -c 59000000 /dev/zero > _build/filler; {command}; echo END $?; rm _build/filler; {command} && cp _build/html/ledger.json ."
    done = boxed(tmp_path, "--size", "60000000", "--tmpfs", tmp_path / "_build", command=("sh", "-c", script))
    first, status = re.search(r"(.*)^END (\d)$", done.output, re.S | re.M).groups()
    assert reason(Built(int(status), first)) in ("No space left on device.", "database or disk is full.")
    assert done.status == 0 and (tmp_path / "ledger.json").exists(), done.output
    tell("the disk is full", "the build stops: no space left on device; with space again the next one works")


@pytest.mark.parametrize("what", ["_build", "."])
def test_a_folder_that_cannot_be_written(tmp_path, tell, what):
    write(tmp_path, HEALTHY)
    (tmp_path / "_build").mkdir()
    stopped = boxed(tmp_path, "--ro-bind", tmp_path / what, tmp_path / what)
    assert reason(stopped) == "Read-only file system: _build/.unfinished."
    elsewhere = tmp_path.with_name(f"{tmp_path.name}-elsewhere")
    done = boxed(tmp_path, "--ro-bind", tmp_path / what, tmp_path / what,
                 command=(*BUILD, "--path-output", elsewhere))
    assert done.status == 0 and (elsewhere / "_build" / "html" / "ledger.json").exists(), done.output
    tell("the checkout is read-only" if what == "." else "the cache cannot be written",
         "the build stops: read-only file system; with --path-output it works")


def test_a_package_that_cannot_keep_its_machine_code(tmp_path, tell):
    write(tmp_path, HEALTHY)
    done = boxed(tmp_path, "--ro-bind", ROOT / "otbnotes", ROOT / "otbnotes", "--tmpfs", ROOT / "otbnotes" / "__pycache__",
                 "--remount-ro", ROOT / "otbnotes" / "__pycache__")
    assert done.status == 0 and healthy(tmp_path), done.output
    tell("compiled algorithms cannot be kept", "the build works, and compiles each time")


def test_no_network(tmp_path, tell):
    write(tmp_path, HEALTHY)
    done = boxed(tmp_path, "--unshare-net")
    assert done.status != 0 or healthy(tmp_path)
    assert done.status == 0, done.output
    tell("there is no network", "the build works")


def without(folder, *packages):
    """Return the commands of an environment that has all packages of this one but some."""
    venv.create(folder, symlinks=True)
    here, = folder.glob("lib/python*/site-packages")
    there = Path(next(path for path in sys.path if path.endswith("site-packages") and Path(sys.prefix) in Path(path).parents))
    for entry in there.iterdir():
        if entry.name.partition("-")[0].replace("_", "-") not in packages:
            (here / entry.name).symlink_to(entry)
    (here / "otbnotes.pth").write_text(str(ROOT))
    return folder / "bin" / "python"


PLAYS = "game, u = witness.orthonormal(100, radius=2.0)"
LOADS = f"from otbnotes import losses, streams\nlist(streams.real(losses.Hinge()))\n{PLAYS}"


@pytest.mark.parametrize("packages, code, said", [
    (("llvmlite", "numba"), PLAYS, None), (("sklearn", "scikit-learn"), PLAYS, None),
    (("sklearn", "scikit-learn"), LOADS, "No module named 'sklearn'")])
def test_an_optional_package_is_missing(tmp_path, tell, packages, code, said):
    (tmp_path / "book").mkdir()
    write(tmp_path / "book", with_fault(PLAYS, code))
    python = without(tmp_path / "environment", *packages)
    done = run(tmp_path / "book", python, *BUILD[1:], PATH=f"{python.parent}{os.pathsep}{os.environ['PATH']}",
               JUPYTER_PATH="", NUMBA_CACHE_DIR=str(tmp_path / "numba"))
    assert run(tmp_path, python, "-c", f"import {packages[0]}").status != 0
    if said is None:
        assert done.status == 0 and healthy(tmp_path / "book"), done.output
        tell(f"there is no {packages[-1]}", "the build works" + (", and the algorithms run as they are written" * ("numba" in packages)))
    else:
        assert done.status != 0 and said in done.output and "chapters/squares" in done.output, done.output
        assert done.output.strip().endswith("The book was not built: each warning above names its place.")
        tell(f"there is no {packages[-1]}, and a page plays on its data", "the build stops, names the page and the package")


@pytest.mark.parametrize("locale", [{"LC_ALL": "C", "LANG": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}])
def test_the_locale_c(tmp_path, tell, locale):
    done = build(tmp_path, with_fault("# Squares", "# Squares, ε-nets and Grönwall"), **locale)
    assert done.status == 0 and healthy(tmp_path), done.output
    tell("the locale is C", "the build works")


def test_a_path_with_spaces_and_letters_of_other_alphabets(tmp_path, tell):
    folder = tmp_path / "course notes – лекции 講義"
    folder.mkdir()
    done = build(folder, HEALTHY)
    assert done.status == 0 and healthy(folder), done.output
    tell("the path has spaces and letters of other alphabets", "the build works")


def test_a_missing_font(tmp_path, tell):
    import matplotlib

    fonts = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    write(tmp_path, HEALTHY)
    done = boxed(tmp_path, "--tmpfs", "/usr/share/fonts", "--ro-bind-try", "/dev/null", fonts / "DejaVuSans-Bold.ttf",
                 MPLCONFIGDIR=str(tmp_path / "matplotlib"))
    assert done.status == 0 and healthy(tmp_path), done.output
    tell("the system has no fonts, and matplotlib lacks one of its own", "the build works: pictures carry their own")


def test_two_builds_at_once(tmp_path, tell):
    write(tmp_path, HEALTHY)
    both = [started(tmp_path), started(tmp_path)]
    late, built = sorted((Built(one.returncode, output) for output, one in [(one.communicate(timeout=300)[0], one) for one in both]),
                         key=lambda one: one.status == 0)
    assert built.status == 0 and healthy(tmp_path), built.output
    assert reason(late) == "another build is at work in _build: wait for its end."
    tell("two builds run in one folder at once", "one works, the other stops and says that the first is at work")


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_build_is_resumed(tmp_path, tell, end):
    write(tmp_path, with_fault(OPENING, "import time\nopen('begun', 'w').close()\ntime.sleep(5)\n" + OPENING))
    process = started(tmp_path)
    wait_for(tmp_path / "chapters" / "begun")
    os.killpg(process.pid, end)
    output = process.communicate(timeout=60)[0]
    if end == signal.SIGINT:
        assert reason(Built(process.returncode, output)) == "it was interrupted; the next build goes on with the pages that it has executed."
    assert process.returncode != 0 and not (tmp_path / "_build" / "html" / "ledger.json").exists()
    again = build(tmp_path)
    assert again.status == 0 and executed(again) and healthy(tmp_path), again.output
    tell("a build is interrupted" if end == signal.SIGINT else "a build is killed", "the next one runs the page again and is whole")


def test_what_a_stopped_build_has_written_in_part_is_written_anew(tmp_path, tell):
    assert build(tmp_path, HEALTHY).status == 0
    page = tmp_path / "_build" / "html" / "chapters" / "squares.html"
    whole = page.read_text("utf8")
    outputs, = (tmp_path / "_build" / ".jupyter_cache").glob("*/executed/*/base.ipynb")
    for path in (page, outputs):
        os.truncate(path, path.stat().st_size // 2)
    (tmp_path / "_build" / ".unfinished").touch()
    again = build(tmp_path)
    assert again.status == 0 and executed(again) and healthy(tmp_path) and page.read_text("utf8") == whole, again.output
    assert not (tmp_path / "_build" / ".unfinished").exists()
    tell("a stopped build left a page and its outputs half written", "the next one writes them anew")


@pytest.mark.parametrize("left", ["a half", "a folder", "nothing"])
def test_outputs_that_were_kept_in_part_are_no_outputs(tmp_path, left):
    cache, page = get_cache(tmp_path / "cache"), nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("print(6 * 7)")])
    assert not otb_execute.kept(cache, page, "now")
    for _ in range(2):
        bundle = cache.cache_notebook_bundle(CacheBundleIn(page, "page", data={"state": "now"}), check_validity=False, overwrite=True)
        assert otb_execute.kept(cache, page, "now")
        path = tmp_path / "cache" / "executed" / bundle.hashkey / "base.ipynb"
        if left == "a half":
            os.truncate(path, path.stat().st_size // 2)
        else:
            path.unlink()
        if left == "nothing":
            path.parent.rmdir()
        assert not otb_execute.kept(cache, page, "now")
        with pytest.raises(KeyError):
            cache.match_cache_notebook(page)


def test_outputs_of_another_state_are_thrown_away(tmp_path):
    cache, page = get_cache(tmp_path / "cache"), nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("print(6 * 7)")])
    cache.cache_notebook_bundle(CacheBundleIn(page, "page", data={"state": "yesterday"}), check_validity=False)
    assert not otb_execute.kept(cache, page, "now") and cache.list_cache_records() == []


def test_no_network_to_set_up_with(tmp_path, tell):
    write_set_up(tmp_path)
    stopped = boxed(tmp_path, "--unshare-net", command=("make", f"PYTHON={sys.executable}", "book"), PIP_RETRIES="0", PIP_NO_CACHE_DIR="1")
    assert stopped.status != 0 and "The packages could not be installed: is there a network? The message of pip stands above." in stopped.output
    tell("there is no network to set up the packages", "make stops and says so")


def test_two_set_ups_at_once(tmp_path, tell):
    write_set_up(tmp_path)
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "maker").write_text(f"{os.getpid()}\n")
    stopped = run(tmp_path, "make", f"PYTHON={sys.executable}", "book")
    assert stopped.status != 0 and "Another make is setting up .venv: wait for its end" in stopped.output, stopped.output
    tell("two set-ups run in one folder at once", "the second stops and says that the first is at work")


OTHER = HEAD + """# Cubes

```{code-cell} ipython3
print(2 ** 3)
```
"""


def ran(built):
    """Return the pages that a build executed."""
    assert built.status == 0, built.output
    told = " ".join(line for line in built.output.replace("\r", "\n").splitlines() if "executing... " in line)
    return {page for page in ("squares", "cubes") if f"chapters/{page}" in told}


def test_exactly_the_pages_that_changed_are_executed_again(tmp_path, tell):
    write(tmp_path, HEALTHY)
    shutil.copytree(ROOT / "otbnotes", tmp_path / "otbnotes", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "chapters" / "cubes.md").write_text(OTHER, "utf8")
    contents = tmp_path / "_toc.yml"
    contents.write_text(contents.read_text("utf8") + "- file: chapters/cubes\n", "utf8")
    here = {"PYTHONPATH": str(tmp_path)}
    assert ran(build(tmp_path, **here)) == {"squares", "cubes"}

    def edit(names, before, after):
        for name in names.split():
            path = tmp_path / name
            text = path.read_text("utf8")
            assert text.count(before) == 1
            path.write_text(text.replace(before, after), "utf8")
        return ran(build(tmp_path, **here))

    assert edit("chapters/cubes.md", "# Cubes", "# Cubes and their sums") == set()
    assert edit("chapters/cubes.md", "print(2 ** 3)", "print(3 ** 3)") == {"cubes"}
    assert edit("chapters/squares.md", 'rng("squares")', 'rng("other squares")') == {"squares"}
    assert edit("otbnotes/words.py", "    w += a * x\n", "    w += x * a\n") == {"squares"}
    assert edit("otbnotes/online/ridge.py otbnotes/svm.py", "import numpy as np\n", "import numpy as np\n\n_ = None\n") == set()
    assert edit("otbnotes/plots/compression.py", "import draw_each\n", "import draw_each\n\n_ = None\n") == set()
    assert edit("otbnotes/plots/style.py", "def setup(", "_ = None\n\n\ndef setup(") == {"squares"}
    first = (tmp_path / "requirements" / "constraints.txt").read_text("utf8").splitlines()[0]
    assert edit("requirements/constraints.txt", first, first + " ") == {"squares", "cubes"}
    assert ran(build(tmp_path, **here, OTBNOTES_SEED="7")) == {"squares", "cubes"}
    tell("prose, a cell, a word of the algorithms, a file that no page imports, a lock file, the seed: each is edited",
         "exactly the pages concerned are executed again")
