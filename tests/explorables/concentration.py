"""The tail of the binomial law and the bounds of chapter Concentration."""

import math

from otbnotes import bounds
from scipy.stats import binom

PLANTED = "Math.exp(-2 *", "Math.exp(-2.00001 *"


def state(rng):
    return {"n": int(rng.integers(4, 201)), "p": float(rng.uniform(0.05, 0.95)), "share": float(rng.uniform()), "same": bool(rng.random() < 0.1)}


def numbers(n, p, share, same):
    k = math.floor(n * share + 0.5)
    exact = (p if k else 1.0) if same else binom.sf(k - 1, n, p)
    if k <= n * p:
        return {"exact": exact, "hoeffding": 1, "chernoff": 1, "bernstein": 1}
    return {"exact": exact, "hoeffding": bounds.hoeffding_tail(n, k / n - p), "chernoff": math.exp(-n * bounds.bernoulli_kl(k / n, p)),
            "bernstein": bounds.freedman_tail(k - n * p, n * p * (1 - p), 1 - p)}
