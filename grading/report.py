"""What is written when a class was graded: the tables, a page for each student, the answers in words, and the logs."""

import csv
import hashlib
import re

from . import course

MARKS = ("student", "question", "points", "comment", "answer")
LONGEST = 20_000        # characters of an answer in words


def write_all(out, declared, rows, people, results, rules, kept, alike):
    """Write everything beside the table ``out``."""
    feedback, logs = out.with_name(f"{out.stem}-feedback"), out.with_name(f"{out.stem}-logs")
    feedback.mkdir(parents=True, exist_ok=True)
    logs.mkdir(exist_ok=True)
    pages = {f"{file_name(row['student'])}.md" for row in rows}
    for path in feedback.glob("*.md"):
        if path.name not in pages:
            path.unlink()                               # of an earlier run, about somebody who is here no more
    for row in rows:
        result = results.get(row["student"], {"status": "missing"})
        write(feedback / f"{file_name(row['student'])}.md", page(row, result, declared, kept, people[row["student"]]))
        if row["status"] != "missing":
            write(logs / f"{file_name(row['student'])}.txt", log(result))
    if any(not question["checks"] for question in declared["questions"]):
        write(out.with_name(f"{out.stem}-proofs.md"), proofs(results, people))
    _marks(out.with_name(f"{out.stem}-marks.csv"), declared, rows, people, results)
    _table(out, rows)
    final = "final" if rules.due else "total"
    possible = sum(question["points"] for question in declared["questions"])
    exported = _one_each(rows, people, final)
    _canvas(out.with_name(f"{out.stem}-canvas.csv"), declared, exported, final, possible)
    _table(out.with_name(f"{out.stem}-moodle.csv"), [
        {"Username": row.get("login") or row["student"], "ID number": row.get("id", ""), "Email address": row.get("email", ""),
         declared["title"]: row[final], "Feedback comments": page(row, results.get(row["student"], {"status": "missing"}), declared, kept,
                                                                  people[row["student"]])}
        for row in exported])
    _table(out.with_name(f"{out.stem}-similar.csv"), [{"student": student, "like": other, "per_cent": round(ratio, 1)}
                                                     for student, others in alike.items() for other, ratio in others if student < other],
           ("student", "like", "per_cent"))


def _one_each(rows, people, final):
    """Return a row for each person; one with several submissions has no grade there, until the teacher has chosen."""
    found = {}
    for row in rows:
        person = people[row["student"]]
        found[person] = {**row, final: ""} if person in found else row
    return list(found.values())


def page(row, result, declared, kept, person):
    """Return the page for a student: scores, and a sentence for each mistake; no test, and of a traceback the student's own line only."""
    marks, overrides = kept
    lines = [f"# {harmless(row.get('name') or row['student'])}", "", declared["title"], ""]
    lines += {"missing": ["Nothing was handed in.", ""], "no-result": [result.get("why", ""), ""], "ok": [], "timeout":
              ["The notebook took too long in all: look for a loop that doesn't end.", ""], "crashed":
              [result.get("why") or "Your notebook ended the Python that ran it again and again: memory that grows without end, or a call that ends "
               "the process.", ""]}[row["status"]]
    by_hand = any((person, name) in overrides for name in ["total", *(question["name"] for question in declared["questions"])])
    if "questions" not in result and not by_hand:
        return "\n".join([*lines, "Nothing was graded, and that is not a 0: ask your instructor.", ""])
    lines += [_sum(row, declared), ""]
    if (person, "total") in overrides:
        lines += [f"The total was set by hand to {row['total']:g}: {overrides[person, 'total']['reason']}", ""]
    lines += [f"- {stop[0].upper()}{stop[1:]}" for stop in result.get("stopped", [])]
    lines += [f"- Here a notebook can import: {', '.join(result['installed'])}."] if result.get("installed") else []
    lines += [""] * bool(result.get("stopped"))
    for question in declared["questions"]:
        name, possible = question["name"], question["points"]
        shown = f"{row[name]:g} of {possible:g}" if row[name] != "" else "not marked yet" if not question["checks"] else "not graded"
        lines += [f"## {question['title']}: {shown}", ""]
        found = result.get("questions", {}).get(name)
        if found:
            lines += [f"- {said}" for said in found["said"]]
            lines += ["All checks passed."] * (found["score"] == found["possible"])
        override, comment = overrides.get((person, name)), marks.get((person, name), {}).get("comment")
        lines += [f"- Set by hand: {override['reason']}"] if override else []
        lines += [f"- {comment}"] if comment else []
        lines.append("")
    return "\n".join(lines)


def _sum(row, declared):
    """Say what a student has in all, and what is open."""
    counted = [question for question in declared["questions"] if row[question["name"]] != ""]
    points, possible = sum(row[question["name"]] for question in counted), sum(question["points"] for question in counted)
    left = [question["title"] for question in declared["questions"] if question not in counted]
    said = f"{points:g} of {possible:g} points" + (f"; {len(left)} question{'s' * (len(left) > 1)} not counted yet." if left else ".")
    if row.get("days_late"):
        said += f" Days late: {row['days_late']}." + (f" With that: {row['final']:g} points." if row["final"] != "" else "")
    return said


