"""What was found outside of the pages: the problem sets and the gate of their grader, and the book's case against itself.

    ```{problem-sets}
    ```                              what each set asks, its name and points, and the notebook that students get
    ```{kill-matrix}
    ```                              for each wrong answer the tests that fail it, from ``assignments/kill_matrix.json``
    {falsification-count}`mutants`   a number, or the days of the runs: mutants, killed, harmless, claims, first, last, verdicts,
                                     alarms, alpha, swept, tried, functions, calls, most, most-functions, fewest, answers, refusals,
                                     agreeing, drawn, drawn-pages, drawn-tests, drawn-seen, drawn-explained, drawn-holes, drawn-when,
                                     mutants-when, seeds-when, faults-when, fuzz-when, bounds, median, sharp, terms, dim
    ```{behind}
    ```                              the pages that were played under fewer seeds than the others
    ```{unseen}
    ```                              the terms of bounds that could be cut to half unnoticed
    ```{mutant-matrix}
    ```                              for each page and statement the wrong versions, and which were refuted
    ```{faults}
    ```                              each fault and what came of it

The last five and the numbers come from what the runs left in ``falsification/record.json``.  The site holds the notebooks in
``assignments/``, beside the wheel of the package.
"""

import json
import re
import sys
from datetime import date
from pathlib import Path
from statistics import median

import nbformat
from babel.dates import format_date
from docutils import nodes
from otb_ledger import DIM, at_most, printed, table, typeset
from otb_site import fold
from otb_wheel import NAME, wheel
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective, SphinxRole

sys.path.append(str(Path(__file__).parents[2]))
from falsification import edits, record  # noqa: E402

FOLDER = "assignments"
HEADING = re.compile(r"^## (\d+\. )?(.*) \((\d+) points?\)$", re.M)


def notebooks(source):
    """Return the notebooks that students get: set -> path, in the order of their titles."""
    paths = {path.parent.name: path for path in Path(source, FOLDER).glob("*/student.ipynb")}
    return dict(sorted(paths.items(), key=lambda item: int(re.search(r"Problem set (\d+)", title(nbformat.read(item[1], 4)))[1])))


def title(notebook):
    """Return the title of a notebook, without its sign."""
    return notebook.cells[0].source.splitlines()[0].removeprefix("# ")


def questions(notebook):
    """Return the titles of the questions with their points."""
    found = [HEADING.search(cell.source) for cell in notebook.cells if cell.cell_type == "markdown"]
    return [(match[2], int(match[3])) for match in found if match]


def checked(notebook):
    """Return the numbers and titles of the questions that are graded by code: name -> words."""
    found, words = {}, ""
    for cell in notebook.cells:
        heading, check = HEADING.search(cell.source), re.match(r'grader\.check\("(\w+)"\)', cell.source)
        if cell.cell_type == "markdown" and heading:
            words = f"{heading[1] or ''}{heading[2]}"
        elif check:
            found[check[1]] = words
    return found


class ProblemSets(SphinxDirective):
    """The directive that draws the table of the problem sets."""

    def run(self):
        rows, up = [], "../" * self.env.docname.count("/")
        for name, path in notebooks(self.env.srcdir).items():
            self.env.note_dependency(str(path))
            notebook = nbformat.read(path, 4)
            asked = questions(notebook)
            link = nodes.reference("", title(notebook).partition(": ")[2], refuri=f"{up}{FOLDER}/{name}.ipynb")
            rows.append([title(notebook).partition(":")[0].removeprefix("Problem set "), link, nodes.literal(text=name),
                         " · ".join(what for what, _ in asked), str(sum(points for _, points in asked))])
        beside = nodes.reference("", "the package", refuri=f"{up}{FOLDER}/{NAME}")
        return [table(("Set", "Notebook", "Name", "Questions", "Points"), rows, ["otb-sets"]),
                nodes.paragraph("", "", nodes.Text("Download a notebook and, into the same folder, "), beside, nodes.Text("."))]


class KillMatrix(SphinxDirective):
    """The directive that draws what the gate has seen, a table for each set."""

    def run(self):
        path = Path(self.env.srcdir, FOLDER, "kill_matrix.json")
        self.env.note_dependency(str(path))
        matrix, parts = json.loads(path.read_text("utf8")), []
        for name, student in notebooks(self.env.srcdir).items():
            notebook = nbformat.read(student, 4)
            section = nodes.section("", nodes.title("", title(notebook)), ids=[f"gate-{name.replace('_', '-')}"])
            rows = {question: [[nodes.inline("", "", *typeset(wrong)), "; ".join(test_words(test, found["tests"]) for test in tests),
                                f"{found['kept'][wrong]:g}"] for wrong, tests in found["wrong"].items()]
                    for question, found in matrix[name]["questions"].items()}
            words = checked(notebook)
            section += grouped(("Wrong answer", "Failed by", "Points kept"), {words[question]: rows[question] for question in rows})
            parts.append(section)
        return parts


def test_words(test, tests):
    """Return how a test is called on the page."""
    return test.removeprefix("test_").replace("_", " ") + (" (hidden)" if tests[test] else "")


def grouped(head, groups):
    """Return a table of groups of rows, name -> rows; the name stands in a row of its own above each group."""
    drawn = table(head, [row for name, rows in groups.items() for row in ([nodes.strong("", name)], *rows)])
    for row in drawn[0][-1]:
        row[-1]["morecols"] = len(head) - len(row)
    return drawn


