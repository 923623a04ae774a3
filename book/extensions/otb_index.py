"""The index: made from the glossary, the titles of the statements and the works cited; the chapters carry no marks for it.

    ```{book-index}
    ```            draws it;
    ```{glossary-letters}
    ```            draws the letters of the glossary, each a link to its first term.

A headword is a term of the glossary, an author who is cited, or, for a statement whose title holds neither, its chapter.
Terms lead to the glossary and chapters to their first page.  Where two places below a word have one title, their kind follows.
Below it stand the statements whose title speaks of it or that the glossary names in its entry, the pages that link the
term by the role ``term``, and the pages that cite the author.  Each leads to the very place.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from itertools import groupby

from docutils import nodes
from otb_ledger import chapter_page, reading_order
from sphinx.addnodes import glossary, pending_xref
from sphinx.util.docutils import SphinxDirective

UNMARKED = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe"})


class book_index(nodes.General, nodes.Element):
    """Stands where the index will be."""


class glossary_letters(nodes.General, nodes.Element):
    """Stands where the letters of the glossary will be."""


class letter_bar(nodes.General, nodes.Element):
    """Holds links to the letters of a page; a landmark for those who hear it."""


class GlossaryLetters(SphinxDirective):
    """The directive that draws the letters of the glossary."""

    def run(self):
        return [glossary_letters()]


class BookIndex(SphinxDirective):
    """The directive that draws the index."""

    def run(self):
        self.env.otb_index_pages.add(self.env.docname)
        return [book_index()]


def start(app, env, docnames):
    """Make room in the environment for the pages with an index, the links to terms and the statements they name."""
    for name, empty in (("otb_index_pages", set), ("otb_term_links", dict), ("otb_term_statements", dict)):
        if not hasattr(env, name):
            setattr(env, name, empty())


def purge(app, env, docname):
    """Forget what a page said before it is read again."""
    start(app, env, ())
    env.otb_index_pages.discard(docname)
    env.otb_term_links.pop(docname, None)
    env.otb_term_statements.pop(docname, None)


def collect(app, doctree):
    """Note which statements the entries of the glossary name; elsewhere, give the first link to each term an anchor."""
    env, docname = app.env, app.env.docname
    entries = [item for part in doctree.findall(glossary) for item in part.findall(nodes.definition_list_item)]
    if entries:
        env.otb_term_statements[docname] = {
            term["ids"][0]: {link["reftarget"] for link in item.findall(pending_xref) if link["refdomain"] == "prf"}
            for item in entries for term in item.findall(nodes.term)}
        return
    links = env.otb_term_links[docname] = {}
    for link in list(doctree.findall(pending_xref)):
        term = link["reftarget"].lower()
        if link["reftype"] == "term" and term not in links:
            links[term] = nodes.make_id(f"{docname} speaks of {term}")
            link.replace_self([nodes.target("", "", ids=[links[term]]), link])


def name_of(person):
    """Return the last name of an author, and the whole name as an index has it."""
    last, first = (" ".join(str(part) for kind in kinds for part in getattr(person, f"rich_{kind}_names"))
                   for kinds in (("prelast", "last"), ("first", "middle")))
    return last, f"{last}, {first}"


def citations(env):
    """Return the cited authors: (last name, whole name) -> page -> the first citation there."""
    domain, found = env.get_domain("cite"), defaultdict(dict)
    for reference in domain.citation_refs:
        for target in reference.targets:
            for person in domain.bibdata.data.entries[target.key].persons["author"]:
                found[name_of(person)].setdefault(reference.docname, reference.citation_ref_id)
    return found


def speaks_of(title, word):
    """Say whether a title holds a term or a name, perhaps in the plural or the genitive."""
    return word.lower() in title.lower() and re.search(rf"(?<!\w){re.escape(word)}(e?s|'s)?(?!\w)", title, re.IGNORECASE) is not None


def glossary_terms(env):
    """Return the terms of the glossary: term -> page, anchor."""
    return {name: place for (kind, name), place in env.get_domain("std").objects.items() if kind == "term"}


def places(env):
    """Return headword -> (title as a node, kind, page, anchor) of each place, in reading order; each term has an entry."""
    terms, people = glossary_terms(env), citations(env)
    named = {place: labels for page in env.otb_term_statements.values() for place, labels in page.items()}
    by_name = {singular(term): term for term in reversed(terms)}
    found = {term: [] for term in terms}

    def put(head, *place):
        found.setdefault(head, []).append(place)

    for docname in reading_order(env):
        for label, box in env.otb_boxes.get(docname, {}).items():
            title = box["title"].astext()
            heads = [term for term in terms if label in named[terms[term][1]] or speaks_of(title, term)]
            heads += [whole for last, whole in people if speaks_of(title, last)]
            if not heads:
                whole = env.titles[chapter_page(env, docname)].astext()
                heads = [by_name.get(singular(whole), whole)]
            for head in heads:
                put(head, box["title"], box["box"], docname, label)
        for term in terms:
            if term.lower() in env.otb_term_links.get(docname, {}):
                put(term, env.titles[docname], "page", docname, env.otb_term_links[docname][term.lower()])
        for (_, whole), pages in people.items():
            if docname in pages:
                put(whole, env.titles[docname], "page", docname, pages[docname])
    return found


def sort_key(head):
    """Return what an index sorts by: letters and digits, without case or accents.

    >>> sort_key("Grønlund") < sort_key("Grünwald")
    True
    """
    letters = unicodedata.normalize("NFKD", head).casefold().translate(UNMARKED)
    return re.sub(r"[^\w\s]", "", "".join(c for c in letters if not unicodedata.combining(c)))


def singular(head):
    """Return what two headwords that differ only in case or number have in common."""
    return sort_key(head).removesuffix("s")


def initial(head):
    """Return the letter under which an index has a word; digits are together."""
    first = sort_key(head)[0].upper()
    return "0–9" if first.isdigit() else first


def anchor_of(letter):
    """Return the id of the section of a letter."""
    return nodes.make_id(f"index {letter}")


def bar(anchors):
    """Return the links to the letters of a page: letter -> anchor."""
    jumps = [nodes.reference("", letter, refuri=f"#{anchor}", internal=True) for letter, anchor in anchors.items()]
    return letter_bar("", nodes.paragraph("", "", *[part for jump in jumps for part in (jump, nodes.Text(" "))],
                                          classes=["otb-letters"]))


def first_terms(doctree):
    """Return for each letter the anchor of the first term of a glossary that begins with it."""
    terms = [term for part in doctree.findall(glossary) for term in part.findall(nodes.term)]
    return {initial(term.astext()): term["ids"][0] for term in reversed(sorted(terms, key=lambda t: sort_key(t.astext())))}


def draw(app, docname):
    """Return the index as docutils nodes: the letters, then a section for each."""
    found = places(app.env)
    ways = {title.astext(): (page, "") for page, title in app.env.titles.items()} | glossary_terms(app.env)

    def link(title, page, anchor):
        uri = app.builder.get_relative_uri(docname, page) + (anchor and f"#{anchor}")
        return nodes.reference("", "", *[child.deepcopy() for child in title.children], refuri=uri, internal=True)

    def entry(head):
        word = nodes.inline(text=head)
        word = link(word, *ways[head]) if head in ways else word
        item = nodes.list_item("", nodes.paragraph("", "", word, classes=["otb-head"]))
        titles = Counter(title.astext() for title, *_ in found[head])
        if found[head]:
            item += nodes.bullet_list("", *[nodes.list_item("", nodes.paragraph("", "", link(title, *place), *(
                [nodes.Text(f" ({kind})")] if titles[title.astext()] > 1 else []))) for title, kind, *place in found[head]])
        return item

    letters = [(letter, list(heads)) for letter, heads in groupby(sorted(found, key=sort_key), initial)]
    yield bar({letter: anchor_of(letter) for letter, _ in letters})
    for letter, heads in letters:
        yield nodes.section("", nodes.title(text=letter), nodes.bullet_list("", *map(entry, heads), classes=["otb-index"]),
                            ids=[anchor_of(letter)])


def resolve(app, doctree, docname):
    """Draw the index, and the letters of a glossary, where a page asks for them."""
    for node in list(doctree.findall(glossary_letters)):
        node.replace_self(bar(dict(reversed(first_terms(doctree).items()))))
    for node in list(doctree.findall(book_index)):
        node.replace_self(list(draw(app, docname)))


def visit_bar(translator, node):
    translator.body.append('<nav class="otb-bar" aria-label="Letters">')


def depart_bar(translator, node):
    translator.body.append("</nav>\n")


def nothing(translator, node):
    """Other formats show the links alone."""


def redraw(app, env):
    """Draw the index again, whichever page changed."""
    return sorted(env.otb_index_pages)


def setup(app):
    app.add_node(book_index)
    app.add_node(glossary_letters)
    app.add_node(letter_bar, html=(visit_bar, depart_bar), latex=(nothing, nothing), text=(nothing, nothing))
    app.add_directive("book-index", BookIndex)
    app.add_directive("glossary-letters", GlossaryLetters)
    app.connect("env-before-read-docs", start)
    app.connect("env-purge-doc", purge)
    app.connect("doctree-read", collect)
    app.connect("env-updated", redraw)
    app.connect("doctree-resolved", resolve)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
