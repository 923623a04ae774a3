"""The words that the algorithms are written in, and how they reach the speed of C.

    inner(w, x)          the inner product <w, x>
    write(v, w)          v <- w
    add_scaled(w, a, x)  w <- w + a x
    scale(w, a)          w <- a w
    multiply(v, A, x)    v <- A x, for a symmetric matrix A
    add_outer(A, a, x)   A <- A + a x x^T
    value(loss, z, y)    the loss of predicting z when the label is y
    slope(loss, z, y)    a subgradient of that loss in z
    project(domain, w)   w <- the point of the domain nearest to w
    exponential_weights(w, a, x)   w_j <- exp(a x_j) / sum_k exp(a x_k)
    chance(vote, share)  the chance that a vote says what this share of its weight says

An algorithm is written once, with these words, and decorated with ``@compiled``.  Each word has a NumPy body, used as it
stands, and, when numba is installed, a loop body that is compiled into the algorithm at its first call.  Losses,
domains and votes are NamedTuples; their own methods are the compiled bodies of ``value``, ``slope``, ``project`` and
``chance``.
"""

import functools
import hashlib
import importlib
import math
import os
from pathlib import Path

import numpy as np


def inner(w, x):
    """Return the inner product <w, x>."""
    return w @ x


def write(v, w):
    """Copy ``w`` into ``v``, a vector of the same length."""
    v[:] = w


def add_scaled(w, a, x):
    """Add ``a * x`` to ``w`` in place."""
    w += a * x


def scale(w, a):
    """Multiply ``w`` by ``a`` in place."""
    w *= a


def multiply(v, matrix, x):
    """Set ``v`` in place to the product of a symmetric matrix and ``x``."""
    v[:] = x @ matrix


def add_outer(matrix, a, x):
    """Add ``a * x x^T`` to the matrix in place."""
    matrix += np.outer(a * x, x)


def value(loss, z, y):
    """Return the loss of the prediction ``z`` under the label ``y``."""
    return loss.value(z, y)


def slope(loss, z, y):
    """Return a subgradient, in ``z``, of the loss of the prediction ``z`` under the label ``y``."""
    return loss.slope(z, y)


def project(domain, w):
    """Move ``w`` in place to the point of ``domain`` nearest to it."""
    domain.project(w)


def exponential_weights(w, a, x):
    """Set ``w`` in place to probabilities proportional to exp(a x_j); the largest exponent is first brought to 0."""
    exponents = a * x
    w[:] = np.exp(exponents - exponents.max())
    w /= w.sum()


def chance(vote, share):
    """Return the chance that ``vote`` says what this share of its weight says."""
    return vote.chance(share)


class compiled:
    """Compile the decorated algorithm with numba at its first call; without numba run it as it is written."""

    def __init__(self, algorithm):
        functools.update_wrapper(self, algorithm)
        self.algorithm = algorithm

    def __call__(self, *arguments):
        ours = all(type(a).__module__.startswith(f"{__package__}.") for a in arguments if isinstance(a, tuple))
        return self.body(ours)(*arguments)

    @functools.cache
    def body(self, ours):
        """Return what runs: compiled, where there is numba, and kept on disk if losses and domains are ``ours``.

        A loss from elsewhere may change, or its module vanish, without a change in the name of the cache.
        """
        numba = _numba()
        return self.algorithm if numba is None else _compile(numba, self.algorithm, ours)


@functools.cache
def _numba():
    """Return numba with the loop bodies of the words registered, or None where it is not installed."""
    try:
        numba = importlib.import_module("numba")
        overload = importlib.import_module("numba.extending").overload
        four_sums = importlib.import_module(f"{__package__}.lanes").four_sums
    except ImportError:
        return None

    @overload(inner)
    def _inner(w, x):
        def loop(w, x):
            total = 0.0
            for j in range(w.size):
                total += w[j] * x[j]
            return total

        def blocks(w, x):
            total = four_sums(w, x)
            for j in range(w.size - w.size % 4, w.size):
                total += w[j] * x[j]
            return total
        return blocks if w.is_contig and x.is_contig and w.dtype == x.dtype == numba.float64 else loop

    @overload(write)
    def _write(v, w):
        def loop(v, w):         # v[:] = w would compile the text of an error message into every algorithm, for seconds
            for j in range(v.size):
                v[j] = w[j]
        return loop

    @overload(add_scaled)
    def _add_scaled(w, a, x):
        def loop(w, a, x):
            for j in range(w.size):
                w[j] += a * x[j]
        return loop

    @overload(scale)
    def _scale(w, a):
        def loop(w, a):
            for j in range(w.size):
                w[j] *= a
        return loop

    @overload(multiply)
    def _multiply(v, matrix, x):
        def loop(v, matrix, x):
            v[:] = 0.0
            for i in range(x.size):
                for j in range(x.size):
                    v[j] += x[i] * matrix[i, j]
        return loop

    @overload(add_outer)
    def _add_outer(matrix, a, x):
        def loop(matrix, a, x):
            for i in range(x.size):
                factor = a * x[i]
                for j in range(x.size):
                    matrix[i, j] += factor * x[j]
        return loop

    @overload(value, strict=False)
    def _value(loss, z, y):
        return loss.instance_class.value

    @overload(slope, strict=False)
    def _slope(loss, z, y):
        return loss.instance_class.slope

    @overload(project, strict=False)
    def _project(domain, w):
        return domain.instance_class.project

    @overload(exponential_weights)
    def _exponential_weights(w, a, x):
        def loop(w, a, x):
            largest, total = a * x[0], 0.0
            for j in range(w.size):
                largest = max(largest, a * x[j])
            for j in range(w.size):
                w[j] = math.exp(a * x[j] - largest)
                total += w[j]
            for j in range(w.size):
                w[j] /= total
        return loop

    @overload(chance, strict=False)
    def _chance(vote, share):
        return vote.instance_class.chance

    return numba


def _compile(numba, algorithm, cached):
    """Compile ``algorithm``, strict floating point, if ``cached`` on disk under a name that changes with the source.

    numba watches only the file of the function it compiles: a change in another file would leave a stale machine code
    behind.  So the folder of the cache carries a hash of the whole package.
    """
    if not cached:
        return numba.njit(nogil=True, error_model="numpy")(algorithm)
    folder = Path(os.environ.get("NUMBA_CACHE_DIR", Path(__file__).parent / "__pycache__")) / f"numba-{source_hash()[:16]}"
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return numba.njit(cache=True, nogil=True, error_model="numpy")(algorithm)
    except OSError:
        return numba.njit(nogil=True, error_model="numpy")(algorithm)
    finally:
        numba.config.CACHE_DIR = before


@functools.cache
def source_hash():
    """Return the SHA-256 of every Python file and certificate of this package, in hexadecimal."""
    digest = hashlib.sha256()
    package = Path(__file__).parent
    for path in sorted(package.rglob("*")):
        if path.suffix in {".py", ".json"} and "__pycache__" not in path.parts:
            digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
