"""What breaks when a hypothesis about convexity is dropped: kinks, corners, gaps, ends; and the printed forms that are
false.

Each function returns (measured, bound, story) with measured > bound, in integers and fractions where it can.
"""

import math
from fractions import Fraction

from .. import bounds, convexity, require
from ..exact import HALF, fraction



# surrogate-hinge-bound


def surrogate_late_hinge(margin=Fraction(9, 10)):
    """The hinge max(0, c - s) with c < 1 is c at s = 0, where the 0-1 loss is 1."""
    if not 0 < require.positive("margin", margin) < 1:
        require.fail("margin", margin, "a number in (0, 1)")
    return convexity.zero_one_of_margin(0), max(0, margin - 0), f"a hinge that starts at {float(margin):g}"


def surrogate_strict_error(threshold=HALF):
    """If every margin up to a threshold > 0 counts as an error, the loss there is 1 and the hinge 1 - threshold."""
    threshold = fraction("threshold", threshold, require.positive)
    return convexity.zero_one_of_margin(threshold - threshold), bounds.hinge_surrogate(threshold), "small margins are errors"


def surrogate_natural_logistic():
    """ln(1 + e^-s) is ln 2 at s = 0, where the 0-1 loss is 1: the natural logarithm is no upper bound."""
    return convexity.zero_one_of_margin(0), bounds.natural_logistic_surrogate(0), "ln(1 + e^-s) at s = 0"


SURROGATE_HINGE = {"margin": surrogate_late_hinge, "error": surrogate_strict_error, "base": surrogate_natural_logistic}
"""One breaking instance for each hypothesis of ``surrogate-hinge-bound``."""


def zero_one_counts_a_right_answer_as_printed():
    """With sign(0) = +1 the classifier w = 0 is right on a positive example, and its loss 1[y <w, x> <= 0] is 1."""
    margin, label, predicted = 0, 1, 1
    return convexity.zero_one_of_margin(margin), int(predicted != label), "w = 0, y = +1, sign(0) = +1"


# subgradients


def subgradient_at_an_end(slope=-1000):
    """w on [0, 1] is differentiable with derivative 1, but at the end 0 every slope <= 1 is a subgradient."""
    require.number("slope", slope)
    f = convexity.max_affine([1], [0])
    low, high = f.interval(0, left=0, right=1)
    if not low <= slope < high or not convexity.subgradient_test(f, slope, 0, [0, HALF, 1]).holds:
        require.fail("slope", slope, "a number < 1, a subgradient of w on [0, 1] at 0")
    return 1 - slope, 0, f"distance of the subgradient {float(slope):g} from the derivative 1"


def _hinge_gap(weight, sideways, u, w=(1, 0)):
    """Return both sides of the subgradient inequality at w for g = -weight x + sideways (0, 1), x = (1, 0), y = 1."""
    g = (-Fraction(weight), Fraction(sideways))
    rise = sum(slope * (b - a) for slope, a, b in zip(g, w, u))
    return bounds.tangent(bounds.hinge_surrogate(w[0]), rise), bounds.hinge_surrogate(u[0])


def hinge_subgradient_too_steep():
    """-1.05 y x at the kink, against u = 0."""
    return *_hinge_gap(Fraction(21, 20), 0, (0, 0)), "alpha = 1.05 at the kink"


def hinge_subgradient_uphill():
    """+0.05 y x at the kink, against u = 2 x."""
    return *_hinge_gap(Fraction(-1, 20), 0, (2, 0)), "alpha = -0.05 at the kink"


def hinge_subgradient_sideways():
    """-y x/2 and a little across x, at the kink."""
    return *_hinge_gap(HALF, Fraction(1, 20), (1, 1)), "1/20 across x, at the kink"


def hinge_subgradient_not_at_kink():
    """-y x/2 where the margin is 2 and the only subgradient is 0."""
    return *_hinge_gap(HALF, 0, (1, 0), w=(2, 0)), "alpha = 1/2 where the margin is 2"


HINGE_SUBDIFFERENTIAL = {"at-most-1": hinge_subgradient_too_steep, "at-least-0": hinge_subgradient_uphill,
                         "along-x": hinge_subgradient_sideways, "kink": hinge_subgradient_not_at_kink}
"""One vector outside for each condition of ``hinge-subdifferential``."""


# Lipschitz functions


