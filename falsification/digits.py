"""The bounds once more with fifty digits: what their formulas say before floats round them.

The formulas of ``otbnotes.bounds`` run a second time, as they stand, on numbers of mpmath.  A float may differ from that by what a
change of the arguments in their last digits does, and no more.
"""

import fractions
import functools
import inspect
import math
import numbers
import types

import mpmath
import numpy as np

from otbnotes import bounds

DIGITS = 50
NUDGE = mpmath.mpf(2) ** -50
LEAST_FLOAT, LARGEST_FLOAT = mpmath.mpf("1e-290"), mpmath.mpf("1e300")
SMALLEST, LARGEST_COUNT = 1e-60, 256
ROOM, FLOOR = 64, 1e-12
"""How many times the effect of a nudge is allowed, and how much of the value always."""
NOT_REPEATED = dict.fromkeys(("gaussian_truncation_on_ball", "littlestone_list", "littlestone_failure"), "it calls a function of scipy")


def exact(value):
    """Return a number as one of fifty digits, a sequence entry by entry."""
    if isinstance(value, (list, tuple, np.ndarray)):
        return [exact(entry) for entry in value]
    if isinstance(value, numbers.Rational):
        return mpmath.mpf(int(value.numerator)) / int(value.denominator)
    return value if isinstance(value, mpmath.mpf) else mpmath.mpf(float(value))


class _Fraction(fractions.Fraction):
    """What the formulas call a fraction: a number of fifty digits, which no number is an instance of."""

    def __new__(cls, numerator, denominator=1):
        return exact(numerator) / denominator


class _Mathematics:
    """``math``, with fifty digits wherever mpmath has the function; what counts stays with whole numbers."""

    inf, nan = mpmath.inf, mpmath.nan
    log2, lgamma = staticmethod(lambda x: mpmath.log(x, 2)), staticmethod(mpmath.loggamma)
    floor, ceil = staticmethod(lambda x: int(mpmath.floor(x))), staticmethod(lambda x: int(mpmath.ceil(x)))

    def __getattr__(self, name):
        return getattr(math if name in ("comb", "factorial", "isqrt", "prod", "perm") else mpmath, name)


def _read(formula):
    """Return the formula on numbers with all their digits, after the same checks of their values as floats."""
    @functools.wraps(formula)
    def read(*values, **named):
        given = inspect.signature(formula).bind(*values, **named).arguments
        for symbol, value in given.items():
            declared = formula.__annotations__[symbol]
            if declared.counts:
                declared.read(value)
            elif isinstance(declared.typical, list):
                given[symbol] = np.array(exact(value), dtype=object)
                declared.read(given[symbol].astype(float))
            else:
                given[symbol] = exact(value)
                declared.read(float(given[symbol]))
        return formula(**given)
    return read


@functools.cache
def formulas():
    """Return the bounds on numbers of fifty digits, by name."""
    mpmath.mp.dps = DIGITS
    space = {**vars(bounds), "math": _Mathematics(), "float": exact, "Fraction": _Fraction}
    for name, function in vars(bounds).items():
        if inspect.isfunction(function) and function.__module__ == bounds.__name__:
            plain = inspect.unwrap(function)
            again = types.FunctionType(plain.__code__, space, name, plain.__defaults__)
            again.__annotations__ = plain.__annotations__
            space[name] = _read(again) if function is not plain else again
    return {bound.__name__: space[bound.__name__] for several in bounds.STATEMENTS.values() for bound in several}


def _parts(value):
    """Return all numbers of a result, as numbers of fifty digits."""
    if isinstance(value, (tuple, list, np.ndarray)):
        return [part for entry in value for part in _parts(entry)]
    return [exact(value)]


def fits(formula, given):
    """Return whether a call can be repeated: plain numbers, counts that are small, floats far from the ends of their range."""
    return all(_plain(formula.__annotations__[symbol], value) for symbol, value in given.items())


def _plain(declared, value):
    if isinstance(value, list):
        return bool(value) and all(_plain(declared, entry) for entry in value)
    if declared.counts:
        return type(value) is int and value <= LARGEST_COUNT
    return type(value) in (int, float) and (value == 0 or SMALLEST < abs(value) < 1 / SMALLEST)


def complaint(answer, formula, given):
    """Return a sentence if a float answer is not what the formula says for these arguments, or None."""
    at = {symbol: value if formula.__annotations__[symbol].counts else exact(value) for symbol, value in given.items()}
    there = _parts(formula(**at))
    allowed = [FLOOR * abs(value) for value in there]
    for symbol, value in at.items():
        if isinstance(value, mpmath.mpf) and mpmath.isfinite(value):
            for side in (1 - NUDGE, 1 + NUDGE):
                try:
                    moved = _parts(formula(**{**at, symbol: value * side}))
                except ValueError:                       # the nudge leaves the range
                    continue
                allowed = [room + ROOM * abs(a - b) for room, a, b in zip(allowed, moved, there)]
    for here, value, room in zip(_parts(answer), there, allowed):
        if not (here == value or abs(value) > LARGEST_FLOAT or abs(here - value) <= room + LEAST_FLOAT):
            return f"far from its formula at {DIGITS} digits: {mpmath.nstr(here, 17)} instead of {mpmath.nstr(value, 17)}"
    return None
