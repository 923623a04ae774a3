"""Perceptron and Winnow: mistakes, the steps of their proofs, and what they say about a committee."""

import math
from numbers import Rational

from .. import require

__all__ = [
    "committee_crossing", "committee_margin", "committee_margin_as_printed", "committee_margin_l1",
    "committee_perceptron_mistakes", "committee_perceptron_mistakes_as_printed", "committee_winnow_mistakes",
    "committee_winnow_mistakes_as_printed", "committee_winnow_mistakes_sharp", "littlestone_mistakes",
    "margin_dimension", "perceptron_length", "perceptron_mistakes", "perceptron_potential", "perceptron_progress",
    "perceptron_repeats", "winnow_largest_step", "winnow_mistakes", "winnow_mistakes_as_printed", "winnow_mistakes_of",
    "winnow_progress", "winnow_rate", "winnow_simple", "winnow_step", "winnow_tuned"]


def perceptron_repeats(score, square):
    """floor(-s / ||x||^2) + 1: updates on one example with s = y <w, x> <= 0 until it is right
    (``perceptron-update-correction``).
    """
    if require.number("score", score) > 0:
        require.fail("score", score, "a number <= 0: a mistake")
    require.positive("square", square)
    return math.floor(-score / square) + 1


def perceptron_progress(margin, mistakes):
    """gamma M: lower bound on <w, u> - <w_1, u> after M mistakes (statement ``perceptron-step1``); exact for a
    Fraction.
    """
    require.positive("margin", margin)
    return margin * require.integer("mistakes", mistakes, 0)


def perceptron_length(radius, mistakes):
    """X^2 M: upper bound on ||w||^2 after M mistakes (statement ``perceptron-step2``); exact for a Fraction."""
    require.positive("radius", radius)
    return radius ** 2 * require.integer("mistakes", mistakes, 0)


def perceptron_potential(radius, margin, mistakes):
    """gamma sqrt(M) / X: lower bound on <w, u> / ||w|| after M >= 1 mistakes (statement ``perceptron-potential``)."""
    X, gamma = require.positive("radius", radius), require.positive("margin", margin)
    return gamma * math.sqrt(require.integer("mistakes", mistakes, 1)) / X


def perceptron_mistakes(radius, margin):
    """(X / gamma)^2: mistakes of the Perceptron (statement ``perceptron-mistake-bound``); exact for a Fraction."""
    X, gamma = require.positive("radius", radius), require.positive("margin", margin)
    if isinstance(radius, Rational) and isinstance(margin, Rational):
        return (radius * radius) / (margin * margin)
    return (X / gamma) ** 2


def margin_dimension(radius, margin):
    """(X / gamma)^2: how many points of length X are shattered with margin gamma (statement ``margin-vc-bound``)."""
    return perceptron_mistakes(radius, margin)


def _vote(experts, size):
    """Return N, k and the least positive majority of k votes: 1 for an odd k, 2 for an even one."""
    N = require.integer("experts", experts, 1)
    if require.integer("size", size, 1) > N:
        require.fail("size", size, f"an integer from 1 to experts = {N}")
    return N, size, 2 - size % 2


def committee_margin(experts, size):
    """1 / sqrt(N k), or 2 / sqrt(N k) if k is even: the least margin of x / sqrt(N), u = 1_S / sqrt(k)
    (``committee-margin``).
    """
    N, k, least = _vote(experts, size)
    return least / math.sqrt(N * k)


def committee_margin_as_printed(experts, size):
    """1 / sqrt(N k), for even k too, as the source prints it (statement ``committee-margin``)."""
    N, k, _ = _vote(experts, size)
    return 1 / math.sqrt(N * k)


def committee_margin_l1(size):
    """1 / k, or 2 / k if k is even: the least margin of votes x and u = 1_S / k (statement ``committee-margin``)."""
    return (2 - require.integer("size", size, 1) % 2) / size


def committee_perceptron_mistakes(experts, size):
    """N k, or N k / 4 if k is even: mistakes of the Perceptron on a committee (statement
    ``committee-perceptron-bound``).
    """
    N, k, least = _vote(experts, size)
    return N * k / least ** 2


def committee_perceptron_mistakes_as_printed(experts, size):
    """N k, for even k too, as the source prints it: true, and four times too large (``committee-perceptron-bound``)."""
    N, k, _ = _vote(experts, size)
    return float(N * k)


def winnow_progress(margin, step):
    """eta gamma - ln cosh eta: the least drop of KL(u || w) at a mistake (statement ``winnow-mistake-bound``)."""
    gamma, eta = require.positive("margin", margin), require.positive("step", step)
    log_cosh = math.log1p(math.sinh(eta) ** 2) / 2 if eta < 1 else eta + math.log1p(math.exp(-2 * eta)) - math.log(2)
    return eta * gamma - log_cosh


