"""What breaks when a hypothesis of a conversion is dropped, and the printed forms that are false.

Where a statement is an identity, measured is its left side, bound its right side, and measured > bound.
"""

import math
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np

from .. import bounds, require, smallworld_conversion as worlds
from ..exact import HALF, fraction


def otb_sorted(rounds=100, delta=0.05):
    """Fair labels, sorted, and "predict the last label": at most two mistakes in any sample, and the risk 1/2."""
    T = require.integer("rounds", rounds, 1)
    bound = bounds.otb_high_prob(_most_when_sorted(T), T, 1.0, delta)
    return 0.5, bound, f"{T} fair labels, sorted; the most that any sample allows"


def _most_when_sorted(T):
    """Return the largest mean loss of "predict the last label" on T sorted labels."""
    samples = (((0, -1),) * negative + ((0, 1),) * (T - negative) for negative in range(T + 1))
    return float(max(worlds.progressive_loss(worlds.last_label, worlds.constant_error, s) for s in samples))


def otb_contradiction(rounds=100, noise=Fraction(1, 10)):
    """One feature 1, and the label -1 with probability ``noise``: no margin, and no error below ``noise``.

    The Perceptron walks on -1, 0, 1: a chain of three states, computed exactly.  Declared was the margin 1.
    """
    T, p = require.integer("rounds", rounds, 1), fraction("noise", noise, require.probability)
    law, total = (Fraction(0), Fraction(1), Fraction(0)), Fraction(0)
    for _ in range(T):
        low, zero, high = law
        total += low * (1 - p) + zero + high * p
        law = (low * p + zero * p, low * (1 - p) + high * p, high * (1 - p) + zero * (1 - p))
    return total / T, bounds.otb_realizable(Fraction(1), Fraction(1), T), f"a contradictory example of probability {p}"


def otb_long_features(dimension=10, rounds=100):
    """Features of length 2 where 1 was declared: the margin is twice that of ``basis``, the mistakes are the same."""
    error = worlds.basis_gibbs_error(dimension, rounds)
    bound = bounds.otb_realizable(1, 2 / math.sqrt(dimension), rounds)
    return error, bound, "features of length 2 where X = 1 was declared"


def otb_long_comparator(dimension=10, rounds=100):
    """A u of length 2 where 1 was declared: it has twice the margin, the mistakes are the same."""
    error = worlds.basis_gibbs_error(dimension, rounds)
    return error, bounds.otb_realizable(1, 2 / math.sqrt(dimension), rounds), "u of length 2 where 1 was declared"


def otb_realizable_drift(n=20):
    """n times e_1, and then e_2: margin 1/sqrt(2), one mistake before the last round, and the error 1 in it."""
    sample = (((1, 0), 1),) * require.integer("n", n, 3)
    error = Fraction(sum(worlds.mistake(worlds.exact_perceptron(sample[:t]), ((0, 1), 1)) for t in range(n + 1)), n + 1)
    return error, Fraction(2, n + 1), f"{n} times e_1, then e_2"


def otb_realizable_sorted(dimension=3, rounds=12):
    """The axes of ``basis``, drawn independently and then sorted: until the last axis comes, every vector errs on it.

    Exact, over all sorted samples; (X / gamma)^2 = N.
    """
    N, T = require.integer("dimension", dimension, 2), require.integer("rounds", rounds, 1)
    world, error = worlds.basis(N), Fraction(0)
    for sample in combinations_with_replacement(list(world), T):
        ways = math.factorial(T) // math.prod(math.factorial(sample.count(z)) for z in world)
        error += Fraction(ways, N ** T) * worlds.gibbs_risk(world, worlds.exact_perceptron, worlds.mistake, sample)
    return error, Fraction(N, T), f"{T} of {N} axes, drawn at random and then sorted"


OTB_REALIZABLE = {"margin": otb_contradiction, "features": otb_long_features, "unit": otb_long_comparator,
                  "iid": otb_realizable_drift, "order": otb_realizable_sorted}
