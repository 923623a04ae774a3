"""The hard SVM of points in the plane, of those kept and of all, the weights, and the line between the means."""

import numpy as np
from otbnotes.svm import hard_svm

PLANTED = "push[j] += t / square", "push[j] += 1.00001 * t / square"


def state(rng):
    points = rng.uniform(-4, 4, size=(int(rng.integers(2, 8)), 2))
    side = np.sign(points @ rng.normal(size=2)) if rng.random() < 0.9 else rng.choice([-1.0, 1.0], len(points))
    out = rng.permutation(len(points))[:rng.integers(len(points))]
    return {"points": np.column_stack([points, side]).tolist(), "out": out.tolist(), "means": False, "seed": 1}


def trained(x, y):
    try:
        return hard_svm(x, y)
    except ValueError:
        return None


def numbers(points, out, means, seed):
    x, y = np.array(points)[:, :2], np.array(points)[:, 2]
    kept = np.setdiff1d(range(len(x)), out)
    found, all_of_them, push = trained(x[kept], y[kept]), trained(x, y), np.zeros(len(x))
    if found:
        push[kept] = found.multipliers
    plus, minus = x[kept][y[kept] > 0], x[kept][y[kept] < 0]
    wrong = 0
    if len(plus) and len(minus):
        plus, minus = plus.mean(axis=0), minus.mean(axis=0)
        wrong = (y[kept] * ((x[kept] - (plus + minus) / 2) @ (plus - minus)) <= 0).sum()
    width = [(2 * one.primal) ** -0.5 if one else 0 for one in (found, all_of_them)]
    crushed = sum(y[i] * (x[i] @ found.point) < 1 - 1e-9 for i in out) if found else 0
    return {"gamma": width[0], "whole": width[1], "total": 2 * found.dual if found else 0, "crushed": crushed, "wrong": wrong,
            **dict(zip("ABCDEFG", push))}
