"""Figures of the chapter on concentration."""

import matplotlib.pyplot as plt

from .style import COLOURS, STYLES, draw_each


def martingale_cone(paths, rounds, cone, quantiles):
    """Draw paths of sums, the cone +-``cone`` at ``rounds``, and quantiles: a name to (rounds, one number each)."""
    _, axes = plt.subplots()
    for path in paths:
        axes.plot(path, color="0.45", linestyle="-", linewidth=0.7, alpha=0.45)
    axes.fill_between(rounds, -cone, cone, color="0.5", alpha=0.12, linewidth=0)
    for side in (1, -1):
        axes.plot(rounds, side * cone, color="black", linestyle="-", linewidth=1.4,
                  label="the cone of the theorem" if side > 0 else None)
    for (name, (at, values)), colour, style, marker in zip(quantiles.items(), COLOURS, STYLES[1:], "os^"):
        axes.plot(at, values, color=colour, linestyle=style, marker=marker, markersize=4, label=name)
    axes.set(xlabel="round $t$", ylabel="sum $V_1+\\dots+V_t$")
    axes.legend(loc="upper left", fontsize=9)
    plt.show()


def tails_by_level(levels, curves, label_x, label_y):
    """Draw probabilities on a logarithmic axis; ``curves`` maps a name to one number for each level."""
    _, axes = plt.subplots()
    draw_each(axes.semilogy, levels, curves, markers=True, markevery=max(1, len(levels) // 12))
    axes.set(xlabel=label_x, ylabel=label_y)
    axes.legend()
    plt.show()


def failures_by_risk(risks, curves, delta):
    """Draw failure probabilities against the risk, logarithmic, and the line at ``delta``."""
    _, axes = plt.subplots()
    draw_each(axes.plot, risks, curves, linewidth=1.3)
    axes.axhline(delta, color="black", linestyle="-", linewidth=1.2)
    axes.annotate(rf"$\delta$ = {delta:g}", (max(risks), delta), ha="right", va="bottom")
    axes.set(xscale="log", yscale="log", xlabel="risk $p$", ylabel="probability of failure", ylim=(1e-7, 3 * delta))
    axes.legend(loc="center left", fontsize=9)
    plt.show()


def deviations_by_risk(risks, curves):
    """Draw deviations against the risk; ``curves`` maps a name to one number for each risk."""
    _, axes = plt.subplots()
    draw_each(axes.plot, risks, curves)
    axes.set(xscale="log", yscale="log", xlabel="risk $p$", ylabel="deviation")
    axes.legend()
    plt.show()
