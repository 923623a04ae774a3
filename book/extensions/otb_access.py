"""Mends what the tools write amiss, for readers who hear a page above all.  ``book/templates`` and ``access.js`` do the rest.

A repair that finds nothing to mend, where it should, is a warning, and so fails the build under -W.
"""

from typing import NamedTuple

from sphinx.util import logging

logger = logging.getLogger(__name__)


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
    for fold in contents.select("li > details > summary"):
        fold["aria-label"] = f"Sections of {fold.find_parent('li').a.get_text()}"
    return contents


def prepare(app, pagename, templatename, context, doctree):
    """Hand the page to the theme mended, and the table of contents with names."""
    generate = context["generate_toctree_html"]
    context["generate_toctree_html"] = lambda *arguments, **options: name_folds(generate(*arguments, **options))
    if "body" in context:
        context["body"] = mend(context["body"], pagename)


def setup(app):
    app.connect("html-page-context", prepare, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
