"""Figures: the functions here take results and never compute.  One file for the style, one for each chapter."""

from .gradient_descent import *
from .style import COLOURS, STYLES, setup
