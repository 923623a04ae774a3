"""Figures of the chapter on large margins."""

import matplotlib.pyplot as plt
import numpy as np

from .style import COLOURS, STYLES, draw_each


def kept_examples(features, labels, kept, u, margin, w):
    """Draw a sample in the plane, the band of the best unit vector ``u``, the edge of ``w``, and the rows of the updates, ``kept``, numbered."""
    _, axes = plt.subplots(figsize=(5.4, 4.6))
    along, across, reach = np.array([-u[1], u[0]]), u, 1.4
    for side, style in ((0, "-"), (margin, ":"), (-margin, ":")):
        ends = np.outer([-reach, reach], along) + side * across
        axes.plot(*ends.T, color="0.35", linestyle=style, linewidth=1.2,
                  label=None if side < 0 else "widest edge" if side == 0 else r"its margin $\gamma$")
    edge = np.outer([-reach, reach], [-w[1], w[0]]) / np.linalg.norm(w)
    axes.plot(*edge.T, color=COLOURS[2], linestyle="--", label="edge of $w$")
    for sign, marker, colour in ((1, "P", COLOURS[0]), (-1, "o", COLOURS[1])):
        rows = labels == sign
        axes.plot(*features[rows].T, marker=marker, color=colour, linestyle="none", markersize=5, alpha=0.75,
                  label=f"$y={sign:+d}$")
    axes.plot(*features[kept].T, marker="o", color="black", linestyle="none", markersize=13, fillstyle="none",
              markeredgewidth=1.8, label="updates")
    for row in np.unique(kept):
        turns = ", ".join(str(turn + 1) for turn in np.flatnonzero(kept == row))
        axes.annotate(turns, features[row], xytext=(9, -4), textcoords="offset points", fontsize=11)
    axes.set(xlim=(-1.1, 1.1), ylim=(-1.1, 1.1), aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=9)
    plt.show()


def missed_by_risk(risks, bound, curves, delta):
    """Draw probabilities of a risk against that risk: the union bound as a line, ``curves`` with markers, and delta."""
    _, axes = plt.subplots()
    axes.semilogy(risks, bound, color="black", linestyle="-", linewidth=1.4, label="allowed by the theorem")
    draw_each(axes.semilogy, risks, curves, STYLES[1:], markers=True, markevery=max(1, len(risks) // 12))
    axes.axhline(delta, color="0.35", linestyle=":", linewidth=1.2)
    axes.annotate(rf"$\delta$ = {delta:g}", (max(risks), delta), ha="right", va="bottom")
    axes.set(xlabel=r"risk $\epsilon=1/(2N)$", ylabel="probability of that risk", ylim=(1e-9, 3))
    axes.legend(loc="lower left", fontsize=9)
    plt.show()


def kept_images(images, titles):
    """Draw images of 8 x 8 pixels in a row, each under its title."""
    figure, places = plt.subplots(1, len(images), figsize=(7.2, 1.7), squeeze=False)
    for axes, image, title in zip(places[0], images, titles):
        axes.imshow(image, cmap="gray_r")
        axes.set_title(title, fontsize=9)
        axes.set(xticks=[], yticks=[])
        axes.spines[:].set_visible(True)
        axes.grid(False)
    plt.show()


def own_coordinate(x, labels, odd, a):
    """Draw numbers on a line of which one, ``odd``, is on the wrong side, and the same with the odd one's own coordinate upward."""
    figure, (line, plane) = plt.subplots(1, 2, figsize=(7.6, 2.9), sharex=True)
    heights = np.where(np.arange(len(x)) == odd, np.sqrt(1 - a * a), 0.0)
    for axes, across, up in ((line, x, np.zeros(len(x))), (plane, a * x, heights)):
        axes.axhline(0, color="0.6", linewidth=0.8)
        for sign, marker, colour in ((1, "P", COLOURS[0]), (-1, "o", COLOURS[1])):
            rows = labels == sign
            axes.plot(across[rows], up[rows], marker=marker, color=colour, linestyle="none", markersize=7, label=f"$y={sign:+d}$")
        axes.plot(across[odd], up[odd], marker="o", color="black", markersize=14, fillstyle="none", markeredgewidth=1.6)
        axes.set(ylim=(-0.45, 1.1), yticks=[])
        axes.grid(False)
    line.set(title="on the line", xlabel="$x$", xlim=(-1.1, 1.1))
    line.axvline(0, color=COLOURS[2], linestyle="--")
    plane.plot([-0.32, 0.88], [-0.4, 1.1], color=COLOURS[2], linestyle="--", label="an edge through 0")
    plane.plot([a * x[odd]] * 2, [0, heights[odd]], color="black", linestyle=":", linewidth=1.2)
    plane.set(title="lifted", xlabel="$a\\,x$", ylabel="its own coordinate")
    plane.legend(fontsize=8, loc="upper left")
    plt.show()


def bounds_by_margin(margins, curves, least):
    """Draw bounds on the risk against gamma, on double logarithmic axes, and the ``least`` risk of any vector."""
    _, axes = plt.subplots()
    draw_each(axes.loglog, margins, curves)
    axes.axhline(least, color="black", linestyle="-.", linewidth=1.3, label="risk of the best vector")
    axes.set(xlabel=r"margin $\gamma$", ylabel="bound on the risk")
    axes.legend(fontsize=9)
    plt.show()


def certificates_by_a(values, curves, held_out):
    """Draw certificates against 1 - a^2, both axes logarithmic, and the error on examples that were held out."""
    _, axes = plt.subplots(figsize=(7.4, 3.8))
    draw_each(axes.loglog, values, curves, markers=True)
    axes.loglog(values, held_out, color="black", linestyle="none", marker="x", label="error on held-out patients")
    axes.axhline(1.0, color="0.35", linestyle=":", linewidth=1.2)
    axes.set(xlabel="$1-a^2$", ylabel="risk")
    axes.legend(fontsize=9, loc="center left", bbox_to_anchor=(1.0, 0.5))
    plt.show()
