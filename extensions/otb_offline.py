"""The site needs no other host: MathJax from the package ``sphinx-mathjax-offline``, no thebe, no icon script."""

import shutil
from importlib.util import find_spec
from pathlib import Path

MATHJAX = ("tex-chtml.js", "output/chtml/fonts", "input/tex/extensions")


def drop_thebe(app, pagename, templatename, context, doctree):
    """Take away the scripts and styles that the theme would load from unpkg.com."""
    def mentions_thebe(file):
        words = [str(getattr(file, "filename", file) or ""), *map(str, getattr(file, "attributes", {}).values())]
        return "thebe" in " ".join(words).lower()

    for kind in ("script_files", "css_files"):
        context[kind] = [file for file in context.get(kind, []) if not mentions_thebe(file)]


def copy_mathjax(app, exception):
    """Put MathJax beside the pages; empty the icon script, whose icons the style sheet draws as well."""
    if exception is not None or app.builder.format != "html":
        return
    source = Path(find_spec("sphinx-mathjax-offline").origin).parent / "static" / "mathjax"
    target = Path(app.outdir) / "_static" / "mathjax"
    for name in MATHJAX:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (source / name).is_dir() else shutil.copy2
        copy(source / name, target / name, **({"dirs_exist_ok": True} if copy is shutil.copytree else {}))
    icons = Path(app.outdir) / "_static" / "scripts" / "fontawesome.js"
    if icons.exists():
        icons.write_text("/* the icons come from the style sheet */\n", "utf8")


def setup(app):
    app.connect("html-page-context", drop_thebe, priority=999)
    app.connect("build-finished", copy_mathjax)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
