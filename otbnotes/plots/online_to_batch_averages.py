"""Figures of the page on the mean and the vote."""

import matplotlib.pyplot as plt

from .style import COLOURS, draw_each


def vote_by_share(shares, gibbs, vote):
    """Draw the error of the vote, that of Q and twice that, over the round in which a rare example is met, over T."""
    _, axes = plt.subplots()
    axes.plot(shares, 2 * gibbs, color="0.4", linestyle="-", linewidth=4, alpha=0.45, label=r"$2\,\mathrm{err}(Q)$")
    axes.plot(shares, gibbs, color=COLOURS[0], linestyle="--", label=r"$\mathrm{err}(Q)$")
    axes.plot(shares, vote, color=COLOURS[1], linestyle="-", label="error of the vote")
    axes.set(xlabel="round in which the rare example is met, over $T$", ylabel="probability of an error")
    axes.legend(loc="upper left")
    plt.show()


def errors_by_rounds(panels):
    """Draw errors against rounds; ``panels`` maps a title to (rounds, curves), and ``curves`` a name to errors."""
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 3.2), squeeze=False)
    for axes, (title, (rounds, curves)) in zip(row[0], panels.items()):
        draw_each(axes.plot, rounds, curves, markers=True)
        axes.set(title=title, xlabel="rounds $T$", xscale="log", ylim=(0, None))
    row[0][0].set_ylabel("probability of an error")
    row[0][0].legend(fontsize=9)
    plt.show()
