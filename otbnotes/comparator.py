"""The best fixed vector in hindsight, found together with a proof that no other is much better.

Write the losses as phi_t(<w, x_t>), and phi_t*(a) = sup_z (a z - phi_t(z)).  Any slopes a_1, ..., a_T bound the loss of
every w with ||w|| <= B from below, because phi_t(z) >= a_t z - phi_t*(a_t):

    sum_t phi_t(<w, x_t>)  >=  <w, sum_t a_t x_t> - sum_t phi_t*(a_t)  >=  -B ||sum_t a_t x_t|| - sum_t phi_t*(a_t).

The two solvers only propose vectors and slopes.  ``best_in_ball`` trusts neither: it computes the loss of the vector
and this bound from the data of the game, and answers when they are close.
"""

from typing import NamedTuple

import numpy as np

from . import losses, require

_EPS = np.finfo(float).eps
_TINY = np.finfo(float).tiny
_ITERATIONS = 100


class Best(NamedTuple):
    """The best fixed vector of a domain, as far as it is known.

    Attributes
    ----------
    point : ndarray of shape (d,)
        A vector of the domain.
    value : float
        The cumulative loss of ``point``: an upper bound on the least cumulative loss.
    lower : float
        A lower bound on the cumulative loss of every vector of the domain.
    """

    point: np.ndarray
    value: float
    lower: float

    @property
    def gap(self):
        """``value - lower >= 0``: by how much ``point`` can fail to be the best."""
        return self.value - self.lower


def best_in_ball(game, radius, tolerance=1e-6) -> Best:
    """Return the best fixed vector w with ||w|| <= radius, and a certified lower bound on the loss of all of them.

    Parameters
    ----------
    game : Game
        Its loss has a conjugate, as every convex loss of ``losses.py`` has.
    radius : float > 0
    tolerance : float > 0
        The largest gap allowed, as a fraction of max(1, abs(value)); 1e-8 is within reach of most games.

    Raises
    ------
    ValueError
        If the loss has no conjugate.
    RuntimeError
        If the gap stays above the tolerance: that is too near the rounding errors, or the features are badly scaled.

    Notes
    -----
    The comparator of statements ``def-regret`` and ``gd-regret``.  ``lower`` holds in exact arithmetic: an allowance
    for its rounding errors is already subtracted.  ``value`` is an ordinary floating-point sum.

    Examples
    --------
    >>> from otbnotes.losses import Absolute
    >>> from otbnotes.streams import Game
    >>> best = best_in_ball(Game("two rounds", Absolute(), [[1.0], [1.0]], [1.0, 3.0]), 2.0)
    >>> round(best.value, 4), best.gap < 1e-5
    (2.0, True)
    """
    loss, radius, tolerance = game.loss, require.positive("radius", radius), require.positive("tolerance", tolerance)
    losses.check(loss)
    solve = _newton if hasattr(loss, "curvature") else _interior_point
    point, value, lower = None, np.inf, -np.inf
    with np.errstate(all="ignore"):
        basis, coordinates = _row_space(game.features)
        lower_bound = _LowerBound(game, radius)
        try:
            for w, slopes in solve(loss, coordinates, game.labels, radius):
                w = _into_ball(basis @ w, radius)
                total = game.total(w)
                if total < value:
                    point, value = w, total
                lower = max(lower, lower_bound(slopes))
                if value - lower <= tolerance * max(1.0, abs(value)) < np.inf:
                    return Best(point, value, min(lower, value))
        except np.linalg.LinAlgError:  # the numbers left the range of floats
            pass
    raise RuntimeError(f"best_in_ball({game.name!r}, radius={radius:g}) stopped at the value {value:.6g} with the gap "
                       f"{value - lower:.3g}, above the tolerance {tolerance:g}: allow more, or scale the features")


