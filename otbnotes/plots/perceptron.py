"""Figures of the Perceptron: its update, progress and length, shattered points, a game of halving, and counts against bounds."""

import matplotlib.pyplot as plt

from .style import COLOURS


def race(panels):
    """Draw, for each game, progress and length between their bounds.

    ``panels`` maps a title to (allowed, made).  ``allowed`` holds the mistakes on the axis, the least progress and the largest
    length; ``made`` the mistakes made, progress and length.
    """
    figure, row = plt.subplots(1, len(panels), figsize=(7.2, 3.3), squeeze=False)
    for axes, (title, ((axis, least, largest), (made, progress, length))) in zip(row[0], panels.items()):
        axes.fill_between(axis, least, largest, color="0.9", linewidth=0)
        step = max(1, len(made) // 9)
        axes.plot(made, length, color=COLOURS[1], linestyle="none", marker="s", markevery=step, markersize=5,
                  label="length $\\|w\\|$")
        axes.plot(made, progress, color=COLOURS[0], linestyle="none", marker="o", markevery=step, markersize=5,
                  label="progress $\\langle w,u\\rangle$")
        axes.plot(axis, largest, color="0.2", linestyle="--", linewidth=1.3, label="largest length $X\\sqrt{M}$")
        axes.plot(axis, least, color="0.2", linestyle=":", linewidth=1.6, label="least progress $\\gamma M$")
        axes.set(title=title, xlabel="mistakes $M$")
    figure.legend(*row[0][0].get_legend_handles_labels(), fontsize=9, loc="outside lower center", ncols=4)
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
    axes.plot(sizes, bound, color="0.4", marker="_", markersize=30, markeredgewidth=3, alpha=0.45, linestyle="none",
              label="bound $1/\\sqrt{D}$")
    axes.plot(sizes, best, color=COLOURS[1], marker="s", linestyle="none", label="orthogonal points")
    for place, (size, margins) in enumerate(zip(sizes, found)):
        axes.plot([size] * len(margins), margins, color=COLOURS[0], marker="o", markersize=4, linestyle="none",
                  alpha=0.6, label=None if place else "random points")
    axes.set(xlabel="number of points $D$", ylabel="margin of the worst labels", ylim=(0, None))
    axes.legend()
    plt.show()


def halving_tree(points, told):
    """Draw the game on thresholds over 2^k - 1 points in a row, the middle of what is left always next.

    ``told`` holds the labels of one game, whose branches are thick.
    """
    depth = (points + 1).bit_length() - 1
    figure, axes = plt.subplots(figsize=(7.2, 4.2))

    def node(low, high, level, told):
        """Draw the rules with ``low`` to ``high`` plus signs; ``told`` is what the thick path still holds, None off it."""
        middle, x = (low + high + 1) // 2, (low + high) / 2
        if low == high:
            signs = "\n".join("+" * low + "\u2212" * (points - low))
            axes.text(x, -level, signs, ha="center", va="top", fontsize=10, linespacing=0.8)
            return
        for label, ends in ((-1, (low, middle - 1)), (1, (middle, high))):
            on = told is not None and told[0] == label
            child = sum(ends) / 2
            colour, width = (COLOURS[0], 3) if on else ("0.6", 1)
            axes.plot([x, child], [-level, -level - 1], color=colour, linewidth=width, linestyle="-", zorder=1)
            axes.text((x + child) / 2, -level - 0.42, "+1" if label > 0 else "\u22121", fontsize=10, ha="center", va="center",
                      bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8})
            node(*ends, level + 1, told[1:] if on else None)
        axes.text(x, -level, middle, ha="center", va="center",
                  bbox={"boxstyle": "circle", "facecolor": "white", "edgecolor": "0.2"})

    node(0, points, 0, told)
    for level in range(depth + 1):
        axes.text(points + 0.9, -level, f"$V={depth - level}$", va="center")
    axes.set(xlim=(-0.5, points + 1.6), ylim=(-depth - 1.6, 0.35))
    axes.axis("off")
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
