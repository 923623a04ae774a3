"""What was handed in: a folder as a learning platform gives it out, a row for each student whatever lies in it."""

import os
import re
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

LARGEST = 64 << 20          # bytes of a submission
KINDS = (".ipynb", ".zip")
RUBBISH = re.compile(r"\.DS_Store|\._.*|\.ipynb_checkpoints|__MACOSX|Thumbs\.db|desktop\.ini|\.git|\.nbgrader.*|\.~lock.*", re.IGNORECASE)


class Submission(NamedTuple):
    """What one student handed in: a file, or a sentence that says why there is none to grade."""

    student: str
    path: Path | None
    why: str


def submissions_in(folder):
    """Return the submissions of a folder, in the order of their names.

    A file belongs to the student of its name, a folder with the only notebook in it to the student of the folder's name.

    Raises
    ------
    ValueError
        If it is no folder, or nothing lies in it.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise ValueError(f"SUBMISSIONS = {str(folder)!r}: expected a folder with a file or a folder for each student")
    found = {}
    for entry in sorted(folder.iterdir()):
        if RUBBISH.fullmatch(entry.name):
            continue
        is_folder = entry.is_dir() and not entry.is_symlink()
        student = readable(entry.name if is_folder else entry.stem if entry.suffix.lower() in KINDS else entry.name)
        one = one_in(student, entry) if is_folder else Submission(student, entry, "")
        other = found.get(student)
        found[student] = one if other is None else Submission(
            student, None, f"There are two submissions of this name, {_name(other, folder)} and {readable(entry.name)}: leave one of them.")
    if not found:
        raise ValueError(f"SUBMISSIONS = {str(folder)!r}: expected a folder with a file or a folder for each student, found nothing")
    return list(found.values())


def readable(name):
    """Return the name of a file as text on one line, whatever its bytes are."""
    return normalize("NFC", "".join(letter if letter.isprintable() else "\ufffd" for letter in os.fsencode(name).decode("utf8", "replace")))


def content(submission):
    """Return what a submission holds, and what is to be said if it cannot be read."""
    if submission.path is None:
        return None, submission.why
    try:
        if submission.path.is_symlink():
            return None, "The file is a link: hand in the notebook itself."
        if not submission.path.is_file():
            return None, "This is not a file: hand in the notebook itself, the file that ends in .ipynb."
        if submission.path.stat().st_size > LARGEST:
            return None, f"The file is larger than {LARGEST >> 20} MB: clear the outputs of the notebook and hand it in again."
        return submission.path.read_bytes(), ""
    except OSError as error:
        return None, f"The file cannot be read ({error.strerror}): look at its permissions."


def _name(submission, folder):
    return readable(str(submission.path.relative_to(folder))) if submission.path else "an earlier one"


def one_in(student, folder):
    """Return the submission in the folder of one student, at any depth."""
    inside = [Path(place, name) for place, folders, names in os.walk(folder)
              for name in names if not any(RUBBISH.fullmatch(part) for part in Path(place, name).relative_to(folder).parts)]
    notebooks = [path for path in inside if path.suffix.lower() in KINDS] or inside
    if len(notebooks) == 1:
        return Submission(student, notebooks[0], "")
    names = ", ".join(sorted(readable(path.name) for path in notebooks)[:5])
    return Submission(student, None, f"The folder holds {len(notebooks)} files that could be it ({names}): leave one of them." if notebooks
                      else "The folder is empty: nothing was handed in.")
