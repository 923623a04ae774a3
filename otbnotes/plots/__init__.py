"""Figures: the functions here take results and never compute.  One file for the style, one for each chapter."""

from .concentration import *
from .experts import *
from .exponentiated_gradient import *
from .gradient_descent import *
from .least_squares import *
from .least_squares_online import *
from .perceptron import *
from .regret import *
from .regret_leader import *
from .style import COLOURS, STYLES, setup
from .winnow import *
