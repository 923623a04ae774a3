"""Draws the ledger where a page asks for it.

    ```{ledger}
    ```            the table of all statements;  {ledger-count}`claims`  is a number of it
    ```{errata}
    ```            the table of the printed forms that were shown to be false

``_static/ledger.js`` lets the reader sort and filter the tables; without it they are whole.
"""

from docutils import nodes
from otb_fold import fold
from otb_ledger import chapter_page, counts, ledger, number, verdict, warn
from otb_typeset import typeset
from otbnotes import cards, claims
from sphinx.util.docutils import SphinxDirective, SphinxRole


class ledger_table(nodes.General, nodes.Element):
    """Stands where the table of all statements will be."""


class errata_table(nodes.General, nodes.Element):
    """Stands where the table of the printed forms that are false will be."""


class ledger_number(nodes.Inline, nodes.TextElement):
    """Stands where a number of the ledger will be."""


class Ledger(SphinxDirective):
    """The directive that draws the table of all statements."""

    def run(self):
        self.env.otb_ledger_pages.add(self.env.docname)
        return [ledger_table()]


class Errata(SphinxDirective):
    """The directive that draws the table of the printed forms that were shown to be false."""

    def run(self):
        self.env.otb_ledger_pages.add(self.env.docname)
        return [errata_table()]


class LedgerCount(SphinxRole):
    """The role that prints a number of the ledger; ``otb_ledger.counts`` lists them."""

    def run(self):
        self.env.otb_ledger_pages.add(self.env.docname)
        return [ledger_number(name=self.text)], []


def start(app, env, docnames):
    """Make room in the environment for the pages that quote the ledger."""
    if not hasattr(env, "otb_ledger_pages"):
        env.otb_ledger_pages = set()


def purge(app, env, docname):
    """Forget what a page asked for before it is read again."""
    start(app, env, ())
    env.otb_ledger_pages.discard(docname)


def redraw(app, env):
    """Draw the pages with numbers of the ledger again, whichever page changed."""
    return sorted(env.otb_ledger_pages)


def resolve(app, doctree, docname):
    """Put the tables and the numbers in their places."""
    if docname not in app.env.otb_ledger_pages:
        return
    book = ledger(app.env)
    for node in list(doctree.findall(ledger_table)):
        node.replace_self(_table(app, docname, book))
    for node in list(doctree.findall(errata_table)):
        node.replace_self(_errata(app, docname, book))
    for node in list(doctree.findall(ledger_number)):
        if node["name"] not in counts(book):
            warn(f"ledger-count: no number called {node['name']!r}; there are {', '.join(counts(book))}", docname)
        node.replace_self(printed(counts(book).get(node["name"], "?")))


def printed(value):
    """Return a number, or words, as the book prints them: long whole numbers in groups of three digits."""
    long = isinstance(value, int) and value >= 10_000
    return typeset(f"{value:,}".replace(",", "\u202f") if long else str(value))


def _drawn(head, rows, name, before=()):
    """Return a table as docutils nodes, below others; a cell is a list of blocks."""
    group = nodes.tgroup("", *[nodes.colspec(colwidth=1) for _ in head], cols=len(head))
    group += nodes.thead("", nodes.row("", *[nodes.entry("", _line(word)) for word in head]))
    group += nodes.tbody("", *[nodes.row("", *[nodes.entry("", *cell) for cell in row]) for row in rows])
    return nodes.container("", *before, nodes.table("", group, classes=["otb-ledger", name]), classes=["otb-wide"])


def _line(*parts, **attributes):
    """Return a paragraph of texts and nodes."""
    return nodes.paragraph("", "", *[nodes.Text(part) if isinstance(part, str) else part for part in parts], **attributes)


def _listed(parts):
    """Return nodes with commas between them."""
    return _joined([part] for part in parts) or [nodes.Text("–")]


def _joined(texts, mark=", "):
    """Return texts, each a list of nodes, with marks between them."""
    return [node for text in texts for node in (nodes.Text(mark), *text)][1:]


