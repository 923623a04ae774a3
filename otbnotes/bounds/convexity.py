"""Convexity: chords, tangents, surrogates, Lipschitz constants, projections."""

import math
from fractions import Fraction

from .. import require

__all__ = ["chord", "chord_as_printed", "composition_lipschitz", "distance_after_projection", "exponential_surrogate",
           "hinge_surrogate", "logistic_lipschitz", "logistic_smoothness", "logistic_surrogate",
           "natural_logistic_surrogate", "second_order", "second_order_as_printed", "squared_loss_lipschitz", "tangent"]

HALF = Fraction(1, 2)


def hinge_surrogate(margin):
    """max(0, 1 - s) >= 1[s <= 0], exact for fractions (statement ``surrogate-hinge-bound``)."""
    require.number("margin", margin)
    return max(0, 1 - margin)


def exponential_surrogate(margin):
    """e^-s >= 1[s <= 0] (statement ``surrogate-hinge-bound``)."""
    return math.exp(-require.number("margin", margin))


def logistic_surrogate(margin):
    """log2(1 + e^-s) >= 1[s <= 0] (statement ``surrogate-hinge-bound``)."""
    return natural_logistic_surrogate(margin) / math.log(2)


def natural_logistic_surrogate(margin):
    """ln(1 + e^-s), which is ln 2 < 1 at s = 0: no upper bound on the 0-1 loss (statement
    ``surrogate-hinge-bound``)."""
    s = require.number("margin", margin)
    return max(-s, 0.0) + math.log1p(math.exp(-abs(s)))


def chord(value_u, value_v, weight, strength=0, square_distance=0):
    """a f(u) + (1 - a) f(v) - mu/2 a (1 - a) ||u - v||^2 >= f(a u + (1 - a) v), exact for fractions

    (statements ``convex-set-function`` and ``strong-convexity-definition``).
    """
    _chord_input(value_u, value_v, weight, strength, square_distance)
    return weight * value_u + (1 - weight) * value_v - HALF * weight * (1 - weight) * strength * square_distance


def chord_as_printed(value_u, value_v, weight, strength=0, square_distance=0):
    """a f(u) + (1 - a) f(v) + mu/2 a (1 - a) ||u - v||^2: the source wants f(a u + (1 - a) v) at least that

    (statement ``strong-convexity-definition``); it is the definition of strong *concavity*.
    """
    _chord_input(value_u, value_v, weight, strength, square_distance)
    return weight * value_u + (1 - weight) * value_v + HALF * weight * (1 - weight) * strength * square_distance


def _chord_input(value_u, value_v, weight, strength, square_distance):
    require.number("value_u", value_u), require.number("value_v", value_v)
    if not 0 <= require.number("weight", weight) <= 1:
        require.fail("weight", weight, "a number in [0, 1]")
    require.nonnegative("strength", strength), require.nonnegative("square_distance", square_distance)


def tangent(value, rise, strength=0, square_distance=0):
    """f(w) + <g, u - w> + mu/2 ||u - w||^2 <= f(u) with rise = <g, u - w>, exact for fractions

    (statements ``gradient-lower-bound`` and ``strong-convexity-first-order``).
    """
    require.number("value", value), require.number("rise", rise)
    require.nonnegative("strength", strength), require.nonnegative("square_distance", square_distance)
    return value + rise + HALF * strength * square_distance


def second_order(value, rise, curvature):
    """f(w) + <gradient, u - w> + (u - w)'H(u - w)/2 = f(u) for H at some point between (statement
    ``convex-hessian-test``)."""
    return second_order_as_printed(value, rise, curvature) - HALF * curvature


def second_order_as_printed(value, rise, curvature):
    """f(w) + <gradient, u - w> + (u - w)'H(u - w): the source leaves out the factor 1/2 (statement
    ``convex-hessian-test``)."""
    require.number("value", value), require.number("rise", rise), require.number("curvature", curvature)
    return value + rise + curvature


def composition_lipschitz(lipschitz, feature_norm):
    """L ||x||: Lipschitz constant of w -> g(<w, x> + b) for an L-Lipschitz g (statement
    ``convex-linear-composition``)."""
    return require.nonnegative("lipschitz", lipschitz) * require.nonnegative("feature_norm", feature_norm)


def squared_loss_lipschitz(radius, feature_radius, label_radius):
    """2 X (B X + Y): Lipschitz constant of (<w, x> - y)^2 on ||w|| <= B, ||x|| <= X, |y| <= Y, exact for fractions

    (statement ``squared-loss-convex``).
    """
    require.nonnegative("radius", radius), require.nonnegative("feature_radius", feature_radius)
    require.nonnegative("label_radius", label_radius)
    return 2 * feature_radius * (radius * feature_radius + label_radius)


def logistic_lipschitz(feature_radius):
    """||x||: Lipschitz constant of ln(1 + e^(-y <w, x>)) (statement ``logistic-loss``)."""
    return require.nonnegative("feature_radius", feature_radius)


def logistic_smoothness(feature_radius):
    """||x||^2 / 4: largest curvature of ln(1 + e^(-y <w, x>)) (statement ``logistic-loss``)."""
    return require.nonnegative("feature_radius", feature_radius) ** 2 / 4


def distance_after_projection(before, moved):
    """||w - u||^2 - ||w - v||^2 >= ||v - u||^2 for the nearest point v of a closed convex set with u in it

    (statement ``projection-lemma``); exact for fractions.
    """
    require.nonnegative("before", before), require.nonnegative("moved", moved)
    return before - moved
