"""No public function answers an argument that nobody may give: it says which one it is, and what was expected instead.

The first test is made by machine: every function that the fuzz knows, every argument, and values that none may accept.  The second
lists what depends on more than one argument, or on their size.
"""

import math
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction

import numpy as np
import pytest
from falsification import arguments, fuzz

from otbnotes import (bounds, compression, concentration, conversion, convexity, exhaustive, geometry, kernels, least_squares, losses,
                      margin, nets, online, sgd, smallworld_conversion, smallworld_experts, stability, streams, svm)
from otbnotes.online import experts

NEVER = [math.nan, "many", object(), [[1.0], [1.0, 2.0]], ["1"], 1j]
SIGNED = {"convexity.nearest_in_box high", "convexity.nearest_in_box low", "evidence.mean floor",
          "online.leader.follow_the_regularised_leader start"}
"""The numbers that may be negative, of all functions but the bounds, whose arguments have a table of their own."""


def good(function, draws):
    """Return arguments that the function answers."""
    case = arguments.Case()
    for seed in range(1000):
        case.start(seed)
        given = {name: draw(case) for name, (draw, _) in draws.items()}
        try:
            function(**given)
        except (ValueError, RuntimeError):
            continue
        return given
    raise LookupError(f"{function.__name__} answers none of its calls")


def answered(name):
    """Return what the function accepts and should not, and what it refuses without a clear word; a sentence each."""
    function, draws = arguments.targets()[name]
    given, found, case = good(function, draws), [], arguments.Case()
    case.start(0)
    for argument, value in given.items():
        if argument in arguments.OBJECTS:
            continue
        number = isinstance(value, (int, float)) and not name.startswith("bounds.")
        count = number and all(isinstance(draws[argument][0](case), int) for _ in range(20))
        for never in NEVER + [0.5, True] * count + [-1] * (number and f"{name} {argument}" not in SIGNED):
            said = fuzz.judge(function, given | {argument: never})
            if said != "refuses":
                found.append(f"{name}: {argument} = {never!r}: {said}")
    return found


def test_what_nobody_may_give_is_refused():
    names = list(arguments.targets())
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), fuzz._as_written) as worker:
        assert sum(worker.map(answered, names), []) == []
    assert len(names) > 250


def lenient(size, weight=1.0):
    """Accept a half and a text; a function as it should not be."""
    return size


@pytest.mark.gate
def test_a_function_that_accepts_too_much_is_named(monkeypatch):
    draws = {"size": (lambda case: 3, False), "weight": (lambda case: 1.0, True)}
    monkeypatch.setattr(arguments, "targets", lambda: {"lenient": (lenient, draws)})
    found = " ".join(answered("lenient"))
    for said in ("size = 'many': answers", "size = 0.5: answers", "size = True: answers", "weight = -1: answers",
                 "result that is not a number"):
        assert said in found


HALF, TWO = Fraction(1, 2), np.eye(2)
GAME = streams.Game("two rounds", losses.Absolute(), [[1.0, 0.0], [0.0, 1.0]], [1.0, -1.0])
HINGE = streams.Game("two rounds", losses.Hinge(), TWO, [1, -1])
BALL = geometry.Ball(1.0)
STEEP = streams.Game("ever steeper", losses.Squared(), np.ones((900, 1)), np.ones(900))
SQUARE = lambda w: w * w

