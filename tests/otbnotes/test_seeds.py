"""One seed and a label make a stream: always the same one, and never that of another seed or label."""

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otbnotes import rng
from otbnotes.seeds import DEFAULT_SEED, master_seed


HUGE = 10 ** 1000 + 7
labels = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


@pytest.fixture(autouse=True)
def no_seed(monkeypatch):
    monkeypatch.delenv("OTBNOTES_SEED", raising=False)


def first(label, seed=None):
    """Return the first 256 bits of the stream."""
    with pytest.MonkeyPatch.context() as patch:
        if seed is not None:
            patch.setenv("OTBNOTES_SEED", str(seed))
        return tuple(rng(label).bit_generator.random_raw(4).tolist())


def test_the_default_seed():
    assert master_seed() == DEFAULT_SEED == 2026
    assert first("a") == first("a", 2026)


def test_the_stream_is_the_same_on_every_machine():
    assert first("regret", 2026) == (152758567946522293, 3139948708918746553,
                                     11321028650163399284, 17297109852714348574)


@given(st.integers(-10 ** 30, 10 ** 30) | st.sampled_from([HUGE, -HUGE, 0]), labels)
def test_same_seed_and_label_same_stream(seed, label):
    digest = hashlib.sha256(str(seed).encode() + b":" + label.encode()).hexdigest()
    textbook = np.random.Generator(np.random.PCG64(int(digest, 16)))
    assert first(label, seed) == first(label, seed) == tuple(textbook.bit_generator.random_raw(4).tolist())


@given(st.lists(st.tuples(st.integers() | st.sampled_from([HUGE, -HUGE]), labels), min_size=2, max_size=5, unique=True))
def test_another_seed_or_label_another_stream(pairs):
    assert len({first(label, seed) for seed, label in pairs}) == len(pairs)


@pytest.mark.parametrize("seed", [0, -1, 2 ** 64, -2 ** 64, HUGE, -HUGE])
def test_any_integer_is_a_seed(seed, monkeypatch):
    monkeypatch.setenv("OTBNOTES_SEED", str(seed))
    assert master_seed() == seed
    assert 0 <= rng("a").random() < 1


def test_every_call_starts_the_stream_again():
    one, two = rng("a"), rng("a")
    drawn = one.random(5).tolist()
    assert two.random(5).tolist() == drawn != one.random(5).tolist()


@pytest.mark.parametrize("text", ["abc", "", " ", "1.5", "nan", "0x10", "1e3", "1 2", "7\n8", "9" * 5000])
def test_another_text_is_refused_in_one_line(text, monkeypatch):
    monkeypatch.setenv("OTBNOTES_SEED", text)
    for function in (master_seed, lambda: rng("a")):
        with pytest.raises(ValueError) as caught:
            function()
        shown = repr(text) if len(repr(text)) <= 60 else repr(text)[:60] + "…"
        assert str(caught.value) == f"OTBNOTES_SEED = {shown}: expected an integer"


def test_a_reader_sees_that_line_last():
    done = subprocess.run([sys.executable, "-c", "import otbnotes; otbnotes.rng('a')"], capture_output=True, text=True,
                          env=os.environ | {"OTBNOTES_SEED": "abc"}, timeout=60)
    assert done.returncode == 1
    assert done.stderr.strip().splitlines()[-1] == "ValueError: OTBNOTES_SEED = 'abc': expected an integer"


@pytest.mark.parametrize("label", ["", None, 3, b"a", ["a"], 2.5], ids=repr)
def test_a_label_is_a_non_empty_string(label):
    with pytest.raises(ValueError) as caught:
        rng(label)
    assert str(caught.value) == f"label = {label!r}: expected a non-empty string"
