"""Judge one submission: its code runs in a sandbox, everything that decides about points runs here.

    python -m grading.judge FOLDER SUBMISSION [--bare]

``FOLDER`` is what ``grading.build`` made of a set: ``set.json``, the package in ``otbnotes``, and in ``withheld`` without what questions ask for: the
notebook runs once with each of them.  Prints what was found as JSON.  No code of a student comes into this process: what it calls answers with data (``line``).
"""

import argparse
import base64
import contextlib
import json
import re
import resource
import signal
import sys
import time
import warnings
from pathlib import Path

from . import line, sandbox

HERE = Path(__file__).parent
CELL, CALL, CHECK, GRACE, ALL = 20, 10, 60, 4, 240     # seconds: of a cell, a call, a check, beyond its limit, of everything
RESTARTS = 15
MEMORY = 4 << 30            # bytes of address space of the judge
DOOR = "test_by_hand"       # how a check is called behind which nothing is earned while it fails
TRACES = 200                # characters of what is quoted from a student's code


class Failed(Exception):
    """A call gave no result: ``kind`` is "absent", "empty", "raised", "slow", "died" or "form"; ``words`` tell the student."""

    def __init__(self, kind, words):
        super().__init__(words)
        self.kind, self.words = kind, words


class Session:
    """A notebook that runs inside, and starts again without the cell that ended it.

    Parameters
    ----------
    order : dict
        The first line to the notebook, see ``inside``; ``skip`` grows.
    files : dict from str to Path
        What the sandbox shows.
    bare : bool
        Without walls.
    until : float
        When everything has to be over, on the monotonic clock.
    given : list of str
        The names that the cells at the top of the notebook define.
    known : set of str
        The questions at whose checks it stops; what else a notebook calls itself is passed over.
    """

    def __init__(self, order, files, bare, until, given, known):
        self.order, self.files, self.bare, self.until, self.given, self.known = order, files, bare, until, given, known
        self.cells, self.notes, self.stopped, self.logs, self.restarts = None, [], {}, [], 0
        self.world, self.cell, self.at, self.returned = None, None, None, None
        self.functions, self.passed = [], set()

    def start(self):
        """Begin at the first cell; raise ``Refused`` if there is nothing to run."""
        self.world, self.cell = sandbox.World(["/in/inside.py"] if not self.bare else ["../inside.py"], self.files, self.bare), None
        self.world.send(json.dumps(self.order), GRACE + CELL)
        found = self.hear(GRACE + CELL)
        if isinstance(found.get("refused"), str):
            raise Refused(found["refused"][:500])
        if self.cells is None:
            self.cells = [(str(kind), str(source)) for kind, source in found["cells"]]
            self.notes = [str(note)[:200] for note in found["notes"]]

    def hear(self, seconds):
        """Return the next message, a dictionary; raise ``sandbox.Ended`` if there is none."""
        left = min(seconds, self.until - time.monotonic())
        if left <= 0:
            raise self.world.close("slow")              # also where a flood of messages waits
        try:
            found = line.loads(self.world.receive(left, line.LONGEST))
        except ValueError:
            raise self.world.close("flood") from None
        if not isinstance(found, dict):
            raise self.world.close("flood")
        return found

    def checkpoints(self):
        """Yield the questions at which the notebook stops, each once, and None at its end."""
        while True:
            try:
                if self.world is None:
                    self.start()
                found = self.hear(CELL + GRACE)
                if type(found.get("cell")) is int and 0 < found["cell"] <= len(self.cells):
                    self.cell = found["cell"]
                elif isinstance(found.get("stopped"), dict) and self.cell is not None:
                    self.stopped[self.cell] = {**told(found["stopped"]), "cell": self.number(self.cell)}
                elif "at" in found:
                    self.at = found["at"] if isinstance(found["at"], str) else None
                    if self.at not in self.passed and self.at in {None, *self.known}:
                        yield self.at
                        self.passed.add(self.at)
                    if self.at is None:
                        return
                    if self.world is not None:
                        self.world.send(json.dumps({"go": True}), GRACE)
                else:
                    raise self.world.close("flood")
            except sandbox.Ended as ended:
                self.end(ended.how)
                if self.cell is None:
                    raise GaveUp("crashed") from None
                words = {"slow": f"took longer than {CELL} seconds and could not be interrupted", "died": "ended its Python",
                         "memory": "took more memory than there is", "flood": "wrote more than can be read"}[ended.how]
                self.stopped[self.cell] = {"type": "", "message": words, "line": "", "cell": self.number(self.cell)}
                self.order["skip"].append(self.cell)

    def number(self, place):
        """Return the number of a cell among those of code."""
        return sum(kind == "code" for kind, _ in self.cells[:place])

    def end(self, how):
        """Count one more end of the world; raise ``GaveUp`` if another start leads nowhere."""
        self.logs.append(self.world.log())
        self.world, self.restarts = None, self.restarts + 1
        if self.restarts > RESTARTS or time.monotonic() > self.until:
            raise GaveUp("timeout" if how == "slow" else "crashed")

    def ask(self, **order):
        """Send an order, and return the answer; a call back from the student's code is answered on the way."""
        name = order.get("call") or order.get("look")
        if self.world is None:
            self.return_to(self.at)
        try:
            self.world.send(json.dumps(order), GRACE)
            deadline = time.monotonic() + CALL + GRACE
            while True:
                found = self.hear(deadline - time.monotonic())
                if type(found.get("back")) is not int:
                    return found
                self.world.send(json.dumps(self.answer(found)), GRACE)
        except sandbox.Ended as ended:
            self.end(ended.how)
            words = {"slow": f"`{name}` took longer than {CALL} seconds.", "memory": f"`{name}` took more memory than there is.",
                     "flood": f"`{name}` returned more than can be read.",
                     "died": f"Python ended while `{name}` ran: a call that ends the process, or memory without end."}[ended.how]
            raise Failed("slow" if ended.how == "slow" else "died", words) from None

    def return_to(self, here):
        """Run the notebook again, up to the check at which its last call ended it."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        self.passed.discard(here)
        if not any(at == here for at in self.checkpoints()):
            raise Failed("died", "The notebook did not come to this question again.")
        signal.setitimer(signal.ITIMER_REAL, CHECK)

    def answer(self, found):
        """Return what a function of the test says to the student's code."""
        try:
            function = self.functions[found["back"]] if 0 <= found["back"] < len(self.functions) else None
            return {"value": line.pack(function(*[line.unpack(one) for one in found["arguments"]]), self.functions)}
        except TimeoutError:
            raise
        except Exception as error:
            return {"error": f"{type(error).__name__}: {str(error)[:TRACES]}"}

    def stand_in(self, name):
        """Return what stands for a name of the notebook in a test: a function that calls it, or its value."""
        kind = self.ask(look=name).get("kind")
        if kind == "empty":
            raise Failed("empty", f"`{name}` is still empty.")
        if kind == "absent":
            where = next((stop for cell, stop in self.stopped.items() if re.search(rf"\b{name}\b", self.cells[cell - 1][1])), None)
            raise Failed("absent", f"`{name}` is not defined: {sentence(where)}" if where else f"`{name}` is not defined in your notebook.")
        if kind == "value":
            return self.value(name, self.ask(call=name))

        def call(*arguments, **keywords):
            self.functions = []
            answer = self.ask(call=name, arguments=[line.pack(one, self.functions) for one in arguments],
                              keywords={key: line.pack(one, self.functions) for key, one in keywords.items()})
            value = self.value(name, answer)
            for argument, after in zip(arguments, answer["arguments"] if isinstance(answer.get("arguments"), list) else []):
                put_back(argument, after)
            self.returned = (name, value)
            return value
        return call

    def value(self, name, answer):
        """Return the value in an answer; raise ``Failed`` if there is none."""
        if isinstance(answer.get("error"), dict):
            error = told(answer["error"])
            if late(error):
                raise Failed("slow", f"`{name}` took longer than {CALL} seconds" + at_line(error) + ".")
            unknown = re.match(r"name '(\w+)' is not defined", error["message"]) if error["type"] == "NameError" else None
            if unknown and unknown[1] in self.given:
                raise Failed("raised", f"`{name}` needs `{unknown[1]}`: the cell with the imports, at the top, is missing or stopped.")
            raise Failed("raised", f"`{name}` stopped with {named(error)}" + at_line(error) + ".")
        try:
            value = line.unpack(answer.get("value"))
        except ValueError as error:
            raise Failed("form", f"What `{name}` returned cannot be read: {error}.") from None
        if isinstance(value, line.Other):
            raise Failed("form", f"`{name}` returned something of the kind {quoted(value.kind)}: expected numbers, arrays, lists or tuples.")
        return value

    def close(self):
        """End it."""
        if self.world is not None:
            self.world.close()
            self.logs.append(self.world.log())
            self.world = None


