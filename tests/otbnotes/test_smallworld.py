"""The coin world against brute force: every sequence of coins, each played by the algorithm, in fractions."""

import math
from collections import defaultdict
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otbnotes.witness import gradient_descent as witness
from otbnotes.geometry import Ball
from otbnotes.losses import Absolute
from otbnotes.online import gradient_descent
from otbnotes.smallworld import coin_world, coin_world_mean, quantile
from otbnotes.streams import Game


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


@pytest.mark.parametrize("p, drift", [(0.55, 0.3), (0.6, 0.25), (0.8, 0.5)])
def test_the_unlucky_coin_is_no_rarer_than_it_says(p, drift):
    """T = 100, all laws in the open: the promised probability is below the true one, a sum of positive numbers."""
    excess, log = witness.unlucky_coin(100, p, drift, 0.1)
    values, law = coin_world(10, p)
    assert 0 < excess == pytest.approx((2 * p - 1) * (2 - 0.4 / drift))
    assert sum(law[values > excess]) * (1 - 1e-9) >= math.exp(-log) > 0


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
