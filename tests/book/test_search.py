"""The search: what a reader types finds the statement itself, from disk; formulas are true; nothing is loaded before a search."""

import hashlib
import json
import re

import pytest
from accessibility import AXE_SCRIPT
from browser import DESKTOP, PHONE, anchors, profile
from pages import ROOT, boxes, reading_order
from playwright.sync_api import expect

SITE = ROOT / "_build" / "html"
OPENING = "window.otbSearch = "
STATEMENTS = ("Theorem", "Lemma", "Proposition", "Corollary", "Definition", "Algorithm", "Example")

QUERIES = [     # what is typed, what is among the first in its title or address, and how many these are
    ("Theorem 3.8", "Theorem 3.8 ", 1), ("3.8", "Theorem 3.8 ", 1), ("thm 3.8", "Theorem 3.8 ", 1),
    ("Hoeffding", "concentration.html#hoeffding-lemma", 1), ("Azuma", "concentration.html#azuma-hoeffding", 1),
    ("gamma", "Symbol γ", 1), ("γ", "Symbol γ", 1),
    ("sqrt(T)", "gradient_descent.html#gd-regret", 1), ("√T", "gradient_descent.html#gd-regret", 1),
    ("follow the leader", "regret_leader.html#def-ftl-ftrl", 1), ("percepton", "perceptron_winnow.html#perceptron-algorithm", 1),
    ("1/(2μ)", "regret_ftrl.html#ftrl-regret-general", 3), ("minimax", "games.html#minimax-theorem", 1),
]
KEPT = {        # what a formula is made of: in TeX, and in its text
    "a stroke": (r"\\[td]?frac|/", "/"), "a root": (r"\\sqrt(?!\[)", "√"), "a power": (r"\^", r"\^|²"), "an index": ("_", "_"),
    "a sum": (r"\\sum", "∑"), "a hat": (r"\\(wide)?hat", "\u0302"), "not equal": (r"\\ne\b", "≠"), "at most": (r"\\leq?\b", "≤"),
    "a choice": (r"\\t?binom", " choose "), "an expectation": (r"\\E\b", "𝔼"), "a bracket": (r"\\langle|\\inner\b", "⟨"),
}


def listed(site=SITE):
    """Return the list that is searched."""
    path = site / "search" / "statements.js"
    if not path.exists():
        pytest.fail(f"There is no built book in {site}: run the book build first.", pytrace=False)
    return json.loads(path.read_text("utf8").removeprefix(OPENING).removesuffix(";\n"))


@pytest.fixture
def search(browser, request):
    """A function that opens a page, perhaps with another list, and returns it with a function that types into its dialog."""
    def search(page="index.html", size=DESKTOP, dark=False, answer=None):
        context = profile(browser, dark, size)
        request.addfinalizer(context.close)
        view = context.new_page()
        view.asked, view.errors = [], []
        view.on("request", lambda one: view.asked.append(one.url))
        view.on("pageerror", lambda error: view.errors.append(str(error)))
        if answer is not None:
            view.route("**/search/statements.js", answer)
        view.goto(f"{SITE.as_uri()}/{page}")

        def type_in(words):
            if not view.locator("#pst-search-dialog").is_visible():
                view.keyboard.press("Control+k")
            field = view.locator("#pst-search-dialog input[name=q]")
            field.fill(words)
            expect(view.locator("#pst-search-dialog [role=status]")).to_contain_text(f"“{words}”", timeout=60_000)
            return view.locator("#pst-search-dialog a[role=option]")

        return view, type_in
    return search


def results(options):
    """Return the results that are shown, each as its title and its address."""
    return options.evaluate_all(
        "links => links.map(link => `${link.querySelector('.otb-found-head').innerText}  ${link.getAttribute('href')}`)")


def missed(type_in):
    """Return the queries that don't find what they should."""
    return [typed for typed, wanted, among in QUERIES if not any(wanted in found for found in results(type_in(typed))[:among])]


def lost(tex, text):
    """Return what a text has lost of its formulas in TeX."""
    return [name for name, (sign, written) in KEPT.items() if len(re.findall(sign, tex)) > len(re.findall(written, text))]


def test_what_is_typed_finds_the_statement_itself(search):
    listed()
    view, type_in = search()
    assert missed(type_in) == [] and view.errors == []


@pytest.mark.gate
def test_an_index_without_statements_fails_the_queries(search):
    poor = listed()
    for page in poor["pages"].values():
        page["parts"] = [part for part in page["parts"] if part[1] in ("Page", "Chapter")]
    _, type_in = search(answer=lambda route: route.fulfill(body=f"{OPENING}{json.dumps(poor)};"))
    assert missed(type_in) == [typed for typed, *_ in QUERIES]


def test_the_list_has_every_statement_exercise_and_term_with_its_number():
    parts = [(f"{page['href']}#{anchor}", kind, number)
             for page in listed()["pages"].values() for anchor, kind, number, *_ in page["parts"]]
    claims = {claim["href"] for claim in json.loads((SITE / "ledger.json").read_text("utf8"))["claims"]}
    found = {href for href, kind, number in parts if kind in STATEMENTS and re.fullmatch(r"\d+\.\d+", number)}
    assert claims == found
    exercises = sum(path.read_text("utf8").count("\n```{exercise}") for path in (ROOT / "chapters").glob("*.md"))
    assert sum(kind == "Exercise" and number != "" for _, kind, number in parts) >= exercises > 50
    assert sum(kind == "Term" for _, kind, _ in parts) > 100 and sum(kind == "Symbol" for _, kind, _ in parts) > 50
    size = (SITE / "search" / "statements.js").stat().st_size
    assert size < 22_000 * len(listed()["pages"])          # on its way a third of that, and only when somebody searches


