"""What the built site costs a reader: seconds to the first paint on a slow processor, and bytes, without compression."""

import functools
import http.server
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "_build" / "html"
sys.path.insert(0, str(ROOT / "tests"))

from browser import DESKTOP, chromium, pages_of, profile  # noqa: E402

SLOWER = 4      # times that the processor is slowed down
SLOWEST = 5     # pages of which the first paint is measured: the longest

# Runs in the page.  Gives the milliseconds until something was painted.
PAINTED = """
() => new Promise(done => new PerformanceObserver(seen => {
  const paint = seen.getEntriesByName('first-contentful-paint')[0];
  if (paint) done(paint.startTime);
}).observe({type: 'paint', buffered: true}))
"""

# Runs in the page.  Goes to its end as a reader does, and waits for the pictures on the way.
SCROLL = """
async () => {
  for (let y = 0; y < document.scrollingElement.scrollHeight; y += innerHeight / 2) {
    scrollTo(0, y);
    await new Promise(done => setTimeout(done, 30));
  }
  await Promise.allSettled([...document.images].filter(image => image.checkVisibility()).map(image => image.decode()));
}
"""


class Silent(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *arguments):
        """Say nothing."""


@contextmanager
def served(site):
    """Serve a folder to this machine, and give its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def first_paint(browser, address, repeats=3):
    """Return the median of the seconds from the call of a page to its first paint, each time in a fresh profile."""
    seconds = []
    for _ in range(repeats):
        with profile(browser) as context, context.new_page() as page:
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            page.goto(address, wait_until="commit")
            seconds.append(page.evaluate(PAINTED) / 1000)
    return median(seconds)


def fetched(browser, address):
    """Return the bytes that a page fetches until it is loaded, and with those on the way to its end."""
    sizes = {}
    with profile(browser, size=DESKTOP) as context, context.new_page() as page:
        page.on("response", lambda response: sizes.__setitem__(response.url, int(response.headers.get("content-length", 0))))
        page.goto(address, wait_until="networkidle")
        loaded = sum(sizes.values())
        page.evaluate(SCROLL)
        page.wait_for_load_state("networkidle")
    return loaded, sum(sizes.values())


def chapters(site=SITE):
    """Return the pages of the chapters, the longest first."""
    names = [name for name in pages_of(site) if name.startswith("chapters/")]
    if not names:
        raise ValueError(f"site = {str(site)!r}: expected a built book; run 'make book' first")
    return sorted(names, key=lambda name: -(site / name).stat().st_size)


def slowest_paint(site=SITE):
    """Return the longest first paint among the longest pages, in seconds."""
    with served(site) as address, chromium() as browser:
        return max(first_paint(browser, address + name) for name in chapters(site)[:SLOWEST])


@functools.cache
def heaviest(site=SITE):
    """Return the most bytes that a chapter page fetches until it is loaded, and the most with those on the way to its end."""
    with served(site) as address, chromium() as browser:
        return tuple(map(max, zip(*(fetched(browser, address + name) for name in chapters(site)))))


def size(site=SITE):
    """Return the bytes of all files of the site."""
    return sum(path.stat().st_size for path in Path(site).rglob("*") if path.is_file())
