"""What breaks when a hypothesis of a tail bound is dropped."""

import math
from fractions import Fraction

import numpy as np

from .. import bounds, require
from ..concentration import binomial_law, heldout_failure, log_mgf, lower_tail, rademacher_law, upper_tail


def hoeffding_lemma_exponential(width=1.0):
    """No interval holds an exponential variable: whatever its length c, s = 1 - exp(-c^2/8 - 1) breaks the bound.

    The logarithm is -s - ln(1 - s) = c^2/8 + 1 - s.
    """
    room = require.positive("width", width) ** 2 / 8 + 1
    s = -math.expm1(-room)
    return room - s, bounds.hoeffding_log_mgf(s, width), f"an exponential variable, against an interval of length {width:g}"


def hoeffding_lemma_wide(s=1.0):
    """A fair sign has the range 2."""
    measured = float(log_mgf([-1, 1], [0.5, 0.5], require.positive("s", s)))
    return measured, bounds.hoeffding_log_mgf(s), "a fair sign, of range 2, where 1 was declared"


def hoeffding_lemma_not_centred(s=1.0):
    """A fair coin on {0, 1} without its mean 1/2 subtracted."""
    measured = math.log((1 + math.exp(require.positive("s", s))) / 2)
    return measured, bounds.hoeffding_log_mgf(s), "a fair coin on {0, 1}, its mean not subtracted"


HOEFFDING_LEMMA = {"bounded": hoeffding_lemma_exponential, "range": hoeffding_lemma_wide,
                   "centred": hoeffding_lemma_not_centred}
"""One breaking instance for each hypothesis of ``hoeffding-lemma``."""


def azuma_drift(rounds=10):
    """Differences that are 1/2 always: a range of length 0, but no mean of 0."""
    deviation = require.integer("rounds", rounds, 1) / 2
    return 1, bounds.azuma_tail(deviation, [1.0] * rounds), "differences 1/2 in every round"


def azuma_long_fall(rounds=10):
    """1 with probability 9/10 and -9 otherwise, where only "at most 1" was kept: P(sum = T) = (9/10)^T."""
    require.integer("rounds", rounds, 1)
    return Fraction(9, 10) ** rounds, bounds.azuma_tail(rounds, [1.0] * rounds), "differences 1 (9 in 10) and -9"


def azuma_signs(rounds=10):
    """Fair signs V lie in the range [V - 1/2, V + 1/2] of length 1, whose ends are not known beforehand."""
    measured = upper_tail(*rademacher_law([1] * require.integer("rounds", rounds, 1)), rounds)
    return measured, bounds.azuma_tail(rounds, [1.0] * rounds), "fair signs, in the range [V - 1/2, V + 1/2]"


def azuma_doubling(rounds=4):
    """Stakes that double while they win: c_t = 2^(t-1) after wins only, and E c_t^2 in the place of c_t^2."""
    T = require.integer("rounds", rounds, 3)
    stakes = 2.0 ** np.arange(T)                            # played with probability 2^-(t-1)
    deviation, expected = stakes.sum() / 2, np.sqrt(stakes)
    return Fraction(1, 2 ** T), bounds.azuma_tail(deviation, expected), "stakes double while they win; E c_t^2"


AZUMA_HOEFFDING = {"martingale": azuma_drift, "range": azuma_long_fall, "predictable": azuma_signs,
                   "constants": azuma_doubling}
"""One breaking instance for each hypothesis of ``azuma-hoeffding``."""


def hoeffding_one_draw(size=10):
    """One fair coin, copied n times: its mean is 1 with probability 1/2."""
    return Fraction(1, 2), bounds.hoeffding_tail(size, 0.5), "one fair coin copied into the whole sample"


def hoeffding_best_of_many(size=100, classifiers=1000, delta=0.05):
    """The best of many coin-flipping classifiers, chosen on the test set: the exact probability of failure."""
    one = _coin_failure(size, lambda q: q + bounds.hoeffding_deviation(size, delta))
    return _any_of(one, classifiers), delta, f"the best of {classifiers} coin-flipping classifiers on {size} examples"


def hoeffding_wide(size=10):
    """Losses 0 and 2 where [0, 1] was declared: P(the mean deviates by 1/2)."""
    measured = upper_tail(range(size + 1), binomial_law(size, Fraction(1, 2)), Fraction(3 * size, 4))
    return measured, bounds.hoeffding_tail(size, 0.5), "losses 0 and 2, a ceiling of 1 declared"


