"""Publishes each page with code as an executed notebook, ``notebooks/<page>.ipynb`` beside the wheel of the package.

The text comes from the resolved page, so numbers and titles are those of the book; cells and outputs come from the cache of
the build.  Pictures are PNG: programs show no SVG in a notebook that they do not trust, such as one just downloaded.

Under the title of the page stand a link to the notebook and, where the repository is known, links that open it on Colab and
Binder; these read the branch ``gh-pages``, which holds this site.
"""

import base64
import io
import mimetypes
import shutil
from pathlib import Path
from urllib.parse import urljoin

import nbformat
from IPython.core.inputtransformer2 import TransformerManager
from myst_nb.core.utils import coalesce_streams
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from otb_ledger import executed
from otb_markdown import Code, Page
from otb_wheel import NAME, packages, packages_by_cell, wheel
from otbnotes import claims
from PIL import Image
from sphinx.errors import ExtensionError

FOLDER = "notebooks"
COLOURS = 48        # of a picture: nobody sees the difference, and it has a third of the bytes
IN_THE_BROWSER = {"numpy", "scipy", "matplotlib", "sympy", "mpmath", "scikit-learn"}     # those that Pyodide brings along
COLAB = "https://colab.research.google.com/github/{repository}/blob/gh-pages/{path}"
BINDER = "https://mybinder.org/v2/gh/{repository}/gh-pages?labpath={path}"
OFFER = ('<span class="run-offer"><button type="button" class="run-button" disabled>Run this page</button>: '      # run.js wakes it up
         "change its code and run it here; nothing to install</span>")

FROM_THE_WEB = """\
# Installs the package of the book, and what else this notebook imports, where it is missing.
from importlib.util import find_spec
missing = [source for name, source in {sources!r}.items() if not find_spec(name)]
if missing:
    %pip install --quiet {{" ".join(missing)}}"""

FROM_HERE = """\
# Installs the package of the book, and what else this notebook imports, where it is missing.
from importlib.util import find_spec
from pathlib import Path
missing = [source for name, source in {sources!r}.items() if not find_spec(name)]
if "{wheel}" in missing and not Path("{wheel}").exists():
    raise ImportError("This notebook needs the package of the book: put the file {wheel}, "
                      "which lies beside this notebook in the book's folder of notebooks, into " + str(Path.cwd()))
if missing:
    %pip install --quiet {{" ".join(missing)}}"""


def write(app, docname, templatename, context, doctree):
    """Write the notebook of a page with code and put the links to it under the title."""
    if app.builder.name != "html" or doctree is None or "kernelspec" not in app.env.metadata.get(docname, {}):
        return
    source = executed(app, docname)
    code = [TransformerManager().transform_cell(cell.source) for cell in source.cells if cell.cell_type == "code"]
    needed = packages("\n".join(code))
    notebook = assemble(pages(app, docname).blocks(doctree), source.cells, install(app.config.html_baseurl, needed))
    path = f"{FOLDER}/{docname.split('/')[-1]}.ipynb"
    if app.otb_notebooks.setdefault(path, docname) != docname:
        raise ExtensionError(f"{docname} and {app.otb_notebooks[path]} would both be {path}: give one of them another name")
    target = Path(app.outdir, path)
    target.parent.mkdir(exist_ok=True)
    target.write_text(nbformat.writes(notebook) + "\n", "utf8")
    context["body"] = context["body"].replace("</h1>", "</h1>\n" + links(app, docname, path, packages_by_cell(code)), 1)


def pages(app, docname):
    """Return what writes this page as Markdown."""
    env = app.env
    here = urljoin(app.config.html_baseurl, app.builder.get_target_uri(docname)) if app.config.html_baseurl else ""

    def number(kind, node):
        """Return the number that the HTML page shows."""
        if kind == "section":
            anchor = "" if node.parent.parent is None else "#" + node["ids"][0]
            return ".".join(map(str, env.toc_secnumbers.get(docname, {}).get(anchor, ())))
        counter = {"equation": "displaymath", "statement": node.get("countertype")}.get(kind, kind)
        found = ".".join(map(str, env.toc_fignumbers.get(docname, {}).get(counter, {}).get((node["ids"] or [""])[0], ())))
        return app.config.numfig_format[kind] % found if kind in ("figure", "exercise") and found else found

    def address(uri):
        """Return where a link leads for someone who has only the notebook."""
        return uri if "://" in uri or uri.startswith("mailto:") else here and urljoin(here, uri)

    def picture(node):
        """Return the public address of an image, or the image itself where there is none."""
        if here:
            return urljoin(here, node["uri"])
        path = Path(app.srcdir, *node["candidates"].values())
        return f"data:{mimetypes.guess_type(path)[0]};base64,{base64.b64encode(path.read_bytes()).decode()}"

    return Page(app.config.mathjax3_config["tex"]["macros"], number, address, picture)


