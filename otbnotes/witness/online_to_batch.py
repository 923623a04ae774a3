"""Worst cases of the conversions.  Each function returns (measured, bound), exact fractions where the bound is
rational.
"""

from fractions import Fraction

import numpy as np

from .. import bounds, conversion, require, smallworld_conversion as worlds, streams
from ..losses import Hinge
from ..online import perceptron


def otb_basis(dimension, rounds):
    """N orthonormal points: each is a mistake when it is met, and the Perceptron's bound is N / T (statement
    ``otb-realizable``).

    u = (1, ..., 1) / sqrt(N) has the margin 1 / sqrt(N), so (X / gamma)^2 = N.

    Examples
    --------
    >>> measured, bound = otb_basis(10, 100)
    >>> round(float(measured / bound), 6)
    0.999973
    """
    N = require.integer("dimension", dimension, 1)
    return worlds.basis_gibbs_error(N, rounds), bounds.otb_sublinear(Fraction(N), rounds)


def half_wrong(voters, probability=Fraction(1, 10)):
    """On an event of this probability just enough voters err: the factor 2 of ``majority-vote-2x``.

    The ratio measured / bound is 1 for an even number K of voters and K / (K + 1) for an odd one.

    Examples
    --------
    >>> half_wrong(4)
    (Fraction(1, 10), Fraction(1, 10))
    """
    K, p = require.integer("voters", voters, 1), Fraction(probability)
    require.probability("probability", probability)
    wrong = (K + 1) // 2
    vote, gibbs = worlds.vote_errors([[-1, 1]] * wrong + [[1, 1]] * (K - wrong), [1, 1], [p, 1 - p])
    return vote, bounds.majority_vote_2x(gibbs)


def rare_example(rounds, met, probability=Fraction(1, 10)):
    """The Perceptron on two examples, of which the rare one comes in one round only, ``met`` = 2, ..., T.

    A = (1, 0) and B = (-1/2, 2), both with the label 1; B has the given probability.  Until it meets B, the Perceptron
    errs on B; then w = (1/2, 2) is right on both.

    Returns
    -------
    vote : Fraction
        The error of the majority vote of w_1, ..., w_T.
    gibbs : Fraction
        That of the uniform law on them.

    Examples
    --------
    >>> rare_example(10, 6)
    (Fraction(1, 10), Fraction(3, 20))
    """
    T, s = require.integer("rounds", rounds, 2), require.integer("met", met, 2)
    if s > T:
        require.fail("met", s, f"a round, at most {T}")
    require.probability("probability", probability)
    points, p = np.array([[1.0, 0.0], [-0.5, 2.0]]), Fraction(probability)
    order = (np.arange(1, T + 1) == s).astype(int)
    votes = perceptron(streams.Game("a rare example", Hinge(), points[order], np.ones(T))).weights[:-1] @ points.T
    law, right = np.array([1 - p, p]), [1.0, 1.0]
    vote = conversion.zero_one(conversion.majority_vote(votes), right).astype(int)
    wrong = conversion.zero_one(votes, right).sum(axis=0).astype(int)            # voters, on A and on B
    return sum(law * vote), sum(law * wrong) / T


def met_halfway(rounds=10 ** 4, probability=Fraction(1, 10)):
    """``rare_example`` met in round T/2 + 1, T even: just enough voters are wrong on it (``majority-vote-2x``).

    The ratio is p / (p + 2/T).

    Examples
    --------
    >>> met_halfway(100)
    (Fraction(1, 10), Fraction(3, 25))
    """
    T = require.integer("rounds", rounds, 2)
    if T % 2:
        require.fail("rounds", rounds, "an even number")
    vote, gibbs = rare_example(T, T // 2 + 1, probability)
    return vote, bounds.majority_vote_2x(gibbs)


def half_wrong_surrogate(voters, excess=Fraction(1, 1000)):
    """Half the voters err by the margin -excess, half are right by 1: hinge losses 1 + excess and 0
    (``majority-vote-surrogate``).

    Examples
    --------
    >>> half_wrong_surrogate(2)
    (Fraction(1, 1), Fraction(1001, 1000))
    """
    K, excess = require.integer("voters", voters, 2), Fraction(excess)
    if K % 2:
        require.fail("voters", voters, "an even number")
    require.positive("excess", excess)
    votes = [[-excess]] * (K // 2) + [[1]] * (K // 2)
    hinge = sum(max(0, 1 - row[0]) for row in votes) / K
    return worlds.vote_errors(votes, [1], [Fraction(1)])[0], bounds.majority_vote_surrogate(hinge)


def coin_width(rounds=10 ** 6, delta=1e-300):
    """A fair coin for every prediction: the least width that fails with probability <= delta, exactly, and the width of
    the bound.

    ``otb-high-prob``, ``progressive-validation-bound`` and ``test-error-bound``.  The measured width is a binomial
    quantile. For large T it is z / (2 sqrt(T)), z the normal quantile of delta, and z / sqrt(2 ln(1/delta)) tends to 1
    as delta -> 0.

    Examples
    --------
    >>> measured, bound = coin_width()
    >>> round(measured / bound, 4)
    0.9966
    """
    from scipy.stats import binom

    bound = bounds.otb_high_prob_width(rounds, 1.0, delta)
    fewest = binom.ppf(delta, rounds, 0.5)             # P(fewer heads) < delta <= P(at most so many)
    return float(0.5 - fewest / rounds), bound
