"""Grade one submission where Gradescope has put it, and write what Gradescope reads.

    python -m grading.gradescope /autograder

In its container, which belongs to one submission, no namespaces can be made as a rule.  So the notebook runs without walls, as a user of its own that
may read neither the tests in ``source`` nor write the ``results``; what it runs with is copied.  Where walls can be made they are.
"""

import json
import sys
from pathlib import Path

from . import inbox, report, sandbox, verdict


def results(found, titles):
    """Return the results as Gradescope reads them: a line for each question that code answers."""
    if "questions" not in found:
        return {"score": 0, "output": f"{found.get('why', '')} Nothing was graded: hand in again, or ask your instructor.", "output_format": "md"}
    tests = []
    for name, question in found["questions"].items():
        graded = question["score"] is not None
        tests.append({"name": titles[name], "number": str(len(tests) + 1), "score": question["score"] or 0, "max_score": question["possible"],
                      "status": "passed" if question["score"] == question["possible"] else "failed", "output_format": "md",
                      "output": "\n".join(f"- {said}" for said in question["said"]) or ("All checks passed." if graded else
                                                                                        "Not graded: the notebook was ended before.")})
    stopped = [f"- {stop[0].upper()}{stop[1:]}" for stop in found["stopped"]]
    if found["installed"]:
        stopped.append(f"- Here a notebook can import: {', '.join(found['installed'])}.")
    return {"tests": tests, "output": "\n".join(stopped) or "The proofs are marked by hand.", "output_format": "md"}


def main():
    """Grade what lies in ``submission``."""
    place = Path(sys.argv[1])
    source, target = place / "source", place / "results" / "results.json"
    for folder in (source, target.parent):
        folder.mkdir(exist_ok=True)
        folder.chmod(0o700)
    one = inbox.one_in("submission", place / "submission")
    content, why = inbox.content(one)
    if content is None:
        found = {"status": "no-result", "why": why}
    else:
        found = verdict.of(source, one.path, bare=not walls())
    titles = {question["name"]: question["title"] for question in json.loads((source / "set.json").read_text("utf8"))["questions"]}
    report.write(target, json.dumps(results(found, titles)))
    print(report.log(found))


def walls():
    """Say whether bubblewrap is there and can make walls."""
    try:
        sandbox.check()
    except RuntimeError:
        return False
    return True


if __name__ == "__main__":
    main()
