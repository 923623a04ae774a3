"""The choice among all versions of a learner of kinds: chapter One hypothesis among all."""

import numpy as np
from mulberry import draws
from otbnotes import bounds
from otbnotes.conversion import choose_validated

PLANTED = "Math.log(2 * n / DELTA)", "Math.log(2.00001 * n / DELTA)"
SAMPLES, DELTA = 100, 0.05


def state(rng):
    n = 10 * int(1 + 20 * rng.random() ** 3)
    return {"n": n, "kinds": 50 * int(rng.integers(1, 5)), "bare": bool(rng.random() < 0.5), "fire": 10 * int(rng.integers(1, 1 + n // 10)),
            "seed": int(rng.integers(1, 1000))}


def numbers(n, kinds, bare, fire, seed):
    tested, runs = np.arange(n, 0, -1), []
    margins = np.array([bounds.dynamic_validation_width(n, int(count), 1.0, DELTA) for count in tested])
    for i in range(SAMPLES):
        drawn = (kinds * draws(seed + 1000 * i, n)).astype(int)
        seen = np.zeros((n, kinds), int)                                       # how often each kind was shown, before each slide
        seen[1:] = np.cumsum(np.arange(kinds) == drawn[:-1, None], axis=0)
        if fire < n:
            seen[fire:] -= seen[fire]
        unknown = (seen == 0).astype(float)
        wrong, risks = unknown[:, drawn], unknown.mean(axis=1)
        means = np.triu(wrong).sum(axis=1) / tested
        claims = means if bare else means + margins
        index, promise = int(np.argmin(claims)), (risks + 2 * margins).min()
        if i == 0:
            assert bare or choose_validated(wrong, 1.0, DELTA)[0] == index
            first = {"version": index + 1, "mean": means[index], "score": means[index] + margins[index], "risk": risks[index],
                     "promise": bounds.dynamic_validation(risks, 1.0, DELTA)}
        runs.append((claims[index] < risks[index], risks[index] > promise))
    low, broken = zip(*runs)
    return first | {"low": sum(low), "broken": sum(broken)}
