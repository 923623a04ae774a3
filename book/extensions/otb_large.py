"""Figures of several panels on a phone: the panels stand below each other; a wide picture that has no panels scrolls.

All panels show the same picture, each its own part of it; where the parts end is seen in the picture's PNG, whose columns are
white between panels.
"""

import base64
import io
import os
import re
from hashlib import sha256
from pathlib import Path

import numpy as np
from docutils import nodes
from otb_ledger import executed
from PIL import Image

WIDTH = re.compile(r'<svg [^>]*width="([\d.]+)pt"')
WIDE = 480      # pt: more than a figure of one panel has
NARROW = 0.25   # of the picture: less than a panel has
FIGURE = re.compile(r'<figure class="otb-large([^>]*>\s*)<img ([^>]*src="[^"]*?([0-9a-f]{64})\.svg") />')


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
             for cell in executed(app, docname).cells for output in cell.get("outputs", [])
             if {"image/svg+xml", "image/png"} <= output.get("data", {}).keys()}

    def replace(match):
        if match[3] not in drawn:
            return match[0]
        with Image.open(io.BytesIO(base64.b64decode(drawn[match[3]]))) as picture:
            images = panels(picture, match[2])
        return f'<figure class="otb-panels{match[1]}{images}' if images else match[0]

    context["body"] = FIGURE.sub(replace, context["body"])


def setup(app):
    app.connect("doctree-resolved", mark)
    app.connect("html-page-context", stack)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
