"""Hedge among four apps, in three races."""

import numpy as np
from otbnotes import bounds
from otbnotes.online import hedge

PLANTED = "-eta * (total", "-1.00001 * eta * (total"
T, N = 100, 4


def state(rng):
    return {"race": int(rng.integers(3)), "stretch": float(rng.choice([0, rng.uniform(-1, 1)])), "dear": bool(rng.random() < 0.3),
            "from": int(rng.integers(T + 1)), "coins": "".join(rng.choice(list("0123456789abcdef"), T)), "seed": 1}


def numbers(race, stretch, dear, coins, seed, **day):
    half = np.arange(N) < N // 2
    turns = np.resize(np.stack([half, ~half]), (T, N))
    turns[day["from"]:] = np.arange(N) > 0
    tossed = [[int(digit, 16) >> i & 1 for i in range(N)] for digit in coins]
    losses = (4.0 if dear else 1.0) * np.array([turns, np.resize(np.eye(N), (T, N)), tossed][race])
    step, best = 10**stretch * bounds.hedge_step(N, T), losses.sum(axis=0).min()
    lost = hedge(losses, step).loss
    return {"lost": lost, "best": best, "regret": lost - best, "bound": bounds.hedge_regret_of_step(N, T, step),
            "promise": bounds.hedge_regret(N, T)}
