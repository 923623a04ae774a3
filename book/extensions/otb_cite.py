"""Cite it: an anchor that stays for each statement and equation, and at the foot of each page the ways to cite it.

Works of the same authors and year are told apart by letters behind the year, in the text and in the bibliography.

``CITATION.cff`` is the only place that knows authors, title, version and date.
"""

import datetime
import re
from collections import defaultdict
from html import escape
from pathlib import Path
from string import ascii_lowercase

import yaml
from babel.dates import format_date
from docutils import nodes
from otb_plain import plain, text_of
from pybtex.plugin import register_plugin
from pybtex.style.formatting import alpha as formatting
from pybtex.style.labels import alpha as labels
from sphinx.errors import ConfigError

PAGES = ("html", "dirhtml")
NEEDED = {"title": str, "authors": list, "version": str, "date-released": datetime.date}
ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in "&%#_"})


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


def setup(app):
    register_plugin("pybtex.style.formatting", "otb", Bibliography)
    register_plugin("pybtex.style.labels", "otb", Labels)
    app.connect("config-inited", read)
    app.connect("builder-inited", letter_years, priority=600)      # the bibliography is read at 500
    app.connect("doctree-resolved", link_statements)
    app.connect("html-page-context", fold, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
