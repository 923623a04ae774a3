"""The built book as a reader finds it: every page whole, without a network, in light and dark and on a phone."""

import html
import json
from pathlib import Path

import pytest
from browser import KINDS, first_hit, inspect, pages_of, search

SITE = Path(__file__).parents[1] / "_build" / "html"


@pytest.fixture(scope="module")
def site():
    """The built site."""
    if not (SITE / "index.html").exists():
        pytest.fail(f"There is no built book in {SITE}: run the book build first.", pytrace=False)
    return SITE


@pytest.fixture(scope="module", params=["light", "dark"])
def problems(request, site):
    """What is wrong with the pages in this colour scheme."""
    return inspect(site, dark=request.param == "dark")


def test_there_are_pages_to_inspect(site):
    assert {"index.html", "ledger.html", "search.html", "chapters/gradient_descent.html"} <= set(pages_of(site))


@pytest.mark.parametrize("kind", KINDS)
def test_no_reader_stumbles(problems, kind):
    found = [str(problem) for problem in problems if problem.kind == kind]
    assert not found, "\n" + "\n".join(found)


def test_search_finds_the_chapter_and_leads_there(site):
    assert any("Exponentiated gradient" in title for title in search(site, "exponentiated"))
    assert first_hit(site, "exponentiated") == "chapters/exponentiated_gradient.html"


def test_every_false_printed_form_has_a_row_in_the_errata(site):
    book = json.loads((site / "ledger.json").read_text("utf8"))
    printed = [check["printed"] for claim in book["claims"] for check in claim["checks"] if check["verb"] == "refutes_source"]
    page = html.unescape((site / "errata.html").read_text("utf8"))
    body = page[page.index("<tbody>"):page.index("</tbody>")]
    assert len(printed) == body.count("<tr") > 40
    assert [text for text in printed if text not in body] == []
