"""The formula sheet: every bound of the book in the symbols of its theorem, chapter by chapter in the order of the book.

``@bound`` names the statements that a formula belongs to, and an annotation says which entry of ``arguments`` an argument is: it
is read and refused as declared there.  Conditions on several arguments at once stand in the formula.  A name that ends in
``_sharp`` is the best that the proof gives, one in ``_simple`` a rounder form, and one in ``_as_printed`` that of the source,
which may be false.  Where a docstring says exact, ints and Fractions give a number without rounding.

    >>> hedge_regret(4, 100)
    8.325546111576978
    >>> hedge_regret(1, 100)
    Traceback (most recent call last):
    ValueError: N (experts) = 1: expected an integer >= 2
"""

import math
from collections import defaultdict
from fractions import Fraction
from numbers import Rational

import numpy as np

from . import arguments as of
from . import concentration, evidence, require

STATEMENTS = defaultdict(list)
"""The bounds of each statement, by its label."""


def bound(*labels):
    """Return a decorator that reads the arguments of a formula as declared and registers it for the statements."""
    def register(formula):
        checked = of.checked(formula)
        for label in labels:
            STATEMENTS[label].append(checked)
        return checked
    return register


# Regret: values of games, the leader and its regularised form, descent without a projection


@bound("regret-zero-sum-game")
def line_game_value(T: of.rounds):
    """E|S_T|, exactly: least worst-case regret on [-1, 1] with slopes in [-1, 1].

    S_T is the sum of T fair signs; the value is about sqrt(2 T / pi).

    Examples
    --------
    >>> [str(line_game_value(T)) for T in (1, 2, 3, 4)]
    ['1', '1', '3/2', '3/2']
    """
    return 2 * cover_regret(T)


@bound("regret-zero-sum-game")
def ball_game_value(B: of.radius, G: of.gradient_bound, T: of.rounds):
    """B G sqrt(T), exactly: the same for a ball in dimension d >= 2."""
    return gd_regret(B, G, T)


@bound("ftl-fails")
def ftl_switching_regret(T: of.rounds, w_1: of.start.fraction = 0):
    """T - 1/2 - w_1/2, exactly: regret of the leader on the slopes -1/2, 1, -1, ..."""
    return T - (1 + Fraction(w_1)) / 2


@bound("ftrl-stability")
def leader_move(G: of.gradient_bound, mu: of.strength):
    """G_t / mu: how far the regularised leader moves in a round."""
    return G / mu


@bound("ftrl-stability")
def leader_drop(G: of.gradient_bound, mu: of.strength):
    """G_t^2 / mu: the loss that the next leader saves in a round."""
    return G ** 2 / mu


@bound("ftrl-stability")
def leader_drop_sharp(G: of.gradient_bound, mu: of.strength):
    """G_t^2 / (2 mu): how much better the next leader is in the sum up to the round."""
    return leader_drop(G, mu) / 2


@bound("ftrl-regret-general")
def ftrl_regret(rise: of.regulariser_rise, squares: of.squares, mu: of.strength):
    """r(u) - min r + sum_t G_t^2 / mu: regret of the regularised leader."""
    return rise + squares / mu


@bound("ftrl-regret-general", "ogd-regret-unconstrained")
def ftrl_regret_sharp(rise: of.regulariser_rise, squares: of.squares, mu: of.strength):
    """r(u) - min r + sum_t G_t^2 / (2 mu): the same with the sharper stability."""
    return ftrl_regret(rise, squares, mu) - squares / (2 * mu)


@bound("ftrl-regret-general")
def ftrl_regret_as_printed(r: of.regulariser_value, squares: of.squares, mu: of.strength):
    """r(u) + sum_t G_t^2 / mu: the printed form, which forgets the minimum of r."""
    return r + squares / mu


@bound("ftrl-regret-l2")
def ftrl_l2_strength(B: of.radius, G: of.positive_gradient_bound, T: of.rounds):
    """mu = G sqrt(2 T) / B: the regulariser mu ||w||^2 / 2 of the source."""
    return 1 / ogd_step(B, G, T)


@bound("ogd-regret-unconstrained")
def ogd_step(B: of.radius, G: of.positive_gradient_bound, T: of.rounds):
    """eta = B / (G sqrt(2 T)), which minimises ``ogd_regret_of_step``."""
    return B / (G * math.sqrt(2 * T))


@bound("ogd-regret-unconstrained")
def ogd_regret_of_step(B: of.radius, G: of.gradient_bound, T: of.rounds, eta: of.step):
    """B^2 / (2 eta) + eta G^2 T: the source's bound for any step; ``gd_regret_of_step`` is the sharp form."""
    return B ** 2 / (2 * eta) + eta * G ** 2 * T


@bound("ogd-regret-unconstrained", "ftrl-regret-l2")
def ogd_regret(B: of.radius, G: of.gradient_bound, T: of.rounds):
    """B G sqrt(2 T): regret with ``ogd_step`` or ``ftrl_l2_strength``."""
    return B * G * math.sqrt(2 * T)


@bound("ogd-regret-unconstrained", "ftrl-regret-l2")
def ogd_regret_sharp(B: of.radius, G: of.gradient_bound, T: of.rounds):
    """(3/4) B G sqrt(2 T) at the same step: attained."""
    return ogd_regret(B, G, T) * 3 / 4


# Prediction with expert advice: weighted majority, Hedge, and what nobody can beat


@bound("halving-mistakes", "littlestone-vc")
def halving_mistakes(N: of.experts.at_least(1)):
    """log2 N: mistakes of halving, if one of N experts never errs; no class of N rules has a larger Littlestone dimension."""
    return math.log2(N)


@bound("rwm-bound")
def rwm_loss_of_beta(L: of.least_mistakes, N: of.experts, beta: of.beta):
    """(ln(1/beta) L + ln N) / (2 ln(2/(1+beta))): expected mistakes, L = the best expert's.

    For beta = 0 it is (1/2) log2 N if L = 0, and there is no bound if L > 0.
    """
    if beta >= 1 or beta == 0 < L:
        require.fail("beta", beta, "a number in [0, 1), and > 0 if L > 0")
    return ((L * math.log(1 / beta) if L else 0.0) + math.log(N)) / (2 * math.log(2 / (1 + beta)))


@bound("rwm-bound")
def rwm_beta(K: of.budget, N: of.experts):
    """beta = 1 / (1 + 2z + z^2 / ln 2) with z = sqrt(ln N / K), and 0 for K = 0."""
    return K / (K + 2 * math.sqrt(K * math.log(N)) + math.log(N) / math.log(2))


@bound("rwm-bound")
def rwm_regret(K: of.budget, N: of.experts):
    """sqrt(K ln N) + (1/2) log2 N: regret if the best expert errs at most K times."""
    return math.sqrt(K * math.log(N)) + math.log2(N) / 2


@bound("rwm-bound-horizon")
def rwm_horizon_regret(T: of.rounds, N: of.experts):
    """sqrt(T ln N / 2) + (1/2) log2 N: regret if min_i L_i <= T/2."""
    return rwm_regret(T / 2, N)


@bound("expert-min-expectation")
def expert_gap(T: of.rounds, N: of.experts.at_least(1)):
    """sqrt(T ln N / 2) >= T/2 - E min_i L_i for N coin-tossing experts."""
    return math.sqrt(T * math.log(N) / 2)


@bound("expert-lower-bound")
def expert_gap_as_printed(T: of.rounds, N: of.experts.at_least(1)):
    """sqrt(T ln N / 2), printed as a *lower* bound on every learner's regret."""
    return expert_gap(T, N)


@bound("expert-lower-bound")
def cover_regret(T: of.rounds):
    """E|S_T| / 2, exactly: the least worst-case regret with two experts.

    S_T is the sum of T fair signs, and E|S_T| = k C(2k, k) / 2^(2k-1) with k = ceil(T/2).

    Examples
    --------
    >>> cover_regret(10)
    Fraction(315, 256)
    """
    k = (T + 1) // 2
    return Fraction(k * math.comb(2 * k, k), 4 ** k)


@bound("expert-stochastic-remark")
def ftl_gap_regret(kappa: of.gap, N: of.experts):
    """kappa (ceil(2 ln(N-1) / kappa^2) + 1 / (1 - exp(-kappa^2/2))), for every T: pseudo-regret of the leader.

    The losses of a round are in [0, 1], and the mean loss of the best expert is smaller by kappa than that of each of the
    other N - 1.  After t rounds one of them leads with probability at most (N-1) exp(-t kappa^2/2).
    """
    return kappa * (math.ceil(2 * math.log(N - 1) / kappa ** 2) + 1 / -math.expm1(-kappa ** 2 / 2))


@bound("hedge-01")
def hedge_step(N: of.experts, T: of.rounds):
    """eta = sqrt(8 ln N / T), which minimises ``hedge_regret_of_step``."""
    return math.sqrt(8 * math.log(N) / T)


@bound("hedge-01")
def hedge_regret_of_step(N: of.experts, T: of.rounds, eta: of.step):
    """ln N / eta + eta T / 8: regret of Hedge with the step eta, losses in [0, 1]."""
    return math.log(N) / eta + eta * T / 8


@bound("hedge-01", "expert-lower-bound")
def hedge_regret(N: of.experts, T: of.rounds):
    """sqrt(T ln N / 2): regret of Hedge with the step ``hedge_step``, losses in [0, 1]."""
    return math.sqrt(T * math.log(N) / 2)


@bound("small-loss")
def small_loss_of_step(L: of.least_loss, N: of.experts, eta: of.step):
    """(eta L + ln N) / (1 - e^-eta): loss of Hedge with the step eta, L = the best expert's, losses in [0, 1]."""
    return (eta * L + math.log(N)) / -math.expm1(-eta)


@bound("small-loss")
def small_loss_regret(K: of.loss_budget, N: of.experts):
    """sqrt(2 K ln N) + ln N: regret of Hedge with the step ln(1 + sqrt(2 ln N / K)) if the best expert loses at most K."""
    return math.sqrt(2 * K * math.log(N)) + math.log(N)


@bound("fixed-share-regret")
def plan_price(N: of.experts, T: of.rounds.at_least(2), k: of.changes, alpha: of.handed_on):
    """ln N + k ln((N-1)/alpha) + (T-1-k) ln(1/(1-alpha)) = ln(1/P) for a plan with k changes, P its chance."""
    if k > T - 1:
        require.fail("k", k, "at most T - 1 changes")
    return math.log(N) + k * math.log((N - 1) / alpha) - (T - 1 - k) * math.log(1 - alpha)


@bound("fixed-share-regret")
def least_plan_price(N: of.experts, T: of.rounds.at_least(3), k: of.changes.at_least(1)):
    """C = ln N + k ln(N-1) + (T-1) h(k/(T-1)): the price for alpha = k/(T-1), the least."""
    if k > (1 - 1 / N) * (T - 1):
        require.fail("k", k, "at most (1 - 1/N)(T - 1) changes")
    return math.log(N) + k * math.log((N - 1) * (T - 1) / k) - (T - 1 - k) * math.log(1 - k / (T - 1))


@bound("fixed-share-regret")
def fixed_share_regret_of_step(C: of.price, T: of.rounds, eta: of.step):
    """C / eta + eta T / 8: regret of Fixed Share against a plan of the price C, losses in [0, 1]."""
    return C / eta + eta * T / 8


@bound("fixed-share-regret")
def fixed_share_regret(C: of.price, T: of.rounds):
    """sqrt(T C / 2): the same with the step sqrt(8 C / T)."""
    return math.sqrt(T * C / 2)


@bound("littlestone-lower", "littlestone-soa")
def soa_mistakes(d: of.littlestone_dimension):
    """d, exactly: the mistakes that the standard optimal algorithm promises, and that any learner without coins can be made to make."""
    return d


@bound("littlestone-lower")
def littlestone_coin_mistakes(d: of.littlestone_dimension):
    """d / 2, exactly: the expected mistakes that any learner can be made to make."""
    return Fraction(d, 2)


@bound("littlestone-agnostic")
def littlestone_regret(T: of.rounds, d: of.littlestone_dimension):
    """sqrt(T ln N / 2), N the sum of binomial(T, i) over i <= d: regret of Hedge whose experts are hints of at most d rounds."""
    return math.sqrt(T * math.log(sauer(d, T)) / 2)


# Gradient descent: steps, regret and excess risk


@bound("gd-stepsize", "gradient-descent-step")
def gd_step(B: of.radius, G: of.positive_gradient_bound, T: of.rounds):
    """eta = B / (G sqrt(T)), which minimises ``gd_regret_of_step``, and with B = ||w_1 - u|| ``descent_excess``."""
    return B / (G * math.sqrt(T))


@bound("gd-stepsize", "ftrl-regret-l2")
def gd_regret_of_step(B: of.radius, G: of.gradient_bound, T: of.rounds, eta: of.step):
    """B^2 / (2 eta) + eta G^2 T / 2: regret of gradient descent with the fixed step eta."""
    return B ** 2 / (2 * eta) + eta * G ** 2 * T / 2


@bound("gd-regret", "ogd-regret-unconstrained", "ftrl-regret-l2")
def gd_regret(B: of.radius, G: of.gradient_bound, T: of.rounds):
    """B G sqrt(T): regret of gradient descent with the step ``gd_step``."""
    return B * G * math.sqrt(T)


@bound("gd-average-regret", "gd-otb-excess-risk")
def gd_average_regret(B: of.radius, G: of.gradient_bound, T: of.rounds):
    """B G / sqrt(T): regret per round."""
    return gd_regret(B, G, T) / T


@bound("gd-otb-excess-risk")
def gd_excess_risk(B: of.radius, G: of.gradient_bound, T: of.rounds, c: of.ceiling, delta: of.delta):
    """B G / sqrt(T) + 2 c sqrt(ln(2/delta) / (2T)), with probability 1 - delta."""
    return gd_average_regret(B, G, T) + 2 * c * math.sqrt(math.log(2 / delta) / (2 * T))


# Exponentiated gradient on the simplex: steps, regret and excess risk


@bound("kl-uniform", "eg-telescoping")
def kl_to_uniform(N: of.experts.at_least(1)):
    """ln N: the largest divergence from the uniform distribution."""
    return math.log(N)


@bound("eg-stepsize")
def eg_step(G: of.positive_gradient_bound, N: of.experts, T: of.rounds):
    """eta = sqrt(2 ln N / T) / G, which minimises ``eg_regret_of_step``."""
    return math.sqrt(2 * math.log(N) / T) / G


@bound("eg-stepsize", "eg-regret")
def eg_regret_of_step(G: of.gradient_bound, D: of.divergence, T: of.rounds, eta: of.step):
    """D / eta + eta G^2 T / 2, D = KL(u || w_1): regret against u.

    From the uniform start D is at most ln N (``kl_to_uniform``).
    """
    return D / eta + eta * G ** 2 * T / 2


