"""The choice among all versions of a learner of kinds: chapter One hypothesis among all."""

import numpy as np
from mulberry import draws
from otbnotes import bounds
from otbnotes.conversion import choose_validated

PLANTED = "Math.log(2 * n / DELTA)", "Math.log(2.00001 * n / DELTA)"
SLIDES, DELTA, FIRE = 1000, 0.05, 500


def state(rng):
    return {"n": 10 * int(10 + 91 * rng.random() ** 3), "tissue": int(rng.integers(3)), "bare": bool(rng.random() < 0.4), "seed": int(rng.integers(1, 1000))}


def numbers(n, tissue, bare, seed):
    kinds = (300, 100, 200)[tissue]
    drawn, times = (kinds * draws(seed, SLIDES)).astype(int)[:n], np.arange(n)
    seen = np.cumsum(np.arange(kinds) == drawn[:, None], axis=0)               # how often each kind was shown, up to each slide
    seen = np.vstack([np.zeros(kinds, int), seen[:-1]])
    if tissue == 2 and n > FIRE:
        seen[FIRE:] -= seen[FIRE]
    unknown = (seen == 0).astype(float)
    wrong, risks = unknown[:, drawn], unknown.mean(axis=1)
    index, mean, _ = choose_validated(wrong, 1.0, DELTA)
    if bare:
        means = [wrong[t, t:].mean() for t in times]
        index, mean = int(np.argmin(means)), min(means)
    return {"version": index + 1, "mean": mean, "score": mean + bounds.dynamic_validation_width(n, n - index, 1.0, DELTA), "risk": risks[index],
            "promise": bounds.dynamic_validation(risks, 1.0, DELTA), "best": risks.min()}
