"""Mirror descent: a sheet of scores, and a mirror that reads it as weights."""

import numpy as np

from .run import Run, one_per_round, vector


def mirror_descent(game, mirror, step) -> Run:
    """Play mirror descent: w_t = mirror(theta_t), theta_{t+1} = theta_t - eta_t g_t, theta_1 = 0.

    Parameters
    ----------
    game : Game
    mirror : callable
        From a sheet, shape (d,), to the weights that are played, shape (d,): the gradient of a potential.  ``lambda sheet: sheet``
        is gradient descent, and ``scipy.special.softmax`` is exponentiated gradient.
    step : float > 0 or array_like of shape (T,)

    Raises
    ------
    ValueError
        If a step is not positive, or the mirror returns something else than d finite numbers.

    Notes
    -----
    Statements ``mirror-descent-algorithm`` and ``mirror-descent-regret``.  g_t is a subgradient, the slope of the loss times x_t.

    Examples
    --------
    >>> from otbnotes.losses import Linear
    >>> from otbnotes.streams import Game
    >>> game = Game("two rounds", Linear(), [[-1.0, 0.0], [0.0, 1.0]], [1.0, 1.0])
    >>> mirror_descent(game, lambda sheet: sheet, 1.0).weights.tolist()
    [[0.0, 0.0], [1.0, 0.0], [1.0, -1.0]]
    """
    steps, x, y = one_per_round(step, game.rounds), game.features, game.labels
    sheet, weights, losses = np.zeros(game.dimension), np.empty((game.rounds + 1, game.dimension)), np.empty(game.rounds)
    for t in range(game.rounds):
        weights[t] = vector("mirror(sheet)", mirror(sheet.copy()), game)     # (1) read the sheet
        z = weights[t] @ x[t]                                                # (2) predict, see the label,
        losses[t] = game.loss.value(z, y[t])                                 #     suffer
        sheet -= steps[t] * game.loss.slope(z, y[t]) * x[t]                  # (3) write g_t = slope x_t onto the sheet
    weights[-1] = vector("mirror(sheet)", mirror(sheet.copy()), game)
    return Run(weights, losses)
