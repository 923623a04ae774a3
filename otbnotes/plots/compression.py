"""A figure of the chapter on compression."""

import matplotlib.pyplot as plt

from .style import draw_each


def risks_by_sample_size(sizes, curves):
    """Draw curves over the sample size on double logarithmic axes."""
    _, axes = plt.subplots()
    draw_each(axes.plot, sizes, curves, markers=True)
    axes.set(xscale="log", yscale="log", xlabel="sample size $n$", ylabel="risk")
    for axis, (low, high) in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
        ticks = [one for one in (m * 10.0**e for e in range(-6, 9) for m in (1, 2, 5)) if low <= one <= high]
        axis.set_ticks(ticks, [f"{one:g}" for one in ticks])
        axis.set_ticks([], minor=True)
    axes.legend(fontsize=9)
    plt.show()
