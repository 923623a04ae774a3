"""The trial of a statement.

A chapter opens a claim under the label of its theorem box, puts evidence on it with the verbs below, and ends a cell
with the claim itself, which draws the verdict card.  In every verb the measured quantity comes first and the bound second.

    holds(measured, bound)            measured <= bound, entry by entry
    expected(samples, bound, ...)     the mean of independent bounded samples is <= bound, with confidence
    probable(failures, trials, delta) P(failure) <= delta, with confidence
    equals(samples, value, ...)       the mean of independent bounded samples is this value, with confidence
    identity(left, right)             two expressions are the same: a step of the proof
    agrees(ours, theirs, oracle)      an independent computation of the same quantity
    tight(measured, bound)            the worst case known to us comes this near to the bound
    needs(assumption, measured, bound)  an instance without this assumption *violates* the bound
    unknown(assumption, because)      no such instance is known to us
    unseen(bound, term, because)      a term of a bound could be much smaller, and no row here would notice
    refutes_source(measured, bound)   the form printed in the source is false here

Nothing here raises when a verdict is red: the card shows it, and the build of the book fails on it.  A cell that is run again
replaces what it put on a claim before.
"""

import linecache
import math
import sys
from dataclasses import asdict, dataclass, field, replace
from numbers import Rational

import numpy as np

from . import cards, cells, evidence, require, sentences
from .seeds import master_seed
from .sentences import short
from .words import source_hash

MERGED = ("holds", "expected", "probable")
HOLDS = MERGED + ("equals", "identity")


def fingerprint():
    """Return a hash of everything that a verdict may depend on and its cell does not show: the package and the seed."""
    return f"{source_hash()}:{master_seed()}"


@dataclass
class Check:
    """One row of a verdict card."""

    verb: str
    measured: float
    bound: float
    ratio: float
    method: str
    verdict: str
    assumption: str | None = None
    part: str | None = None
    on: str | None = None
    count: int = 1
    trials: int | None = None
    alpha: float | None = None
    repeat_risk: float | None = None
    oracle: str | None = None
    at_least: float | None = None
    at_most: float | None = None
    because: str | None = None
    line: str | None = None
    printed: str | None = None

    def row(self):
        """Return the check as a dictionary that JSON can hold: numbers to ten significant digits, what is not finite as None.

        Its ``sentence`` is made of the numbers as they were measured.
        """
        return {**{key: _plain(value) for key, value in asdict(self).items()}, "sentence": self.sentence()}

    def sentence(self):
        """Say in one line what was found."""
        return sentences.sentence(self)

    def __repr__(self):
        return f"{sentences.MARK[self.verdict]} {self.sentence()}"

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": repr(self), "text/html": cards.html_line(self.row()), cards.CHECK: self.row()}


@dataclass
class Share:
    """What one run of a cell put on a claim."""

    run: object
    checks: list = field(default_factory=list)
    unknowns: dict = field(default_factory=dict)
    unseen: list = field(default_factory=list)