def best_in_simplex(game, tolerance=1e-6):
    """Return the best fixed probability vector, and a certified lower bound on the loss of all of them.

    The comparator of statements ``eg-regret`` and ``eg-otb``.

    Parameters
    ----------
    game : Game
        Its loss is linear, or has one kink, as Absolute and Hinge have.
    tolerance : float > 0
        The largest gap allowed, as a fraction of max(1, abs(value)).

    Returns
    -------
    Best
        For a linear loss a corner, with gap 0.  For the other two the solution of a linear programme, with multipliers
        a_t; ``lower`` is the bound at the top of this file, with min_j (sum_t a_t x_t)_j for -B ||sum_t a_t x_t||.

    Raises
    ------
    ValueError
        If the loss is another one.
    RuntimeError
        If the gap is above the tolerance.

    Examples
    --------
    >>> from otbnotes.losses import Absolute
    >>> from otbnotes.streams import Game
    >>> best = best_in_simplex(Game("two votes", Absolute(), [[1.0, -1.0], [-1.0, 1.0]], [0.5, -0.5]))
    >>> best.point.round(6).tolist(), best.gap < 1e-9
    ([0.75, 0.25], True)
    """
    losses.check(game.loss), require.positive("tolerance", tolerance)
    least, greatest = game.loss.slope_range(game.labels)
    linear = (least == greatest).all()
    if not linear and not hasattr(game.loss, "kink"):
        require.fail("game.loss", game.loss, "a linear loss, or one with a kink such as Absolute() or Hinge()")
    if linear:
        point = np.zeros(game.dimension)
        point[np.argmin(least @ game.features)] = 1.0
        value = game.total(point)
        return Best(point, value, value)
    point, slopes = _linear_programme(game)
    value, lower = game.total(point), _SimplexLowerBound(game)(slopes)
    if value - lower <= tolerance * max(1.0, abs(value)):
        return Best(point, value, min(lower, value))
    raise RuntimeError(f"best_in_simplex({game.name!r}) stopped at the value {value:.6g} with the gap {value - lower:.3g}, "
                       f"above the tolerance {tolerance:g}: allow more, or scale the features")


def _linear_programme(game):
    """Return a best vector of the simplex and slopes that prove it, for a loss with one kink.

    phi_t(z) = max(least (z - kink), greatest (z - kink)); minimise sum_t s_t with s_t above both lines.
    """
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, eye_array, hstack, vstack

    (T, d), (least, greatest), kink = game.features.shape, game.loss.slope_range(game.labels), game.loss.kink(game.labels)
    lines = vstack([hstack([csr_array(a[:, None] * game.features), -eye_array(T)]) for a in (least, greatest)])
    solved = linprog(np.repeat([0.0, 1.0], [d, T]), lines, np.concatenate([least * kink, greatest * kink]),
                     np.repeat([[1.0, 0.0]], [d, T], axis=1), [1.0], [(0, None)] * d + [(None, None)] * T)
    if solved.x is None:
        raise RuntimeError(f"best_in_simplex({game.name!r}): {solved.message}")
    point = np.maximum(solved.x[:d], 0.0)
    low, high = -solved.ineqlin.marginals.reshape(2, T)
    return point / point.sum(), low * least + high * greatest


class _LowerBound:
    """The lower bound at the top of this file, as a function of the slopes, for one game and radius.

    With u = 2^-53, a sum of n products, in any order, is wrong by at most n u / (1 - n u) times the sum of the absolute
    products.  2 (T + d + 8) u is twice what the sums over T, the norm, and the logarithms and products of a term need.
    """

    def __init__(self, game, radius):
        self.game, self.radius = game, radius
        self.least, self.greatest = game.loss.slope_range(game.labels)
        self.lengths = np.sqrt(np.einsum("tj,tj->t", game.features, game.features))
        self.rounding = (game.rounds + game.dimension + 8) * _EPS

    def __call__(self, slopes):
        game = self.game
        slopes = np.clip(slopes, self.least, self.greatest)
        terms = game.loss.conjugate(slopes, game.labels)
        size = sum(np.abs(term).sum() for term in terms) + self.radius * (self.lengths @ np.abs(slopes))
        computed = self.least_inner(slopes @ game.features) - sum(term.sum() for term in terms)
        return float(computed - self.rounding * size)

    def least_inner(self, direction):
        """Return the least <w, direction> over the domain."""
        return -self.radius * np.linalg.norm(direction)


class _SimplexLowerBound(_LowerBound):
    """The same for the probability simplex, where |<w, x_t>| is at most the largest entry of x_t."""

    def __init__(self, game):
        super().__init__(game, 1.0)
        self.lengths = np.abs(game.features).max(axis=1)

    def least_inner(self, direction):
        return direction.min()


def _row_space(features):
    """Return Q and C with features = C Q': the columns of Q are orthonormal, and C is no wider than it is long."""
    if features.shape[1] <= features.shape[0]:
        return np.eye(features.shape[1]), features
    basis, coordinates = np.linalg.qr(features.T)
    return basis, np.ascontiguousarray(coordinates.T)