@bound("eg-regret")
def eg_regret(G: of.gradient_bound, N: of.experts, T: of.rounds):
    """G sqrt(2 T ln N): regret of exponentiated gradient with the step ``eg_step``."""
    return G * math.sqrt(2 * T * math.log(N))


@bound("eg-regret")
def eg_regret_as_printed(G: of.gradient_bound, N: of.experts, T: of.rounds):
    """G sqrt(2 N ln T): the source's first display, the two numbers exchanged."""
    return G * math.sqrt(2 * N * math.log(T))


@bound("eg-hoeffding-step")
def eg_log_moment(G: of.gradient_bound, eta: of.step):
    """eta^2 G^2 / 2 bounds ln E exp(Z - E Z) for |Z| <= eta G."""
    return (eta * G) ** 2 / 2


@bound("eg-hoeffding-step")
def eg_log_moment_as_printed(z: of.values, weights: of.weights):
    """ln E exp(Z - exp Z): the misprint of ln E exp(Z - E Z), read as it stands."""
    if len(weights) != len(z):
        require.fail("weights", weights.tolist(), f"{len(z)} of them, one for each value")
    exponents = [(a - math.exp(a), w) for a, w in zip(z, weights) if w > 0]
    top = max(exponent for exponent, _ in exponents)
    return top + math.log(sum(w * math.exp(exponent - top) for exponent, w in exponents))


@bound("eg-otb")
def eg_excess_risk_mean(G: of.gradient_bound, N: of.experts, T: of.rounds):
    """G sqrt(2 ln N / T): the mean excess risk of the average vector."""
    return eg_regret(G, N, T) / T


@bound("eg-otb")
def eg_excess_risk(G: of.gradient_bound, N: of.experts, T: of.rounds, c: of.ceiling, delta: of.delta):
    """G sqrt(2 ln N / T) + 2 c sqrt(ln(2/delta) / (2T)), with probability 1 - delta."""
    return eg_excess_risk_mean(G, N, T) + 2 * c * math.sqrt(math.log(2 / delta) / (2 * T))


# Mirror descent: one bound for every smooth potential, and two of its cases


@bound("mirror-descent-regret")
def mirror_regret(potential: of.potential, squares: of.squares, beta: of.smoothness, eta: of.step):
    """(f(0) + f*(u)) / eta + eta beta sum_t ||g_t||_*^2 / 2: regret against u."""
    return potential / eta + eta * beta * squares / 2


@bound("strong-smooth-dual")
def potential_bend(square_distance: of.square_distance, mu: of.strength):
    """||theta' - theta||_*^2 / (2 mu): how far f may rise above its tangent."""
    return square_distance / (2 * mu)


@bound("mirror-gd")
def nearest_regret(u: of.comparator_norm, squares: of.squares, eta: of.step):
    """||u||^2 / (2 eta) + eta sum_t ||g_t||^2 / 2: regret if the sheet is read by the nearest point."""
    return u ** 2 / (2 * eta) + eta * squares / 2


@bound("mirror-hedge")
def shares_regret(D: of.divergence, squares: of.squares, eta: of.step):
    """D / eta + eta sum_t (max_j g_tj - min_j g_tj)^2 / 8: regret if the sheet is read by exponentials."""
    return D / eta + eta * squares / 8


@bound("bregman-three-points")
def bregman_parabola(square_distance: of.square_distance, mu: of.strength):
    """mu ||u - w||^2 / 2: the least gap D_r(u, w) between a strongly convex r and its tangent at w."""
    return mu * square_distance / 2


@bound("bregman-regret")
def bregman_regret(D: of.bregman, squares: of.squares, mu: of.strength, eta: of.step):
    """D_r(u, w_1) / eta + eta sum_t ||g_t||_*^2 / (2 mu): regret of the walk from point to point."""
    return D / eta + eta * squares / (2 * mu)


@bound("doubling-trick")
def doubling_regret(C: of.constant, T: of.rounds):
    """C (sqrt(2 T) - 1) / (sqrt(2) - 1): regret of a learner started afresh in the rounds 1, 2, 4, 8, ..."""
    return C * (math.sqrt(2 * T) - 1) / (math.sqrt(2) - 1)


@bound("mirror-changing")
def changing_regret(potential: of.potential, squares: of.squares):
    """f_1(0) + f_T*(u) + sum_t beta_t ||g_t||_t*^2 / 2: regret against u, with potentials that sink."""
    return potential + squares / 2


@bound("mirror-anytime")
def falling_regret_of_steps(rise: of.regulariser_rise, eta: of.step, squares: of.squares):
    """rise / eta_T + sum_t eta_t ||g_t||_*^2 / 2, rise = r(u) - min r: regret against u with any steps that fall to eta."""
    return rise / eta + squares / 2


@bound("mirror-anytime")
def falling_regret(B: of.radius, G: of.gradient_bound, T: of.rounds):
    """B G sqrt(2 T): regret with the steps B / (G sqrt(2 t)), for every T."""
    return math.sqrt(2) * gd_regret(B, G, T)


@bound("adagrad-regret")
def adagrad_regret_against(B: of.radius, G: of.positive_gradient_bound, u: of.comparator, S: of.coordinate_squares):
    """sum_j (u_j^2 sqrt(G^2 + S_j) / B + B sqrt(S_j)) / sqrt(2): regret against u, S_j the sum of the squared entries."""
    if len(u) != len(S):
        require.fail("S", S.tolist(), f"{len(u)} of them, one for each entry of u")
    return sum(v ** 2 * math.sqrt(G ** 2 + s) / B + B * math.sqrt(s) for v, s in zip(u, S)) / math.sqrt(2)


@bound("adagrad-regret")
def adagrad_regret(B: of.radius, G: of.positive_gradient_bound, S: of.coordinate_squares):
    """sqrt(2) B sum_j sqrt(S_j) + d B G / sqrt(2): regret against every u with entries in [-B, B]."""
    return math.sqrt(2) * B * sum(math.sqrt(s) for s in S) + len(S) * B * G / math.sqrt(2)


@bound("mirror-ridge")
def ridge_mirror_regret(rho: of.ridge, u: of.comparator_norm, squares: of.squares):
    """rho ||u||^2 + sum_t y_t^2 <x_t, H_t^{-1} x_t>: regret against u for squared losses; rho is called a there."""
    return rho * u ** 2 + squares


# Curved losses: regrets that grow like ln T or not at all, and the value of the guessing game


@bound("strongly-convex-regret")
def strongly_convex_regret_of_run(squares: of.squares, mu: of.strength):
    """sum_t ||g_t||^2 / t / (2 mu), where ``squares`` is the sum: regret with the steps 1/(mu t)."""
    return squares / (2 * mu)


@bound("strongly-convex-regret")
def strongly_convex_regret_sharp(G: of.gradient_bound, mu: of.strength, T: of.rounds):
    """G^2 (1 + 1/2 + ... + 1/T) / (2 mu): the same for gradients of length at most G."""
    return G ** 2 * sum(1 / t for t in range(1, T + 1)) / (2 * mu)


@bound("strongly-convex-regret")
def strongly_convex_regret(G: of.gradient_bound, mu: of.strength, T: of.rounds):
    """G^2 (1 + ln T) / (2 mu): the same, rounder."""
    return G ** 2 * (1 + math.log(T)) / (2 * mu)


@bound("exp-concave-mixture")
def mixture_regret(N: of.experts, alpha: of.exp_concavity):
    """ln N / alpha: regret of the mixture of N forecasts, for every T."""
    return math.log(N) / alpha


@bound("online-newton")
def newton_regret_of_run(beta: of.bend, rho: of.ridge, U: of.diameter, squares: of.squares):
    """beta rho U^2 / 2 + sum_t <g_t, A_t^{-1} g_t> / (2 beta), where ``squares`` is the sum: regret of the Newton step."""
    return beta * rho * U ** 2 / 2 + squares / (2 * beta)


@bound("online-newton")
def newton_regret(beta: of.bend, rho: of.ridge, U: of.diameter, G: of.gradient_bound, d: of.dimension, T: of.rounds):
    """beta rho U^2 / 2 + d ln(1 + T G^2 / (rho d)) / (2 beta): the same for gradients of length at most G."""
    return beta * rho * U ** 2 / 2 + d * math.log(1 + T * G ** 2 / (rho * d)) / (2 * beta)


@bound("curved-lower")
def guessing_value(Y: of.label_bound, T: of.rounds):
    """Y^2 (a_1 + ... + a_T) with a_T = 1/T and a_(t-1) = a_t + a_t^2: the least worst regret with squared losses.

    Examples
    --------
    >>> [guessing_value(2, T) for T in (1, 2)]
    [4.0, 5.0]
    """
    total = share = 1 / T
    for _ in range(T - 1):
        share += share ** 2
        total += share
    return Y ** 2 * total


@bound("curved-lower")
def guessing_value_floor(Y: of.label_bound, T: of.rounds.at_least(3)):
    """Y^2 (ln T - ln ln T): no more than the value, for T >= 3."""
    return Y ** 2 * (math.log(T) - math.log(math.log(T)))


@bound("curved-lower")
def guessing_value_ceiling(Y: of.label_bound, T: of.rounds):
    """Y^2 (1 + 1/2 + ... + 1/T): no less than the value."""
    return Y ** 2 * sum(1 / t for t in range(1, T + 1))


@bound("curved-lower-dimensions")
def least_squares_value(Y: of.label_bound, d: of.dimension, m: of.axis_rounds):
    """d Y^2 (a_1 + ... + a_m): the least worst regret of least squares with m rounds on each of d axes."""
    return d * guessing_value(Y, m)


@bound("curved-lower-dimensions")
def least_squares_floor(Y: of.label_bound, d: of.dimension, m: of.axis_rounds.at_least(3)):
    """d Y^2 (ln m - ln ln m): no more than that, for m >= 3."""
    return d * guessing_value_floor(Y, m)


# Games and boosting: how far learning is from the value; how often rules with an edge are right, and what AdaBoost leaves wrong


@bound("learning-equilibrium", "small-mixtures", "boosting-hedge")
def game_gap(N: of.experts, T: of.rounds):
    """sqrt(ln N / (2 T)): ceiling minus floor after T rounds of Hedge on N rows against best replies.

    By so much, too, may the share of right rules stay below 1/2 plus the mean edge, on each of N examples.
    """
    return math.sqrt(math.log(N) / (2 * T))


@bound("boosting-hedge")
def vote_shortfall_of_step(N: of.experts, T: of.rounds, eta: of.step):
    """ln N / (eta T) + eta / 8: by so much the share of right rules may stay below 1/2 + the mean edge, on each example."""
    return math.log(N) / (eta * T) + eta / 8


@bound("boosting-hedge")
def vote_rounds(N: of.experts, gamma: of.edge):
    """ln N / (2 gamma^2): after more rounds than this the vote is right on all N examples."""
    return math.log(N) / (2 * gamma ** 2)


@bound("adaboost-error")
def adaboost_error(epsilon: of.weighted_errors):
    """prod_t 2 sqrt(eps_t (1 - eps_t)): share of the examples that the vote of AdaBoost misjudges."""
    return adaboost_margin(epsilon, 0.0)


@bound("adaboost-error")
def adaboost_error_simple(epsilon: of.weighted_errors):
    """exp(-2 sum_t gamma_t^2) with gamma_t = 1/2 - eps_t: the same, rounder."""
    return math.exp(-2 * sum((0.5 - e) ** 2 for e in epsilon))


@bound("adaboost-margin")
def adaboost_margin(epsilon: of.weighted_errors, theta: of.vote_level):
    """prod_t 2 sqrt(eps_t^(1 - theta) (1 - eps_t)^(1 + theta)): share of the examples with a margin of at most theta."""
    return math.prod(2 * math.sqrt(e ** (1 - theta) * (1 - e) ** (1 + theta)) for e in epsilon)


@bound("weak-is-margin")
def vote_margin(gamma: of.best_edge):
    """2 gamma: the largest margin of a vote on all examples."""
    return 2 * gamma


# Perceptron and Winnow: mistakes, the steps of their proofs, and what they say about a committee


@bound("perceptron-update-correction")
def perceptron_repeats(s: of.wrong_score.exact, square: of.square.exact):
    """floor(-s / ||x||^2) + 1: updates on one example with s = y <w, x> <= 0 until it is right."""
    return math.floor(-s / square) + 1


@bound("perceptron-step1")
def perceptron_progress(gamma: of.margin.exact, M: of.mistakes):
    """gamma M: lower bound on <w, u> - <w_1, u> after M mistakes; exact."""
    return gamma * M


@bound("perceptron-step2")
def perceptron_length(X: of.feature_radius.exact, M: of.mistakes):
    """X^2 M: upper bound on ||w||^2 after M mistakes; exact."""
    return X ** 2 * M


@bound("perceptron-potential")
def perceptron_potential(X: of.feature_radius, gamma: of.margin, M: of.mistakes.at_least(1)):
    """gamma sqrt(M) / X: lower bound on <w, u> / ||w|| after M >= 1 mistakes."""
    return gamma * math.sqrt(M) / X


@bound("perceptron-mistake-bound")
def perceptron_mistakes(X: of.feature_radius.exact, gamma: of.margin.exact):
    """(X / gamma)^2: mistakes of the Perceptron; exact."""
    if isinstance(X, Rational) and isinstance(gamma, Rational):
        return (X * X) / (gamma * gamma)
    return (X / gamma) ** 2


@bound("margin-vc-bound")
def margin_dimension(X: of.feature_radius.exact, gamma: of.margin.exact):
    """(X / gamma)^2: how many points of length X are shattered with margin gamma."""
    return perceptron_mistakes(X, gamma)


def _among(k, N):
    """Refuse more than N members of N."""
    if k > N:
        require.fail("k", k, f"an integer from 1 to N = {N}")


def _least_majority(N, k):
    """The least positive majority of k votes among N experts: 1 for an odd k, 2 for an even one."""
    _among(k, N)
    return 2 - k % 2


@bound("committee-margin")
def committee_margin(N: of.experts.at_least(1), k: of.committee):
    """1 / sqrt(N k), or 2 / sqrt(N k) if k is even: the least margin of x / sqrt(N), u = 1_S / sqrt(k)."""
    return _least_majority(N, k) / math.sqrt(N * k)


@bound("committee-margin")
def committee_margin_as_printed(N: of.experts.at_least(1), k: of.committee):
    """1 / sqrt(N k), for even k too, as the source prints it."""
    _among(k, N)
    return 1 / math.sqrt(N * k)


@bound("committee-margin")
def committee_margin_l1(k: of.committee):
    """1 / k, or 2 / k if k is even: the least margin of votes x and u = 1_S / k."""
    return (2 - k % 2) / k


