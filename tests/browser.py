"""Look at the built site as a reader does: every page in one headless Chromium, from disk, without a network."""

import datetime
import re
import shutil
from contextlib import contextmanager
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urldefrag, urlparse

from playwright.sync_api import sync_playwright

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync")
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
KINDS = ("external", "console", "formula", "image", "anchor", "overflow", "weight")
HEAVIEST = 1_400_000  # bytes of a page with all that it loads
GUARDED = re.compile(r"^(?!file:)|\.html?($|[?#])")  # requests that leave the disk or change the page

# Runs in the page.  Gives "" once the page, its fonts and its images are final, otherwise why they are not.
SETTLE = r"""
() => {
  const cap = new Promise(done => setTimeout(done, 20000, 'fonts or images were not ready after 20 s'));
  const ready = async () => {
    if (document.readyState !== 'complete') await new Promise(done => addEventListener('load', done));
    for (const image of document.images) image.loading = 'eager';
    await Promise.allSettled([...document.images].map(image => image.decode()));
    await document.fonts.ready;
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    return '';
  };
  return Promise.race([ready(), cap]);
}
"""

# Runs in the page.  Unfolds what a reader can unfold.
UNFOLD = r"""
() => {
  for (const details of document.querySelectorAll('details')) details.open = true;
  for (const hidden of document.querySelectorAll('.toggle-hidden')) hidden.classList.remove('toggle-hidden');
}
"""

# Runs in the page.  Formulas as [source, why], images as [address, why], links as {href, url, here}, hints as urls.
EXAMINE = r"""
() => {
  const RAW = /\\\(|\\\[|\$\$|\\begin\{|\$[^$]*[\\^_{][^$]*\$/;
  const FILE_NAME = /^\S*$|\.(png|svg|jpe?g|gif|webp|pdf)\b|[0-9a-f]{16}/i;
  const whyBadFormula = formula => {
    const error = formula.querySelector('merror');
    if (error) return error.textContent;
    if (!formula.textContent.trim()) return 'is empty';
    return formula.closest('[aria-hidden=true]') ? 'is hidden from a screen reader' : '';
  };
  const rawTeX = function* () {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.data;
      const code = texts.currentNode.parentElement.closest('script, style, pre, code, textarea, math');
      if (!code && RAW.test(text)) yield text.slice(text.search(RAW)).trim();
    }
    if (RAW.test(document.title)) yield document.title;
  };
  const typeset = [...document.querySelectorAll('math')];
  const formulas = typeset.map(formula => [formula.textContent, whyBadFormula(formula)]).filter(([, why]) => why);
  for (const text of rawTeX()) formulas.push([text, 'left as raw TeX']);

  const whyBadImage = image => {
    if (!image.naturalWidth && !/^https?:/.test(image.src)) return 'did not load';
    if (image.matches('[role=presentation], [role=none], [aria-hidden=true]')) return '';
    if (!image.alt.trim()) return 'has no alt text';
    if (FILE_NAME.test(image.alt.trim())) return `has an alt text that looks like a file name: ${image.alt}`;
    if (image.closest('header, nav, .bd-sidebar, .bd-header-article')) return '';
    return image.alt.trim().length < 15 ? `has an alt text shorter than 15 characters: ${image.alt}` : '';
  };
  const images = [...document.images].map(image => [image.src, whyBadImage(image)]).filter(([, why]) => why);

  const leadsSomewhere = fragment => ['', 'top'].includes(fragment) || document.getElementById(fragment) ||
    document.getElementsByName(fragment).length > 0;
  const links = [...document.querySelectorAll('a[href]')].map(link => {
    const url = new URL(link.getAttribute('href'), document.baseURI);
    const here = Boolean(leadsSomewhere(decodeURIComponent(url.hash.slice(1))));
    return {href: link.getAttribute('href'), url: url.href, here};
  });
  for (const meta of document.querySelectorAll('meta[http-equiv=refresh i]')) {
    const href = meta.content.replace(/^[^=]*=/, '');
    links.push({href, url: new URL(href, document.baseURI).href, here: true});
  }
  const hints = [...document.querySelectorAll('link[rel~=preconnect], link[rel~=dns-prefetch]')].map(link => link.href);
  return {formulas, images, links, hints};
}
"""

