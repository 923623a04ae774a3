"""The regret of four players of the stall, and the value of the game."""

import numpy as np
from otbnotes import bounds
from otbnotes.geometry import Ball
from otbnotes.losses import Linear
from otbnotes.online import gradient_descent
from otbnotes.streams import Game
from scipy.stats import binom

PLANTED = "slope / Math.sqrt(T)", "1.00001 * slope / Math.sqrt(T)"
T = 20


def point(total, left):
    """The best rule: the chance to end below 0 less that to end above, if coins decide the rounds that are left."""
    coin = binom(left, 0.5)
    return coin.cdf(np.ceil((left - total) / 2) - 1) - coin.sf(np.floor((left - total) / 2))


def state(rng):
    days = int(rng.integers(1, T + 1))
    slopes = rng.choice([-1, 1], days, p=[1 - (p := rng.uniform()), p])
    return {"points": rng.uniform(-1, 1, days).tolist(), "slopes": slopes.tolist(), "now": 0.0, "coins": [1] * T, "weather": 2,
            "peek": bool(rng.random() < 0.2), "seed": 1}


def numbers(points, slopes, now, coins, weather, peek, seed):
    t, sums, rival = len(slopes), np.cumsum([0, *slopes]), abs(sum(slopes))
    game = Game("the stall", Linear(), np.ones((t, 1)), np.array(slopes, float))
    coin, heads = binom(T - t, 0.5), np.arange(T - t + 1)
    return {"mine": np.dot(slopes, points) + rival, "leader": -np.dot(slopes, np.sign(sums[:-1])) + rival,
            "descent": gradient_descent(game, Ball(1.0), bounds.gd_step(1.0, 1.0, T)).loss + rival,
            "best": float(sum(slope * point(int(s), T - 1 - i) for i, (slope, s) in enumerate(zip(slopes, sums))) + rival),
            "value": float(bounds.line_game_value(T)), "ahead": np.dot(slopes, points) + coin.pmf(heads) @ abs(sums[-1] + 2 * heads - T + t)}
