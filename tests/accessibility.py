"""Look at the built site for readers who hear it, enlarge it or have no mouse: axe-core on every page, in every view."""

from pathlib import Path
from typing import NamedTuple

from axe_playwright_python.base import AXE_SCRIPT
from browser import DESKTOP, PHONE, SETTLE, UNFOLD, pages_of, profile

STANDARD = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
            "rules": {"label-content-name-mismatch": {"enabled": True}}}
CONTRAST = {"runOnly": ["color-contrast"]}
VIEWS = {"desktop": (DESKTOP, "light", STANDARD), "dark desktop": (DESKTOP, "dark", CONTRAST),
         "dark phone": (PHONE, "dark", CONTRAST), "phone": (PHONE, "light", STANDARD)}
TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
SETTLED = 400       # ms after which a page has taken in its new size: the theme waits 300 ms

# Runs in the page.  Takes out thousands of elements that no rule depends on: what is inside each formula, but for its size and its
# words; and the colour of each token of code, but for the first of its class in such a place.
QUIET = r"""
() => {
  const formulas = [...document.querySelectorAll('math')];
  const sizes = formulas.map(formula => formula.getBoundingClientRect());
  formulas.forEach((formula, i) => {
    formula.textContent = formula.textContent;
    if (formula.closest('th')) formula.ariaLabel = formula.textContent;     // axe doesn't read MathML, readers do
    formula.style.cssText = `display: inline-block; overflow: hidden; width: ${sizes[i].width}px; height: ${sizes[i].height}px`;
  });
  const kinds = new Set();
  const kind = element => element ? `${kind(element.parentElement)}/${element.className}` : '';
  for (const token of document.querySelectorAll('pre span:not(:has(*))')) {
    if (kinds.has(kind(token))) token.replaceWith(token.textContent);
    else kinds.add(kind(token));
  }
}
"""

# Runs in the page.  Marks one text of each look that is not known yet for the judgement of its contrast, which depends on the
# colours of the text and of all that it lies on, on its size and its weight: a page has dozens of looks and thousands of texts,
# and shares most looks with the pages before it.  Gives the looks that it marked.
MARK_LOOKS = r"""
looks => {
  const grounds = new Map();
  const ground = element => {
    if (!element) return '';
    if (!grounds.has(element)) {
      const {backgroundColor, backgroundImage, opacity, position} = getComputedStyle(element);
      const own = [backgroundColor, backgroundImage, opacity, position].join();
      grounds.set(element, ground(element.parentElement) + (own === 'rgba(0, 0, 0, 0),none,1,static' ? '' : `/${own}`));
    }
    return grounds.get(element);
  };
  const isText = node => node.nodeType === Node.TEXT_NODE && node.data.trim();
  const known = new Set(looks), marked = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (![...element.childNodes].some(isText) || !element.checkVisibility({visibilityProperty: true})) continue;
    const {color, fontSize, fontWeight, textShadow} = getComputedStyle(element);
    const look = [color, fontSize, fontWeight, textShadow, ground(element)].join('|');
    if (known.has(look)) continue;
    element.setAttribute('data-look', '');
    known.add(look);
    marked.push(look);
  }
  return marked;
}
"""

# Runs in the page.  Gives [rule, culprit, why] for each element that breaks a rule.
JUDGE = r"""
async rules => {
  axe.configure({rules: [{id: 'color-contrast', selector: '[data-look]'}]});
  const {violations} = await axe.run({...rules, resultTypes: ['violations']});
  for (const element of document.querySelectorAll('[data-look]')) element.removeAttribute('data-look');
  return violations.flatMap(({id, nodes}) => nodes.map(({html, failureSummary}) => [id, html, failureSummary]));
}
"""


