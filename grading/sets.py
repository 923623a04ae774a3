"""Where the problem sets are, and the numbers that change from term to term."""

import hashlib
import os
from pathlib import Path

ROOT = Path(__file__).parents[1]
OPEN_KEY = "open"
SHORTEST_KEY = 8


def folder():
    """Return the folder of the masters: ``OTB_ASSIGNMENTS``, or the open sets of this repository."""
    chosen = Path(os.environ.get("OTB_ASSIGNMENTS") or ROOT / "assignments").expanduser().resolve()
    if not chosen.is_dir():
        raise ValueError(f"OTB_ASSIGNMENTS = {str(chosen)!r}: expected a folder that holds <set>/master.md")
    return chosen


def is_open():
    """Say whether the sets are those of this repository under the open key: the book shows these."""
    return folder() == ROOT / "assignments" and not os.environ.get("COURSE_KEY")


def names():
    """Return the names of the problem sets, in alphabetical order."""
    found = sorted(path.parent.name for path in folder().glob("*/master.md"))
    if not found:
        raise ValueError(f"{folder()}: expected at least one folder with a master.md")
    return found


def master(name):
    """Return the path of a master."""
    path = folder() / name / "master.md"
    if not path.is_file():
        raise ValueError(f"SET = {name!r}: expected one of {', '.join(names())}")
    return path


def course_seed(name):
    """Return the integer that seeds the instances of a set: ``COURSE_KEY``, a secret of the course, chooses it.

    Raises
    ------
    ValueError
        If the key is so short that it could be guessed.
    """
    key = os.environ.get("COURSE_KEY") or OPEN_KEY
    if key != OPEN_KEY and len(key) < SHORTEST_KEY:
        raise ValueError(f"COURSE_KEY = {key!r}: expected a secret of at least {SHORTEST_KEY} characters")
    return int.from_bytes(hashlib.sha256(f"{key}/{name}".encode()).digest()[:4])


def turn(names, place, every):
    """Return one set in so many: all have their turn as ``place`` counts up."""
    return names[place % every::every]
