"""Concentration: bounds on tails, and the deviations that they allow with probability 1 - delta."""

import math

from .. import evidence, require

__all__ = ["azuma_deviation", "azuma_tail", "bernoulli_kl", "bernstein_deviation", "bernstein_tail",
           "chernoff_half_tail", "chernoff_half_tail_as_printed", "chernoff_half_tail_simple", "chernoff_lower_tail",
           "empirical_bernstein_deviation", "heldout_bound", "heldout_bound_as_printed", "hoeffding_deviation",
           "hoeffding_log_mgf", "hoeffding_tail"]


def hoeffding_log_mgf(s, spread=1.0):
    """s^2 (b - a)^2 / 8: log-moment generating function of Z - E Z for Z in [a, b] (statement ``hoeffding-lemma``)."""
    return require.number("s", s) ** 2 * require.nonnegative("spread", spread) ** 2 / 8


def hoeffding_tail(size, deviation, spread=1.0):
    """exp(-2 n eps^2 / c^2): the mean of n losses in [0, c] leaves its expectation, to one side, by eps or more.

    Statement ``hoeffding-fixed``; for both sides together twice as much.
    """
    n, eps = require.integer("size", size, 1), require.nonnegative("deviation", deviation)
    return math.exp(-2 * n * (eps / require.positive("spread", spread)) ** 2)


def hoeffding_deviation(size, delta, spread=1.0, sides=1):
    """c sqrt(ln(sides/delta) / (2n)): what the mean of n losses deviates by, with probability 1 - delta.

    Statement ``hoeffding-fixed``; ``sides`` is 1 or 2.
    """
    n, delta = require.integer("size", size, 1), require.probability("delta", delta)
    if require.integer("sides", sides, 1) > 2:
        require.fail("sides", sides, "1 or 2")
    return require.positive("spread", spread) * math.sqrt(math.log(sides / delta) / (2 * n))


def azuma_tail(deviation, spreads):
    """exp(-2 eps^2 / sum_t c_t^2): the *sum* of martingale differences reaches eps (statement ``azuma-hoeffding``)."""
    eps, c = require.nonnegative("deviation", deviation), require.array("spreads", spreads, 1)
    if c.min() <= 0:
        require.fail("spreads", spreads, "numbers > 0, the lengths of the predictable ranges")
    return math.exp(-2 * eps ** 2 / float((c ** 2).sum()))


def azuma_deviation(delta, spreads):
    """sqrt(ln(1/delta) sum_t c_t^2 / 2): the *sum* stays below it with probability 1 - delta (``azuma-hoeffding``)."""
    delta, c = require.probability("delta", delta), require.array("spreads", spreads, 1)
    if c.min() <= 0:
        require.fail("spreads", spreads, "numbers > 0, the lengths of the predictable ranges")
    return math.sqrt(math.log(1 / delta) * float((c ** 2).sum()) / 2)


def bernstein_tail(size, deviation, variance, ceiling=1.0):
    """exp(-n eps^2 / (v + c + sqrt(v (v + 2c)))), c = b eps/3: the mean of n variables exceeds its expectation by eps.

    The variables are at most b above their mean and have the variance v.  At most exp(-n eps^2 / (2 (v + b eps/3))),
    the form that is usually printed, since sqrt(v (v + 2c)) <= v + c.
    """
    n, eps = require.integer("size", size, 1), require.nonnegative("deviation", deviation)
    v, c = require.nonnegative("variance", variance), require.positive("ceiling", ceiling) * eps / 3
    return math.exp(-n * eps ** 2 / (v + c + math.sqrt(v * (v + 2 * c)))) if eps else 1.0


def bernstein_deviation(size, delta, variance, ceiling=1.0):
    """sqrt(2 v ln(1/delta) / n) + b ln(1/delta) / (3n), the inverse of ``bernstein_tail``."""
    n, log = require.integer("size", size, 1), math.log(1 / require.probability("delta", delta))
    v, b = require.nonnegative("variance", variance), require.positive("ceiling", ceiling)
    return math.sqrt(2 * v * log / n) + b * log / (3 * n)


def empirical_bernstein_deviation(size, delta, variance, spread=1.0):
    """sqrt(2 V ln(2/delta) / n) + 7 c ln(2/delta) / (3(n-1)) with the sample variance V (Maurer and Pontil 2009).

    ``evidence.mean`` computes its confidence limits with it.
    """
    n, delta = require.integer("size", size, 2), require.probability("delta", delta)
    V, c = require.nonnegative("variance", variance), require.positive("spread", spread)
    return evidence.Mean(0.0, V, n, 0.0, c)._width(delta)


def _beyond_tangent(r):
    """(1 + r) ln(1 + r) - r >= 0 for r >= -1; near 0, where the terms cancel, by its series."""
    if abs(r) < 0.01:
        return sum((-r) ** k / (k * (k - 1)) for k in range(2, 10))
    return 1.0 if r == -1 else (1 + r) * math.log1p(r) - r


def bernoulli_kl(q, p):
    """q ln(q/p) + (1-q) ln((1-q)/(1-p)) for 0 <= q <= 1 and 0 < p < 1."""
    p = require.probability("p", p)
    if not 0 <= require.number("q", q) <= 1:
        require.fail("q", q, "a number in [0, 1]")
    return p * _beyond_tangent((q - p) / p) + (1 - p) * _beyond_tangent((p - q) / (1 - p))


def chernoff_lower_tail(size, p, shortfall):
    """exp(-np (a + (1-a) ln(1-a))): P(N <= (1-a) n p) for N of law Bin(n, p), 0 < a < 1; at most exp(-np a^2/2)."""
    mean = require.integer("size", size, 1) * require.probability("p", p)
    a = require.probability("shortfall", shortfall)
    return math.exp(-mean * _beyond_tangent(-a))


def chernoff_half_tail(size, p):
    """exp(-np (1 - ln 2)/2): P(N <= np/2) for N of law Bin(n, p) (statement ``chernoff-lower-tail-step``)."""
    return chernoff_lower_tail(size, p, 0.5)


def chernoff_half_tail_simple(size, p):
    """exp(-np/8), the rounded form of ``chernoff_half_tail`` (statement ``chernoff-lower-tail-step``)."""
    return math.exp(-require.integer("size", size, 1) * require.probability("p", p) / 8)


def chernoff_half_tail_as_printed(size, p):
    """exp(-np/2), the source's exponent: false, it puts np where Hoeffding's inequality has n."""
    return math.exp(-require.integer("size", size, 1) * require.probability("p", p) / 2)


def heldout_bound(error, size, delta, constant=1.0):
    """q + sqrt(2 q c) + C c with c = ln(1/delta)/n: risk of a hypothesis with the error q on n fresh examples.

    Statement ``test-set-bound-lemma1``: true with probability 1 - delta for every C >= 1, and for no smaller C.
    """
    q, n = require.nonnegative("error", error), require.integer("size", size, 1)
    c = math.log(1 / require.probability("delta", delta)) / n
    if q > 1:
        require.fail("error", error, "a number in [0, 1]")
    return q + math.sqrt(2 * q * c) + require.positive("constant", constant) * c


def heldout_bound_as_printed(error, size, delta):
    """q + sqrt(2 q c) + 4 c, the source's constant: true, and looser than need be (``test-set-bound-lemma1``)."""
    return heldout_bound(error, size, delta, 4.0)
