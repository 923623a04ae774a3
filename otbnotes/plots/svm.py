"""Figures of the chapter on support vector machines."""

import matplotlib.pyplot as plt
import numpy as np

from .style import COLOURS


def streets(panels):
    """Draw samples of the plane, their lines of score -1, 0, 1 and their dual weights, a panel each.

    ``panels`` maps a title to (features, labels, w, b, weights); the weights, each at most 1, are the areas of the rings.
    """
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 3.6), sharex=True, sharey=True)
    for axes, (title, (x, y, w, b, weights)) in zip(np.atleast_1d(row), panels.items()):
        for sign, marker, colour in ((1, "+", COLOURS[0]), (-1, "_", COLOURS[1])):
            axes.plot(*x[y == sign].T, linestyle="none", marker=marker, color=colour, markersize=7, markeredgewidth=1.8)
        axes.scatter(*x[weights > 0].T, s=40 + 420 * weights[weights > 0], facecolors="none", edgecolors="black",
                     linewidths=1.1)
        reach = np.abs(x).max() + 0.35
        across = np.array([-w[1], w[0]]) / np.linalg.norm(w)
        for score, style in ((-1, "--"), (0, "-"), (1, "--")):
            foot = (score - b) * w / (w @ w)
            ends = np.array([foot - 4 * reach * across, foot + 4 * reach * across])
            axes.plot(*ends.T, color="0.35", linewidth=1.0, linestyle=style)
        axes.set(title=title, xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal")
        axes.grid(visible=False)
    plt.show()


def values_closing(steps, primal, dual, value):
    """Draw primal and dual values of the steps of an algorithm, and the value that lies between them."""
    _, axes = plt.subplots()
    axes.fill_between(steps, dual, primal, color="0.85", linewidth=0)
    axes.plot(steps, primal, color=COLOURS[1], linestyle="-", label="primal value, above")
    axes.plot(steps, dual, color=COLOURS[0], linestyle="--", label="dual value, below")
    axes.axhline(value, color="black", linewidth=1.0, linestyle=":", label=r"$1/(2\gamma^2)$")
    axes.set(xlabel="passes", ylabel="value", xscale="log", ylim=(0, 2 * value))
    axes.legend()
    plt.show()


def dual_weight_pictures(pictures, titles):
    """Draw small grey pictures side by side, a title over each; the last one, which has signs, in two colours."""
    _, row = plt.subplots(1, len(pictures), figsize=(7.2, 1.5))
    for axes, picture, title in zip(row, pictures, titles):
        signed = picture is pictures[-1]
        reach = np.abs(picture).max()
        axes.imshow(picture, cmap="PuOr_r" if signed else "gray_r", vmin=-reach if signed else 0, vmax=reach)
        axes.set_title(title, fontsize=9)
        axes.set(xticks=[], yticks=[])
        axes.grid(visible=False)
        axes.spines[:].set_visible(True)
    plt.show()


def weights_against_scores(panels, cap):
    """Draw dual weights, as shares of their largest possible value ``cap``, against scores; a panel for each title."""
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 3.0), sharey=True, squeeze=False)
    for axes, (title, (scores, weights)) in zip(row[0], panels.items()):
        axes.axvline(1.0, color="0.4", linewidth=1.0, linestyle=":")
        axes.plot(scores, weights / cap, linestyle="none", marker="o", markersize=4, markerfacecolor="none")
        axes.set(title=title, xlabel=r"score $\langle w,a_i\rangle$")
    row[0][0].set_ylabel(r"dual weight $n\alpha_i$")
    plt.show()


def kernel_edges(axis, panels):
    """Draw samples of the plane, the size of their coefficients, and the level lines -1, 0, 1 of a score.

    ``panels`` maps a title to (features, labels, sizes at most 1, scores on the grid ``axis`` x ``axis``).
    """
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 3.7), sharex=True, sharey=True)
    for axes, (title, (x, y, sizes, scores)) in zip(row, panels.items()):
        for sign, marker, colour in ((1, "+", COLOURS[0]), (-1, "_", COLOURS[1])):
            axes.plot(*x[y == sign].T, linestyle="none", marker=marker, color=colour, markersize=6, markeredgewidth=1.6)
        axes.scatter(*x[sizes > 0].T, s=25 + 150 * sizes[sizes > 0], facecolors="none", edgecolors="0.35", linewidths=0.7)
        axes.contour(axis, axis, scores, levels=[-1, 0, 1], colors="black", linewidths=[0.9, 1.6, 0.9],
                     linestyles=["--", "-", "--"])
        axes.set(title=title, aspect="equal", xlim=(axis[0], axis[-1]), ylim=(axis[0], axis[-1]))
        axes.grid(visible=False)
    plt.show()
