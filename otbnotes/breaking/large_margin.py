"""What breaks when a hypothesis about margins is dropped.  Features are declared to have length at most 1."""

import math
from fractions import Fraction

import numpy as np

from .. import bounds, require
from ..losses import Hinge
from ..margin import lift, margin, slacks
from ..perceptron_compression import compress, decode
from ..streams import Game
from ..witness import large_margin as witness
from ..witness.perceptron_winnow import axes as axes_game

_ATOMS, _SAMPLES, _DELTA = 10 ** 6, 1000, 0.05


def compression_no_margin(axes=10):
    """On N axes a vector in the span of fewer than N examples errs; the declared margin is 1/2."""
    game, _ = axes_game(np.ones(require.integer("axes", axes, 5)))
    fewest = next(k for k in range(1, axes + 1) if (game.features @ game.features[:k].sum(axis=0) > 0).all())
    return fewest, bounds.margin_size(Fraction(1, 2)), f"{axes} axes, declared margin 1/2: examples needed"


def compression_long_features(axes=10):
    """Axes of length sqrt(N) have the margin 1 and need N examples, where 1 is promised."""
    game, _ = axes_game(np.ones(require.integer("axes", axes, 2)), length=math.sqrt(axes))
    return len(np.unique(compress(game, axes))), bounds.margin_size(1), "axes of length sqrt(10) where 1 was declared"


def compression_plain_sum():
    """A decoder that adds up all its examples, also those that only fill up, finds another vector: its distance is not
    0.
    """
    game, _ = axes_game([1.0, 1.0])
    rows = compress(game, 4)
    plain = (game.labels[rows, None] * game.features[rows]).sum(axis=0)
    return (float(np.linalg.norm(plain - decode(game.features[rows], game.labels[rows]))), 0.0,
            "two axes, gamma = 1/2, filled up to size 4 by a decoder that adds up")


PERCEPTRON_COMPRESSION = {"margin": compression_no_margin, "length": compression_long_features,
                          "conservative": compression_plain_sum}
"""One breaking instance for each hypothesis of ``perceptron-compression``."""


def _unseen(samples=_SAMPLES):
    """The least risk of any vector in the span of m of 10^6 equally likely axes: the unseen ones, all errors."""
    return 1 - samples / _ATOMS


def generalization_long_features():
    """10^6 equally likely axes of length 1000 have the margin 1; 1000 draws see a thousandth of them."""
    return (_unseen(), bounds.perceptron_risk(1.0, _SAMPLES, _DELTA),
            "axes of length 1000 where 1 was declared; the least risk")


def generalization_wrong_margin():
    """10^6 equally likely axes have the margin 1/1000, not 1/2."""
    return (_unseen(), bounds.perceptron_risk(0.5, _SAMPLES, _DELTA),
            "margin 1/1000 where 1/2 was declared; the least risk")


def generalization_no_margin(samples=100):
    """One label in ten is wrong, on x = 1: the exact probability that the Perceptron finds no vector at all."""
    never = 1 - Fraction(9, 10) ** require.integer("samples", samples, 2) - Fraction(1, 10) ** samples
    return never, Fraction(1, 20), "x = 1, and one label in ten wrong: the probability that it does not stop"


def generalization_copies(axes=4):
    """1000 copies of one draw from four axes: three quarters are unseen."""
    risk = 1 - 1 / require.integer("axes", axes, 2)
    return risk, bounds.perceptron_risk(1 / math.sqrt(axes), _SAMPLES, _DELTA), "1000 copies of one draw from four axes"


PERCEPTRON_GENERALIZATION = {"iid": generalization_copies, "length": generalization_long_features,
                             "margin": generalization_no_margin}
"""One breaking instance for each hypothesis of ``perceptron-generalization-separable``."""


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
