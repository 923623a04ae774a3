"""Long runs come to the same on the cores of this machine and on a Dask cluster of two workers, which must be like this process."""

import subprocess
import sys

import pytest
from falsification import edits, mutate, parallel, sweep
from pages import ROOT

PAGE = """# Coins

```{code-cell} ipython3
from otbnotes import claim, rng
```

```{code-cell} ipython3
coin = claim("coin")
coin.holds(rng("a").random(), rng("b").random())
```
"""
CLUSTER = """
import sys
from distributed import LocalCluster
with LocalCluster(n_workers=int(sys.argv[1]), threads_per_worker=1, dashboard_address=None) as cluster:
    print(cluster.scheduler_address, flush=True)
    sys.stdin.read()
"""


def started(workers):
    """Yield the address of a cluster on this machine, then end it."""
    cluster = subprocess.Popen([sys.executable, "-c", CLUSTER, str(workers)], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        yield cluster.stdout.readline().strip()
    finally:
        cluster.communicate("", timeout=60)


@pytest.fixture(scope="module")
def two_workers():
    yield from started(2)


@pytest.fixture(scope="module")
def no_workers():
    yield from started(0)


@pytest.fixture(params=["cores", "cluster"])
def place(request, monkeypatch):
    """Both places, one after the other."""
    monkeypatch.delenv("CLUSTER", raising=False)
    if request.param == "cluster":
        monkeypatch.setenv("CLUSTER", request.getfixturevalue("two_workers"))
    return request.param


def test_results_come_with_their_numbers_and_in_order_if_so_wished(place):
    jobs = [(2, power) for power in range(30)]
    expected = [(power, 2 ** power) for power in range(30)]
    assert list(parallel.each(pow, iter(jobs), 30, "power")) == expected
    assert sorted(parallel.each(pow, iter(jobs), 30, "power", cores=3, in_order=False)) == expected
    assert list(parallel.each(pow, [], 0, "power")) == []


def test_an_error_of_the_work_arrives(place):
    with pytest.raises(ZeroDivisionError):
        list(parallel.each(divmod, [(1, 1), (1, 0)], 2, "quotient"))


def test_what_worked_is_closed_also_after_an_error(monkeypatch):
    monkeypatch.delenv("CLUSTER", raising=False)
    closed = []
    list(parallel.each(pow, [(2, 2)], 1, "power", close=lambda: closed.append(True)))
    with pytest.raises(ZeroDivisionError):
        list(parallel.each(divmod, [(1, 0)], 1, "quotient", close=lambda: closed.append(True)))
    assert closed == [True, True]


def test_the_progress_is_for_a_terminal_and_lines_are_for_all(monkeypatch, capsys):
    monkeypatch.delenv("CLUSTER", raising=False)
    for _ in parallel.each(pow, [(2, 2)], 1, "power"):
        parallel.say("one line")
    assert capsys.readouterr() == ("one line\n", "")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    list(parallel.each(pow, [(2, 2)], 1, "power"))
    out, shown = capsys.readouterr()
    assert out == "" and "0/1" in shown and "\n" not in shown


def both_places(run, two_workers, monkeypatch):
    """Return what a run comes to on the cores and on the cluster."""
    monkeypatch.delenv("CLUSTER", raising=False)
    here = run()
    monkeypatch.setenv("CLUSTER", two_workers)
    return here, run()


def test_seeds_come_to_the_same_on_a_cluster(two_workers, monkeypatch):
    plan, said = [(seed, ["coins", "more"]) for seed in (1, 2)], []
    here, there = both_places(lambda: list(sweep.sweep(plan, {"coins": PAGE, "more": PAGE}, 1, said.append)), two_workers, monkeypatch)
    assert here == there and [seed for seed, _ in here] == [1, 2]
    assert said and said[:len(said) // 2] == said[len(said) // 2:], "a seed that refutes, with the numbers that were measured"


def test_wrong_versions_come_to_the_same_on_a_cluster(two_workers, monkeypatch):
    page = "epsilon_nets_theorem"
    chosen = {page: edits.mutants(page)[:2]}
    here, there = both_places(lambda: list(mutate.examine(chosen, 1)), two_workers, monkeypatch)
    assert here == there and [(name, len(rows), wrong) for name, rows, wrong in here] == [(page, 2, [])]


@pytest.mark.gate
def test_a_worker_with_other_sources_is_refused(two_workers, monkeypatch):
    monkeypatch.setenv("CLUSTER", two_workers)
    monkeypatch.setattr(parallel, "SOURCES", ("otbnotes",))
    parallel.like_this.cache_clear()
    with pytest.raises(ValueError, match=r"^CLUSTER = 'tcp://[\d.:]*': expected workers with .*, found tcp://[\d.:]* with .*'sources'"):
        list(parallel.each(pow, [(2, 2)], 1, "power"))
    parallel.like_this.cache_clear()


@pytest.mark.gate
@pytest.mark.parametrize("address", ["here", "tcp://127.0.0.1:9", "no workers"])
def test_an_address_without_a_cluster_is_refused(address, monkeypatch, request):
    monkeypatch.setattr(parallel, "PATIENCE", 1)
    monkeypatch.setenv("CLUSTER", request.getfixturevalue("no_workers") if address == "no workers" else address)
    with pytest.raises(ValueError, match="^CLUSTER = '.*': expected (the address of|a scheduler with workers)"):
        list(parallel.each(pow, [(2, 2)], 1, "power"))


COLLECTS = """
import gc
import os

from distributed import utils
from falsification import parallel

start = utils._CollectErrorThread.__init__
utils._CollectErrorThread.__init__ = lambda *arguments, **named: (gc.collect(), start(*arguments, **named))[1]
gc.disable()
parallel.PATIENCE = 1
for address in 2 * ("tcp://127.0.0.1:9", "here"):
    os.environ["CLUSTER"] = address
    try:
        list(parallel.each(pow, [(2, 2)], 1, "power"))
    except ValueError as error:
        print(error)
        kept = [error]                  # with its frames, one of which holds the client
        kept.append(kept)
        del kept
"""


def test_a_client_that_failed_is_not_collected_while_another_one_starts():
    """There the collector finds it by chance, once in some hundred runs; here it is called there, and without the mending never ends."""
    run = subprocess.run([sys.executable, "-c", COLLECTS], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert run.stdout.count("expected the address of a Dask scheduler") == 4, run.stderr
