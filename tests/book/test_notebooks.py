"""The pages as notebooks: plain Markdown with the numbers of the book, and code that runs where only the wheel is."""

import base64
import copy
import hashlib
import html
import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote

import lab
import nbformat
import pytest
from books import HEALTHY, ROOT, build, write
from IPython.core.inputtransformer2 import TransformerManager
from myst_nb.core.utils import coalesce_streams
from nbclient import NotebookClient
from PIL import Image
from sphinx.errors import ExtensionError

sys.path.insert(0, str(ROOT / "book" / "extensions"))
from otb_notebooks import check, expand, install  # noqa: E402
from otb_wheel import NAME, packages, wheel  # noqa: E402

SITE = ROOT / "_build" / "html"
CHAPTERS = sorted(path.stem for path in ROOT.glob("chapters/*.md") if "{code-cell}" in path.read_text("utf8"))
EXECUTED = "convexity_losses"
MACROS = {"R": r"\mathbb{R}", "norm": [r"\lVert #1\rVert", 1], "inner": [r"\langle #1,#2\rangle", 2]}
KINDS = "Theorem|Lemma|Proposition|Corollary|Definition|Algorithm|Example|Exercise"

ALL_SORTS = HEALTHY.replace("It is {prf:ref}", r"""```{math}
:label: eq-sorts
\norm{x}^2=\inner xx
```

Equation {eq}`eq-sorts`, {numref}`fig-sorts`, {ref}`a place <sorts>`, {doc}`../index`, {cite:t}`hazan2016introduction`[^note].

[^note]: A note at the foot.

```{margin}
In the margin.
```

```{warning}
Mind the $\R$.
```

```{figure} ../line.svg
:name: fig-sorts
:alt: A line that goes nowhere in particular.

A line with $\norm x$.
```

Term
: What it means.

| a | b |
| --- | --- |
| $\norm{x}\le1$ | two |

```{index} sorts
```

(sorts)=
## A *second* heading

````{exercise} Squares
:label: ex-sorts
Show it.
````

```{solution-start} ex-sorts
:class: dropdown
```

Like this.

```{code-cell} ipython3
1 + 1
```

And so on.

```{solution-end}
```

It is {prf:ref}""")


def read(path):
    """Return a notebook."""
    return nbformat.read(path, as_version=4)


def text(notebook):
    """Return the text of a notebook, without what stands in it as code."""
    cells = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    return re.sub(r"^(> )?```.*?^(> )?```$", "", cells, flags=re.M | re.S)


def leftovers(markdown, macros):
    """Return what only MyST or this book would understand: directives, roles, labels, macros."""
    names = "|".join(macros)
    roles, directives, targets = r"\{[\w:.-]+\}`", r"^[> ]*(?:`{3,}|:{3,})\{[\w:-]+\}", r"^\(\S+\)=$"
    return re.findall(rf"{roles}|{directives}|{targets}|\\label\{{|\\(?:{names})(?![A-Za-z])", markdown, re.M)


def outputs(cells):
    """Return what each cell shows, in words where it has words: the book draws on a card what a cell can't know, such as its number."""
    shown = []
    for cell in cells:
        if cell.cell_type == "code" and "remove-output" not in cell.metadata.get("tags", []):
            shown.append([output.get("text") or output.data.get("text/plain", output.data.get("text/html"))
                          for output in coalesce_streams(cell.outputs) if "image/png" not in output.get("data", {})])
    return shown


@pytest.fixture(scope="module")
def notebooks():
    """The notebooks of the built book by the name of their page."""
    found = {path.stem: read(path) for path in sorted((SITE / "notebooks").glob("*.ipynb"))}
    if not found:
        pytest.fail(f"There are no notebooks in {SITE}: run the book build first.", pytrace=False)
    return found