PARTICULAR = {
    "games and domains": [
        *((lambda labels=labels: streams.Game("bad", losses.Absolute(), TWO, labels),
         f"labels = '{len(labels)} labels': expected 2 labels, one per row")
          for labels in ([1], [1, -1, 1])),
        *((lambda label=label: streams.Game("bad", losses.Hinge(), TWO, [1, label]),
         f"labels[1] = {float(label)}: expected a label -1 or +1")
          for label in (0, 2, -0.5)),
        *((lambda loss=loss: streams.Game("bad", loss, [[1.0]], [1.0]), f"loss = {loss!r}: expected a loss such as Hinge()")
          for loss in ("hinge", None, losses.Hinge)),
        *((lambda method=method: method(0),
         "radius = 0: expected a finite number > 0") for method in (GAME.lipschitz, GAME.gradient_bound)),
        (lambda: GAME.total([1.0]), "w = 'array of shape (1,)': expected a vector with 2 entries"),
        *((lambda order=order: GAME.reordered(order, "other"), "order") for order in ([0, 2], [-1, 0], [0.0, 1.0], [[0, 1]], [])),
        (lambda: next(streams.games(1, np.random.default_rng(0))), "rounds = 1: expected an integer >= 2"),
        (lambda: streams.unit_rows([[1.0, 2.0], [0.0, 0.0]]), "vectors = 'row 1 is 0': expected rows of positive length"),
        *((lambda domain=domain: geometry.check(domain),
         "radius = ") for domain in (geometry.Ball, geometry.Ball(0), geometry.Ball("1"))),
        (lambda: geometry.nearest("ball", [1.0]), "domain = 'ball': expected a domain such as Ball(1.0)"),
        (lambda: geometry.nearest(BALL, [math.nan, 0]), "w[0] = nan: expected")],
    "online": [
        (lambda: online.perceptron(HINGE, [1.0]), "start = [1.0]: expected a vector with 2 entries"),
        (lambda: online.batch_perceptron(HINGE, "random"), "rule = "), (lambda: online.winnow(HINGE, 1e308), "step = "),
        (lambda: online.winnow(HINGE, 1.0, [0.6, 0.6]), "start = "),
        (lambda: online.follow_the_leader([[1.0, 2.0]], [0.0]), "regulariser = '1 entries': expected 2 entries, one per action"),
        (lambda: exhaustive.most_mistakes_winnow(2, 3), "size"), (lambda: exhaustive.most_mistakes_winnow(2, 1, 1), "factor"),
        (lambda: online.gradient_descent(GAME, BALL, [0.1] * 3),
         "step = [0.1, 0.1, 0.1]: expected a number > 0, or 2 of them, one per round"),
        (lambda: online.gradient_descent(GAME, BALL, [0.1, 0.0]), "step = "),
        (lambda: online.gradient_descent(GAME, BALL, 0.1, [1.0]), "start = [1.0]: expected a vector with 2 entries"),
        (lambda: online.gradient_descent(GAME, 1.0), "domain = 1.0: expected a domain such as Ball(1.0)"),
        (lambda: online.gradient_descent(GAME, geometry.Ball(-1.0), 0.1), "radius = -1.0: expected a finite number > 0"),
        (lambda: online.gradient_descent(GAME, geometry.Everywhere()), "radius = inf: expected a finite number > 0"),
        (lambda: online.gradient_descent(streams.Game("zeros", losses.Absolute(), [[0.0]], [1.0]), BALL),
         "G (largest length of a gradient) = 0.0: expected"),
        (lambda: online.gradient_descent(STEEP, geometry.Everywhere(), 10.0),
         "step = 10.0: expected a step short enough to keep every iterate"),
        (lambda: online.exponentiated_gradient(GAME, 0.1, [0.5, 0.6]), "start = [0.5, 0.6]: expected a probability vector"),
        (lambda: online.exponentiated_gradient(GAME, 0.1, [1.0]), "start = [1.0]: expected a vector with 2 entries"),
        (lambda: online.exponentiated_gradient(streams.Game("steep", losses.Linear(), [[1e308, 0.0]] * 3, np.ones(3)), 1e10),
         "step = 10000000000.0: expected a step short enough to keep every exponent finite"),
        (lambda: online.hedge([[0.5, 2.0]]), "losses = 2.0: expected losses in [0, 1], or a step"),
        (lambda: online.hedge([[0.5, 1.0]], [1.0, 1.0]), "step = [1.0, 1.0]: expected a number > 0, or 1 of them, one per round"),
        (lambda: online.recursive_least_squares(GAME, 1.0), "loss = "), (lambda: online.least_mean_squares(GAME, 1.0), "loss = "),
        (lambda: online.recursive_least_squares(streams.Game("ones", losses.Squared(), np.ones((3, 1)), np.ones(3)), 1e-20),
         "regulariser = 1e-20: expected a number so large"),
        (lambda: online.vovk_azoury_warmuth(streams.Game("huge", losses.Squared(), [[1e200]] * 2, [1.0] * 2), 1.0), "regulariser = ")],
    "sgd": [
        *((lambda order=order: sgd.sgd(GAME, order, BALL, [1.0, 0.5]),
         "order = ") for order in ([], [0, 2], [0, -1], [0.0, 1.0], [[0], [1]])),
        *((lambda steps=steps: sgd.sgd(GAME, [0, 1], BALL, steps), "steps = ") for steps in ([1.0], [1.0, 0.0], 1.0)),
        (lambda: sgd.sgd(STEEP, [0] * 900, geometry.Everywhere(), np.full(900, 10.0)), "steps = "),
        (lambda: sgd.pegasos(GAME, [0], 1.0), "game.loss = "), (lambda: sgd.pegasos(HINGE, [2], 1.0), "order = ")],
    "experts": [
        (lambda: experts.ExpertGame("bad", [[0, 2]], [0]), "advice = 2.0: expected entries 0 and 1"),
        (lambda: experts.ExpertGame("bad", [[0, 1]], [-1]), "outcomes = -1.0: expected entries 0 and 1"),
        (lambda: experts.ExpertGame("bad", [[0, 1]], [1, 0]), "outcomes = '2 outcomes': expected 1 outcomes, one per row of the advice"),
        (lambda: experts.weighted_majority([[0, 1]], experts.Share(0.5)), "game = [[0, 1]]: expected an ExpertGame"),
        (lambda: experts.weighted_majority(experts.ExpertGame("one", [[0, 1]], [1]), 0.5), "vote = 0.5: expected Majority(beta)"),
        (lambda: smallworld_experts.coin_mistakes(lambda past: 0, 17), "rounds = 17: expected at most 16, for there are 2^T sequences"),
        (lambda: smallworld_experts.minimax_regret(65, 2), "rounds, experts = (65, 2): expected at most 64 rounds and 5 experts")],
    "conversion": [
        (lambda: conversion.zero_one([1.0], [0]), "labels"), (lambda: conversion.zero_one([1.0, 2.0], [1]), "labels"),
        (lambda: conversion.progressive_validation([1.5], 1.0, 0.1), "losses"), (lambda: conversion.hold_out([1.5], 1.0, 0.1), "losses"),
        (lambda: conversion.choose_validated([[0.0, 1.0]], 1.0, 0.1), "losses")],
    "compression and nets": [
        (lambda: compression.learn(None, [[1.0], [2.0]], [1, 0]), "labels"),
        (lambda: compression.min_norm_point_exact([[1.0]]), "points"),
        (lambda: nets.vc_dimension([[0.5]]), "system = "),
        (lambda: nets.net_failure(nets.cube(2), [HALF], HALF, 1), "mass"),
        (lambda: nets.net_failure(nets.cube(2), nets.uniform(2), 0.5, 1),
                                                                           "epsilon = 0.5: expected a Fraction in (0, 1]"),
        (lambda: nets.cube(21), "points = 21"), (lambda: nets.count_vectors(100, 8), "n, types"),
        (lambda: nets.growth(nets.thresholds(200), 5), "n = 5")],
    "exact laws": [
        (lambda: least_squares.sign_noise(17), "size"),
        (lambda: concentration.worst_martingale(2, 0.3, 2), "deviation"),
        *((lambda world=world: smallworld_conversion.samples(world, 1), "world = ") for world in ({}, {0: 1.0, 1: 0.1}, {0: HALF}, [1])),
        (lambda: smallworld_conversion.samples(smallworld_conversion.FAIR_COIN, 40), "rounds = "),
        (lambda: smallworld_conversion.worst_learner(10, 10 ** 6, lambda r, k: r > k), "lattice = ")],
    "convexity": [
        (lambda: convexity.segment_test(SQUARE, [1]), "points"), (lambda: convexity.segment_test(SQUARE, [1, (1, 2)]), "points"),
        (lambda: convexity.segment_test(SQUARE, [1, 2], [2]), "weights"),
        (lambda: convexity.segment_test(lambda w: math.nan, [1, 2]), "f(w)"),
        (lambda: convexity.max_affine([1], [1, 2]), "slopes and offsets"),
        (lambda: convexity.max_affine([1], [0]).interval(2, 0, 1), "w"),
        (lambda: convexity.nearest_in_box([1], 2, 1), "high"), (lambda: convexity.nearest_in_halfspace([1, 2], [0, 0], 1), "normal"),
        (lambda: bounds.chord(1, 2, 1.5), "alpha (weight of u) = 1.5: expected")],
    "samples": [
        (lambda: least_squares.fit([[1.0, 1.0], [1.0, 1.0]], [1, 1]),
         "features = [[1.0, 1.0], [1.0, 1.0]]: expected 2 linearly independent columns"),
        (lambda: least_squares.ridge([[1], [2]], [1], 1), "labels"),
        *((lambda labels=labels: svm.hard_svm(TWO, labels), "labels") for labels in ([1, 0], [1])),
        (lambda: svm.hard_svm_exact([1.0]), "rows"),
        (lambda: kernels.ldl([[1, 2], [3, 1]]), "gram"), (lambda: kernels.kernel_perceptron(TWO, [1, 0]), "labels"),
        (lambda: stability.rlm(STEEP, -1.0), "regulariser")]}


@pytest.mark.filterwarnings("ignore:(overflow|invalid value) encountered")
@pytest.mark.parametrize("part", PARTICULAR)
def test_what_does_not_go_together_is_refused(part):
    for call, start in PARTICULAR[part]:
        with pytest.raises(ValueError) as caught:
            call()
        assert str(caught.value).startswith(start) and "expected" in str(caught.value), caught.value
