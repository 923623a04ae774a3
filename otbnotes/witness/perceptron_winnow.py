"""Worst cases of the Perceptron and of Winnow.  Each function returns the game and the vector that is right on it."""

from collections import Counter

import numpy as np

from .. import require
from ..losses import Hinge
from ..online import littlestone_winnow
from ..streams import Game
from ..words import kernel


def axes(labels, length=1.0):
    """Each example is a new axis: the Perceptron errs on all (statements ``perceptron-mistake-bound``,
    ``perceptron-compression``).

    The unit vector labels / sqrt(T) has the margin length / sqrt(T); all numbers of a run are whole if the length is.

    Examples
    --------
    >>> game, u = axes([1, -1, 1, 1])
    >>> (game.labels * (game.features @ u)).tolist()
    [0.5, 0.5, 0.5, 0.5]
    """
    labels = require.signs("labels", labels)
    features = require.positive("length", length) * np.eye(len(labels))
    return Game("axes", Hinge(), features, labels), labels / np.sqrt(len(labels))


def hadamard(experts):
    """The rows of Sylvester's matrix are orthogonal: the Perceptron errs N times, Winnow log2 N times
    (``committee-comparison``).

    ``experts`` is a power of 2; the label is the vote of the last expert, a committee of size 1.

    Examples
    --------
    >>> hadamard(4)[0].features.tolist()
    [[1.0, 1.0, 1.0, 1.0], [1.0, -1.0, 1.0, -1.0], [1.0, 1.0, -1.0, -1.0], [1.0, -1.0, -1.0, 1.0]]
    """
    if require.integer("experts", experts, 1) & (experts - 1):
        require.fail("experts", experts, "a power of 2")
    matrix = np.ones((1, 1))
    while len(matrix) < experts:
        matrix = np.kron([[1.0, 1.0], [1.0, -1.0]], matrix)
    return Game("Hadamard votes", Hinge(), matrix, matrix[:, -1]), np.eye(experts)[-1]


def halving_votes(bits):
    """In round i the experts err whose number has bit i: half of the weight is wrong every time
    (``winnow-mistake-bound``).

    Of the 2^bits experts the first is always right.  The right votes are 1 - 1e-9 long, so that no rounding breaks a
    tie.

    Examples
    --------
    >>> (halving_votes(2)[0].features < 0).astype(int).tolist()
    [[0, 1, 0, 1], [0, 0, 1, 1]]
    """
    numbers = np.arange(2 ** require.integer("bits", bits, 1))
    wrong = (numbers >> np.arange(bits)[:, None]) & 1
    return Game("halving", Hinge(), np.where(wrong, -1.0, 1.0 - 1e-9), np.ones(bits)), np.eye(len(numbers))[0]


def balanced_committee(w, size, play, rounds):
    """The committee wins by the least majority while the learner's weights are split as evenly as they can be.

    Statements ``committee-perceptron-bound`` and ``winnow-mistake-bound``.  Every label is +1, and the committee are
    the first ``size`` experts.  The members against are those of the largest weights.  The others vote, from the
    largest weight to the smallest, against the sign that the sum has so far; so it ends at 0 or just below.

    Parameters
    ----------
    w : array_like of shape (N,)
        The learner's first vector.
    size : int from 1 to N
    play : callable
        ``play(game, w)`` plays a game from the vector ``w`` and returns its run; here the games have one round.
    rounds : int >= 1
        The game ends here, or when the learner can no longer be led into a mistake.

    Returns
    -------
    game : Game
        The learner errs in every round of it.
    target : ndarray of shape (N,)

    Examples
    --------
    >>> from otbnotes.online import perceptron
    >>> balanced_committee(np.zeros(20), 3, perceptron, 100)[0].rounds        # N k = 60 is the bound
    60
    """
    w, votes = require.array("w", w, 1), []
    if require.integer("size", size, 1) > len(w):
        require.fail("size", size, f"an integer from 1 to {len(w)}")
    for _ in range(require.integer("rounds", rounds, 1)):
        vote = _balanced_vote(w, size)
        run = play(Game("one vote", Hinge(), vote[None], [1.0]), w)
        if not len(run.mistakes):
            break
        votes.append(vote)
        w = run.w
    if not votes:
        require.fail("w", w, "a vector with which the learner can err")
    target = np.where(np.arange(len(w)) < size, 1.0, 0.0)
    return Game(f"balanced committee of {size}", Hinge(), votes, np.ones(len(votes))), target


