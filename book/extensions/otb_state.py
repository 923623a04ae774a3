"""What the outputs of a page depend on, beside its cells: while that stays the same, the outputs that were kept are used.

The *state* of a page is a hash of the files of the package that its cells reach, and of what all pages have in common: the
master seed, the lock files, the Python, and whether there is numba.  What all have in common is also the name of the cache;
that of another seed, say, is thrown away.
"""

import hashlib
import platform
import shutil
from importlib.util import find_spec
from pathlib import Path

import otb_reach
from myst_nb.core.read import is_myst_markdown_notebook, myst_nb_reader_plugin
from otbnotes import seeds
from sphinx.errors import ConfigError

LOCKS = ("requirements.txt", "requirements/constraints.txt", "requirements/locks/book.txt")


def common(folder):
    """Return a hash of what the outputs of all pages of the book in this folder depend on."""
    digest = hashlib.sha256(f"{seeds.master_seed()} {platform.python_version()} numba {find_spec('numba') is not None}".encode())
    for name in LOCKS:
        path = Path(folder, name)
        digest.update(path.read_bytes() if path.exists() else b"")
    return digest.hexdigest()[:16]


def state(folder, notebook):
    """Return a hash of what the outputs of this notebook of the book depend on, beside its cells."""
    digest = hashlib.sha256(common(folder).encode())
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    try:
        files = otb_reach.reached(code)
    except SyntaxError:         # a word of Jupyter's own, or a mistake: what the page needs can't be read off
        files = sorted(otb_reach.PACKAGE.rglob("*.py"))
    for path in [*files, *otb_reach.data(), *sorted(otb_reach.PACKAGE.rglob("*.ttf"))]:
        digest.update(path.relative_to(otb_reach.PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def notebook(path):
    """Return a page with code as a notebook without outputs, or None where it has no code."""
    return myst_nb_reader_plugin(str(path)) if path.suffix == ".md" and is_myst_markdown_notebook(path.read_text("utf8")) else None


def prepare(app, config):
    """Stop on a bad seed, and choose the cache."""
    try:
        seeds.master_seed()
    except ValueError as error:
        raise ConfigError(str(error)) from None
    if config.nb_execution_mode == "cache":
        caches = Path(app.outdir).parent / ".jupyter_cache"
        config.nb_execution_cache_path = str(caches / common(app.srcdir))
        for old in caches.glob("*") if caches.exists() else ():
            if old.name != common(app.srcdir):
                shutil.rmtree(old, ignore_errors=True)


def outdated(app, env, added, changed, removed):
    """Read the pages again whose state is another than when they were read."""
    before, env.otb_states = getattr(env, "otb_states", {}), {}
    for docname in env.found_docs:
        if page := notebook(Path(env.doc2path(docname))):
            env.otb_states[docname] = state(app.srcdir, page)
    return [docname for docname, now in env.otb_states.items() if before.get(docname, now) != now]


def setup(app):
    app.connect("config-inited", prepare, priority=100)
    app.connect("env-get-outdated", outdated)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
