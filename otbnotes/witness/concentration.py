"""Worst cases of the tail bounds.  Each function returns (measured, bound), nearly equal."""

import math

from .. import bounds, concentration, require


def hoeffding_lemma_coin(s=0.01):
    """ln cosh(s/2) against s^2/8: a fair coin on {0, 1} as s goes to 0 (statement ``hoeffding-lemma``).

    Examples
    --------
    >>> measured, bound = hoeffding_lemma_coin()
    >>> measured / bound > 0.99999
    True
    """
    return float(concentration.log_mgf([0, 1], [0.5, 0.5], require.number("s", s))), bounds.hoeffding_log_mgf(s)


def hoeffding_coin(size=10 ** 12, delta=1e-300):
    """What the mean of n fair coins exceeds with probability > delta, and the deviation allowed (``hoeffding-fixed``).

    Examples
    --------
    >>> measured, bound = hoeffding_coin()
    >>> 0.996 < measured / bound < 1
    True
    """
    return concentration.coin_quantile(size, delta), bounds.hoeffding_deviation(size, delta)


def azuma_coin(size=10 ** 12, delta=1e-300):
    """The same coins as martingale differences +-1/2, and their sum (statement ``azuma-hoeffding``).

    The bound asks for the sum of the squared ranges only: n, as for one range of sqrt(n).

    Examples
    --------
    >>> measured, bound = azuma_coin()
    >>> 0.996 < measured / bound < 1
    True
    """
    return size * concentration.coin_quantile(size, delta), bounds.azuma_deviation(delta, [math.sqrt(size)])


def heldout_no_error(size=1000, delta=0.05):
    """No error on n examples although the risk is ln(1/delta)/n: its probability, against delta.

    Statement ``test-set-bound-lemma1`` with C = 1; no smaller constant is true, since the ratio tends to 1.

    Examples
    --------
    >>> measured, bound = heldout_no_error()
    >>> 0.995 < measured / bound < 1
    True
    """
    p = bounds.heldout_bound(0.0, size, delta)
    if p >= 1:
        require.fail("size", size, f"more than ln(1/delta) = {p * size:g} examples")
    return float(concentration.heldout_failure(p, size, lambda q: bounds.heldout_bound(q, size, delta))), delta


def chernoff_one_trial(p=0.001):
    """One trial, no success: 1 - p against exp(-p (1 - ln 2)/2), as p goes to 0 (``chernoff-lower-tail-step``).

    Examples
    --------
    >>> measured, bound = chernoff_one_trial()
    >>> measured / bound > 0.999
    True
    """
    return 1 - require.probability("p", p), bounds.chernoff_half_tail(1, p)


def chernoff_poisson(size=40, p=0.05):
    """P(N <= np/2) against its bound where np = 2 (statement ``chernoff-lower-tail-step``): the best beyond small np.

    As n grows the ratio tends to 3 exp(-2) / exp(-(1 - ln 2)) = 3 / (2 e) = 0.5518.

    Examples
    --------
    >>> measured, bound = chernoff_poisson()
    >>> round(measured / bound, 4)
    0.5424
    """
    law = concentration.binomial_law(size, p)
    return float(concentration.lower_tail(range(size + 1), law,
                                          math.floor(size * p / 2 + 1e-9))), bounds.chernoff_half_tail(size, p)
