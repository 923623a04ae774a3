"""What matplotlib takes as its backend in the reader's browser: a canvas, and ``show``; see browser_runner.py."""

from matplotlib.backends.backend_svg import FigureCanvasSVG as FigureCanvas
from browser_runner import show
