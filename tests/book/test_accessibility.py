"""The book for readers who hear it, enlarge it or have no mouse; and proof that the look for barriers finds them."""

import html
import re

import pytest
from accessibility import VIEWS, barriers, keyboard_walk
from browser import DESKTOP, OVERFLOW, PHONE, SETTLE, pages_of, pages_of_today, profile
from playwright.sync_api import expect

CHAPTER = "chapters/regret_leader.html"
FOCUS = "() => document.activeElement"
PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
NIGHT = "<style>@media (prefers-color-scheme: dark) { body { background: #111; color: #eee } .dim { color: #333 } }</style>"
CLEAN = f"""{NIGHT}<h1>A clean page</h1><p>It says <button>Next</button> and shows <img src="{PIXEL}" alt="a pixel">.</p>
<div style="overflow: auto" tabindex="0" role="group" aria-label="A plank"><p style="width: 900px">scrolls</p></div>"""

DEFECTS = {  # name of the page: rule, views, culprit, what to add to the clean page
    "image": ("image-alt", ["desktop", "phone"], '<img src="data:', f'<img src="{PIXEL}">'),
    "folded": ("image-alt", ["desktop", "phone"], '<img src="data:',
               f'<details><summary>Proof</summary><img src="{PIXEL}"></details>'),
    "dim": ("color-contrast", ["dark desktop", "dark phone"], '<p class="dim">', '<p class="dim">Read me in the dark</p>'),
    "token": ("color-contrast", ["dark desktop", "dark phone"], '<span class="dim">',
              '<pre><span>x</span> = <span>1</span> <span class="dim"># Read me in the dark</span></pre>'),
    "faint": ("color-contrast", list(VIEWS), '<p style="color: #888', '<p style="color: #888; background: #999">Read me</p>'),
    "control": ("label", ["desktop", "phone"], '<input name="word">', '<input name="word">'),
    "mismatch": ("label-content-name-mismatch", ["desktop", "phone"], '<button aria-label="Find">',
                 '<button aria-label="Find">Search the book</button>'),
    "plank": ("scrollable-region-focusable", ["phone"], '<div id="plank"',
              f'<div id="plank" style="overflow: auto"><pre>too wide for a phone, {"but not for a desk, " * 4}</pre></div>'),
    "landmark": ("landmark-unique", ["desktop", "phone"], '<nav id="first">',
                 '<nav id="first">one</nav><nav>two</nav>'),
    "formula": ("link-name", ["desktop", "phone"], '<a href="clean.html">',
                '<a href="clean.html"><math aria-hidden="true"><mi>x</mi></math></a>'),
}


@pytest.fixture
def visit(browser, site, request):
    """A function that opens a page of the built book in a window of some size."""
    def visit(name, size=DESKTOP, added=""):
        context = profile(browser, size=size)
        request.addfinalizer(context.close)
        page = context.new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        if added:
            body = (site / name).read_text("utf8").replace("</article>", f"{added}</article>")
            page.route(f"**/{name}", lambda route: route.fulfill(body=body, content_type="text/html"))
        page.goto((site / name).as_uri())
        page.evaluate(SETTLE)
        return page
    return visit


@pytest.fixture(scope="module")
def found(browser, tmp_path_factory):
    """What is found on a small site with a page for each defect."""
    site = tmp_path_factory.mktemp("site")
    for name, body in {"clean": "", **{name: defect[-1] for name, defect in DEFECTS.items()}}.items():
        (site / f"{name}.html").write_text(
            f"<!DOCTYPE html><html lang='en'><title>A page</title><body><main>{CLEAN}{body}</main></body></html>", "utf8")
    return barriers(browser, site)


@pytest.mark.gate
@pytest.mark.parametrize("name", DEFECTS)
def test_barrier_is_reported_with_its_culprit_and_views(found, name):
    rule, views, culprit, _ = DEFECTS[name]
    here = [barrier for barrier in found if barrier.page == f"{name}.html"]
    assert [(barrier.rule, list(barrier.views)) for barrier in here] == [(rule, views)], here
    assert here[0].culprit.startswith(culprit)


def test_page_without_barrier_is_silent(found):
    assert [barrier for barrier in found if barrier.page == "clean.html"] == []


@pytest.mark.gate
def test_nothing_to_examine_is_an_error(browser, tmp_path):
    with pytest.raises(ValueError, match="no HTML page"):
        barriers(browser, tmp_path)