class Claim:
    """A statement on trial; see the module's table of verbs.

    Parameters
    ----------
    label : str
        The label of the theorem box on the same page.
    assumes : iterable of str
        The names of its hypotheses, as in the box.
    source : str
        Where the statement comes from, in words.
    """

    def __init__(self, label, assumes=(), source=""):
        if not isinstance(label, str) or not label:
            require.fail("label", label, "the label of a theorem box, a non-empty string")
        if isinstance(assumes, str):
            require.fail("assumes", assumes, "a list of names, such as ['convex', 'step']")
        self.label, self.assumes, self.source = label, list(assumes), source
        self._shares, self._latest = {}, None

    def holds(self, measured, bound, on=None, part=None):
        """Check ``measured <= bound``, entry by entry; either may be an array, and ``measured`` an estimate.

        Calls with one ``part`` share one row, which keeps the worst of them.
        """
        return self._add(_compare("holds", measured, bound, on, part))

    def expected(self, samples, bound, floor, ceiling, on=None, part=None):
        """Check that independent samples from a law on [floor, ceiling] have a mean <= bound."""
        return self._add(_compare("expected", evidence.mean(samples, floor, ceiling), bound, on, part))

    def probable(self, failures, trials, delta, on=None, part=None):
        """Check that independent trials fail with probability <= delta."""
        require.probability("delta", delta)
        return self._add(_compare("probable", evidence.proportion(failures, trials), delta, on, part))

    def equals(self, samples, value, floor, ceiling, width, on=None):
        """Check that independent samples from a law on [floor, ceiling] have this mean, to within an interval of ``width``."""
        estimate = evidence.mean(samples, floor, ceiling)
        verdict = evidence.judge_equal(estimate, value, width)
        return self._add(Check("equals", estimate.value, _float(value), _ratio(estimate.value, value), "statistical", verdict,
                               on=on, trials=estimate.trials, alpha=evidence.ALPHA))

    def identity(self, left, right, on=None):
        """Check that two sympy expressions, exact numbers or arrays of floats are equal."""
        return self._add(_equal("identity", left, right, 1e-9, on))

    def agrees(self, ours, theirs, oracle, tolerance=1e-9, on=None):
        """Check that an independent computation, named by ``oracle``, gives the same number up to a relative tolerance.

        Numbers below 1 are compared as if they were 1.  Where all are so small that this says nothing, the check stays
        undecided: compare their logarithms.
        """
        check = _equal("agrees", ours, theirs, require.nonnegative("tolerance", tolerance), on)
        check.oracle = oracle
        return self._add(check)

    def tight(self, measured, bound, at_least=0.99, at_most=1.0, because=None, on=None, part=None):
        """Check that the best known worst case comes within the declared range of the bound.

        A range that starts below 0.95 must say why nothing nearer is known.  Several witnesses of one ``part`` may be
        shown; the best counts.
        """
        at_least, at_most = require.number("at_least", at_least), require.number("at_most", at_most)
        if not 0 < at_least <= at_most <= 1:
            require.fail("at_least, at_most", (at_least, at_most), "0 < at_least <= at_most <= 1")
        if at_least < 0.95 or because is not None:
            _reason(because, f"a reason why a ratio of {at_least} is the best known")
        low = measured.lower(evidence.ALPHA) if _is_estimate(measured) else measured
        ratio = 1.0 if low == bound == 0 else _ratio(low, bound)      # a bound of 0 that is attained
        inside = at_least - 1e-9 <= ratio <= at_most + 1e-9
        return self._add(Check("tight", _float(low), _float(bound), ratio, _method(measured, bound),
                               "confirmed" if inside else "refuted", part=part, on=on, at_least=at_least, at_most=at_most,
                               because=because, **_statistics(measured, None)))

    def needs(self, assumption, measured, bound, on=None):
        """Show an instance that has every hypothesis but this one and *violates* the bound."""
        self._known(assumption)
        return self._add(_violate("needs", measured, bound, on, assumption))

    def unknown(self, assumption, because):
        """Say that no breaking instance is known for this hypothesis, and why it stands there all the same."""
        self._known(assumption)
        _reason(because, "a reason in words")
        self._share().unknowns[assumption] = because

    def unseen(self, bound, term, because):
        """Say why a term of a bound could be much smaller and no row would notice: the theorem may be loose, and then that is the news.

        Parameters
        ----------
        bound, term : str
            The function of ``bounds`` and the code of the term, as ``make resolution`` names them.
        because : str
            The reason, in words that a student understands.
        """
        for name, value in (("bound", bound), ("term", term)):
            if not isinstance(value, str) or not value:
                require.fail(name, value, "a name, as make resolution prints it")
        self._share().unseen.append({"bound": bound, "term": term, "because": _reason(because, "a reason in words")})

    def refutes_source(self, measured, printed_bound, on=None, *, printed):
        """Show that the form ``printed`` in the source is false here."""
        check = _violate("refutes_source", measured, printed_bound, on, None)
        check.printed = printed
        return self._add(check)

    def card(self):
        """Return everything on the card as a dictionary that JSON can hold."""
        return {"id": self.label, "assumes": self.assumes, "source": self.source, "seed": master_seed(),
                "fingerprint": fingerprint(), "checks": [check.row() for check in self.checks],
                "verdict": self.verdict, "comparisons": self.comparisons, "tightness": self.tightness, "erratum": "; ".join(self.errata) or None,
                "needs_shown": self.needs_shown,
                "needs_unknown": self.unknowns, "unseen": [one for share in self._shares.values() for one in share.unseen]}

    @property
    def checks(self):
        """The rows of the card; those that share one row came from one cell or from several."""
        self._share()
        rows = []
        for share in self._shares.values():
            for check in share.checks:
                _merge(rows, check)
        return rows

    @property
    def unknowns(self):
        """The hypotheses without a breaking instance, each with the reason why it stands there."""
        self._share()
        return {name: why for share in self._shares.values() for name, why in share.unknowns.items()}

    @property
    def errata(self):
        """What is false in the source, a sentence each."""
        return [f"{check.printed}: {short(check.measured)} where the source allows {short(check.bound)}"
                + (f" ({check.on})" if check.on else "") for check in self.checks if check.verb == "refutes_source"]

    @property
    def latest(self):
        """The row that was written last."""
        return self._latest

    @property
    def verdict(self):
        """The worst verdict on the card; undecided when nothing was checked, incomplete while a hypothesis is neither broken nor unknown."""
        found = worst(check.verdict for check in self.checks)
        return "incomplete" if found == "confirmed" and unbroken(self.assumes, self.needs_shown, self.unknowns) else found

    @property
    def needs_shown(self):
        """The hypotheses without which an instance breaks the statement."""
        return sorted({check.assumption for check in self.checks if check.verb == "needs" and check.verdict == "confirmed"})

    @property
    def comparisons(self):
        """How many comparisons say that the statement holds."""
        return sum(check.count for check in self.checks if check.verb in HOLDS)

    @property
    def tightness(self):
        """The best ratio of the loosest part of the statement, or None where no worst case was shown."""
        parts = {}
        for check in self.checks:
            if check.verb == "tight" and check.verdict == "confirmed":
                parts[check.part] = max(parts.get(check.part, 0.0), check.ratio)
        return min(parts.values()) if parts else None

    def _add(self, check):
        if check.verdict != "confirmed":
            check.line = _calling_line()
        self._latest = _merge(self._share().checks, check)
        return self._latest

    def _share(self):
        """Return the share of the running cell, a new one if the cell was started again; what it said before is forgotten."""
        cell, run = cells.running()
        if cell not in self._shares or self._shares[cell].run != run:
            self._shares[cell] = Share(run)
        return self._shares[cell]

    def _known(self, assumption):
        if assumption not in self.assumes:
            require.fail("assumption", assumption, f"one of the hypotheses of {self.label}: {', '.join(self.assumes) or 'none'}")

    def __repr__(self):
        return sentences.text(self.card())

    def _repr_mimebundle_(self, include=None, exclude=None):
        card = self.card()
        return {"text/plain": sentences.text(card), "text/html": cards.html_card(card), cards.CARD: card}