def line(result):
    """Say in a few words how a submission was graded."""
    scores = [question["score"] for question in result.get("questions", {}).values()]
    return result["status"] + (f", {sum(scores):g} points" if scores and None not in scores else "") + (
        f", {result['why']}" if result.get("why") else "")


def log(result):
    """Return what a teacher may want to know: each check, and what was printed."""
    lines = [f"status: {result['status']} {result.get('why', '')}", *result.get("stopped", []), *result.get("notes", [])]
    for name, question in result.get("questions", {}).items():
        lines += [f"{name}, {check['name']}{' (hidden)' * check['hidden']}: "
                  + ("passed" if check["passed"] else f"failed ({check['kind']}) {check['said']} {check['error']}".rstrip()) for check in question["checks"]]
    return printable("\n".join([*lines, "", result.get("log", "")]))


def printable(text):
    """Return a text without what would steer a terminal, or turn the direction of writing."""
    return "".join(sign if sign.isprintable() or sign in "\n\t\u200c\u200d" else "\ufffd" for sign in text)     # with the joiners of letters


def harmless(text):
    """Return a text of a student's in which Markdown finds no HTML: a sign < has a blank behind it."""
    return re.sub(r"<(?=[!/?A-Za-z])", "< ", printable("\n".join(text.splitlines())))


def proofs(results, people):
    """Return the answers in words of all students.

    Each line of a student's is quoted, so that no heading, comment or fence in it reaches beyond the answer.
    """
    lines = []
    for student, result in results.items():
        if result.get("answers"):
            person = people.get(student, student)
            lines += [f"# {harmless(person)}" + f", in {harmless(student)}" * (person != student), ""]
        for question, text in result.get("answers", []):
            cut = "\n\n(It goes on: open the notebook.)" * (len(text) > LONGEST)
            lines += [f"## {question or 'Above the first question'}", "", *(f"> {line}" for line in harmless(text[:LONGEST] + cut).splitlines()), ""]
    return "\n".join(lines) + "\n"


def file_name(student):
    """Return a name for the files of a student that every file system takes."""
    name = re.sub(r"[^\w .@+-]", "_", student)[:100].strip(". ")
    return name if name == student else f"{name}-{hashlib.sha256(student.encode('utf8', 'replace')).hexdigest()[:8]}"


def write(path, text):
    """Write a file so that an interruption leaves the old one."""
    temporary = path.with_name(f".new-{path.name}")
    temporary.write_text(text, "utf8", errors="replace")
    temporary.replace(path)


def _marks(path, declared, rows, people, results):
    """Add a line for each proof that has none; what a teacher has written stays as it is.

    The column ``answer`` knows which answer was there to be marked; it follows the student until there are points.
    """
    manual = [question["name"] for question in declared["questions"] if not question["checks"]]
    old = course.rows_of(path, ("student", "question", "points")) if path.exists() else []
    known = {(people.get(row["student"]), row["question"]) for row in old}
    answers = {people[student]: course.answer(result) for student, result in results.items()}
    old = [row | {"answer": row.get("answer", "") if row["points"] else answers.get(people.get(row["student"]), "")} for row in old]
    new = [{"student": people[row["student"]], "question": name, "points": "", "comment": "", "answer": answers[people[row["student"]]]}
           for row in rows for name in manual if row["status"] not in ("missing", "no-result")]
    lines = old + [row for i, row in enumerate(new) if row not in new[:i] and (row["student"], row["question"]) not in known]
    if manual:
        _table(path, [{key: row.get(key, "") for key in MARKS} for row in lines], MARKS)


def _canvas(path, declared, rows, final, possible):
    """Write the table that Canvas imports."""
    title = declared["title"]
    lines = [{"Student": "    Points Possible", "ID": "", "SIS User ID": "", "SIS Login ID": "", "Section": "", title: possible}]
    lines += [{"Student": row.get("name") or row["student"], "ID": row.get("id", ""), "SIS User ID": row.get("sis", ""),
               "SIS Login ID": row.get("login", ""), "Section": row.get("section", ""), title: row[final]} for row in rows]
    _table(path, lines)


def _table(path, rows, columns=None):
    """Write a table; an entry that a spreadsheet would take for a formula is marked as text."""
    def safe(value):
        return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and value else value
    temporary = path.with_name(f".new-{path.name}")
    with temporary.open("w", newline="", encoding="utf8", errors="replace") as file:
        writer = csv.DictWriter(file, columns or list(rows[0]))
        writer.writeheader()
        writer.writerows([{key: safe(value) for key, value in row.items()} for row in rows])
    temporary.replace(path)
