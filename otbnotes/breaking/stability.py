"""What breaks when a hypothesis on stability or on regularised loss minimisation is dropped; exact in fractions."""

from fractions import Fraction
from statistics import median

from .. import bounds, require
from ..exact import HALF
from ..smallworld_conversion import risk
from ..stability import absolute_pieces, empirical_risk, expected, expected_risk, hinge_pieces, line_rlm, replace, ridge_line
from ..witness.stability import memoriser_gap



def _one_example_gap(regulariser, size):
    """Return E[R - R_S] for |w - z|, z = +-1 equally likely, when one z is drawn and repeated ``size`` times."""
    loss, law = absolute_pieces(), {z: HALF for z in (-1, 1)}
    rule = line_rlm(loss, regulariser)

    def gap(sample):
        w = rule(sample * size)
        return risk(law, loss, w) - empirical_risk(loss, sample, w)

    return expected(law, 1, gap)


def stability_one_example(size=4):
    """One example, repeated: the two sides of the identity, both for samples of this law."""
    loss, law, lam = absolute_pieces(), {z: HALF for z in (-1, 1)}, Fraction(1, 10)
    rule = line_rlm(loss, lam)

    def mean_change(sample):
        return sum(p * (loss(rule(sample * size), z) - loss(rule(replace(sample * size, i, z)), z))
                   for i in range(size) for z, p in law.items()) / Fraction(size)

    return _one_example_gap(lam, size), expected(law, 1, mean_change), f"one example, {size} times"


def stable_no_mean(largest=6):
    """n = 1, x = 2^k with probability 2^-k, k >= 1: 0-stable, and the gap is always 1.

    The hypothesis of the example a loses b on every b <= 2^(a + 1), else 0.  So no loss on b exceeds the loss b that b
    has when it is the sample, and the rule is 0-stable.  But R(h_a) = a + 1, one more than the loss on the sample,
    whatever a is; the mean of a is infinite.  The right side of the identity is -infinity; what is returned as bound is
    the stability, 0.
    """
    def loss(a, b):
        return b if b <= 2 ** (a + 1) else 0

    draws = [2 ** k for k in range(1, require.integer("largest", largest, 1) + 1)]
    gaps = {sum(Fraction(loss(a, 2 ** k), 2 ** k) for k in range(1, a + 3)) - loss(a, a) for a in draws}
    stability = max(loss(a, b) - loss(b, b) for a in draws for b in draws)
    return min(gaps), Fraction(stability), "a loss without a mean, n = 1"


STABILITY_IDENTITY = {"iid": stability_one_example, "finite": stable_no_mean}
"""One breaking instance for each hypothesis of ``stability-identity``."""


def stable_not_stable(points=100, size=10):
    """The memoriser, of which epsilon = 1/n was declared."""
    gap, _, story = memoriser_gap(points, size)
    return gap, Fraction(1, size), f"{story}, declared 1/n-stable"


def stable_one_example(size=1000):
    """One example, repeated; the rule is G^2 / (lambda n)-stable with G = 1, lambda = 1/10."""
    lam = Fraction(1, 10)
    return _one_example_gap(lam, size), bounds.rlm_stability(1, lam, size), f"one example, {size} times"


STABLE_RULES = {"stable": stable_not_stable, "iid": stable_one_example, "finite": stable_no_mean}
"""One breaking instance for each hypothesis of ``stable-rules-do-not-overfit``."""


def _erm(measured, stability, optimisation, story):
    return measured, bounds.stable_excess(stability, optimisation), story


def stable_erm_not_stable(points=100, size=10):
    """The memoriser against the truth, of which epsilon_1 = 1/n was declared."""
    gap, declared, story = stable_not_stable(points, size)
    return _erm(gap, declared, 0, story)


def stable_comparator_of_sample(points=100, size=10):
    """h* loses exactly on the sample, chosen after it; the rule always loses, with epsilon_1 = epsilon_2 = 0.

    R_S(h_S) = R_S(h*) = 1, but R(h_S) - E R(h*) = (1 - 1/points)^size.
    """
    gap, _, _ = memoriser_gap(points, size)
    return _erm(gap, 0, 0, "a rule that always loses, against the anti-learner")