def _into_ball(w, radius):
    """Return ``w``, shortened, if it is too long, until its computed norm is at most the radius."""
    norm = np.linalg.norm(w)
    return w if norm <= radius else w * (radius / norm * (1.0 - (w.size + 4) * _EPS))


class _BallModel:
    """The models s'Hs / 2 - <r, s>, H = x' diag(curvature) x, to be minimised over all s with ||w + s|| <= radius."""

    def __init__(self, x, curvature, radius):
        rows = x * np.sqrt(curvature)[:, None]
        values, self.axes = np.linalg.eigh(rows.T @ rows)
        self.values, self.radius = np.maximum(values, _TINY), radius

    def step(self, w, r):
        """Return the minimiser s: (H + c)(w + s) = H w + r for the least c >= 0 with ||w + s|| <= radius.

        1 / ||w + s|| is concave in c; so Newton's method, started below the root, rises to it.
        """
        e, w, r = self.values, self.axes.T @ w, self.axes.T @ r
        target = e * w + r
        c = max(0.0, (np.abs(target) / self.radius - e).max())
        for _ in range(_ITERATIONS):
            v = target / (e + c)
            norm = np.linalg.norm(v)
            if norm <= self.radius * (1.0 + 1e-13):
                break
            c += (norm / self.radius - 1.0) * norm ** 2 / (v @ (v / (e + c)))
        return self.axes @ ((r - c * w) / (e + c))


def _newton(loss, x, y, radius):
    """Yield vectors and slopes by Newton's method for a smooth loss, each step towards the best point of the ball."""
    w, z = np.zeros(x.shape[1]), np.zeros(len(y))
    for _ in range(_ITERATIONS):
        value, slope = loss.value(z, y).sum(), loss.slope(z, y)
        curvature = loss.curvature(z, y)
        s = _BallModel(x, curvature, radius).step(w, -(slope @ x))
        dz, fraction = x @ s, 1.0
        enough = 1e-4 * (slope @ dz)
        while not loss.value(z + fraction * dz, y).sum() <= value + fraction * enough:
            fraction /= 2.0
            if fraction < _EPS:
                return
        w, z = w + fraction * s, z + fraction * dz
        yield w, slope + curvature * dz


def _interior_point(loss, x, y, radius):
    """Yield vectors and slopes by the predictor-corrector method of Mehrotra, for a loss with one kink.

    Let z = kink + over - under, and let up and down be the distances of a from the greatest and the least slope.
    Then a is a slope at z if over, under, up, down >= 0 and over * up = under * down = 0.  The method keeps the four
    positive while it sends both products to zero; the ball is exact in every step.
    """
    (least, greatest), kink = loss.slope_range(y), loss.kink(y)
    w, a = np.zeros(x.shape[1]), (least + greatest) / 2.0
    yield w, loss.slope(np.zeros(len(y)), y)  # optimal if every kink is 0, where the start below would fail
    up, down = greatest - a, a - least
    start = np.abs(kink).mean()
    over, under = start + np.maximum(-kink, 0.0), start + np.maximum(kink, 0.0)
    for _ in range(_ITERATIONS):
        stiffness = 1.0 / (over / up + under / down)
        model = _BallModel(x, stiffness, radius)
        products = over @ up + under @ down
        aim_over = aim_under = 0.0
        for phase in ("predict", "correct"):
            d_over, d_under = aim_over / up - over, aim_under / down - under
            s = model.step(w, (stiffness * (d_over - d_under) - a) @ x)
            da = stiffness * (x @ s - d_over + d_under)
            d_over, d_under = d_over + over * da / up, d_under - under * da / down
            steepest = max((da / up).max(), (-da / down).max(), (-d_over / over).max(), (-d_under / under).max())
            f = 1.0 / max(1.0, steepest)
            if phase == "predict":
                left = (over + f * d_over) @ (up - f * da) + (under + f * d_under) @ (down + f * da)
                mu = (left / products) ** 3 * products / (2 * len(y))
                aim_over, aim_under = mu + d_over * da, mu - d_under * da
        yield w + s, a + da
        f *= 0.9  # nearer to the boundary a degenerate game can send the steps into a cycle
        w, a, up, down, over, under = (w + f * s, a + f * da, up - f * da, down + f * da,
                                       over + f * d_over, under + f * d_under)