def lipschitz_order_of_quantifiers_as_printed(w=Fraction(1, 10 ** 8), lipschitz=100):
    """sqrt on (0, 1]: every w has its L(w) = 1/sqrt(w), but no L serves all: between w and 4 w it rises by w/(3 w
    sqrt(w))."""
    w, L = float(require.positive("w", w)), require.positive("lipschitz", lipschitz)
    if 9 * L ** 2 * w >= 1 or w > 1 / 4:
        require.fail("w", w, f"a number below 1/(9 L^2) = {1 / (9 * L ** 2):g}, and at most 1/4")
    quotient = convexity.difference_quotient(math.sqrt, [w, 4 * w]).value
    return quotient, L, f"sqrt between {w:g} and {4 * w:g}"


def lipschitz_over_a_gap_as_printed(height=100):
    """0 on [0, 1] and 100 on [2, 3] has gradient 0 everywhere, and rises by 100 between 1 and 2."""
    height = fraction("height", height, require.positive)
    return convexity.difference_quotient(lambda w: height * (w >= 2),
                                         [1, 2]).value, 0, "gradient 0 on [0, 1] and on [2, 3]"


def lipschitz_jump(step=Fraction(1, 1000)):
    """The step function 1[w > 0] has derivative 0 wherever it has one, but at 0 it has none."""
    step = fraction("step", step, require.positive)
    return convexity.difference_quotient(lambda w: int(w > 0),
                                         [-step, step]).value, 0, "a jump at 0, derivative 0 elsewhere"


LIPSCHITZ_GRADIENT = {"domain": lipschitz_over_a_gap_as_printed, "differentiable": lipschitz_jump}
"""One breaking instance for each hypothesis of ``lipschitz-iff-gradient-bounded``, from gradients to quotients."""


def lipschitz_edge_of_the_space(slope=1000):
    """w_1 + 1000 w_2 on the segment [0, 1] x {0}, which has no interior: 1-Lipschitz, with a gradient of norm >
    1000."""
    slope = fraction("slope", slope, require.positive)
    quotient = convexity.difference_quotient(lambda w: w[0] + slope * w[1], [(0, 0), (1, 0)]).value
    return math.sqrt(1 + slope ** 2), quotient, "w_1 + 1000 w_2 on a segment of the first axis"


LIPSCHITZ_GRADIENT_CONVERSE = {"interior": lipschitz_edge_of_the_space}
"""The breaking instance for the converse in ``lipschitz-iff-gradient-bounded``."""


def lipschitz_all_subgradients_as_printed(slope=-10 ** 6):
    """w on [0, 1] is 1-Lipschitz, but -10^6 is a subgradient at its end 0: not all subgradients are bounded by 1."""
    _, _, story = subgradient_at_an_end(slope)
    quotient = convexity.difference_quotient(lambda w: w, [0, HALF, 1]).value
    return abs(slope), quotient, story.replace("distance of the", "the")


def lipschitz_vacuous():
    """-w^2 on R has no subgradients, so all of them are at most 0; it falls by 1 from 0 to 1."""
    return convexity.difference_quotient(lambda w: -w ** 2, [0, 1]).value, 0, "-w^2 on R, which has no subgradient"


LIPSCHITZ_SUBGRADIENT = {"open": lipschitz_all_subgradients_as_printed, "convex": lipschitz_vacuous}
"""One breaking instance for each hypothesis of ``lipschitz-subgradient-equivalence``."""


# losses


def squared_loss_far_out(radius=1000):
    """w^2 at w = 1000, where the radius 1 was declared: slope 2000."""
    return 2 * fraction("radius", radius, require.positive), bounds.squared_loss_lipschitz(1, 1, 0), "w = 1000 where B = 1 was declared"


def squared_loss_long_features():
    """Features of length 10 where X = 1 was declared, at w = 1, y = 0."""
    return 2 * 10 * (1 * 10 - 0), bounds.squared_loss_lipschitz(1, 1, 0), "||x|| = 10 where X = 1 was declared"


def squared_loss_large_labels():
    """A label -10 where Y = 1 was declared, at w = x = 1."""
    return 2 * (1 * 1 + 10), bounds.squared_loss_lipschitz(1, 1, 1), "y = -10 where Y = 1 was declared"


SQUARED_LOSS = {"radius": squared_loss_far_out, "features": squared_loss_long_features,
                "labels": squared_loss_large_labels}
"""One breaking instance for each hypothesis of the Lipschitz constant in ``squared-loss-convex``."""