@pytest.fixture(scope="module")
def seen(notebooks, tmp_path_factory):
    """How many pictures JupyterLab shows in every third notebook, others every day; in one, called svg, whose are SVG; and foreign requests."""
    today = date.today().toordinal()
    others = [f"{name}.ipynb" for place, name in enumerate(CHAPTERS) if (place + today) % 3 and name != EXECUTED]
    folder = shutil.copytree(SITE / "notebooks", tmp_path_factory.mktemp("downloads") / "notebooks", ignore=lambda *_: others)
    vector = copy.deepcopy(notebooks[EXECUTED])
    for output in figures(vector):
        output.data = {"image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><path d="M0 0H99"/></svg>'}
    nbformat.write(vector, folder / "svg.ipynb")
    return lab.pictures(folder, tmp_path_factory.mktemp("jupyterlab"))


def figures(notebook):
    """Return the outputs of a notebook that are figures."""
    return [output for cell in notebook.cells for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """A book with all sorts of markup, built as for publication by its repository."""
    folder = tmp_path_factory.mktemp("book")
    line = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0L9 9"/></svg>'
    (folder / "line.svg").write_text(line, "utf8")
    write(folder, ALL_SORTS)
    shutil.copy2(ROOT / "pages" / "bibliography.md", folder / "pages")
    (folder / "_toc.yml").write_text((folder / "_toc.yml").read_text("utf8") + "- file: pages/bibliography\n", "utf8")
    built = build(folder, GITHUB_REPOSITORY="ada/otb")
    assert built.status == 0, built.output
    return folder / "_build" / "html"


def test_each_page_with_code_has_a_notebook_and_offers_it(notebooks):
    assert list(notebooks) == CHAPTERS and len(CHAPTERS) >= 40
    for name in CHAPTERS:
        page = (SITE / "chapters" / f"{name}.html").read_text("utf8")
        assert f'<a href="../notebooks/{name}.ipynb" download>Download the notebook</a>' in page


def test_notebooks_are_valid_and_their_ids_tell_cells_apart(notebooks):
    for notebook in notebooks.values():
        nbformat.validate(notebook)
        assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)
        assert [cell.id for cell in notebook.cells[:2]] == ["text-0", "install"]


def test_the_text_is_plain_markdown(notebooks):
    macros = re.findall(r"^          (\w+): ", (ROOT / "_config.yml").read_text("utf8"), re.M)
    assert {"R", "norm", "inner"} <= set(macros)
    for name, notebook in notebooks.items():
        assert leftovers(text(notebook), macros) == [], name


@pytest.mark.gate
@pytest.mark.parametrize("markup", ["see {prf:ref}`x`", "{numref}`Figure %s <x>`", "```{prf:theorem} A\nB\n```",
                                    "> :::{note}\n> x\n> :::", r"$\norm x$", r"$$x \label{y}$$", "(a-place)="])
def test_markup_that_was_left_over_is_noticed(markup):
    assert leftovers(markup, MACROS)


def test_numbers_are_those_of_the_page(notebooks):
    seen = []
    for name, notebook in notebooks.items():
        page = (SITE / "chapters" / f"{name}.html").read_text("utf8")
        boxes = re.findall(rf'<span class="caption-number">((?:{KINDS}) [\d.]+) ?</span>', page)
        assert re.findall(rf"^(?:> )+\*\*((?:{KINDS}) [\d.]+)", text(notebook), re.M) == boxes      # some stand in a fold
        seen += boxes
        assert re.findall(r"^\*\*(Fig\. [\d.]+)\*\*", text(notebook), re.M) == re.findall(
            r'<span class="caption-number">(Fig\. [\d.]+) </span>', page)
        assert re.findall(r"^#+ ([\d.]+)\. ", text(notebook), re.M) == re.findall(
            r'<h\d><span class="section-number">([\d.]+)\. </span>', page)
        assert sorted(re.findall(r"\\tag\{([\d.]+)\}", text(notebook))) == sorted(
            re.findall(r'class="tml-tag">\(([\d.]+)\)', page) + re.findall(r'<span class="eqno">\(([\d.]+)\)', page))
    assert len(seen) >= 200


def test_a_notebook_runs_in_an_empty_folder_with_the_wheel_alone(notebooks, tmp_path):
    """The kernel finds the package in the wheel, not in this checkout, and every output is that of the book."""
    target, empty = tmp_path / "packages", tmp_path / "empty"
    empty.mkdir()
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index",
                    "--no-deps", "--target", target, SITE / "notebooks" / NAME], check=True)
    notebook = copy.deepcopy(notebooks[EXECUTED])
    notebook.cells.append(nbformat.v4.new_code_cell("import otbnotes\nprint(otbnotes.__file__)"))
    client = NotebookClient(notebook, timeout=180, kernel_name="python3", resources={"metadata": {"path": str(empty)}})
    client.execute(env={**os.environ, "PYTHONPATH": str(target)})
    *shown, place = outputs(notebook.cells)
    assert Path(place[0].strip()).is_relative_to(target)
    assert shown == outputs(notebooks[EXECUTED].cells) and any(shown)
    assert list(empty.iterdir()) == []


