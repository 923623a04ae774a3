"""How a card looks: draws, as HTML, what an output holds as JSON.

A card and a check are dictionaries here, as ``Claim.card`` and ``Check.row`` return them.  This file and ``book/static/card.css``
are all that knows how they look: the book is drawn from the JSON when its pages are built, so that a change here runs no cell again.
"""

import html
import math
from collections import Counter

from .sentences import MARK, summary
from .typeset import as_html

CARD, CHECK = "application/vnd.otbnotes.claim+json", "application/vnd.otbnotes.check+json"       # what an output holds
REPEATED, ALIKE = ("holds", "identity", "agrees", "equals"), 3     # of each kind so many rows are shown, the others fold away


def html_of(data):
    """Return the HTML of an output, which is a dictionary MIME type -> content; None if it holds neither a card nor a check."""
    if CARD in data:
        return html_card(data[CARD])
    return html_line(data[CHECK]) if CHECK in data else None


def html_line(check):
    """Return as HTML what a cell shows that ends with one check."""
    return f'<p class="otb-line otb-{check["verdict"]}"><span>{MARK[check["verdict"]]}</span> {_told(check)}</p>'


def html_card(card):
    """Return a card as HTML."""
    label, verdict = html.escape(card["id"]), card["verdict"]
    shown, alike, met = [], [], Counter()
    for check, name in zip(card["checks"], instance_names(card["id"], [check["assumption"] for check in card["checks"]])):
        kind = check["verb"], check["oracle"]
        met[kind] += 1
        many = check["verb"] in REPEATED and check["verdict"] == "confirmed" and met[kind] > ALIKE
        (alike if many else shown).append(_row(check, name))
    shown += [f"<tr class='otb-unknown'><td>–<span> not known</span></td><td>necessity of ({html.escape(name)}): {as_html(why)}"
              "</td><td></td></tr>" for name, why in card["needs_unknown"].items()]
    source = f" Source: {as_html(card['source'])}." if card["source"] else ""
    more = f"<details><summary>{len(alike)} more rows of these kinds</summary>{_table(alike)}</details>" if alike else ""
    return (f'<details class="otb-card otb-{verdict}" id="card-{label}">'
            f'<summary><span class="otb-word">{MARK[verdict]} {verdict}</span> {html.escape(summary(card))}</summary>{_table(shown)}{more}'
            f'<p><a href="#{label}">Back to the statement</a>.{source} Seed {card["seed"]}.</p></details>')


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