@pytest.mark.gate
@pytest.mark.parametrize("body, wrong", [
    ('<a href="#x" tabindex="-1">skipped</a>', "not reached by Tab"),
    ('<button style="outline: none">plain</button>', "does not show that it has the focus"),
    ('<button><i></i></button>', "has no name"),
])
def test_walk_finds_what_a_keyboard_misses(browser, tmp_path, body, wrong):
    (tmp_path / "page.html").write_text(f"<!DOCTYPE html><a href='#y'>first</a>{body}<a href='#z'>last</a>", "utf8")
    with profile(browser) as context:
        page = context.new_page()
        page.goto((tmp_path / "page.html").as_uri())
        problems = keyboard_walk(page)
    assert len(problems) == 1 and wrong in problems[0], problems


def test_no_page_of_today_has_a_barrier(browser, site):
    found = barriers(browser, site, pages_of_today(site))
    assert not found, "\n" + "\n".join(str(barrier) for barrier in found)


def test_pages_say_their_language_and_have_titles_of_their_own(site):
    pages = {name: (site / name).read_text("utf8") for name in pages_of(site)}
    titles = {name: html.unescape(re.search("<title>(.*?)</title>", text, re.DOTALL)[1]) for name, text in pages.items()}
    assert len(set(titles.values())) == len(titles)
    assert [name for name, title in titles.items() if re.search(r"[\\$]", title)] == []
    assert [name for name, text in pages.items() if '<html lang="en"' not in text] == []


@pytest.mark.parametrize("name", ["index.html", "pages/ledger.html", "search.html"])
def test_keyboard_reaches_all(visit, name):
    assert keyboard_walk(visit(name)) == []


def test_skip_link_leads_past_the_contents(visit):
    page = visit("index.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to main content"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_search_by_keyboard(visit):
    page = visit(CHAPTER)
    page.keyboard.press("Control+k")
    expect(page.locator("#pst-search-dialog input[name=q]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#pst-search-dialog")).to_be_hidden()
    page.locator(".search-button__button:visible").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.type("exponentiated")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html*")
    page.wait_for_selector(".bd-search-container .otb-found-said:not(:empty)")
    result = page.locator(".bd-search-container .otb-found a").first
    place = result.evaluate("link => link.pathname")
    result.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{place}*")
    assert place.endswith(".html") and not place.endswith("search.html")


@pytest.mark.parametrize("kind", ["details.otb-card", "details.hide"])
def test_fold_opens_and_closes_by_keyboard(visit, kind):
    page = visit(CHAPTER)
    fold = page.locator(kind).first
    fold.locator("> summary").focus()
    for is_open in (True, False):
        page.keyboard.press("Enter")
        assert fold.evaluate("fold => fold.open") is is_open


def test_theme_switch_keeps_the_focus(visit):
    page = visit("index.html")
    switch = page.locator(".theme-switch-button:visible").first
    switch.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    expect(switch).to_be_focused()


@pytest.mark.parametrize("side, name", [("primary", "index.html"), ("secondary", CHAPTER)])
def test_sidebar_of_a_phone_opens_closes_and_gives_the_focus_back(visit, side, name):
    page = visit(name, PHONE)
    toggle, sidebar = page.locator(f".{side}-toggle:visible").first, page.locator(f"#pst-{side}-sidebar-modal")
    toggle.focus()
    page.keyboard.press("Enter")
    expect(sidebar).to_be_visible()
    assert sidebar.evaluate("box => box.contains(document.activeElement)")
    page.keyboard.press("Escape")
    expect(sidebar).to_be_hidden()
    expect(toggle).to_be_focused()
    assert page.errors == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_margin_note_on_a_page_without_sections(visit, size):
    page = visit("pages/genindex.html", size, added="<aside class='margin sidebar'><p>A note in the margin.</p></aside><p>Text.</p>")
    page.wait_for_timeout(300)
    note, text = (page.locator(f"article {what}").first.bounding_box() for what in ("aside", "aside + p"))
    assert page.errors == []
    if size == PHONE:
        assert note["width"] == text["width"] and note["y"] + note["height"] <= text["y"]
    else:
        assert note["x"] >= text["x"] + text["width"]


def test_reader_who_wants_no_motion_gets_none(visit):
    page = visit(CHAPTER)
    page.emulate_media(reduced_motion="reduce")
    moving = """() => [...document.querySelectorAll('*')].map(element => getComputedStyle(element)).filter(style =>
        style.scrollBehavior === 'smooth' || style.transitionProperty !== 'none' || parseFloat(style.animationDuration) > 0.001
    ).length"""
    assert page.evaluate(moving) == 0


@pytest.mark.parametrize("name", ["index.html", "pages/ledger.html", "pages/notation.html", CHAPTER])
def test_twice_as_large_nothing_is_lost(visit, name):
    assert visit(name, {"width": 640, "height": 450}).evaluate(OVERFLOW) == []
