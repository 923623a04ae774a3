"""Run many independent jobs: on the cores of this machine, or with ``CLUSTER=tcp://host:8786`` on a Dask cluster.

    for number, found in each(work, jobs, len(jobs), "trial"):          # found = work(*jobs[number])

The long runs go through here: the claims under other seeds, the wrong versions, the grading of a class.  joblib spreads the jobs,
tqdm shows how far they are.  The results are the same, bit for bit, wherever they are computed, if on a cluster

- each worker runs in a checkout of the same commit, by the Python of the environment that the run itself has, ``.venv`` for seeds
  and wrong versions, ``.venv-grading`` for a class, and is started in the folder of the checkout:

      .venv/bin/python -m dask worker tcp://host:8786 --nworkers 8 --nthreads 1

  Python, the kind of processor, NumPy, SciPy and the sources are compared before any work, and a worker with others is refused, also
  one that has seen the sources before they were changed: start it again;
- a class is graded with the folder of OUT.csv shared, under one path, and with bubblewrap on each machine.  Seeds and wrong
  versions share no folder: the pages and the edits travel with the jobs.
"""

import functools
import gc
import hashlib
import os
import platform
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

from joblib import Parallel, delayed, parallel_config
from tqdm import tqdm

ROOT = Path(__file__).parents[1]
SOURCES = ("otbnotes", "falsification", "grading", "book/extensions")
PATIENCE = 20       # seconds until a cluster has answered


def each(work, jobs, total, unit, cores=None, in_order=True, close=None):
    """Yield, for each job, its number from 0 on and ``work(*job)``, as soon as it is done.

    Parameters
    ----------
    work : callable
        A function of an importable module that leaves the long work to a process of its own: without a cluster it runs in threads.
    jobs : iterable of tuples
        The arguments of each job; they are asked for when it is nearly their turn.
    total : int
        How many jobs there are.
    unit : str
        What the line of progress counts; it is shown on a terminal only.
    cores : int >= 1, optional
        How many jobs run side by side without a cluster; one for each core.
    in_order : bool
        Whether a result waits for those of the jobs before it.
    close : callable, optional
        Is called at the end in every process that worked.

    Raises
    ------
    ValueError
        If ``CLUSTER`` is not the address of a scheduler that has workers, all of them like this process.
    """
    tasks = (delayed(_numbered)(work, number, job) for number, job in enumerate(jobs))
    kind = "generator" if in_order else "generator_unordered"
    with _place(cores, close) as place, tqdm(total=total, unit=unit, disable=None, leave=False) as progress:
        with parallel_config(**place):
            spread = Parallel(return_as=kind, batch_size=1)
        for result in spread(tasks):
            progress.update()
            yield result


def say(line):
    """Print a line at once, above the progress if that is shown."""
    with tqdm.external_write_mode():
        print(line, flush=True)


def _numbered(work, number, job):
    return number, work(*job)


@contextmanager
def _place(cores, close):
    """Give what tells joblib where the jobs run, and call ``close`` there at the end."""
    address = os.environ.get("CLUSTER")
    if address:
        with _cluster(address) as client:
            try:
                yield {"backend": "dask", "client": client}
            finally:
                if close:
                    client.run(close)
    else:
        try:
            yield {"backend": "threading", "n_jobs": cores or os.cpu_count()}
        finally:
            if close:
                close()


@contextmanager
def _cluster(address):
    """Connect to a scheduler whose workers are all like this process."""
    from distributed import Client

    gc.collect()        # a client that failed and is collected while another one starts waits for ever: distributed holds a lock there
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ValueError(f"CLUSTER = {address!r}: expected the address of a Dask scheduler, such as tcp://host:8786: {error}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise ValueError(f"CLUSTER = {address!r}: expected a scheduler with workers, found none") from None
        ours = like_this()
        for worker, theirs in client.run(like_this, on_error="return").items():
            if theirs != ours:
                raise ValueError(f"CLUSTER = {address!r}: expected workers with {ours}, found {worker} with {theirs!r}")
        yield client


@functools.cache
def like_this():
    """Return what processes have in common that compute the same numbers; of the sources a hash, as they were when it was first asked for."""
    together = hashlib.sha256()
    for path in sorted(path for folder in SOURCES for path in (ROOT / folder).rglob("*.py")):
        together.update(f"{path.relative_to(ROOT)} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return {"Python": platform.python_version(), "processor": platform.machine(), "numpy": version("numpy"), "scipy": version("scipy"),
            "sources": together.hexdigest()[:12]}
