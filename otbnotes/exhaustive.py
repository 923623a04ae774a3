"""The most mistakes that any game can force, by searching all games in whole numbers.

The games are those of a committee: the label is the majority of the first ``size`` of ``experts`` votes -1 or +1, or, for
Littlestone's Winnow, whether one of the first ``size`` of ``experts`` features is 1.  States that differ by a permutation
of the members, or of the others, are one state.  The number of states grows fast: keep ``experts`` below ten.
"""

import functools
import itertools

from . import require


def longest_game(start, moves):
    """Return the number of steps of the longest path from ``start``; ``moves(state)`` gives the states one step on.

    Examples
    --------
    >>> longest_game(10, lambda n: {n // 2, n - 4} if n >= 4 else set())
    2
    """
    @functools.lru_cache(None)
    def length(state):
        return max((1 + length(later) for later in moves(state)), default=0)
    return length(start)


def _checked(experts, size):
    N, k = require.integer("experts", experts, 1), require.integer("size", size, 1)
    if k > N:
        require.fail("size", size, f"an integer from 1 to experts = {N}")
    return N, k


def _votes(N, k):
    """Return all votes in which the first k experts have a majority for +1.  A game with labels -1 is one of these too:
    change all signs.
    """
    return [vote for vote in itertools.product((-1, 1), repeat=N) if sum(vote[:k]) > 0]


def _sorted(entries, k):
    return (*sorted(entries[:k]), *sorted(entries[k:]))


def most_mistakes_perceptron(experts, size):
    """Return the most mistakes of the Perceptron on a committee without ties (statement ``committee-perceptron-bound``).

    Examples
    --------
    >>> most_mistakes_perceptron(4, 1)
    4
    """
    N, k = _checked(experts, size)
    votes = _votes(N, k)

    def moves(w):
        return {_sorted([a + b for a, b in zip(w, vote)], k) for vote in votes
                if sum(a * b for a, b in zip(w, vote)) <= 0}
    return longest_game((0,) * N, moves)


def most_mistakes_winnow(experts, size, factor=2):
    """Return the most mistakes of Winnow on a committee without ties, with the step ln(factor) / 2, factor >= 2 whole.

    A weight is then proportional to factor^r, where r counts the mistakes in which the expert was right.  With size 3 the
    tuned step has factor 2.  Statement ``winnow-mistake-bound``.

    Examples
    --------
    >>> most_mistakes_winnow(8, 1, factor=4)
    3
    """
    N, k = _checked(experts, size)
    require.integer("factor", factor, 2)
    votes = _votes(N, k)

    def moves(rights):
        later = set()
        for vote in votes:
            if sum(b * factor ** r for b, r in zip(vote, rights)) <= 0:
                moved = [r + (b > 0) for b, r in zip(vote, rights)]
                later.add(_sorted([r - min(moved) for r in moved], k))
        return later
    return longest_game((0,) * N, moves)


def most_mistakes_littlestone(experts, size):
    """Return the most mistakes of Littlestone's Winnow, promotion 2, threshold N/2 (statement ``winnow-littlestone``).

    Examples
    --------
    >>> most_mistakes_littlestone(4, 1)
    3
    """
    N, k = _checked(experts, size)
    inputs = list(itertools.product((0, 1), repeat=N))

    def moves(w):
        later = set()
        for x in inputs:
            total = sum(a for a, b in zip(w, x) if b)
            if any(x[:k]) and 2 * total <= N:
                later.add(_sorted([2 * a if b else a for a, b in zip(w, x)], k))
            elif not any(x[:k]) and 2 * total > N:
                later.add(_sorted([0 if b else a for a, b in zip(w, x)], k))
        return later
    return longest_game((1,) * N, moves)
