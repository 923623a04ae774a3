"""Figures of the chapter on progressive validation."""

import matplotlib.pyplot as plt

from .style import COLOURS, draw_each


def intervals_by_size(sizes, panels):
    """Draw confidence intervals against the sample size; ``panels`` maps a title to (truth, estimate, half-width)."""
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 3.2), sharey=True, squeeze=False)
    for axes, (title, (truth, estimate, width)), colour in zip(row[0], panels.items(), COLOURS):
        axes.errorbar(sizes, estimate, width, color=colour, linestyle="none", marker="o", markersize=4, capsize=3,
                      label="estimate and interval")
        axes.plot(sizes, truth, color="black", linestyle="none", marker="_", markersize=11, markeredgewidth=2,
                  label="true risk")
        axes.set(title=title, xscale="log", xlabel="sample size $n$", ylim=(0, 0.85))
        axes.legend(fontsize=9)
    row[0][0].set_ylabel("risk")
    plt.show()


def limits_by_size(sizes, panels):
    """Draw ratios against the sample size with a line at 1; ``panels`` maps a title to curves, name to ratios."""
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 3.3), sharey=True, squeeze=False)
    for axes, (title, curves) in zip(row[0], panels.items()):
        draw_each(axes.plot, sizes, curves, markers=True)
        axes.axhline(1, color="black", linestyle="-", linewidth=1)
        axes.set(title=title, xscale="log", xlabel="sample size $n$")
    row[0][0].set_ylabel("hold-out / progressive")
    row[0][-1].legend(fontsize=9)
    plt.show()


def validated_by_round(rounds, risks, means, widths, marks):
    """Draw true risks, validation means and penalised means of w_1, ..., w_T; ``marks`` maps a name to a round."""
    _, axes = plt.subplots(figsize=(6.8, 3.5))
    axes.plot(rounds, means + widths, color=COLOURS[0], linestyle="-", label="validated, plus its width")
    axes.plot(rounds, means, color=COLOURS[3], linestyle=":", label="validated on the rounds left")
    axes.plot(rounds, risks, color="black", linestyle="-", linewidth=1.2, label="true risk")
    for (name, t), colour, marker in zip(marks.items(), COLOURS[1:], "osD"):
        axes.plot([t], [risks[t - 1]], color=colour, linestyle="none", marker=marker, markersize=8, label=name)
    axes.set(xlabel="round $t$ of the hypothesis $w_t$", ylabel="error", ylim=(0, 1))
    axes.legend(fontsize=9, ncol=2)
    plt.show()
