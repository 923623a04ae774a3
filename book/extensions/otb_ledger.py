"""The ledger: collects the verdict cards of the executed chapters, holds them against the statements on the page, and shows them.

The build warns, and so fails under -W, at the place of: a statement without a card, a card without a statement,
hypotheses that differ between box and card, a red verdict, a ratio outside its declared range, a term of a bound that no row would miss
and of which nothing is said, a page that failed once and then did not, and a figure without alternative text.

    ```{ledger}
    ```            the table of all statements;  {ledger-count}`claims`  is a number of it
    ```{errata}
    ```            the table of the printed forms that were shown to be false

``_static/ledger.js`` lets the reader sort and filter the tables; without it they are whole.  ``ledger.json`` holds the same.
"""

import decimal
import json
import re
from pathlib import Path

from docutils import nodes
from otb_execute import executed_once_more, record, with_outputs
from otb_site import fold
from otbnotes import cards, claims, seeds, sentences
from otbnotes import typeset as plain
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

logger = logging.getLogger(__name__)

RESULTS = {"theorem", "lemma", "proposition", "corollary"}
OBJECTS = {"definition", "algorithm", "example"}
DIM = 0.5               # a term that could be cut to less, and no row would notice, needs a reason
SOURCES = (             # what the cards write, and the one name of each source
    (r"Dean, ML in Feedback Systems, lecture 3|Dean, ML in feedback systems 3", "Dean, lecture 3"),
    (r"Shalev-Shwartz, 67577,", "Shalev-Shwartz,"),
    (r"Hsu, Batch learning via online prediction", "Hsu"),
    (r'Lecture notes "Old model \(individuals\)"|scribe notes on Perceptron and Winnow', "Scribe notes"),
)
KINDS = {"": nodes.Text, "sup": lambda text: nodes.superscript("", text), "sub": lambda text: nodes.subscript("", text)}
PROMISED = ("verb", "assumption", "part", "on", "count", "measured", "bound", "ratio", "method", "trials", "alpha",
            "repeat_risk", "oracle", "because", "printed", "verdict")


def start(app, env, docnames):
    """Make room in the environment for boxes and cards, and for the pages that quote the ledger."""
    for name, empty in (("otb_boxes", dict), ("otb_cards", dict), ("otb_ledger_pages", set)):
        if not hasattr(env, name):
            setattr(env, name, empty())


def purge(app, env, docname):
    """Forget what a page said and asked for before it is read again."""
    start(app, env, ())
    for store in (env.otb_boxes, env.otb_cards):
        store.pop(docname, None)
    env.otb_ledger_pages.discard(docname)


def collect(app, doctree):
    """Take the statements from the page and the cards from its executed notebook, and link each to the other."""
    env, docname = app.env, app.env.docname
    boxes, found = {}, {}
    if "kernelspec" in env.metadata.get(docname, {}):
        if executed_once_more(app, docname):
            warn("a cell failed when the page was executed, and did not when it was executed once more", docname)
        notebook = with_outputs(app, docname)
        _draw(doctree, notebook)
        for cell in notebook.cells:
            _require_alternative_text(cell, docname)
            for output in cell.get("outputs", ()):
                card = output.get("data", {}).get(cards.CARD)
                if card:
                    if card["id"] in found:
                        warn(f"{card['id']}: two cards on this page", docname)
                    found[card["id"]] = card
        env.otb_cards[docname] = found
    for node in doctree.findall(nodes.Element):
        kind = node.get("realtype") if hasattr(node, "get") else None
        if kind in RESULTS | OBJECTS:
            boxes[node["label"]] = _box(node, kind)
            card = found.get(node["label"])
            if card and kind in RESULTS:
                node[-1] += _link_to_card(card)
    for image in doctree.findall(nodes.image):
        if not _describes(image.get("alt", "")):
            warn(f"figure without alternative text: {image['uri']}", image)
    env.otb_boxes[docname] = boxes