class Refused(Exception):
    """There is no notebook to grade."""


class GaveUp(Exception):
    """The notebook could not be run to its end."""


# What is told --------------------------------------------------------------------------------------------------------------------


def told(error):
    """Return an error as it came out of the sandbox: four fields, each of its form."""
    fields = {name: value if isinstance(value := error.get(name), str) else "" for name in ("type", "message", "line")}
    message, where = ("".join(sign if sign.isprintable() else " " if sign.isspace() else "\ufffd" for sign in fields[name][:TRACES])
                      for name in ("message", "line"))
    return {"type": re.sub(r"\W", "", fields["type"])[:80], "message": message, "line": where,
            "cell": error.get("cell") if type(error.get("cell")) is int else 0}


def quoted(text):
    """Return a student's own text as code for the page of feedback, on one line."""
    return f"`{' '.join(text.replace('`', chr(39)).split())}`"


def named(error):
    """Name an error."""
    return error["type"] + (f": {quoted(error['message'])}" if error["message"] else "")


def at_line(error):
    """Say where."""
    return f", in your line {quoted(error['line'])}" if error["line"] else ""


def sentence(stop):
    """Say that a cell stopped, and why; cells are counted as a notebook does that is run from the top."""
    if not stop["type"]:
        return f"code cell {stop['cell']} {stop['message']}."
    if late(stop):
        return f"code cell {stop['cell']} took longer than {CELL} seconds{at_line(stop)}."
    return f"code cell {stop['cell']} stopped with {named(stop)}{at_line(stop)}."


