"""Figures that began with the chapter on gradient descent; most serve other chapters too."""

import matplotlib.pyplot as plt

from .style import COLOURS, STYLES


def regret_by_horizon(horizons, bound, curves):
    """Draw one regret for each horizon and curve, under the bound; ``curves`` maps a name to regrets."""
    _, axes = plt.subplots()
    axes.plot(horizons, bound, color="0.4", linewidth=4, alpha=0.45, linestyle="-", label="bound")
    for (name, regrets), marker in zip(curves.items(), "os^Dvx"):
        axes.plot(horizons, regrets, marker=marker, label=name)
    axes.set(xlabel="rounds $T$", ylabel="regret")
    axes.figure.legend(loc="outside upper center", ncols=2, fontsize=9.5)
    plt.show()


def ratio_bars(ratios, label):
    """Draw a horizontal bar for each entry of ``ratios``, on a logarithmic axis with a line at 1."""
    _, axes = plt.subplots(figsize=(6.4, 0.5 + 0.33 * len(ratios)))
    axes.barh(list(ratios), list(ratios.values()), height=0.6)
    axes.axvline(1, color="black", linestyle="--")
    axes.set_xscale("log")
    axes.set_xlabel(label)
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
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
