"""By how much could a term of a bound be wrong before a row of its statement turned red?

    python -m falsification.resolution                    all pages; what was found is recorded
    python -m falsification.resolution --page hedge       one page

Each page is played once, with a formula sheet in which every term is weighed (``terms``), and every comparison of its trials is
kept.  Where a number in a comparison is the value of a bound of the statement, the value is computed again with one of its terms
multiplied, and the comparison is judged again, by the verbs of the claim themselves.  So what a row would have noticed is found
without playing again.

    0.99    the term made smaller by a hundredth turns a row red
    0.4     it could be cut to 0.4 of itself, and everything would stay green
    0       nothing depends on it
"""

import argparse
import functools
import inspect
import json
import math
import os
import subprocess
import sys
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
FORMULAS = "otbnotes/bounds.py"
VERBS = ("holds", "expected", "equals", "identity", "agrees", "tight", "needs", "refutes_source")
LEFT = {"measured", "left", "ours", "samples"}
RIGHT = {"bound", "right", "theirs", "value", "printed_bound"}
GRID = (0.9999, 0.999, 0.99, 0.95, 0.9, 0.75, 0.5, 0.25, 0.1, 0.01, 1e-6)
SHARP = 1e-3        # to which part of itself a factor is found
HUGE = 1e300
MOST = 400          # so many calls of a bound are tried in a comparison, those nearest to it


class Comparisons:
    """Keeps what the claims of a page compare, and judges it again with other numbers."""

    def __init__(self, claims):
        self.claims, self.made = claims, []
        self.verbs = {verb: getattr(claims.Claim, verb) for verb in VERBS}
        for verb, method in self.verbs.items():
            setattr(claims.Claim, verb, self._kept(verb, method))

    def _kept(self, verb, method):
        signature = inspect.signature(method)

        @functools.wraps(method)
        def compare(claim, *values, **named):
            given = signature.bind(claim, *values, **named).arguments
            given.pop("self")
            self.made.append((claim.label, tuple(claim.assumes), verb, given))
            return method(claim, *values, **named)
        return compare

    def red(self, comparison, **changed):
        """Say whether a comparison is not confirmed if some of its numbers are others."""
        label, assumes, verb, given = comparison
        return self.verbs[verb](self.claims.Claim(label, assumes), **{**given, **changed}).verdict != "confirmed"


class Calls:
    """Keeps the calls of the formulas of a sheet: for each formula, its values, and the arguments that gave them."""

    def __init__(self, sheet):
        self.sheet, self.of = sheet, defaultdict(dict)
        for name, formula in list(vars(sheet).items()):
            if inspect.isfunction(formula) and formula.__module__ == sheet.__name__ and not name.startswith("_") and name not in ("bound", "scaled"):
                setattr(sheet, name, self._kept(name, formula))

    def _kept(self, name, formula):
        @functools.wraps(formula)
        def called(*values, **named):
            value = formula(*values, **named)
            if not self.sheet._changed and isinstance(value, (int, float, Fraction)) and abs(value) < HUGE:
                self.of[name].setdefault(float(value), (formula, values, named))
            return value
        return called

    def again(self, name, value, number, factor):
        """Return what a formula gives where it gave ``value``, with a term multiplied; None where that can't be computed."""
        formula, values, named = self.of[name][value]
        try:
            with self.sheet.scaled(number, factor), np.errstate(all="ignore"):
                return formula(*values, **named)
        except (ValueError, ArithmeticError, TypeError):
            return None


def _numbers(given):
    """Return a quantity of a comparison as a flat list of numbers, or None if it is none."""
    if isinstance(given, (int, float, Fraction, np.number)) and not isinstance(given, bool):
        return [given]
    if isinstance(given, np.ndarray) and given.dtype.kind in "fiu":
        return given.ravel().tolist()
    if isinstance(given, (list, tuple)) and type(given) in (list, tuple):
        try:
            flat = np.asarray(given, dtype=object).ravel().tolist()
        except ValueError:
            return None
        return flat if all(isinstance(one, (int, float, Fraction, np.number)) for one in flat) else None
    return None


class Use:
    """A comparison in which values of one formula stand on one side."""

    def __init__(self, comparison, side, name, numbers, known):
        self.comparison, self.side, self.name, self.numbers = comparison, side, name, numbers
        self.places = [i for i, number in enumerate(numbers) if float(number) in known]

    def nearest(self, other):
        """Keep only the places nearest to equality with the other side."""
        if len(self.places) > MOST:
            gaps = [abs(float(other[i % len(other)]) - float(self.numbers[i])) / max(abs(float(self.numbers[i])), 1e-300) for i in self.places]
            self.places = [self.places[i] for i in np.argsort(gaps)[:MOST]]


