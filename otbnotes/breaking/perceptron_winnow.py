"""What breaks when a hypothesis about Winnow or a committee is dropped."""

import itertools
import math

import numpy as np

from .. import bounds, require
from ..losses import Hinge
from ..online import littlestone_winnow, perceptron, winnow
from ..streams import Game
from ..witness import perceptron_winnow as witness


def _game(features, labels):
    return Game("breaking", Hinge(), features, labels)


def _repeat(signed, rounds):
    """The same signed example y x in every round, with the label +1."""
    return _game(np.tile(signed, (require.integer("rounds", rounds, 1), 1)), np.ones(rounds))


def committee_margin_tie(experts=10):
    """A committee of two that is split has the margin 0."""
    return bounds.committee_margin(experts, 2), 0.0, "a committee of two, split"


def committee_margin_short_vote(experts=10):
    """A committee of three votes +1, -1 and 0.1."""
    return (bounds.committee_margin(experts, 3), 0.1 / math.sqrt(3 * experts),
            "the votes +1, -1, 0.1 of a committee of three")


def committee_margin_of_all_as_printed(experts=100):
    """The source calls 1 / sqrt(N k) the least positive margin; of a committee of four it is twice as large: all its
    votes, counted.
    """
    sums = [abs(sum(vote)) for vote in itertools.product((-1, 1), repeat=4)]
    return (min(filter(None, sums)) / math.sqrt(4 * experts), bounds.committee_margin_as_printed(experts, 4),
            "a committee of four, not split")


COMMITTEE_MARGIN = {"ties": committee_margin_tie, "votes": committee_margin_short_vote}
"""One breaking instance for each hypothesis of ``committee-margin``; measured is the margin that it promises."""


def _both_labels(votes, rounds):
    """The same votes in every round; the label alternates."""
    return _game(np.tile(votes, (require.integer("rounds", rounds, 1), 1)), np.resize([1.0, -1.0], rounds))


def committee_perceptron_noise(rounds=1000):
    """The label alternates while no vote changes: it is not that of a committee of three in ten."""
    run = perceptron(_both_labels(np.ones(10), rounds))
    return len(run.mistakes), bounds.committee_perceptron_mistakes(10, 3), "labels without a committee"


def committee_perceptron_tie(rounds=1000):
    """A committee of two that is always split may be said to vote for either label."""
    run = perceptron(_both_labels([1.0, -1.0], rounds))
    return len(run.mistakes), bounds.committee_perceptron_mistakes(2, 2), "a committee of two, always split"


def committee_perceptron_far_start(rounds=1000):
    """From w_1 = -100 for the only member of the committee."""
    run = perceptron(_repeat([1.0, 1.0], rounds), [-100.0, 0.0])
    return len(run.mistakes), bounds.committee_perceptron_mistakes(2, 1), "w_1 = (-100, 0)"


COMMITTEE_PERCEPTRON = {"committee": committee_perceptron_noise, "ties": committee_perceptron_tie,
                        "start": committee_perceptron_far_start}
"""One breaking instance for each hypothesis of ``committee-perceptron-bound``."""


def _tuned_mistakes(game, margin):
    """Return the mistakes of Winnow with the step of this margin, and its bound."""
    return len(winnow(game, bounds.winnow_step(margin)).mistakes), bounds.winnow_tuned(game.dimension, margin)


def winnow_as_printed(margin=0.3, step=1.0):
    """The source allows every eta > 0: with eta = 1 and gamma = 0.3 its bound is negative, and one mistake is too many.
    """
    game = _game([[-margin, margin]], [1.0])
    return (len(winnow(game, step).mistakes), bounds.winnow_mistakes_as_printed(2, margin, step),
            "gamma = 0.3 and eta = 1")


def winnow_negative_target(rounds=1000):
    """u = (-1, 0) is right on x = (1, 1), y = -1, by 1; Winnow, whose weights are not negative, never is."""
    game = _game(-np.ones((require.integer("rounds", rounds, 1), 2)), np.ones(rounds))
    return *_tuned_mistakes(game, 0.5), "u = (-1, 0): a negative weight"


def winnow_no_margin(rounds=1000):
    """The label of one example alternates; the margin declared is 1/2."""
    return *_tuned_mistakes(_both_labels([1.0, -1.0], rounds), 0.5), "one example with both labels"


def _adversary(experts, size, step, rounds):
    uniform = np.full(experts, 1 / experts)
    return witness.balanced_committee(uniform, size, lambda game, w: winnow(game, step, w), rounds)[0]


def winnow_long_features(experts=1000):
    """Votes -3 and +3 of a committee of three have the margin 1 and not 1/3; the formula is read for features up to 1.
    """
    game, step = _adversary(experts, 3, bounds.winnow_step(1 / 3), 10_000), bounds.winnow_step(1 / 3) / 3
    run = winnow(_game(3 * game.features, game.labels), step)
    return len(run.mistakes), bounds.winnow_mistakes(experts, 1.0, step), "votes -3 and +3 where 1 was declared"


