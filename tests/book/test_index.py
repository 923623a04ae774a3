"""The glossary and the index of the built book: complete, in order, and every entry leads to its place."""

import html
import json
import posixpath
import re
import sys
from functools import lru_cache

import pytest
from books import build, with_fault, write
from pages import ROOT
from pybtex.database import Person, parse_file

sys.path.insert(0, str(ROOT / "book" / "extensions"))
import otb_index  # noqa: E402

SITE = ROOT / "_build" / "html"


def page(name):
    """Return a page of the built book."""
    if not (SITE / name).exists():
        pytest.fail(f"There is no {name} in {SITE}: run the book build first.", pytrace=False)
    return (SITE / name).read_text("utf8")


def glossary():
    """Return the entries of the glossary: terms and definition."""
    text = (ROOT / "pages" / "glossary.md").read_text("utf8").split("````{glossary}\n")[1].split("````")[0]
    return [re.fullmatch(r"((?:\S.*\n)+)((?:  .*\n?)+)", entry).groups() for entry in text.strip("\n").split("\n\n")]


@lru_cache(maxsize=None)
def heads():
    """Return the words of the index, in the order of the page, each with the HTML of the places below it."""
    items = [re.match(r"<\w[^>]*>(.*?)</", part) for part in page("pages/genindex.html").split('<p class="otb-head">')[1:]]
    return {html.unescape(head[1]).replace("’", "'"): head.string for head in items}


def links():
    """Return the addresses to which the index leads, as seen from the first page."""
    body = page("pages/genindex.html").split('<ul class="otb-index')[1:]
    found = re.findall(r'<a class="reference internal" href="([^"]+)"', " ".join(body))
    return {posixpath.normpath(posixpath.join("pages", href)) for href in found}


def test_the_glossary_is_sorted_and_each_entry_leads_to_where_the_book_defines_it():
    entries = glossary()
    first = [terms.splitlines()[0] for terms, _ in entries]
    assert len(first) > 60 and first == sorted(first, key=otb_index.sort_key)
    assert [terms for terms, definition in entries if not re.search(r"\{(prf:ref|doc)\}`", definition)] == []


def test_the_index_has_every_term_and_every_author_in_order():
    terms = {term for terms, _ in glossary() for term in terms.splitlines()}
    authors = {otb_index.name_of(person)[1] for entry in parse_file(str(ROOT / "pages" / "references.bib")).entries.values()
               for person in entry.persons["author"]}
    assert terms | authors <= set(heads())
    assert list(heads()) == sorted(heads(), key=otb_index.sort_key)


def test_no_headword_differs_from_another_in_case_or_number_alone():
    alike = [otb_index.singular(head) for head in heads()]
    assert len(set(alike)) == len(alike)


def test_the_letters_of_the_glossary_lead_to_their_first_terms():
    nav = re.search(r'<nav class="otb-bar" aria-label="Letters">(.*?)</nav>', page("pages/glossary.html"), re.DOTALL)[1]
    first = {otb_index.initial(terms): terms.splitlines()[0] for terms, _ in reversed(glossary())}
    found = {letter: re.search(rf'<dt id="{re.escape(anchor)}">([^<]+)<', page("pages/glossary.html"))[1].replace("’", "'")
             for anchor, letter in re.findall(r'href="#([^"]+)">([^<]+)</a>', nav)}
    assert list(found.items()) == list(reversed(first.items()))


def test_the_index_leads_to_every_statement_and_nowhere_else_than_to_an_anchor():
    statements = {claim["href"] for claim in json.loads(page("ledger.json"))["claims"]}
    assert len(statements) > 150 and statements <= links()
    anchors = {name: set(re.findall(r'\bid="([^"]+)"', page(name))) for name in {link.split("#")[0] for link in links()}}
    assert [link for link in links() if "#" in link and link.split("#")[1] not in anchors[link.split("#")[0]]] == []


def test_the_statements_of_a_word_stand_below_it():
    below = heads()["Perceptron"]
    assert "perceptron_winnow.html#perceptron-mistake-bound" in below and "svm.html" not in below
    assert "svm.html#fritz-john-kkt" in heads()["Karush–Kuhn–Tucker conditions"]


def test_chapters_are_links_and_two_places_of_one_title_are_told_apart():
    assert 'href="../chapters/convexity.html"' in heads()["Convexity"]
    assert [kind in heads()["dynamic validation"] for kind in ("</a> (algorithm)", "</a> (theorem)", "(page)")] == [True, True, False]


@pytest.mark.parametrize("title, word, speaks", [
    ("The mistake bound of the Perceptron", "Perceptron", True), ("Two half-spaces", "half-space", True),
    ("Winnow's mistakes", "winnow", True), ("The margins", "margin", True), ("Marginal cost", "margin", False),
    ("The inequality of Azuma and Hoeffding", "Hoeffding", True), ("Regretting", "regret", False)])
def test_a_title_speaks_of_a_word(title, word, speaks):
    assert otb_index.speaks_of(title, word) is speaks


def test_names_and_words_are_sorted_as_a_reader_expects():
    assert otb_index.name_of(Person("de Rooij, Steven")) == ("de Rooij", "de Rooij, Steven")
    assert otb_index.name_of(Person(r"Koml{\'o}s, J{\'a}nos")) == ("Komlós", "Komlós, János")
    words = ["zero", "Grünwald, Peter D.", "Grønlund, Allan", "Pál, Dávid", "0–1 loss", "epsilon-net", "Pach, János", "Élan", "élite"]
    assert sorted(words, key=otb_index.sort_key) == ["0–1 loss", "Élan", "élite", "epsilon-net", "Grønlund, Allan",
                                                            "Grünwald, Peter D.", "Pach, János", "Pál, Dávid", "zero"]
    assert [otb_index.initial(word) for word in ("0–1 loss", "élite", "zero")] == ["0–9", "E", "Z"]


def test_the_index_follows_the_chapters(tmp_path):
    linked = with_fault("It is {prf:ref}`small-squares`", "A {term}`square`, in {prf:ref}`small-squares`,")
    write(tmp_path, linked)
    (tmp_path / "pages" / "glossary.md").write_text("# Glossary\n\n```{glossary}\nsquare\n  $x^2$.\n```\n", "utf8")
    (tmp_path / "pages" / "genindex.md").write_text("# Index\n\n```{book-index}\n```\n", "utf8")
    with (tmp_path / "_toc.yml").open("a", encoding="utf8") as toc:
        toc.write("- file: pages/glossary\n- file: pages/genindex\n")

    def drawn():
        built = build(tmp_path)
        assert built.status == 0, built.output
        page = (tmp_path / "_build" / "html" / "pages" / "genindex.html").read_text("utf8")
        return re.findall(r'href="([^"#]*#[^"]*)">([^<]*)</a></p>', page)

    place = ("../chapters/squares.html#chapters-squares-speaks-of-square", "Squares")
    assert drawn() == [("glossary.html#term-square", "square"), ("../chapters/squares.html#small-squares", "Small squares"), place]
    (tmp_path / "chapters" / "squares.md").write_text(linked.replace("} Small squares", "} Small numbers"), "utf8")
    assert drawn() == [("glossary.html#term-square", "square"), ("../chapters/squares.html#small-squares", "Small numbers"), place]