"""One breaking instance for each hypothesis of ``otb-realizable``."""


def otb_hinge_zero_one(dimension=10, rounds=100):
    """The zero-one loss of u in place of its hinge loss: u = (1, ..., 1)/sqrt(N) errs nowhere, and has a = 1."""
    error = worlds.basis_gibbs_error(dimension, rounds)
    return error, bounds.otb_agnostic_hinge(0, 1, 1, rounds), "the zero-one loss of a u with a small margin"


def otb_hinge_long_features(dimension=10, rounds=100):
    """Features of length 2 where 1 was declared: u = (1, ..., 1)/2 has no hinge loss, the mistakes are those of
    ``basis``.
    """
    error = worlds.basis_gibbs_error(dimension, rounds)
    bound = bounds.otb_agnostic_hinge(0, math.sqrt(dimension) / 2, 1, rounds)
    return error, bound, "features of length 2 where X = 1 was declared"


def otb_hinge_drift(n=20):
    """n times e_1, and then e_2, with u = (1, 1): no hinge loss, a^2 = 2, and the error 1 in the last round."""
    error, _, story = otb_realizable_drift(n)
    return error, bounds.otb_agnostic_hinge(0, math.sqrt(2), 1, n + 1), story


def _hinge_sorted(dimension=3, rounds=12):
    """As ``otb_realizable_sorted``, with u = (1, ..., 1): no hinge loss, and a^2 = N."""
    error, _, story = otb_realizable_sorted(dimension, rounds)
    return error, bounds.otb_agnostic_hinge(0, math.sqrt(dimension), 1, rounds), story


OTB_AGNOSTIC_HINGE = {"hinge": otb_hinge_zero_one, "features": otb_hinge_long_features, "iid": otb_hinge_drift,
                      "order": _hinge_sorted}
"""One breaking instance for each hypothesis of ``otb-agnostic-hinge``."""


def otb_one_example(rounds=100, delta=0.05):
    """One example, a fair coin, shown in every round to a constant predictor: half of the time there is no mistake."""
    width = bounds.otb_high_prob_width(rounds, 1.0, delta)
    failing = sum(HALF for loss in (0, 1) if HALF > loss + width)
    return failing, delta, "one example shown in every round: exact failure probability"


def otb_unbounded(rounds=100, delta=0.05, ceiling=2.0):
    """The label 10^4 with probability 10^-4, else 0; predicted is 0, the loss |y|, the risk 1; declared: [0, 2]."""
    rare = Fraction(1, 10 ** 4)
    width = bounds.otb_high_prob_width(rounds, ceiling, delta)
    failing = (1 - rare) ** rounds * (1 > width)
    return failing, delta, "a loss of 10^4 with probability 10^-4: exact failure probability"


def otb_range(rounds=100, delta=0.05):
    """|loss| <= c is no range of length c: fair losses +1 and -1, c = 1, exact failure probability."""
    width = bounds.otb_high_prob_width(rounds, 1.0, delta)
    failing = worlds.one_sided_failure(rounds, HALF, width / 2)
    return failing, delta, "fair losses +1 and -1, with c = 1: exact failure probability"


def otb_unplayed(delta=0.7):
    """Q on w_1 and w_2, T = 1: w_1 is perfect and w_2 always wrong."""
    return HALF, bounds.otb_high_prob(0, 1, 1, delta), "T = 1, and Q includes w_2"


def _peeking_failure(rounds, bound):
    """Return the probability that the memoriser's R(Q) is at least ``bound(mean loss)``, if it learns before the test.
    """
    world, T = worlds.fresh_points(2), require.integer("rounds", rounds, 1)

    def fails(sample):
        memories = [worlds.memoriser(sample[:t + 1]) for t in range(T)]
        loss = Fraction(sum(worlds.memory_error(memory, z) for memory, z in zip(memories, sample)), T)
        return sum(worlds.risk(world, worlds.memory_error, memory) for memory in memories) / T >= bound(float(loss))

    return worlds.expectation(world, T, fails)


