"""Figures that began with the chapter on gradient descent; most serve other chapters too."""

import matplotlib.pyplot as plt
import numpy as np

from .style import COLOURS, STYLES, draw_each


def one_step_and_distances(start, stepped, rival, distances):
    """Draw one projected step in the unit disc, and beside it the distances to a rival, round by round.

    Parameters
    ----------
    start, stepped, rival : array_like of shape (2,)
        The iterate w_t, the point w_t - eta g_t outside the disc, and u.
    distances : dict
        Maps a name to one distance for each round.
    """
    figure, (disc, curves) = plt.subplots(1, 2, figsize=(7.2, 3.5), width_ratios=(1.15, 1))
    w, v, u = (np.asarray(point, dtype=float) for point in (start, stepped, rival))
    p = v / np.linalg.norm(v)
    disc.add_patch(plt.Circle((0, 0), 1, facecolor="0.93", edgecolor="0.4"))
    for point, colour, style in ((w, "0.45", "--"), (p, COLOURS[2], "--")):
        disc.plot(*zip(u, point), color=colour, linestyle=style, linewidth=1.3)
    for tail, head, colour in ((w, v, COLOURS[0]), (v, p, COLOURS[1])):
        disc.annotate("", head, tail, arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 1.8, "shrinkA": 0, "shrinkB": 0})
    for point, name, offset in ((w, "$w_t$", (6, -12)), (v, r"$w_t-\eta g_t$", (-26, 8)), (p, "$w_{t+1}$", (-16, -17)), (u, "$u$", (-14, -4)),
                                ((0, 0), "$0$", (5, -4))):
        disc.plot(*point, "o", color="black", markersize=4)
        disc.annotate(name, point, offset, textcoords="offset points")
    disc.set(xlim=(-0.45, 1.25), ylim=(-0.2, 1.2), aspect="equal")
    disc.axis("off")
    draw_each(curves.plot, range(len(next(iter(distances.values())))), distances)
    curves.set(xlabel="round $t$", ylabel=r"distance $\Vert w_t-u\Vert$", ylim=(0, None))
    figure.legend(*curves.get_legend_handles_labels(), loc="outside upper right", fontsize=9.5, ncols=3, handlelength=1.6, columnspacing=1.0)
    plt.show()


def honest_exams(rounds):
    """Draw, for each of the first vectors, which examples it was made from and on which one it is tested."""
    _, axes = plt.subplots(figsize=(5.6, 3.3))
    for t in range(1, rounds + 1):
        for seen in range(1, t):
            axes.add_patch(plt.Rectangle((seen - 0.42, t - 0.42), 0.84, 0.84, color="0.8"))
        axes.plot(t, t, "o", markersize=12, markerfacecolor="none", markeredgecolor=COLOURS[1], markeredgewidth=2)
    axes.text(rounds - 2.4, 1.5, "ring: tested on", color=COLOURS[1], ha="center")
    axes.text(rounds - 2.4, 2.4, "grey: made from", color="0.35", ha="center")
    axes.set(xlim=(0.4, rounds + 0.6), ylim=(rounds + 0.6, 0.4), xlabel="example", xticks=range(1, rounds + 1),
             yticks=range(1, rounds + 1), yticklabels=[f"$w_{t}$" for t in range(1, rounds + 1)])
    axes.grid(visible=False)
    plt.show()


def regret_by_horizon(horizons, bound, curves):
    """Draw one regret for each horizon and curve, under the bound; ``curves`` maps a name to regrets."""
    _, axes = plt.subplots()
    axes.plot(horizons, bound, color="0.4", linewidth=4, alpha=0.45, linestyle="-", label="bound")
    for (name, regrets), marker in zip(curves.items(), "os^Dvx"):
        axes.plot(horizons, regrets, marker=marker, label=name)
    axes.set(xlabel="rounds $T$", ylabel="regret")
    axes.figure.legend(loc="outside upper center", ncols=2, fontsize=9.5)
    plt.show()


def regret_so_far(panels):
    """Draw cumulative regrets; ``panels`` maps a title to (curves, bound) and ``curves`` a name to one number a round."""
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 3.0), squeeze=False)
    for axes, (title, (curves, bound)) in zip(row[0], panels.items()):
        for name, regrets in curves.items():
            axes.plot(regrets, label=name)
        axes.axhline(bound, color="0.4", linestyle=":", label="bound at $T$")
        axes.set(title=title, xlabel="round")
        axes.legend()
    row[0][0].set_ylabel("regret so far")
    plt.show()


def law_with_marks(values, law, marks, label):
    """Draw a law on the line as steps of its histogram, and a vertical line for each entry of ``marks``."""
    _, axes = plt.subplots()
    axes.hist(values, bins=60, weights=law, color="0.75")
    for (name, place), colour, style in zip(marks.items(), COLOURS, STYLES):
        axes.axvline(place, color=colour, linestyle=style, label=f"{name}: {place:.3f}")
    axes.set(xlabel=label, ylabel="probability")
    axes.legend(loc="upper right", bbox_to_anchor=(0.92, 1))
    plt.show()
