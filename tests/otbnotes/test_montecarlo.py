"""Trials give the same numbers whatever runs them, and bad arguments are named."""

import joblib
import numpy as np
import pytest
from otbnotes import montecarlo, streams
from otbnotes.geometry import Ball
from otbnotes.losses import Hinge
from otbnotes.montecarlo import trials
from otbnotes.online import gradient_descent


def regret_of_one_stream(generator):
    """A trial as a chapter would write it; at module level, so that a cluster can import it."""
    game = streams.random_game(Hinge(), 50, 3, generator)
    played = gradient_descent(game, Ball(1.0))
    return [played.loss, played.mean[0]]


@pytest.fixture
def serial():
    return trials(regret_of_one_stream, 120, np.random.default_rng(5))


def test_trials_are_the_plain_loop_over_spawned_generators(serial):
    plain = [regret_of_one_stream(generator) for generator in np.random.default_rng(5).spawn(120)]
    assert serial.shape == (120, 2) and (serial == np.array(plain)).all()


@pytest.mark.parametrize("batch", [1, 7, 120, 1000])
def test_batches_do_not_change_the_numbers(serial, batch):
    assert (trials(regret_of_one_stream, 120, np.random.default_rng(5), batch) == serial).all()


def test_threads_do_not_change_the_numbers(serial):
    with joblib.parallel_config("threading", n_jobs=2):
        assert (trials(regret_of_one_stream, 120, np.random.default_rng(5)) == serial).all()


def test_a_dask_cluster_does_not_change_the_numbers(serial):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster), joblib.parallel_config("dask"):
            assert (trials(regret_of_one_stream, 120, np.random.default_rng(5), 20) == serial).all()


def test_another_generator_gives_other_numbers(serial):
    assert (trials(regret_of_one_stream, 120, np.random.default_rng(6)) != serial).any()


def test_a_long_run_shows_its_progress_on_a_terminal_only(monkeypatch, capsys):
    clock = iter(range(0, 1000, 3))
    monkeypatch.setattr(montecarlo.time, "monotonic", lambda: next(clock))
    trials(np.random.Generator.random, 100, np.random.default_rng(0))
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(montecarlo.sys.stderr, "isatty", lambda: True, raising=False)
    trials(np.random.Generator.random, 100, np.random.default_rng(0))
    assert capsys.readouterr().err == "\r50 of 100 trials\r100 of 100 trials\n"


@pytest.mark.parametrize("name, arguments", [
    ("count", {"count": 0}), ("count", {"count": 2.5}), ("count", {"count": True}), ("batch", {"batch": 0}), ("rng", {"rng": 7})])
def test_bad_arguments_are_named(name, arguments):
    chosen = {"count": 3, "rng": np.random.default_rng(0), **arguments}
    with pytest.raises(ValueError, match=f"^{name} = "):
        trials(np.random.Generator.random, **chosen)


def test_trials_of_different_shapes_are_refused():
    with pytest.raises(ValueError, match="^trial = .*one shape"):
        trials(lambda generator: np.zeros(generator.integers(1, 50)), 20, np.random.default_rng(0))
