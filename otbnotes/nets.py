"""Set systems on finitely many points, and samples that meet every heavy set: epsilon-nets.

A set system is a boolean matrix with a row for each concept and a column for each point: ``system[h, x]`` says whether
the concept h contains the point x.  A sample is a *sequence* of points, in which a point may come twice.  Whatever is
called exact is computed in integers; masses and epsilon are fractions, so that D(h) >= epsilon is decided without
rounding.
"""

import math
from collections import defaultdict
from fractions import Fraction
from functools import cmp_to_key
from itertools import combinations

import numpy as np

from . import require

_MOST = 2 * 10 ** 6
_WORK = 3 * 10 ** 7


def _matrix(masks, points):
    """Return the set system of different bit masks, in increasing order."""
    return np.array([[mask >> x & 1 for x in range(points)] for mask in sorted(set(masks))], bool)


def _rows(matrix):
    """Return each row of a boolean matrix as an integer: bit x is column x."""
    return [int.from_bytes(np.packbits(row, bitorder="little").tobytes(), "little") for row in matrix]


def as_system(system):
    """Return a set system as a non-empty boolean matrix."""
    expected = "a non-empty boolean matrix, a row for each concept and a column for each point"
    given = require.rectangular(system)
    if given.ndim != 2 or given.size == 0 or given.dtype.kind not in "biu" or not np.isin(given, (0, 1)).all():
        require.fail("system", value=system if given.ndim != 2 else f"array of shape {given.shape}", expected=expected)
    return given.astype(bool)


def _subset(points, columns):
    """Return ``points`` as a list of column indices."""
    expected = f"integers from 0 to {columns - 1}"
    points = require.listed("points", points, expected)
    if not all(isinstance(x, (int, np.integer)) and not isinstance(x, bool) and 0 <= x < columns for x in points):
        require.fail("points", points, expected)
    return points


# Standard classes ---------------------------------------------------------------------------------------------------


def cube(points):
    """Return all 2^n subsets of n points; VC dimension n."""
    if require.integer("points", points, 1) > 20:
        require.fail("points", points, "at most 20 points")
    return _matrix(range(2 ** points), points)


def thresholds(points):
    """Return the n + 1 initial segments of n points on a line; VC dimension 1."""
    require.integer("points", points, 1)
    return np.arange(points) < np.arange(points + 1)[:, None]


def intervals(points):
    """Return all intervals of n points on a line, the empty one included; VC dimension min(n, 2)."""
    require.integer("points", points, 1)
    return _matrix([0] + [(1 << b) - (1 << a) for a in range(points) for b in range(a + 1, points + 1)], points)


def k_subsets(points, k):
    """Return all subsets with exactly k of n points; VC dimension min(k, n - k)."""
    require.integer("points", points, 1)
    if require.integer("k", k, 0) > points or math.comb(points, k) > _MOST:
        require.fail("k", k, f"an integer from 0 to {points} with at most {_MOST} subsets")
    return _matrix((sum(1 << x for x in chosen) for chosen in combinations(range(points), k)), points)


def box_traces(points):
    """Return all traces of closed axis-parallel boxes, the empty one included, on these points of R^d.

    Parameters
    ----------
    points : array_like of shape (n, d), finite

    Examples
    --------
    >>> vc_dimension(box_traces([[0, 1], [1, 0], [0, -1], [-1, 0]]))
    4
    """
    points = require.array("points", points, 2)
    found = {(1 << len(points)) - 1}
    for column in points.T:
        values = np.unique(column)
        slabs = set(_rows([(a <= column) & (column <= b) for a in values for b in values if a <= b]))
        if len(found) * len(slabs) > 10 * _MOST:
            require.fail("points", f"array of shape {points.shape}", "fewer points: too many boxes")
        found = {box & slab for box in found for slab in slabs}
    return _matrix(found | {0}, len(points))


def halfplane_traces(points):
    """Return all traces of closed half-planes, the empty one included, on these points of the plane, exactly.

    Every trace is an upper part of the points in the order of some direction in which only equal points are tied.

    Parameters
    ----------
    points : array_like of shape (n, 2), finite
    """
    given = require.array("points", points, 2)
    if given.shape[1] != 2:
        require.fail("points", f"array of shape {given.shape}", "points of the plane, shape (n, 2)")
    points = [tuple(map(Fraction, row)) for row in given.tolist()]
    found = {0, (1 << len(points)) - 1}
    for direction in _generic_directions(points):
        heights = [direction[0] * x + direction[1] * y for x, y in points]
        found |= {sum(1 << i for i, h in enumerate(heights) if h >= level) for level in set(heights)}
    return _matrix(found, len(points))


