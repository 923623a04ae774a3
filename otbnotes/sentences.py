"""How a verdict is told in words: a check, and a whole trial, as text.

Nothing here can change a verdict: ``claims`` judges, and this file puts what it found into words.  ``card`` is a dictionary, as
``Claim.card`` returns it.
"""

import math

ATTAINED = 1 - 1e-9      # of a bound: as near as rounding lets a worst case come
MARK = {"confirmed": "✓", "refuted": "✗", "undecided": "?", "incomplete": "?"}


def sentence(check):
    """Say in one line what was found; ``check`` is a ``claims.Check``."""
    verb = f"{check.verb} ({check.part})" if check.part else check.verb
    on = f" on {check.on}" if check.on else ""
    where = f": {check.on}" if check.on else ""
    measured, bound = short(check.measured), short(check.bound)
    numbers = f"measured {measured}, bound {bound}"
    if check.verdict == "refuted" or (check.verdict == "undecided" and check.trials):
        look = f"; look at: {check.line}" if check.line else ""
        advice = "; more trials are needed" if check.verdict == "undecided" else ""
        return f"{verb} {check.verdict.upper()}{on}: {numbers}{advice}{look}"
    if check.verb == "equals":
        return f"{verb}{where}: measured {measured}, stated {bound}"
    if check.verb == "identity":
        return f"identity{where}" + (f" ({check.count} entries)" if check.count > 1 else "")
    if check.verb == "agrees":
        and_so_on = f" ({check.count} pairs in all)" if check.count > 1 else ""
        return f"agrees with {check.oracle}{where}: {measured} and {bound}{and_so_on}"
    if check.verb == "tight":
        found = f"measured/bound {check.ratio:.9f}" if check.bound else "the bound 0 is attained"
        return f"{verb}{where}: {found}" + (f"; {check.because}" if check.because else "")
    broken = f"{measured} > {bound}" if measured != bound else f"more than {bound}"
    if check.verb == "needs":
        return f"needs ({check.assumption}){where}: without it {broken}"
    if check.verb == "refutes_source":
        return f"the formula as printed fails{where}: {broken}"
    many = f" on {check.count} instances" if check.count > 1 else ""
    worst = "largest measured/bound" if check.count > 1 else "measured/bound"
    found = f"{worst} {short(check.ratio)}" if check.measured or check.bound else f"{worst} 0/0"
    return f"{verb}{many}, {found}" + (f" ({check.on})" if check.on else "")


def text(card):
    """Return a card as text."""
    lines = [f"{MARK[card['verdict']]} {card['id']} {card['verdict']}"]
    lines += [f"  {MARK[check['verdict']]} {check['sentence']}" for check in card["checks"]]
    return "\n".join(lines + [f"  – ({name}) necessity not known: {why}" for name, why in card["needs_unknown"].items()])


def summary(card):
    """Say the whole trial in one line, but for the name of its statement."""
    checks, many = card["checks"], card["comparisons"]
    counted = f"{many} check{'s' * (many != 1)}"
    words = [counted if card["verdict"] == "refuted" else f"no counterexample in {counted}"] if many else []
    words += nearness(card)
    broken = [check for check in checks if check["verb"] == "needs" and check["verdict"] == "confirmed"]
    if broken:
        words.append("fails " + ", ".join(dict.fromkeys(f"without ({check['assumption']})" for check in broken)))
    return "\u00a0· ".join(words)


def nearness(card, brief=False):
    """Say how near the worst cases of a trial come to the bounds of its statement: a list of no sentence or one.

    ``brief``: without naming the instance, and only if one number says all.

    Examples
    --------
    >>> rows = [{"verb": "tight", "part": part, "ratio": ratio, "on": "coins"} for part, ratio in (("mean", 0.95), ("tail", 0.3), ("tail", 0.2))]
    >>> nearness({"checks": rows, "tightness": 0.3})
    ['how much of each bound a bad case reaches: mean 95 %, tail 30 %']
    >>> nearness({"checks": rows, "tightness": 0.3}, brief=True)
    []
    >>> nearness({"checks": rows[:1], "tightness": 0.95})
    ['a bad case comes to 95 % of the bound (coins)']
    """
    best = {}
    for check in card["checks"]:
        if check["verb"] == "tight" and (check["ratio"] or 0) > best.get(check["part"], {"ratio": -1})["ratio"]:
            best[check["part"]] = check
    if not best or card["tightness"] is None:
        return []
    reached = [f"{math.floor(100 * check['ratio'] + 1e-9)} %" for check in best.values()]
    if len(best) == 1:
        check, = best.values()
        said = "equality is attained" if check["ratio"] > ATTAINED else f"a bad case comes to {reached[0]} of the bound"
        return [said + (f" ({check['on']})" if check["on"] and not brief else "")]
    if min(check["ratio"] for check in best.values()) > ATTAINED:
        return ["equality is attained in every part"]
    named = [f"{part or 'the bound itself'} {share}" for share, part in zip(reached, best, strict=True)]
    return [] if brief else [f"how much of each bound a bad case reaches: {', '.join(named)}"]


def resolution(lines, unseen):
    """Say what a trial would notice, a sentence for each bound: how much too bold the whole could be, and its worst terms.

    Parameters
    ----------
    lines : list of dict
        The terms of the bounds of the statement, as ``make resolution`` finds them.
    unseen : list of dict
        The terms that ``Claim.unseen`` names, each with its reason.

    Examples
    --------
    >>> whole = {"bound": "f", "term": "a + b", "whole": True, "exponent": False, "value": 0.99}
    >>> resolution([whole, {**whole, "term": "b", "whole": False, "value": 0.4}], [])
    ['a row turns red if f promises 1 % more; its b could be cut to 0.4 before one does']
    """
    reasons = {(one["bound"], one["term"]): one["because"] for one in unseen}
    said = []
    for bound in dict.fromkeys(line["bound"] for line in lines):
        lines_of_bound = [line for line in lines if line["bound"] == bound]
        if not any(line["value"] for line in lines_of_bound):
            said.append(f"{bound} stands in no comparison that could turn red")
            continue
        whole, *parts = sorted(lines_of_bound, key=lambda line: (not line["whole"], line["value"]))
        words = [_seen(whole)]
        words += [_seen(part) + (f" ({reasons[bound, part['term']]})" if (bound, part["term"]) in reasons else "")
                  for part in parts if part["value"] < 0.9]
        if (bound, whole["term"]) in reasons:
            words.insert(1, reasons[bound, whole["term"]])
        said.append("; ".join(words))
    return said


def _seen(line):
    """Say how wrong a bound as a whole, or a term of one, has to be until a row turns red."""
    value = line["value"]
    if not line["whole"]:
        term = f"its {'exponent in ' if line['exponent'] else ''}{line['term']}"
        return f"{term} could be cut to {value:.2g} before one does" if value else f"{term} is seen by no row"
    if not value:
        return f"{line['bound']} as a whole is seen by no row"
    return f"a row turns red if {line['bound']} " + (f"is cut to {value:.2g}" if value < 0.9 else f"promises {100 * (1 - value):.2g} % more")


def short(number):
    """Print a number with six significant digits."""
    return "–" if number is None else f"{float(number):.6g}"