def test_who_has_just_downloaded_a_notebook_sees_every_picture_of_the_page(seen):
    """JupyterLab trusts none of them, executes nothing, and asks nobody else for anything."""
    pictures, outside = seen
    pages = {name: (SITE / "chapters" / f"{name}.html").read_text("utf8") for name in CHAPTERS if name in pictures}
    assert len(pages) >= len(CHAPTERS) // 3 and {name: pictures[name] for name in pages} == {
        name: len(re.findall(r"<figure [^>]*>\s*<(?:img|svg) ", page)) for name, page in pages.items()}
    assert sum(pictures.values()) >= 30 and outside == []


@pytest.mark.gate
def test_a_notebook_with_pictures_that_are_not_shown_is_noticed(seen):
    assert seen[0]["svg"] == 0 < seen[0][EXECUTED]


def test_figures_of_notebooks_are_small_and_carry_their_words_and_nothing_else(notebooks):
    for name, notebook in notebooks.items():
        page = (SITE / "chapters" / f"{name}.html").read_text("utf8")
        words = [html.unescape(alt) for alt in re.findall(r'<img [^>]*?alt="([^"]+)" src="[^"]*/_images/[0-9a-f]{64}\.svg"', page)]
        assert [output.data["text/plain"] for output in figures(notebook)] == words, name
        for output in figures(notebook):
            assert set(output.data) == {"image/png", "text/plain"}
            with Image.open(io.BytesIO(base64.b64decode(output.data["image/png"]))) as image:
                assert image.format == "PNG" and image.mode == "P" and not set(image.info) - {"transparency"}
                assert image.width == pytest.approx(2 * output.metadata["image/png"]["width"], abs=1)
    assert max(path.stat().st_size for path in (SITE / "notebooks").glob("*.ipynb")) < 300_000


def test_links_to_colab_and_binder_point_at_files_of_the_branch(published):
    page = (published / "chapters" / "squares.html").read_text("utf8")
    colab = re.findall(r'href="https://colab\.research\.google\.com/github/ada/otb/blob/gh-pages/(.*?)"', page)
    binder = re.findall(r'href="https://mybinder\.org/v2/gh/ada/otb/gh-pages\?labpath=(.*?)"', page)
    assert colab == binder == ["notebooks/squares.ipynb"] and (published / colab[0]).is_file()
    assert (published / "binder" / "postBuild").stat().st_mode & 0o111
    assert list(published.glob(re.search(r"notebooks/\S+", (published / "binder" / "postBuild").read_text())[0]))


def test_binder_installs_the_versions_of_the_book():
    asked = [line for line in (ROOT / ".binder" / "requirements.txt").read_text().splitlines() if not line.startswith("#")]
    assert asked and set(asked) <= set((ROOT / "requirements.txt").read_text().splitlines())
    code = "\n".join(cell.source for path in (SITE / "notebooks").glob("*.ipynb") for cell in read(path).cells
                     if cell.cell_type == "code" and cell.id != "install")
    assert set(packages(code)) - {line.partition("==")[0] for line in asked} <= {"mpmath"}, "mpmath comes with sympy"


def test_all_sorts_of_markup_become_plain_markdown(published):
    notebook = read(published / "notebooks" / "squares.ipynb")
    words, base = text(notebook), "https://ada.github.io/otb/"
    assert leftovers(words, MACROS) == []
    for expected in (
            "> **Theorem 1 (Small squares)**\n>\n> If **(small)** $|x|\\le1$, then $x^2\\le|x|$.",
            r"$$\lVert x\rVert^2=\langle x,x\rangle \tag{1}$$",
            f"Equation [(1)]({base}chapters/squares.html#equation-eq-sorts), [Fig. 1]({base}chapters/squares.html#fig-sorts), "
            f"[a place]({base}chapters/squares.html#sorts), [A book]({base}index.html)",
            "> In the margin.", "> **Warning**\n>\n> Mind the ${\\mathbb{R}}$.",
            f"![A line that goes nowhere in particular.]({base}_images/line.svg)", r"**Fig. 1** A line with $\lVert x\rVert$.",
            "**Term**: What it means.", "| a | b |\n| --- | --- |\n| $\\lVert x\\rVert\\le1$ | two |",
            "# A *second* heading", "> **Exercise 1 (Squares)**\n>\n> Show it.", "A note at the foot.",
            "<details>\n<summary>Solution to Exercise 1 (Squares)</summary>\n\nLike this.\n\n</details>",
            "And so on.\n\n</details>",
            f"It is [Theorem 1]({base}chapters/squares.html#small-squares) that stands on trial."):
        assert expected in words, f"{expected!r} is not in\n{words}"
    hidden = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source == "1 + 1"]
    assert hidden[0].metadata["jupyter"] == {"source_hidden": True, "outputs_hidden": True}
    assert hidden[0].metadata["cellView"] == "form"


