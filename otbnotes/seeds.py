"""One master seed for the whole book: every random draw comes from ``rng("some-label")``."""

import hashlib
import os

import numpy as np

from . import require

DEFAULT_SEED = 2026


def master_seed():
    """Return the integer in the environment variable ``OTBNOTES_SEED``, or the book's default."""
    text = os.environ.get("OTBNOTES_SEED", str(DEFAULT_SEED))
    try:
        return int(text)
    except ValueError:
        require.fail("OTBNOTES_SEED", text, "an integer")


def rng(label):
    """Return a fresh ``numpy.random.Generator`` made from the master seed and ``label``.

    The same seed and label give the same stream on every machine; different labels give independent streams.

    Examples
    --------
    >>> bool(rng("a").random() == rng("a").random()), bool(rng("a").random() == rng("b").random())
    (True, False)
    """
    if not isinstance(label, str) or not label:
        require.fail("label", label, "a non-empty string")
    digest = hashlib.sha256(f"{master_seed()}:{label}".encode()).digest()
    return np.random.default_rng(int.from_bytes(digest, "big"))
