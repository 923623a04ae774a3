"""Online to batch for scikit-learn, which no other module of the package imports."""

import copy

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from . import require
from .conversion import progressive_validation, reservoir


class OnlineToBatchClassifier(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):
    """Learn online, in one pass, and predict with what the pass has played.

    In round t the version w_t of the estimator predicts example t; then it learns this example by ``partial_fit``.  The
    played versions w_1, ..., w_T are averaged, vote, or one of them is drawn.

    Parameters
    ----------
    estimator : classifier with ``partial_fit``
        It learns one example at a time.
    predict_with : {"average", "vote", "random"}, default="vote"
        "average": the mean of the ``coef_`` and ``intercept_`` of the versions, for linear classifiers only.
        "vote": each version has as many votes as rounds that it was played in.
        "random": one version, drawn uniformly in ``fit``.
    delta : float in (0, 1), default=0.05
        The certificate may fail with this probability.
    random_state : int, RandomState instance or None, default=None
        The order of the pass, the drawn version, and the coins of the estimator.

    Attributes
    ----------
    certificate_ : Certificate
        ``estimate``: the fraction of examples that were misclassified *before* they were learned. ``upper``: with
        probability 1 - ``delta`` at least the error of the classifier that draws a version for each prediction.
    vote_upper_ : float
        min(1, 2 ``upper``): at least the error of the vote, in the same event.
    classes_ : ndarray of shape (n_classes,)
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (n_features_in_,), if the names are strings
    estimator_ : classifier
        "random" and "average" only: the fitted classifier that predicts; None if w_1 was drawn.
    versions_ : list of classifiers and None
        "vote" only: the versions, in order.
    survival_times_ : ndarray of int, as many as versions
        "vote" only: the number of rounds in which each version was played.

    Notes
    -----
    Statements ``otb-algorithm``, ``otb-high-prob``, ``progressive-validation-bound``, ``otb-weights`` and
    ``majority-vote-2x``.  The certificate assumes that the rows and every new example are independent draws from one
    law, and that the labels in ``y`` are all there are.  A file sorted by label does no harm, as ``fit`` shuffles the
    rows.  A drift in time does, and so do rows that come twice and features scaled with statistics of the whole sample.
    There is no certificate for "average", because the zero-one loss is not convex.

    w_1 has learned nothing and abstains: an error in the certificate, a vote for nobody, 0 in the average.  If it is
    drawn, it predicts the first class.

    Memory: "random" keeps two versions, "average" a sum, and "vote" every version that differs from the one before: of
    ``Perceptron()`` one plus the number of mistakes, of an estimator without ``coef_`` all T.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.linear_model import Perceptron
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = OnlineToBatchClassifier(Perceptron(), random_state=0).fit(X, y)
    >>> model.certificate_.estimate < model.certificate_.upper < 0.5
    True
    """

    def __init__(self, estimator, predict_with="vote", delta=0.05, random_state=None):
        self.estimator = estimator
        self.predict_with = predict_with
        self.delta = delta
        self.random_state = random_state

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = False
        tags.classifier_tags.poor_score = self.predict_with == "random"     # it may have drawn an early version
        return tags

    def fit(self, X, y):
        """Play one pass over the rows of ``X`` in random order.

        Parameters
        ----------
        X : array_like of shape (T, d), finite
        y : array_like of shape (T,)

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If an argument or parameter is not as described, or ``y`` has one class only.
        """
        self._check_parameters()
        X, y = validate_data(self, X, y)
        check_classification_targets(y)
        self.classes_ = np.unique(y)
        if len(self.classes_) < 2:
            raise ValueError(f"y has {len(self.classes_)} class: one class only, expected at least two")
        random = check_random_state(self.random_state)
        order = random.permutation(len(y))                      # chosen before the data are looked at
        learner = _seeded(clone(self.estimator), random)
        wrong = np.empty(len(y))                                # filled in by the pass
        keep = {"average": self._keep_average, "vote": self._keep_all, "random": self._keep_one}[self.predict_with]
        keep(self._play(learner, X[order], y[order], wrong), np.random.default_rng(random.randint(2 ** 31)))
        self.certificate_ = progressive_validation(wrong, 1.0, self.delta)
        self.vote_upper_ = min(1.0, 2 * self.certificate_.upper)
        return self

    def predict(self, X):
        """Return the predicted label of each row of ``X``.

        Parameters
        ----------
        X : array_like of shape (n, d), finite

        Returns
        -------
        ndarray of shape (n,)
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False)
        if self.predict_with != "vote":
            return np.full(len(X), self.classes_[0]) if self.estimator_ is None else self.estimator_.predict(X)
        votes = np.zeros((len(X), len(self.classes_)))
        for version, rounds in zip(self.versions_[1:], self.survival_times_[1:]):   # w_1 votes for nobody
            votes[np.arange(len(X)), np.searchsorted(self.classes_, version.predict(X))] += rounds
        return self.classes_[votes.argmax(axis=1)]

    def _check_parameters(self):
        if not hasattr(self.estimator, "partial_fit"):
            require.fail("estimator", self.estimator, "a classifier with partial_fit")
        if self.predict_with not in ("average", "vote", "random"):
            require.fail("predict_with", self.predict_with, "'average', 'vote' or 'random'")
        require.probability("delta", self.delta)

    def _play(self, learner, X, y, wrong):
        """Yield w_1 = None, w_2, ..., w_T, each before it learns; ``wrong`` says which of them err."""
        for t in range(len(y)):
            x_t, y_t = X[t:t + 1], y[t:t + 1]
            yield learner if t else None                            # (1) w_t is in use
            wrong[t] = t == 0 or learner.predict(x_t)[0] != y_t[0]  # (2) it predicts; w_1 abstains, an error
            learner.partial_fit(x_t, y_t, classes=self.classes_)    # (3) it sees the label and learns

    def _keep_one(self, play, rng):
        """Draw a version."""
        self.estimator_ = reservoir(play, rng)[1]

    def _keep_average(self, play, rng):
        """Add up the coefficients, and leave their mean in a copy of the last version."""
        coefficients = intercepts = 0.0                         # w_1 = 0
        for rounds, version in enumerate(play, start=1):
            if version is not None:
                if not (hasattr(version, "coef_") and hasattr(version, "intercept_")):
                    require.fail("predict_with", self.predict_with,
                                 f"'vote' or 'random' for {type(version).__name__}, which has no coef_ and intercept_")
                coefficients, intercepts = coefficients + version.coef_, intercepts + version.intercept_
                self.estimator_ = version
        self.estimator_ = copy.deepcopy(self.estimator_)
        self.estimator_.coef_, self.estimator_.intercept_ = coefficients / rounds, intercepts / rounds

    def _keep_all(self, play, rng):
        """Keep each version that differs from the one before, and count its rounds."""
        self.versions_, times = [], []
        for version in play:
            if not times or not _same(self.versions_[-1], version):
                self.versions_.append(copy.deepcopy(version))
                times.append(0)
            times[-1] += 1
        self.survival_times_ = np.array(times)


def _same(before, after):
    """Say whether two versions are known to predict alike: linear classifiers with equal coefficients."""
    return (hasattr(before, "coef_") and hasattr(after, "coef_") and np.array_equal(before.coef_, after.coef_)
            and np.array_equal(before.intercept_, after.intercept_))


def _seeded(estimator, random):
    """Give every part of the estimator that has coins of its own a seed drawn from ``random``."""
    names = sorted(name for name in estimator.get_params(deep=True) if name == "random_state"
                   or name.endswith("__random_state"))
    return estimator.set_params(**{name: random.randint(2 ** 31 - 1) for name in names})
