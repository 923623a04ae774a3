"""How others refer to a page: an anchor that stays for each statement, the ways to cite it, and what a link to it shows elsewhere.

At the foot of each page stand the ways to cite it; ``CITATION.cff`` is the only place that knows authors, title, version and date.
Works of the same authors and year are told apart by letters behind the year, in the text and in the bibliography.

Other sites show of a link the title of the page, its first paragraph, and a picture with the numbers of its trial.  The picture is
drawn when the page is written, and only where the address of the site is known: others ask for it by that.
"""

import datetime
import re
from collections import defaultdict
from html import escape
from pathlib import Path
from string import ascii_lowercase

import numpy as np
import yaml
from babel.dates import format_date
from docutils import nodes
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from otb_ledger import counts, ledger
from otb_plain import plain, text_of
from PIL import Image
from pybtex.backends import plaintext
from pybtex.plugin import register_plugin
from pybtex.style.formatting import alpha as formatting
from pybtex.style.labels import alpha as labels
from sphinx.errors import ConfigError

PAGES = ("html", "dirhtml")
NEEDED = {"title": str, "authors": list, "version": str, "date-released": datetime.date}
ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in "&%#_"})
SIZE = 1200, 630            # pixels; what the common readers of these tags ask for
INK, MUTED, ACCENT = "#1a1a1f", "#5b5b66", "#1f5fa8"


class Labels(labels.LabelStyle):
    """The labels of the bibliography, made of the authors and of the year without its letter."""

    def format_label(self, entry):
        return self.author_key_label(entry) + entry.fields["year"][2:4]


class Bibliography(formatting.Style):
    """The style of the bibliography."""

    default_label_style = "otb"


def read(app, config):
    """Read ``CITATION.cff`` and stop if it lacks what a citation needs."""
    path = Path(app.srcdir) / "CITATION.cff"
    if not path.exists():
        raise ConfigError(f"{path}: there is no such file; citations take {', '.join(NEEDED)} from it")
    given = yaml.safe_load(path.read_text("utf8"))
    for name, kind in NEEDED.items():
        if not isinstance(given.get(name), kind):
            raise ConfigError(f"{path}: {name} is {given.get(name)!r}; expected a {kind.__name__}")
    app.otb_citation = given


def letter_years(app):
    """Put letters behind the years of works that the text would cite alike: Cover, 1965a, and Cover, 1965b.

    The letters follow the order of the bibliography.
    """
    alike, style = defaultdict(list), Bibliography()
    for entry in app.env.get_domain("cite").bibdata.data.entries.values():
        names = [" ".join(person.prelast_names + person.last_names) for person in entry.persons["author"]]
        entry.fields["year"] = entry.fields["year"][:4]
        shown = names if len(names) < 3 else [names[0], "et al."]
        alike[*shown, entry.fields["year"]].append(entry)
    for works in alike.values():
        for letter, entry in zip(ascii_lowercase, style.sort(works) if len(works) > 1 else ()):
            entry.fields["year"] += letter


def authors(given):
    """Return the names of the authors, as a reader writes them and as BibTeX wants them."""
    people = given["authors"]
    spoken = [author.get("name") or f"{author['given-names']} {author['family-names']}" for author in people]
    coded = [f"{{{author['name']}}}" if "name" in author else f"{author['family-names']}, {author['given-names']}"
             for author in people]
    return ", ".join(spoken), " and ".join(coded)


def citation(app, docname, address):
    """Return the citation of a page in plain words; the first page stands for the whole book."""
    given = app.otb_citation
    date = given["date-released"]
    page = "" if docname == app.config.root_doc else f"{plain(app, app.env.titles[docname])}. In: "
    where = f" {address}" if address else ""
    return (f"{authors(given)[0]} ({date.year}). {page}{given['title']}. "
            f"Version {given['version']}, {format_date(date, 'd MMMM y', 'en')}.{where}")


def bibtex(app, docname, address):
    """Return the citation of a page as a BibTeX entry."""
    given, root = app.otb_citation, docname == app.config.root_doc
    title = given["title"].translate(ESCAPED)
    chapter = text_of(app.env.titles[docname], lambda formula: f"${formula}$", lambda words: words.translate(ESCAPED))
    key = re.sub(r"[^a-z0-9]+", "-", f"{app.config.html_title} {'' if root else docname.split('/')[-1]}".lower()).strip("-")
    fields = {"author": authors(given)[1].translate(ESCAPED),
              "title": f"{{{title if root else chapter}}}",
              "booktitle": "" if root else f"{{{title}}}", "year": str(given["date-released"].year),
              "month": format_date(given["date-released"], "MMM", "en").lower(),
              "note": f"Version {given['version']}", "url": address or ""}
    lines = [f"  {name} = {value if name == 'month' else f'{{{value}}}'}," for name, value in fields.items() if value]
    return "\n".join([f"@{'misc' if root else 'incollection'}{{{key},", *lines, "}"])


