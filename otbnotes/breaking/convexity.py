"""What breaks when a hypothesis about convexity is dropped: kinks, corners, gaps, ends; and the printed forms that are
false.

Each function returns (measured, bound, story) with measured > bound, in integers and fractions where it can.
"""

import math
from fractions import Fraction

from .. import bounds, convexity, require
from ..exact import HALF, fraction


# convex-set-function and epigraph-convex


def not_a_convex_set():
    """-|w| on {|w| > 1} is affine on both parts, but 2 = (-2 + 2 * 4)/3, and f(2) lies above the mixture."""
    def f(w):
        return -abs(w)
    return f(2), bounds.chord(f(-2), f(4), Fraction(1, 3)), "-|w| on |w| > 1, at -2, 2 and 4"


def jensen_gap():
    """1 at (1, 1) and 0 at (0, 0), (3, 0), (0, 3): no chord is violated, as none meets a fourth point of the domain;
    but (1, 1) is a mixture of the other three."""
    corners = [(0, 0), (3, 0), (0, 3)]
    value, mixture = convexity.jensen(lambda w: int(tuple(w) == (1, 1)), corners, [Fraction(1, 3)] * 3)
    return value, mixture, "the corners of a triangle and its centre, alone"


CONVEX_SET_FUNCTION = {"domain": jensen_gap}
"""The breaking instance for the hypothesis of ``convex-set-function``."""


def epigraph_gap():
    """On the domain {0, 1} no chord is ever violated, but the epigraph of 0 misses the point (1/2, 0)."""
    middle = HALF * 0 + (1 - HALF) * 1
    return min(abs(middle - 0), abs(middle - 1)), 0, "0 on {0, 1}: how far the midpoint (1/2, 0) is from the epigraph"


def epigraph_sublevel_sets():
    """The sets {f <= t} of sqrt(|w|) are intervals, but f is not convex: convex sublevel sets are not enough."""
    return math.sqrt(HALF), bounds.chord(math.sqrt(0), math.sqrt(1), HALF), "sqrt(|w|) at 0, 1/2 and 1"


EPIGRAPH = {"domain": epigraph_gap, "epigraph": epigraph_sublevel_sets}
"""One breaking instance for each hypothesis of ``epigraph-convex``."""


# gradient-lower-bound and the tests of convexity


def gradient_not_convex():
    """w^3 lies below its tangent at 0: -1 at u = -1."""
    return bounds.tangent(0, 0), (-1) ** 3, "w^3, tangent at 0, u = -1"


def gradient_not_differentiable():
    """max(w_1, w_2) on {w >= 0} has both partial derivatives at the corner 0, from one side, and (1, 1) is no
    gradient there."""
    def f(w):
        return max(w)
    partials = [f(e) - f((0, 0)) for e in ((1, 0), (0, 1))]
    return bounds.tangent(f((0, 0)), sum(partials)), f((1, 1)), "max(w_1, w_2) on w >= 0, partial derivatives at 0"


GRADIENT_LOWER_BOUND = {"convex": gradient_not_convex, "differentiable": gradient_not_differentiable}
"""One breaking instance for each hypothesis of ``gradient-lower-bound``."""


def first_order_one_point():
    """w^2 (w - 3)^2 lies above its tangent at 0, but above its chord between 0 and 3 too."""
    def f(w):
        return w ** 2 * (w - 3) ** 2
    return f(Fraction(3, 2)), bounds.chord(f(0), f(3), HALF), "w^2 (w - 3)^2, the tangent at 0 alone"


def first_order_interior_only():
    """0 on the square [0, 1]^2, but 1 at (0, 1/2): at every point w with w_1 > 0 the slope 0 is a subgradient."""
    def f(w):
        return int(w == (0, HALF))
    return f((0, HALF)), bounds.chord(f((0, 0)), f((0, 1)), HALF), "a bump on an edge of a square, tangents inside only"


