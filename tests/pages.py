"""The sources of the book's pages, as the tests of the sources read them."""

import re
from functools import lru_cache
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(.*?)^```$", re.M | re.S)


def reading_order(sections=True):
    """Return the names of the pages of chapters/ as the table of contents orders them, with or without sections."""
    parts = yaml.safe_load((ROOT / "_toc.yml").read_text("utf8"))["parts"]
    chapters = [chapter for part in parts for chapter in part["chapters"] if chapter["file"].startswith("chapters/")]
    entries = [entry for chapter in chapters for entry in (chapter, *(chapter.get("sections", ()) if sections else ()))]
    return [entry["file"].split("/")[-1] for entry in entries]


@lru_cache(maxsize=None)
def source(page):
    """Return the source of a page of chapters/."""
    return (ROOT / "chapters" / f"{page}.md").read_text("utf8")


def cells(page):
    """Yield the lines of each cell's code, its options left out, and whether it is folded away."""
    for match in CELL.finditer(source(page)):
        code = re.sub(r"\A(?:---\n.*?^---\n|(?::[^\n]*\n)+)", "", match[1], flags=re.M | re.S)
        yield code.splitlines(), "hide-" in match[1]


@lru_cache(maxsize=None)
def boxes(page):
    """Return the statements of a page: label -> text."""
    found = re.findall(r"^(`{3,})\{prf:(?!proof)\w+\}[^\n]*\n:label: (\S+)\n(.*?)^\1$", source(page), re.M | re.S)
    return {label: text for _, label, text in found}
