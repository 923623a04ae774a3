"""Figures of the chapter on support vector machines."""

import matplotlib.pyplot as plt
import numpy as np

from .style import COLOURS, MARKERS, STYLES


def street_and_room():
    """Draw three examples with their widest street, and the vectors w with all scores at least 1, and the forces on w_0."""
    _, (left, right) = plt.subplots(1, 2, figsize=(7.2, 3.6))
    ends = np.array([-3.2, 3.2])
    for score, line in ((-1, "--"), (0, "-"), (1, "--")):                       # w_0 = (1/2, 1)
        left.plot(ends, score - ends / 2, color="0.35", linewidth=1.0, linestyle=line)
    for (x, y), name, marker, colour in (((2, 0), "A", "+", COLOURS[0]), ((2, 2), "C", "+", COLOURS[0]),
                                         ((0, -1), "B", "_", COLOURS[1])):
        left.plot(x, y, linestyle="none", marker=marker, color=colour, markersize=11, markeredgewidth=2.4)
        left.annotate(name, (x, y), xytext=(7, 5), textcoords="offset points")
    left.plot(0, 0, "k.", markersize=4)
    left.set(title="examples", xlim=(-1.6, 3.1), ylim=(-2.2, 2.5), aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
    right.fill_between([0.5, 2.2], 1, 2.4, color="0.9", linewidth=0)
    right.plot([0.5, 0.5], [-0.6, 2.4], color=COLOURS[0], linewidth=1.2, linestyle="-")
    right.plot([-0.8, 2.2], [1, 1], color=COLOURS[1], linewidth=1.2, linestyle="-")
    right.plot([-0.8, 1.1], [1.3, -0.6], color="0.6", linewidth=1.2, linestyle=":")
    for (x, y), name, colour in (((0.56, -0.5), "wall of A", COLOURS[0]), ((1.45, 0.8), "wall of B", COLOURS[1]),
                                 ((-0.75, 0.42), "wall of C", "0.4")):
        right.text(x, y, name, color=colour, fontsize=9)
    corner = np.array([0.5, 1.0])
    for way, name, place, colour in (((-0.5, -1.0), "pull of the band", (0.3, 0.36), "black"),
                                     ((0.5, 0.0), "push of A", (1.05, 1.06), COLOURS[0]),
                                     ((0.0, 1.0), "push of B", (0.58, 1.85), COLOURS[1])):
        right.annotate("", corner + way, corner, arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 1.8,
                                                             "shrinkA": 0, "shrinkB": 0})
        right.text(*place, name, color=colour, fontsize=9)
    right.plot(*corner, "ko", markersize=5)
    right.plot(0, 0, "k.", markersize=4)
    right.annotate("$0$", (0, 0), xytext=(-10, -12), textcoords="offset points")
    right.annotate("$w_0$", corner, xytext=(-20, 5), textcoords="offset points")
    right.set(title="vectors", xlim=(-0.8, 2.2), ylim=(-0.6, 2.4), aspect="equal", xlabel="$w_1$", ylabel="$w_2$")
    for axes in (left, right):
        axes.grid(visible=False)
    plt.show()


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


def price_parabolas(prices):
    """Draw w^2 / 2 on {2w >= 1}, w^2 / 2 + alpha (1 - 2w) for these prices, and the least values alpha - 2 alpha^2."""
    _, (left, right) = plt.subplots(1, 2, figsize=(7.2, 3.2), sharey=True)
    w, alphas = np.linspace(-0.2, 1.1, 300), np.linspace(0, 0.5, 200)
    left.axvspan(0.5, 1.1, color="0.92", linewidth=0)
    left.plot(w[w >= 0.5], w[w >= 0.5] ** 2 / 2, color="black", linewidth=3.0, linestyle="-")
    right.plot(alphas, alphas - 2 * alphas ** 2, color="0.35", linestyle="-")
    right.axhline(1 / 8, color="black", linewidth=1.0, linestyle=":")
    for alpha, colour, line, marker in zip(prices, COLOURS, STYLES, MARKERS):
        left.plot(w, w ** 2 / 2 + alpha * (1 - 2 * w), color=colour, linestyle=line, label=rf"price $\alpha={alpha:g}$")
        left.plot(2 * alpha, alpha - 2 * alpha ** 2, marker=marker, color=colour)
        right.plot(alpha, alpha - 2 * alpha ** 2, marker=marker, color=colour)
    left.set(xlabel="$w$", ylabel="cost", xlim=(-0.2, 1.1), ylim=(-0.05, 0.5))
    right.set(xlabel=r"price $\alpha$", title=r"lower bound $q(\alpha)$")
    right.legend(*left.get_legend_handles_labels(), loc="upper right", fontsize=9)
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


def shadow():
    """Draw a vector over a plane that two examples span, its shadow in the plane and the rest, which is vertical."""
    def seen(along, back, up=0.0):
        return np.array([along + 0.5 * back, 0.38 * back + up])

    _, axes = plt.subplots(figsize=(6.0, 3.3))
    axes.fill(*np.array([seen(*corner) for corner in ((-0.6, -0.5), (3.4, -0.5), (3.4, 2.2), (-0.6, 2.2))]).T, color="0.91", linewidth=0)
    foot, tip = seen(2.4, 0.9), seen(2.4, 0.9, 1.5)
    for end, name, shift, colour, width in ((seen(2.3, -0.1), "$x_1$", (6, -4), COLOURS[0], 1.6),
                                            (seen(0.5, 1.7), "$x_2$", (4, -13), COLOURS[0], 1.6),
                                            (foot, "shadow $u$", (8, -4), COLOURS[1], 2.2), (tip, "$w$", (6, 2), "black", 2.2)):
        axes.annotate("", end, (0, 0), arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": width,
                                                   "shrinkA": 0, "shrinkB": 0})
        axes.annotate(name, end, xytext=shift, textcoords="offset points", color=colour)
    axes.plot(*np.array([foot, tip]).T, color=COLOURS[2], linestyle="--")
    axes.annotate("$v$, which no example notices", (foot + tip) / 2, xytext=(6, 0), textcoords="offset points",
                  color=COLOURS[2])
    side = -0.16 * foot / np.linalg.norm(foot)
    axes.plot(*np.array([foot + side, foot + side + (0, 0.16), foot + (0, 0.16)]).T, color="0.3", linewidth=0.9, linestyle="-")
    axes.plot(0, 0, "k.", markersize=5)
    axes.annotate("$0$", (0, 0), xytext=(-12, -6), textcoords="offset points")
    axes.set(aspect="equal", xlim=(-1.0, 5.0), ylim=(-0.35, 2.15))
    axes.axis("off")
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
