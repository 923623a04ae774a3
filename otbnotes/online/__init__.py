"""Online algorithms: each plays a game from its first round to its last, and sees a label only after predicting."""

from .descent import gradient_descent, one_step_terms
from .experts import ExpertGame, LogShare, Majority, Share, cover, weighted_majority
from .exponentiated import coordinate_gradient_bound, exponentiated_gradient, hedge, signed_copies, threshold_votes
from .leader import dual_averaging, follow_the_leader, follow_the_regularised_leader
from .mirror import mirror_descent
from .perceptron import batch_perceptron, perceptron, reachable
from .ridge import least_mean_squares, recursive_least_squares, ridge_by_gain, ridge_leader, vovk_azoury_warmuth
from .run import Run
from .steps import inverse_sqrt
from .winnow import littlestone_winnow, winnow