def test_every_place_of_the_list_is_there():
    dead = [f"{page['href']}#{part[0]}" for page in listed()["pages"].values() for part in page["parts"]
            if part[0] and part[0] not in anchors(SITE / page["href"])]
    assert dead == []


def test_formulas_of_statements_lose_nothing():
    texts = {part[0]: part[4] for page in listed()["pages"].values() for part in page["parts"] if part[1] in STATEMENTS}
    sources = {label: " ".join(re.findall(r"\$\$.*?\$\$|\$[^$]*\$", text, re.DOTALL))
               for page in reading_order() for label, text in boxes(page).items()}
    assert sources.keys() == texts.keys() and len(texts) > 150
    assert {label: gone for label in sources if (gone := lost(sources[label], texts[label]))} == {}
    assert [label for label, text in texts.items() if re.search(r"[\\\\$&]|\\bfrac", text)] == []


@pytest.mark.gate
@pytest.mark.parametrize("tex, text, gone", [
    (r"$\frac{T-1}2$", "T-12", ["a stroke"]), (r"$\tfrac12\mu$", "12μ", ["a stroke"]), ("$-10^6$", "-106", ["a power"]),
    (r"$\sqrt T$", "T", ["a root"]), (r"$x\ne y$", "x y", ["not equal"]), (r"$\frac{T-1}2\ne10^6$", "(T-1)/2≠10^6", [])])
def test_false_formulas_are_noticed(tex, text, gone):
    assert lost(tex, text) == gone


@pytest.mark.parametrize("typed, shown, wrong", [("1/(2μ)", "1/(2μ)", "12μ"), ("-10^6", "-10^6", "106"),
                                                 ("σ²d/n", "σ²d/n", "σ2d"), ("B/(G√T)", "η=B/(G√T)", "η=BG")])
def test_results_show_true_formulas(search, typed, shown, wrong):
    _, type_in = search()
    text = " ".join(type_in(typed).all_inner_texts())
    assert shown in text and wrong not in text


def test_nothing_is_loaded_before_a_reader_searches(search):
    view, type_in = search("chapters/regret.html")
    assert [url for url in view.asked if re.search(r"search(index|tools)|language_data|/search/", url)] == []
    type_in("regret")
    assert {url.split("/search/")[1] for url in view.asked if "/search/" in url} == {"minisearch.js", "statements.js"}
    assert not any((SITE / name).exists() for name in ("searchindex.js", "_static/searchtools.js", "_static/language_data.js"))


def test_the_keyboard_chooses_a_result_and_goes_there(search):
    view, type_in = search("chapters/regret.html")
    options, field = type_in("percepton"), view.locator("#pst-search-dialog input[name=q]")
    expect(field).to_have_attribute("aria-expanded", "true")
    for key, place in (("ArrowDown", 0), ("ArrowDown", 1), ("ArrowUp", 0), ("ArrowUp", options.count() - 1), ("ArrowDown", 0)):
        view.keyboard.press(key)
        expect(options.nth(place)).to_have_attribute("aria-selected", "true")
        expect(field).to_have_attribute("aria-activedescendant", options.nth(place).get_attribute("id"))
    view.keyboard.press("Enter")
    view.wait_for_url("**/perceptron_winnow.html#perceptron-algorithm")


def test_escape_closes_the_dialog_and_a_result_on_the_same_page_too(search):
    view, type_in = search("chapters/perceptron_winnow.html")
    type_in("percepton")
    view.keyboard.press("Escape")
    expect(view.locator("#pst-search-dialog")).to_be_hidden()
    type_in("percepton").first.click()
    expect(view.locator("#pst-search-dialog")).to_be_hidden()
    assert view.url.endswith("#perceptron-algorithm")


def test_nothing_found_is_said(search):
    view, type_in = search()
    assert type_in("zzyzx").count() == 0
    expect(view.locator("#pst-search-dialog [role=status]")).to_have_text("No results for “zzyzx”.")


@pytest.mark.gate
def test_a_list_that_is_missing_is_said(search):
    view, _ = search(answer=lambda route: route.abort())
    view.keyboard.press("Control+k")
    view.keyboard.type("regret")
    expect(view.locator("#pst-search-dialog [role=status]")).to_have_text(
        "The search could not be loaded: statements.js is missing.")


@pytest.mark.parametrize("size, dark", [(DESKTOP, False), (PHONE, True)])
def test_results_keep_no_reader_out(search, size, dark):
    view, type_in = search("chapters/regret.html", size, dark)
    type_in("kernel")
    view.keyboard.press("ArrowDown")
    view.evaluate(AXE_SCRIPT)
    found = view.evaluate(
        "async () => (await axe.run('#pst-search-dialog')).violations.map(one => `${one.id}: ${one.nodes[0].html}`)")
    assert found == []
    assert view.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_page_of_results_lists_them_as_links(search):
    view, _ = search("search.html?q=3.8")
    expect(view.locator(".bd-search-container .otb-found-head").first).to_contain_text("Theorem 3.8")
    assert view.locator(".bd-search-container [role=option]").count() == 0
    assert view.errors == []


def test_minisearch_is_the_published_one():
    digest = hashlib.sha256((ROOT / "book" / "extensions" / "minisearch" / "index.js").read_bytes()).hexdigest()
    assert digest == "03c27931eb603af1d3358579e9885eafdb6a2f5fa9929557b3e77d7e99d06d03"     # dist/umd/index.js of minisearch 7.2.0
    assert "Permission is hereby granted, free of charge" in (ROOT / "book" / "extensions" / "minisearch" / "LICENSE.txt").read_text("utf8")
