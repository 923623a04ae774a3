"""By how much could a term of a bound be wrong before a row of its statement turned red?

    python -m falsification.resolution                    the pages that changed since they were measured
    python -m falsification.resolution --page experts     one page, and print what was found

Each page is played once, with a formula sheet in which every term is weighed (``terms``), and every comparison of its trials is
kept.  Where a number in a comparison is the value of a bound of the statement, the value is computed again with one of its terms
multiplied, and the comparison is judged again, by the verbs of the claim themselves.  So what a row would have noticed is found
without playing the page again.

    0.99    the term made smaller by a hundredth turns a row red
    0.4     it could be cut to 0.4 of itself, and everything would stay green
    0       nothing depends on it

Where smaller is the timid side the term is made larger, and 0.4 says that it could be 1/0.4 of itself.  Only ordinary instances
count: with ``delta`` = 1e-300 every bound looks sharp, and its other terms drown.  An identity counts only for a bound that stands in
no inequality: to hold a formula against another way to write it shows little.  Nor is ``probable`` asked: a page has counted the failures
before the claim sees them.

Three more questions go to the rows, and the tests of the book ask that there be no answer.  A row of ``holds``, ``expected`` or ``probable`` that would
stay green with a twentieth of its bound, in each of its instances, is *idle*.  A row is *blind* if it stays green, in each of its instances, with the worst
in place of what was measured: 1 for a probability, the ceiling of samples; and a ``needs`` if even 0 breaks the bound, a formula of the statement, where
nothing in the statement is ever negative.  What is the worst of a regret or of a count of mistakes, or what doing nothing costs on a sample, the comparisons don't tell.  And *flat*
is a parameter of a bound that is 1, or 0, in all ordinary instances: it could stand anywhere in the formula.  Rows that are true of all numbers
are found in the code: ``hollow``.
"""

import argparse
import ast
import functools
import hashlib
import inspect
import json
import os
import subprocess
import sys
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np

from . import parallel, record, slices, terms, trial

ROOT = Path(__file__).parents[1]
FORMULAS = "otbnotes/bounds.py"
SIDES = {"holds": ("measured", "bound"), "tight": ("measured", "bound"), "needs": ("measured", "bound"),
         "refutes_source": ("measured", "printed_bound"), "expected": ("samples", "bound"), "equals": ("samples", "value"),
         "identity": ("left", "right"), "agrees": ("ours", "theirs")}
EQUALITIES = ("identity", "agrees")
VIOLATIONS = ("needs", "refutes_source")
ORDINARY = {"delta": (1e-3, 1), "n": (0, 1e7), "T": (0, 1e7), "N": (0, 1e6)}
GRID = (0.9999, 0.999, 0.99, 0.95, 0.9, 0.75, 0.5, 0.25, 0.1, 0.01, 1e-6)
SHARP = 1e-3        # to which part of itself a factor is found
MOST = 500          # so many comparisons of a kind are tried, those nearest to equality
FEW = 20            # so many calls that give one number are kept
HUGE = 1e300
IDLE = 0.05         # a row that never comes nearer to its bound is idle
MERGED = ("holds", "expected", "probable")
CHANCES = ("tail", "failure", "chance")      # in the names of formulas for probabilities; those with a delta bound risks


class Comparison(NamedTuple):
    """What a verb was called with."""

    label: str
    assumes: tuple
    verb: str
    given: dict


class Call(NamedTuple):
    """A call of a formula; where it returned an array, one of its entries."""

    formula: object
    values: tuple
    named: dict
    entry: int | None = None

    def __call__(self):
        value = self.formula(*self.values, **self.named)
        return value if self.entry is None else value.ravel()[self.entry].item()


class Use(NamedTuple):
    """Comparisons of one kind in which values of one formula stand on one side: these calls, and the numbers on the other side."""

    like: Comparison
    side: str
    calls: list
    opposite: str
    others: list

    @property
    def right(self):
        """Whether the formula stands on the right, as an upper bound does."""
        return self.side == SIDES[self.like.verb][1]