def _row(app, docname, entry):
    """Return the cells of a statement in the table of all statements."""
    env = app.env
    page, _, label = entry["href"].partition(".html#")
    address = app.builder.get_relative_uri(docname, page)

    def link(anchor, *parts):
        return nodes.reference("", "", *parts, refuri=f"{address}#{anchor}", internal=True)

    box, word = env.otb_boxes[page][label], verdict(entry["checks"])
    names = cards.instance_names(label, [check.get("assumption") for check in entry["checks"]])
    named = [(name, check) for name, check in zip(names, entry["checks"]) if name]
    first = {check["assumption"]: name for name, check in reversed(named)}
    breaks = [link(first[name], nodes.Text(name)) for name in entry["needs_shown"]]
    breaks += [nodes.Text(f"{name}: not known") for name in entry["needs_unknown"]]
    methods = sorted({check["method"] for check in entry["checks"]})
    oracles = dict.fromkeys(check["oracle"] for check in entry["checks"] if "oracle" in check)
    instances = [nodes.list_item("", _line(link(name, nodes.Text(f"without ({check['assumption']})")), ": ", *_instance(check)))
                 for name, check in named]
    more = [_line("The ", link(label, nodes.Text("statement")), " and its ", link(f"card-{label}", nodes.Text("verdict card")),
                  *(typeset(f". Source: {entry['source']}.") if entry["source"] else ["."]))]
    more += [nodes.bullet_list("", *instances)] if instances else []
    opens = {0: "card", 1: "card, 1 instance"}.get(len(named), f"card, {len(named)} instances")
    return ([_line(link(label, box["title"].deepcopy())), fold("", *more, line=opens)],
            [_line(env.titles[chapter_page(env, page)].astext())],
            [_line(f"{box['box']} {number(env, page, label)}".strip())],
            [_line(link(f"card-{label}", nodes.Text(f"{claims.MARK[word]} {word}")))],
            [_line("–" if entry["tightness"] is None else f"{entry['tightness']:.4f}")],
            [_line(*_listed(breaks))],
            [_line(", ".join(methods)), *([_line(*_joined(map(typeset, oracles), "; "), classes=["otb-aside"])] if oracles else [])])


def _instance(check):
    """Return in words what a breaking instance is and by how much it breaks the conclusion."""
    where = [*typeset(check["on"]), nodes.Text("; ")] if "on" in check else []
    return [*where, *typeset(f"{check['measured']:.6g} where at most {check['bound']:.6g} is allowed")]


def _table(app, docname, book):
    """Return the table of all statements, below the form that the script fills: it is there from the start, so that nothing jumps."""
    rows = [_row(app, docname, entry) for entry in book["claims"]]
    choices = "".join(f'<label>{name.capitalize()}<select name="{name}"><option value="">all</option></select></label>'
                      for name in ("chapter", "verdict", "tightness", "method"))
    form = f"""<form class="otb-filters pst-js-only d-print-none" aria-label="Filter the statements">{choices}
<label>Words<input type="search" name="words"></label><button type="button">Show all</button></form>
<p class="otb-shown pst-js-only d-print-none" aria-live="polite">{len(rows)} of {len(rows)} shown</p>"""
    return _drawn(("Statement", "Chapter", "Kind", "Verdict", "Tightness", "Breaks without", "Evidence"),
                  rows, "otb-statements", [nodes.raw("", form, format="html")])


def _errata(app, docname, book):
    """Return the table of the printed forms that are false."""
    rows = []
    for entry in book["claims"]:
        page, _, label = entry["href"].partition(".html#")
        title = app.env.otb_boxes[page][label]["title"]
        address = app.builder.get_relative_uri(docname, page)
        for check in entry["checks"]:
            if check["verb"] == "refutes_source" and check["verdict"] == "confirmed":
                numbers = f"{check['measured']:.6g}; by the printed form at most\u00a0{check['bound']:.6g}"
                where = [_line(*typeset(check["on"]))] if "on" in check else []
                corrected = nodes.reference("", "", title.deepcopy(), refuri=f"{address}#{label}", internal=True)
                rows.append(([_line(*typeset(entry["source"] or "–"))], [_line(*typeset(check["printed"]))],
                             [*where, _line(*typeset(numbers), classes=["otb-aside"])], [_line(corrected)]))
    return _drawn(("Source", "Printed", "Why it is false", "Corrected"), rows, "otb-errata")


def setup(app):
    app.add_node(ledger_table)
    app.add_node(errata_table)
    app.add_node(ledger_number)
    app.add_directive("ledger", Ledger)
    app.add_directive("errata", Errata)
    app.add_role("ledger-count", LedgerCount())
    app.connect("env-before-read-docs", start)
    app.connect("env-purge-doc", purge)
    app.connect("env-updated", redraw)
    app.connect("doctree-resolved", resolve)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
