"""What breaks when a hypothesis of a least-squares statement is dropped.

Where the statement is an identity, ``measured`` is the larger and ``bound`` the smaller of the two sides that should be
equal, and the story says which is which if it is not plain.
"""

import numpy as np

from .. import bounds, require
from ..least_squares import ridge
from ..losses import Squared
from ..online import least_mean_squares, recursive_least_squares, ridge_recursion_as_printed, vovk_azoury_warmuth
from ..streams import Game
from ..witness import least_squares as witness


def sherman_morrison_zero_denominator():
    """A = I, u = e_1, v = -e_1: the denominator is 0, and A + u v^T has the rank 1."""
    singular = np.eye(2) + np.outer([1, 0], [-1, 0])
    return 2, int(np.linalg.matrix_rank(singular)), "d against the rank of A + u v^T; A = I, u = e_1, v = -e_1"


def sherman_morrison_not_invertible():
    """A = 0, u = v = 1: A + u v^T is 1, and the formula with the pseudo-inverse of A says 0."""
    pseudo = np.linalg.pinv([[0.0]])
    formula = pseudo - pseudo @ pseudo / (1 + pseudo)
    return 1.0, float(formula[0, 0]), "the inverse 1 against the formula with the pseudo-inverse; A = 0, u = v = 1"


SHERMAN_MORRISON = {"denominator": sherman_morrison_zero_denominator, "invertible": sherman_morrison_not_invertible}
"""One breaking instance for each hypothesis of ``sherman-morrison``."""


def ridge_two_leaders():
    """Without rho, one round with x = (1, 0) and y = 1 has the minimisers (1, 0) and (1, 1), and many more."""
    game = Game("one round", Squared(), [[1.0, 0.0]], [1.0])
    one, other = np.array([1.0, 0.0]), np.array([1.0, 1.0])
    return (float(np.linalg.norm(one - other)), game.total(one) + game.total(other),
            "the distance of two vectors, against the sum of their losses; x = (1, 0), rho = 0")


ONLINE_LINREG_FTRL = {"positive": ridge_two_leaders}
"""One breaking instance for the hypothesis of ``online-linreg-ftrl``."""


def rls_as_printed(features=((2.0,),), regulariser=1.0):
    """The source's 1 - x^T M x in the denominator: the largest entry of M_T against that of A_T^{-1}."""
    printed = np.abs(ridge_recursion_as_printed(features, regulariser)[-1]).max()
    features = np.asarray(features, dtype=float)
    true = np.linalg.inv(features.T @ features + regulariser * np.eye(features.shape[1]))
    return float(printed), float(np.abs(true).max()), "the largest entry of M_T, a minus in the denominator"


def rls_wrong_start(regulariser=4.0):
    """M_0 = rho I in the place of I/rho: the recursion then inverts another matrix, I/rho + x x^T."""
    rho = require.positive("regulariser", regulariser)
    if rho <= 1:
        require.fail("regulariser", regulariser, "a number > 1")
    game = Game("one round", Squared(), [[1.0]], [1.0])
    wrong, right = (recursive_least_squares(game, r).inverse[0, 0] for r in (1 / rho, rho))
    return wrong, right, f"M_1 after the start M_0 = rho I, rho = {rho:g}"


RLS_RECURSION = {"denominator": rls_as_printed, "start": rls_wrong_start}
"""One breaking instance for each hypothesis of ``rls-recursion``."""


def rls_gain_of_the_past(rounds=10):
    """The gain M_{t-1} x_t in the place of M_t x_t over-shoots: x = 2, y = 1, rho = 1, the error 1 becomes 3."""
    T = require.integer("rounds", rounds, 1)
    game = Game("x = 2", Squared(), np.full((T, 1), 2.0), np.ones(T))
    theta, inverse, loss = 0.0, 1.0, 0.0
    for _ in range(T):
        loss += (2 * theta - 1) ** 2
        theta += inverse * 2 * (1 - 2 * theta)
        inverse /= 1 + 4 * inverse
    return loss, recursive_least_squares(game, 1.0).loss, f"the loss of {T} rounds with the gain M_(t-1) x_t, x = 2"


