"""What other sites show of a link to a page: its title, its first paragraph, and a card with the numbers of its trial.

The card is drawn when the page is written, and only where the address of the site is known: others ask for it by that.
"""

from html import escape
from pathlib import Path

import numpy as np
from docutils import nodes
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from PIL import Image
from otb_ledger import counts, ledger
from otb_plain import plain

SIZE = 1200, 630            # pixels; what the common readers of these tags ask for
INK, MUTED, ACCENT = "#1a1a1f", "#5b5b66", "#1f5fa8"


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
    if app.builder.name not in ("html", "dirhtml") or doctree is None:
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
    app.connect("html-page-context", describe)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
