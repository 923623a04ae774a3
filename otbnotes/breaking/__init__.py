"""Breaking instances: each function drops one hypothesis of a statement and keeps the rest.

It returns (measured, bound, story) with measured > bound, so that ``claim.needs("step", *gd_step_too_long())`` reads well.
The ball has radius 1, and slope and features are declared to be at most 1, if nothing else is said.
"""

from .compression import *
from .concentration import *
from .convexity import *
from .epsilon_nets import *
from .experts import *
from .exponentiated_gradient import *
from .gradient_descent import *
from .kernels import *
from .least_squares import *
from .regret import *
from .online_to_batch import *
from .progressive_validation import *
from .sgd_pegasos import *
from .stability import *
from .svm import *
from .large_margin import *
from .perceptron_winnow import *
