"""Animations show the results they are given, the same in every run, and a reader steps through them with the keyboard."""

import re

import browser
import pytest
from books import ROOT
from otbnotes.plots.animate import Animation, Panel

PANEL = Panel((-2, 2), (-1, 1))


def film():
    """Two frames in which a line turns, over a background that stays."""
    background = [*PANEL.axes("across", "", [("x", -1), ("y", 0.5)]), PANEL.words(-1, 0, "a < b"),
                  PANEL.bars([-1, 1], [0.5, -0.5], "otb-bars"), PANEL.mark(1, 0.5, "otb-dot"), PANEL.mark(-1, 0.5, "otb-cross")]
    frames = [(f"Step {step} of 2: the line turns.", [PANEL.line([0, 1], [0, height], "otb-new"), PANEL.mark(1, height, "otb-ring", 9)])
              for step, height in ((1, 0.25), (2, 0.75))]
    return Animation("a-line", background, frames, alt="Three points & a line that turns.", caption="Two steps.", opens="first")


def test_an_animation_is_small_the_same_in_every_run_and_still_without_a_script():
    page = film()._repr_html_()
    assert page == film()._repr_html_() and len(page) < 5_000
    assert re.findall('<g class="otb-frame"[^>]*display="([a-z]+)"', page) == ["none", "inline"]
    assert repr(film()) == "<animation a-line: 2 frames>"


def test_each_frame_tells_what_happened():
    assert re.findall('data-says="([^"]*)"', film()._repr_html_()) == [f"Step {n} of 2: the line turns." for n in (1, 2)]
    assert '<p class="otb-says" aria-live="polite">Step 2 of 2' in film()._repr_html_()


def test_numbers_lie_where_the_scales_put_them_and_a_picture_counts_downwards():
    left, top, right, bottom = PANEL.box
    middle = (left + right) / 2, (top + bottom) / 2
    assert (PANEL.place(-2, -1), PANEL.place(2, 1), PANEL.place(0, 0)) == ((left, bottom), (right, top), middle)
    ends = re.search('class="otb-new" d="M([^"]*)"', PANEL.line([0, 1], [0, 0.5], "otb-new"))[1].split("L")
    (x, y), (across, down) = (map(float, end.split()) for end in ends)
    assert (x, y) == middle and across > x and down < y
    assert [PANEL.mark(1, 0.5, kind)[:5] for kind in ("otb-dot", "otb-cross", "otb-ring")] == ["<circ", "<path", "<circ"]
    assert PANEL.bars([1], [0.5], "otb-bars").count(PANEL.at(1, 0)) == PANEL.bars([1], [0.5], "otb-bars").count(PANEL.at(1, 0.5)) == 1


def test_words_are_escaped():
    page = film()._repr_html_()
    assert "Three points &amp; a line" in page and "<figcaption>Two steps.</figcaption>" in page and ">a &lt; b</text>" in page


@pytest.mark.gate
def test_an_animation_without_frames_is_refused():
    with pytest.raises(ValueError, match="frames"):
        Animation("nothing", [], [], alt="Nothing moves.", caption="Nothing.")


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A page with one animation, and the project's own script and style."""
    folder = tmp_path_factory.mktemp("site")
    style, script = ((ROOT / "book" / "static" / f"animate.{kind}").read_text("utf8") for kind in ("css", "js"))
    (folder / "index.html").write_text(f"<!DOCTYPE html><title>A page</title><style>{style}</style>{film()._repr_html_()}"
                                       f"<script>{script}</script>", "utf8")
    return (folder / "index.html").as_uri()


def shown(view):
    """Return the number of the frame that can be seen."""
    return view.evaluate("[...document.querySelectorAll('.otb-frame')].findIndex(f => getComputedStyle(f).display !== 'none')")


def test_the_keyboard_plays_and_steps_and_nothing_moves_unasked(page):
    with browser.chromium() as chromium, browser.profile(chromium) as context:
        view = context.new_page()
        view.clock.install()
        view.goto(page)
        view.clock.run_for(10_000)
        assert shown(view) == 0                            # this one opens at its first frame
        view.keyboard.press("Tab")
        view.keyboard.press("Enter")                       # Play goes on from there
        assert shown(view) == 0 and view.evaluate("document.activeElement.textContent") == "Pause"
        view.clock.run_for(5_000)
        assert shown(view) == 1 and view.evaluate("document.activeElement.textContent") == "Play"
        for key in ("Tab", "Enter"):                       # Back
            view.keyboard.press(key)
        assert shown(view) == 0 and "Step 1" in view.locator(".otb-says").inner_text()
        for key in ("Tab", "Enter"):                       # Step
            view.keyboard.press(key)
        assert shown(view) == 1


def test_paper_shows_the_last_frame_and_no_buttons(page):
    with browser.chromium() as chromium, browser.profile(chromium) as context:
        view = context.new_page()
        view.goto(page)
        assert shown(view) == 0
        view.emulate_media(media="print")
        assert shown(view) == 1 and not view.get_by_role("button", name="Back").is_visible()


def test_without_a_script_the_last_frame_stands(page):
    with browser.chromium() as chromium:
        context = chromium.new_context(java_script_enabled=False)
        view = context.new_page()
        view.goto(page)
        frames = view.locator(".otb-frame")
        assert [frames.nth(place).is_visible() for place in (0, 1)] == [False, True]
        assert view.get_by_role("button").count() == 0
