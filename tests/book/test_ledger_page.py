"""The ledger and the errata as a reader uses them: sorted, filtered, opened, by keyboard, and without JavaScript."""

import json
import re
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from browser import DESKTOP, PHONE, profile

ROOT = Path(__file__).parents[2]
SITE = ROOT / "_build" / "html"
sys.path.insert(0, str(ROOT / "book" / "extensions"))

from otb_ledger import typeset  # noqa: E402

SLACK = {"1.0000": lambda t: t is not None and f"{t:.4f}" == "1.0000", "0.95 to 1": lambda t: t is not None and round(t, 4) >= 0.95,
         "0.5 to 0.95": lambda t: t is not None and 0.5 <= round(t, 4) < 0.95, "below 0.5": lambda t: t is not None and round(t, 4) < 0.5,
         "none shown": lambda t: t is None}


@pytest.fixture(scope="module")
def book():
    """The ledger of the built book."""
    if not (SITE / "ledger.json").exists():
        pytest.fail(f"There is no built book in {SITE}: run the book build first.", pytrace=False)
    return json.loads((SITE / "ledger.json").read_text("utf8"))


@pytest.fixture(scope="module")
def tab(browser, book):
    """The ledger page in a tab that all tests of this file share."""
    with profile(browser) as context:
        yield open_page(context, "pages/ledger.html")


@pytest.fixture()
def ledger(tab):
    """The shared tab as it was when it was opened."""
    tab.set_viewport_size(DESKTOP)
    tab.goto(f"{SITE.as_uri()}/pages/ledger.html", wait_until="domcontentloaded")
    tab.get_by_role("button", name="Show all").click()
    return tab


def open_page(context, address):
    page = context.new_page()
    page.goto(f"{SITE.as_uri()}/{address}", wait_until="domcontentloaded")
    page.set_default_timeout(10000)
    return page


def labels(page):
    """Return the labels of the rows that are shown, in their order."""
    rows = "[...document.querySelectorAll('table.otb-statements tbody tr')].filter(row => row.checkVisibility())"
    return page.evaluate(rows + ".map(row => row.querySelector('a').hash.slice(1))")


def column(page, i):
    """Return the first line of a column's cells, as shown."""
    return page.evaluate("i => [...document.querySelectorAll('table.otb-ledger tbody tr')].filter(row => row.checkVisibility())"
                         ".map(row => row.cells[i].querySelector('p').textContent.trim())", i)


def order(page):
    """Return what the headers say of the order."""
    return page.locator("table.otb-ledger th").evaluate_all("heads => heads.map(head => head.getAttribute('aria-sort'))")


