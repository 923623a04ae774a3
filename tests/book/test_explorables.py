"""Explorables compute what the package computes, and work by hand, by keys and on a phone; each in a real browser."""

import json
import math
import re
import sys
from contextlib import contextmanager
from html import unescape
from importlib import import_module
from importlib.resources import files

import numpy as np
import pytest
from browser import chromium
from pages import ROOT

sys.path += [str(ROOT / "book" / "explorables"), str(ROOT / "book" / "extensions"), str(ROOT / "tests" / "explorables")]
import draw  # noqa: E402
import otb_explore  # noqa: E402

NAMES = otb_explore.names()
STATES, FEW = 500, 25
THEME = [files(package) / "theme" / package / "static" / "styles" / f"{sheet}.css"
         for package, sheet in (("pydata_sphinx_theme", "pydata-sphinx-theme"), ("sphinx_book_theme", "sphinx-book-theme"))]
BYTES = 60_000      # of script that a page with an explorable loads beyond those of the theme
every = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(scope="module")
def page():
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 900, "height": 900})
        page.faults = []
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        page.on("console", lambda said: page.faults.append(said.text) if said.type == "error" else None)     # such as "cx: Expected length, NaN"
        yield page


@pytest.fixture(autouse=True)
def no_faults(page):
    page.faults.clear()
    yield
    assert page.faults == []


def differences(page, name, count):
    """Return where, in so many random states, the numbers of the explorable are not those of the package."""
    oracle, rng = import_module(name), np.random.default_rng(list(name.encode()))
    states = [oracle.state(rng) for _ in range(count)]
    told = page.evaluate("([name, states]) => states.map(state => Object.entries(explorables[name].numbers(state))"
                         ".map(([key, value]) => [key, String(value)]))", [name, json.loads(json.dumps(states))])
    wrong = []
    for state, pairs in zip(states, told):
        theirs, ours = {key: float(value) for key, value in pairs}, oracle.numbers(**state)
        assert theirs.keys() == ours.keys()
        wrong += [(key, theirs[key], ours[key], state) for key in ours
                  if not math.isclose(theirs[key], ours[key], rel_tol=1e-9, abs_tol=getattr(oracle, "NOISE", 1e-12))]
    return wrong


@every
def test_the_numbers_are_those_of_the_package(page, name):
    draw.show(page, name)
    assert differences(page, name, FEW) == []


@every
def test_the_numbers_are_those_of_the_package_in_many_states(page, name):
    draw.show(page, name)
    assert differences(page, name, STATES) == []


@every
def test_a_wrong_constant_is_found(page, name):
    right, planted = import_module(name).PLANTED
    assert otb_explore.scripts(name)[1].count(right) == 1
    draw.show(page, name, lambda script: script.replace(right, planted))
    assert differences(page, name, STATES)


@every
def test_one_page_shows_it_beside_a_cell_that_does_the_same(name):
    pages = [path.read_text("utf8") for path in (ROOT / "chapters").glob("*.md")]
    shows = [text for text in pages if f"{{explorable}} {name}\n" in text]
    assert len(shows) == 1
    label = re.search(rf"\{{explorable\}} {name}\n(?::alt: .+\n:python: |:python: )(\S+)\n", shows[0])[1]
    assert re.search(rf"^\({label}\)=\n+```\{{code-cell\}}", shows[0], re.M)


@every
def test_the_static_picture_is_how_it_opens(page, name):
    def coarse(svg):
        return re.sub(r"-?\d+\.\d+", lambda number: f"{float(number[0]):.0f}", svg).replace("-0", "0")

    stored = (draw.HOME / "pictures" / f"{name}.html").read_text("utf8")
    answer, says = (unescape(text) for text in re.findall(r'data-longest="([^"]*)"', stored))
    assert coarse(draw.opening(page, name, [says, answer])) == coarse(stored), f"run: .venv/bin/python book/explorables/draw.py {name}"


@contextmanager
def at_rest(page, name, width):
    """Open the picture that stands in the page, before it comes to life, in a window of its own."""
    window = page.context.browser.new_page(viewport={"width": width, "height": 900})
    window.goto("about:blank")
    window.set_content(draw.alone(name, None, (draw.HOME / "pictures" / f"{name}.html").read_text("utf8")))
    yield window
    window.close()


def wake(window, name):
    for script in otb_explore.scripts(name):
        window.add_script_tag(content=script)
    window.wait_for_selector(".otb-play-lives")


