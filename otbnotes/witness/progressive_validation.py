"""Worst cases of validation.  Each function returns (measured, bound)."""

import math

from .. import bounds, require
from .online_to_batch import coin_width


def dynamic_validation_coin(rounds=10 ** 6, delta=1e-300):
    """A fair coin for w_1: the least width that its deviation exceeds with probability <= delta, and eps_1.

    ``dynamic-validation-deviation``: already w_1 alone forbids a smaller constant.  What T hypotheses cost is ln(T)
    under a square root beside ln(1/delta).

    Examples
    --------
    >>> measured, bound = dynamic_validation_coin()
    >>> round(measured / bound, 3)
    0.987
    """
    measured, _ = coin_width(rounds, require.probability("delta", delta) / 2)      # half of the failures on each side
    return measured, bounds.dynamic_validation_width(rounds, rounds, 1.0, delta)


def complementary_losses(rounds=10 ** 6, delta=1e-300, start=1):
    """One good hypothesis w_a, a = ``start``, with losses Z_s, and bad ones after it with losses 1 - Z_s.

    Those before it always lose 1.  Z_s is 1 with probability (1 - g) / 2, so the bad ones are worse by g or more.
    Every lucky round of the bad ones is unlucky for the good one.  The function returns a gap g with which w_{a+1} has
    a smaller penalised loss than w_a, so that w_a is not chosen, with probability > delta, and 2 eps_a, which
    ``dynamic-validation`` allows.

    Examples
    --------
    >>> measured, bound = complementary_losses()
    >>> round(measured / bound, 2)
    0.99
    """
    T, start = require.integer("rounds", rounds, 2), require.integer("start", start, 1)
    n = T - start + 1
    if n < 2:
        require.fail("start", start, f"less than rounds = {T}")
    first, second = (bounds.dynamic_validation_width(T, size, 1.0, delta) for size in (n, n - 1))
    # Z_a = 0 is the worse case for w_{a+1}: it is chosen if K/n + first > 1 - K/(n-1) + second, K = Z_{a+1} + ... + Z_T
    return _gap(n - 1, math.floor((1 + second - first) / (1 / n + 1 / (n - 1))), delta), 2 * first


def complementary_stages(rounds=10 ** 6, delta=1e-300):
    """The same for the choice in two stages: w_1 and w_2 validated on T/2 later rounds (``dynamic-validation``).

    Returns a gap with which w_2 has the smaller loss with probability > delta, and twice the width of T/2 hypotheses.

    Examples
    --------
    >>> measured, bound = complementary_stages()
    >>> round(measured / bound, 2)
    0.99
    """
    T = require.integer("rounds", rounds, 4)
    if T % 2:
        require.fail("rounds", T, "an even number")
    return _gap(T // 2, T // 4, delta), 2 * bounds.dynamic_validation_width(T // 2, T // 2, 1.0, delta)


def _gap(trials, needed, delta):
    """Return the largest g with P(K > needed) > delta, K the heads of ``trials`` coins of bias (1 - g) / 2."""
    from scipy.stats import binom

    low, high = 0.0, 1.0
    for _ in range(60):
        gap = (low + high) / 2
        low, high = (gap, high) if binom.sf(needed, trials, (1 - gap) / 2) > delta else (low, gap)
    return low


def pv_mds_martingale(rounds=1, lattice=50):
    """The worst predictable martingale with Bernoulli losses: its largest tail over eps, and exp(-2 eps^2 / n)
    (``pv-mds``).

    In one round P(Z >= p) = 1 - p for a loss of mean p; as p -> 0 this is all that the bound allows.

    Examples
    --------
    >>> measured, bound = pv_mds_martingale()
    >>> round(measured / bound, 3)
    0.981
    """
    from ..smallworld_conversion import worst_learner

    levels = [k / lattice for k in range(1, require.integer("lattice", lattice, 2))]
    tails = [(worst_learner(rounds, lattice, lambda risk, loss: risk - loss > eps - 1e-9),
              bounds.pv_mds_tail(eps, rounds))
             for eps in levels]
    return max(tails, key=lambda pair: pair[0] / pair[1])


def training_error_of_one():
    """A class of one hypothesis: its training error, its risk, and the risk of the best, all equal on average.

    ``training-error-biased`` holds with equality on both sides.  Returns E training error, min risk, E risk.

    Examples
    --------
    >>> training_error_of_one()
    (Fraction(1, 2), Fraction(1, 2), Fraction(1, 2))
    """
    from ..smallworld_conversion import FAIR_COIN, constant_error, erm_errors

    return erm_errors(FAIR_COIN, [1], constant_error, 3)
