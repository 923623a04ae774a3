"""The search over all games, against a search without symmetries without memory."""

import itertools
from fractions import Fraction

import pytest

from otbnotes import exhaustive


def plain(w, update, wrong, votes):
    """Search without symmetries and without memory."""
    return max((1 + plain(update(w, vote), update, wrong, votes) for vote in votes if wrong(w, vote)), default=0)


def dot(w, vote):
    return sum(a * b for a, b in zip(w, vote))


@pytest.mark.parametrize("experts, size, factor", [(2, 1, 4), (4, 1, 4), (4, 3, 2), (5, 3, 2), (4, 1, 3)])
def test_winnow(experts, size, factor):
    votes = [v for v in itertools.product((-1, 1), repeat=experts) if sum(v[:size]) > 0]
    update = lambda w, v: tuple(a * factor if b > 0 else a / factor for a, b in zip(w, v))      # e^(2 step) = factor^2
    most = plain((Fraction(1),) * experts, update, lambda w, v: dot(w, v) <= 0, votes)
    assert exhaustive.most_mistakes_winnow(experts, size, factor ** 2) == most