def fold(app, pagename, templatename, context, doctree):
    """End a page with the ways to cite it, and give every link sign on it a name that can be read aloud."""
    if app.builder.name not in PAGES or doctree is None:
        return
    address = context.get("pageurl")
    block = app.builder.highlighter.highlight_block
    body = re.sub(r'(<a class="headerlink" [^>]*?title="([^"]*)")', r'\1 aria-label="\2"', context["body"])
    context["body"] = (f'{body}\n<details class="otb-cite"><summary>Cite this page</summary>\n'
                       f'{block(citation(app, pagename, address), "text")}\n'
                       f'{block(bibtex(app, pagename, address), "bibtex")}</details>\n')


def link_statements(app, doctree, docname):
    """Put behind the title of each labelled statement and exercise a sign that links to it."""
    if app.builder.name not in PAGES:
        return
    for box in doctree.findall(lambda node: isinstance(node, nodes.Element)):
        kind = box.get("realtype") or ("exercise" if box.get("type") == "exercise" else None)
        if kind and not re.fullmatch(rf"(.+-)?{kind}-\d+", box["label"]):      # so are the boxes without a label called
            word = "exercise" if kind == "exercise" else "statement"
            sign = f'<a class="headerlink" href="#{escape(box["label"])}" title="Link to this {word}">#</a>'
            box[0] += nodes.raw("", sign, format="html")


def description(app, doctree):
    """Return the first paragraph under the title of a page as plain text."""
    paragraphs = (node for node in doctree.findall(nodes.paragraph) if node.parent.parent is doctree)
    return next((plain(app, node) for node in paragraphs), "")


def numbers(app, docname):
    """Return the sentence under the title: the trial of the statements on this page, or of all where it has none."""
    book = ledger(app.env)
    here = [entry for entry in book["claims"] if entry["href"].startswith(f"{docname}.html#")]
    found = counts({**book, "claims": here or book["claims"]})
    words = {"claims": ("statement on trial", "statements on trial"), "checks": ("check", "checks"),
             "needs": ("hypothesis shown to be needed", "hypotheses shown to be needed")}
    return ", ".join(f"{found[name]} {one if found[name] == 1 else many}"
                     for name, (one, many) in words.items() if found[name])


def wrapped(text, width):
    """Return a text in lines of at most ``width`` characters."""
    lines = [""]
    for word in text.split():
        lines += [word] if len(f"{lines[-1]} {word}") > width else [f"{lines.pop()} {word}".strip()]
    return "\n".join(lines)


def draw(path, book, title, sentence):
    """Draw the card of a page."""
    with rc_context({"font.family": "STIXGeneral", "text.parse_math": False}):
        figure = Figure(figsize=(SIZE[0] / 100, SIZE[1] / 100), dpi=100, facecolor="white")
        canvas = FigureCanvasAgg(figure)
        figure.text(0.07, 0.84, book, size=28, color=MUTED)
        figure.add_artist(Line2D([0.07, 0.17], [0.79, 0.79], color=ACCENT, linewidth=4))
        figure.text(0.07, 0.72, wrapped(title, 26), size=64, color=INK, va="top", linespacing=1.15)
        figure.text(0.07, 0.12, sentence, size=27, color=MUTED)
        canvas.draw()
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB").quantize(32).save(path, optimize=True)


def describe(app, pagename, templatename, context, doctree):
    """Write the tags of a page, and its card."""
    if app.builder.name not in PAGES or doctree is None:
        return
    title, text = plain(app, app.env.titles[pagename]), description(app, doctree)
    tags = {"og:type": "article", "og:site_name": app.config.html_title, "og:title": title, "og:description": text}
    if context.get("pageurl"):
        name, sentence = f"_images/cards/{pagename.replace('/', '-')}.png", numbers(app, pagename)
        draw(Path(app.outdir) / name, app.config.html_title, title, sentence)
        tags |= {"og:url": context["pageurl"], "og:image": f"{app.config.html_baseurl.rstrip('/')}/{name}",
                 "og:image:width": SIZE[0], "og:image:height": SIZE[1], "og:image:alt": f"{title}: {sentence}"}
    named = {"description": text, "twitter:card": "summary_large_image" if "og:image" in tags else "summary"}
    context["metatags"] += "".join(f'<meta {kind}="{name}" content="{escape(str(value))}" />\n'
                                   for kind, group in (("property", tags), ("name", named))
                                   for name, value in group.items() if value)


def setup(app):
    register_plugin("pybtex.style.formatting", "otb", Bibliography)
    register_plugin("pybtex.style.labels", "otb", Labels)
    register_plugin("pybtex.backends", "plaintext", plaintext.Backend, force=True)    # or each citation asks all installed packages for it
    app.connect("config-inited", read)
    app.connect("builder-inited", letter_years, priority=600)      # the bibliography is read at 500
    app.connect("doctree-resolved", link_statements)
    app.connect("html-page-context", describe)
    app.connect("html-page-context", fold, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
