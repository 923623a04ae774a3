"""The maps: derived a second time from the chapters' own text, and looked at and used as a reader does."""

import json
import posixpath
import re
from collections import Counter
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path

import pytest
from browser import DESKTOP, PHONE, chromium, profile

ROOT = Path(__file__).parents[2]
SITE = ROOT / "_build" / "html"
REFERENCE = r"\{prf:ref\}`(?:[^`<]*<)?([\w-]+)>?`"
OPENING = re.compile(rf"\s*\*[^*]*{REFERENCE}[^*]*\*")


@pytest.fixture(scope="module")
def statements():
    """The dependencies that the built book publishes, under the labels of the statements."""
    if not (SITE / "dependencies.json").exists():
        pytest.fail(f"There is no built book in {SITE}: run the book build first.", pytrace=False)
    return {one["id"]: one for one in json.loads((SITE / "dependencies.json").read_text("utf8"))["statements"]}


@pytest.fixture(scope="module")
def tab():
    """One tab that all tests of this file share."""
    with chromium() as browser, profile(browser) as context:
        page = context.new_page()
        page.set_default_timeout(10000)
        yield page


def visit(tab, name, size=DESKTOP):
    tab.set_viewport_size(size)
    tab.goto(f"{SITE.as_uri()}/{name}", wait_until="domcontentloaded")
    tab.evaluate("document.fonts.ready")
    return tab


def read_from_the_chapters():
    """Return what each box and each proof refers to, read line by line from the sources."""
    box, proof = {}, {}
    for path in sorted((ROOT / "chapters").glob("*.md")):
        label = None
        blocks = re.findall(r"^(`{3,})\{prf:(\w+)\}.*?\n(.*?)^\1 *$", path.read_text("utf8"), re.DOTALL | re.MULTILINE)
        for _, kind, text in blocks:
            references = re.findall(REFERENCE, text)
            if kind == "proof":
                opening = OPENING.match(text)
                proof.setdefault(opening[1] if opening else label, set()).update(references[1:] if opening else references)
            else:
                label = re.search(r"^:label: (\S+)", text, re.MULTILINE)[1]
                box.setdefault(label, set()).update(set(references) - {label})
    return box, proof


def test_the_dependencies_are_those_of_the_text(statements):
    box, proof = read_from_the_chapters()
    assert box.keys() == statements.keys() and len(box) > 190
    for label, one in statements.items():
        assert set(one["stated_with"]) == box[label] & statements.keys(), label
        assert set(one["proved_with"]) == proof.get(label, set()) & statements.keys(), label
    assert "kernel-perceptron-equivalence" in statements["kernel-perceptron"]["proved_with"]
    assert statements.keys() == {claim["id"] for claim in json.loads((SITE / "ledger.json").read_text("utf8"))["claims"]}


def test_no_proof_goes_round_in_a_circle(statements):
    """Take away, again and again, the statements whose proofs use none that is left."""
    left = {label: set(one["proved_with"]) for label, one in statements.items()}
    while ready := [label for label, used in left.items() if not used & left.keys()]:
        for label in ready:
            del left[label]
    assert not left


