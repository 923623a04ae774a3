"""Draw wrong versions of the package that nobody declared, and see whether the pages notice, or else the tests.

    python -m falsification.drawn 100                 a hundred, others every day
    python -m falsification.drawn 100 --place 7       those of a certain day; a run that was stopped goes on where it stopped

A number becomes another one; an operator, a comparison, a minimum and a sign are turned round.  Every place in the functions that the pages
can reach is as likely as any other.  First the pages are played whose code names the function, or one that names it, and so on; then the tests of the package are run on a
copy.
What survives both is a hole, unless ``drawn.toml`` says why it is none:

    [[survivor]]
    file = "otbnotes/svm.py"
    line = "gap = 1e-12"          # as it stands, and
    put = "gap = 1.1e-12"         # as it was tried
    why = "the solver stops a step later"
"""

import argparse
import ast
import datetime
import functools
import hashlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import NamedTuple

from . import parallel, players, record, slices, sweep
from .edits import ROOT
from .sweep import reach

EXPLAINED = Path(__file__).parent / "drawn.toml"
OPERATORS = {"+": "-", "-": "+", "*": "/", "/": "*", "//": "/", "**": "*", "%": "*", "@": "*",
             "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
EXTREMES = {"min": "max", "minimum": "maximum", "argmin": "argmax"}
EXTREMES |= {new: old for old, new in EXTREMES.items()}
OPERATOR = re.compile(r"//|\*\*|<<|>>|<=|>=|==|!=|[-+*/%@<>]")
LONGEST = 900       # seconds that the tests may take


class Drawn(NamedTuple):
    """An edit of one place in a file: what stands from ``start`` to ``end`` of its text is replaced by ``put``."""

    file: str
    start: int
    end: int
    put: str

    def applied(self):
        """Return the edited text of the file."""
        text = (ROOT / self.file).read_text("utf8")
        return text[:self.start] + self.put + text[self.end:]

    def number(self):
        """Return the number of its line, from 1 on."""
        return (ROOT / self.file).read_text("utf8")[:self.start].count("\n") + 1

    def lines(self):
        """Return the line as it stands, and as it is tried."""
        return tuple(text.splitlines()[self.number() - 1].strip() for text in ((ROOT / self.file).read_text("utf8"), self.applied()))


def places(file, text):
    """Yield an edit for each number, operator, comparison, minimum, maximum and sign in the functions of a module."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def at(line, column):
        return starts[line - 1] + len(text[starts[line - 1]:starts[line]].encode()[:column].decode())

    def begin(node):
        return at(node.lineno, node.col_offset)

    def end(node):
        return at(node.end_lineno, node.end_col_offset)

    def between(left, right):
        found = OPERATOR.search(text, end(left), begin(right))
        if found and found[0] in OPERATORS:
            yield Drawn(file, found.start(), found.end(), OPERATORS[found[0]])

    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    for node in {node: None for function in functions for statement in function.body for node in ast.walk(statement)}:
        match node:
            case ast.Constant(value=int() | float()) if not isinstance(node.value, bool):
                put = str(node.value + 1) if isinstance(node.value, int) else repr(1.1 * node.value or 0.1)
                yield Drawn(file, begin(node), end(node), put)
            case ast.BinOp():
                yield from between(node.left, node.right)
            case ast.Compare():
                for left, right in zip([node.left, *node.comparators], node.comparators):
                    yield from between(left, right)
            case ast.UnaryOp(op=ast.USub()):
                yield Drawn(file, begin(node), begin(node) + 1, "+")
            case ast.Call(func=ast.Name(id=name) as called) | ast.Call(func=ast.Attribute(attr=name) as called) if name in EXTREMES:
                yield Drawn(file, end(called) - len(name), end(called), EXTREMES[name])


def draw(count, place):
    """Return ``count`` edits, drawn by the number ``place``, of the files that pages reach."""
    code = {page: "\n".join(cell.code for cell in slices.cells(text)) for page, text in sweep.sources().items()}
    files = sorted(set().union(*(reach.reached(text, reach.NO_VERDICT) for text in code.values())))
    every = [one for path in files for one in places(path.relative_to(ROOT).as_posix(), path.read_text("utf8"))]
    return random.Random(place).sample(every, count), code


def concerned(drawn, code):
    """Return the pages, of those with this ``code``, that name the definition in which an edit stands, or one that names it, and so on."""
    definitions = {}        # name -> the names in it
    number = drawn.number()
    for path, lines, defined, inside in _package():
        for name in defined:
            definitions.setdefault(name, set()).update(inside)
        if path == ROOT / drawn.file and number in lines:
            named = defined
    more = named
    while more:
        more = {name for name, inside in definitions.items() if inside & more} - named
        named |= more
    return [page for page, text in code.items() if _said(text) & named]


@functools.lru_cache(maxsize=None)
def _package():
    """Return of each definition of the package its file, its lines, what it defines and the names in it."""
    return [(path, range(node.lineno, node.end_lineno + 1),
             {node.name} if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else _names(*getattr(node, "targets", ())), _names(node))
            for path in sorted((ROOT / "otbnotes").rglob("*.py")) for node in ast.parse(path.read_text("utf8")).body]


@functools.lru_cache(maxsize=None)
def _said(code):
    return _names(ast.parse(code))


def _names(*trees):
    """Return the names and attributes in some code."""
    return {getattr(node, "id", None) or getattr(node, "attr", None) or getattr(node, "name", None) for tree in trees for node in ast.walk(tree)} - {None}


def noticed(drawn, pages, place):
    """Say who notices an edit: a page, by its name, ``tests``, or nobody, an empty word."""
    texts, edited = sweep.sources(), drawn.applied()
    for page in random.Random(place).sample(pages, len(pages)):
        labels = slices.labels(slices.cells(texts[page]))
        cards = players.play("libraries", {"text": texts[page], "labels": labels, "file": drawn.file, "edited": edited})
        if "error" in cards and "is not imported by" in cards["error"]:
            continue
        if "error" in cards or any(card["red"] for card in cards.values()):
            return page
    return "tests" if tested(drawn.file, edited) else ""


def remembered(drawn, pages, place, stand):
    """Return what ``noticed`` does, or what it returned when the files stood as they ``stand`` now, their hash."""
    path = record.DETAILS / "drawn" / hashlib.sha256(repr((drawn, pages, place, stand)).encode()).hexdigest()[:16]
    if not path.exists():
        who = noticed(drawn, pages, place)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(who, "utf8")
    return path.read_text("utf8")


def standing():
    """Return a hash of all that an answer depends on: the package, its tests and the pages."""
    together = hashlib.sha256()
    for path in sorted(path for folder in ("otbnotes", "tests/otbnotes", "chapters") for path in (ROOT / folder).rglob("*") if path.is_file()):
        together.update(path.read_bytes() if path.suffix in {".py", ".md"} else b"")
    return together.hexdigest()


def tested(file, edited):
    """Say whether a test of the package fails with this text in the place of a file."""
    with tempfile.TemporaryDirectory(prefix="otb-drawn-") as folder:
        copy = Path(folder)
        for name in subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines():
            if (ROOT / name).exists():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, copy / name)
        (copy / file).write_text(edited, "utf8")
        environment = os.environ | {"PYTHONPATH": folder, "NUMBA_CACHE_DIR": f"{folder}/numba"}
        near = [path for path in sorted((copy / "tests/otbnotes").glob("test_*.py")) if Path(file).stem in path.read_text("utf8")]
        try:
            return any(subprocess.run([sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests], cwd=copy, env=environment,
                                      capture_output=True, timeout=LONGEST).returncode == 1
                       for tests in (near, ["tests/otbnotes"]) if tests)       # what speaks of the file is the quickest to notice
        except subprocess.TimeoutExpired:
            return True


def explained():
    """Return why some edits change nothing that counts: (file, line, line as it was tried) -> reason."""
    if not EXPLAINED.exists():
        return {}
    return {(one["file"], one["line"], one["put"]): one["why"] for one in tomllib.loads(EXPLAINED.read_text("utf8"))["survivor"]}


def main():
    """Draw, play, tell and record; exit with 1 if an edit that nobody has explained survives."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int, help="how many")
    parser.add_argument("--place", type=int, default=datetime.date.today().toordinal(), help="which ones; the number of today if left out")
    chosen = parser.parse_args()
    edits, code = draw(chosen.count, chosen.place)
    reasons, by, holes = explained(), {"pages": 0, "tests": 0, "explained": 0}, 0
    stand = standing()
    jobs = [(one, concerned(one, code), chosen.place, stand) for one in edits]
    for number, who in parallel.each(remembered, jobs, len(jobs), "edit", close=players.dismiss):
        one = edits[number]
        old, new = one.lines()
        if not who and (one.file, old, new) in reasons:
            by["explained"] += 1
        elif not who:
            holes += 1
            parallel.say(f"survives: {one.file}\n  - {old}\n  + {new}")
        else:
            by["tests" if who == "tests" else "pages"] += 1
            parallel.say(f"{who:36} {one.file}: {new}")
    record.keep("drawn", {"latest": {"when": datetime.date.today().isoformat(), "place": chosen.place, "drawn": len(edits), **by, "holes": holes}})
    print(f"{len(edits)} drawn: {by['pages']} noticed by a page, {by['tests']} by the tests alone, {by['explained']} change nothing that counts, "
          f"{holes} holes")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main())
