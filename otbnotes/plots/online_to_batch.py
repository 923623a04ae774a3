"""Figures of the conversion: one game against its risks, and many games against their means."""

import matplotlib.pyplot as plt
import numpy as np

from .style import COLOURS


def bridge(risks, wrong, games):
    """Draw one game, and many.

    ``risks`` holds R(w_t) for every round of one game and ``wrong`` says in which rounds it erred.  ``games`` has a row for
    each of many games: mistakes per round, and R(Q).
    """
    _, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.5), gridspec_kw={"width_ratios": [1.5, 1]})
    rounds, T = np.arange(1, len(risks) + 1), len(risks)
    left.step(rounds, risks, where="mid", color=COLOURS[0], linestyle="-", linewidth=1.3, label="risk $R(w_t)$")
    left.axhline(np.mean(risks), color=COLOURS[1], linestyle="--", label="their mean $R(Q)$")
    left.axhline(np.mean(wrong), color=COLOURS[2], linestyle="-.", label="mistakes per round")
    left.plot(rounds[wrong], np.full(wrong.sum(), 0.014), marker="|", linestyle="none", color="black", markersize=7,
              label="a mistake")
    left.set(title="one game", xlabel="round $t$", ylabel="probability of error", xlim=(0, T + 1), yscale="log",
             ylim=(0.011, 1.3))
    left.legend()
    right.plot(*games.T, marker="o", markersize=3, linestyle="none", color=COLOURS[0], alpha=0.3, label="a game")
    top = games.max() * 1.04
    right.plot([0, top], [0, top], color="0.35", linestyle=":", linewidth=1.3, label="equal")
    right.plot(*games.mean(axis=0), marker="P", markersize=11, color=COLOURS[1], markeredgecolor="white", linestyle="none",
               label="mean of all games")
    right.set(title=f"{len(games)} games", xlabel="mistakes per round", ylabel="$R(Q)$", xlim=(0, top), ylim=(0, top))
    right.legend(fontsize=9)
    plt.show()
