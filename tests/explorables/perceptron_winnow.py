"""The margin of points in the plane, and what the Perceptron has done after some of them."""

import numpy as np
from otbnotes import bounds
from otbnotes.losses import Hinge
from otbnotes.margin import margin
from otbnotes.online import perceptron
from otbnotes.streams import Game

PLANTED = "label * dot(w, [x, y]) > 0", "label * dot(w, [x, y]) > 0.01"


def state(rng):
    points = rng.uniform(-1, 1, size=(int(rng.integers(3, 9)), 2))
    side = np.sign(points @ rng.normal(size=2) + rng.choice([0, 0.2]))
    return {"points": np.column_stack([points, side]).tolist(), "steps": int(rng.integers(1, 200)), "last": 0, "seed": 1}


def numbers(points, steps, last, seed):
    *features, labels = np.transpose(points)
    sample = Game("points", Hinge(), np.transpose(features), labels)
    shown = [t % len(points) for t in range(steps)]
    run, found = perceptron(Game("shown", Hinge(), sample.features[shown], labels[shown])), margin(sample)
    gamma = found.upper if found.value > 0 else 0
    return {"gamma": gamma, "X": sample.feature_radius, "M": len(run.mistakes), "inner": run.w @ found.direction,
            "norm": np.linalg.norm(run.w), "bound": bounds.perceptron_mistakes(sample.feature_radius, gamma) if gamma else np.inf}
