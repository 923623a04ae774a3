"""What breaks when a hypothesis of a validation is dropped, and the printed forms that are false."""

from fractions import Fraction

import numpy as np

from .. import bounds, conversion, require, smallworld_conversion as worlds
from ..exact import HALF, fraction



def dv_width_as_printed(delta=0.7):
    """The printed width with ln(T/delta), T = 1, and a fair coin: its exact failure probability is 1."""
    width = bounds.dynamic_validation_width_as_printed(1, 1, 1.0, delta)
    return worlds.two_sided_failure(1, HALF, width), delta, "T = 1, a fair coin: exact failure probability"


def dv_width_as_printed_twice(delta=0.74, p=Fraction(29, 50)):
    """The printed width with T = 2: examples (a, b), a fair bit and a bit of bias p; w_1 loses a, w_2 loses [a != a_1]
    b.

    w_2 knows z_1.  w_1 deviates when a_1 = a_2, and w_2 can deviate only when not: the two failures exclude each other.
    """
    wide, narrow = (bounds.dynamic_validation_width_as_printed(2, n, 1.0, delta) for n in (1, 2))
    p = fraction("p", p, require.probability)
    failing = Fraction(0)
    for (first, second), probability in worlds.samples({(a, b): HALF * (p if b else 1 - p) for a in (0, 1)
                                                        for b in (0, 1)}, 2):
        one = abs(Fraction(first[0] + second[0], 2) - HALF) > narrow
        two = abs((first[0] != second[0] and second[1]) - p / 2) > wide
        failing += probability * (one or two)
    return failing, delta, "T = 2, a second hypothesis that has seen the first example: exact failure probability"


def dv_overlap(rounds=100, delta=0.05):
    """Fair labels, and a second pass: the memoriser w_1 has learned z_1, ..., z_T; its mean loss is 0, its risk 1/2."""
    width = bounds.dynamic_validation_width(rounds, require.integer("rounds", rounds, 1), 1.0, delta)
    return (Fraction(int(HALF > width)), delta,
            "a memoriser that has learned all that validates it: exact failure probability")


def dv_unbounded(rounds=100, delta=0.05):
    """Losses up to 10^4 where [0, 1] was declared: w_1 deviates by 1, its risk, almost surely."""
    width = bounds.dynamic_validation_width(rounds, rounds, 1.0, delta)
    failing = (1 - Fraction(1, 10 ** 4)) ** rounds * (1 > width)
    return failing, delta, "a loss of 10^4 with probability 10^-4: exact failure probability"


def dv_one_example(rounds=100, delta=0.05):
    """One example, a fair coin, shown in every round: the mean is off by 1/2 for every constant hypothesis."""
    return Fraction(int(HALF > bounds.dynamic_validation_width(rounds, rounds, 1.0,
                                                               delta))), delta, "one example shown in every round"


DYNAMIC_VALIDATION_DEVIATION = {"iid": dv_one_example, "unseen": dv_overlap, "range": dv_unbounded}
"""One breaking instance for each hypothesis of ``dynamic-validation-deviation``."""


