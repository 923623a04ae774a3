"""otbnotes: the algorithms, bounds, adversaries and trials of *Online to Batch*.

An argument out of its range is a ``ValueError`` with its name, its value and what was expected.
"""

from .claims import claim
from .seeds import rng

__version__ = "0.1.0"
