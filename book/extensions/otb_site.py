"""What the site needs beside its theme: its address, old addresses, repairs, folds and wide figures.

*Address.*  ``otb_repository`` is ``owner/name`` on GitHub; GitHub Actions sets it by the variable ``GITHUB_REPOSITORY``.  Without
it the book is built all the same, without the links that need an address.  Nothing else knows the address of the site.

*Old addresses.*  ``otb_moved`` says which page has moved where; a small page at the old address leads to the new one, and what a
link says behind its # goes along.  Nothing in the book leads to these small pages.

*Repairs.*  What the tools write amiss is mended for readers who hear a page above all; ``book/templates`` and ``access.js`` do the
rest.  A repair that finds nothing to mend, where it should, is a warning, and so fails the build under -W.

*Folds.*  One line that opens to more, without JavaScript too; in other formats than HTML it is open.

*Wide figures.*  On a phone the panels of a figure stand below each other; a wide picture that has no panels scrolls.  All panels
show the same picture, each its own part of it; where the parts end is seen in its PNG, whose columns are white between panels.
"""

import base64
import io
import os
import re
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

import numpy as np
from docutils import nodes
from otb_execute import with_outputs
from PIL import Image
from sphinx.errors import ConfigError
from sphinx.util import logging

logger = logging.getLogger(__name__)

SIGNPOST = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<link rel="canonical" href="{canonical}">
<noscript><meta http-equiv="refresh" content="0; url={address}"></noscript>
<script>location.replace({address!r} + location.search + location.hash)</script>
</head>
<body><p>This page has moved: <a href="{address}">{title}</a></p></body>
</html>
"""

WIDTH = re.compile(r'<svg [^>]*width="([\d.]+)pt"')
WIDE = 480      # pt: more than a figure of one panel has
NARROW = 0.25   # of the picture: less than a panel has
FIGURE = re.compile(r'<figure class="otb-large([^>]*>\s*)<img ([^>]*src="[^"]*?([0-9a-f]{64})\.svg") />')


def complete(app, config):
    """Check the name of the repository, and derive the address of the site from it unless the configuration gives one."""
    name = config.otb_repository
    if name and not re.fullmatch(r"[\w.-]+/[\w.-]+", name):
        raise ConfigError(f"otb_repository = {name!r}: expected owner/name, such as ada/online-to-batch")
    if name and not config.html_baseurl:
        owner, repository = name.split("/")
        config.html_baseurl = f"https://{owner.lower()}.github.io/{repository}/"


def check_moved(app, env):
    """Stop where a page stands at the old address of another: its reader would be sent away."""
    if taken := sorted(env.found_docs & app.config.otb_moved.keys()):
        raise ConfigError(f"otb_moved: there is a page {taken[0]} again; give it another name")


def publish_moved(app, exception):
    """Write a page at each old address; a book without the page at the new one has none at the old."""
    if exception is not None or app.builder.name != "html":
        return
    for old, new in app.config.otb_moved.items():
        if new in app.env.found_docs:
            address, base = app.builder.get_relative_uri(old, new), app.config.html_baseurl
            canonical = urljoin(base, app.builder.get_target_uri(new)) if base else address
            text = SIGNPOST.format(address=address, canonical=escape(canonical), title=escape(app.env.titles[new].astext()))
            Path(app.outdir, f"{old}.html").write_text(text, "utf8")


class Repair(NamedTuple):
    """On a page with ``sign`` stands ``wrong``, which should read ``right``."""

    sign: str
    wrong: str
    right: str


REPAIRS = (
    # a fold is called what it shows
    Repair('<details class="hide', '<summary aria-label="Toggle hidden content">', "<summary>"),
    # a reference is an item of the list in which it stands; its role of old is deprecated
    Repair('class="citation-list"', 'role="doc-biblioentry"', 'role="listitem"'),
    # an id names one element of a page
    Repair('-content" id=', ' id="proof-content"', ""),
    Repair('class="proof admonition"', 'class="proof admonition" id="proof"', 'class="proof otb-proof admonition"'),
    Repair('<div class="exercise ', ' id="exercise-content"', ""),
    Repair('<div class="solution ', ' id="solution-content"', ""),
)


def mend(body, pagename):
    """Return the body of a page, mended."""
    for sign, wrong, right in REPAIRS:
        if sign in body and wrong not in body:
            logger.warning("a page with %s has no %s to mend", sign, wrong, location=pagename, type="otbnotes")
        body = body.replace(wrong, right)
    return body


def name_folds(contents):
    """Say of each fold in the table of contents which page's sections it shows."""
    for line in contents.select("li > details > summary"):
        line["aria-label"] = f"Sections of {line.find_parent('li').a.get_text()}"
    return contents


