"""Every recipe of CONTRIBUTING.md, followed to the letter on a small book."""

import json
import os
import re
import shutil
import subprocess
import sys

import books
import pytest
from grading_sets import answers, question, write
from pages import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf8")
RECIPES = {title: re.findall(r"^(?:`([\w./]+)`|check)\n\n(`{3,4})\w+\n(.*?)^\2$", text, re.M | re.S)
           for title, text in re.findall(r"^## ([A-Z][^\n]*)\n(.*?)(?=^## [A-Z]|\Z)", TEXT, re.M | re.S)}
CHAPTER = "A chapter with one theorem"


def blocks(title):
    """Return the blocks of a recipe: the name of a file, empty for a check, and the text."""
    return [(name, text) for name, _, text in RECIPES[title]]


def follow(folder, title):
    """Write what a recipe says; return its checks."""
    for name, text in blocks(title):
        path = folder / name
        if name == "_toc.yml":
            lines = path.read_text("utf8").splitlines(keepends=True)
            last = max(i for i, line in enumerate(lines) if "chapters/" in line)
            path.write_text("".join([*lines[:last + 1], text, *lines[last + 1:]]), "utf8")
        elif name:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text((path.read_text("utf8") + "\n\n" if path.exists() else "") + text, "utf8")
    return [text for name, text in blocks(title) if not name]


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """The smallest book, with the package and the tests' promise of anchors in its own folder."""
    folder = tmp_path_factory.mktemp("book")
    books.write(folder, books.HEALTHY)
    shutil.copytree(ROOT / "otbnotes", folder / "otbnotes", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def in_book(book, *command):
    """Run Python in the folder of the book, with its package; it must succeed."""
    done = books.run(book, sys.executable, *command, PYTHONPATH=str(book))
    assert done.status == 0, done.output
    return done


def test_a_chapter_takes_at_most_six_files(book):
    assert 3 <= len({name for name, _ in blocks(CHAPTER)}) <= 6
    follow(book, CHAPTER)
    in_book(book, "book/extensions/otb_build.py")
    ledger = json.loads((book / "_build" / "html" / "ledger.json").read_text("utf8"))
    claim, = (one for one in ledger["claims"] if one["id"] == "consistent-mistakes")
    assert claim["verdict"] == "confirmed" and claim["tightness"] == 1 and claim["needs_shown"] == ["perfect"]
    anchor = dict(blocks(CHAPTER))["tests/anchors.txt"].strip().split("#")
    assert f'id="{anchor[1]}"' in (book / "_build" / "html" / anchor[0]).read_text("utf8")
    told = in_book(book, "-m", "falsification.mutate", "--page", "consistent").output
    assert "3 killed, 1 survived, 0 broken; 0 complaints" in told, told        # the harmless one survives


def test_another_look_of_the_card_runs_no_cell(book):
    in_book(book, "book/extensions/otb_build.py")
    follow(book, "The look of a card")
    assert not books.executed(in_book(book, "book/extensions/otb_build.py"))
    sheets = "".join(path.read_text("utf8") for path in (book / "_build" / "html" / "_static").rglob("*.css"))
    assert "border-radius:0" in sheets.replace(" ", "")


@pytest.mark.parametrize("title", ["An algorithm", "A loss", "A data set"])
def test_what_joins_the_package_passes_the_check_of_its_recipe(book, title):
    checks = follow(book, title)
    assert checks
    for check in checks:
        in_book(book, "-c", check)


def test_a_question_is_trusted_by_the_gate(tmp_path):
    write(tmp_path / "assignments", "squares", [question("q1_square", "square")], {"q1_square": answers("square")})
    follow(tmp_path, "A question of a problem set")
    done = subprocess.run([ROOT / ".venv-grading" / "bin" / "python", "-m", "grading.gate", tmp_path / "out"], cwd=ROOT, text=True,
                          capture_output=True, timeout=600, env={**os.environ, "COURSE_KEY": "", "OTB_ASSIGNMENTS": str(tmp_path / "assignments")})
    assert done.returncode == 0 and " 0 faults" in done.stdout, done.stdout[-2000:] + done.stderr[-2000:]


def test_every_recipe_is_followed():
    assert {title for title in RECIPES if RECIPES[title]} == {CHAPTER, "An algorithm", "A loss", "A data set", "A question of a problem set",
                                                              "The look of a card"}
