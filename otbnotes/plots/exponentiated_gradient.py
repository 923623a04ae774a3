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
    """Draw maps of log2(EG / GD): a cell for each number of nonzeros of the rival (up) and of the features (right).

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
    row[0][0].set_ylabel("nonzeros $k$ of the rival")
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


def sparse_and_dense(panels):
    """Draw the true weights of a game and those of two learners after it, a place for each feature.

    ``panels`` maps a title to the true vector and a dictionary from a learner's name to its vector.
    """
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 3.4), squeeze=False, sharex=True)
    for axes, (title, (truth, learners)) in zip(row[0], panels.items()):
        places = np.arange(1, len(truth) + 1)
        axes.axhline(0, color="0.6", linewidth=0.8)
        axes.hlines(truth, places - 0.45, places + 0.45, color="black", linewidth=2, label="the truth")
        for (name, weights), colour, mark in zip(learners.items(), COLOURS, "os"):
            axes.plot(places, weights, mark, color=colour, markersize=5, label=name, alpha=0.85)
        axes.set_title(title, fontsize=11)
        axes.set(xlabel="feature")
        axes.set_xticks([1, *range(5, len(truth) + 1, 5)])
    row[0][0].set_ylabel("weight")
    row[0][0].legend()
    plt.show()


def ten_doublings(dimension):
    """Draw, over the weight p of a corner, which share of two distances to it is left: the divergence and the squared distance.

    p starts at 1 / ``dimension``, on a logarithmic axis, with a dot for each doubling; all other weights are equal.
    """
    _, axes = plt.subplots(figsize=(6.4, 3.2))
    p, dots = np.geomspace(1 / dimension, 1, 400), 2.0 ** np.arange(int(np.log2(dimension)) + 1) / dimension
    for share, colour, line, mark, label in (
            (lambda p: -np.log(p) / np.log(dimension), COLOURS[0], STYLES[0], "o", r"logarithm, $\ln(1/p)$"),
            (lambda p: ((1 - p) / (1 - 1 / dimension)) ** 2, COLOURS[1], STYLES[1], "s", "squared distance")):
        axes.plot(p, share(p), color=colour, linestyle=line, label=label)
        axes.plot(dots, share(dots), mark, color=colour, markersize=5)
    axes.set(xscale="log", xlabel="weight $p$ of your pollen", ylabel="share of the way left", ylim=(-0.05, 1.08))
    axes.legend(loc="lower left")
    plt.show()


def two_ways_to_measure():
    """Draw, in the plane, what a sparse and a dense rival and a sparse and a dense vector of features measure in the two norms."""
    _, row = plt.subplots(1, 2, figsize=(7.2, 3.6))
    circle = np.linspace(0, 2 * np.pi, 400)
    diamond, square = np.array([[1, 0], [0, 1], [-1, 0], [0, -1], [1, 0]]), np.array([[1, 1], [-1, 1], [-1, -1], [1, -1], [1, 1]])
    half = 0.5 ** 0.5
    panels = (("the rival $u$", diamond, "EG: $|u_1|+|u_2|$", (1.0, 2 ** 0.5), "GD: length of $u$", (1.0,), {"sparse": (1, 0), "dense": (half, half)}),
              ("the features $x$", square, r"EG: $\max(|x_1|,|x_2|)$", (1.0,), "GD: length of $x$", (1.0, 2 ** 0.5), {"sparse": (1, 0), "dense": (1, 1)}))
    for axes, (title, corners, ours, our_sizes, theirs, their_sizes, points) in zip(row, panels):
        for size, style in zip(our_sizes, "-:"):
            axes.plot(*(size * corners).T, color=COLOURS[0], linestyle=style, label=ours if style == "-" else None)
        for size, style in zip(their_sizes, "-:"):
            axes.plot(size * np.cos(circle), size * np.sin(circle), color=COLOURS[1], linestyle=style, label=theirs if style == "-" else None)
        for name, point in points.items():
            axes.plot(*point, "o", color="black", markersize=6, zorder=3)
            axes.annotate(name, point, xytext=(5, 5), textcoords="offset points")
        axes.set(title=title, aspect="equal", xlim=(-1.6, 1.9), ylim=(-1.6, 2.2), xticks=[-1, 0, 1], yticks=[-1, 0, 1])
        axes.legend(loc="upper left", fontsize=9, handlelength=1.5)
    plt.show()


def coming_out(weights):
    """Draw the weight of a hidden coordinate round by round, a line for each play."""
    _, axes = plt.subplots(figsize=(6.4, 2.9))
    axes.plot(np.arange(1, weights.shape[1] + 1), weights.T, color=COLOURS[0], linestyle="-", linewidth=0.9, alpha=0.6)
    axes.set(xlabel="round", ylabel="weight of the hidden expert", ylim=(-0.02, 1.02))
    plt.show()
