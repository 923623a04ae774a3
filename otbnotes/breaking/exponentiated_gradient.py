"""What breaks when a hypothesis of the regret theorem of exponentiated gradient, or of its lemmas, is dropped."""

import math

import numpy as np

from .. import bounds, evidence, geometry, require, smallworld_experts
from ..losses import Absolute, Linear
from ..online import exponentiated_gradient, kl_step_terms
from ..streams import Game
from ..witness import exponentiated_gradient as witness
from .gradient_descent import Dip

_FIRST = np.array([1.0, 0.0])


def _two(name, slopes, loss=Linear(), label=1.0):
    """A game of two coordinates: row t is slopes[t] (1, -1)."""
    return Game(name, loss, np.outer(slopes, [1.0, -1.0]), np.full(len(slopes), label))


def _constant(rounds, loss=Linear(), label=1.0):
    """In every round coordinate 1 gains what coordinate 2 loses."""
    return _two("constant", np.full(require.integer("rounds", rounds, 1), -1.0), loss, label)


def _alternating(rounds, slope=1.0):
    return _two("alternating", slope * np.resize([1.0, -1.0], require.integer("rounds", rounds, 1)))


def _regret(game, comparator=_FIRST, step=None, start=None):
    """Return the regret of exponentiated gradient and the bound of ``eg-regret`` with G = 1 and N = 2."""
    step = step or bounds.eg_step(1.0, 2, game.rounds)
    played = exponentiated_gradient(game, step, start)
    return played.loss - game.total(comparator), bounds.eg_regret(1.0, 2, game.rounds)


def eg_not_convex(rounds=10_000):
    """The prediction w_1 - w_2 settles in the false minimum of ``Dip`` at -1/4; the first corner loses nothing."""
    game = _two("false minimum", np.ones(require.integer("rounds", rounds, 1)), Dip(), 0.0)
    return *_regret(game), "a false minimum at -1/4"


def eg_not_lipschitz(rounds=10_000):
    """Slope 10 where 1 was declared, entries 1: the tuned step leaps over the minimum at the prediction 1/20 for ever."""
    game = _two("steep", np.ones(require.integer("rounds", rounds, 1)), Absolute(10.0), 0.05)
    return *_regret(game, np.array([0.525, 0.475])), "slope 10 where 1 was declared"


def eg_large_features(rounds=10_000):
    """Features with entries +10 and -10 where 1 was declared, alternating; the slope is 1."""
    return *_regret(_alternating(rounds, 10.0)), "entries of size 10 where 1 was declared"


def eg_far_comparator(rounds=10_000):
    """The comparator 2 e_1, twice outside the simplex."""
    return *_regret(_constant(rounds), 2 * _FIRST), "the comparator 2 e_1"


def eg_zero_start(rounds=10_000):
    """A start that gives no weight to the best coordinate, and never will."""
    return *_regret(_constant(rounds), start=[0.0, 1.0]), "the start (0, 1)"


def eg_step_too_long(rounds=10_000):
    """The step 1 leaps to the coordinate that has just won, which then loses: (T/2) tanh 1."""
    return *_regret(_alternating(rounds), step=1.0), "the step 1 on alternating signs"


def eg_step_too_short(rounds=10_000):
    """The step 1/T needs the whole game to make up its mind."""
    return *_regret(_constant(rounds), step=1.0 / rounds), "the step 1/T on constant losses"


EG_REGRET = {"convex": eg_not_convex, "lipschitz": eg_not_lipschitz, "features": eg_large_features,
             "start": eg_zero_start, "step": eg_step_too_long, "comparator": eg_far_comparator}
"""One breaking instance for each hypothesis of ``eg-regret``."""


EG_STEPSIZE = {"convex": eg_not_convex, "bounded": eg_large_features, "start": eg_zero_start,
               "comparator": eg_far_comparator}
"""One breaking instance for each hypothesis of ``eg-stepsize``."""


def eg_regret_as_printed_refuted(rounds=10_000):
    """G sqrt(2 N ln T), with N and T exchanged, against the alternation and run of the worst case; N = 2, G = 1."""
    game, u = witness.halves_then_run(rounds, witness.best_run(rounds, 2, bounds.eg_step(1.0, 2, rounds)), 2)
    return _regret(game, u)[0], bounds.eg_regret_as_printed(1.0, 2, rounds), "halves alternate, then one wins"


def eg_far_predictor():
    """w = (2, 0), of 1-norm 2, predicts 2 X (statement ``def-simplex-class``)."""
    return float(np.array([2.0, 0.0]) @ np.array([1.0, -1.0])), 1.0, "w = (2, 0), x = (1, -1)"


def eg_kl_tilted_start():
    """Divergence from (1/10, 9/10) instead of the uniform distribution."""
    return geometry.Entropic().divergence(_FIRST, [0.1, 0.9]), bounds.kl_to_uniform(2), "KL(e_1 || (1/10, 9/10))"


def eg_kl_far_comparator():
    """sum_j u_j ln(u_j / (1/N)) for u = 2 e_1: 2 ln 4."""
    return 2 * math.log(2 / 0.5), bounds.kl_to_uniform(2), "u = 2 e_1"


KL_UNIFORM = {"uniform": eg_kl_tilted_start, "simplex": eg_kl_far_comparator}
"""One breaking instance for each hypothesis of ``kl-uniform``."""


def _terms(game, step, comparator=_FIRST, start=None):
    return kl_step_terms(game, exponentiated_gradient(game, step, start), step, comparator)


