"""The problem sets in the book: a table of them with their notebooks, and what the gate of the grader has seen.

    ```{problem-sets}
    ```            what each set asks, its name and points, and the notebook that students get
    ```{kill-matrix}
    ```            for each wrong answer the tests that fail it, from ``assignments/kill_matrix.json``

The site holds the notebooks in ``assignments/``, beside the wheel of the package.
"""

import json
import re
from pathlib import Path

import nbformat
from docutils import nodes
from otb_typeset import typeset
from otb_wheel import NAME, wheel
from sphinx.util.docutils import SphinxDirective

FOLDER = "assignments"
HEADING = re.compile(r"^## (\d+\. )?(.*) \((\d+) points?\)$", re.M)


def notebooks(source):
    """Return the notebooks that students get: set -> path, in the order of their titles."""
    paths = {path.parent.name: path for path in Path(source, FOLDER).glob("*/student.ipynb")}
    return dict(sorted(paths.items(), key=lambda item: int(re.search(r"Problem set (\d+)", title(read(item[1])))[1])))


def read(path):
    """Return a notebook."""
    return nbformat.read(path, 4)


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
            notebook = read(path)
            asked = questions(notebook)
            link = nodes.reference("", title(notebook).partition(": ")[2], refuri=f"{up}{FOLDER}/{name}.ipynb")
            rows.append([title(notebook).partition(":")[0].removeprefix("Problem set "), link, nodes.literal(text=name),
                         " · ".join(what for what, _ in asked), str(sum(points for _, points in asked))])
        beside = nodes.reference("", "the package", refuri=f"{up}{FOLDER}/{NAME}")
        table = drawn(("Set", "Notebook", "Name", "Questions", "Points"), rows)
        table["classes"].append("otb-sets")
        return [table,
                nodes.paragraph("", "", nodes.Text("Download a notebook and, into the same folder, "), beside, nodes.Text("."))]


class KillMatrix(SphinxDirective):
    """The directive that draws what the gate has seen, a table for each set."""

    def run(self):
        path = Path(self.env.srcdir, FOLDER, "kill_matrix.json")
        self.env.note_dependency(str(path))
        matrix, parts = json.loads(path.read_text("utf8")), []
        for name, student in notebooks(self.env.srcdir).items():
            notebook = read(student)
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


def drawn(head, rows):
    """Return a table as docutils nodes; a cell is a text or a node."""
    def entry(cell):
        return nodes.entry("", nodes.paragraph("", "", cell if isinstance(cell, nodes.Node) else nodes.Text(cell)))
    group = nodes.tgroup("", *[nodes.colspec(colwidth=1) for _ in head], cols=len(head))
    group += nodes.thead("", nodes.row("", *map(entry, head)))
    group += nodes.tbody("", *[nodes.row("", *map(entry, row)) for row in rows])
    return nodes.table("", group)


def grouped(head, groups):
    """Return a table of groups of rows, name -> rows; the name stands in a row of its own above each group."""
    table = drawn(head, [row for name, rows in groups.items() for row in ([nodes.strong("", name)], *rows)])
    for row in table[0][-1]:
        row[-1]["morecols"] = len(head) - len(row)
    return table


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


def setup(app):
    app.add_directive("problem-sets", ProblemSets)
    app.add_directive("kill-matrix", KillMatrix)
    app.connect("build-finished", publish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
