"""Publishes each page with code as an executed notebook, ``notebooks/<page>.ipynb`` beside the wheel of the package.

The text comes from the resolved page, so numbers and titles are those of the book; ``Page`` writes it as plain Markdown that every
notebook program shows.  Cells and outputs come from the cache of the build.  Pictures are PNG: programs show no SVG in a notebook
that they do not trust, such as one just downloaded.

Under the title of the page stand a link to the notebook and, where the repository is known, links that open it on Colab and
Binder; these read the branch ``gh-pages``, which holds this site.
"""

import base64
import io
import mimetypes
import re
import shutil
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote as percent
from urllib.parse import urljoin

import nbformat
from docutils import nodes
from IPython.core.inputtransformer2 import TransformerManager
from myst_nb.core.utils import coalesce_streams
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from otb_execute import with_outputs
from otb_wheel import NAME, packages, packages_by_cell, wheel
from otbnotes import cards
from PIL import Image
from sphinx.errors import ExtensionError
from sphinx.util import logging

logger = logging.getLogger(__name__)

SILENT = (nodes.Invisible, nodes.system_message)
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
    source = with_outputs(app, docname)
    code = [TransformerManager().transform_cell(cell.source) for cell in source.cells if cell.cell_type == "code"]
    needed = packages("\n".join(code))
    notebook = assemble(pages(app, docname).blocks(doctree), source.cells, install(app.config.html_baseurl, needed))
    path = place(docname)
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
    for form in (cards.CARD, cards.CHECK):
        data.pop(form, None)
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
        image.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE).save(written, "png", optimize=True)
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


def place(docname):
    """Return the address of the notebook of a page."""
    return f"{FOLDER}/{docname.split('/')[-1]}.ipynb"


def check(app, env):
    """Stop the build when two pages would write the same notebook."""
    taken = {}
    for docname in sorted(docname for docname in env.found_docs if "kernelspec" in env.metadata.get(docname, {})):
        if taken.setdefault(place(docname), docname) != docname:
            raise ExtensionError(f"{docname} and {taken[place(docname)]} would both be {place(docname)}: give one of them another name")


class Code(NamedTuple):
    """Stands where a code cell goes: its index on the page, and whether it is part of a folded solution."""

    index: int
    folded: bool = False


def expand(tex, macros):
    """Replace the book's own macros in a formula by what they stand for."""
    done, rest = "", tex
    while match := re.search(r"\\([A-Za-z]+|.)", rest, re.S):
        before, rest = rest[:match.start()], rest[match.end():]
        if match[1] not in macros:
            done += before + match[0]
            continue
        body, count = macros[match[1]] if isinstance(macros[match[1]], (list, tuple)) else (macros[match[1]], 0)
        for number in range(1, count + 1):
            argument, rest = _argument(rest)
            body = body.replace(f"#{number}", argument)
        body = body if count else "{" + body + "}"
        done, rest = done + before, body + (" " if re.match("[A-Za-z]", rest) else "") + rest
    return done + rest


def _argument(tex):
    """Return the first argument of a macro, a group without its braces or one token, and what follows it."""
    tex = tex.lstrip()
    if not tex.startswith("{"):
        token = re.match(r"\\(?:[A-Za-z]+|.)|.", tex)[0]
        return token, tex[len(token):]
    depth = 0
    for match in re.finditer(r"\\.|[{}]", tex):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0:
            return tex[1:match.start()], tex[match.end():]
    raise ValueError(f"{tex!r}: expected a closing brace")


def merged(pieces):
    """Join neighbouring blocks into one string each; cells stay between them."""
    joined = []
    for piece in pieces:
        if isinstance(piece, str) and joined and isinstance(joined[-1], str):
            joined[-1] += "\n\n" + piece
        else:
            joined.append(piece)
    return joined


def quoted(pieces):
    """Set the blocks as a quotation."""
    return [piece if isinstance(piece, Code) else re.sub("^> $", ">", re.sub("^", "> ", piece, flags=re.M), flags=re.M)
            for piece in merged(pieces)]


def folded(summary, pieces):
    """Fold the blocks away under a line that says what they are; cells between them hide their code."""
    return [piece._replace(folded=True) if isinstance(piece, Code)
            else f"<details>\n<summary>{summary}</summary>\n\n{piece}\n\n</details>" for piece in merged(pieces)]


def indented(pieces, marker):
    """Set the blocks as an item of a list."""
    text = "\n\n".join(pieces)
    return marker + text.replace("\n", "\n" + " " * len(marker)).replace("\n" + " " * len(marker) + "\n", "\n\n")


