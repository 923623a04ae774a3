"""What breaks when a hypothesis of a least-squares statement is dropped.

Where the statement is an identity, ``measured`` is the larger and ``bound`` the smaller of the two sides that should be
equal, and the story says which is which if it is not plain.  The design is the line through four points of
``witness.four_points``, the true vector is 0 and the noise are independent signs, if nothing else is said.
"""

from fractions import Fraction

import numpy as np

from .. import bounds, require
from ..least_squares import (conditional_excess_risks, excess_risks, fit, hat_matrix, inverse_trace, leverage,
                             fixed_design_risk, new_point_losses, ridge, sign_noise, truncated_inverse_chi2)
from ..losses import Squared
from ..online import least_mean_squares, recursive_least_squares, ridge_recursion_as_printed, vovk_azoury_warmuth
from ..streams import Game
from ..witness import least_squares as witness

_X, _ZERO = witness.four_points(), [0, 0]
_TWICE = np.array([[1, 1]] * 4)                         # two equal columns


def fixed_risk_not_centred():
    """Fresh noise of mean 1 and variance 1, E v^2 = 2: the vector (-1, 0) then errs by 2 in every mean."""
    measured = fixed_design_risk(_X, _ZERO, [-1, 0], sign_noise(4) + 1)
    return measured, bounds.fixed_design_risk(4, 4, 2), "fresh noise of mean 1"


def fixed_risk_larger_variance():
    """Fresh noise of variance 4 where 1 was declared."""
    measured = fixed_design_risk(_X, _ZERO, [0, 0], 2 * sign_noise(4))
    return measured, bounds.fixed_design_risk(0, 4, 1), "variance 4 where 1 was declared"


def fixed_risk_not_fixed():
    """The vector -theta^ of the *same* labels, measured on them: its errors and theirs add up."""
    noise = sign_noise(4)
    vectors = [-fit(_X, v) for v in noise]
    measured = sum(fixed_design_risk(_X, _ZERO, theta, [v]) for theta, v in zip(vectors, noise)) / len(noise)
    promised = sum(bounds.fixed_design_risk(((_X @ theta) ** 2).sum(), 4, 1) for theta in vectors) / len(noise)
    return measured, promised, "the vector -theta^, measured on the labels that made it"


FIXED_DESIGN_RISK = {"centred": fixed_risk_not_centred, "variance": fixed_risk_larger_variance,
                     "fixed": fixed_risk_not_fixed}
"""One breaking instance for each hypothesis of ``fixed-design-risk``."""


def projection_rank():
    """Two equal columns span a line: the trace of the projection is 1, where d = 2."""
    return 2, round(float(np.trace(_TWICE @ np.linalg.pinv(_TWICE))), 12), "d against tr H, two equal columns"


def projection_ridge():
    """The ridge vector with rho = 1 in the place of theta^, true vector (1, 1): it errs even where there is no noise."""
    truth, v = np.array([1, 1]), np.zeros(4, dtype=int)
    error = _X @ (ridge(_X, _X @ truth + v, Fraction(1))[0] - truth)
    return error @ error, v @ hat_matrix(_X) @ v, "the squared error of the ridge vector, rho = 1, where v = 0"


FIXED_DESIGN_PROJECTION = {"rank": projection_rank, "least-squares": projection_ridge}
"""One breaking instance for each hypothesis of ``fixed-design-projection``."""


def _excess(noise):
    return excess_risks(_X, _ZERO, noise).mean()


def fixed_design_correlated_noise():
    """One sign for all four labels."""
    measured = _excess([[1] * 4, [-1] * 4])
    return measured, bounds.fixed_design_excess_risk(4, 2, Fraction(1)), "one sign for all four labels"


def fixed_design_one_noisy_point():
    """The variances 0, 0, 0, 4, whose mean is 1."""
    noise = [[0, 0, 0, 2], [0, 0, 0, -2]]
    return _excess(noise), bounds.fixed_design_excess_risk(4, 2, Fraction(1)), "variances 0, 0, 0, 4 with mean 1"


