"""Runs the cells of a page in the reader's browser, where Pyodide loads this file, and hands on what they show.

``otb_page.emit(kind, text)`` comes from the page; the kinds are text, html, svg and error, and missing for a module that is not there.
"""

import ast
import builtins
import io
import linecache
import os
import sys
import traceback
import warnings
from itertools import count

from otb_page import emit

space = {"__name__": "__main__"}
runs = count(1)


class Stream(io.TextIOBase):
    """What a cell prints goes to the page."""

    def write(self, text):
        emit("text", text)
        return len(text)


def display(*values):
    """Show each value in the best form it has."""
    for value in values:
        bundle = value._repr_mimebundle_() if hasattr(value, "_repr_mimebundle_") else {}
        markup = bundle.get("text/html") or (value._repr_html_() if hasattr(value, "_repr_html_") else None)
        if markup:
            emit("html", markup)
        else:
            emit("text", f"{value!r}\n")


def show(*arguments, **options):
    """Draw the open figures and close them; both ``plt.show()`` and the end of a cell do, as in Jupyter."""
    from matplotlib import pyplot

    for number in pyplot.get_fignums():
        picture = io.StringIO()
        pyplot.figure(number).savefig(picture, format="svg", metadata={"Date": None})
        emit("svg", picture.getvalue())
    pyplot.close("all")


def run(source, name):
    """Run a cell in the common space, show its last value and say whether it came to its end."""
    number(name)
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    printed = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = Stream()
    try:
        body = ast.parse(source, name).body
        last = ast.Expression(body.pop().value) if body and isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), name, "exec"), space)
        if last:
            value = eval(compile(last, name, "eval"), space)
            if value is not None:
                display(value)
        if "matplotlib.pyplot" in sys.modules:
            show()
        return True
    except BaseException as error:
        if isinstance(error, ModuleNotFoundError) and error.name:
            emit("missing", error.name.partition(".")[0])
        emit("error", complaint(error, name))
        return False
    finally:
        sys.stdout, sys.stderr = printed


def number(name):
    """Tell the package, where it can be imported, which cell runs now, and in which run."""
    try:
        from otbnotes import cells
    except ImportError:
        return
    cells.current = name, next(runs)


def complaint(error, name):
    """Return what went wrong and in which lines of cells, without the paths of packages."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith("cell ")]
    lines = [f"{frame.filename}, line {frame.lineno}:  {frame.line}" for frame in frames]
    if isinstance(error, SyntaxError) and error.filename == name:
        lines.append(f"{name}, line {error.lineno}:  {(error.text or '').strip()}")
        return "\n".join([*lines, f"{type(error).__name__}: {error.msg}"])
    return "\n".join([*lines, f"{type(error).__name__}: {error}"])


def _warn(message, category, *place):
    """Return a warning without the path of the file that gave it."""
    return f"{category.__name__}: {message}\n"


builtins.display = display
warnings.formatwarning = _warn
os.environ["MPLBACKEND"] = "module://browser_figures"
