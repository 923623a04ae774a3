"""Figures of the chapter on stability."""

import matplotlib.pyplot as plt
import numpy as np

from .style import COLOURS


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
