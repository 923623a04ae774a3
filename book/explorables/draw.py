"""Draw each explorable as it opens: what its page shows on paper, and before its script runs.

    .venv/bin/python book/explorables/draw.py [name ...]

The guess, the picture, for a desk and for a phone, the words and the controls: what is stored takes the room that the living one
will take, so that nothing moves when it comes to life, nor while it is played.  A test holds what is stored against the explorables.
"""

import sys
from pathlib import Path

HOME = Path(__file__).parent
sys.path += [str(HOME.parent / "extensions"), str(HOME.parents[1] / "tests")]

from browser import chromium  # noqa: E402
from otb_explore import names, scripts  # noqa: E402

PAGE = """<!DOCTYPE html>
<html lang="en" data-theme="light"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{name}</title>
<style>{style}</style>
<figure class="otb-play" data-play="{name}">{inside}</figure>
{scripts}</html>"""
EMPTY = '<div class="otb-play-stage"></div>'
DESK, PHONE = ({"width": width, "height": 900} for width in (900, 390))
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"

# Run in the page.  The picture without what only a hand needs; a second one of the same page has other ids.
STAGE = """phone => {
  const svg = document.querySelector(".otb-play-stage svg").cloneNode(true);
  svg.querySelectorAll(".reach").forEach(one => one.remove());
  svg.querySelectorAll(".grip").forEach(one => ["tabindex", "role", "aria-label", "style"].forEach(name => one.removeAttribute(name)));
  for (const one of [svg, ...svg.children]) { one.removeAttribute("role"); one.removeAttribute("aria-label"); }
  svg.setAttribute("aria-hidden", "true");
  return phone ? svg.outerHTML.replaceAll(/(id="|url\\(#)play-/g, "$1phone-") : svg.outerHTML;
}"""
# What stands around it, with room for the longest words; not to be touched before it lives.
AROUND = """longest => {
  const [guess, says, controls] = ["guess", "says", "controls"].map(kind => document.querySelector(`.otb-play-${kind}`).cloneNode(true));
  guess.inert = controls.inert = true;
  [says, guess.querySelector(".otb-play-answer")].forEach((words, i) => {
    words.dataset.longest = longest[i];
    words.removeAttribute("role");
  });
  return [guess, says, controls].map(part => part.outerHTML);
}"""
# A reader who tries everything by chance and makes every guess; gives all that he was told, the answers, and how high the figure was.
WALK = """([steps, seed]) => {
  window.requestAnimationFrame = draw => draw();
  const chance = count => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return Math.floor(count * (seed / 2 ** 32)); };
  const all = query => [...document.querySelectorAll(query)];
  const set = (slider, value) => { slider.value = value; slider.dispatchEvent(new Event("input")); };
  const told = new Set(), answers = new Set(), heights = new Set(), one = list => list[chance(list.length)];
  const slider = document.querySelector(".otb-play-guess input");
  for (let i = 0; i <= (slider ? 40 : 0); i++) {
    if (slider) set(slider, +slider.min + (slider.max - slider.min) * i / 40);
    for (const button of all(".otb-play-guess button")) { button.click(); answers.add(document.querySelector(".otb-play-answer").textContent); }
  }
  for (let i = 0; i < steps; i++) {
    const part = one(all(".otb-play-controls :is(input, select), .otb-play-controls button:not(.otb-play-player), .grip")), times = chance(8) ? 1 : 30;
    if (part.textContent === "Start again" && chance(4)) continue;
    for (let k = 0; k < times; k++) {
      if (part.type === "range") set(part, [part.min, part.max, +part.min + chance(1000) / 999 * (part.max - part.min)][chance(5) < 3 ? 2 : chance(2)]);
      else if (part.tagName === "SELECT") { part.selectedIndex = chance(part.options.length); part.dispatchEvent(new Event("change")); }
      else if (part.matches(".grip")) for (let key = one(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]), j = 0; j < 4; j++)
        part.dispatchEvent(new KeyboardEvent("keydown", {key}));
      else part.click();
      told.add(document.querySelector(".otb-play-says").textContent);
    }
    heights.add(document.querySelector(".otb-play").offsetHeight);
  }
  return [told, answers, heights].map(found => [...found]);
}"""
# Of these texts, the one that is highest on a phone, and then on a desk, with a number to spare.
HIGHEST = """([name, texts]) => {
  const figure = document.querySelector(".otb-play"), box = document.querySelector(name).cloneNode(true);
  box.dataset.longest = "";
  document.querySelector(name).after(box);
  const high = width => { figure.style.width = `${width}px`; return texts.map(text => { box.firstChild.textContent = text; return box.offsetHeight; }); };
  const [phone, desk] = [330, 700].map(high), best = texts.map((_, i) => i).reduce((a, b) =>
    (phone[b] - phone[a] || desk[b] - desk[a] || texts[b].length - texts[a].length) > 0 ? b : a);
  figure.style.width = "";
  box.remove();
  return `${texts[best]} 0.123`;
}"""


def alone(name, change=str, inside=EMPTY):
    """Return a page with this explorable and nothing else; ``change`` may alter its script; without one it stays as it is stored."""
    style = (HOME.parent / "static" / "explore.css").read_text("utf8")
    inside = inside.replace('<div class="otb-play-stage">', f'<div class="otb-play-stage" data-alt="{name}">')
    frame, own = scripts(name) if change else ("", "")
    return PAGE.format(name=name, style=style, inside=inside, scripts=f"<script>{frame}</script><script>{change(own)}</script>" if change else "")


def show(page, name, change=str):
    """Open an explorable in a page of a browser."""
    page.goto("about:blank")
    page.set_content(alone(name, change))
    page.wait_for_selector(".otb-play-lives")


def opening(page, name, longest):
    """Return an explorable as it opens: what stands in its figure below the question; ``longest`` are its longest words and answer."""
    pictures = []
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        show(page, name)
        page.evaluate(DRAWN)
        pictures.append(page.evaluate(STAGE, size is PHONE))
    guess, says, controls = page.evaluate(AROUND, longest)
    page.set_viewport_size(DESK)
    return "\n".join([guess, '<div class="otb-play-stage">', *pictures, "</div>", says, controls, ""])


def longest(page, name, steps=400):
    """Return the longest that it says, and the longest answer to a guess, as far as a reader who tries everything finds them."""
    show(page, name)
    return [page.evaluate(HIGHEST, [box, texts]) for box, texts in zip((".otb-play-says", ".otb-play-answer"), page.evaluate(WALK, [steps, 1]))]


def main(chosen):
    with chromium() as browser:
        page = browser.new_page(viewport=DESK)
        for name in chosen or names():
            (HOME / "pictures" / f"{name}.html").write_text(opening(page, name, longest(page, name)), "utf8")


if __name__ == "__main__":
    main(sys.argv[1:])
