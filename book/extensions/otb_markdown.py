"""Writes a resolved page, with its numbers and titles, as plain Markdown that every notebook program shows.

A page becomes a list of pieces: strings, each a block of Markdown, and ``Code``, which stands for a cell.  Formulas stay on
one line, because programs that look for dollars before they read Markdown would take a quotation mark into the formula.
"""

import re
from typing import NamedTuple
from urllib.parse import quote as percent

from docutils import nodes
from sphinx.util import logging

logger = logging.getLogger(__name__)

SILENT = (nodes.comment, nodes.target, nodes.substitution_definition, nodes.system_message)


class Code(NamedTuple):
    """Stands where a code cell goes: its index on the page, and whether it is part of a folded solution."""

    index: int
    folded: bool = False


def expand(tex, macros):
    """Replace the book's own macros in a formula by what they stand for."""
    done, rest = "", tex
    while match := re.search(r"\\([A-Za-z]+|.)", rest, re.S):
        before, rest = rest[:match.start()], rest[match.end():]
        if match[1] not in macros:
            done += before + match[0]
            continue
        body, count = macros[match[1]] if isinstance(macros[match[1]], (list, tuple)) else (macros[match[1]], 0)
        for number in range(1, count + 1):
            argument, rest = _argument(rest)
            body = body.replace(f"#{number}", argument)
        body = body if count else "{" + body + "}"
        done, rest = done + before, body + (" " if re.match("[A-Za-z]", rest) else "") + rest
    return done + rest


def _argument(tex):
    """Return the first argument of a macro, a group without its braces or one token, and what follows it."""
    tex = tex.lstrip()
    if not tex.startswith("{"):
        token = re.match(r"\\(?:[A-Za-z]+|.)|.", tex)[0]
        return token, tex[len(token):]
    depth = 0
    for match in re.finditer(r"\\.|[{}]", tex):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0:
            return tex[1:match.start()], tex[match.end():]
    raise ValueError(f"{tex!r}: expected a closing brace")


def merged(pieces):
    """Join neighbouring blocks into one string each; cells stay between them."""
    joined = []
    for piece in pieces:
        if isinstance(piece, str) and joined and isinstance(joined[-1], str):
            joined[-1] += "\n\n" + piece
        else:
            joined.append(piece)
    return joined


def quoted(pieces):
    """Set the blocks as a quotation."""
    return [piece if isinstance(piece, Code) else re.sub("^> $", ">", re.sub("^", "> ", piece, flags=re.M), flags=re.M)
            for piece in merged(pieces)]


def folded(summary, pieces):
    """Fold the blocks away under a line that says what they are; cells between them hide their code."""
    return [piece._replace(folded=True) if isinstance(piece, Code)
            else f"<details>\n<summary>{summary}</summary>\n\n{piece}\n\n</details>" for piece in merged(pieces)]


def indented(pieces, marker):
    """Set the blocks as an item of a list."""
    text = "\n\n".join(pieces)
    return marker + text.replace("\n", "\n" + " " * len(marker)).replace("\n" + " " * len(marker) + "\n", "\n\n")


