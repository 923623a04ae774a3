"""The map of statements: which statement rests on which, drawn at build time, and published as ``dependencies.json``.

    ```{statement-map}
    ```            the map of all statements
    ```{statement-list}
    ```            the same in words, folded by chapter
    ```{chapter-map}
    ```            the map of the chapters, and the same in words

A statement rests on each statement that its box or a proof of it refers to by ``{prf:ref}``.  A proof belongs to the last
statement before it, unless it opens, in italics, with a reference to the statement that it proves.

The build warns, and so fails under -W, of a proof without a statement, and of proofs that go round in a circle.
``_static/map.js`` shows what the statement under the pointer or the focus needs, and what needs it.
"""

import json
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from html import escape
from math import ceil, sqrt
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from otb_ledger import OBJECTS, RESULTS, chapter_page, number, plain_title, reading_order, warn
from otb_site import fold
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective
from sphinx_proof.nodes import proof_node

PITCH, PART = 26, 34                  # between two dots, height of a part's name
ROW, REACH, SMALL = 24, 96, 338       # of the map of the chapters: between two of them, room for its arcs, its width


class Layout(NamedTuple):
    """Where a chapter's name and its dots stand in the map of all statements."""

    beside: int     # room for the names left of the dots
    across: int     # dots in a line
    base: int       # from the top of a chapter to the base line of its name,
    above: int      # and to its first line of dots
    below: int      # room below the last line


LAYOUTS = {"otb-tall": Layout(0, 11, 15, 19, 0), "otb-broad": Layout(210, 20, 18, 0, 14)}


class map_place(nodes.General, nodes.Element):
    """Stands where a map, or the same in words, will be."""


class Map(SphinxDirective):
    """The directives statement-map, statement-list and chapter-map."""

    def run(self):
        self.env.otb_map_pages.add(self.env.docname)
        return [map_place(draws=self.name)]


def start(app, env, docnames):
    """Make room in the environment for what the pages refer to."""
    for name, empty in (("otb_rests", dict), ("otb_map_pages", set)):
        if not hasattr(env, name):
            setattr(env, name, empty())


def purge(app, env, docname):
    """Forget what a page said before it is read again."""
    start(app, env, ())
    env.otb_rests.pop(docname, None)
    env.otb_map_pages.discard(docname)


def collect(app, doctree):
    """Note for each statement of a page what its box and its proofs refer to."""
    rests, label = {}, None
    for node in doctree.findall(lambda n: isinstance(n, proof_node) or (isinstance(n, nodes.Element) and "realtype" in n)):
        if node.get("realtype") in RESULTS | OBJECTS:
            label = node["label"]
            rests.setdefault(label, {"box": [], "proof": []})["box"] += [name for name in _references(node) if name != label]
        elif isinstance(node, proof_node):
            named = _references(_opening(node))
            owner = named[0] if named else label
            if owner is None:
                warn("a proof without a statement before it", node)
            else:
                rests.setdefault(owner, {"box": [], "proof": []})["proof"] += _references(node)[len(named):]
    app.env.otb_rests[app.env.docname] = rests


def _references(node):
    """Return the labels that a node refers to by {prf:ref}, as often as it does."""
    return [found["reftarget"] for found in node.findall(addnodes.pending_xref) if found["refdomain"] == "prf"]


def _opening(proof):
    """Return the italics that a proof opens with, after the word itself; an empty node if it opens otherwise."""
    first = next(iter(proof.findall(nodes.paragraph)), nodes.paragraph())
    return first[1] if len(first) > 1 and first[0].astext() == "Proof. " and isinstance(first[1], nodes.emphasis) else nodes.emphasis()


class Statement(NamedTuple):
    """A statement, where it stands, and the labels of those that its box and its proofs refer to."""

    label: str
    page: str
    chapter: str
    kind: str
    number: str
    title: nodes.Element
    box: list
    proof: list

    @property
    def rests(self):
        """The labels of all statements that it rests on."""
        return sorted({*self.box, *self.proof})

    @property
    def name(self):
        """What it is called on its page, such as Lemma 3.5."""
        return f"{self.kind.capitalize()} {self.number}".strip()


def statements(env):
    """Return the statements of the book in reading order, under their labels."""
    pages = {label: page for page in reading_order(env) for label in env.otb_boxes.get(page, ())}

    def known(label, where):
        named = {name for rests in env.otb_rests.values() for name in rests.get(label, {}).get(where, ())}
        return sorted(named & pages.keys())

    return {label: Statement(label, page, chapter_page(env, page), box["box"], number(env, page, label), box["title"],
                             known(label, "box"), known(label, "proof"))
            for label, page in pages.items() for box in [env.otb_boxes[page][label]]}