@bound("committee-perceptron-bound", "committee-comparison")
def committee_perceptron_mistakes(N: of.experts.at_least(1), k: of.committee):
    """N k, or N k / 4 if k is even: mistakes of the Perceptron on a committee."""
    return N * k / _least_majority(N, k) ** 2


@bound("winnow-mistake-bound")
def winnow_progress(gamma: of.margin, eta: of.step):
    """eta gamma - ln cosh eta: the least drop of KL(u || w) at a mistake."""
    return eta * gamma - concentration.ln_cosh(eta)


@bound("winnow-mistake-bound")
def winnow_mistakes_of(D: of.divergence, gamma: of.margin, eta: of.step):
    """D / (eta gamma - ln cosh eta), D = KL(u || w_1), if that is positive: mistakes of Winnow."""
    progress = winnow_progress(gamma, eta)
    if progress <= 0:
        require.fail("eta", eta, f"a step with eta gamma > ln cosh(eta), for gamma = {gamma}")
    return D / progress


@bound("winnow-mistake-bound")
def winnow_mistakes(N: of.experts.at_least(1), gamma: of.margin, eta: of.step):
    """ln N / (eta gamma - ln cosh eta), if that is positive: mistakes of Winnow."""
    return winnow_mistakes_of(math.log(N), gamma, eta)


@bound("winnow-mistake-bound")
def winnow_mistakes_as_printed(N: of.experts.at_least(1), gamma: of.margin, eta: of.step):
    """ln N / (eta gamma + ln(2 / (e^eta + e^-eta))) for any eta > 0, as printed, also negative."""
    return math.log(N) / winnow_progress(gamma, eta)


@bound("winnow-mistake-bound")
def winnow_largest_step(gamma: of.margin.only(require.probability)):
    """The root eta > 0 of eta gamma = ln cosh eta: from there on there is no bound."""
    low, high = winnow_step(gamma), 1.0
    while winnow_progress(gamma, high) > 0:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if winnow_progress(gamma, middle) > 0 else (low, middle)
    return low


@bound("winnow-stepsize")
def winnow_step(gamma: of.margin.only(require.probability)):
    """artanh(gamma), for gamma < 1: the step that minimises ``winnow_mistakes``."""
    return math.atanh(gamma)


@bound("winnow-stepsize")
def winnow_rate(gamma: of.margin.only(require.positive_share)):
    """D(gamma) = ((1+gamma) ln(1+gamma) + (1-gamma) ln(1-gamma)) / 2 >= gamma^2 / 2; D(1) = ln 2."""
    return math.log(2) if gamma == 1 else gamma * math.atanh(gamma) + math.log1p(-gamma * gamma) / 2


@bound("winnow-stepsize")
def winnow_tuned(N: of.experts.at_least(1), gamma: of.margin.only(require.positive_share)):
    """ln N / D(gamma): mistakes of Winnow with the best step; log2 N, its limit, for gamma = 1."""
    return math.log(N) / winnow_rate(gamma)


@bound("winnow-stepsize")
def winnow_simple(N: of.experts.at_least(1), gamma: of.margin):
    """2 ln N / gamma^2: the same, without the higher terms of D."""
    return 2 * math.log(N) / gamma ** 2


@bound("committee-winnow-bound", "committee-comparison")
def committee_winnow_mistakes(N: of.experts.at_least(1), k: of.committee):
    """2 k^2 ln N, or k^2 ln N / 2 if k is even: mistakes of tuned Winnow on a committee."""
    return winnow_simple(N, _least_majority(N, k) / k)


@bound("committee-winnow-bound")
def committee_winnow_mistakes_sharp(N: of.experts.at_least(1), k: of.committee):
    """ln(N / k) / D(1/k), or D(2/k) if k is even: the same, with KL(u || w_1) and D."""
    return math.log(N / k) / winnow_rate(_least_majority(N, k) / k)


@bound("committee-comparison")
def committee_crossing(k: of.committee):
    """The least N0 such that N k > 2 k^2 ln N for all N >= max(N0, k): there Winnow's bound wins."""
    N = 2 * k                                        # beyond 2k, N - 2k ln N increases
    while N <= 2 * k * math.log(N):
        N += 1
    return N if k > 1 else 1


@bound("winnow-littlestone")
def littlestone_mistakes(N: of.experts.at_least(1), k: of.committee, alpha: of.promotion = 2.0, theta: of.threshold = None):
    """alpha k (log_alpha theta + 1) + N / theta, theta >= 1/alpha; 2 k log2 N + 2 by default, theta = N/2: Winnow 1."""
    _among(k, N)
    theta = N / 2 if theta is None else theta
    if alpha <= 1 or theta * alpha < 1:
        require.fail("alpha, theta", (alpha, theta), "alpha > 1 and theta >= 1 / alpha")
    return alpha * k * (math.log(theta, alpha) + 1) + N / theta


@bound("mistakes-of-a-mirror")
def mirror_regret_on_mistakes(potential: of.potential, beta: of.smoothness, X: of.feature_radius, eta: of.step, M: of.mistakes):
    """(f(0) + f*(u)) / eta + eta beta X^2 M / 2: regret on the mistakes alone."""
    return potential / eta + eta * beta * X ** 2 * M / 2


@bound("mistakes-of-a-mirror")
def mirror_mistakes_of_step(potential: of.potential, H: of.hinge, gamma: of.margin, beta: of.smoothness, X: of.feature_radius,
                            eta: of.short_step):
    """(gamma H + (f(0) + f*(u)) / eta) / (gamma - eta beta X^2 / 2), if that is positive: mistakes."""
    progress = gamma - eta * beta * X ** 2 / 2
    if progress <= 0:
        require.fail("eta", eta, "a step with eta beta X^2 < 2 gamma")
    return (gamma * H + potential / eta) / progress


@bound("mistakes-of-a-mirror")
def mirror_mistakes(potential: of.potential, H: of.hinge, gamma: of.margin, beta: of.smoothness, X: of.feature_radius):
    """2 beta X^2 (f(0) + f*(u)) / gamma^2 + 2 H: mistakes with the step gamma / (beta X^2)."""
    return 2 * beta * X ** 2 * potential / gamma ** 2 + 2 * H


@bound("mirror-perceptron")
def mirror_perceptron_mistakes(X: of.feature_radius, u: of.comparator_norm, gamma: of.margin, H: of.hinge):
    """(X ||u|| / gamma)^2 + 2 H: mistakes of the Perceptron, H = hinge losses of u."""
    return (X * u / gamma) ** 2 + 2 * H


@bound("mirror-winnow")
def mirror_winnow_mistakes(N: of.features, X: of.feature_radius, gamma: of.margin, H: of.hinge):
    """2 X_inf^2 ln N / gamma^2 + 2 H: mistakes of Winnow with the step gamma / X_inf^2."""
    return 2 * X ** 2 * math.log(N) / gamma ** 2 + 2 * H


@bound("pnorm-smooth")
def pnorm_bend(q: of.norm_exponent, step_norm: of.step_norm):
    """(q - 1) ||h||_q^2 / 2: how far ||theta||_q^2 / 2 may rise above its tangent."""
    return (q - 1) * step_norm ** 2 / 2


def _reach(q, X, u, gamma):
    """a = sqrt(q - 1) X_q ||u||_p / gamma."""
    return math.sqrt(q - 1) * X * u / gamma


@bound("pnorm-mistakes")
def pnorm_mistakes_of_run(q: of.norm_exponent, X: of.feature_radius, u: of.comparator_norm, gamma: of.margin, H: of.hinge,
                          M: of.mistakes):
    """H + a sqrt(M) with a = sqrt(q - 1) X_q ||u||_p / gamma, H = hinge losses of u: M itself is at most this."""
    return H + _reach(q, X, u, gamma) * math.sqrt(M)


@bound("pnorm-mistakes")
def pnorm_mistakes(q: of.norm_exponent, X: of.feature_radius, u: of.comparator_norm, gamma: of.margin, H: of.hinge):
    """a^2 + a sqrt(H) + H: the same, solved for M."""
    a = _reach(q, X, u, gamma)
    return a ** 2 + a * math.sqrt(H) + H


@bound("pnorm-log-mistakes")
def pnorm_log_mistakes(N: of.features.at_least(3), X: of.feature_radius, u: of.comparator_norm, gamma: of.margin):
    """e (2 ln N - 1) (X_inf ||u||_1 / gamma)^2: mistakes with q = 2 ln N."""
    return math.e * (2 * math.log(N) - 1) * (X * u / gamma) ** 2


# Least squares: risks that are identities, and the regret of the Vovk-Azoury-Warmuth forecaster


@bound("fixed-design-risk")
def risk_at_fixed_points(squared_distance: of.squared_distance.exact, n: of.sample, variance: of.noise.exact):
    """||X (theta' - theta)||^2 / n + sigma^2: risk of a fixed vector theta'; exact."""
    return squared_distance / n + variance


@bound("fixed-design-excess-risk")
def fixed_design_excess_risk(n: of.sample, d: of.dimension.at_least(0), variance: of.noise.exact):
    """sigma^2 d / n: *expected* excess risk of least squares; exact.

    The source prints it without the expectation.  For a design of rank r < d put r in the place of d.
    """
    return variance * d / n


@bound("fixed-design-excess-risk")
def training_loss(n: of.sample, d: of.dimension.at_least(0), variance: of.noise.exact):
    """sigma^2 (1 - d/n): expected mean squared residual of least squares; exact."""
    return variance * (n - d) / n


@bound("new-point-loss")
def new_point_loss(leverage: of.leverage.exact, variance: of.noise.exact):
    """sigma^2 (1 + x^T (X^T X)^{-1} x): expected loss at a new fixed point; exact."""
    return variance * (1 + leverage)


@bound("random-design-conditional")
def random_design_conditional(inverse_trace: of.inverse_trace.exact, variance: of.noise.exact):
    """sigma^2 tr((X^T X)^{-1} Sigma): excess risk given the design; exact."""
    return variance * inverse_trace


@bound("random-design-wishart")
def random_design_wishart(n: of.sample, d: of.dimension, variance: of.noise.exact):
    """sigma^2 d / (n - d - 1): excess risk on a Gaussian design, n >= d + 2; exact."""
    if n < d + 2:
        require.fail("n", n, f"an integer >= d + 2 = {d + 2}")
    return variance * d / (n - d - 1)


@bound("random-design-wishart")
def random_design_floor(n: of.sample, d: of.dimension, variance: of.noise.exact):
    """sigma^2 d / (n - d + 1), n >= d: no law of the design has a smaller expected excess risk of least squares; exact.

    Mourtada (2022, abstract); proved in an exercise beside the statement.
    """
    if n < d:
        require.fail("n", n, f"an integer >= d = {d}")
    return variance * d / (n - d + 1)


@bound("online-linreg-ogd")
def lms_factor(eta: of.step.exact, x: of.feature_norm.exact):
    """1 - eta ||x||^2: what a repeated example multiplies its residual by; exact."""
    return 1 - eta * x ** 2


@bound("vaw-regret")
def vaw_regret(rho: of.ridge, u: of.comparator_norm, Y: of.label_bound, X: of.feature_radius.only(require.nonnegative),
               d: of.dimension, T: of.rounds):
    """rho ||u||^2 + d Y^2 ln(1 + T X^2 / (rho d)): regret against u."""
    return rho * u ** 2 + d * Y ** 2 * math.log1p(T * X ** 2 / (rho * d))


@bound("vaw-regret")
def vaw_regret_of_run(rho: of.ridge, u: of.comparator_norm, y: of.labels, s: of.denominators):
    """rho ||u||^2 + sum_t y_t^2 (1 - 1/s_t), the sharper middle term.

    s_t = 1 + x_t^T A_{t-1}^{-1} x_t are the denominators of a ``RidgeRun``, and 1 - 1/s_t = x_t^T A_t^{-1} x_t.
    """
    if len(s) != len(y):
        require.fail("s", s, f"{len(y)} numbers, one per label")
    return rho * u ** 2 + float((y ** 2 * (1 - 1 / s)).sum())


@bound("gauss-markov", "ridge-bias-variance")
def gauss_markov_floor(leverage: of.leverage.exact, variance: of.noise.exact):
    """sigma^2 x^T (X^T X)^{-1} x: expected squared error of least squares at x, the least of all linear unbiased rules; exact."""
    return variance * leverage


@bound("ridge-bias-variance")
def ridge_error(rho: of.ridge, s: of.eigenvalue, c: of.component, variance: of.noise):
    """(rho^2 c^2 + sigma^2 s) / (s + rho)^2: expected squared error along an eigenvector, squared bias and variance."""
    return rho ** 2 * c ** 2 / (s + rho) ** 2 + variance * s / (s + rho) ** 2


@bound("ridge-bias-variance")
def ridge_reach(variance: of.noise, theta: of.truth_norm):
    """2 sigma^2 / ||theta||^2: up to this rho ridge regression beats least squares in every direction."""
    return 2 * variance / theta ** 2


@bound("ridge-bias-variance")
def ridge_best(d: of.dimension, variance: of.noise, theta: of.truth_norm):
    """d sigma^2 / ||theta||^2: the best rho if all eigenvalues are equal."""
    return d * variance / theta ** 2


@bound("ridge-bias-variance")
def ridge_best_error(d: of.dimension, s: of.eigenvalue, variance: of.noise, theta: of.truth_norm):
    """p ||theta||^2 / (p + ||theta||^2) with p = d sigma^2 / s: expected squared distance for the best rho."""
    p = d * variance / s
    return p * theta ** 2 / (p + theta ** 2)


@bound("minimum-norm-risk")
def minimum_norm_risk(n: of.few, d: of.dimension.at_least(3), theta: of.truth_norm.only(require.nonnegative), variance: of.noise):
    """(1 - n/d) ||theta||^2 + sigma^2 n / (d - n - 1): excess risk of the shortest perfect fit to Gaussian points, n <= d - 2."""
    if n > d - 2:
        require.fail("n", n, f"an integer <= d - 2 = {d - 2}")
    return (1 - n / d) * theta ** 2 + variance * n / (d - n - 1)


@bound("least-squares-tail")
def least_squares_tail(n: of.sample, d: of.dimension, variance: of.noise, delta: of.delta):
    """(sigma^2 / n) (d + 2 sqrt(d ln(1/delta)) + 2 ln(1/delta)): excess risk with Gaussian noise, with probability 1 - delta."""
    log = math.log(1 / delta)
    return variance / n * (d + 2 * math.sqrt(d * log) + 2 * log)


# From online to batch: mistakes and regret become risk, one hypothesis, a vote or a mean


@bound("otb-expected-error")
def otb_expected_error(M: of.expected_mistakes.exact, T: of.rounds):
    """E M_T / T: expected risk of a hypothesis drawn from w_1, ..., w_T, T = n + 1; exact."""
    return M / T