def otb_peeking_high_prob(rounds=4, delta=0.2):
    """The memoriser learns each example before it is tested on it: no mistake; fair labels, so the risk is 1/2."""
    failing = _peeking_failure(rounds, lambda loss: bounds.otb_high_prob(loss, rounds, 1, delta))
    return failing, delta, "the memoriser learns an example before its test: exact failure probability"


OTB_HIGH_PROB = {"iid": otb_one_example, "order": otb_sorted, "range": otb_unbounded, "played": otb_unplayed,
                 "causal": otb_peeking_high_prob}
"""One breaking instance for each hypothesis of ``otb-high-prob``."""


def otb_adaptive_s(rounds=20, delta=0.2, lattice=20):
    """Choose the best s after the losses are seen: the failure probability of the worst predictable risks, exactly.

    The best s turns the bound into T kl(p, R) <= ln(1/delta).  For one constant predictor this still holds; an
    adversary that stops at the right moment breaks it.
    """
    T, log = require.integer("rounds", rounds, 1), math.log(1 / require.probability("delta", delta))

    def fails(risk, loss):
        p, r = np.minimum(loss / T, 1.0), np.minimum(risk / T, 1.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            kl = np.where(p > 0, p * np.log(p / r), 0.0) + np.where(p < 1, (1 - p) * np.log((1 - p) / (1 - r)), 0.0)
        return (risk > loss) & (T * np.nan_to_num(kl, nan=0.0, posinf=np.inf) > log + 1e-9)

    failing = worlds.worst_learner(T, lattice, fails)
    return failing, delta, "s chosen after the game: failure probability of the worst martingale"


def otb_fast_sorted(rounds=100, delta=0.05, s=0.5):
    """Fair labels, sorted, and "predict the last label": two mistakes, and the risk 1/2."""
    T = require.integer("rounds", rounds, 2)
    bound = bounds.otb_fast_rate(_most_when_sorted(T), T, delta, s)
    return HALF, bound, f"{T} fair labels, sorted; the most that any sample allows"


def otb_fast_unbounded(rounds=100, delta=0.05, s=10.0):
    """The loss 10^4 with probability 10^-4: risk 1, and almost always no loss is seen; declared was [0, 1]."""
    bound = bounds.otb_fast_rate(0, rounds, delta, s)
    failing = (1 - Fraction(1, 10 ** 4)) ** rounds * (1 > bound)
    return failing, delta, "a loss of 10^4 with probability 10^-4: exact failure probability"


def otb_fast_one_example(rounds=100, delta=0.05, s=10.0):
    """One example, a fair coin, shown in every round to a constant predictor: half of the time there is no mistake."""
    failing = sum(HALF for loss in (0, 1) if HALF > bounds.otb_fast_rate(loss, rounds, delta, s))
    return failing, delta, "one example shown in every round: exact failure probability"


def otb_fast_peeking(rounds=4, delta=0.2, s=10.0):
    """The memoriser learns each example before it is tested on it: no mistake; fair labels, so the risk is 1/2."""
    failing = _peeking_failure(rounds, lambda loss: bounds.otb_fast_rate(loss, rounds, delta, s))
    return failing, delta, "the memoriser learns an example before its test: exact failure probability"


def otb_fast_unplayed(delta=0.7, s=10.0):
    """Q on w_1 and w_2, T = 1: w_1 is perfect and w_2 always wrong."""
    return HALF, bounds.otb_fast_rate(0, 1, delta, s), "T = 1, and Q includes w_2"


OTB_FAST_RATE = {"iid": otb_fast_one_example, "order": otb_fast_sorted, "causal": otb_fast_peeking,
                 "range": otb_fast_unbounded, "played": otb_fast_unplayed, "fixed": otb_adaptive_s}
"""One breaking instance for each hypothesis of ``otb-fast-rate``."""