class Drawing(HTMLParser):
    """Collects the links and the curves of the maps on a page."""

    def __init__(self, page):
        super().__init__()
        self.signs, self.curves, self.drawn, self.folder = {}, [], False, posixpath.dirname(page)
        self.feed((SITE / page).read_text("utf8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.drawn = tag == "svg" or self.drawn
        if self.drawn and tag == "a" and "data-label" in found:
            self.signs[found["data-label"]] = posixpath.normpath(posixpath.join(self.folder, found["href"]))
        if self.drawn and tag == "path" and "data-from" in found:
            self.curves.append((found["data-from"], found["data-to"], found["class"]))

    def handle_endtag(self, tag):
        self.drawn = self.drawn and tag != "svg"


def test_the_map_shows_every_statement_and_every_dependency(statements):
    drawing = Drawing("pages/map.html")
    assert drawing.signs == {label: one["href"] for label, one in statements.items()}
    expected = [(label, used, "otb-proof" if used in one["proved_with"] else "otb-box")
                for label, one in statements.items() for used in {*one["proved_with"], *one["stated_with"]}]
    assert sorted(drawing.curves) == sorted(expected * 2)       # once in each layout


def test_the_chapter_map_counts_the_dependencies(statements, tab):
    drawing = Drawing("index.html")
    between = Counter((one["chapter"], statements[used]["chapter"]) for one in statements.values()
                      for used in {*one["proved_with"], *one["stated_with"]} if statements[used]["chapter"] != one["chapter"])
    assert sorted((f.split("/")[-1], t.split("/")[-1]) for f, t, _ in drawing.curves) == sorted(between)
    assert len(drawing.signs) == len({one["chapter"] for one in statements.values()}) and all((SITE / href).exists() for href in drawing.signs.values())
    words = visit(tab, "index.html").locator(".otb-landing-map li").evaluate_all("items => items.map(item => item.textContent)")
    assert sum(int(count) for line in words for count in re.findall(r"\((\d+)\)", line)) == sum(between.values())


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.parametrize("name", ["pages/map.html", "index.html"])
def test_nothing_on_a_map_overlaps(tab, name, size):
    page = visit(tab, name, size)
    boxes = page.evaluate("""[...document.querySelectorAll('svg.otb-map :is(text, .otb-sign)')]
        .filter(one => one.checkVisibility()).map(one => {
        const box = one.getBoundingClientRect();
        return [one.textContent || one.closest('a').dataset.label, box.left, box.top, box.right, box.bottom]; })""")
    assert len(boxes) > 20
    touching = [(a[0], b[0]) for a, b in combinations(boxes, 2)
                if min(a[3], b[3]) - max(a[1], b[1]) > 0.5 and min(a[4], b[4]) - max(a[2], b[2]) > 0.5]
    assert not touching
    assert [box[0] for box in boxes if box[1] < 0 or box[3] > size["width"]] == []
    assert page.evaluate("document.scrollingElement.scrollWidth") <= size["width"]


def reach(statements, label, needs):
    """Return what is reached from a statement by following what it needs, or what needs it, to the end."""
    reached, last = set(), {label}
    while last:
        last = {used for used in statements for one in last
                if (used in rests(statements[one]) if needs else one in rests(statements[used]))} - reached
        reached |= last
    return reached


def rests(one):
    return {*one["stated_with"], *one["proved_with"]}


@pytest.mark.parametrize("act", ["focus", "hover"])
def test_a_sign_lights_up_what_it_needs_and_what_needs_it(tab, statements, act):
    page = visit(tab, "pages/map.html")
    lit = "name => [...document.querySelectorAll(`a.${name}`)].map(sign => sign.dataset.label)"
    for label in ("otb-high-prob", "perceptron-mistake-bound"):
        sign = page.locator(f'.otb-statement-map a[data-label="{label}"]:visible')
        sign.focus() if act == "focus" else sign.hover()
        assert page.evaluate(lit, "otb-here") == [label]
        assert set(page.evaluate(lit, "otb-needs")) == reach(statements, label, needs=True) != set()
        assert set(page.evaluate(lit, "otb-needed")) == reach(statements, label, needs=False) != set()
        told = page.locator(".otb-map-words a").evaluate_all("links => links.map(link => link.hash.slice(1))")
        assert told[0] == label and set(told[1:]) == rests(statements[label]) | {
            other for other, one in statements.items() if label in rests(one)}


def test_the_focus_on_a_sign_can_be_seen_and_leads_to_the_statement(tab, statements):
    page = visit(tab, "pages/map.html")
    page.locator('.otb-statement-map a[data-label="gd-telescoping"]:visible').focus()
    page.keyboard.press("Tab")
    here = page.evaluate("document.activeElement.dataset.label")
    assert here == list(statements)[list(statements).index("gd-telescoping") + 1]
    assert page.evaluate("getComputedStyle(document.activeElement.querySelector('.otb-disc')).strokeWidth") == "2px"
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{statements[here]['href']}")


def test_without_javascript_the_same_stands_in_words(tab, statements):
    with tab.context.browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{SITE.as_uri()}/pages/map.html", wait_until="domcontentloaded")
        assert page.locator("svg.otb-map a[data-label]:visible").count() == len(statements)
        page.get_by_text("3 Gradient descent", exact=True).last.click()
        words = page.locator("#map-gd-regret").inner_text()
        refers, = (line for line in words.splitlines() if line.startswith("Its statement refers to: "))
        assert "Definition 3.2 " in refers and refers.endswith("Algorithm 3.4 Projected subgradient descent")
        assert "Its proof uses: Definition 3.2" in words and "Lemma 3.7" in words and "Used by: " in words


def test_the_first_screen_says_what_the_book_is_and_how_the_ledger_stands(tab):
    page = visit(tab, "index.html")
    inside = page.locator(".otb-landing").bounding_box()
    assert inside["y"] + inside["height"] <= DESKTOP["height"]
    assert page.locator(".otb-doors a").all_inner_texts() == ["Read", "Run", "Teach"]
    claims = json.loads((SITE / "ledger.json").read_text("utf8"))["claims"]
    checks = [check for claim in claims for check in claim["checks"]]
    numbers = [len(claims), len(checks), sum(len(claim["needs_shown"]) for claim in claims),
               sum(check["verb"] == "refutes_source" for check in checks)]
    assert page.locator(".otb-number").all_inner_texts() == [str(number) for number in numbers]
    assert f"{len(claims)} confirmed" in page.locator(".otb-state").inner_text()
    drawn = visit(tab, "index.html", PHONE).locator(".otb-chapter-map").bounding_box()
    assert drawn["height"] <= PHONE["height"]