class Ledger:
    """Keeps what the claims of a page compare and the calls of the formulas, and judges a comparison again with other numbers."""

    def __init__(self, sheet, claims):
        self.sheet, self.claims = sheet, claims
        self.compared, self.calls, self.tried = [], defaultdict(dict), defaultdict(lambda: defaultdict(list))
        self.verbs = {verb: getattr(claims.Claim, verb) for verb in (*SIDES, "probable")}
        for verb, method in self.verbs.items():
            setattr(claims.Claim, verb, self._comparing(verb, method))
        formulas = {formula.__name__ for of in sheet.STATEMENTS.values() for formula in of}
        for name in formulas:
            setattr(sheet, name, self._calling(name, getattr(sheet, name)))

    def _comparing(self, verb, method):
        signature = inspect.signature(method)

        @functools.wraps(method)
        def compare(claim, *values, **named):
            given = signature.bind(claim, *values, **named).arguments
            given.pop("self")
            self.compared.append(Comparison(claim.label, tuple(claim.assumes), verb, given))
            return method(claim, *values, **named)
        return compare

    def _calling(self, name, formula):
        @functools.wraps(formula)
        def called(*values, **named):
            value = formula(*values, **named)
            entries = enumerate(value.ravel().tolist()) if isinstance(value, np.ndarray) else [(None, value)]
            for entry, one in entries:
                if not isinstance(one, (int, float, Fraction)) or not abs(one) < HUGE:
                    continue
                if one:         # what is 0 stays so, whatever it is multiplied by
                    self.calls[name].setdefault(float(one), Call(formula, values, named, entry))
                if len(self.tried[name][float(one)]) < FEW:
                    self.tried[name][float(one)].append(Call(formula, values, named, entry))
            return value
        return called

    def again(self, call, number, factor):
        """Return what a call gives with a term multiplied; None where that can't be computed."""
        try:
            with self.sheet.scaled(number, factor), np.errstate(all="ignore"):
                value = call()
        except (ValueError, ArithmeticError, TypeError):
            return None
        return value if isinstance(value, (int, float, Fraction)) and abs(value) < HUGE else None

    def red(self, use, number, factor):
        """Say whether one of some comparisons is not confirmed with a term multiplied."""
        pairs = [(value, other) for call, other in zip(use.calls, use.others) if (value := self.again(call, number, factor)) is not None]
        if not pairs:
            return False
        single = use.opposite == "samples" or not isinstance(pairs[0][1], (int, float, Fraction))
        new = {use.side: pairs[0][0], use.opposite: pairs[0][1]} if single or len(pairs) == 1 else \
            {use.side: [value for value, _ in pairs], use.opposite: [other for _, other in pairs]}
        if use.like.verb == "tight":
            new |= {"at_least": 1e-9, "at_most": 1.0, "because": "only whether the bound is passed"}      # a declared range is no part of the theorem
        return self.judged(use.like, new) not in ("confirmed", None)

    def judged(self, comparison, new):
        """Return the verdict on a comparison with other numbers; None where they are refused."""
        claim = self.claims.Claim(comparison.label, comparison.assumes)
        try:
            return self.verbs[comparison.verb](claim, **{**comparison.given, **new}).verdict
        except ValueError:
            return None

    def formulas(self, comparison):
        """Return the names of the formulas of a statement that give all the bounds of a comparison."""
        bounds = [float(bound) for bound in _pairs(comparison)[1] if _is_number(bound) and abs(bound) < HUGE]
        names = [formula.__name__ for formula in self.sheet.STATEMENTS[comparison.label]]
        return [name for name in names if bounds and all(bound in self.tried[name] for bound in bounds)]


def _pairs(comparison):
    """Return the two sides of a comparison as lists of numbers of one length; an estimate and samples stay what they are."""
    if comparison.verb == "probable":
        return [comparison.given["failures"] / comparison.given["trials"]], [comparison.given["delta"]]
    sides = [comparison.given[key] for key in SIDES[comparison.verb]]
    if comparison.verb in ("expected", "equals") or hasattr(sides[0], "upper"):
        return [sides[0]], [sides[1]]
    try:
        return [side.ravel().tolist() for side in np.broadcast_arrays(*(np.asarray(side, dtype=object) for side in sides))]
    except ValueError:
        return [], []


def _is_number(value):
    return isinstance(value, (int, float, Fraction, np.number)) and not isinstance(value, bool)


