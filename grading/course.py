"""What a teacher adds to the verdicts: the class, the dates, marks for proofs, and decisions of one's own with a reason."""

import csv
import hashlib
import io
import math
import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from rapidfuzz import fuzz, process

from . import inbox

COLUMNS = ("name", "id", "login", "sis", "section", "email")
ALIKE, ENOUGH = 95.0, 300       # per cent; characters of own code below which likeness says nothing


class Rules(NamedTuple):
    """The class and its dates: ``roster`` is student -> row, empty where there is none."""

    roster: dict = {}
    due: datetime | None = None
    per_day: float = 0.0
    free_days: int = 0


def rules(roster, due, per_day, free_days):
    """Return the rules that were asked for.

    Raises
    ------
    ValueError
        If the roster or a date cannot be read, or a share is not between 0 and 1.
    """
    if not 0 <= per_day <= 1:
        raise ValueError(f"per_day = {per_day}: expected a share of the points between 0 and 1")
    if (per_day or free_days) and not due:
        raise ValueError("--per-day and --free-days count from --due, which was not given")
    people = {}
    for row in rows_of(roster, ("student",)) if roster else []:
        twice = row["student"] in people or row.get("id") and row["id"] in {other.get("id") for other in people.values()}
        if twice:
            raise ValueError(f"{roster}: {row['student']}, or the id {row.get('id')!r}, stands in it twice")
        people[row["student"]] = row
        for column, reads in (("submitted", _date), ("extension", _number)):
            if row.get(column):
                reads(f"{roster}: {row['student']}: {column}", row[column])
    return Rules(people, _due(due), per_day, free_days)


def read(out, declared, people):
    """Return the marks and the overrides beside a table, (person, question) -> row.

    Parameters
    ----------
    out : Path
    declared : dict
        What ``set.json`` says.
    people : dict from str to str
        The names that may stand in them, of files and of persons on the roster, and the person of each.

    Raises
    ------
    ValueError
        If a line names nobody, or no question of the set, gives no number, or an override gives no reason.
    """
    marks = _points(out.with_name(f"{out.stem}-marks.csv"), declared, manual=True)
    overrides = _points(out.with_name(f"{out.stem}-overrides.csv"), declared)
    for row in overrides:
        if not row.get("reason"):
            raise ValueError(f"{out.stem}-overrides.csv: {row['student']}, {row['question']}: expected a reason")
    known(people, [row["student"] for row in marks + overrides], f"{out.stem}-marks.csv or {out.stem}-overrides.csv")
    return tuple(_once(rows, people, f"{out.stem}-{name}.csv") for name, rows in (("marks", marks), ("overrides", overrides)))


def _once(rows, people, where):
    """Return the row of each person and question, for which there may be one only."""
    found = {}
    for row in rows:
        key = people[row["student"]], row["question"]
        if key in found:
            raise ValueError(f"{where}: {key[0]}, {key[1]}: two lines: leave one of them")
        found[key] = row
    return found


def people_of(handed_in, rules):
    """Return whose each name is: the names of files and those of the roster -> a person on the roster, or the file's own name."""
    return {**{person: person for person in rules.roster},
            **{one.student: person_of(one.student, rules.roster) or person_of(Path(one.student).stem, rules.roster) or one.student
               for one in handed_in}}


def notebooks_of(handed_in, people):
    """Return the submissions without what persons handed in beside their only notebook, and those others: person -> names of files."""
    of = {}
    for one in handed_in:
        of.setdefault(people[one.student], []).append(one)
    left, beside = [], {}
    for person, theirs in of.items():
        notebooks = [one for one in theirs if one.path and one.path.suffix.lower() in inbox.KINDS]
        if len(notebooks) == 1:
            beside[person] = [one.student for one in theirs if one is not notebooks[0]]
        left += notebooks if len(notebooks) == 1 else theirs
    return [one for one in handed_in if one in left], beside


def known(people, names, where):
    """Raise ``ValueError`` if a name is nobody's."""
    unknown = sorted(set(names) - set(people))
    if unknown:
        raise ValueError(f"{where}: nobody is called {', '.join(unknown)}: expected the name of a file, or of the column student of the roster")


