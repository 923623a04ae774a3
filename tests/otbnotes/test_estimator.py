"""The scikit-learn estimator: its conventions, its conversions against the textbook, and the coverage of its
certificate.
"""

import math
import pickle

import numpy as np
import pytest
from scipy import stats
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.linear_model import LogisticRegression, Perceptron, SGDClassifier
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.utils.estimator_checks import parametrize_with_checks

from otbnotes import bounds
from otbnotes.conversion import survival_times
from otbnotes.estimator import OnlineToBatchClassifier


class Plain(ClassifierMixin, BaseEstimator):
    """The multiclass Perceptron in a few lines: w_y <- w_y + x and w_k <- w_k - x when k is predicted for y."""

    def partial_fit(self, X, y, classes=None):
        if not hasattr(self, "coef_"):
            self.classes_ = np.asarray(classes)
            self.coef_, self.intercept_ = np.zeros((len(classes), X.shape[1])), np.zeros(len(classes))
        for x, k in zip(X, np.searchsorted(self.classes_, y)):
            wrong = int((self.coef_ @ x + self.intercept_).argmax())
            if wrong != k:
                self.coef_[k] += x
                self.coef_[wrong] -= x
                self.intercept_[k] += 1
                self.intercept_[wrong] -= 1
        return self

    def predict(self, X):
        return self.classes_[(X @ self.coef_.T + self.intercept_).argmax(axis=1)]


class Constant(ClassifierMixin, BaseEstimator):
    """Predict the last class, whatever is seen; remember what was."""

    def partial_fit(self, X, y, classes=None):
        self.classes_ = classes
        self.seen_ = [*getattr(self, "seen_", []), float(X[0, 0])]
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[-1])


@parametrize_with_checks([OnlineToBatchClassifier(Plain(), predict_with)
                          for predict_with in ("average", "vote", "random")]
                         + [OnlineToBatchClassifier(GaussianNB(), "random")])
@pytest.mark.filterwarnings("ignore")
def test_the_conventions_of_scikit_learn(estimator, check):
    check(estimator)


def two_classes(rng, n, labels=(-1.0, 1.0)):
    """Return features with a constant column and the labels of a half-space, one in ten flipped."""
    X = np.column_stack([rng.normal(size=(n, 3)), np.ones(n)])
    y = np.where(X @ [1.0, -2.0, 0.5, 0.3] > 0, 1, 0)
    y[rng.random(n) < 0.1] ^= 1
    return X, np.asarray(labels)[y]


def replay(X, y, seed):
    """Play scikit-learn's Perceptron on the rows in the estimator's order; return w_1, ..., w_T and the mistakes."""
    order = np.random.RandomState(seed).permutation(len(y))
    w, rows, mistakes = np.zeros(X.shape[1]), [], []
    for x, label in zip(X[order], y[order]):
        rows.append(w)
        mistakes.append(bool(label * (w @ x) <= 0))
        w = w + label * x if mistakes[-1] else w
    return np.array(rows), mistakes


class TestAgainstTheTextbook:
    X, y = two_classes(np.random.default_rng(1), 120)
    fresh = two_classes(np.random.default_rng(2), 200)[0]
    rows, mistakes = replay(X, y, 5)

    def fit(self, predict_with):
        return OnlineToBatchClassifier(Perceptron(fit_intercept=False), predict_with, random_state=5).fit(self.X,
                                                                                                          self.y)

    def test_the_certificate(self):
        for predict_with in ("average", "vote", "random"):
            model = self.fit(predict_with)
            error = np.mean(self.mistakes)
            assert model.certificate_.estimate == pytest.approx(error, rel=1e-12) and model.certificate_.delta == 0.05
            assert model.certificate_.upper == pytest.approx(error + math.sqrt(math.log(20) / 240), rel=1e-12)
            assert model.certificate_.upper == pytest.approx(bounds.progressive_validation_bound(error, 120, 0.05),
                                                             rel=1e-12)
            assert model.vote_upper_ == pytest.approx(min(1, 2 * model.certificate_.upper))

    def test_the_mean_of_what_was_played(self):
        model = self.fit("average")
        assert model.estimator_.coef_[0] == pytest.approx(np.mean(self.rows, axis=0), rel=1e-9)
        assert model.predict(self.fresh).tolist() == np.sign(self.fresh @ np.mean(self.rows, axis=0)).tolist()

    def test_the_vote_of_what_was_played(self):
        model = self.fit("vote")
        assert model.survival_times_.tolist() == survival_times(self.mistakes[:-1]).tolist()
        votes = np.sign(np.sign(self.rows @ self.fresh.T).sum(axis=0))
        decided = votes != 0
        assert decided.sum() > 190 and model.predict(self.fresh)[decided].tolist() == votes[decided].tolist()
        assert model.versions_[0] is None and len(model.versions_) == 1 + sum(self.mistakes[:-1])

    def test_the_random_one_was_played(self):
        drawn = set()
        for seed in range(30):
            model = OnlineToBatchClassifier(Perceptron(fit_intercept=False), "random",
                                            random_state=seed).fit(self.X[:8], self.y[:8])
            rows, _ = replay(self.X[:8], self.y[:8], seed)
            found = [t for t, w in enumerate(rows) if model.estimator_ is not None
                     and np.array_equal(w, model.estimator_.coef_[0])]
            assert model.estimator_ is None or found
            drawn.add(found[0] if found else 0)
        assert len(drawn) >= 4 and 0 in drawn

    def test_an_undrawn_start_predicts_the_first_class(self):
        models = [OnlineToBatchClassifier(Perceptron(), "random", random_state=s).fit(self.X[:4], self.y[:4])
                  for s in range(20)]
        starts = [model for model in models if model.estimator_ is None]
        assert starts and all(set(model.predict(self.fresh)) == {-1.0} for model in starts)