@every
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_when_it_comes_to_life(page, name, width):
    places = """() => [...document.querySelectorAll(".otb-play, .otb-play-stage, .otb-play-stage svg, .otb-play-says, .otb-play-controls > *, .otb-play-buttons > *")]
      .map(one => one.getBoundingClientRect()).filter(box => box.width).map(box => [box.x, box.y, box.width, box.height].map(Math.round).join(" "))"""
    with at_rest(page, name, width) as window:
        before = window.evaluate(places)
        wake(window, name)
        assert window.evaluate(places) == before


@every
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_while_it_is_played(page, name, width):
    with at_rest(page, name, width) as window:
        wake(window, name)
        *_, heights = window.evaluate(draw.WALK, [60, 2])
        assert heights == [window.evaluate("() => document.querySelector('.otb-play').offsetHeight")]


@every
def test_it_is_light(name):
    assert sum(len(script.encode()) for script in otb_explore.scripts(name)) <= BYTES


# Runs in the page.  What is hard to see: its tag and class, its words, its contrast with what lies behind it, in five places, of which
# of a mark the second best counts, of words the worst.  Grounds and what is faint need not be read, only be there.
DIM = """() => {
  const FIVE = [0.1, 0.3, 0.5, 0.7, 0.9], stage = document.querySelector(".otb-play-stage svg"), found = [], marks = [...stage.querySelectorAll("path, line, circle, rect, text")];
  const colour = text => { const [r, g, b, a = 1] = text.match(/[0-9.]+/g).map(Number); return [r, g, b, a]; };
  const over = (front, part, back) => [0, 1, 2].map(i => part * front[i] + (1 - part) * back[i]);
  const light = one => one.map(x => x / 255).map(x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4).reduce((sum, x, i) => sum + [0.2126, 0.7152, 0.0722][i] * x, 0);
  const contrast = (one, other) => { const [low, high] = [light(one), light(other)].sort((a, b) => a - b); return (high + 0.05) / (low + 0.05); };
  let ground = [255, 255, 255];
  for (let one = stage, list = []; ; one = one.parentElement) {
    if (one) { list.push(colour(getComputedStyle(one).backgroundColor)); continue; }
    for (const each of list.reverse()) ground = over(each, each[3], ground);
    break;
  }
  const through = one => { let part = 1; for (; one !== stage; one = one.parentElement) part *= getComputedStyle(one).opacity; return part; };
  const paint = (one, name) => {
    const value = getComputedStyle(one)[name];
    if (value === "none") return null;
    const [r, g, b, a] = colour(value);
    return a === 0 ? null : {rgb: [r, g, b], part: a * through(one)};
  };
  const onScreen = (one, x, y) => new DOMPoint(x, y).matrixTransform(one.getScreenCTM());
  const behind = (one, place) => {
    let back = ground;
    for (const other of marks) {
      if (other === one) return back;
      if (!other.matches(".area, .bar, .knob")) continue;
      const {rgb, part} = paint(other, "fill") || {}, hole = other.closest("[clip-path]");
      if (hole) {
        const [x, y, width, height] = ["x", "y", "width", "height"].map(name =>
          +document.querySelector(`${hole.getAttribute("clip-path").slice(4, -1)} rect`).getAttribute(name));
        const at = place.matrixTransform(stage.getScreenCTM().inverse());
        if (at.x < x || at.x > x + width || at.y < y || at.y > y + height) continue;
      }
      if (rgb && other.isPointInFill(place.matrixTransform(other.getScreenCTM().inverse()))) back = over(rgb, part, back);
    }
  };
  for (const one of marks) {
    if (!one.getClientRects().length || one.matches(".reach") || one.closest("clipPath")) continue;
    const words = one.tagName === "text", box = one.getBBox();
    if (words && !one.textContent.trim()) continue;
    const filled = FIVE.map(part => onScreen(one, box.x + part * box.width, box.y + box.height / 2)), seen = [];
    const drawn = words ? [] : FIVE.map(part => { const at = one.getPointAtLength(part * one.getTotalLength()); return onScreen(one, at.x, at.y); });
    for (const [name, places] of [["fill", filled], ["stroke", drawn]]) {
      const ink = paint(one, name);
      if (!ink || !places.length) continue;
      const values = places.map(place => Math.max(...(name === "fill" ? [0] : [-1.5, 1.5]).map(up => {       /* a line: on one side of it */
        const back = behind(one, new DOMPoint(place.x, place.y + up));
        return contrast(over(ink.rgb, ink.part, back), back);
      }))).sort((a, b) => a - b);
      seen.push(values[words ? 0 : 3]);
    }
    const best = Math.max(...seen), need = words ? 4.5 : one.matches(".area") ? 1.1 : one.matches(".line.faint, .axis *") ? 1.5 : 3;
    if (best < need) found.push(`${one.tagName} ${one.getAttribute("class") || one.parentElement.getAttribute("class")} ${words ? one.textContent : ""} ${best.toFixed(2)}`);
  }
  for (const one of document.querySelectorAll(".otb-play :is(span, button, output, select)")) {
    const value = contrast(colour(getComputedStyle(one).color).slice(0, 3), ground);
    if (one.textContent && value < 4.5) found.push(`${one.tagName} ${one.textContent} ${value.toFixed(2)}`);
  }
  return [...new Set(found)];
}"""


