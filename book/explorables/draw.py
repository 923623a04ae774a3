"""Draw the static picture of each explorable: what its page shows on paper, and before its script runs.

    .venv/bin/python book/explorables/draw.py [name ...]

A test holds the pictures against the explorables.
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
<figure class="otb-play" data-play="{name}"><div class="otb-play-stage" data-alt="{name}"></div></figure>
<script>{frame}</script><script>{own}</script></html>"""


def alone(name, change=str):
    """Return a page with this explorable and nothing else; ``change`` may alter its script."""
    frame, own = scripts(name)
    style = (HOME.parent / "static" / "explore.css").read_text("utf8")
    return PAGE.format(name=name, style=style, frame=frame, own=change(own))


def show(page, name, change=str):
    """Open an explorable in a page of a browser."""
    page.goto("about:blank")
    page.set_content(alone(name, change))
    page.wait_for_selector(".otb-play-lives")


def picture(page, name):
    """Return the picture of an explorable as it opens, without what only a hand needs."""
    show(page, name)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    svg = page.evaluate("""() => {
      const svg = document.querySelector(".otb-play-stage svg").cloneNode(true);
      svg.setAttribute("aria-label", "");
      svg.querySelectorAll(".reach").forEach(one => one.remove());
      svg.querySelectorAll(".grip").forEach(one => ["tabindex", "role", "aria-label", "style"].forEach(name => one.removeAttribute(name)));
      for (const one of [svg, ...svg.children]) { one.removeAttribute("role"); one.removeAttribute("aria-label"); }
      svg.setAttribute("aria-hidden", "true");
      return svg.outerHTML;
    }""")
    return svg + "\n"


def main(chosen):
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 900, "height": 900})
        for name in chosen or names():
            (HOME / "pictures" / f"{name}.svg").write_text(picture(page, name), "utf8")


if __name__ == "__main__":
    main(sys.argv[1:])
