"""Prediction of bits with expert advice: the protocol, weighted majority in three votes, Cover's learner for two."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .. import require
from ..words import add_scaled, chance, compiled, exponential_weights, inner, write
from .run import Run

_TIE = 1e-12
_NEVER = -1000.0     # stands for ln 0: exp(-1000) is 0 among the floats


@dataclass(frozen=True, eq=False)
class ExpertGame:
    """What the experts advise and what happens, in bits.

    Parameters
    ----------
    name : str
    advice : array_like of shape (T, N), entries 0 and 1
    outcomes : array_like of shape (T,), entries 0 and 1

    Notes
    -----
    Statement ``def-expert-protocol``.

    Examples
    --------
    >>> ExpertGame("three rounds", [[0, 1], [0, 1], [1, 1]], [1, 0, 0]).mistakes.tolist()
    [2, 2]
    """

    name: str
    advice: np.ndarray
    outcomes: np.ndarray

    def __post_init__(self):
        advice, outcomes = require.array("advice", self.advice, 2), require.array("outcomes", self.outcomes, 1)
        for name, bits in (("advice", advice), ("outcomes", outcomes)):
            wrong = bits[(bits != 0) & (bits != 1)]
            if wrong.size:
                require.fail(name, float(wrong[0]), "entries 0 and 1")
        if len(outcomes) != len(advice):
            require.fail("outcomes", f"{len(outcomes)} outcomes", f"{len(advice)} outcomes, one per row of the advice")
        object.__setattr__(self, "advice", advice)
        object.__setattr__(self, "outcomes", outcomes)

    @property
    def rounds(self):
        """The number of rounds T."""
        return len(self.outcomes)

    @property
    def experts(self):
        """The number of experts N."""
        return self.advice.shape[1]

    @property
    def losses(self):
        """The matrix of shape (T, N) that says who erred when: 1.0 for an error and 0.0 otherwise."""
        return np.abs(self.advice - self.outcomes[:, None])

    @property
    def mistakes(self):
        """L_i, the number of errors of each expert, as integers."""
        return self.losses.sum(axis=0).astype(int)

    def with_complement(self, expert):
        """Add one expert, who always contradicts this one: then min L <= T/2 (statement ``counter-expert``)."""
        if require.integer("expert", expert, 0) >= self.experts:
            require.fail("expert", expert, f"an integer from 0 to {self.experts - 1}")
        advice = np.column_stack([self.advice, 1 - self.advice[:, expert]])
        return ExpertGame(f"{self.name}, with a complement", advice, self.outcomes)


class Share(NamedTuple):
    """Predict a bit with chance r, the share of the weight behind it: plain weighted majority, 0 <= beta < 1."""

    beta: float

    def chance(self, share):
        return share


class LogShare(NamedTuple):
    """Predict a bit with chance F_beta(r), r the share of the weight behind it, 0 <= beta < 1.

    F_beta(r) = ln(1 - (1-beta) r) / (ln(1 - (1-beta) r) + ln(1 - (1-beta)(1-r))), so F_beta(1 - r) = 1 - F_beta(r).
    Statement ``rwm-bound``.
    """

    beta: float

    def chance(self, share):
        rest = 1.0 - share
        if rest <= 0.0 or rest >= 1.0:
            return 1.0 * (share > 0.5)
        this = math.log1p((self.beta - 1.0) * share)
        return this / (this + math.log1p((self.beta - 1.0) * rest))


class Majority(NamedTuple):
    """Predict the bit with more weight behind it, 0 <= beta < 1: deterministic, and a tie counts as an error."""

    beta: float

    def chance(self, share):
        return 1.0 * (share >= 0.5 - _TIE)


@compiled
def _weighted_majority(vote, log_beta, advice, outcomes, mistakes, w, weights, losses):
    for t in range(len(outcomes)):
        wrong = np.abs(advice[t] - outcomes[t])     # (1) who will be wrong?
        losses[t] = chance(vote, inner(w, wrong))   # (2) the chance of the wrong bit
        add_scaled(mistakes, 1.0, wrong)            # (3) one more mistake for them:
        exponential_weights(w, log_beta, mistakes)  #     beta^mistakes, normalised
        write(weights[t + 1], w)


def weighted_majority(game, vote):
    """Predict by a weighted vote of the experts; whoever errs loses the fraction 1 - beta of its weight.

    Parameters
    ----------
    game : ExpertGame
    vote : Majority(beta), Share(beta) or LogShare(beta)
        Deterministic, randomised, and randomised with the better constant.  ``LogShare(bounds.rwm_beta(K, N))`` is
        tuned for a best expert with at most K mistakes; beta = 0 is halving.

    Returns
    -------
    Run
        ``weights`` are the shares of the experts, ``losses`` the chances to err, over the learner's own coins.

    Notes
    -----
    Statements ``def-expert-protocol`` and ``rwm-bound``; Littlestone and Warmuth (1994), Cesa-Bianchi et al. (1997).
    With beta = 0 and no expert left without mistakes, the vote is among those with the fewest: the limit of beta -> 0.

    Examples
    --------
    >>> game = ExpertGame("one is right", [[0, 1, 1], [0, 0, 1]], [0, 0])
    >>> [weighted_majority(game, vote(0.5)).losses.round(3).tolist() for vote in (Majority, Share)]
    [[1.0, 0.0], [0.667, 0.25]]
    """
    if not isinstance(game, ExpertGame):
        require.fail("game", game, "an ExpertGame")
    if not isinstance(vote, (Majority, Share, LogShare)):
        require.fail("vote", vote, "Majority(beta), Share(beta) or LogShare(beta)")
    if require.nonnegative("beta", vote.beta) >= 1:
        require.fail("beta", vote.beta, "a number in [0, 1)")
    log_beta = max(math.log(vote.beta), _NEVER) if vote.beta else _NEVER
    w, weights = np.full(game.experts, 1 / game.experts), np.empty((game.rounds + 1, game.experts))
    weights[0], losses = w, np.empty(game.rounds)
    _weighted_majority(vote, log_beta, game.advice, game.outcomes, np.zeros(game.experts), w, weights, losses)
    return Run(weights, losses)


def cover(game) -> Run:
    """Play Cover's learner, which no other beats against two experts in the worst case.

    In each round the weight of expert 1 is the probability that it would be the better one in the end if every round to
    come were won by either expert on the toss of a coin (a tie counts one half).

    Parameters
    ----------
    game : ExpertGame
        With two experts.

    Notes
    -----
    Statement ``expert-lower-bound``; Cover (1965).  The regret is at most ``bounds.cover_regret(T)``, and exactly that
    if the experts never agree.

    Examples
    --------
    >>> cover(ExpertGame("two rounds", [[0, 1], [0, 1]], [0, 0])).losses.tolist()
    [0.5, 0.0]
    """
    from scipy.special import bdtr

    if not isinstance(game, ExpertGame) or game.experts != 2:
        require.fail("game", game, "an ExpertGame with two experts")
    behind = np.concatenate([[0], np.cumsum(game.losses[:, 0] - game.losses[:, 1])])
    left = np.maximum(game.rounds - 1 - np.arange(game.rounds + 1), 0)   # coins to come; none after the last round
    half = (left - behind) / 2                   # behind + (2 heads - left) < 0  means  heads < half
    below, up_to = (np.where(k < 0, 0.0, np.where(k >= left, 1.0, bdtr(np.clip(k, 0, left), left, 0.5)))
                    for k in (np.ceil(half) - 1, np.floor(half)))
    first = (below + up_to) / 2
    weights = np.column_stack([first, 1 - first])
    return Run(weights, (weights[:-1] * game.losses).sum(axis=1))
