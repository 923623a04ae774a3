"""One style for every figure of the book."""

from pathlib import Path

import matplotlib
from matplotlib import font_manager

from .. import require

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Okabe and Ito's palette, told apart by colour-blind eyes; line styles differ as well."""
STYLES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)))
MARKERS = "os^Dvx"
FONTS = tuple(sorted(Path(__file__).with_name("fonts").glob("*.ttf")))
"""The face of the book's text, upright and italic; what it does not have comes from faces that matplotlib brings along."""


def setup():
    """Set the style and make figures the same, byte for byte, in every run.

    Jupyter gets each as SVG and as PNG, which it shows also in a notebook that it does not trust.
    """
    try:
        from matplotlib_inline.backend_inline import set_matplotlib_formats
    except ImportError:
        pass
    else:
        set_matplotlib_formats("svg", "retina", metadata={"Date": None})
    for path in FONTS:
        font_manager.fontManager.addfont(path)
    face = font_manager.get_font(FONTS[0]).family_name
    matplotlib.rcParams.update({
        "svg.hashsalt": "online-to-batch", "figure.figsize": (6.4, 3.4), "figure.dpi": 90, "figure.constrained_layout.use": True,
        "font.family": [face, "DejaVu Sans"], "font.size": 11, "mathtext.fontset": "custom", "mathtext.fallback": "stix",
        "mathtext.rm": face, "mathtext.it": f"{face}:italic", "mathtext.bf": face, "mathtext.cal": "cmsy10",
        "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.25,
        "lines.linewidth": 1.8, "legend.frameon": False, "figure.facecolor": "white", "axes.facecolor": "white",
        "axes.prop_cycle": matplotlib.cycler(color=COLOURS) + matplotlib.cycler(linestyle=STYLES)})


def draw_each(plot, at, curves, styles=STYLES, markers=False, **options):
    """Plot each named curve over ``at`` in a colour, a line style and, if wanted, a marker of its own.

    ``plot`` is a method of the axes, such as ``axes.semilogy``; ``curves`` maps a name to one number for each place.
    """
    if len(curves) > len(styles):
        require.fail("curves", list(curves), f"at most {len(styles)}, which a reader can tell apart")
    for (name, values), colour, style, marker in zip(curves.items(), COLOURS, styles, MARKERS):
        shape = {"marker": marker, "markersize": 4} if markers else {}
        plot(at, values, color=colour, linestyle=style, label=name, **shape, **options)
