"""The worst case of boxes, which both pages on compression use: points on arms along the axes, with an exact law."""

from .. import require


def arms_failure(n, dimension, epsilon):
    """P[R > epsilon] = P[Bin(n, epsilon) < 2d] for the bounding box on the arms, exact for epsilon <= 1/(2d).

    The uncovered ends of the arms, as masses s_j <= 1/(2d), are all longer than given numbers with probability (1 - sum
    of s_j)^n, as the first 2d of n + 1 spacings of the unit interval are.  Statement ``compression-rectangles``.
    """
    from scipy.stats import binom

    arms = 2 * require.integer("dimension", dimension, 1)
    if not 0 <= require.number("epsilon", epsilon) <= 1 / arms:
        require.fail("epsilon", epsilon, f"a number in [0, 1/{arms}]")
    return float(binom.cdf(arms - 1, require.integer("n", n, 1), epsilon))


def arms_quantile(n, dimension, delta):
    """Return the risk at which ``arms_failure`` is delta; n must be so large that it is at most 1/(2d)."""
    from scipy.stats import beta

    arms = 2 * require.integer("dimension", dimension, 1)
    n = require.integer("n", n, arms)
    risk = float(beta.isf(require.probability("delta", delta), arms, n - arms + 1))
    return risk if risk <= 1 / arms else require.fail("n", n, f"a sample so large that the risk is at most 1/{arms}")
