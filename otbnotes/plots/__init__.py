"""Figures: the functions here take results and never compute.  One file for the style, one for each chapter."""

from .animate import *
from .compression import *
from .concentration import *
from .convexity import *
from .convexity_losses import *
from .epsilon_nets import *
from .experts import *
from .exponentiated_gradient import *
from .gradient_descent import *
from .kernels import *
from .large_margin import *
from .least_squares import *
from .least_squares_online import *
from .online_to_batch import *
from .online_to_batch_averages import *
from .perceptron import *
from .progressive_validation import *
from .regret import *
from .regret_leader import *
from .sgd_pegasos import *
from .stability import *
from .style import COLOURS, STYLES, setup
from .svm import *
from .winnow import *
