"""Least squares on readings of a spring, for every case of the errors."""

import numpy as np
from numpy.polynomial.legendre import legvander
from otbnotes import bounds
from otbnotes.least_squares import hat_matrix, sign_noise

PLANTED = "(one - eaten[i]) ** 2", "(one - 1.00001 * eaten[i]) ** 2"


def state(rng):
    d = int(rng.integers(2, 7))
    weights = rng.integers(0, 41, 8) if rng.random() < 0.8 else rng.integers(20, 24, 8)
    return {"d": d, "n": int(rng.integers(max(3, d), 9)), "errors": int(rng.choice([0, 0, 1, 2])), "weights": (weights / 20).tolist(),
            "signs": rng.choice([-1, 1], 8).tolist(), "at": 0.5, "seed": 1}


def numbers(d, n, errors, weights, signs, at, seed):
    places = np.array(weights[:n])
    heaviest = np.argmax(places)
    noise = (sign_noise(n), np.outer([-1, 1], np.ones(n)), np.outer([-1, 1], n**0.5 * (np.arange(n) == heaviest)))[errors].astype(float)
    today = np.array([[signs[:n], np.full(n, signs[0]), n**0.5 * (np.arange(n) == heaviest) * signs[heaviest]][errors]], float)
    X = legvander(places - 1, min(d, len(set(weights[:n]))) - 1)               # of a rank that the weights can tell
    swallowed, each = today @ hat_matrix(X), noise @ hat_matrix(X)
    return {"seen": ((today - swallowed) ** 2).mean(), "extra": (swallowed ** 2).mean(),
            "meanSeen": ((noise - each) ** 2).mean(), "meanExtra": (each ** 2).mean(),
            "promisedSeen": bounds.training_loss(n, d, 1.0), "promisedExtra": bounds.fixed_design_excess_risk(n, d, 1.0)}