def _draw(doctree, notebook):
    """Put the HTML of each card, and of each check that a cell ends with, among the forms of its output."""
    for cell in doctree.findall(lambda node: isinstance(node, nodes.container) and node.get("nb_element") == "cell_code"):
        outputs = [output for output in notebook.cells[cell["cell_index"]].outputs if "data" in output]
        shown = list(cell.findall(lambda node: isinstance(node, nodes.container) and node.get("nb_element") == "mime_bundle"))
        for output, forms in zip(outputs, shown, strict=bool(shown)):       # a cell may be told to show none
            if cards.html_of(output.data):
                html = nodes.raw("", output.data["text/html"], format="html", classes=["output", "text_html"])
                others = [form for form in forms if form["mime_type"] != "text/html"]
                forms[:] = [nodes.container("", html, mime_type="text/html"), *others]


def _box(node, kind):
    """Return what the ledger keeps of a theorem box."""
    named = [strong for strong in node.findall(nodes.strong) if re.fullmatch(r"\([a-z][a-z0-9-]*\)", strong.astext())]
    for strong in named:
        strong["classes"].append("otb-hypothesis")
    assumes = [strong.astext().strip("()") for strong in named]
    title = nodes.inline("", "", *[child.deepcopy() for child in node[0].children])
    for end, bare in ((0, lambda text: text.lstrip(" (")), (-1, lambda text: text.removesuffix(")"))):
        texts = list(title.findall(nodes.Text))
        if texts:
            texts[end].parent.replace(texts[end], nodes.Text(bare(texts[end])))
    return {"kind": "result" if kind in RESULTS else "object", "box": kind, "assumes": list(dict.fromkeys(assumes)),
            "title": title, "line": node.line or node[-1].line}


def verdict(checks):
    """Return the worst verdict of the checks of a statement."""
    return claims.worst(check["verdict"] for check in checks)


def _link_to_card(card):
    """Return the line under a statement that leads to its verdict."""
    word = card["verdict"]
    said = "checked below" if word == "confirmed" else f"{word} below"
    reference = nodes.reference("", f"{sentences.MARK[word]} {said}", refuri=f"#card-{card['id']}", internal=True)
    near = "".join(f": {said}" for said in sentences.nearness(card, brief=True))
    return nodes.paragraph("", "", reference, nodes.Text(near), classes=["otb-verdict"])


def _describes(text):
    """Say whether an alternative text is more than a path or a word."""
    return len(text) >= 15 and " " in text and not re.search(r"\.(png|svg|jpe?g)$", text)


def _require_alternative_text(cell, docname):
    """Warn of a cell that draws a figure without saying in words what is to be seen."""
    draws = any(key.startswith("image/") for output in cell.get("outputs", ()) for key in output.get("data", {}))
    text = cell["metadata"].get("mystnb", {}).get("image", {}).get("alt", "")
    if draws and not _describes(text):
        first = "".join(cell["source"]).strip().splitlines()[0]
        warn(f"figure without alternative text, in the cell that begins: {first}", docname)


def check(app, env):
    """Hold the cards against the statements, and draw the pages with numbers of the ledger again, whichever page changed."""
    terms = record.terms()
    for docname in sorted(env.otb_boxes):
        boxes, found = env.otb_boxes[docname], env.otb_cards.get(docname, {})
        for label, box in boxes.items():
            place = (docname, box["line"])
            card = found.get(label)
            if card is None:
                warn(f"{label}: a statement without a card; end a cell of this page with its claim", place)
                continue
            for name in set(box["assumes"]) ^ set(card["assumes"]):
                where = "the box but not the card" if name in box["assumes"] else "the card but not the box"
                warn(f"{label}: the hypothesis ({name}) is named in {where}", place)
            for wrong in (*claims.shortcomings(card, box["kind"]), *unheard(card, terms.get(label, ()))):
                warn(f"{label}: {wrong}", place)
        for label in found.keys() - boxes.keys():
            warn(f"{label}: a card without a statement of that label on its page", docname)
    return sorted(env.otb_ledger_pages)


def unheard(card, terms):
    """Yield which terms a trial calls unseen that are noticed, or are none, and which no row would miss without a word; a sentence each."""
    said = {(one["bound"], one["term"]) for one in card["unseen"]}
    dim = {(line["bound"], line["term"]): line["value"] for line in terms if line["value"] < DIM}
    for bound, term in sorted(said - dim.keys()):
        yield f"{bound}: unseen names {term}, which is noticed or is no term; 'make resolution' lists the terms"
    for bound, term in sorted(dim.keys() - said):
        yield f"{bound}: {term} could be cut to {dim[bound, term]:.2g} of itself, and no row would notice: add one that does, or say why not, with unseen"


