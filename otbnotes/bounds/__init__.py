"""Every bound of the book as a function of one to three lines; its docstring names its statement.  One file a chapter.

Arguments for which the arithmetic leaves the range of floats are refused like any others that a bound cannot take.
"""

import functools
import inspect
import math

import numpy as np

from .. import require
from .compression import *
from .concentration import *
from .convexity import *
from .epsilon_nets import *
from .experts import *
from .exponentiated_gradient import *
from .gradient_descent import *
from .kernels import *
from .least_squares import *
from .online_to_batch import *
from .progressive_validation import *
from .regret import *
from .large_margin import *
from .perceptron_winnow import *
from .sgd_pegasos import *
from .stability import *
from .svm import *


def _within_floats(bound):
    """Return ``bound`` with the one clear error where its own arithmetic would overflow, divide by 0 or end in NaN."""
    @functools.wraps(bound)
    def checked(*arguments, **named):
        try:
            value = bound(*arguments, **named)
        except (OverflowError, ZeroDivisionError):
            value = math.nan
        if isinstance(value, (float, np.floating)) and value != value:
            given = inspect.signature(bound).bind(*arguments, **named).arguments
            require.fail(f"arguments of {bound.__name__}", dict(given), "numbers not too large or too small for its arithmetic")
        return value

    checked.__module__ = __name__
    return checked


globals().update({name: _within_floats(bound) for name, bound in list(globals().items())
                  if inspect.isfunction(bound) and bound.__module__.startswith(f"{__name__}.")})
