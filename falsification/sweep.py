"""Play every claim of the book under other master seeds: no verdict may depend on the seed.

    python -m falsification.sweep 50                   fifty more seeds for every page; the count goes on in record.json
    python -m falsification.sweep 1 --first 4711       replay one; nothing is recorded
    python -m falsification.sweep 2 --fresh            two seeds drawn from the clock of the machine; nothing is recorded

A run that was stopped goes on where it stopped.  What was played counts for the sources it was played with: the count of a page
starts again when a cell that its claims need, or what they reach of the package, changes in more than its words; those
of the other pages go on, and the next run lets it catch up.  Only the cells that a claim needs are played, so other figures are
left out.  A claim none of whose cells draws at random can't depend on the seed: such a one is played under the first seed of a run
only.  With CLUSTER=tcp://host:8786 a Dask cluster plays, see ``parallel``.
"""

import argparse
import ast
import datetime
import hashlib
import secrets
import sys
import time

from . import parallel, players, record, slices
from .edits import ROOT

sys.path.insert(0, str(ROOT / "book" / "extensions"))
import otb_reach as reach  # noqa: E402

FIRST = 1000


def sources():
    """Return the text of each page with claims, by its name."""
    texts = {path.stem: path.read_text("utf8") for path in sorted((ROOT / "chapters").glob("*.md"))}
    return {page: text for page, text in texts.items() if page != "case_files" and slices.labels(slices.cells(text))}


def version(text):
    """Return a hash of all that the verdicts of a page may depend on but the seed: of the cells that its claims need, and of
    what these reach of the package.
    """
    page = slices.cells(text)
    needed = sorted(set().union(*(slices.needed(page, label) for label in slices.labels(page))))
    together = hashlib.sha256()
    for i in needed:
        together.update(_spoken(page[i].code))
    for _, text in reach.pieces("\n".join(page[i].code for i in needed), reach.NO_VERDICT):
        together.update(_spoken(text))
    for path in reach.data():
        together.update(path.read_bytes())
    return together.hexdigest()[:16]


def _spoken(code):
    """Return what Python hears of the code: without comments and docstrings."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:]
    return ast.dump(tree).encode()


def complaints(page, seed, cards):
    """Return what is wrong with the cards of a page; a sentence each."""
    if "error" in cards:
        return [f"{page}: the page stopped: {cards['error']}"]
    return [f"{page}: {label}: {row}" for label, card in cards.items() for row in card["red"]] + [
        f"{page}: {label}: a repetition could fail: {row}" for label, card in cards.items() for row in card["risky"]]


def sweep(plan, texts, cores=None, tell=parallel.say):
    """Play pages under seeds, and yield for each seed, as soon as it is complete, what its pages came to.

    Parameters
    ----------
    plan : list of (int, list of str)
        Seeds, each with the names of the pages to be played under it.
    texts : dict
        The text of each page.
    cores : int >= 1, optional
        How many pages are played side by side, if no cluster plays them; one for each core.
    tell : callable
        Is told of each page that is not green, and how to replay it.

    Yields
    ------
    seed : int
    found : dict
        For each page ``claims`` that were played, ``rows``, ``alpha`` (the sum of the error probabilities of the statistical
        ones) and ``wrong`` (sentences).
    """
    cells = {page: slices.cells(text) for page, text in texts.items()}
    labels = {page: slices.labels(cells[page]) for page in texts}

    def played(chosen):
        jobs = ((loaded, {"text": texts[page], "labels": labels[page], "seed": seed}) for seed, page in chosen)
        return (cards for _, cards in parallel.each(players.play, jobs, len(chosen), "page", cores, close=players.dismiss))

    everything = [(seed, page) for seed, pages in plan for page in pages]
    loaded = "nothing" if len(everything) <= players.FEW else "package"
    first = list({page: (seed, page) for seed, page in reversed(everything)}.values())
    known = {one: cards for cards, one in zip(played(first), first)}
    for (_, page), cards in known.items():
        if "error" not in cards:
            labels[page] = [label for label in labels[page] if slices.draws(cells[page], label)]
    rest = played([one for one in everything if one not in known and labels[one[1]]])
    for seed, pages in plan:
        found = {}
        for page in pages:
            cards = known[seed, page] if (seed, page) in known else next(rest) if labels[page] else {}
            wrong = complaints(page, seed, cards)
            for complaint in wrong:
                tell(f"seed {seed}: {complaint}\n  replay: python -m falsification.sweep 1 --first {seed} --page {page}")
            if "error" in cards:
                cards = {}
            found[page] = {"claims": len(cards), "rows": sum(card["rows"] for card in cards.values()),
                           "alpha": sum(card["alpha"] for card in cards.values()), "wrong": wrong}
        yield seed, found


def read(texts):
    """Return the record of each page: its version, and what it came to under the seeds from FIRST on, none where it is out of date."""
    known = record.read("seeds")
    fresh = {page: {"version": version(text), "first": FIRST, "seeds": 0, "claims": 0, "rows": 0, "alpha": 0.0, "wrong": [], "when": []}
             for page, text in texts.items()}
    return {page: known[page] if page in known and known[page]["version"] == new["version"] else new
            for page, new in fresh.items()}


def keep(kept, found):
    """Add what the pages came to under one seed, and write it down."""
    for page, new in found.items():
        old = kept[page]
        old["seeds"] += 1
        for total in ("claims", "rows", "alpha", "wrong"):
            old[total] += new[total]
        old["when"] = sorted({*old["when"], datetime.date.today().isoformat()})
    record.keep("seeds", kept)


def main():
    """Play, tell and record; exit with 1 if a verdict was not green or nothing was examined."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seeds", type=int, help="how many seeds")
    parser.add_argument("--first", type=int, help="the first of them")
    parser.add_argument("--fresh", action="store_true", help="draw them")
    parser.add_argument("--page", action="append", help="only this page")
    parser.add_argument("--jobs", type=int, help="how many pages side by side; one for each core if left out")
    chosen = parser.parse_args()
    texts = {page: text for page, text in sources().items() if chosen.page is None or page in chosen.page}
    if chosen.first is not None or chosen.fresh or chosen.page:
        kept, first = None, chosen.first if chosen.first is not None else FIRST
        seeds = [secrets.randbelow(2 ** 31) for _ in range(chosen.seeds)] if chosen.fresh else range(first, first + chosen.seeds)
        plan = [(seed, list(texts)) for seed in seeds]
    else:
        kept = read(texts)
        done = min(page["seeds"] for page in kept.values())
        plan = [(FIRST + i, [page for page in texts if kept[page]["seeds"] <= i]) for i in range(done, done + chosen.seeds)]
    claims = wrong = 0
    started = time.perf_counter()
    for seed, found in sweep(plan, texts, chosen.jobs):
        played, red = sum(page["claims"] for page in found.values()), sum(len(page["wrong"]) for page in found.values())
        claims, wrong = claims + played, wrong + red
        parallel.say(f"seed {seed}: {len(found)} pages, {played} claims, {red} not green   {time.perf_counter() - started:.0f} s")
        if kept is not None:
            keep(kept, found)
    if kept is not None:
        print(f"in all: {min(page['seeds'] for page in kept.values())} seeds, {sum(page['claims'] for page in kept.values())} claims "
              f"examined, {sum(len(page['wrong']) for page in kept.values())} not green")
    print(f"{chosen.seeds} seeds, {claims} claims examined, {wrong} not green")
    return 1 if wrong or not claims else 0


if __name__ == "__main__":
    sys.exit(main())
