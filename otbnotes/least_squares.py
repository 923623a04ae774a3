"""Least squares on a sample: projections, risks over all noises of a finite law, ridge, and Gaussian designs.

*The model*: labels y = X theta + v with fixed rows x_1, ..., x_n and a noise v.  A law of the noise is an array whose
rows are its equally likely values, so that an expectation is a mean over rows: ``sign_noise(n)`` is the law of n
independent signs.  Integers and Fractions give Fractions, and every number is then exact; floats give floats.
"""

import numpy as np

from . import require
from .exact import identity, numbers, solve

_MOST_SIGNS = 16


def _size(name, value, shape):
    """Demand the shape; None stands for any length."""
    if len(value.shape) != len(shape) or any(s not in (None, v) for s, v in zip(shape, value.shape)):
        require.fail(name, f"array of shape {value.shape}", f"shape {shape}")
    return value


def inverse(matrix):
    """Return the inverse of a square matrix; exact for integers and Fractions.

    Raises
    ------
    ValueError
        If the matrix is not square, or not invertible.
    """
    matrix = numbers("matrix", matrix, 2)
    d = len(_size("matrix", matrix, (len(matrix),) * 2))
    if matrix.dtype != object:
        if np.linalg.matrix_rank(matrix) < d:
            require.fail("matrix", matrix.tolist(), "an invertible matrix")
        return np.linalg.inv(matrix)
    result = solve(matrix, identity(d))
    if result is None:
        require.fail("matrix", matrix.tolist(), "an invertible matrix")
    return result


def _fitting_matrix(features):
    """Return (X^T X)^{-1} X^T, the matrix that takes labels to the least-squares vector."""
    if features.dtype == object:
        return inverse(features.T @ features) @ features.T
    if np.linalg.matrix_rank(features) < features.shape[1]:
        require.fail("features", features.tolist(), f"{features.shape[1]} linearly independent columns")
    return np.linalg.pinv(features)


def fit(features, labels):
    """Return the least-squares vector (X^T X)^{-1} X^T y (statement ``fixed-design-model``).

    Parameters
    ----------
    features : array_like of shape (n, d), of rank d
    labels : array_like of shape (n,)

    Examples
    --------
    >>> fit([[1, 0], [1, 1], [1, 2]], [1, 2, 4]).tolist()
    [Fraction(5, 6), Fraction(3, 2)]
    """
    features = numbers("features", features, 2)
    return _fitting_matrix(features) @ _size("labels", numbers("labels", labels, 1), (len(features),))


def hat_matrix(features):
    """Return H = X (X^T X)^{-1} X^T, the projection on the span of the columns (``fixed-design-projection``)."""
    features = numbers("features", features, 2)
    return features @ _fitting_matrix(features)


def leverage(features, point):
    """Return x^T (X^T X)^{-1} x for a new point x of shape (d,) (statement ``new-point-loss``)."""
    features = numbers("features", features, 2)
    point = _size("point", numbers("point", point, 1), (features.shape[1],))
    return point @ inverse(features.T @ features) @ point


def sign_noise(size):
    """Return all 2^size vectors of signs as rows, the law of independent fair signs; ``size`` is at most 16."""
    if require.integer("size", size, 1) > _MOST_SIGNS:
        require.fail("size", size, f"at most {_MOST_SIGNS}: there are 2^size vectors")
    return 2 * (np.arange(2 ** size)[:, None] >> np.arange(size)[::-1] & 1) - 1


def _model(features, truth, noise, extra=0):
    """Return the checked model: features (n, d), theta (d,), noise (K, n + extra)."""
    features = numbers("features", features, 2)
    truth = _size("truth", numbers("truth", truth, 1), (features.shape[1],))
    return features, truth, _size("noise", numbers("noise", noise, 2), (None, len(features) + extra))


