"""Online algorithms: each plays a game from its first round to its last, and sees a label only after predicting."""

from .descent import *
from .run import Run
