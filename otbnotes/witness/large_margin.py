"""Worst cases of the margin bounds.  ``axes`` is the one of the compression; here are those of the risk and the soft
Perceptron.
"""

import math
from fractions import Fraction

import numpy as np

from .. import nets, require
from ..losses import Hinge
from ..streams import Game


def blank(labels):
    """Features 0: the soft Perceptron updates once on every example, 1/(1 - a^2) times fewer than its bound allows.

    Statement ``soft-perceptron-algorithm``; the ratio 1 - a^2 tends to 1 with a -> 0.

    Examples
    --------
    >>> blank([1, -1]).features.tolist()
    [[0.0], [0.0]]
    """
    labels = require.signs("labels", labels)
    return Game("blank", Hinge(), np.zeros((len(labels), 1)), labels)


def unseen_atom(samples, delta):
    """Return the risk 1 - delta^(1/n) that the Perceptron on two axes has with probability delta: its rarer axis is
    unseen.

    No bound on the risk can be smaller, at margin 1 / sqrt(2).  Statement ``perceptron-generalization-separable``.

    Examples
    --------
    >>> round(unseen_atom(400, 0.05), 6)
    0.007461
    """
    return -math.expm1(math.log(require.probability("delta", delta)) / require.integer("samples", samples, 1))


def constant_feature_risk(samples, noise, delta):
    """Return (failure, typical ratio) of ``bounds.agnostic_margin_risk`` at margin 1 for x = 1, P(y = -1) = noise <
    1/2.

    failure : the exact probability, a binomial sum, that the risk of the inefficient Perceptron is above its bound
    ratio : risk / bound in a sample with exactly the expected fraction of noise; it tends to 1 with n

    Statement ``agnostic-margin-bound``.

    Examples
    --------
    >>> failure, ratio = constant_feature_risk(10_000, 0.3, 0.05)
    >>> failure < 1e-10, round(ratio, 3)
    (True, 0.862)
    """
    from scipy.stats import binom

    from .. import bounds

    n, noise = require.integer("samples", samples, 2), require.probability("noise", noise)
    if noise >= 0.5:
        require.fail("noise", noise, "a number below 1/2")
    negative = np.arange(n + 1)
    risk = np.where(2 * negative <= n, noise, 1 - noise)         # the majority label; +1 if they tie
    bound = np.array([bounds.agnostic_margin_risk(min(k, n - k) / n, 1.0, n, delta) for k in negative])
    failure = float(binom.pmf(negative, n, noise)[risk > bound].sum())
    return failure, noise / bounds.agnostic_margin_risk(noise, 1.0, n, delta)


def half_seen(pairs, samples):
    """Return the exact probability that n uniform draws from N pairs see just one half of some pair.

    Of the (2N)^n sequences, those that see of each pair both halves or neither have the exponential generating function
    ((e^t - 1)^2 + 1)^N.  Statement ``perceptron-generalization-separable``; the points lie on a circle around an axis, each wrong on the opposite one.

    Examples
    --------
    >>> print(half_seen(1, 3), half_seen(2, 2))
    1/4 3/4
    """
    pairs, samples = require.integer("pairs", pairs, 1), require.integer("samples", samples, 1)
    whole = sum(math.comb(pairs, both) * math.comb(pairs - both, one) * (-2) ** one * 2 ** (pairs - both - one)
                * (2 * both + one) ** samples for both in range(pairs + 1) for one in range(pairs - both + 1))
    return 1 - Fraction(whole, (2 * pairs) ** samples)


def three_kinds(samples, mass):
    """Return (law, games, risk): all samples of (e_1, +), (e_2, +) and (e_2, -), each sorted by kind.

    law : ndarray, the probability of each vector of counts
    games : list of Game, the sample with these counts
    risk : callable, the risk of a vector of the plane

    Statements ``agnostic-margin-bound`` and ``soft-perceptron-bound``.

    Examples
    --------
    >>> law, games, risk = three_kinds(2, [0.5, 0.25, 0.25])
    >>> len(games), float(law.sum()), float(risk(np.array([1.0, 0.0])))
    (6, 1.0, 0.5)
    """
    from scipy.stats import multinomial

    mass, counts = require.array("mass", mass, 1), nets.count_vectors(require.integer("samples", samples, 1), 3)
    points, labels = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]), np.array([1.0, 1.0, -1.0])
    if mass.shape != (3,) or mass.min() < 0 or abs(mass.sum() - 1) > 1e-12:
        require.fail("mass", mass, "three numbers >= 0 with sum 1")
    games = [Game("three kinds", Hinge(), np.repeat(points, row, axis=0), np.repeat(labels, row)) for row in counts]
    return multinomial.pmf(counts, samples, mass), games, lambda w: mass[labels * (points @ w) <= 0].sum()


def constant_feature_margin(wrong, samples, a):
    """Return the margin of the lifted sample in closed form: x = 1 in all n examples, ``wrong`` of them labelled -1.

    In the point of the hull that is nearest to 0 the examples with one label share their weight equally.  With weight
    (1 + s) / 2 on +1 its square is a^2 s^2 + b^2 ((1 + s)^2 / (4 n_+) + (1 - s)^2 / (4 n_-)), least at one s in (-1, 1).
    Statement ``soft-perceptron-bound``.

    Examples
    --------
    >>> round(constant_feature_margin(1, 2, 0.6) ** 2, 12)      # s = 0: (b^2 / 2)
    0.32
    """
    n, wrong = require.integer("samples", samples, 1), require.integer("wrong", wrong, 0)
    a2 = require.probability("a", a) ** 2
    if wrong > n:
        require.fail("wrong", wrong, f"at most samples = {n}")
    if wrong in (0, n):
        return math.sqrt(a2 + (1 - a2) / n)
    plus, minus = 1 / (n - wrong), 1 / wrong
    s = (1 - a2) * (minus - plus) / (4 * a2 + (1 - a2) * (plus + minus))
    return math.sqrt(a2 * s * s + (1 - a2) * ((1 + s) ** 2 * plus + (1 - s) ** 2 * minus) / 4)


def constant_feature_soft(samples, noise, a):
    """Run the soft Perceptron on x = 1, P(y = -1) = noise, for each number of labels -1 (these come first).

    Returns
    -------
    chances, risks, updates, allowed : ndarrays of shape (n + 1,)
        The probability of 0, 1, ..., n labels -1; the risk and the updates then; 1 / margin^2 of the lifted sample.

    Notes
    -----
    Statement ``soft-perceptron-bound``.

    Examples
    --------
    >>> chances, risks, updates, allowed = constant_feature_soft(2, 0.25, 0.6)
    >>> chances.round(4).tolist(), risks.tolist(), updates.tolist(), allowed.round(3).tolist()
    ([0.5625, 0.375, 0.0625], [0.25, 1.0, 0.75], [1, 2, 1], [1.471, 3.125, 1.471])
    """
    from scipy.stats import binom

    from ..margin import soft_perceptron

    n, wrong = require.integer("samples", samples, 1), np.arange(samples + 1)
    noise, a = require.probability("noise", noise), require.probability("a", a)
    runs = [soft_perceptron(Game("x = 1", Hinge(), np.ones((n, 1)), np.where(np.arange(n) < k, -1.0, 1.0)), a)
            for k in wrong]
    ends = np.array([run.w[0] for run in runs])
    risks = np.where(ends > 0, noise, np.where(ends < 0, 1 - noise, 1.0))
    return (binom.pmf(wrong, n, noise), risks, np.array([len(run.updates) for run in runs]),
            np.array([constant_feature_margin(int(k), n, a) ** -2 for k in wrong]))
