"""Online algorithms: each plays a game from its first round to its last, and sees a label only after predicting."""

from .descent import *
from .experts import *
from .exponentiated import *
from .leader import *
from .perceptron import *
from .ridge import *
from .run import Run
from .steps import *
from .winnow import *
