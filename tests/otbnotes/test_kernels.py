"""Kernels against their features, the kernel Perceptron against a textbook in integers, and certificates in
fractions."""

import itertools
import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from sklearn.metrics import pairwise

from otbnotes import bounds, kernels
from otbnotes.kernels import Gaussian, Polynomial


small = st.integers(-4, 4)
PLAIN = Polynomial(1, 0.0)
fractions_ = st.fractions(-4, 4, max_denominator=6)
KERNELS = (PLAIN, Polynomial(3, 0.5), Gaussian(0.7))
CORNERS, FITS = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]]), np.array([1.0, -1.0, -1.0, 1.0])


def rng(seed=7):
    return np.random.default_rng(seed)


def integers(rows, columns):
    return st.lists(st.lists(small, min_size=columns, max_size=columns), min_size=rows, max_size=rows)


matrices = st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(lambda shape: integers(*shape))


def gram_of(rows):
    """Return F F' in plain integers."""
    return [[sum(a * b for a, b in zip(one, other)) for other in rows] for one in rows]


class TestGram:
    @pytest.mark.parametrize("dimension", [1, 2, 7])
    def test_scikit_learn(self, dimension):
        a, b = rng().standard_normal((30, dimension)), rng(8).standard_normal((20, dimension))
        for x, y in ((a, b), (a, a)):
            assert PLAIN.gram(x, y) == pytest.approx(pairwise.linear_kernel(x, y), rel=1e-12, abs=1e-12)
            theirs = pairwise.polynomial_kernel(x, y, degree=3, gamma=1, coef0=0.5)
            assert Polynomial(3, 0.5).gram(x, y) == pytest.approx(theirs, rel=1e-12, abs=1e-12)
            for width in (0.1, 0.7, 30.0):
                theirs = pairwise.rbf_kernel(x, y, gamma=1 / (2 * width ** 2))
                assert Gaussian(width).gram(x, y) == pytest.approx(theirs, rel=0, abs=2e-13)

    def test_the_power_of_a_polynomial_is_the_exponential_function(self):
        s = np.concatenate([np.linspace(0, 60, 20001), np.geomspace(1e-12, 1e8, 2001)])
        ours = Gaussian(1.0).value(0.0, 2 * s)
        assert np.abs(ours - np.exp(-s)).max() < 1e-13 and (ours >= 0).all() and (ours <= 1).all()
        assert (np.diff(Gaussian(1.0).value(0.0, np.linspace(0, 60, 2001))) < 0).all()

    @pytest.mark.parametrize("similarity", KERNELS, ids=str)
    def test_symmetric_to_the_last_bit(self, similarity):
        points = rng().standard_normal((60, 9))
        for given_points in (points, points.tolist()):
            gram = similarity.gram(given_points, given_points)
            assert (gram == gram.T).all()
        assert similarity.gram(points, points[3:5]) == pytest.approx(gram[:, 3:5], rel=1e-12, abs=1e-12)

    def test_a_gaussian_sees_distances_only(self):
        points = rng().standard_normal((20, 3))
        gram = Gaussian(0.5).gram(points, points)
        assert (gram.diagonal() == 1).all()
        assert Gaussian(0.5).gram(points + 5, points + 5) == pytest.approx(gram, abs=1e-11)
        assert Gaussian(1.5).gram(3 * points, 3 * points) == pytest.approx(gram, abs=1e-12)
        assert Gaussian(1.0).gram([[0.0]], [[1e9]]).tolist() == [[0.0]]

    def test_the_words_of_the_source(self):
        """exp(-||x - x'||^2 / (2 sigma)) is a Gaussian of width sqrt(sigma)."""
        assert Gaussian(math.sqrt(2)).gram([[1.0]], [[0.0]])[0, 0] == pytest.approx(0.7788, abs=5e-5)
        assert Gaussian(2.0).gram([[1.0]], [[0.0]])[0, 0] == pytest.approx(0.8825, abs=5e-5)

    def test_a_kernel_function_that_a_reader_brings_along(self):
        class Affine(NamedTuple):
            def value(self, product, squares):
                return 1.0 + product
        # the examples 1 and 2 are chosen, with the labels +1 and -1: 1 + x x' is 3 at the second
        assert kernels.kernel_perceptron_pass(Affine(), [[1.0], [2.0]], [1.0, -1.0]).scores.tolist() == [0.0, 3.0]