class TestOrder:
    def test_every_example_is_predicted_before_it_is_learned(self):
        """A memoriser has no mistake on what it has learned; on new points with fair labels it errs half of the
        time.
        """
        class Memory(Constant):
            def predict(self, X):
                return np.array([self.classes_[0] if float(x) in self.seen_ else self.classes_[1] for x in X[:, 0]])

        X, y = np.arange(40.0)[:, None], np.resize([0, 1], 40)
        wrong = OnlineToBatchClassifier(Memory(), "random", random_state=0).fit(X, y).certificate_.estimate
        assert wrong == pytest.approx(np.mean(y == 0), abs=1 / 40)      # it never recognises a point, so it says 1

    def test_each_comes_once_and_in_an_order_of_its_own(self):
        X, y = np.arange(50.0)[:, None], np.repeat([0, 1], 25)
        orders = []
        for seed in (0, 0, 1):
            model = OnlineToBatchClassifier(Constant(), "vote", random_state=seed).fit(X, y)
            orders.append(model.versions_[-1].seen_)
            assert len(model.versions_) == 50 and len(set(orders[-1])) == 49      # the last example is never in use
        assert orders[0] == orders[1] != orders[2] and orders[0] != sorted(orders[0])

    def test_the_order_does_not_depend_on_the_labels(self):
        X = np.arange(30.0)[:, None]
        seen = [OnlineToBatchClassifier(Constant(), "vote", random_state=4).fit(X, y).versions_[-1].seen_
                for y in (np.resize([0, 1], 30), np.repeat([0, 1], 15))]
        assert seen[0] == seen[1]

    def test_the_given_estimator_stays_as_it_was(self):
        base = Perceptron()
        model = OnlineToBatchClassifier(base).fit(*two_classes(np.random.default_rng(0), 20))
        assert not hasattr(base, "coef_") and model.estimator is base and base.random_state == 0
        assert clone(model).get_params()["estimator__eta0"] == 1.0


class TestCoverage:
    """Labels that are fair coins, and a learner that predicts 1 after its first round: R(Q) = (1 + (T - 1)/2) / T."""

    @pytest.mark.parametrize("T, delta, most", [(12, 0.3, 2), (14, 0.8, 5)])
    def test_the_rate_of_failure_is_that_of_the_binomial(self, T, delta, most):
        """The certificate fails iff at most so many of the T - 1 predictions are wrong; exact acceptance, level
        1e-9.
        """
        trials, rng, failures, bare = 900, np.random.default_rng(8), 0, 0
        risk = (1 + (T - 1) / 2) / T
        for seed in range(trials):
            y = rng.integers(0, 2, T)
            if y.min() == y.max():
                y[0] = 1 - y[0]                     # fails as often as without this line
            certificate = OnlineToBatchClassifier(Constant(), "random", delta, seed).fit(np.ones((T, 1)),
                                                                                         y).certificate_
            failures += certificate.upper < risk
            bare += certificate.estimate < risk
        exact = stats.binom.cdf(most, T - 1, 0.5)
        assert exact <= delta and most == math.ceil((T - 1) / 2 - T * math.sqrt(math.log(1 / delta) / (2 * T))) - 1
        assert 5e-10 < stats.binom.cdf(failures, trials, exact) and 5e-10 < stats.binom.sf(failures - 1, trials, exact)
        assert bare > 0.4 * trials                  # the width is needed


