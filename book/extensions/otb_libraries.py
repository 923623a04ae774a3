"""Loads beforehand what the pages will ask for, so that a fork of this process has it at once."""

import contextlib
import importlib
import pkgutil

LIBRARIES = ("matplotlib.pyplot", "numba", "scipy.optimize", "scipy.stats", "sklearn.linear_model", "sympy")


def load():
    """Load the libraries, those that are there."""
    for library in LIBRARIES:
        with contextlib.suppress(ImportError):
            importlib.import_module(library)


def warm():
    """Load the whole package and play two games, with which numba starts and meets most words of the algorithms."""
    import otbnotes
    from otbnotes import geometry, losses, online, streams

    for module in pkgutil.walk_packages(otbnotes.__path__, "otbnotes."):
        importlib.import_module(module.name)
    game = streams.Game("one round", losses.Hinge(), [[1.0]], [1])
    online.gradient_descent(game, geometry.Ball(1.0), 1.0)
    online.exponentiated_gradient(game, 1.0)