def fixed_design_not_centred():
    """One label, chosen at random, is raised by 2: E v v^T = I, and every label has the mean 1/2, the fresh ones too.

    Least squares fits that mean, which helps it with the fresh labels, and its expected excess risk is 0.
    """
    noise = 2 * np.eye(4, dtype=int)
    risks = [fixed_design_risk(_X, _ZERO, fit(_X, v), noise) for v in noise]
    excess = sum(risks) / len(risks) - fixed_design_risk(_X, _ZERO, _ZERO, noise)
    return bounds.fixed_design_excess_risk(4, 2, Fraction(1)), excess, "d/n against the excess risk, noise 2 e_i"


def fixed_design_rank():
    """Two equal columns: every least-squares fit has the excess risk 1/4, where d = 2 promises 2/4."""
    projection = _TWICE @ np.linalg.pinv(_TWICE)
    excess = float(((sign_noise(4) @ projection) ** 2).mean())
    return bounds.fixed_design_excess_risk(4, 2, 1), excess, "d/n against the excess risk, two equal columns"


FIXED_DESIGN_EXCESS_RISK = {"rank": fixed_design_rank, "centred": fixed_design_not_centred,
                            "uncorrelated": fixed_design_correlated_noise,
                            "equal-variances": fixed_design_one_noisy_point}
"""One breaking instance for each hypothesis of ``fixed-design-excess-risk``."""


def fixed_design_excess_as_printed():
    """The source's equality, without the expectation, refuted: the largest excess risk of a single draw."""
    worst = excess_risks(_X, _ZERO, sign_noise(4)).max()
    return worst, bounds.fixed_design_excess_risk(4, 2, Fraction(1)), "the worst of 16 draws"


def _new_point(noise, variance=1):
    """Return the expected loss at the new point (1, 3), and what the statement says of it."""
    return new_point_losses(_X, _ZERO, noise, [1, 3]).mean(), bounds.new_point_loss(leverage(_X, [1, 3]), variance)


def new_point_dependent():
    """The noise of the new label is minus the noise of the fourth."""
    signs = sign_noise(4)
    return *_new_point(np.hstack([signs, -signs[:, 3:]])), "the new noise is minus the fourth"


def new_point_noisier():
    """The new label has the variance 4."""
    return *_new_point(sign_noise(5) * np.array([1, 1, 1, 1, 2])), "a new label of variance 4 where 1 was declared"


def new_point_rank(slope=10.0):
    """A direction that the design never shows: the shortest least-squares vector knows nothing of the slope there."""
    require.positive("slope", slope)
    design, point, truth = np.array([[1.0, 0.0]] * 4), np.array([0.0, 1.0]), np.array([0.0, slope])
    noise = sign_noise(5)
    fits = (design @ truth + noise[:, :4]) @ np.linalg.pinv(design).T
    measured = float((((fits - truth) @ point - noise[:, 4]) ** 2).mean())
    return measured, bounds.new_point_loss(point @ np.linalg.pinv(design.T @ design) @ point,
                                           1.0), "a direction without examples"


def new_point_chosen_late():
    """Of (1, 0) and (0, 1), the two rows of the design, the one where the fit is larger; the new noise is not looked at."""
    noise, design = sign_noise(5), np.array([[1, 0], [1, 0], [0, 1], [0, 1]])
    fits = np.abs([fit(design, v[:-1]) for v in noise])
    losses = np.where(fits[:, 0] >= fits[:, 1], *(new_point_losses(design, _ZERO, noise, x) for x in ([1, 0], [0, 1])))
    promised = bounds.new_point_loss(leverage(design, [1, 0]), 1)
    return losses.mean(), promised, "of two points of equal leverage, the one with the larger fit"


NEW_POINT_LOSS = {"rank": new_point_rank, "uncorrelated": new_point_dependent, "variance": new_point_noisier,
                  "fixed": new_point_chosen_late}
"""One breaking instance for each hypothesis of ``new-point-loss``."""


