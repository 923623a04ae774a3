"""Gradient descent on a disc against each of its adversaries."""

from typing import NamedTuple

import numpy as np
from otbnotes import bounds
from otbnotes.geometry import Ball, Everywhere, nearest
from otbnotes.losses import Linear
from otbnotes.online import gradient_descent
from otbnotes.streams import Game
from otbnotes.witness.gradient_descent import alternate_then_run

PLANTED = "eta * push * x[0]", "1.00001 * eta * push * x[0]"
T = 100


class Cliff(NamedTuple):
    """-z up to the edge at 1, and then upwards, as steep as the label."""

    binary = False

    def value(self, z, y):
        return np.maximum(-z, y * (z - 1) - 1)

    def slope(self, z, y):
        return -1.0 if z <= 1 else y


def state(rng):
    who, rounds = int(rng.integers(5)), int(rng.integers(1, T + 1))
    return {"who": who, "stretch": float(rng.choice([0, rng.uniform(-1, 1)])), "free": bool(rng.random() < 0.4), "steep": bool(rng.random() < 0.6), "rounds": rounds,
            "angle": 0.0, "mine": (rng.normal(0, 4, rounds) if who == 4 else np.zeros(0)).tolist(), "seed": 1}


def downhill(who, rounds, step, domain, mine):
    """Return where the loss of each round falls."""
    if who == 0:                                    # at right angles to the learner
        w, chosen = np.zeros(2), []
        for t in range(rounds):
            chosen.append(np.array([-w[1], w[0]]) / np.linalg.norm(w) if t else np.array([1.0, 0.0]))
            w = nearest(domain, w + step * chosen[-1])
        return np.array(chosen)
    if who == 4:
        return np.column_stack([np.cos(mine), np.sin(mine)])
    run = min(T, 2 * max(1, int(np.floor(1 / step / 2 + 0.5))))
    first = {1: np.ones(T), 2: np.resize([1.0, -1.0], T), 3: alternate_then_run(T, 1.0, run)[0].labels}[who][:rounds]
    return np.column_stack([first, 0 * first])


def numbers(who, stretch, free, steep, rounds, angle, mine, seed):
    step, domain = 10**stretch * bounds.gd_step(1.0, 1.0, T), Everywhere() if free else Ball(1.0)
    x = downhill(who, rounds, step, domain, mine)
    game = Game("cliff", Cliff(), x, np.full(rounds, 10.0)) if steep else Game("slopes", Linear(), x, -np.ones(rounds))
    lost, best = gradient_descent(game, domain, step).loss, -np.linalg.norm(x.sum(axis=0))
    return {"lost": lost, "best": best, "regret": lost - best, "bound": bounds.gd_regret_of_step(1, 1, rounds, step),
            "promise": bounds.gd_regret(1, 1, T)}
