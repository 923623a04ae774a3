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
    axes.legend(fontsize=9)
    plt.show()


def kept_box_and_hull(box, hull):
    """Draw two panels: a bounding box and a nearest point of a hull, with the examples that are kept.

    ``box`` is (points, labels, low, high, kept); ``hull`` is (rows, corners of the hull, nearest point, kept).
    """
    _, (left, right) = plt.subplots(1, 2, figsize=(7.2, 3.4))
    points, labels, low, high, kept = box
    left.add_patch(plt.Rectangle(low, *(high - low), facecolor=COLOURS[0], alpha=0.15))
    for sign, marker, colour in ((1, "+", COLOURS[0]), (-1, "_", COLOURS[1])):
        left.plot(*points[labels == sign].T, marker, color=colour, markersize=8, markeredgewidth=1.8)
    left.plot(*points[kept].T, "o", markersize=13, fillstyle="none", color="black", label="kept")
    left.set(title="the box of the positive examples", xlabel="$x_1$", ylabel="$x_2$")
    rows, corners, nearest, kept = hull
    right.fill(*corners.T, facecolor="0.5", alpha=0.18)
    right.plot(*rows.T, "+", color=COLOURS[0], markersize=8, markeredgewidth=1.8)
    right.plot(*rows[kept].T, "o", markersize=13, fillstyle="none", color="black", label="kept")
    right.annotate("", nearest, (0, 0), arrowprops={"arrowstyle": "->", "color": COLOURS[1], "linewidth": 2})
    right.annotate("$w$", nearest / 2, xytext=(4, -12), textcoords="offset points", color=COLOURS[1])
    across = 3 * np.array([-nearest[1], nearest[0]]) / np.linalg.norm(nearest)
    right.plot(*np.array([-across, across]).T, color="black", linestyle="--", linewidth=1.2, label=r"$\langle w,z\rangle=0$")
    reach = 1.08 * np.abs(rows).max()
    right.set(title="the nearest point of the hull", xlabel="$z_1$", ylabel="$z_2$", aspect="equal",
              xlim=(-0.45 * reach, reach), ylim=(-0.45 * reach, 1.4 * reach))
    left.set(ylim=(1.1 * points[:, 1].min(), 1.7 * points[:, 1].max()))
    for axes in (left, right):
        axes.legend(loc="upper left", fontsize=9)
    plt.show()
