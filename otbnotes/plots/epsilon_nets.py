"""Figures of the chapter on epsilon-nets."""

import matplotlib.pyplot as plt
import numpy as np

from .style import COLOURS, STYLES, draw_each


def boxes_missed(world, panels):
    """Draw a panel for each entry of ``panels``, which maps a title to (sample, low, high): the heaviest box missed."""
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 3.7), sharey=True)
    for axes, (title, (sample, low, high)) in zip(row, panels.items()):
        axes.plot(*world.T, ".", color="0.6", markersize=4, label="the law")
        axes.add_patch(plt.Rectangle(low, *(np.subtract(high, low)), facecolor=COLOURS[1], alpha=0.35, edgecolor="black",
                                     linewidth=1.2, label="heaviest box missed"))
        axes.plot(*sample.T, "o", color=COLOURS[0], markersize=5, label="sample")
        axes.set(aspect="equal", xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), xticks=[], yticks=[])
        axes.set_title(title, fontsize=10.5)
    row[0].figure.legend(*row[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, fontsize=9)
    plt.show()


def growth_of_traces(points, curves, dimensions):
    """Draw numbers of traces over numbers of points, on a logarithmic axis, with Sauer's bound for each dimension."""
    _, axes = plt.subplots()
    for (name, values), colour, marker in zip(curves.items(), COLOURS, "osD^v"):
        axes.plot(points, values, marker, color=colour, linestyle="none", markersize=5.5, label=name)
    for (name, values), style in zip(dimensions.items(), STYLES):
        axes.plot(points, values, color="0.45", linestyle=style, linewidth=1.2, label=name)
    axes.set(yscale="log", xlabel="points", ylabel=r"largest number of traces, $\tau$")
    axes.legend(fontsize=8.5, ncols=2)
    plt.show()


def net_failures(sizes, curves):
    """Draw probabilities over the sample size on a logarithmic axis."""
    _, axes = plt.subplots()
    draw_each(axes.plot, sizes, curves, markers=True)
    axes.axhline(1, color="0.5", linewidth=1, linestyle="-")
    axes.set(yscale="log", xlabel="sample size $n$", ylabel="probability, or bound")
    axes.legend()
    plt.show()


def needed_and_promised(levels, curves):
    """Draw sample sizes over 1/epsilon on double logarithmic axes."""
    _, axes = plt.subplots()
    draw_each(axes.plot, levels, curves, markers=True)
    axes.set(xscale="log", yscale="log", xlabel=r"$1/\epsilon$", ylabel="draws")
    axes.set_xticks(levels, map(str, levels))
    axes.minorticks_off()
    axes.legend(fontsize=9)
    plt.show()
