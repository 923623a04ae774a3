"""Executes the pages whose outputs are not in the cache side by side, before Sphinx reads them one after the other.

A page with a cell that fails is left to MyST-NB: it runs the page once more and says what went wrong, and where.  A kernel that
dies stops the build, when the other pages are done.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.executors.utils import single_nb_execution
from myst_nb.core.read import is_myst_markdown_notebook, myst_nb_reader_plugin
from nbclient.exceptions import DeadKernelError
from sphinx.errors import ExtensionError
from sphinx.util.display import status_iterator

from otb_nursery import nursery


STARTS = 3


def missing(cache, paths):
    """Return the path and the notebook of each page with code that the cache doesn't know."""
    found = []
    for path in paths:
        if path.suffix == ".md" and is_myst_markdown_notebook(path.read_text("utf8")):
            notebook = myst_nb_reader_plugin(str(path))
            try:
                cache.match_cache_notebook(notebook)
            except KeyError:
                found.append((path, notebook))
    return found


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
    """Execute the pages about to be read, one on each processor, and keep the outputs of those that succeed."""
    if app.config.nb_execution_mode != "cache":
        return
    cache = get_cache(app.config.nb_execution_cache_path)
    jobs = missing(cache, [Path(env.doc2path(docname)) for docname in docnames])
    if not jobs:
        return

    def run(job):
        path, notebook = job
        try:
            return path, executed(notebook, path.parent, app.config.nb_execution_timeout, kernel_manager_class=manager)
        except DeadKernelError:
            return path, None

    with nursery() as manager, ThreadPoolExecutor(os.cpu_count()) as pool:
        done = status_iterator(pool.map(run, jobs), "executing... ", length=len(jobs), verbosity=app.verbosity,
                               stringify_func=lambda pair: env.path2doc(pair[0]))
        dead = []
        for path, result in done:
            if result is None:
                dead.append(env.path2doc(path))
            elif result.err is None:
                bundle = CacheBundleIn(result.nb, str(path), data={"execution_seconds": result.time})
                cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
    if dead:
        raise ExtensionError(f"The Python that ran {', '.join(dead)} was killed: is there enough memory?")


def setup(app):
    app.connect("env-before-read-docs", execute_ahead)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
