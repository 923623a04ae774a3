"""Runs inside the sandbox: read a submission, run its notebook, and call its functions with what the judge sends.

Nothing here decides anything: all of it may be in the hands of the student's code, and the judge believes no more of what comes out than
that it is data.  A line comes in, ``{"file": base64, "set": name, "skip": [cells], "cell": seconds, "call": seconds}``; out go

    {"refused": words}                       there is no notebook to run
    {"cells": [[kind, source], ...], "notes": [words]}
    {"cell": number}                         this cell begins
    {"stopped": {...}}                       it stopped: type, message, line, cell
    {"at": question}                         its check stands here, or null: the notebook is at its end

and then, until ``{"go": true}`` comes in, ``{"look": name}`` is answered by ``{"kind": ...}`` and ``{"call": name, "arguments": [...]}`` by
``{"value": ..., "arguments": [...]}`` or by ``{"error": {...}}``; in between the student's code may call a function of the judge back.
"""

import ast
import base64
import io
import json
import os
import re
import signal
import sys
import types
import zipfile
from importlib.machinery import ModuleSpec
from pathlib import Path

OURS, ORDERS = os.fdopen(os.dup(1), "w", encoding="utf8"), os.fdopen(os.dup(0), "r", encoding="utf8")
os.dup2(2, 1)                                   # what the submission prints must not get between the lines
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

import line as between                          # noqa: E402
from IPython.core.interactiveshell import InteractiveShell     # noqa: E402

LARGEST = 50_000_000        # bytes of a notebook
PLACES = 2_000              # cells
TEXT = 4_000_000            # characters of them


class Refused(Exception):
    """The submission is no notebook that can be run; the words say why, and what to do."""


def say(**message):
    """Send a line to the judge."""
    OURS.write(json.dumps(message) + "\n")
    OURS.flush()


def hear():
    """Wait for a line of the judge."""
    text = ORDERS.readline()
    if not text:
        os._exit(0)
    return json.loads(text)


def main():
    """Serve one judge, to the end of the notebook."""
    order = hear()
    try:
        cells, notes = cells_of(base64.b64decode(order["file"]), order["set"])
    except Refused as why:
        say(refused=str(why))
        return
    say(cells=[[kind, source] for kind, source in cells], notes=notes)
    Path(f"{order['set']}.ipynb").write_text("{}", "utf8")         # the first cell looks for it
    Player(order["cell"], order["call"]).run(cells, set(order["skip"]))


# What was handed in -----------------------------------------------------------------------------------------------------------


def cells_of(data, name):
    """Return the cells of a notebook, (kind, source), and what a person should know of it.

    Any version of the format since 4.0 will do, and whatever a front end leaves out or adds.
    """
    if not data:
        raise Refused("The file is empty: save your notebook once more, and hand it in again.")
    if data[:4] == b"PK\x03\x04" or data[:4] == b"PK\x05\x06":
        data = _from_zip(data)
    if data[:4] == b"%PDF":
        raise Refused("The file is a PDF: hand in the notebook itself, the file that ends in .ipynb.")
    if data[:2] == b"\x1f\x8b" or data[:4] in (b"Rar!", b"7z\xbc\xaf"):
        raise Refused("The file is an archive of a kind that is not opened here: hand in the notebook itself, the file that ends in .ipynb.")
    try:
        found = json.loads(data.decode(json.detect_encoding(data)))
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise Refused(f"The file is not a notebook: {_instead(data, error)}. Open your notebook in Jupyter, save it once more, and hand in "
                      "the file that ends in .ipynb.") from error
    if not isinstance(found, dict) or not isinstance(found.get("cells"), list):
        old = isinstance(found, dict) and isinstance(found.get("worksheets"), list)
        raise Refused("The notebook is of a format older than 4: open it in Jupyter and save it once more." if old else
                      "The file is JSON, but not a notebook: it has no cells. Hand in the file in which you wrote your answers.")
    meta = found.get("metadata") if isinstance(found.get("metadata"), dict) else {}
    handed_in = meta.get("otter", {}).get("assignment_name", name) if isinstance(meta.get("otter", {}), dict) else name
    if handed_in != name:
        raise Refused(f"It is a notebook of the problem set {handed_in!r}: hand in the one of {name!r}.")
    kernel = meta.get("kernelspec") if isinstance(meta.get("kernelspec"), dict) else {}
    language = str(kernel.get("language") or "python").lower()
    notes = [] if language.startswith("python") else [f"The notebook says that its language is {language[:40]!r}; it was run as Python."]
    cells = []
    for cell in found["cells"][:PLACES]:
        source = cell.get("source", "") if isinstance(cell, dict) else ""
        if isinstance(source, list):
            source = "".join(part for part in source if isinstance(part, str))
        kind = cell.get("cell_type") if isinstance(cell, dict) else None
        if isinstance(source, str) and kind in ("code", "markdown", "raw"):
            pictures = isinstance(cell.get("attachments"), dict) and bool(cell["attachments"])
            cells.append((kind, source + "\n\n(With an attachment: open the notebook.)" * pictures))
    if not any(source.strip() for _, source in cells):
        raise Refused("The notebook is empty: hand in the file in which you wrote your answers.")
    if len(found["cells"]) > PLACES or sum(len(source) for _, source in cells) > TEXT:
        raise Refused(f"The notebook is too long: at most {PLACES} cells and {TEXT:,} characters are read.")
    return cells, notes


