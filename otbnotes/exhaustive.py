"""The most mistakes that any game can force, by searching all games in whole numbers.

The games are those of a committee: the label is the majority of the first ``size`` of ``experts`` votes -1 or +1.  States that differ by a permutation
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


def most_mistakes_winnow(experts, size, factor=2):
    """Return the most mistakes of Winnow on a committee without ties, with the step ln(factor) / 2, factor >= 2 whole.

    A weight is then proportional to factor^r, where r counts the mistakes in which the expert was right.  With size 3 the
    tuned step has factor 2.  Statement ``winnow-mistake-bound``.

    Examples
    --------
    >>> most_mistakes_winnow(8, 1, factor=4)
    3
    """
    N, k = require.integer("experts", experts, 1), require.integer("size", size, 1)
    if k > N:
        require.fail("size", size, f"an integer from 1 to experts = {N}")
    require.integer("factor", factor, 2)
    votes = [vote for vote in itertools.product((-1, 1), repeat=N) if sum(vote[:k]) > 0]     # labels -1: change all signs

    def moves(rights):
        later = set()
        for vote in votes:
            if sum(b * factor ** r for b, r in zip(vote, rights)) <= 0:
                moved = [r + (b > 0) for b, r in zip(vote, rights)]
                moved = [r - min(moved) for r in moved]
                later.add((*sorted(moved[:k]), *sorted(moved[k:])))
        return later
    return longest_game((0,) * N, moves)
