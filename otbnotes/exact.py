"""Exact numbers: fractions made of what is given, and linear equations solved in them.

A float counts as the binary fraction that it is.
"""

from fractions import Fraction
from numbers import Rational

import numpy as np

from . import require

HALF = Fraction(1, 2)


def fraction(name, value, check=require.number):
    """Return a number as a fraction, once a function of ``require.py`` has checked it."""
    check(name, value)
    if isinstance(value, np.integer):       # it would overflow in a fraction
        return Fraction(int(value))
    return Fraction(value if isinstance(value, Rational) else float(value))


def fractions(name, values, ndim):
    """Return finite numbers as an array of fractions with ``ndim`` axes, which is not empty."""
    require.array(name, values, ndim)
    given = np.asarray(values, dtype=object)
    result = np.empty(given.shape, dtype=object)
    result.flat = [fraction(name, entry) for entry in given.flat]
    return result


def numbers(name, values, ndim):
    """Return an array of fractions if all entries are integers or fractions, else of finite floats; it is not empty."""
    floats = require.array(name, values, ndim)
    rational = all(isinstance(entry, Rational) for entry in np.asarray(values, dtype=object).flat)
    return fractions(name, values, ndim) if rational else floats


def rationals(name, values, ndim):
    """Return integers and fractions as an array of fractions, which is not empty; floats and truth values are refused."""
    given = np.asarray(require.rectangular(values), dtype=object)
    if given.ndim != ndim or not given.size or not all(isinstance(e, Rational) and not isinstance(e, bool) for e in given.flat):
        require.fail(name, values, f"integers or fractions in a non-empty array with {ndim} axes")
    return fractions(name, values, ndim)


def identity(size):
    """Return the identity matrix in fractions."""
    return fractions("identity", np.eye(size, dtype=int), 2)


def solve(matrix, right):
    """Return x with  matrix x = right  by Gauss elimination, or None if the matrix is singular.

    Parameters
    ----------
    matrix : ndarray of fractions, shape (n, n)
    right : ndarray of fractions, shape (n,) or (n, k)

    Examples
    --------
    >>> solve(fractions("matrix", [[2, 1], [1, 1]], 2), identity(2)).astype(int).tolist()
    [[1, -1], [-1, 2]]
    """
    table = np.column_stack([matrix, right])
    for j in range(len(matrix)):
        pivot = next((i for i in range(j, len(matrix)) if table[i, j]), None)
        if pivot is None:
            return None
        table[[j, pivot]] = table[[pivot, j]]
        table[j] = table[j] / table[j, j]
        for i in range(len(matrix)):
            if i != j:
                table[i] = table[i] - table[i, j] * table[j]
    return table[:, len(matrix):].reshape(right.shape)