def _instead(data, error):
    """Say what a file is that is no JSON."""
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    begins = data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if begins in (b"{", b"["):
        return f"it is not JSON, as if it had been cut or changed by hand ({str(error)[:120]})"
    try:
        data[:100_000].decode()
    except UnicodeDecodeError:
        return "it is not JSON, nor is it text"
    return "it is not JSON, but plain text" if begins else "it is not JSON, but blank"


def _from_zip(data):
    """Return the only notebook in a zip file."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [entry for entry in archive.infolist() if entry.filename.lower().endswith(".ipynb")
                     and not {"__MACOSX", ".ipynb_checkpoints"} & set(Path(entry.filename).parts)]
            if not names:
                raise Refused("There is no notebook in this file, which is a zip file (or one of an office program): hand in the file that ends in .ipynb.")
            if len(names) > 1:
                raise Refused(f"The zip file holds {len(names)} notebooks: hand in the one with your answers.")
            if names[0].flag_bits & 1:
                raise Refused("The zip file has a password: hand in the notebook itself.")
            with archive.open(names[0]) as file:
                content = file.read(LARGEST + 1)
    except Refused:
        raise
    except Exception as error:
        raise Refused(f"The zip file cannot be opened ({str(error)[:120]}): hand in the notebook itself.") from error
    if len(content) > LARGEST:
        raise Refused(f"The notebook in the zip file is larger than {LARGEST // 1_000_000} MB: clear its outputs and hand it in again.")
    return content


# How it is run ----------------------------------------------------------------------------------------------------------------


class Shell(InteractiveShell):
    """IPython as a notebook has it: a window is nobody's, and ``exit()`` doesn't end it."""

    def enable_gui(self, gui=None):
        """Accept ``%matplotlib inline`` and its like."""

    def ask_exit(self):
        """Go on."""


class Player:
    """Runs the cells one after the other, and calls their functions when the judge asks."""

    def __init__(self, cell, call):
        self.seconds, self.each, self.place = cell, call, None
        sys.modules["otter"] = self._otter()
        self.shell = Shell.instance(colors="NoColor", cache_size=0)
        self.shell.system = self.shell.system_raw       # there are no terminals here for !command and %pip
        self.shell.compile.get_code_name = lambda *_: f"<cell {self.place}>"
        self.lines = {}
        signal.signal(signal.SIGALRM, _ring)

    def run(self, cells, skip):
        """Run a notebook."""
        for self.place, (kind, source) in enumerate(cells, 1):
            if kind != "code" or self.place in skip or not source.strip():
                continue
            say(cell=self.place)
            self.lines[f"<cell {self.place}>"] = source.splitlines()
            os.chdir("/home" if os.access("/home", os.W_OK) else os.environ["HOME"])
            signal.setitimer(signal.ITIMER_REAL, self.seconds)
            try:
                result = self.shell.run_cell(source, store_history=False)
                error = result.error_before_exec or result.error_in_exec
            except BaseException as raised:
                error = raised
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            if error is not None:
                say(stopped=self.told(error))
            sys.__stdout__.flush()
        self.serve(None)

    def _otter(self):
        """Return what takes the place of otter-grader: a check stops, and lets the judge ask."""
        def check(notebook, question=None, *_, **__):
            self.serve(question if isinstance(question, str) else None, between=True)
        module = types.ModuleType("otter")
        module.__spec__ = ModuleSpec("otter", None)
        module.Notebook = type("Notebook", (), {"__init__": lambda *_, **__: None, "check": check,
                                                "__getattr__": lambda *_: lambda *_, **__: None})
        return module

    def serve(self, question, between=False):
        """Do what the judge asks, until it says go."""
        left = signal.setitimer(signal.ITIMER_REAL, 0)[0]
        if question is not None or not between:
            say(at=question)
            while True:
                order = hear()
                if "go" in order:
                    break
                if "look" in order:
                    say(kind=self.kind(order["look"]))
                else:
                    say(**self.call(order))
        signal.setitimer(signal.ITIMER_REAL, left)

    def kind(self, name):
        """Say what the notebook has under a name."""
        if name not in self.shell.user_ns:
            return "absent"
        value = self.shell.user_ns[name]
        if value is Ellipsis or self._empty(name):
            return "empty"
        return "function" if callable(value) and type(value).__name__ != "Claim" else "value"

    def _empty(self, name):
        """Say whether a function still is as it was handed out: three dots."""
        code = getattr(self.shell.user_ns[name], "__code__", None)
        source = "\n".join(self.lines.get(getattr(code, "co_filename", None), []))
        try:
            found = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name == name]
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
        return bool(found) and all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in found[-1].body)

    def call(self, order):
        """Call a function, or fetch a value, and return the answer."""
        try:
            if "arguments" not in order:
                return {"value": between.pack(self.shell.user_ns[order["call"]])}
            arguments = [between.unpack(one, self._back) for one in order["arguments"]]
            keywords = {name: between.unpack(one, self._back) for name, one in order["keywords"].items()}
            signal.setitimer(signal.ITIMER_REAL, self.each)
            value = self.shell.user_ns[order["call"]](*arguments, **keywords)
            answer = {"value": between.pack(value), "arguments": [between.pack(one) for one in arguments]}
            signal.setitimer(signal.ITIMER_REAL, 0)
            return answer
        except BaseException as error:
            signal.setitimer(signal.ITIMER_REAL, 0)
            return {"error": self.told(error)}

    def _back(self, place):
        """Return a function that calls one of the judge."""
        def call_back(*arguments):
            say(back=place, arguments=[between.pack(one) for one in arguments])
            answer = hear()
            if "error" in answer:
                raise ValueError(answer["error"])
            return between.unpack(answer["value"])
        return call_back

    def told(self, error):
        """Return what a student should know of an error: its type, what it says, and the line of the notebook where it came from."""
        line, cell, trace = "", None, error.__traceback__
        if isinstance(error, SyntaxError) and str(error.filename).startswith("<cell"):
            line, cell = (error.text or "").strip(), error.filename
        while trace is not None:
            name = trace.tb_frame.f_code.co_filename
            if name in self.lines and 0 < trace.tb_lineno <= len(self.lines[name]):
                line, cell = self.lines[name][trace.tb_lineno - 1].strip(), name
            trace = trace.tb_next
        number = re.search(r"\d+", cell or "")
        try:
            message = error.msg if isinstance(error, SyntaxError) else str(error)
        except Exception:
            message = ""
        return {"type": type(error).__name__[:80], "message": str(message)[:300], "line": line[:200],
                "cell": int(number[0]) if number else self.place}


def _ring(number, frame):
    raise TimeoutError("it took too long")


if __name__ == "__main__":
    main()
