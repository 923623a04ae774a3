"""Play every claim of the book under other master seeds: no verdict may depend on the seed.

    python -m falsification.sweep 50                   fifty seeds that were not tried before; the count goes on in records/seeds.json
    python -m falsification.sweep 1 --first 4711       replay one; nothing is recorded
    python -m falsification.sweep 2 --fresh            two seeds drawn from the clock of the machine; nothing is recorded

A run that was stopped goes on where it stopped.  What was played counts for the sources it was played with: the record starts
again when a cell that a claim needs, or the package, changes in more than its words.  Only the cells that a claim needs are played, so other figures are left out.  A claim
none of whose cells asks for the seed can't depend on it: such a one is played under the first seed of a run only.
"""

import argparse
import ast
import datetime
import hashlib
import json
import os
import secrets
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from . import slices
from .edits import ROOT
from .trial import Player

RECORD = Path(__file__).parent / "records" / "seeds.json"
FIRST = 1000


def sources():
    """Return the text of each page with claims, by its name."""
    texts = {path.stem: path.read_text("utf8") for path in sorted((ROOT / "chapters").glob("*.md"))}
    return {page: text for page, text in texts.items() if page != "case_files" and slices.labels(slices.cells(text))}


def version(texts):
    """Return a hash of all that a verdict may depend on but the seed: of the cells that claims need, and of the package."""
    together = hashlib.sha256()
    for text in texts.values():
        page = slices.cells(text)
        for i in sorted(set().union(*(slices.needed(page, label) for label in slices.labels(page)))):
            together.update(_spoken(page[i].code))
    package = ROOT / "otbnotes"
    for path in sorted(package.rglob("*.py")):
        if package / "plots" not in path.parents:
            together.update(_spoken(path.read_text("utf8")))
    for path in sorted(package.rglob("*.json")):
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


def sweep(seeds, texts, jobs, tell=print):
    """Yield for each seed, as soon as it is complete, what its claims came to.

    Yields
    ------
    dict
        ``seed``, ``claims`` that were played, ``rows``, ``statistical`` rows, ``alpha`` (the sum of their error probabilities),
        ``wrong`` (sentences).
    """
    players = SimpleQueue()
    labels = {page: slices.labels(slices.cells(text)) for page, text in texts.items()}

    def one(job):
        page, seed = job
        player = players.get()
        try:
            return page, player.play(text=texts[page], labels=labels[page], seed=seed)
        finally:
            players.put(player)

    open_ones = [Player(warm=True).__enter__() for _ in range(jobs)]
    for player in open_ones:
        players.put(player)
    try:
        with ThreadPoolExecutor(jobs) as workers:
            for seed in seeds:
                found = {"seed": seed, "claims": 0, "rows": 0, "statistical": 0, "alpha": 0.0, "wrong": []}
                for page, cards in workers.map(one, [(page, seed) for page in texts if labels[page]]):
                    wrong = complaints(page, seed, cards)
                    for complaint in wrong:
                        tell(f"seed {seed}: {complaint}\n  replay: python -m falsification.sweep 1 --first {seed} --page {page}")
                    found["wrong"] += wrong
                    if "error" not in cards:
                        labels[page] = [label for label in labels[page] if cards[label]["reads_seed"]]
                        found["claims"] += len(cards)
                        for total in ("rows", "statistical", "alpha"):
                            found[total] += sum(card[total] for card in cards.values())
                yield found
    finally:
        for player in open_ones:
            player.__exit__()


def main():
    """Play, tell and record; exit with 1 if a verdict was not green or nothing was examined."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seeds", type=int, help="how many seeds")
    parser.add_argument("--first", type=int, help="the first of them")
    parser.add_argument("--fresh", action="store_true", help="draw them")
    parser.add_argument("--page", action="append", help="only this page")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many pages side by side")
    chosen = parser.parse_args()
    texts = {page: text for page, text in sources().items() if chosen.page is None or page in chosen.page}
    recorded = not (chosen.first is not None or chosen.fresh or chosen.page)
    kept = {"version": version(texts), "runs": []}
    if recorded and RECORD.exists():
        known = json.loads(RECORD.read_text("utf8"))
        kept = known if known["version"] == kept["version"] else kept
    first = chosen.first if chosen.first is not None else FIRST + len(kept["runs"])
    seeds = [secrets.randbelow(2 ** 31) for _ in range(chosen.seeds)] if chosen.fresh else range(first, first + chosen.seeds)
    claims = wrong = 0
    started = time.perf_counter()
    for found in sweep(seeds, texts, chosen.jobs):
        claims, wrong = claims + found["claims"], wrong + len(found["wrong"])
        print(f"seed {found['seed']}: {found['claims']} claims, {found['rows']} rows, {len(found['wrong'])} not green   "
              f"{time.perf_counter() - started:.0f} s", flush=True)
        if recorded:
            kept["runs"].append({**found, "when": datetime.date.today().isoformat()})
            RECORD.parent.mkdir(exist_ok=True)
            partial = RECORD.with_suffix(".partial")
            partial.write_text(json.dumps(kept, indent=1) + "\n", "utf8")
            partial.replace(RECORD)
    if recorded:
        print(f"in all: {len(kept['runs'])} seeds, {sum(run['claims'] for run in kept['runs'])} claims examined, "
              f"{sum(len(run['wrong']) for run in kept['runs'])} not green")
    print(f"{chosen.seeds} seeds, {claims} claims examined, {wrong} not green")
    return 1 if wrong or not claims else 0


if __name__ == "__main__":
    sys.exit(main())