def _balanced_vote(w, size):
    """Return a vote in -1, +1 that the first ``size`` experts win by 1 or 2, with <w, vote> <= 0 as near to 0 as we
    can.
    """
    slack = 0.0 if (w == np.rint(w)).all() else 1e-12 * np.abs(w).sum()        # whole numbers make no rounding errors
    vote = np.where(w >= 0, 1.0, -1.0)
    vote[:size] = -1.0
    vote[np.argsort(w[:size], kind="stable")[:size // 2 + 1]] = 1.0
    total, others = float(w[:size] @ vote[:size]), size + np.argsort(-np.abs(w[size:]), kind="stable")
    total = _against_the_sum(w, others, total, slack, vote)
    able = others[2 * w[others] * vote[others] >= total + slack]
    if total > -slack and able.size:
        vote[able[-1]] *= -1.0                                                  # the least weight that can tip the sum
    return vote


@kernel
def _against_the_sum(w, others, total, slack, vote):
    for i in others:
        if total > -slack:
            vote[i] = -vote[i]
        total += w[i] * vote[i]
    return total


def disjunction(experts, size):
    """Littlestone's Winnow is led to promote much and to eliminate as little as possible (statement
    ``winnow-littlestone``).

    The target is true if one of the first ``size`` of N features is.  Each is promoted log2 N times, together with as
    many others as the threshold allows; then the others are eliminated, barely more than N/2 of weight at a time.  For
    size 1 and N = 2^j >= 8 these are 2 log2 N - 1 mistakes, against the bound 2 log2 N + 2.

    Returns
    -------
    game : Game
        Features 0 and 1; Winnow errs in every round.
    target : ndarray of shape (N,)

    Examples
    --------
    >>> game, target = disjunction(64, 1)
    >>> game.rounds, ((game.features @ target > 0) == (game.labels > 0)).all()
    (11, np.True_)
    """
    require.integer("experts", experts, 2)
    if require.integer("size", size, 1) >= experts:
        require.fail("size", size, f"an integer from 1 to {experts - 1}")
    threshold, w, rows, labels = experts / 2, np.ones(experts), [], []
    for literal in range(size):
        while w[literal] <= threshold:
            x = _fill(w, size + np.argsort(w[size:], kind="stable"), threshold - w[literal])
            x[literal] = 1.0
            rows.append(x), labels.append(1.0)
            w = w * (1.0 + x)
    while w[size:].sum() > threshold:
        largest_first = size + np.argsort(-w[size:], kind="stable")
        x = _fill(w, largest_first, threshold)
        x[[i for i in largest_first if w[i] > 0 and not x[i]][-1]] = 1.0
        rows.append(x), labels.append(-1.0)
        w = w * (1.0 - x)
    game = Game(f"disjunction of {size}", Hinge(), rows, labels)
    assert len(littlestone_winnow(game).mistakes) == game.rounds
    return game, np.where(np.arange(experts) < size, 1.0, 0.0)


def _fill(w, order, room):
    """Return the indicator of the entries, taken in this order, whose positive weights fit into the room."""
    x = np.zeros(len(w))
    for i in order:
        if 0 < w[i] <= room:
            x[i], room = 1.0, room - w[i]
    return x


def disjunction_mistakes(bits):
    """Count the mistakes of ``disjunction(2^bits, 1)`` in whole numbers, by groups of features of equal weight.

    So ``bits`` may be too large for a game that is written down (statement ``winnow-littlestone``).

    Examples
    --------
    >>> disjunction_mistakes(6), disjunction_mistakes(60)
    (11, 119)
    """
    require.integer("bits", bits, 1)
    threshold, mistakes = 2 ** (bits - 1), 0
    groups = Counter({1: 2 ** bits - 1})                    # weight: how many of the other features have it
    for literal in range(bits):                             # the literal has the weight 2^literal
        taken = _take(groups, sorted(groups), threshold - 2 ** literal)
        groups.update({2 * weight: count for weight, count in taken.items()})
        mistakes += 1
    while sum(weight * count for weight, count in groups.items()) > threshold:
        _take(groups, sorted(groups, reverse=True), threshold)
        groups[min(weight for weight, count in groups.items() if count)] -= 1
        mistakes += 1
    return mistakes


def _take(groups, order, room):
    """Remove from the groups, in this order, what fits into the room, and return it."""
    taken = {}
    for weight in order:
        taken[weight] = min(groups[weight], room // weight)
        groups[weight] -= taken[weight]
        room -= weight * taken[weight]
    return taken
