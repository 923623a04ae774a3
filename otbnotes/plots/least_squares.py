"""Figures of the chapter on least squares: fans of fitted lines, exact points on curves."""

import matplotlib.pyplot as plt

from .style import COLOURS


def _fan(axes, grid, lines, truth, design, label):
    """Draw all fitted lines in grey, the true line, and ticks where the design has its points."""
    axes.plot(grid, lines.T, color="0.6", linewidth=0.8, linestyle="-")
    axes.plot([], [], color="0.6", linewidth=0.8, linestyle="-", label=label)
    axes.plot(grid, truth, color=COLOURS[0], linewidth=2.4, linestyle="-", label="the true line")
    axes.plot(design, [axes.get_ylim()[0]] * len(design), "k^", clip_on=False, zorder=3, label="the design")
    axes.legend()


def fan_of_fits(grid, lines, truth, design, values, mean, label):
    """Draw the fitted lines, one row of ``lines`` each, beside their sorted ``values`` with a line at the mean."""
    _, (left, right) = plt.subplots(1, 2, figsize=(7.2, 3.2))
    _fan(left, grid, lines, truth, design, f"{len(lines)} fitted lines")
    left.set_xlabel("$x$")
    right.bar(range(1, len(values) + 1), sorted(values), color="0.75")
    right.axhline(mean, color=COLOURS[1], linestyle="--", label="$\\sigma^2d/n$")
    right.set(xlabel="the draws, sorted", ylabel=label, xticks=[1, *range(4, len(values) + 1, 4)])
    right.legend()
    plt.show()


def loss_over_fits(grid, lines, truth, design, loss, points, label):
    """Draw the fitted lines above the curve ``loss`` on the same grid; ``points`` are (places, losses) to lie on it."""
    _, (top, bottom) = plt.subplots(2, 1, figsize=(6.4, 5.0), sharex=True)
    _fan(top, grid, lines, truth, design, f"{len(lines)} fitted lines")
    bottom.plot(grid, loss, linestyle="-", label="$\\sigma^2(1+h(x))$")
    bottom.plot(*points, "o", color=COLOURS[1], label="mean over all noises")
    bottom.set(xlabel="$x$", ylabel=label, ylim=(0, None))
    bottom.legend()
    plt.show()


def points_on_curves(curves, points, labels, top=None):
    """Draw ``curves`` and, as markers, ``points``; both map a name to (x, y), and ``labels`` are those of the axes."""
    _, axes = plt.subplots()
    for name, (x, y) in curves.items():
        axes.plot(x, y, label=name)
    for (name, (x, y)), marker, colour, size in zip(points.items(), "osD", ("0.15", COLOURS[3], COLOURS[4]), (10, 5, 4)):
        axes.plot(x, y, marker, color=colour, markersize=size, fillstyle="none" if size > 5 else "full", label=name,
                  clip_on=False)
    axes.set(xlabel=labels[0], ylabel=labels[1], ylim=(0, top))
    axes.legend()
    plt.show()
