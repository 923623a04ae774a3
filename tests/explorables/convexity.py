"""A quartic with or without a kink: the worst place of a string and of a tangent, as chapter Convexity tests them."""

import numpy as np
from otbnotes import convexity

NOISE = 1e-9
PLANTED = "STEEP = 8", "STEEP = 8.00001"


def state(rng):
    u, v, w = rng.uniform(-0.6, 3.5, 3)
    kind = int(rng.integers(3))
    return {"c": float(rng.uniform(9, 20)), "kind": kind, "u": float(u), "v": float(v), "w": float(1 if kind and rng.random() < 0.1 else w), "seed": 1}


def numbers(c, kind, u, v, w, seed):
    quartic, kink = np.polynomial.Polynomial([0, 0, c, -6, 1]), (0, 8, -8)[kind]
    f = lambda x: quartic(float(x)) + kink * abs(float(x) - 1)
    def places(a, b, given):                          # where the slope is the given one, and the ends of the pieces
        found = [a, b, 1] if a < 1 < b else [a, b]
        for sign in (-1, 1):
            roots = (quartic.deriv() + sign * kink - given).roots()
            found += [x for x in roots.real if a < x < b]
        return found

    slopes = [quartic.deriv()(w) + kink * (np.sign(w - 1) or side) for side in (-1, 1)]
    low, high = min(u, v), max(u, v)
    weights = [min(1, max(0, (high - x) / (high - low))) for x in places(low, high, (f(high) - f(low)) / (high - low))]
    over = convexity.segment_test(f, [low, high], weights).excess
    above = max(convexity.subgradient_test(f, slope, w, places(-0.6, 3.5, slope)).excess for slope in slopes)
    curvature = quartic.deriv(2)
    return {"over": float(over), "above": float(above), "height": f(w), "slope": slopes[1], "curvature": curvature(w), "least": curvature(1.5)}