# Runs in the page.  Marks one of each kind of letters and signs in formulas; gives them, each with its formula.
MARK_LETTERS = r"""
() => {
  const kinds = new Map();
  for (const element of document.querySelectorAll('math :not(:has(*))')) {
    if (element.textContent) kinds.set(element.outerHTML, element);
  }
  return [...kinds.values()].sort((a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1).map(element => {
    element.setAttribute('data-letter', '');
    return [element.textContent, element.closest('math').textContent];
  });
}
"""

# Runs in the page.  What is longer than it looks: closed folds that take room below the last line.
BELOW = r"""
() => {
  const room = document.scrollingElement.scrollHeight - Math.max(innerHeight, document.body.getBoundingClientRect().bottom + scrollY);
  return room > 40 ? [`${Math.round(room)} px of nothing below the page`] : [];
}
"""

# Runs in the page.  Gives the images that are drawn in another shape than their own, as [address, why].
SQUEEZED = """
() => [...document.images].filter(image => image.naturalWidth && image.checkVisibility()).map(image => {
  const style = getComputedStyle(image), pad = side => parseFloat(style[`padding${side}`]);
  const [wide, high] = [image.clientWidth - pad('Left') - pad('Right'), image.clientHeight - pad('Top') - pad('Bottom')];
  const shape = wide / high * image.naturalHeight / image.naturalWidth;
  return [image.src, style.objectFit === 'fill' && wide > 20 && Math.abs(shape - 1) > 0.05 ? `is drawn ${shape.toFixed(2)} times as wide as it should be` : ''];
}).filter(([, why]) => why)
"""

# Runs in the page.  Formulas and tables that lie on another colour than the one that covers their shadow at either end.
PATCHES = r"""
() => [...document.querySelectorAll('div.math, span.math, .otb-unbroken, .pst-scrollable-table-container')].filter(element => {
  const paper = getComputedStyle(element).backgroundImage.match(/^linear-gradient\(to right, (.+?) 40%/);
  let ground = element.parentElement;
  while (ground.parentElement && getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)') ground = ground.parentElement;
  return paper && paper[1] !== getComputedStyle(ground).backgroundColor;
}).map(element => element.textContent)
"""

# Runs in the page.  What does not fit: the thing that makes the page scroll sideways, each formula that is cut off, and each
# whose comma has slipped to the next line.
OVERFLOW = r"""
async () => {
  await document.fonts.ready;
  const formulas = [...document.querySelectorAll('math')];
  const flow = element => getComputedStyle(element).overflowX;
  const edge = document.scrollingElement.scrollWidth;

  const reaching = function* (element) {
    for (const child of element.children) {
      const box = child.getBoundingClientRect(), contained = flow(child) !== 'visible';
      const right = box.left + scrollX + (contained ? box.width : Math.max(box.width, child.scrollWidth));
      if (getComputedStyle(child).position === 'fixed') continue;
      if (right >= edge - 1) yield child;
      if (!contained) yield* reaching(child);
    }
  };
  const culprit = () => {
    const suspects = [...reaching(document.body)];
    const innermost = one => !suspects.some(other => other !== one && one.contains(other));
    const element = suspects.find(innermost) ?? document.body;
    const formula = element.closest('.math, math');
    const tag = element.cloneNode(false).outerHTML.replace(/<\/.*/, '');
    return formula ? `the formula ${formula.textContent}` : `${tag} ${element.textContent.trim()}`;
  };
  const cutOff = formula => {
    for (let box = formula; box && !['auto', 'scroll'].includes(flow(box)); box = box.parentElement) {
      if (flow(box) === 'visible') continue;
      return formula.getBoundingClientRect().right > box.getBoundingClientRect().right + 2;
    }
    return false;
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const leavesComma = formula => {
    texts.currentNode = formula;
    for (let child = texts.lastChild(); child; child = texts.lastChild()) texts.currentNode = child;
    const next = texts.nextNode();
    if (!next || !/^[.,;:!?)\]]/.test(next.data)) return false;
    const comma = document.createRange();
    comma.setStart(next, 0);
    comma.setEnd(next, 1);
    const [above, below] = [formula, comma].map(part => part.getBoundingClientRect());
    return below.height > 0 && below.top > above.bottom - 4 && below.left <= above.left;
  };
  const found = formulas.filter(cutOff).map(formula => `a screen of ${innerWidth} px cuts off ${formula.textContent}`);
  for (const formula of formulas.filter(leavesComma)) found.push(`a line begins with what follows ${formula.textContent}`);
  if (edge > innerWidth + 1) found.push(`${edge} px wide on a screen of ${innerWidth} px because of ${culprit()}`);
  return found;
}
"""