def resolution(card, terms):
    """Return, for ``ledger.json``, how far each term of the bounds of a statement is seen."""
    reasons = {(one["bound"], one["term"]): one["because"] for one in card["unseen"]}
    return [{"bound": line["bound"], "term": ("exponent in " if line["exponent"] else "") + line["term"], "value": line["value"], "whole": line["whole"],
             "because": reasons.get((line["bound"], line["term"]))} for line in terms]


def warn(message, location):
    """Say what is wrong at a place; under -W the build fails."""
    logger.warning(message, location=location, type="otbnotes")


def ledger(env):
    """Return the ledger as the dictionary that ``ledger.json`` holds."""
    entries, terms = [], record.terms()
    for docname in reading_order(env):
        found = env.otb_cards.get(docname, {})
        for label, box in env.otb_boxes.get(docname, {}).items():
            if label in found:
                card = found[label]
                entries.append({
                    "id": label, "title": plain_title(box["title"]), "number": number(env, docname, label), "chapter": chapter_page(env, docname).split("/")[-1], "kind": box["kind"],
                    "href": f"{docname}.html#{label}", "source": source_name(card["source"]), "assumes": card["assumes"],
                    "checks": [{key: c[key] for key in PROMISED if c[key] is not None} for c in card["checks"]],
                    "verdict": card["verdict"], "tightness": card["tightness"], "resolution": resolution(card, terms.get(label, ())), "needs_shown": card["needs_shown"],
                    "needs_unknown": sorted(card["needs_unknown"]), "erratum": card["erratum"]})
    alphas = [c["alpha"] for entry in entries for c in entry["checks"] if "alpha" in c]
    return {"seed": seeds.master_seed(), "family_alpha": float(f"{sum(alphas):.10g}"), "claims": entries}


def source_name(source):
    """Return a place in the sources, with the one name of each source.

    >>> source_name("Shalev-Shwartz, 67577, lecture 6, lemma 5")
    'Shalev-Shwartz, lecture 6, lemma 5'
    """
    for written, name in SOURCES:
        source = re.sub(written, name, source)
    return source


def chapter_page(env, docname):
    """Return the first page of the chapter that a page belongs to: itself, or the page whose section it is."""
    parents = [page for page, below in env.toctree_includes.items() if docname in below and page != env.config.root_doc]
    return chapter_page(env, parents[0]) if parents else docname


def number(env, docname, label):
    """Return the number of a statement, such as 3.8; the empty text in a book without numbers."""
    counted = env.toc_fignumbers.get(docname, {}).values()
    return next((".".join(map(str, numbers[label])) for numbers in counted if label in numbers), "")


def reading_order(env):
    """Return all pages, as the table of contents orders them."""
    def below(docname):
        yield docname
        for child in env.toctree_includes.get(docname, ()):
            yield from below(child)

    return list(below(env.config.root_doc))


def plain_title(title):
    """Return a title as text, formulas between dollars."""
    parts = [f"${node.astext()}$" if isinstance(node, nodes.math) else node.astext()
             for node in title.findall(lambda n: isinstance(n, nodes.math) or
                                       (isinstance(n, nodes.Text) and not isinstance(n.parent, nodes.math)))]
    return "".join(parts).strip()


def at_most(probability):
    """Return a probability in words, rounded up to one digit.

    >>> at_most(4.1e-05), at_most(3e-07), at_most(9.5e-03)
    ('5e-05', '3e-07', '1e-02')
    """
    rounded = decimal.Context(prec=1, rounding=decimal.ROUND_UP).create_decimal(f"{probability:.10g}")
    return f"{float(rounded):.0e}"


def counts(book):
    """Return the numbers that pages may quote from the ledger."""
    checks = [check for entry in book["claims"] for check in entry["checks"]]
    return {"claims": len(book["claims"]), "checks": len(checks),
            "confirmed": sum(verdict(entry["checks"]) == "confirmed" for entry in book["claims"]),
            "attained": sum(f"{entry['tightness'] or 0:.4f}" == "1.0000" for entry in book["claims"]),
            "needs": sum(len(entry["needs_shown"]) for entry in book["claims"]),
            "unknown": sum(len(entry["needs_unknown"]) for entry in book["claims"]),
            "errata": sum(check["verb"] == "refutes_source" for check in checks),
            "trials": sum(check.get("trials", 0) for check in checks), "alpha": at_most(book["family_alpha"]),
            "seed": book["seed"]}


