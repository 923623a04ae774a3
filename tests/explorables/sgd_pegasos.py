"""Forty vans on a street with three homes: chapter Stochastic gradient descent."""

from functools import cache

import numpy as np
from mulberry import random
from otbnotes import bounds
from otbnotes.geometry import Box
from otbnotes.losses import Absolute
from otbnotes.sgd import sgd
from otbnotes.streams import Game

PLANTED = "(2 * eta) + eta)", "(2 * eta) + 1.00001 * eta)"
VANS, LONGEST = 40, 1000


@cache
def guests(seed):
    draw = random(seed)
    return np.array([[int(3 * next(draw)) for _ in range(LONGEST)] for _ in range(VANS)])


def state(rng):
    return {"homes": rng.uniform(0, 6, 3).round(3).tolist(), "days": int(rng.choice([1, 2, 5, 10, 20])), "eta": float(rng.uniform(0.1, 6)),
            "schedule": int(rng.integers(3)), "third": bool(rng.random() < 0.2), "seed": int(rng.integers(1, 5))}


def excess(homes, w):
    return np.mean(np.abs(w - np.array(homes))) - np.mean(np.abs(np.median(homes) - np.array(homes)))


def numbers(homes, days, eta, schedule, third, seed):
    day = np.arange(1, days + 1)
    steps = (bounds.sgd_steps(eta, days), np.full(days, eta), eta / day)[schedule]
    best = np.median(homes)
    street, box, last, mean = Game("street", Absolute(), np.ones((3, 1)), homes), Box(0.0, 6.0), [], []
    for asked in guests(seed)[:, :days]:
        w = sgd(street, np.full(days, 2) if third else asked, box, steps).weights[:-1, 0]
        last.append(excess(homes, w[-1]))
        mean.append(excess(homes, w.mean()))
    bound = bounds.sgd_excess_of_step(max(best, 6 - best), 1, days, eta) if schedule == 0 else np.inf
    return {"last": np.mean(last), "mean": np.mean(mean), "least": np.mean(np.abs(best - np.array(homes))), "bound": bound}
