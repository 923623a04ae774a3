"""Figures of the chapter on stability."""

import matplotlib.pyplot as plt
import numpy as np

from .style import COLOURS


def moving_hyperplanes(panels, features, labels, replacements):
    """Draw examples in the plane, their hyperplane, and those after the first example was replaced.

    ``panels`` maps a title to (w, the array of the vectors w after each replacement).
    """
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 3.7), sharey=True, squeeze=False)
    for axes, (title, (w, moved)) in zip(row[0], panels.items()):
        for k, other in enumerate(moved):
            _line(axes, other, color="0.55", linewidth=0.8, linestyle="-", label=None if k else "one example replaced")
        _line(axes, w, color="black", linewidth=2.4, linestyle="-", label="this sample")
        for sign, marker, colour in ((1, "o", COLOURS[0]), (-1, "s", COLOURS[1])):
            axes.plot(*features[labels == sign].T, marker, color=colour, markersize=6, label=f"$y={sign:+d}$")
        axes.plot(*replacements.T, ".", color="0.55", markersize=3)
        axes.plot(*features[:1].T, "o", markersize=13, markerfacecolor="none", markeredgecolor="black",
                  label="the one replaced")
        axes.set(title=title, xlim=(-1.06, 1.06), ylim=(-1.06, 1.06), aspect="equal", xlabel="first feature")
        axes.grid(visible=False)
    row[0][0].set_ylabel("second feature")
    handles, names = row[0][0].get_legend_handles_labels()
    row[0][0].figure.legend(handles, names, loc="outside lower center", ncols=len(names), fontsize=9)
    plt.show()


def _line(axes, w, **style):
    """Draw the line of the x in the unit disc with <w, x> = 0."""
    along = np.array([-w[1], w[0]]) / np.linalg.norm(w)
    axes.plot(*np.array([-along, along]).T, **style)


def moving_minimisers(panels):
    """Draw the minimiser, those after one example was replaced, and the disc that holds them.

    ``panels`` maps a title to (w, the array of the vectors after each replacement, radius).
    """
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 3.7), squeeze=False)
    for axes, (title, (w, moved, radius)) in zip(row[0], panels.items()):
        axes.add_patch(plt.Circle(w, radius, facecolor="0.93", edgecolor="0.4", linewidth=1.5))
        axes.plot(*moved.T, "o", color=COLOURS[0], markersize=3.5, label="one example replaced")
        axes.plot(*w, "*", color="black", markersize=12, label="the minimiser $w_S$")
        axes.plot([], [], color="0.4", linewidth=1.5, linestyle="-", label=r"distance $G/(\lambda n)$")
        reach = 1.08 * radius
        axes.set(title=title, xlim=(w[0] - reach, w[0] + reach), ylim=(w[1] - reach, w[1] + reach), aspect="equal",
                 xlabel="first entry of $w$")
        axes.grid(visible=False)
    row[0][0].set_ylabel("second entry of $w$")
    handles, names = row[0][0].get_legend_handles_labels()
    row[0][0].figure.legend(handles, names, loc="outside lower center", ncols=len(names), fontsize=9)
    plt.show()


def risk_by_regulariser(regularisers, curves, bound):
    """Draw curves over the regularisation parameter, logarithmic, under the bound; ``curves`` maps a name to numbers."""
    _, axes = plt.subplots()
    axes.plot(regularisers, bound, color="0.4", linewidth=4, alpha=0.45, linestyle="-", label="bound, best $u$")
    for (name, values), marker in zip(curves.items(), "os^D"):
        axes.plot(regularisers, values, marker=marker, markersize=4, label=name)
    axes.set(xlabel=r"$\lambda$", ylabel="mean loss", xscale="log", ylim=(0, 1.6))
    axes.legend()
    plt.show()
