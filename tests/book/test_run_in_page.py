"""Running a page in the browser: with the real core of Pyodide from the npm registry, and with no network at all.

The core has no NumPy, whose build for the browser is only on the network that the reader uses; the pages here are pure
Python, and so are the packages they load, which have the names of the real ones and nothing in them.  What the cells of the
book show is tested with the same shell outside of the browser.
"""

import base64
import gzip
import hashlib
import io
import json
import re
import subprocess
import sys
import tarfile
import types
import urllib.request
import zipfile
from pathlib import Path

import nbformat
import pytest
from books import HEAD, HEALTHY, ROOT, build
from browser import DESKTOP, PHONE, pages_of, profile
from jupyter_cache import get_cache

sys.path.insert(0, str(ROOT / "book" / "extensions"))
from otb_notebooks import links  # noqa: E402
from otb_execute import common, notebook  # noqa: E402
from otb_wheel import packages_by_cell  # noqa: E402

SCRIPT = (ROOT / "book" / "static" / "run.js").read_text("utf8")
PYODIDE = re.search(r"const PYODIDE = '(.*)';", SCRIPT)[1]
VERSION = re.search(r"/v([\d.]+)/", PYODIDE)[1]
TARBALL = f"https://registry.npmjs.org/pyodide/-/pyodide-{VERSION}.tgz"
SHA512 = ("0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD8"
          "2LN7y2q+SNvi/6V5JEsOlD2R1A==")
SITE = ROOT / "_build" / "html"
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json"}

PLAIN = HEAD + """# Plain

```{code-cell} ipython3
numbers = [1, 2, 3]
print(sum(numbers))
```

```{code-cell} ipython3
:tags: [hide-input]
sum(numbers) / len(numbers)
```

```{code-cell} ipython3
import time
print("after", numbers)
```

```{code-cell} ipython3
import importlib
print([ord(letter) for letter in "a\u00a0b\tc"])
```

```{code-cell} ipython3
:tags: [remove-output]
import sympy
print(sympy.__name__)
```

```{code-cell} ipython3
:tags: [remove-output]
print("once")
print(importlib.import_module("scipy").__name__)
```
"""


@pytest.fixture(scope="session")
def core():
    """The files of Pyodide's core by name, fetched once."""
    kept = ROOT / "_build" / f"pyodide-{VERSION}.tgz"
    if not kept.exists():
        kept.parent.mkdir(exist_ok=True)
        with urllib.request.urlopen(TARBALL, timeout=120) as answer:
            kept.write_bytes(answer.read())
    data = kept.read_bytes()
    if base64.b64encode(hashlib.sha512(data).digest()).decode() != SHA512:
        kept.unlink()
        pytest.fail(f"{TARBALL} is not the file that this test knows; its hash in test_run_in_page.py is of another.")
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        return {Path(entry.name).name: archive.extractfile(entry).read() for entry in archive if entry.isfile()}


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """A built book with a page of pure Python."""
    folder = tmp_path_factory.mktemp("book")
    built = build(folder, PLAIN)
    assert built.status == 0, built.output
    return folder / "_build" / "html"