def claim(label, assumes=(), source=""):
    """Open the trial of the statement ``label``; see ``Claim``.

    Examples
    --------
    >>> c = claim("squares", assumes=["real"])
    >>> c.holds([0, 1], [0, 1])
    ✓ holds on 2 instances, largest measured/bound 1
    >>> c.needs("real", 1, -1, on="the imaginary unit")
    ✓ needs (real): the imaginary unit: without it 1 > -1
    """
    return Claim(label, assumes, source)


def worst(verdicts):
    """Return the worst of some verdicts: refuted, undecided or confirmed; undecided where there is none."""
    found = set(verdicts)
    return next((word for word in ("refuted", "undecided", "confirmed") if word in found), "undecided")


def unbroken(assumes, shown, unknown):
    """Return the hypotheses that are neither broken by an instance nor declared unknown."""
    return [name for name in assumes if name not in shown and name not in unknown]


def shortcomings(card, kind):
    """Return what is wrong with a card of a statement of this kind ("result" or "object"), a sentence each."""
    if kind not in ("result", "object"):
        require.fail("kind", kind, "'result' or 'object'")
    checks = card["checks"]
    wrong = [f"{c['verb']} {c['verdict']}" + (f" ({c['assumption']})" if c["assumption"] else "")
             + f": measured {short(c['measured'])}, bound {short(c['bound'])}" + (f", on {c['on']}" if c["on"] else "")
             + (f", in the line: {c['line']}" if c["line"] else "")
             for c in checks if c["verdict"] != "confirmed"]
    verbs = {c["verb"] for c in checks}
    if not verbs & set(HOLDS):
        wrong.append("no check that it holds: use holds, expected, probable, equals or identity")
    if kind == "result":
        inequalities = {c["part"] for c in checks if c["verb"] in MERGED}
        shown = {c["part"] for c in checks if c["verb"] == "tight"}
        for part in sorted(inequalities - shown, key=str):
            wrong.append("no worst case" + (f" for the part '{part}'" if part else "")
                         + ": show one with tight, or declare the range of the ratio and say why")
        if open_ones := unbroken(card["assumes"], card["needs_shown"], card["needs_unknown"]):
            wrong.append(f"nothing said of what breaks without: {', '.join(open_ones)} (use needs, or unknown)")
    return wrong