def late(error):
    """Say whether an error is the ring of the clock."""
    return error["type"] == "TimeoutError" and error["message"] == "it took too long"


def put_back(argument, packed):
    """Do to an argument what the student's function did to it."""
    try:
        after = line.unpack(packed)
        if hasattr(argument, "shape") and argument.shape and argument.shape == getattr(after, "shape", None):
            argument[...] = after
        elif isinstance(argument, (list, dict)) and type(after) is type(argument):
            argument.clear()
            (argument.extend if isinstance(argument, list) else argument.update)(after)
    except ValueError:
        pass


# How it is judged ----------------------------------------------------------------------------------------------------------------


def _ring(number, frame):
    raise TimeoutError


def examine(session, question):
    """Yield what each check of a question found: its name, points, and the words for one that failed."""
    closed = set()
    for check in question["checks"]:
        kind, said, error = "closed", "", ""
        if not set(check["names"]) & closed:
            kind, said, error = attempt(session, check)
        if kind and check["name"].startswith(DOOR):
            closed |= set(check["names"])
        yield {**{key: check[key] for key in ("name", "hidden", "names", "points")}, "passed": not kind, "kind": kind,
               "said": said, "error": error}


def attempt(session, check):
    """Run one check; return what kind of failure it is, empty if it passed, the words for a student, and the error for a teacher."""
    session.returned, scope = None, {}
    signal.setitimer(signal.ITIMER_REAL, CHECK)
    try:
        exec(compile(check["source"], check["name"], "exec"), scope)
        scope[check["name"]](*[session.stand_in(name) for name in check["names"]])
        return "", "", ""
    except Failed as failed:
        return failed.kind, failed.words, ""
    except GaveUp:
        raise
    except TimeoutError:
        if session.world is not None:
            session.world.close()
            session.end("slow")
        return "slow", f"A check of this question took longer than {CHECK} seconds.", ""
    except Exception as error:
        if session.returned is not None and session.returned[1] is None:
            return "nothing", f"`{session.returned[0]}` returned nothing (None).", ""
        if session.returned is not None and isinstance(session.returned[1], str):
            return "wrong", f"`{session.returned[0]}` returned a text, {quoted(session.returned[1][:TRACES])}: return the value itself, without quotes or print.", ""
        said = str(error).splitlines()[0] if isinstance(error, AssertionError) and str(error) else check["message"]
        return "wrong", said, f"{type(error).__name__}: {error}"[:TRACES]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def judge(folder, data, bare=False, seconds=ALL):
    """Grade one submission.

    Parameters
    ----------
    folder : Path
        What ``grading.build`` made.
    data : bytes
        The submission: a notebook, or a zip file that holds one.
    bare : bool
        Without walls, where the container belongs to this submission.
    seconds : number > 0
        After so long what is left gets no points.

    Returns
    -------
    dict
        ``status``: "ok", "timeout", "crashed" or "no-result", and ``why``; where it is "ok", ``questions``: name -> title, score, possible,
        checks and ``said``, what the student reads; ``answers``, (question, text), those in words; ``notes`` and ``log`` for the teacher,
        and ``code``, the cells.
    """
    declared = json.loads((folder / "set.json").read_text("utf8"))
    until, questions, sessions = time.monotonic() + seconds, {}, []
    graded = {question["name"]: question for question in declared["questions"] if question["checks"]}
    files = {"inside.py": HERE / "inside.py", "line.py": HERE / "line.py"}
    status = "ok"
    try:
        for package in sorted({question["package"] for question in graded.values()}) or ["."]:
            sessions.append(Session({"file": base64.b64encode(data).decode(), "set": declared["name"], "skip": [], "cell": CELL, "call": CALL},
                                    {**files, "otbnotes": folder / package / "otbnotes"}, bare, until, declared["given"], set(graded)))
            try:
                play(sessions[-1], graded, {name for name, question in graded.items() if question["package"] == package}, questions)
            except GaveUp as gave_up:
                status = str(gave_up)
            finally:
                sessions[-1].close()            # before the next: what knows the whole package is gone when less is known
    except Refused as refused:
        return {"status": "no-result", "why": str(refused)}
    first = sessions[0]
    return {"status": status, "questions": {name: outcome(question, questions.get(name, [])) for name, question in graded.items()},
            "stopped": [sentence(stop) for stop in first.stopped.values()], "notes": first.notes,
            "installed": declared["installed"] if any(stop["type"] == "ModuleNotFoundError" for stop in first.stopped.values()) else [],
            "answers": in_words(first.cells or [], declared), "code": [source for kind, source in first.cells or [] if kind == "code"],
            "log": "\n".join(first.logs)}


