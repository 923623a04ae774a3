"""The search: a list of all that a reader may look for, which ``_static/search.js`` gives to MiniSearch in the reader's browser.

A statement, an exercise, a section, a term of the glossary, a symbol and a cited work are each found by themselves, with their
formulas as plain text.  The list and MiniSearch are loaded when a reader begins to search, never before.  They are scripts,
because a page that was opened from disk may load one and may not fetch a file, and lie outside ``_static``, whose scripts every
page loads.  ``minisearch`` holds MiniSearch 7.2.0 as npm has it (dist/umd/index.js), and its licence.
"""

import json
import re
import shutil
from functools import cache
from pathlib import Path

from docutils import nodes
from otb_index import glossary_terms
from otb_ledger import OBJECTS, RESULTS, number, reading_order
from otb_plain import plain_tex
from sphinx.addnodes import glossary
from sphinx.util import logging

logger = logging.getLogger(__name__)

LIBRARY = Path(__file__).parent / "minisearch"
OPENING = "window.otbSearch = "
SILENT = (nodes.literal_block, nodes.raw, nodes.comment, nodes.title, nodes.table)
UNUSED = ("searchtools.js", "language_data.js", "sphinx_highlight.js")      # they serve the search of Sphinx


def begin(app):
    """Let Sphinx make no index of its own, and get ready to write formulas."""
    app.builder.search = False
    app.otb_search = {}
    app.otb_search_formula = cache(plain_tex(app.config.mathjax3_config.get("tex", {}).get("macros", {})))


def target(app):
    """Return the path of the list."""
    return Path(app.outdir, "search", "statements.js")


def incomplete(app, env):
    """Have all pages written where there is no list yet, or one from other days of these extensions."""
    made = target(app).stat().st_mtime if target(app).exists() else 0
    if made > max(Path(__file__).with_name(name).stat().st_mtime for name in ("otb_search.py", "otb_plain.py")):
        return []
    target(app).unlink(missing_ok=True)
    return sorted(env.found_docs)


def kind_of(node):
    """Return what a part of a page is called among the results; None if it is not found by itself.

    >>> kind_of(nodes.section("", nodes.title())), kind_of(nodes.paragraph())
    ('Section', None)
    """
    if isinstance(node, nodes.section) and node.children and isinstance(node[0], nodes.title):
        return "Section"
    if isinstance(node, nodes.citation):
        return "Reference"
    if isinstance(node, nodes.definition_list_item) and isinstance(node.parent.parent, glossary):
        return "Term"
    if isinstance(node.parent, nodes.tbody) and "otb-symbols" in node.parent.parent.parent["classes"]:
        return "Symbol"
    if isinstance(node, nodes.Element) and node.get("realtype") in RESULTS | OBJECTS:
        return node["realtype"].capitalize()
    return "Exercise" if isinstance(node, nodes.Element) and node.get("type") == "exercise" else None


def words(app, node):
    """Return the text of a part of a page, its formulas plain, without code and the parts that are found by themselves."""
    if isinstance(node, nodes.Text):
        return node.astext()
    if isinstance(node, (nodes.math, nodes.math_block)):
        try:
            text = app.otb_search_formula(node.astext())
        except ValueError as error:
            logger.warning("search: %s, in %s", error, node.astext(), location=node, type="otbnotes")
            return ""
    else:
        silent = (isinstance(node, SILENT) or node.get("type") == "solution" or node.get("nb_element") == "mime_bundle"
                  or "otb-verdict" in node["classes"])
        text = "" if silent else "".join(words(app, child) for child in node.children if not kind_of(child))
    return text if isinstance(node, nodes.Inline) else f" {text} "


def line(app, *parts):
    """Return the text of parts of a page on one line."""
    text = "".join(words(app, part) for part in parts if not kind_of(part))
    return re.sub(r" (?=[.,;:])", "", " ".join(text.split()))


