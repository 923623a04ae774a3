"""Every recipe of CONTRIBUTING.md, followed to the letter on a small book."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys

import books
import pytest
from grading_sets import answers, question, write
from chapters.test_bibliography import complaints
from pages import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf8")
RECIPES = {title: re.findall(r"^(?:`([\w./]+)`|check)\n\n(`{3,4})\w+\n(.*?)^\2$", text, re.M | re.S)
           for title, text in re.findall(r"^## ([A-Z][^\n]*)\n(.*?)(?=^## [A-Z]|\Z)", TEXT, re.M | re.S)}
CHAPTER, THEOREM, WRONG, DATA = "A chapter with one theorem", "A theorem on a page that exists", "A wrong version", "A data set"
FOLLOWED = {CHAPTER, THEOREM, WRONG, DATA, "An algorithm", "A loss", "A question of a problem set", "The look of a card"}
IN_WORDS = {"A picture that answers to the hand", "Before you hand it in"}
INDEX = """# A book

:::{div} otb-landing-map
```{chapter-map}
```
:::
"""


def blocks(title):
    """Return the blocks of a recipe: the name of a file, empty for a check, and the text."""
    return [(name, text) for name, _, text in RECIPES[title]]


def in_its_place(name, old, text):
    """Return an old file with a block put where its order asks for it, or at its end."""
    if name == "_toc.yml":
        before, last, after = old.rpartition(re.findall(r"^ *- file: chapters/.*\n", old, re.M)[-1])
        return before + last + last[:last.index("-")] + text + after
    if name == "tests/anchors.txt":
        return "".join(sorted(old.splitlines(keepends=True) + [text]))
    if name == "pages/references.bib":
        works = re.split(r"\n(?=@)", old.rstrip("\n") + "\n") + [text]
        return "\n".join(sorted(works, key=lambda work: re.match(r"@\w+\{(\w+)", work)[1]))
    return f"{old}\n\n{text}" if old else text


def follow(folder, title):
    """Write what a recipe says; return its checks."""
    for name, text in blocks(title):
        path = folder / name
        if name:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(in_its_place(name, path.read_text("utf8") if path.exists() else "", text), "utf8")
    return [text for name, text in blocks(title) if not name]


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """The smallest book, with the package, the tests and a promise of its anchors in its own folder."""
    folder = tmp_path_factory.mktemp("book")
    books.write(folder, books.HEALTHY)
    (folder / "index.md").write_text(INDEX, "utf8")
    (folder / "_toc.yml").write_text("format: jb-book\nroot: index\nparts:\n- numbered: true\n  chapters:\n  - file: chapters/squares\n"
                                     "- chapters:\n  - file: pages/ledger\n", "utf8")
    for name in ("otbnotes", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "tests" / "anchors.txt").write_text("chapters/squares.html#small-squares\n", "utf8")
    return folder


def in_book(book, *command):
    """Run Python in the folder of the book, with its package; it must succeed."""
    done = books.run(book, sys.executable, *command, PYTHONPATH=str(book))
    assert done.status == 0, done.output
    return done


def files(book):
    """Return a hash of each file that is kept of the book."""
    return {path.relative_to(book): hashlib.sha256(path.read_bytes()).digest() for path in book.rglob("*")
            if path.is_file() and not {"_build", "__pycache__"} & {*path.relative_to(book).parts}}


def tried(book):
    """Call the commands that write a new statement into the record; return what was told of it and of its wrong versions."""
    in_book(book, "-m", "falsification.resolution", "--page", "consistent")
    return in_book(book, "-m", "falsification.mutate", "--page", "consistent").output


def test_a_chapter_takes_at_most_six_files(book):
    before = files(book)
    follow(book, CHAPTER)
    told = tried(book)
    assert "3 killed, 1 survived, 0 broken; 0 complaints" in told, told        # the harmless one survives
    in_book(book, "book/extensions/otb_build.py")
    ledger = json.loads((book / "_build" / "html" / "ledger.json").read_text("utf8"))
    claim, = (one for one in ledger["claims"] if one["id"] == "consistent-mistakes")
    assert claim["verdict"] == "confirmed" and claim["tightness"] == 1 and claim["needs_shown"] == ["perfect"]
    changed = {str(path) for path, digest in files(book).items() if before.get(path) != digest}
    assert changed == {*dict(blocks(CHAPTER)), "falsification/record.json"} and len(changed) <= 6


@pytest.mark.parametrize(("file", "chosen", "least"), [
    ("chapters/test_chapters.py", "table_of_contents or consistent", 6), ("book/test_cite.py", "every_anchor", 1),
    ("book/test_map.py", "chapter_map", 1), ("falsification/test_resolution.py", "book_is_idle", 1)])
def test_a_chapter_passes_the_tests_of_the_book(book, file, chosen, least):
    told = in_book(book, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"tests/{file}", "-k", chosen).output
    assert int(re.search(r"\b(\d+) passed", told)[1]) >= least, told


def test_a_theorem_joins_a_page_and_a_wrong_version_the_others(book):
    follow(book, THEOREM)
    told = tried(book)
    assert "6 killed, 1 survived, 0 broken; 0 complaints" in told, told        # no complaint: the trial as it stands is green
    follow(book, WRONG)
    told = in_book(book, "-m", "falsification.mutate", "--new", "--page", "consistent").output
    assert "1 mutants of 1 pages: 1 killed" in told, told


def test_another_look_of_the_card_runs_no_cell(book):
    in_book(book, "book/extensions/otb_build.py")
    follow(book, "The look of a card")
    assert not books.executed(in_book(book, "book/extensions/otb_build.py"))
    sheets = "".join(path.read_text("utf8") for path in (book / "_build" / "html" / "_static").rglob("*.css"))
    assert "border-radius:0" in sheets.replace(" ", "")


@pytest.mark.parametrize("title", ["An algorithm", "A loss", DATA])
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


def test_a_work_stands_in_its_place_in_the_bibliography(book):
    file = book / "pages" / "references.bib"
    if "aeberhard" not in file.read_text("utf8"):
        follow(book, DATA)
    keys = re.findall(r"^@\w+\{(\w+)", file.read_text("utf8"), re.M)
    assert "aeberhard1992wine" in keys and complaints([f"{{cite:t}}`{key}`" for key in keys], file) == []


def test_every_recipe_is_followed_or_has_words_only():
    assert RECIPES.keys() == FOLLOWED | IN_WORDS
    assert {title for title in RECIPES if RECIPES[title]} == FOLLOWED
