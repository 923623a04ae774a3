"""The kernel Perceptron in the plane, the best margin of its features, and the bound of chapter Kernels."""

import numpy as np
from otbnotes import bounds
from otbnotes.kernels import Polynomial, polynomial_features, run_kernel_perceptron
from otbnotes.svm import hard_svm

PLANTED = "square / gamma ** 2", "1.00001 * square / gamma ** 2"


def state(rng):
    kernel, n = int(rng.integers(4)), int(rng.integers(2, 10))
    x = rng.uniform(-1.5, 1.5, (n, 2))
    bent = polynomial_features(x, int(rng.integers(1, 4)))
    y = np.sign(bent @ rng.normal(size=bent.shape[1])) if rng.random() < 0.6 else rng.choice([-1.0, 1.0], n)
    return {"points": np.column_stack([x, y]).tolist(), "kernel": kernel, "turn": 30, "seed": 1,
            "steps": int(rng.choice([0, *rng.integers(1, 60, 4), 2000]))}


def best_margin(x, y, degree, square):
    try:
        found = hard_svm(polynomial_features(x, degree), y)
    except (ValueError, RuntimeError):
        return 0
    gamma = (2 * found.primal) ** -0.5
    return gamma if gamma > 1e-3 * square ** 0.5 else 0


def numbers(points, kernel, turn, seed, steps):
    x, y = np.array(points)[:, :2], np.array(points)[:, 2]
    degree = (2, 3, 1, None)[kernel]
    gram = Polynomial(degree).gram(x, x) if degree else -((x[:, None] - x) ** 2).sum(axis=2)
    run, whole = (run_kernel_perceptron(gram, y, np.arange(len(y)), most) for most in (steps, 2000))
    square, gamma, bound = gram.diagonal().max(), 0, 0
    if degree:
        gamma = best_margin(x, y, degree, square)
        bound = bounds.kernel_perceptron_updates(square, gamma**2) if gamma else np.inf
    return {"square": square, "gamma": gamma, "bound": bound, "updates": len(run.chosen), "wrong": (y * run.scores <= 0).sum(),
            "all": np.inf if (y * whole.scores <= 0).any() else len(whole.chosen)}
