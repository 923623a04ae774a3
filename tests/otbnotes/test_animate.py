"""Animations show the results they are given, the same in every run, and a reader steps through them with the keyboard."""

import re

import browser
import numpy as np
import pytest
from books import ROOT
from otbnotes.plots import animate as plots

PATH = np.array([[0.0, 0.0], [1.0, 0.5], [0.5, 1.5]])
STRIP = (np.array([0.0, 1.0]), 0.5)
X = np.array([[1.0, 0.5], [0.2, 0.9], [0.5, -1.0]])


def updates():
    """Two updates of the Perceptron."""
    return plots.perceptron_updates(X, np.array([1, 1, -1]), PATH, np.array([0, 2]), STRIP, alt="Three points & a line that turns.",
                                    caption="Two updates.")


def weights():
    """Two learners that approach a vector."""
    rows = np.array([[0.0, 0.0, 0.0], [0.5, 0.1, -0.1]])
    return plots.weights_side_by_side(["one", "other"], np.array([1, 5]), [rows, 2 * rows],
                                      np.array([1.0, 0.0, 0.0]), alt="Bars that grow.", caption="Two learners.")


def choices():
    """What dynamic validation chose after two and after three rounds."""
    means, widths = np.array([0.5, 0.25, 0.0]), np.array([0.1, 0.2, 0.9])
    return plots.chosen_so_far(np.array([0.4, 0.3, 0.2]), {2: (means[:2], widths[:2], 1), 3: (means, widths, 1)}, alt="A curve.",
                               caption="Two choices.")


def says(animation):
    """Return the sentence of each frame."""
    return [sentence for sentence, _ in animation.frames]


@pytest.mark.parametrize("make", [updates, weights, choices])
def test_an_animation_is_small_the_same_in_every_run_and_still_without_a_script(make):
    page = make()._repr_html_()
    assert page == make()._repr_html_() and len(page) < 150_000
    assert re.findall('<g class="otb-frame"[^>]*display="([a-z]+)"', page) == ["none", "inline"]
    assert repr(make()).startswith("<animation ") and "0x" not in repr(make())


def test_the_frames_tell_what_happened():
    assert [sentence.split(":")[0] for sentence in says(updates())] == [
        "Mistake 1 of 2, in round 1", "Mistake 2 of 2, in round 3"]
    assert "ringed dot was called nothing" in says(updates())[0] and "ringed cross is on the shaded side" in says(updates())[1]
    assert says(choices()) == [f"After {n} rounds version 2 has the least score, 0.45 (the ring); its risk is 0.30 (the dot)."
                               for n in (2, 3)]
    assert [sentence.split(".")[0] for sentence in says(weights())] == ["After 1 round", "After 5 rounds"]


def test_the_edge_is_orthogonal_to_the_vector():
    marks = "".join(updates().frames[1][1])
    ends = [np.array(point.split(), dtype=float) for point in re.search('class="otb-new" d="M([^"]*)"', marks)[1].split("L")]
    along = (ends[1] - ends[0]) * [1, -1]                  # a picture counts downwards
    assert abs(along @ PATH[2]) < 1e-2 * np.linalg.norm(along) * np.linalg.norm(PATH[2])


def test_words_are_escaped():
    page = updates()._repr_html_()
    assert "Three points &amp; a line" in page and "<figcaption>Two updates.</figcaption>" in page


@pytest.mark.gate
def test_an_animation_without_frames_is_refused():
    with pytest.raises(ValueError, match="frames"):
        plots.perceptron_updates(X, np.ones(3), PATH[:1], np.array([], dtype=int), STRIP, alt="Nothing moves.", caption="Nothing.")


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A page with one animation, and the project's own script and style."""
    folder = tmp_path_factory.mktemp("site")
    style, script = ((ROOT / "book" / "static" / f"animate.{kind}").read_text("utf8") for kind in ("css", "js"))
    (folder / "index.html").write_text(f"<!DOCTYPE html><title>A page</title><style>{style}</style>{updates()._repr_html_()}"
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
        assert shown(view) == 0 and "Mistake 1" in view.locator(".otb-says").inner_text()
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
