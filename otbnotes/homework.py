"""The public checks of a problem set, as they run in a student's notebook: one mistake, one sentence."""

import ast
import functools
import inspect
import linecache
import traceback

from . import require


class Checks:
    """Runs the checks that a notebook carries, and says what to mend first.

    Parameters
    ----------
    path : str
        The notebook; otter-grader reads the checks from it.

    Raises
    ------
    ValueError
        If ``path`` is not the name of a notebook.
    ImportError
        If otter-grader is not installed.
    """

    def __init__(self, path):
        if not isinstance(path, str) or not path.endswith(".ipynb"):
            require.fail("path", path, "the name of a notebook, such as 'regret.ipynb'")
        import otter
        self._notebook = otter.Notebook(path)

    def check(self, question):
        """Check the answer to a question, and print what came of it; what is hidden is checked when the notebook is graded."""
        from IPython import get_ipython
        names, calls = get_ipython().user_ns, {}
        watched = {name: _watched(name, value, calls) if inspect.isfunction(value) else value for name, value in names.items()}
        try:
            found = self._notebook.check(question, global_env=watched)
        except (FileNotFoundError, ValueError) as error:
            print(f"{question}: there is no check of this name ({error}). What is marked by hand has none.")
            return
        results = getattr(found, "test_case_results", [])
        failed = [one for one in results if not one.passed]
        if not results:
            return
        if not failed:
            print(f"{question}: {'all ' * (len(results) > 1)}{_public(len(results))} passed. Others follow when it is graded.")
            return
        first, waiting = failed[0], len(failed) - 1
        asked = list(inspect.signature(first.test_case.body.test_func).parameters)
        own = (first.message or "").strip().splitlines()[-1:] or [""]
        words = own[0].removeprefix("AssertionError: ") if own[0].startswith("AssertionError: ") else first.test_case.failure_message
        said = next((trouble for name in asked if (trouble := _empty(name, names) or calls.get(name))), words)
        print(f"{question}: {len(results) - len(failed)} of {_public(len(results))} passed.\n  {said}"
              + (f"\n  ({waiting} more will be looked at after that.)" if waiting else ""))


def _watched(name, function, calls):
    """Return the function, with what went wrong in its last call kept in ``calls``."""
    @functools.wraps(function)
    def call(*arguments, **keywords):
        calls.pop(name, None)
        try:
            value = function(*arguments, **keywords)
        except Exception as error:
            file = function.__code__.co_filename
            line = next((number for frame, number in reversed(list(traceback.walk_tb(error.__traceback__))) if frame.f_code.co_filename == file), 0)
            place = f", in your line `{linecache.getline(file, line).strip()}`" if line else ""
            calls[name] = f"`{name}` stopped with {type(error).__name__}: {error}{place}."
            raise
        if value is None:
            calls[name] = f"`{name}` returned nothing (None)."
        return value
    return call


def _public(count):
    return f"{count} public check{'s' * (count > 1)}"


def _empty(name, names):
    """Say that an answer is not there, or as it was handed out, if it is so."""
    if name not in names:
        return f"`{name}` is not defined: run the cell with your answer first."
    value = names[name]
    if value is Ellipsis:
        return f"`{name}` is still empty."
    try:
        body = ast.parse(inspect.getsource(value)).body[0].body
    except (OSError, TypeError, SyntaxError, AttributeError, IndexError):
        return ""
    dots = all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in body)
    return f"`{name}` is still empty." if dots else ""
