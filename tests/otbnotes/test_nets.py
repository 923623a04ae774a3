"""Set systems and epsilon-nets: every count and probability against brute force, every bound against exact numbers."""

import math
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from otbnotes import bounds, nets


HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


def small_subsets(points, k):
    return np.concatenate([nets.k_subsets(points, j) for j in range(min(k, points) + 1)])


@st.composite
def systems(draw, points=5, concepts=9):
    n = draw(st.integers(1, points))
    return draw(st.lists(st.lists(st.booleans(), min_size=n, max_size=n), min_size=1, max_size=concepts))


@st.composite
def worlds(draw, points=4, concepts=6):
    """A system, its law and an epsilon."""
    system = draw(systems(points, concepts))
    weights = draw(st.lists(st.integers(0, 4), min_size=len(system[0]), max_size=len(system[0])).filter(any))
    return system, [Fraction(w, sum(weights)) for w in weights], draw(
        st.sampled_from([Fraction(1, 4), Fraction(1, 3), HALF, Fraction(1)]))


def trace_set(system, points):
    return {tuple(row[x] for x in points) for row in system}


def all_classes(n):
    """Yield every non-empty class on n points."""
    rows = list(product([False, True], repeat=n))
    for mask in range(1, 2 ** len(rows)):
        yield [row for i, row in enumerate(rows) if mask >> i & 1]


def brute_dimension(system):
    n = len(system[0])
    return max(k for k in range(n + 1)
               for points in combinations(range(n), k) if len(trace_set(system, points)) == 2 ** k)


def mass_of(concept, mass):
    return sum((m for inside, m in zip(concept, mass) if inside), Fraction(0))


def samples(mass, m):
    """Yield every sample and its probability."""
    for sample in product(range(len(mass)), repeat=m):
        yield sample, math.prod((mass[x] for x in sample), start=Fraction(1))


def brute_net(system, mass, epsilon, sample):
    return all(any(h[x] for x in sample) for h in system if mass_of(h, mass) >= epsilon)


