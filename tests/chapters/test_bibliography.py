"""The bibliography: every work that is cited, no other, each with its author, title, year and venue."""

import re

import pytest
from pages import ROOT
from pybtex.database import parse_file

SITE = ROOT / "_build" / "html"
VENUES = {"journal", "booktitle", "publisher", "institution", "school", "howpublished", "eprint"}


def complaints(texts, file):
    """Return what is wrong with the works that the texts cite and the file lists."""
    entries = parse_file(str(file)).entries
    roles = [keys for text in texts for keys in re.findall(r"\{cite(?::\w+)?\}`([^`]+)`", text)]
    cited = {key.strip() for keys in roles for key in keys.split(",")}
    found = [f"{key}: cited, but not in the bibliography" for key in sorted(cited - entries.keys())]
    found += [f"{key}: in the bibliography, but not cited" for key in sorted(entries.keys() - cited)]
    for key, entry in entries.items():
        parts = {"author": entry.persons.get("author"), "title": entry.fields.get("title"),
                 "year": entry.fields.get("year"), "venue": VENUES & entry.fields.keys()}
        found += [f"{key}: no {name}" for name, part in parts.items() if not part]
    return found + ([] if list(entries) == sorted(entries) else ["the entries are not sorted by their keys"])


def names(file):
    """Return the authors as the file spells them: last name -> set of first names."""
    found = {}
    for entry in parse_file(str(file)).entries.values():
        for person in entry.persons.get("author", ()):
            found.setdefault(" ".join(person.last_names), set()).add(" ".join(person.first_names + person.middle_names))
    return found


def same_person(one, other):
    """Say whether two first names may be one: word by word, one is the beginning of the other."""
    return all(a.rstrip(".").startswith(b.rstrip(".")) or b.rstrip(".").startswith(a.rstrip("."))
               for a, b in zip(one.split(), other.split()))


def test_every_work_cited_is_listed_and_complete():
    pages = [path.read_text("utf8") for path in (*ROOT.glob("*.md"), *ROOT.glob("pages/*.md"), *ROOT.glob("chapters/*.md"))]
    assert complaints(pages, ROOT / "pages" / "references.bib") == []


def test_each_author_is_spelled_in_one_way():
    twice = {last: firsts for last, firsts in names(ROOT / "pages" / "references.bib").items()
             if any(same_person(one, other) for one in firsts for other in firsts if one < other)}
    assert twice == {}


def test_labels_are_short_and_citations_that_look_alike_lead_to_one_work():
    if not SITE.exists():
        pytest.fail(f"There is no built book in {SITE}: run the book build first.", pytrace=False)
    listed = re.findall(r"</span>([^<]+)<span class=\"fn-bracket\">]", (SITE / "pages" / "bibliography.html").read_text("utf8"))
    assert len(listed) > 100 and [label for label in listed if not re.fullmatch(r"[A-Za-z]{2,6}\+?\d\d[a-z]?", label)] == []
    cited = {}
    for path in SITE.glob("chapters/*.html"):
        shown = re.sub(r"</?em>", "", path.read_text("utf8"))
        for before, work, text in re.findall(r'([^>]*)\[<a class="reference internal" href="\.\./pages/bibliography\.html(#[^"]+)"[^>]*>([^<]+)</a>', shown):
            cited.setdefault(text if "," in text else f"{before.strip()}, {text}", set()).add(work)
    assert len(cited) > 100 and {text: works for text, works in cited.items() if len(works) > 1} == {}


def test_letters_behind_years_follow_the_order_of_the_bibliography():
    letters = re.findall(r"\b(?:19|20)\d\d([a-z])\b", (SITE / "pages" / "bibliography.html").read_text("utf8"))
    assert len(letters) > 3 and "".join(letters).replace("ab", "") == ""


@pytest.mark.gate
def test_a_fault_in_the_bibliography_is_seen(tmp_path):
    file = tmp_path / "two.bib"
    file.write_text("@book{b, author={Bo, Al}, title={T}, publisher={P}}\n@book{a, title={T}, year={1900}}\n", "utf8")
    assert complaints(["{cite:t}`b,c`"], file) == [
        "c: cited, but not in the bibliography", "a: in the bibliography, but not cited", "b: no year", "a: no author",
        "a: no venue", "the entries are not sorted by their keys"]


@pytest.mark.gate
def test_an_author_spelled_in_two_ways_is_seen():
    assert same_person("W. M.", "Wouter M.") and same_person("Manfred", "Manfred K.")
    assert not same_person("Peter", "Pascal") and not same_person("Jian A.", "Jian B.")
