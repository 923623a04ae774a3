"""Executes the pages, side by side, ahead of Sphinx, which reads them; what was executed is kept until something changes that it
depends on.

The *state* of a page is a hash of what its cells reach of the package, and of what all pages have in common: the
master seed, the lock files, the Python, and whether there is numba.  What all have in common is also the name of the cache;
that of another seed, say, is thrown away.  How a card looks is no part of the state: the cache holds the JSON of each card, and
``drawn`` makes HTML of it whenever the page is read.

A page with a cell that fails is left to MyST-NB: it runs the page once more and says what went wrong, and where.  A kernel that
dies stops the build, when the other pages are done.
"""

import hashlib
import os
import platform
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from copy import deepcopy
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import nbformat
import otb_reach
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.cache.db import NbCacheRecord
from jupyter_cache.executors.utils import single_nb_execution
from myst_nb.core.read import is_myst_markdown_notebook, myst_nb_reader_plugin
from nbclient.exceptions import DeadKernelError
from otb_fork_server import fork_server
from otbnotes import cards, seeds
from sphinx.errors import ConfigError, ExtensionError
from sphinx.util.display import status_iterator

sys.path.append(str(Path(__file__).parents[2]))
from falsification import record  # noqa: E402

LOCKS = ("requirements.txt", "requirements/constraints.txt", "requirements/locks/book.txt")
LOOK = {otb_reach.PACKAGE / name for name in ("cards.py", "typeset.py")}        # how a card looks
STARTS = 3


def common(folder):
    """Return a hash of what the outputs of all pages of the book in this folder depend on."""
    digest = hashlib.sha256(f"{seeds.master_seed()} {platform.python_version()} numba {find_spec('numba') is not None}".encode())
    for name in LOCKS:
        path = Path(folder, name)
        digest.update(path.read_bytes() if path.exists() else b"")
    return digest.hexdigest()[:16]


def state(folder, notebook):
    """Return a hash of what the outputs of this notebook of the book depend on, beside its cells."""
    return _state(folder, "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code"))


@lru_cache(maxsize=None)
def _state(folder, code):
    digest = hashlib.sha256(common(folder).encode())
    try:
        pieces = [(path, text.encode()) for path, text in otb_reach.pieces(code, LOOK)]
    except SyntaxError:         # a word of Jupyter's own, or a mistake: what the page needs can't be read off
        pieces = [(path, path.read_bytes()) for path in sorted(otb_reach.PACKAGE.rglob("*.py"))]
    files = [(path, path.read_bytes()) for path in [*otb_reach.data(), *sorted(otb_reach.PACKAGE.rglob("*.ttf"))]]
    for path, content in pieces + files:
        digest.update(path.relative_to(otb_reach.PACKAGE).as_posix().encode() + b"\0" + content + b"\0")
    return digest.hexdigest()[:16]


def notebook(path):
    """Return a page with code as a notebook without outputs, or None where it has no code."""
    return deepcopy(_read(path, path.read_text("utf8"))) if path.suffix == ".md" else None


@lru_cache(maxsize=None)
def _read(path, text):
    return myst_nb_reader_plugin(str(path)) if is_myst_markdown_notebook(text) else None


def prepare(app, config):
    """Stop on a bad seed, and choose the cache."""
    app.otb_kernels, app.otb_awaited = ExitStack(), set()
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


def kept(cache, page, now):
    """Say whether the cache has the outputs of this page in this state; what it has of another, or has in part, is thrown away."""
    try:
        record = cache.match_cache_notebook(page)
    except KeyError:
        return False
    try:
        if record.data.get("state") == now and cache.get_cache_bundle(record.pk):
            return True
    except (KeyError, ValueError):      # the build that wrote it was stopped, or the disk was full
        pass
    shutil.rmtree(Path(cache.path, "executed", record.hashkey), ignore_errors=True)
    NbCacheRecord.remove_record(record.pk, cache.db)
    return False


def executed(notebook, folder, timeout, **options):
    """Return what executing a notebook came to; ``options`` are those of ``nbclient.NotebookClient``.

    Jupyter chooses the ports of a kernel before the kernel takes them.  If another program has taken one of them by then the kernel
    dies before its first word; then another one is started.
    """
    for attempt in range(STARTS):
        try:
            return single_nb_execution(notebook, str(folder), timeout, allow_errors=False, **options)
        except DeadKernelError:
            raise
        except RuntimeError as error:
            if "before replying" not in str(error) or attempt == STARTS - 1:
                raise