def first_order_jump(slope=1000):
    """0 on [0, 1), and 1 at 1: convex, but no line through (1, 1) lies below it; the slope k fails at 1 - 1/(2 k)."""
    k = fraction("slope", slope, require.positive)
    if k < 1:
        require.fail("slope", slope, "a number >= 1")
    story = f"0 on [0, 1) and 1 at 1, the slope {float(slope):g} at w = 1"
    return bounds.tangent(1, k * (1 - 1 / (2 * k) - 1)), 0, story


FIRST_ORDER_TEST = {"everywhere": first_order_one_point, "differentiable": first_order_jump}
"""One breaking instance for each hypothesis of ``convex-first-order-test``."""


def hessian_gap():
    """-|w| on {|w| > 1} has second derivative 0 everywhere."""
    measured, bound, _ = not_a_convex_set()
    return measured, bound, "-|w| on |w| > 1: second derivative 0, domain not convex"


def hessian_kink():
    """-|w| has second derivative 0 wherever it has one, but at 0 it has none."""
    return -abs(0), bounds.chord(-abs(-1), -abs(1), HALF), "-|w| at -1, 0 and 1"


def hessian_negative():
    """w_1^2 - w_2^2/100: one eigenvalue of the Hessian is -1/50."""
    def f(a, b):
        return a ** 2 - Fraction(b ** 2, 100)
    return f(0, 0), bounds.chord(f(0, -1), f(0, 1), HALF), "w_1^2 - w_2^2/100 along the second axis"


def hessian_flat_domain():
    """w_1^2 - w_2^2 on the segment [0, 1] x {0}, which is not open: w_1^2 there, convex, with an eigenvalue -2."""
    hessian = [[2, 0], [0, -2]]
    return 0, min(hessian[0][0], hessian[1][1]), "w_1^2 - w_2^2 on a segment of the first axis, least eigenvalue"


HESSIAN_TEST = {"domain": hessian_gap, "open": hessian_flat_domain, "differentiable": hessian_kink,
                "semidefinite": hessian_negative}
"""One breaking instance for each hypothesis of ``convex-hessian-test``."""


def taylor_as_printed():
    """u^2 from w = 0 to u = 1: without the factor 1/2 the right side is 2 for every point between, and f(1) = 1."""
    return bounds.second_order_as_printed(0, 0, 2), 1 ** 2, "the printed Taylor formula for u^2 from 0 to 1"


def composition_concave():
    """g(t) = -t^2 after the linear function w."""
    return -0 ** 2, bounds.chord(-(-1) ** 2, -1 ** 2, HALF), "-w^2 at -1, 0 and 1"


def composition_not_affine():
    """g(t) = t^2 after w^2 - 1."""
    def f(w):
        return (w ** 2 - 1) ** 2
    return f(0), bounds.chord(f(-1), f(1), HALF), "(w^2 - 1)^2 at -1, 0 and 1"


def composition_beyond_the_interval():
    """t^2 is 2-Lipschitz on [-1, 1], but w_1 + w_2 reaches 2 on [-1, 1]^2: between (1/2, 1/2) and (1, 1)."""
    quotient = convexity.difference_quotient(lambda w: (w[0] + w[1]) ** 2, [(HALF, HALF), (1, 1)]).value
    return quotient, bounds.composition_lipschitz(2, math.sqrt(2)), "t^2 is 2-Lipschitz on [-1, 1], <w, x> goes to 2"


CONVEX_COMPOSITION = {"convex": composition_concave, "affine": composition_not_affine,
                      "lipschitz": composition_beyond_the_interval}
"""One breaking instance for each hypothesis of ``convex-linear-composition``."""


def minimum_of_affine():
    """min(w, -w) in the place of the maximum."""
    return min(0, -0), bounds.chord(min(-1, 1), min(1, -1), HALF), "min(w, -w) at -1, 0 and 1"


def maximum_of_concave():
    """The maximum of the one function -w^2."""
    return max([-0 ** 2]), bounds.chord(-(-1) ** 2, -1 ** 2, HALF), "max(-w^2) at -1, 0 and 1"