def dv_wrong_half(rounds=1000, delta=0.05, noise=Fraction(1, 10)):
    """The source's S' is the *first* half: least empirical risk there has who learned it by heart.

    New points, the label +1 with probability ``noise``.  The memorisers predict +1 on points they do not know, which is
    wrong with probability 1 - noise; w_1 predicts -1, and has the risk ``noise``.  Unless the first half has no label
    +1 at all, a memoriser is chosen.  Returns the exact probability that its risk, 1 - noise, exceeds the bound,
    against delta.
    """
    m, noise = require.integer("rounds", rounds, 4), fraction("noise", noise, require.probability)
    bound = bounds.dynamic_validation_half([float(noise)] + [float(1 - noise)] * (m - 1), 1.0, delta)
    failing = (1 - (1 - noise) ** (m // 2 - 1)) * (1 - noise > bound)
    return failing, delta, f"validated on its own half: risk {float(1 - noise)} where {bound:.3f} is allowed"


def dv_no_penalty(rounds=1000, delta=0.05, noise=Fraction(1, 10)):
    """Without its width a hypothesis wins by luck on the last example alone.

    w_1 loses Z_s, 1 with probability ``noise``; all others lose 1 - Z_s.  If Z_T = 1 the last one has no loss, and w_1
    has some: one with the risk 1 - noise is chosen.  Exact probability of that event, against delta.
    """
    T, noise = require.integer("rounds", rounds, 2), fraction("noise", noise, require.probability)
    bound = bounds.dynamic_validation([float(noise)] + [float(1 - noise)] * (T - 1), 1.0, delta)
    return noise * (1 - noise > bound), delta, "no penalty: the last hypothesis wins on the last example"


def dv_one_example_chosen(rounds=1000, delta=0.05, noise=Fraction(1, 10)):
    """One example in every round: w_1 loses Z, 1 with probability ``noise``, and all others lose 1 - Z.

    If Z = 1, w_1 has a loss in every round and the others none: one with the risk 1 - noise is chosen.
    """
    noise = fraction("noise", noise, require.probability)
    bound = bounds.dynamic_validation([float(noise)] + [float(1 - noise)] * (require.integer("rounds", rounds, 2) - 1),
                                      1.0, delta)
    return noise * (1 - noise > bound), delta, "one example shown in every round: exact failure probability"


def dv_false_ceiling(rounds=1000, delta=0.05, noise=Fraction(1, 10)):
    """Losses up to 10^4 where [0, 1] was declared: w_1 always loses ``noise``; the others share a loss of 10^4, rarely.

    Their risk is 1.  As long as the loss does not show, w_2 has no loss and a width that is hardly larger: it is
    chosen.
    """
    T, noise = require.integer("rounds", rounds, 2), fraction("noise", noise, require.probability)
    bound = bounds.dynamic_validation([float(noise)] + [1.0] * (T - 1), 1.0, delta)
    first, second = (bounds.dynamic_validation_width(T, n, 1.0, delta) for n in (T, T - 1))
    failing = (1 - Fraction(1, 10 ** 4)) ** T * (noise + first > second) * (1 > bound)
    return failing, delta, "a loss of 10^4 with probability 10^-4: exact failure probability"


DYNAMIC_VALIDATION = {"iid": dv_one_example_chosen, "unseen": dv_wrong_half, "range": dv_false_ceiling,
                      "penalty": dv_no_penalty}
"""One breaking instance for each hypothesis of ``dynamic-validation``."""


def dv_better_as_printed():
    """The source says that the penalised choice is at least as good as the two-stage one: here it is worse.

    T = 4, constant hypotheses with the risks 0.6, 0.4, 0.9, 0.9, and losses that have positive probability.
    """
    risks = [0.6, 0.4, 0.9, 0.9]
    losses = np.array([[0, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 1], [1, 1, 1, 1]])
    chosen = [choose(losses, 1.0, 0.5).index for choose in (conversion.choose_validated,
                                                            conversion.choose_on_second_half)]
    return risks[chosen[0]], risks[chosen[1]], "T = 4: risks of the penalised and of the two-stage choice"


def te_sum_as_printed(error=Fraction(3, 10), sample_size=10, test_size=4):
    """The source's test error sums over t = n - m + 1, ..., m: n = 10, m = 4 leaves no term; its mean should be err."""
    return error, bounds.holdout_mean_as_printed(error, sample_size,
                                                    test_size), f"n = {sample_size}, m = {test_size}"


def te_reused(n=2):
    """The memoriser tested on what it has learned: no error where the risk is 1/2."""
    world = worlds.fresh_points(6)
    risk, _ = worlds.fresh_error(world, worlds.memoriser, worlds.memory_error, require.integer("n", n, 1))
    tested = worlds.expectation(world, n, lambda s: worlds.memory_error(worlds.memoriser(s), s[-1]))
    return risk, tested, "the test example is the last training example"


def te_one_example_twice():
    """One test example counted twice, a fair coin: the variance of the test error, and that of Bin(2, 1/2) / 2."""
    return Fraction(1, 4), Fraction(1, 8), "one test example counted twice: variance of the test error"


TEST_ERROR_UNBIASED = {"fresh": te_reused, "independent": te_one_example_twice}
"""One breaking instance for each hypothesis of ``test-error-unbiased``."""


def te_worst_of_class():
    """A learner that takes the worst of {+1, -1} on three fair labels: its training error exceeds the least risk."""
    train, least, _ = worlds.erm_errors(worlds.FAIR_COIN, [1, -1], worlds.constant_error, 3)
    return 1 - train, least, "the worst hypothesis on the sample instead of the best"


def te_another_law(n=3):
    """Fair training labels where new labels are +1: the class {+1} has the mean training error 1/2 and the risk 0."""
    train, _, _ = worlds.erm_errors(worlds.FAIR_COIN, [1], worlds.constant_error, require.integer("n", n, 1))
    return train, worlds.risk({((1,), 1): Fraction(1)}, worlds.constant_error, 1), "trained on labels of another law"


TRAINING_ERROR_BIASED = {"law": te_another_law, "erm": te_worst_of_class}
"""One breaking instance for each hypothesis of ``training-error-biased``."""


def te_best_of_many(classifiers=1000, examples=100, delta=0.05):
    """The best of 1000 coin-tossing classifiers on one test set: exact probability that its bound fails."""
    width = bounds.holdout_bound(0, examples, delta)
    one = worlds.one_sided_failure(examples, HALF, width)
    return float(1 - (1 - one) ** require.integer("classifiers", classifiers,
                                                  1)), delta, "the best of 1000 coins: failure probability"


def te_one_example(examples=100, delta=0.05):
    """One test example counted ``examples`` times, a fair coin: half of the time there is no error."""
    failing = sum(HALF for loss in (0, 1) if HALF > bounds.holdout_bound(loss, examples, delta))
    return failing, delta, "one test example again and again: exact failure probability"


def te_false_ceiling(examples=100, delta=0.05):
    """Losses up to 10^4 where [0, 1] was declared: no loss is seen, almost surely, and the risk is 1."""
    m = require.integer("examples", examples, 1)
    failing = (1 - Fraction(1, 10 ** 4)) ** m * (1 > bounds.holdout_bound(0, m, delta))
    return failing, delta, "a loss of 10^4 with probability 10^-4: exact failure probability"


TEST_ERROR_BOUND = {"fresh": te_best_of_many, "iid": te_one_example, "range": te_false_ceiling}
"""One breaking instance for each hypothesis of ``test-error-bound``."""


def pv_second_pass(n=2):
    """In a second pass the memoriser errs only on points with both labels: mean risk 1/2, progressive error near 0."""
    world, n = worlds.fresh_points(6), require.integer("n", n, 1)
    risk = worlds.expectation(world, n, lambda s: sum(worlds.risk(world, worlds.memory_error,
                                                                  worlds.memoriser(s + s[:t]))
                                                      for t in range(n)) / Fraction(n))
    second = worlds.expectation(world, n, lambda s: Fraction(sum(worlds.memory_error(worlds.memoriser(s + s[:t]), s[t])
                                                                 for t in range(n)), n))
    return risk, second, "a second pass over the data"


def _unbiased_drift(n=20):
    """n labels +1 and then -1: the mean error on the last example, and the progressive error."""
    sample = ((0, 1),) * require.integer("n", n, 1) + ((0, -1),)
    return Fraction(1), worlds.progressive_loss(worlds.last_label, worlds.constant_error,
                                                sample), f"{n} labels +1, then -1"


PV_UNBIASED = {"before": pv_second_pass, "iid": _unbiased_drift}
"""One breaking instance for each hypothesis of ``pv-unbiased``."""


def pv_mds_as_printed(rounds=10):
    """The source asks only Z_t <= 1: Z = 1 with probability 9/10 and -9 else, mean 0; P(sum = n), and exp(-2 n)."""
    n = require.integer("rounds", rounds, 1)
    return Fraction(9, 10) ** n, bounds.pv_mds_tail(n, n), "Z = 1 with probability 0.9, and -9 else: P(sum = n)"


def pv_long_interval(rounds=10):
    """Losses in [-1, 1], a fair sign: Z_t has an interval of length 2; P(sum = n) = 2^-n, and exp(-2 n)."""
    n = require.integer("rounds", rounds, 1)
    return HALF ** n, bounds.pv_mds_tail(n, n), "losses -1 and 1, fair: P(sum >= n)"


def pv_biased_coin(rounds=10):
    """The memoriser's second pass: no loss, and the risk 1/2, so Z_t = 1/2 in every round."""
    n = require.integer("rounds", rounds, 1)
    return Fraction(1), bounds.pv_mds_tail(n / 2, n), "the memoriser's second pass, Z_t = 1/2 always: P(sum >= n/2)"


def pv_mds_one_example(rounds=10):
    """One example, a fair coin, shown in every round to a constant predictor: all Z_t are 1/2, or all are -1/2."""
    n = require.integer("rounds", rounds, 1)
    return HALF, bounds.pv_mds_tail(n / 2, n), "one example shown in every round: P(sum >= n/2)"


PV_MDS = {"iid": pv_mds_one_example, "before": pv_biased_coin, "range": pv_long_interval}
"""One breaking instance for each hypothesis of ``pv-mds``."""


def pv_second_pass_bound(rounds=100, delta=0.05):
    """The memoriser's second pass: no mistake, fair labels on new points, risk 1/2."""
    return HALF, bounds.progressive_validation_bound(0, rounds, delta), "the memoriser's second pass"


def pv_one_example(rounds=100, delta=0.05):
    """One example, a fair coin, shown in every round to a constant predictor."""
    failing = sum(HALF for loss in (0, 1) if HALF > bounds.progressive_validation_bound(loss, rounds, delta))
    return failing, delta, "one example shown in every round: exact failure probability"


def pv_sorted(rounds=100, delta=0.05):
    """Fair labels, sorted, and "predict the last label": at most two mistakes, and the risk 1/2."""
    n = require.integer("rounds", rounds, 2)
    return HALF, bounds.progressive_validation_bound(2 / n, n, delta), "fair labels, sorted"


def pv_false_ceiling(rounds=100, delta=0.05):
    """Losses up to 10^4 where [0, 1] was declared: a fixed predictor with the risk 1 and, almost surely, no loss."""
    n = require.integer("rounds", rounds, 1)
    failing = (1 - Fraction(1, 10 ** 4)) ** n * (1 > bounds.progressive_validation_bound(0, n, delta))
    return failing, delta, "a loss of 10^4 with probability 10^-4: exact failure probability"


PROGRESSIVE_VALIDATION_BOUND = {"iid": pv_one_example, "order": pv_sorted, "before": pv_second_pass_bound,
                                "range": pv_false_ceiling}
"""One breaking instance for each hypothesis of ``progressive-validation-bound``."""


def _gap(progressive, tested, rounds, test_size, delta):
    """Return E U_pv - E U_test for these mean losses or risks: their difference, less that of the widths."""
    n, m = require.integer("rounds", rounds, 2), require.integer("test_size", test_size, 1)
    if m >= n:
        require.fail("test_size", m, f"less than rounds = {n}")
    return progressive + bounds.progressive_validation_width(n, delta) - tested - bounds.holdout_bound(0, m, delta)


def ho_second_pass(rounds=100, test_size=20, delta=0.05):
    """The memoriser's second pass, and a hold-out: mean losses 0 and 1/2, risks 1/2 and 1/2."""
    return (_gap(0.5, 0.5, rounds, test_size, delta), _gap(0.0, 0.5, rounds, test_size, delta),
            "the memoriser's second pass: the gap by risks, and the true gap of the limits")


def ho_drift(rounds=100, test_size=20, delta=0.05):
    """Labels +1, and -1 in the last ``test_size`` rounds and ever after; always predict +1: risks 1 and 1."""
    n = require.integer("rounds", rounds, 2)
    return (_gap(1.0, 1.0, n, test_size, delta), _gap(test_size / n, 1.0, n, test_size, delta),
            "the label changes when the hold-out begins: the gap by risks, and the true gap of the limits")


def ho_other_learner(rounds=100, test_size=20):
    """Progressive validation of "always -1", hold-out of "always +1", and the label +1."""
    n, m = require.integer("rounds", rounds, 2), require.integer("test_size", test_size, 1)
    if m >= n:
        require.fail("test_size", m, f"less than rounds = {n}")
    return Fraction(1), Fraction(n - m, n), "the hold-out tests a better learner: R(Q) - R(w), and its bound"


def ho_changes_its_mind(rounds=100, test_size=20):
    """Always +1, as the label, up to round n - m + 1, and -1 afterwards: risk 0 and then 1."""
    n, m = require.integer("rounds", rounds, 2), require.integer("test_size", test_size, 2)
    if m >= n:
        require.fail("test_size", m, f"less than rounds = {n}")
    return Fraction(m - 1, n), Fraction(0), "a learner that gets worse at the end: R(Q) - R(w), and its bound"


PV_VS_HOLDOUT = {"iid": ho_drift, "before": ho_second_pass, "range": pv_false_ceiling, "same": ho_other_learner,
                 "improving": ho_changes_its_mind}
"""One breaking instance for each hypothesis of ``pv-vs-holdout``: the limits, and for the last two the cost."""