def _generic_directions(points):
    """Return one direction in each open arc between neighbouring perpendiculars of differences."""
    def side(v):
        return v[1] < 0 or (v[1] == 0 and v[0] < 0)

    def turn(u, v):
        return u[0] * v[1] - u[1] * v[0]

    critical = {(q[1] - p[1], p[0] - q[0]) for p in points for q in points if p != q}
    ordered = sorted(critical, key=cmp_to_key(lambda u, v: side(u) - side(v) or (turn(v, u) > 0) - (turn(v, u) < 0)))
    distinct = [u for before, u in zip([None, *ordered], ordered)
                if before is None or turn(before, u) or side(before) != side(u)]
    for u, v in zip(distinct, distinct[1:] + distinct[:1]):
        yield (u[0] + v[0], u[1] + v[1]) if turn(u, v) else (-u[1], u[0])


# Traces -------------------------------------------------------------------------------------------------------------


def _split(cells, column):
    """Divide each cell of concepts by a point: those that contain it, those that do not; empty cells vanish."""
    return [part for cell in cells for part in (cell & column, cell & ~column) if part]


def shattered_sets(system):
    """Return all shattered sets of points, as sorted tuples, the empty set first; Pajor: no fewer than concepts.

    Raises
    ------
    ValueError
        If about thirty million cells of concepts would have to be divided.

    Examples
    --------
    >>> shattered_sets(thresholds(2))
    [(), (0,), (1,)]
    """
    return sorted(_shattered(as_system(system)), key=lambda points: (len(points), points))


def _shattered(system, promising=lambda points, cells: True):
    """Yield the shattered sets, each before its extensions by later points; only what is ``promising`` is extended."""
    system = np.unique(system, axis=0)
    columns, work = _rows(system.T), 0

    def extend(points, cells):
        nonlocal work
        yield points
        for x in range(points[-1] + 1 if points else 0, len(columns)):
            if not promising(points, cells):
                return
            work += len(cells) * (1 + len(system) / 1000)
            if work > _WORK:
                require.fail("system", f"array of shape {system.shape}", "a smaller system: too many sets to try")
            split = _split(cells, columns[x])
            if len(split) == 2 * len(cells):
                yield from extend((*points, x), split)

    return extend((), [(1 << len(system)) - 1])


def vc_dimension(system):
    """Return the size of the largest shattered set, by enumeration.

    A set of which every trace belongs to 2^j concepts or more can gain at most j points.  Errors as in
    ``shattered_sets``.

    Examples
    --------
    >>> vc_dimension(thresholds(9)), vc_dimension(intervals(9)), vc_dimension(k_subsets(9, 3))
    (1, 2, 3)
    """
    best = 0

    def promising(points, cells):
        return len(points) + min(map(int.bit_count, cells)).bit_length() - 1 > best

    for points in _shattered(as_system(system), promising):
        best = max(best, len(points))
    return best


def growth(system, n):
    """Return tau(n), the largest number of traces on n points of the system (repetitions add none), by enumeration.

    Raises
    ------
    ValueError
        If more than two million sets would have to be tried.

    Examples
    --------
    >>> [growth(intervals(6), n) for n in (1, 2, 3, 4)]
    [2, 4, 7, 11]
    """
    system = as_system(system)
    columns, n = _rows(system.T), min(require.integer("n", n, 0), system.shape[1])
    if math.comb(len(columns), n) * n > _MOST:
        require.fail("n", n, f"fewer points: {math.comb(len(columns), n)} sets are too many to try")
    best, most = 0, min(2 ** n, len(set(_rows(system))))

    def extend(cells, start, missing):
        nonlocal best
        if not missing:
            best = max(best, len(cells))
        for x in range(start, len(columns) - missing + 1 if missing else start):
            if best < most:
                extend(_split(cells, columns[x]), x + 1, missing - 1)

    extend([(1 << len(system)) - 1], 0, n)
    return best


# Nets ---------------------------------------------------------------------------------------------------------------


def uniform(points):
    """Return the uniform law on n points, in fractions."""
    return [Fraction(1, require.integer("points", points, 1))] * points