class Page:
    """Writes one page.

    ``numbers(kind, node)`` gives the number of a section, equation or statement, "Fig. 2.1" for a figure and "Exercise 2.1"
    for an exercise, ``address(uri)`` the public address of a link or "" where there is none, ``picture(node)`` the address
    of an image.
    """

    def __init__(self, macros, numbers, address, picture):
        self.macros, self.numbers, self.address, self.picture = macros, numbers, address, picture

    def blocks(self, parent, depth=0):
        """Return the pieces of the children of a node."""
        return [piece for child in parent.children for piece in self.block(child, depth)]

    def block(self, node, depth=0):
        """Return the pieces of a node."""
        if isinstance(node, SILENT) or type(node).__name__ in ("index", "toctree", "meta"):
            return []
        for kind in type(node).__mro__:
            write = getattr(self, f"block_{kind.__name__}", None)
            if write:
                return write(node, depth)
        if node.get("realtype"):
            return self.statement(node, depth)
        if isinstance(node, (nodes.Inline, nodes.Text)):
            return [self.inline(node)]
        logger.warning(f"the notebook of this page has no form for {type(node).__name__}", location=node, type="otbnotes")
        return []

    def block_document(self, node, depth):
        return self.blocks(node, depth)

    block_compound = block_figure = block_legend = block_document

    def block_section(self, node, depth):
        return self.blocks(node, depth + 1)

    def block_title(self, node, depth):
        if not isinstance(node.parent, nodes.section):
            return self.block_rubric(node, depth)
        number = self.numbers("section", node.parent)
        return ["#" * max(depth, 1) + " " + (f"{number}. " if number else "") + self.text(node)]

    def block_rubric(self, node, depth):
        return [f"**{self.text(node)}**"] if self.text(node) else []

    def block_transition(self, node, depth):
        return ["---"]

    def block_paragraph(self, node, depth):
        text = self.text(node).strip()
        return [re.sub(r"^([#>+-]|\d+[.)])(?=\s|$)", r"\\\1", text)] if text else []

    def block_container(self, node, depth):
        """Leave room for a cell; of its outputs only the captions belong to the text."""
        if node.get("nb_element") != "cell_code":
            return self.blocks(node, depth)
        captions = [piece for caption in node.findall(nodes.caption) for piece in self.block(caption, depth)]
        return [Code(node["cell_index"]), *captions]

    def block_caption(self, node, depth):
        number = self.numbers("figure", node.parent)
        return [(f"**{number}** " if number else "") + self.text(node)]

    def block_image(self, node, depth):
        return [self.inline_image(node)]

    def block_math_block(self, node, depth):
        tex = self.formula(node.astext())
        if "\\\\" in tex and not node.get("nowrap"):
            tex = rf"\begin{{split}}{tex}\end{{split}}"
        number = self.numbers("equation", node)
        return [f"$${tex}" + (rf" \tag{{{number}}}" if number else "") + "$$"]

    def block_literal_block(self, node, depth):
        language = {"ipython3": "python", "default": "", "none": ""}.get(node.get("language", ""), node.get("language", ""))
        fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", node.astext())), default=0))
        return [f"{fence}{language}\n{node.astext().rstrip()}\n{fence}"]

    def block_bullet_list(self, node, depth):
        return ["\n".join(indented(self.blocks(item, depth), "- ") for item in node)]

    def block_enumerated_list(self, node, depth):
        first = node.get("start", 1)
        return ["\n".join(indented(self.blocks(item, depth), f"{first + i}. ") for i, item in enumerate(node))]

    def block_definition_list(self, node, depth):
        return [piece for item in node for piece in self.block_definition_list_item(item, depth)]

    def block_definition_list_item(self, node, depth):
        terms = ", ".join(f"**{self.text(term)}**" for term in node if isinstance(term, nodes.term))
        first, *rest = [piece for part in node if isinstance(part, nodes.definition) for piece in self.blocks(part, depth)]
        return [f"{terms}: {first}", *rest]

    block_glossary = block_document

    def block_block_quote(self, node, depth):
        return quoted(self.blocks(node, depth))

    block_sidebar = block_topic = block_block_quote

    def block_footnote(self, node, depth):
        label, *body = node.children
        first, *rest = [piece for child in body for piece in self.block(child, depth)]
        return [f"[{label.astext()}] {first}", *rest]

    block_citation = block_footnote

    def block_table(self, node, depth):
        rows = [[self.entry(entry) for entry in row] for row in node.findall(nodes.row)]
        head, *body = ["| " + " | ".join(row) + " |" for row in rows]
        title = [f"**{self.text(child)}**" for child in node if isinstance(child, nodes.title)]
        return [*title, "\n".join([head, "|" + " --- |" * len(rows[0]), *body])]

    def entry(self, node):
        """Return a cell of a table on one line, without the bar that ends a cell."""
        text = " ".join(self.blocks(node)).replace("\n", " ")
        text = re.sub(r"\$[^$]+\$", lambda m: m[0].replace(r"\|", r"\Vert ").replace("|", r"\vert "), text)
        return text.replace("|", r"\|")

    def block_raw(self, node, depth):
        """Keep HTML, which Markdown may contain; leave out scripts, which a notebook does not run."""
        return [node.astext()] if node.get("format") == "html" and "<script" not in node.astext() else []

    def block_Admonition(self, node, depth):
        """Quote a note, a warning or any other admonition under its title."""
        if node.get("realtype"):
            return self.statement(node, depth)
        title = next((self.text(child) for child in node if isinstance(child, nodes.title)), "")
        title = title or ("" if type(node) is nodes.admonition else type(node).__name__.capitalize())
        body = [piece for child in node if not isinstance(child, nodes.title) for piece in self.block(child, depth)]
        return quoted([f"**{title}**"] * bool(title) + body)

    def statement(self, node, depth):
        """Quote a theorem box under its kind, number and title."""
        number = self.numbers("statement", node)
        heading = f"{node['realtype'].title()} {number}".strip() + f" {self.text(node[0]).strip()}".rstrip()
        return quoted([f"**{heading}**", *self.contents(node[1:], depth)])

    def block_proof_node(self, node, depth):
        """Quote a proof under a word in italics."""
        pieces = [re.sub(r"^Proof\.\s*", "*Proof.* ", piece) if isinstance(piece, str) else piece
                  for piece in self.contents(node.children, depth)]
        return quoted(pieces)

    def block_exercise_node(self, node, depth):
        heading = f"{self.numbers('exercise', node)} {self.text(node[0])}".strip()
        return quoted([f"**{heading}**", *self.contents(node[1:], depth)])

    block_exercise_enumerable_node = block_exercise_node

    def block_solution_node(self, node, depth):
        return folded(self.text(node[0], html=True), self.contents(node[1:], depth))

    def block_fold(self, node, depth):
        return folded(node["line"], self.blocks(node, depth))

    def contents(self, children, depth):
        """Return the pieces of a box, whose frame is a section or an admonition without a title of its own."""
        frames = (nodes.section, nodes.admonition)
        return [piece for child in children
                for piece in (self.blocks(child, depth) if isinstance(child, frames) else self.block(child, depth))]

    def text(self, node, html=False):
        """Return the inline content of a node as Markdown, or as plain words for a place where HTML stands."""
        return " ".join("".join(child.astext() if html else self.inline(child) for child in node.children).split())

    def inline(self, node):
        """Return an inline node as Markdown."""
        for kind in type(node).__mro__:
            write = getattr(self, f"inline_{kind.__name__}", None)
            if write:
                return write(node)
        return "" if isinstance(node, SILENT) else "".join(self.inline(child) for child in node.children)

    def inline_Text(self, node):
        text = re.sub(r"([\\`*_$<])", r"\\\1", re.sub(r"\s+", " ", node.astext()))
        return re.sub(r"(?<=[A-Za-z0-9])\\_(?=[A-Za-z0-9])", "_", text)

    def inline_math(self, node):
        return f"${self.formula(node.astext())}$"

    def formula(self, tex):
        """Return a formula on one line, with the book's macros expanded and nothing in it that looks like a tag."""
        return re.sub(r"<(?=[A-Za-z/!?])", "< ", " ".join(expand(tex, self.macros).split()))

    def around(self, mark, node):
        """Put a mark around the text of a node, spaces at its ends outside."""
        text = "".join(self.inline(child) for child in node.children)
        start, end = len(text) - len(text.lstrip()), len(text.rstrip())
        return f"{text[:start]}{mark}{text[start:end]}{mark}{text[end:]}" if text.strip() else text

    def inline_emphasis(self, node):
        return self.around("*", node)

    inline_title_reference = inline_literal_emphasis = inline_emphasis

    def inline_strong(self, node):
        return self.around("**", node)

    def inline_literal(self, node):
        if any(isinstance(child, nodes.Element) for child in node.children):
            return "".join(self.inline(child) for child in node.children)
        marks = "`" * (1 + max((len(run) for run in re.findall("`+", node.astext())), default=0))
        return f"{marks}{node.astext()}{marks}" if marks == "`" else f"{marks} {node.astext()} {marks}"

    def inline_footnote_reference(self, node):
        return f"[{node.astext()}]"

    def inline_superscript(self, node):
        return f"<sup>{node.astext()}</sup>"

    def inline_subscript(self, node):
        return f"<sub>{node.astext()}</sub>"

    def inline_raw(self, node):
        """Keep HTML, but not the sign by which a page offers the address of a place on it."""
        return node.astext() if node.get("format") == "html" and 'class="headerlink"' not in node.astext() else ""

    def inline_image(self, node):
        return f"![{node.get('alt', '')}]({self.picture(node)})"

    def inline_reference(self, node):
        text = "".join(self.inline(child) for child in node.children)
        address = self.address(node.get("refuri") or "#" + node.get("refid", ""))
        return f"[{text}]({percent(address, safe=':/?#&=%+,;@~')})" if address else text
