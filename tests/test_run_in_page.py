"""Running a page in the browser: with the real core of Pyodide from the npm registry, and with no network at all.

The core has no NumPy, whose build for the browser is only on the network that the reader uses; the pages here are pure
Python.  What the package's cells show is tested with the same shell outside of the browser.
"""

import base64
import hashlib
import io
import json
import re
import subprocess
import sys
import tarfile
import types
import urllib.request
from pathlib import Path

import pytest
from books import HEAD, HEALTHY, ROOT, build
from browser import DESKTOP, PHONE, chromium, pages_of, profile

sys.path.insert(0, str(ROOT / "extensions"))
from otb_notebooks import links  # noqa: E402

SCRIPT = (ROOT / "_static" / "run.js").read_text("utf8")
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


@pytest.fixture
def opened(book, core):
    """Opens the page in a browser to which the network is the core of Pyodide, or nothing."""
    with chromium() as browser:
        with profile(browser) as context:
            def reader(online=True, size=DESKTOP):
                asked = []

                def answer(route):
                    url = route.request.url
                    asked.append(url)
                    name = url.removeprefix(PYODIDE)
                    if online and url.startswith(PYODIDE) and name in core:
                        route.fulfill(body=core[name], content_type=TYPES.get(Path(name).suffix, "application/octet-stream"),
                                      headers={"Access-Control-Allow-Origin": "*"})
                    else:
                        route.abort()

                context.route(re.compile("^https?:"), answer)
                page = context.new_page()
                page.set_viewport_size(size)
                page.asked = asked
                page.goto((book / "chapters" / "squares.html").as_uri())
                return page

            yield reader


def says(page, text):
    """Wait until the page says this."""
    page.locator(".run-status [role=status]", has_text=text).wait_for(timeout=60000)


def test_cells_run_print_change_and_fail_in_the_page(opened):
    page = opened()
    assert page.asked == [] and page.locator(".run-bar").count() == 0
    page.get_by_role("button", name="Run this page").click()
    says(page, "Python is ready")
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
    page.get_by_role("button", name="Run all").click()
    says(page, "Cell 3 has run")
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
    page.get_by_role("button", name="Run this page").click()
    says(page, "Python is ready")
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
    assert 'data-packages="numpy"' in links(app, "chapters/x", "notebooks/x.ipynb", ["numpy"])
    assert "data-packages" not in links(app, "chapters/x", "notebooks/x.ipynb", ["numpy", "river"])


def test_what_every_page_carries_for_running_is_small_and_asks_for_nothing():
    assert sum((ROOT / "_static" / name).stat().st_size for name in ("run.js", "run.css")) < 12000


def test_pyodide_has_every_package_of_the_pages_that_offer_to_run(core):
    offered = json.loads(core["pyodide-lock.json"])["packages"]
    pages = [(SITE / page).read_text("utf8") for page in pages_of(SITE)]
    asked = [set(found[1].split()) for page in pages if (found := re.search('data-packages="(.*?)"', page))]
    assert len(asked) >= 40 and set().union(*asked) <= set(offered)


SHOWN = r"""
import json, sys, types
shown = []
sys.modules["otb_page"] = types.SimpleNamespace(emit=lambda kind, text: shown.append([kind, text]))
for name in ("numba", "IPython", "matplotlib_inline"):          # as in the browser
    sys.modules[name] = None
import otb_shell
cells = json.loads(sys.stdin.read())
ended = [otb_shell.run(cell, f"cell {i + 1}") for i, cell in enumerate(cells)]
print(json.dumps([ended, shown]))
"""


def test_the_shell_shows_cards_figures_and_numbers_as_the_book_does():
    cells = re.findall(r"^```\{code-cell\}[^\n]*\n(?:---\n.*?^---\n)?(.*?)^```$", HEALTHY, re.M | re.S)
    done = subprocess.run([sys.executable, "-c", SHOWN], input=json.dumps(cells), capture_output=True, text=True,
                          cwd=ROOT / "extensions", env={"PYTHONPATH": str(ROOT), "PATH": ""}, check=True)
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
from otbnotes import claim, rng, witness
from otbnotes.geometry import Ball
from otbnotes.online import gradient_descent
game, u = witness.orthonormal(100, radius=2.0)
print(round(gradient_descent(game, Ball(2.0)).loss - game.total(u), 9))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == "20.0\n"
