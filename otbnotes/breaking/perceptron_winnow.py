"""What breaks when a hypothesis about the Perceptron, Winnow or their committee is dropped."""

import itertools
import math
from fractions import Fraction

import numpy as np

from .. import bounds, require
from ..losses import Hinge
from ..nets import thresholds
from ..online import littlestone_winnow, perceptron, winnow
from ..shattering import littlestone_dimension
from ..streams import Game
from ..witness import perceptron_winnow as witness


def _game(features, labels):
    return Game("breaking", Hinge(), features, labels)


def _repeat(signed, rounds):
    """The same signed example y x in every round, with the label +1."""
    return _game(np.tile(signed, (require.integer("rounds", rounds, 1), 1)), np.ones(rounds))


def _always_updating(game):
    """Return the rounds in which a learner errs that adds y_t x_t in every round, mistake or not."""
    moves = game.labels[:, None] * game.features
    before = np.cumsum(moves, axis=0) - moves
    return np.flatnonzero((moves * before).sum(axis=1) <= 0)


def correction_half_label():
    """With the label 1/2 in place of 1 the gain y (<w + y x, x> - <w, x>) is y^2 ||x||^2 = 1/4, not ||x||^2."""
    w, x, y = 3, 1, Fraction(1, 2)
    return x * x, y * (w + y * x) * x - y * w * x, "x = 1 with the label 1/2: the promised and the true gain"


def correction_no_feature(rounds=100):
    """On x = 0 the Perceptron errs for ever."""
    return len(perceptron(_repeat([0.0], rounds)).mistakes), 1, "x = 0, again and again"


PERCEPTRON_CORRECTION = {"binary": correction_half_label, "nonzero": correction_no_feature}
"""One breaking instance for each hypothesis of ``perceptron-update-correction``."""


def _spoilt(rounds=2000):
    """(1, 0) 999 times, then (-0.6, 0.8): u = (1, 1) / sqrt(2) has the margin sqrt(1/50)."""
    later = rounds - 999
    return _game(np.vstack([np.tile([1.0, 0.0], (999, 1)), np.tile([-0.6, 0.8], (later, 1))]), np.ones(rounds))


def wlog_always_updating():
    """A learner that updates in every round errs 601 times; on these 601 rounds alone, in the same order, only a few
    times.
    """
    game = _spoilt()
    rows = _always_updating(game)
    alone = _always_updating(game.reordered(rows, "its mistakes"))
    return (len(rows), len(alone),
            "mistakes with all rounds, and with the mistakes only, of a learner that always updates")


def _by_the_clock(labels):
    """Return the rounds in which a learner errs on x = 1 that moves by y_t / t after a mistake in round t, exactly."""
    w, mistakes = Fraction(0), []
    for t, y in enumerate(labels, 1):
        if y * w <= 0:
            mistakes.append(t - 1)
            w += Fraction(y, t)
    return mistakes


def wlog_clock(right=9, later=30):
    """A learner with the step 1/t in round t: nine right rounds, and its later steps are shorter.

    It errs once on the label +1, is right ``right`` times, and then the label is -1.
    """
    labels = [1] * (1 + require.integer("right", right, 2)) + [-1] * require.integer("later", later, 4)
    rows = _by_the_clock(labels)
    alone = _by_the_clock([labels[row] for row in rows])
    return (len(rows), len(alone),
            "mistakes with all rounds, and with the mistakes only, of a learner with the step 1/t in round t")


PERCEPTRON_WLOG = {"conservative": wlog_always_updating, "stationary": wlog_clock}
"""One breaking instance for each hypothesis of ``perceptron-wlog-mistakes``."""


def potential_as_printed():
    """The source says that the cosine grows with every mistake: here its square falls from 16/25 to 0.4685, exactly.

    u = (1, 0, 0), x_1 = (0.8, 0.6, 0), x_2 = (0.168, -0.224, 0.96): unit vectors at right angles.
    """
    x = [[Fraction(4, 5), Fraction(3, 5), 0], [Fraction(21, 125), Fraction(-28, 125), Fraction(24, 25)]]
    w = [a + b for a, b in zip(*x)]
    return x[0][0] ** 2, w[0] ** 2 / sum(a * a for a in w), "the squared cosine after one and after two mistakes"


