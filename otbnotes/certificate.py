"""Stored proofs of the worst case of gradient descent, checked again with NumPy alone (statement ``gd-regret``).

In T rounds gradient descent starts at w_1 = 0 and plays w_{t+1} = P(w_t - eta g_t), where P takes a vector to the
nearest point of a closed convex set K with 0 in K and ||w|| <= B on K, g_t is a subgradient at w_t of the convex loss
l_t, ||g_t|| <= G, and eta = B / (G sqrt(T)).  The *worst case* is the largest regret  sum_t l_t(w_t) - l_t(u)  over all
dimensions, all such K, all such losses and all u in K.

**From above.**  As l_t(w_t) - l_t(u) <= <g_t, w_t - u>, with equality for a linear loss, the losses drop out: regret
is linear in the Gram matrix X of the vectors w_2, ..., w_T, u, g_1, ..., g_T.  So is every rule of the game: "play
keeps to K" says <A_k, X> <= b_k for the matrices A_k and numbers b_k of ``program``, and conversely, since K may be the
convex hull of 0, the w_t and u.  The worst case is therefore the value of a semidefinite program,  maximise <C, X>,
and multipliers y_k >= 0 for which  S = sum_k y_k A_k - C  is positive semidefinite prove

    regret = <C, X> = sum_k y_k <A_k, X> - <S, X> <= sum_k y_k b_k.

No equation stands in the program, so nothing but an eigenvalue of S below 0 can be wrong with nonnegative multipliers.
The first 2T matrices A_k add up to the identity: adding d to their multipliers adds d to every eigenvalue of S, and
d (T B^2 + T G^2) to the bound.  ``measure`` takes d as large as S and the rounding of its own arithmetic require; what
it returns is a bound for every nonnegative y, only a larger one for a worse y.

**From below.**  A certificate also holds one game on the ball of radius B: the slopes g_t of linear losses and a
comparator u.  ``measure`` checks ||g_t|| <= G and ||u|| <= B, plays the game, and takes the regret less a bound on its
rounding error.
"""

import json
import math
from pathlib import Path
from typing import NamedTuple

import numpy as np

from . import bounds, require

FOLDER = Path(__file__).with_name("certificates")

_ROUNDING = 8 * np.finfo(float).eps   # per elementary operation, with room to spare
_AGREEMENT = 1e-9                     # relative: a stored bound against the same bound computed again


class Verified(NamedTuple):
    """What a certificate proves: lower <= worst case <= upper.

    Attributes
    ----------
    rounds : int
    radius, gradient_bound : float
        B and G.
    lower : float
        A regret that the stored game reaches on the ball.
    upper : float
        A regret that no game exceeds.
    correction : float
        The part of ``upper`` that makes good the inexact multipliers and the rounding of the check.
    """

    rounds: int
    radius: float
    gradient_bound: float
    lower: float
    upper: float
    correction: float


def load(name):
    """Return the stored certificates of this name, one dictionary for each number of rounds.

    Examples
    --------
    >>> [certificate["rounds"] for certificate in load("gd_regret")]
    [1, 2, 3, 4, 5]
    """
    names = sorted(path.stem for path in FOLDER.glob("*.json"))
    if name not in names:
        require.fail("name", name, f"one of {', '.join(names)}")
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))["certificates"]


def verify(certificate):
    """Check a certificate and return what it proves.

    Parameters
    ----------
    certificate : dict
        ``rounds``, ``radius``, ``gradient_bound``; ``multipliers``, a list in the order of ``program``;
        ``subgradients``, a list of T vectors, and ``comparator``, a vector; the bounds ``lower`` and ``upper`` that it
        claims.

    Returns
    -------
    Verified
        With the bounds as they were computed here, not as they are stored.

    Raises
    ------
    ValueError
        If a field is missing or malformed, a multiplier is negative, the game breaks a rule, or a claimed bound is not
        the one that follows.

    Examples
    --------
    >>> proved = verify(load("gd_regret")[3])
    >>> f"{proved.lower:.6f} <= worst case <= {proved.upper:.6f} for T = {proved.rounds}"
    '1.500000 <= worst case <= 1.500000 for T = 4'
    """
    proved = measure(certificate)
    for name in ("lower", "upper"):
        claimed, computed = require.number(name, _field(certificate, name)), getattr(proved, name)
        if not math.isclose(claimed, computed, rel_tol=_AGREEMENT):
            require.fail(name, claimed, f"{computed!r}, the bound that the certificate yields")
    return proved


def measure(certificate) -> Verified:
    """Return the bounds that a certificate yields, whatever bounds it claims.

    Parameter and errors as in ``verify``; the fields ``lower`` and ``upper`` are not read.
    """
    T = require.integer("rounds", _field(certificate, "rounds"), 1)
    B, G = _scale(certificate, "radius"), _scale(certificate, "gradient_bound")
    upper, correction = _upper(T, B, G, require.array("multipliers", _field(certificate, "multipliers"), 1))
    lower = _lower(T, B, G, require.array("subgradients", _field(certificate, "subgradients"), 2),
                   require.array("comparator", _field(certificate, "comparator"), 1))
    return Verified(T, B, G, lower, upper, correction)


