"""The browser gate goes red: each page of a small site has one defect, and that defect is what is reported."""

import base64
import re
import shutil
import sys
from contextlib import closing

import pytest
from books import ROOT
from browser import inspect, search

sys.path.insert(0, str(ROOT / "book" / "extensions"))
import otb_math  # noqa: E402
from otb_math import Formulas, letters  # noqa: E402

STYLED = '<link rel="stylesheet" href="math.css">'
ERROR = "<math><merror><mtext>Unclosed</mtext></merror></math>"
PIXEL = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
ALT = 'alt="A single pixel of no particular colour"'
WIDE = 2 * "abcdefghijklmnopqrstuvwxyz"

CLEAN = rf"""{STYLED}<h2 id="top-part">A clean page</h2>
<p>It costs $5 or $6 and <tex>x_t^2</tex> and <tex>\left\{{\sum\frac{{a}}{{b}}\right|</tex></p>
<img src="pixel.gif" {ALT}> <img src="pixel.gif" alt="" role="presentation"> <pre>raw \(x\) and $$</pre>
<a href="#top-part">here</a> <a href="#">up</a> <a href="target.html#there">there</a>
<a href="target.html?q=1">again</a> <a href="https://example.org/#x">the web</a> <a href="mailto:a@b">mail</a>
<a href="pixel.gif">file</a>
<p style="overflow: auto"><span style="display: block; width: 900px">scrolls by itself</span></p>"""

DEFECTS = {  # name of the page: kind, culprit, page
    "script": ("external", "script https://example.org/a.js", '<script src="https://example.org/a.js"></script>'),
    "style": ("external", "stylesheet https://example.org/a", '<link rel="stylesheet" href="https://example.org/a">'),
    "picture": ("external", "image http://example.org/a", f'<img src="http://example.org/a" loading="lazy" {ALT}>'),
    "fetch": ("external", "fetch http://example.org/a", "<script>fetch('http://example.org/a').catch(String)</script>"),
    "prefetch": ("external", "https://example.org/a", '<link rel="prefetch" href="https://example.org/a">'),
    "background": ("external", "http://example.org/a", "<p style='background: url(http://example.org/a)'>text</p>"),
    "frame": ("external", "https://example.org/a", '<iframe src="https://example.org/a" loading="lazy"></iframe>'),
    "socket": ("external", "wss://example.org/live", "<script>new WebSocket('wss://example.org/live')</script>"),
    "hint": ("external", "hint https://example.org/", '<link rel="preconnect" href="https://example.org">'),
    "away": ("external", "document https://example.org/", "<script>location = 'https://example.org/'</script>"),
    "logged": ("console", "the plot is gone", "<script>console.error('the plot is gone')</script>"),
    "thrown": ("console", "nothing_here", "<script>nothing_here.classList</script>"),
    "missing-script": ("console", "not_there.js", '<script src="not_there.js"></script>'),
    "error": ("formula", "Unclosed (Unclosed)", f"{STYLED}<p>{ERROR}</p>"),
    "folded": ("formula", "Unclosed", f"{STYLED}<details><summary>Proof</summary>{ERROR}</details>"),
    "empty": ("formula", "(is empty)", f"{STYLED}<p><math></math></p>"),
    "silent": ("formula", "x (is hidden from a screen reader)", f'{STYLED}<p aria-hidden="true"><tex>x</tex></p>'),
    "unstyled": ("formula", "y (y is drawn in ", "<p><tex>y</tex></p>"),
    "other-font": ("formula", "x⊛y (⊛ is drawn in ", f"{STYLED}<p><math><mi>x</mi><mo>⊛</mo><mi>y</mi></math></p>"),
    "patch": ("formula", "x (is a patch of another colour)", f'{STYLED}<style>:root {{ --pst-color-background: #fff; --otb-shadow: #999 }}</style>'
              '<div style="background: #ddd"><div class="math"><tex>x</tex></div></div>'),
    "raw": ("formula", r"\(x\)", r"<p>\(x\)</p>"),
    "dollars": ("formula", r"$\eta$", r"<p>the step $\eta$ of length</p>"),
    "no-alt": ("image", "pixel.gif has no alt", '<img src="pixel.gif">'),
    "path-alt": ("image", "../_images/0123abcd.png", '<img src="pixel.gif" alt="../_images/0123abcd.png">'),
    "short-alt": ("image", "a plot", '<img src="pixel.gif" alt="a plot">'),
    "missing-image": ("image", "not_there.png did not load", f'<img src="not_there.png" {ALT}>'),
    "squeezed": ("image", "is drawn 0.50 times as wide", f'<img src="pixel.gif" width="50" height="100" {ALT}>'),
    "dead-here": ("anchor", "#nowhere", '<a href="#nowhere">here</a>'),
    "dead-there": ("anchor", "target.html#nowhere", '<a href="target.html#nowhere">there</a>'),
    "dead-page": ("anchor", "not_there.html", '<a href="not_there.html">gone</a>'),
    "dead-refresh": ("anchor", "not_there.html", '<meta http-equiv="refresh" content="0; url=not_there.html">'),
    "outside": ("anchor", "leads out of the site", '<a href="../elsewhere.html">out</a>'),
    "wide": ("overflow", 'id="plank"', '<div id="plank" style="width: 700px">too wide for a phone</div>'),
    "wide-formula": ("overflow", WIDE, f"{STYLED}<p><tex>{WIDE}</tex></p>"),
    "below": ("overflow", "px of nothing below the page", '<div style="height: 0; visibility: hidden"><p style="height: 999px"></p></div>'),
    "comma": ("overflow", "a line begins with what follows abc", STYLED + "".join(
        f'<p style="width: {width}px">So <tex>abc</tex>, then</p>' for width in range(30, 90))),
    "dark": ("console", "lost in the dark", "<script>matchMedia('(prefers-color-scheme: dark)').onchange = () => "
             "console.error('lost in the dark')</script>"),
    "heavy": ("weight", "3.0 MB, more than 1.4: heavy.js 3.0", '<script src="heavy.js"></script>'),
    "cut-formula": ("overflow", f"cuts off {WIDE}", f'{STYLED}<p style="overflow: hidden"><tex>{WIDE}</tex></p>'),
}