def fixed_design_risk(features, truth, theta, noise):
    """Return the fixed-design risk of ``theta``, (1/n) sum_i E (<x_i, theta> - y_i)^2 with fresh labels y.

    Statement ``fixed-design-risk``.

    Parameters
    ----------
    features : array_like of shape (n, d)
    truth, theta : array_like of shape (d,)
    noise : array_like of shape (K, n)
        The equally likely noises of the fresh labels.

    Examples
    --------
    >>> fixed_design_risk([[1], [2]], [3], [4], sign_noise(2))
    Fraction(7, 2)
    """
    features, truth, noise = _model(features, truth, noise)
    theta = _size("theta", numbers("theta", theta, 1), truth.shape)
    return ((features @ theta - features @ truth - noise) ** 2).mean()


def new_point_losses(features, truth, noise, point):
    """Return, for every noise, the squared error of the least-squares vector at a new fixed point.

    Parameters
    ----------
    features : array_like of shape (n, d), of rank d
    truth, point : array_like of shape (d,)
    noise : array_like of shape (K, n + 1)
        The last column is the noise of the new label.

    Returns
    -------
    ndarray of shape (K,)
        Their mean is the expected loss of statement ``new-point-loss``.
    """
    features, truth, noise = _model(features, truth, noise, extra=1)
    point = _size("point", numbers("point", point, 1), truth.shape)
    fits = (features @ truth + noise[:, :-1]) @ _fitting_matrix(features).T
    return ((fits - truth) @ point - noise[:, -1]) ** 2


def ridge(features, labels, regulariser):
    """Return the minimiser and the minimum of ||X theta - y||^2 + rho ||theta||^2.

    The right-hand side of statement ``ridge-identity``.

    Parameters
    ----------
    features : array_like of shape (n, d)
    labels : array_like of shape (n,)
    regulariser : Fraction or float > 0

    Returns
    -------
    theta : ndarray of shape (d,)
    value : Fraction or float

    Examples
    --------
    >>> theta, value = ridge([[1], [1]], [1, 1], 1)
    >>> theta.tolist(), value
    ([Fraction(2, 3)], Fraction(2, 3))
    """
    features = numbers("features", features, 2)
    labels = _size("labels", numbers("labels", labels, 1), (len(features),))
    require.positive("regulariser", regulariser)
    gram = features.T @ features + np.eye(features.shape[1], dtype=int) * regulariser
    moment = features.T @ labels
    try:
        theta = inverse(gram) @ moment if gram.dtype == object else np.linalg.solve(gram, moment.astype(float))
    except np.linalg.LinAlgError:
        require.fail("regulariser", regulariser, "a number that rounding does not lose beside X^T X")
    return theta, ((features @ theta - labels) ** 2).sum() + regulariser * (theta ** 2).sum()


def truncated_inverse_chi2(degrees, ceiling):
    """Return E min(1/C, c) for C of law chi^2 with k degrees of freedom.

    It is P(C' > 1/c) / (k - 2) + c P(C <= 1/c) with C' of law chi^2 with k - 2 degrees of freedom, and tends to
    1 / (k - 2) as c grows if k > 2; for k = 1 and 2 it grows without end.

    Parameters
    ----------
    degrees : int >= 1
    ceiling : float > 0

    Examples
    --------
    >>> round(truncated_inverse_chi2(8, 1e6), 12)               # 1/6
    0.166666666667
    """
    from scipy.special import chdtr, exp1, gammaincc

    k, c = require.integer("degrees", degrees, 1), require.positive("ceiling", ceiling)
    below = c * chdtr(k, 1 / c)
    if k == 2:
        return float(exp1(1 / (2 * c)) / 2 + below)
    if k == 1:                                                  # integrate once by parts
        return float(np.sqrt(2 * c / np.pi) * np.exp(-1 / (2 * c)) - gammaincc(0.5, 1 / (2 * c)) + below)
    return float(gammaincc(k / 2 - 1, 1 / (2 * c)) / (k - 2) + below)