def empty_wheel(package, module):
    """Return the wheel of a package whose one module has nothing in it."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as target:
        target.writestr(f"{module}/__init__.py", "")
        target.writestr(f"{package}-1.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
        target.writestr(f"{package}-1.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    return archive.getvalue()


@pytest.fixture(scope="module")
def network(core):
    """What the network has: the core, and for each package of the lock file that the pages need one with nothing in it."""
    lock, files = json.loads(core["pyodide-lock.json"]), dict(core)
    for package in ("sympy", "mpmath", "scipy", "scikit-learn"):
        entry = lock["packages"][package]
        files[entry["file_name"]] = empty_wheel(package, package.replace("scikit-learn", "sklearn"))
        entry["sha256"] = hashlib.sha256(files[entry["file_name"]]).hexdigest()
        entry["depends"] = ["mpmath"] if package == "sympy" else []
    return files | {"pyodide-lock.json": json.dumps(lock).encode()}


@pytest.fixture
def opened(browser, book, network):
    """Opens the page in a browser to which the network is the core of Pyodide and some packages, or nothing."""
    with profile(browser) as context:
        def reader(online=True, size=DESKTOP, without="nothing", before=""):
            asked = []

            def answer(route):
                url = route.request.url
                asked.append(url)
                name = url.removeprefix(PYODIDE)
                if online and url.startswith(PYODIDE) and name in network and without not in name:
                    route.fulfill(body=network[name], content_type=TYPES.get(Path(name).suffix, "application/octet-stream"),
                                  headers={"Access-Control-Allow-Origin": "*"})
                else:
                    route.abort()

            context.route(re.compile("^https?:"), answer)
            page = context.new_page()
            page.add_init_script(before)
            page.failures = []
            page.on("pageerror", lambda error: page.failures.append(str(error)) if "run.js" in error.stack else None)
            page.set_viewport_size(size)
            page.asked = asked
            page.goto((book / "chapters" / "squares.html").as_uri())
            return page

        yield reader


def says(page, text):
    """Wait until the page says this."""
    page.locator(".run-status [role=status]", has_text=text).wait_for(timeout=60000)


def start(page):
    """Click on what lets the page run, and wait for Python."""
    page.get_by_role("button", name="Run this page").click()
    says(page, "Python is ready")


def edit(page):
    """Click on what lets the page run, where there is no Python to wait for."""
    page.get_by_role("button", name="Run this page").click()
    says(page, "Python could not be loaded")


def cell(page, number):
    """Return a cell of the page."""
    return page.locator("div.cell").nth(number - 1)


def code(page, number):
    """Return the code of a cell, which a reader can change."""
    return cell(page, number).locator(".cell_input pre")


def run(page, number):
    """Run a cell and return what it shows."""
    page.locator(".run-status [role=status]").first.evaluate("line => { line.textContent = ''; }")      # of the run before
    page.get_by_role("button", name=f"Run cell {number}").click()
    says(page, f"Cell {number} has run")
    return cell(page, number).locator(".run-output pre").inner_text().strip()


def loaded(page):
    """Return the packages that the page has fetched."""
    return {name.split("-")[0] for url in page.asked if (name := url.removeprefix(PYODIDE)).endswith(".whl")}


def test_cells_run_print_change_and_fail_in_the_page(opened):
    page = opened()
    assert page.asked == [] and page.locator(".run-bar").count() == 0
    start(page)
    first, second, third = (page.locator("div.cell").nth(i) for i in range(3))
    second.locator("summary").click()
    page.get_by_role("button", name="Run cell 2").click()
    says(page, "Cell 2 has run")
    assert first.locator(".run-output pre").inner_text().strip() == "6", "an earlier cell runs first"
    assert second.locator(".run-output pre").inner_text().strip() == "2.0"
    assert first.locator(".cell_output").inner_text().strip() == "6", "the output of the book stays"

    code = first.get_by_role("textbox")
    code.fill("numbers = [1, 2, 3, 10]\nprint(sum(numbers))")
    code.press("Shift+Enter")
    says(page, "Cell 1 has run")
    assert first.locator(".run-output pre").inner_text().strip() == "16"
    run(page, 3)
    assert second.locator(".run-output pre").inner_text().strip() == "4.0", "what builds on a changed cell runs again"
    assert third.locator(".run-output pre").inner_text().strip() == "after [1, 2, 3, 10]"

    code.fill("def half(x):\n    return x / 0\n\nhalf(1)")
    page.get_by_role("button", name="Run cell 3").click()
    says(page, "Cell 1 raised an error; cell 3 did not run.")
    assert first.locator(".run-error").inner_text().split("\n") == [
        "cell 1, line 4:  half(1)", "cell 1, line 2:  return x / 0", "ZeroDivisionError: division by zero"]
    code.fill("1 +")
    code.press("Control+Enter")
    says(page, "Cell 1 raised an error.")
    assert "SyntaxError" in first.locator(".run-error").inner_text()
    assert all(url.startswith(PYODIDE) for url in page.asked)


def test_a_run_that_takes_too_long_is_stopped_and_the_page_does_not_freeze(opened):
    page = opened(size=PHONE)
    start(page)
    code = page.locator("div.cell").first.get_by_role("textbox")
    printed = code.inner_text()
    code.fill("while True:\n    pass")
    code.press("Shift+Enter")
    says(page, "Running cell 1")
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Stop").click()
    says(page, "Stopped.")
    code.fill(printed)
    code.press("Shift+Enter")
    says(page, "Cell 1 has run")
    assert page.locator(".run-output pre").first.inner_text().strip() == "6"


def test_each_package_is_fetched_when_a_cell_needs_it_and_its_name_is_said(opened):
    page = opened()
    start(page)
    run(page, 4)
    assert loaded(page) == set(), "the first cells need no package"
    page.evaluate("""() => { window.said = []; new MutationObserver(() => said.push(document.querySelector('.run-status').textContent))
                     .observe(document.querySelector('.run-status'), {childList: true, subtree: true}); }""")
    assert run(page, 5) == "sympy" and loaded(page) == {"sympy", "mpmath"}
    assert any("Loading sympy for cell 5 of 6" in words for words in page.evaluate("said"))
    assert run(page, 6) == "once\nscipy", "a cell that lacks a package which no import shows is run again, with it"
    assert loaded(page) == {"sympy", "mpmath", "scipy"} and cell(page, 6).locator(".run-error").count() == 0
    code(page, 3).fill("import sklearn\nprint(sklearn.__name__)")
    assert run(page, 3) == "sklearn" and "scikit_learn" in loaded(page), "a changed cell is looked at anew"
    code(page, 3).fill("import no_such_package")
    page.get_by_role("button", name="Run cell 3").click()
    says(page, "Cell 3 raised an error.")
    assert "No module named 'no_such_package'" in cell(page, 3).locator(".run-error").inner_text()


@pytest.mark.gate
def test_a_package_that_cannot_be_fetched_is_named(opened):
    page = opened(without="sympy")
    start(page)
    page.get_by_role("button", name="Run cell 5").click()
    says(page, "sympy could not be loaded: running a page needs a connection")


def test_code_is_run_as_it_is_typed(opened):
    page = opened()
    start(page)
    assert run(page, 4) == "[97, 160, 98, 9, 99]", "the text of the page"
    text = code(page, 4)
    text.fill("")
    text.press_sequentially("print(len('a  b'))  ")
    text.press("Enter")
    text.press_sequentially("if True:")
    text.press("Enter")
    page.keyboard.insert_text("\tprint([ord(letter) for letter in 'x\u00a0\u2009\ty'])")
    assert run(page, 4) == "4\n[120, 160, 8201, 9, 121]", "what was typed and what was pasted"
    cell(page, 2).locator("summary").click()
    code(page, 2).press("Control+End")
    page.keyboard.press("Enter")
    page.keyboard.type("print('second line')")
    cell(page, 2).locator("summary").click()
    run(page, 3)
    assert cell(page, 2).locator(".run-output").inner_text().split()[-2:] == ["second", "line"], "typed before the fold was closed"


def test_changes_are_kept_come_back_when_they_are_asked_for_and_can_be_taken_back(opened):
    page = opened(online=False)
    printed = [code(page, number).inner_text() for number in (1, 3)]
    edit(page)
    says(page, "What you change is kept in this browser.")
    overs, everything = page.get_by_role("button", name="Start over"), page.get_by_role("button", name="Start all over")
    assert overs.count() == 0 and not everything.is_visible()
    code(page, 1).fill("numbers = [2]\nprint(numbers)")
    code(page, 3).fill("print(numbers, 'changed')")
    assert overs.count() == 2 and everything.is_visible() and "earlier visit" not in page.locator(".run-status").inner_text()

    page.reload()
    assert [code(page, number).inner_text() for number in (1, 3)] == printed, "nothing changed before it is asked for"
    edit(page)
    says(page, "You changed cells 1 and 3 on an earlier visit.")
    assert "changed" in code(page, 3).inner_text()
    page.get_by_role("button", name="Start over with cell 3").click()
    assert code(page, 3).inner_text() == printed[1] and code(page, 3).locator("span.kn").count() == 1
    assert overs.count() == 1
    says(page, "You changed cell 1 on an earlier visit.")

    page.reload()
    edit(page)
    page.once("dialog", lambda dialog: dialog.dismiss())
    everything.click()
    assert overs.count() == 1
    page.once("dialog", lambda dialog: dialog.accept())
    everything.click()
    says(page, "Every cell is as printed.")
    assert code(page, 1).inner_text() == printed[0] and overs.count() == 0 and not everything.is_visible()
    page.reload()
    edit(page)
    assert "earlier visit" not in page.locator(".run-status").inner_text() and page.failures == []


def test_a_change_that_comes_back_or_is_taken_back_is_what_runs(opened):
    page = opened()
    page.get_by_role("button", name="Run this page").click()
    code(page, 1).fill("numbers = [2]\nleft = 1")
    page.reload()
    start(page)
    assert run(page, 3) == "after [2]"
    page.get_by_role("button", name="Start over with cell 1").click()
    assert run(page, 3) == "after [1, 2, 3]"
    code(page, 3).fill("print(left)")
    assert run(page, 3) == "1"
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Start all over").click()
    assert not cell(page, 3).locator(".run-output").is_visible()
    code(page, 3).fill("print('left' in globals())")
    assert run(page, 3) == "False", "Python too starts all over"


def test_a_change_belongs_to_the_text_that_was_printed(opened, book):
    page = opened(online=False)
    edit(page)
    code(page, 1).fill("numbers = [2]")
    code(page, 3).fill("print('changed')")
    path = book / "chapters" / "squares.html"
    printed = path.read_text("utf8")
    number = "numbers = [1, 2, 3]"
    assert number in printed
    try:
        path.write_text(printed.replace(number, "numbers = [1, 2, 7]"), "utf8")
        page.reload()
        edit(page)
        says(page, "You changed cell 3 on an earlier visit.")
        assert "7]" in code(page, 1).inner_text() and "changed" in code(page, 3).inner_text()
    finally:
        path.write_text(printed, "utf8")


@pytest.mark.gate
@pytest.mark.parametrize("refusal", [
    "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('denied', 'SecurityError'); }})",
    "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
    "Object.defineProperty(window, 'localStorage', {value: null})"])
def test_where_the_browser_keeps_nothing_the_page_says_so(opened, refusal):
    page = opened(online=False, before=refusal)
    edit(page)
    says(page, "This browser does not keep what you change: it is gone when you leave the page.")
    printed = code(page, 1).inner_text()
    code(page, 1).fill("numbers = [2]\nprint(numbers)")
    page.get_by_role("button", name="Start over with cell 1").click()
    assert code(page, 1).inner_text() == printed and page.failures == []


def test_a_cell_that_is_changed_while_it_runs_is_not_up_to_date(opened):
    page = opened()
    start(page)
    code(page, 1).fill("import time\ntime.sleep(2)\nnumbers = [2]")
    page.get_by_role("button", name="Run cell 1").click()
    says(page, "Running cell 1 of 6")
    code(page, 1).fill("numbers = [5]")
    says(page, "Cell 1 has run")
    assert run(page, 3) == "after [5]"


def test_what_the_button_does_stands_beside_it_and_nothing_is_promised_without_scripts(opened, book):
    page = opened(size=PHONE)
    line = page.locator(".otb-take")
    assert line.inner_text().split("\n")[-1].endswith(
        "Run this page: change its code and run it here; nothing to install")
    assert "6 MB" in page.get_by_role("button", name="Run this page").get_attribute("title")
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    with page.context.browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto((book / "chapters" / "squares.html").as_uri())
        assert page.locator(".otb-take").inner_text().strip() == "Download the notebook"


@pytest.mark.parametrize("name", ["index.md", "README.md", "chapters/regret.md"])
def test_the_book_tells_of_running_in_place(name):
    label = re.search(r"button\('(Run this .*?)'", SCRIPT)[1]
    assert f"*{label}*" in " ".join((ROOT / name).read_text("utf8").split())


def test_the_size_of_python_is_the_one_that_is_said(core):
    fetched = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
    size = sum(len(gzip.compress(core[name])) for name in fetched)
    assert re.search(r"const SIZE = '(.*)'", SCRIPT)[1] == f"{size / 1e6:.0f} MB"


@pytest.mark.gate
def test_without_a_network_a_sentence_says_so_and_the_outputs_stay(opened):
    page = opened(online=False)
    before = page.locator(".cell_output").all_inner_texts()
    page.get_by_role("button", name="Run this page").click()
    says(page, "Python could not be loaded")
    assert page.locator(".cell_output").all_inner_texts() == before
    page.get_by_role("button", name="Run cell 1").click()
    says(page, "Python could not be loaded")
    assert page.asked


def test_a_page_whose_packages_no_browser_has_does_not_offer_to_run():
    app = types.SimpleNamespace(config=types.SimpleNamespace(otb_repository=""))
    assert 'data-packages="numpy sympy||scipy"' in links(app, "chapters/x", "x.ipynb", [["numpy", "sympy"], [], ["scipy"]])
    assert "data-packages" not in links(app, "chapters/x", "x.ipynb", [["numpy"], ["river"]])


def test_a_cell_has_the_packages_that_it_and_what_it_calls_import_and_no_cell_before_it():
    cells = ["from otbnotes import streams\nfrom otbnotes.plots import style\nstyle.setup()", "print(1)", "streams.digits()",
             "import scipy.stats, numpy", "streams.digits()"]
    assert packages_by_cell(cells) == [["matplotlib", "numpy"], [], ["scikit-learn"], ["scipy"], []]


def test_what_every_page_carries_for_running_is_small_and_asks_for_nothing():
    assert sum((ROOT / "book" / "static" / name).stat().st_size for name in ("run.js", "run.css")) < 16000


def test_pyodide_has_every_package_of_the_pages_that_offer_to_run(core):
    offered = json.loads(core["pyodide-lock.json"])["packages"]
    pages = [(SITE / page).read_text("utf8") for page in pages_of(SITE)]
    asked = [(found[1].split("|"), page) for page in pages if (found := re.search('data-packages="(.*?)"', page))]
    assert len(asked) >= 40 and {name for cells, _ in asked for names in cells for name in names.split()} <= set(offered)
    assert all(len(cells) == page.count('<div class="cell_input') for cells, page in asked)
    assert sum("scikit-learn" not in cells[0] for cells, _ in asked) >= 30, "the first cell fetches what all the others need"


def noise(page):
    """Return what the cells of an executed page show in Python's own words alone: a module, a number that is not printed."""
    return [output.data["text/plain"] for shown in page.cells for output in shown.get("outputs", ())
            if set(output.get("data", ())) == {"text/plain"}]


