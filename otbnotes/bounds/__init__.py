"""Every bound of the book as a function of one to three lines; its docstring names its statement.  One file a chapter."""

from .gradient_descent import *