def _conditional(noise, covariance):
    """Return the excess risk given the four points with Sigma = I declared."""
    measured = conditional_excess_risks(_X, _ZERO, noise, covariance).mean()
    return measured, bounds.random_design_conditional(inverse_trace(_X, np.eye(2, dtype=int)), 1)


def conditional_one_noisy_row():
    """Noise only where x = (1, 0): the variances 4, 0, 0, 0, whose mean is 1."""
    return *_conditional([[2, 0, 0, 0], [-2, 0, 0, 0]], np.eye(2, dtype=int)), "variances 4, 0, 0, 0: they depend on x"


def conditional_other_law():
    """The new point is twice as long as declared."""
    return *_conditional(sign_noise(4), 4 * np.eye(2, dtype=int)), "E x x^T = 4 I where I was declared"


def conditional_rank(slope=10.0):
    """A direction that the design never shows, Sigma = I: the shortest least-squares vector errs by the whole slope."""
    design = np.array([[1.0, 0.0]] * 4)
    errors = sign_noise(4) @ np.linalg.pinv(design).T - np.array([0.0, require.positive("slope", slope)])
    promised = bounds.random_design_conditional(np.trace(np.linalg.pinv(design.T @ design)), 1.0)
    return float((errors ** 2).sum(axis=1).mean()), promised, "a direction without examples, the pseudo-inverse"


def conditional_predictable_noise():
    """The new point is (1, 1) or (1, -1), Sigma = I, and the new noise is its second entry: E v_0 x = (0, 1).

    The worst training noise, the one with the least slope: its excess risk as defined, and |theta^ - theta|^2.
    """
    points, noise = np.array([[1, 1], [1, -1]]), [[1, -1]]
    theta = min((fit(_X, v) for v in sign_noise(4)), key=lambda theta: theta[1])
    excess = fixed_design_risk(points, _ZERO, theta, noise) - fixed_design_risk(points, _ZERO, _ZERO, noise)
    return excess, theta @ theta, "the new noise is the second entry of x; the training noise of the least slope"


RANDOM_DESIGN_CONDITIONAL = {"rank": conditional_rank, "noise": conditional_one_noisy_row, "law": conditional_other_law,
                             "new-noise": conditional_predictable_noise}
"""One breaking instance for each hypothesis of ``random-design-conditional``."""


def wishart_not_gaussian(size=3, small=Fraction(1, 100)):
    """In one dimension x^2 is s or 2 - s with probability 1/2, E x^2 = 1: the exact E 1/(x_1^2 + ... + x_n^2)."""
    if not 0 < require.number("small", small) <= 1:
        require.fail("small", small, "a number in (0, 1]")
    squares = [[small if sign < 0 else 2 - small for sign in row] for row in sign_noise(size).tolist()]
    measured = sum(1 / sum(row) for row in squares) / len(squares)
    return measured, bounds.random_design_wishart(size, 1, Fraction(1)), f"x^2 is {small} or {2 - small}, n = {size}"


def wishart_too_few_rows(dimension=3, ceiling=1e12):
    """n = d: the formula d/(n - d - 1) says -d, but the excess risk is infinite; here its entries are cut off."""
    d = require.integer("dimension", dimension, 1)
    return d * truncated_inverse_chi2(1, ceiling), -d, f"n = d = {d}, entries cut off at {ceiling:g}"


def wishart_repeated_rows(rows=5, dimension=1):
    """Each of m Gaussian rows comes twice, with its own noise: X^T X is twice that of m rows, and n = 2 m."""
    m, d = require.integer("rows", rows, dimension + 2), require.integer("dimension", dimension, 1)
    measured = Fraction(d, 2 * (m - d - 1))                                 # d E 1/(2 chi^2_(m-d+1))
    return measured, bounds.random_design_wishart(2 * m, d, Fraction(1)), f"{m} Gaussian rows, each of them twice"


RANDOM_DESIGN_WISHART = {"gaussian": wishart_not_gaussian, "independent": wishart_repeated_rows,
                         "rows": wishart_too_few_rows}
"""One breaking instance for each hypothesis of ``random-design-wishart``."""


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
