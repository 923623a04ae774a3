"""Figures of the chapter on compression."""

import matplotlib.pyplot as plt
import numpy as np

from .style import COLOURS, draw_each


def largest_gap_on_circle(positions, kept, gap, arc):
    """Draw points of a circle of length 1, the kept one, the gap after it and the ``arc`` that is predicted +1."""
    _, axes = plt.subplots(figsize=(4.6, 3.9))
    around = np.linspace(0, 2 * np.pi, 400)
    axes.plot(np.cos(around), np.sin(around), color="0.6", linestyle="-", linewidth=1)
    for radius, length, colour, style, width, name in ((1.0, arc, COLOURS[1], "-", 7, "predicted +1: the risk"),
                                                       (1.14, gap, COLOURS[0], "--", 1.8, "the largest gap")):
        turn = 2 * np.pi * np.linspace(kept, kept + length, 200)
        axes.plot(radius * np.cos(turn), radius * np.sin(turn), color=colour, linestyle=style, linewidth=width,
                  alpha=0.75, solid_capstyle="butt", label=name)
    tip, before = ([np.cos(turn), np.sin(turn)] for turn in 2 * np.pi * (kept + arc * np.array([1.0, 0.95])))
    axes.annotate("", tip, before, arrowprops={"arrowstyle": "-|>", "mutation_scale": 28, "color": COLOURS[1], "shrinkA": 0, "shrinkB": 0})
    angles = 2 * np.pi * np.asarray(positions)
    axes.plot(np.cos(angles), np.sin(angles), "o", color="black", markersize=4.5, label="examples, all $-1$")
    axes.plot(np.cos(2 * np.pi * kept), np.sin(2 * np.pi * kept), "s", color=COLOURS[2], markersize=9,
              label="the kept example")
    axes.set(aspect="equal", xlim=(-1.25, 1.25), ylim=(-1.25, 1.25))
    axes.axis("off")
    axes.legend(loc="center", fontsize=9)
    plt.show()


def risks_by_sample_size(sizes, curves, dots=None):
    """Draw curves over the sample size on double logarithmic axes; ``dots`` maps a name to (sizes, risks)."""
    _, axes = plt.subplots()
    draw_each(axes.plot, sizes, curves, markers=True)
    for name, (at, risks) in (dots or {}).items():
        axes.plot(at, risks, ".", color="0.35", markersize=5, alpha=0.6, label=name)
    axes.set(xscale="log", yscale="log", xlabel="sample size $n$", ylabel="risk")
    for axis, (low, high) in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
        ticks = [one for one in (m * 10.0**e for e in range(-6, 9) for m in (1, 2, 5)) if low <= one <= high]
        axis.set_ticks(ticks, [f"{one:g}" for one in ticks])
        axis.set_ticks([], minor=True)
    axes.legend(fontsize=9)
    plt.show()


def kept_box_and_hull(box, hull):
    """Draw two panels: a bounding box and a nearest point of a hull, with the examples that are kept.

    ``box`` is (points, labels, low, high, kept, true low, true high); ``hull`` is (rows y x, labels, corners of the hull,
    nearest point, kept).
    """
    _, (left, right) = plt.subplots(1, 2, figsize=(7.2, 3.6))
    points, labels, low, high, kept, true_low, true_high = box
    signs = ((1, "+", COLOURS[0]), (-1, "_", COLOURS[1]))
    left.add_patch(plt.Rectangle(low, *(high - low), facecolor=COLOURS[0], alpha=0.15))
    left.add_patch(plt.Rectangle(true_low, *(true_high - true_low), fill=False, edgecolor="0.35", linestyle="--", label="the true box"))
    for sign, marker, colour in signs:
        left.plot(*points[labels == sign].T, marker, color=colour, markersize=8, markeredgewidth=1.8)
    left.plot(*points[kept].T, "o", markersize=13, fillstyle="none", color="black", label="kept")
    left.set(title="the box of the positive examples", xlabel="$x_1$", ylabel="$x_2$")
    rows, labels, corners, nearest, kept = hull
    right.fill(*corners.T, facecolor="0.5", alpha=0.18)
    for sign, marker, colour in signs:
        right.plot(*rows[labels == sign].T, marker, color=colour, markersize=8, markeredgewidth=1.8)
    right.plot(*-rows[labels < 0].T, "_", color=COLOURS[1], markersize=8, markeredgewidth=1.8, alpha=0.4, label="wet, before reflection")
    right.plot(*rows[kept].T, "o", markersize=13, fillstyle="none", color="black", label="kept")
    right.annotate("", nearest, (0, 0), arrowprops={"arrowstyle": "->", "color": COLOURS[1], "linewidth": 2, "shrinkA": 0, "shrinkB": 0})
    right.annotate("$w$", nearest / 2, xytext=(4, -12), textcoords="offset points", color=COLOURS[1])
    across = 3 * np.array([-nearest[1], nearest[0]]) / np.linalg.norm(nearest)
    right.plot(*np.array([-across, across]).T, color="black", linestyle="--", linewidth=1.2, label="the line that is drawn")
    reach = 1.08 * np.abs(rows).max()
    right.set(title="the nearest point of the hull", xlabel="west to east", ylabel="south to north", aspect="equal",
              xlim=(-reach, reach), ylim=(-reach, reach))
    for axes in (left, right):
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.24), fontsize=9, ncols=2)
    plt.show()