def install(base, needed):
    """Return the code that installs what is missing, and touches nothing that is there."""
    imported = {"scikit-learn": "sklearn"}
    sources = {"otbnotes": urljoin(base, f"{FOLDER}/{NAME}") if base else NAME}
    sources |= {imported.get(name, name): name for name in needed}
    return (FROM_THE_WEB if base else FROM_HERE).format(sources=sources, wheel=NAME)


def assemble(pieces, cells, installation):
    """Return the notebook: a cell of text from each heading to the next, the cells of code where the page has them."""
    made, text = [], []

    def flush():
        if text:
            made.append(new_markdown_cell("\n\n".join(text), id=f"text-{len(made)}"))
            text.clear()

    shown = {piece.index for piece in pieces if isinstance(piece, Code)}
    waiting = [i for i, cell in enumerate(cells) if cell.cell_type == "code"]
    for piece in [*pieces, Code(len(cells))]:
        if isinstance(piece, Code):
            flush()
            while waiting and (waiting[0] not in shown or waiting[0] == piece.index) and waiting[0] <= piece.index:
                made.append(code_cell(cells[waiting.pop(0)], piece.folded, len(made)))
        else:
            if piece.startswith("#"):
                flush()
            text.append(piece)
    flush()
    made.insert(1, new_code_cell(installation, id="install"))
    return new_notebook(cells=made, metadata={
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python", "file_extension": ".py", "mimetype": "text/x-python"}})


def code_cell(cell, folded, position):
    """Return a cell with the outputs that the page shows; what the page folds away Jupyter folds too."""
    tags = cell.metadata.get("tags", [])
    metadata = {"tags": tags} if tags else {}
    if folded:
        metadata["jupyter"] = {"source_hidden": True, "outputs_hidden": True}
    elif set(tags) & {"hide-input", "hide-cell", "remove-input", "remove-cell"}:
        metadata["jupyter"] = {"source_hidden": True}
    if "jupyter" in metadata:
        metadata["cellView"] = "form"                   # so does Colab
    outputs = [] if set(tags) & {"remove-output", "remove-cell"} else coalesce_streams(nbformat.from_dict(cell.outputs))
    for output in outputs:
        if "data" in output:
            publishable(output, cell.metadata.get("mystnb", {}).get("image", {}).get("alt", ""))
    return new_code_cell(cell.source, id=f"code-{position}", metadata=metadata, outputs=outputs,
                         execution_count=cell.execution_count)


def publishable(output, alt):
    """Leave of an output the form that programs show even in a notebook that they do not trust, and of a picture its words."""
    data, size = output.data, output.metadata.get("image/png", {})
    output.metadata.clear()
    data.pop(claims.MIME, None)
    if "text/markdown" in data:
        data.pop("text/html", None)
    if "image/png" in data:
        data.pop("image/svg+xml", None)
        data["image/png"] = small(data["image/png"])
        data["text/plain"] = alt                            # VS Code reads it to those who do not see the picture
        output.metadata["image/png"] = {**size, "alt": alt}


def small(picture):
    """Return a PNG picture with few colours and nothing but the picture in it, both as base64."""
    written = io.BytesIO()
    with Image.open(io.BytesIO(base64.b64decode(picture))) as image:
        image.convert("RGB").quantize(COLOURS, kmeans=1).save(written, "png", optimize=True)
    return base64.b64encode(written.getvalue()).decode()


def links(app, docname, path, needed):
    """Return the line under the title: the notebook, and where it opens without an installation.

    ``needed`` are the packages that each cell needs first; a page whose packages run in a browser carries their names, for
    `_static/run.js`.
    """
    found = [("../" * docname.count("/") + path, "Download the notebook", " download")]
    if app.config.otb_repository:
        found += [(place.format(repository=app.config.otb_repository, path=path), f"Open on {name}", "")
                  for place, name in ((COLAB, "Colab"), (BINDER, "Binder"))]
    anchors = "".join(f'<a href="{address}"{extra}>{text}</a>\n' for address, text, extra in found)
    if not set().union(*needed) <= IN_THE_BROWSER:
        return f'<p class="otb-take">\n{anchors}</p>\n'
    return f'<p class="otb-take" data-packages="{"|".join(map(" ".join, needed))}">\n{anchors}{OFFER}\n</p>\n'


def publish(app, exception):
    """Put the wheel beside the notebooks and, where Binder will look for them, the files that prepare it."""
    if exception is not None or app.builder.name != "html" or not Path(app.outdir, FOLDER).exists():
        return
    for old in Path(app.outdir, FOLDER).glob("*.whl"):
        old.unlink()
    Path(app.outdir, FOLDER, NAME).write_bytes(wheel())
    if app.config.otb_repository:
        shutil.copytree(Path(app.srcdir, ".binder"), Path(app.outdir, "binder"), dirs_exist_ok=True)


def start(app):
    """Make room for the names of the notebooks."""
    app.otb_notebooks = {}


def setup(app):
    app.connect("builder-inited", start)
    app.connect("html-page-context", write)
    app.connect("build-finished", publish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}
