"""Pages can be found and cited: anchors that stay, a citation at the foot of each page, a card for other sites."""

import json
import re
import sys
import tomllib
from pathlib import Path

import browser
import pytest
import yaml
from books import HEAD, ROOT, build, write
from PIL import Image
from pybtex import format_from_string
from pybtex.database import parse_string

sys.path.insert(0, str(ROOT / "book" / "extensions"))
from otb_plain import plain_tex                                   # noqa: E402

ANCHORS = Path(__file__).parents[1] / "anchors.txt"
PAGE = HEAD.split("kernelspec")[0] + "---\n" + r"""
# Bounds for $\frac12\norm{x_1}^2$ & others

The loss is at most $\frac{B}{\sqrt{T}}$, and
*never* more than $\norm x^2$.

A second paragraph.

$$x^2\le|x|$$ (eq-squares)

\begin{align*} a&=b \end{align*}

(ex-old-name)=
```{exercise}
:label: ex-squares
Square it, by {eq}`eq-squares`.
```

```{exercise}
Without a label.
```
"""
SIGN = re.compile(r'<a class="headerlink" href="#([^"]*)" title="Link to this (?:statement|exercise|equation)"')


def anchors_of(site):
    """Return the anchors of a site that promise to stay: those of labelled statements, exercises and equations."""
    return sorted(f"{page}#{label}" for page in browser.pages_of(site)
                  for label in SIGN.findall((site / page).read_text("utf8")))


def lost(site, promised):
    """Return the promised anchors that a link no longer finds."""
    def found(anchor):
        page, _, label = anchor.partition("#")
        return (site / page).exists() and label in browser.anchors(site / page)

    return [anchor for anchor in promised if not found(anchor)]


def explain(gone):
    """Say what to do about anchors that are gone."""
    return ("These anchors were promised and are gone:\n" + "\n".join(gone) + "\nLinks from outside lead to them. If a "
            "statement has a new label, keep the old one as a target on the line above its box: (old-label)=\n"
            "If it moved to another page, leave such a target where it stood, above a sentence that links to it.")


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    """The same small book, built where its address is known and where it is not."""
    built = {}
    for name in ("ada/otb", ""):
        folder = tmp_path_factory.mktemp("book")
        write(folder, PAGE)
        done = build(folder, GITHUB_REPOSITORY=name)
        assert done.status == 0, done.output
        built[name] = folder / "_build" / "html"
    return built


def tags(site, page="chapters/squares.html"):
    """Return the tags for other sites on a page."""
    return dict(re.findall(r'<meta (?:property|name)="(og:[^"]*|twitter:[^"]*|description)" content="([^"]*)"',
                           (site / page).read_text("utf8")))


def copied(site, page="chapters/squares.html"):
    """Open the fold of a page and copy both citations, with the keyboard alone."""
    with browser.chromium() as chromium, browser.profile(chromium) as context:
        view, texts = context.new_page(), []
        view.goto((site / page).as_uri())
        view.focus("details.otb-cite > summary")
        view.keyboard.press("Enter")
        for place in (1, 2):
            view.focus("details.otb-cite > summary")
            for _ in range(place):
                view.keyboard.press("Tab")
            assert view.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
            view.keyboard.press("Enter")
            view.evaluate("document.body.append(document.createElement('textarea'))")
            view.locator("textarea").last.focus()
            view.keyboard.press("Control+V")
            texts.append(view.locator("textarea").last.input_value())
        return texts


def test_a_page_ends_with_citations_that_the_keyboard_copies(sites):
    spoken, coded = copied(sites["ada/otb"])
    address = "https://ada.github.io/otb/chapters/squares.html"
    assert spoken.strip() == (
        "The authors of Online to Batch (2026). Bounds for (1/2)‖x_1‖² & others. In: Online to Batch: lecture notes in which "
        f"every theorem is put on trial. Version 0.1.0, 21 November 2026. {address}")
    entry = parse_string(coded, "bibtex").entries["online-to-batch-squares"]
    assert entry.type == "incollection" and entry.fields["url"] == address
    assert entry.fields["title"] == r"{Bounds for $\frac12\norm{x_1}^2$ \& others}"
    assert "In Online to Batch" in format_from_string(coded, "plain", output_backend="plaintext")


def test_without_an_address_the_citation_has_none(sites):
    page = (sites[""] / "chapters" / "squares.html").read_text("utf8")
    fold = page[page.index('<details class="otb-cite">'):]
    assert "http" not in fold[:fold.index("</details>")]


def test_the_first_page_cites_the_whole_book(sites):
    fold = (sites["ada/otb"] / "index.html").read_text("utf8").split('<details class="otb-cite">')[1]
    assert "@misc" in fold and "In: " not in fold


def test_pages_that_are_no_pages_of_the_book_have_no_citation(sites):
    assert 'class="otb-cite"' not in (sites["ada/otb"] / "search.html").read_text("utf8")


