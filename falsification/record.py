"""What the runs came to, in ``record.json``: a line for each page, fault and run, for the page "The book against itself".

    read("seeds")                        {"compression": {"version": ..., "seeds": 100, ...}, ...}
    keep("seeds", {"compression": ...})  these lines are replaced, the others stay

Its parts are ``drawn``, ``faults``, ``fuzz``, ``mutants``, ``resolution`` and ``seeds``, each written by the run of that name.
What a run saw in detail lies in ``_build/falsification`` and is nobody's to keep.
"""

import fcntl
import json
import os
from contextlib import contextmanager
from pathlib import Path

PATH = Path(__file__).parent / "record.json"
DETAILS = Path(__file__).parents[1] / "_build" / "falsification"


def read(part):
    """Return the lines of a part of the record; none if nothing ran yet."""
    return json.loads(PATH.read_text("utf8")).get(part, {}) if PATH.exists() else {}


def terms():
    """Return the terms of the bounds of each statement, each with its ``value``: the factor that the trial would notice."""
    return {label: lines for page in read("resolution").values() for label, lines in page["statements"].items()}


@contextmanager
def _alone(folder):
    """Wait until nobody else is between these lines with the folder."""
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def keep(part, lines):
    """Replace some lines of a part of the record, and leave out those that are None; runs side by side wait for each other."""
    with _alone(PATH.parent):
        known = json.loads(PATH.read_text("utf8")) if PATH.exists() else {}
        known[part] = {key: line for key, line in (known.get(part, {}) | lines).items() if line is not None}
        parts = [f" {json.dumps(name)}: {{\n" + ",\n".join(
            f"  {json.dumps(key)}: {json.dumps(known[name][key], ensure_ascii=False)}" for key in sorted(known[name])) + "\n }"
            for name in sorted(known)]
        partial = PATH.with_suffix(".partial")
        partial.write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf8")
        partial.replace(PATH)


def detail(name, found):
    """Leave the details of a run where nobody keeps them."""
    path = DETAILS / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf8")
