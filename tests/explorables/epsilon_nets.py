"""The largest rectangle that a sample misses, by trying all of them, and the promises of chapter Epsilon-nets."""

from bisect import bisect_left, insort
from functools import cache
from itertools import pairwise

import numpy as np
from mulberry import draws
from otbnotes import bounds

PLANTED = "return 2 * traces", "return 2.00001 * traces"
MARK = [[0.3, 0.25], [0.72, 0.63]]


def state(rng):
    trips = int(rng.choice([0, 0, 2]))
    return {"exponent": float(rng.uniform(0, 1.6 if trips == 0 else 1.2)), "heavy": int(rng.integers(10, 41)), "kind": int(rng.integers(4)),
            "west": bool(rng.random() < 0.2), "seed": int(rng.integers(10, 1000)), "trips": trips,
            "own": rng.uniform(-0.1, 1.1, 2).tolist(), "mark": rng.uniform(0, 1, (2, 2)).tolist() if rng.random() < 0.5 else MARK}


@cache
def trip(seed):
    return draws(1000 * seed, 2000).reshape(1000, 2)


def largest(points):
    """Return the area of the largest open rectangle without a point, of all whose sides lie on points or on the shore."""
    x, y = (np.concatenate([[0], np.sort(points[:, axis]), [1]]) for axis in (0, 1))
    table = np.zeros((len(x) + 1, len(y) + 1), dtype=int)                # points by their ranks, added up from the south-west
    table[1 + np.searchsorted(x, points[:, 0]), 1 + np.searchsorted(y, points[:, 1])] = 1
    table = table.cumsum(0).cumsum(1)
    a, b = (side[:, None] for side in np.triu_indices(len(x), 1))
    c, d = np.triu_indices(len(y), 1)
    inside = table[b, d] - table[a + 1, d] - table[b, c + 1] + table[a + 1, c + 1]
    return ((x[b] - x[a]) * (y[d] - y[c]))[inside == 0].max()


def share(kind, seed, n, west, own, mark):
    points, (low, high) = trip(seed)[:n] / [2 if west else 1, 1], (np.min(mark, axis=0), np.max(mark, axis=0))
    if kind == 2:
        return 0 if ((low < points) & (points < high)).all(axis=1).any() else np.prod(high - low)
    if kind == 3:
        return 1
    points = np.vstack([points, [own] if own and 0 < min(own) and max(own) < 1 else np.empty((0, 2))])
    return largest(points) if kind == 0 else np.diff(np.sort(points[:, 0]), prepend=0, append=1).max()


def swept(points):
    """Return the area of the largest one again, much faster: the left side stays, the right one moves on."""
    (x, y), best = zip(*sorted(points.tolist())) if len(points) else ((), ()), 0
    for i, left in enumerate([0, *x]):
        heights = [0, 1]
        for right, height in zip([*x[i:], 1], [*y[i:], None]):
            tallest = max(high - low for low, high in pairwise(heights))
            best = max(best, (right - left) * tallest)
            if (1 - left) * tallest < best:
                break
            if height is not None:
                insort(heights, height)
    return best


def needed(kind, seed, west, mark, epsilon):
    """Return from how many bottles on this trip misses no heavy zone; the more bottles, the less is missed."""
    def net(n):
        return (swept(trip(seed)[:n]) if kind == 0 else share(kind, seed, n, west, None, mark)) < epsilon

    if kind == 3 or west and kind < 2:                                   # the eastern half stays without a bottle
        return np.inf
    found = bisect_left(range(301), True, key=net)
    return found if found < 301 else np.inf


@cache
def promise(kind, n, epsilon):
    return 2 * bounds.missed(epsilon, n) if kind == 2 else 2 * bounds.symmetrization(bounds.sauer((4, 2)[kind], 2 * n), n, epsilon)


@cache
def enough(kind, epsilon):
    return next(n for n in range(1, 3000) if promise(kind, n, epsilon) <= 0.05)


def numbers(exponent, heavy, kind, west, seed, trips, own, mark):
    n, epsilon = round(10**exponent), heavy / 100
    promised = (promise(kind, n, epsilon), enough(kind, epsilon), enough(kind, epsilon / 2)) if kind < 3 and not west else (np.inf,) * 3
    return {"share": share(kind, seed, n, west, own, mark), "bound": promised[0], "enough": promised[1], "half": promised[2],
            "needed": max((needed(kind, seed - i, west, mark, epsilon) for i in range(trips)), default=0),
            "missed": sum(share(kind, seed - i, n, west, None, mark) >= epsilon for i in range(trips))}
