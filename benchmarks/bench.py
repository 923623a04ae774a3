"""How fast the package is, as ratios: ours and a peer run turn by turn in one process, and medians are divided.

    python benchmarks/bench.py [word]       all rows, or those whose name holds the word

Writes _build/bench.json: [{"name", "peer", "ratio", "goal", "ok"}].  A goal of ">= 4" asks that the peer take four times our time,
a goal of "<= 1.6" that we take at most 1.6 times the peer's.  What a page of the built site costs is divided by what it may cost.
"""

import ctypes
import json
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path
from statistics import median

import numpy as np
from otbnotes import comparator, geometry, losses, streams
from otbnotes.kernels import Gaussian, kernel_perceptron_pass
from otbnotes.online import gradient_descent, perceptron, ridge_by_gain

HERE = Path(__file__).parent
ROWS = []


def row(name, peer, goal, repeats=9):
    """Register a benchmark: a function that returns two callables, ours and the peer's, which do the same work."""
    def register(make):
        ROWS.append((name, peer, goal, repeats, make))
        return make
    return register


def figure(name, limit):
    """Register a figure of the site: a function that returns it and the most that it may be."""
    def register(find):
        ROWS.append((name, limit, "<= 1", None, find))
        return find
    return register


def measure(ours, peer, repeats):
    """Return the medians of both times, measured turn by turn after one run of each to warm up."""
    times = ([], [])
    for turn in range(repeats + 1):
        for seconds, work in zip(times, (ours, peer)):
            start = time.perf_counter()
            work()
            if turn:
                seconds.append(time.perf_counter() - start)
    return median(times[0]), median(times[1])


def verdict(ours, peer, goal):
    """Return the ratio that the goal speaks of, and whether it is reached."""
    sign, number = goal.split()
    ratio = peer / ours if sign == ">=" else ours / peer
    return ratio, ratio >= float(number) if sign == ">=" else ratio <= float(number)


def noisy_halfspace(rounds, n, rng=0):
    """A game that no vector plays without loss, with features of length about 1."""
    rng = np.random.default_rng(rng)
    features = rng.standard_normal((rounds, n)) / np.sqrt(n)
    labels = np.where(features @ rng.standard_normal(n) + 0.1 * rng.standard_normal(rounds) >= 0, 1.0, -1.0)
    return streams.Game("noisy half-space", losses.Hinge(), features, labels)


def c_loops():
    """Compile loops.c and return it as a library."""
    library = Path(tempfile.mkdtemp()) / "loops.so"
    subprocess.run(["gcc", "-O3", "-march=native", "-ffast-math", "-shared", "-fPIC", str(HERE / "loops.c"), "-lm", "-o",
                    str(library)], check=True)
    loops = ctypes.CDLL(str(library))
    loops.descent.restype = loops.ridge.restype = ctypes.c_double
    return loops


def pointers(*arrays):
    return [array.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for array in arrays]


def one_pass(estimator, game):
    """Return a function that fits a fresh scikit-learn estimator with one pass over the game."""
    def fit():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            estimator(max_iter=1, tol=None, shuffle=False, fit_intercept=False).fit(game.features, game.labels)
    return fit


def descent(game):
    return lambda: gradient_descent(game, geometry.Ball(5.0), 0.01, trajectory=False)


for size, perceptron_goal, descent_goal in ((20, 4, 1.5), (100, 2.8, 1.6), (1000, 2.8, 1.6)):
    rounds = 100_000 if size < 1000 else 10_000

    @row(f"Perceptron, one pass, n = {size}", "scikit-learn Perceptron", f">= {perceptron_goal}")
    def _(size=size, rounds=rounds):
        from sklearn.linear_model import Perceptron

        game = noisy_halfspace(rounds, size)
        return lambda: perceptron(game), one_pass(Perceptron, game)

    @row(f"gradient descent, hinge, one pass, n = {size}", "scikit-learn SGDClassifier", f">= {descent_goal}")
    def _(size=size, rounds=rounds):
        from sklearn.linear_model import SGDClassifier

        game = noisy_halfspace(rounds, size)
        return descent(game), one_pass(SGDClassifier, game)


@row("gradient descent, hinge, n = 20", "river's progressive_val_score of LogisticRegression", ">= 150", repeats=5)
def _():
    from river import evaluate, linear_model, metrics

    game = noisy_halfspace(100_000, 20)
    examples = [(dict(enumerate(x)), bool(y > 0)) for x, y in zip(game.features.tolist(), game.labels)]
    return descent(game), lambda: evaluate.progressive_val_score(examples, linear_model.LogisticRegression(), metrics.Accuracy())


@row("gradient descent, hinge, n = 20", "Vowpal Wabbit on its binary cache", ">= 15")
def _():
    import vowpalwabbit

    game, folder = noisy_halfspace(100_000, 20), Path(tempfile.mkdtemp())
    lines = (f"{int(y)} | " + " ".join(f"{j}:{v:.6g}" for j, v in enumerate(x)) for x, y in zip(game.features, game.labels))
    (folder / "data").write_text("\n".join(lines) + "\n")
    options = f"-d {folder / 'data'} --cache_file {folder / 'cache'} --loss_function hinge --quiet --noconstant"

    def play():
        vowpalwabbit.Workspace(options).finish()
    play()
    return descent(game), play


for size, goal in ((20, 1.6),):
    @row(f"Perceptron, n = {size}", "a loop in C, fast mathematics", f"<= {goal}")
    def _(size=size):
        game, loops, w = noisy_halfspace(100_000, size), c_loops(), np.zeros(size)
        arguments = [*pointers(game.features, game.labels), ctypes.c_long(game.rounds), ctypes.c_long(size), *pointers(w)]
        return lambda: perceptron(game), lambda: loops.perceptron(*arguments)

