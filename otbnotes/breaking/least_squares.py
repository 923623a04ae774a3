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
