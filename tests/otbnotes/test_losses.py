"""Losses against their definitions in exact or long arithmetic, and what the theorems ask of them."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from otbnotes import comparator
from otbnotes.witness.gradient_descent import Dip
from otbnotes.geometry import Ball
from otbnotes.losses import Absolute, Exponential, Hinge, Linear, Logistic, Squared
from otbnotes.online import gradient_descent
from otbnotes.stability import rlm
from otbnotes.streams import Game, random_game


LOSSES = (Hinge(), Hinge(0.25), Hinge(-0.5), Logistic(), Logistic(0.25), Exponential(), Exponential(0.5), Absolute(),
          Absolute(2.5), Squared(), Squared(0.25), Linear(), Linear(-2.0))
ALL = LOSSES + (Dip(),)
each_loss = pytest.mark.parametrize("loss", LOSSES, ids=str)
each_loss_and_dip = pytest.mark.parametrize("loss", ALL, ids=str)
predictions = st.floats(-20, 20)
sixteenths = st.integers(-400, 400).map(lambda n: n / 16)
REACHES = (0.0, 0.3, 0.5, 1.0, 2.0, 10.0)


def labels_of(loss, labels=1.0):
    """Return the labels y with |y| <= labels that the loss is for."""
    if loss.binary:
        return st.sampled_from([-1.0, 1.0])
    return st.floats(-labels, labels)


def some_labels(loss, labels):
    """Return the extreme labels."""
    return (-1.0, 1.0) if loss.binary else (-labels, 0.0, labels)


def kinks(loss, y):
    """Return the predictions at which the loss has no derivative."""
    return {Hinge: [loss[0] * y] if loss.binary else [], Absolute: [y],
            Dip: [-0.25, 0.125, 1.0]}.get(type(loss), [])


def rational(loss, z, y):
    """Return the piecewise polynomial losses and their slopes by their definitions, in exact arithmetic."""
    parameter = Fraction(loss[0]) if loss else None
    if isinstance(loss, Hinge):
        return (parameter - y * z, -y) if y * z < parameter else (0, 0)
    if isinstance(loss, Absolute):
        return (parameter * (z - y), parameter) if z > y else (parameter * (y - z), -parameter if z < y else 0)
    if isinstance(loss, Squared):
        return parameter * (z - y) * (z - y), 2 * parameter * (z - y)
    if isinstance(loss, Linear):
        return parameter * y * z, parameter * y
    left, right = abs(z + Fraction(1, 4)) + Fraction(1, 2), abs(z - 1)
    place = z + Fraction(1, 4) if left <= right else z - 1
    return min(left, right), (place > 0) - (place < 0)


def exponentials(loss, z, y):
    """Return the value and slope of the logistic or the exponential loss in 120 digits."""
    with localcontext() as context:
        context.prec = 120
        parameter, z, y = Decimal(loss[0]), Decimal(z), Decimal(y)
        if isinstance(loss, Exponential):
            value = (-parameter * y * z).exp()
            return value, -parameter * y * value
        power = (-y * z / parameter).exp()
        return parameter * (1 + power).ln(), -y * power / (1 + power)


@pytest.mark.parametrize("loss", [loss for loss in ALL if not isinstance(loss, (Logistic, Exponential))], ids=str)
@given(st.data())
def test_piecewise_polynomials_are_exact(loss, data):
    y = data.draw(st.sampled_from([-1.0, 1.0]) if loss.binary else sixteenths)
    z = data.draw(st.one_of(sixteenths, st.sampled_from(kinks(loss, y) or [0.0])))
    assert (loss.value(z, y), loss.slope(z, y)) == rational(loss, Fraction(z), Fraction(y))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("loss", [Logistic(), Logistic(0.25), Exponential(), Exponential(0.5)], ids=str)
@given(z=st.floats(-50, 50), y=st.sampled_from([-1.0, 1.0]))
def test_exponentials_in_120_digits(loss, z, y):
    value, slope = (float(number) for number in exponentials(loss, z, y))
    assert loss.value(z, y) == pytest.approx(value, rel=1e-12, abs=1e-300)
    assert loss.slope(z, y) == pytest.approx(slope, rel=1e-12, abs=1e-15)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("z", [-1e9, -1e4, 1e4, 1e9])
@pytest.mark.parametrize("y", [-1.0, 1.0])
def test_the_logistic_loss_does_not_overflow(z, y):
    assert Logistic(0.5).value(z, y) == max(0.0, -y * z)
    assert Logistic(0.5).slope(z, y) == (-y if y * z < 0 else 0.0)


@each_loss
@given(st.data())
def test_convex(loss, data):
    y, a, b = data.draw(labels_of(loss, 3.0)), data.draw(predictions), data.draw(predictions)
    weight = data.draw(st.floats(0, 1))
    between = loss.value(weight * a + (1 - weight) * b, y)
    chord = weight * loss.value(a, y) + (1 - weight) * loss.value(b, y)
    assert between <= chord + 1e-9 * (1 + abs(chord))


def test_dip_is_not_convex():
    dip = Dip()
    assert dip.value(0.125, 0.0) == 0.875 > (dip.value(-0.25, 0.0) + dip.value(0.5, 0.0)) / 2 == 0.5
    assert dip.value(-0.25, 0.0) > dip.value(1.0, 0.0) == 0


@each_loss
@given(st.data())
def test_slopes_are_subgradients(loss, data):
    y, z = data.draw(labels_of(loss, 3.0)), data.draw(predictions)
    z = data.draw(st.sampled_from([z, *kinks(loss, y)]))
    u = data.draw(predictions)
    below = loss.value(z, y) + loss.slope(z, y) * (u - z)
    assert loss.value(u, y) >= below - 1e-9 * (1 + abs(below) + abs(loss.value(z, y)))


@each_loss_and_dip
@given(st.data())
def test_slopes_are_difference_quotients(loss, data):
    y, z = data.draw(labels_of(loss, 3.0)), data.draw(st.floats(-3, 3))
    h = 1e-6
    assume(all(abs(z - kink) > 2 * h for kink in kinks(loss, y)))
    quotient = (loss.value(z + h, y) - loss.value(z - h, y)) / (2 * h)
    assert loss.slope(z, y) == pytest.approx(quotient, rel=1e-6, abs=1e-6)


@each_loss_and_dip
@given(st.data())
def test_slopes_and_difference_quotients_keep_to_the_lipschitz_constant(loss, data):
    reach, labels = data.draw(st.floats(0.01, 5)), data.draw(st.floats(0.1, 3))
    y = data.draw(labels_of(loss, labels))
    a, b = data.draw(st.floats(-reach, reach)), data.draw(st.floats(-reach, reach))
    constant = loss.lipschitz(reach, labels)
    assert abs(loss.slope(a, y)) <= constant * (1 + 1e-12)
    assert abs(loss.value(a, y) - loss.value(b, y)) <= constant * abs(a - b) * (1 + 1e-9) + 1e-12


@each_loss_and_dip
@pytest.mark.parametrize("reach", REACHES[1:])
@pytest.mark.parametrize("labels", [0.5, 1.0, 3.0])
def test_the_lipschitz_constant_is_the_least(loss, reach, labels):
    if loss.binary:
        labels = 1.0
    grid = np.linspace(-reach, reach, 2001)
    steepest = max(np.abs(np.diff(loss.value(grid, y))).max() for y in some_labels(loss, labels)) / (grid[1] - grid[0])
    assert loss.lipschitz(reach, labels) == pytest.approx(steepest, rel=0.02)


@pytest.mark.parametrize("loss, reach, labels, constant", [
    (Hinge(), 5.0, 1.0, 1.0), (Hinge(-0.5), 0.5, 1.0, 0.0), (Hinge(-0.5), 0.51, 1.0, 1.0), (Logistic(), 0.0, 1.0, 0.5),
    (Logistic(0.5), 0.5 * math.log(3), 1.0, 0.75), (Exponential(2.0), math.log(3), 1.0, 18.0),
    (Absolute(2.5), 9.0, 4.0, 2.5), (Squared(0.5), 2.0, 3.0, 5.0), (Linear(2.0), 9.0, 3.0, 6.0),
    (Linear(-2.0), 9.0, 3.0, 6.0), (Dip(), 9.0, 3.0, 1.0)], ids=str)
def test_lipschitz_constants_by_hand(loss, reach, labels, constant):
    assert loss.lipschitz(reach, labels) == pytest.approx(constant, rel=1e-14)


@each_loss_and_dip
@pytest.mark.parametrize("reach", REACHES)
def test_labels_are_at_most_one_if_nothing_else_is_said(loss, reach):
    assert loss.lipschitz(reach) == loss.lipschitz(reach, 1.0)


def test_lipschitz_constants_beyond_the_floats_are_infinite():
    with np.errstate(over="ignore"):
        assert Exponential().lipschitz(1000.0) == math.inf


@each_loss_and_dip
def test_arrays_entry_by_entry(loss):
    z = np.linspace(-3, 3, 25)
    y = np.resize([-1.0, 1.0], 25)
    for method in (loss.value, loss.slope):
        assert method(z, y).tolist() == pytest.approx([float(method(*pair)) for pair in zip(z, y)], rel=1e-14)
        assert method(z, y).dtype == float


@pytest.mark.parametrize("loss", [Hinge(), Logistic(), Exponential()], ids=str)
@given(z=predictions, y=st.sampled_from([-1.0, 1.0]))
def test_a_classification_loss_sees_only_the_product(loss, z, y):
    assert loss.binary
    assert loss.value(z, y) == loss.value(-z, -y)
    assert loss.slope(z, y) == -loss.slope(-z, -y)
    assert loss.value(z, y) >= 0 >= y * loss.slope(z, y)


class SmoothedHinge(NamedTuple):
    """A loss that the package does not know: the hinge loss with a parabola of this width in the place of its kink."""

    width: float = 0.5
    binary = True

    def value(self, z, y):
        short = np.maximum(0.0, 1.0 - y * z)
        return np.where(short < self.width, short * short / (2.0 * self.width), short - self.width / 2.0)

    def slope(self, z, y):
        return -y * np.minimum(np.maximum((1.0 - y * z) / self.width, 0.0), 1.0)

    def lipschitz(self, reach, labels=1.0):
        return min((1.0 + reach) / self.width, 1.0)

    def slope_range(self, y):
        return np.minimum(-y, 0.0), np.maximum(-y, 0.0)

    def conjugate(self, a, y):
        return a * y, self.width * a * a / 2.0

    def curvature(self, z, y):
        return ((y * z > 1.0 - self.width) & (y * z < 1.0)) / self.width


class Pinball(NamedTuple):
    """Another: max(share (y - z), (share - 1) (y - z)), least in the mean at a quantile."""

    share: float = 0.8
    binary = False

    def value(self, z, y):
        return np.maximum(self.share * (y - z), (self.share - 1.0) * (y - z))

    def slope(self, z, y):
        return np.where(z < y, -self.share, 1.0 - self.share)

    def lipschitz(self, reach, labels=1.0):
        return max(self.share, 1.0 - self.share)

    def slope_range(self, y):
        return np.full_like(y, -self.share), np.full_like(y, 1.0 - self.share)

    def conjugate(self, a, y):
        return (a * y,)

    def kink(self, y):
        return y


NEW = (SmoothedHinge(), SmoothedHinge(0.1), Pinball(), Pinball(0.5))


class TestALossIsOneClass:
    @pytest.mark.parametrize("loss", NEW, ids=str)
    def test_its_conjugate_is_the_supremum(self, loss):
        grid = np.linspace(-40, 40, 800001)
        for y in (-1.0, 1.0):
            least, greatest = (float(end[0]) for end in loss.slope_range(np.array([y])))
            for a in np.linspace(least, greatest, 9):
                assert np.max(a * grid - loss.value(grid, y)) == pytest.approx(sum(loss.conjugate(a, y)), abs=2e-7)

    @pytest.mark.parametrize("loss", NEW, ids=str)
    @pytest.mark.parametrize("radius", [0.3, 3.0])
    def test_its_best_vector_is_certified_and_gradient_descent_comes_near(self, loss, radius):
        game = random_game(loss, 200, 3, np.random.default_rng(5))
        best = comparator.best_in_ball(game, radius)
        assert best.gap <= 1e-6 * best.value and np.linalg.norm(best.point) <= radius
        assert game.total(best.point) == pytest.approx(best.value, rel=1e-12)
        run = gradient_descent(game, Ball(radius))
        assert best.lower <= game.total(run.mean) and 0 <= run.loss - best.lower <= radius * game.gradient_bound(radius) * math.sqrt(200)

    def test_a_kink_is_enough_for_the_simplex_and_a_curvature_for_regularised_loss_minimisation(self):
        rng = np.random.default_rng(7)
        game = random_game(Pinball(), 50, 4, rng)
        best = comparator.best_in_simplex(game)
        assert all(best.lower <= game.total(w) for w in rng.dirichlet(np.ones(4), 100))
        found = rlm(random_game(SmoothedHinge(), 50, 4, rng), 0.1)
        assert 0 <= found.gap <= 1e-9 and np.linalg.norm(found.point) > 0.1

    def test_what_it_does_not_have_is_asked_for(self):
        with pytest.raises(ValueError, match=r"^game.loss = Dip\(\): expected a loss with a conjugate"):
            comparator.best_in_ball(Game("dip", Dip(), [[1.0]], [1.0]), 1.0)
        with pytest.raises(ValueError, match=r"^game.loss = SmoothedHinge\(width=0.5\): expected a linear loss, or one with a kink"):
            comparator.best_in_simplex(Game("smooth", SmoothedHinge(), [[1.0]], [1.0]))
        with pytest.raises(ValueError, match=r"^game.loss.width = 0.0: expected a finite number > 0"):
            comparator.best_in_ball(Game("no width", SmoothedHinge(0.0), [[1.0]], [1.0]), 1.0)
