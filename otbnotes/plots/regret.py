"""Figures of the chapter on regret: worst opponents, the best learner's points, and a leader that is always wrong."""

import matplotlib.pyplot as plt


def worst_by_horizon(horizons, curves, guides):
    """Draw the worst regret of each learner by horizon; ``curves`` and ``guides`` map names to one number a horizon."""
    _, axes = plt.subplots()
    for (name, values), style in zip(guides.items(), ("-", ":")):
        axes.plot(horizons, values, color="0.4", linewidth=4, alpha=0.45, linestyle=style, label=name)
    for (name, values), marker in zip(curves.items(), "os^Dvx"):
        axes.plot(horizons, values, marker=marker, label=name)
    axes.set(xlabel="rounds $T$", ylabel="worst-case regret")
    axes.legend()
    plt.show()


def points_by_total(totals, curves):
    """Draw the point that is played against the total so far; ``curves`` maps a name to one point a total."""
    _, axes = plt.subplots()
    for (name, points), marker in zip(curves.items(), "os^Dvx"):
        axes.plot(totals, points, marker=marker, markersize=4, label=name)
    axes.set(xlabel="sum of the slopes so far", ylabel="point $w_t$", xticks=totals[::5])
    axes.legend()
    plt.show()


def leader_and_rivals(slopes, players):
    """Draw the first slopes and points as a staircase, and all regrets; ``players`` maps a name to (points, regrets)."""
    _, (left, right) = plt.subplots(1, 2, figsize=(7.2, 3.0))
    first, markers = range(1, min(len(slopes), 12) + 1), "os^Dvx"
    left.bar(first, slopes[:12], color="0.85", label="slope $g_t$")
    for (name, (points, regrets)), marker in zip(players.items(), markers):
        left.plot(first, points[:12], marker=marker, label=f"point: {name}")
        right.plot(range(1, len(regrets) + 1), regrets, label=name)
    left.set(xlabel="round", ylabel="slope, or point", xticks=first, ylim=(-1.15, 2.75), yticks=(-1, 0, 1))
    right.set(xlabel="round", ylabel="regret so far", xticks=range(0, len(slopes) + 1, max(1, len(slopes) // 6)))
    left.legend(fontsize=8.5)
    right.legend()
    plt.show()