def mend_page(app, pagename, templatename, context, doctree):
    """Hand the page to the theme mended, and the table of contents with names."""
    generate = context["generate_toctree_html"]
    context["generate_toctree_html"] = lambda *arguments, **options: name_folds(generate(*arguments, **options))
    if "body" in context:
        context["body"] = mend(context["body"], pagename)


class fold(nodes.General, nodes.Element):
    """A line, ``fold["line"]``, that opens to the children of the node."""


def visit_html(translator, node):
    translator.body.append(f'<details class="otb-fold"><summary>{translator.encode(node["line"])}</summary>')


def depart_html(translator, node):
    translator.body.append("</details>\n")


def nothing(translator, node):
    """Other formats show what is in the fold."""


def width(path):
    """Return the width of a picture in points, if it is one that matplotlib has drawn, and otherwise 0."""
    found = WIDTH.search(path.read_text("utf8")) if path.suffix == ".svg" else None
    return float(found[1]) if found else 0.0


def mark(app, doctree, docname):
    """Give the class ``otb-large`` to each figure with a wide picture."""
    for figure in doctree.findall(nodes.figure):
        paths = [path for image in figure.findall(nodes.image) for path in image["candidates"].values()]
        if any(width(Path(app.srcdir, path)) > WIDE for path in paths):
            figure["classes"].append("otb-large")


def cuts(picture):
    """Return where the panels of a picture begin and end, as parts of its width."""
    white = (np.asarray(picture.convert("L")) == 255).all(axis=0)
    starts = np.flatnonzero(white & ~np.roll(white, 1))
    places = [0.0]
    for start in starts:
        middle = (start + np.argmin(white[start:]) / 2) / len(white)
        if NARROW <= middle - places[-1] and middle <= 1 - NARROW:
            places.append(middle)
    return [*places, 1.0]


def named(svg):
    """Return the name that MyST-NB gives the file of a picture."""
    return sha256(os.linesep.join(svg.splitlines()).encode()).hexdigest()


def panels(picture, image):
    """Return the images, as HTML, that a phone shows of a picture: ``image`` as the first panel and copies of it as the others."""
    places = cuts(picture)
    parts = [end - start for start, end in zip(places, places[1:])]
    if len(parts) == 1:
        return None
    copy = re.sub(r'alt="[^"]*"', 'class="otb-panel" alt="" aria-hidden="true"', image)
    return "\n".join(
        f'<img {copy if start else image} style="--at: {start / (1 - part):.2%}; --part: {part / max(parts):.2%}; '
        f'--shape: {part * picture.width:.1f} / {picture.height}" />' for start, part in zip(places, parts))


def stack(app, docname, templatename, context, doctree):
    """Put the panels into the page."""
    if app.builder.name != "html" or "otb-large" not in context.get("body", ""):
        return
    drawn = {named(output.data["image/svg+xml"]): output.data["image/png"]
             for cell in with_outputs(app, docname).cells for output in cell.get("outputs", [])
             if {"image/svg+xml", "image/png"} <= output.get("data", {}).keys()}

    def replace(match):
        if match[3] not in drawn:
            return match[0]
        with Image.open(io.BytesIO(base64.b64decode(drawn[match[3]]))) as picture:
            images = panels(picture, match[2])
        return f'<figure class="otb-panels{match[1]}{images}' if images else match[0]

    context["body"] = FIGURE.sub(replace, context["body"])


def setup(app):
    app.add_config_value("otb_repository", os.environ.get("GITHUB_REPOSITORY", ""), "html", str)
    app.add_config_value("otb_moved", {}, "", dict)
    app.add_node(fold, html=(visit_html, depart_html), latex=(nothing, nothing), text=(nothing, nothing))
    app.connect("config-inited", complete, priority=100)
    app.connect("env-updated", check_moved)
    app.connect("doctree-resolved", mark)
    app.connect("html-page-context", stack)
    app.connect("html-page-context", mend_page, priority=900)
    app.connect("build-finished", publish_moved, priority=1000)       # after what reads all pages
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
