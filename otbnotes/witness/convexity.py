"""Where the inequalities of convexity are equalities, or nearly.  Each function returns (measured, bound), exact if it
can be."""

from fractions import Fraction

from .. import bounds, convexity, require
from ..exact import fraction


def hinge_at_a_tie():
    """The 0-1 loss and the hinge loss at margin 0 are both 1 (statement ``surrogate-hinge-bound``)."""
    return convexity.zero_one_of_margin(0), bounds.hinge_surrogate(0)


def quadratic_chord(strength=2, u=3, v=1, weight=Fraction(1, 3)):
    """mu/2 w^2 lies below its chords by exactly mu/2 a (1 - a) (u - v)^2 (statement
    ``strong-convexity-definition``)."""
    half = fraction("strength", strength, require.positive) / 2
    between = weight * u + (1 - weight) * v
    return half * between ** 2, bounds.chord(half * u ** 2, half * v ** 2, weight, 2 * half, (u - v) ** 2)


def quadratic_tangent(strength=2, w=1, u=3):
    """mu/2 w^2 lies above its tangents by exactly mu/2 (u - w)^2 (statement ``strong-convexity-first-order``)."""
    half = fraction("strength", strength, require.positive) / 2
    return bounds.tangent(half * w ** 2, 2 * half * w * (u - w), 2 * half, (u - w) ** 2), half * u ** 2


def hinge_subgradient_ends(y=1):
    """At the kink of the hinge loss, in one dimension, the subgradient -y reaches the loss at u = 0

    (statement ``hinge-subdifferential``).
    """
    require.signs("y", [y])
    rises = [slope * (0 - y) for slope, in convexity.hinge_subdifferential([y], [1], y)]
    return max(rises), bounds.hinge_surrogate(0)


def lipschitz_absolute(lipschitz=3):
    """L |w| rises by L between 0 and 1 (statements ``def-lipschitz`` and ``lipschitz-subgradient-equivalence``)."""
    L = fraction("lipschitz", lipschitz, require.positive)
    return convexity.difference_quotient(lambda w: L * abs(w), [0, 1]).value, L


def projection_onto_halfspace(w=(3, 5), u=(4, 0)):
    """For a half-space and u on its edge, Pythagoras: after = before - moved exactly (statement
    ``projection-lemma``)."""
    terms = convexity.projection_terms(w, convexity.nearest_in_halfspace(w, [0, 1], 0), u)
    return terms.after, bounds.distance_after_projection(terms.before, terms.moved)
