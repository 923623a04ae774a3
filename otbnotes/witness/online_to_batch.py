"""The worst case of the conversions with high probability: it returns (measured, bound)."""

from .. import bounds


def coin_width(rounds=10 ** 6, delta=1e-300):
    """A fair coin for every prediction: the least width that fails with probability <= delta, exactly, and the width of
    the bound.

    ``otb-high-prob``, ``progressive-validation-bound`` and ``test-error-bound``.  The measured width is a binomial
    quantile. For large T it is z / (2 sqrt(T)), z the normal quantile of delta, and z / sqrt(2 ln(1/delta)) tends to 1
    as delta -> 0.

    Examples
    --------
    >>> measured, bound = coin_width()
    >>> round(measured / bound, 4)
    0.9966
    """
    from scipy.stats import binom

    bound = bounds.otb_high_prob_width(rounds, 1.0, delta)
    fewest = binom.ppf(delta, rounds, 0.5)             # P(fewer heads) < delta <= P(at most so many)
    return float(0.5 - fewest / rounds), bound
