"""Figures of the online half of the chapter on least squares."""

import matplotlib.pyplot as plt

from .style import COLOURS, STYLES


def size_by_round(curves):
    """Draw one quotient for each round and curve on a logarithmic axis; ``curves`` maps a name to them."""
    _, axes = plt.subplots()
    for name, sizes in curves.items():
        axes.plot(sizes, label=name)
    axes.set(xlabel="rounds so far $t$", ylabel=r"$|M_t|\,/\,A_t^{-1}$", yscale="log")
    axes.legend()
    plt.show()


def loss_by_step(steps, curves, ceiling):
    """Draw one mean loss for each step and curve, cut off at the ceiling; ``curves`` maps a name to losses."""
    _, axes = plt.subplots()
    for (name, losses), marker in zip(curves.items(), "os^D"):
        axes.plot(steps, losses, marker=marker, label=name)
    axes.set(xlabel=r"step $\eta$, or $1/\rho$", ylabel="mean squared error of one pass", xscale="log",
             ylim=(0, ceiling))
    axes.legend()
    plt.show()


def excess_by_horizon(horizons, bound, curves):
    """Draw one excess for each horizon and curve, and the bound, on two logarithmic axes."""
    _, axes = plt.subplots()
    axes.plot(horizons, bound, color="0.4", linewidth=4, alpha=0.45, linestyle="-", label="bound")
    for (name, excess), marker in zip(curves.items(), "os^D"):
        axes.plot(horizons, excess, marker=marker, label=name)
    axes.set(xlabel="rounds $T$", ylabel="loss $-$ least ridge objective", xscale="log", yscale="log")
    axes.legend()
    plt.show()


def regret_under_bound(panels):
    """Draw regrets so far under a bound of each round; ``panels`` maps a title to (curves, bounds)."""
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 3.0), sharey=True, squeeze=False)
    for axes, (title, (curves, bounds)) in zip(row[0], panels.items()):
        for (name, regrets), colour, style in zip(curves.items(), COLOURS, STYLES):
            axes.plot(regrets, color=colour, linestyle=style, label=name)
        axes.plot(bounds, color="0.4", linewidth=4, alpha=0.45, linestyle="-", label="bound")
        axes.set(title=title, xlabel="round", yscale="log", ylim=(0.01, 1.5 * max(bounds)))
    row[0][0].set_ylabel("loss $-$ least ridge objective")
    row[0][0].legend(loc="lower right")
    plt.show()
