"""Winnow and the Perceptron in games made against them, where the narrow majority of the first marks is always right."""

import math

import numpy as np
from otbnotes import bounds
from otbnotes.losses import Hinge
from otbnotes.online import perceptron, winnow
from otbnotes.streams import Game

PLANTED = "eta / k - Math.log", "1.00001 * eta / k - Math.log"
MOST = 500


def state(rng):
    good = int(rng.integers(3))
    stretch = rng.choice([0, rng.uniform(-0.7, 0.2), rng.uniform(-0.7, 0.7)], p=[0.2, 0.7, 0.1])
    return {"size": float(1 + rng.exponential(0.12) % 1.3), "good": good, "eta": best_step(2 * good + 1) * 10**stretch, "seed": 1}


def best_step(k):
    return math.log(2) if k == 1 else bounds.winnow_step(1 / k)


def made_against(N, k, weigh, slack):
    """Return the messages: the heaviest good marks are wrong, each of the others helps the score, heaviest first, if it stays at most 0."""
    sheet, messages = np.zeros(N), []
    while len(messages) < MOST:
        w = weigh(sheet)
        x = np.where(w < 0, -1.0, 1.0)
        x[np.argsort(w[:k], kind="stable")] = np.where(np.arange(k) <= k // 2, 1.0, -1.0)
        room, score = -slack * np.abs(w).sum(), w[:k] @ x[:k]
        heavy, helps = np.abs(w).tolist(), x.tolist()
        for i in (k + np.lexsort((-w[k:], -np.abs(w[k:])))).tolist():
            if score + heavy[i] <= room:
                score += heavy[i]
            else:
                score -= heavy[i]
                helps[i] = -helps[i]
        if score > room:
            break
        messages.append(helps)
        sheet += helps
    return Game("made against it", Hinge(), np.array(messages), np.ones(len(messages)))


def numbers(size, good, eta, seed):
    N, k = math.floor(10**size + 0.5), 2 * good + 1
    played = winnow(made_against(N, k, lambda sheet: np.exp(eta * (sheet - sheet.max())), 1e-10), eta)
    added = perceptron(made_against(N, k, lambda sheet: sheet, 0.0))
    gain, way = bounds.winnow_progress(1 / k, eta), math.log(N / k)
    return {"winnow": len(played.mistakes), "perceptron": len(added.mistakes), "rise": math.exp(gain),
            "winnowBound": bounds.winnow_mistakes_of(way, 1 / k, eta) if gain > 0 else np.inf,
            "perceptronBound": bounds.perceptron_mistakes(N**0.5, k**-0.5), "best": bounds.winnow_mistakes_of(way, 1 / k, best_step(k)),
            "factor": math.exp(best_step(k))}