@pytest.mark.parametrize("path", sorted((ROOT / "chapters").glob("*.md")), ids=lambda path: path.stem)
def test_no_cell_ends_with_what_only_python_would_say(path):
    cache = get_cache(ROOT / "_build" / ".jupyter_cache" / common(ROOT))
    assert noise(cache.merge_match_into_notebook(notebook(path))[1]) == []


@pytest.mark.gate
def test_a_cell_that_ends_with_a_module_is_seen():
    ends = [{"text/plain": "<module 'matplotlib.pyplot'>"}, {"text/plain": "a card", "text/html": "<p>a card</p>"}]
    outputs = [nbformat.v4.new_output("execute_result", data) for data in ends]
    cells = [nbformat.v4.new_markdown_cell("text"), nbformat.v4.new_code_cell("style.setup()", outputs=outputs)]
    assert noise(nbformat.v4.new_notebook(cells=cells)) == ["<module 'matplotlib.pyplot'>"]


SHOWN = r"""
import json, sys, types
shown = []
sys.modules["otb_page"] = types.SimpleNamespace(emit=lambda kind, text: shown.append([kind, text]))
for name in ("numba", "IPython", "matplotlib_inline"):          # as in the browser
    sys.modules[name] = None
import browser_runner
cells = json.loads(sys.stdin.read())
ended = [browser_runner.run(cell, f"cell {i + 1}") for i, cell in enumerate(cells)]
print(json.dumps([ended, shown]))
"""


