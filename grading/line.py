"""What may cross the line between the judge and a student's code: data without code, one JSON text a line.

``pack`` and ``unpack`` are written for two sides.  Inside the sandbox anything may come: what isn't data is sent as its name.  Outside
nothing is believed: ``unpack`` checks every field against the forms below, and raises ``ValueError`` at the first that it doesn't know.

    null, true, 3, 0.5, "x", [...]      as in JSON, with NaN and Infinity
    {"tuple": [...]}  {"set": [...]}  {"frozenset": [...]}  {"dict": [[key, value], ...]}
    {"fraction": [1, 3]}  {"complex": [0.0, 1.0]}
    {"array": "<f8", "shape": [2, 3], "data": base64}  {"objects": [...], "shape": [2, 3]}  {"scalar": {"array": ...}}
    {"function": 0}                     only into the sandbox: the student's code may call it back
    {"card": {...}}                     only out of it: what a claim says
    {"other": "generator"}              only out of it: not data
"""

import base64
import json
import math
from fractions import Fraction
from numbers import Complex, Integral, Rational, Real

import numpy as np

LONGEST = 16 << 20              # characters of a message
MOST, DEEPEST = 300_000, 40   # values in it, and how deep they are nested
LARGEST = 4 << 20               # bytes of an array, and a quarter as many entries
LOOKED_UP = 20_000              # entries of a set or a dictionary
DIGITS = 4000                   # of an integer
KINDS = {kind.str for kind in map(np.dtype, ("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"))}
VERBS = ("holds", "expected", "probable", "equals", "identity", "agrees", "tight", "needs", "refutes_source")
VERDICTS = ("refuted", "undecided", "confirmed")
CONTAINERS = {"tuple": tuple, "set": set, "frozenset": frozenset, "list": list}


class Other:
    """Stands for something that came out of the sandbox and is no data; no test can be passed with it."""

    def __init__(self, kind):
        self.kind = kind


class Card:
    """Stands for a claim: the rows of its card, as the student's notebook tells them."""

    def __init__(self, card):
        self._card = card
        self.verdict = next((word for word in VERDICTS if any(check["verdict"] == word for check in card["checks"])), "undecided")

    def card(self):
        """Return the card, as ``Claim.card`` does."""
        return self._card


def pack(value, functions=None, depth=0):
    """Return a value as JSON can hold it.

    Parameters
    ----------
    value : object
    functions : list, optional
        Functions among the values are put into it, and go as their place; without it they go as ``other``.
    """
    if depth > DEEPEST:
        return {"other": "values nested without end"}
    if value is None or isinstance(value, (bool, str)):
        return value if value is None or isinstance(value, bool) else str(value)
    if isinstance(value, np.generic) and value.dtype.str in KINDS:
        return {"scalar": pack(np.asarray(value))}
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "O":
            return {"objects": [pack(one, functions, depth + 1) for one in value.ravel()], "shape": list(value.shape)}
        if value.dtype.str in KINDS:
            return {"array": value.dtype.str, "shape": list(value.shape),
                    "data": base64.b64encode(np.ascontiguousarray(value).tobytes()).decode()}
        return {"other": f"array of {value.dtype}"}
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Rational):
        return {"fraction": [int(value.numerator), int(value.denominator)]}
    if isinstance(value, Real):
        return float(value)
    if isinstance(value, Complex):
        return {"complex": [float(value.real), float(value.imag)]}
    if isinstance(value, dict):
        return {"dict": [[pack(key, functions, depth + 1), pack(one, functions, depth + 1)] for key, one in value.items()]}
    for name, kind in CONTAINERS.items():
        if isinstance(value, kind):
            inside = [pack(one, functions, depth + 1) for one in value]
            return inside if name == "list" else {name: inside}
    if isinstance(value, (range, zip, map, filter, type({}.keys()), type({}.values()))):
        return pack(list(value), functions, depth)
    if callable(getattr(value, "to_numpy", None)) and not isinstance(value, type):      # a table of pandas
        return pack(value.to_numpy(), functions, depth + 1)
    if callable(getattr(value, "card", None)) and type(value).__name__ == "Claim":
        return {"card": value.card()}
    if callable(value) and functions is not None:
        functions.append(value)
        return {"function": len(functions) - 1}
    return {"other": "function" if callable(value) else type(value).__name__}