def rls_gain_other_start(start=3.0):
    """The gain form from w_1 = 3 keeps a trace of it: w_2 = 2 where the ridge leader is 1/2; x = y = rho = 1."""
    theta = require.positive("start", start)
    theta += (1.0 - theta) / 2
    game = Game("x = y = 1", Squared(), [[1.0]], [1.0])
    return theta, float(recursive_least_squares(game, 1.0).weights[1, 0]), f"w_2 after w_1 = {start:g}, x = y = rho = 1"


RLS_GAIN_FORM = {"gain": rls_gain_of_the_past, "start": rls_gain_other_start}
"""One breaking instance for each hypothesis of ``rls-gain-form``."""


def lms_step_too_long(rounds=10):
    """step ||x||^2 = 4 > 2: the residual is multiplied by -3 in every round."""
    game = Game("x = 2", Squared(), np.full((require.integer("rounds", rounds, 2), 1), 2.0), np.ones(rounds))
    losses = least_mean_squares(game, 1.0).losses
    return losses[-1], losses[0], "the last loss against the first, step 1 and x = 2"


ONLINE_LINREG_OGD = {"step": lms_step_too_long}
"""One breaking instance for the hypothesis of ``online-linreg-ogd``."""


def _identity_game():
    return Game("three rounds", Squared(), [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]], [1.0, -1.0, 2.0])


def _least(game):
    return float(ridge(game.features, game.labels, 1.0)[1])


def ridge_identity_no_denominators():
    """The plain cumulative loss is larger than the least ridge objective."""
    game = _identity_game()
    return recursive_least_squares(game, 1.0).loss, _least(game), "the losses without their denominators"


def ridge_identity_other_forecaster():
    """The forecast 0 in every round, with the right denominators, where x = y = 1."""
    game = Game("x = y = 1", Squared(), np.ones((20, 1)), np.ones(20))
    measured = float((game.labels ** 2 / recursive_least_squares(game, 1.0).denominators).sum())
    return measured, _least(game), "the forecast 0 in every round"


RIDGE_IDENTITY = {"denominators": ridge_identity_no_denominators, "leader": ridge_identity_other_forecaster}
"""One breaking instance for each hypothesis of ``ridge-identity``."""


def _vaw(game, regulariser, play=vovk_azoury_warmuth):
    """Return the regret against the ridge vector u, and its bound with Y = X = 1."""
    u, _ = ridge(game.features, game.labels, regulariser)
    return (play(game, regulariser).loss - game.total(u),
            bounds.vaw_regret(regulariser, float(np.linalg.norm(u)), 1.0, 1.0, game.dimension, game.rounds))


def vaw_plain_ridge(rounds=1000):
    """Plain ridge on one short feature vector 1/100 and then ones: it over-reacts once, rho = 1/1000."""
    features = np.ones((require.integer("rounds", rounds, 2), 1))
    features[0] = 0.01
    game = Game("one short vector", Squared(), features, np.ones(rounds))
    return *_vaw(game, 1e-3, recursive_least_squares), "plain ridge: x_1 = 0.01, then x = 1, all labels 1"


def vaw_unbounded_labels(rounds=100):
    """Labels 10 and -10 where Y = 1 was declared."""
    game = witness.vaw_alternating(rounds)
    game = Game("large labels", Squared(), game.features, 10 * game.labels)
    return *_vaw(game, 1.0), "labels 10 and -10 where Y = 1 was declared"


def vaw_long_features(rounds=4, length=1000.0):
    """Orthonormal directions of length 1000 where X = 1 was declared, rho = 100: every round costs its whole label."""
    game, _ = witness.vaw_orthonormal(rounds, 1.0)
    game = Game("long features", Squared(), require.positive("length", length) * game.features, game.labels)
    return *_vaw(game, 100.0), f"features of length {length:g} where 1 was declared"


VAW_REGRET = {"forecaster": vaw_plain_ridge, "labels": vaw_unbounded_labels, "features": vaw_long_features}
"""One breaking instance for each hypothesis of ``vaw-regret``."""