class TestFeatures:
    @given(st.integers(1, 3), st.integers(0, 4), st.data())
    def test_the_binomial_theorem_in_fractions(self, dimension, degree, data):
        x, z = (data.draw(st.lists(fractions_, min_size=dimension, max_size=dimension)) for _ in range(2))
        offset = data.draw(st.fractions(0, 3, max_denominator=4))
        total = sum(kernels.multinomial(e, degree) * offset ** (degree - sum(e))
                    * math.prod((a * b) ** r for a, b, r in zip(x, z, e)) for e in kernels.monomials(dimension, degree))
        product = sum(a * b for a, b in zip(x, z))
        assert total == bounds.polynomial_kernel(product, degree, offset) == (offset + product) ** degree
        ours = [kernels.polynomial_features([list(map(float, v))], degree, float(offset))[0] for v in (x, z)]
        assert ours[0] @ ours[1] == pytest.approx(float(total), rel=1e-9, abs=1e-9)

    @given(st.integers(1, 3), st.integers(0, 3), st.data())
    def test_the_printed_features_have_another_inner_product(self, dimension, degree, data):
        x, z = (data.draw(st.lists(small, min_size=dimension, max_size=dimension)) for _ in range(2))
        one, two = (kernels.polynomial_features_as_printed([v], degree)[0] for v in (x, z))
        product = sum(a * b for a, b in zip(x, z))
        printed = sum(product ** r for r in range(degree + 1))
        assert one @ two == printed == bounds.polynomial_kernel_of_printed_features(product, degree)
        assert len(one) == sum(dimension ** r for r in range(degree + 1))
        difference = bounds.polynomial_kernel(product, degree) - printed
        assert difference == {0: 0, 1: 0, 2: product, 3: 2 * product * (product + 1)}[degree]

    @pytest.mark.parametrize("dimension, degree", list(itertools.product((1, 2, 3), (0, 1, 2, 3))))
    def test_the_rank_of_all_tuples_is_the_number_of_monomials(self, dimension, degree):
        count = math.comb(dimension + degree, degree)
        assert len(set(kernels.monomials(dimension, degree))) == count == len(kernels.monomials(dimension, degree))
        assert all(sum(e) <= degree for e in kernels.monomials(dimension, degree))
        points = rng().integers(-5, 6, size=(count + 3, dimension)).astype(float)
        rank = np.linalg.matrix_rank(kernels.polynomial_features_as_printed(points, degree))
        exact = sum(bool(p) for p in kernels.ldl(Polynomial(degree).gram(points, points)).pivots)
        assert rank == exact <= count and (rank == count or dimension == 1)
        assert (sum(dimension ** r for r in range(degree + 1)) > count) == (dimension >= 2 and degree >= 2)


def textbook(gram, labels, order):
    """Run the kernel Perceptron in plain integers; return alpha and the chosen examples."""
    alpha, chosen = [0] * len(labels), []
    while True:
        wrong = [i for i in order if labels[i] * sum(g * a for g, a in zip(gram[i], alpha)) <= 0]
        if not wrong:
            return alpha, chosen
        alpha[wrong[0]] += labels[wrong[0]]
        chosen.append(wrong[0])


@st.composite
def separable(draw):
    """Integer points with a positive margin under a half-space through 0, and an order."""
    w = draw(st.lists(small, min_size=2, max_size=2).filter(any))
    points = draw(st.lists(st.tuples(small, small), min_size=1, max_size=6)
                  .filter(lambda ps: all(a * w[0] + b * w[1] for a, b in ps)))
    labels = [1 if a * w[0] + b * w[1] > 0 else -1 for a, b in points]
    return [list(p) for p in points], labels, draw(st.permutations(range(len(points))))