class TestRealData:
    def halves(self, load, seed=0):
        X, y = load(return_X_y=True)
        X, y = np.log1p(X), y if load is load_breast_cancer else (y >= 5).astype(int)
        order = np.random.default_rng(seed).permutation(len(y))
        half = min(len(y) // 2, 500)
        return X[order[:half]], y[order[:half]], X[order[half:]], y[order[half:]]

    @pytest.mark.parametrize("load", [load_breast_cancer, load_digits], ids=["breast cancer", "digits"])
    def test_the_certificate_holds_on_fresh_data(self, load):
        X, y, fresh, labels = self.halves(load)
        model = OnlineToBatchClassifier(Perceptron(), "vote", random_state=0).fit(X, y)
        wrong = [np.mean(version.predict(fresh) != labels) for version in model.versions_[1:]]
        gibbs = (model.survival_times_[1:] @ wrong + model.survival_times_[0]) / len(y)
        assert gibbs <= model.certificate_.upper
        assert 1 - model.score(fresh, labels) <= min(model.vote_upper_, gibbs)
        mean = OnlineToBatchClassifier(Perceptron(), "average", random_state=0).fit(X, y)
        assert mean.certificate_ == model.certificate_ and 1 - mean.score(fresh, labels) <= gibbs

    def test_a_file_sorted_by_label_does_no_harm(self):
        X, y, fresh, labels = self.halves(load_breast_cancer)
        order = np.argsort(y, kind="stable")
        model = OnlineToBatchClassifier(Perceptron(), random_state=1).fit(X[order], y[order])
        assert model.certificate_.estimate > 0.05 and 1 - model.score(fresh, labels) <= model.certificate_.upper

    def test_ten_digits(self):
        X, y = load_digits(return_X_y=True)
        model = OnlineToBatchClassifier(Plain(), "vote", random_state=0).fit(X[:1200] / 16, y[:1200])
        assert model.score(X[1200:] / 16, y[1200:]) > 0.85 > 1 - model.certificate_.estimate
        assert model.classes_.tolist() == list(range(10))

    def test_it_works_inside_scikit_learn(self):
        X, y = two_classes(np.random.default_rng(3), 90, labels=("no", "yes"))
        model = OnlineToBatchClassifier(SGDClassifier(loss="log_loss"), "average", random_state=0)
        assert cross_val_score(model, X, y, cv=3).mean() > 0.6
        fitted = model.fit(X, y)
        again, restored = clone(model).fit(X, y), pickle.loads(pickle.dumps(fitted))
        assert restored.predict(X).tolist() == fitted.predict(X).tolist() == again.predict(X).tolist()


class TestBadInput:
    X, y = np.ones((4, 1)), [0, 1, 0, 1]

    @pytest.mark.parametrize("parameters, message", [
        ({"predict_with": "mean"}, "predict_with = 'mean': expected 'average', 'vote' or 'random'"),
        ({"predict_with": None}, "predict_with = None: expected 'average', 'vote' or 'random'"),
        ({"delta": 0}, r"delta = 0: expected a number in the open interval \(0, 1\)"),
        ({"delta": "a"}, r"delta = 'a': expected a number in the open interval \(0, 1\)"),
        ({"estimator": LogisticRegression()},
         r"estimator = LogisticRegression\(\): expected a classifier with partial_fit"),
        ({"estimator": GaussianNB(), "predict_with": "average"},
         "predict_with = 'average': expected 'vote' or 'random' for GaussianNB, which")],
        ids=["mean", "none", "zero", "text", "no partial_fit", "no coef_"])
    def test_parameters(self, parameters, message):
        with pytest.raises(ValueError, match=f"^{message}"):
            OnlineToBatchClassifier(**{"estimator": Perceptron()} | parameters).fit(self.X, self.y)

    @pytest.mark.parametrize("X, y", [([[1.0], [math.nan]], [0, 1]), ([[1.0], [math.inf]], [0, 1]),
                                      ([[1.0], [2.0]], [0, 0]),
                                      ([[1.0]], [0, 1]), ([], []), ([[1.0], [2.0]], [0.5, 0.7])],
                             ids=["nan", "inf", "one class", "lengths", "empty", "regression"])
    def test_data(self, X, y):
        with pytest.raises(ValueError):
            OnlineToBatchClassifier(Perceptron()).fit(X, y)
