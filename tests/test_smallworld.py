"""The coin world against brute force: every sequence of coins, each played by the algorithm, in fractions."""

import math
from collections import defaultdict
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otbnotes.geometry import Ball
from otbnotes.losses import Absolute
from otbnotes.online import gradient_descent
from otbnotes.smallworld import coin_world, coin_world_mean, quantile
from otbnotes.streams import Game

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

WORLDS = [(root, repeat) for root, repeats in ((1, [1]), (2, [1, 2, 4]), (3, [1, 3, 9]), (4, [2, 4, 8, 16]))
          for repeat in repeats]
each_world = pytest.mark.parametrize("root, repeat", WORLDS)
each_p = pytest.mark.parametrize("p", [Fraction(3, 4), Fraction(2, 3), Fraction(9, 10), Fraction(1, 2),
                                       Fraction(1, 3)], ids=str)


def sequences(root, repeat):
    """Yield every sequence of T = root^2 labels in which each coin is shown ``repeat`` times."""
    for coins in product([1, -1], repeat=root * root // repeat):
        yield [coin for coin in coins for _ in range(repeat)]


def excess_risk(iterates, p):
    """Return the mean of R(w) - R(1), where R(w) = p |w - 1| + (1 - p) |w + 1|."""
    return sum(p * abs(w - 1) + (1 - p) * abs(w + 1) for w in iterates) / len(iterates) - 2 * (1 - p)


def play(labels, root):
    """Return the vectors that gradient descent plays on |w - y|: step 1/root, projected to [-1, 1]."""
    w, played = Fraction(0), []
    for y in labels:
        played.append(w)
        slope = (w > y) - (w < y)
        w = max(Fraction(-1), min(Fraction(1), w - Fraction(slope, root)))
    return played


def brute_force(root, p, repeat):
    """Return the law of the excess risk as a dictionary."""
    law = defaultdict(Fraction)
    for labels in sequences(root, repeat):
        heads = labels[::repeat].count(1)
        law[excess_risk(play(labels, root), p)] += p ** heads * (1 - p) ** (len(labels) // repeat - heads)
    return law


@each_world
@each_p
def test_every_sequence_of_coins_in_fractions(root, repeat, p):
    expected = brute_force(root, p, repeat)
    excess, law = coin_world(root, p, repeat)
    ours = defaultdict(Fraction)
    for value, probability in zip(excess, law):
        ours[value] += probability
    assert ours == expected
    assert coin_world_mean(root, p, repeat) == sum(value * weight for value, weight in expected.items())
    assert all(isinstance(number, Fraction) for number in (*excess, *law, coin_world_mean(root, p, repeat)))


@pytest.mark.parametrize("root, repeat", [(2, 1), (3, 1), (3, 3), (4, 2)])
def test_the_algorithm_of_the_book_walks_there(root, repeat):
    """The package's own gradient descent on every sequence has the same mean excess risk."""
    p, mean = 0.7, 0.0
    for labels in sequences(root, repeat):
        game = Game("coins", Absolute(), np.ones((root * root, 1)), labels)
        run = gradient_descent(game, Ball(1.0), 1 / root)
        heads = labels[::repeat].count(1)
        weight = p ** heads * (1 - p) ** (len(labels) // repeat - heads)
        mean += weight * excess_risk(run.weights[:-1, 0], p)
    assert coin_world_mean(root, p, repeat) == pytest.approx(mean, rel=1e-12)


@each_world
@pytest.mark.parametrize("p", [0.3, 0.5, 0.75, 0.999])
def test_floats_follow_fractions(root, repeat, p):
    exact_excess, exact_law = coin_world(root, Fraction(p), repeat)
    excess, law = coin_world(root, p, repeat)
    assert excess.dtype == law.dtype == float
    assert excess.tolist() == pytest.approx([float(value) for value in exact_excess], rel=1e-12, abs=1e-12)
    assert law.tolist() == pytest.approx([float(weight) for weight in exact_law], rel=1e-12, abs=1e-300)
    exact_mean = coin_world_mean(root, Fraction(p), repeat)
    assert coin_world_mean(root, p, repeat) == pytest.approx(float(exact_mean), rel=1e-12)


@pytest.mark.parametrize("root, repeat", [(5, 1), (6, 4), (8, 2)])
@pytest.mark.parametrize("p", [0.55, 0.9])
def test_larger_worlds(root, repeat, p):
    """The law is one, in the range of the excess risk, increasing, and its mean is that of the other function."""
    excess, law = coin_world(root, p, repeat)
    assert law.sum() == pytest.approx(1, rel=1e-12) and law.min() > 0
    assert (np.diff(excess) > 0).all() and 0 <= excess[0] and excess[-1] <= 2 * (2 * p - 1)
    assert excess @ law == pytest.approx(coin_world_mean(root, p, repeat), rel=1e-10)


def test_two_values_by_hand():
    """T = 1: the only iterate is 0, whose risk is 1; the best risk is 2 (1 - p)."""
    excess, law = coin_world(1, Fraction(4, 5))
    assert (excess.tolist(), law.tolist()) == ([Fraction(3, 5)], [1])
    assert coin_world_mean(1, Fraction(4, 5)) == Fraction(3, 5)


def test_one_coin_for_the_whole_game():
    """The walk goes straight to the end: Q is plus or minus 1 - (root + 1) / (2 T)."""
    root, p = 10, Fraction(9, 10)
    Q = 1 - Fraction(root + 1, 2 * root ** 2)
    excess, law = coin_world(root, p, repeat=root ** 2)
    assert excess.tolist() == [(2 * p - 1) * (1 - Q), (2 * p - 1) * (1 + Q)] and law.tolist() == [p, 1 - p]


rows_ = st.lists(st.tuples(st.integers(-20, 20), st.integers(0, 9)), min_size=1, max_size=8)
laws = rows_.filter(lambda rows: any(weight for _, weight in rows))


class TestQuantile:
    @given(laws, st.fractions(0, 1, max_denominator=50).filter(lambda level: 0 < level < 1))
    def test_by_its_definition_in_fractions(self, rows, level):
        size = sum(weight for _, weight in rows)
        values, law = [value for value, _ in rows], [Fraction(weight, size) for _, weight in rows]

        def exceeded(v):
            return sum(weight for value, weight in zip(values, law) if value > v)

        smallest = min(v for v in values if exceeded(v) <= 1 - level)
        assert quantile(values, law, level) == quantile(np.array(values), np.array(law), level) == smallest

    @pytest.mark.parametrize("level, value",
                             [(0.01, 1.0), (0.25, 1.0), (0.26, 2.0), (0.75, 2.0), (0.76, 4.0), (0.99, 4.0)])
    def test_by_hand(self, level, value):
        assert quantile([4.0, 1.0, 2.0], [0.25, 0.25, 0.5], level) == value

    def test_a_sum_that_rounding_keeps_below_the_level(self):
        assert quantile([1.0, 2.0], [0.5, 0.5 - 5e-10], math.nextafter(1, 0)) == 2.0


class TestBadInput:
    def refusal(self, function, *arguments):
        with pytest.raises(ValueError) as caught:
            function(*arguments)
        return str(caught.value)

    @pytest.mark.parametrize("function", [coin_world, coin_world_mean])
    @pytest.mark.parametrize("root", [0, -1, 2.0, 2.5, True, "2", None, math.nan], ids=repr)
    def test_root(self, function, root):
        assert self.refusal(function, root, 0.6) == f"root = {root!r}: expected an integer >= 1"

    @pytest.mark.parametrize("function", [coin_world, coin_world_mean])
    @pytest.mark.parametrize("p", [0, 1, -0.1, 1.5, math.nan, math.inf, "0.6", None, [0.6], Fraction(0),
                                   Fraction(3, 2)], ids=repr)
    def test_p(self, function, p):
        assert self.refusal(function, 2, p) == f"p = {p!r}: expected a number in the open interval (0, 1)"

    @pytest.mark.parametrize("function", [coin_world, coin_world_mean])
    def test_repeat(self, function):
        for repeat in (0, -1, 2.0, True, "1", None):
            assert self.refusal(function, 2, 0.6, repeat) == f"repeat = {repeat!r}: expected an integer >= 1"
        for repeat in (3, 5, 8):
            message = f"repeat = {repeat}: expected a divisor of the number of rounds, 4"
            assert self.refusal(function, 2, 0.6, repeat) == message

    @pytest.mark.parametrize("level", [0, 1, -1, 1.5, math.nan, "0.5", None], ids=repr)
    def test_level(self, level):
        message = f"level = {level!r}: expected a number in the open interval (0, 1)"
        assert self.refusal(quantile, [1, 2], [0.5, 0.5], level) == message

    @pytest.mark.parametrize("law", [[1.0], [0.5, 0.5, 0.0], [0.5, 0.6], [0.5, 0.4], [1.5, -0.5], [0.5, 0.5 - 2e-9]],
                             ids=repr)
    def test_law_that_is_none(self, law):
        message = self.refusal(quantile, [1, 2], law, 0.5)
        assert message == f"law = {np.array(law)!r}: expected 2 probabilities that add up to 1"

    @pytest.mark.parametrize("bad", [[], [[1.0]], 1.0, [math.nan], ["1"], [None], "a"], ids=repr)
    def test_values_and_law_that_are_no_vectors(self, bad):
        for name, values, law in (("values", bad, [1.0]), ("law", [1.0], bad)):
            message = self.refusal(quantile, values, law, 0.5)
            assert message.startswith(name)
            assert message.endswith(": expected a non-empty array of finite numbers with 1 axes")
