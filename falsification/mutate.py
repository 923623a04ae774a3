"""Put every statement on trial in wrong versions: each must go red, and each harmless edit must not.

    python -m falsification.mutate                        all pages; what they came to is recorded
    python -m falsification.mutate --new                  only those that are not on record, as after an edit of a declaration
    python -m falsification.mutate --sample               one mutant of each page, another one every day
    python -m falsification.mutate --page kernels --claim psd-kernel

The trials are played unmutated too: a red one there, a mutant that does not apply, breaks a cell or does not end is an error.
With CLUSTER=tcp://host:8786 a Dask cluster plays, see ``parallel``.
"""

import argparse
import datetime
import sys
import time
from itertools import islice

from . import edits, parallel, players, record, slices
from .edits import ROOT


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


def trials(page, chosen):
    """Return the trials of the chosen mutants of a page, and complaints.

    Returns
    -------
    trials : list of pairs
        First the claims as they stand, then the mutants: the label or the mutant, and the job that plays it.
    wrong : list of str
        What the declarations lack, and which mutants do not apply.
    """
    text = (ROOT / "chapters" / f"{page}.md").read_text("utf8")
    wrong = edits.shortcomings(page, slices.labels(slices.cells(text)))
    found = [(label, {"text": text, "labels": [label]}) for label in dict.fromkeys(mutant.claim for mutant in chosen)]
    for mutant in chosen:
        try:
            found.append((mutant, job(text, mutant)))
        except (LookupError, OSError) as error:
            wrong.append(f"{page}: {mutant.claim} ({mutant.kind}): does not apply: {error}")
    return found, wrong


def summed(page, played):
    """Return the rows of the kill matrix and the complaints, given the trials that were played, each with its result."""
    rows, wrong = [], []
    for tried, result in played:
        if isinstance(tried, str):
            card = result.get(tried, {"red": [result.get("error")]})
            if card["red"] or not card["rows"]:
                wrong.append(f"{page}: {tried}: not green without a mutant: {card['red']}")
            continue
        status, complaint = judged(tried, result)
        if complaint:
            wrong.append(f"{page}: {tried.claim} ({tried.kind}): {tried.find!r} -> {tried.put!r}: {complaint}")
        rows.append({**tried._asdict(), "status": status, "by": result[tried.claim]["red"][0] if status == "killed" else ""})
    return rows, wrong


def examine(chosen, cores=None):
    """Play mutants, and yield for each page, as soon as it is complete, its name, the rows of its kill matrix and the complaints.

    Parameters
    ----------
    chosen : dict
        The mutants to be played of each page.
    cores : int >= 1, optional
        How many trials are played side by side, if no cluster plays them; one for each core.
    """
    plan = {page: trials(page, mutants) for page, mutants in chosen.items()}
    jobs = [job for found, _ in plan.values() for _, job in found]
    loaded = "nothing" if len(jobs) <= players.FEW else "libraries"
    results = parallel.each(players.play, ((loaded, job) for job in jobs), len(jobs), "trial", cores, close=players.dismiss)
    for page, (found, wrong) in plan.items():
        played = [(tried, result) for (tried, _), (_, result) in zip(found, islice(results, len(found)), strict=True)]
        rows, more = summed(page, played)
        yield page, rows, wrong + more


def rotated(page, place):
    """Return one mutant of a page: all have their turn as ``place`` counts up."""
    declared = edits.mutants(page)
    return [declared[place % len(declared)]]


def changed():
    """Return, for the pages whose declarations are not those of the record, the mutants that are not on it."""
    known, found = record.read("mutants"), {}
    for page in edits.pages():
        declared = {edits.digest(mutant): mutant for mutant in edits.mutants(page)}
        kept = {one for status in ("killed", "survived") for one in known.get(page, {}).get(status, [])}
        if declared.keys() != kept:
            found[page] = [mutant for digest, mutant in declared.items() if digest not in kept]
    return found


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
    parser.add_argument("--page", action="append", choices=edits.pages(), metavar="PAGE", help="a page, by the name of its file; all if left out")
    parser.add_argument("--claim", help="only the mutants of this claim")
    parser.add_argument("--new", action="store_true", help="only the mutants that are not on record")
    parser.add_argument("--sample", action="store_true", help="one mutant of each page")
    parser.add_argument("--place", type=int, default=datetime.date.today().toordinal(), help="which one; the number of today if left out")
    chosen = parser.parse_args()
    if chosen.sample:
        picked = {page: rotated(page, chosen.place) for page in edits.pages()}
    else:
        picked = changed() if chosen.new else {page: edits.mutants(page) for page in edits.pages()}
    picked = {page: [mutant for mutant in mutants if chosen.claim in (None, mutant.claim)]
              for page, mutants in picked.items() if chosen.page is None or page in chosen.page}

    total, complaints, started = {"killed": 0, "survived": 0, "broken": 0}, [], time.perf_counter()
    for page, rows, wrong in examine(picked):
        count = {status: sum(row["status"] == status for row in rows) for status in total}
        parallel.say(f"{page:36} {len(rows):3} mutants: {count['killed']:3} killed, {count['survived']:2} survived"
                     f"{'' if not wrong else f', {len(wrong)} WRONG'}   {time.perf_counter() - started:4.0f} s")
        for complaint in wrong:
            parallel.say(f"  {complaint}")
        complaints += wrong
        total = {status: total[status] + count[status] for status in total}
        if not (wrong or chosen.sample):
            keep(page, rows)
    print(f"{sum(total.values())} mutants of {len(picked)} pages: {total['killed']} killed, {total['survived']} survived, "
          f"{total['broken']} broken; {len(complaints)} complaints")
    if chosen.sample:
        print(f"replay: python -m falsification.mutate --sample --place {chosen.place}")
    return 1 if complaints or not (total["killed"] or chosen.new) else 0


if __name__ == "__main__":
    sys.exit(main())