for size, goal in ((20, 2.0), (100, 1.6), (1000, 1.6)):
    @row(f"gradient descent, hinge, n = {size}", "a loop in C, fast mathematics", f"<= {goal}")
    def _(size=size):
        game, loops, w = noisy_halfspace(100_000 if size < 1000 else 10_000, size), c_loops(), np.zeros(size)
        arguments = [*pointers(game.features, game.labels), ctypes.c_long(game.rounds), ctypes.c_long(size),
                     ctypes.c_double(0.01), ctypes.c_double(5.0), *pointers(w)]
        return descent(game), lambda: loops.descent(*arguments)

for size in (100, 300):
    @row(f"recursive least squares, n = {size}", "a loop in C, fast mathematics", "<= 1.3")
    def _(size=size):
        game = streams.Game("regression", losses.Squared(), *_regression(2000, size))
        loops, w, inverse, gain = c_loops(), np.zeros(size), np.zeros((size, size)), np.zeros(size)
        arguments = [*pointers(game.features, game.labels), ctypes.c_long(game.rounds), ctypes.c_long(size), ctypes.c_double(1.0),
                     *pointers(w, inverse, gain)]
        return lambda: ridge_by_gain(game, 1.0), lambda: loops.ridge(*arguments)


def _regression(rounds, n):
    rng = np.random.default_rng(1)
    features = rng.standard_normal((rounds, n)) / np.sqrt(n)
    return features, features @ rng.standard_normal(n) + 0.1 * rng.standard_normal(rounds)


@row("Monte Carlo, 1000 stored streams of 1000 rounds, n = 20", "a loop over scikit-learn's SGDClassifier", ">= 10", repeats=3)
def _():
    games = [noisy_halfspace(1000, 20, seed) for seed in range(1000)]
    from sklearn.linear_model import SGDClassifier

    return lambda: [descent(game)() for game in games], lambda: [one_pass(SGDClassifier, game)() for game in games]


for loss, radius, goal in ((losses.Squared(), 0.5, 150), (losses.Logistic(), 3.0, 100), (losses.Hinge(), 3.0, 20),
                           (losses.Absolute(), 3.0, 12)):
    @row(f"best vector in hindsight, {type(loss).__name__.lower()}, 10000 rounds, n = 20", "cvxpy with Clarabel", f">= {goal}", repeats=3)
    def _(loss=loss, radius=radius):
        import cvxpy

        rng = np.random.default_rng(3)
        features = rng.standard_normal((10_000, 20))
        labels = np.where(features @ rng.standard_normal(20) + rng.standard_normal(10_000) >= 0, 1.0, -1.0)
        game = streams.Game("hindsight", loss, features, labels)
        forms = {"Squared": lambda z: cvxpy.sum_squares(z - labels), "Absolute": lambda z: cvxpy.norm1(z - labels),
                 "Hinge": lambda z: cvxpy.sum(cvxpy.pos(1 - cvxpy.multiply(labels, z))),
                 "Logistic": lambda z: cvxpy.sum(cvxpy.logistic(-cvxpy.multiply(labels, z)))}

        def solve():
            w = cvxpy.Variable(20)
            cvxpy.Problem(cvxpy.Minimize(forms[type(loss).__name__](features @ w)), [cvxpy.norm(w) <= radius]).solve(solver="CLARABEL")
        return lambda: comparator.best_in_ball(game, radius, 1e-4), solve


@row("kernel Perceptron, Gaussian, 8000 rounds", "NumPy, vectorised over the supports", ">= 8", repeats=3)
def _():
    rng = np.random.default_rng(4)
    features = rng.standard_normal((8000, 10))
    labels = np.where(np.sin(2 * features[:, 0]) + 0.5 * rng.standard_normal(8000) >= 0, 1.0, -1.0)

    def plain():
        supports, signs = np.empty_like(features), np.empty(8000)
        count = 0
        for x, y in zip(features, labels):
            distances = ((supports[:count] - x) ** 2).sum(axis=1)
            if y * (signs[:count] @ np.exp(-distances / 2)) <= 0:
                supports[count], signs[count] = x, y
                count += 1
    return lambda: kernel_perceptron_pass(Gaussian(1.0), features, labels), plain


@row("gradient descent, ten times as many rounds", "ten runs", "<= 1.3")
def _():
    short, long = noisy_halfspace(20_000, 20), noisy_halfspace(200_000, 20)
    return descent(long), lambda: [descent(short)() for _ in range(10)]


@figure("first paint of a chapter, processor slowed down four times", "2 seconds")
def _():
    import web

    return web.slowest_paint(), 2


@figure("heaviest chapter until it is loaded, not compressed", "700 kB")
def _():
    import web

    return web.heaviest()[0], 700_000


@figure("heaviest chapter read to its end, not compressed", "1 MB")
def _():
    import web

    return web.heaviest()[1], 1_000_000


@figure("the whole site", "25 MB")
def _():
    import web

    return web.size(), 25_000_000


def main(word=""):
    """Run the rows, print them, and write the file; return 1 if a goal was missed."""
    results = []
    for name, peer, goal, repeats, make in ROWS:
        if word in name:
            ratio, ok = verdict(*(make() if repeats is None else measure(*make(), repeats)), goal)
            results.append({"name": name, "peer": peer, "ratio": round(ratio, 3), "goal": goal, "ok": bool(ok)})
            print(f"{'ok    ' if ok else 'MISSED'} {ratio:8.2f} {goal:>7}  {name}, against {peer}", flush=True)
    target = HERE.parent / "_build" / "bench.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(results, indent=1) + "\n", "utf8")
    print(target)
    return 0 if results and all(result["ok"] for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
