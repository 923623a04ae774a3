"""What the book's case against itself came to, drawn from the records that its runs left in ``falsification/records``.

    {falsification-count}`mutants`   a number, or the days of the runs: mutants, killed, harmless, claims, first, last, verdicts,
                                     alarms, alpha, functions, calls, most, most-functions, fewest, answers, refusals, agreeing,
                                     mutants-when, seeds-when, faults-when, fuzz-when
    ```{mutant-matrix}
    ```                              for each page and statement the wrong versions and the rows that they turned red
    ```{faults}
    ```                              each fault and what came of it
"""

import json
import re
from datetime import date
from pathlib import Path

from babel.dates import format_date
from docutils import nodes
from otb_course import drawn
from otb_ledger import at_most
from otb_tables import printed
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective, SphinxRole

FOLDER = Path("falsification", "records")


def read(env, name):
    """Return a record, and let the page depend on it.

    Raises
    ------
    ExtensionError
        If it isn't there.
    """
    path = Path(env.srcdir, FOLDER, name)
    env.note_dependency(str(path))
    if not path.exists():
        raise ExtensionError(f"{FOLDER / name}: expected the record of a run; 'make mutants', 'make sweep', 'make fuzz' and 'make faults' write them")
    return json.loads(path.read_text("utf8"))


def matrix(env):
    """Return the mutants of each page, in the order of the book."""
    order = re.findall(r"chapters/(\w+)", Path(env.srcdir, "_toc.yml").read_text("utf8"))
    declared = [page for page in order if Path(env.srcdir, "falsification", "mutants", f"{page}.toml").exists()]
    return {page: read(env, f"mutants/{page}.json") for page in declared}


def faults(env):
    """Return what each fault came to."""
    paths = sorted(Path(env.srcdir, FOLDER, "faults").glob("*.json"), key=lambda path: path.stem)
    return [read(env, f"faults/{path.name}") for path in paths]


def counts(env):
    """Return all numbers that the page names."""
    pages = matrix(env)
    rows = [row for page in pages.values() for row in page["rows"]]
    seeds, tried, fuzz = read(env, "seeds.json"), faults(env), read(env, "fuzz.json")
    first, played = seeds["first"], seeds["pages"].values()
    called = fuzz["functions"].values()
    often = [one["calls"] for one in called]
    wrong = [row for row in rows if row["kind"] != "harmless"]
    return {"mutants": len(wrong), "killed": sum(row["status"] == "killed" for row in wrong),
            "harmless": len(rows) - len(wrong),
            "claims": len({(row["page"], row["claim"]) for row in wrong}),
            "first": first, "last": first + min(page["seeds"] for page in played) - 1, "verdicts": sum(page["rows"] for page in played),
            "alarms": sum(len(page["wrong"]) for page in played), "alpha": at_most(sum(page["alpha"] for page in played)),
            "functions": len(called), "fuzz-when": span([fuzz["when"]]),
            "most": max(often), "most-functions": often.count(max(often)), "fewest": min(often),
            **{word: sum(one[key] for one in called) for word, key in
               (("calls", "calls"), ("answers", "answers"), ("refusals", "refuses"), ("agreeing", "agrees"))},
            "mutants-when": span(page["when"] for page in pages.values()),
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
            section += drawn(("Statement", "The edit, and the row that it turned red"), [[named(row, up), told(row)] for row in found["rows"]])
            parts.append(section)
        return parts


def named(row, up):
    """Return the statement of a mutant, with a link, and what is wrong in it; ``up`` leads to the folder of the first page."""
    shown = nodes.inline()
    shown += [nodes.reference("", row["claim"], refuri=f"{up}chapters/{row['page']}.html#{row['claim']}"), nodes.Text(f", {row['kind']}")]
    return shown


def told(row):
    """Return the edit of a mutant and what came of it."""
    shown = nodes.inline()
    shown += [nodes.literal("", shorten(row["find"])), nodes.Text(" becomes "), nodes.literal("", shorten(row["put"])),
              nodes.Text(f" — {shorten(row['by'].partition('; look at: ')[0], 160)}" if row["by"] else f" — survives: {row['why']}")]
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
        return [drawn(("What goes wrong", "What comes of it"), [[one["fault"], plain(one["outcome"])] for one in faults(self.env)])]


def setup(app):
    app.add_role("falsification-count", Count())
    app.add_directive("mutant-matrix", Matrix)
    app.add_directive("faults", Faults)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
