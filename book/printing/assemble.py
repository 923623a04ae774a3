"""Makes one HTML page of the built book, in the order of its contents, for the printer.

The id ``here`` on the page ``chapters/there`` becomes ``chapters/there:here``, and each link inside the book leads to such
an id.  A ``<span data-page-of="id">`` waits for the number of the sheet on which that id is printed.
"""

import copy
import json
import posixpath
import re
from collections import Counter
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pyphen
from lxml import html
from lxml.html.builder import E
from sphinx_external_toc.parsing import parse_toc_yaml

STYLE = Path(__file__).with_name("book.css")
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
# What paper has no use for: handles, scripts, and the code of cells that fold it away or that only set things up.
SCREEN_ONLY = (".//a[contains(@class, 'headerlink')] | .//script | .//div[contains(@class, 'toctree-wrapper')]"
               " | .//p[@class='otb-take'] | .//details[@class='otb-cite'] | .//tr//details"
               " | .//details[contains(@class, 'above-input')] | .//div[contains(@class, 'tag_remove-output')]")
REFERENCES = ".//tr/descendant::a[starts-with(@href, '#')][1] | .//ul[contains(@class, 'otb-index')]//a[starts-with(@href, '#')]"
PROSE = (".//text()[(ancestor::p[not(contains(@class, 'title'))] or ancestor::li or ancestor::dd)"
         " and not(ancestor::math or ancestor::code or ancestor::pre or ancestor::td) and not(contains(., '://'))]")
SYLLABLES = pyphen.Pyphen(lang="en_GB", left=2, right=3)
REFERRING = ("aria-labelledby", "aria-describedby", "for")


class Site:
    """The pages of a built book and their order."""

    def __init__(self, folder, contents):
        self.folder = Path(folder).resolve()
        self.toc = parse_toc_yaml(contents)
        self.root = self.toc.root.docname
        self.parts = [(tree.caption, tree.numbered is not False, list(tree.items)) for tree in self.toc.root.subtrees]
        self.names = {self.root} | {page for _, _, names in self.parts for name in names for page, _ in self.below(name)}

    def below(self, name, depth=0):
        """Return a page and the pages below it in reading order, each with its depth."""
        children = [item for tree in self.toc[name].subtrees for item in tree.items]
        return [(name, depth)] + [pair for child in children for pair in self.below(child, depth + 1)]

    def tree(self, name):
        """Return the root of a page."""
        return html.parse(str(self.folder / f"{name}.html"), html.HTMLParser(encoding="utf-8")).getroot()

    def page(self, name, level):
        """Return a page made ready for print, its title as a heading of this level."""
        page = self.tree(name).find(".//article[@class='bd-article']")
        page.tag, page.attrib["class"] = "div", "print-page"
        for element in page.xpath(SCREEN_ONLY):
            element.drop_tree()
        for element in page.iter(html.etree.Element):
            if re.fullmatch("h[1-6]", element.tag):
                element.tag = f"h{min(6, int(element.tag[1]) + level - 1)}"
            if element.tag == "details":
                element.set("open", "")
            element.attrib.pop("loading", None)
            for key in {"id", *REFERRING} & set(element.attrib):
                element.set(key, " ".join(f"{name}:{word}" for word in element.get(key).split()))
            for key in {"src", "href"} & set(element.attrib):
                self.redirect(name, element, key)
        for heading in page.xpath(".//section/*[self::h1 or self::h2 or self::h3 or self::h4 or self::h5 or self::h6]"):
            _name(heading)
        for words in page.xpath(PROSE):
            _hyphenate(words)
        page.set("id", f"{name}:")
        return page

    def redirect(self, name, element, key):
        """Let an address on a page lead into the printed book or to its file; drop a link to what is not printed."""
        scheme, host, address, _, fragment = urlsplit(element.get(key))
        if scheme or host:
            return
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(address))) if address else f"{name}.html"
        if key == "src" or element.tag == "link":
            element.set(key, (self.folder / path).as_uri())
        elif path.endswith(".html") and path.removesuffix(".html") in self.names:
            element.set(key, f"#{path.removesuffix('.html')}:{unquote(fragment)}")
        else:
            del element.attrib[key]

    def styles(self, name):
        """Return the style sheets of a page."""
        found = self.tree(name).xpath("./head/link[@rel='stylesheet'] | ./head/style")
        for element in found:
            if "href" in element.attrib:
                self.redirect(name, element, "href")
        return found


