"""A worst case of the margin bounds: a rule that looks at the sample before it picks."""

import math

from .. import require


def common_cap(t, height):
    """Return the share of the sphere that two caps {x: <v, x> >= height} and {x: <v', x> >= height} have in common, t = <v, v'>.

    Statements ``perceptron-generalization-separable`` and ``soft-perceptron-bound``.

    Examples
    --------
    >>> round(common_cap(1.0, 0.9), 12), common_cap(0.0, 0.9)      # one cap, two disjoint ones
    (0.05, 0.0)
    """
    if t <= 2 * height ** 2 - 1 or t >= 1:
        return 0.0 if t < 1 else (1 - height) / 2
    s2 = 1 - height ** 2
    far, near = (t - height ** 2) / s2, height * (1 - t) / math.sqrt(s2 * (1 - t * t))
    return (math.pi - math.acos(max(-1.0, far)) - 2 * height * math.acos(min(1.0, near))) / (2 * math.pi)


def free_point(samples, risk):
    """Return a number below the probability that some point is free among n uniform points of the sphere.

    A point is free if no other one lies in the cap of mass ``risk`` around its opposite.  The number is (E F)^2 / E F^2 for the
    number F of free points; the second moment is an integral over the angle between two of them.

    Examples
    --------
    >>> round(free_point(400, 0.02), 3)
    0.072
    """
    from scipy.integrate import quad

    n, risk = require.integer("samples", samples, 2), require.probability("risk", risk)
    if risk >= 0.25:
        require.fail("risk", risk, "a number below 1/4")
    height = 1 - 2 * risk
    edge = 2 * height ** 2 - 1                          # below it the two caps are disjoint
    near = quad(lambda t: (1 - 2 * risk + common_cap(t, height)) ** (n - 2), edge, 1, limit=200,
                points=[1 - (1 - edge) * share for share in (1e-4, 1e-3, 0.01, 0.1)])[0] / 2
    both = near + (edge + height) / 2 * (1 - 2 * risk) ** (n - 2)
    mean = n * (1 - risk) ** (n - 1)
    return mean ** 2 / (mean + n * (n - 1) * both)


def looked_risk(samples, delta):
    """Return a risk that the Perceptron has with a probability above delta, if it picks a free point of the sphere.

    The examples are (h, sqrt(1 - h^2) v) with v uniform on the sphere, labelled +1, and h^2 = (1 - 2 risk) / (2 - 2 risk); so
    their margin is h, a little below 1 / sqrt(2), and k = 2.

    Examples
    --------
    >>> round(looked_risk(2000, 0.05), 5)
    0.00506
    """
    delta = require.probability("delta", delta)
    low, high = 1 / samples, min(0.2, 40 / samples)
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if free_point(samples, middle) > delta else (low, middle)
    return low
