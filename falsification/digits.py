"""The bounds once more with fifty digits: what their formulas say before floats round them.

The chapters of ``otbnotes.bounds`` are executed a second time, as they stand, on numbers of mpmath.  A float may differ from that
by what a change of the arguments in their last digits does, and no more.
"""

import fractions
import functools
import math
import numbers
from pathlib import Path

import mpmath
import numpy as np

import otbnotes.bounds
from otbnotes import require

from .arguments import COUNTS

DIGITS = 50
NUDGE = mpmath.mpf(2) ** -50
LEAST_FLOAT, LARGEST_FLOAT = mpmath.mpf("1e-290"), mpmath.mpf("1e300")
SMALLEST, LARGEST_COUNT = 1e-60, 256
ROOM, FLOOR = 64, 1e-12
"""How many times the effect of a nudge is allowed, and how much of the value always."""
NOT_REPEATED = {"gaussian_truncation_on_ball": "it is one call of a function of scipy"}


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


class _Demands:
    """``require``: the same checks, then the number with all its digits."""

    def __getattr__(self, name):
        check = getattr(require, name)
        if name in ("fail", "integer", "signs"):
            return check

        def checked(argument, value, *more):
            given = exact(value)
            check(argument, [float(entry) for entry in given] if name == "array" else float(given), *more)
            return np.array(given, dtype=object) if name == "array" else given
        return checked


@functools.cache
def formulas():
    """Return the bounds on numbers of fifty digits, by name."""
    mpmath.mp.dps = DIGITS
    chapters = []
    for path in sorted(Path(otbnotes.bounds.__file__).parent.glob("[a-z]*.py")):
        chapter = {"__name__": f"otbnotes.bounds.{path.stem}", "__package__": "otbnotes.bounds"}
        exec(compile(path.read_text("utf8"), str(path), "exec"), chapter)
        chapters.append(chapter)
    written = {name: value for chapter in chapters for name, value in chapter.items() if name in chapter["__all__"]}
    for chapter in chapters:
        chapter.update({name: written[name] for name in chapter if name in written})
        chapter.update(math=_Mathematics(), require=_Demands(), float=exact, Fraction=_Fraction)
    return written


def _parts(value):
    """Return all numbers of a result, as numbers of fifty digits."""
    if isinstance(value, (tuple, list, np.ndarray)):
        return [part for entry in value for part in _parts(entry)]
    return [exact(value)]


def fits(given):
    """Return whether a call can be repeated: plain numbers, counts that are small, floats far from the ends of their range."""
    return all(_plain(name, value) for name, value in given.items())


def _plain(name, value):
    if isinstance(value, list):
        return bool(value) and all(_plain(name, entry) for entry in value)
    if name in COUNTS:
        return type(value) is int and value <= LARGEST_COUNT
    return type(value) in (int, float) and (value == 0 or SMALLEST < abs(value) < 1 / SMALLEST)


def complaint(answer, formula, given):
    """Return a sentence if a float answer is not what the formula says for these arguments, or None."""
    at = {name: value if name in COUNTS else exact(value) for name, value in given.items()}
    there = _parts(formula(**at))
    allowed = [FLOOR * abs(value) for value in there]
    for name, value in at.items():
        if isinstance(value, mpmath.mpf) and mpmath.isfinite(value):
            for side in (1 - NUDGE, 1 + NUDGE):
                try:
                    moved = _parts(formula(**{**at, name: value * side}))
                except ValueError:                       # the nudge leaves the range
                    continue
                allowed = [room + ROOM * abs(a - b) for room, a, b in zip(allowed, moved, there)]
    for here, value, room in zip(_parts(answer), there, allowed):
        if not (here == value or abs(value) > LARGEST_FLOAT or abs(here - value) <= room + LEAST_FLOAT):
            return f"far from its formula at {DIGITS} digits: {mpmath.nstr(here, 17)} instead of {mpmath.nstr(value, 17)}"
    return None
