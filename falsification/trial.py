"""The trials of statements, each played in a process of its own, with or without an edit of the page or of the package.

    with Player() as player:
        player.play(text=page, labels=["gd-regret"])      -> {"gd-regret": {"rows": 12, "comparisons": 60, ...}}

How a wrong version is tried: an edit of the page is another ``text``; for an edit of the package the module is compiled from the
edited text when it is first imported, and the file stays as it is.  The cells that the statement needs (``slices.needed``) are
executed one after the other in one namespace, as in a notebook.  After a cell that opens a claim, the claim stands in the namespace
under the name that the cell gave it, and at the end its rows are read: a row that is not confirmed is red, and a wrong version
without a red row has survived.  Another master seed is another value of ``OTBNOTES_SEED``.

The libraries are loaded once; each trial is played in a fork that has seen nothing of the others.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import json
import linecache
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

from . import slices
from .edits import ROOT

LONGEST = 180       # seconds of work: a machine that sleeps or is busy elsewhere is no fault of a page
RISKY = 1e-6        # probability that a repetition is not green
COMPILED = ("@compiled", "(NamedTuple)", "overload(")      # what a file holds that is compiled, or compiled into what is


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


class Player:
    """A process that has the libraries loaded and plays one trial after the other.

    Parameters
    ----------
    loaded : {"libraries", "nothing", "package"}
        "nothing" starts at once and suits a few trials.  "package" loads the package as well as the libraries, and sets numba to work:
        quickest, and not for edits of the package.
    """

    def __init__(self, loaded="libraries"):
        self.loaded = loaded

    def __enter__(self):
        self.process = subprocess.Popen([sys.executable, "-m", "falsification.trial", self.loaded], cwd=ROOT, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return self

    def __exit__(self, *error):
        self.process.stdin.close()
        self.process.wait()

    def play(self, **job):
        """Return what ``play`` returns for this job, or {"error": why it returned nothing}."""
        print(json.dumps(job), file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the process that plays the trials ended with status {self.process.wait()}")
        return json.loads(answer)


def play(text, labels, file=None, edited=None, seed=None):
    """Play the trials of some statements of a page.

    Parameters
    ----------
    text : str
        The source of the page.
    labels : list of str
        The statements.
    file, edited : str, optional
        A file of the package and the text to import in its place.
    seed : int, optional
        The master seed.

    Returns
    -------
    dict
        For each label: ``rows`` and ``comparisons``, how many; ``red``, the rows that are not green; ``statistical``, how many rows
        are; ``alpha``, the sum of their error probabilities; ``risky``, those that a repetition could well turn.

    Raises
    ------
    LookupError
        If the trial does not import ``file``, or a claim is no longer bound to its name when its cell ends.
    """
    if seed is not None:
        os.environ["OTBNOTES_SEED"] = str(seed)
    finder = None
    if file:
        finder = Edited(file, edited)
        sys.meta_path.insert(0, finder)
        if any(sign in edited for sign in COMPILED):
            sys.modules["numba"] = None     # the same algorithms as they are written: compiling takes longer than playing
    page = slices.cells(text)
    opened = {label: [] for label in labels}
    for i, space in execute(page, sorted(set().union(*(slices.needed(page, label) for label in labels)))):
        for label in opened.keys() & page[i].claims:
            opened[label] += _bound(space, page[i].claims[label], label)
    if finder and not finder.used:
        raise LookupError(f"{file} is not imported by the trial of {', '.join(labels)}")
    return {label: _found([check for claim in claims for check in claim.checks]) for label, claims in opened.items()}


def execute(page, numbers):
    """Execute some cells of a page in one namespace, and yield after each its number and the namespace."""
    space = {"__name__": "__main__", "display": lambda *shown: None}
    for i in numbers:
        name = f"<cell {i + 1}>"
        linecache.cache[name] = (len(page[i].code), None, page[i].code.splitlines(keepends=True), name)
        exec(compile(page[i].code, name, "exec"), space)
        yield i, space


def _bound(space, names, label):
    """Return the claims with this label that stand under these names."""
    from otbnotes.claims import Claim

    claims = [value for name in names if isinstance(value := space.get(name), Claim) and value.label == label]
    if not claims:
        raise LookupError(f"the claim {label} is not bound to a name: expected {label.replace('-', '_')} = claim(\"{label}\", ...)")
    return claims


def _found(checks):
    """Sum up the rows of a card."""
    return {"rows": len(checks), "comparisons": sum(check.count for check in checks),
            "red": [check.sentence() for check in checks if check.verdict != "confirmed"],
            "statistical": sum(check.alpha is not None for check in checks),
            "alpha": sum(check.alpha or 0.0 for check in checks),
            "risky": [check.sentence() for check in checks if (check.repeat_risk or 0.0) > RISKY]}


def _forked(job):
    """Play a job in a fork and return its result, or {"error": why there is none}."""
    reading, writing = os.pipe()
    folder = tempfile.mkdtemp(prefix="otb-trial-")
    child = os.fork()
    if child == 0:
        os.close(reading)
        sys.path.insert(0, str(ROOT))
        os.chdir(folder)
        signal.setitimer(signal.ITIMER_PROF, LONGEST)
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
    shutil.rmtree(folder)
    if os.WIFSIGNALED(status):
        ended = os.WTERMSIG(status)
        return {"error": f"no end after {LONGEST} s of work" if ended == signal.SIGPROF else f"ended by signal {ended}"}
    return json.loads(answer)


def main():
    """Answer each job on standard input with a line on standard output."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)                   # what a page prints is not an answer
    os.environ["MPLBACKEND"] = "Agg"
    sys.path.insert(0, str(ROOT / "book" / "extensions"))
    import otb_fork_server

    if sys.argv[1] != "nothing":
        otb_fork_server.load()
    if sys.argv[1] == "package":
        sys.path.insert(0, str(ROOT))
        otb_fork_server.warm()
    for line in sys.stdin:
        print(json.dumps(_forked(json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
