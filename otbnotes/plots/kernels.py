"""Figures of the chapter on kernels."""

import matplotlib.pyplot as plt
import numpy as np

from .style import COLOURS, STYLES


def fold_and_cut(points, labels, w):
    """Draw labelled points with the rhombus where w_1 |x_1| + w_2 |x_2| + w_3 = 0, and beside it the same sheet, folded twice.

    There the rhombus is the line w_1 u + w_2 v + w_3 = 0.
    """
    u, v = -w[2] / w[0], -w[2] / w[1]
    _, (sheet, folded) = plt.subplots(1, 2, figsize=(6.4, 3.2))
    for axes, rows in ((sheet, points), (folded, abs(points))):
        for sign, marker, colour in ((1, "o", COLOURS[0]), (-1, "x", COLOURS[1])):
            axes.plot(*rows[labels == sign].T, marker=marker, color=colour, linestyle="none", markersize=5,
                      label=f"$y={sign:+d}$")
    for fold in (sheet.axhline, sheet.axvline):
        fold(0, color="0.4", linestyle="--", linewidth=1)
    sheet.plot([u, 0, -u, 0, u], [0, v, 0, -v, 0], color=COLOURS[2], linestyle="-")
    folded.plot([u, 0], [0, v], color=COLOURS[2], linestyle="-")
    sheet.set(title="the sheet", aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
    folded.set(title="folded twice", aspect="equal", xlabel="$|x_1|$", ylabel="$|x_2|$", xlim=(0, 1.75), ylim=(0, 1.75))
    folded.legend(fontsize=9, loc="upper right")
    plt.show()


def two_lifts():
    """Draw -1, 0, 1 at the height x^2 with a cut at 1/2, and the corners of a square at the height x_1 x_2 with a sheet at 0."""
    figure = plt.figure(figsize=(6.4, 3.0))
    left, right = figure.add_subplot(1, 2, 1), figure.add_subplot(1, 2, 2, projection="3d")
    places = np.linspace(-1.25, 1.25, 101)
    left.plot(places, places ** 2, color="0.6", linestyle="-", linewidth=1)
    left.axhline(0.5, color=COLOURS[2], linestyle="--")
    left.plot([-1, 1], [1, 1], color=COLOURS[0], marker="o", linestyle="none")
    left.plot([0], [0], color=COLOURS[1], marker="x", linestyle="none", markersize=8, markeredgewidth=2)
    left.set(xlabel="$x$", ylabel="$x^2$", xticks=[-1, 0, 1], yticks=[0, 0.5, 1], ylim=(-0.2, 1.6))
    sheet = np.array([[-1.2, 1.2], [-1.2, 1.2]])
    right.plot_surface(sheet, sheet.T, 0 * sheet, color=COLOURS[2], alpha=0.3)
    for x, y in ((1, 1), (-1, -1), (1, -1), (-1, 1)):
        right.plot([x, x], [y, y], [0, x * y], color="0.5", linestyle=":", linewidth=1)
        right.plot([x], [y], [x * y], color=COLOURS[0 if x == y else 1], marker="o" if x == y else "x", linestyle="none",
                   markersize=8, markeredgewidth=2)
    right.set(xlabel="hand", ylabel="glove", zlabel="product", xticks=[-1, 1], yticks=[-1, 1], zticks=[-1, 0, 1])
    right.view_init(elev=18, azim=-65)
    plt.show()


def kernel_mistakes(curves):
    """Draw the mistakes so far against the round; ``curves`` maps a name to one number for each round."""
    _, axes = plt.subplots()
    for name, mistakes in curves.items():
        axes.plot(mistakes, label=name)
    axes.set(xlabel="round", ylabel="mistakes so far", ylim=(0, None))
    axes.legend()
    plt.show()


def three_vectors():
    """Draw three unit vectors at angles of 120 degrees, and the squared length 3 + 6 c of the sum of three with inner products c."""
    _, (left, right) = plt.subplots(1, 2, figsize=(6.4, 3.0))
    for x, y, colour, number in ((0, 1, COLOURS[0], 1), (-0.866, -0.5, COLOURS[1], 2), (0.866, -0.5, COLOURS[2], 3)):
        left.annotate("", (x, y), (0, 0), arrowprops={"arrowstyle": "->", "color": colour, "linewidth": 2})
        left.text(1.15 * x, 1.15 * y, f"$\\psi_{number}$", ha="center", va="center")
    left.set(xlim=(-1.3, 1.3), ylim=(-0.9, 1.4), aspect="equal")
    left.axis("off")
    right.plot([-1, 0.5], [-3, 6], color=COLOURS[0], linestyle="-")
    right.axhspan(-3.5, 0, color="0.9", linewidth=0)
    right.plot([-0.5], [0], marker="o", color=COLOURS[0])
    right.plot([-0.9], [-2.4], marker="x", color=COLOURS[1], markersize=8, markeredgewidth=2)
    right.annotate("no vectors", (-0.15, -2), color="0.3")
    right.set(xlabel="inner product $c$ of every two", ylabel="squared length of the sum", ylim=(-3.5, 6))
    plt.show()


def truncated_kernel(places, kernel, sums, terms, bound, errors):
    """Draw a kernel and ``sums`` of its first features along a line; beside it, on a logarithmic axis, errors over terms.

    ``sums`` maps a number of terms to one value for each of ``places``; ``bound`` holds the certified error for each of
    ``terms``, and ``errors`` maps a name to the errors that were measured.
    """
    _, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.2))
    left.plot(places, kernel, color="0.4", linewidth=5, alpha=0.45, linestyle="-", label="kernel")
    for (number, values), colour, style in zip(sums.items(), COLOURS, STYLES):
        left.plot(places, values, color=colour, linestyle=style, label=f"$q={number}$")
    left.set(xlabel="the other point", ylabel="inner product with the point 1.5")
    left.legend(fontsize=8)
    right.semilogy(terms, bound, color="0.4", linewidth=5, alpha=0.45, linestyle="-", label="the bound")
    for (name, values), colour, marker in zip(errors.items(), COLOURS, "os^"):
        right.semilogy(terms, values, color=colour, linestyle="none", marker=marker, markersize=4, label=name)
    right.set(xlabel="terms $q$", ylabel="error")
    right.legend(fontsize=8)
    plt.show()
