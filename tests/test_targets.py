"""`make test` and `make check` together run every test, and .ci/run calls nothing else."""

import ast
import re

import pytest
from deep import DEEP
from pages import ROOT

TESTS = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")}


def recipe(makefile, target):
    """Return the recipe of a target, its variables written out."""
    variables = dict(re.findall(r"^([A-Z]+) :?= (.*)$", makefile, re.M))
    text = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", makefile, re.M)[1]
    for _ in range(3):
        text = re.sub(r"\$\((\w+)\)", lambda name: variables.get(name[1], name[0]), text)
    return text


def left_out(makefile):
    """Return the files of tests that one of the two targets does not look at, and the selections that don't complete each other."""
    wrong = set()
    for target, selection in (("test", '-m "not deep"'), ("check", '-m "deep or hypothesis"')):
        runs = [line for line in recipe(makefile, target).splitlines() if " -m pytest " in line]
        wrong |= {f"{target}: {line}" for line in runs if selection not in line}
        seen = set()
        for line in runs:
            ignored = tuple(re.findall(r"--ignore=(\S+)", line))
            places = tuple(word for word in line.split() if word.startswith("tests"))
            seen |= {name for name in TESTS if name.startswith(places) and not name.startswith(ignored or "-")}
        wrong |= {f"{target}: {name}" for name in TESTS - seen}
        if not any(" --nbval " in line and "chapters" in line.split() for line in runs):
            wrong.add(f"{target}: chapters")
    return wrong


def test_every_test_is_in_one_of_the_two_targets():
    assert left_out((ROOT / "Makefile").read_text("utf8")) == set() and len(TESTS) > 50


@pytest.mark.gate
@pytest.mark.parametrize("before, after, said", [
    (" chapters tests", " chapters", "test: tests/"), (" tests chapters", " tests", "check: chapters"), ('"not deep"', '"not deep and not gate"', 'test: \t.venv/bin/python'),
    ('"deep or hypothesis"', '"deep"', "check: \t.venv/bin/python")])
def test_a_test_that_neither_runs_is_noticed(before, after, said):
    makefile = (ROOT / "Makefile").read_text("utf8")
    assert makefile.count(before) == 1
    assert any(name.startswith(said) for name in left_out(makefile.replace(before, after)))


@pytest.mark.parametrize("name", DEEP)
def test_what_is_deep_exists(name):
    file, *inside = name.split("::")
    body = ast.parse((ROOT / "tests" / file).read_text("utf8")).body
    for part in inside:
        found, = [node for node in body if getattr(node, "name", None) == part]
        body = found.body


def test_wrong_versions_that_are_not_on_record_are_played_before_the_tests_and_the_printed_book():
    steps = recipe((ROOT / "Makefile").read_text("utf8"), "check")
    assert 0 < steps.index("falsification.mutate --new") < min(steps.index("-m pytest"), steps.index(" pdf"))


def test_the_machine_that_runs_the_tests_adds_nothing():
    lines = (ROOT / ".ci" / "run").read_text("utf8").splitlines()
    assert lines[:3] == ["#!/usr/bin/env bash", "set -e", "make test"] and lines[3:] in ([], ["make check"])