def assemble(folder, contents, about):
    """Return the whole book as one HTML page; ``about`` is what the citation file says of it."""
    site = Site(folder, contents)
    main = E.article({"class": "bd-article"})
    running = []
    for position, (caption, numbered, names) in enumerate(site.parts, start=1):
        if caption:
            main.append(_divider(caption, position, f"Part {ROMAN[position]}" if numbered else ""))
        for name in names:
            chapter = _chapter(site, name, 2 if caption else 1, back_matter=not numbered)
            running.append(_running_head(chapter, f"chapter-{len(running) + 1}"))
            main.append(chapter)
    front = [_title_page(site, about), _foreword(site), _contents(main)]
    for element in reversed(front):
        main.insert(0, element)
    styles = {html.tostring(element, encoding="unicode"): element
              for name in sorted(site.names) for element in site.styles(name)}
    head = E.head(E.meta(charset="utf-8"), E.title(about["title"]), *styles.values(),
                  E.link(rel="stylesheet", href=STYLE.resolve().as_uri()), E.style("\n".join(running)))
    page = E.html({"lang": "en", "data-theme": "light"}, head, E.body(E.div({"class": "bd-content"}, main)))
    return "<!DOCTYPE html>\n" + html.tostring(page, encoding="unicode")


def _name(heading):
    """Let what leads to a section lead to its heading: a section may begin at the foot of the sheet before."""
    section = heading.getparent()
    heading.set("id", section.attrib.pop("id"))
    for target in section.findall("span"):
        if section.index(target) < section.index(heading):
            heading.insert(0, target)
            target.tail, heading.text = heading.text, None


def _hyphenate(words):
    """Say where the words of a text may be broken: a browser that was never on a network does not know."""
    element, text = words.getparent(), re.sub(r"[^\W\d_]{6,}", lambda word: SYLLABLES.inserted(word[0], "\u00ad"), words)
    if words.is_tail:
        element.tail = text
    else:
        element.text = text


def _divider(caption, position, number):
    """Return the sheet that opens a part."""
    heading = E.h1({"id": f"part:{position}"}, *([E.span({"class": "section-number"}, f"{number} ")] if number else []), caption)
    return E.section({"class": "print-part"}, heading)


def _chapter(site, name, level, back_matter):
    """Return a chapter with the pages below it; tables and indices of the back matter name the pages they lead to."""
    chapter = E.section({"class": "print-chapter"}, *[site.page(page, level + depth) for page, depth in site.below(name)])
    solutions = chapter.xpath(".//div[contains(concat(' ', @class, ' '), ' solution ')]")
    if solutions:
        for solution in solutions:
            solution.drop_tree()
        heading = html.Element(f"h{level + 1}", id=f"{name}:solutions-of-the-chapter")
        heading.text = "Solutions"
        chapter.append(E.section(heading, *solutions))
    if back_matter:
        for link in chapter.xpath(REFERENCES):
            link.append(_page_number(link.get("href")[1:]))
    return chapter


def _page_number(target):
    """Return the place that waits for the page of a target."""
    return E.span({"class": "print-page-number", "data-page-of": target})


def _running_head(chapter, name):
    """Give the sheets of a chapter a name, and return the rule that prints its title on them."""
    title = chapter.xpath(".//h1 | .//h2")[0].text_content()
    chapter.set("style", f"page: {name}")
    return f"@page {name} {{ @top-left {{ content: {json.dumps(title, ensure_ascii=False)}; }} }}"


def authors(about):
    """Return who made the book."""
    return ", ".join(author.get("name") or f"{author['given-names']} {author['family-names']}" for author in about["authors"])


def _title_page(site, about):
    """Return the sheet that says what this is, from when, and how its trials ended."""
    title, _, subtitle = about["title"].partition(": ")
    book = json.loads((site.folder / "ledger.json").read_text("utf8"))
    verdicts = Counter(check["verdict"] for claim in book["claims"] for check in claim["checks"])
    ended = ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items()))
    trials = f"{len(book['claims'])} statements on trial in {sum(verdicts.values())} checks: {ended}."
    return E.section({"class": "print-title-page"}, E.p({"class": "print-title"}, title), E.p({"class": "print-subtitle"}, subtitle),
                     E.p(authors(about)),
                     E.p({"class": "print-state"}, f"Version {about['version']}, {about['date'].day} {about['date']:%B %Y}", E.br(), trials))


def _foreword(site):
    """Return the first page of the site, whose title stands on the title page already."""
    page = site.page(site.root, 2)
    page.find(".//h2").drop_tree()
    page.set("class", "print-foreword")
    return page


def _contents(main):
    """Return the table of contents: parts, chapters and their sections, but not the letters of the index."""
    lines = []
    for heading in main.xpath("(.//h1 | .//h2 | .//h3)[not(following-sibling::ul[contains(@class, 'otb-index')])]"):
        target = heading.get("id")
        words = copy.deepcopy(heading)
        words.tag, words.tail = "span", None
        for element in words.iter():
            element.attrib.pop("id", None)
        lines.append(E.p({"class": f"print-line-{heading.tag}"}, E.a({"href": f"#{target}"}, words, _page_number(target))))
    return E.nav({"class": "print-contents", "aria-label": "Contents"}, E.h1({"id": "contents"}, "Contents"), *lines)
