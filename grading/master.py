"""What a master says: its questions, their checks with points and messages, the answers to them, and what is withheld."""

import ast
import re
from typing import NamedTuple

import jupytext
import yaml

MARKS = re.compile(r"^ *# (BEGIN|END) SOLUTION\n?|  # SOLUTION$", re.M)
CONFIG = re.compile(r'^""" # BEGIN TEST CONFIG\n(.*?)^""" # END TEST CONFIG\n', re.DOTALL | re.M)


class Check(NamedTuple):
    """One check of a question: what it calls, what it is worth, and what a student reads who fails it."""

    name: str
    points: float
    hidden: bool
    message: str
    names: list         # of what the student has written
    source: str

class Question(NamedTuple):
    """One question: ``checks`` is empty where a person marks it."""

    name: str
    title: str
    points: float
    withheld: list      # names of the package that are the answer
    checks: list
    answer: str         # the reference code
    model: str          # the solution in words

class Master(NamedTuple):
    """A problem set."""

    name: str
    title: str
    setup: list         # the cells of code above the first question
    questions: list

def read(text, name, seed):
    """Return what the text of a master says; ``seed`` stands where it says ``COURSE_SEED``.

    Raises
    ------
    ValueError
        If a block doesn't end, or a check is not one function, naming the set and the question.
    """
    cells = jupytext.reads(text.replace("COURSE_SEED", str(seed)), fmt="md:myst").cells
    title = re.match(r"# (.*)", cells[0].source)[1]
    for cell in cells:
        if "```otter" in cell.source and not re.fullmatch(r"```otter\n[^`]*```", cell.source.strip()):
            raise ValueError(f"{name}: a block ```otter stands in one cell with other text: expected lines +++ around it, at {cell.source[:60]!r}")
    setup, questions, cells = [], [], iter(cells[1:])
    for cell in cells:
        if _opens(cell, "QUESTION"):
            settings = _settings(cell.source.replace("```otter", "").replace("```", ""), name)
            questions.append(_question(name, settings, list(_until(cells, "QUESTION", name, cell.source.splitlines()[2]))))
            if [one.name for one in questions].count(questions[-1].name) > 1:
                raise ValueError(f"{name}: two questions are called {questions[-1].name}")
        elif cell.cell_type == "code" and not questions:
            setup.append(cell.source)
    return Master(name, title, setup, questions)

def for_otter(text):
    """Return the master without the settings that otter-grader doesn't know."""
    return re.sub(r"^withheld: .*\n", "", text, flags=re.M)

def _question(name, settings, cells):
    """Return one question of a master."""
    if not isinstance(settings, dict) or not isinstance(settings.get("name"), str) or "points" not in settings:
        raise ValueError(f"{name}: a block BEGIN QUESTION says {settings!r}: expected lines such as 'name: q1_word' and 'points: [1, 2]'")
    question, parts = settings["name"], {"prompt": [], "SOLUTION": [], "TESTS": []}
    inside = iter(cells)
    for cell in inside:
        part = next((part for part in ("SOLUTION", "TESTS") if _opens(cell, part)), None)
        if part:
            parts[part] = list(_until(inside, part, name, question))
        else:
            parts["prompt"].append(cell)
    title = re.search(r"^## (?:\d+\. )?(.*) \(\d+ points?\)$", "\n".join(cell.source for cell in parts["prompt"]), re.M)
    if not title:
        raise ValueError(f"{name}, {question}: expected a heading '## Title (3 points)'")
    points, solved = settings["points"], [cell.source for cell in parts["SOLUTION"] if cell.cell_type == "code"]
    for source in solved:
        if not MARKS.search(source) or source.count("# BEGIN SOLUTION") != source.count("# END SOLUTION"):
            raise ValueError(f"{name}, {question}: what of the solution may students not see? Expected lines between '# BEGIN SOLUTION' and "
                             f"'# END SOLUTION', or lines that end in '  # SOLUTION', in {source[:60]!r}")
    codes = [cell.source for cell in parts["TESTS"] if cell.cell_type == "code"]
    each = points if isinstance(points, list) else [points / len(codes)] * len(codes) if codes else []
    if len(each) != len(codes):
        raise ValueError(f"{name}, {question}: expected points: [...] with a number for each of its {len(codes)} tests")
    total = sum(points) if isinstance(points, list) else points
    heading = float(re.search(r"\((\d+) points?\)$", title[0])[1])
    if heading != total:
        raise ValueError(f"{name}, {question}: the heading says {heading:g} points, the tests have {total:g}")
    checks = [_check(name, question, *pair) for pair in zip(codes, each, strict=True)]
    if checks and all(check.hidden for check in checks):
        raise ValueError(f"{name}, {question}: all tests are hidden: expected a public one, which students can run")
    return Question(question, title[1], total, settings.get("withheld") or [],
                    checks,
                    "\n\n".join(MARKS.sub("", cell.source) for cell in parts["SOLUTION"] if cell.cell_type == "code"),
                    "\n\n".join(cell.source for cell in parts["SOLUTION"] if cell.cell_type == "markdown"))

def _check(name, question, source, points):
    """Return one check: the cell of a test, its settings taken off."""
    found = CONFIG.match(source)
    settings, code = (_settings(found[1], f"{name}, {question}"), source[found.end():]) if found else ({}, source)
    try:
        functions = [node for node in ast.parse(code).body if isinstance(node, ast.FunctionDef)]
    except SyntaxError as error:
        raise ValueError(f"{name}, {question}: a test is not Python: {error.msg}, in {(error.text or '').strip()!r}") from None
    if len(functions) != 1 or not functions[0].name.startswith("test_"):
        raise ValueError(f"{name}, {question}: a cell of its tests holds {', '.join(node.name for node in functions) or 'no function'}: "
                         "expected one function that is called test_...")
    unknown = set(settings) - {"hidden", "failure_message"}
    if unknown or not settings.get("failure_message"):
        raise ValueError(f"{name}, {question}, {functions[0].name}: expected a failure_message, and 'hidden: true' or nothing, found "
                         f"{', '.join(sorted(settings)) or 'no settings'}")
    return Check(functions[0].name, points, bool(settings.get("hidden")), settings["failure_message"],
                 [argument.arg for argument in functions[0].args.args], code)


def _settings(text, where):
    """Return settings in YAML."""
    try:
        found = yaml.safe_load(text.replace("# BEGIN QUESTION", ""))
    except yaml.YAMLError as error:
        raise ValueError(f"{where}: settings that are not YAML (a text with a colon needs quotes): {' '.join(str(error).split())[:200]}") from None
    return found or {}


def _opens(cell, block):
    return re.match(rf"```otter\n# BEGIN {block}\b", cell.source)

def _until(cells, block, name, question):
    """Yield the cells up to the end of a block."""
    for cell in cells:
        if re.match(rf"```otter\n# END {block}\b", cell.source):
            return
        if _opens(cell, "QUESTION"):
            break
        yield cell
    raise ValueError(f"{name}, {question}: expected '# END {block}'")
