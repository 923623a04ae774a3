"""Loads beforehand what the pages will ask for, so that a fork of this process has it at once."""

import contextlib
import importlib
import pkgutil
import sys

from .edits import ROOT

LIBRARIES = ("matplotlib.pyplot", "numba", "scipy.optimize", "scipy.stats", "sklearn.linear_model", "sympy")


def load():
    """Load the libraries, those that are there."""
    for library in LIBRARIES:
        with contextlib.suppress(ImportError):
            importlib.import_module(library)


def warm():
    """Load the whole package and play the first kernel."""
    sys.path.insert(0, str(ROOT))
    import otbnotes
    from otbnotes import losses, online, streams

    for module in pkgutil.walk_packages(otbnotes.__path__, "otbnotes."):
        importlib.import_module(module.name)
    online.perceptron(streams.Game("one round", losses.Hinge(), [[1.0]], [1]))
