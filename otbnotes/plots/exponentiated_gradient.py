"""Figures of the chapter on exponentiated gradient."""

import matplotlib.pyplot as plt
import numpy as np

from .style import COLOURS, STYLES


def potential_account(spent, budget, potential, split):
    """Draw the regret so far times the step, what the proof allows for it, and the potential, in every second round.

    ``split`` is the round in which the game stops to alternate; a zigzag of period 2 would hide the curves.
    """
    _, axes = plt.subplots()
    rounds = np.arange(len(spent))[::2]
    axes.plot(rounds, budget[::2], color="0.4", linewidth=6, alpha=0.4, linestyle="-", label="allowed: potential lost + price of the rounds")
    axes.plot(rounds, spent[::2], color=COLOURS[0], linestyle=STYLES[0], label=r"spent: $\eta$ times regret so far")
    axes.plot(rounds, potential[::2], color=COLOURS[1], linestyle=STYLES[1], label=r"potential $\mathrm{KL}(u\Vert w_t)$")
    axes.axvline(split, color="0.4", linestyle=":")
    axes.set(xlabel="rounds played")
    axes.legend()
    plt.show()


def phase_pair(sparsities, densities, panels, boundary, tie):
    """Draw maps of log2(EG / GD): a cell for each number of nonzeros of the comparator (up) and of the features (right).

    ``panels`` maps a title to a matrix of log2 of the ratio; ``boundary`` gives, for each sparsity, the density at which
    the bounds are equal.  A cell says who wins in words, so that the map can be read without its colours, and that
    nobody does where the logarithm is at most ``tie``.
    """
    _, row = plt.subplots(1, len(panels), figsize=(5.8, 3.7), squeeze=False, sharey=True)
    up, right = np.log2(sparsities), np.log2(densities)
    for axes, (title, ratios) in zip(row[0], panels.items()):
        picture = axes.imshow(ratios, origin="lower", cmap="PuOr", vmin=-4, vmax=4, aspect="auto",
                              extent=(right[0] - 0.5, right[-1] + 0.5, up[0] - 0.5, up[-1] + 0.5))
        for y, line in zip(up, ratios):
            for x, ratio in zip(right, line):
                ground = picture.to_rgba(ratio)
                axes.text(x, y, "≈" if abs(ratio) <= tie else "EG" if ratio < 0 else "GD", ha="center", va="center",
                          fontsize=8, color="white" if np.dot(ground, (0.3, 0.59, 0.11, 0)) < 0.45 else "black",
                          bbox={"facecolor": ground, "edgecolor": "none", "pad": 1})
        axes.plot(np.log2(boundary), up, color="black", linestyle="--", linewidth=1.4)
        axes.set(title=title, xlabel="nonzeros $s$ of the features", xlim=(right[0] - 0.5, right[-1] + 0.5),
                 ylim=(up[0] - 0.5, up[-1] + 0.5))
        axes.set_xticks(right, [f"{n}" for n in densities])
        axes.set_yticks(up, [f"{n}" for n in sparsities])
        axes.grid(visible=False)
    row[0][0].set_ylabel("nonzeros $k$ of the comparator")
    plt.colorbar(picture, ax=row[0], label=r"$\log_2$ (EG / GD)", location="bottom", shrink=0.7, aspect=40)
    plt.show()


def two_learners(panels):
    """Draw regrets so far without their bounds; ``panels`` maps a title to curves, a name to one number a round."""
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 3.0), squeeze=False)
    for axes, (title, curves) in zip(row[0], panels.items()):
        for name, regrets in curves.items():
            axes.plot(regrets, label=name)
        axes.set(title=title, xlabel="round")
    row[0][0].set_ylabel("regret so far")
    row[0][0].legend()
    plt.show()
