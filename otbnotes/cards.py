"""How a card looks: draws, as HTML, what an output holds as JSON.

A card and a check are dictionaries here, as ``Claim.card`` and ``Check.row`` return them.  This file and ``book/static/card.css``
are all that knows how they look: the book is drawn from the JSON when its pages are built, so that a change here runs no cell again.
"""

import html
import math
from collections import Counter

from .sentences import MARK, resolution, summary
from .typeset import as_html

CARD, CHECK = "application/vnd.otbnotes.claim+json", "application/vnd.otbnotes.check+json"       # what an output holds
NAMED = '<span class="otb-name">{}</span>'      # where a book has the number of the statement in the place of its label
WORD = '<span class="otb-word">{}</span>'       # where a book says of a definition that the code agrees with it


def html_of(data, terms=None):
    """Return the HTML of an output, which is a dictionary MIME type -> content; None if it holds neither a card nor a check.

    ``terms`` has for statements the terms of their bounds, as ``sentences.resolution`` takes them.
    """
    if CARD in data:
        return html_card(data[CARD], (terms or {}).get(data[CARD]["id"], ()))
    return html_line(data[CHECK]) if CHECK in data else None


def html_line(check):
    """Return as HTML what a cell shows that ends with one check."""
    return f'<p class="otb-line otb-{check["verdict"]}"><span>{MARK[check["verdict"]]}</span> {_told(check)}</p>'


def html_card(card, terms=()):
    """Return a card as HTML; ``terms`` are those of its bounds, as ``sentences.resolution`` takes them."""
    label, verdict = html.escape(card["id"]), card["verdict"]
    names = instance_names(card["id"], [check["assumption"] for check in card["checks"]])
    rows = [_row(check, name) for check, name in zip(card["checks"], names)]
    best = _best(card["checks"])
    first, others = [rows[i] for i in best], [row for i, row in enumerate(rows) if i not in best]
    others += [f"<tr class='otb-unknown'><td>–<span> not known</span></td><td>necessity of ({html.escape(name)}): {as_html(why)}"
               "</td><td></td></tr>" for name, why in card["needs_unknown"].items()]
    log = f"<details><summary>the whole log: {len(others)} more rows</summary>{_table(others)}</details>" if others else ""
    told = "; ".join(as_html(words) for words in resolution(terms, card["unseen"]))
    seen = f'<p class="otb-seen">What the rows would notice: {told}.</p>' if told else ""
    source = f" Source: {as_html(card['source'])}." if card["source"] else ""
    return (f'<details class="otb-card otb-{verdict}" id="card-{label}"><summary>{WORD.format(f"{MARK[verdict]} {verdict}")} '
            f'{NAMED.format(label)}<span>\u00a0· {html.escape(summary(card))}</span></summary>{_table(first)}{log}{seen}'
            f'<p><a href="#{label}">Back to the statement</a>.{source} Seed {card["seed"]}.</p></details>')


def _best(checks):
    """Return the numbers of the rows that are shown first: all that are not green, else the nearest worst case and two breaking instances."""
    red = [i for i, check in enumerate(checks) if check["verdict"] != "confirmed"]
    tight = sorted((i for i, check in enumerate(checks) if check["verb"] == "tight"), key=lambda i: -(checks[i]["ratio"] or 0))
    needs = [i for i, check in enumerate(checks) if check["verb"] == "needs"]
    return red or tight[:1] + needs[:2] or list(range(min(3, len(checks))))


def _table(rows):
    """Return rows of a card as a table."""
    return ('<div class="otb-rows"><table><thead><tr><th scope="col">verdict</th><th scope="col">finding</th>'
            f'<th scope="col">method</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>')


def _row(check, name):
    """Return a row of a card; a row with a name can be linked to."""
    link = f" id='{html.escape(name)}'" if name else ""
    verdict = check["verdict"]
    return (f"<tr{link} class='otb-{verdict}'><td>{MARK[verdict]}<span> {verdict}</span></td><td>{_told(check)}"
            f"</td><td>{check['method']}{as_html(_odds(check))}</td></tr>")


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


def _told(check):
    """Return the sentence as HTML, typeset but for the code that it quotes."""
    words, look, code = check["sentence"].partition("; look at: ")
    return as_html(words) + html.escape(look + code)


def _odds(check):
    """Say the trials and the error probability of a statistical check."""
    if not check["trials"]:
        return ""
    risk = check["repeat_risk"]
    fresh = "" if risk is None else f"; a fresh run would fail to confirm with probability below {_power(risk)}"
    return f", {check['trials']} trials, alpha {check['alpha']:.0e}{fresh}"


def _power(probability):
    """Print a probability rounded up to a power of ten."""
    return "1" if probability >= 1 else f"1e{max(-300, math.ceil(math.log10(max(probability, 1e-300))))}"