class TestTraces:
    @given(systems())
    def test_by_brute_force(self, system):
        n = len(system[0])
        found = {
    points for k in range(
        n +
        1) for points in combinations(
            range(n),
            k) if len(
                trace_set(
                    system,
                     points)) == 2 ** k}
        assert set(nets.shattered_sets(system)) == found and nets.shattered_sets(system)[0] == ()
        assert nets.vc_dimension(system) == brute_dimension(system)
        for k in range(n + 2):
            most = max(len(trace_set(system, points)) for points in combinations(range(n), min(k, n)))
            assert nets.growth(system, k) == most

    def test_every_class_on_three_points(self):
        """Pajor: no more concepts than shattered sets; Sauer: no more traces than its sum; where both are attained."""
        tight = 0
        for n in (1, 2, 3):
            for system in all_classes(n):
                dimension, shattered = nets.vc_dimension(system), nets.shattered_sets(system)
                assert dimension == brute_dimension(system) == max(map(len, shattered))
                assert len(system) <= len(shattered)
                for k in range(n + 1):
                    tau = nets.growth(system, k)
                    assert tau <= bounds.sauer(dimension, k)
                    tight += k == n and tau == bounds.sauer(dimension, k)
        assert tight == 61

    @pytest.mark.parametrize("system, dimension, size", [
        (nets.thresholds(12), 1, 13), (nets.intervals(12), 2, 79), (nets.cube(7), 7, 128), (nets.k_subsets(9, 4), 4, 126),
        (nets.k_subsets(9, 7), 2, 36), (small_subsets(9, 3), 3,
         130), (nets.k_subsets(5, 0), 0, 1), (nets.intervals(1), 1, 2),
        (nets.box_traces([[0, 1], [1, 0], [0, -1], [-1, 0]]), 4, 16), (small_subsets(3, 9), 3, 8)],
        ids=["thresholds", "intervals", "cube", "4-subsets", "7-subsets", "small subsets", "empty set", "one point", "diamond", "all"])
    def test_standard_classes(self, system, dimension, size):
        assert nets.vc_dimension(system) == dimension and len(system) == len(np.unique(system, axis=0)) == size
        assert system.dtype == bool

    @pytest.mark.parametrize("n", [4, 9, 12])
    def test_small_subsets_attain_sauer(self, n):
        for d in range(4):
            assert len(small_subsets(n, d)) == nets.growth(small_subsets(n, d), n) == bounds.sauer(d, n)

    def test_boxes_by_brute_force(self):
        rng = np.random.default_rng(0)
        for _ in range(10):
            points = rng.integers(0, 4, (5, 2)).astype(float)
            expected = {tuple((a <= x <= b) and (c <= y <= d) for x, y in points)
                              for a, b, c, d in product(range(4), repeat=4)}
            assert set(map(tuple, nets.box_traces(points).tolist())) == expected | {(False,) * 5}
        assert nets.vc_dimension(nets.box_traces(rng.random((12, 2)))) <= 4
        assert nets.vc_dimension(nets.box_traces(np.vstack([np.eye(3), -np.eye(3)]))) == 6

    @pytest.mark.parametrize("n", [1, 2, 3, 5, 8, 12])
    def test_halfplanes_in_general_position(self, n):
        """n points in general position have n^2 - n + 2 linear dichotomies (Cover), and VC dimension at most 3."""
        system = nets.halfplane_traces(np.random.default_rng(n).random((n, 2)))
        assert len(system) == n * n - n + 2 and nets.vc_dimension(system) == min(n, 3)

    @given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=5))
    @settings(max_examples=25)
    def test_halfplanes_by_separating_hulls(self, points):
        """A trace is a half-plane's if and only if a linear programme separates it from the rest."""
        found = set(map(tuple, nets.halfplane_traces(points).tolist()))
        for trace in product([False, True], repeat=len(points)):
            rows = [[(1 if inside else -1) * z for z in (x, y, -1)] for inside, (x, y) in zip(trace, points)]
            assert (trace in found) == separable(rows), (points, trace)

    def test_collinear_and_equal_points(self):
        assert len(nets.halfplane_traces([[0, 0], [1, 2], [2, 4], [3, 6]])) == 8
        assert len(nets.halfplane_traces([[1, 1], [1, 1]])) == 2

    def test_work_is_limited(self, monkeypatch):
        monkeypatch.setattr(nets, "_WORK", 1000)
        assert nets.vc_dimension(nets.intervals(9)) == 2
        for function in (nets.vc_dimension, nets.shattered_sets):
            with pytest.raises(ValueError, match=r"system = .*: expected a smaller system: too many sets to try"):
                function(np.random.default_rng(0).random((50, 30)) < 0.5)


def separable(rows):
    """Whether some w has <w, row> >= 1 for all rows."""
    from scipy.optimize import linprog

    return linprog(np.zeros(3), -np.array(rows, float), -np.ones(len(rows)), bounds=(None, None)).status == 0


