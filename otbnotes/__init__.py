"""otbnotes: the algorithms, bounds, adversaries and trials of *Online to Batch*."""

from .claims import claim
from .seeds import rng

__version__ = "0.1.0"