def winnow_no_weight(rounds=1000):
    """The only expert that is always right starts with the weight 0."""
    game, step = _repeat([1.0, -1.0], rounds), bounds.winnow_step(0.5)
    return (len(winnow(game, step, [0.0, 1.0]).mistakes), bounds.winnow_tuned(2, 0.5),
            "the right expert starts with the weight 0")


def winnow_margin_overestimated(experts=1000, rounds=2000):
    """A committee of three has the margin 1/3; the step for 0.9 is too long, and the mistakes never end."""
    game = _adversary(experts, 3, bounds.winnow_step(0.9), require.integer("rounds", rounds, 50))
    return game.rounds, bounds.winnow_tuned(experts, 0.9), "margin 1/3 where 0.9 was declared"


def winnow_long_step(experts=1000, rounds=2000):
    """A committee of three has the margin 1/3; with the step artanh 0.9 the bound is negative, and the mistakes never
    end.
    """
    step = bounds.winnow_step(0.9)
    game = _adversary(experts, 3, step, require.integer("rounds", rounds, 50))
    return (game.rounds, bounds.winnow_mistakes_as_printed(experts, 1 / 3, step),
            "margin 1/3 and eta = 1.47: a mistake in every round")


def winnow_always_updating(rounds=3000):
    """Updates without mistakes pile all weight on the first expert, who is then wrong; u = (1, 1) / 2 has the margin
    1/4.
    """
    step, early = bounds.winnow_step(0.25), require.integer("rounds", rounds, 4) // 3
    signed = np.vstack([np.tile([1.0, 0.0], (early, 1)), np.tile([-0.5, 1.0], (rounds - early, 1))])
    logs = step * (np.cumsum(signed, axis=0) - signed)
    weights = np.exp(logs - logs.max(axis=1, keepdims=True))
    return (int(((weights * signed).sum(axis=1) <= 0).sum()), bounds.winnow_tuned(2, 0.25),
            "a learner that always updates")


WINNOW_MISTAKES = {"length": winnow_long_features, "target": winnow_negative_target, "margin": winnow_no_margin,
                   "start": winnow_no_weight, "step": winnow_long_step, "conservative": winnow_always_updating}
"""One breaking instance for each hypothesis of ``winnow-mistake-bound``."""


WINNOW_STEPSIZE = {"margin": winnow_margin_overestimated}
"""One breaking instance for each hypothesis of ``winnow-stepsize``."""


def committee_winnow_noise(rounds=1000):
    """The label alternates while no vote changes: it is not that of a committee of three in ten."""
    game = _both_labels(np.ones(10), rounds)
    return (len(winnow(game, bounds.winnow_step(1 / 3)).mistakes), bounds.committee_winnow_mistakes(10, 3),
            "labels without a committee")


def committee_winnow_tie(rounds=1000):
    """A committee of four in ten that is always split may be said to vote for either label."""
    game = _both_labels(np.resize([1.0, -1.0], 10), rounds)
    return (len(winnow(game, bounds.winnow_step(1 / 2)).mistakes), bounds.committee_winnow_mistakes(10, 4),
            "a committee of four, always split")


def committee_winnow_wrong_size(experts=100, rounds=1000):
    """A step tuned for a committee of three, against a committee of nine and *its* bound: the mistakes never end."""
    game = _adversary(experts, 9, bounds.winnow_step(1 / 3), require.integer("rounds", rounds, 2))
    return game.rounds, bounds.committee_winnow_mistakes(experts, 9), "nine members, and the step for three"


COMMITTEE_WINNOW = {"committee": committee_winnow_noise, "ties": committee_winnow_tie,
                    "size": committee_winnow_wrong_size}
"""One breaking instance for each hypothesis of ``committee-winnow-bound``."""


def committee_dense(experts=9):
    """If all nine of nine experts vote, Winnow's bound is the larger one."""
    return (bounds.committee_winnow_mistakes(experts, experts), bounds.committee_perceptron_mistakes(experts, experts),
            "all experts are members: the bounds of Winnow and of the Perceptron")


def littlestone_not_monotone(rounds=1000):
    """The target "not the first feature", on x = 0: the sum is 0 and no weight is active, so nothing is ever learnt."""
    game = _repeat([0.0] * 8, rounds)
    return (len(littlestone_winnow(game).mistakes), bounds.littlestone_mistakes(8, 1),
            "the target is the negation of a feature")


def littlestone_more_literals(experts=1024):
    """Three literals where one was declared."""
    game, _ = witness.disjunction(experts, 3)
    return (len(littlestone_winnow(game).mistakes), bounds.littlestone_mistakes(experts, 1),
            "three literals where one was declared")


WINNOW_LITTLESTONE = {"monotone": littlestone_not_monotone, "size": littlestone_more_literals}
"""One breaking instance for each hypothesis of ``winnow-littlestone``."""
