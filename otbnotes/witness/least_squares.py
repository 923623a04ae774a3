"""Worst cases of least squares, and the design on which its identities are computed by hand."""

from fractions import Fraction

import numpy as np

from .. import bounds
from ..least_squares import inverse_trace, sign_noise


def four_points():
    """Return the design with the rows (1, 0), (1, 1), (1, 2), (1, 4): a line through four points.

    With independent signs for noise the excess risk of statement ``fixed-design-excess-risk`` is 2/4 on average, and
    between 1/35 and 1 in a single draw.
    """
    return np.array([[1, 0], [1, 1], [1, 2], [1, 4]])


def one_sign(size=8):
    """The least expected excess risk of any design: x is a fair sign, d = 1 (statement ``random-design-wishart``).

    Returns
    -------
    measured : Fraction
        The mean over all designs of n signs, sigma = 1.
    bound : Fraction
        ``bounds.random_design_floor``, 1/n.

    Examples
    --------
    >>> one_sign(4)
    (Fraction(1, 4), Fraction(1, 4))
    """
    risks = [inverse_trace(design[:, None], [[1]]) for design in sign_noise(size)]
    return sum(risks) / len(risks), bounds.random_design_floor(size, 1, Fraction(1))