def eg_kl_step_not_in_simplex(step=0.5):
    """For u = 2 e_1 the normaliser does not cancel: the two sides differ by |ln sum_j w_j exp(-eta g_j)|."""
    terms = _terms(Game("one round", Linear(), [[1.0, 0.0]], [1.0]), step, 2 * _FIRST)
    difference = abs(terms.drop - terms.linear + terms.log_moment)[0]
    return float(difference), 0.0, "u = 2 e_1: the two sides of the identity differ"


EG_KL_STEP = {"simplex": eg_kl_step_not_in_simplex}
"""One breaking instance for each hypothesis of ``eg-kl-step``."""


def eg_hoeffding_not_bounded(step=0.5):
    """Entries of size 3 where G = 1 was declared, in the first round."""
    moment = _terms(_alternating(1, 3.0), step).log_moment[0]
    return float(moment), bounds.eg_log_moment(1.0, step), "entries of size 3 where G = 1"


def eg_hoeffding_not_convex(step=0.5):
    """One round of ``Dip`` at the prediction 0, where its slope points away from the comparator, which loses nothing."""
    terms = _terms(_two("one round", [1.0], Dip(), 0.0), step)
    return float(terms.gain[0]), float(terms.drop[0]) + bounds.eg_log_moment(1.0, step), "one step into a false minimum"


def eg_hoeffding_far_comparator(step=0.5):
    """u = 2 e_1 against the gradient (-1, -1), which moves no weight but pays u twice."""
    terms = _terms(Game("one round", Linear(), [[-1.0, -1.0]], [1.0]), step, 2 * _FIRST)
    return float(terms.gain[0]), float(terms.drop[0]) + bounds.eg_log_moment(1.0, step), "u = 2 e_1, the gradient (-1, -1)"


EG_HOEFFDING_STEP = {"bounded": eg_hoeffding_not_bounded, "convex": eg_hoeffding_not_convex,
                     "comparator": eg_hoeffding_far_comparator}
"""One breaking instance for each hypothesis of ``eg-hoeffding-step``."""


def eg_hoeffding_as_printed():
    """ln E exp(Z - E Z) for Z = +1/2 and -1/2 with probability 1/2, and its misprint ln E exp(Z - exp Z)."""
    printed = bounds.eg_log_moment_as_printed([0.5, -0.5], [0.5, 0.5])
    return math.log(math.cosh(0.5)), printed, "Z = +1/2 and -1/2: the true value, the printed one"


def eg_telescoping_tilted_start(rounds=100):
    """From the start (1/100, 99/100) the weights have further to go than ln 2."""
    drops = _terms(_constant(rounds), 0.1, start=[0.01, 0.99]).drop
    return float(drops.sum()), bounds.kl_to_uniform(2), "the start (1/100, 99/100)"


def eg_telescoping_far_comparator(rounds=100):
    """For u = 2 e_1 the drops count double."""
    return float(_terms(_constant(rounds), 0.1, 2 * _FIRST).drop.sum()), bounds.kl_to_uniform(2), "u = 2 e_1"


EG_TELESCOPING = {"start": eg_telescoping_tilted_start, "comparator": eg_telescoping_far_comparator}
"""One breaking instance for each hypothesis of ``eg-telescoping``."""


def eg_paired_sample(rounds=400, p=0.6, repeat=100):
    """The tanh walk with each coin shown ``repeat`` times: every example has the right law, they aren't independent."""
    excess = smallworld_experts.tanh_walk_mean(rounds, p, bounds.eg_step(1.0, 2, rounds), repeat)
    return excess, bounds.eg_excess_risk_mean(1.0, 2, rounds), f"each coin shown {repeat} times: exact excess risk"


def eg_sorted_samples(rng, samples=30, rounds=2500, delta=0.05):
    """Labels -1, 0, 1 with equal probability, sorted; x = (1, -1): the learner meets one value at a time."""
    bound, failures = bounds.eg_excess_risk(1.0, 2, rounds, 2.0, delta), 0
    for _ in range(require.integer("samples", samples, 1)):
        labels = np.sort(rng.integers(-1, 2, size=rounds))
        game = Game("sorted", Absolute(), np.tile([1.0, -1.0], (rounds, 1)), labels)
        points = exponentiated_gradient(game).weights[:-1] @ np.array([[1.0], [-1.0]])
        failures += np.abs(points - np.array([-1.0, 0.0, 1.0])).mean() - 2 / 3 > bound
    return evidence.proportion(int(failures), samples), delta, f"{samples} samples of {rounds}, each sorted by label"


def eg_not_convex_risk(rounds=10_000, delta=0.05):
    """The same example every time, with the loss ``Dip``, whose values on [-1, 1] lie in [0, 1.25]."""
    regret, _, story = eg_not_convex(rounds)
    return regret / rounds, bounds.eg_excess_risk(1.0, 2, rounds, 1.25, delta), story


def eg_false_ceiling(rounds=16, p=0.75, delta=0.05):
    """Losses up to 2 where c = 0.01 was declared: the exact probability of failure, over all 2^T samples."""
    excess, law = smallworld_experts.tanh_walk(rounds, p, bounds.eg_step(1.0, 2, rounds))
    failing = law[excess > bounds.eg_excess_risk(1.0, 2, rounds, 0.01, delta)].sum()
    return float(failing), delta, "losses up to 2 where c = 0.01 was declared"


EG_OTB = {"convex": eg_not_convex_risk, "independent": eg_paired_sample, "order": eg_sorted_samples,
          "range": eg_false_ceiling}
"""One breaking instance for each hypothesis of ``eg-otb``; the one for the order takes a generator."""