def wanting(card, label, needs, comparisons=3):
    """Return what a card still lacks that should show a statement holding, tight and broken: a sentence, empty if nothing.

    Parameters
    ----------
    card : dict
        What ``Claim.card`` returns.
    label : str
        The statement that should be on trial.
    needs : str
        The hypothesis that should be broken.
    comparisons : int >= 1
        How many comparisons should say that it holds.
    """
    if card["id"] != label:
        return f'This is a trial of {card["id"]}: open claim("{label}", assumes=["{needs}"]).'
    for check in card["checks"]:
        if check["verdict"] != "confirmed":
            return (f'{check["verb"]} is {check["verdict"]}: measured {short(check["measured"])}, bound {short(check["bound"])}'
                    + (f', in the line: {check["line"]}' if check["line"] else "") + ".")
    held = sum(check["count"] for check in card["checks"] if check["verb"] == "holds")
    if held < comparisons:
        return f"holds has made {held} comparison{'s' * (held != 1)}: expected at least {comparisons}."
    if not any(check["verb"] == "tight" for check in card["checks"]):
        return "tight is missing: show how near your worst case comes to the bound."
    if needs not in card["needs_shown"]:
        return f'needs("{needs}", ...) is missing: show what goes wrong without this hypothesis.'
    return ""


def unshown(card, verb, pairs, rounding=1e-6):
    """Return what keeps the rows of a verb from showing these instances, a sentence, empty if nothing does.

    Rows of one kind share one line of the card, the worst.  So three things can be seen: every row is one of the pairs, the pair nearest
    to its bound is there, and there were as many comparisons as pairs.

    Parameters
    ----------
    card : dict
        What ``Claim.card`` returns.
    verb : str
        The verb, such as "holds".
    pairs : list of (float, float)
        What was measured on each instance, and its bound.  Two that differ by less than a ten-thousandth of the bound, in both
        numbers, are one instance.
    rounding : float >= 0
        Up to which part of the bound a number on the card may differ from that of a pair.

    Examples
    --------
    >>> c = claim("squares")
    >>> c.holds([1, 2], [4, 4])
    ✓ holds on 2 instances, largest measured/bound 0.5
    >>> unshown(c.card(), "holds", [(1, 4), (2, 4)])
    ''
    >>> unshown(c.card(), "holds", [(1, 4), (2, 4), (1, 4)])
    'Two of your instances give the same, measured 1 and bound 4: they count as one.'
    """
    def same(pair, other, part):
        return np.allclose(np.asarray(pair, dtype=float), np.asarray(other, dtype=float), rtol=0, atol=part * abs(float(other[1])))

    for i, pair in enumerate(pairs):
        if any(same(pair, other, 1e-4) for other in pairs[:i]):
            return f"Two of your instances give the same, measured {short(pair[0])} and bound {short(pair[1])}: they count as one."
    rows = [check for check in card["checks"] if check["verb"] == verb]
    for row in rows:
        if not any(same((row["measured"], row["bound"]), pair, rounding) for pair in pairs):
            return (f"On the card {verb} has measured {short(row['measured'])} and bound {short(row['bound'])}: your own instances give "
                    "other numbers. Do your functions return the same at every call, and is it these that you showed?")
    worst = max(pairs, key=lambda pair: _ratio(*pair))
    if sum(row["count"] for row in rows) < len(pairs) or not any(same((row["measured"], row["bound"]), worst, rounding) for row in rows):
        return f"Not every one of your instances was shown to {verb}: there are {len(pairs)}."
    return ""


