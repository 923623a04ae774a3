"""Figures of the pages on regularised leaders and on unconstrained gradient descent."""

import matplotlib.pyplot as plt

from .style import COLOURS, STYLES, draw_each


def leader_moves(w, panels):
    """Draw what the leader minimises before and after a round; ``panels`` maps a title to two (curve, minimiser, minimum)."""
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 2.6), sharey=True)
    for axes, (title, curves) in zip(row, panels.items()):
        for (curve, place, height), colour, style, name in zip(curves, COLOURS, STYLES, ("$F_t$", "$F_{t+1}$")):
            axes.plot(w, curve, color=colour, linestyle=style, label=name)
            axes.plot([place], [height], color=colour, marker="o")
        axes.set(title=title, xlabel="$w$")
    row[0].legend(loc="upper center")
    plt.show()


def price_of_strength(strengths, bounds, runs, games):
    """Draw bounds over the strength, the worst game at the strengths ``runs[0]`` as dots, and other games as curves."""
    _, axes = plt.subplots()
    for (name, bound), style in zip(bounds.items(), STYLES):
        axes.plot(strengths, bound, color="0.4", linestyle=style, label=name)
    axes.plot(*runs, color=COLOURS[1], linestyle="none", marker="o", label="the worst game for this strength")
    for (name, regret), colour, style in zip(games.items(), COLOURS[2:], STYLES[2:]):
        axes.plot(strengths, regret, color=colour, linestyle=style, label=name)
    highest = max(max(bound) for bound in bounds.values())
    axes.set(xscale="log", yscale="log", ylim=(None, 12 * highest), xlabel=r"strength $\mu$", ylabel="regret")
    axes.legend(loc="upper center", ncols=2)
    plt.show()


def prox_step(w, loss, tangent, models, steps):
    """Draw a loss, its tangent at the first of three ``steps``, and two models; ``steps`` maps a name to (place, height)."""
    _, axes = plt.subplots()
    axes.plot(w, loss, color="black", linestyle="-", label=r"the loss $\ell_t$")
    axes.plot(w, tangent, color="0.5", linestyle="--", label="its tangent")
    draw_each(axes.plot, w, models, STYLES[2:])
    offsets = (-20, -8), (4, -13), (-26, 15)
    for (name, (place, height)), colour, offset in zip(steps.items(), ("black", *COLOURS), offsets):
        axes.plot([place], [height], color=colour, marker="o", linestyle="none")
        axes.annotate(name, (place, height), textcoords="offset points", xytext=offset, color=colour)
    axes.set(xlabel="$w$", ylim=(min(height for _, height in steps.values()) - 0.6, 1.15 * loss.max()))
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    plt.show()


def greedy_and_lazy(total, greedy, lazy):
    """Draw the path without a projection, and the two paths that stay in [-1, 1]."""
    _, axes = plt.subplots()
    rounds = range(1, len(total) + 1)
    axes.axhspan(-1, 1, color="0.93", label=r"$\mathcal{W}$")
    axes.plot(rounds, total, color="0.4", linestyle=":", label=r"$-\eta(g_1+\dots+g_{t-1})$")
    axes.plot(rounds, greedy, color=COLOURS[0], linestyle="-", label="greedy: project each step")
    axes.plot(rounds, lazy, color=COLOURS[1], linestyle="--", label="lazy: project the sum")
    axes.set(xlabel="round $t$", ylabel="point $w_t$")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    plt.show()
