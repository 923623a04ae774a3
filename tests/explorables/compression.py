"""A scheme on the circle that keeps k of a hundred points, what the others see, its risk, and the bounds of chapter Compression."""

from types import SimpleNamespace

import numpy as np
from otbnotes import bounds
from otbnotes.compression import Scheme, learn

PLANTED = "delta = 0.05", "delta = 0.0500001"


def state(rng):
    return {"points": np.sort(rng.random(100)).tolist(), "hands": rng.random(5).tolist(), "epsilon": float(rng.uniform(0.005, 0.12)),
            "k": int(rng.integers(1, 6)), "knows": bool(rng.random() < 0.1), "circles": 0, "hidden": 0, "seed": 1}


def arcs_after(starts, length):
    """Return the hypothesis that says +1 on the arcs of this length after the starts, and -1 elsewhere."""
    def predict(points):
        after = (points - starts) % 1
        return np.where(((0 < after) & (after < length)).any(axis=1), 1, -1)
    return SimpleNamespace(predict=predict, risk=np.minimum(np.diff(np.sort(starts), append=starts.min() + 1), length).sum())


def by_heart(memory):
    return SimpleNamespace(predict=lambda points: np.where(np.isin(points[:, 0], memory), -1, 1), risk=1)


def numbers(points, hands, epsilon, k, knows, circles, hidden, seed):
    points, n, delta = np.array(points), 100, 0.05
    before = lambda x, y: (np.searchsorted(x[:, 0], hands[:k], side="right") - 1) % n
    decode = lambda x, y: by_heart(points) if knows else arcs_after(x[:, 0], epsilon)
    found = learn(Scheme("hands", k, before, decode), points[:, None], -np.ones(n))
    gaps, q, risk = np.sort(np.diff(points, append=points[0] + 1)), found.rest_error, found.hypothesis.risk
    return {"gap": gaps[-1], "most": k * gaps[-k], "seen": q, "risk": risk, "beta": bounds.compression_beta(n, k, delta),
            "bound": bounds.compression_agnostic(q, n, k, delta), "blind": bounds.heldout_bound(q, n - len(set(found.indices)), delta)}