class TestPerceptron:
    @given(separable())
    def test_the_textbook_in_integers(self, data):
        points, labels, order = data
        gram = gram_of(points)
        alpha, chosen = textbook(gram, labels, order)
        run = kernels.kernel_perceptron(gram, labels, order)
        assert run.coefficients.tolist() == alpha and run.chosen.tolist() == chosen
        assert run.scores.tolist() == [sum(g * a for g, a in zip(row, alpha)) for row in gram]
        assert all(y * s > 0 for y, s in zip(labels, run.scores))
        assert all(a * y == chosen.count(i) for i, (a, y) in enumerate(zip(alpha, labels)))

    @settings(max_examples=50)
    @given(separable(), st.integers(1, 3))
    def test_updates_are_at_most_the_square_of_radius_over_margin(self, data, degree):
        points, labels, order = data
        gram = Polynomial(degree).gram(points, points)
        margin = kernels.kernel_margin(gram, labels)
        updates = len(kernels.kernel_perceptron(gram, labels, order).chosen)
        assert margin.lower > 0 and updates <= bounds.kernel_perceptron_updates(gram.diagonal().max(),
                                                                                margin.upper ** 2) * (1 + 1e-9)

    @given(st.lists(st.sampled_from([-1, 1]), min_size=1, max_size=30), st.data())
    def test_orthogonal_examples_attain_the_bound(self, labels, data):
        gram = np.eye(len(labels))
        run = kernels.kernel_perceptron(gram, labels, data.draw(st.permutations(range(len(labels)))))
        assert len(run.chosen) == len(labels) == bounds.kernel_perceptron_updates(1, Fraction(1, len(labels)))
        margin = kernels.kernel_margin(gram, labels)
        assert margin.lower <= 1 / math.sqrt(len(labels)) <= margin.upper

    def test_exclusive_or(self):
        points, labels = CORNERS, FITS
        gram = Polynomial(2).gram(points, points)
        run, margin = kernels.kernel_perceptron(gram, labels), kernels.kernel_margin(gram, labels)
        assert len(run.chosen) == 4 and margin.lower <= math.sqrt(2) <= margin.upper
        assert bounds.kernel_perceptron_updates(gram.diagonal().max(), Fraction(2)) == 4.5
        assert kernels.form(gram * np.outer(labels, labels), [Fraction(1, 4)] * 4) == 2

    def test_a_gaussian_separates_every_labelling_of_distinct_points(self):
        points = rng().standard_normal((6, 2))
        gram = Gaussian(0.5).gram(points, points)
        assert kernels.ldl(gram).definite
        for labels in itertools.product([-1, 1], repeat=6):
            assert (kernels.kernel_perceptron(gram, labels).scores * labels > 0).all()

    def test_it_halts_or_says_that_it_did_not(self):
        points, labels = CORNERS, FITS
        with pytest.raises(RuntimeError, match="made max_updates = 50 updates"):
            kernels.kernel_perceptron(PLAIN.gram(points, points), labels, max_updates=50)
        assert len(kernels.kernel_perceptron(np.eye(3), [1, 1, 1], max_updates=3).chosen) == 3

    @pytest.mark.parametrize("similarity", KERNELS, ids=str)
    def test_one_pass_against_a_loop_over_supports(self, similarity):
        features = rng().standard_normal((150, 4))
        labels = np.sign(features[:, 0] * features[:, 1])
        chosen, scores = [], []
        for t in range(150):
            scores.append(math.fsum(labels[k] * similarity.gram(features[t:t + 1], features[k:k + 1])[0, 0]
                                    for k in chosen))
            if labels[t] * scores[-1] <= 0:
                chosen.append(t)
        stream = kernels.kernel_perceptron_pass(similarity, features, labels)
        assert stream.chosen.tolist() == chosen and stream.scores == pytest.approx(np.array(scores), rel=1e-9, abs=1e-9)
        assert 20 < len(chosen) < 150

    def test_a_label_is_seen_only_after_predicting(self):
        features = rng().standard_normal((40, 2))
        labels = np.sign(features[:, 0])
        flipped = np.where(np.arange(40) == 25, -labels, labels)
        one, other = (kernels.kernel_perceptron_pass(Gaussian(1.0), features, y) for y in (labels, flipped))
        assert one.scores[:26].tolist() == other.scores[:26].tolist()
        assert one.scores[26:].tolist() != other.scores[26:].tolist()

    @pytest.mark.parametrize("similarity", KERNELS, ids=str)
    def test_the_same_numbers_without_compiling(self, similarity):
        features = rng().standard_normal((60, 3))
        labels, found = np.sign(features[:, 0] * features[:, 1]), []
        for body in (kernels._one_pass, kernels._one_pass.algorithm):
            scores, chosen = np.empty(60), np.empty(60, dtype=np.int64)
            made = body(similarity, features, labels, (features ** 2).sum(axis=1), np.empty((3, 60)), np.empty(60),
                        np.empty(60), scores, chosen)
            found.append((chosen[:made].tolist(), scores))
        assert found[0][0] == found[1][0] and found[0][1] == pytest.approx(found[1][1], rel=0, abs=1e-9)
        gram, order = similarity.gram(features, features), np.arange(60)
        runs = []
        for play in (kernels._kernel_perceptron, kernels._kernel_perceptron.algorithm):
            alpha, scores, chosen = np.zeros(60), np.zeros(60), np.empty(40, dtype=np.int64)
            made = play(gram, labels, order, alpha, scores, chosen)
            runs.append((chosen[:made].tolist(), scores))
        assert runs[0][0] == runs[1][0] and runs[0][1] == pytest.approx(runs[1][1], rel=0, abs=1e-9)


