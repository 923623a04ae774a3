"""Worst cases of stability and of regularised loss minimisation.  Each function returns (measured, bound, story),
exactly where fractions allow it, and the two rules on finite sets serve as examples."""

import math
from fractions import Fraction

import numpy as np

from .. import bounds, require
from ..stability import hinge_pieces, line_rlm, linear_pieces, replace


def memorising_rule():
    """Return the rule that remembers its sample, and its loss: 1 on every example that is not in it.

    It is 1-stable and no better, has training loss 0, and risk (1 - 1/N)^n under N equally likely examples.
    """
    return frozenset, lambda memory, example: int(example not in memory)


def anti_learner():
    """Return the rule that loses 1 exactly on its sample, and its loss: 0-stable by the one-sided definition.

    The loss at the inserted example changes by 1, and E[R - R_S] = -(1 - 1/N)^n: the definition says nothing from
    below (statement ``replace-one-stability``).
    """
    return frozenset, lambda memory, example: int(example in memory)


def memoriser_gap(points=1_000_000, size=1):
    """The memoriser on N equally likely examples: E[R - R_S] = (1 - 1/N)^n, its stability is 1
    (``stable-rules-do-not-overfit``).

    The bound is attained in the limit; with the truth for h* it is that of ``stable-approximate-erm-learns`` too.

    Examples
    --------
    >>> memoriser_gap(4, 1)[:2]
    (Fraction(3, 4), Fraction(1, 1))
    """
    N, n = require.integer("points", points, 2), require.integer("size", size, 1)
    return (1 - Fraction(1, N)) ** n, Fraction(1), f"the memoriser on {N} points, n = {n}"


def rlm_linear_flip(size, regulariser=Fraction(1), lipschitz=Fraction(1)):
    """loss G z w, z = +-1, and one z is flipped: G^2 / (lambda n) exactly, for every n and lambda
    (``rlm-is-stable``).

    Examples
    --------
    >>> rlm_linear_flip(5)[:2]
    (Fraction(1, 5), Fraction(1, 5))
    """
    loss = linear_pieces(lipschitz)
    rule, sample = line_rlm(loss, regulariser), (-1,) * require.integer("size", size, 1)
    change = loss(rule(sample), 1) - loss(rule(replace(sample, 0, 1)), 1)
    return change, bounds.rlm_stability(lipschitz, regulariser, size), f"a linear loss, one of {size} flipped"


def rlm_simplex_gap(points=1000, lipschitz=1.0, regulariser=1.0):
    """loss G ||w - k_z||, the N points k_z = G / (2 lambda) e_z equally likely, n = 1: 1 - 1/N of
    ``bounds.rlm_gap``.

    The rule answers k_z itself: there the pull 2 lambda w of the regulariser has length G, no more than that of the
    loss.

    Examples
    --------
    >>> measured, bound, _ = rlm_simplex_gap(4)
    >>> round(measured / bound, 12)
    0.75
    """
    n, rho = require.integer("points", points, 2), require.positive("lipschitz", lipschitz)
    corners = np.eye(n)[:2] * rho / (2 * require.positive("regulariser", regulariser))
    gap = (1 - 1 / n) * rho * float(np.linalg.norm(corners[0] - corners[1]))
    return gap, bounds.rlm_gap(rho, regulariser, 1), f"{n} corners of a simplex, n = 1"


def rlm_oracle_one_point(size=1000):
    """The hinge loss, always a = 1, lambda = 1, u = 1: risk 1/2; ratio 1 / (1 + sqrt(2)/n)
    (``rlm-oracle-inequality``).

    Examples
    --------
    >>> measured, bound, _ = rlm_oracle_one_point()
    >>> measured, round(bound, 6)
    (Fraction(1, 2), 0.500707)
    """
    w = line_rlm(hinge_pieces(), 1)((1,))                             # the same for every n: all examples are equal
    bound = bounds.rlm_oracle_sharp(0, 1, 1, 1, require.integer("size", size, 1))
    return hinge_pieces()(w, 1), bound, f"one point, n = {size}"


def rlm_cone_tuned(size=10 ** 6, directions=10 ** 18):
    """loss c ||v|| - g <z, v> - lambda w_1, w = (w_1, v): 1/2 + 1/(8 sqrt(2)) of ``bounds.rlm_excess_sharp``, for
    large n.

    z is one of N orthonormal vectors or its negative, equally likely; B = 1, u = (1, 0), c = h / (2 sqrt(n) + 1), g =
    h - c, h^2 = 1 - lambda^2: so G = 1.  The rule answers w_1 = 1/2 and a v of length max(0, g ||mean(z)|| - c) / (2
    lambda), so its excess risk is lambda/2 + c E||v||.  If no direction is drawn twice, ||mean(z)|| = 1/sqrt(n) and
    ||v|| = c / (2 lambda); other samples are counted as 0.

    Examples
    --------
    >>> measured, bound, _ = rlm_cone_tuned()
    >>> round(measured / bound, 3)
    0.588
    """
    n, N = require.integer("size", size, 2), require.integer("directions", directions, 1)
    lam = bounds.rlm_regulariser_sharp(1.0, 1.0, n)
    c = math.sqrt(1 - lam ** 2) / (2 * math.sqrt(n) + 1)
    distinct = max(0.0, 1 - n * (n - 1) / (2 * N))              # by the union bound over all pairs of draws
    excess = lam / 2 + distinct * c * c / (2 * lam)
    return excess, bounds.rlm_excess_sharp(1.0, 1.0, n), f"a cone and orthogonal examples, n = {n}, tuned"
