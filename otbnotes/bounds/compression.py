"""Compression: what k examples that determine a hypothesis say about its risk.

Each bound comes in three forms.  The first is the sharpest that the proof gives, the one that ends in ``_simple`` has
the shape of the source with a better constant, the one that ends in ``_as_printed`` is the source's.  The last two
assume n >= 2 k and k >= 1; they are formulas, and can be evaluated where they claim nothing.
"""

import math

from .. import require

__all__ = ["compression_agnostic", "compression_agnostic_as_printed", "compression_agnostic_simple", "compression_beta",
           "compression_order_free", "compression_polynomial_size", "compression_polynomial_size_as_printed",
           "compression_polynomial_size_uniform", "compression_realizable", "compression_realizable_as_printed",
           "compression_realizable_simple", "compression_rectangles", "compression_rectangles_as_printed",
           "compression_rest_error", "compression_rest_error_as_printed", "compression_stable", "compression_strips",
           "compression_training", "compression_training_as_printed", "compression_training_simple",
           "compression_training_step", "compression_training_step_as_printed", "compression_unrealizable",
           "compression_unrealizable_risk"]


def _rate(name, value):
    """Return ``value`` as a float in [0, 1]."""
    if not 0 <= require.number(name, value, "a number in [0, 1]") <= 1:
        require.fail(name, value, "a number in [0, 1]")
    return float(value)


def _log_ratio(ratio):
    """ln(n / delta), of a ratio n / delta >= 1."""
    if require.number("ratio", ratio) < 1:
        require.fail("ratio", ratio, "a number >= 1: n / delta")
    return math.log(ratio)


def _log(n, delta):
    """ln(n / delta)."""
    return math.log(require.integer("n", n, 1)) - math.log(require.probability("delta", delta))


def _with_root(L, n, k, delta, constant):
    """L + sqrt(L 4 k ln(n/delta) / n) + constant k ln(n/delta) / n."""
    unit = require.integer("k", k, 0) * _log(n, delta) / n
    return L + math.sqrt(4 * L * unit) + constant * unit


def compression_beta(n, k, delta):
    """beta = (k ln n + ln(1/delta)) / (n - k), the union bound over n^k choices (``compression-bound-realizable``)."""
    k = require.integer("k", k, 1)
    return (k * math.log(require.integer("n", n, k + 1)) - math.log(require.probability("delta", delta))) / (n - k)


def compression_agnostic(rest_error, n, k, delta):
    """L_V + sqrt(2 L_V beta) + beta, for n > k (statement ``compression-bound-agnostic``)."""
    L, beta = _rate("rest_error", rest_error), compression_beta(n, k, delta)
    return L + math.sqrt(2 * L * beta) + beta


def compression_agnostic_simple(rest_error, n, k, delta):
    """L_V + sqrt(L_V 4 k ln(n/delta)/n) + 2 k ln(n/delta)/n (statement ``compression-bound-agnostic``)."""
    return _with_root(_rate("rest_error", rest_error), n, k, delta, 2)


def compression_agnostic_as_printed(rest_error, n, k, delta):
    """L_V + sqrt(L_V 4 k ln(n/delta)/n) + 8 k ln(n/delta)/n; it allows k = 0 (``compression-bound-agnostic``)."""
    return _with_root(_rate("rest_error", rest_error), n, k, delta, 8)


def compression_realizable(n, k, delta):
    """beta = (k ln n + ln(1/delta)) / (n - k) where L_V = 0 (statement ``compression-bound-realizable``)."""
    return compression_beta(n, k, delta)


def compression_realizable_simple(n, k, delta):
    """2 k ln(n/delta) / n where L_V = 0 (statement ``compression-bound-realizable``)."""
    return _with_root(0, n, k, delta, 2)


def compression_realizable_as_printed(n, k, delta):
    """8 k ln(n/delta) / n where L_V = 0 (statement ``compression-bound-realizable``)."""
    return _with_root(0, n, k, delta, 8)


def compression_order_free(n, k, delta):
    """(ln binomial(n, k) + ln(1/delta)) / (n - k) where L_V = 0 and B looks at k different examples as a set."""
    k = require.integer("k", k, 1)
    choices, delta = math.comb(require.integer("n", n, k + 1), k), require.probability("delta", delta)
    return (math.log(choices) - math.log(delta)) / (n - k)


def compression_stable(n, k, delta):
    """2 (k ln 4 + ln(1/delta)) / (n - 2k) where L_V = 0 and leaving out examples that were not named changes nothing.

    No ln n.  Cut the sample into 2k blocks: k of them hold the named examples, the other k are a test set.
    """
    k = require.integer("k", k, 1)
    rest, delta = require.integer("n", n, 2 * k + 1) - 2 * k, require.probability("delta", delta)
    return 2 * (k * math.log(4) - math.log(delta)) / rest


