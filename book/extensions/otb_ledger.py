"""The ledger: collects the verdict cards of the executed chapters and holds them against the statements on the page.

The build warns, and so fails under -W, at the place of: a statement without a card, a card without a statement,
hypotheses that differ between box and card, a red verdict, a ratio outside its declared range, a page that failed once and then
did not, and a figure without alternative text.  ``otb_tables`` draws the ledger, ``otb_map`` its dependencies.
"""

import decimal
import json
import re
from pathlib import Path

import nbformat
from docutils import nodes
from jupyter_cache import get_cache
from myst_nb.core.read import myst_nb_reader_plugin
from otb_state import state
from otbnotes import claims, evidence, require, seeds
from sphinx.util import logging

logger = logging.getLogger(__name__)

RESULTS = {"theorem", "lemma", "proposition", "corollary"}
OBJECTS = {"definition", "algorithm", "example"}
SOURCES = (             # what the cards write, and the one name of each source
    (r"Dean, ML in Feedback Systems, lecture 3|Dean, ML in feedback systems 3", "Dean, lecture 3"),
    (r"Shalev-Shwartz, 67577,", "Shalev-Shwartz,"),
    (r"Hsu, Batch learning via online prediction", "Hsu"),
    (r'Lecture notes "Old model \(individuals\)"|scribe notes on Perceptron and Winnow', "Scribe notes"),
)
PROMISED = ("verb", "assumption", "part", "on", "count", "measured", "bound", "ratio", "method", "trials", "alpha",
            "repeat_risk", "oracle", "because", "printed", "verdict")


def start(app, env, docnames):
    """Make room in the environment for boxes and cards."""
    for name in ("otb_boxes", "otb_cards"):
        if not hasattr(env, name):
            setattr(env, name, {})


def purge(app, env, docname):
    """Forget what a page said before it is read again."""
    start(app, env, ())
    for store in (env.otb_boxes, env.otb_cards):
        store.pop(docname, None)


def collect(app, doctree):
    """Take the statements from the page and the cards from its executed notebook, and link each to the other."""
    env, docname = app.env, app.env.docname
    boxes, cards = {}, {}
    if "kernelspec" in env.metadata.get(docname, {}):
        _require_one_execution(app, docname)
        for cell in executed(app, docname).cells:
            _require_alternative_text(cell, docname)
            for output in cell.get("outputs", ()):
                card = output.get("data", {}).get(claims.MIME)
                if card:
                    if card["id"] in cards:
                        warn(f"{card['id']}: two cards on this page", docname)
                    cards[card["id"]] = card
        env.otb_cards[docname] = cards
    for node in doctree.findall(nodes.Element):
        kind = node.get("realtype") if hasattr(node, "get") else None
        if kind in RESULTS | OBJECTS:
            boxes[node["label"]] = _box(node, kind)
            card = cards.get(node["label"])
            if card:
                node[-1] += _link_to_card(card)
    for image in doctree.findall(nodes.image):
        if not _describes(image.get("alt", "")):
            warn(f"figure without alternative text: {image['uri']}", image)
    env.otb_boxes[docname] = boxes


def _require_one_execution(app, docname):
    """Warn of a page that MyST-NB has executed and kept, which it does only when it failed before, side by side with others."""
    page = myst_nb_reader_plugin(app.env.doc2path(docname))
    try:
        record = get_cache(app.config.nb_execution_cache_path).match_cache_notebook(page)
    except KeyError:
        return
    if record.data.get("state") != state(app.srcdir, page):
        warn("a cell failed when the page was executed, and did not when it was executed once more", docname)


def executed(app, docname):
    """Return the notebook of a page with its outputs: from the cache, or, where a cell failed, as far as it came.

    The copy in ``jupyter_execute`` has no outputs when the page was not executed anew.
    """
    try:
        notebook = myst_nb_reader_plugin(app.env.doc2path(docname))
        return get_cache(app.config.nb_execution_cache_path).merge_match_into_notebook(notebook)[1]
    except KeyError:
        return nbformat.read(Path(app.outdir).parent / "jupyter_execute" / f"{docname}.ipynb", as_version=4)


