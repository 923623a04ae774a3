"""Online to batch for scikit-learn: any classifier with ``partial_fit``, one pass, and a certificate without a test
set.

This is the only module of the package that imports scikit-learn, and nothing in the package imports it.
"""

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

    In round t the current version w_t of the estimator predicts example t; then it learns this example by
    ``partial_fit``.  The versions w_1, ..., w_T that were *played* are averaged, vote, or one of them is drawn; the
    version after the last example was never tested and is thrown away.

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
        ``estimate``: the progressive error, the fraction of examples that were misclassified *before* they were
        learned. ``upper``: at least the error of the randomised classifier with probability 1 - ``delta``.  That is the
        classifier that draws one of the played versions for each prediction; "random" draws once.
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
    ``majority-vote-2x``.  The certificate assumes

    - rows that are independent draws from one law, and that a new example is another draw.  Features that were scaled
      with statistics of the whole sample, and rows that come twice, violate this;
    - an order of the rows that does not depend on their values: ``fit`` shuffles them with ``random_state``, so that
      a file sorted by label does no harm.  A drift in time is another matter: no shuffling makes tomorrow like today;
    - a set of labels known beforehand.  It is read from ``y``.

    There is no certificate for "average": its error may exceed that of the randomised classifier, because the zero-one
    loss is not convex.

    The first version, w_1, has learned nothing.  It abstains, which counts as an error in the certificate, votes for
    nobody, and is 0 in the average; if it is drawn, it predicts the first class.

    Memory: "random" keeps two versions (reservoir sampling) and "average" a sum.  "vote" keeps every version that
    differs from the one before: one plus the number of mistakes if the estimator is linear and changes only when it
    errs, such as ``Perceptron()``.  Of an estimator without ``coef_`` every one of the T versions is kept.

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
                                 f"'vote' or 'random' for {type(version).__name__}, which "
                                 "has no coef_ and intercept_")
                coefficients, intercepts = coefficients + version.coef_, intercepts + version.intercept_
                self.estimator_ = version
        self.estimator_ = copy.deepcopy(self.estimator_)
        self.estimator_.coef_, self.estimator_.intercept_ = coefficients / rounds, intercepts / rounds

    def _keep_all(self, play, rng):
        """Keep each version that differs from the one before, and count its rounds."""
        self.versions_, times, state = [], [], None
        for version in play:
            now = _state(version)
            if not times or not _same(state, now):
                self.versions_.append(copy.deepcopy(version))
                times.append(0)
                state = now
            times[-1] += 1
        self.survival_times_ = np.array(times)


def _state(version):
    """Return a copy of what a linear classifier predicts with, or None."""
    if version is None or not hasattr(version, "coef_"):
        return None
    return version.coef_.copy(), np.copy(version.intercept_)


def _same(before, after):
    """Say whether two states are known to be equal."""
    return before is not None and after is not None and all(np.array_equal(a, b) for a, b in zip(before, after))


def _seeded(estimator, random):
    """Give every part of the estimator that has coins of its own a seed drawn from ``random``."""
    names = sorted(name for name in estimator.get_params(deep=True) if name == "random_state"
                   or name.endswith("__random_state"))
    return estimator.set_params(**{name: random.randint(2 ** 31 - 1) for name in names})
