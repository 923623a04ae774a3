"""The same numbers with and without numba, machine code that is never stale, and an import that compiles nothing."""

import functools
import hashlib
import json
import math
import operator
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import otbnotes
from otbnotes import words
from otbnotes.geometry import Ball, Everywhere
from otbnotes.losses import Hinge, Squared
from otbnotes.online.descent import _gradient_descent


PACKAGE = Path(otbnotes.__file__).parent
needs_numba = pytest.mark.skipif(words._numba() is None, reason="numba is not installed")

RUNS = """
import json, sys
import numpy as np
from otbnotes import losses, streams
from otbnotes.witness.gradient_descent import Dip
from otbnotes.geometry import Ball, Everywhere, Simplex
from otbnotes.online import gradient_descent
numbers = {}
convex = losses.Hinge(), losses.Logistic(), losses.Exponential(), losses.Absolute(), losses.Squared(), losses.Linear()
pairs = [(loss, Ball(0.7)) for loss in (*convex, Dip())]
for loss, domain in (*pairs, (losses.Linear(), Simplex(0.7)), (losses.Hinge(), Everywhere())):
    game = streams.random_game(loss, 40, 3, np.random.default_rng(8))
    run = gradient_descent(game, domain, 0.1 / np.sqrt(np.arange(1, 41)), start=[0.1, -0.2, 0.3])
    numbers[f"{loss} {domain}"] = run.weights.ravel().tolist() + run.losses.tolist()
from otbnotes.online.descent import _gradient_descent
body = _gradient_descent.body(True)
print(json.dumps({"compiled": hasattr(body, "py_func"), "numbers": numbers}))
"""

ONE_RUN = """
import numpy as np
from otbnotes.geometry import Ball
from otbnotes.losses import Absolute
from otbnotes.online import gradient_descent
from otbnotes.streams import Game
print(*gradient_descent(Game("one", Absolute(), np.ones((3, 1)), [1.0, 1.0, 1.0]), Ball(1.0), 0.125).losses)
"""
TINY = """
import numpy as np
from otbnotes.words import compiled, value

@compiled
def one_value(loss, z, y, out):
    out[0] = value(loss, z, y)

def run(loss):
    out = np.zeros(1)
    one_value(loss, 3.0, 1.0, out)
    print(out[0], hasattr(one_value.body(False), "py_func"))
"""
MINE = """
from typing import NamedTuple

class Loss(NamedTuple):
    def value(self, z, y):
        return CONSTANT * (z - y)
"""