def publish(app, failed):
    """Put the notebooks, and the wheel that they install, into the site."""
    if failed or app.builder.name != "html":
        return
    found = notebooks(app.srcdir)
    if found:
        target = Path(app.outdir, FOLDER)
        target.mkdir(exist_ok=True)
        (target / NAME).write_bytes(wheel())
        for name, path in found.items():
            (target / f"{name}.ipynb").write_bytes(path.read_bytes())



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
    first, most = max(page["first"] for page in played), max(page["seeds"] for page in played)
    return {"mutants": len(wrong), "killed": sum(killed for _, killed in wrong), "harmless": len(rows) - len(wrong),
            "claims": len({(one.page, one.claim) for one, _ in wrong}),
            "first": first, "last": first + most - 1, "swept": sum(page["seeds"] == most for page in played),
            "tried": len(read(env, "mutants")), "verdicts": sum(page["rows"] for page in played),
            "alarms": sum(len(page["wrong"]) for page in played), "alpha": at_most(sum(page["alpha"] for page in played)),
            "refusals": called["refuses"], "agreeing": called["agrees"], "fuzz-when": span([called["when"]]),
            **{word: called[word] for word in ("functions", "calls", "most", "most-functions", "fewest", "answers")},
            **noticed(env), **drawn(env), "mutants-when": span(day for page in read(env, "mutants").values() for day in page["when"]),
            "seeds-when": span(day for page in played for day in page["when"]), "faults-when": span(one["when"] for one in tried)}


def drawn(env):
    """Return what came of the edits that a machine drew, in numbers; ``drawn-seen`` is the share that a page or a test noticed."""
    last = read(env, "drawn")["latest"]
    share = 100 / last["drawn"]
    return {"drawn": last["drawn"], "drawn-pages": f"{last['pages']} ({share * last['pages']:.0f} %)", "drawn-tests": last["tests"],
            "drawn-seen": f"{share * (last['pages'] + last['tests']):.0f} %", "drawn-explained": last["explained"], "drawn-holes": last["holes"],
            "drawn-when": span([last["when"]])}


def noticed(env):
    """Return what is known of how wrong the terms of the bounds could be, in numbers."""
    env.note_dependency(str(record.PATH))
    lines = [line for of in record.terms().values() for line in of]
    wholes = [line["value"] for line in lines if line["whole"]]
    return {"bounds": len(wholes), "median": f"{100 * (1 - median(wholes)):.2g} %", "sharp": sum(value >= 0.95 for value in wholes),
            "terms": len(lines), "dim": sum(line["value"] < DIM for line in lines)}


class Behind(SphinxDirective):
    """The directive that draws the table of the pages that were played under fewer seeds than the others."""

    def run(self):
        played, up = read(self.env, "seeds"), "../" * self.env.docname.count("/")
        most = max(page["seeds"] for page in played.values())
        seeds = {page: played[page]["seeds"] if page in played else 0 for page in matrix(self.env)}
        rows = [[nodes.reference("", heading(self.env, page), refuri=f"{up}chapters/{page}.html"), str(number)]
                for page, number in seeds.items() if number < most]
        return [fold(table(("Page", "Seeds"), rows), line=f"the {len(rows)} pages that are behind")] if rows else []


def heading(env, page):
    """Return the title of a page, as text."""
    return Path(env.srcdir, "chapters", f"{page}.md").read_text("utf8").partition("\n# ")[2].partition("\n")[0].replace("$", "")


class Unseen(SphinxDirective):
    """The directive that draws the table of the terms that could be cut to half unnoticed."""

    def run(self):
        up, rows = "../" * self.env.docname.count("/"), []
        for page, entry in record.read("resolution").items():
            for label, of in entry["statements"].items():
                rows += [[nodes.reference("", label, refuri=f"{up}chapters/{page}.html#card-{label}"), plain(line["bound"]),
                          nodes.literal("", ("exponent in " if line["exponent"] else "") + shorten(line["term"])), f"{line['value']:.2g}"]
                         for line in of if line["value"] < DIM]
        return [fold(table(("Statement", "Bound", "Term", "could be cut to"), rows), line=f"the {len(rows)} terms")]


def span(days):
    """Return the first and the last of some days, in words."""
    days = sorted(days)
    first, last = (format_date(date.fromisoformat(day), "d MMMM y", "en") for day in (days[0], days[-1]))
    return first if first == last else f"{first} to {last}"


class Count(SphinxRole):
    """The role that prints a number."""

    def run(self):
        known = self.env.temp_data["otb_counts"] = self.env.temp_data.get("otb_counts") or counts(self.env)     # once a page
        if self.text not in known:
            raise ExtensionError(f"falsification-count = {self.text!r}: expected one of {', '.join(known)}")
        return printed(known[self.text]), []


class Matrix(SphinxDirective):
    """The directive that draws a table for each page."""

    def run(self):
        parts, up = [], "../" * self.env.docname.count("/")
        for page, found in matrix(self.env).items():
            section = nodes.section("", nodes.title("", heading(self.env, page)), ids=[f"mutants-{page.replace('_', '-')}"])
            section += table(("Statement", "The edit, and what came of it"), [[named(one, up), told(one, killed)] for one, killed in found])
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
        return [table(("What goes wrong", "What comes of it"), [[fault, plain(one["outcome"])] for fault, one in read(self.env, "faults").items()])]


def setup(app):
    app.add_directive("problem-sets", ProblemSets)
    app.add_directive("kill-matrix", KillMatrix)
    app.add_role("falsification-count", Count())
    app.add_directive("mutant-matrix", Matrix)
    app.add_directive("faults", Faults)
    app.add_directive("unseen", Unseen)
    app.add_directive("behind", Behind)
    app.connect("build-finished", publish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
