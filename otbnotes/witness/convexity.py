"""Where the inequalities of convexity are equalities, or nearly.  Each function returns (measured, bound), exact if it
can be."""

from .. import bounds, require


def affine_tangent(slope=3, offset=1, w=2, u=7):
    """An affine function is its own tangent (statements ``gradient-lower-bound`` and ``convex-first-order-test``)."""
    for name, x in (("slope", slope), ("offset", offset), ("w", w), ("u", u)):
        require.number(name, x)
    return bounds.tangent(slope * w + offset, slope * (u - w)), slope * u + offset