def _box(node, kind):
    """Return what the ledger keeps of a theorem box."""
    names = [strong.astext() for strong in node.findall(nodes.strong)]
    assumes = [name.strip("()") for name in names if re.fullmatch(r"\([a-z][a-z0-9-]*\)", name)]
    title = nodes.inline("", "", *[child.deepcopy() for child in node[0].children])
    for end, bare in ((0, lambda text: text.lstrip(" (")), (-1, lambda text: text.removesuffix(")"))):
        texts = list(title.findall(nodes.Text))
        if texts:
            texts[end].parent.replace(texts[end], nodes.Text(bare(texts[end])))
    return {"kind": "result" if kind in RESULTS else "object", "box": kind, "assumes": list(dict.fromkeys(assumes)),
            "title": title, "line": node.line or node[-1].line}


def verdict(checks):
    """Return the worst verdict of the checks of a statement."""
    verdicts = {check["verdict"] for check in checks}
    return next((word for word in ("refuted", "undecided") if word in verdicts), "confirmed")


def _link_to_card(card):
    """Return the line under a statement that leads to its verdict."""
    word = verdict(card["checks"])
    reference = nodes.reference("", f"{claims.MARK[word]} {word}", refuri=f"#card-{card['id']}", internal=True)
    tight = "" if card["tightness"] is None else f", tight to {card['tightness']:.4f}"
    return nodes.paragraph("", "", nodes.Text("On trial below: "), reference, nodes.Text(tight + "."), classes=["otb-verdict"])


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
    """Hold the cards against the statements."""
    for docname in sorted(env.otb_boxes):
        boxes, cards = env.otb_boxes[docname], env.otb_cards.get(docname, {})
        for label, box in boxes.items():
            place = (docname, box["line"])
            card = cards.get(label)
            if card is None:
                warn(f"{label}: a statement without a card; end a cell of this page with its claim", place)
                continue
            for name in set(box["assumes"]) ^ set(card["assumes"]):
                where = "the box but not the card" if name in box["assumes"] else "the card but not the box"
                warn(f"{label}: the hypothesis ({name}) is named in {where}", place)
            for wrong in claims.shortcomings(card, box["kind"]):
                warn(f"{label}: {wrong}", place)
        for label in cards.keys() - boxes.keys():
            warn(f"{label}: a card without a statement of that label on its page", docname)


def warn(message, location):
    """Say what is wrong at a place; under -W the build fails."""
    logger.warning(message, location=location, type="otbnotes")


def ledger(env):
    """Return the ledger as the dictionary that ``ledger.json`` holds."""
    entries = []
    for docname in reading_order(env):
        cards = env.otb_cards.get(docname, {})
        for label, box in env.otb_boxes.get(docname, {}).items():
            if label in cards:
                card = cards[label]
                entries.append({
                    "id": label, "title": plain_title(box["title"]), "chapter": chapter_page(env, docname).split("/")[-1], "kind": box["kind"],
                    "href": f"{docname}.html#{label}", "source": source_name(card["source"]), "assumes": card["assumes"],
                    "checks": [{key: c[key] for key in PROMISED if c[key] is not None} for c in card["checks"]],
                    "tightness": card["tightness"], "needs_shown": card["needs_shown"],
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
    """Return the pages that hold statements, as the table of contents orders them."""
    def below(docname):
        yield docname
        for child in env.toctree_includes.get(docname, ()):
            yield from below(child)

    return [docname for docname in below(env.config.root_doc) if env.otb_boxes.get(docname)]


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


def setup(app):
    app.connect("env-before-read-docs", start)
    app.connect("env-purge-doc", purge)
    app.connect("doctree-read", collect, priority=900)
    app.connect("env-updated", check)
    app.connect("build-finished", publish)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
