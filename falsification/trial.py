"""The trial of one statement, played in a process of its own, with or without an edit of the page or of the package.

    python -m falsification.trial < jobs.jsonl      one line of JSON for each job, one line back

A job is {"text": the page, "label": the claim, "file": an edited file of the package or null, "edited": its text}.  The
libraries are loaded once; each job is played in a fork that has seen nothing of the others.
"""

import importlib.abc
import importlib.machinery
import json
import linecache
import os
import signal
import sys
import tempfile
import traceback
from pathlib import Path

from . import slices
from .edits import ROOT

LONGEST = 180       # seconds
COMPILED = ("@kernel", "(NamedTuple)", "overload(")      # what a file holds that is compiled, or compiled into a kernel


class Edited(importlib.abc.MetaPathFinder):
    """Imports one module of the package from an edited text instead of its file."""

    def __init__(self, file, text):
        self.file, self.text = str(ROOT / file), text
        self.name = ".".join(Path(file).with_suffix("").parts).removesuffix(".__init__")
        self.used = False

    def find_spec(self, name, path=None, target=None):
        """Answer for the edited module only."""
        if name != self.name:
            return None
        self.used = True
        loader = importlib.machinery.SourceFileLoader(name, self.file)
        loader.get_code = lambda _: compile(self.text, self.file, "exec")
        return importlib.util.spec_from_file_location(name, self.file, loader=loader)


def play(text, label, file=None, edited=None):
    """Return what the trial of ``label`` on the page ``text`` comes to: its rows, red rows, and whether the edit was met."""
    finder = None
    if file:
        finder = Edited(file, edited)
        sys.meta_path.insert(0, finder)
        if any(sign in edited for sign in COMPILED):
            os.environ["NUMBA_CACHE_DIR"] = tempfile.mkdtemp(prefix="otb-mutant-")
    page = slices.cells(text)
    space = {"__name__": "__main__", "display": lambda *shown: None}
    made = _remembered()
    for i in slices.needed(page, label):
        name = f"<cell {i + 1}>"
        linecache.cache[name] = (len(page[i].code), None, page[i].code.splitlines(keepends=True), name)
        exec(compile(page[i].code, name, "exec"), space)
    if finder and not finder.used:
        raise LookupError(f"{file} is not imported by the trial of {label}")
    checks = [check for claim in made if claim.label == label for check in claim.checks]
    return {"rows": len(checks), "comparisons": sum(check.count for check in checks),
            "red": [check.sentence() for check in checks if check.verdict != "confirmed"]}


def _remembered():
    """Return a list that every claim enters when it is opened."""
    from otbnotes import claims

    made, opening = [], claims.Claim.__init__

    def remember(self, *arguments, **options):
        opening(self, *arguments, **options)
        made.append(self)

    claims.Claim.__init__ = remember
    return made


def _forked(job):
    """Play a job in a fork and return its result, or {"error": why there is none}."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.alarm(LONGEST)
        try:
            result = play(**job)
        except BaseException as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            result = {"error": f"{type(error).__name__}: {error} ({place.filename}, line {place.lineno})"}
        with os.fdopen(writing, "w") as pipe:
            json.dump(result, pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        ended = os.WTERMSIG(status)
        return {"error": f"no end after {LONGEST} s" if ended == signal.SIGALRM else f"ended by signal {ended}"}
    return json.loads(answer)


def main():
    """Answer each job on standard input with a line on standard output."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)                   # what a page prints is not an answer
    os.environ["MPLBACKEND"] = "Agg"
    import matplotlib.pyplot  # noqa: F401
    import numba  # noqa: F401
    import scipy.optimize  # noqa: F401
    import scipy.stats  # noqa: F401
    import sympy  # noqa: F401

    for line in sys.stdin:
        print(json.dumps(_forked(json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
