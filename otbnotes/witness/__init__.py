"""Worst cases: games on which a bound is attained, or nearly so.  One file a chapter."""

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
from .large_margin import *
from .perceptron_winnow import *
from .svm import *