class Page:
    """Writes one page as Markdown, a list of pieces: strings, each a block, and ``Code``, which stands for a cell.

    Formulas stay on one line, because programs that look for dollars before they read Markdown would take a quotation mark into
    the formula.

    ``numbers(kind, node)`` gives the number of a section, equation or statement, "Fig. 2.1" for a figure and "Exercise 2.1"
    for an exercise, ``address(uri)`` the public address of a link or "" where there is none, ``picture(node)`` the address
    of an image.
    """

    def __init__(self, macros, numbers, address, picture):
        self.macros, self.numbers, self.address, self.picture = macros, numbers, address, picture

    def blocks(self, parent, depth=0):
        """Return the pieces of the children of a node."""
        return [piece for child in parent.children for piece in self.block(child, depth)]

    def block(self, node, depth=0):
        """Return the pieces of a node."""
        if isinstance(node, SILENT) or type(node).__name__ in ("index", "toctree", "meta"):
            return []
        for kind in type(node).__mro__:
            write = getattr(self, f"block_{kind.__name__}", None)
            if write:
                return write(node, depth)
        if node.get("realtype"):
            return self.statement(node, depth)
        if isinstance(node, (nodes.Inline, nodes.Text)):
            return [self.inline(node)]
        logger.warning(f"the notebook of this page has no form for {type(node).__name__}", location=node, type="otbnotes")
        return []

    def block_document(self, node, depth):
        return self.blocks(node, depth)

    block_compound = block_figure = block_legend = block_document

    def block_section(self, node, depth):
        return self.blocks(node, depth + 1)

    def block_title(self, node, depth):
        if not isinstance(node.parent, nodes.section):
            return self.block_rubric(node, depth)
        number = self.numbers("section", node.parent)
        return ["#" * max(depth, 1) + " " + (f"{number}. " if number else "") + self.text(node)]

    def block_rubric(self, node, depth):
        return [f"**{self.text(node)}**"] if self.text(node) else []

    def block_transition(self, node, depth):
        return ["---"]

    def block_paragraph(self, node, depth):
        text = self.text(node).strip()
        return [re.sub(r"^([#>+-]|\d+[.)])(?=\s|$)", r"\\\1", text)] if text else []

    def block_container(self, node, depth):
        """Leave room for a cell; of its outputs only the captions belong to the text."""
        if node.get("nb_element") != "cell_code":
            return self.blocks(node, depth)
        captions = [piece for caption in node.findall(nodes.caption) for piece in self.block(caption, depth)]
        return [Code(node["cell_index"]), *captions]

    def block_caption(self, node, depth):
        number = self.numbers("figure", node.parent)
        return [(f"**{number}** " if number else "") + self.text(node)]

    def block_image(self, node, depth):
        return [self.inline_image(node)]

    def block_math_block(self, node, depth):
        tex = self.formula(node.astext())
        if "\\\\" in tex and not node.get("nowrap"):
            tex = rf"\begin{{split}}{tex}\end{{split}}"
        number = self.numbers("equation", node)
        return [f"$${tex}" + (rf" \tag{{{number}}}" if number else "") + "$$"]

    def block_literal_block(self, node, depth):
        language = {"ipython3": "python", "default": "", "none": ""}.get(node.get("language", ""), node.get("language", ""))
        fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", node.astext())), default=0))
        return [f"{fence}{language}\n{node.astext().rstrip()}\n{fence}"]

    def block_bullet_list(self, node, depth):
        return ["\n".join(indented(self.blocks(item, depth), "- ") for item in node)]

    def block_enumerated_list(self, node, depth):
        first = node.get("start", 1)
        return ["\n".join(indented(self.blocks(item, depth), f"{first + i}. ") for i, item in enumerate(node))]

    def block_definition_list(self, node, depth):
        return [piece for item in node for piece in self.block_definition_list_item(item, depth)]

    def block_definition_list_item(self, node, depth):
        terms = ", ".join(f"**{self.text(term)}**" for term in node if isinstance(term, nodes.term))
        first, *rest = [piece for part in node if isinstance(part, nodes.definition) for piece in self.blocks(part, depth)]
        return [f"{terms}: {first}", *rest]

    block_glossary = block_document

    def block_block_quote(self, node, depth):
        return quoted(self.blocks(node, depth))

    block_sidebar = block_topic = block_block_quote

    def block_footnote(self, node, depth):
        label, *body = node.children
        first, *rest = [piece for child in body for piece in self.block(child, depth)]
        return [f"[{label.astext()}] {first}", *rest]

    block_citation = block_footnote

    def block_table(self, node, depth):
        rows = [[self.entry(entry) for entry in row] for row in node.findall(nodes.row)]
        head, *body = ["| " + " | ".join(row) + " |" for row in rows]
        title = [f"**{self.text(child)}**" for child in node if isinstance(child, nodes.title)]
        return [*title, "\n".join([head, "|" + " --- |" * len(rows[0]), *body])]

    def entry(self, node):
        """Return a cell of a table on one line, without the bar that ends a cell."""
        text = " ".join(self.blocks(node)).replace("\n", " ")
        text = re.sub(r"\$[^$]+\$", lambda m: m[0].replace(r"\|", r"\Vert ").replace("|", r"\vert "), text)
        return text.replace("|", r"\|")

    def block_raw(self, node, depth):
        """Keep HTML, which Markdown may contain; leave out scripts, which a notebook does not run."""
        return [node.astext()] if node.get("format") == "html" and "<script" not in node.astext() else []

    def block_Admonition(self, node, depth):
        """Quote a note, a warning or any other admonition under its title."""
        if node.get("realtype"):
            return self.statement(node, depth)
        title = next((self.text(child) for child in node if isinstance(child, nodes.title)), "")
        title = title or ("" if type(node) is nodes.admonition else type(node).__name__.capitalize())
        body = [piece for child in node if not isinstance(child, nodes.title) for piece in self.block(child, depth)]
        return quoted([f"**{title}**"] * bool(title) + body)

    def statement(self, node, depth):
        """Quote a theorem box under its kind, number and title."""
        number = self.numbers("statement", node)
        heading = f"{node['realtype'].title()} {number}".strip() + f" {self.text(node[0]).strip()}".rstrip()
        return quoted([f"**{heading}**", *self.contents(node[1:], depth)])

    def block_proof_node(self, node, depth):
        """Quote a proof under a word in italics."""
        pieces = [re.sub(r"^Proof\.\s*", "*Proof.* ", piece) if isinstance(piece, str) else piece
                  for piece in self.contents(node.children, depth)]
        return quoted(pieces)

    def block_exercise_node(self, node, depth):
        heading = f"{self.numbers('exercise', node)} {self.text(node[0])}".strip()
        return quoted([f"**{heading}**", *self.contents(node[1:], depth)])

    block_exercise_enumerable_node = block_exercise_node

    def block_solution_node(self, node, depth):
        return folded(self.text(node[0], html=True), self.contents(node[1:], depth))

    def block_fold(self, node, depth):
        return folded(node["line"], self.blocks(node, depth))

    def contents(self, children, depth):
        """Return the pieces of a box, whose frame is a section or an admonition without a title of its own."""
        frames = (nodes.section, nodes.admonition)
        return [piece for child in children
                for piece in (self.blocks(child, depth) if isinstance(child, frames) else self.block(child, depth))]

    def text(self, node, html=False):
        """Return the inline content of a node as Markdown, or as plain words for a place where HTML stands."""
        return " ".join("".join(child.astext() if html else self.inline(child) for child in node.children).split())

    def inline(self, node):
        """Return an inline node as Markdown."""
        for kind in type(node).__mro__:
            write = getattr(self, f"inline_{kind.__name__}", None)
            if write:
                return write(node)
        return "" if isinstance(node, SILENT) else "".join(self.inline(child) for child in node.children)

    def inline_Text(self, node):
        text = re.sub(r"([\\`*_$<])", r"\\\1", re.sub(r"\s+", " ", node.astext()))
        return re.sub(r"(?<=[A-Za-z0-9])\\_(?=[A-Za-z0-9])", "_", text)

    def inline_math(self, node):
        return f"${self.formula(node.astext())}$"

    def formula(self, tex):
        """Return a formula on one line, with the book's macros expanded and nothing in it that looks like a tag."""
        return re.sub(r"<(?=[A-Za-z/!?])", "< ", " ".join(expand(tex, self.macros).split()))

    def around(self, mark, node):
        """Put a mark around the text of a node, spaces at its ends outside."""
        text = "".join(self.inline(child) for child in node.children)
        start, end = len(text) - len(text.lstrip()), len(text.rstrip())
        return f"{text[:start]}{mark}{text[start:end]}{mark}{text[end:]}" if text.strip() else text

    def inline_emphasis(self, node):
        return self.around("*", node)

    inline_title_reference = inline_literal_emphasis = inline_emphasis

    def inline_strong(self, node):
        return self.around("**", node)

    def inline_literal(self, node):
        if any(isinstance(child, nodes.Element) for child in node.children):
            return "".join(self.inline(child) for child in node.children)
        marks = "`" * (1 + max((len(run) for run in re.findall("`+", node.astext())), default=0))
        return f"{marks}{node.astext()}{marks}" if marks == "`" else f"{marks} {node.astext()} {marks}"

    def inline_footnote_reference(self, node):
        return f"[{node.astext()}]"

    def inline_superscript(self, node):
        return f"<sup>{node.astext()}</sup>"

    def inline_subscript(self, node):
        return f"<sub>{node.astext()}</sub>"

    def inline_raw(self, node):
        """Keep HTML, but not the sign by which a page offers the address of a place on it."""
        return node.astext() if node.get("format") == "html" and 'class="headerlink"' not in node.astext() else ""

    def inline_image(self, node):
        return f"![{node.get('alt', '')}]({self.picture(node)})"

    def inline_reference(self, node):
        text = "".join(self.inline(child) for child in node.children)
        address = self.address(node.get("refuri") or "#" + node.get("refid", ""))
        return f"[{text}]({percent(address, safe=':/?#&=%+,;@~')})" if address else text


def setup(app):
    app.connect("env-updated", check)
    app.connect("html-page-context", write)
    app.connect("build-finished", publish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
