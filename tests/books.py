"""Fixture books: the smallest book with one statement on trial, built by the real tools, and faults to put into it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
BUILD = (sys.executable, "book/extensions/otb_build.py")

HEAD = """---
jupytext: {text_representation: {extension: .md, format_name: myst}}
kernelspec: {display_name: Python 3, language: python, name: python3}
---

"""

HEALTHY = HEAD + r"""# Squares

```{prf:theorem} Small squares
:label: small-squares

If **(small)** $|x|\le1$, then $x^2\le|x|$.
```

It is {prf:ref}`small-squares` that stands on trial.

```{code-cell} ipython3
import numpy as np
from otbnotes import bounds, claim, rng
from otbnotes.geometry import Ball
from otbnotes.online import gradient_descent
from otbnotes.witness import gradient_descent as witness

squares = claim("small-squares", assumes=["small"])
x = rng("squares").uniform(-1, 1, size=100)
squares.holds(x**2, np.abs(x))
squares.tight(1, 1, on="x = 1")
squares.needs("small", 4, 2, on="x = 2")
squares
```

```{code-cell} ipython3
---
mystnb:
  image:
    alt: A parabola between minus one and one, below two straight lines.
---
import matplotlib.pyplot as plt
from otbnotes.plots import style
style.setup()
t = np.linspace(-1, 1)
_ = plt.plot(t, t**2), plt.plot(t, np.abs(t))
plt.show()
```

```{code-cell} ipython3
game, u = witness.orthonormal(100, radius=2.0)
played = gradient_descent(game, Ball(2.0))
print(f"{played.loss - game.total(u):.3f}")
```
"""


class Built(NamedTuple):
    """A finished process: its exit status and all that it printed."""

    status: int
    output: str


def with_fault(before, after):
    """Return the healthy chapter with one passage replaced; a fault that does not apply is an error."""
    assert HEALTHY.count(before) == 1, f"the fault does not apply: {before!r} is not in the chapter once"
    return HEALTHY.replace(before, after)


def write_pages(folder, chapters):
    """Write a book with these chapters, name -> text, the project's configuration and the project's extensions."""
    for name in ("pages", "chapters"):
        (folder / name).mkdir(exist_ok=True)
    for name in ("_config.yml", "pages/references.bib", "pages/ledger.md", "CITATION.cff", "chapters/conftest.py", "requirements.txt"):
        shutil.copy2(ROOT / name, folder / name)
    for name in ("book", "falsification", "requirements", ".binder"):
        shutil.copytree(ROOT / name, folder / name, dirs_exist_ok=True)
    for name, chapter in chapters.items():
        (folder / "chapters" / f"{name}.md").write_text(chapter, "utf8")
    (folder / "index.md").write_text("# A book\n\nWith a chapter or more.\n", "utf8")
    files = [*(f"chapters/{name}" for name in chapters), "pages/ledger"]
    (folder / "_toc.yml").write_text("format: jb-book\nroot: index\nchapters:\n" + "".join(f"- file: {file}\n" for file in files), "utf8")


def write(folder, chapter):
    """Write a book with this one chapter."""
    write_pages(folder, {"squares": chapter})


def write_set_up(folder):
    """Write what `make` needs to set up an environment."""
    for name in ("Makefile", "pyproject.toml", "requirements.txt"):
        shutil.copy2(ROOT / name, folder / name)
    shutil.copytree(ROOT / "requirements", folder / "requirements")


def run(folder, *command, **environment):
    """Run a command in the folder of the book."""
    settings = {**os.environ, "SOURCE_DATE_EPOCH": "1795219200", **environment}
    done = subprocess.run([str(word) for word in command], cwd=folder, env=settings, text=True, timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return Built(done.returncode, done.stdout)


def build(folder, chapter=None, **environment):
    """Write the book, if a chapter is given, and build it as `make book` does."""
    if chapter is not None:
        write(folder, chapter)
    return run(folder, *BUILD, **environment)


def executed(built):
    """Return whether the build ran the code of a page."""
    return "executing... " in built.output or "Executing notebook" in built.output


def nbval(folder, **environment):
    """Run the chapters of a built book as tests, as `make test` does."""
    return run(folder, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--nbval", "--nbval-current-env",
               "--nbval-sanitize-with", ROOT / "tests" / "nbval_sanitize.cfg", "chapters", **environment)