CONVEX_MAX = {"maximum": minimum_of_affine, "convex": maximum_of_concave}
"""One breaking instance for each hypothesis of ``convex-max-of-affine``."""


def max_of_linear_as_printed():
    """The source proves the maximum of *linear* functions, which is 0 at w = 0, and uses it for the hinge loss, which
    is 1."""
    return bounds.hinge_surrogate(0), max(0 * slope
                                          for slope in (0, -1)), "the hinge loss and any linear functions at w = 0"


# subgradients


def subgradient_of_concave(step=Fraction(1, 1000)):
    """-w^2 has no subgradient at 0: the only candidate, its derivative 0, lies above it at +-step."""
    step = fraction("step", step, require.positive)
    return bounds.tangent(0, 0), -step ** 2, "-w^2, the slope 0 at w = 0"


def subgradient_vertical(slope=-1000):
    """-sqrt(w) on [0, 1] has no subgradient at the end 0: the slope -k fails at u = 1/(4 k^2)."""
    require.number("slope", slope)
    k = -Fraction(slope)
    if k < 1:
        require.fail("slope", slope, "a number <= -1")
    story = f"-sqrt(w) on [0, 1], the slope {float(slope):g} at w = 0"
    return bounds.tangent(0, -k / (4 * k ** 2)), -1 / (2 * k), story


SUBGRADIENT_EXISTS = {"convex": subgradient_of_concave, "interior": subgradient_vertical}
"""One breaking instance for each hypothesis under which ``subgradient-definition`` promises a subgradient."""


def subgradient_not_everywhere_above_as_printed():
    """The line of slope 1 touches w^2 at 0 and "is not above f everywhere", but it is at 1/2, so 1 is no
    subgradient."""
    return bounds.tangent(0, HALF), HALF ** 2, "w^2, the line of slope 1 through 0, at u = 1/2"


def subgradient_at_an_end(slope=-1000):
    """w on [0, 1] is differentiable with derivative 1, but at the end 0 every slope <= 1 is a subgradient."""
    require.number("slope", slope)
    f = convexity.max_affine([1], [0])
    low, high = f.interval(0, left=0, right=1)
    if not low <= slope < high or not convexity.subgradient_test(f, slope, 0, [0, HALF, 1]).holds:
        require.fail("slope", slope, "a number < 1, a subgradient of w on [0, 1] at 0")
    return 1 - slope, 0, f"distance of the subgradient {float(slope):g} from the derivative 1"


def subgradient_at_a_kink():
    """|w| has no derivative at 0; two of its subgradients there lie 2 apart."""
    low, high = convexity.max_affine([-1, 1], [0, 0]).interval(0)
    return high - low, 0, "the distance of two subgradients of |w| at 0"


SUBGRADIENT_DIFFERENTIABLE = {"convex": subgradient_of_concave, "interior": subgradient_at_an_end,
                              "differentiable": subgradient_at_a_kink}
"""One breaking instance for each hypothesis of ``subgradient-differentiable``; the source omits the second."""


def subgradient_of_inactive_piece():
    """max(w, -w) at w = 1 with the slope -1 of the piece that is not the maximum there."""
    return bounds.tangent(1, -1 * (0 - 1)), max(0, -0), "|w| at 1 with the slope of -w, u = 0"


def subgradient_of_minimum():
    """min(w, -w) at w = -1 with the slope 1 of the piece that attains it."""
    return bounds.tangent(-1, 1 * (1 - -1)), min(1, -1), "min(w, -w) at -1 with the slope of w, u = 1"


def subgradient_of_nonconvex_piece():
    """The maximum of the one function -w^2 at w = 0, with its gradient 0."""
    return bounds.tangent(0, 0), max([-1 ** 2]), "max(-w^2) at 0, u = 1"


SUBGRADIENT_OF_MAX = {"convex": subgradient_of_nonconvex_piece, "active": subgradient_of_inactive_piece,
                      "maximum": subgradient_of_minimum, "interior": subgradient_at_an_end,
                      "differentiable": subgradient_at_a_kink}
"""One breaking instance for each hypothesis of ``subgradient-of-max``."""
