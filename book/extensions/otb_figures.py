"""What matplotlib takes as its backend in the reader's browser: a canvas, and ``show``; see otb_shell.py."""

from matplotlib.backends.backend_svg import FigureCanvasSVG as FigureCanvas
from otb_shell import show
