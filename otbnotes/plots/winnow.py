"""Figures of multiplicative updates and of committees."""

import matplotlib.pyplot as plt

from .style import COLOURS, STYLES


def potential_by_mistakes(guarantee, curves):
    """Draw potentials after 0, 1, 2, ... mistakes, and the line below which the theorem keeps them."""
    _, axes = plt.subplots()
    axes.plot(guarantee, color="0.4", linewidth=4, alpha=0.45, linestyle="-", label="guarantee")
    for name, potential in curves.items():
        axes.plot(potential, label=name)
    axes.set(xlabel="mistakes so far", ylabel=r"$\mathrm{KL}(u\,\|\,w)$", ylim=(0, None))
    axes.legend()
    plt.show()


def mistakes_by_step(steps, bound, mistakes, best, largest):
    """Draw the bound and the measured mistakes over the step, with lines at the best and at the largest step."""
    _, axes = plt.subplots()
    axes.plot(steps, bound, color="0.4", linewidth=4, alpha=0.45, linestyle="-", label="bound")
    axes.plot(steps, mistakes, color=COLOURS[0], linestyle="", marker="o", label="mistakes of the adversary's game")
    axes.axvline(best, color=COLOURS[2], linestyle=STYLES[2], label=r"artanh $\gamma$")
    axes.axvline(largest, color=COLOURS[1], linestyle=STYLES[3], label="no bound from here on")
    axes.set(xlabel=r"step $\eta$", ylabel="mistakes", yscale="log")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncol=2)
    plt.show()


def mistakes_by_experts(experts, lines, points):
    """Draw bounds as lines and measured mistakes as markers over the number of experts, on logarithmic axes.

    ``lines`` and ``points`` map a name to one number for each entry of ``experts``.  The n-th points have the colour of
    the n-th line; after the last line the colours start again, with hollow markers.
    """
    _, axes = plt.subplots(figsize=(6.4, 4.0))
    for n, (name, values) in enumerate(lines.items()):
        axes.plot(experts, values, color=COLOURS[n], linestyle=STYLES[n], label=name)
    for n, (name, values) in enumerate(points.items()):
        colour, fill = COLOURS[n % len(lines)], "full" if n < len(lines) else "none"
        axes.plot(experts, values, color=colour, linestyle="", marker="os^D"[n], fillstyle=fill, label=name)
    axes.set(xlabel="experts $N$", ylabel="mistakes", xscale="log", yscale="log")
    axes.legend(fontsize="small")
    plt.show()
