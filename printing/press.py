"""Prints the built book: ``python printing/press.py`` makes ``_build/online-to-batch.pdf`` of ``_build/html``.

Chromium prints twice.  The first sheets tell on which page everything stands; the numbers are written into the contents,
the index and the ledger; the second printing must find everything on the same pages.
"""

import os
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

import pikepdf
import yaml
from assemble import assemble, authors
from browser import chromium
from proofread import complaints, destinations

ROOT = Path(__file__).parents[1]
MINUTE = 60_000
A4 = {"width": 794, "height": 1123}

# Runs in the page.  Waits until pictures and fonts are there, and names the pictures that never come.
READY = """
async () => {
  const come = await Promise.allSettled([...document.images].map(image => image.decode()));
  await document.fonts.ready;
  return [...document.images].filter((_, i) => come[i].status === 'rejected').map(image => image.src);
}
"""

# Runs in the page.  Makes formulas and tables that are wider than their place so much smaller that they fit.
FIT = """
() => {
  const room = element => {
    let block = element.parentElement;
    while (/^inline/.test(getComputedStyle(block).display) || block.matches('mjx-container')) block = block.parentElement;
    return block.clientWidth;
  };
  const width = element => element.getBoundingClientRect().width;
  const tight = [...document.querySelectorAll('mjx-math, table')].filter(element => width(element) > room(element) + 0.5);
  const sizes = tight.map(element => 0.99 * parseFloat(getComputedStyle(element).fontSize) * room(element) / width(element));
  tight.forEach((element, i) => { element.style.fontSize = `${sizes[i]}px`; });
}
"""

# Runs in the page.  Names the innermost things that reach out of the printed column.
OVERFLOW = """
() => {
  const edge = document.body.getBoundingClientRect().right + 1, found = [];
  const reaches = element => {
    const inner = [...element.children].filter(reaches).length > 0;
    const out = inner || element.getBoundingClientRect().right > edge;
    if (out && !inner) {
      const near = element.closest('[id]')?.id, tag = element.cloneNode(false).outerHTML.replace(/<[/].*/, '');
      found.push(`${near}: ${tag} ${element.textContent.trim().slice(0, 80)}`);
    }
    return out;
  };
  reaches(document.body);
  return found;
}
"""

# Runs in the page.  Writes the page numbers into the places that wait for them.
NUMBER = """
pages => {
  for (const place of document.querySelectorAll('[data-page-of]')) place.textContent = pages[place.dataset.pageOf] ?? '';
}
"""

HEADINGS = "() => [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(h => h.innerText.replace(/\\s+/g, ' ').trim())"


class NotPrinted(Exception):
    """Says what keeps the book from being printed."""


def press(text, sheets):
    """Let Chromium print the book, and print it again with the page numbers that the first sheets tell; return its headings."""
    source = sheets.with_suffix(".html")
    source.write_text(text, "utf8")
    with chromium() as browser, browser.new_page() as page:
        page.set_default_timeout(10 * MINUTE)
        page.set_viewport_size(A4)
        page.emulate_media(media="print")
        page.goto(source.resolve().as_uri())
        _refuse("these pictures cannot be read", page.evaluate(READY))
        page.evaluate(FIT)
        _refuse("this is wider than the column", page.evaluate(OVERFLOW))
        first = _printed(page, sheets)
        page.evaluate(NUMBER, first)
        second = _printed(page, sheets, tagged=True, outline=True)
        _refuse("these moved when the page numbers were written", [name for name in first if first[name] != second.get(name)])
        return page.evaluate(HEADINGS)


def _refuse(why, found):
    """Stop if anything was found."""
    if found:
        more = [f"... and {len(found) - 20} more"] if len(found) > 20 else []
        raise NotPrinted("\n  ".join([f"The book was not printed: {why}.", *found[:20], *more]))


def _printed(page, sheets, **options):
    """Print what a browser tab holds, and return the page of each destination."""
    page.pdf(path=sheets, prefer_css_page_size=True, **options)
    with pikepdf.open(sheets) as pdf:
        return destinations(pdf)


def finish(sheets, book, about, headings):
    """Write the printed sheets as the book: as small as they get, with title, authors, date and clean bookmarks.

    Chromium repeats the words of a heading that begins a page.
    """
    with pikepdf.open(sheets) as pdf:
        with pdf.open_outline() as outline:
            marks = list(_flat(outline.root))
            _refuse("its bookmarks are not its headings", [] if len(marks) == len(headings) else [str(len(marks)), str(len(headings))])
            for mark, heading in zip(marks, headings):
                mark.title = heading
        pdf.docinfo.Title = about["title"]
        pdf.docinfo.Author = authors(about)
        pdf.docinfo.CreationDate = pdf.docinfo.ModDate = about["date"].strftime("D:%Y%m%d%H%M%SZ")
        pdf.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
        pdf.Root.PageMode = pikepdf.Name.UseOutlines
        pdf.save(book, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)


def _flat(marks):
    """Yield bookmarks and those below them, in the order of the pages."""
    for mark in marks:
        yield mark
        yield from _flat(mark.children)


def citation(path):
    """Return what the citation file says of the book, and the date of this build."""
    about = yaml.safe_load(path.read_text("utf8"))
    about["date"] = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())), timezone.utc)
    return about


def print_book(site, contents, cited, book):
    """Print a built site in the order of its contents."""
    about = citation(cited)
    scrap = book.parent / "print"
    scrap.mkdir(parents=True, exist_ok=True)
    headings = press(assemble(site, contents, about), scrap / "sheets.pdf")
    finish(scrap / "sheets.pdf", book, about, headings)


def main():
    """Print the book of this project, and proofread it."""
    site, contents, book = ROOT / "_build" / "html", ROOT / "_toc.yml", ROOT / "_build" / "online-to-batch.pdf"
    if not (site / "index.html").exists():
        raise NotPrinted(f"There is no built book in {site}: run 'make book' first.")
    print_book(site, contents, ROOT / "CITATION.cff", book)
    _refuse("its proofs are wrong", complaints(book, site, contents))
    print(f"The printed book: {book}")


if __name__ == "__main__":
    try:
        main()
    except NotPrinted as error:
        sys.exit(str(error))