def _potential(game, u, margin, radius=1.0, start=None):
    """Return the promised and the true cosine after the last of the mistakes."""
    run = perceptron(game, start)
    return bounds.perceptron_potential(radius, margin, len(run.mistakes)), float(run.w @ u / np.linalg.norm(run.w))


def potential_no_margin():
    """The second example, at right angles to the first, has the margin 0.1 where 0.8 is declared."""
    u = np.array([1.0, 0.0])
    return (*_potential(_game([[0.8, 0.6], [0.1, -np.sqrt(0.99)]], [1, 1]), u, 0.8),
            "a second example with a smaller margin")


def potential_long_features():
    """(3, 1) after one mistake has the cosine 1/sqrt(10) with u = (0, 1)."""
    return *_potential(_game([[3.0, 1.0]], [1]), np.array([0.0, 1.0]), 1.0), "x = (3, 1) where length 1 was declared"


def potential_no_mistakes(rounds=100):
    """Repeating one example for ever does not turn w towards u, if right examples are counted as mistakes."""
    game = _repeat([0.6, 0.8], require.integer("rounds", rounds, 3))           # u = (1, 0) has the margin 0.6
    w = game.features.sum(axis=0)
    return (bounds.perceptron_potential(1.0, 0.6, rounds), float(w[0] / np.linalg.norm(w)), "updates without mistakes")


def potential_far_start():
    """From (-10, 0) a mistake leaves w far behind."""
    return *_potential(_repeat([1.0, 0.0], 1), np.array([1.0, 0.0]), 1.0, start=[-10.0, 0.0]), "w_1 = (-10, 0)"


def potential_long_comparator(axes=100):
    """The vector of ones on 100 axes has length 10: the "cosine" with it rises to 10."""
    game, _ = witness.axes(np.ones(require.integer("axes", axes, 2)))
    w = perceptron(game).w
    return float(w.sum() / np.linalg.norm(w)), 1, "a comparator of length 10"


PERCEPTRON_POTENTIAL = {"margin": potential_no_margin, "length": potential_long_features,
                        "mistakes": potential_no_mistakes, "start": potential_far_start,
                        "comparator": potential_long_comparator}
"""One breaking instance for each hypothesis of ``perceptron-potential``."""


def step1_small_margin():
    """Ten axes with the margin 1, and one with the margin 0: <w, u> stays at 10, exactly."""
    w = perceptron(_game(np.eye(11), np.ones(11))).w
    return bounds.perceptron_progress(1, 11), int(w[:10].sum()), "one example with the margin 0 where 1 was declared"


def step1_far_start():
    """From w_1 = -10 one mistake on x = 1 leads to -9, exactly."""
    w = perceptron(_repeat([1.0], 1), [-10.0]).w
    return bounds.perceptron_progress(1, 1), int(w[0]), "w_1 = -10"


PERCEPTRON_STEP1 = {"margin": step1_small_margin, "start": step1_far_start}
"""One breaking instance for each hypothesis of ``perceptron-step1``."""


def step2_no_mistakes(rounds=50):
    """The same unit vector added 50 times has the squared length 2500, exactly."""
    w = _repeat([1.0], require.integer("rounds", rounds, 2)).features.sum(axis=0)
    return int(w @ w), bounds.perceptron_length(1, rounds), "updates without mistakes"


def step2_long_features():
    """Length 10 where 1 was declared, exactly."""
    w = perceptron(_repeat([10.0], 1)).w
    return int(w @ w), bounds.perceptron_length(1, 1), "x = 10 where length 1 was declared"


def step2_far_start():
    """From w_1 = -10 the squared length is 81 after one mistake, exactly."""
    w = perceptron(_repeat([1.0], 1), [-10.0]).w
    return int(w @ w), bounds.perceptron_length(1, 1), "w_1 = -10"


PERCEPTRON_STEP2 = {"mistakes": step2_no_mistakes, "length": step2_long_features, "start": step2_far_start}
"""One breaking instance for each hypothesis of ``perceptron-step2``."""


