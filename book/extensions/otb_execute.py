"""Executes the pages whose outputs are not in the cache, or depend on what has changed, side by side, before Sphinx reads them.

A page with a cell that fails is left to MyST-NB: it runs the page once more and says what went wrong, and where.  A kernel that
dies stops the build, when the other pages are done.
"""

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.cache.db import NbCacheRecord
from jupyter_cache.executors.utils import single_nb_execution
from nbclient.exceptions import DeadKernelError
from sphinx.errors import ExtensionError
from sphinx.util.display import status_iterator

from otb_nursery import nursery
from otb_state import notebook, state

STARTS = 3


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
    """Execute the pages about to be read, one on each processor, and keep the outputs of those that succeed."""
    if app.config.nb_execution_mode != "cache":
        return
    cache = get_cache(app.config.nb_execution_cache_path)
    paths = [Path(env.doc2path(docname)) for docname in docnames]
    pages = [(path, page, state(app.srcdir, page)) for path in paths if (page := notebook(path))]
    jobs = [job for job in pages if not kept(cache, *job[1:])]
    if not jobs:
        return

    def run(job):
        path, page, now = job
        try:
            return path, now, executed(page, path.parent, app.config.nb_execution_timeout, kernel_manager_class=manager)
        except DeadKernelError:
            return path, now, None

    with nursery() as manager, ThreadPoolExecutor(os.cpu_count()) as pool:
        done = status_iterator(pool.map(run, jobs), "executing... ", length=len(jobs), verbosity=app.verbosity,
                               stringify_func=lambda job: env.path2doc(job[0]))
        dead = []
        for path, now, result in done:
            if result is None:
                dead.append(env.path2doc(path))
            elif result.err is None:
                bundle = CacheBundleIn(result.nb, str(path), data={"execution_seconds": result.time, "state": now})
                cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
    if dead:
        raise ExtensionError(f"The Python that ran {', '.join(dead)} was killed: is there enough memory?")


def setup(app):
    app.connect("env-before-read-docs", execute_ahead)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
