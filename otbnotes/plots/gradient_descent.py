"""Regrets against the number of rounds, under their bound: for gradient descent, and for whatever is held against it."""

import matplotlib.pyplot as plt


def regret_by_horizon(horizons, bound, curves):
    """Draw one regret for each horizon and curve, under the bound; ``curves`` maps a name to regrets."""
    _, axes = plt.subplots()
    axes.plot(horizons, bound, color="0.4", linewidth=4, alpha=0.45, linestyle="-", label="bound")
    for (name, regrets), marker in zip(curves.items(), "os^Dvx"):
        axes.plot(horizons, regrets, marker=marker, label=name)
    axes.set(xlabel="rounds $T$", ylabel="regret")
    axes.figure.legend(loc="outside upper center", ncols=2, fontsize=9.5)
    plt.show()