def _ordinary(call):
    """Say whether a user would meet the arguments of a call."""
    given = inspect.signature(call.formula).bind(*call.values, **call.named).arguments
    return all(low <= given[name] <= high for name, (low, high) in ORDINARY.items() if name in given and _is_number(given[name]))


def uses(label, name, ledger):
    """Return where the values of a formula stand in the comparisons of a statement: on the right or, if nowhere there, on the left."""
    known, found = ledger.calls[name], defaultdict(list)
    for right in (True, False):
        for comparison in ledger.compared:
            if comparison.label != label or comparison.verb not in SIDES:
                continue
            pairs = _pairs(comparison)
            for left, bound in zip(*pairs):
                value, other = (bound, left) if right else (left, bound)
                call = known.get(float(value)) if _is_number(value) and abs(value) < HUGE else None
                if call and _ordinary(call):
                    kind = (comparison.verb,) if comparison.verb in ("holds", "needs", *EQUALITIES) and _is_number(other) else (comparison.verb, id(comparison))
                    found[kind].append((comparison, call, value, other))
        if found:
            break
    sums = []
    for entries in found.values():
        like, *_ = entries[0]
        side, opposite = SIDES[like.verb][::-1] if right else SIDES[like.verb]
        if len(entries) > MOST:
            gaps = [abs(float(other) - float(value)) / max(abs(float(value)), 1e-300) for _, _, value, other in entries]
            entries = [entries[i] for i in np.argsort(gaps)[:MOST]]
        sums.append(Use(like, side, [call for _, call, _, _ in entries], opposite, [other for *_, other in entries]))
    inequalities = any(use.like.verb not in (*EQUALITIES, *VIOLATIONS) for use in sums)
    return [use for use in sums if not (inequalities and use.like.verb in EQUALITIES)]


def sharpness(found, number, up, ledger):
    """Return the factor nearest to 1 by which a term can be multiplied until a comparison turns red, as a number below 1, and the verb."""
    best, by = 0.0, None
    for use in found:
        def seen(share):
            return ledger.red(use, number, 1 / share if up else share)
        grid = [share for share in GRID if share > best] + [best] * (best > 0)
        at = next((i for i, share in enumerate(grid) if seen(share)), None)
        if at is None:
            continue
        low, high = grid[at], grid[at - 1] if at else 1.0
        while at and high - low > SHARP * high:
            middle = (low + high) / 2
            low, high = (middle, high) if seen(middle) else (low, middle)
        if low > best:
            best, by = low, use.like.verb
    return best, by


def bolder(found, number, ledger):
    """Say which way makes a bound bolder: whether a term has to grow; None if nothing changes."""
    for use in found:
        for call in use.calls[:50]:
            more, less = (ledger.again(call, number, factor) for factor in (1.05, 0.95))
            if more is not None and less is not None and more != less:
                return bool(more < less) == use.right
    return None


def _can_change(found, number, ledger):
    """Say whether a term can be multiplied at all: the exponent of a whole number in a Fraction can't."""
    return any(ledger.again(call, number, 0.95) is not None for use in found for call in use.calls[:50])


def idle(compared):
    """Return the rows, each as its label, verb and part, that would stay green with a twentieth of every bound in them.

    A bound that is negative, or 0, is compared with twenty times itself: that is the bold side.  Where even the worst case that ``tight`` shows
    stays below a tenth of the bound, the theorem is loose; its card says so and why, and no row can come nearer.
    """
    nearest, worst = {}, {}
    for comparison in compared:
        if comparison.verb in (*MERGED, "tight"):
            row = comparison.label, comparison.verb, comparison.given.get("part")
            found = worst if comparison.verb == "tight" else nearest
            found[row] = max([found.get(row, 0.0), *map(_nearness, *_pairs(comparison))])
    return [list(row) for row, ratio in nearest.items() if ratio < IDLE and worst.get((row[0], "tight", row[2]), 1.0) >= 2 * IDLE]


def _nearness(measured, bound):
    """Return measured / bound; 0 if the bound is negative and could be twenty times as far from 0, 1 where there is nothing to divide."""
    measured = np.mean(measured) if np.ndim(measured) else getattr(measured, "value", measured)
    if not bound > 0:
        return float(measured > 20 * bound or bound == 0)
    return float(measured) / float(bound)


