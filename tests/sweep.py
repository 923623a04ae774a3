"""Run every chapter under other master seeds and report each verdict that is not green.

    python tests/sweep.py 20                 seeds 1000, 1001, ..., figures off
    python tests/sweep.py 1 --first 4711     replay one
"""

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent

PLAY = """
import sys
sys.path.insert(0, "extensions")
import json
from myst_nb.core.read import myst_nb_reader_plugin
from IPython.core.interactiveshell import InteractiveShell
from otbnotes import claims

made, opening = [], claims.Claim.__init__
def remember(self, *arguments, **options):
    opening(self, *arguments, **options)
    made.append(self)
claims.Claim.__init__ = remember
import matplotlib
matplotlib.use("Agg")
shell = InteractiveShell.instance(colors="nocolor")
for cell in myst_nb_reader_plugin(sys.argv[1]).cells:
    if cell.cell_type == "code":
        result = shell.run_cell(cell.source, silent=True)
        if not result.success:
            sys.exit(f"cell failed: {cell.source.strip().splitlines()[0]}")
red = [f"{claim.label}: {check!r}" for claim in made for check in claim.checks if check.verdict != "confirmed"]
risky = [f"{claim.label}: a repetition could fail: {check!r}" for claim in made for check in claim.checks
         if (check.repeat_risk or 0) > 1e-6]
print("claims", len(made))
sys.exit("\\n".join(red + risky) or 0)
"""


def play(chapter, seed):
    """Return (number of claims, complaint) of one chapter under one seed."""
    settings = {**os.environ, "OTBNOTES_SEED": str(seed), "MPLBACKEND": "Agg"}
    done = subprocess.run([sys.executable, "-c", PLAY, str(chapter)], cwd=ROOT, env=settings, capture_output=True, text=True)
    counted = [int(line.split()[1]) for line in done.stdout.splitlines() if line.startswith("claims ")]
    return (counted or [0])[-1], done.stderr.strip() if done.returncode else ""


def main():
    """Play all chapters under all seeds; exit with 1 if a verdict was not green or nothing was examined."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seeds", type=int, help="how many seeds")
    parser.add_argument("--first", type=int, default=1000, help="the first seed")
    chosen = parser.parse_args()
    chapters = [path for path in sorted(ROOT.glob("chapters/*.md")) if "{code-cell}" in path.read_text("utf8")]
    jobs = [(chapter, seed) for seed in range(chosen.first, chosen.first + chosen.seeds) for chapter in chapters]
    examined = failed = 0
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        for (chapter, seed), (claims, complaint) in zip(jobs, workers.map(lambda job: play(*job), jobs)):
            examined += claims
            failed += bool(complaint)
            print(f"seed {seed}  {chapter.stem:28} {claims:3} claims  {'RED' if complaint else 'green'}", flush=True)
            if complaint:
                print(f"{complaint}\nreplay: python tests/sweep.py 1 --first {seed}", flush=True)
    print(f"{len(jobs)} runs, {examined} claims examined, {failed} runs not green")
    return 1 if failed or not examined else 0


if __name__ == "__main__":
    sys.exit(main())
