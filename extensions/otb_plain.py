"""Formulas as plain text, for places that hold no others: descriptions, citations, titles."""

import re

from docutils import nodes
from pylatexenc import latex2text, latexwalker
from pylatexenc.macrospec import MacroSpec

SIGNS = {"lVert": "‖", "rVert": "‖", "Vert": "‖", "lvert": "|", "rvert": "|", "epsilon": "ε", "{": "⦃", "}": "⦄", ",": "",
         **{word: f" {word} " for word in ("ln", "log", "exp", "min", "max", "sup", "inf")}}
GROUPS = str.maketrans("{}⦃⦄", "(){}")


def plain_tex(macros):
    """Return the function that writes a formula as one line of text; ``macros`` are those of ``mathjax3_config``."""
    reads, writes = latexwalker.get_default_latex_context_db(), latex2text.get_default_latex_context_db()
    macros = {name: (value, 0) if isinstance(value, str) else value for name, value in macros.items()}
    arguments = {"binom": 2, **{name: count for name, (_, count) in macros.items()}}
    reads.add_context_category("book", [MacroSpec(name, "{" * count) for name, count in arguments.items()], prepend=True)

    def expanded(node, l2tobj):
        body = macros[node.macroname][0]
        for place, part in enumerate(node.nodeargd.argnlist, 1):
            body = body.replace(f"#{place}", re.sub(r"^\{(.*)\}$", r"\1", part.latex_verbatim()))
        return l2tobj.latex_to_text(body, latex_context=reads)

    def inside(part, l2tobj):
        return l2tobj.nodelist_to_text(part.nodelist if part.isNodeType(latexwalker.LatexGroupNode) else [part]).strip()

    def fraction(node, l2tobj):
        parts = (inside(part, l2tobj) for part in node.nodeargd.argnlist)
        return "/".join(part if re.fullmatch(r"√?(\w+|\{[^{}]*\})", part) else f"{{{part}}}" for part in parts)

    def root(node, l2tobj):
        text = inside(node.nodeargd.argnlist[1], l2tobj)
        return f"√{text}" if len(text) == 1 else f"√{{{text}}}"

    def choose(node, l2tobj):
        return "{%s}" % " choose ".join(inside(part, l2tobj) for part in node.nodeargd.argnlist)

    own = {**SIGNS, "sqrt": root, "binom": choose, **dict.fromkeys(("frac", "tfrac", "dfrac"), fraction),
           **dict.fromkeys(macros, expanded)}
    writes.add_context_category("book", [latex2text.MacroTextSpec(*pair) for pair in own.items()], prepend=True)
    convert = latex2text.LatexNodes2Text(math_mode="text", latex_context=writes, keep_braced_groups=True)

    def plain(formula):
        text = convert.latex_to_text(f"${formula}$", latex_context=reads).translate(GROUPS)
        return re.sub(r"(?<=[(√/‖⟨|=≤≥+-]) | (?=[(),;])", "", " ".join(text.split())).replace("^2", "²")

    return plain


def text_of(node, formula, words=str):
    """Return the text of a piece of a page on one line; ``formula`` and ``words`` write its formulas and what is between."""
    leaves = node.findall(lambda leaf: isinstance(leaf, (nodes.math, nodes.Text)) and not isinstance(leaf.parent, nodes.math))
    parts = ((formula if isinstance(leaf, nodes.math) else words)(leaf.astext()) for leaf in leaves)
    return " ".join("".join(parts).split())


def plain(app, node):
    """Return the text of a piece of a page on one line, its formulas as plain text."""
    return text_of(node, plain_tex(app.config.mathjax3_config.get("tex", {}).get("macros", {})))


def setup(app):
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
