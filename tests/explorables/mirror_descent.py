"""Mirror descent on a thousand coordinates, read by powers, by exponentials and by the greatest score alone."""

import math
from functools import cache

import numpy as np
from otbnotes import bounds
from otbnotes.losses import Linear
from otbnotes.online import mirror_descent
from otbnotes.streams import Game
from scipy.special import softmax

PLANTED = "total(g) ** (2 / q)", "1.00001 * total(g) ** (2 / q)"
T, N, POWERS = 100, 1000, (1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32)


def state(rng):
    return {"at": float(rng.uniform(-0.4, 12.4)), "game": int(rng.integers(3)), "rounds": int(rng.integers(1, T + 1)),
            "coins": "0123112033"[int(rng.integers(4)):] * 15, "seed": 1}


def powers(p):
    def mirror(sheet):                              # the gradient of half the squared norm with exponent p + 1
        top = np.abs(sheet).max()
        return top * (r := sheet / (top or 1)) * np.abs(r) ** (p - 1) / max(1, np.sum(np.abs(r) ** (p + 1)) ** ((p - 1) / (p + 1)))
    return mirror


def greatest(sheet):
    return (first := sheet == sheet.max()) / first.sum()


@cache
def days(game, coins):
    turn = np.append(-0.5, np.resize([1.0, -1.0], T - 1))
    if game == 1:
        late = np.where(np.arange(T) < 80, turn, -1)
        return np.hstack([np.outer(late, [1, -1]), np.zeros((T, N - 2))])
    tossed = np.array([[1 if int(digit) & bit else -1 for bit in (1, 2)] for digit in coins[:T]])
    halves = tossed if game == 2 else np.outer(turn, [-1, 1])
    return np.hstack([-np.ones((T, 1)), np.repeat(halves, [N // 2 - 1, N // 2], axis=1)])


@cache
def promise(at, game, coins):
    """Return C, the squares of the gradients, beta and the best step, by the theorem for this reading."""
    pulls = days(game, coins)
    if at == len(POWERS):
        squares = np.ptp(pulls, axis=1) ** 2
        return math.log(N), squares / 4, 1.0, math.sqrt(8 * math.log(N) / squares.sum())
    p = POWERS[at]
    squares = np.linalg.norm(pulls, p + 1, axis=1) ** 2
    return 0.5, squares, float(p), 1 / math.sqrt(p * squares.sum())


def numbers(at, game, rounds, coins, seed):
    at, pulls = math.floor(at + 0.5), days(game, coins)
    shown = Game("pollen", Linear(), pulls[:rounds], np.ones(rounds))
    bound, step, mirror = np.inf, 1.0, greatest
    centred = (np.ptp(pulls, axis=1) ** 2 / 4).sum()    # the greatest score alone: C = 0 and beta infinite
    whole = {"start": 0.0, "sharp": np.inf, "squares": centred, "promise": np.inf}
    if at <= len(POWERS):
        mirror = softmax if at == len(POWERS) else powers(POWERS[at])
        start, squares, beta, step = promise(at, game, coins)
        bound = bounds.mirror_regret(start, squares[:rounds].sum(), beta, step)
        whole = {"start": start, "sharp": beta, "squares": squares.sum(), "promise": bounds.mirror_regret(start, squares.sum(), beta, step)}
    run = mirror_descent(shown, mirror, step)
    sizes = np.abs(run.weights[-1])
    told = {"regret": run.loss - pulls[:rounds, 0].sum(), "bound": bound, "share": sizes[0] / sizes.sum(),
            "idle": sizes[2:].sum() / sizes.sum() if game == 1 else 0.0, **whole}
    for name, place in (("scores", 0), ("cubes", 3), ("exponentials", len(POWERS))):
        start, squares, beta, step = promise(place, game, coins)
        told[name] = bounds.mirror_regret(start, squares.sum(), beta, step)
    return told
