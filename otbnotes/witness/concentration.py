"""The worst case of Hoeffding's inequality."""

from .. import bounds, concentration


def hoeffding_coin(size=10 ** 12, delta=1e-300):
    """What the mean of n fair coins exceeds with probability > delta, and the deviation allowed (``hoeffding-fixed``).

    Examples
    --------
    >>> measured, bound = hoeffding_coin()
    >>> 0.996 < measured / bound < 1
    True
    """
    return concentration.coin_quantile(size, delta), bounds.hoeffding_deviation(size, delta)