def execute_ahead(app, env, docnames):
    """Begin to execute the pages about to be read, one on each processor and in that order: while one is read, others are executed."""
    if app.config.nb_execution_mode != "cache":
        return
    cache = get_cache(app.config.nb_execution_cache_path)
    paths = [Path(env.doc2path(docname)) for docname in docnames]
    pages = [(path, page, state(app.srcdir, page)) for path in paths if (page := notebook(path))]
    jobs = [job for job in pages if not kept(cache, *job[1:])]
    if not jobs:
        return
    timeout = app.config.nb_execution_timeout
    manager = app.otb_kernels.enter_context(fork_server())

    def run(job):
        path, page, now = job
        try:
            return path, now, executed(page, path.parent, timeout, kernel_manager_class=manager, startup_timeout=timeout)
        except DeadKernelError:
            return path, now, None

    pool = ThreadPoolExecutor(os.cpu_count())
    app.otb_kernels.callback(pool.shutdown, cancel_futures=True)
    app.otb_awaited = {env.path2doc(path) for path, *_ in jobs}
    app.otb_executed = status_iterator(pool.map(run, jobs), "executing... ", length=len(jobs), verbosity=app.verbosity,
                                       stringify_func=lambda job: env.path2doc(job[0]))


def keep(app, docname, source):
    """Wait until the page about to be read has been executed, and keep the outputs of those that succeed."""
    if docname not in app.otb_awaited:
        return
    cache, dead = get_cache(app.config.nb_execution_cache_path), []
    for path, now, result in app.otb_executed:
        page = app.env.path2doc(path)
        app.otb_awaited.remove(page)
        if result is None:
            dead.append(page)
        elif result.err is None:
            bundle = CacheBundleIn(undrawn(joined(result.nb)), str(path), data={"execution_seconds": result.time, "state": now})
            cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
        if page == docname and not dead:
            return
    raise ExtensionError(f"The Python that ran {', '.join(dead)} was killed: is there enough memory?")


def end_kernels(app, *args):
    """End what executes pages."""
    app.otb_kernels.close()


def write_side_by_side(app, env):
    """Have Sphinx write the pages on all processors: it resolves them in one, and writes them in the others."""
    app.parallel = 1 + os.cpu_count()           # not before: extensions read into the environment, one page after the other


def executed_once_more(app, docname):
    """Say whether MyST-NB has executed a page and kept it, which it does only when it failed before, side by side with others."""
    page = notebook(Path(app.env.doc2path(docname)))
    try:
        record = get_cache(app.config.nb_execution_cache_path).match_cache_notebook(page)
    except KeyError:
        return False
    return record.data.get("state") != state(app.srcdir, page)


@lru_cache(maxsize=1)           # several extensions ask for the same page, one after the other
def with_outputs(app, docname):
    """Return the notebook of a page with its outputs, its cards drawn: from the cache, or, where a cell failed, as far as it came.

    The copy in ``jupyter_execute`` has no outputs when the page was not executed anew.
    """
    try:
        page = notebook(Path(app.env.doc2path(docname)))
        found = get_cache(app.config.nb_execution_cache_path).merge_match_into_notebook(page)[1]
    except KeyError:
        found = nbformat.read(Path(app.outdir).parent / "jupyter_execute" / f"{docname}.ipynb", as_version=4)
    return drawn(found, record.terms())


def joined(notebook):
    """Join the pieces in which what a cell printed came out, in place, and return the notebook: where it is cut is chance."""
    for cell in notebook.cells:
        whole = []
        for output in cell.get("outputs", ()):
            if whole and output.output_type == whole[-1].output_type == "stream" and output.name == whole[-1].name:
                whole[-1].text += output.text
            else:
                whole.append(output)
        if cell.cell_type == "code":
            cell.outputs = whole
    return notebook


def drawn(notebook, terms=None):
    """Draw the cards of a notebook, in place, and return it; ``terms`` has what their rows would notice."""
    for data in _outputs(notebook):
        if html := cards.html_of(data, terms):
            data["text/html"] = html
    return notebook


def undrawn(notebook):
    """Take away what ``drawn`` makes anew, in place, and return the notebook."""
    for data in _outputs(notebook):
        if cards.html_of(data):
            data.pop("text/html", None)
    return notebook


def _outputs(notebook):
    """Return the outputs of a notebook that have a form, each as a dictionary MIME type -> content."""
    return [output["data"] for cell in notebook.cells for output in cell.get("outputs", ()) if "data" in output]


def setup(app):
    look = hashlib.sha256(b"".join([*(path.read_bytes() for path in sorted(LOOK)), repr(record.terms()).encode()])).hexdigest()
    app.add_config_value("otb_look", look, "env", str)         # another one, and Sphinx reads all pages anew
    app.connect("config-inited", prepare, priority=100)
    app.connect("env-get-outdated", outdated)
    app.connect("env-before-read-docs", execute_ahead)
    app.connect("source-read", keep)
    app.connect("env-updated", end_kernels)
    app.connect("build-finished", end_kernels)
    app.connect("env-updated", write_side_by_side)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
