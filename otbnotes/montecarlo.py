"""Independent trials, on one core or on a cluster, with the same results.

joblib does the work.  The caller chooses where, for instance

    with joblib.parallel_config("dask"):          # a dask.distributed client is running
        samples = trials(one_run, 10_000, rng)

and without a choice the trials run one after the other in this process.
"""

import sys
import time

import numpy as np

from . import require


def trials(trial, count, rng, batch=50):
    """Return ``trial(generator)`` for ``count`` independent generators.

    Parameters
    ----------
    trial : callable
        Takes a ``numpy.random.Generator`` and returns a number or an array, always of one shape.  A cluster needs a function that
        lives in an importable module.
    count : int >= 1
    rng : numpy.random.Generator
        One generator is spawned from it for each trial, so the results depend neither on the batches nor on the workers.
    batch : int >= 1
        Trials per task.

    Returns
    -------
    ndarray of shape (count, ...)

    Raises
    ------
    ValueError
        If ``count`` or ``batch`` is not a positive integer, or the trials return different shapes.

    Examples
    --------
    >>> trials(np.random.Generator.random, 1000, np.random.default_rng(0)).shape
    (1000,)
    """
    from joblib import Parallel, delayed

    require.integer("count", count, 1)
    require.integer("batch", batch, 1)
    if not isinstance(rng, np.random.Generator):
        require.fail("rng", rng, "a numpy.random.Generator")
    generators = rng.spawn(count)
    tasks = [delayed(_play)(trial, generators[i:i + batch]) for i in range(0, count, batch)]
    results = []
    with _Progress(count) as progress:
        for played in Parallel(return_as="generator")(tasks):
            results += played
            progress.show(len(results))
    shapes = {np.shape(result) for result in results}
    if len(shapes) > 1:
        require.fail("trial", trial, f"results of one shape, not of {sorted(shapes)}")
    return np.array(results)


def _play(trial, generators):
    """Run one batch of trials."""
    return [trial(generator) for generator in generators]


class _Progress:
    """A line on a terminal that says how far a long run has come; silent elsewhere and in its first two seconds."""

    def __init__(self, count):
        self.count, self.start, self.shown = count, time.monotonic(), False

    def __enter__(self):
        return self

    def show(self, done):
        if sys.stderr.isatty() and time.monotonic() - self.start > 2:
            self.shown = True
            print(f"\r{done} of {self.count} trials", end="", file=sys.stderr, flush=True)

    def __exit__(self, *error):
        if self.shown:
            print(file=sys.stderr)
