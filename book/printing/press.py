"""Prints the built book: ``python book/printing/press.py`` makes ``_build/online-to-batch.pdf`` of ``_build/html``.

Chromium prints twice.  The first sheets tell on which page everything stands; the numbers are written into the contents,
the index and the ledger; the second printing finds everything on the same pages, or there is a third.  What has to be set
very small is a warning.  A lost picture, or a page that the proofs find wrong, is a defect: the book is written all the same,
but the exit status is 1.
"""

import os
import sys
import time
from datetime import datetime, timezone
from pathlib import Path
from typing import NamedTuple

import pikepdf
import yaml
from assemble import assemble, authors
from browser import chromium
from proofread import complaints, destinations

ROOT = Path(__file__).parents[2]
MINUTE = 60_000
A4 = {"width": 794, "height": 1123}
PASSES = 5
LEGIBLE = 0.7      # of its size: what is set smaller than that is a warning

# Runs in the page.  Waits until pictures and fonts are there, and gives a name to each picture that never comes and its address.
READY = """
async () => {
  const images = [...document.images];
  const come = await Promise.allSettled(images.map(image => image.decode()));
  await document.fonts.ready;
  const lost = images.filter((_, i) => come[i].status === 'rejected');
  return lost.map((image, i) => [image.id ||= `lost-${i}`, decodeURI(image.src)]);
}
"""

# Runs in the page.  Makes formulas and tables that are wider than their place so much smaller that they fit, and then whatever else
# reaches out of the column.  Gives a name to each thing that is hard to read now or still too wide, with its size and its words.
FIT = """
legible => {
  const right = element => element?.getBoundingClientRect().right ?? 0;
  const whole = element => element.closest('.otb-unbroken') ?? element;     // with the comma behind a formula
  const end = element => Math.max(right(whole(element)), right(element.closest('div.math')?.querySelector('.eqno')));
  const edge = element => {
    element = whole(element);
    do element = element.parentElement; while (/inline|contents/.test(getComputedStyle(element).display));
    return right(element) - parseFloat(getComputedStyle(element).paddingRight);
  };
  const column = right(document.body);
  const reaching = element => {
    const inner = element instanceof SVGElement ? [] : [...element.children].flatMap(reaching);    // a picture is cut at its edge
    return inner.length || right(element) <= column + 1 ? inner : [element];
  };
  const small = new Set();
  const shrink = elements => {
    const wide = elements.filter(([, excess]) => excess > 0.5);
    for (const [element, excess] of wide) {
      const width = element.getBoundingClientRect().width;
      element.style.zoom = Math.max(0.1, 0.99 * (1 - excess / width) * (element.style.zoom || 1));
      small.add(element);
    }
  };
  const set = [...document.querySelectorAll('math, table')];
  for (let round = 0; round < 3; round++) shrink(set.map(element => [element, end(element) - edge(element)]));
  shrink(reaching(document.body).map(element => [element, right(element) - column]));
  const bad = new Set([...[...small].filter(element => element.style.zoom < legible), ...reaching(document.body)]);
  return [...bad].map((element, i) => {
    const near = element.closest('[id]')?.id, words = element.textContent.trim().replace(/\\s+/g, ' ').slice(0, 80);
    return [element.id ||= `tight-${i}`, `${near}: ${words} (${Math.round(100 * (element.style.zoom || 1))} %)`];
  });
}
"""

# Runs in the page.  Lets a page end within a box, a cell or a row that is taller than a third of the page.
LOOSEN = """
third => {
  for (const element of document.querySelectorAll('.admonition, .cell_input, .otb-card, .citation, tr'))
    if (element.getBoundingClientRect().height > third) element.style.breakInside = 'auto';
}
"""

