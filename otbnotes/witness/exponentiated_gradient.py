"""Worst cases of exponentiated gradient and Hedge."""

import numpy as np

from .. import require
from ..losses import Linear
from ..streams import Game


def halves_then_run(rounds, run, experts):
    """Two halves of the experts alternate +1 and -1; then, for ``run`` rounds, expert 1 gets -1 and all others +1.

    The alternation costs the learner, who leans towards the half that has just won, and nobody else; the run makes one
    expert the best, at a time when its weight is 1/N.  Statement ``eg-regret``; for Hedge take (1 + features) / 2.

    Parameters
    ----------
    rounds, run : int, 1 <= run <= rounds, rounds - run even
    experts : int >= 2, even

    Returns
    -------
    game : Game
        With linear loss and labels 1, so that the features are the gradients.
    comparator : ndarray of shape (N,)
        The first corner.

    Examples
    --------
    >>> game, u = halves_then_run(4, 2, 2)
    >>> game.features.tolist(), game.total(u)
    ([[1.0, -1.0], [-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0]], -2.0)
    """
    _check(rounds, run, experts)
    half = np.where(np.arange(experts) < experts // 2, 1.0, -1.0)
    winner = np.eye(experts)[0]
    features = np.vstack([np.resize([1.0, -1.0], rounds - run)[:, None] * half, np.tile(1.0 - 2.0 * winner, (run, 1))])
    return Game("halves alternate, then one wins", Linear(), features, np.ones(rounds)), winner


def halves_then_run_regret(rounds, run, experts, step):
    """(T - R)/2 tanh eta + sum_{s<R} 2 (N-1) / (N - 1 + exp(2 eta s)): the regret of EG in ``halves_then_run``.

    R is the run.  That of Hedge with step eta on (1 + features) / 2 is one half of this with eta / 2.
    Statements ``eg-regret`` and ``hedge-01``.

    Examples
    --------
    >>> from otbnotes import bounds
    >>> round(halves_then_run_regret(100, 16, 2, bounds.eg_step(1.0, 2, 100)) / bounds.eg_regret(1.0, 2, 100), 3)
    0.943
    """
    _check(rounds, run, experts)
    others = experts - 1
    still = 2 * others / (others + np.exp(np.minimum(2 * require.positive("step", step) * np.arange(run), 700.0)))
    return float((rounds - run) / 2 * np.tanh(step) + still.sum())


def best_run(rounds, experts, step):
    """Return the length of the run for which ``halves_then_run`` costs exponentiated gradient with this step the most.

    Lengthening the run by two rounds takes tanh eta and gives the two next terms of the sum, which decrease.

    Examples
    --------
    >>> from otbnotes import bounds
    >>> best_run(10_000, 2, bounds.eg_step(1.0, 2, 10_000))
    248
    """
    first = 2 - require.integer("rounds", rounds, 1) % 2
    _check(rounds, first, experts)
    others, run = experts - 1, np.arange(first, rounds - 1, 2)
    step = require.positive("step", step)
    gain = sum(2 * others / (others + np.exp(np.minimum(2 * step * s, 700.0))) for s in (run, run + 1)) - np.tanh(step)
    return first + 2 * int(np.count_nonzero(gain > 0))


def _check(rounds, run, experts):
    require.integer("rounds", rounds, 1), require.integer("run", run, 1)
    if run > rounds or (rounds - run) % 2:
        require.fail("run", run, f"a number of the same parity as rounds = {rounds}, and not larger")
    if require.integer("experts", experts, 2) % 2:
        require.fail("experts", experts, "an even number")
