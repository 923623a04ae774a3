"""The worst case of boxes, which both pages on compression use: points on arms along the axes, with an exact law."""

from .. import require


def arms_quantile(n, dimension, delta):
    """Return the risk r that the bounding box on the arms exceeds with probability delta: P[Bin(n, r) < 2d] = delta.

    The uncovered ends of the arms, as masses s_j <= 1/(2d), are all longer than given numbers with probability (1 - sum
    of s_j)^n, as the first 2d of n + 1 spacings of the unit interval are; n must be so large that r is at most 1/(2d).
    """
    from scipy.stats import beta

    arms = 2 * require.integer("dimension", dimension, 1)
    n = require.integer("n", n, arms)
    risk = float(beta.isf(require.probability("delta", delta), arms, n - arms + 1))
    return risk if risk <= 1 / arms else require.fail("n", n, f"a sample so large that the risk is at most 1/{arms}")
