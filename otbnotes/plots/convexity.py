"""Figures of the chapter on convexity: chords, tangents, the fan of subgradients."""

import matplotlib.pyplot as plt

from .style import COLOURS, STYLES


def chords_and_tangents(panels):
    """Draw functions; ``panels`` maps a title to (w, values, lines), ``lines`` a name to (places, heights, points).

    The area above a function is shaded where ``lines`` names a chord.
    """
    _, row = plt.subplots(1, len(panels), figsize=(7.4, 3.4))
    for axes, (title, (w, values, lines)) in zip(row, panels.items()):
        top = max(values)
        if "chord" in lines:
            axes.fill_between(w, values, top, color="0.5", alpha=0.12, linewidth=0)
        axes.plot(w, values, color="black", linestyle="-")
        for (name, (places, heights, points)), colour, style in zip(lines.items(), COLOURS, STYLES[1:]):
            axes.plot(places, heights, color=colour, linestyle=style, label=name)
            axes.plot(*points, color=colour, linestyle="none", marker="o", markersize=4)
        axes.set(title=title, xlabel="$w$", ylim=(None, top))
        axes.legend(fontsize=9, loc="upper center", bbox_to_anchor=(0.5, -0.22), handlelength=2.4)
    plt.show()


def quartics_by_verdict(b, edge, groups):
    """Draw (b, c) in groups, a name to points, and the curve ``edge`` over ``b`` above which a quartic is convex."""
    _, axes = plt.subplots()
    axes.plot(b, edge, color="black", linestyle="-", linewidth=1.2, label="$c=3b^2/8$")
    for (name, points), colour, marker in zip(groups.items(), COLOURS, "o^x"):
        axes.plot(*zip(*points), color=colour, linestyle="none", marker=marker, markersize=5, label=name)
    axes.set(xlabel="$b$", ylabel="$c$")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    plt.show()


def fans_at_the_ends(panels):
    """Draw functions on an interval with lines of several slopes; ``panels`` maps a title to (pieces, lines, dots).

    ``pieces`` and ``lines`` are lists of (places, heights); ``dots`` are (place, height, filled).
    """
    _, row = plt.subplots(1, len(panels), figsize=(7.4, 2.7), sharey=True)
    for axes, (title, (pieces, lines, dots)) in zip(row, panels.items()):
        for (places, heights), style in zip(lines, STYLES[1:]):
            axes.plot(places, heights, color=COLOURS[1], linestyle=style, linewidth=1.2)
        for places, heights in pieces:
            axes.plot(places, heights, color=COLOURS[0], linestyle="-", linewidth=2.4)
        for place, height, filled in dots:
            axes.plot([place], [height], color=COLOURS[0], marker="o", linestyle="none", zorder=5,
                      markerfacecolor=COLOURS[0] if filled else "white")
        axes.set(title=title, xlabel="$w$", ylim=(-1.15, 1.15))
    plt.show()


def subdifferential_graph(w, values, steps, kinks):
    """Draw a function, and under it its subgradients: ``steps`` are (places, slopes), joined up at the ``kinks``."""
    _, (above, below) = plt.subplots(2, 1, figsize=(6.4, 4.2), sharex=True)
    above.plot(w, values, color="black", linestyle="-")
    above.set(ylabel="$f(w)$")
    for places, slopes in steps:
        below.plot(places, slopes, color=COLOURS[0], linestyle="-", linewidth=2.4)
    for place, low, high in kinks:
        below.plot([place, place], [low, high], color=COLOURS[1], linestyle="--", linewidth=2.4)
        for axes in (above, below):
            axes.axvline(place, color="0.6", linestyle=":", linewidth=0.8, zorder=0)
    below.set(xlabel="$w$", ylabel="subgradients at $w$")
    plt.show()
