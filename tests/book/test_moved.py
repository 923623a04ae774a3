"""An address that was given to a reader once leads to its page for ever."""

import sys
from types import SimpleNamespace

import pytest
import yaml
from browser import chromium, pages_of
from pages import ROOT
from sphinx.errors import ConfigError

sys.path.insert(0, str(ROOT / "book" / "extensions"))
import otb_site  # noqa: E402

SITE = ROOT / "_build" / "html"
MOVED = yaml.safe_load((ROOT / "_config.yml").read_text("utf8"))["sphinx"]["config"]["otb_moved"]
LINK = "/ledger.html?a=b#statements"


@pytest.fixture(scope="module")
def pages():
    """The addresses of the pages of the built site."""
    if not (SITE / "index.html").exists():
        pytest.fail(f"There is no built book in {SITE}: run the book build first.", pytrace=False)
    return set(pages_of(SITE))


def test_an_old_address_leads_to_a_page_and_is_none_itself(pages):
    assert len(MOVED) == 11 and {f"{new}.html" for new in MOVED.values()} <= pages
    assert not {f"{old}.html" for old in MOVED} & pages
    for old, new in MOVED.items():
        text = (SITE / f"{old}.html").read_text("utf8")
        assert f'<a href="{new}.html">' in text and f'content="0; url={new}.html"' in text and len(text) < 1000


def test_nothing_in_the_book_leads_to_an_old_address(pages):
    said = {name: (SITE / name).read_text("utf8") for name in pages} | {"the search": (SITE / "search/statements.js").read_text("utf8")}
    assert [(name, old) for name, text in said.items() for old in MOVED
            if any(f'"{up}{old}.html{end}' in text for up in ("", "../") for end in '"#' if not (up == "" and name.startswith("pages/")))] == []


@pytest.mark.parametrize("javascript, arrives", [(True, LINK), (False, "/ledger.html")])
def test_the_browser_goes_on_to_the_very_place(pages, javascript, arrives):
    with chromium() as browser, browser.new_context(java_script_enabled=javascript) as context:
        page = context.new_page()
        page.goto(SITE.as_uri() + LINK, wait_until="commit")
        page.wait_for_url(f"{SITE.as_uri()}/pages{arrives}")
        page.wait_for_load_state()
        assert page.title().startswith("The ledger")


def book(folder, base, names):
    """Return what the extension asks of Sphinx."""
    builder = SimpleNamespace(name="html", get_relative_uri=lambda old, new: f"{new}.html", get_target_uri=lambda new: f"{new}.html")
    env = SimpleNamespace(found_docs=names, titles={"b/new": SimpleNamespace(astext=lambda: "This & that")})
    return SimpleNamespace(outdir=folder, builder=builder, env=env, config=SimpleNamespace(otb_moved={"old": "b/new"}, html_baseurl=base))


@pytest.mark.parametrize("base, canonical", [("https://ada.github.io/otb/", "https://ada.github.io/otb/b/new.html"), ("", "b/new.html")])
def test_the_new_address_is_told_to_those_who_list_pages(tmp_path, base, canonical):
    otb_site.publish_moved(book(tmp_path, base, {"b/new"}), None)
    text = (tmp_path / "old.html").read_text("utf8")
    assert f'<link rel="canonical" href="{canonical}">' in text and '<a href="b/new.html">This &amp; that</a>' in text


@pytest.mark.gate
def test_a_page_at_the_old_address_of_another_stops_the_build(tmp_path):
    app = book(tmp_path, "", {"b/new", "old"})
    with pytest.raises(ConfigError, match="there is a page old again"):
        otb_site.check_moved(app, app.env)
    otb_site.publish_moved(book(tmp_path, "", {"other"}), None)
    assert not list(tmp_path.iterdir())