def table(declared, results, handed_in, rules, kept, people, alike, beside):
    """Return the rows of the table; a question that could not be graded is empty, never 0."""
    marks, overrides = kept
    present = {people[one.student] for one in handed_in}
    missing = [person for person in rules.roster if person not in present]
    paths, rows = {one.student: one.path for one in handed_in}, []
    for student, result in [*results.items(), *((person, {"status": "missing"}) for person in missing)]:
        person = people[student]
        points, notes = {}, list(result.get("stopped", [])) + list(result.get("notes", []))
        for question in declared["questions"]:
            name = question["name"]
            found = result.get("questions", {}).get(name, {}).get("score")
            if not question["checks"]:
                found = marks.get((person, name), {}).get("points")
            if (person, name) in overrides:
                found = overrides[person, name]["points"]
                notes.append(f"{name} was set by hand: {overrides[person, name]['reason']}")
            points[name] = "" if found is None else tidy(found)
            if (seen := marks.get((person, name), {}).get("answer")) and found is not None and seen != answer(result):
                notes.append(f"{name}: the answer has changed since it was marked")
        coded = [points[question["name"]] for question in declared["questions"] if question["checks"]]
        total = "" if "" in coded else tidy(sum(value for value in points.values() if value != ""))
        if (person, "total") in overrides:
            total = tidy(overrides[person, "total"]["points"])
            notes.append(f"the total was set by hand: {overrides[person, 'total']['reason']}")
        elif total == "" and any(value != "" for value in points.values()):
            notes.append("points without a total: a line `total` in the overrides sets one")
        notes += [f"beside it: {name}" for name in beside.get(person, [])]
        for other, ratio in alike.get(student, [])[:1]:
            more = f" and {len(alike[student]) - 1} more" if len(alike[student]) > 1 else ""
            notes.append(f"code like that of {other} ({ratio:.0f} %){more}")
        if rules.roster and person not in rules.roster:
            notes.append("not on the roster")
        if rules.roster and (clash := disagreement(student, rules.roster)):
            notes.append(clash)
        notes += [f"{other} is the same person's" for other in results if people[other] == person and other != student]
        if result.get("why"):
            notes.insert(0, result["why"])
        if result.get("questions") and all(check["kind"] == "empty" for one in result["questions"].values() for check in one["checks"][:1]):
            notes.insert(0, "untouched")
        row = {"student": student, **({"person": person} if rules.roster else {}), **{name: rules.roster.get(person, {}).get(name, "") for name in COLUMNS if rules.roster},
               "status": result["status"], "total": total, **points}
        if rules.due:
            late = days_late(person, paths.get(student), rules)
            row |= {"days_late": late, "final": "" if total == "" else tidy(round(total * max(0.0, 1 - rules.per_day * max(0, late - rules.free_days)), 4))}
        rows.append(row | {"look_at": "; ".join(note.rstrip(".") for note in notes)})
    return rows


def answer(result):
    """Return a hash of all that a student answered in words, by which a change of it is noticed."""
    return "a" + hashlib.sha256(repr(result.get("answers", [])).encode("utf8", "replace")).hexdigest()[:8]      # to a spreadsheet no number


def tidy(points):
    """Return points as a whole number where they are one."""
    return int(points) if points == int(points) else points


def person_of(student, roster):
    """Return the person on the roster to whom a file belongs, or None: it has this person's name alone or before an underscore, as
    ``student`` or ``name``, or the ``id`` behind the first one or as the first number.  What comes later in a name a student may have chosen.
    Where the id is one person's and the name another's, it is nobody's."""
    if student in roster:
        return student
    by_name, by_id = _named(student, roster), _numbered(student, roster)
    return by_name or by_id if not (by_name and by_id and by_name != by_id) else None


def disagreement(student, roster):
    """Return a sentence if the name of a file is one person's and the id in it another's."""
    by_name, by_id = _named(student, roster), _numbered(student, roster)
    if student in roster or not (by_name and by_id and by_name != by_id):
        return ""
    return f"the name is {by_name}'s and the number {by_id}'s: rename the file to the one whose it is"


def _named(student, roster):
    before = [part for part in student.split("_") if part != "LATE"][:1]
    for found in ([person for person in roster if student.startswith(f"{person}_")],
                  [person for person, row in roster.items() if row.get("name") and [row["name"].casefold()] == [part.casefold() for part in before]]):
        if len(found) == 1:
            return found[0]
    return None


