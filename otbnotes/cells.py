"""Which cell of a notebook is running, so that a cell that is run again can replace what it said before."""

import sys

current = None
"""The cell that the page of a book runs in the reader's browser, as (name, number of the run)."""


def running():
    """Return the cell that is running and its run, two values that can be compared, or (None, None) outside of a notebook.

    Jupyter names the cell where the front end does, as JupyterLab and VS Code do; elsewhere its text names it.
    """
    if current:
        return current
    ask = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)
    message = getattr(ask(), "parent_header", None)
    if not message:
        return None, None
    return message["metadata"].get("cellId", message["content"].get("code")), message["header"]["msg_id"]