def winnow_mistakes_of(divergence, margin, step):
    """KL(u || w_1) / (eta gamma - ln cosh eta), if that is positive: mistakes of Winnow (statement
    ``winnow-mistake-bound``).
    """
    progress = winnow_progress(margin, step)
    if progress <= 0:
        require.fail("step", step, f"a step with step * margin > ln cosh(step), for margin = {margin}")
    return require.nonnegative("divergence", divergence) / progress


def winnow_mistakes(experts, margin, step):
    """ln N / (eta gamma - ln cosh eta), if that is positive: mistakes of Winnow (statement ``winnow-mistake-bound``).
    """
    return winnow_mistakes_of(math.log(require.integer("experts", experts, 1)), margin, step)


def winnow_mistakes_as_printed(experts, margin, step):
    """ln N / (eta gamma + ln(2 / (e^eta + e^-eta))) for any eta > 0, as printed, also negative
    (``winnow-mistake-bound``).
    """
    return math.log(require.integer("experts", experts, 1)) / winnow_progress(margin, step)


def winnow_largest_step(margin):
    """The root eta > 0 of eta gamma = ln cosh eta: from there on there is no bound (statement
    ``winnow-mistake-bound``).
    """
    low, high = winnow_step(margin), 1.0
    while winnow_progress(margin, high) > 0:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if winnow_progress(margin, middle) > 0 else (low, middle)
    return low


def winnow_step(margin):
    """artanh(gamma), for gamma < 1: the step that minimises ``winnow_mistakes`` (statement ``winnow-stepsize``)."""
    return math.atanh(require.probability("margin", margin))


def winnow_rate(margin):
    """D(gamma) = ((1+gamma) ln(1+gamma) + (1-gamma) ln(1-gamma)) / 2 >= gamma^2 / 2; D(1) = ln 2 (``winnow-stepsize``).
    """
    gamma = require.positive("margin", margin)
    if gamma > 1:
        require.fail("margin", margin, "a number in the interval (0, 1]")
    return math.log(2) if gamma == 1 else gamma * math.atanh(gamma) + math.log1p(-gamma * gamma) / 2


def winnow_tuned(experts, margin):
    """ln N / D(gamma): mistakes of Winnow with the best step; log2 N, its limit, for gamma = 1 (``winnow-stepsize``).
    """
    return math.log(require.integer("experts", experts, 1)) / winnow_rate(margin)


def winnow_simple(experts, margin):
    """2 ln N / gamma^2: the same, without the higher terms of D (statement ``winnow-stepsize``)."""
    return 2 * math.log(require.integer("experts", experts, 1)) / require.positive("margin", margin) ** 2


def committee_winnow_mistakes(experts, size):
    """2 k^2 ln N, or k^2 ln N / 2 if k is even: mistakes of tuned Winnow on a committee (``committee-winnow-bound``).
    """
    N, k, least = _vote(experts, size)
    return winnow_simple(N, least / k)


def committee_winnow_mistakes_as_printed(experts, size):
    """2 k^2 ln N, for even k too, as the source prints it: true, and four times too large (``committee-winnow-bound``).
    """
    N, k, _ = _vote(experts, size)
    return winnow_simple(N, 1 / k)


def committee_winnow_mistakes_sharp(experts, size):
    """ln(N / k) / D(1/k), or D(2/k) if k is even: the same, with KL(u || w_1) and D (statement
    ``committee-winnow-bound``).
    """
    N, k, least = _vote(experts, size)
    return math.log(N / k) / winnow_rate(least / k)


def committee_crossing(size):
    """The least N0 such that N k > 2 k^2 ln N for all N >= max(N0, k): there Winnow's bound wins
    (``committee-comparison``).
    """
    k = require.integer("size", size, 1)
    N = max(2, math.ceil(2 * k))                     # beyond 2k, N - 2k ln N increases
    while N <= 2 * k * math.log(N):
        N += 1
    return N if k > 1 else 1


def littlestone_mistakes(experts, size, promotion=2.0, threshold=None):
    """a k (log_a theta + 1) + N / theta, theta >= 1/a; 2 k log2 N + 2 by default: Winnow 1 (statement
    ``winnow-littlestone``).
    """
    N, k, _ = _vote(experts, size)
    a = require.positive("promotion", promotion)
    theta = require.positive("threshold", N / 2 if threshold is None else threshold)
    if a <= 1 or theta * a < 1:
        require.fail("promotion, threshold", (promotion, theta), "promotion > 1 and threshold >= 1 / promotion")
    return a * k * (math.log(theta, a) + 1) + N / theta
