"""How a verdict is told in words: a check, and a whole trial, as text.

Nothing here can change a verdict: ``claims`` judges, and this file puts what it found into words.  ``card`` is a dictionary, as
``Claim.card`` returns it.
"""

MARK = {"confirmed": "✓", "refuted": "✗", "undecided": "?"}


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
    if check.verb == "needs":
        return f"needs ({check.assumption}){where}: {numbers}"
    if check.verb == "refutes_source":
        return f"refutes the printed form{where}: {numbers}"
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
    """Say the whole trial in one line."""
    words = [card["id"], f"{card['comparisons']} comparisons"]
    if card["tightness"] is not None:
        words.append(f"tight to {card['tightness']:.4f}")
    broken = dict.fromkeys(check["assumption"] for check in card["checks"] if check["verb"] == "needs")
    if broken:
        words.append("needs " + ", ".join(broken))
    false = sum(check["verb"] == "refutes_source" for check in card["checks"])
    if false:
        words.append("the source’s form is false" if false == 1 else f"{false} printed forms are false")
    return "\u00a0· ".join(words)


def short(number):
    """Print a number with six significant digits."""
    return "–" if number is None else f"{float(number):.6g}"