def compression_rest_error(training_error, n, rest):
    """n L_S / |V|: the most that L_V can be (statement ``compression-bound-training-error``)."""
    rest = require.integer("rest", rest, 1)
    return require.integer("n", n, rest) * _rate("training_error", training_error) / rest


def compression_rest_error_as_printed(training_error, named_error, n, rest):
    """n L_S / |V| - n L_N / |N| for the n - |V| named examples N, where the last coefficient is |N| / |V| in truth."""
    L, N = compression_rest_error(training_error, n, rest), _rate("named_error", named_error)
    return L - n * N / (require.integer("n", n, rest + 1) - rest)


def compression_training(training_error, n, k, delta):
    """n L_S/(n-k) + sqrt(2 n L_S beta/(n-k)) + beta, for n > k (statement ``compression-bound-training-error``)."""
    beta, L = compression_beta(n, k, delta), compression_rest_error(training_error, n, n - k)
    return L + math.sqrt(2 * L * beta) + beta


def compression_training_simple(training_error, n, k, delta):
    """L_S + sqrt(L_S 4 k ln(n/delta)/n) + 8 k ln(n/delta)/n (statement ``compression-bound-training-error``)."""
    return _with_root(_rate("training_error", training_error), n, k, delta, 8)


def compression_training_as_printed(training_error, n, k, delta):
    """L_S + sqrt(L_S 4 k ln(n/delta)/n) + 10 k ln(n/delta)/n; the source asks for n/delta >= 42."""
    return _with_root(_rate("training_error", training_error), n, k, delta, 10)


def compression_training_step(ratio):
    """(4 x + sqrt(2 x) + 1, 5 x) with x = ln(n/delta): the source's last step, right from n/delta = 42 on."""
    x = _log_ratio(ratio)
    return 4 * x + math.sqrt(2 * x) + 1, 5 * x


def compression_training_step_as_printed(ratio, k):
    """(4 x + sqrt(2 k x) + 1, 5 x) with x = ln(n/delta): the k under the root is a misprint."""
    x = _log_ratio(ratio)
    return 4 * x + math.sqrt(2 * require.integer("k", k, 1) * x) + 1, 5 * x


def compression_rectangles(n, dimension, delta):
    """beta with k = 2d, for boxes and realizable samples (statement ``compression-rectangles``)."""
    return compression_beta(n, 2 * require.integer("dimension", dimension, 1), delta)


def compression_rectangles_as_printed(n, dimension, delta):
    """16 d ln(n/delta) / n, for boxes and realizable samples (statement ``compression-rectangles``)."""
    return compression_realizable_as_printed(n, 2 * require.integer("dimension", dimension, 1), delta)


def compression_strips(n, dimension, delta):
    """2 d ln(2d/delta) / n, for boxes and realizable samples: a box misses one of 2d strips of mass epsilon / 2d."""
    d = require.integer("dimension", dimension, 1)
    return 2 * d * (math.log(2 * d) - math.log(require.probability("delta", delta))) / require.integer("n", n, 1)


def compression_polynomial_size(dimension, degree):
    """binomial(d + r, r), the number of monomials of degree <= r (statement ``compression-polynomials``)."""
    return math.comb(require.integer("dimension", dimension, 1) + require.integer("degree", degree, 0), degree)


def compression_polynomial_size_uniform(dimension, degree):
    """(d + 1)^r >= binomial(d + r, r), for all d and r (statement ``compression-polynomials``)."""
    return (require.integer("dimension", dimension, 1) + 1) ** require.integer("degree", degree, 0)


def compression_polynomial_size_as_printed(dimension, degree):
    """d^r, printed as O(d^r): its constant depends on r (statement ``compression-polynomials``)."""
    return require.integer("dimension", dimension, 1) ** require.integer("degree", degree, 0)


def compression_unrealizable(least_training_error, n, k, delta):
    """``compression_training`` at the least training error of the class (statement ``compression-unrealizable``)."""
    return compression_training(_rate("least_training_error", least_training_error), n, k, delta)


def compression_unrealizable_risk(risk, n, k, delta):
    """``compression_unrealizable`` at L_D(h*) + sqrt(ln(1/delta)/(2m)), at most 1; with probability 1 - 2 delta."""
    deviation = math.sqrt(-math.log(require.probability("delta", delta)) / (2 * require.integer("n", n, 1)))
    return compression_unrealizable(min(1.0, _rate("risk", risk) + deviation), n, k, delta)
