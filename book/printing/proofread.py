"""Reads the printed book against the pages that it was printed from, and says what is missing or wrong."""

import json
import re
from collections import Counter
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pikepdf
import pypdfium2
from sphinx_external_toc.parsing import parse_toc_yaml

BOX = re.compile(r'<div class="proof (?:theorem|lemma|proposition|corollary|definition|algorithm|example) admonition" id="([^"]+)">'
                 r'\s*<p class="admonition-title"><span class="caption-number">([^<]*)</span>')
FIGURE = re.compile(r'<img\b[^>]*\balt="([^"]+)"|<svg\b[^>]*\brole="img"[^>]*\baria-label="([^"]+)"')
OPENING = re.compile(r'<section\b[^>]*\bid="([^"]+)".*?<h1>(.*?)</h1>', re.DOTALL)
LARGEST = 40_000_000
FONTS = r"/[A-Z]{6}\+(SourceSerif4|SourceCodePro|OTS-derived-font)"      # the last are those that the build cuts


def complaints(book, site, contents):
    """Return what is wrong with the printed book, one sentence each."""
    toc = parse_toc_yaml(contents)
    pages = {name: _article(Path(site) / f"{name}.html") for name in sorted(set(toc) - {toc.root.docname})}
    ledger = json.loads((Path(site) / "ledger.json").read_text("utf8"))
    sheets = Sheets(book)
    parts = sum(bool(tree.caption) for tree in toc.root.subtrees)
    return [*_boxes(pages, ledger, sheets), *_figures(pages, sheets), *_contents(pages, sheets), *_references(sheets),
            *_bookmarks(pages, sheets), *_fonts(sheets), *_shape(sheets, bare=1 + parts)]


def _article(path):
    """Return what the author of a page of the site wrote."""
    text = path.read_text("utf8")
    return text[text.index('<article class="bd-article">'):text.index("</article>")]


def destinations(pdf):
    """Return the number of the sheet on which each destination stands."""
    numbers = {page.objgen: number for number, page in enumerate(pdf.pages, start=1)}
    return {unquote(str(name)[1:]): numbers[place[0].objgen] for name, place in pdf.Root.get("/Dests", {}).items()}


class Sheets:
    """A printed book: ``texts`` of the sheets, counted from 1, ``where`` each destination stands, and all ``links``."""

    def __init__(self, book):
        self.size = Path(book).stat().st_size
        self.pdf = pikepdf.open(book)
        self.where = destinations(self.pdf)
        self.texts, self.links = {}, []
        document = pypdfium2.PdfDocument(book)
        for number, (sheet, drawn) in enumerate(zip(self.pdf.pages, document), start=1):
            words = drawn.get_textpage()
            self.texts[number] = words.get_text_bounded()
            for mark in sheet.get("/Annots", ()):
                if "/Dest" in mark:
                    text = " ".join(words.get_text_bounded(*map(float, mark.Rect)).split())
                    self.links.append((number, text, unquote(str(mark.Dest)[1:])))
        document.close()

    def says(self, number, words):
        """Return whether a sheet says these words, however they are broken and set."""
        return _bare(words) in _bare(self.texts.get(number, ""))

    def objects(self, kind, name):
        """Return the dictionaries of the PDF with this name under this key."""
        return [one for one in self.pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get(kind) == name]


def _bare(text):
    """Return a text without what the setting of it may change."""
    return re.sub(r"[\s\x02\xad\u2010-]", "", text).casefold()


def _plain(markup):
    """Return the words of a piece of a page."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", re.sub(r'<a class="headerlink".*?</a>', "", markup))).split())


def _boxes(pages, ledger, sheets):
    """Hold the boxes in print against those of the pages, and those against the ledger."""
    boxes = {f"{page}:{label}": title.strip() for page, text in pages.items() for label, title in BOX.findall(text)}
    promised = {claim["href"].replace(".html#", ":") for claim in ledger["claims"]}
    for label in sorted(promised - set(boxes)):
        if label.partition(":")[0] in pages:
            yield f"{label} is in the ledger, but is no box of its page"
    for label, title in boxes.items():
        if label not in sheets.where:
            yield f"{title} ({label}) is not in print"
        elif not sheets.says(sheets.where[label], title):
            yield f"{title} ({label}) is not on page {sheets.where[label]}, where links to it lead"


def _figures(pages, sheets):
    """Hold the figures in print, by their alternative texts, against those of the pages."""
    there = Counter(" ".join(unescape(alt or label).split()) for text in pages.values() for alt, label in FIGURE.findall(text))
    printed = Counter(" ".join(str(figure.Alt).split()) for figure in sheets.objects("/S", "/Figure") if "/Alt" in figure)
    for text, count in (there - printed).items():
        yield f"a figure is not in print, {count} times: {text}"


def _contents(pages, sheets):
    """Hold the contents against the sheets: each page is listed, and each line tells where its words are a heading."""
    begin = next((number for number, text in sheets.texts.items() if re.search(r"(?m)^Contents\s*$", text)), 0)
    end = min((at for target, at in sheets.where.items() if target.partition(":")[0] in {"part", *pages}), default=0)
    listed = {target: text for number, text, target in sheets.links if begin <= number < end}
    for target, text in listed.items():
        at = sheets.where.get(target)
        words = text.removesuffix(str(at))
        if words == text or not sheets.says(at, words):
            yield f"the contents say {text!r}, but that is on page {at}"
    for page, text in pages.items():
        if f"{page}:{OPENING.search(text).group(1)}" not in listed:
            yield f"{page} is not in the contents"


def _references(sheets):
    """Hold the links in print against the sheets: each leads somewhere, and each page number is that of its target."""
    for number, text, target in sheets.links:
        told = re.search(r"\bp\. (\d+)$", text)
        if target not in sheets.where:
            yield f"page {number}: the link {text!r} leads nowhere"
        elif told and int(told.group(1)) != sheets.where[target]:
            yield f"page {number}: {text!r} is on page {sheets.where[target]}"


def _bookmarks(pages, sheets):
    """Hold the bookmarks against the titles of the pages."""
    def titles(marks):
        for mark in marks:
            yield _bare(mark.title)
            yield from titles(mark.children)

    with sheets.pdf.open_outline() as outline:
        there = set(titles(outline.root))
    for text in pages.values():
        title = _plain(OPENING.search(text).group(2))
        if _bare(title) not in there:
            yield f"no bookmark leads to {title!r}"


def _fonts(sheets):
    """Look for fonts that the reader would have to have, and for those of this machine, which another may not have."""
    for font in sheets.objects("/Type", "/Font"):
        described = font.get("/DescendantFonts", [font])[0].get("/FontDescriptor", {})
        if font.Subtype != "/Type3" and not {"/FontFile", "/FontFile2", "/FontFile3"} & set(described.keys()):
            yield f"the font {font.get('/BaseFont')} is not embedded"
        if not re.match(FONTS, str(described.get("/FontName"))):
            yield f"the font {described.get('/FontName')} is not the book's own, but of this machine"


def _shape(sheets, bare):
    """Look at the book from outside: numbers at the feet, tags for those who listen, its size."""
    unnumbered = [number for number, text in sheets.texts.items() if not re.search(rf"(?m)^{number}\s*$", text)]
    if len(unnumbered) != bare:
        yield f"{bare} sheets carry no number by design, but these don't: {unnumbered}"
    if not sheets.objects("/S", "/H2") or "/Lang" not in sheets.pdf.Root:
        yield "the book is not tagged"
    if sheets.size > LARGEST:
        yield f"the file has {sheets.size} bytes, more than {LARGEST}"