def uses(comparison, calls, formulas):
    """Yield where the values of some formulas stand in a comparison: on its right side or, if not there, on its left."""
    given = comparison[3]
    sides = {key: _numbers(value) for key, value in given.items() if key in LEFT | RIGHT}
    for name in formulas:
        known = calls.of.get(name)
        if not known:
            continue
        for keys in (RIGHT, LEFT):
            found = [Use(comparison, key, name, sides[key], known) for key in keys & sides.keys() if sides[key]]
            found = [use for use in found if use.places]
            for use in found:
                other = next((sides[key] for key in sides if key != use.side and sides[key]), None)
                if other:
                    use.nearest(other)
                yield use, other
            if found:
                break


def noticed(use, other, number, factor, calls, comparisons):
    """Say whether a comparison turns red with a term multiplied; None where no value changes."""
    changed, before = [], []
    for i in use.places:
        value = calls.again(use.name, float(use.numbers[i]), number, factor)
        if value is None or isinstance(value, complex) or not math.isfinite(value):
            continue
        changed.append(value)
        before.append(i)
    if not changed or all(float(use.numbers[i]) == float(value) for i, value in zip(before, changed)):
        return None
    pair = {use.side: changed if len(use.numbers) > 1 or isinstance(use.comparison[3][use.side], (list, tuple, np.ndarray)) else changed[0]}
    for key, value in use.comparison[3].items():
        if key in LEFT | RIGHT and key != use.side and other is not None and len(other) == len(use.numbers) > 1:
            pair[key] = [other[i] for i in before]
    try:
        return comparisons.red(use.comparison, **pair)
    except ValueError:
        return None


def sharpness(found, number, calls, comparisons, up):
    """Return the factor nearest to 1 by which a term can be multiplied until a comparison turns red, as a number below 1."""
    best, by = 0.0, None
    for use, other in found:
        def seen(share):
            return noticed(use, other, number, 1 / share if up else share, calls, comparisons)
        grid = [share for share in GRID if share > best]
        at = next((i for i, share in enumerate(grid) if seen(share)), None)
        if at is None:
            continue
        low, high = grid[at], grid[at - 1] if at else 1.0
        while high - low > SHARP * high:
            middle = (low + high) / 2
            low, high = (middle, high) if seen(middle) else (low, middle)
        if low > best:
            best, by = low, use.comparison
    return best, by


def bolder(found, number, calls):
    """Say which way makes a bound bolder: True if a term has to grow, None if nothing changes."""
    for use, _ in found:
        for i in use.places[:50]:
            value = float(use.numbers[i])
            up, down = (calls.again(use.name, value, number, factor) for factor in (1.05, 0.95))
            if up is None or down is None or isinstance(up, complex) or isinstance(down, complex) or up == down:
                continue
            falls = bool(up < down)
            return falls if use.side in RIGHT else not falls
    return None


def measure(page):
    """Return, for each statement of a page, its terms and how wrong each could be."""
    from . import slices, terms, trial

    text, of = terms.weighed((ROOT / FORMULAS).read_text("utf8"))
    sys.meta_path.insert(0, trial.Edited(FORMULAS, text))
    import otbnotes.bounds as sheet
    from otbnotes import claims

    calls, comparisons = Calls(sheet), Comparisons(claims)
    cells = slices.cells((ROOT / "chapters" / f"{page}.md").read_text("utf8"))
    for _ in trial.execute(cells, range(len(cells))):
        pass
    found = {}
    for label in slices.labels(cells):
        names = [formula.__name__ for formula in sheet.STATEMENTS[label]]
        made = [comparison for comparison in comparisons.made if comparison[0] == label]
        used = [use for comparison in made for use in uses(comparison, calls, names)]
        found[label] = [_resolved(name, term, [pair for pair in used if pair[0].name == name], calls, comparisons)
                        for name in names for term in of[name]]
    return found


def _resolved(name, term, used, calls, comparisons):
    up = bolder(used, term.number, calls)
    value, by = sharpness(used, term.number, calls, comparisons, up) if up is not None else (0.0, None)
    verb = f"{by[2]}: {by[3].get('on') or by[3].get('part') or ''}" if by else ""
    return {"bound": name, "term": term.code, "whole": term.whole, "exponent": term.exponent, "value": round(value, 4), "up": up,
            "uses": len(used), "by": verb}


def main():
    """Measure the pages that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page")
    chosen = parser.parse_args()
    os.environ["MPLBACKEND"] = "Agg"
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    json.dump(measure(chosen.page), answers)
    answers.close()


if __name__ == "__main__":
    sys.exit(main())
