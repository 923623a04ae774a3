"""What the book's case against itself came to, drawn from what its runs left in ``falsification/record.json``.

    {falsification-count}`mutants`   a number, or the days of the runs: mutants, killed, harmless, claims, first, last, verdicts,
                                     alarms, alpha, functions, calls, most, most-functions, fewest, answers, refusals, agreeing,
                                     mutants-when, seeds-when, faults-when, fuzz-when
    ```{mutant-matrix}
    ```                              for each page and statement the wrong versions, and which were refuted
    ```{faults}
    ```                              each fault and what came of it
"""

import re
import sys
from datetime import date
from pathlib import Path

from babel.dates import format_date
from docutils import nodes
from otb_course import drawn
from otb_ledger import at_most
from otb_tables import printed
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective, SphinxRole

sys.path.append(str(Path(__file__).parents[2]))
from falsification import edits, record  # noqa: E402


def read(env, part):
    """Return a part of the record, and let the page depend on it.

    Raises
    ------
    ExtensionError
        If it isn't there.
    """
    env.note_dependency(str(record.PATH))
    if not (found := record.read(part)):
        raise ExtensionError(f"{record.PATH.name}: {part}: expected the record of a run; 'make mutants', 'make sweep', 'make fuzz' "
                             "and 'make faults' write it")
    return found


def matrix(env):
    """Return the mutants of each page, in the order of the book, each with whether it was killed."""
    known, order = read(env, "mutants"), re.findall(r"chapters/(\w+)", Path(env.srcdir, "_toc.yml").read_text("utf8"))
    for page in known:
        env.note_dependency(str(edits.FOLDER / f"{page}.toml"))
    return {page: [(one, edits.digest(one) in known[page]["killed"]) for one in edits.mutants(page)] for page in order if page in known}


def counts(env):
    """Return all numbers that the page names."""
    rows = [row for page in matrix(env).values() for row in page]
    wrong = [(one, killed) for one, killed in rows if one.kind != "harmless"]
    played, tried, called = read(env, "seeds").values(), read(env, "faults").values(), read(env, "fuzz")["totals"]
    first = max(page["first"] for page in played)
    return {"mutants": len(wrong), "killed": sum(killed for _, killed in wrong), "harmless": len(rows) - len(wrong),
            "claims": len({(one.page, one.claim) for one, _ in wrong}),
            "first": first, "last": first + min(page["seeds"] for page in played) - 1, "verdicts": sum(page["rows"] for page in played),
            "alarms": sum(len(page["wrong"]) for page in played), "alpha": at_most(sum(page["alpha"] for page in played)),
            "refusals": called["refuses"], "agreeing": called["agrees"], "fuzz-when": span([called["when"]]),
            **{word: called[word] for word in ("functions", "calls", "most", "most-functions", "fewest", "answers")},
            "mutants-when": span(day for page in read(env, "mutants").values() for day in page["when"]),
            "seeds-when": span(day for page in played for day in page["when"]), "faults-when": span(one["when"] for one in tried)}


def span(days):
    """Return the first and the last of some days, in words."""
    days = sorted(days)
    first, last = (format_date(date.fromisoformat(day), "d MMMM y", "en") for day in (days[0], days[-1]))
    return first if first == last else f"{first} to {last}"


class Count(SphinxRole):
    """The role that prints a number."""

    def run(self):
        known = counts(self.env)
        if self.text not in known:
            raise ExtensionError(f"falsification-count = {self.text!r}: expected one of {', '.join(known)}")
        return printed(known[self.text]), []


class Matrix(SphinxDirective):
    """The directive that draws a table for each page."""

    def run(self):
        parts, up = [], "../" * self.env.docname.count("/")
        for page, found in matrix(self.env).items():
            title = Path(self.env.srcdir, "chapters", f"{page}.md").read_text("utf8").partition("\n# ")[2].partition("\n")[0]
            section = nodes.section("", nodes.title("", title.replace("$", "")), ids=[f"mutants-{page.replace('_', '-')}"])
            section += drawn(("Statement", "The edit, and what came of it"), [[named(one, up), told(one, killed)] for one, killed in found])
            parts.append(section)
        return parts


def named(one, up):
    """Return the statement of a mutant, with a link, and what is wrong in it; ``up`` leads to the folder of the first page."""
    shown = nodes.inline()
    shown += [nodes.reference("", one.claim, refuri=f"{up}chapters/{one.page}.html#{one.claim}"), nodes.Text(f", {one.kind}")]
    return shown


def told(one, killed):
    """Return the edit of a mutant and what came of it."""
    shown = nodes.inline()
    shown += [nodes.literal("", shorten(one.find)), nodes.Text(" becomes "), nodes.literal("", shorten(one.put)),
              nodes.Text(" — refuted" if killed else f" — survives: {one.why}")]
    return shown


def shorten(code, longest=110):
    """Return code on one line of bearable length."""
    line = " ".join(code.split())
    return line if len(line) <= longest else f"{line[:longest]} …"


def plain(text):
    """Return a text whose hyphens and quotes stay as they are: it names options of programs."""
    return nodes.inline("", text, support_smartquotes=False)


class Faults(SphinxDirective):
    """The directive that draws the table of the faults."""

    def run(self):
        return [drawn(("What goes wrong", "What comes of it"), [[fault, plain(one["outcome"])] for fault, one in read(self.env, "faults").items()])]


def setup(app):
    app.add_role("falsification-count", Count())
    app.add_directive("mutant-matrix", Matrix)
    app.add_directive("faults", Faults)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
