"""Small worlds in which online-to-batch conversion is computed by enumeration, in fractions.

A *world* is a dictionary that maps each example z to its probability, a ``Fraction``.  A *learner* maps a tuple of
examples to the hypothesis that it holds after them, and ``loss(hypothesis, z)`` is a number; so w_t is
``learner(sample[:t-1])``. Every expectation is a sum over all samples: the number of examples to the power of the
rounds.
"""

import math
from fractions import Fraction
from functools import cache
from itertools import product

from . import require
from .exact import HALF

NOISY = {((2, 1), 1): Fraction(3, 8), ((1, 2), -1): Fraction(1, 4), ((1, 0), -1): Fraction(1, 8),
         ((0, 1), 1): Fraction(1, 4)}
"""Four points of the plane with labels that no vector gets right."""
FAIR_COIN = {((1,), 1): HALF, ((1,), -1): HALF}
"""One feature that says nothing, and fair labels."""
_MOST = 2_000_000


def exact_perceptron(sample):
    """Return the Perceptron's vector after a tuple of examples (x, y): w <- w + y x whenever y <w, x> <= 0."""
    w = (0,) * len(sample[0][0]) if sample else None
    for x, y in sample:
        if y * sum(a * b for a, b in zip(w, x)) <= 0:
            w = tuple(a + y * b for a, b in zip(w, x))
    return w


def mistake(w, z):
    """Return 1 where y <w, x> <= 0, and 0 elsewhere; None is the vector before the first example, 0."""
    x, y = z
    return int(w is None or y * sum(a * b for a, b in zip(w, x)) <= 0)


def last_label(sample):
    """Predict the label seen last, and +1 before the first."""
    return sample[-1][1] if sample else 1


def constant_error(hypothesis, z):
    """Return 1 where a hypothesis that is a label (0: none) differs from the label of z."""
    return int(hypothesis != z[1])


def memoriser(sample):
    """Remember the label of every example seen; predict +1 elsewhere."""
    return dict(sample)


def memory_error(memory, z):
    """Return 1 where the memoriser errs on z."""
    return int(memory.get(z[0], 1) != z[1])


def fresh_points(count):
    """Return the world of ``count`` equally likely points with fair labels (many points: no point comes twice)."""
    weight = Fraction(1, 2 * require.integer("count", count, 1))
    return {(i, y): weight for i in range(count) for y in (1, -1)}


def basis(dimension):
    """Return the world of N equally likely orthonormal features with the label +1 (statement ``otb-realizable``)."""
    N = require.integer("dimension", dimension, 1)
    return {(tuple(int(i == j) for j in range(N)), 1): Fraction(1, N) for i in range(N)}


def samples(world, rounds):
    """Yield every sample of ``rounds`` independent examples with its probability.

    Parameters
    ----------
    world : dict of example -> Fraction, which add up to 1
    rounds : int >= 0

    Raises
    ------
    ValueError
        If a probability is not positive, they do not add up to 1, or there are more than two million samples.
    """
    if not isinstance(world, dict) or not world or min(world.values()) <= 0 or sum(world.values()) != 1:
        require.fail("world", world, "a dictionary from examples to exact probabilities > 0 that add up to 1")
    if len(world) ** require.integer("rounds", rounds, 0) > _MOST:
        require.fail("rounds", rounds, f"at most {_MOST} samples to enumerate")
    return ((sample, math.prod((world[z] for z in sample), start=Fraction(1)))
            for sample in product(world, repeat=rounds))


def expectation(world, rounds, value):
    """Return E value(sample) over all samples of ``rounds`` independent examples."""
    return sum(probability * value(sample) for sample, probability in samples(world, rounds))


def risk(world, loss, hypothesis):
    """Return R(hypothesis) = E loss(hypothesis, z)."""
    return sum(probability * loss(hypothesis, z) for z, probability in world.items())


def gibbs_risk(world, learner, loss, sample):
    """Return R(Q), the mean of the risks of w_1, ..., w_T, T = len(sample): none of them has seen the last example."""
    return sum(risk(world, loss, learner(sample[:t])) for t in range(len(sample))) / Fraction(len(sample))


def progressive_loss(learner, loss, sample):
    """Return the mean of the losses of w_1, ..., w_T, each on the example that comes next."""
    return sum(loss(learner(sample[:t]), sample[t]) for t in range(len(sample))) / Fraction(len(sample))