def unpack(packed, functions=None):
    """Return the value that was packed.

    Parameters
    ----------
    packed : object
        What ``json.loads`` returned.
    functions : callable, optional
        Returns the function at a place; without it none is let in.

    Raises
    ------
    ValueError
        If it has none of the forms above, or is too large or too deep.
    """
    left = MOST

    def opened(packed, depth):
        nonlocal left
        left -= 1
        if left < 0 or depth > DEEPEST:
            raise ValueError("the value is too large or nested too deep")
        if packed is None or isinstance(packed, (bool, float, str)):
            return packed
        if isinstance(packed, int):
            return packed
        if isinstance(packed, list):
            return [opened(one, depth + 1) for one in packed]
        form = tuple(packed) if isinstance(packed, dict) else None
        if form and len(form) == 1 and isinstance(packed[form[0]], list) and form[0] in ("set", "frozenset", "dict") and len(packed[form[0]]) > LOOKED_UP:
            raise ValueError("a set or a dictionary is too large")
        if form and len(form) == 1 and form[0] in CONTAINERS and isinstance(packed[form[0]], list):
            return CONTAINERS[form[0]](_hashable(form[0], opened(one, depth + 1)) for one in packed[form[0]])
        if form == ("dict",) and isinstance(packed["dict"], list) and all(isinstance(p, list) and len(p) == 2 for p in packed["dict"]):
            return {_hashable("set", opened(key, depth + 1)): opened(one, depth + 1) for key, one in packed["dict"]}
        if form == ("fraction",) and _numbers(packed["fraction"], int, 2) and packed["fraction"][1] > 0:
            return Fraction(*packed["fraction"])
        if form == ("complex",) and _numbers(packed["complex"], float, 2):
            return complex(*packed["complex"])
        if form == ("array", "shape", "data"):
            return _array(packed)
        if form == ("objects", "shape") and isinstance(packed["objects"], list) and _shape(packed["shape"], len(packed["objects"])):
            filled = np.empty(len(packed["objects"]), dtype=object)
            filled[:] = [opened(one, depth + 1) for one in packed["objects"]]
            return filled.reshape(packed["shape"])
        if form == ("scalar",) and isinstance(packed["scalar"], dict):
            scalar = opened(packed["scalar"], depth + 1)
            if isinstance(scalar, np.ndarray) and scalar.shape == ():
                return scalar[()]
        if form == ("function",) and functions is not None and isinstance(packed["function"], int):
            return functions(packed["function"])
        if form == ("card",):
            return Card(_card(packed["card"]))
        if form == ("other",) and isinstance(packed["other"], str):
            return Other(packed["other"][:80])
        raise ValueError("the value has no form that is known")

    return opened(packed, 0)


def loads(text):
    """Return what a line says, whatever it may be.

    Raises
    ------
    ValueError
        If it is not one of JSON, or nested so deep that it cannot be read.
    """
    try:
        return json.loads(text)
    except (RecursionError, MemoryError) as error:
        raise ValueError("the message is nested too deep") from error


def _hashable(container, value):
    """Return a value that is to be in a set or a key, if it can be."""
    if container in ("set", "frozenset"):
        try:
            hash(value)
        except TypeError as error:
            raise ValueError("a set or a dictionary has a key that cannot be one") from error
    return value


def _numbers(value, kind, count):
    return isinstance(value, list) and len(value) == count and all(type(one) is kind for one in value)


def _shape(shape, size):
    """Say whether these are the lengths of an array with so many entries."""
    return isinstance(shape, list) and len(shape) <= 8 and all(type(n) is int and 0 <= n <= MOST * 16 for n in shape) \
        and math.prod(shape) == size


def _array(packed):
    """Return an array of numbers."""
    kind, data = packed["array"], packed["data"]
    if not isinstance(kind, str) or kind not in KINDS or not isinstance(data, str) or len(data) > LARGEST * 4 / 3 + 4:
        raise ValueError("an array is too large, or not one of numbers")
    content = base64.b64decode(data, validate=True)
    if len(content) // np.dtype(kind).itemsize > LARGEST // 4:
        raise ValueError("an array has too many entries")
    if len(content) % np.dtype(kind).itemsize or not _shape(packed["shape"], len(content) // np.dtype(kind).itemsize):
        raise ValueError("the entries of an array don't fill its shape")
    return np.frombuffer(content, dtype=kind).reshape(packed["shape"]).copy()


def _card(card):
    """Return the parts of a card that a test may read, each of its declared form; what can be computed from its rows is."""
    def text(value, *allowed):
        if not isinstance(value, str) or (allowed and value not in allowed):
            raise ValueError("a card has an entry of an unknown form")
        return value[:500]

    def number(value):
        if value is not None and type(value) not in (int, float):
            raise ValueError("a card has an entry that is no number")
        return math.nan if value is None else float(value)

    def row(check):
        if not isinstance(check, dict) or type(check.get("count", 1)) is not int:
            raise ValueError("a row of a card has an unknown form")
        measured, bound = number(check.get("measured")), number(check.get("bound"))
        return {"verb": text(check.get("verb"), *VERBS), "verdict": text(check.get("verdict"), *VERDICTS), "count": check.get("count", 1),
                "measured": measured, "bound": bound, "ratio": measured / bound if bound else number(check.get("ratio")),
                **{name: None if check.get(name) is None else text(check[name]) for name in ("assumption", "part", "on", "line")}}

    if not isinstance(card, dict) or not isinstance(card.get("checks"), list) or len(card["checks"]) > 1000:
        raise ValueError("a card has an unknown form")
    checks, tight = [row(check) for check in card["checks"]], {}
    for check in checks:
        if check["verb"] == "tight":
            tight[check["part"]] = max(tight.get(check["part"], 0.0), check["ratio"])
    return {"id": text(card.get("id")), "checks": checks, "tightness": min(tight.values(), default=None),
            "needs_shown": sorted({check["assumption"] or "" for check in checks if check["verb"] == "needs"})}