def check(app, env):
    """Warn of proofs that go round in a circle: a mention in a box is no step of a proof."""
    found = statements(env)
    try:
        TopologicalSorter({label: one.proof for label, one in found.items()}).prepare()
    except CycleError as error:
        circle = error.args[1][::-1]
        page = found[circle[0]].page
        warn(f"proofs in a circle: {', whose proof uses '.join(circle)}", (page, env.otb_boxes[page][circle[0]]["line"]))


def redraw(app, env):
    """Look for circles, and draw the pages with a map again, whichever page changed."""
    check(app, env)
    return sorted(env.otb_map_pages)


def publish(app, exception):
    """Write ``dependencies.json`` beside the pages."""
    if exception is None and app.builder.format == "html":
        found = [{"id": one.label, "chapter": one.chapter.split("/")[-1], "href": f"{one.page}.html#{one.label}",
                  "stated_with": one.box, "proved_with": one.proof} for one in statements(app.env).values()]
        text = json.dumps({"statements": found}, indent=1)
        (Path(app.outdir) / "dependencies.json").write_text(text + "\n", "utf8")


def resolve(app, doctree, docname):
    """Draw the maps where a page asks for them."""
    if docname not in app.env.otb_map_pages:
        return
    book = Book(app, docname)
    draw = {"statement-map": _statement_map, "statement-list": _statement_list, "chapter-map": _chapter_map}
    for node in list(doctree.findall(map_place)):
        node.replace_self(draw[node["draws"]](book))


class Book:
    """What the maps are drawn from: statements, chapters and parts, and the addresses that a page has for them."""

    def __init__(self, app, docname):
        self.env, self.builder, self.docname = app.env, app.builder, docname
        self.statements = statements(app.env)
        self.chapters = {}
        for one in self.statements.values():
            self.chapters.setdefault(one.chapter, []).append(one)
        self.parts = [(tree.get("caption") or "", [page for _, page in tree["entries"] if page in self.chapters])
                      for tree in app.env.tocs[app.config.root_doc].findall(addnodes.toctree)]
        self.used_by = {label: [one.label for one in self.statements.values() if label in one.rests] for label in self.statements}
        self.between = Counter((one.chapter, self.statements[label].chapter) for one in self.statements.values()
                               for label in one.rests if self.statements[label].chapter != one.chapter)

    def address(self, page, label=""):
        """Return the address of a page or of a statement on it."""
        address = self.builder.get_relative_uri(self.docname, page)
        return f"{address.split('#')[0]}#{label}" if label else address

    def chapter(self, page):
        """Return the number and the title of a chapter."""
        section = ".".join(map(str, self.env.toc_secnumbers.get(page, {}).get("", ())))
        return f"{section} {self.env.titles[page].astext()}".strip()

    def link(self, label):
        """Return a link to a statement, with its number and title."""
        one = self.statements[label]
        return nodes.reference("", "", nodes.Text(f"{one.name} "), one.title.deepcopy(), internal=True,
                               refuri=self.builder.get_relative_uri(self.docname, one.page) + f"#{label}")


def _statement_map(book):
    """Return the map of all statements in each layout; the style sheet shows the one that suits the screen."""
    return [_statements_drawn(book, name, layout) for name, layout in LAYOUTS.items()]


