"""Worst cases of the margin bounds.  ``axes`` is the one of the compression; here are those of the risk and the soft
Perceptron.
"""

import math

import numpy as np

from .. import require
from ..losses import Hinge
from ..streams import Game

__all__ = ["atom_risk", "blank", "constant_feature_risk", "unseen_atom"]


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


def atom_risk(atoms, mass, samples):
    """Return the exact law of the risk of the Perceptron on N axes, N - 1 of them of a small mass q, from m draws.

    The label of an axis is fixed, and the margin is 1 / sqrt(N).  The Perceptron is right exactly on the axes it has
    seen. Statement ``perceptron-generalization-separable``.

    Parameters
    ----------
    atoms : int >= 2
    mass : Fraction or float in (0, 1 / (N - 1))
        A Fraction makes every number exact.
    samples : int >= 1

    Returns
    -------
    dict
        From risk to probability.

    Examples
    --------
    >>> from fractions import Fraction
    >>> law = atom_risk(2, Fraction(1, 4), 3)
    >>> print({str(risk): str(chance) for risk, chance in law.items()})
    {'0': '9/16', '3/4': '1/64', '1/4': '27/64'}
    """
    light, samples = require.integer("atoms", atoms, 2) - 1, require.integer("samples", samples, 1)
    if require.probability("mass", mass) * light >= 1:
        require.fail("mass", mass, f"a number below 1/{light}")

    def missing(heavy, j):
        """The probability that exactly these are missing: the heavy axis or not, and j given light ones."""
        terms = ((-1) ** (i + h) * math.comb(light - j, i)
                 * (1 - (i + j) * mass - (heavy + h) * (1 - light * mass)) ** samples
                 for i in range(light - j + 1) for h in range(2 - heavy))
        return math.comb(light, j) * sum(terms)

    law = {}
    for j in range(light + 1):
        for heavy in (0, 1):
            risk = j * mass + heavy * (1 - light * mass)
            law[risk] = law.get(risk, 0) + missing(heavy, j)
    return {risk: chance for risk, chance in law.items() if chance}


def unseen_atom(samples, delta):
    """Return the risk 1 - delta^(1/m) that the Perceptron on two axes has with probability delta: its rarer axis is
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
    ratio : risk / bound in a sample with exactly the expected fraction of noise; it tends to 1 with m

    Statement ``agnostic-margin-bound``.

    Examples
    --------
    >>> failure, ratio = constant_feature_risk(10_000, 0.3, 0.05)
    >>> failure < 1e-10, round(ratio, 3)
    (True, 0.862)
    """
    from scipy.stats import binom

    from .. import bounds

    m, noise = require.integer("samples", samples, 2), require.probability("noise", noise)
    if noise >= 0.5:
        require.fail("noise", noise, "a number below 1/2")
    negative = np.arange(m + 1)
    risk = np.where(2 * negative <= m, noise, 1 - noise)         # the majority label; +1 if they tie
    bound = np.array([bounds.agnostic_margin_risk(min(n, m - n) / m, 1.0, m, delta) for n in negative])
    failure = float(binom.pmf(negative, m, noise)[risk > bound].sum())
    return failure, noise / bounds.agnostic_margin_risk(noise, 1.0, m, delta)