def dim(browser, name, dark, change=str):
    """Return what of an explorable, within the theme and all our sheets, is hard to see."""
    ours = [path for path in sorted((ROOT / "book" / "static").glob("*.css")) if path.name != "explore.css"]
    sheets = "\n".join(path.read_text("utf8") for path in (*THEME, *ours))
    text = change(draw.alone(name)).replace("<style>", f"<style>{sheets}\n").replace('data-theme="light"', f'data-theme="{dark}"')
    page = browser.new_page(viewport={"width": 900, "height": 900}, color_scheme=dark)
    page.goto("about:blank")
    page.set_content(text.replace("<figure", '<body><article class="bd-article"><figure', 1))
    page.wait_for_selector(".otb-play-lives")
    found = page.evaluate(DIM)
    page.close()
    return found


@every
def test_everything_is_seen_against_what_lies_behind_it(page, name):
    assert dim(page.context.browser, name, "light") == []


@every
def test_everything_is_seen_in_the_dark(page, name):
    assert dim(page.context.browser, name, "dark") == []


@pytest.mark.parametrize("right, planted, culprit", [
    ('.attr("class", kind)', '.attr("class", `mark ${kind}`)', "plain"),           # the theme has a class of this name
    (".otb-play-stage text { fill: currentColor;", ".otb-play-stage text {", "text"),
    ("--b: #f08a3c", "--b: #5a2a00", " b"),
    ("opacity: 0.8;", "opacity: 0.4;", "label"),
])
def test_what_is_hard_to_see_is_found(page, right, planted, culprit):
    def change(text):
        assert right in text
        return text.replace(right, planted)

    found = dim(page.context.browser, "perceptron_winnow", "dark", change)
    assert any(culprit in one for one in found), found


