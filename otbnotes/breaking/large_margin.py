"""What breaks when a hypothesis about margins is dropped.  Features are declared to have length at most 1."""

import math
from fractions import Fraction

import numpy as np

from .. import bounds, require
from ..losses import Hinge
from ..margin import lift, margin, slacks
from ..streams import Game
from ..witness import large_margin as witness

_ATOMS, _SAMPLES, _DELTA = 10 ** 6, 1000, 0.05


def _unseen(samples=_SAMPLES):
    """The least risk of any vector in the span of m of 10^6 equally likely axes: the unseen ones, all errors."""
    return 1 - samples / _ATOMS


def generalization_no_margin(samples=100):
    """One label in ten is wrong, on x = 1: the exact probability that the Perceptron finds no vector at all."""
    never = 1 - Fraction(9, 10) ** require.integer("samples", samples, 2) - Fraction(1, 10) ** samples
    return never, Fraction(1, 20), "x = 1, and one label in ten wrong: the probability that it does not stop"


def agnostic_long_target():
    """As printed, w is any vector: (1/2) sum of +-e_i has no margin error on 10^6 axes, but its length is 500."""
    bound = bounds.agnostic_margin_risk(0.0, 0.5, _SAMPLES, _DELTA)
    return _unseen(), bound, "10^6 axes, and a target of length 500; the least risk"


def agnostic_long_features():
    """10^6 axes of length 1000: the unit target has the margin 1 everywhere."""
    bound = bounds.agnostic_margin_risk(0.0, 1.0, _SAMPLES, _DELTA)
    return _unseen(), bound, "axes of length 1000 where 1 was declared; the least risk"


def agnostic_copies(axes=4):
    """1000 copies of one draw from four axes: no margin error at margin 1/2, and three quarters unseen."""
    risk = 1 - 1 / require.integer("axes", axes, 2)
    return risk, bounds.agnostic_margin_risk(0.0, 0.5, _SAMPLES, _DELTA), "1000 copies of one draw from four axes"


AGNOSTIC_MARGIN = {"iid": agnostic_copies, "length": agnostic_long_features, "target": agnostic_long_target}
"""One breaking instance for each hypothesis of ``agnostic-margin-bound`` whose loss we can show."""


def _one(x, y=1.0):
    return Game("one example", Hinge(), [[x]], [y])


def soft_margin_long_target(a=0.9):
    """w = 2 on x = 1/2: no slack at margin 1, but it is twice as long as allowed."""
    game = _one(0.5)
    promised = bounds.soft_margin(a, 1.0, slacks(game, [2.0], 1.0))
    return promised, margin(lift(game, a)).upper, "w = 2 where length 1 was declared: the promised and the true margin"


def soft_slack_as_printed(a=0.6, examples=4):
    """The source's vector has 1/sqrt(m) in every added coordinate; where y_i = -1 it errs, by sqrt(1 - a^2) / sqrt(m).

    Measured is the promised margin 1/sqrt(m), and the bound is what that vector has if one label is -1 and the features
    are 0.
    """
    labels = np.where(np.arange(require.integer("examples", examples, 1)) == 0, -1.0, 1.0)
    lifted = lift(witness.blank(labels), a)
    vector = np.append(0.0, np.full(examples, 1 / math.sqrt(examples)))
    return (1 / math.sqrt(examples), float((labels * (lifted.features @ vector)).min()),
            "the source's vector, one label -1")


SOFT_MARGIN = {"norm": soft_margin_long_target}
"""One breaking instance for each hypothesis of ``soft-margin-lemma``."""


def soft_perceptron_long_features(a=0.9):
    """10^6 axes of length 1000, with no slack at margin 1."""
    return (_unseen(), bounds.soft_perceptron_risk(a, 1.0, np.zeros(_SAMPLES), _DELTA),
            "axes of length 1000 where 1 was declared; the least risk")


def soft_perceptron_copies(a=0.9, axes=4):
    """1000 copies of one draw from four axes: no slack at margin 1, because the target is that axis."""
    risk = 1 - 1 / require.integer("axes", axes, 2)
    return (risk, bounds.soft_perceptron_risk(a, 1.0, np.zeros(_SAMPLES), _DELTA),
            "1000 copies of one draw from four axes")


def soft_perceptron_hard(samples=100):
    """With a = 1 it is the Perceptron itself, which need not stop: x = 1 and one label in ten wrong."""
    never, delta, _ = generalization_no_margin(samples)
    return never, delta, "a = 1, x = 1, one label in ten wrong: the probability that it does not stop"


SOFT_PERCEPTRON_BOUND = {"iid": soft_perceptron_copies, "length": soft_perceptron_long_features,
                         "a": soft_perceptron_hard}
"""One breaking instance for each hypothesis of ``soft-perceptron-bound``."""
