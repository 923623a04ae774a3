"""The heaviest rectangle that a sample misses, by trying all of them: chapter Epsilon-nets."""

from functools import cache

import numpy as np
from mulberry import random

PLANTED = "else count += 1;", "else count += 1.00001;"
POINTS = 200


@cache
def lake():
    draw = random(7)
    return np.array([[next(draw), next(draw)] for _ in range(POINTS)])


def state(rng):
    trips = int(rng.choice([0, 0, 2]))
    return {"n": int(rng.integers(1, 40 if trips == 0 else 15)), "kind": int(rng.integers(3)), "seed": int(rng.integers(1, 1000)), "trips": trips, "tries": []}


def heaviest(sample):
    """Return how many points the heaviest open rectangle without a point of the sample has, by counting in all of them.

    Its sides lie on bottles, or outside.  In the doubled grid a place on an edge is even, one between two edges odd.
    """
    counts = []
    edges = [np.array([-1, *np.unique(lake()[sample, axis]), 2]) for axis in (0, 1)]
    for points in (np.delete(lake(), sample, axis=0), lake()[sample]):
        places = [np.searchsorted(edge, points[:, axis]) + np.searchsorted(edge, points[:, axis], side="right") - 1
                  for axis, edge in enumerate(edges)]
        table = np.zeros([2 * len(edge) for edge in edges], dtype=int)
        np.add.at(table, tuple(places), 1)
        table = np.pad(table.cumsum(0).cumsum(1), (1, 0))                # how many are left of and below a place
        (a, b), (c, d) = ([2 * side for side in np.triu_indices(len(edge), 1)] for edge in edges)
        from_x, to_x, from_y, to_y = a[:, None] + 1, b[:, None], c + 1, d
        counts.append(table[to_x, to_y] - table[from_x, to_y] - table[to_x, from_y] + table[from_x, from_y])
    return counts[0][counts[1] == 0].max()


def share(kind, seed, n):
    draw = random(1000 * seed)
    sample = np.array([int(POINTS * next(draw)) for _ in range(n)])
    marked = ((lake() > [0.3, 0.25]) & (lake() < [0.72, 0.63])).all(axis=1)
    return (heaviest(sample), 0 if marked[sample].any() else marked.sum(), POINTS - len(set(sample)))[kind] / POINTS


def numbers(n, kind, seed, trips, tries):
    return {"share": share(kind, seed, n), "heavy": sum(share(kind, seed + trip, n) >= 0.15 for trip in range(trips))}