def python(code, path=PACKAGE.parent, **environment):
    """Run the code in a fresh process that finds the package (and more) at ``path``; return what it prints."""
    done = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, timeout=120, cwd=path,
                          env=os.environ | {"PYTHONPATH": str(path)} | environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def copy(tmp_path):
    """A copy of the package in a folder of its own."""
    shutil.copytree(PACKAGE, tmp_path / "otbnotes", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def machine_code(folder):
    """Return the files of machine code below the folder, with the time of their last change."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.nb[ci]")}


@needs_numba
def test_same_numbers_with_and_without_numba():
    fast, slow = (json.loads(python(before + RUNS)) for before in ("", "import sys\nsys.modules['numba'] = None\n"))
    assert (fast["compiled"], slow["compiled"]) == (True, False)
    assert fast["numbers"].keys() == slow["numbers"].keys() and len(fast["numbers"]) == 9
    for name, numbers in slow["numbers"].items():
        assert len(numbers) == 41 * 3 + 40 and np.ptp(numbers) > 0.1
        assert fast["numbers"][name] == pytest.approx(numbers, rel=0, abs=0.5e-9), name


class TestWords:
    numbers = st.floats(-100, 100)
    vectors = st.integers(1, 6).flatmap(lambda n: st.tuples(*[arrays.arrays(float, n, elements=TestWords.numbers)] * 2))

    @given(vectors, st.floats(-10, 10))
    def test_numpy_bodies(self, pair, a):
        w, x = pair
        assert words.inner(w, x) == pytest.approx(math.fsum(p * q for p, q in zip(w, x)), rel=1e-12, abs=1e-9)
        added, scaled = w.copy(), w.copy()
        assert words.add_scaled(added, a, x) is None and words.scale(scaled, a) is None
        assert added.tolist() == [p + a * q for p, q in zip(w, x)] and scaled.tolist() == [a * p for p in w]

    @given(vectors, st.integers(-10, 10))
    def test_matrices(self, pair, a):
        """Whole numbers, so every order of the additions gives the same result; compiled where numba is."""
        w, x = np.round(pair)
        for multiply, add_outer in ((words.multiply, words.add_outer), *([compiled_words()[3:]] if words._numba() else [])):
            matrix, product = np.add.outer(w, w), np.empty_like(x)
            assert multiply(product, matrix, x) is None and add_outer(matrix, a, x) is None
            assert product.tolist() == [sum((p + q) * r for q, r in zip(w, x)) for p in w]
            assert matrix.tolist() == [[p + q + a * r * s for q, s in zip(w, x)] for p, r in zip(w, x)]

    @needs_numba
    @pytest.mark.parametrize("n", range(1, 14))
    def test_the_order_of_a_compiled_sum(self, n):
        """Four sums side by side, then the rest; one sum if the entries are not next to each other."""
        inner, (w, x) = compiled_words()[0], np.random.default_rng(n).standard_normal((2, 3 * n))
        products = (w * x)[:n].tolist()
        lanes = [functools.reduce(operator.add, products[lane:n - n % 4:4], 0.0) for lane in range(4)]
        first = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3])
        assert inner(w[:n], x[:n]) == functools.reduce(operator.add, products[n - n % 4:], first)
        assert inner(w[::3], x[::3]) == functools.reduce(operator.add, (w * x)[::3].tolist(), 0.0)

    @needs_numba
    @given(vectors, st.floats(-10, 10))
    @settings(max_examples=50)
    def test_compiled_bodies(self, pair, a):
        w, x = pair
        inner, add_scaled, scale, *_ = compiled_words()
        assert inner(w, x) == pytest.approx(math.fsum(p * q for p, q in zip(w, x)), rel=1e-12, abs=1e-9)
        added, scaled = w.copy(), w.copy()
        add_scaled(added, a, x), scale(scaled, a)
        assert added == pytest.approx(np.array([p + a * q for p, q in zip(w, x)]), rel=1e-12, abs=1e-12)
        assert scaled.tolist() == [a * p for p in w]

    def test_losses_and_domains_bring_their_own(self):
        assert words.value(Squared(3.0), 2.0, 4.0) == 12 and words.slope(Squared(3.0), 2.0, 4.0) == -12
        assert words.slope(Hinge(), 0.0, 1.0) == -1
        for domain, expected in ((Ball(5.0), [3.0, 4.0]), (Everywhere(), [6.0, 8.0])):
            w = np.array([6.0, 8.0])
            words.project(domain, w)
            assert w.tolist() == expected


def compiled_words(found=[]):
    """Return compiled functions that call the words, compiled once."""
    if not found:
        njit = words._numba().njit
        inner, add_scaled, scale = words.inner, words.add_scaled, words.scale
        multiply, add_outer = words.multiply, words.add_outer
        found += [njit(lambda w, x: inner(w, x)), njit(lambda w, a, x: add_scaled(w, a, x)), njit(lambda w, a: scale(w, a)),
                  njit(lambda v, matrix, x: multiply(v, matrix, x)), njit(lambda matrix, a, x: add_outer(matrix, a, x))]
    return found


def test_a_kernel_keeps_its_name_and_its_python():
    assert _gradient_descent.__name__ == "_gradient_descent" == _gradient_descent.algorithm.__name__


@needs_numba
class TestCache:
    WHERE = "from otbnotes.online.descent import _gradient_descent as g; print(g.body(True).stats.cache_path)"

    def test_is_used_and_never_stale(self, copy):
        cache = copy / "cache"
        here = {"path": copy, "NUMBA_CACHE_DIR": str(cache), "NUMBA_OPT": "0"}
        assert python(ONE_RUN, **here) == "1.0 0.875 0.75"
        written = machine_code(cache)
        assert len(written) == 2
        assert python(ONE_RUN, **here) == "1.0 0.875 0.75" and machine_code(cache) == written
        losses = copy / "otbnotes" / "losses.py"
        right = "self.weight * np.abs(z - y)"
        assert losses.read_text("utf8").count(right) == 1
        losses.write_text(losses.read_text("utf8").replace(right, "3.0 * self.weight * np.abs(z - y)"), "utf8")
        assert python(ONE_RUN, **here) == "3.0 2.625 2.25"
        assert machine_code(cache).items() >= written.items() and len(machine_code(cache)) == 4

    def test_a_loss_from_elsewhere_is_never_stale_and_leaves_nothing_behind(self, copy):
        """Its module may change unseen by the name of the cache, or vanish, and then numba could not read its index."""
        (copy / "otbnotes" / "tiny.py").write_text(TINY, "utf8")
        cache, run = copy / "cache", "from otbnotes import tiny; from {} import {} as Loss; tiny.run(Loss())"
        for constant, printed in (("1.0", "2.0 True"), ("2.0", "4.0 True")):
            (copy / "mine.py").write_text(MINE.replace("CONSTANT", constant), "utf8")
            assert python(run.format("mine", "Loss"), path=copy, NUMBA_CACHE_DIR=str(cache)) == printed
            assert machine_code(copy) == {}
        assert python(run.format("otbnotes.losses", "Squared"), path=copy, NUMBA_CACHE_DIR=str(cache)) == "4.0 True"
        assert len(machine_code(cache)) == 2

    def test_stands_where_numba_is_told_or_beside_the_package(self, copy, monkeypatch):
        monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
        told = python(self.WHERE, path=copy, NUMBA_CACHE_DIR=str(copy / "cache"))
        assert Path(told).parents[1] == copy / "cache"
        beside = python(self.WHERE, path=copy)
        assert Path(beside).parents[1] == copy / "otbnotes" / "__pycache__"

    def test_a_folder_that_cannot_be_written_is_done_without(self, copy):
        (copy / "file").write_text("in the way", "utf8")
        assert python(self.WHERE, path=copy, NUMBA_CACHE_DIR=str(copy / "file")) == "None"


class TestSourceHash:
    def hash(self, copy):
        return python("from otbnotes.words import source_hash; print(source_hash())", path=copy)

    def test_is_that_of_every_source_and_certificate(self, copy):
        files = sorted(p for p in (copy / "otbnotes").rglob("*") if p.suffix in (".py", ".json"))
        assert {"claims.py", "gd_regret.json"} <= {p.name for p in files}
        text = b"".join(p.relative_to(copy / "otbnotes").as_posix().encode() + b"\0" + p.read_bytes() + b"\0"
                        for p in files)
        assert self.hash(copy) == hashlib.sha256(text).hexdigest()

    @pytest.mark.parametrize("name", ["losses.py", "seeds.py", "certificates/gd_regret.json"])
    def test_changes_with_every_file(self, copy, name):
        before = self.hash(copy)
        with (copy / "otbnotes" / name).open("a", encoding="utf8") as file:
            file.write("\n")
        assert self.hash(copy) != before

    def test_new_files_count_and_caches_do_not(self, copy):
        before = self.hash(copy)
        (copy / "otbnotes" / "__pycache__").mkdir()
        (copy / "otbnotes" / "__pycache__" / "left.py").write_text("", "utf8")
        (copy / "otbnotes" / "notes.txt").write_text("", "utf8")
        assert self.hash(copy) == before
        (copy / "otbnotes" / "extra.py").write_text("", "utf8")
        assert self.hash(copy) != before


class TestImport:
    HEAVY = {"numba", "llvmlite", "scipy", "sympy", "sklearn", "matplotlib"}

    @pytest.mark.parametrize("code",
                             ["import otbnotes", "from otbnotes import claim, rng; rng('a'); claim('b').holds(1, 2)",
                              "from otbnotes import bounds, certificate, comparator, evidence, geometry, words, online, smallworld_experts, streams",
                              "import importlib, pkgutil\nfrom otbnotes import witness\nfor package in (witness,):\n"
                              "    for module in pkgutil.iter_modules(package.__path__, f'{package.__name__}.'):\n"
                              "        importlib.import_module(module.name)"])
    def test_loads_nothing_heavy_and_compiles_nothing(self, code, tmp_path):
        loaded = python(f"{code}\nimport sys; print(*sys.modules)", NUMBA_CACHE_DIR=str(tmp_path / "cache")).split()
        assert "otbnotes.words" in loaded and self.HEAVY.isdisjoint(loaded)
        assert not (tmp_path / "cache").exists()

    @needs_numba
    def test_the_first_run_loads_numba(self):
        code = "from otbnotes.online.descent import _gradient_descent as g\ng.body(True)"
        assert "numba" in python(f"{code}\nimport sys; print(*sys.modules)").split()
