"""The multiplier and the adder on the same examples: chapter Many features, few that matter."""

import numpy as np
from mulberry import draws
from otbnotes import bounds
from otbnotes.geometry import Ball
from otbnotes.losses import Absolute
from otbnotes.online import exponentiated_gradient, gradient_descent, signed_copies
from otbnotes.streams import Game
from scipy.fft import dct

PLANTED = "Math.log(2 * N) / T", "Math.log(2.00001 * N) / T"
N, T = 40, 400


def state(rng):
    return {"t": int(rng.integers(T + 1)), "k": int(2 * rng.integers(20) + 1), "turns": bool(rng.random() < 0.5), "seed": int(rng.integers(1, 1000))}


def played(k, turns, seed):
    x, u = np.where(draws(seed, T * N).reshape(T, N) < 0.5, -1.0, 1.0), np.zeros(N)
    u[(12 + 17 * np.arange(k)) % N] = 1.0
    if turns:
        x, u = dct(x, type=4, norm="ortho"), dct(u, type=4, norm="ortho")
    game, size = Game("forty", Absolute(), x, x @ u), np.abs(u).sum()
    steep = size * np.abs(x).max()
    return x, u, game, size, steep, exponentiated_gradient(signed_copies(game, size), bounds.eg_step(steep, 2 * N, T))


def numbers(t, k, turns, seed):
    x, u, game, size, steep, times = played(k, turns, seed)
    length, reach = np.linalg.norm(u), np.linalg.norm(x, axis=1).max()
    plus = gradient_descent(game, Ball(length), bounds.gd_step(length, reach, T))
    vector = size * (times.weights[t, :N] - times.weights[t, N:])
    return {"lostTimes": times.losses[:t].sum(), "lostPlus": plus.losses[:t].sum(), "allTimes": times.loss, "allPlus": plus.loss,
            "otherTimes": played(k, not turns, seed)[-1].loss,
            "mayTimes": bounds.eg_regret(steep, 2 * N, T), "mayPlus": bounds.gd_regret(length, reach, T),
            "farTimes": np.linalg.norm(vector - u), "farPlus": np.linalg.norm(plus.weights[t] - u), "sum": size, "radius": length,
            "largest": np.abs(x).max(), "reach": reach}