def play(session, graded, wanted, questions):
    """Run the notebook, and at each check the tests of its question; those without a check, or without an answer yet, run at its end."""
    for at in session.checkpoints():
        for name in [at] if at in wanted else sorted(wanted - set(questions)) if at is None else []:
            questions[name] = []
            for one in examine(session, graded[name]):
                questions[name].append(one)
            if at is not None and any(one["kind"] in ("absent", "empty") for one in questions[name]):
                del questions[name]


def outcome(question, checks):
    """Return what came of a question; where the notebook was ended before its last check there is no score."""
    done = len(checks) == len(question["checks"])
    return {"title": question["title"], "possible": question["points"], "checks": checks, "said": one_each(checks),
            "score": sum(check["points"] for check in checks if check["passed"]) if done else None}


def one_each(checks):
    """Return what a student reads: for each function the first message of its checks that failed."""
    seen, said = set(), []
    for check in checks:
        if not check["passed"] and check["said"]:
            if not seen & set(check["names"]) and check["said"] not in said:
                said.append(check["said"])
            seen |= set(check["names"])
    return said


def in_words(cells, declared):
    """Return the answers in words, (question, text): all text that was not handed out, below the question where it stands."""
    handed_out, question, found = set(declared["handed_out"]), "", []
    for kind, source in cells:
        if kind == "markdown" and source.strip() in handed_out:
            question = declared["below"].get(source.strip(), question)
        elif kind != "code" and source.strip():
            found.append((question, source))
    return found


def main():
    """Judge the submission that was named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("submission", type=Path)
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("--seconds", type=float, default=ALL)
    chosen = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGALRM, _ring)
    warnings.simplefilter("ignore")
    sys.path.insert(0, str(chosen.folder.resolve()))
    with contextlib.redirect_stdout(sys.stderr):
        found = judge(chosen.folder.resolve(), chosen.submission.read_bytes(), chosen.bare, chosen.seconds)
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
