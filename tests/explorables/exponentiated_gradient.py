"""Exponentiated gradient and gradient descent on the simplex, from two coordinates to ten thousand."""

import numpy as np
from otbnotes import bounds
from otbnotes.geometry import Simplex
from otbnotes.losses import Linear
from otbnotes.online import exponentiated_gradient, gradient_descent
from otbnotes.streams import Game
from otbnotes.witness.exponentiated_gradient import best_run, halves_then_run

PLANTED = "Math.sqrt(2 * Math.log(N) / T)", "Math.sqrt(2.0001 * Math.log(N) / T)"
T, KINDS = 100, (2, 4, 6, 10, 20, 40, 100, 200, 400, 1000, 2000, 4000, 10000)


def state(rng):
    game, rounds = int(rng.integers(4)), int(rng.integers(1, T + 1))
    size = int(rng.integers(6)) if rng.random() < 0.97 else int(rng.integers(6, 13))
    return {"size": size, "game": game, "zero": bool(rng.random() < 0.2), "rounds": rounds, "angle": 0.0,
            "mine": rng.normal(0, 4, rounds if game == 3 else 0).tolist(), "coins": "".join(rng.choice(list("0123"), T)), "seed": 1}


def gradients(game, coins, mine, N):
    """Return what the first kind, its half and the other half pull on each day."""
    turn = np.resize([1.0, -1.0], T)
    if game == 0:
        whole = halves_then_run(T, best_run(T, N, bounds.eg_step(1.0, N, T)), N)[0].features
        return np.column_stack([whole[:, 0], whole[:, N // 2 - 1], whole[:, -1]])
    if game == 1:
        return np.column_stack([-np.ones(T), turn, -turn])
    if game == 2:
        return np.array([[-1, *(1 if int(digit) & bit else -1 for bit in (1, 2))] for digit in coins], float)
    far = -np.cos(np.array(mine)[:, None] - np.radians([90, 210, 330]))
    high, low = far.max(axis=1, keepdims=True), far.min(axis=1, keepdims=True)
    return (2 * far - low - high) / (high - low)


def numbers(size, game, zero, rounds, angle, mine, coins, seed):
    N = KINDS[size]
    pulls = np.repeat(gradients(game, coins, mine, N)[:rounds], [1, N // 2 - 1, N // 2], axis=1)
    stream, best = Game("pollen", Linear(), pulls, np.ones(rounds)), pulls.sum(axis=0).min()
    start = np.append(0, np.full(N - 1, 1 / (N - 1))) if zero else np.full(N, 1 / N)
    return {"mine": exponentiated_gradient(stream, bounds.eg_step(1.0, N, T), start).loss - best,
            "adder": gradient_descent(stream, Simplex(), bounds.gd_step(1.0, N**0.5, T), start, trajectory=False).loss - best,
            "bound": bounds.eg_regret(1.0, N, T), "adderBound": bounds.gd_regret(1.0, N**0.5, T), "less": bounds.gd_step(1.0, N**0.5, T),
            "factor": np.exp(-bounds.eg_step(1.0, N, T)), "promise": bounds.eg_regret(1.0, 10_000, T)}