def _worst(comparison, ledger):
    """Return what to put into a comparison in place of what was measured, each a way to do nothing; nothing where we don't know any."""
    given = comparison.given
    if comparison.verb == "expected":
        return [{"samples": [given["ceiling"]] * len(given["samples"])}]
    if comparison.verb == "equals":
        return [{"value": given["floor"]}, {"value": given["ceiling"]}]
    if comparison.verb not in ("holds", "needs"):
        return []
    if hasattr(given["measured"], "upper"):
        return [{"measured": float(getattr(given["measured"], "ceiling", 1))}] if comparison.verb == "holds" else []
    measured, bounds = _pairs(comparison)
    names = ledger.formulas(comparison)
    if comparison.verb == "needs":
        return [{"measured": 0.0}] if names and max(bounds) < 0 <= min(measured) and not _signed(comparison.label, ledger) else []
    chance = any("delta" in inspect.signature(getattr(ledger.sheet, name)).parameters or any(word in name for word in CHANCES) for name in names)
    return [{"measured": 1.0}] if chance and all(0 <= number <= 1 for number in measured) else []


def _signed(label, ledger):
    """Say whether anything in the inequalities of a statement is negative where it holds."""
    numbers = [np.mean(side) if np.ndim(side) else getattr(side, "value", side) for comparison in ledger.compared
               if comparison.label == label and comparison.verb in (*MERGED, "tight") for sides in _pairs(comparison) for side in sides]
    return min(numbers, default=0) < 0


def blind(ledger):
    """Return the rows, each as its label, verb and part or hypothesis, that stay green with the worst in place of what was measured."""
    found = {}
    for comparison in ledger.compared:
        row = comparison.label, comparison.verb, comparison.given.get("assumption") or comparison.given.get("part")
        if found.get(row, True):
            new = _worst(comparison, ledger)
            found[row] = bool(new) and all(ledger.judged(comparison, one) == "confirmed" for one in new)
    return [list(row) for row, never_red in found.items() if never_red]


def flat(label, name, ledger):
    """Return the parameters of a bound that are 1, or 0, in all ordinary instances in which the statement holds, each with its value."""
    tried = defaultdict(set)
    for comparison in ledger.compared:
        if comparison.label == label and comparison.verb in ("holds", "tight", "expected"):
            for number in (number for side in _pairs(comparison) for number in side if _is_number(number)):
                for call in ledger.tried[name].get(float(number), ()):
                    if _ordinary(call):
                        given = inspect.signature(call.formula).bind(*call.values, **call.named)
                        given.apply_defaults()
                        for key, value in given.arguments.items():
                            tried[key] |= {float(one) if _is_number(one) else str(one) for one in np.asarray(value, dtype=object).ravel()[:FEW]}
    return [[label, name, key, value] for key, values in tried.items() for value in (0, 1) if values == {value}]


def measure(path):
    """Return of the page in a file, for each statement, the terms of its bounds and how wrong each could be; and the idle rows."""
    text, of = terms.weighed((ROOT / FORMULAS).read_text("utf8"))
    sys.meta_path.insert(0, trial.Edited(FORMULAS, text))
    import otbnotes.bounds as sheet
    from otbnotes import claims

    ledger = Ledger(sheet, claims)
    cells = slices.cells(Path(path).read_text("utf8"))
    for _ in trial.execute(cells, range(len(cells))):
        pass
    bounds = {label: [formula.__name__ for formula in sheet.STATEMENTS[label] if not formula.__name__.endswith("_as_printed")]
              for label in slices.labels(cells)}
    return {"statements": {label: [line for name in names for line in _resolved(label, name, of, ledger)] for label, names in bounds.items()},
            **asked(bounds, ledger)}


def asked(bounds, ledger):
    """Return the rows that are idle or blind, and the parameters that are flat."""
    return {"idle": idle(ledger.compared), "blind": blind(ledger), "flat": [line for label, names in bounds.items() for name in names for line in flat(label, name, ledger)]}