def test_links_of_a_published_notebook_lead_to_the_site(published):
    notebook, base = read(published / "notebooks" / "squares.ipynb"), "https://ada.github.io/otb/"
    found = re.findall(r"\]\((\S+?)\)", text(notebook)) + re.findall(base + r"[^'\s]+", notebook.cells[1].source)
    ours = [unquote(address.removeprefix(base)).partition("#") for address in found if address.startswith(base)]
    assert len(ours) >= 6
    for path, _, anchor in ours:
        assert (published / path).is_file(), path
        assert not anchor or f'id="{anchor}"' in html.unescape((published / path).read_text("utf8")), anchor


@pytest.mark.gate
def test_markup_without_a_form_fails_the_build(tmp_path):
    odd = HEALTHY.replace("It is {prf:ref}", "```{hlist}\n- odd\n- even\n```\n\nIt is {prf:ref}")
    built = build(tmp_path, odd)
    assert built.status != 0 and "the notebook of this page has no form for hlist" in built.output, built.output
    assert re.search(r"squares\.md:\d+: WARNING: the notebook", built.output), built.output


@pytest.mark.parametrize("tex, plain", [
    (r"w\in\R^d", r"w\in{\mathbb{R}}^d"), (r"\Re\norm\xi_t", r"\Re\lVert \xi\rVert_t"), (r"\norm ab", r"\lVert a\rVert b"),
    (r"a\\\R b", r"a\\{\mathbb{R}} b"), (r"\norm{\inner{a_{1}}b}", r"\lVert \langle a_{1},b\rangle\rVert"),
    (r"\inner wx\le1", r"\langle w,x\rangle\le1"), (r"\norm{\{x\}}", r"\lVert \{x\}\rVert")])
def test_macros_are_expanded_as_tex_reads_them(tex, plain):
    assert expand(tex, MACROS) == plain


def test_the_wheel_is_whole_and_the_same_in_every_build(tmp_path):
    data = wheel()
    assert wheel() == data == (SITE / "notebooks" / NAME).read_bytes()
    (tmp_path / NAME).write_bytes(data)
    with zipfile.ZipFile(tmp_path / NAME) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    modules = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("otbnotes/**/*.py")}
    assert modules < set(files) and "otbnotes/certificates/gd_regret.json" in files
    assert {f"otbnotes/plots/fonts/{name}" for name in ("serif-normal.ttf", "serif-italic.ttf", "LICENSE.txt")} < set(files)
    rows = [row.split(",") for row in files[f"{NAME[:14]}.dist-info/RECORD"].decode().splitlines()]
    assert {row[0] for row in rows} == set(files)
    for name, digest, size in rows[:-1]:
        expected = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=").decode()
        assert digest == f"sha256={expected}" and int(size) == len(files[name])


@pytest.mark.parametrize("code, needed", [
    ("print(1)", []), ("import otbnotes", ["numpy", "scipy"]),
    ("from otbnotes.plots import style", ["matplotlib", "numpy", "scipy"]),
    ("from otbnotes import streams\nstreams.games()", ["numpy", "scipy"]),
    ("from otbnotes import streams\nstreams.real()", ["numpy", "scikit-learn", "scipy"]),
    ("from otbnotes import streams\nimport sympy\nsympy.Symbol('x', real=True)", ["numpy", "scipy", "sympy"]),
    ("from otbnotes.estimator import OnlineToBatchClassifier", ["numpy", "scikit-learn", "scipy"]),
    ("import sympy as sp, math", ["sympy"])])
def test_a_page_asks_for_the_packages_that_it_uses(code, needed):
    assert packages(code) == needed


def test_without_the_package_and_an_address_the_first_cell_says_what_to_do(tmp_path):
    """Python without any package, in a folder without the wheel."""
    code = TransformerManager().transform_cell(install("", ["numpy"]))
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode != 0 and f"put the file {NAME}" in done.stderr and str(tmp_path) in done.stderr


@pytest.mark.gate
def test_two_pages_that_would_write_the_same_notebook_stop_the_build():
    with_code = {"kernelspec": {}}
    pages = {"chapters/one": with_code, "pages/one": {}, "chapters/two": with_code}
    check(None, SimpleNamespace(found_docs=set(pages), metadata=pages))
    with pytest.raises(ExtensionError, match="pages/one and chapters/one would both be notebooks/one.ipynb"):
        check(None, SimpleNamespace(found_docs=set(pages), metadata=pages | {"pages/one": with_code}))