def _numbered(student, roster):
    parts = [part for part in student.split("_") if part != "LATE"]
    given = [*parts[1:2], *[part for part in parts[1:] if part.isdigit()][:1]]         # a name may have underscores of its own
    found = [person for person, row in roster.items() if row.get("id") and row["id"] in given]
    return found[0] if len(found) == 1 else None


def days_late(person, path, rules):
    """Return how many days late a submission is, begun ones counted whole: by the roster, or by the time of the file."""
    row = rules.roster.get(person, {})
    when = _date("submitted", row.get("submitted"))
    if when is None:
        if path is None or not path.exists():
            return 0
        when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    due = rules.due + timedelta(days=_number("extension", row.get("extension") or 0))
    return max(0, math.ceil((when - due) / timedelta(days=1)))


def likenesses(codes, declared):
    """Return for each student those whose code is like it, with the per cent: what all were given is left out."""
    given = {line.strip() for source in declared["code"] for line in source.splitlines()}
    own = {student: "\n".join(line.partition("#")[0].strip() for source in sources for line in source.splitlines()
                              if line.strip() not in given)[:50_000] for student, sources in codes.items()}
    signs, students, found = {}, [student for student, code in own.items() if len(code) >= ENOUGH], {}
    words = ["".join(signs.setdefault(word, chr(0x10000 + len(signs) % 0x100000)) for word in re.findall(r"\w+|[^\w\s]", own[student]))
             for student in students]                                 # a sign for each word: whole words are compared, ten times as fast
    if len(students) > 1:
        ratios = process.cdist(words, words, scorer=fuzz.ratio, score_cutoff=ALIKE, workers=-1)
        for i, j in zip(*ratios.nonzero(), strict=True):
            if i != j:
                found.setdefault(students[i], []).append((students[j], float(ratios[i, j])))
    return {student: sorted(others, key=lambda pair: -pair[1]) for student, others in found.items()}


def _points(path, declared, manual=False):
    """Return the lines of a table of points that have any."""
    questions = {question["name"]: question for question in declared["questions"] if not (manual and question["checks"])}
    if not manual:
        questions["total"] = {"points": sum(question["points"] for question in declared["questions"])}
    found = []
    for row in rows_of(path, ("student", "question", "points")) if path.exists() else []:
        if row["question"] not in questions:
            raise ValueError(f"{path.name}: question = {row['question']!r}: expected one of {', '.join(questions)}")
        if row["points"] == "":
            found += [{**row, "points": None}] * bool(manual and row.get("comment"))
            continue
        points, most = _number(f"{path.name}: {row['student']}, {row['question']}: points", row["points"]), questions[row["question"]]["points"]
        if not 0 <= points <= most:
            raise ValueError(f"{path.name}: {row['student']}, {row['question']}: points = {points:g}: expected 0 to {most:g}")
        found.append({**row, "points": points})
    return found


def rows_of(path, columns):
    """Return the rows of a table as a spreadsheet saves it, without blanks around their entries; its columns in small letters."""
    try:
        content = Path(path).read_bytes()
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = content.decode("cp1252")
        first = text.partition("\n")[0]
        with io.StringIO(text, newline="") as file:
            rows = [{(key or "").strip().lower().replace("-", ""): normalize("NFC", re.sub(r"^'(?=[=+@-])", "", (value or "").strip())) for key, value in row.items()
                     if isinstance(value, (str, type(None)))} for row in csv.DictReader(file, delimiter=max(",;\t", key=first.count))]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ValueError(f"{path}: cannot be read as a table: {error}") from None
    for row in rows:
        if not all(column in row for column in columns):
            raise ValueError(f"{path}: expected the columns {', '.join(columns)}")
    return [row for row in rows if row["student"]]


def _number(name, text):
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{name} = {text!r}: expected a number") from None


def _due(text):
    """Return the last moment that is in time: a minute, or a day, is in time to its end."""
    due = _date("due", text)
    if due is None or not due.second and "T" in text:
        return due and due.replace(second=59)
    return due if "T" in text else due.replace(hour=23, minute=59, second=59)


def _date(name, text):
    """Return a moment, in the time zone of this machine where it says none."""
    if not text:
        return None
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError:
        raise ValueError(f"{name} = {text!r}: expected a date such as 2026-11-30T23:59") from None