def _statements_drawn(book, name, layout):
    """Return a drawing: lines of dots for each chapter, and a curve from each statement to those it rests on."""
    y, words, places = 0, [], {}
    for caption, pages in book.parts:
        if caption and pages:
            y += PART
            words.append(f'<text class="otb-part" x="2" y="{y - 8:g}">{escape(caption)}</text>')
        for page in pages:
            words.append(f'<a href="{escape(book.address(page))}"><text class="otb-name" x="2" y="{y + layout.base:g}">'
                         f'{escape(book.chapter(page))}</text></a>')
            across = ceil(len(book.chapters[page]) / ceil(len(book.chapters[page]) / layout.across))
            for i, one in enumerate(book.chapters[page]):
                places[one.label] = (layout.beside + PITCH * (i % across) + PITCH / 2,
                                     y + layout.above + PITCH * (i // across) + PITCH / 2)
            y = places[one.label][1] + PITCH / 2 + layout.below
    curves = [f'<path class="otb-{"proof" if label in one.proof else "box"}" data-from="{one.label}" data-to="{label}" '
              f'd="{_curve(places[one.label], places[label])}"/>'
              for one in book.statements.values() for label in one.rests]
    dots = [f'<a href="{escape(book.address(one.page, one.label))}" data-label="{one.label}" aria-label="'
            f'{escape(one.name)}: {escape(plain_title(one.title).replace("$", ""))}">{_dot(one.kind, *places[one.label])}</a>'
            for one in book.statements.values()]
    width = layout.beside + PITCH * layout.across
    return _svg(f"otb-statement-map {name}", "Map of all statements", width, y + 4, [*curves, *words, *dots])


def _curve(start, end):
    """Return the path from a dot to another: an arch within a line, else a curve that leaves and arrives upright."""
    (x, y), (u, v) = start, end
    if y == v:
        return f"M{x:g} {y:g}Q{(x + u) / 2:g} {y - min(8 + abs(x - u) / 6, 60):g} {u:g} {v:g}"
    return f"M{x:g} {y:g}C{x:g} {(y + v) / 2:g} {u:g} {(y + v) / 2:g} {u:g} {v:g}"


def _dot(kind, x, y):
    """Return the sign of a statement, a circle, square or diamond, on a disc that a finger can hit."""
    disc = f'<circle class="otb-disc" cx="{x:g}" cy="{y:g}" r="{PITCH / 2 - 1:g}"/>'
    if kind in RESULTS:
        return f'{disc}<circle class="otb-sign otb-result" cx="{x:g}" cy="{y:g}" r="4.5"/>'
    turn = f' transform="rotate(45 {x:g} {y:g})"' if kind == "algorithm" else ""
    return f'{disc}<rect class="otb-sign otb-{kind}" x="{x - 4:g}" y="{y - 4:g}" width="8" height="8"{turn}/>'


def _chapter_map(book):
    """Return the map of the chapters: one below the other, with an arc from each to those that it rests on."""
    y, words, places = 0, [], {}
    for caption, pages in book.parts:
        if caption and pages:
            y += PART
            words.append(f'<text class="otb-part" x="{REACH}" y="{y - 8}">{escape(caption)}</text>')
        for page in pages:
            places[page] = y + ROW / 2
            words.append(f'<a href="{escape(book.address(page))}" data-label="{page}"><rect class="otb-disc" x="{REACH - 8}" y="{y}" '
                         f'width="{SMALL - REACH}" height="{ROW}"/><circle class="otb-sign otb-result" cx="{REACH}" '
                         f'cy="{places[page]:g}" r="4"/><text class="otb-name" x="{REACH + 12}" y="{places[page] + 5:g}">'
                         f'{escape(book.chapter(page))}</text></a>')
            y += ROW
    arcs = []
    for (user, used), count in sorted(book.between.items()):
        x = REACH - (20 + (REACH - 20) * abs(places[user] - places[used]) / y) * 4 / 3
        arcs.append(f'<path class="otb-proof" data-from="{user}" data-to="{used}" stroke-width="{sqrt(count) + 0.5:.2f}" '
                    f'd="M{REACH} {places[user]:g}C{x:.1f} {places[user]:g} {x:.1f} {places[used]:g} {REACH} {places[used]:g}"/>')
    return [_svg("otb-chapter-map", "Map of the chapters", SMALL, y, [*arcs, *words]), _chapters_in_words(book)]


def _svg(name, label, width, height, drawn):
    """Return a drawing in a frame of its own."""
    svg = (f'<svg class="otb-map {name}" viewBox="0 0 {width} {height:g}" role="group" aria-label="{label}">\n'
           + "\n".join(drawn) + "\n</svg>\n")
    return nodes.container("", nodes.raw("", svg, format="html"), classes=["otb-map-frame"])


def _statement_list(book):
    """Return, folded by chapter, what each statement rests on and what rests on it."""
    folds = []
    for page, chapter in book.chapters.items():
        items = []
        for one in chapter:
            lines = [nodes.paragraph("", "", book.link(one.label))]
            for words, labels in (("Its statement refers to", one.box), ("Its proof uses", one.proof),
                                  ("Used by", book.used_by[one.label])):
                if labels:
                    links = [node for label in labels for node in (nodes.Text(" · "), book.link(label))][1:]
                    lines.append(nodes.paragraph("", "", nodes.Text(f"{words}: "), *links))
            items.append(nodes.list_item("", *lines, ids=[f"map-{one.label}"]))
        folds.append(fold("", nodes.bullet_list("", *items, classes=["otb-map-list"]), line=book.chapter(page)))
    return folds


def _chapters_in_words(book):
    """Return, in a fold, which chapters each chapter rests on, and with how many references."""
    items = []
    for page in book.chapters:
        used = [(other, book.between[page, other]) for other in book.chapters if book.between[page, other]]
        if used:
            rests = "; ".join(f"{book.chapter(other)} ({count})" for other, count in used)
            items.append(nodes.list_item("", nodes.paragraph(text=f"{book.chapter(page)} rests on {rests}.")))
    return fold("", nodes.bullet_list("", *items), line="The same in words")


def setup(app):
    app.add_node(map_place)
    for name in ("statement-map", "statement-list", "chapter-map"):
        app.add_directive(name, Map)
    app.connect("env-before-read-docs", start)
    app.connect("env-purge-doc", purge)
    app.connect("doctree-read", collect, priority=900)
    app.connect("env-updated", redraw)
    app.connect("doctree-resolved", resolve)
    app.connect("build-finished", publish)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
