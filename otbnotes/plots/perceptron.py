"""Figures of the Perceptron: its update, its progress and length, margins of shattered points, and counts against bounds."""

import matplotlib.pyplot as plt

from .style import COLOURS


def race(panels):
    """Draw, for each game, progress and length between their bounds.

    ``panels`` maps a title to (allowed, made).  ``allowed`` holds the mistakes on the axis, the least progress and the largest
    length; ``made`` the mistakes made, progress and length.
    """
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 3.0), squeeze=False)
    for axes, (title, ((axis, least, largest), (made, progress, length))) in zip(row[0], panels.items()):
        axes.fill_between(axis, least, largest, color="0.9", linewidth=0)
        axes.plot(axis, largest, color="0.35", linestyle="--", linewidth=1.3, label="largest length $X\\sqrt{M}$")
        axes.plot(axis, least, color="0.35", linestyle=":", linewidth=1.3, label="least progress $\\gamma M$")
        step = max(1, len(made) // 12)
        axes.plot(made, length, color=COLOURS[1], linestyle="-", marker="s", markevery=step, markersize=4,
                  label="length $\\|w\\|$")
        axes.plot(made, progress, color=COLOURS[0], linestyle="-", marker="o", markevery=step, markersize=4,
                  label="progress $\\langle w,u\\rangle$")
        axes.set(title=title, xlabel="mistakes $M$")
    row[0][0].legend(fontsize=9)
    plt.show()


def update_in_the_plane(w, x, moved):
    """Draw w, the wrong example x with the label +1, and the vector after the update, with both half-planes' edges."""
    _, axes = plt.subplots(figsize=(4.6, 3.4))
    for vector, colour, style, name in ((w, COLOURS[0], "-", "$w$"), (moved, COLOURS[1], "--", "$w+yx$")):
        axes.annotate("", xy=vector, xytext=(0, 0), arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 2,
                                                               "shrinkA": 0, "shrinkB": 0})
        axes.text(vector[0] + 0.04, vector[1] + 0.05, name, color=colour)
        edge = 2.2 * vector[1], -2.2 * vector[0]
        axes.plot([-edge[0], edge[0]], [-edge[1], edge[1]], color=colour, linestyle=style, linewidth=1.3)
    axes.annotate("", xy=moved, xytext=w, arrowprops={"arrowstyle": "->", "color": "0.4", "linestyle": ":"})
    axes.plot(*x, marker="P", markersize=10, color="black", linestyle="none")
    axes.text(x[0] - 0.02, x[1] - 0.2, "$x$, $y=+1$", ha="center")
    axes.text(-1.5, 0.97, "edge of $w$", color=COLOURS[0])
    axes.text(1.18, 0.1, "edge of $w+yx$", color=COLOURS[1], ha="right")
    axes.set(xlim=(-1.6, 1.2), ylim=(-0.65, 1.25), aspect="equal")
    plt.show()


def margins_by_size(sizes, bound, found, best):
    """Draw the margin with which sets of D points are shattered, one dot for each set, under the bound."""
    _, axes = plt.subplots()
    axes.plot(sizes, bound, color="0.4", linewidth=4, alpha=0.45, linestyle="-", label="bound $1/\\sqrt{D}$")
    axes.plot(sizes, best, color=COLOURS[1], marker="s", linestyle="none", label="orthogonal points")
    for place, (size, margins) in enumerate(zip(sizes, found)):
        axes.plot([size] * len(margins), margins, color=COLOURS[0], marker="o", markersize=4, linestyle="none",
                  alpha=0.6, label=None if place else "random points")
    axes.set(xlabel="number of points $D$", ylabel="margin of the worst labels", ylim=(0, None))
    axes.legend()
    plt.show()


def counts_against_bounds(allowed, counts, label_x, label_y):
    """Draw counts against what the bound allows, on double logarithmic axes; ``counts`` maps a name to counts."""
    _, axes = plt.subplots(figsize=(6.4, 3.8))
    for (name, made), marker, colour in zip(counts.items(), "o^sD", COLOURS):
        axes.plot(allowed, made, marker=marker, color=colour, markersize=5, linestyle="none", alpha=0.75, label=name)
    ends = [min(allowed), max(allowed)]
    axes.plot(ends, ends, color="black", linestyle="--", linewidth=1.3, label="the bound")
    axes.set(xscale="log", yscale="log", xlabel=label_x, ylabel=label_y)
    axes.legend()
    plt.show()