def perceptron_long_features(axes=100):
    """Features of length 10 on 100 axes have the margin 1, and 100 mistakes."""
    game, _ = witness.axes(np.ones(require.integer("axes", axes, 2)), length=math.sqrt(axes))
    return (len(perceptron(game).mistakes), bounds.perceptron_mistakes(1, 1),
            "features of length 10 where 1 was declared")


def perceptron_no_margin(rounds=1000):
    """The label of x = 1 alternates: no vector is right, and the Perceptron never; the margin declared is 1/10."""
    game = _game(np.ones((require.integer("rounds", rounds, 101), 1)), np.resize([1.0, -1.0], rounds))
    return (len(perceptron(game).mistakes), bounds.perceptron_mistakes(1, Fraction(1, 10)),
            "one example with both labels")


def perceptron_always_updating():
    """Updates without mistakes carry w far along one example, and it takes 601 mistakes on the other to return."""
    return (len(_always_updating(_spoilt())), bounds.perceptron_mistakes(1.0, math.sqrt(1 / 50)),
            "a learner that always updates")


def perceptron_far_start(rounds=200):
    """From (100, 0) it takes 61 mistakes on (-0.6, 0.8) to arrive."""
    run = perceptron(_repeat([-0.6, 0.8], rounds), [100.0, 0.0])
    return len(run.mistakes), bounds.perceptron_mistakes(1.0, math.sqrt(1 / 50)), "w_1 = (100, 0)"


def perceptron_long_comparator(axes=100):
    """Of length 10, the vector of ones is right on 100 axes by 1."""
    game, _ = witness.axes(np.ones(require.integer("axes", axes, 2)))
    return len(perceptron(game).mistakes), bounds.perceptron_mistakes(1, 1), "a comparator of length 10"


PERCEPTRON_MISTAKES = {"length": perceptron_long_features, "margin": perceptron_no_margin,
                       "start": perceptron_far_start, "conservative": perceptron_always_updating,
                       "comparator": perceptron_long_comparator}
"""One breaking instance for each hypothesis of ``perceptron-mistake-bound``."""


def forced_not_shattered(points=7):
    """Thresholds on 7 points shatter no 7 of them: a learner of the class makes 3 mistakes at most, exactly."""
    return (points, littlestone_dimension(thresholds(points)),
            "7 points that thresholds do not shatter")


def forced_by_a_coin(points=8):
    """A learner predicts by fair coins: the worst labels, fixed before, make it err half the time, exactly."""
    signs = np.array(list(itertools.product([-1, 1], repeat=require.integer("points", points, 1))))
    mistakes = (signs[:, None] * signs < 0).sum(axis=-1)              # a row for the coins, a column for the labels
    return (points, Fraction(int(mistakes.sum(axis=0).max()), len(signs)),
            "the expected mistakes of a learner that tosses coins, on the worst labels fixed before")


def forced_in_advance(points=8):
    """If the labels are chosen for nobody in particular, one deterministic learner happens to predict all of them."""
    game, u = witness.axes(np.ones(require.integer("points", points, 1)))
    return (points, len(perceptron(game, u).mistakes),
            "labels +1, not chosen for the learner, who starts with the right vector")


MISTAKES_VCDIM = {"shattered": forced_not_shattered, "deterministic": forced_by_a_coin, "adaptive": forced_in_advance}
"""One breaking instance for each hypothesis of ``mistakes-ge-vcdim``; measured is the number of mistakes that it
promises.
"""


def shattered_without_margin(dimension=100):
    """The 100 axes are shattered by half-spaces, but with the margin 1/10, not 1/2: the source bounds the VC dimension
    by 4.
    """
    return (require.integer("dimension", dimension, 5), bounds.margin_dimension(1, Fraction(1, 2)),
            "100 axes, declared margin 1/2")


def shattered_long(dimension=100):
    """Axes of length 10 in 100 dimensions are shattered with the margin 1."""
    require.integer("dimension", dimension, 2)
    return dimension, bounds.margin_dimension(1, 1), "100 axes of length 10 where 1 was declared"


MARGIN_VC = {"margin": shattered_without_margin, "length": shattered_long}
"""One breaking instance for each hypothesis of ``margin-vc-bound``."""


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
