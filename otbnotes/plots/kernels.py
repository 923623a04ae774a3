"""Figures of the chapter on kernels."""

import matplotlib.pyplot as plt

from .style import COLOURS, STYLES


def _signed_points(axes, rows, labels):
    for sign, marker, colour in ((1, "P", COLOURS[0]), (-1, "o", COLOURS[1])):
        axes.plot(*rows[labels == sign].T[:2], marker=marker, color=colour, linestyle="none", markersize=4,
                  label=f"$y={sign:+d}$")


def bent_edges(points, labels, maps, axis):
    """Draw labelled points and the bent edges in the plane, and then the points and the straight edge under each map.

    ``maps`` maps a name to (images, weights, scores): the images have the coordinates (u, v, 1), the edge is where
    <weights, image> = 0, and ``scores`` holds <weights, psi(x)> on the grid of ``axis`` with itself.
    """
    _, row = plt.subplots(1, 1 + len(maps), figsize=(7.4, 3.0))
    _signed_points(row[0], points, labels)
    row[0].set(title="the plane", aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
    for axes, (name, (images, w, scores)), colour, style in zip(row[1:], maps.items(), COLOURS[2:], STYLES):
        row[0].contour(axis, axis, scores, levels=[0.0], colors=[colour], linestyles=[style])
        _signed_points(axes, images, labels)
        ends = [0.0, -w[2] / w[0]]
        axes.plot(ends, [-(w[2] + w[0] * u) / w[1] for u in ends], color=colour, linestyle=style)
        top = 1.1 * images.max()
        axes.set(title=f"under {name}", aspect="equal", xlim=(-0.08 * top, top), ylim=(-0.08 * top, top))
    row[0].legend(fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -0.2), ncol=2, columnspacing=0.8, handletextpad=0.1)
    plt.show()


def kernel_mistakes(curves):
    """Draw the mistakes so far against the round; ``curves`` maps a name to one number for each round."""
    _, axes = plt.subplots()
    for name, mistakes in curves.items():
        axes.plot(mistakes, label=name)
    axes.set(xlabel="round", ylabel="mistakes so far", ylim=(0, None))
    axes.legend()
    plt.show()


def truncated_kernel(places, kernel, sums, terms, bound, errors):
    """Draw a kernel and ``sums`` of its first features along a line; beside it, on a logarithmic axis, errors over terms.

    ``sums`` maps a number of terms to one value for each of ``places``; ``bound`` holds the certified error for each of
    ``terms``, and ``errors`` maps a name to the errors that were measured.
    """
    _, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3.2))
    left.plot(places, kernel, color="0.4", linewidth=5, alpha=0.45, linestyle="-", label="kernel")
    for (number, values), colour, style in zip(sums.items(), COLOURS, STYLES):
        left.plot(places, values, color=colour, linestyle=style, label=f"$q={number}$")
    left.set(xlabel="$x'$", ylabel="inner product with $x$")
    left.legend(fontsize=8)
    right.semilogy(terms, bound, color="0.4", linewidth=5, alpha=0.45, linestyle="-", label="certified")
    for (name, values), colour, marker in zip(errors.items(), COLOURS, "os^"):
        right.semilogy(terms, values, color=colour, linestyle="none", marker=marker, markersize=4, label=name)
    right.set(xlabel="terms $q$", ylabel="error")
    right.legend(fontsize=8)
    plt.show()
