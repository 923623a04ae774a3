"""Figures of the chapter on experts."""

import matplotlib.pyplot as plt


def weights_fall(shares, totals, best, mistakes):
    """Draw how the weight of the experts moves to the best, and how the total falls, a dot where the vote has erred.

    ``shares`` has shape (T + 1, N), the best expert first; ``totals`` and ``best`` are weights, of all and of that one.
    """
    rounds = range(len(totals))
    _, (left, right) = plt.subplots(1, 2, figsize=(7.2, 3.1))
    left.stackplot(rounds, shares.T, colors=["#0072b2", *["0.62", "0.82"] * len(shares.T)], edgecolor="white", linewidth=0.5)
    left.set(xlabel="rounds played", ylabel="share of the weight", xlim=(0, len(totals) - 1), ylim=(0, 1))
    left.text(0.97, 0.06, "the best expert", color="white", ha="right", transform=left.transAxes)
    right.semilogy(rounds, totals, color="0.25", linestyle="-", label="all weights together, $W_t$")
    right.semilogy(rounds, best, color="#0072b2", linestyle="--", label="the best expert's alone")
    right.semilogy([t + 1 for t in mistakes], totals[[t + 1 for t in mistakes]], "o", color="#d55e00", label="the vote has just erred")
    right.set(xlabel="rounds played", ylabel="weight")
    right.yaxis.tick_right()
    right.yaxis.set_label_position("right")
    right.legend(fontsize=9)
    plt.show()


def votes(shares, curves):
    """Draw the chance to say a bit against the share of the weight behind it; ``curves`` maps a name to chances."""
    _, axes = plt.subplots(figsize=(5.2, 3.4))
    for name, chances in curves.items():
        axes.plot(shares, chances, label=name)
    axes.set(xlabel="share $r$ of the weight that says 1", ylabel="chance to predict 1")
    axes.legend()
    plt.show()


def luck(panels, bound, mean):
    """Draw, for each entry of ``panels``, by how many rounds experts are ahead of one half: a title, and paths of shape (T + 1, N).

    ``bound`` and ``mean`` take the rounds and the number of experts and return the dashed and the dotted curve.
    """
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 3.1), sharey=True, squeeze=False)
    for axes, (title, paths) in zip(row[0], panels.items()):
        rounds = range(len(paths))
        axes.plot(rounds, paths, color="0.75", linewidth=0.7, linestyle="-")
        axes.plot(rounds, paths.max(axis=1), color="#0072b2", linestyle="-", label="the luckiest so far")
        axes.plot(rounds, [mean(t, paths.shape[1]) for t in rounds], color="0.1", linestyle=":", label="its mean over all years")
        axes.plot(rounds, [bound(t, paths.shape[1]) for t in rounds], color="#d55e00", linestyle="--",
                  label=r"$\sqrt{\frac{t}{2}\,\ln N}$")
        axes.set(title=title, xlabel="rounds played $t$")
    row[0][0].set_ylabel("$t/2$ minus mistakes")
    row[0][0].legend(fontsize=9, loc="lower left")
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
    axes.set(xlabel="experts $N$", ylabel=r"luck / $\sqrt{T\ln N/2}$")
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