def hoeffding_two_sides(delta=0.7):
    """One fair coin deviates by 1/2 for certain, and ln(1/delta) allows less on both sides."""
    allowed = bounds.hoeffding_deviation(1, delta)
    if allowed > 0.5:
        require.fail("delta", delta, "a number > exp(-1/2), about 0.607")
    return 1, delta, f"one fair coin deviates by 1/2, {allowed:.4f} is allowed on either side"


HOEFFDING_FIXED = {"independent": hoeffding_one_draw, "fixed": hoeffding_best_of_many, "range": hoeffding_wide,
                   "one-sided": hoeffding_two_sides}
"""One breaking instance for each hypothesis of ``hoeffding-fixed``."""


def _coin_failure(size, bound):
    """Return the probability that the bound on the risk 1/2 fails."""
    return heldout_failure(0.5, size, bound)


def _any_of(probability, times):
    """Return the probability that one of independent events of this probability happens."""
    return float(-math.expm1(require.integer("classifiers", times, 1) * math.log1p(-probability)))


def heldout_best_of_many(size=100, classifiers=1000, delta=0.05):
    """The best of many coin-flipping classifiers, chosen on V: the exact probability of failure with C = 1."""
    one = _coin_failure(size, lambda q: bounds.heldout_bound(q, size, delta))
    return _any_of(one, classifiers), delta, f"the best of {classifiers} coin-flipping classifiers on {size} examples"


def heldout_one_draw(size=100, delta=0.05):
    """V is n copies of one draw; the risk is 1/5."""
    if bounds.heldout_bound(0.0, size, delta) > 0.2:
        require.fail("size", size, "at least 5 ln(1/delta) examples")
    return Fraction(4, 5), delta, f"{size} copies of one draw, risk 1/5"


def heldout_rare_disaster(size=100, delta=0.05):
    """A loss of 1000 with probability 1/1000, else 0: the risk is 1, and V shows nothing of it."""
    if bounds.heldout_bound(0.0, size, delta) > 1:
        require.fail("size", size, "at least ln(1/delta) examples")
    return Fraction(999, 1000) ** size, delta, f"a loss of 1000 with probability 1/1000, {size} examples"


def heldout_small_constant(constant=0.9, size=1000, delta=1e-6):
    """No constant below 1: no error on n examples, risk C ln(1/delta)/n."""
    if require.positive("constant", constant) >= 1:
        require.fail("constant", constant, "a number below 1")
    p = bounds.heldout_bound(0.0, size, delta, constant)
    measured = float(heldout_failure(p, size, lambda q: bounds.heldout_bound(q, size, delta, constant)))
    return measured, delta, f"C = {constant}, no error on {size} examples"


TEST_SET_BOUND = {"fixed": heldout_best_of_many, "iid": heldout_one_draw, "bounded": heldout_rare_disaster,
                  "constant": heldout_small_constant}
"""One breaking instance for each hypothesis of ``test-set-bound-lemma1``."""


def chernoff_one_draw(size=100, p=Fraction(1, 5)):
    """One draw copied n times: N is 0 with probability 1 - p."""
    require.probability("p", p)
    return 1 - p, bounds.chernoff_half_tail_simple(size, p), f"one draw copied {size} times"


def chernoff_heavy_trials():
    """Eight trials that count 10 with probability 1/20: the mean is 4, and N <= 2 means that none succeeds."""
    return Fraction(19, 20) ** 8, bounds.chernoff_half_tail_simple(8,
                                                                   0.5), "8 trials that count 10 with probability 1/20"


CHERNOFF_LOWER_TAIL = {"independent": chernoff_one_draw, "zero-one": chernoff_heavy_trials}
"""One breaking instance for each hypothesis of ``chernoff-lower-tail-step``."""


def chernoff_as_printed(size=8, p=Fraction(1, 2)):
    """The source's exponent np/2 refuted: the exact P(N <= np/2), 37/256 for eight fair coins, against exp(-2)."""
    measured = lower_tail(range(size + 1), binomial_law(size, p), size * p / 2)
    return measured, bounds.chernoff_half_tail_as_printed(size, p), f"Bin({size}, {p}) is at most half its mean"
