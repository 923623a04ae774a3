"""The site needs no other host and no script without use: no thebe, no icon script."""

from pathlib import Path


def drop_thebe(app, pagename, templatename, context, doctree):
    """Take away the scripts and styles that the theme would load from unpkg.com."""
    def mentions_thebe(file):
        words = [str(getattr(file, "filename", file) or ""), *map(str, getattr(file, "attributes", {}).values())]
        return "thebe" in " ".join(words).lower()

    for kind in ("script_files", "css_files"):
        context[kind] = [file for file in context.get(kind, []) if not mentions_thebe(file)]


def empty_icons(app, exception):
    """Empty the icon script, whose icons the style sheet draws as well."""
    icons = Path(app.outdir) / "_static" / "scripts" / "fontawesome.js"
    if exception is None and icons.exists():
        icons.write_text("/* the icons come from the style sheet */\n", "utf8")


def setup(app):
    app.connect("html-page-context", drop_thebe, priority=999)
    app.connect("build-finished", empty_icons)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