class Problem(NamedTuple):
    """Something a reader of ``page`` would stumble over; ``kind`` is one of ``KINDS``."""

    page: str
    kind: str
    detail: str

    def __str__(self):
        return f"{self.page}: {self.kind}: {self.detail}"


class Anchors(HTMLParser):
    """Collects the names that a link to a page can point at."""

    def __init__(self):
        super().__init__()
        self.names = set()

    def handle_starttag(self, tag, attributes):
        """Take the id of an element, and the name of a link."""
        self.names |= {value for key, value in attributes if key == "id" or (key == "name" and tag == "a")}


@contextmanager
def chromium():
    """Start the one browser that a whole inspection uses."""
    executable = shutil.which("chromium")
    if executable is None:
        raise RuntimeError("There is no chromium on the path: run 'apt-get install chromium' first.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def profile(browser, dark=False, size=DESKTOP):
    """Return a fresh browser profile, in which tabs can be opened."""
    scheme = "dark" if dark else "light"
    return browser.new_context(viewport=size, color_scheme=scheme, service_workers="block")


SIGNPOST = "<body><p>This page has moved: "


def pages_of(site):
    """Return the paths of the HTML pages of a site, without the theme's own files in folders like ``_static``, and without the
    signposts at the old addresses of pages that have moved.
    """
    paths = [path.relative_to(site) for path in sorted(site.rglob("*.html")) if SIGNPOST not in path.read_text("utf8")]
    return [path.as_posix() for path in paths if not any(part.startswith("_") for part in path.parts)]


def pages_of_today(site):
    """Return every sixth page of a site, others every day."""
    return pages_of(site)[datetime.date.today().toordinal() % 6::6]


def inspect(site, pages=None, dark=False):
    """Open the pages of a built site, all unless told which, in light or dark, and return what is wrong with them."""
    site = Path(site).resolve()
    pages = pages_of(site) if pages is None else pages
    if not pages:
        raise ValueError(f"There is no HTML page in {site}.")
    anchors.cache_clear()
    with chromium() as browser, profile(browser, dark) as context:
        found = [problem for page in pages for problem in _inspect_page(context, site, page, dark)]
    return list(dict.fromkeys(Problem(p.page, p.kind, _shorten(p.detail, site)) for p in found))


def _inspect_page(context, site, name, dark):
    """Yield the problems of one page, also when it changes its colours, with addresses as the browser gives them."""
    with context.new_page() as page:
        outside, errors, loaded = _listen(page, (site / name).as_uri())
        page.goto((site / name).as_uri(), wait_until="commit")
        unready = page.evaluate(SETTLE)
        below = page.evaluate(BELOW)
        page.evaluate(UNFOLD)
        seen = page.evaluate(EXAMINE)
        page.set_viewport_size(PHONE)
        too_wide = page.evaluate(OVERFLOW)
        seen["images"] += page.evaluate(SQUEEZED)
        page.emulate_media(color_scheme="light" if dark else "dark")
        page.evaluate(SETTLE)
        seen["formulas"] += [[text, "is a patch of another colour"] for text in page.evaluate(PATCHES)]
        errors = list(errors)                                   # without what the next look makes Chromium say of files
        strange = list(_strange_letters(context, page))
    outside += [f"hint {url}" for url in seen["hints"] if not url.startswith("file:")]
    explained = [entry.split(" ", 1)[1] for entry in outside] + [url for url, _ in seen["images"] if url]
    yield from (Problem(name, "external", entry) for entry in outside)
    yield from (Problem(name, "console", text) for text in errors if not any(url in text for url in explained))
    yield from (Problem(name, "formula", f"{source} ({why})") for source, why in seen["formulas"])
    yield from (Problem(name, "formula", f"{formula} ({letter} is drawn in {font})") for formula, letter, font in strange)
    yield from (Problem(name, "image", f"{url} {why}") for url, why in seen["images"])
    yield from (Problem(name, "overflow", text) for text in below + too_wide)
    dead = [(link["href"], _dead(site, name, link)) for link in seen["links"]]
    yield from (Problem(name, "anchor", f"{href} {why}") for href, why in dead if why)
    if unready:
        yield Problem(name, "formula", unready)
    sizes = {path: path.stat().st_size for path in loaded if path.is_file()}
    if sum(sizes.values()) > HEAVIEST:
        largest = ", ".join(f"{path} {sizes[path] / 1e6:.1f}" for path in sorted(sizes, key=sizes.get)[:-4:-1])
        yield Problem(name, "weight", f"{sum(sizes.values()) / 1e6:.1f} MB, more than {HEAVIEST / 1e6}: {largest}")


def _listen(page, address):
    """Keep the tab on its page and off the network; return what grows: foreign requests, errors and loaded files."""
    outside, errors, loaded = [], [], set()

    def guard(route):
        request = route.request
        if not request.url.startswith("file:"):
            outside.append(f"{request.resource_type} {request.url}")
            route.abort("aborted")
        elif request.is_navigation_request() and urldefrag(request.url).url != address:
            route.abort("aborted")
        else:
            route.continue_()

    def hear(message):
        if message.type == "error":
            errors.append(f"{message.text} ({message.location['url']}:{message.location['lineNumber'] + 1})")

    def count(request):
        if request.url.startswith("file:"):
            loaded.add(Path(unquote(urlparse(request.url).path)))

    page.route(GUARDED, guard)
    page.on("request", count)
    page.on("websocket", lambda socket: outside.append(f"websocket {socket.url}"))
    page.on("console", hear)
    page.on("pageerror", lambda error: errors.append(error.stack or str(error)))
    return outside, errors, loaded


def _strange_letters(context, page):
    """Yield the letters and signs of formulas that the browser draws in a font that is not of the site: formula, letter, font."""
    letters = page.evaluate(MARK_LETTERS)
    inside = context.new_cdp_session(page)
    inside.send("DOM.enable")
    inside.send("CSS.enable")
    root = inside.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    marked = inside.send("DOM.querySelectorAll", {"nodeId": root, "selector": "[data-letter]"})["nodeIds"]
    for (letter, formula), node in zip(letters, marked, strict=True):
        for font in inside.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]:
            if not font["isCustomFont"]:
                yield formula, letter, font["familyName"]