class TestMargin:
    @pytest.mark.parametrize("seed", range(4))
    def test_the_quadratic_program_of_another_solver(self, seed):
        import cvxpy as cp

        points = rng(seed).standard_normal((15, 3))
        labels = np.sign(rng(seed + 9).standard_normal(15))
        gram = Gaussian(0.8).gram(points, points)
        margin = kernels.kernel_margin(gram, labels)
        w = cp.Variable(15, nonneg=True)
        factor = np.linalg.cholesky(gram).T * labels
        theirs = cp.Problem(cp.Minimize(cp.norm(factor @ w)), [cp.sum(w) == 1]).solve(solver=cp.CLARABEL)
        assert margin.lower - 1e-7 <= theirs <= margin.upper + 1e-7 and margin.upper - margin.lower <= 1e-6
        assert margin.weights.min() >= 0 and margin.weights.sum() == pytest.approx(1, rel=1e-12)

    @given(separable())
    def test_it_encloses_the_margin_in_fractions(self, data):
        """From the left: some lambda proves the upper bound, from the right: alpha = lambda y has the lower margin."""
        points, labels, _ = data
        gram = gram_of(points)
        margin = kernels.kernel_margin(gram, labels)
        mixture = [Fraction(a) * y for a, y in zip(margin.weights, labels)]
        square, total = kernels.form(gram, mixture), sum(map(Fraction, margin.weights))
        assert float(square / total ** 2) <= margin.upper ** 2 * (1 + 1e-14)
        least = min(y * sum(g * a for g, a in zip(row, mixture)) for row, y in zip(gram, labels))
        assert least >= 0 and float(least ** 2 / square) >= margin.lower ** 2 * (1 - 1e-14)

    def test_no_margin(self):
        margin = kernels.kernel_margin([[1.0, 1.0], [1.0, 1.0]], [1, -1])
        assert margin.lower == 0 and margin.upper < 1e-6
        assert kernels.kernel_margin([[0.0]], [1])[:2] == (0, 0)
        with pytest.raises(RuntimeError, match="max_steps = 1 "):
            line = np.array([[0.0], [0.1], [1.0], [5.0]])
            kernels.kernel_margin(Gaussian(1.0).gram(line, line), [1, -1, 1, -1], tolerance=1e-12, max_steps=1)


