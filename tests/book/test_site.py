"""The built book as a reader finds it: every page whole, without a network, in light and dark and on a phone."""

import re

import pytest
from browser import KINDS, follow, inspect, pages_of, pages_of_today, search

OF_EACH_KIND = ["index.html", "chapters/regret_leader.html", "pages/ledger.html", "pages/map.html", "pages/falsification_mutants.html", "search.html"]


@pytest.fixture(scope="module")
def smoke(site):
    """What is wrong with one page of each kind."""
    return inspect(site, OF_EACH_KIND)


@pytest.fixture(scope="module", params=["light", "dark"])
def problems(request, site):
    """What is wrong with the pages: every sixth in the light, others every day, where each turns dark in the end; some opened in the dark."""
    return inspect(site, pages_of_today(site)) if request.param == "light" else inspect(site, OF_EACH_KIND, dark=True)


def test_there_are_pages_to_inspect(site):
    assert {"index.html", "pages/ledger.html", "search.html", "chapters/gradient_descent.html"} <= set(pages_of(site))


def complain(problems, kind):
    """Fail with the problems of a kind, if there are any."""
    found = [str(problem) for problem in problems if problem.kind == kind]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("kind", KINDS)
def test_no_reader_stumbles(smoke, kind):
    complain(smoke, kind)


@pytest.mark.parametrize("kind", KINDS)
def test_no_reader_stumbles_on_the_pages_of_today(problems, kind):
    complain(problems, kind)


def test_search_finds_the_chapter_and_leads_there(site):
    assert any(re.fullmatch(r"Chapter \d+ Exponentiated gradient", title) for title in search(site, "exponentiated")[:3])
    assert follow(site, "exponentiated", "gradient has regret") == "chapters/exponentiated_gradient.html#eg-regret"
