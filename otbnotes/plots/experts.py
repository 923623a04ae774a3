"""Figures of the chapter on experts."""

import matplotlib.pyplot as plt


def votes(shares, curves):
    """Draw the chance to say a bit against the share of the weight behind it; ``curves`` maps a name to chances."""
    _, axes = plt.subplots(figsize=(5.2, 3.4))
    for name, chances in curves.items():
        axes.plot(shares, chances, label=name)
    axes.set(xlabel="share $r$ of the weight that says 1", ylabel="chance to predict 1")
    axes.legend()
    plt.show()


def constant_by_experts(digits, curves):
    """Draw ratios against the number of experts, N = 10^digits, with a line at 1; ``curves`` maps a name to ratios."""
    _, axes = plt.subplots()
    for (name, ratios), marker in zip(curves.items(), "os^Dvx"):
        axes.plot(digits, ratios, marker=marker, markersize=4, label=name)
    axes.axhline(1, color="0.4", linestyle=":")
    axes.set_xscale("log")
    ticks = (0.3, 1, 3, 10, 30, 100)
    axes.set_xticks(ticks, ["2", "10", "$10^3$", "$10^{10}$", "$10^{30}$", "$10^{100}$"])
    axes.minorticks_off()
    axes.set(xlabel="experts $N$", ylabel=r"gap / $\sqrt{T\ln N/2}$")
    axes.legend(loc="lower left")
    plt.show()


def values_between_bounds(horizons, panels):
    """Draw, for each entry of ``panels``, curves over the horizon: a title, and a name for each list of numbers."""
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 3.0), sharey=True, squeeze=False)
    for axes, (title, curves) in zip(row[0], panels.items()):
        for name, numbers in curves.items():
            axes.plot(horizons, numbers, label=name)
        axes.set(title=title, xlabel="rounds $T$")
    row[0][0].set_ylabel("regret")
    row[0][0].legend()
    plt.show()
