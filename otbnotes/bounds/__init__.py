"""Every bound of the book as a function of one to three lines; its docstring names its statement.  One file a chapter."""

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
