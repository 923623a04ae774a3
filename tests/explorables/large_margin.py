"""The Perceptron on samples with a margin, and without one, and the promise of chapter Large margins."""

from functools import lru_cache

import numpy as np
from mulberry import draws
from otbnotes import bounds
from otbnotes.losses import Hinge
from otbnotes.online import batch_perceptron
from otbnotes.streams import Game

PLANTED = "(k - 1) * Math.log(n)", "(k - 1.00001) * Math.log(n)"


def state(rng):
    return {"gamma": float(rng.uniform(0.1, 0.8)), "size": int(rng.choice(3, p=[0.4, 0.45, 0.15])),
            "coin": bool(rng.random() < 0.2), "seed": int(rng.integers(1, 4))}


@lru_cache
def lots(seed):
    """Return what is drawn for each of 400 examples."""
    return draws(seed, 400 * 302).reshape(400, 302)


def numbers(gamma, size, coin, seed):
    d, (side, lot, chance) = (2, 20, 300)[size], lots(seed)[:, :3].T
    sign, height, rest = np.where(side < 0.5, -1, 1), gamma + (1 - gamma) * lot**4, 2 * lots(seed)[:, 3:d + 2] - 1
    rest = np.sign(rest) * np.sqrt(np.sqrt(np.abs(rest))) * np.sqrt((1 - height**2) / (d - 1))[:, None]
    x = np.column_stack([sign * height, rest])
    y, n = np.where(chance < 0.5, -1, 1) if coin else sign, 200
    found = {"allowed": bounds.margin_size(gamma), "promise": bounds.perceptron_risk_sharp(gamma, n, 0.05)}
    try:
        run = batch_perceptron(Game("sample", Hinge(), x[:n], y[:n]), max_updates=5000)
    except RuntimeError:
        return {**found, "updates": np.inf, "kept": n, "wrong": n}
    return {**found, "updates": len(run.updates), "kept": len(set(run.updates)), "wrong": (y[n:] * (x[n:] @ run.w) <= 0).sum()}
