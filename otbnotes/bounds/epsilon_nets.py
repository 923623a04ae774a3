"""Epsilon-nets: how many examples meet every heavy set of a class of finite VC dimension."""

import math

from .. import require

__all__ = ["double_sample", "log_inversion_affine", "log_inversion_simple", "log_inversion_simple_as_printed",
           "net_chernoff_chain_as_printed", "net_failure_probability", "net_requirement", "net_requirement_as_printed",
           "net_sample_size", "no_free_lunch", "no_free_lunch_simple", "sauer", "sauer_exponential", "symmetrization",
           "symmetrization_as_printed", "symmetrization_whole", "uniform_convergence"]


def _level(value, name="epsilon"):
    """Return ``value`` as a float in (0, 1]."""
    if not 0 < require.number(name, value, "a number in (0, 1]") <= 1:
        require.fail(name, value, "a number in (0, 1]")
    return float(value)


def _log(delta):
    """ln(2 / delta)."""
    return math.log(2) - math.log(require.probability("delta", delta))


def net_chernoff_chain_as_printed(n, epsilon, dimension, delta):
    """(D ln(1/delta), n epsilon): the source's next step takes the first to be the smaller one."""
    d, delta = require.integer("dimension", dimension, 0), require.probability("delta", delta)
    return -d * math.log(delta), require.positive("n", n) * _level(epsilon)


def double_sample(probability):
    """2 P[(S, T) in B'] >= P[S in B], for n epsilon >= ln 2 (statement ``double-sample-claim``)."""
    if not 0 <= require.number("probability", probability, "a number in [0, 1]") <= 1:
        require.fail("probability", probability, "a number in [0, 1]")
    return 2 * probability


def symmetrization(traces, n, epsilon):
    """tau(2n) 2^(-epsilon n / 2) >= P[(S, T) in B'] (statement ``symmetrization-claim``)."""
    return require.integer("traces", traces, 1) * 2 ** (-_level(epsilon) * require.integer("n", n, 1) / 2)


def symmetrization_whole(traces, n, epsilon):
    """tau(2n) 2^(-floor(epsilon n / 2) - 1): the number of hits is whole (statement ``symmetrization-claim``).

    A ``Fraction`` epsilon is not rounded before the floor is taken.
    """
    _level(epsilon), require.integer("traces", traces, 1)
    return traces * 2.0 ** -(math.floor(epsilon * require.integer("n", n, 1) / 2) + 1)


def symmetrization_as_printed(traces, n, epsilon):
    """tau(2n) e^(-epsilon n / 4) >= P[(S, T) in B'] (statement ``symmetrization-claim``)."""
    return require.integer("traces", traces, 1) * math.exp(-_level(epsilon) * require.integer("n", n, 1) / 4)


def sauer(dimension, n):
    """sum of binomial(n, i) over i <= D: traces on n points (statement ``sauer-as-used``)."""
    n, d = require.integer("n", n, 0), require.integer("dimension", dimension, 0)
    return sum(math.comb(n, i) for i in range(min(n, d) + 1))


def sauer_exponential(dimension, n):
    """(e n / D)^D >= ``sauer``, for n >= D >= 1 (statement ``sauer-as-used``)."""
    d = require.integer("dimension", dimension, 1)
    return (math.e * require.integer("n", n, 1) / d) ** d


def log_inversion_simple(a):
    """e/(e-1) a ln a, and not less: x > 0 above it has x >= a ln x (statement ``log-inversion-simple``)."""
    return math.e / (math.e - 1) * (require.positive("a", a) * math.log(a))


def log_inversion_simple_as_printed(a):
    """2 a ln a: x > 0 above it has x >= a ln x (statement ``log-inversion-simple``)."""
    return 2 * require.positive("a", a) * math.log(a)


def log_inversion_affine(a, b):
    """4 a ln(2a) + 2b, a >= 1/(2e), b real: x > 0 above it has x >= a ln x + b (``log-inversion-affine``)."""
    return 4 * require.positive("a", a) * math.log(2 * a) + 2 * require.number("b", b)


def net_failure_probability(n, dimension, epsilon):
    """2 (2en/D)^D e^(-epsilon n / 4): that n points are no epsilon-net, for D >= 1 (``epsilon-net-theorem``)."""
    d, x = require.integer("dimension", dimension, 1), require.positive("n", n) * _level(epsilon) / 4
    log = math.log(2) + d * (1 + math.log(n) - math.log(d / 2)) - x
    return math.exp(log) if log < 700 else math.inf


def net_requirement(dimension, epsilon, delta):
    """16 D/eps ln(8/eps) + 8/eps (D ln(2e) + ln(2/delta)), at most ``net_sample_size`` for every D >= 0.

    ``log_inversion_affine`` for the unknown n/D, with a = 4/eps and b = 4/eps (ln(2e) + ln(2/delta)/D) > 0 (statement
    ``epsilon-net-theorem``).
    """
    d, eps = require.integer("dimension", dimension, 0), _level(epsilon)
    return 16 * d / eps * math.log(8 / eps) + 8 / eps * (d * math.log(2 * math.e) + _log(delta))


def net_requirement_as_printed(dimension, epsilon, delta):
    """16 D/eps ln(8D/eps) + 8/eps (D ln(2e/D) + ln(2/delta)), printed as at most ``net_sample_size``: not for D > 5."""
    d, eps = require.integer("dimension", dimension, 1), _level(epsilon)
    return 16 * d / eps * math.log(8 * d / eps) + 8 / eps * (d * math.log(2 * math.e / d) + _log(delta))


def net_sample_size(dimension, epsilon, delta):
    """8/eps (2 D ln(16e/eps) + ln(2/delta)), for all D >= 0 (``epsilon-net-theorem``, ``realizable-pac``)."""
    d, eps = require.integer("dimension", dimension, 0), _level(epsilon)
    return 8 / eps * (2 * d * math.log(16 * math.e / eps) + _log(delta))


def no_free_lunch(n):
    """(1 - 1/(2n))^n / 2 <= max over labellings of 2n points of the expected error (``no-free-lunch-imported``)."""
    return (1 - 1 / (2 * require.integer("n", n, 1))) ** n / 2


def no_free_lunch_simple():
    """1/4, the least ``no_free_lunch``, at n = 1 (statement ``no-free-lunch-imported``)."""
    return 1 / 4


def uniform_convergence(traces, n, delta):
    """sqrt(8 ln(4 tau(2n)/delta) / n) >= sup |R_S - R| with probability 1 - delta (``main-theorem-of-learning``)."""
    ratio = math.log(4 * require.integer("traces", traces, 1)) - math.log(require.probability("delta", delta))
    return math.sqrt(8 * ratio / require.integer("n", n, 1))