@bound("otb-sublinear")
def otb_sublinear(m: of.mistake_bound.exact, T: of.rounds):
    """m / T, where m bounds the expected mistakes of T = n + 1 rounds; exact."""
    return m / T


@bound("otb-realizable")
def otb_realizable(X: of.feature_radius.exact, gamma: of.margin.exact, T: of.rounds):
    """(X / gamma)^2 / T: expected risk of the Perceptron's hypotheses, T = n + 1; exact."""
    return (X / gamma) ** 2 / T


@bound("otb-realizable")
def otb_realizable_winnow(N: of.features, gamma: of.margin.only(require.probability), T: of.rounds):
    """2 ln(N) / (gamma_1^2 T): expected risk of Winnow's hypotheses, T = n + 1."""
    return 2 * math.log(N) / (gamma ** 2 * T)


@bound("otb-agnostic-hinge")
def agnostic_hinge_mistakes(H: of.hinge, u: of.comparator_norm, X: of.feature_radius):
    """H + a sqrt(H) + a^2 with a = X ||u||: the Perceptron's mistakes, H = hinge losses of u."""
    a = u * X
    return H + a * math.sqrt(H) + a ** 2


@bound("otb-agnostic-hinge")
def otb_agnostic_hinge(h: of.hinge_risk, u: of.comparator_norm, X: of.feature_radius, T: of.rounds):
    """h + a sqrt(h / T) + a^2 / T with a = X ||u||, h = E hinge of u, T = n + 1."""
    return agnostic_hinge_mistakes(h * T, u, X) / T


@bound("otb-regret-to-risk")
def otb_regret_to_risk(regret: of.regret.exact, T: of.rounds):
    """E Reg_T(u) / T: equals E R(Q) - R(u), whatever the learner and the fixed u; exact."""
    return regret / T


@bound("averaging-jensen")
def averaging_jensen(risks: of.risks.exact):
    """R(Q), the mean of the risks of w_1, ..., w_T: at least the risk of their mean; exact."""
    return sum(risks) / len(risks)


@bound("majority-vote-2x")
def majority_vote_2x(error: of.gibbs_error.exact):
    """2 err(Q): error of the vote weighted by Q, ties counted as errors; exact."""
    return 2 * error


@bound("majority-vote-surrogate")
def majority_vote_surrogate(R: of.gibbs_risk.exact):
    """2 R(Q) for a loss that is at least the zero-one loss; exact."""
    return 2 * R


@bound("otb-high-prob")
def otb_high_prob_width(T: of.rounds, c: of.ceiling, delta: of.delta):
    """c sqrt(ln(1/delta) / (2T)): what R(Q) may exceed the mean loss by."""
    return c * math.sqrt(math.log(1 / delta) / (2 * T))


@bound("otb-high-prob")
def otb_high_prob(p: of.mean_loss, T: of.rounds, c: of.ceiling, delta: of.delta):
    """p + c sqrt(ln(1/delta) / (2T)), p = mean loss: R(Q) with probability 1 - delta."""
    return p + otb_high_prob_width(T, c, delta)


@bound("otb-fast-rate")
def otb_fast_rate(p: of.mean_loss, T: of.rounds, delta: of.delta, s: of.fixed_rate):
    """(1 - exp(-s p - ln(1/delta) / T)) / (1 - e^-s), p = mean loss in [0, 1], s fixed."""
    return -math.expm1(-s * p - math.log(1 / delta) / T) / -math.expm1(-s)


@bound("otb-fast-rate")
def otb_fast_rate_linear(p: of.mean_loss, T: of.rounds, delta: of.delta, s: of.fixed_rate):
    """(s p + ln(1/delta) / T) / (1 - e^-s), the looser form."""
    return (s * p + math.log(1 / delta) / T) / -math.expm1(-s)


def _at_most(k, n, p):
    """P(N <= k) for a binomial N of n draws with probability p."""
    from scipy.special import bdtr

    return float(bdtr(k, n, p)) if k < n else 1.0


@bound("longest-survivor")
def survivor_failure(M: of.mistakes.at_least(1), k: of.right_in_a_row, epsilon: of.bad_error):
    """1 - (1 - (1 - epsilon)^k)^M: that the survivor of k rounds errs with epsilon or more, at most M mistakes."""
    lucky = (1 - epsilon) ** k
    return -math.expm1(M * math.log1p(-lucky)) if lucky < 1 else 1.0


@bound("longest-survivor")
def survivor_failure_simple(M: of.mistakes.at_least(1), k: of.right_in_a_row, epsilon: of.bad_error):
    """M e^(-epsilon k): the rounder form."""
    return M * math.exp(-epsilon * k)


@bound("longest-survivor")
def survivor_rounds(M: of.mistakes.at_least(1), k: of.right_in_a_row):
    """M k: after so many rounds the survivor is there."""
    return M * k


@bound("littlestone-conversion")
def littlestone_list(M: of.mistakes.at_least(1), n: of.sample, epsilon: of.bad_error):
    """P(Bin(n, epsilon) <= M - 1): that all hypotheses made from n examples err with epsilon or more."""
    return _at_most(M - 1, n, epsilon)


@bound("littlestone-conversion")
def littlestone_failure(M: of.mistakes.at_least(1), n_1: of.listed, n_2: of.tested, epsilon_1: of.good_error, epsilon: of.bad_error,
                        f: of.errors_allowed):
    """P(Bin(n_1, epsilon_1) < M) + P(Bin(n_2, epsilon_1) > f) + M P(Bin(n_2, epsilon) <= f): n_1 for the list, n_2 for the test."""
    return littlestone_list(M, n_1, epsilon_1) + (1 - _at_most(f, n_2, epsilon_1)) + M * _at_most(f, n_2, epsilon)


@bound("littlestone-conversion")
def littlestone_first_part(M: of.mistakes.at_least(1), epsilon: of.bad_error, delta: of.delta):
    """3.2 (M - 1 + ln(2/delta)) / epsilon: examples for the list."""
    return 3.2 * (M - 1 + math.log(2 / delta)) / epsilon


@bound("littlestone-conversion")
def littlestone_second_part(M: of.mistakes.at_least(1), epsilon: of.bad_error, delta: of.delta):
    """24 ln(2 (M + 1) / delta) / epsilon: examples for the test."""
    return 24 * math.log(2 * (M + 1) / delta) / epsilon


@bound("curved-high-probability")
def curved_excess(regret: of.regret.exact, G: of.gradient_bound, mu: of.strength, T: of.rounds, delta: of.delta):
    """(2 Reg + 4 G^2 ln(1/delta) / mu) / T: excess risk of Q after T rounds, at all T at once."""
    return (2 * regret + 4 * G ** 2 / mu * math.log(1 / delta)) / T


# Validation: hold-out, progressive and dynamic; every width is for losses in [0, c]


def _width(log, n, c):
    """c sqrt(log / (2n))."""
    return c * math.sqrt(log / (2 * n))


@bound("dynamic-validation-deviation")
def two_sided_hoeffding(n: of.sample, c: of.ceiling, delta: of.delta):
    """c sqrt(ln(2/delta) / (2n)), both sides of one hypothesis, a step of the proof."""
    return _width(math.log(2 / delta), n, c)


@bound("dynamic-validation-deviation")
def dynamic_validation_width(T: of.rounds, n: of.sample, c: of.ceiling, delta: of.delta):
    """epsilon_t = c sqrt(ln(2T/delta) / (2 n_t)), n_t = T - t + 1 examples."""
    return _width(math.log(2 * T / delta), n, c)


@bound("dynamic-validation-deviation")
def dynamic_validation_width_as_printed(T: of.rounds, n: of.sample, c: of.ceiling, delta: of.delta):
    """c sqrt(ln(T/delta) / (2 n_t)): the source forgets that a deviation has two sides; false for T = 1 and T = 2."""
    return _width(math.log(T / delta), n, c)


@bound("dynamic-validation")
def dynamic_validation(risks: of.risks, c: of.ceiling, delta: of.delta):
    """min_t R(w_t) + 2 epsilon_t: risk of the penalised choice, with probability 1 - delta."""
    T = len(risks)
    return min(risk + 2 * dynamic_validation_width(T, T - t, c, delta) for t, risk in enumerate(risks))


