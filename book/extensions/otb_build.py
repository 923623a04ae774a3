"""Builds the book of this folder.  One build at a time; where there is no book in the end, the last line says why.

    python book/extensions/otb_build.py [--path-output FOLDER]

After a build that did not end well, whatever stopped it, the next one writes every page anew: a page may have been written in part.
The outputs of the pages that were executed are kept.
"""

import argparse
import contextlib
import errno
import fcntl
import gc
import os
import shutil
import sqlite3
import sys
import traceback
from pathlib import Path
from unittest import mock

from jupyter_book import sphinx
from jupyter_book.cli.main import build
from sphinx.errors import SphinxError

AGAIN = "the next build goes on with the pages that it has executed"
MACHINE = {errno.EACCES, errno.EDQUOT, errno.EMFILE, errno.ENOMEM, errno.ENOSPC, errno.EPERM, errno.EROFS}     # no fault of a program


@contextlib.contextmanager
def alone(folder):
    """Hold the folder that is built into; it is marked until the build has ended well.

    Raises
    ------
    SphinxError
        If another build holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    mark = folder / ".unfinished"
    stopped = mark.exists()
    with mark.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SphinxError(f"another build is at work in {folder}: wait for its end") from None
        if stopped:
            for part in ("html", ".doctrees"):
                shutil.rmtree(folder / part, ignore_errors=True)
        yield
        mark.unlink()


def cause(error):
    """Return the error that led to this one."""
    if isinstance(error, SystemExit) and isinstance(error.code, KeyboardInterrupt):
        return error.code
    while inner := getattr(error, "orig_exc", None) or error.__cause__:
        error = inner
    return error


def reason(error):
    """Return in a sentence why a build stopped; None where nobody has thought of that."""
    if isinstance(error, SystemExit):
        return "each warning above names its place"
    if isinstance(error, KeyboardInterrupt):
        return f"it was interrupted; {AGAIN}"
    if isinstance(error, OSError) and error.errno in MACHINE:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    return str(error) if isinstance(error, (SphinxError, sqlite3.OperationalError)) else None


def main():
    """Build and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--path-output", type=Path, default=Path(), help="where _build is to stand")
    output = parser.parse_args().path_output
    try:
        gc.set_threshold(50_000, 20, 50)        # a book is millions of nodes that stay: looking for waste among them took a fifth of the time
        with alone(output / "_build"), mock.patch.object(sphinx, "handle_exception"):
            build.main(["-W", "-n", "--keep-going", ".", "--path-output", str(output)], standalone_mode=False)
    except (Exception, KeyboardInterrupt, SystemExit) as error:
        said = reason(cause(error))
        if said is None:
            traceback.print_exception(cause(error))
            said = f"{type(cause(error)).__name__}: {cause(error)}"
        print(f"The book was not built: {said}{'' if said.endswith(('.', '?', '!')) else '.'}", file=sys.stderr)
        return 1
    print(f"The book: {(output / '_build' / 'html' / 'index.html').resolve()}")
    return 0


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)        # taking the book apart, node by node, would take eight seconds more
