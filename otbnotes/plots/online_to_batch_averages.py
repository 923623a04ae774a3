"""Figures of the page on the bounds with high probability."""

import matplotlib.pyplot as plt

from .style import draw_each


def learner_cone(paths, cone, curves):
    """Draw sums of R(w_t) - loss, grey, in the cone +-``cone``; ``curves`` maps a name to such sums."""
    _, axes = plt.subplots()
    rounds = range(len(cone))
    axes.fill_between(rounds, -cone, cone, color="0.5", alpha=0.12, linewidth=0)
    for side in (1, -1):
        axes.plot(rounds, side * cone, color="black", linestyle="-", linewidth=1.4,
                  label="the cone" if side > 0 else None)
    for k, path in enumerate(paths):
        axes.plot(rounds, path, color="0.45", linestyle="-", linewidth=0.8, alpha=0.5,
                  label=None if k else "Perceptron, random order")
    draw_each(axes.plot, rounds, curves)
    axes.set(xlabel="round $t$", ylabel="sum of $R(w_k)-\\ell_k(w_k)$", ylim=(-1.3 * cone[-1], 1.9 * cone[-1]))
    axes.legend(loc="upper right", fontsize=9, ncols=2)
    plt.show()


def failures_by_delta(deltas, curves):
    """Draw exact probabilities of failure against delta, logarithmic, under the line where both are equal."""
    _, axes = plt.subplots()
    axes.plot(deltas, deltas, color="black", linestyle="-", linewidth=1.4, label="what is allowed")
    draw_each(axes.plot, deltas, curves, markers=True)
    axes.set(xlabel=r"$\delta$", ylabel="probability of failure", xscale="log", yscale="log")
    axes.legend()
    plt.show()


def bounds_by_mistakes(mistakes, curves):
    """Draw upper bounds on R(Q) against the number of mistakes; ``curves`` maps a name to one number for each."""
    _, axes = plt.subplots()
    draw_each(axes.plot, mistakes, curves)
    axes.set(xlabel="mistakes", ylabel="bound on the risk $R(Q)$", xscale="symlog", yscale="log")
    axes.legend()
    plt.show()