def _reason(because, expected):
    """Return a reason; raise unless it was given in words."""
    if not isinstance(because, str) or not because.strip():
        require.fail("because", because, expected)
    return because


def _compare(verb, measured, bound, on, part):
    """Return the check of "measured <= bound", at the worst entry."""
    if _is_estimate(measured):
        bound = _float(bound)
        verdict = evidence.judge(measured, bound) if math.isfinite(bound) else "refuted"
        return Check(verb, measured.value, bound, _ratio(measured.value, bound), "statistical", verdict, on=on, part=part,
                     **_statistics(measured, bound))
    method = _method(measured, bound)
    m, b, fits, count = _worst_pair(measured, bound, method)
    ratio = min(_ratio(m, b), 1.0) if fits else _ratio(m, b)      # what rounding may add to an equality is not an excess
    return Check(verb, _float(m), _float(b), ratio, method, "confirmed" if fits else "refuted", on=on, part=part, count=count)


def _worst_pair(measured, bound, method):
    """Return the first pair that breaks measured <= bound, or else the first of largest ratio; whether it fits; how many there are."""
    if method == "deterministic" and all(_is_array(value) or isinstance(value, float) for value in (measured, bound)):
        m, b = (array.ravel() for array in _broadcast(*(np.asarray(value, dtype=float) for value in (measured, bound))))
        with np.errstate(all="ignore"):
            fits = (m <= b + 1e-9 * np.maximum(1.0, np.abs(b))) & np.isfinite(m) & np.isfinite(b)
            if not fits.all() or (b > 0).all():
                i = np.argmax(m / b) if fits.all() else np.argmin(fits)
                return float(m[i]), float(b[i]), bool(fits.all()), m.size
    pairs = _pairs(measured, bound)
    bad = next(((m, b) for m, b in pairs if not _at_most(m, b, method)), None)
    return *(bad or max(pairs, key=lambda pair: _ratio(*pair))), bad is None, len(pairs)


def _violate(verb, measured, bound, on, assumption):
    """Return the check of "measured > bound"."""
    statistics = {}
    if _is_estimate(measured):
        low, high = measured.lower(evidence.ALPHA), measured.upper(evidence.ALPHA)
        finite = math.isfinite(_float(bound))
        verdict = "refuted" if high <= bound or not finite else "confirmed" if low > bound else "undecided"
        measured, method, statistics = measured.value, "statistical", _statistics(measured, None)
    else:
        method = _method(measured, bound)
        finite = math.isfinite(_float(measured)) and math.isfinite(_float(bound))
        verdict = "confirmed" if finite and not _at_most(measured, bound, method) else "refuted"
    return Check(verb, _float(measured), _float(bound), _ratio(measured, bound), method, verdict, assumption=assumption, on=on,
                 **statistics)


def _equal(verb, left, right, tolerance, on):
    """Return the check of "left = right": symbolic, exact or up to a relative tolerance."""
    if _is_sympy(left) or _is_sympy(right):
        import sympy

        difference = sympy.simplify(sympy.sympify(left) - sympy.sympify(right))
        measured = 0.0 if difference == 0 else 1.0
        return Check(verb, measured, 0.0, _ratio(measured, 0.0), "symbolic", "refuted" if measured else "confirmed",
                     on=on if not measured else f"{on or 'the difference'}: {difference}")
    method = _method(left, right)
    pairs = _pairs(left, right)
    margin = 0 if method == "exact" else tolerance
    bad = next(((a, b) for a, b in pairs if not (abs(a - b) <= margin * max(1, abs(b)) and math.isfinite(b))), None)
    if bad:
        return Check(verb, *map(_float, bad), _ratio(*bad), method, "refuted", on=on, count=len(pairs))
    shown = max(pairs, key=lambda pair: abs(_rounded(pair[1], margin * max(1, abs(pair[1])))))
    blind = margin and 0 < abs(shown[1]) < 10 * margin           # numbers so small that any two of them are equal
    a, b = shown if blind else (_rounded(number, margin * max(1, abs(shown[1]))) for number in shown)
    return Check(verb, _float(a), _float(b), _ratio(a, b), method, "undecided" if blind else "confirmed", on=on, count=len(pairs))