def sort_by(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def shown(page):
    return page.locator(".otb-shown").inner_text()


def test_without_javascript_the_table_is_whole_and_its_rows_open(browser, book):
    with browser.new_context(java_script_enabled=False, viewport=PHONE) as context:
        page = open_page(context, "pages/ledger.html")
        assert page.locator("table.otb-statements tbody tr:visible").count() == len(book["claims"])
        assert page.locator(":is(.otb-filters, .otb-shown, table.otb-statements button):visible").count() == 0
        fold = page.locator("table.otb-statements tr", has=page.locator('a[href$="#gd-regret"]')).locator("details")
        assert not fold.get_by_text("without (convex)").first.is_visible()
        fold.locator("summary").click()
        assert fold.get_by_text("without (convex)").first.is_visible()
        assert fold.get_by_role("link", name="verdict card").get_attribute("href") == "../chapters/gradient_descent.html#card-gd-regret"


def test_each_breaking_instance_has_a_link_that_leads_to_its_row(book):
    class Rows(HTMLParser):
        """Collects the text of each row that has a name."""

        def __init__(self):
            super().__init__()
            self.texts, self.name = {}, None

        def handle_starttag(self, tag, attributes):
            if tag == "tr":
                self.name = dict(attributes).get("id")

        def handle_data(self, data):
            if self.name:
                self.texts[self.name] = self.texts.get(self.name, "") + data

    rows = {}
    for page in sorted({claim["href"].split("#")[0] for claim in book["claims"]}):
        parser = Rows()
        parser.feed((SITE / page).read_text("utf8"))
        rows[page] = parser.texts
    linked = Counter(re.findall(r'href="\.\./([^"#]*)#(card-[^"]*-needs-[^"]*)"[^>]*>without \(', (SITE / "pages" / "ledger.html").read_text("utf8")))
    expected = {(claim["href"].split("#")[0], claim["id"], check["assumption"], check.get("on", ""))
                for claim in book["claims"] for check in claim["checks"] if check["verb"] == "needs"}
    assert set(linked.values()) == {1}
    found = set()
    for page, name in linked:
        label, assumption = re.fullmatch(r"card-(.*)-needs-(.*?)(?:_\d+)?", name).groups()
        assert f"needs ({assumption})" in rows[page][name]
        found |= {one for one in expected if one[:3] == (page, label, assumption) and printed(one[3]) in rows[page][name]}
    assert found == expected and len(linked) == sum(c["verb"] == "needs" for claim in book["claims"] for c in claim["checks"])


def test_a_link_to_a_breaking_instance_opens_its_card(ledger):
    ledger.locator('td:nth-child(7) a[href="../chapters/gradient_descent.html#card-gd-regret-needs-convex"]').click()
    row = ledger.locator("#card-gd-regret-needs-convex")
    row.wait_for(state="visible")
    assert "needs (convex)" in row.inner_text()


def test_each_heading_sorts_up_then_down_then_as_in_the_book(ledger, book):
    before = [claim["id"] for claim in book["claims"]]
    for i, name in ((0, "Statement"), (1, "Chapter"), (2, "Kind"), (3, "Verdict"), (6, "Breaks without"), (7, "Evidence")):
        assert labels(ledger) == before and set(order(ledger)) == {"none"}
        cells = column(ledger, i)
        unknown, known = ["–"] * cells.count("–"), [cell for cell in cells if cell != "–"]
        collated = ledger.evaluate("cells => cells.sort(new Intl.Collator('en', {numeric: true}).compare)", known)
        sort_by(ledger, name)
        assert column(ledger, i) == collated + unknown
        assert order(ledger) == ["ascending" if j == i else "none" for j in range(8)]
        sort_by(ledger, name)
        assert column(ledger, i) == collated[::-1] + unknown and order(ledger)[i] == "descending"
        sort_by(ledger, name)


def test_tightness_sorts_by_number_with_the_unknown_last(ledger, book):
    sort_by(ledger, "Tightness")
    known = sorted(f"{claim['tightness']:.4f}" for claim in book["claims"] if claim["tightness"] is not None)
    assert [cell for cell in column(ledger, 4) if cell != "–"] == known
    assert column(ledger, 4)[len(known):] == ["–"] * (len(book["claims"]) - len(known))


def test_the_filters_agree_with_the_ledger(ledger, book):
    claims = book["claims"]
    by_chapter = [len([c for c in claims if c["chapter"] == name]) for name in dict.fromkeys(c["chapter"] for c in claims)]
    chapter = ledger.get_by_label("Chapter")
    options = chapter.locator("option").all_inner_texts()[1:]
    assert len(options) == len(by_chapter)
    for option, expected in zip(options, by_chapter):
        chapter.select_option(option)
        assert len(labels(ledger)) == expected and shown(ledger) == f"{expected} of {len(claims)} shown"
    ledger.get_by_role("button", name="Show all").click()
    for method in ("exact", "symbolic", "deterministic", "statistical"):
        ledger.get_by_label("Method").select_option(method)
        assert labels(ledger) == [c["id"] for c in claims if method in {check["method"] for check in c["checks"]}]
    ledger.get_by_role("button", name="Show all").click()
    for name, fits in SLACK.items():
        ledger.get_by_label("Tightness").select_option(name)
        assert labels(ledger) == [c["id"] for c in claims if fits(c["tightness"])]
    ledger.get_by_role("button", name="Show all").click()
    ledger.get_by_label("Verdict").select_option("✓ confirmed")
    assert len(labels(ledger)) == sum({check["verdict"] for check in c["checks"]} == {"confirmed"} for c in claims)


def test_choices_add_up_and_can_be_shared(ledger, browser, book):
    ledger.get_by_label("Chapter").select_option("Gradient descent")
    ledger.get_by_label("Words").fill("REGRET  convex")
    sort_by(ledger, "Tightness")
    chosen, address = labels(ledger), ledger.url
    assert "gd-regret" in chosen and 0 < len(chosen) < 10
    assert shown(ledger) == f"{len(chosen)} of {len(book['claims'])} shown"
    with profile(browser) as elsewhere:
        page = elsewhere.new_page()
        page.goto(address, wait_until="domcontentloaded")
        assert labels(page) == chosen and page.get_by_label("Words").input_value() == "REGRET  convex"
        assert order(page)[4] == "ascending"
        page.evaluate("location.hash = '#words=nothing-is-called-so'")
        page.get_by_text(f"0 of {len(book['claims'])} shown").wait_for()


def test_the_keyboard_reaches_filters_headings_and_rows(ledger, book):
    ledger.get_by_label("Chapter").focus()
    ledger.keyboard.type("Kern")
    assert ledger.get_by_label("Chapter").input_value() == "Kernels"
    for expected in ("Verdict", "Tightness", "Method", "Words"):
        ledger.keyboard.press("Tab")
        assert ledger.evaluate("document.activeElement.labels[0].firstChild.data") == expected
    ledger.keyboard.press("Tab")
    for expected in ("Statement", "Chapter", "Kind", "Verdict", "Tightness", "Notices"):
        ledger.keyboard.press("Tab")
        assert ledger.evaluate("document.activeElement.textContent") == expected
        assert ledger.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    ledger.keyboard.press("Enter")
    assert order(ledger)[5] == "ascending"
    for _ in range(4):
        ledger.keyboard.press("Tab")
    assert ledger.evaluate("document.activeElement.tagName") == "SUMMARY"
    ledger.keyboard.press("Enter")
    assert ledger.locator("table.otb-statements details[open]").count() == 1


def test_nothing_lies_over_the_wide_table(ledger):
    covered = """table => { const box = table.getBoundingClientRect();
        const corner = document.elementFromPoint(box.right - 2, box.top + 5);
        return !table.contains(corner); }"""
    ledger.locator("table.otb-statements").evaluate("table => scrollTo(0, table.getBoundingClientRect().top + scrollY - 60)")
    assert not ledger.locator("table.otb-statements").evaluate(covered)


def test_a_change_of_the_count_is_announced(ledger):
    assert ledger.locator(".otb-shown").get_attribute("aria-live") == "polite"
    assert ledger.locator(".otb-filters").evaluate("form => [...form.elements].every(e => e.labels?.length || e.textContent)")


def test_on_a_phone_rows_stand_as_blocks_and_can_still_be_sorted(ledger):
    ledger.set_viewport_size(PHONE)
    first, second = (ledger.locator("table.otb-statements tbody tr").first.locator("td").nth(i).bounding_box() for i in (0, 1))
    assert second["y"] >= first["y"] + first["height"] - 1
    assert ledger.evaluate("document.scrollingElement.scrollWidth") <= PHONE["width"]
    sort_by(ledger, "Tightness")
    assert order(ledger)[4] == "ascending"


def printed(text):
    """Return a text as the page shows it."""
    return "".join(node.astext() for node in typeset(text))


def test_every_false_printed_form_has_a_row_in_the_errata(browser, book):
    with profile(browser) as context:
        page = open_page(context, "pages/errata.html")
        rows = page.locator("table.otb-errata tbody tr").evaluate_all(
            "rows => rows.map(row => [...row.cells].map(cell => cell.textContent.trim()).concat(row.querySelector('a').hash))")
        expected = [(claim, check) for claim in book["claims"] for check in claim["checks"] if check["verb"] == "refutes_source"]
        assert len(rows) == len(expected) > 40
        for (source, form, why, _, leads), (claim, check) in zip(rows, expected):
            assert source == printed(claim["source"]) and form == printed(check["printed"]) and leads == f"#{claim['id']}"
            assert printed(f"{check['measured']:.6g}; by the printed form at most\u00a0{check['bound']:.6g}") in why
            assert printed(check.get("on", "")) in why
        sort_by(page, "Source")
        assert order(page) == ["ascending", "none", "none", "none"]
        assert sorted(column(page, 0)) == sorted(row[0] for row in rows) and column(page, 0)[0].startswith("Ben-David")


@pytest.mark.parametrize("written, read", [
    ("regret <= B^2/(2 eta) + eta G^2 T/(2 eta)", "regret ≤ B²/(2 η) + η G² T/(2 η)"),
    ("P(B') >= 1.7e-52 for the theorem's m", "P(B′) ≥ 1.7·10⁻⁵² for the theorem’s m"),
    ('"for any w" ||w_1|| != sqrt(T), N = 1e+06', "“for any w” ‖w₁‖ ≠ √T, N = 10⁶"),
    ("R(theta^) - R(theta*) on <w,x> < 0, worst-case", "R(θ\u0302) − R(θ*) on ⟨w,x⟩ < 0, worst-case"),
    ("beta = exp(-eta), the incomplete beta function, sqrt(rho) I", "β = exp(−η), the incomplete beta function, √ρ I"),
    ("P(1/chi^2_2 > s), e^(-x^2/2), 2^16", "P(1/χ²₂ > s), e⁻ˣ²ᐟ², 2¹⁶"),
    ("w**2/2 at -+1/10, 2e+00, u = -sqrt(B)", "w²/2 at ∓1/10, 2, u = −√B"),
    ("(w^2 - 1)**2 and its f** at 0: f**, 3 <= f**", "(w² − 1)² and its f** at 0: f**, 3 ≤ f**"),
    ("beta-carotene, scikit-learn, x_train, alphabet", "β-carotene, scikit-learn, xₜᵣₐᵢₙ, alphabet"),
])
def test_formulas_are_typeset(written, read):
    raised = {**dict(zip("0123456789−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")), "x": "ˣ", "/": "ᐟ"}
    lowered = {**dict(zip("0123456789", "₀₁₂₃₄₅₆₇₈₉")), **dict(zip("train", "ₜᵣₐᵢₙ"))}
    small = {"superscript": raised, "subscript": lowered}
    text = "".join("".join(small.get(node.tagname, {}).get(c, c) for c in node.astext()) for node in typeset(written))
    assert text.replace("\u00a0", " ").replace("\u2060", "") == read