def write(site, name, body, formulas):
    """Write a page and finish the formulas in it."""
    body = re.sub("<tex>(.*?)</tex>", lambda tex: formulas.html(tex[1], False), body)
    (site / f"{name}.html").write_text(f"<!DOCTYPE html><title>A page</title><body>{body}</body>", "utf8")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A small site with a page for each defect."""
    site = tmp_path_factory.mktemp("site")
    (site / "pixel.gif").write_bytes(PIXEL)
    (site / "heavy.js").write_text("/*" + 3_000_000 * " " + "*/")
    shutil.copy2(ROOT / "book" / "static" / "math.css", site)
    (site / "fonts").mkdir()
    others = {"clean": CLEAN, "forward": '<meta http-equiv="refresh" content="0; url=clean.html">',
              "target": '<h2 id="there">A target</h2>'}
    with closing(Formulas(site / "formulas.json", {})) as formulas:
        for name, body in (others | {name: body for name, (_, _, body) in DEFECTS.items()}).items():
            write(site, name, body, formulas)
        (site / "fonts" / "math.woff").write_bytes(otb_math.cut(letters("".join(formulas.known.values()) + ERROR)))
    return site


@pytest.fixture(scope="module")
def problems(site):
    """What the gate finds on the small site."""
    return inspect(site)


@pytest.mark.gate
@pytest.mark.parametrize("name", DEFECTS)
def test_defect_is_reported_with_its_culprit(problems, name):
    kind, culprit, _ = DEFECTS[name]
    found = [problem for problem in problems if problem.page == f"{name}.html"]
    assert [problem.kind for problem in found] == [kind], found
    assert culprit in found[0].detail


@pytest.mark.parametrize("name", ["clean", "forward", "target"])
def test_page_without_defect_is_silent(problems, name):
    assert [problem for problem in problems if problem.page == f"{name}.html"] == []


def test_pages_can_be_chosen(site):
    assert inspect(site, ["clean.html"], dark=True) == []
    assert {problem.page for problem in inspect(site, ["logged.html"])} == {"logged.html"}


@pytest.mark.gate
def test_nothing_to_inspect_is_an_error(tmp_path):
    with pytest.raises(ValueError, match="no HTML page"):
        inspect(tmp_path)


@pytest.mark.gate
@pytest.mark.parametrize("look", [lambda site: inspect(site), lambda site: search(site, "word")])
def test_missing_chromium_is_said_plainly(site, monkeypatch, look):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(RuntimeError, match="no chromium on the path: run 'apt-get install chromium' first"):
        look(site)
