"""Figures of the chapter on stochastic gradient descent."""

import matplotlib.pyplot as plt


def excess_panels(panels, ylabel):
    """Draw excess against rounds, both logarithmic; ``panels`` maps a title to (rounds, curves, bound, levels).

    ``curves`` and ``levels`` map a name to one number a round, or to one number: the height of a horizontal line.
    """
    _, row = plt.subplots(1, len(panels), figsize=(7.2, 3.5), sharey=True, squeeze=False)
    for axes, (title, (rounds, curves, bound, levels)) in zip(row[0], panels.items()):
        axes.plot(rounds, bound, color="0.4", linewidth=4, alpha=0.45, linestyle="-", label="bound")
        for name, values in curves.items():
            axes.plot(rounds, values, label=name)
        for name, height in levels.items():
            axes.axhline(height, color="black", linewidth=1.0, linestyle="--", label=name)
        axes.set(title=title, xlabel="rounds $T$", xscale="log", yscale="log")
    row[0][0].set_ylabel(ylabel)
    handles, labels = row[0][0].get_legend_handles_labels()
    row[0][0].figure.legend(handles, labels, loc="outside lower center", ncols=len(labels))
    plt.show()


def level_lines_and_paths(grid, values, levels, line, paths, marks, dots=(), names=("first entry of $w$", "second entry of $w$")):
    """Draw level lines of a function on the plane, a curve through it, paths of iterates, and marked points; return the axes.

    ``grid`` holds the two axes, ``line`` maps a name to points, ``paths`` and ``marks`` map names to points and a point, ``dots`` are
    small grey points, and ``names`` stand at the axes.
    """
    _, axes = plt.subplots(figsize=(6.4, 4.2))
    axes.contour(*grid, values, levels=levels, colors="0.75", linewidths=0.8, linestyles="-")
    if len(dots):
        axes.plot(*dots.T, ".", color="0.7", markersize=3)
    for name, points in line.items():
        axes.plot(*points.T, color="0.35", linewidth=1.2, linestyle=":", label=name)
    for name, points in paths.items():
        drawn, = axes.plot(*points.T, linewidth=1.4, label=name)
        axes.plot(*points[-1], "o", color=drawn.get_color(), markeredgecolor="white", markersize=8, zorder=3)
    for (name, point), marker in zip(marks.items(), "*X"):
        axes.plot(*point, marker, color="black", markersize=11, zorder=4, label=name)
    axes.set(xlabel=names[0], ylabel=names[1], xlim=(grid[0][0], grid[0][-1]), ylim=(grid[1][0], grid[1][-1]))
    axes.grid(visible=False)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, fontsize=9)
    return axes
