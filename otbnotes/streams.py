"""Games: a loss and a finite sequence of examples, random, adversarial or real."""

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from . import require
from .losses import Absolute, Hinge, Linear, Logistic


@dataclass(frozen=True, eq=False)
class Game:
    """What the environment will do in every round: the losses are ``l_t(w) = loss.value(<w, features[t]>, labels[t])``.

    Parameters
    ----------
    name : str
    loss : a loss of ``losses.py`` (or any NamedTuple with the same methods)
    features : array_like of shape (T, d), finite
    labels : array_like of shape (T,), finite; -1 or +1 where the loss is for binary labels

    Examples
    --------
    >>> Game("two rounds", Hinge(), [[3.0, 4.0], [0.0, 1.0]], [1, -1]).feature_radius
    5.0
    """

    name: str
    loss: object
    features: np.ndarray
    labels: np.ndarray

    def __post_init__(self):
        if isinstance(self.loss, type) or not all(hasattr(self.loss, word) for word in ("value", "slope", "binary")):
            require.fail("loss", self.loss, "a loss such as Hinge()")
        features = require.array("features", self.features, 2)
        if self.loss.binary:
            labels = require.signs("labels", self.labels, len(features))
        else:
            labels = require.array("labels", self.labels, 1)
            if labels.size != len(features):
                require.fail("labels", f"{labels.size} labels", f"{len(features)} labels, one per row of the features")
        object.__setattr__(self, "features", features)
        object.__setattr__(self, "labels", labels)

    @property
    def rounds(self):
        """The number of rounds T."""
        return len(self.labels)

    @property
    def dimension(self):
        """The dimension d of the weight vectors."""
        return self.features.shape[1]

    @property
    def feature_radius(self):
        """X = max_t ||x_t||."""
        return float(np.sqrt((self.features ** 2).sum(axis=1).max()))

    def lipschitz(self, radius):
        """L: a Lipschitz constant of z -> loss(z, y_t) on |z| <= radius * X, valid in every round."""
        reach = require.positive("radius", radius) * self.feature_radius
        return float(self.loss.lipschitz(reach, float(np.abs(self.labels).max())))

    def gradient_bound(self, radius):
        """G = L X, a bound on the norm of every subgradient met inside the ball of this radius."""
        return self.lipschitz(radius) * self.feature_radius

    def total(self, w):
        """The cumulative loss of the fixed vector ``w`` of shape (d,)."""
        if np.shape(w) != (self.dimension,):
            require.fail("w", f"array of shape {np.shape(w)}", f"a vector with {self.dimension} entries")
        return float(self.loss.value(self.features @ w, self.labels).sum())

    def reordered(self, order, name):
        """The same rounds in another order; a round may be left out or come twice."""
        order = require.rectangular(order)
        if order.ndim != 1 or order.dtype.kind not in "iu" or not np.isin(order, np.arange(self.rounds)).all():
            require.fail("order", order, f"a vector of integers from 0 to {self.rounds - 1}")
        return replace(self, name=name, features=self.features[order], labels=self.labels[order])


def unit_rows(vectors):
    """Return the rows scaled to length 1."""
    vectors = require.array("vectors", vectors, 2)
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not norms.all():
        require.fail("vectors", f"row {int(norms.argmin())} is 0", "rows of positive length")
    return vectors / norms


def random_game(loss, rounds, dimension, rng):
    """Unit features in uniform directions; labels of a random half-space, one in five flipped (signs for real labels too)."""
    require.integer("rounds", rounds, 1), require.integer("dimension", dimension, 1)
    features = unit_rows(rng.standard_normal((rounds, dimension)))
    labels = np.where(features @ rng.standard_normal(dimension) >= 0, 1.0, -1.0)
    labels[rng.random(rounds) < 0.2] *= -1
    return Game(f"{type(loss).__name__.lower()}, d={dimension}, random", loss, features, labels)


def games(rounds, rng):
    """Yield random, alternating, sorted and drifting games with linear, absolute, hinge and logistic loss.

    Parameters
    ----------
    rounds : int >= 2
    rng : numpy.random.Generator

    Yields
    ------
    Game
        In dimension 1, 2 and 10, every feature of length 1.
    """
    require.integer("rounds", rounds, 2)
    for loss in (Linear(), Absolute(), Hinge(), Logistic()):
        for dimension in (1, 2, 10):
            game = random_game(loss, rounds, dimension, rng)
            name = f"{type(loss).__name__.lower()}, d={dimension}"
            yield game
            yield game.reordered(np.argsort(game.labels, kind="stable"), f"{name}, sorted by label")
            yield replace(game, name=f"{name}, alternating labels", labels=np.resize([1.0, -1.0], rounds))
            yield replace(game, name=f"{name}, concept flips half-way",
                          labels=np.where(np.arange(rounds) < rounds // 2, game.labels, -game.labels))


@cache
def _bundled(name):
    """Return features (standardised, then scaled into the unit ball) and labels of a data set bundled with scikit-learn."""
    from sklearn import datasets

    features, labels = getattr(datasets, f"load_{name}")(return_X_y=True)
    spread = features.std(axis=0)
    features = (features - features.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    return features / np.linalg.norm(features, axis=1).max(), labels


def breast_cancer(loss=Hinge()):
    """569 tumours in 30 measurements, malignant -1, benign +1 (Street, Wolberg and Mangasarian 1993), in the order of the file."""
    features, labels = _bundled("breast_cancer")
    return Game("breast cancer", loss, features, np.where(labels == 1, 1.0, -1.0))


def digits(loss=Hinge()):
    """1797 images of 8 x 8 pixels, digits 5 to 9 are +1 and 0 to 4 are -1, in the order of the file."""
    features, labels = _bundled("digits")
    return Game("digits", loss, features, np.where(labels >= 5, 1.0, -1.0))


def real(loss):
    """Yield both data sets, each in the order of its file and then sorted by label."""
    for game in (breast_cancer(loss), digits(loss)):
        yield game
        yield game.reordered(np.argsort(game.labels, kind="stable"), f"{game.name}, sorted by label")