# Runs in the page.  Remembers what a keyboard should reach, how each thing is called, and how it looks without the focus.
PREPARE_WALK = r"""
() => {
  const traits = ['outlineStyle', 'outlineWidth', 'boxShadow', 'backgroundColor', 'borderColor', 'stroke', 'strokeWidth'];
  const painted = element => traits.map(trait => getComputedStyle(element)[trait]).join();
  window.look = element => [element, ...element.querySelectorAll('*')].map(painted).join('/');
  window.words = element => element.cloneNode(false).outerHTML.replace(/<\/.*/, '') + element.textContent.trim().slice(0, 60);
  const targets = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';
  const reachable = element => !element.disabled && element.checkVisibility({visibilityProperty: true});
  axe.setup(document.body);
  window.awaited = new Map();
  for (const element of [...document.querySelectorAll(targets)].filter(reachable)) {
    const name = axe.commons.text.accessibleText(element) || element.getAttribute('aria-label');
    awaited.set(element, {name, look: look(element)});
  }
  axe.teardown();
  window.walked = new Set();
}
"""

# Runs in the page.  Says what is wrong with the thing that has the focus; null at the end of the walk.
STEP = r"""
() => {
  const element = document.activeElement;
  if (element === document.body || walked.has(element)) return null;
  walked.add(element);
  if (!awaited.has(element)) return [`${words(element)} was not there before the walk`];
  const {name, look: before} = awaited.get(element);
  const wrong = [];
  if (!name) wrong.push('has no name');
  if (look(element) === before) wrong.push('does not show that it has the focus');
  return wrong.map(why => `${words(element)} ${why}`);
}
"""
MISSED = "[...awaited.keys()].filter(element => !walked.has(element)).map(element => `${words(element)} is not reached by Tab`)"


class Barrier(NamedTuple):
    """Something that keeps a reader of ``page`` out in some of the views; ``rule`` is the name axe-core has for it."""

    page: str
    views: tuple
    rule: str
    culprit: str
    why: str

    def __str__(self):
        return f"{self.page} ({', '.join(self.views)}): {self.rule}: {self.culprit}: {self.why}"


def barriers(browser, site, pages=None):
    """Open the pages of a built site, all unless told which, unfold all, and return what axe-core objects to.

    A contrast that is too faint is told of once, for the first page that shows a text of this look.
    """
    site = Path(site).resolve()
    pages = pages_of(site) if pages is None else pages
    if not pages:
        raise ValueError(f"There is no HTML page in {site}.")
    known = {view: set() for view in VIEWS}
    with profile(browser) as context:
        return [barrier for page in pages for barrier in _examine(context, site, page, known)]


def _examine(context, site, name, known):
    """Load one page and judge it in each view, but for the looks that are known; add its own to them."""
    page = context.new_page()
    page.goto((site / name).as_uri())
    unready = page.evaluate(SETTLE)
    if unready:
        raise RuntimeError(f"{name}: {unready}")
    page.evaluate(UNFOLD)
    page.evaluate(QUIET)
    page.add_script_tag(content=AXE_SCRIPT)
    found = {}
    for view, (size, scheme, rules) in VIEWS.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        if page.viewport_size != size:
            page.set_viewport_size(size)
            page.wait_for_timeout(SETTLED)
        page.evaluate(TWO_FRAMES)
        marked = page.evaluate(MARK_LOOKS, list(known[view]))
        known[view].update(marked)
        for rule, culprit, why in page.evaluate(JUDGE, rules) if marked or rules is not CONTRAST else []:
            key = rule, _line(culprit.replace(' data-look=""', "")), _line(why)
            found.setdefault(key, {}).setdefault(view)
    page.close()
    return [Barrier(name, tuple(views), *key) for key, views in found.items()]


def _line(text, limit=300):
    """Put a text on one line of bearable length."""
    return " ".join(text.split())[:limit]


def keyboard_walk(page):
    """Press Tab from the top of a page to its end, and return what is out of reach, without a name or without a sign."""
    page.emulate_media(reduced_motion="reduce")
    page.add_script_tag(content=AXE_SCRIPT)
    page.evaluate(PREPARE_WALK)
    problems, step = [], []
    while step is not None:
        problems += step
        page.keyboard.press("Tab")
        step = page.evaluate(STEP)
    return problems + page.evaluate(MISSED)