def _rounded(number, margin):
    """Return a number to the last decimal place that a comparison up to ``margin`` speaks of: below it is only noise."""
    return round(_float(number), -math.floor(math.log10(margin))) + 0.0 if margin else number


def _is_estimate(value):
    return isinstance(value, (evidence.Mean, evidence.Proportion))


def _is_array(value):
    return isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "fiu"


def _is_sympy(value):
    return type(value).__module__.startswith("sympy")


def _statistics(measured, bound):
    """Return the columns that only a statistical check fills."""
    if not _is_estimate(measured):
        return {}
    risk = None if bound is None else measured.repeat_risk(bound, evidence.ALPHA)
    return {"trials": measured.trials, "alpha": evidence.ALPHA, "repeat_risk": risk}


def _method(*values):
    """Return how far the numbers can be trusted: exact (integers, fractions), deterministic (floats) or statistical."""
    if any(_is_estimate(value) for value in values):
        return "statistical"
    if any(_is_array(value) and value.dtype.kind == "f" and value.size for value in values):
        return "deterministic"
    entries = [entry for value in values for entry in np.asarray(value, dtype=object).ravel()]
    return "exact" if all(isinstance(entry, Rational) for entry in entries) else "deterministic"


def _pairs(measured, bound):
    """Return the broadcast entries of both as a list of pairs."""
    both = [np.asarray(measured, dtype=object), np.asarray(bound, dtype=object)]
    for entry in (*both[0].flat, *both[1].flat):
        _float(entry)
    left, right = _broadcast(*both)
    return list(zip(left.ravel().tolist(), right.ravel().tolist()))


def _broadcast(left, right):
    """Return two arrays as arrays of one shape with at least one entry."""
    try:
        both = np.broadcast_arrays(left, right)
    except ValueError:
        require.fail("shapes of measured and bound", (left.shape, right.shape), "equal shapes, or a number on one side")
    if not both[0].size:
        require.fail("measured", left.tolist(), "at least one number")
    return both


def _at_most(measured, bound, method):
    """Say whether measured <= bound, with room for rounding unless both are exact."""
    if method == "exact":
        return measured <= bound
    return bool(measured <= bound + 1e-9 * max(1.0, abs(bound))) and math.isfinite(measured) and math.isfinite(bound)


def _ratio(measured, bound):
    """Return a number that is at most 1 exactly when measured <= bound: measured / bound where the bound is positive.

    For a negative bound it is bound / measured below it and grows past 1 above it; 0/0 counts as 0: it shows nothing.
    """
    measured, bound = _float(measured), _float(bound)
    if bound > 0:
        return measured / bound
    if measured <= bound:
        return abs(bound / measured) if measured < 0 else 0.0
    return 1 + (measured - bound) / abs(bound) if bound < 0 else math.inf


def _float(value):
    if _is_estimate(value):
        return value.value
    try:
        return float(None if isinstance(value, str) else value)
    except (TypeError, ValueError, OverflowError):
        require.fail("measured or bound", value, "a number")


def _merge(rows, check):
    """Add a check to some rows, to one of its kind if there is one, and return the row."""
    for i, row in enumerate(rows):
        if check.verb in MERGED and (row.verb, row.part, row.method) == (check.verb, check.part, check.method):
            rows[i] = _worse(row, check)
            return rows[i]
    rows.append(check)
    return check


def _worse(row, check):
    """Merge two rows of the same kind: the worse verdict, then the larger ratio, speaks for both."""
    rank = ("refuted", "undecided", "confirmed")
    first = min(row, check, key=lambda c: (rank.index(c.verdict), -c.ratio))
    return replace(first, count=row.count + check.count, alpha=_sum(row.alpha, check.alpha),
                   repeat_risk=_sum(row.repeat_risk, check.repeat_risk))


def _sum(left, right):
    """Return the sum of two probabilities, or None where there are none."""
    return None if left is None else left + right


def _calling_line():
    """Return the source line of the notebook cell that made the check."""
    frame = sys._getframe()
    while frame and frame.f_code.co_filename == __file__:
        frame = frame.f_back
    return frame and linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip() or None


def _plain(value):
    """Return a value for JSON: a number to ten significant digits, what is not finite as None."""
    if isinstance(value, float):
        return float(f"{value:.10g}") if math.isfinite(value) else None
    return value