def _law(mass, columns):
    """Return integers a_1, ..., a_n and q with mass[x] = a_x / q."""
    expected = f"{columns} nonnegative fractions with sum 1"
    mass = require.listed("mass", mass, expected)
    wrong = [a for a in mass if isinstance(a, bool) or not isinstance(a, (int, Fraction, np.integer)) or a < 0]
    if wrong or len(mass) != columns or sum(mass) != 1:
        require.fail("mass", wrong[0] if wrong else mass, expected)
    q = math.lcm(*(Fraction(a).denominator for a in mass))
    return [int(a * q) for a in mass], q


def _level(epsilon):
    """Return ``epsilon`` if it is a fraction in (0, 1]."""
    if isinstance(epsilon, bool) or not isinstance(epsilon, (int, Fraction)) or not 0 < epsilon <= 1:
        require.fail("epsilon", epsilon, "a Fraction in (0, 1], for an exact answer")
    return Fraction(epsilon)


def _heavy(system, mass, epsilon):
    """Return the checked system, its masses as integers over q, q, and which concepts have D(h) >= epsilon."""
    system = as_system(system)
    atoms, q = _law(mass, system.shape[1])
    weight = system.astype(object) @ np.array(atoms, object)
    return system, atoms, q, (weight >= _level(epsilon) * q).astype(bool)


def is_net(system, mass, epsilon, sample):
    """Return whether the sample meets every concept of mass at least epsilon (statement ``epsilon-net-definition``).

    Parameters
    ----------
    system : boolean matrix of shape (concepts, points)
    mass : sequence of fractions with sum 1
    epsilon : Fraction in (0, 1]
    sample : sequence of points, each from 0 to n - 1

    Examples
    --------
    >>> [is_net(intervals(6), uniform(6), Fraction(1, 3), sample) for sample in ([1, 3, 5], [1, 4])]
    [True, False]
    """
    system, _, _, heavy = _heavy(system, mass, epsilon)
    sample = _subset(sample, system.shape[1])
    return bool(system[heavy][:, sample].any(axis=1).all())


def net_failure(system, mass, epsilon, n):
    """Return the exact probability that n independent points are *not* an epsilon-net.

    Inclusion and exclusion over the smallest heavy concepts: the probability to miss h_1, ..., h_j all is
    (1 - D(their union))^n, and equal unions are added up first.

    Parameters
    ----------
    system, mass, epsilon : as in ``is_net``
    n : int >= 0

    Raises
    ------
    ValueError
        If there are more than two million unions.
    """
    system, atoms, q, heavy = _heavy(system, mass, epsilon)
    return Fraction(_misses(_rows(system[heavy]), atoms, require.integer("n", n, 0)), q ** n)


def _misses(masks, atoms, n):
    """Return q^n times the probability that n points miss some of the sets entirely."""
    smallest = []
    for mask in sorted(set(masks), key=int.bit_count):
        if not any(kept & mask == kept for kept in smallest):
            smallest.append(mask)
    signed = defaultdict(int, {0: 1})
    for mask in smallest:
        for union, sign in list(signed.items()):
            signed[union | mask] -= sign
        if len(signed) > _MOST:
            require.fail("system", f"{len(smallest)} smallest heavy concepts", f"at most {_MOST} unions of them")
    left = defaultdict(int)
    for union, sign in signed.items():
        left[sum(a for x, a in enumerate(atoms) if not union >> x & 1)] += sign
    return sum(atoms) ** n - sum(sign * mass ** n for mass, sign in left.items())


def double_sample_failure(system, mass, epsilon, n):
    """Return the exact probability that S misses a concept of mass >= epsilon which T hits more than epsilon n/2 times.

    S and T are independent samples of n points each; points of T are counted with multiplicity.
    The event B' of statements ``double-sample-claim`` and ``symmetrization-claim``.

    Parameters
    ----------
    system, mass, epsilon : as in ``is_net``
    n : int >= 1
    """
    system, atoms, q, heavy = _heavy(system, mass, epsilon)
    heavy = system[heavy]
    counts = count_vectors(require.integer("n", n, 1), len(atoms))
    if not heavy.size:
        return Fraction(0)
    often = 2 * epsilon.denominator * (counts @ heavy.T.astype(int)) > epsilon.numerator * n
    families, which = np.unique(often, axis=0, return_inverse=True)
    weight = [0] * len(families)
    for family, ways in zip(which.ravel(), _ways(counts, atoms)):
        weight[family] += ways
    masks = _rows(heavy)
    total = sum(ways * _misses([mask for mask, big in zip(masks, family) if big], atoms, n)
                for family, ways in zip(families, weight))
    return Fraction(total, q ** (2 * n))