def program(rounds, radius, gradient_bound):
    """Return the semidefinite program whose value is the worst case.

    It reads: maximise <C, X> subject to <A_k, X> <= b_k for all k, over the Gram matrices X of the vectors
    w_2, ..., w_T, u, g_1, ..., g_T.

    Parameters
    ----------
    rounds : int >= 1
    radius, gradient_bound : float > 0

    Returns
    -------
    objective : ndarray of shape (2T, 2T)
        C.
    matrices : ndarray of shape (T (T + 1), 2T, 2T)
        The A_k of  ||p||^2 <= B^2  for p = w_2, ..., w_T, u;  then of  ||g_t||^2 <= G^2  for t = 1, ..., T;  then, for
        t = 2, ..., T, of  <w_{t-1} - eta g_{t-1} - w_t, q - w_t> <= 0  for every other point q of w_1, ..., w_T, u.
    constants : ndarray of shape (T (T + 1),)
        The b_k.
    """
    T, step = rounds, bounds.gd_step(radius, gradient_bound, rounds)
    vectors = np.eye(2 * T)
    points, subgradients = np.vstack([np.zeros(2 * T), vectors[:T]]), vectors[T:]   # w_1 = 0, w_2, ..., w_T, u
    objective = sum(_product(subgradients[t], points[t] - points[T]) for t in range(T))
    norms = [_product(v, v) for v in vectors]
    projections = [_product(points[t - 1] - step * subgradients[t - 1] - points[t], q - points[t])
                   for t in range(1, T) for s, q in enumerate(points) if s != t]
    constants = np.repeat([radius ** 2, gradient_bound ** 2, 0.0], [T, T, len(projections)])
    return objective, np.array(norms + projections), constants


def _field(certificate, name):
    """Return a field of the certificate."""
    if not isinstance(certificate, dict) or name not in certificate:
        require.fail("certificate", certificate, f"a dictionary with the field '{name}'")
    return certificate[name]


def _scale(certificate, name):
    """Return a positive field whose powers neither overflow nor underflow, so that rounding errors are relative."""
    value = require.positive(name, _field(certificate, name))
    if not 1e-20 <= value <= 1e20:
        require.fail(name, value, "a number between 1e-20 and 1e20")
    return value


def _product(a, b):
    """Return the symmetric matrix A with <A, X> = <V a, V b> for the Gram matrix X of the columns of V."""
    return (np.outer(a, b) + np.outer(b, a)) / 2


def _upper(T, B, G, multipliers):
    """Return the bound that the multipliers prove, and the part of it that is correction."""
    if multipliers.size != T * (T + 1):
        require.fail("multipliers", f"{multipliers.size} numbers", f"{T * (T + 1)} numbers for {T} rounds")
    worst = int(multipliers.argmin())
    if multipliers[worst] < 0:
        require.fail(f"multipliers[{worst}]", float(multipliers[worst]), "a number >= 0")
    objective, matrices, constants = program(T, B, G)
    size = np.tensordot(multipliers, abs(matrices), 1).sum() + abs(objective).sum()
    if not math.isfinite(size):
        require.fail("multipliers", float(multipliers.max()), "numbers small enough to be added up")
    slack = np.tensordot(multipliers, matrices, 1) - objective
    rounding = _ROUNDING * multipliers.size
    shift = max(0.0, rounding * size - np.linalg.eigvalsh(slack)[0])
    plain = constants @ multipliers
    upper = (plain + shift * constants.sum()) * (1 + rounding)
    return float(upper), float(upper - plain)


def _lower(T, B, G, subgradients, comparator):
    """Return the regret of gradient descent in the stored game, less a bound on its rounding error."""
    dimension = comparator.size
    if subgradients.shape != (T, dimension):
        require.fail("subgradients", f"array of shape {subgradients.shape}", f"shape {(T, dimension)}: a row per round")
    _at_most("comparator", comparator, B)
    for t, g in enumerate(subgradients):
        _at_most(f"subgradients[{t}]", g, G)
    step, regret, point = bounds.gd_step(B, G, T), 0.0, np.zeros(dimension)
    for g in subgradients:
        regret += g @ (point - comparator)
        point = point - step * g
        point *= B / max(B, np.linalg.norm(point))
    return float(regret - _ROUNDING * T ** 2 * dimension * B * G)


def _at_most(name, vector, bound):
    """Demand ||vector|| <= bound, whichever way the norm was rounded."""
    norm = float(np.linalg.norm(vector))
    if not norm * (1 + _ROUNDING * vector.size) <= bound:
        require.fail(f"norm of {name}", norm, f"at most {bound!r}, with room for rounding")
