"""The Perceptron on draws from a small basket: chapter Online to batch."""

from functools import cache

import numpy as np
from mulberry import random
from otbnotes.conversion import zero_one
from otbnotes.losses import Hinge
from otbnotes.online import perceptron
from otbnotes.streams import Game

PLANTED = "example[3] * score(w, example) <= 0)", "example[3] * score(w, example) < 0)"
BASKET, GAMES = 30, 100


@cache
def basket():
    draw, examples = random(11), []
    for _ in range(BASKET):
        x, y, odd = 2 * next(draw) - 1, 2 * next(draw) - 1, next(draw) < 0.08
        examples.append([x, y, 0.5, -1 if (x + 0.6 * y > 0.2) == odd else 1])
    *features, labels = np.transpose(examples)
    return Game("the basket", Hinge(), np.transpose(features), labels)


def state(rng):
    return {"T": int(rng.integers(1, 25)), "ship": 0, "sorted": bool(rng.random() < 0.3), "seed": int(rng.integers(1, 10_000))}


def risk(w):
    return zero_one(w @ basket().features.T, basket().labels).mean(axis=-1)


def numbers(T, ship, sorted, seed):
    games = []
    for one in range(GAMES * seed, GAMES * (seed + 1)):
        draw = random(7919 * one)
        rows = np.array([int(BASKET * next(draw)) for _ in range(T)])
        if sorted:
            rows = rows[np.argsort(basket().labels[rows], kind="stable")]
        run = perceptron(basket().reordered(rows, "one game"))
        games.append([len(run.mistakes) / T, risk(run.weights[:-1]).mean(), risk(run.w), risk(run.weights[:-1].sum(axis=0))])
    return dict(zip(("share", "hat", "last", "mean"), np.mean(games, axis=0)))