def _dead(site, name, link):
    """Say why a link leads nowhere; the empty string if it leads somewhere or off to the web."""
    url, fragment = urldefrag(link["url"])
    address = urlparse(url)
    if address.scheme != "file":
        return ""
    target = Path(unquote(address.path))
    if target == site / name:
        return "" if link["here"] else "has no target on this page"
    if not target.is_relative_to(site):
        return "leads out of the site"
    if not target.is_file():
        return "leads to a file that does not exist"
    if fragment and target.suffix == ".html" and unquote(fragment) not in anchors(target):
        return "has no target on that page"
    return ""


@lru_cache(maxsize=None)
def anchors(path):
    """Return the names that a link to this page can point at."""
    parser = Anchors()
    parser.feed(path.read_text("utf8"))
    return parser.names


def _shorten(text, site, limit=300):
    """Put a message on one line of bearable length, with paths that start at the site."""
    line = " ".join(text.replace(f"{site.as_uri()}/", "").replace(f"{site}/", "").split())
    return line if len(line) <= limit else f"{line[:limit]} ..."


def search(site, word):
    """Type a word into the site's own search page and return the titles of the results, best first."""
    with chromium() as browser, profile(browser) as context:
        return _results(context.new_page(), site, word).locator(".otb-found-head").all_inner_texts()


def follow(site, word, title):
    """Search for a word, follow the first result with these words in its title, and return where the reader lands."""
    with chromium() as browser, profile(browser) as context:
        page = context.new_page()
        _results(page, site, word).filter(has_text=title).first.click()
        page.wait_for_url(lambda url: "search.html" not in url)
        address = urlparse(page.url)
    path = Path(unquote(address.path)).relative_to(Path(site).resolve()).as_posix()
    return f"{path}#{address.fragment}" if address.fragment else path


def _results(page, site, word):
    """Type a word into the search page and return the links of the results."""
    page.goto((Path(site).resolve() / "search.html").as_uri())
    page.locator("input[name=q]:visible").first.fill(word)
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=*")
    page.wait_for_selector(".bd-search-container .otb-found-said:not(:empty)")
    return page.locator(".bd-search-container .otb-found a")


def screenshot(site, page, out_png, width, height=None, dark=False, full=True):
    """Save a picture of a page as it looks in a window of this width, for people to look at."""
    size = {"width": width, "height": height or DESKTOP["height"]}
    with chromium() as browser, profile(browser, dark, size) as context:
        view = context.new_page()
        view.goto((Path(site).resolve() / page).as_uri())
        view.evaluate(SETTLE)
        view.screenshot(path=out_png, full_page=full, animations="disabled")
