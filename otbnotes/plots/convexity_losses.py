"""Figures of the pages on losses, Lipschitz functions, strong convexity and projections."""

import matplotlib.pyplot as plt

from .style import COLOURS, draw_each


def surrogate_curves(margins, errors, curves):
    """Draw the count of errors as a broad grey line and ``curves``, a dictionary from names to values, over the margins."""
    _, axes = plt.subplots()
    axes.plot(margins, errors, color="0.4", alpha=0.45, linewidth=5, linestyle="-", label="1 for an error")
    for name, values in curves.items():
        axes.plot(margins, values, label=name)
    axes.axhline(1, color="black", linewidth=0.8, linestyle=":")
    axes.set(xlabel=r"margin $s=y\langle w,x\rangle$", ylabel="loss", ylim=(-0.05, 3.05))
    axes.legend()
    plt.show()


def subgradients_of_an_interval(points, values, lines, slopes, constant):
    """Draw a function on an interval with lines that touch it, and beside it the set of its subgradients at each point.

    ``lines`` maps a name to values at the points; ``slopes`` lists (point, lowest, highest) in order, where infinite ends
    are drawn as arrows; ``constant`` is half the height of the shaded band.
    """
    _, (left, right) = plt.subplots(1, 2, figsize=(7.2, 3.1))
    left.plot(points, values, color="black", linewidth=2.6, linestyle="-", label="$f$")
    for name, line in lines.items():
        left.plot(points, line, label=name)
    left.set(xlabel="$w$", ylim=(min(values) - 1.6, max(values) + 0.9), title="lines that touch $f$ at 0")
    left.legend(loc="upper center", ncols=2, fontsize=9)
    reach = 3.2 * constant
    right.axhspan(-constant, constant, color="0.5", alpha=0.2)
    place, height = [], []
    for w, low, high in slopes:
        place += [w, w]
        height += [max(low, -reach), min(high, reach)]
        for end, sign in ((low, -1), (high, 1)):
            if abs(end) == float("inf"):
                right.annotate("", (w, sign * 1.12 * reach), (w, sign * 0.9 * reach), annotation_clip=False,
                               arrowprops={"arrowstyle": "-|>", "color": COLOURS[1], "linewidth": 2.6})
    right.plot(place, height, color=COLOURS[1], linewidth=2.6, linestyle="-")
    right.set(xlabel="$w$", ylim=(-1.15 * reach, 1.15 * reach), title="subgradients of $f$ at $w$")
    plt.show()


def graph_and_lower_bounds(points, values, bounds, touch):
    """Draw a function, and ``bounds`` below it (a dictionary from names to values) that touch it at the point ``touch``."""
    _, axes = plt.subplots()
    axes.plot(points, values, color="black", linewidth=2.6, linestyle="-", label="$f$")
    draw_each(axes.plot, points, bounds)
    axes.plot(*touch, "o", color="black")
    axes.set(xlabel="$u$", ylim=(min(values) - 1.5, max(values) + 0.2))
    axes.legend()
    plt.show()


def nearest_points(panels):
    """Draw planar sets, points outside, their nearest points and a fixed point u.

    ``panels`` maps a title to (outline, pairs, u): the outline of a polygon, or a list of outlines, pairs (w, v), and u.
    """
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 3.4))
    for axes, (title, (outlines, pairs, u)) in zip(row, panels.items()):
        for outline in outlines:
            axes.fill(*zip(*outline), color="0.5", alpha=0.25)
            axes.plot(*zip(*outline, outline[0]), color="0.4", linewidth=1, linestyle="-")
        for w, v in pairs:
            for end, colour, style in ((w, COLOURS[1], "--"), (v, COLOURS[0], "-")):
                axes.plot(*zip(u, end), color=colour, linestyle=style, linewidth=1.4)
            axes.annotate("", v, w, arrowprops={"arrowstyle": "->", "color": "black"})
            axes.plot(*w, "s", color=COLOURS[1])
            axes.plot(*v, "o", color=COLOURS[0])
            axes.annotate("$w$", w, (0, 8), textcoords="offset points", ha="center")
            axes.annotate("$v$", v, (3, -14), textcoords="offset points")
        axes.plot(*u, "D", color="black")
        axes.annotate("$u$", u, (4, -14), textcoords="offset points")
        axes.set(title=title, aspect="equal")
        axes.axis("off")
        axes.margins(0.12)
    plt.show()
