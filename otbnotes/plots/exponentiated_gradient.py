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


def entropy_of_a_run(weights):
    """Draw the divergence from a corner, and half the squared distance to it, over the weight of that corner, N = 2.

    ``weights`` are those of a run: a dot for each, and a vertical drop for the progress of each round.
    """
    _, axes = plt.subplots(figsize=(6.4, 3.2))
    w = np.linspace(0.02, 1, 400)
    axes.plot(w, -np.log(w), color=COLOURS[0], label=r"$\mathrm{KL}(e_1\Vert w)=\ln(1/w_1)$")
    axes.plot(w, (1 - w) ** 2, color="0.5", linestyle="--", label=r"$\frac{1}{2}\Vert e_1-w\Vert^2$")
    weights = np.asarray(weights, dtype=float)
    heights = -np.log(weights)
    axes.plot(weights, heights, "o", color=COLOURS[1], label="the run by hand")
    for t, (a, b, x) in enumerate(zip(heights, heights[1:], weights), 1):
        axes.plot([x, x], [a, b], color=COLOURS[1], linestyle="-", linewidth=1.4)
        axes.plot([x, weights[t]], [b, b], color=COLOURS[1], linestyle=":", linewidth=1.2)
        if a - b > 0.1:
            axes.annotate(rf"$\alpha_{t}$", (x, (a + b) / 2), xytext=(-5, 0), textcoords="offset points", ha="right", va="center")
    axes.set(xlabel="$w_1$", ylim=(-0.05, 2.2), xlim=(0, 1.02))
    axes.legend()
    plt.show()


def two_ways_to_measure():
    """Draw, in the plane, what a sparse and a dense comparator and a sparse and a dense vector of features measure in the two norms."""
    _, row = plt.subplots(1, 2, figsize=(7.2, 3.6))
    circle = np.linspace(0, 2 * np.pi, 400)
    diamond, square = np.array([[1, 0], [0, 1], [-1, 0], [0, -1], [1, 0]]), np.array([[1, 1], [-1, 1], [-1, -1], [1, -1], [1, 1]])
    half = 0.5 ** 0.5
    panels = (("the comparator $u$", diamond, "EG: $|u_1|+|u_2|$", (1.0, 2 ** 0.5), "GD: length of $u$", (1.0,), {"sparse": (1, 0), "dense": (half, half)}),
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