def spoken(page):
    """Return the words and the picture of the moment, once they stand."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page.evaluate("() => [document.querySelector('.otb-play-says').textContent, document.querySelector('.otb-play-stage svg').innerHTML]")


@every
def test_everything_that_can_be_moved_changes_something(page, name):
    draw.show(page, name)
    first = spoken(page)
    for control in page.locator(".otb-play-controls :is(input, select)").all():
        before = spoken(page)
        if control.evaluate("one => one.type") == "checkbox":
            control.press("Space")
        elif control.evaluate("one => one.tagName") == "SELECT":
            control.select_option(index=1)
        else:
            control.press("End")
            if spoken(page) == before:
                control.press("Home")
        assert spoken(page) != before, control.evaluate("one => one.parentElement.textContent")
        page.click("text=Start again")
    for index in range(page.locator(".grip").count()):
        for move in ("keys", "mouse"):
            before, grip = spoken(page), page.locator(".grip").nth(index)
            if move == "keys":
                for key in ("ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowDown"):
                    grip.press(key)
            else:
                knob = grip.locator(".knob").bounding_box()
                page.mouse.move(knob["x"] + 8, knob["y"] + 8)
                page.mouse.down()
                for way in (1, -1):                       # at the edge one of the two leads nowhere
                    page.mouse.move(knob["x"] + 8 + 30 * way, knob["y"] + 8 + 20 * way, steps=3)
                    if spoken(page) != before:
                        break
                page.mouse.up()
            assert spoken(page) != before, (index, move)
            page.click("text=Start again")
    for button in page.locator(".otb-play-buttons button").all():
        if button.text_content() not in ("Play", "Start again"):
            before = spoken(page)
            button.click()
            assert spoken(page) != before, button.text_content()
    page.click("text=Start again")
    assert spoken(page) == first


def test_play_shows_ten_steps_at_once_to_who_wants_nothing_to_move(page):
    page.emulate_media(reduced_motion="reduce")
    draw.show(page, "gradient_descent")
    page.emulate_media(reduced_motion="no-preference")          # the explorable has asked by now
    opening = spoken(page)
    page.click("text=Play")
    played = spoken(page)
    page.click("text=Start again")
    for _ in range(10):
        page.click("text=Next round")
    assert spoken(page) == played != opening


def test_arrow_keys_multiply_on_a_logarithmic_axis(page):
    draw.show(page, "perceptron_winnow_multiplicative")
    marks = page.locator(".otb-play-controls output").first
    for start, key in (("Home", "ArrowRight"), ("End", "ArrowLeft")):
        page.locator(".otb-play-controls input").first.press(start)
        for finely in ("", "Shift+"):
            spoken(page)
            before = int(re.sub(r"\s", "", marks.inner_text()))
            for _ in range(4):
                page.locator(".grip").press(finely + key)
                spoken(page)
            after = int(re.sub(r"\s", "", marks.inner_text()))
            assert (1.05 if finely else 1.5) < max(before, after) / min(before, after) < 2.3, (before, after)


def test_a_key_moves_a_whole_number_by_one_at_least(page):
    draw.show(page, "concentration")
    page.locator(".otb-play-controls input").first.press("Home")
    for key in ("ArrowLeft", "Shift+ArrowLeft", "ArrowRight", "Shift+ArrowRight"):
        before = spoken(page)
        page.locator(".grip").press(key)
        assert spoken(page) != before, key


@pytest.mark.parametrize("name", ["convexity", "regret", "progressive_validation_dynamic"])
def test_home_and_end_take_a_handle_to_the_ends_of_its_range(page, name):
    draw.show(page, name)
    grip, seen = page.locator(".grip").first, []
    for key, arrow in (("Home", "ArrowDown" if name == "regret" else "ArrowLeft"), ("End", "ArrowUp" if name == "regret" else "ArrowRight")):
        grip.press(key)
        seen.append(spoken(page))
        grip.press(arrow)
        assert spoken(page) == seen[-1], key
    assert seen[0] != seen[1]


@every
def test_after_a_guess_the_answer_stands_in_the_place_of_the_slider(page, name):
    draw.show(page, name)
    guess = page.locator(".otb-play-guess")
    slider = guess.locator("input")
    guess.locator("button").first.press("Enter")
    assert slider.count() == 0 or not slider.is_visible()
    assert guess.locator(".otb-play-answer").is_visible()
    assert page.evaluate("document.querySelector('.otb-play-guess').contains(document.activeElement)")     # keys go on from here


def test_keys_that_come_faster_than_pictures_are_all_counted(page):
    draw.show(page, "convexity")
    moved = []
    for wait in ("new Promise(requestAnimationFrame)", "null"):
        page.evaluate(f"""async () => {{
          for (let i = 0; i < 5; i++) {{
            document.querySelector(".grip").dispatchEvent(new KeyboardEvent("keydown", {{key: "ArrowRight", bubbles: true}}));
            await {wait};
          }}
        }}""")
        moved.append(spoken(page))
        page.click("text=Start again")
        spoken(page)
    assert moved[0] == moved[1]


@every
def test_the_guess_is_answered(page, name):
    draw.show(page, name)
    page.locator(".otb-play-guess button").first.click()
    answer = page.inner_text(".otb-play-answer")
    assert len(answer) > 20 and not re.search(r"NaN|undefined|Infinity", answer)


def test_an_answer_fades_when_the_picture_is_no_longer_the_one_that_was_asked_about(page):
    draw.show(page, "stability")
    colours = []
    for moved in (".otb-play-guess button", ".otb-play-controls input[type=checkbox]", ".otb-play-guess button"):
        page.locator(moved).first.click()
        colours.append(page.locator(".otb-play-answer").get_attribute("class"))
    assert ["otb-play-past" in names for names in colours] == [False, True, False]


@every
def test_everything_has_a_name_and_words_are_no_numbers_gone_wrong(page, name):
    draw.show(page, name)
    assert not re.search(r"NaN|undefined", " ".join(spoken(page)))
    assert page.evaluate("() => [...document.querySelectorAll('.grip')].every(grip => grip.getAttribute('aria-label').length > 10)")
    assert page.evaluate("() => [...document.querySelectorAll('input, select')].every(one => one.closest('label').textContent.trim())")


@every
def test_it_fits_a_phone_and_answers_to_a_finger(page, name):
    phone = page.context.browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    draw.show(phone, name)
    assert phone.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    before, grips = spoken(phone), phone.locator(".grip")
    if grips.count():
        phone.evaluate("""() => {
          const grip = document.querySelector(".grip"), box = grip.getBoundingClientRect();
          const touch = (x, y) => new Touch({identifier: 1, target: grip, clientX: x, clientY: y});
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          for (const [kind, dx] of [["touchstart", 0], ["touchmove", -40], ["touchend", -40]]) {
            const touches = [touch(x + dx, y + Math.abs(dx) / 2)];
            grip.dispatchEvent(new TouchEvent(kind, {bubbles: true, cancelable: true, changedTouches: touches, touches: kind === "touchend" ? [] : touches}));
          }
        }""")
        assert spoken(phone) != before
    phone.context.close()