def test_the_shell_shows_cards_figures_and_numbers_as_the_book_does():
    cells = re.findall(r"^```\{code-cell\}[^\n]*\n(?:---\n.*?^---\n)?(.*?)^```$", HEALTHY, re.M | re.S)
    done = subprocess.run([sys.executable, "-c", SHOWN], input=json.dumps(cells), capture_output=True, text=True,
                          cwd=ROOT / "book" / "browser", env={"PYTHONPATH": str(ROOT), "PATH": ""}, check=True)
    ended, shown = json.loads(done.stdout)
    assert ended == [True, True, True], shown
    kinds = [kind for kind, _ in shown]
    assert kinds[:2] == ["html", "svg"] and set(kinds[2:]) == {"text"}
    assert 'id="card-small-squares"' in shown[0][1] and "confirmed" in shown[0][1]
    assert shown[1][1].count("<svg") == 1 and "".join(text for _, text in shown[2:]) == "20.000\n"


def test_the_package_and_gradient_descent_need_numpy_alone():
    code = """
import importlib.abc, sys
class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "scipy", "sklearn", "sympy", "matplotlib", "joblib"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
from otbnotes import claim, rng
from otbnotes.geometry import Ball
from otbnotes.online import gradient_descent
from otbnotes.witness.gradient_descent import orthonormal
game, u = orthonormal(100, radius=2.0)
print(round(gradient_descent(game, Ball(2.0)).loss - game.total(u), 9))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == "20.0\n"


NUMBERED = """
import sys, types
said = []
sys.modules["otb_page"] = types.SimpleNamespace(emit=lambda kind, text: said.append((kind, text)))
import browser_runner
for source in ("from otbnotes import cells", "print(cells.current)", "print(cells.current)", "import no_such.module"):
    browser_runner.run(source, "cell 7")
sys.modules["otbnotes.cells"] = None
browser_runner.run("print('without')", "cell 8")
print("".join(text for kind, text in said if kind == "text"), [text for kind, text in said if kind == "missing"])
"""


def test_the_shell_tells_the_package_which_cell_runs_and_the_page_which_module_is_missing():
    done = subprocess.run([sys.executable, "-c", NUMBERED], capture_output=True, text=True, cwd=ROOT / "book" / "browser",
                          env={"PYTHONPATH": str(ROOT), "PATH": ""}, check=True)
    assert done.stdout == "('cell 7', 2)\n('cell 7', 3)\nwithout\n ['no_such']\n"
