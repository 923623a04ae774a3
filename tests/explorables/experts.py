"""Hedge among two to sixteen apps, in three races."""

import numpy as np
from otbnotes import bounds
from otbnotes.online import hedge

PLANTED = "-eta * (total", "-1.00001 * eta * (total"
T = 100


def state(rng):
    return {"race": int(rng.integers(3)), "size": int(rng.integers(1, 5)), "stretch": float(rng.choice([0, rng.uniform(-1, 1)])), "dear": bool(rng.random() < 0.3),
            "from": int(rng.integers(T + 1)), "coins": "".join(rng.choice(list("0123456789abcdef"), 4 * T)), "seed": 1}


def numbers(race, size, stretch, dear, coins, seed, **day):
    N = 2**size
    half = np.arange(N) < N // 2
    turns = np.resize(np.stack([half, ~half]), (T, N))
    turns[day["from"]:] = np.arange(N) > 0
    tossed = [[int(coins[T * (i // 4) + t], 16) >> i % 4 & 1 for i in range(N)] for t in range(T)]
    losses = (4.0 if dear else 1.0) * np.array([turns, np.resize(np.eye(N), (T, N)), tossed][race])
    step, best = 10**stretch * bounds.hedge_step(4, T), losses.sum(axis=0).min()
    lost = hedge(losses, step).loss
    return {"lost": lost, "best": best, "regret": lost - best, "bound": bounds.hedge_regret_of_step(N, T, step),
            "promise": bounds.hedge_regret(N, T)}