def publish(app, exception):
    """Write ``ledger.json`` beside the pages."""
    if exception is None and app.builder.format == "html":
        text = json.dumps(ledger(app.env), indent=1, ensure_ascii=False, allow_nan=False)
        (Path(app.outdir) / "ledger.json").write_text(text + "\n", "utf8")


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
    """The role that prints a number of the ledger; ``counts`` lists them."""

    def run(self):
        self.env.otb_ledger_pages.add(self.env.docname)
        return [ledger_number(name=self.text)], []


def typeset(text):
    """Return a text as nodes, with signs, Greek letters, indices and powers as they are printed.

    >>> "".join(str(node) for node in typeset("alpha_t, B^2 * 1e-06"))
    'α<subscript>t</subscript>, B<superscript>2</superscript> * 10<superscript>−6</superscript>'
    """
    return [KINDS[kind](piece) for kind, piece in plain.typeset(text)]


def resolve(app, doctree, docname):
    """Put the tables and the numbers in their places, and on the cards the numbers of their statements."""
    boxes = app.env.otb_boxes.get(docname, {})
    for drawn in doctree.findall(lambda node: isinstance(node, nodes.raw) and "otb-name" in node.astext()):
        html = drawn.astext()
        for label, box in boxes.items():
            if cards.NAMED.format(label) in html:
                name = f"{box['box'].capitalize()} {number(app.env, docname, label)}".strip()
                html = html.replace(cards.NAMED.format(label), cards.NAMED.format(name))
                if box["kind"] == "object":       # nobody can confirm a definition: its card is a quiet line
                    html = html.replace(cards.WORD.format("✓ confirmed"), cards.WORD.format("✓ the code agrees with"))
                    html = html.replace('class="otb-card ', 'class="otb-card otb-object ')
        drawn[:] = [nodes.Text(html)]
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


def table(head, rows, classes=()):
    """Return a table as docutils nodes; a cell is a text, an inline node, or a list of blocks."""
    def entry(cell):
        return nodes.entry("", *(cell if isinstance(cell, list) else [_line(cell)]))

    group = nodes.tgroup("", *[nodes.colspec(colwidth=1) for _ in head], cols=len(head))
    group += nodes.thead("", nodes.row("", *map(entry, head)))
    group += nodes.tbody("", *[nodes.row("", *map(entry, row)) for row in rows])
    return nodes.table("", group, classes=list(classes))


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
            [_line(link(f"card-{label}", nodes.Text(f"{sentences.MARK[word]} {word}")))],
            [_line("–" if entry["tightness"] is None else f"{entry['tightness']:.4f}")],
            [_line(f"{least:.4f}" if (least := _least(entry)) is not None else "–")],
            [_line(*_listed(breaks))],
            [_line(", ".join(methods)), *([_line(*_joined(map(typeset, oracles), "; "), classes=["otb-aside"])] if oracles else [])])


def _least(entry):
    """Return the least of the factors by which a bound of a statement could be changed unnoticed, as a whole; None without a bound."""
    firsts = {line["bound"]: line["value"] for line in reversed(entry["resolution"]) if line["whole"]}
    return min(firsts.values(), default=None)


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
    drawn = table(("Statement", "Chapter", "Kind", "Verdict", "Tightness", "Notices", "Breaks without", "Evidence"),
                  rows, ["otb-ledger", "otb-statements"])
    return nodes.container("", nodes.raw("", form, format="html"), drawn, classes=["otb-wide"])


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
    drawn = table(("Source", "Printed", "Why it is false", "Corrected"), rows, ["otb-ledger", "otb-errata"])
    return nodes.container("", drawn, classes=["otb-wide"])


def setup(app):
    for place in (ledger_table, errata_table, ledger_number):
        app.add_node(place)
    app.add_directive("ledger", Ledger)
    app.add_directive("errata", Errata)
    app.add_role("ledger-count", LedgerCount())
    app.connect("env-before-read-docs", start)
    app.connect("env-purge-doc", purge)
    app.connect("doctree-read", collect, priority=900)
    app.connect("env-updated", check)
    app.connect("doctree-resolved", resolve, priority=600)      # after otb_math, which keeps formulas in the text on their line
    app.connect("build-finished", publish)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
