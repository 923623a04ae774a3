"""A figure of several panels is marked as wide: a phone shows it at a size that can be read, and it scrolls."""

import re
from pathlib import Path

from docutils import nodes

WIDTH = re.compile(r'<svg [^>]*width="([\d.]+)pt"')
WIDE = 480      # pt: more than a figure of one panel has


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


def setup(app):
    app.connect("doctree-resolved", mark)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
