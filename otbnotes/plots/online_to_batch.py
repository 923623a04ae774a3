"""Figure of the conversion: errors by sample size."""

import matplotlib.pyplot as plt

from .style import COLOURS, STYLES


def errors_under_bounds(panels):
    """Draw errors against the number of rounds on double logarithmic axes.

    ``panels`` maps a title to (rounds, curves, bounds); both map a name to one number for each number of rounds, and
    bounds are drawn thick and grey.
    """
    _, row = plt.subplots(1, len(panels), figsize=(7.4, 3.5), squeeze=False)
    for axes, (title, (rounds, curves, limits)) in zip(row[0], panels.items()):
        for (name, values), style in zip(limits.items(), STYLES):
            axes.loglog(rounds, values, color="0.45", linewidth=3.5, alpha=0.55, linestyle=style, label=name)
        for (name, values), colour, marker in zip(curves.items(), COLOURS, "os^D"):
            axes.loglog(rounds, values, color=colour, marker=marker, markersize=4, linestyle="-", linewidth=1.3, label=name)
        axes.set(title=title, xlabel="rounds $T$")
        axes.legend(fontsize=9)
    row[0][0].set_ylabel("expected error of $Q$")
    plt.show()
