"""Keeps old addresses: a page that has moved leaves at its old address a small page that leads to the new one.

``otb_moved`` in the configuration says which page has moved where.  What a link says behind its # goes along.  Nothing in the
book leads to these small pages: the search, the ledger, the notebooks and the printed book know nothing of them.
"""

from html import escape
from pathlib import Path
from urllib.parse import urljoin

from sphinx.errors import ConfigError

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


def check(app, env):
    """Stop where a page stands at the old address of another: its reader would be sent away."""
    if taken := sorted(env.found_docs & app.config.otb_moved.keys()):
        raise ConfigError(f"otb_moved: there is a page {taken[0]} again; give it another name")


def publish(app, exception):
    """Write a page at each old address; a book without the page at the new one has none at the old."""
    if exception is not None or app.builder.name != "html":
        return
    for old, new in app.config.otb_moved.items():
        if new in app.env.found_docs:
            address, base = app.builder.get_relative_uri(old, new), app.config.html_baseurl
            canonical = urljoin(base, app.builder.get_target_uri(new)) if base else address
            text = SIGNPOST.format(address=address, canonical=escape(canonical), title=escape(app.env.titles[new].astext()))
            Path(app.outdir, f"{old}.html").write_text(text, "utf8")


def setup(app):
    app.add_config_value("otb_moved", {}, "", dict)
    app.connect("env-updated", check)
    app.connect("build-finished", publish, priority=1000)       # after what reads all pages
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