def logistic_long_features():
    """Features of length 10 where 1 was declared: slope 10/2 at margin 0."""
    slope = 10 * convexity.logistic_derivatives(0.0)[1]
    return -slope, bounds.logistic_lipschitz(1), "slope, ||x|| = 10 where 1 was declared"


def smoothness_long_features():
    """Features of length 10 where 1 was declared: curvature 100/4 at margin 0."""
    curvature = 100 * convexity.logistic_derivatives(0.0)[2]
    return curvature, bounds.logistic_smoothness(1), "curvature, ||x|| = 10 where 1 was declared"


def logistic_label_twice_as_printed():
    """log(1 + e^(-a x)) after y <w, x> uses the label twice if a = y: at y = -1, <w, x> = 1 it is the loss of a right
    answer."""
    y, product = -1, 1
    return (convexity.logistic_derivatives(y * product)[0], convexity.logistic_derivatives(y * (y * product))[0],
            "y = -1, <w, x> = 1: the loss, and the printed composition with a = y")


# strong convexity


def strong_convexity_as_printed():
    """The source prints f(a u + (1 - a) v) >= ... + mu/2 ...: w^2/2 has 0 on the left and 1 on the right, at -1 and
    1."""
    return bounds.chord_as_printed(HALF, HALF, HALF, 1,
                                   4), 0, "the printed lower bound on f(0), f = w^2/2, from -1 and 1"


def strong_convexity_first_order_too_much():
    """w^2/2 with 1.01 in the place of 1."""
    return bounds.tangent(0, 0, Fraction(101, 100), 1), HALF, "w^2/2 with mu = 1.01, w = 0, u = 1"


def strong_convexity_first_order_flat(strength=Fraction(1, 10)):
    """|w| is convex, and not strongly: from w = 1 to u = 1/2 it is its own tangent."""
    strength = fraction("strength", strength, require.positive)
    return bounds.tangent(1, 1 * (HALF - 1), strength,
                          (HALF - 1) ** 2), HALF, f"|w| with mu = {float(strength):g}, w = 1, u = 1/2"


def strong_convexity_first_order_wrong_slope():
    """w^2/2 at w = 0 with the slope 1, which is no subgradient there."""
    return bounds.tangent(0, 1, 1, 1), HALF, "w^2/2 with the slope 1 at w = 0, u = 1"


def strong_convexity_first_order_as_printed():
    """-w^2/2 on [0, 1] satisfies the printed definition with mu = 1, and -1/2 is a subgradient at 0: -u^2/2 >= -u/2."""
    return bounds.tangent(0, -HALF * (1 - 0), 1, 1), -HALF, "-w^2/2 on [0, 1] with the subgradient -1/2 at w = 0, u = 1"


STRONG_CONVEXITY_FIRST_ORDER = {"strong": strong_convexity_first_order_flat,
                                "subgradient": strong_convexity_first_order_wrong_slope}
"""One breaking instance for each hypothesis of ``strong-convexity-first-order``; one with too large a modulus beside it."""


# projection-lemma


def _projection(w, v, u, story):
    terms = convexity.projection_terms(w, v, u)
    return terms.after, terms.before, story


def projection_not_convex():
    """The set {-1, 1}: w = 1/10 goes to 1, away from u = -1."""
    return _projection(Fraction(1, 10), 1, -1, "the set {-1, 1}, w = 1/10, u = -1")


def projection_not_in_the_set():
    """[0, 1], w = 2 and u = 3, which is not in it."""
    return _projection(2, 1, 3, "the set [0, 1], w = 2, u = 3")


def projection_not_nearest():
    """[0, 1], w = 3/2, the point v = 0 in the place of the nearest, and u = 1."""
    return _projection(Fraction(3, 2), 0, 1, "the set [0, 1], w = 3/2, v = 0, u = 1")


def projection_not_closed(short=Fraction(1, 1000)):
    """(0, 1) has no point nearest to 2: whichever v is taken, a nearer one is left."""
    short = fraction("short", short, require.positive)
    return abs(2 - (1 - short)), abs(2 - (1 - short / 2)), \
        "the set (0, 1), w = 2: the distance to v and to a nearer point"


PROJECTION_LEMMA = {"convex": projection_not_convex, "closed": projection_not_closed,
                    "member": projection_not_in_the_set,
                    "nearest": projection_not_nearest}
"""One breaking instance for each hypothesis of ``projection-lemma``."""