def _resolved(label, name, of, ledger):
    """Return the lines of the terms of a bound; only that of the whole if it stands in no comparison."""
    found = uses(label, name, ledger)
    lines = []
    for term in [term for term in of[name] if term.whole or found and _can_change(found, term.number, ledger)]:
        up = bolder(found, term.number, ledger)
        value, by = (0.0, None) if up is None else sharpness(found, term.number, up, ledger)
        lines.append({"bound": name, "term": term.code, "whole": term.whole, "exponent": term.exponent, "value": round(value, 4), "by": by})
    return lines


def digest(page):
    """Return a hash of what the resolutions of a page may depend on: its cells, but for their comments and blank lines, and the
    formulas that it names, and those that these name.
    """
    code = [ast.unparse(ast.parse(cell.code)) for cell in slices.cells((ROOT / "chapters" / f"{page}.md").read_text("utf8"))]
    named, formulas = _words("\n".join(code)), _formulas((ROOT / FORMULAS).read_text("utf8"))
    while more := {word for name in named & formulas.keys() for word in _words(formulas[name])} - named:
        named |= more
    return hashlib.sha256("\n".join([*code, *(formulas[name] for name in sorted(named & formulas.keys()))]).encode()).hexdigest()[:12]


@functools.lru_cache(maxsize=1)
def _formulas(sheet):
    """Return the definitions of the formula sheet, and by its label the formulas of each statement: name -> code."""
    found = defaultdict(str)
    for node in ast.parse(sheet).body:
        labels = [mark.args[0].value for mark in getattr(node, "decorator_list", ()) if isinstance(mark, ast.Call) and mark.func.id == "bound"]
        names = [node.name] if hasattr(node, "name") else [target.id for target in getattr(node, "targets", ()) if isinstance(target, ast.Name)]
        for name in (*labels, *names):
            found[name] += ast.unparse(node) + "\n"
    return found


@functools.cache
def _words(code):
    """Return the names, attributes and texts in some code."""
    return frozenset(getattr(node, "id", None) or getattr(node, "attr", None) or getattr(node, "value", None)
                     for node in ast.walk(ast.parse(code))
                     if isinstance(node, (ast.Name, ast.Attribute)) or isinstance(node, ast.Constant) and isinstance(node.value, str))


def pages():
    """Return the pages with trials."""
    return [path.stem for path in sorted((ROOT / "chapters").glob("*.md")) if "{code-cell}" in path.read_text("utf8")]


def keep(found):
    """Put pages on record, without the statements that have no terms; pages that are gone leave it."""
    gone = dict.fromkeys(record.read("resolution").keys() - {*pages()})
    record.keep("resolution", gone | {page: entry | {"statements": {label: of for label, of in entry["statements"].items() if of}}
                                      for page, entry in found.items()})


def played(page):
    """Measure a page in a process of its own."""
    done = subprocess.run([sys.executable, "-m", "falsification.resolution", "--measure", page], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{page}: {done.stderr.strip().splitlines()[-1]}")
    return {"digest": digest(page), **json.loads(done.stdout)}


def main():
    """Measure the pages that were asked for, and put them on record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--page", action="append", choices=pages(), metavar="PAGE", help="a page, by the name of its file; those that changed if left out")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.measure:
        os.environ["MPLBACKEND"] = "Agg"
        answers = os.fdopen(os.dup(1), "w")
        os.dup2(2, 1)                   # what a page prints is not an answer
        json.dump(measure(ROOT / "chapters" / f"{chosen.measure}.md"), answers)
        answers.close()
        return 0
    known = record.read("resolution")
    wanted = chosen.page or [page for page in pages() if known.get(page, {}).get("digest") != digest(page)]
    for number, found in parallel.each(played, ((page,) for page in wanted), len(wanted), "page"):
        keep({wanted[number]: found})
        lines = [line for of in found["statements"].values() for line in of]
        mains = [line["value"] for line in lines if line["whole"]]
        parallel.say(f"{wanted[number]:36} {len(lines):3} terms; wholes from {min(mains, default=1):.3f}; {sum(line['value'] < 0.5 for line in lines):2} below 0.5")
        for question in ("idle", "blind", "flat"):
            for row in found[question]:
                parallel.say(f"  {question}: " + " ".join(str(word) for word in row if word is not None))
        for label, of in found["statements"].items() if chosen.page else ():
            for line in of:
                parallel.say(f"  {line['value']:<7}{label} {line['bound']}: {line['term']}{' (exponent)' if line['exponent'] else ''}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