class TestNets:
    @given(worlds(), st.integers(1, 4))
    def test_all_samples(self, world, m):
        system, mass, epsilon = world
        failing, mean = Fraction(0), nets.net_failure(system, mass, epsilon, m)
        for sample, weight in samples(mass, m):
            net = brute_net(system, mass, epsilon, sample)
            assert nets.is_net(system, mass, epsilon, sample) == net
            failing += weight * (not net)
        assert mean == failing and isinstance(mean, Fraction)

    @given(worlds(3, 5), st.integers(1, 3))
    @settings(max_examples=40)
    def test_all_pairs_of_samples(self, world, m):
        system, mass, epsilon = world
        heavy = [h for h in system if mass_of(h, mass) >= epsilon]
        failing = sum(p * q for S, p in samples(mass, m) for T, q in samples(mass, m)
                      if any(not any(h[x] for x in S) and sum(h[x] for x in T) > epsilon * m / 2 for h in heavy))
        found = nets.double_sample_failure(system, mass, epsilon, m)
        assert found == failing
        if m * epsilon >= math.log(2):
            assert nets.net_failure(system, mass, epsilon, m) <= bounds.double_sample(found)
        traces = nets.growth(system, 2 * m)
        assert found <= bounds.symmetrization_whole(traces, m, epsilon) <= bounds.symmetrization(traces, m, epsilon)
        assert bounds.symmetrization(traces, m, epsilon) <= bounds.symmetrization_as_printed(traces, m, epsilon)

    @given(worlds(), st.data())
    def test_consistent_concepts_that_err(self, world, data):
        system, mass, epsilon = world
        target, m = data.draw(st.sampled_from(system)), data.draw(st.integers(1, 3))
        failing = sum(weight for sample, weight in samples(mass, m)
                      if any(all(h[x] == target[x] for x in sample)
                             and mass_of([a != b for a, b in zip(h, target)], mass) >= epsilon for h in system))
        assert nets.net_failure(np.array(system) ^ target, mass, epsilon, m) == failing

    @given(worlds(), st.integers(1, 4))
    def test_deviations(self, world, m):
        system, mass, _ = world
        theirs = {}
        for sample, weight in samples(mass, m):
            largest = max(abs(mass_of(h, mass) - Fraction(sum(h[x] for x in sample), m)) for h in system)
            theirs[largest] = theirs.get(largest, 0) + weight
        values, law = nets.deviation_law(system, mass, m)
        assert {
    v: p for v,
    p in zip(
        values,
        law) if p} == {
            v: p for v,
            p in theirs.items() if p} and (
                np.diff(values) > 0).all()

    def test_uniform_convergence_is_kept(self):
        system, m = nets.thresholds(3), 200
        values, law = nets.deviation_law(system, nets.uniform(3), m)
        bound = bounds.uniform_convergence(nets.growth(system, 2 * m), m, 0.05)
        assert law[values > bound].sum() < 1e-30 and law[values > 0.1 * bound].sum() > 0.05

    @given(worlds(), st.integers(0, 5))
    def test_monotone(self, world, m):
        system, mass, epsilon = world
        here = nets.net_failure(system, mass, epsilon, m)
        assert nets.net_failure(system, mass, epsilon, m + 1) <= here
        assert nets.net_failure(system, mass, Fraction(1), m) <= here
        assert nets.net_failure([*system, [True] * len(mass)], mass, epsilon, m) >= here

    def test_a_net_by_hand(self):
        """The intervals of mass r/k on k points: floor(k/r) points are needed and enough."""
        for k, r in ((6, 2), (7, 3), (9, 2)):
            system, mass, epsilon = nets.intervals(k), nets.uniform(k), Fraction(r, k)
            least = next(size for size in range(k + 1)
                         if any(nets.is_net(system, mass, epsilon, points) for points in combinations(range(k), size)))
            assert least == k // r
        assert nets.is_net([[True, False]], [HALF, HALF], Fraction(3, 4), [1, 1])

    @pytest.mark.parametrize("n, m", [(1, 3), (3, 4), (4, 0), (5, 3)])
    def test_unseen_by_brute_force(self, n, m):
        law = [Fraction(0)] * (n + 1)
        for sample in product(range(n), repeat=m):
            law[n - len(set(sample))] += Fraction(1, n ** m)
        assert nets.unseen_law(n, m) == law

    def test_coupons_and_subsets_are_the_general_formula(self):
        for n, k, m in ((6, 1, 7), (6, 2, 5), (7, 3, 4)):
            system = nets.k_subsets(n, k)
            assert nets.vc_dimension(system) == k
            assert sum(nets.unseen_law(n, m)[k:]) == nets.net_failure(system, nets.uniform(n), Fraction(k, n), m)
        for n, epsilon, m in ((10, Fraction(1, 5), 9), (8, Fraction(1, 3), 4)):
            target = [x < n // 2 for x in range(n)]
            run = Fraction(math.ceil(epsilon * n), n)           # one of the two runs beside the border is missed
            assert 2 * (1 - run) ** m - (1 - 2 * run) ** m == nets.net_failure(nets.thresholds(n) ^ target, nets.uniform(n), epsilon, m)

    @pytest.mark.parametrize("failure, dimension, epsilon, delta, least, stated", [
        (lambda m: sum(nets.unseen_law(20, m)[1:]), 1, Fraction(1, 20), TENTH, 103, 2646),
        (lambda m: sum(nets.unseen_law(10, m)[1:]), 1, TENTH, TENTH, 44, 1212),
        (lambda m: sum(nets.unseen_law(60, m)[6:]), 6, TENTH, TENTH, 172, 6072)], ids=["20 coupons", "10 coupons", "6-subsets"])
    def test_sample_sizes_that_are_needed(self, failure, dimension, epsilon, delta, least, stated):
        assert nets.smallest_sample(failure, delta) == least and failure(least) <= delta < failure(least - 1)
        assert math.ceil(bounds.net_sample_size(dimension, float(epsilon), float(delta))) == stated
        assert least <= stated

    def test_smallest_sample(self):
        assert nets.smallest_sample(lambda m: 0, 0.5) == 1
        assert [nets.smallest_sample(lambda m: m < k, 0.5) for k in range(1, 20)] == [max(1, k) for k in range(1, 20)]
        with pytest.raises(ValueError, match="before a million draws"):
            nets.smallest_sample(lambda m: 1, 0.5)

    @given(st.integers(0, 6), st.integers(1, 4))
    def test_count_vectors(self, m, types):
        rows = nets.count_vectors(m, types)
        assert sorted(map(tuple, rows.tolist())) == sorted(
            c for c in product(range(m + 1), repeat=types) if sum(c) == m)


class TestLargestGap:
    def test_by_hand(self):
        assert nets.largest_gap_law(1, Fraction(9, 10)) == 1 and nets.largest_gap_law(1, 2.0) == 0
        for epsilon in (HALF, Fraction(3, 4), Fraction(1)):
            assert nets.largest_gap_law(2, epsilon) == 2 * (1 - epsilon)
        assert nets.largest_gap_law(3, Fraction(2, 5)) == 3 * Fraction(9, 25) - 3 * Fraction(1, 25)
        assert nets.largest_gap_law(
    5, Fraction(
        1, 10)) == nets.largest_gap_law(
            5, Fraction(
                1, 5)) == 1      # some gap is >= 1/5

    def test_against_draws(self):
        rng, m = np.random.default_rng(0), 8
        points = np.sort(rng.random((40_000, m)), axis=1)
        largest = np.maximum(np.diff(points, axis=1).max(axis=1), points[:, 0] + 1 - points[:, -1])
        for epsilon in (0.2, 0.3, 0.45):
            assert (largest > epsilon).mean() == pytest.approx(nets.largest_gap_law(m, epsilon), abs=0.015)

    @given(st.integers(1, 30), st.integers(1, 40))
    def test_a_law(self, m, n):
        here, further = (nets.largest_gap_law(m, Fraction(j, 40)) for j in (n, n + 1))
        assert 0 <= further <= here <= 1 and (40 <= n * m or here == 1)
        assert n == 40 or here <= m * (1 - Fraction(n, 40)) ** (m - 1)             # the union bound
        assert nets.largest_gap_law(m, n / 40) == pytest.approx(float(here), abs=1e-9)


class TestLogarithms:
    @given(st.floats(0.02, 0.183))
    def test_below_the_range_it_is_not(self, a):
        x = 2 * a
        b = (x - bounds.log_inversion_affine(a, 0.0)) / 2
        assert bounds.log_inversion_affine(a, b) == pytest.approx(x) and a * math.log(x) + b > x

    def test_the_affine_worst_case(self):
        a = 1 / (2 * math.e)
        x = bounds.log_inversion_affine(a, 3 * a)
        assert a * math.log(x) + 3 * a == pytest.approx(x, rel=1e-12) and x == pytest.approx(1 / math.e)
        for a in (0.5, 1.0, 5.0):
            b = (4 * math.e * a * a - 4 * a * math.log(2 * a)) / 2
            x = bounds.log_inversion_affine(a, b)
            assert (a * math.log(x) + b) / x == pytest.approx(0.5 + 1 / (4 * math.e * a), rel=1e-12)


class TestChernoff:
    def test_the_repaired_step_in_fractions(self):
        worst = 0
        for m in (1, 2, 8, 20, 40):
            for j in range(1, 20):
                rho = Fraction(j, 20)
                tail = sum(math.comb(m, s) * rho ** s * (1 - rho) ** (m - s)
                           for s in range(math.floor(m * rho / 2) + 1))
                assert tail <= bounds.chernoff_half_tail(m, float(rho)) <= bounds.chernoff_half_tail_simple(m, float(rho))
                if m * rho >= 2:
                    worst = max(worst, tail / bounds.chernoff_half_tail_simple(m, float(rho)))
        assert worst == pytest.approx(0.512, abs=1e-3)

    @pytest.mark.parametrize("m, rho, exact", [(8, HALF, 37 / 256),
                             (20, TENTH, 0.3917), (40, TENTH, 0.2228), (100, Fraction(1, 5), 0.0057)])
    def test_the_printed_step_is_false(self, m, rho, exact):
        measured, bound = binom.cdf(math.floor(m * rho / 2), m, float(rho)), bounds.chernoff_half_tail_as_printed(m, float(rho))
        assert measured > bound == math.exp(-m * rho / 2) and measured == pytest.approx(exact, abs=1e-4)

    def test_what_the_claim_needs_of_it(self):
        """P[Bin(m, eps) > eps m/2] >= 1/2 from m eps = ln 2 on, in fractions."""
        least = 1
        for m in range(1, 41):
            for j in range(1, 80):
                epsilon = Fraction(j, 80)
                if m * epsilon >= math.log(2):
                    tail = sum(math.comb(m, s) * epsilon ** s * (1 - epsilon) ** (m - s)
                               for s in range(math.floor(epsilon * m / 2) + 1))
                    least = min(least, 1 - tail)
        assert 0.5 <= least < 0.51


class TestTheorem:
    def test_the_final_sample_size_for_every_dimension(self):
        for d, epsilon, delta in product((1, 2, 5, 6, 20, 100, 10 ** 5), (1, 0.999, 0.5,
                                         0.1, 1e-3, 1e-8), (0.999, 0.5, 0.1, 1e-10, 1e-100)):
            m = bounds.net_sample_size(d, epsilon, delta)
            assert bounds.net_failure_probability(
    m, d, epsilon) <= delta and bounds.net_requirement(
        d, epsilon, delta) <= m
            assert bounds.net_failure_probability(bounds.net_requirement(
                d, epsilon, delta), d, epsilon) <= delta * (1 + 1e-9)
            a, b = 4 / epsilon, 4 / epsilon * (math.log(2 * math.e) + math.log(2 / delta) / d)
            assert d * bounds.log_inversion_affine(a,
    b) == pytest.approx(bounds.net_requirement(d,
    epsilon,
    delta),
     rel=1e-12)

    def test_one_concept_has_dimension_0(self):
        for epsilon, delta in ((0.1, 0.1), (0.5, 0.9), (0.01, 1e-6)):
            assert (1 - epsilon) ** math.ceil(bounds.net_sample_size(0, epsilon, delta)) <= delta

    def test_where_the_printed_requirement_parts_from_the_size(self):
        for d, printed, size in ((6, 6119.2, 6071.8), (100, 120739, 97442)):
            assert bounds.net_requirement_as_printed(d, 0.1, 0.1) == pytest.approx(printed, rel=1e-5)
            assert bounds.net_sample_size(d, 0.1, 0.1) == pytest.approx(size, rel=1e-5)
        for d in range(1, 6):
            assert bounds.net_requirement_as_printed(d, 0.1, 0.1) <= bounds.net_sample_size(d, 0.1, 0.1)
        delta = math.exp(-80)
        chain = bounds.net_chernoff_chain_as_printed(bounds.net_sample_size(100, 0.5, delta), 0.5, 100, delta)
        assert chain == (pytest.approx(8000), pytest.approx(7790.7, abs=0.05))

    def test_by_hand(self):
        assert bounds.net_sample_size(0, 0.5, 2 * math.exp(-3)) == pytest.approx(48)
        assert bounds.net_sample_size(1, 1.0, 2 * math.exp(-3)) == pytest.approx(8 * (2 * math.log(16) + 2 + 3))
        assert bounds.net_failure_probability(40, 1, 0.1) == pytest.approx(2 * 80 * math.e * math.exp(-1))
        assert bounds.net_failure_probability(10 ** 6, 10 ** 5, 1e-9) == math.inf
        assert bounds.sauer(
    2,
    4) == 11 and bounds.sauer(
        9,
        3) == 8 and bounds.sauer_exponential(
            2,
            4) == pytest.approx(
                4 *
                 math.e ** 2)
        assert bounds.symmetrization(3, 4, 0.5) == 1.5 and bounds.symmetrization_whole(3, 4, HALF) == 0.75
        assert bounds.symmetrization_as_printed(3, 4, 0.5) == pytest.approx(3 * math.exp(-0.5))
        assert bounds.uniform_convergence(10, 160, 40 * math.exp(-5)) == pytest.approx(0.5)

    @given(st.integers(1, 60), st.integers(0, 500))
    def test_sauer_below_its_exponential(self, d, more):
        assert bounds.sauer(d, d + more) <= bounds.sauer_exponential(d, d + more) * (1 + 1e-12)
