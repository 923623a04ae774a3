"""What a public function demands of its arguments: every failure is a ``ValueError`` with name, value and expectation."""

import math
from decimal import Decimal

import numpy as np

_SHOWN = 60
_NO_NUMBERS = (str, bytes, np.complexfloating, Decimal)      # float() takes them, but they do not mix with floats


def fail(name, value, expected):
    """Raise the one error message of this package."""
    shown = repr(value).replace("\n", " ")
    raise ValueError(f"{name} = {shown[:_SHOWN]}{'…' * (len(shown) > _SHOWN)}: expected {expected}")


def number(name, value, expected="a finite number"):
    """Return ``value`` as a finite float."""
    try:
        result = math.nan if isinstance(value, _NO_NUMBERS) else float(value)
    except (TypeError, ValueError, OverflowError):
        fail(name, value, expected)
    if not math.isfinite(result):
        fail(name, value, expected)
    return result


def positive(name, value):
    """Return ``value`` as a finite float > 0."""
    result = number(name, value, "a finite number > 0")
    if result <= 0:
        fail(name, value, "a finite number > 0")
    return result


def nonnegative(name, value):
    """Return ``value`` as a finite float >= 0."""
    result = number(name, value, "a finite number >= 0")
    if result < 0:
        fail(name, value, "a finite number >= 0")
    return result


def probability(name, value):
    """Return ``value`` as a float in the open interval (0, 1)."""
    expected = "a number in the open interval (0, 1)"
    result = number(name, value, expected)
    if not 0 < result < 1:
        fail(name, value, expected)
    return result


def share(name, value):
    """Return ``value`` as a float in the closed interval [0, 1]."""
    expected = "a number in [0, 1]"
    result = number(name, value, expected)
    if not 0 <= result <= 1:
        fail(name, value, expected)
    return result


def positive_share(name, value):
    """Return ``value`` as a float in the half-open interval (0, 1]."""
    expected = "a number in (0, 1]"
    result = number(name, value, expected)
    if not 0 < result <= 1:
        fail(name, value, expected)
    return result


def integer(name, value, at_least):
    """Return ``value`` as an int >= ``at_least``."""
    expected = f"an integer >= {at_least}"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)) or value < at_least:
        fail(name, value, expected)
    return int(value)


def array(name, value, ndim, expected=None):
    """Return ``value`` as a non-empty, finite, C-contiguous float array with ``ndim`` axes (a copy only if needed)."""
    expected = expected or f"a non-empty array of finite numbers with {ndim} axes"
    try:
        given = np.asarray(value)
        kinds = {type(entry) for entry in given.flat} if given.dtype == object else {given.dtype.type}
        if any(issubclass(kind, _NO_NUMBERS) for kind in kinds):
            fail(name, value, expected)
        result = np.ascontiguousarray(given, dtype=float)
    except (TypeError, ValueError, OverflowError):
        fail(name, value, expected)
    if given.ndim != ndim or result.size == 0:
        fail(name, f"array of shape {given.shape}", expected)
    if not np.isfinite(result).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(result))[0])
        fail(f"{name}{list(where)}", float(result[where]), expected)
    return result


def vector(name, value):
    """Return ``value`` as a non-empty, finite float array with one axis."""
    return array(name, value, 1)


def positive_vector(name, value):
    """Return ``value`` as a non-empty float array with one axis and finite entries > 0."""
    expected = "a non-empty vector of finite numbers > 0"
    result = array(name, value, 1, expected)
    if result.min() <= 0:
        fail(name, value, expected)
    return result


def nonnegative_vector(name, value):
    """Return ``value`` as a non-empty float array with one axis and finite entries >= 0."""
    expected = "a non-empty vector of finite numbers >= 0"
    result = array(name, value, 1, expected)
    if result.min() < 0:
        fail(name, value, expected)
    return result


def rectangular(value):
    """Return ``value`` as an array of any kind; a ragged list, which is none, as an empty one with four axes."""
    try:
        return np.asarray(value)
    except ValueError:
        return np.empty((0, 0, 0, 0))


def listed(name, value, expected):
    """Return what an iterable gives as a list."""
    try:
        return list(value)
    except TypeError:
        fail(name, value, expected)


def signs(name, value, length=None):
    """Return ``value`` as a float vector with entries -1 and +1 only."""
    result = array(name, value, 1, "a non-empty vector of labels -1 and +1")
    wrong = np.flatnonzero(np.abs(result) != 1)
    if wrong.size:
        fail(f"{name}[{wrong[0]}]", float(result[wrong[0]]), "a label -1 or +1")
    if length is not None and result.size != length:
        fail(name, f"{result.size} labels", f"{length} labels, one per row of the features")
    return result