class TestCertificates:
    @given(matrices, st.data())
    def test_a_gram_matrix_is_rebuilt_from_its_factors(self, rows, data):
        gram, size = gram_of(rows), len(rows)
        factors = kernels.ldl(gram)
        weights = [pivot for pivot in factors.pivots if pivot]
        assert factors.semidefinite and min(factors.pivots) >= 0
        assert (factors.lower * np.array(factors.pivots) @ factors.lower.T).tolist() == gram
        assert len(weights) == np.linalg.matrix_rank(np.array(rows)) and factors.definite == (len(weights) == size)
        alpha = data.draw(st.lists(small, min_size=size, max_size=size))
        image = [sum(g * a for g, a in zip(row, alpha)) for row in gram]
        assert (kernels.form(gram, alpha) == 0) == (not any(image)) and kernels.form(gram, alpha) >= 0

    @given(matrices, st.data())
    def test_the_inner_product_depends_on_the_functions_alone(self, rows, data):
        gram, size = gram_of(rows), len(rows)
        factors = kernels.ldl(gram)
        alpha, beta = (data.draw(st.lists(fractions_, min_size=size, max_size=size)) for _ in range(2))
        f, g = ([sum(x * a for x, a in zip(row, c)) for row in gram] for c in (alpha, beta))
        assert factors.inner(f, g) == kernels.form(gram, alpha, beta)
        for i in range(size):  # reproducing, and no function is larger than allowed
            assert factors.inner(f, gram[i]) == f[i]
            assert f[i] ** 2 <= factors.inner(f, f) * gram[i][i]

    def test_a_function_outside_the_space(self):
        with pytest.raises(ValueError, match=r"^g = .* expected a function in the span"):
            kernels.ldl([[1, 1], [1, 1]]).inner([1, 1], [1, 0])

    @given(st.integers(1, 5).flatmap(lambda n: integers(n, n)))
    def test_numpy_and_a_negative_direction(self, rows):
        gram = [[a + b for a, b in zip(row, column)] for row, column in zip(rows, zip(*rows))]
        factors, least = kernels.ldl(gram), np.linalg.eigvalsh(np.array(gram, dtype=float))[0]
        if factors.semidefinite:
            assert least > -1e-9 and min(factors.pivots) >= 0
        else:
            assert kernels.form(gram, factors.direction) < 0 and least < 1e-9
            with pytest.raises(ValueError, match="^gram = .negative in the direction"):
                factors.inner(gram[0], gram[0])

    def test_a_float_is_the_fraction_that_it_is(self):
        """[[1, 0.1], [0.1, 0.01]] is singular in decimals; in binary it is indefinite or definite, never singular."""
        gram = [[1.0, 0.1], [0.1, 0.01]]
        determinant = Fraction(0.01) - Fraction(0.1) ** 2
        assert determinant and kernels.ldl(gram).semidefinite == (determinant > 0)
        assert kernels.ldl([[1, Fraction(1, 10)], [Fraction(1, 10), Fraction(1, 100)]]).pivots == (1, 0)


class TestHull:
    @pytest.mark.parametrize("points, dimension", [(1, 1), (3, 1), (4, 2), (6, 2), (4, 3), (6, 3), (5, 4)])
    def test_cover_counts_the_half_spaces(self, points, dimension):
        """A half-space separates just if 0 is no mixture of the signed features (Gordan)."""
        features = rng(points).integers(-50, 51, size=(points, dimension))
        count = sum(kernels.convex_combination([0] * dimension, np.array(labels)[:, None] * features) is None
                    for labels in itertools.product([-1, 1], repeat=points))
        assert count == bounds.dichotomies(points, dimension)

    @given(st.integers(1, 3).flatmap(lambda d: st.tuples(integers(4, d), integers(1, d))))
    def test_a_point_of_the_hull(self, data):
        vertices, (point,) = data
        weights = kernels.convex_combination(point, vertices)
        if weights is None:
            system = np.vstack([np.transpose(vertices), np.ones(4)])
            assert linprog(np.zeros(4), A_eq=system, b_eq=[*point, 1]).status == 2        # infeasible
        else:
            assert min(weights) >= 0 and sum(weights) == 1
            assert [sum(m * v[j] for m, v in zip(weights, vertices)) for j in range(len(point))] == point