def section_number(app, docname, node):
    """Return the number of a section as the table of contents has it; the empty text if it has none."""
    numbers = app.env.toc_secnumbers.get(docname, {})
    found = numbers.get("" if isinstance(node.parent, nodes.document) else f"#{node['ids'][0]}", ())
    return ".".join(map(str, found))


def entry(app, docname, node, kind, place):
    """Return what the list has of a part of a page: its anchor, kind, number, title and text."""
    if kind == "Section":
        top = isinstance(node.parent, nodes.document)
        count = section_number(app, docname, node)
        kind = "Section" if "." in count or not top else "Chapter" if count else "Page"
        return ["" if top else node["ids"][0], kind, count, line(app, *node[0]), line(app, *node[1:])]
    if kind == "Reference":
        return [node["ids"][0], kind, "", "", line(app, *node[1:])]
    if kind == "Term":
        *terms, definition = node
        return [terms[0]["ids"][0], kind, "", ", ".join(line(app, term) for term in terms), line(app, definition)]
    if kind == "Symbol":
        symbol, code, shape, meaning, _ = (line(app, part) for part in node)
        node["ids"].append(f"symbol-{place}")
        return [node["ids"][0], kind, "", symbol, f"{meaning}; {shape}; in code {code}"]
    title = app.env.otb_boxes[docname][node["label"]]["title"] if kind != "Exercise" else ()
    return [node["label"], kind, number(app.env, docname, node["label"]), line(app, *title), line(app, *node[1:])]


def collect(app, doctree, docname):
    """Note what can be found on a page, when its references are resolved and no other extension has changed it."""
    found = [(node, kind_of(node)) for node in doctree.findall(nodes.Element) if kind_of(node)]
    entries = [entry(app, docname, node, kind, place) for place, (node, kind) in enumerate(found)]
    if "nosearch" in app.env.metadata[docname]:
        del entries[1:]
    number, title = entries[0][2:4]
    app.otb_search[docname] = {"href": app.builder.get_target_uri(docname), "title": f"{number}. {title}".removeprefix(". "),
                               "parts": entries}


def terms(env):
    """Return for each statement that entries of the glossary name their terms."""
    found = {}
    words = {anchor: term for term, (_, anchor) in glossary_terms(env).items()}
    for entries in env.otb_term_statements.values():
        for anchor, labels in entries.items():
            for label in sorted(labels):
                found.setdefault(label, []).append(words[anchor])
    return found


def page(app):
    """Have the page with the results written."""
    yield "search", {}, "search.html"


def drop(app, pagename, templatename, context, doctree):
    """Take away the scripts that serve the search of Sphinx."""
    context["script_files"] = [file for file in context["script_files"] if Path(str(file.filename)).name not in UNUSED]


def publish(app, exception):
    """Write the list; what it had of pages that were not written now stays."""
    if exception is not None or app.builder.name != "html":
        return
    path = target(app)
    path.parent.mkdir(exist_ok=True)
    kept = json.loads(path.read_text("utf8").removeprefix(OPENING).removesuffix(";\n"))["pages"] if path.exists() else {}
    known = kept | app.otb_search
    pages = {docname: known[docname] for docname in reading_order(app.env) if docname in known}
    listed = {"pages": pages, "terms": terms(app.env)}
    path.write_text(f"{OPENING}{json.dumps(listed, ensure_ascii=False, separators=(',', ':'))};\n", "utf8")
    shutil.copyfile(LIBRARY / "index.js", path.with_name("minisearch.js"))
    shutil.copyfile(LIBRARY / "LICENSE.txt", path.with_name("minisearch-LICENSE.txt"))
    for name in UNUSED:
        Path(app.outdir, "_static", name).unlink(missing_ok=True)


def setup(app):
    app.connect("builder-inited", begin)
    app.connect("env-updated", incomplete)
    app.connect("doctree-resolved", collect, priority=100)
    app.connect("html-collect-pages", page)
    app.connect("html-page-context", drop, priority=900)
    app.connect("build-finished", publish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