def conversion_sides(world, learner, loss, n):
    """Return both sides of the conversion theorem, each by its own enumeration (statement ``otb-expected-error``).

    Parameters
    ----------
    world, learner, loss
        As in the module's head.
    n : int >= 0
        The sample size.

    Returns
    -------
    error : Fraction
        The expected risk of a hypothesis drawn from f_1, ..., f_{n+1}, over all samples of n.
    mistakes : Fraction
        The expected cumulative loss over n + 1 rounds, divided by n + 1, over all samples of n + 1.

    Examples
    --------
    >>> conversion_sides(NOISY, exact_perceptron, mistake, 2)
    (Fraction(493, 768), Fraction(493, 768))
    """
    @cache
    def risk_after(seen):
        return risk(world, loss, learner(seen))

    def risks(sample):                           # of n + 1 hypotheses
        return sum(risk_after(sample[:t]) for t in range(n + 1))

    def per_round(game):                         # n + 1 rounds
        return progressive_loss(learner, loss, game)

    return expectation(world, n, risks) / (n + 1), expectation(world, n + 1, per_round)


def fresh_error(world, learner, loss, n):
    """Return E R(learner(S)) and E loss(learner(S), z_{n+1}) (statement ``def-risk-batch``)."""
    return (expectation(world, n, lambda sample: risk(world, loss, learner(sample))),
            expectation(world, n + 1, lambda sample: loss(learner(sample[:n]), sample[n])))


def erm_errors(world, hypotheses, loss, n):
    """Return E min_h training error, min_h risk, and E risk of the ERM, first of equals (statement
    ``training-error-biased``).

    Examples
    --------
    >>> erm_errors(FAIR_COIN, [1, -1], constant_error, 3)
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 2))
    """
    def total(h, sample):
        return sum(loss(h, z) for z in sample)

    train = expectation(world, n, lambda s: Fraction(min(total(h, s) for h in hypotheses), require.integer("n", n, 1)))
    error = expectation(world, n, lambda s: risk(world, loss, min(hypotheses, key=lambda h: total(h, s))))
    return train, min(risk(world, loss, h) for h in hypotheses), error


def one_sided_failure(trials, p, width):
    """Return the probability that p > mean + width, for ``trials`` coins of bias p, exactly (``test-error-bound``).

    Examples
    --------
    >>> round(float(one_sided_failure(100, Fraction(1, 2), 0.12239)), 5)
    0.00602
    """
    n = require.integer("trials", trials, 1)
    return sum((math.comb(n, k) * p ** k * (1 - p) ** (n - k) for k in range(n + 1) if p - Fraction(k, n) > width),
               start=0 * p)


def two_sided_failure(trials, p, width):
    """Return the probability that |p - mean| > width, for ``trials`` coins of bias p, exactly."""
    return one_sided_failure(trials, p, width) + one_sided_failure(trials, 1 - p, width)


def basis_gibbs_error(dimension, rounds):
    """Return N (1 - (1 - 1/N)^T) / T: E R(Q) of the Perceptron in ``basis(N)``, exactly (statement ``otb-realizable``).

    Examples
    --------
    >>> basis_gibbs_error(3, 5)
    Fraction(211, 405)
    """
    N, T = require.integer("dimension", dimension, 1), require.integer("rounds", rounds, 1)
    return N * (1 - (1 - Fraction(1, N)) ** T) / T


def worst_learner(rounds, lattice, fails):
    """Return the largest probability of failure over all predictable choices of p_1, ..., p_T, by backward induction.

    Parameters
    ----------
    rounds : int >= 1
    lattice : int >= 1
        In round t an adversary that knows the past chooses p_t among 0, 1/lattice, ..., 1, and a coin of bias p_t is
        the loss.
    fails : callable
        ``fails(risk, loss)`` says whether the sums p_1 + ... + p_T and l_1 + ... + l_T fail a bound; it takes arrays.

    Returns
    -------
    float
        No learner and no law with risks on this lattice can do worse (``pv-mds``, ``otb-fast-rate``).

    Examples
    --------
    >>> worst_learner(1, 2, lambda risk, loss: risk > loss)
    0.5
    """
    import numpy as np

    T, L = require.integer("rounds", rounds, 1), require.integer("lattice", lattice, 1)
    if T ** 3 * L ** 2 > 10 ** 9:
        require.fail("lattice", L, "rounds^3 lattice^2 at most 10^9")
    total, loss = np.arange(T * L + 1)[:, None] / L, np.arange(T + 1)[None, :]
    value = np.asarray(fails(total, loss), dtype=float) * np.ones((T * L + 1, T + 1))
    for t in range(T, 0, -1):                                   # value[i, k]: sums i/L and k after t rounds
        rows = (t - 1) * L + 1
        value = np.max([i / L * value[i:i + rows, 1:t + 1] + (1 - i / L) * value[i:i + rows, :t] for i in range(L + 1)],
                       axis=0)
    return float(value[0, 0])
