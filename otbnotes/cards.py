"""How a verdict is told: the sentences of a trial, and the card that a cell shows.

Nothing here can change a verdict: ``claims`` judges, and this file puts what it found into words.
"""

import html
import math
from collections import Counter

from .typeset import as_html

MARK = {"confirmed": "✓", "refuted": "✗", "undecided": "?"}
REPEATED, ALIKE = ("holds", "identity", "agrees", "equals"), 3     # of each kind so many rows are shown, the others fold away


def sentence(check):
    """Say in one line what was found."""
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


def line(check):
    """Return what a cell shows that ends with one check."""
    return f'<p class="otb-line otb-{check.verdict}"><span>{MARK[check.verdict]}</span> {_told(check)}</p>'


def plain(claim):
    """Return the card as text."""
    lines = [f"{MARK[claim.verdict]} {claim.label} {claim.verdict}"] + [f"  {check!r}" for check in claim.checks]
    return "\n".join(lines + [f"  – ({name}) necessity not known: {why}" for name, why in claim.unknowns.items()])


def drawn(claim, seed):
    """Return the card as HTML."""
    shown, alike, met = [], [], Counter()
    for check, name in zip(claim.checks, instance_names(claim.label, [check.assumption for check in claim.checks])):
        met[check.verb, check.oracle] += 1
        many = check.verb in REPEATED and check.verdict == "confirmed" and met[check.verb, check.oracle] > ALIKE
        (alike if many else shown).append(_row(check, name))
    shown += [f"<tr class='otb-unknown'><td>–<span> not known</span></td><td>necessity of ({html.escape(name)}): {as_html(why)}"
              "</td><td></td></tr>" for name, why in claim.unknowns.items()]
    source = f" Source: {as_html(claim.source)}." if claim.source else ""
    more = f"<details><summary>{len(alike)} more rows of these kinds</summary>{_table(alike)}</details>" if alike else ""
    return (f'<details class="otb-card otb-{claim.verdict}" id="card-{html.escape(claim.label)}">'
            f'<summary><span class="otb-word">{MARK[claim.verdict]} {claim.verdict}</span> {html.escape(summary(claim))}'
            f'</summary>{_table(shown)}{more}'
            f'<p><a href="#{html.escape(claim.label)}">Back to the statement</a>.{source} Seed {seed}.</p></details>')


def _table(rows):
    """Return rows of a card as a table."""
    return ('<div class="otb-rows"><table><thead><tr><th scope="col">verdict</th><th scope="col">finding</th>'
            f'<th scope="col">method</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>')


def _row(check, name):
    """Return a row of a card; a row with a name can be linked to."""
    link = f" id='{html.escape(name)}'" if name else ""
    return (f"<tr{link} class='otb-{check.verdict}'><td>{MARK[check.verdict]}<span> {check.verdict}</span></td><td>{_told(check)}"
            f"</td><td>{check.method}{as_html(_odds(check))}</td></tr>")


def instance_names(label, assumptions):
    """Return for each row the name that a link to it has: only those that break a statement have one.

    ``assumptions`` has for each row the hypothesis that it breaks, or None.

    >>> instance_names("x", [None, "convex", "convex"])
    [None, 'card-x-needs-convex', 'card-x-needs-convex_2']
    """
    names, seen = [], Counter()
    for assumption in assumptions:
        name = assumption and f"card-{label}-needs-{assumption}"
        seen[name] += 1
        names.append(name if name is None or seen[name] == 1 else f"{name}_{seen[name]}")
    return names


def summary(claim):
    """Say the whole trial in one line."""
    words = [claim.label, f"{claim.comparisons} comparisons"]
    best = claim.tightness
    if best is not None:
        words.append(f"tight to {best:.4f}")
    shown = list(dict.fromkeys(c.assumption for c in claim.checks if c.verb == "needs"))
    if shown:
        words.append("needs " + ", ".join(shown))
    if claim.errata:
        words.append("the source’s form is false" if len(claim.errata) == 1 else f"{len(claim.errata)} printed forms are false")
    return "\u00a0· ".join(words)


def short(number):
    """Print a number with six significant digits."""
    return "–" if number is None else f"{float(number):.6g}"


def _told(check):
    """Return the sentence as HTML, typeset but for the code that it quotes."""
    words, look, code = sentence(check).partition("; look at: ")
    return as_html(words) + html.escape(look + code)


def _odds(check):
    """Say the trials and the error probability of a statistical check."""
    if not check.trials:
        return ""
    risk = "" if check.repeat_risk is None else f"; a fresh run would fail to confirm with probability below {_power(check.repeat_risk)}"
    return f", {check.trials} trials, alpha {check.alpha:.0e}{risk}"


def _power(probability):
    """Print a probability rounded up to a power of ten."""
    return "1" if probability >= 1 else f"1e{max(-300, math.ceil(math.log10(max(probability, 1e-300))))}"