@bound("dynamic-validation")
def dynamic_validation_half(risks: of.paired_risks, c: of.ceiling, delta: of.delta):
    """min_{t <= T/2} R(w_t) + 2c sqrt(ln(2T/delta) / T), T even: the second part."""
    T = len(risks)
    return min(risks[:T // 2]) + 2 * dynamic_validation_width(T, T // 2, c, delta)


@bound("dynamic-validation")
def second_half_validation(risks: of.risks, n: of.sample, c: of.ceiling, delta: of.delta):
    """min_t R(w_t) + 2c sqrt(ln(2K/delta) / (2n)): the best of K hypotheses on n unseen examples."""
    return min(risks) + 2 * dynamic_validation_width(len(risks), n, c, delta)


@bound("test-error-bound")
def holdout_bound(test_error: of.test_error, m: of.test_sample, delta: of.delta):
    """test error + sqrt(ln(1/delta) / (2m)), with probability 1 - delta."""
    return test_error + _width(math.log(1 / delta), m, 1)


@bound("test-error-unbiased")
def holdout_mean_as_printed(error: of.error.exact, n: of.sample, m: of.test_sample):
    """err times (terms summed)/m: the source sums over t = n-m+1, ..., m, which is max(0, 2m - n) terms; exact."""
    if m > n:
        require.fail("m", m, f"at most n = {n}")
    return error * max(0, 2 * m - n) / m


@bound("progressive-validation-bound", "pv-vs-holdout")
def progressive_validation_width(T: of.rounds, delta: of.delta):
    """sqrt(ln(1/delta) / (2T))."""
    return _width(math.log(1 / delta), T, 1)


@bound("progressive-validation-bound")
def progressive_validation_bound(progressive_error: of.progressive_error, T: of.rounds, delta: of.delta):
    """progressive error + sqrt(ln(1/delta) / (2T)), with probability 1 - delta."""
    return progressive_error + progressive_validation_width(T, delta)


@bound("progressive-validation-bound")
def progressive_validation_two_sided(T: of.rounds, delta: of.delta):
    """sqrt(ln(2/delta) / (2T)): the deviation of either sign."""
    return _width(math.log(2 / delta), T, 1)


@bound("pv-mds")
def pv_mds_tail(epsilon: of.excess, T: of.rounds):
    """exp(-2 epsilon^2 / T): probability that sum_t Z_t > epsilon."""
    return math.exp(-2 * epsilon ** 2 / T)


@bound("pv-vs-holdout")
def pv_vs_holdout(n: of.sample, m: of.test_sample):
    """sqrt(m / n): width of progressive validation over that of a hold-out of m."""
    if m > n:
        require.fail("m", m, f"at most n = {n}")
    return math.sqrt(m / n)


# Compression: what k examples that determine a hypothesis say about its risk
#
# Each bound comes in three forms: the sharpest that the proof gives, one in the shape of the source with a better constant, and
# the source's.  The last two assume n >= 2 k and k >= 1; they are formulas, and can be evaluated where they claim nothing.


def _with_root(L, n, k, delta, constant):
    """L + sqrt(L 4 k ln(n/delta) / n) + constant k ln(n/delta) / n."""
    unit = k * (math.log(n) - math.log(delta)) / n
    return L + math.sqrt(4 * L * unit) + constant * unit


@bound("compression-bound-realizable")
def compression_beta(n: of.sample, k: of.kept, delta: of.delta):
    """beta = (k ln n + ln(1/delta)) / (n - k), the union bound over n^k choices."""
    if n <= k:
        require.fail("n", n, f"an integer > k = {k}")
    return (k * math.log(n) - math.log(delta)) / (n - k)


@bound("compression-bound-agnostic")
def compression_agnostic(L: of.rest_error, n: of.sample, k: of.kept, delta: of.delta):
    """L + sqrt(2 L beta) + beta, for n > k, where L is the error on the rest."""
    beta = compression_beta(n, k, delta)
    return L + math.sqrt(2 * L * beta) + beta


@bound("compression-bound-agnostic")
def compression_agnostic_simple(L: of.rest_error, n: of.sample, k: of.kept.at_least(0), delta: of.delta):
    """L + sqrt(L 4 k ln(n/delta)/n) + 2 k ln(n/delta)/n, where L is the error on the rest."""
    return _with_root(L, n, k, delta, 2)


@bound("compression-bound-agnostic")
def compression_agnostic_as_printed(L: of.rest_error, n: of.sample, k: of.kept.at_least(0), delta: of.delta):
    """L + sqrt(L 4 k ln(n/delta)/n) + 8 k ln(n/delta)/n; it allows k = 0."""
    return _with_root(L, n, k, delta, 8)


@bound("compression-bound-realizable", "compression-halfspaces-min-norm", "compression-polynomials")
def compression_realizable(n: of.sample, k: of.kept, delta: of.delta):
    """beta = (k ln n + ln(1/delta)) / (n - k) where there is no error on the rest."""
    return compression_beta(n, k, delta)


@bound("compression-bound-realizable")
def compression_realizable_simple(n: of.sample, k: of.kept.at_least(0), delta: of.delta):
    """2 k ln(n/delta) / n where there is no error on the rest."""
    return _with_root(0, n, k, delta, 2)


@bound("compression-bound-realizable")
def compression_realizable_as_printed(n: of.sample, k: of.kept.at_least(0), delta: of.delta):
    """8 k ln(n/delta) / n where there is no error on the rest."""
    return _with_root(0, n, k, delta, 8)


@bound("compression-bound-realizable")
def compression_order_free(n: of.sample, k: of.kept, delta: of.delta):
    """(ln binomial(n, k) + ln(1/delta)) / (n - k) without error on the rest, if B looks at k different examples as a set."""
    if n <= k:
        require.fail("n", n, f"an integer > k = {k}")
    return (math.log(math.comb(n, k)) - math.log(delta)) / (n - k)


@bound("compression-bound-realizable")
def compression_stable(n: of.sample, k: of.kept, delta: of.delta):
    """2 (k ln 4 + ln(1/delta)) / (n - 2k) without error on the rest, if leaving out what was not named changes nothing.

    No ln n.  Cut the sample into 2k blocks: k of them hold the named examples, the other k are a test set.
    """
    if n <= 2 * k:
        require.fail("n", n, f"an integer > 2k = {2 * k}")
    return 2 * (k * math.log(4) - math.log(delta)) / (n - 2 * k)


@bound("compression-bound-training-error")
def compression_rest_error(L: of.training_error, n: of.sample, rest: of.rest):
    """n L / rest: the most that the error on the rest can be."""
    if n < rest:
        require.fail("n", n, f"an integer >= rest = {rest}")
    return n * L / rest


@bound("compression-bound-training-error")
def compression_rest_error_as_printed(L: of.training_error, L_N: of.named_error, n: of.sample, rest: of.rest):
    """n L / rest - n L_N / |N| for the |N| = n - rest named examples, where the last coefficient is |N| / rest in truth."""
    if n <= rest:
        require.fail("n", n, f"an integer > rest = {rest}")
    return compression_rest_error(L, n, rest) - n * L_N / (n - rest)


@bound("compression-bound-training-error", "agnostic-margin-bound")
def compression_training(L: of.training_error, n: of.sample, k: of.kept, delta: of.delta):
    """n L/(n-k) + sqrt(2 n L beta/(n-k)) + beta, for n > k."""
    beta, L = compression_beta(n, k, delta), compression_rest_error(L, n, n - k)
    return L + math.sqrt(2 * L * beta) + beta


@bound("compression-bound-training-error")
def compression_training_simple(L: of.training_error, n: of.sample, k: of.kept.at_least(0), delta: of.delta):
    """L + sqrt(L 4 k ln(n/delta)/n) + 8 k ln(n/delta)/n."""
    return _with_root(L, n, k, delta, 8)


@bound("compression-bound-training-error")
def compression_training_step_as_printed(ratio: of.ratio, k: of.kept):
    """(4 x + sqrt(2 k x) + 1, 5 x) with x = ln(n/delta): the k under the root is a misprint."""
    x = math.log(ratio)
    return 4 * x + math.sqrt(2 * k * x) + 1, 5 * x


@bound("compression-rectangles")
def compression_rectangles(n: of.sample, d: of.dimension, delta: of.delta):
    """beta with k = 2d, for boxes and realizable samples."""
    return compression_beta(n, 2 * d, delta)


@bound("compression-rectangles")
def compression_strips(n: of.sample, d: of.dimension, delta: of.delta):
    """2 d ln(2d/delta) / n, for boxes and realizable samples: a box misses one of 2d strips of mass epsilon / 2d."""
    return 2 * d * (math.log(2 * d) - math.log(delta)) / n


@bound("compression-polynomials")
def compression_polynomial_size(d: of.dimension, r: of.polynomial_degree):
    """binomial(d + r, r), the number of monomials of degree <= r."""
    return math.comb(d + r, r)


@bound("compression-polynomials")
def compression_polynomial_size_uniform(d: of.dimension, r: of.polynomial_degree):
    """(d + 1)^r >= binomial(d + r, r), for all d and r."""
    return (d + 1) ** r


@bound("compression-polynomials")
def compression_polynomial_size_as_printed(d: of.dimension, r: of.polynomial_degree):
    """d^r, printed as O(d^r): its constant depends on r."""
    return d ** r


@bound("compression-unrealizable")
def compression_unrealizable(L: of.training_error, n: of.sample, k: of.kept, delta: of.delta):
    """``compression_training`` at the least training error L of the class."""
    return compression_training(L, n, k, delta)


@bound("compression-unrealizable")
def compression_unrealizable_risk(R: of.risk.only(require.share), n: of.sample, k: of.kept, delta: of.delta):
    """``compression_unrealizable`` at R(h*) + sqrt(ln(1/delta)/(2n)), at most 1; with probability 1 - 2 delta."""
    return compression_unrealizable(min(1.0, R + math.sqrt(-math.log(delta) / (2 * n))), n, k, delta)


# Large margins: sizes of a compression, and the risk of the Perceptron, with a margin and without one
#
# Everywhere the features have length at most 1, and a prediction 0 is an error.


@bound("perceptron-compression", "inefficient-perceptron")
def margin_size(gamma: of.margin.only(require.positive_share).exact):
    """floor(1 / gamma^2): how many updates, so how many examples, are enough.

    Exact for a Fraction; a float is read as the number meant: 0.2 as 1/5, so 25 and not 24.
    """
    return math.floor(1 / Fraction(gamma) ** 2 if isinstance(gamma, Rational) else (1 + 1e-12) / gamma ** 2)


@bound("perceptron-generalization-separable")
def perceptron_risk(gamma: of.margin.only(require.positive_share).exact, n: of.sample.at_least(2), delta: of.delta):
    """2 (k - 1) ln(n/delta) / n, k = floor(1/gamma^2), with probability 1 - delta.

    The source has 8 / gamma^2 for 2 (k - 1).
    """
    return 2 * (margin_size(gamma) - 1) * math.log(n / delta) / n


def _long_compression(k, n, log):
    """log / (n - k), or infinity if the sample is no longer than the compression."""
    return log / (n - k) if k < n else math.inf


@bound("perceptron-generalization-separable")
def perceptron_risk_sharp(gamma: of.margin.only(require.positive_share).exact, n: of.sample.at_least(2), delta: of.delta):
    """(k ln n + ln(1/delta)) / (n - k), k = floor(1/gamma^2) - 1, for n > k: at most k updates leave a risk."""
    k = margin_size(gamma) - 1
    return _long_compression(k, n, k * math.log(n) + math.log(1 / delta))


@bound("agnostic-margin-bound")
def agnostic_margin_risk(M: of.margin_error, gamma: of.margin.only(require.positive_share).exact, n: of.sample.at_least(2),
                         delta: of.delta):
    """M + sqrt(2 M rate) + 3 rate with rate = k ln(n/delta) / n, k = floor(1/gamma^2), for gamma fixed in advance.

    The source has 4 for 2, 8 for 3 and 1/gamma^2 for k.
    """
    rate = margin_size(gamma) * math.log(n / delta) / n
    return M + math.sqrt(2 * M * rate) + 3 * rate


def _squares(slacks):
    """The sum of the squares."""
    return float(slacks @ slacks)


@bound("soft-margin-lemma")
def soft_margin(a: of.lift, gamma: of.margin, slacks: of.slacks):
    """a gamma / sqrt(1 + a^2 sum l_i^2 / (1 - a^2)): margin of the lifted sample.

    ``slacks`` are l_i = max(0, gamma - y_i <u, x_i>) for one unit vector u.
    """
    return a * gamma / math.sqrt(1 + a * a / (1 - a * a) * _squares(slacks))


@bound("soft-perceptron-algorithm")
def soft_perceptron_updates(a: of.lift, gamma: of.margin, slacks: of.slacks):
    """1 / (a gamma)^2 + sum (l_i / gamma)^2 / (1 - a^2) = ``soft_margin`` ** -2: updates."""
    return 1 / (a * gamma) ** 2 + _squares(slacks / gamma) / (1 - a * a)


@bound("soft-perceptron-bound")
def soft_perceptron_risk(a: of.lift, gamma: of.margin, slacks: of.several_slacks, delta: of.delta, C: of.constant = 3):
    """(3 ln(n/delta) / n) ``soft_perceptron_updates``, with probability 1 - delta, for all gamma and u.

    The source has the constant C = 8.
    """
    n = len(slacks)
    return C * math.log(n / delta) / n * soft_perceptron_updates(a, gamma, slacks)


@bound("soft-perceptron-bound")
def soft_perceptron_risk_as_printed(a: of.lift, gamma: of.margin, scores: of.scores, delta: of.delta):
    """The same with max(0, 1 - y_i <u, x_i>) / gamma for l_i / gamma, as the source prints it; ``scores`` are y_i <u, x_i>.

    For large gamma it tends to 0 whatever the sample is.
    """
    n = len(scores)
    slacks = np.maximum(0.0, 1.0 - scores) / gamma
    return 8 * math.log(n / delta) / n * (1 / (a * gamma) ** 2 + _squares(slacks) / (1 - a * a))


@bound("soft-perceptron-bound")
def soft_perceptron_risk_of_updates(k: of.updates, n: of.sample.at_least(2), delta: of.delta):
    """(k ln n + ln(2/delta)) / (n - k) after k < n updates, if k <= n/2; else infinity."""
    return _long_compression(k, n, k * math.log(n) + math.log(2 / delta)) if 2 * k <= n else math.inf


@bound("soft-perceptron-bound")
def soft_perceptron_risk_of_sum(k: of.updates, n: of.sample.at_least(2), delta: of.delta):
    """(ln binomial(n + k - 1, k) + ln(n/delta)) / (n - k) after k < n updates: a sum forgets the order; else infinity."""
    return _long_compression(k, n, math.lgamma(n + k) - math.lgamma(k + 1) - math.lgamma(n) + math.log(n / delta))


# Stochastic subgradient descent and the soft SVM: steps, excess in expectation, and how many examples suffice


@bound("gradient-descent-step")
def descent_excess(D: of.distance.only(require.nonnegative), G: of.gradient_bound, T: of.rounds):
    """G D / sqrt(T), D = ||w_1 - u||: f(mean) - f(u) of subgradient descent."""
    return G * D / math.sqrt(T)


@bound("sgd-convex-lipschitz")
def sgd_first_step(U: of.diameter, G: of.positive_gradient_bound):
    """eta_1 = U / (G sqrt(2)), which minimises ``sgd_excess_of_step``."""
    return U / (G * math.sqrt(2))


@bound("sgd-convex-lipschitz")
def sgd_steps(eta_1: of.first_step, T: of.rounds):
    """eta_t = eta_1 / sqrt(t) for t = 1, ..., T."""
    return eta_1 / np.sqrt(np.arange(1, T + 1))


@bound("sgd-convex-lipschitz")
def sgd_excess_of_step(U: of.diameter.only(require.nonnegative), G: of.gradient_bound, T: of.rounds, eta_1: of.first_step):
    """(U^2 / (2 eta_1) + G^2 eta_1) / sqrt(T): E f(mean) - f(u)."""
    return (U ** 2 / (2 * eta_1) + G ** 2 * eta_1) / math.sqrt(T)


@bound("sgd-convex-lipschitz", "sgd-learning-corollary", "sgd-sample-complexity")
def sgd_excess(U: of.diameter, G: of.positive_gradient_bound, T: of.rounds):
    """U G sqrt(2/T): E f(mean) - f(u)."""
    return U * G * math.sqrt(2 / T)


@bound("sgd-convex-lipschitz")
def sgd_abel_as_printed(U: of.diameter, eta_1: of.first_step):
    """U^2 / (2 eta_1): the same sum in the source, which divides by the first step instead of the last."""
    return U ** 2 / (2 * eta_1)


@bound("sgd-sample-complexity")
def sgd_sample_size(U: of.diameter, G: of.positive_gradient_bound, epsilon: of.accuracy):
    """ceil(2 G^2 U^2 / epsilon^2): so many examples suffice for E excess <= epsilon."""
    return math.ceil(2 * (G * U / epsilon) ** 2)


@bound("sgd-strongly-convex")
def sgd_strongly_convex_steps(mu: of.strength, T: of.rounds):
    """eta_t = 1 / (mu t) for t = 1, ..., T."""
    return 1 / (mu * np.arange(1, T + 1))


@bound("sgd-strongly-convex")
def sgd_strongly_convex_excess(G: of.gradient_bound, mu: of.strength, T: of.rounds):
    """G^2 (1 + ln T) / (2 mu T): E f(mean) - f(u)."""
    return G ** 2 * (1 + math.log(T)) / (2 * mu * T)


@bound("sgd-strongly-convex")
def sgd_weighted_steps(mu: of.strength, T: of.rounds):
    """eta_t = 2 / (mu (t + 1)), the steps for the mean with weights 1, ..., T (Lacoste-Julien and others 2012)."""
    return 2 / (mu * np.arange(2, T + 2))


@bound("soft-svm-sgd-rate")
def soft_svm_sgd_norm(X: of.feature_radius, lam: of.regulariser):
    """X / (2 lambda): every iterate of ``pegasos`` is at most as long."""
    return X / (2 * lam)


@bound("soft-svm-sgd-rate")
def soft_svm_sgd_excess(X: of.feature_radius, lam: of.regulariser, T: of.rounds):
    """X^2 (1 + ln T) / (lambda T): E F(mean) - F* for ``pegasos``."""
    return sgd_strongly_convex_excess(2 * X, 2 * lam, T)


@bound("soft-svm-sgd-algorithm")
def pegasos_printed_gap(X: of.feature_radius, lam: of.regulariser):
    """X^2 / (4 lambda): F(limit of the printed update) - F* is at most this."""
    return X ** 2 / (4 * lam)


@bound("sgd-lower-convex")
def two_slopes_excess(B: of.radius, G: of.positive_gradient_bound, kappa: of.lead, P: of.event):
    """2 kappa B G P <= E f(w) - min f for the slope kappa G or -kappa G, if P = e_T(kappa): most of T tosses are wrong."""
    return 2 * kappa * B * G * P


@bound("sgd-lower-convex")
def slope_lower(B: of.radius, G: of.positive_gradient_bound, T: of.rounds):
    """B G / (4 sqrt(T)), the same for the lead 1 / (2 sqrt(T))."""
    return B * G / (4 * math.sqrt(T))


@bound("sgd-lower-strong")
def bowl_lower(mu: of.strength, B: of.radius, T: of.rounds):
    """mu B^2 / (2 (1 + sqrt(T))^2) <= E f(w) - min f for some bowl, whatever the method."""
    return mu * B ** 2 / (2 * (1 + math.sqrt(T)) ** 2)


@bound("sgd-high-probability")
def sgd_run_excess(U: of.diameter, G: of.positive_gradient_bound, T: of.rounds):
    """U G / sqrt(T): f(mean) - f(u) minus the mean luck, in every run."""
    return U * G / math.sqrt(T)


@bound("sgd-high-probability")
def sgd_luck(U: of.diameter, G: of.positive_gradient_bound, T: of.rounds, delta: of.delta):
    """U G sqrt(2 ln(1/delta) / T): the mean luck, with probability 1 - delta."""
    return U * G * math.sqrt(2 * math.log(1 / delta) / T)


@bound("sgd-high-probability")
def sgd_sure_excess(U: of.diameter, G: of.positive_gradient_bound, T: of.rounds, delta: of.delta):
    """U G (1 + sqrt(2 ln(1/delta))) / sqrt(T): f(mean) - f(u), with probability 1 - delta."""
    return U * G * (1 + math.sqrt(2 * math.log(1 / delta))) / math.sqrt(T)


@bound("sgd-lower-certainty")
def certainty_lower(B: of.radius, G: of.positive_gradient_bound, T: of.rounds, delta: of.delta):
    """B G sqrt(1 - (4 delta (1 - delta))^(1/T)): exceeded with probability delta, whatever the method; delta < 1/2."""
    return B * G * math.sqrt(1 - (4 * delta * (1 - delta)) ** (1 / T))


@bound("sgd-lower-certainty")
def certainty_lower_simple(B: of.radius, G: of.positive_gradient_bound, T: of.rounds, delta: of.delta):
    """B G sqrt(Lambda / (T + Lambda)), Lambda = ln(1 / (4 delta (1 - delta))), a little less."""
    share = math.log(1 / (4 * delta * (1 - delta)))
    return B * G * math.sqrt(share / (T + share))


# Regularised loss minimisation: stability, and the risk that follows


@bound("stable-approximate-erm-learns")
def stable_excess(epsilon_1: of.stability.fraction, epsilon_2: of.optimisation.fraction):
    """epsilon_1 + epsilon_2: E R(h_S) - R(h*); exact."""
    return epsilon_1 + epsilon_2


@bound("rlm-is-stable")
def rlm_distance(G: of.positive_gradient_bound.fraction, lam: of.regulariser.fraction, n: of.sample):
    """G / (lambda n): how far the minimiser moves when one example is replaced; exact."""
    return G / (lam * n)


@bound("rlm-is-stable")
def rlm_stability(G: of.positive_gradient_bound.fraction, lam: of.regulariser.fraction, n: of.sample):
    """G^2 / (lambda n): the stability of regularised loss minimisation; exact."""
    return G * rlm_distance(G, lam, n)


@bound("rlm-is-stable")
def rlm_stability_as_printed(G: of.positive_gradient_bound.fraction, lam: of.regulariser.fraction, n: of.sample):
    """2 G^2 / (lambda n), the same stability in the source: true, and twice as large as need be; exact."""
    return 2 * rlm_stability(G, lam, n)


@bound("rlm-oracle-inequality")
def rlm_gap(G: of.positive_gradient_bound.fraction, lam: of.regulariser.fraction, n: of.sample):
    """G^2 / (sqrt(2) lambda n): E[R - R_S] of regularised loss minimisation on independent examples.

    Fix all examples but one.  The minimiser w_z lies within G / (2 lambda n) of the minimiser w_0 without it, so for
    independent z and z' the mean square of ||w_z - w_z'|| is at most 2 (G / (2 lambda n))^2, and the loss is
    G-Lipschitz.
    """
    return float(rlm_stability(G, lam, n)) / math.sqrt(2)


@bound("rlm-oracle-inequality")
def rlm_oracle(R: of.comparator_risk.fraction, u: of.comparator_norm.fraction, G: of.positive_gradient_bound.fraction,
               lam: of.regulariser.fraction, n: of.sample):
    """R(u) + lambda ||u||^2 + G^2 / (lambda n): E R(w_S); exact."""
    return R + lam * u ** 2 + rlm_stability(G, lam, n)


@bound("rlm-oracle-inequality")
def rlm_oracle_as_printed(R: of.comparator_risk.fraction, u: of.comparator_norm.fraction,
                          G: of.positive_gradient_bound.fraction, lam: of.regulariser.fraction, n: of.sample):
    """R(u) + lambda ||u||^2 + 2 G^2 / (lambda n), the same bound in the source: true, and larger than need be; exact."""
    return R + lam * u ** 2 + rlm_stability_as_printed(G, lam, n)


@bound("rlm-oracle-inequality", "soft-svm-oracle-inequality")
def rlm_oracle_sharp(R: of.comparator_risk.fraction, u: of.comparator_norm.fraction,
                     G: of.positive_gradient_bound.fraction, lam: of.regulariser.fraction, n: of.sample):
    """R(u) + (lambda/2) ||u||^2 + G^2 / (sqrt(2) lambda n): E R(w_S).

    Strong convexity gives R_S(a) + lambda ||a||^2 + lambda ||a - u||^2 <= R_S(u) + lambda ||u||^2 at a = w_S, and
    ||a||^2 + ||a - u||^2 >= ||u||^2 / 2.  The last term is ``rlm_gap``.
    """
    return R + lam / 2 * u ** 2 + rlm_gap(G, lam, n)


@bound("rlm-oracle-inequality")
def rlm_regulariser(B: of.radius, G: of.positive_gradient_bound, n: of.sample):
    """lambda = G / (B sqrt(n)), which minimises ``rlm_oracle`` over ||u|| = B."""
    return G / (B * math.sqrt(n))


@bound("rlm-oracle-inequality")
def rlm_excess(B: of.radius, G: of.positive_gradient_bound, n: of.sample):
    """2 G B / sqrt(n): E R(w_S) - min of R on the ball, with ``rlm_regulariser``."""
    return 2 * G * B / math.sqrt(n)


@bound("rlm-oracle-inequality")
def rlm_regulariser_sharp(B: of.radius, G: of.positive_gradient_bound, n: of.sample):
    """lambda = 2^(1/4) G / (B sqrt(n)), which minimises ``rlm_oracle_sharp`` over ||u|| = B."""
    return 2 ** 0.25 * rlm_regulariser(B, G, n)


@bound("rlm-oracle-inequality")
def rlm_excess_sharp(B: of.radius, G: of.positive_gradient_bound, n: of.sample):
    """2^(1/4) G B / sqrt(n): E R(w_S) - min of R on the ball, with ``rlm_regulariser_sharp``."""
    return 2 ** -0.75 * rlm_excess(B, G, n)


@bound("soft-svm-objective")
def soft_svm_norm(X: of.feature_radius, lam: of.regulariser):
    """min(X / (2 lambda), 1 / sqrt(2 lambda)): the length of the soft SVM."""
    return min(X / (2 * lam), 1 / math.sqrt(2 * lam))


@bound("soft-svm-oracle-inequality")
def soft_svm_oracle(R: of.comparator_risk.fraction, u: of.comparator_norm.fraction, X: of.feature_radius.fraction,
                    lam: of.regulariser.fraction, n: of.sample):
    """R(u) + lambda ||u||^2 + X^2 / (lambda n), hinge risk: E R of the soft SVM; exact."""
    return rlm_oracle(R, u, X, lam, n)


@bound("soft-svm-oracle-inequality")
def soft_svm_oracle_as_printed(R: of.comparator_risk.fraction, u: of.comparator_norm.fraction, lam: of.regulariser.fraction,
                               n: of.sample):
    """R(u) + lambda ||u||^2 + 2 / (lambda n): the source calls the hinge loss 1-Lipschitz, whatever the features are."""
    return rlm_oracle_as_printed(R, u, 1, lam, n)


@bound("uniform-stability-bound")
def stability_gap(epsilon: of.uniform_stability, n: of.sample, delta: of.delta, c: of.ceiling = 1.0):
    """epsilon + ((2n - 1) epsilon + c) sqrt(ln(1/delta) / (2n)): R - R_S of a stable rule, with probability 1 - delta."""
    return epsilon + ((2 * n - 1) * epsilon + c) * math.sqrt(math.log(1 / delta) / (2 * n))


@bound("stability-second-moment")
def stability_typical_gap(epsilon: of.uniform_stability, n: of.sample, c: of.ceiling = 1.0):
    """2 epsilon + c / (2 sqrt(n)): the root of the mean square of R - R_S."""
    return 2 * epsilon + c / (2 * math.sqrt(n))


@bound("gradient-step-nonexpansive")
def step_square_distance(before: of.before, change: of.gradient_change, eta: of.step, beta: of.loss_smoothness):
    """before - eta (2/beta - eta) change: squared distance of two points after a gradient step."""
    return before - eta * (2 / beta - eta) * change


@bound("sgd-is-stable")
def descent_distance(G: of.gradient_bound.fraction, s: of.step_sum.fraction, n: of.sample):
    """2 G s / n: how far apart two runs of gradient descent end, one example of n exchanged; exact.

    With n = 1 and s the sum of the steps times the shares of this example it holds for every draw.
    """
    return 2 * G * s / n


@bound("sgd-is-stable")
def descent_stability(G: of.gradient_bound.fraction, s: of.step_sum.fraction, n: of.sample):
    """2 G^2 s / n: the stability of gradient descent with steps of the sum s; exact."""
    return G * descent_distance(G, s, n)


@bound("self-bounding")
def smooth_square_slope(f: of.value.only(require.nonnegative), beta: of.loss_smoothness):
    """2 beta f: the squared length of the gradient of a nonnegative, beta-smooth function, where its value is f."""
    return 2 * beta * f


@bound("self-bounding")
def smooth_root(f: of.value.only(require.nonnegative), d: of.feature_distance, beta: of.loss_smoothness):
    """sqrt(f) + sqrt(beta/2) d: the root of such a function at the distance d from a point where its value is f."""
    return math.sqrt(f) + math.sqrt(beta / 2) * d


@bound("rlm-smooth-stability")
def smooth_left_out(f: of.value.only(require.nonnegative).fraction, beta: of.loss_smoothness.fraction, lam: of.regulariser.fraction,
                    n: of.sample):
    """(1 + beta/(2 lambda n))^2 f: the loss on an example left out, f being the loss on it when it is in the sample; exact."""
    return (1 + beta / (2 * lam * n)) ** 2 * f


@bound("rlm-smooth-stability")
def smooth_gap(E: of.empirical_risk.fraction, beta: of.loss_smoothness.fraction, lam: of.regulariser.fraction, n: of.sample):
    """beta/(lambda n) (1 + beta/(2 lambda n)) E: the mean gap, E being the mean training loss; exact."""
    return beta / (lam * n) * (1 + beta / (2 * lam * n)) * E


@bound("rlm-smooth-oracle")
def smooth_oracle(R: of.risk.fraction, u: of.comparator_norm.fraction, beta: of.loss_smoothness.fraction,
                  lam: of.regulariser.fraction, n: of.sample):
    """(1 + beta/(2 lambda n))^2 (R + lambda/2 n/(n+1) ||u||^2): E R(w_S) for smooth losses; exact."""
    return (1 + beta / (2 * lam * n)) ** 2 * (R + lam / 2 * Fraction(n, n + 1) * u ** 2)


@bound("rlm-smooth-oracle")
def smooth_regulariser(K: of.risk_budget, B: of.radius, beta: of.loss_smoothness, n: of.sample):
    """lambda = beta/(2n) + sqrt(2 beta K/n)/B, for which ``smooth_excess`` holds."""
    return beta / (2 * n) + math.sqrt(2 * beta * K / n) / B


@bound("rlm-smooth-oracle")
def smooth_excess(K: of.risk_budget, B: of.radius, beta: of.loss_smoothness, n: of.sample):
    """B sqrt(2 beta K/n) + beta B^2/n: E R(w_S) - K, with ``smooth_regulariser``."""
    return B * math.sqrt(2 * beta * K / n) + beta * B ** 2 / n


@bound("sgd-smooth")
def sgd_smooth(R: of.risk, u: of.comparator_norm, beta: of.loss_smoothness, eta: of.step, T: of.rounds):
    """(R + ||u||^2/(2 eta T)) / (1 - eta beta): mean loss of one pass with the step eta < 1/beta, and E R(mean)."""
    if eta * beta >= 1:
        require.fail("eta", eta, "less than 1 / beta")
    return (R + u ** 2 / (2 * eta * T)) / (1 - eta * beta)


# Kernels: updates of the kernel Perceptron, sizes of feature spaces, truncated features


@bound("kernel-perceptron")
def kernel_perceptron_updates(square_radius: of.square_radius.exact, square_margin: of.square_margin.exact):
    """R^2 / gamma^2 with R^2 = max_i K(x_i, x_i): updates of the kernel Perceptron; exact."""
    return square_radius / square_margin


@bound("kernel-perceptron")
def kernel_perceptron_updates_as_printed(square_margin: of.square_margin.exact):
    """1 / gamma^2: the source's bound, for features of length at most 1; exact."""
    return 1 / square_margin


@bound("feature-map-abs-and-1d-polynomials")
def dichotomies(n: of.sample, d: of.dimension):
    """2 sum_{j < d} C(n - 1, j): labellings of n points in general position that half-spaces through 0 separate strictly.

    Cover (1965).
    """
    return 2 * sum(math.comb(n - 1, j) for j in range(d))


@bound("polynomial-kernel")
def polynomial_kernel(product: of.product.exact, p: of.degree, b: of.offset.exact = 1):
    """(b + <x, x'>)^p; exact."""
    return (b + product) ** p


@bound("polynomial-kernel")
def polynomial_kernel_of_printed_features(product: of.product.exact, p: of.degree):
    """sum_{r <= p} <x, x'>^r: the inner product of the features that the source prints; exact."""
    return sum(product ** r for r in range(p + 1))


@bound("gaussian-kernel-1d", "gaussian-kernel-general")
def gaussian_truncation_on_ball(X: of.reach, width: of.width, q: of.feature_count):
    """P(Poisson(X^2 / width^2) >= q): the largest error of q features over all ||x||, ||x'|| <= X."""
    from scipy.special import gammainc

    return float(gammainc(q, (X / width) ** 2))


@bound("evaluation-gap")
def value_difference(f: of.function_norm, d: of.feature_distance):
    """||f|| d_K(x, x'): how far two values of a function can be apart, attained."""
    return f * d


@bound("evaluation-gap")
def value_unknown(f: of.function_norm, s: of.least_norm, P: of.power):
    """P_n(x) sqrt(||f||^2 - ||s||^2): how far a function can be from the cheapest one with its values, attained."""
    if s > f:
        require.fail("s", s, f"at most f = {f}: no function with these values has a smaller norm than s")
    return P * math.sqrt(f ** 2 - s ** 2)


@bound("bochner")
def random_features_error(q: of.frequencies, n: of.sample.at_least(2), delta: of.delta):
    """sqrt((2/q) ln(n (n - 1) / delta)): error of the kernel of q random waves at all pairs of n points."""
    return math.sqrt(2 / q * math.log(n * (n - 1) / delta))


# Support vector machines


@bound("hard-svm-max-margin")
def hard_svm_norm(gamma: of.margin):
    """1 / gamma: the length of the hard SVM, an equality."""
    return 1 / gamma


# Epsilon-nets: how many examples meet every heavy set of a class of finite VC dimension


def _log_failure(delta):
    """ln(2 / delta)."""
    return math.log(2) - math.log(delta)


@bound("epsilon-net-theorem")
def net_chernoff_chain_as_printed(n: of.real_sample, epsilon: of.epsilon, D: of.vc_dimension, delta: of.delta):
    """(D ln(1/delta), n epsilon): the source's next step takes the first to be the smaller one."""
    return -D * math.log(delta), n * epsilon


@bound("double-sample-claim")
def double_sample(P: of.event.exact):
    """2 P[(S, T) in B'] >= P[S in B], for n epsilon >= ln 2; exact."""
    return 2 * P


@bound("symmetrization-claim")
def symmetrization(tau: of.traces, n: of.sample, epsilon: of.epsilon):
    """tau(2n) 2^(-epsilon n / 2) >= P[(S, T) in B']."""
    return tau * 2 ** (-epsilon * n / 2)


@bound("symmetrization-claim")
def symmetrization_whole(tau: of.traces, n: of.sample, epsilon: of.epsilon.exact):
    """tau(2n) 2^(-floor(epsilon n / 2) - 1): the number of hits is whole.

    A Fraction epsilon is not rounded before the floor is taken.
    """
    return tau * 2.0 ** -(math.floor(epsilon * n / 2) + 1)


@bound("symmetrization-claim")
def symmetrization_as_printed(tau: of.traces, n: of.sample, epsilon: of.epsilon):
    """tau(2n) e^(-epsilon n / 4) >= P[(S, T) in B']."""
    return tau * math.exp(-epsilon * n / 4)


@bound("sauer-as-used")
def sauer(D: of.vc_dimension, n: of.sample.at_least(0)):
    """sum of binomial(n, i) over i <= D: traces on n points."""
    return sum(math.comb(n, i) for i in range(min(n, D) + 1))


@bound("sauer-as-used")
def sauer_exponential(D: of.vc_dimension.at_least(1), n: of.sample):
    """(e n / D)^D >= ``sauer``, for n >= D >= 1."""
    return (math.e * n / D) ** D


@bound("log-inversion-simple")
def log_inversion_simple(a: of.factor):
    """e/(e-1) a ln a, and not less: x > 0 above it has x >= a ln x."""
    return math.e / (math.e - 1) * (a * math.log(a))


@bound("log-inversion-simple")
def log_inversion_simple_as_printed(a: of.factor):
    """2 a ln a: x > 0 above it has x >= a ln x."""
    return 2 * a * math.log(a)


@bound("log-inversion-affine")
def log_inversion_affine(a: of.factor, b: of.summand):
    """4 a ln(2a) + 2b, a >= 1/(2e), b real: x > 0 above it has x >= a ln x + b."""
    return 4 * a * math.log(2 * a) + 2 * b


@bound("epsilon-net-theorem")
def net_failure_probability(n: of.real_sample, D: of.vc_dimension.at_least(1), epsilon: of.epsilon):
    """2 (2en/D)^D e^(-epsilon n / 4): that n points are no epsilon-net, for D >= 1."""
    log = math.log(2) + D * (1 + math.log(n) - math.log(D / 2)) - n * epsilon / 4
    return math.exp(log) if log < 700 else math.inf


@bound("epsilon-net-theorem")
def net_requirement(D: of.vc_dimension, epsilon: of.epsilon, delta: of.delta):
    """16 D/eps ln(8/eps) + 8/eps (D ln(2e) + ln(2/delta)), at most ``net_sample_size`` for every D >= 0.

    ``log_inversion_affine`` for the unknown n/D, with a = 4/eps and b = 4/eps (ln(2e) + ln(2/delta)/D) > 0.
    """
    return 16 * D / epsilon * math.log(8 / epsilon) + 8 / epsilon * (D * math.log(2 * math.e) + _log_failure(delta))


@bound("epsilon-net-theorem")
def net_requirement_as_printed(D: of.vc_dimension.at_least(1), epsilon: of.epsilon, delta: of.delta):
    """16 D/eps ln(8D/eps) + 8/eps (D ln(2e/D) + ln(2/delta)), printed as at most ``net_sample_size``: not for D > 5."""
    return 16 * D / epsilon * math.log(8 * D / epsilon) + 8 / epsilon * (D * math.log(2 * math.e / D) + _log_failure(delta))


@bound("epsilon-net-theorem", "realizable-pac")
def net_sample_size(D: of.vc_dimension, epsilon: of.epsilon, delta: of.delta):
    """8/eps (2 D ln(16e/eps) + ln(2/delta)), for all D >= 0."""
    return 8 / epsilon * (2 * D * math.log(16 * math.e / epsilon) + _log_failure(delta))


@bound("no-free-lunch-imported")
def no_free_lunch_simple():
    """1/4, at most the largest expected error over all labellings of twice as many points as there are examples."""
    return 1 / 4


@bound("main-theorem-of-learning")
def uniform_convergence(tau: of.traces, n: of.sample, delta: of.delta):
    """sqrt(8 ln(4 tau(2n)/delta) / n) >= sup |R_S - R| with probability 1 - delta."""
    return math.sqrt(8 * (math.log(4 * tau) - math.log(delta)) / n)


@bound("vc-lower-expected")
def vc_lower_expected(D: of.vc_dimension.at_least(2), n: of.sample):
    """(D - 1)/(2 (n + 1)) (1 - 1/(n + 1))^n <= E R for some target, whoever learns, for n >= D - 2."""
    return (D - 1) / (2 * (n + 1)) * (1 - 1 / (n + 1)) ** n


@bound("vc-lower-expected")
def vc_lower_expected_simple(D: of.vc_dimension.at_least(2), n: of.sample):
    """(D - 1)/(2 e (n + 1)), less than ``vc_lower_expected``."""
    return (D - 1) / (2 * math.e * (n + 1))


@bound("vc-lower-expected")
def remembering_risk(D: of.vc_dimension.at_least(2), n: of.sample):
    """(D - 1)/(2 (n + 1)) (1 - 1/(n + 1))^n + (1 - 1/D)^n / (2D) >= E R of who remembers D points, and tosses coins elsewhere."""
    return (D - 1) / (2 * (n + 1)) * (1 - 1 / (n + 1)) ** n + (1 - 1 / D) ** n / (2 * D)


@bound("confidence-lower")
def missed(epsilon: of.epsilon.fraction, n: of.sample):
    """(1 - eps)^n / 2 <= P(R >= eps) for one of two targets that differ at a point of mass eps; exact."""
    return (1 - epsilon) ** n / 2


@bound("confidence-lower")
def confidence_examples(epsilon: of.epsilon, delta: of.delta):
    """(1/eps - 1) ln(1/(2 delta)): so many examples are needed to be sure, whoever learns."""
    return (1 / epsilon - 1) * math.log(1 / (2 * delta))


@bound("vc-lower-realizable")
def pac_failure(D: of.vc_dimension.at_least(2), epsilon: of.epsilon, n: of.sample):
    """(1 - 4 eps/(D - 1))^n - 1/2 <= P(R >= eps) for some target, whoever learns, for eps <= 1/4."""
    return (1 - 4 * epsilon / (D - 1)) ** n - 1 / 2


@bound("vc-lower-realizable")
def pac_examples(D: of.vc_dimension.at_least(2), epsilon: of.epsilon, delta: of.delta):
    """max{((D - 1)/(4 eps) - 1) ln(2/(1 + 2 delta)), (1/eps - 1) ln(1/(2 delta))}: so many examples are needed."""
    return max(((D - 1) / (4 * epsilon) - 1) * math.log(2 / (1 + 2 * delta)), (1 / epsilon - 1) * math.log(1 / (2 * delta)))


@bound("two-laws-apart")
def apart_at_least(a: of.affinity, n: of.sample):
    """(1 - sqrt(1 - a^(2n))) / 2 <= P(wrong guess) from n draws of one of two laws with affinity a."""
    x = a ** (2 * n)
    return x / (1 + math.sqrt(1 - x)) / 2                                # 1 - sqrt(1 - x) = x / (1 + sqrt(1 - x))


@bound("two-laws-apart")
def apart_at_most(a: of.affinity, n: of.sample):
    """a^n / 2 >= P(wrong guess) of the best guess."""
    return a ** n / 2


@bound("vc-lower-agnostic")
def agnostic_lead(D: of.vc_dimension.at_least(1), n: of.sample, kappa: of.lead):
    """kappa/2 (1 - sqrt(1 - (1 - kappa^2/D)^n)) <= E R - min R for some law, whoever learns."""
    log = n * math.log1p(-kappa ** 2 / D) if kappa ** 2 < D else -math.inf
    return kappa / 2 * math.exp(log) / (1 + math.sqrt(-math.expm1(log)))  # 1 - sqrt(1 - x) = x / (1 + sqrt(1 - x))


@bound("vc-lower-agnostic")
def agnostic_root(D: of.vc_dimension.at_least(1), n: of.sample):
    """sqrt(D/n) / 8, the same for the lead sqrt(D/n) / 2, for n >= D/4."""
    return math.sqrt(D / n) / 8


@bound("halfspaces-vc")
def radon_traces(d: of.dimension):
    """2^(d+2) - 2 >= traces on d + 2 points of sets in R^d that are convex, with convex complements."""
    return 2 ** (d + 2) - 2


@bound("dual-vc")
def dual_vc(D: of.vc_dimension):
    """2^(D+1) - 1 >= D*, the VC dimension of the dual class."""
    return 2 ** (D + 1) - 1


@bound("epsilon-approximation")
def approximation_gap(tau: of.patterns, n: of.sample, delta: of.delta):
    """sqrt(2 ln tau(n) / n) + sqrt(ln(2/delta) / (2n)) >= sup |S(h) - D(h)| with probability 1 - delta."""
    return math.sqrt(2 * math.log(tau) / n) + math.sqrt(_log_failure(delta) / (2 * n))


@bound("epsilon-approximation")
def approximation_size(D: of.vc_dimension.at_least(1), epsilon: of.epsilon, delta: of.delta):
    """3/eps^2 (4 D ln(sqrt(6)/eps) + ln(2/delta)): so many draws are an eps-approximation, for D >= 1."""
    return 3 / epsilon ** 2 * (4 * D * math.log(math.sqrt(6) / epsilon) + _log_failure(delta))


@bound("boosting-compresses")
def boosting_kept(n: of.sample.at_least(2), k: of.kept, gamma: of.edge):
    """k ln n / (2 gamma^2): lists of k examples with the mean edge gamma that keep more than this are right on all n examples."""
    return k * math.log(n) / (2 * gamma ** 2)


@bound("vc-compresses")
def quarter_size(D: of.vc_dimension.at_least(1)):
    """72 D: under all weights so many examples leave every consistent concept a weighted error below 1/4."""
    return 72 * D


@bound("moran-yehudayoff")
def vote_deviation(D: of.vc_dimension, T: of.rounds):
    """sqrt(2 ln(2 sum of binomial(T, i) over i <= D) / T): how far T lists err more often than all, on the worst example, on average.

    Here D is the dimension of the dual class.
    """
    return math.sqrt(2 * math.log(2 * sauer(D, T)) / T)


@bound("compression-needs-dimension")
def set_messages(D: of.vc_dimension.at_least(1), k: of.kept.at_least(0)):
    """sum of binomial(D, i) 2^i over i <= k: sets of at most k of D points, with labels."""
    return sum(math.comb(D, i) * 2 ** i for i in range(min(D, k) + 1))


@bound("compression-needs-dimension")
def set_size(D: of.vc_dimension.at_least(1)):
    """D ln(14/9) / ln 7: no smaller sets compress all labellings of D points."""
    return D * math.log(14 / 9) / math.log(7)


@bound("compression-needs-dimension")
def list_size(D: of.vc_dimension.at_least(1)):
    """D / log2(2 D): no shorter lists do."""
    return D / math.log2(2 * D)


# Rademacher complexity: how far the sample can flatter a class, and what counting its patterns says


@bound("symmetrisation")
def symmetrised_gap(Rad: of.complexity):
    """2 Rad_n(losses) >= E sup (R - R_S), and >= E sup (R_S - R)."""
    return 2 * Rad


@bound("rademacher-bound")
def rademacher_gap(Rad: of.complexity, n: of.sample, delta: of.delta):
    """2 Rad_n + sqrt(ln(1/delta) / (2n)) >= sup (R - R_S) with probability 1 - delta, for losses in [0, 1]."""
    return 2 * Rad + math.sqrt(math.log(1 / delta) / (2 * n))


@bound("rademacher-bound")
def rademacher_gap_on_sample(Rad: of.complexity, n: of.sample, delta: of.delta):
    """2 Rad_S + sqrt(2 ln(1/delta) / n) >= sup (R - R_S) with probability 1 - delta: what can be computed from the sample."""
    return 2 * Rad + math.sqrt(2 * math.log(1 / delta) / n)


@bound("massart")
def massart(r: of.list_length, N: of.lists):
    """r sqrt(2 ln N) >= E max sum_i sigma_i a_i over N vectors a of length at most r."""
    return r * math.sqrt(2 * math.log(N))


@bound("vc-rademacher")
def vc_rademacher(D: of.vc_dimension.at_least(1), n: of.sample.at_least(2)):
    """sqrt(2 D ln(en/D) / n) >= Rad_S of rules with values +-1 and VC dimension at most D, for n >= D >= 1."""
    if math.e * n < D:
        require.fail("n", n, f"an integer >= D/e for D = {D}, as the logarithm would be negative")
    return math.sqrt(2 * D * math.log(math.e * n / D) / n)


@bound("rademacher-linear")
def ball_complexity(B: of.radius, X: of.feature_radius, n: of.sample):
    """B X / sqrt(n) >= Rad_S of all <w, x> with |w| <= B, if the squared lengths of the n points are at most X^2 on average."""
    return B * X / math.sqrt(n)


@bound("rademacher-linear")
def sum_complexity(B: of.radius, X: of.reach, d: of.dimension, n: of.sample):
    """B X_inf sqrt(2 ln(2d) / n) >= Rad_S of all <w, x> with |w_1| + ... + |w_d| <= B, for entries of size at most X_inf."""
    return B * X * math.sqrt(2 * math.log(2 * d) / n)


@bound("contraction")
def contraction(L: of.lipschitz, Rad: of.complexity):
    """L Rad(F) >= Rad of functions from F with a function of slopes at most L applied to the values at each point."""
    return L * Rad


@bound("margin-bound")
def margin_gap(B: of.radius, X: of.feature_radius, gamma: of.margin, n: of.sample, delta: of.delta):
    """2 B X / (gamma sqrt(n)) + sqrt(ln(1/delta) / (2n)) >= err(w) - mean ramp loss, for all |w| <= B, with probability 1 - delta."""
    return 2 * B * X / (gamma * math.sqrt(n)) + math.sqrt(math.log(1 / delta) / (2 * n))


@bound("svm-generalises")
def svm_gap(X: of.feature_radius, lam: of.regulariser, n: of.sample, delta: of.delta):
    """X^2 / (lambda n) + sqrt(ln(1/delta) / (2n)) >= err(w) - mean ramp loss - lambda |w|^2, for all w, with probability 1 - delta."""
    return X ** 2 / (lam * n) + math.sqrt(math.log(1 / delta) / (2 * n))


# Concentration: bounds on tails, and the deviations that they allow with probability 1 - delta


@bound("hoeffding-lemma")
def hoeffding_log_mgf(s: of.exponent, c: of.spread.only(require.nonnegative) = 1.0):
    """s^2 c^2 / 8: log-moment generating function of Z - E Z for Z in an interval of length c."""
    return s ** 2 * c ** 2 / 8


@bound("hoeffding-fixed")
def hoeffding_tail(n: of.sample, epsilon: of.deviation, c: of.spread = 1.0):
    """exp(-2 n epsilon^2 / c^2): the mean of n losses in [0, c] leaves its expectation, to one side, by epsilon or more.

    For both sides together twice as much.
    """
    return math.exp(-2 * n * (epsilon / c) ** 2)


@bound("hoeffding-fixed", "gd-otb-excess-risk")
def hoeffding_deviation(n: of.sample, delta: of.delta, c: of.spread = 1.0, sides: of.sides = 1):
    """c sqrt(ln(sides/delta) / (2n)): what the mean of n losses deviates by, to one side or to either of two."""
    return c * math.sqrt(math.log(sides / delta) / (2 * n))


@bound("azuma-hoeffding", "mcdiarmid")
def azuma_tail(epsilon: of.deviation, c: of.spreads):
    """exp(-2 epsilon^2 / sum_t c_t^2): the *sum* of martingale differences reaches epsilon.

    So does the excess over its mean of a function that changes by at most c_t with its t-th variable.
    """
    return math.exp(-2 * epsilon ** 2 / float((c ** 2).sum()))


@bound("azuma-hoeffding", "mcdiarmid")
def azuma_deviation(delta: of.delta, c: of.spreads):
    """sqrt(ln(1/delta) sum_t c_t^2 / 2): the *sum*, or that excess, stays below it with probability 1 - delta."""
    return math.sqrt(math.log(1 / delta) * float((c ** 2).sum()) / 2)


@bound("hoeffding-fixed")
def bernstein_deviation(n: of.sample, delta: of.delta, v: of.variance, b: of.excursion = 1.0):
    """sqrt(2 v ln(1/delta) / n) + b ln(1/delta) / (3n): the mean of n variables that are at most b above their mean."""
    log = math.log(1 / delta)
    return math.sqrt(2 * v * log / n) + b * log / (3 * n)


@bound("hoeffding-fixed")
def empirical_bernstein_deviation(n: of.sample.at_least(2), delta: of.delta, V: of.sample_variance, c: of.spread = 1.0):
    """sqrt(2 V ln(2/delta) / n) + 7 c ln(2/delta) / (3(n-1)) with the sample variance V (Maurer and Pontil 2009).

    ``evidence.mean`` computes its confidence limits with it.
    """
    return evidence.Mean(0.0, V, n, 0.0, c)._width(delta)


def _beyond_tangent(r):
    """(1 + r) ln(1 + r) - r >= 0 for r >= -1; near 0, where the terms cancel, by its series."""
    if abs(r) < 0.01:
        return sum((-r) ** k / (k * (k - 1)) for k in range(2, 10))
    return 1.0 if r == -1 else (1 + r) * math.log1p(r) - r


@bound("test-set-bound-lemma1")
def bernoulli_kl(q: of.empirical_share, p: of.chance):
    """q ln(q/p) + (1-q) ln((1-q)/(1-p)) for 0 <= q <= 1 and 0 < p < 1."""
    return p * _beyond_tangent((q - p) / p) + (1 - p) * _beyond_tangent((p - q) / (1 - p))


@bound("chernoff-lower-tail-step")
def chernoff_lower_tail(n: of.sample, p: of.chance, a: of.shortfall):
    """exp(-np (a + (1-a) ln(1-a))): P(N <= (1-a) n p) for N of law Bin(n, p), 0 < a < 1; at most exp(-np a^2/2)."""
    return math.exp(-n * p * _beyond_tangent(-a))


@bound("chernoff-lower-tail-step")
def chernoff_half_tail(n: of.sample, p: of.chance):
    """exp(-np (1 - ln 2)/2): P(N <= np/2) for N of law Bin(n, p)."""
    return chernoff_lower_tail(n, p, 0.5)


@bound("chernoff-lower-tail-step")
def chernoff_half_tail_simple(n: of.sample, p: of.chance):
    """exp(-np/8), the rounded form of ``chernoff_half_tail``."""
    return math.exp(-n * p / 8)


@bound("chernoff-lower-tail-step")
def chernoff_half_tail_as_printed(n: of.sample, p: of.chance):
    """exp(-np/2), the source's exponent: false, it puts np where Hoeffding's inequality has n."""
    return math.exp(-n * p / 2)


@bound("test-set-bound-lemma1")
def heldout_bound(q: of.empirical_share, n: of.sample, delta: of.delta, C: of.constant = 1.0):
    """q + sqrt(2 q beta) + C beta with beta = ln(1/delta)/n: risk of a hypothesis with the error q on n fresh examples.

    True with probability 1 - delta for every C >= 1, and for no smaller C.
    """
    beta = math.log(1 / delta) / n
    return q + math.sqrt(2 * q * beta) + C * beta


# Maxima and functions of many variables


@bound("def-sub-gaussian")
def subgaussian_log_mgf(sigma: of.subgaussian, s: of.exponent):
    """s^2 sigma^2 / 2: ln E exp(s Z) of a sub-Gaussian variable Z with parameter sigma."""
    return s ** 2 * sigma ** 2 / 2


@bound("sub-gaussian-sums")
def subgaussian_tail(sigma: of.subgaussian, epsilon: of.deviation):
    """exp(-epsilon^2 / (2 sigma^2)): a sub-Gaussian variable reaches epsilon."""
    return math.exp(-(epsilon / sigma) ** 2 / 2)


@bound("sub-gaussian-sums")
def subgaussian_sum(sigma: of.subgaussians):
    """sqrt(sum_i sigma_i^2): parameter of the sum of independent sub-Gaussian variables."""
    return math.sqrt(float((sigma ** 2).sum()))


@bound("sub-gaussian-sums")
def subgaussian_dependent_sum(sigma: of.subgaussians):
    """sum_i sigma_i: parameter of the sum of sub-Gaussian variables, however they depend on each other."""
    return float(sigma.sum())


@bound("maximal-inequality")
def expected_maximum(N: of.variables, sigma: of.subgaussian):
    """sigma sqrt(2 ln N): expectation of the largest of N sub-Gaussian variables."""
    return sigma * math.sqrt(2 * math.log(N))


@bound("maximal-inequality")
def maximum_deviation(N: of.variables, delta: of.delta, sigma: of.subgaussian):
    """sigma sqrt(2 ln(N/delta)): the largest of N sub-Gaussian variables stays below it with probability 1 - delta."""
    return sigma * math.sqrt(2 * math.log(N / delta))


@bound("mcdiarmid")
def mcdiarmid_parameter(c: of.spreads):
    """sqrt(sum_i c_i^2) / 2: sub-Gaussian parameter, less its mean, of a function that changes by at most c_i with its i-th variable."""
    return math.sqrt(float((c ** 2).sum())) / 2


@bound("chernoff-general")
def chernoff_upper(nu: of.expected_sum, a: of.relative_excess):
    """(e^a / (1+a)^(1+a))^nu: P(Z >= (1+a) nu) for a sum Z of independent variables in [0, 1] with mean nu."""
    return math.exp(-nu * _beyond_tangent(a))


@bound("chernoff-general")
def chernoff_upper_simple(nu: of.expected_sum, a: of.relative_excess):
    """exp(-a^2 nu / (2+a)), the rounded form of ``chernoff_upper``."""
    return math.exp(-a ** 2 * nu / (2 + a))


@bound("chernoff-general")
def chernoff_lower(nu: of.expected_sum, a: of.shortfall):
    """(e^-a / (1-a)^(1-a))^nu: P(Z <= (1-a) nu), 0 < a < 1."""
    return math.exp(-nu * _beyond_tangent(-a))


@bound("chernoff-general")
def chernoff_lower_simple(nu: of.expected_sum, a: of.shortfall):
    """exp(-a^2 nu / 2), the rounded form of ``chernoff_lower``."""
    return math.exp(-a ** 2 * nu / 2)


# All times at once


@bound("ville")
def ville_chance(U_0: of.fortune, x: of.goal):
    """E U_0 / x: that a fortune which is never negative, in games that are fair or worse, is ever x or more."""
    return U_0 / x


@bound("hoeffding-all-times")
def hoeffding_tangent(t: of.looks, t_0: of.planned, delta: of.delta, c: of.spread = 1.0):
    """c (t + t_0) sqrt(ln(1/delta) / (8 t_0)): the *sum* of t martingale differences, for all t with probability 1 - delta."""
    return c * (t + t_0) * math.sqrt(math.log(1 / delta) / (8 * t_0))


@bound("hoeffding-all-times")
def hoeffding_curve(t: of.looks, t_0: of.planned, delta: of.delta, c: of.spread = 1.0):
    """c/2 sqrt((t + t_0) (2 ln(1/delta) + ln(1 + t/t_0))): so does the size of the sum; this limit is good at all times."""
    return c / 2 * math.sqrt((t + t_0) * (2 * math.log(1 / delta) + math.log(1 + t / t_0)))


@bound("freedman")
def freedman_tail(epsilon: of.deviation, v: of.variance.only(require.positive), b: of.excursion = 1.0):
    """exp(-epsilon^2 / (2 (v + b epsilon / 3))): that a sum of differences <= b reaches epsilon while their variances have a sum <= v."""
    return math.exp(-epsilon ** 2 / (2 * (v + b * epsilon / 3)))


@bound("freedman")
def freedman_deviation(v: of.variance.only(require.positive), delta: of.delta, b: of.excursion = 1.0):
    """sqrt(2 v ln(1/delta)) + b ln(1/delta) / 3: with probability 1 - delta the sum stays below it while that of the variances is <= v."""
    log = math.log(1 / delta)
    return math.sqrt(2 * v * log) + b * log / 3


@bound("certificate-at-any-time")
def anytime_certificate(p: of.mean_loss, t: of.looks.at_least(1), t_0: of.planned, delta: of.delta, c: of.ceiling = 1.0):
    """p + ``hoeffding_curve`` / t, p = mean loss of t rounds: R(Q_t) for all t with probability 1 - delta; at least p less that."""
    return p + hoeffding_curve(t, t_0, delta, c) / t


# Convexity: chords, tangents, surrogates, Lipschitz constants, projections

HALF = Fraction(1, 2)


@bound("surrogate-hinge-bound")
def hinge_surrogate(s: of.score.exact):
    """max(0, 1 - s) >= 1[s <= 0]; exact."""
    return max(0, 1 - s)


@bound("surrogate-hinge-bound")
def exponential_surrogate(s: of.score):
    """e^-s >= 1[s <= 0]."""
    return math.exp(-s)


@bound("surrogate-hinge-bound")
def logistic_surrogate(s: of.score):
    """log2(1 + e^-s) >= 1[s <= 0]."""
    return (max(-s, 0.0) + math.log1p(math.exp(-abs(s)))) / math.log(2)


@bound("convex-set-function", "strong-convexity-definition", "convex-first-order-test", "convex-hessian-test", "convex-linear-composition",
       "convex-max-of-affine", "epigraph-convex")
def chord(f_u: of.value_u.exact, f_v: of.value_v.exact, alpha: of.weight.exact,
          mu: of.strength.only(require.nonnegative).exact = 0, square_distance: of.square_distance.exact = 0):
    """alpha f(u) + (1 - alpha) f(v) - mu/2 alpha (1 - alpha) ||u - v||^2 >= f(alpha u + (1 - alpha) v); exact."""
    return alpha * f_u + (1 - alpha) * f_v - HALF * alpha * (1 - alpha) * mu * square_distance


@bound("strong-convexity-definition")
def chord_as_printed(f_u: of.value_u.exact, f_v: of.value_v.exact, alpha: of.weight.exact,
                     mu: of.strength.only(require.nonnegative).exact = 0, square_distance: of.square_distance.exact = 0):
    """alpha f(u) + (1 - alpha) f(v) + mu/2 alpha (1 - alpha) ||u - v||^2: the source wants f(alpha u + (1 - alpha) v) above it.

    That is the definition of strong *concavity*; exact.
    """
    return alpha * f_u + (1 - alpha) * f_v + HALF * alpha * (1 - alpha) * mu * square_distance


@bound("gradient-lower-bound", "strong-convexity-first-order", "convex-first-order-test", "subgradient-differentiable",
       "subgradient-of-max")
def tangent(f: of.value.exact, rise: of.slope_rise.exact, mu: of.strength.only(require.nonnegative).exact = 0,
            square_distance: of.square_distance.exact = 0):
    """f(w) + <g, u - w> + mu/2 ||u - w||^2 <= f(u) with rise = <g, u - w>; exact."""
    return f + rise + HALF * mu * square_distance


@bound("convex-hessian-test")
def second_order(f: of.value.exact, rise: of.slope_rise.exact, curvature: of.curvature.exact):
    """f(w) + <gradient, u - w> + (u - w)'H(u - w)/2 = f(u) for H at some point between; exact."""
    return second_order_as_printed(f, rise, curvature) - HALF * curvature


@bound("convex-hessian-test")
def second_order_as_printed(f: of.value.exact, rise: of.slope_rise.exact, curvature: of.curvature.exact):
    """f(w) + <gradient, u - w> + (u - w)'H(u - w): the source leaves out the factor 1/2; exact."""
    return f + rise + curvature


@bound("convex-linear-composition")
def composition_lipschitz(L: of.lipschitz, x: of.feature_norm):
    """L ||x||: Lipschitz constant of w -> g(<w, x> + b) for an L-Lipschitz g."""
    return L * x


@bound("squared-loss-convex")
def squared_loss_lipschitz(B: of.radius.only(require.nonnegative).exact, X: of.feature_radius.only(require.nonnegative).exact,
                           Y: of.label_bound.exact):
    """2 X (B X + Y): Lipschitz constant of (<w, x> - y)^2 on ||w|| <= B, ||x|| <= X, |y| <= Y; exact."""
    return 2 * X * (B * X + Y)


@bound("logistic-loss")
def logistic_lipschitz(x: of.feature_norm):
    """||x||: Lipschitz constant of ln(1 + e^(-y <w, x>))."""
    return x


@bound("logistic-loss")
def logistic_smoothness(x: of.feature_norm):
    """||x||^2 / 4: largest curvature of ln(1 + e^(-y <w, x>))."""
    return x ** 2 / 4


@bound("projection-lemma")
def distance_after_projection(before: of.before.exact, moved: of.moved.exact):
    """||w - u||^2 - ||w - v||^2 >= ||v - u||^2 for the nearest point v of a closed convex set with u in it; exact."""
    return before - moved


@bound("slater-duality")
def slater_price(f: of.value.exact, p: of.least_value.exact, epsilon: of.room.exact):
    """(f(v) - p) / epsilon: the largest sum of exact prices if v keeps all constraints with the room epsilon; exact."""
    return (f - p) / epsilon


@bound("fenchel-moreau")
def fenchel_young(f: of.value.exact, conjugate: of.conjugate.exact):
    """f(w) + f*(u) >= <u, w>; exact."""
    return f + conjugate