@pytest.mark.parametrize("formula, text", [
    (r"\frac{k\ln n+\ln(1/\delta)}{n-k}", "(k ln n+ln(1/δ))/(n-k)"), (r"e^{-2\epsilon^2/(Tc^2)}", "e^(-2ε²/(Tc²))"),
    (r"\sqrt{\frac T2\ln N}", "√((T/2) ln N)"), (r"\inner w{x_i}\ge1", "⟨w,x_i⟩≥1"), (r"\binom{d+r}r", "(d+r choose r)"),
    (r"\{a,b\}", "{a,b}"), (r"c/\sqrt T", "c/√T"), (r"\frac{B}{\sqrt{T}}", "B/√T"), (r"\R^d", "ℝ^d"),
    (r"\tfrac12np", "(1/2)np"), (r"\frac1{2n}", "1/(2n)"), (r"a\frac bc", "a(b/c)"), (r"\frac{a+1}b,", "(a+1)/b,"),
    (r"2\ln\tfrac2{1+\beta}", "2 ln(2/(1+β))"), (r"\widehat R_S\ne0", "R̂_S≠0"), (r"\max_p\,p\,F", "max_p p F"),
    (r"\sum_{t=1}^TV_t", "∑_(t=1)^T V_t"), (r"\operatorname{tr}H", "tr H"), (r"\sqrt[4]{2}G", "2^(1/4)G")])
def test_formulas_are_written_as_text(formula, text):
    macros = yaml.safe_load((ROOT / "_config.yml").read_text("utf8"))["sphinx"]["config"]["mathjax3_config"]["tex"]["macros"]
    assert plain_tex(macros)(formula) == text


@pytest.mark.gate
def test_a_formula_that_would_lose_a_part_is_refused():
    with pytest.raises(ValueError, match=r"the formula has the command \\unheard; expected one that can be written as text"):
        plain_tex({})(r"a\unheard b")


@pytest.mark.gate
@pytest.mark.parametrize("before, after, words", [
    ("version: 0.1.0\n", "", "CITATION.cff: version is None; expected a str"),
    ("2026-11-21", "soon", "CITATION.cff: date-released is 'soon'; expected a date")])
def test_a_citation_file_that_lacks_something_stops_the_build(tmp_path, before, after, words):
    write(tmp_path, PAGE)
    file = tmp_path / "CITATION.cff"
    text = file.read_text("utf8")
    assert text.count(before) == 1
    file.write_text(text.replace(before, after), "utf8")
    built = build(tmp_path)
    assert built.status != 0 and words in built.output, built.output


def test_the_citation_file_and_the_package_agree_on_the_version():
    package = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]["version"]
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text("utf8"))["version"] == package


def test_other_sites_see_title_description_and_card(sites):
    found, start = tags(sites["ada/otb"]), "https://ada.github.io/otb/"
    assert found["og:title"] == "Bounds for (1/2)‖x_1‖² &amp; others"
    assert found["description"] == found["og:description"] == "The loss is at most B/√T, and never more than ‖x‖²."
    assert found["og:url"] == start + "chapters/squares.html"
    page = (sites["ada/otb"] / "chapters" / "squares.html").read_text("utf8")
    assert f'<link rel="canonical" href="{found["og:url"]}" />' in page
    card = sites["ada/otb"] / found["og:image"].removeprefix(start)
    assert Image.open(card).size == (int(found["og:image:width"]), int(found["og:image:height"])) == (1200, 630)
    assert card.stat().st_size < 60_000


def test_without_an_address_there_is_no_card(sites):
    assert set(tags(sites[""])) == {"og:type", "og:site_name", "og:title", "og:description", "description", "twitter:card"}
    assert not (sites[""] / "_images" / "cards").exists()


def test_labelled_boxes_and_equations_have_a_sign_with_a_name_and_others_none(sites):
    assert anchors_of(sites["ada/otb"]) == ["chapters/squares.html#equation-eq-squares", "chapters/squares.html#ex-squares"]
    page = (sites["ada/otb"] / "chapters" / "squares.html").read_text("utf8")
    signs = re.findall('<a class="headerlink"[^>]*>', page)
    assert len(signs) == 3 and all(re.search('aria-label="Link to this (heading|exercise|equation)"', sign) for sign in signs)


def test_the_sign_appears_when_the_keyboard_reaches_it(sites):
    with browser.chromium() as chromium, browser.profile(chromium) as context:
        view = context.new_page()
        view.goto((sites["ada/otb"] / "chapters" / "squares.html").as_uri())
        sign = view.get_by_role("link", name="Link to this exercise")
        assert sign.evaluate("sign => getComputedStyle(sign).opacity") == "0"
        for _ in range(60):
            view.keyboard.press("Tab")
            if sign.evaluate("sign => sign === document.activeElement"):
                break
        assert sign.evaluate("sign => getComputedStyle(sign).opacity") == "1"


@pytest.mark.gate
def test_an_anchor_that_disappears_is_noticed_and_an_alias_keeps_it(sites):
    page = "chapters/squares.html"
    assert lost(sites[""], [f"{page}#ex-squares", f"{page}#ex-old-name"]) == []
    gone = lost(sites[""], [f"{page}#ex-cubes", "chapters/cubes.html#x"])
    assert gone == [f"{page}#ex-cubes", "chapters/cubes.html#x"]
    assert "keep the old one as a target" in explain(gone)


def test_no_permanent_anchor_of_the_book_is_lost(site):
    gone = lost(site, ANCHORS.read_text("utf8").split())
    assert not gone, explain(gone)


def test_every_anchor_of_the_book_is_promised(site):
    promised = ANCHORS.read_text("utf8").split()
    assert promised == sorted(set(promised)), f"{ANCHORS} is not in order"
    new = sorted(set(anchors_of(site)) - set(promised))
    assert not new, f"Promise these by adding them to {ANCHORS}, which is kept sorted:\n" + "\n".join(new)


def test_every_statement_of_the_ledger_has_its_sign(site):
    statements = {claim["href"] for claim in json.loads((site / "ledger.json").read_text("utf8"))["claims"]}
    assert len(statements) > 200 and statements <= set(anchors_of(site))