# Runs in the page.  Lets Chromium tell on which page these names and all boxes stand, as it tells of each name that a link leads to.
ASK = """
names => {
  const boxes = [...document.querySelectorAll('.proof[id]')].map(box => box.id);
  for (const name of [...names, ...boxes]) {
    const link = document.body.appendChild(document.createElement('a'));
    link.href = `#${name}`;
    link.hidden = true;
  }
}
"""

# Runs in the page.  Writes the page numbers into the places that wait for them.
NUMBER = """
pages => {
  for (const place of document.querySelectorAll('[data-page-of]')) place.textContent = pages[place.dataset.pageOf] ?? '';
}
"""

HEADINGS = "() => [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(h => h.innerText.replace(/\\s+/g, ' ').trim())"


class Printed(NamedTuple):
    """What came of printing: the headings, what is hard to read, and what is wrong."""

    headings: list
    warnings: list
    defects: list


def press(text, sheets):
    """Let Chromium print the book, and again with the page numbers that the sheets tell until they are right."""
    source = sheets.with_suffix(".html")
    source.write_text(text, "utf8")
    with chromium() as browser, browser.new_page() as page:
        page.set_default_timeout(10 * MINUTE)
        page.set_viewport_size(A4)
        page.emulate_media(media="print")
        page.goto(source.resolve().as_uri())
        lost = dict(page.evaluate(READY))
        tight = dict(page.evaluate(FIT, LEGIBLE))
        page.evaluate(LOOSEN, A4["height"] / 3)
        page.evaluate(ASK, [*lost, *tight])
        before, moved = _printed(page, sheets), []
        for _ in range(PASSES - 1):
            page.evaluate(NUMBER, before)
            after = _printed(page, sheets, tagged=True, outline=True)
            moved = sorted((number, name) for name, number in before.items() if after.get(name) != number)
            before = after
            if not moved:
                break
        defects = [f"page {after.get(name)}: this picture cannot be read: {address}" for name, address in lost.items()]
        if moved:
            number, name = moved[0]
            defects.append(f"after {PASSES} printings page {number} still moves: {name} goes to page {after.get(name)}")
        warnings = [f"page {after.get(name)}: too wide: {words}" for name, words in tight.items()]
        return Printed(page.evaluate(HEADINGS), warnings, defects)


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
            if len(marks) == len(headings):
                for mark, heading in zip(marks, headings):
                    mark.title = heading
        pdf.docinfo.Title = about["title"]
        pdf.docinfo.Author = authors(about)
        pdf.docinfo.CreationDate = pdf.docinfo.ModDate = about["date"].strftime("D:%Y%m%d%H%M%SZ")
        pdf.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
        pdf.Root.PageMode = pikepdf.Name.UseOutlines
        pikepdf.settings.set_flate_compression_level(9)         # Chromium takes less trouble
        pdf.save(book, object_stream_mode=pikepdf.ObjectStreamMode.generate, recompress_flate=True, deterministic_id=True)
    return [] if len(marks) == len(headings) else [f"{len(headings)} headings, but {len(marks)} bookmarks"]


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
    """Print a built site in the order of its contents; return warnings and defects, those of the proofs too."""
    about = citation(cited)
    scrap = book.parent / "print"
    scrap.mkdir(parents=True, exist_ok=True)
    headings, warnings, defects = press(assemble(site, contents, about), scrap / "sheets.pdf")
    return warnings, defects + finish(scrap / "sheets.pdf", book, about, headings) + complaints(book, site, contents)


def main(root=ROOT):
    """Print the book of a project, and proofread it; return the exit status or what to say at exit."""
    site, book = root / "_build" / "html", root / "_build" / "online-to-batch.pdf"
    if not (site / "index.html").exists():
        return f"There is no built book in {site}: run 'make book' first."
    warnings, defects = print_book(site, root / "_toc.yml", root / "CITATION.cff", book)
    print(f"The printed book: {book}")
    for line in warnings:
        print(f"Warning: {line}")
    return "\n  ".join(["The printed book has defects:", *defects]) if defects else 0


if __name__ == "__main__":
    sys.exit(main())