def stable_not_optimised():
    """The rule always loses, h* never does, and epsilon_2 = 0 was declared."""
    return _erm(Fraction(1), 0, 0, "a rule that always loses")


def stable_erm_one_example(size=1000, p=Fraction(9, 10)):
    """loss |w - z|, P(z = 1) = 9/10, lambda = 1/100, one example repeated; h* = 1 and epsilon_2 = lambda."""
    measured, lam = _one_example_risk(absolute_pieces(), size, p), Fraction(1, 100)
    return _erm(measured - 2 * (1 - p), bounds.rlm_stability(1, lam, size), lam, f"one example, {size} times")


STABLE_ERM = {"stable": stable_erm_not_stable, "comparator": stable_comparator_of_sample,
              "optimised": stable_not_optimised, "iid": stable_erm_one_example}
"""One breaking instance for each hypothesis of ``stable-approximate-erm-learns``."""


def rlm_stable_two_wells(size=101):
    """loss min(|w - 1|, |w + 1|) - z w / 2, G = 3/2, lambda = 1/10: flipping one z of an odd sample moves w from -1
    to 1.

    The minimiser is the sign of the mean of z: at +-1 the slopes of the wells, +-1, outweigh the others, at most 7/10.
    """
    if require.integer("size", size, 1) % 2 == 0:
        require.fail("size", size, "an odd number")
    lam = Fraction(1, 10)

    def loss(w, z):
        return min(abs(w - 1), abs(w + 1)) - Fraction(z * w, 2)

    def rule(sample):
        return min((-1, 1), key=lambda w: lam * w * w + empirical_risk(loss, sample, w))

    sample = (-1,) * (size // 2 + 1) + (1,) * (size // 2)
    change = loss(rule(sample), 1) - loss(rule(replace(sample, 0, 1)), 1)
    return change, bounds.rlm_stability(Fraction(3, 2), lam, size), f"two wells, n = {size}"


def rlm_stable_squared(label=10, size=100):
    """loss (w - y)^2, lambda = 1, one y of many zeros becomes ``label``, where G = 2 was declared."""
    sample = ((1, 0),) * require.integer("size", size, 1)
    rule, y = ridge_line(1), Fraction(label)
    change = (rule(sample) - y) ** 2 - (rule(replace(sample, 0, (1, y))) - y) ** 2
    return change, bounds.rlm_stability(2, 1, size), f"the squared loss, a label {label}"


def rlm_stable_no_regulariser(size=101):
    """loss |w - z| without a regulariser (a median), where lambda = 1 was declared: one flip moves it from -1 to 1."""
    if require.integer("size", size, 1) % 2 == 0:
        require.fail("size", size, "an odd number")
    sample, loss = (-1,) * (size // 2 + 1) + (1,) * (size // 2), absolute_pieces()
    change = Fraction(loss(median(sample), 1) - loss(median(replace(sample, 0, 1)), 1))
    return change, bounds.rlm_stability(1, 1, size), f"a median of {size}"


RLM_IS_STABLE = {"convex": rlm_stable_two_wells, "lipschitz": rlm_stable_squared,
                 "regulariser": rlm_stable_no_regulariser}
"""One breaking instance for each hypothesis of ``rlm-is-stable``."""


def rlm_oracle_bumps(points=10_000, size=100, accuracy=Fraction(1, 100)):
    """A loss that is not convex lets the rule memorise N points: E R(w_S) >= 1 - n/N; the bound is epsilon + 2
    G/sqrt(n).

    Give every set S of at most n of the N equally likely examples a unit vector b_S, and one more, b, all orthogonal.
    The loss of z is min(1, dist(w, b_S) / r) near a b_S with z in S, 1 near the other b_S, min(1, epsilon + dist(w, b)
    / r) near b, and 1 elsewhere, r = 7/10: so the bumps are disjoint and G = 1/r.  As 2 lambda < 1/r, the rule answers
    a b_T with T containing its sample, with training loss 0; and R(b) = epsilon.  With lambda = G/sqrt(n), u = b.
    """
    N, n, G = require.integer("points", points, 1), require.integer("size", size, 9), 10 / 7
    bound = bounds.rlm_oracle(float(accuracy), 1.0, G, bounds.rlm_regulariser(1.0, G, n), n)
    return 1 - n / N, bound, f"a bump for each set of {n} of {N} points"


def rlm_oracle_long_features():
    """The hinge loss on a = 100 (3/4) and -100 (1/4), lambda = 100, n = 2, w* = 1/100, where G = 1 was declared."""
    return _long_features(bounds.rlm_oracle)


def _long_features(bound):
    loss, law, u = hinge_pieces(), {100: Fraction(3, 4), -100: Fraction(1, 4)}, Fraction(1, 100)
    measured = expected_risk(line_rlm(loss, 100), loss, law, 2)
    return measured, bound(risk(law, loss, u), u, 1, 100, 2), "features of length 100 where 1 was declared"


def _one_example_risk(loss, size, p):
    """Return the mean risk of the rule with lambda = 1/100 on one of the examples 1 (probability p) and -1,
    repeated."""
    law = {1: p, -1: 1 - p}
    rule = line_rlm(loss, Fraction(1, 100))
    return expected(law, 1, lambda sample: risk(law, loss, rule(sample * size)))


def rlm_oracle_one_example(size=10_000, p=Fraction(9, 10)):
    """loss |w - z|, P(z = 1) = 9/10, lambda = 1/100, w* = 1: one example is drawn, and repeated n times."""
    measured = _one_example_risk(absolute_pieces(), require.integer("size", size, 1), p)
    return measured, bounds.rlm_oracle(2 * (1 - p), 1, 1, Fraction(1, 100), size), f"one example, {size} times"


RLM_ORACLE = {"convex": rlm_oracle_bumps, "lipschitz": rlm_oracle_long_features, "iid": rlm_oracle_one_example}
"""One breaking instance for each hypothesis of ``rlm-oracle-inequality``."""


def soft_svm_oracle_one_example(size=10_000, p=Fraction(9, 10)):
    """The hinge loss on a = 1 (probability 9/10) and -1, lambda = 1/100, u = 1: one example, repeated n times."""
    measured = _one_example_risk(hinge_pieces(), require.integer("size", size, 1), p)
    return measured, bounds.soft_svm_oracle(2 * (1 - p), 1, 1, Fraction(1, 100), size), f"one example, {size} times"


def soft_svm_oracle_long_features():
    """``rlm_oracle_long_features``, with X = 1 declared."""
    return _long_features(bounds.soft_svm_oracle)


SOFT_SVM_ORACLE = {"features": soft_svm_oracle_long_features, "iid": soft_svm_oracle_one_example}
"""One breaking instance for each hypothesis of ``soft-svm-oracle-inequality``."""


def soft_svm_oracle_rho_as_printed():
    """The source's constant: R(u) + lambda ||u||^2 + 2 / (lambda n), for features of any length."""
    measured, _, story = soft_svm_oracle_long_features()
    loss, law, u = hinge_pieces(), {100: Fraction(3, 4), -100: Fraction(1, 4)}, Fraction(1, 100)
    return measured, bounds.soft_svm_oracle_as_printed(risk(law, loss, u), u, 100, 2), story


def rlm_proof_signs_as_printed():
    """F_S(w') - F_S(w) <= (|a| - |b|)/n in the proof of the source; hinge, n = 1, lambda = 1, a = 1 becomes -1."""
    loss, rule = hinge_pieces(), line_rlm(hinge_pieces(), 1)
    w, moved = rule((1,)), rule((-1,))
    old, new = (loss(moved, z) - loss(w, z) for z in (1, -1))
    change = loss(moved, 1) + moved ** 2 - loss(w, 1) - w ** 2
    return change, abs(old) - abs(new), "a minus sign between the absolute values"


def rlm_proof_any_w_as_printed():
    """R_S(w) <= R_S(w*) + lambda ||w*||^2 "for any w": hinge, a = -1, w = 10 and w* = 0."""
    loss = hinge_pieces()
    return Fraction(loss(10, -1)), Fraction(loss(0, -1)), "w = 10 and w* = 0"
