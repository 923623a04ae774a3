"""Put every statement on trial in wrong versions: each must go red, and each harmless edit must not.

    python -m falsification.mutate                        all pages; what they came to is recorded
    python -m falsification.mutate --new                  only those that are not on record, as after an edit of a declaration
    python -m falsification.mutate --sample               one mutant of each page, another one every day
    python -m falsification.mutate --page kernels --claim psd-kernel

The trials are played unmutated first: a red one there, a mutant that does not apply, breaks a cell or does not end is an error.
"""

import argparse
import datetime
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

from . import edits, record, slices
from .edits import ROOT
from .trial import Player


def job(text, mutant):
    """Return the job that plays a mutant of a page with this text."""
    edited = mutant.applied()
    if mutant.file.startswith("chapters/"):
        return {"text": edited, "labels": [mutant.claim]}
    return {"text": text, "labels": [mutant.claim], "file": mutant.file, "edited": edited}


def judged(mutant, result):
    """Return the status of a mutant and, unless it is as expected, what is wrong."""
    if "error" in result:
        return "broken", f"it does not reach a verdict: {result['error']}"
    red = result[mutant.claim]["red"]
    status = "killed" if red else "survived"
    if mutant.kind == "harmless" and status == "killed":
        return status, f"harmless, and yet: {red[0]}"
    if mutant.kind != "harmless" and status == "survived" and not mutant.why:
        return status, "every row of the card stays green"
    return status, ""


def examine(page, chosen, player):
    """Play the chosen mutants of a page after their baseline; return the rows of the kill matrix and the complaints."""
    text = (ROOT / "chapters" / f"{page}.md").read_text("utf8")
    wrong = edits.shortcomings(page, slices.labels(slices.cells(text)))
    for label in dict.fromkeys(mutant.claim for mutant in chosen):
        result = player.play(text=text, labels=[label])
        card = result.get(label, {"red": [result.get("error")]})
        if card["red"] or not card["rows"]:
            wrong.append(f"{page}: {label}: not green without a mutant: {card['red']}")
    rows = []
    for mutant in chosen:
        try:
            result = player.play(**job(text, mutant))
        except (LookupError, OSError) as error:
            wrong.append(f"{page}: {mutant.claim} ({mutant.kind}): does not apply: {error}")
            continue
        status, complaint = judged(mutant, result)
        if complaint:
            wrong.append(f"{page}: {mutant.claim} ({mutant.kind}): {mutant.find!r} -> {mutant.put!r}: {complaint}")
        rows.append({**mutant._asdict(), "status": status, "by": result[mutant.claim]["red"][0] if status == "killed" else ""})
    return rows, wrong


def rotated(page, place):
    """Return one mutant of a page: all have their turn as ``place`` counts up."""
    declared = edits.mutants(page)
    return [declared[place % len(declared)]]


def unknown(page):
    """Return the declared mutants of a page that are not on record."""
    known = record.read("mutants").get(page, {})
    return [mutant for mutant in edits.mutants(page) if edits.digest(mutant) not in known.get("killed", []) + known.get("survived", [])]


def keep(page, rows):
    """Put on record which mutants of a page were killed and which survived; those that are declared no more leave it."""
    known = record.read("mutants").get(page, {})
    played = {edits.digest(edits.Mutant(**{field: row[field] for field in edits.Mutant._fields})): row["status"] for row in rows}
    statuses = {one: status for status in ("killed", "survived") for one in known.get(status, [])} | played
    declared = [edits.digest(mutant) for mutant in edits.mutants(page)]
    now = {status: sorted(one for one in declared if statuses.get(one) == status) for status in ("killed", "survived")}
    days = {*([datetime.date.today().isoformat()] if played else []), *(known.get("when", []) if {*declared} - {*played} else [])}
    record.keep("mutants", {page: {"when": sorted(days), **now}})
    record.detail(f"mutants/{page}", rows)


def main():
    """Play the mutants that were asked for; exit with 1 unless each did what it should."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--page", action="append", help="a page, by the name of its file; all if left out")
    parser.add_argument("--claim", help="only the mutants of this claim")
    parser.add_argument("--new", action="store_true", help="only the mutants that are not on record")
    parser.add_argument("--sample", action="store_true", help="one mutant of each page")
    parser.add_argument("--place", type=int, default=datetime.date.today().toordinal(), help="which one; the number of today if left out")
    chosen = parser.parse_args()
    pages = chosen.page or edits.pages()

    def run(page):
        started = time.perf_counter()
        picked = rotated(page, chosen.place) if chosen.sample else unknown(page) if chosen.new else edits.mutants(page)
        with Player() if picked else nullcontext() as player:
            rows, wrong = examine(page, [mutant for mutant in picked if chosen.claim in (None, mutant.claim)], player)
        return page, rows, wrong, time.perf_counter() - started

    total, complaints = {"killed": 0, "survived": 0, "broken": 0}, []
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        for page, rows, wrong, seconds in workers.map(run, pages):
            count = {status: sum(row["status"] == status for row in rows) for status in total}
            print(f"{page:36} {len(rows):3} mutants: {count['killed']:3} killed, {count['survived']:2} survived"
                  f"{'' if not wrong else f', {len(wrong)} WRONG'}   {seconds:4.0f} s", flush=True)
            for complaint in wrong:
                print(f"  {complaint}", flush=True)
            complaints += wrong
            total = {status: total[status] + count[status] for status in total}
            if not (wrong or chosen.sample):
                keep(page, rows)
    print(f"{sum(total.values())} mutants of {len(pages)} pages: {total['killed']} killed, {total['survived']} survived, "
          f"{total['broken']} broken; {len(complaints)} complaints")
    if chosen.sample:
        print(f"replay: python -m falsification.mutate --sample --place {chosen.place}")
    return 1 if complaints or not (total["killed"] or chosen.new) else 0


if __name__ == "__main__":
    sys.exit(main())