def deviation_law(system, mass, n):
    """Return the exact law of sup_h |D(h) - S(h)|, the largest deviation of a frequency from its probability.

    Uniform convergence in statement ``main-theorem-of-learning``.

    Parameters
    ----------
    system, mass : as in ``is_net``
    n : int >= 1

    Returns
    -------
    values : ndarray of fractions, increasing
    law : ndarray of fractions
    """
    system = as_system(system)
    atoms, q = _law(mass, system.shape[1])
    counts = count_vectors(require.integer("n", n, 1), len(atoms))
    weight = np.array(atoms, object) @ system.T.astype(object)
    law = defaultdict(int)
    largest = np.abs(q * (counts @ system.T.astype(int)).astype(object) - n * weight).max(axis=1)
    for deviation, ways in zip(largest, _ways(counts, atoms)):
        law[deviation] += ways
    values = sorted(law)
    return (np.array([Fraction(v, n * q) for v in values], object),
            np.array([Fraction(law[v], q ** n) for v in values], object))


def count_vectors(n, types):
    """Return all vectors of nonnegative integers with sum n: how often each type may come in a sample; one row each.

    Raises
    ------
    ValueError
        If there are more than two million.
    """
    n, types = require.integer("n", n, 0), require.integer("types", types, 1)
    size = math.comb(n + types - 1, types - 1)
    if size > _MOST:
        require.fail("n, types", (n, types), f"a world with at most {_MOST} count vectors, not {size}")
    bars = np.array(list(combinations(range(n + types - 1), types - 1)), int).reshape(size, types - 1)
    edges = np.column_stack([np.full(size, -1), bars, np.full(size, n + types - 1)])
    return np.diff(edges, axis=1) - 1


def _ways(counts, atoms):
    """Yield n! / prod c_x! * prod a_x^{c_x} for each count vector."""
    n = int(counts[0].sum())
    factorial = [math.factorial(c) for c in range(n + 1)]
    powers = [[a ** c for c in range(n + 1)] for a in atoms]
    for row in counts.tolist():
        chances = math.prod(powers[x][c] for x, c in enumerate(row))
        yield factorial[n] // math.prod(factorial[c] for c in row) * chances


def unseen_law(points, n):
    """Return the probabilities that n uniform draws leave 0, 1, ..., N of N points unseen: N + 1 fractions, exact."""
    N, n = require.integer("points", points, 1), require.integer("n", n, 0)
    onto = [sum((-1) ** i * math.comb(seen, i) * (seen - i) ** n for i in range(seen + 1)) for seen in range(N + 1)]
    return [Fraction(math.comb(N, unseen) * onto[N - unseen], N ** n) for unseen in range(N + 1)]


def smallest_sample(failure, delta):
    """Return the least n >= 1 with failure(n) <= delta, for a failure probability that decreases in n.

    Parameters
    ----------
    failure : callable, n -> probability
    delta : number in (0, 1)

    Raises
    ------
    ValueError
        If a million draws are not enough.

    Examples
    --------
    >>> smallest_sample(lambda n: unseen_law(10, n)[0] * -1 + 1, Fraction(1, 10))
    44
    """
    require.probability("delta", delta)
    high = 1
    while failure(high) > delta:
        high *= 2
        if high > 10 ** 6:
            require.fail("failure", failure, f"a probability that falls to {delta} before a million draws")
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if failure(middle) <= delta else (middle, high)
    return high


def largest_gap_law(n, epsilon):
    """Return the exact probability that n uniform points on a circle of length 1 leave a gap longer than epsilon.

    It is the sum over j >= 1 with j epsilon < 1 of (-1)^(j+1) binomial(n, j) (1 - j epsilon)^(n-1) (Stevens 1939).
    A float epsilon is taken as the fraction that it is, and gives a float.

    Parameters
    ----------
    n : int >= 1
    epsilon : Fraction or float > 0

    Examples
    --------
    >>> largest_gap_law(2, Fraction(3, 4)), largest_gap_law(3, Fraction(1, 3))
    (Fraction(1, 2), Fraction(1, 1))
    """
    n = require.integer("n", n, 1)
    number = require.positive("epsilon", epsilon)
    exact, total, j = Fraction(epsilon if isinstance(epsilon, Fraction) else number), Fraction(0), 1
    while j <= n and j * exact < 1:
        total -= (-1) ** j * math.comb(n, j) * (1 - j * exact) ** (n - 1)
        j += 1
    return total if isinstance(epsilon, Fraction) else float(total)
