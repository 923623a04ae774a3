"""Formulas as plain text, for places that hold no others: descriptions, citations, titles."""

import re

from docutils import nodes
from pylatexenc import latex2text, latexwalker
from pylatexenc.macrospec import MacroSpec

WORDS = ("arctan", "cos", "cosh", "det", "exp", "inf", "lg", "lim", "ln", "log", "max", "min", "sin", "sinh", "sup", "tanh")
SIZES = ("big", "Big", "bigl", "bigr", "bigm", "Bigl", "Bigr", "left", "right", "displaystyle", "mathbin")
SIGNS = {"lVert": "⟬", "rVert": "⟭", "Vert": "‖", "|": "‖", "lvert": "|", "rvert": "|", "epsilon": "ε", "ne": "≠", "iff": "⇔",
         "triangle": "△", "{": "⦃", "}": "⦄", ",": " ", "limsup": " lim sup\u2061", "tag": "", "operatorname": " %s\u2061",
         **dict.fromkeys(SIZES, ""), **{word: f" {word}\u2061" for word in WORDS}}
GROUPS = str.maketrans("{}⦃⦄⟬⟭”", "(){}‖‖″")
ONE = r"\d+|\w(_(\w|\*))?'*|\{[^{}]*\}"                          # what may stand below a stroke without brackets
PRODUCT = r"([\w√^'!·]|\{[^{}]*\})+"                           # and what above it
BEFORE, AFTER = r"[\w√^'!)}⟩⟭⌋⌉/·\u0302\u2061]", r"([\w√^'!({⟨⟬⌊⌈/·∑∏∇]|\|(?=[\w⟨∑]))"    # they would join a fraction


def plain_tex(macros):
    """Return the function that writes a formula as one line of text; ``macros`` are those of ``mathjax3_config``.

    The function raises a ValueError where it knows no text for a command.
    """
    reads, writes = latexwalker.get_default_latex_context_db(), latex2text.get_default_latex_context_db()
    macros = {name: (value, 0) if isinstance(value, str) else value for name, value in macros.items()}
    arguments = {**dict.fromkeys(("binom", "tbinom", "tfrac", "dfrac"), 2), "operatorname": 1, "tag": 1,
                 **{name: count for name, (_, count) in macros.items()}}
    reads.add_context_category("book", [MacroSpec(name, "{" * count) for name, count in arguments.items()], prepend=True)

    def expanded(node, l2tobj):
        body = macros[node.macroname][0]
        for place, part in enumerate(node.nodeargd.argnlist, 1):
            body = body.replace(f"#{place}", re.sub(r"^\{(.*)\}$", r"\1", part.latex_verbatim()))
        return l2tobj.latex_to_text(body, latex_context=reads)

    def inside(part, l2tobj):
        return l2tobj.nodelist_to_text(part.nodelist if part.isNodeType(latexwalker.LatexGroupNode) else [part]).strip()

    def bracketed(text, free):
        return text if re.fullmatch(free, text) else f"{{{text}}}"

    def fraction(node, l2tobj):
        above, below = (inside(part, l2tobj) for part in node.nodeargd.argnlist)
        return f"⟦{bracketed(above, PRODUCT)}/{bracketed(below, f'√?({ONE})')}⟧"

    def root(node, l2tobj):
        index, radicand = node.nodeargd.argnlist
        text = inside(radicand, l2tobj)
        if index is not None:
            return f"{bracketed(text, ONE)}^{{1/{inside(index, l2tobj)}}}"
        return f"√{text}" if len(text) == 1 else f"√{{{text}}}"

    def choose(node, l2tobj):
        return "{%s}" % " choose ".join(inside(part, l2tobj) for part in node.nodeargd.argnlist)

    def hat(node, l2tobj):
        text = inside(node.nodeargd.argnlist[0], l2tobj)
        return f"{text[0]}\u0302{text[1:]}"

    def unknown(node):
        raise ValueError(f"the formula has the command \\{node.macroname}; expected one that can be written as text")

    own = {**SIGNS, "sqrt": root, "binom": choose, "tbinom": choose, "hat": hat, "widehat": hat,
           **dict.fromkeys(("frac", "tfrac", "dfrac"), fraction), **dict.fromkeys(macros, expanded)}
    writes.add_context_category("book", [latex2text.MacroTextSpec(*pair) for pair in own.items()], prepend=True)
    writes.set_unknown_macro_spec(latex2text.MacroTextSpec("", simplify_repl=unknown))
    convert = latex2text.LatexNodes2Text(math_mode="text", latex_context=writes, keep_braced_groups=True,
                                         strict_latex_spaces=True)

    def plain(formula):
        text = " ".join(convert.latex_to_text(f"${formula}$", latex_context=reads).split())
        text = re.sub(r"([_√]\w|\^[^\W2])(?=\w)", r"\1 ", re.sub(r" (?=[_^])", "", text))
        while "⟦" in text:
            text = re.sub(rf"((?<={BEFORE})|(?<={BEFORE} ))⟦([^⟦⟧]*)⟧|⟦([^⟦⟧]*)⟧(?= ?{AFTER})", r"{\2\3}", text)
            text = re.sub(r"⟦([^⟦⟧]*)⟧", r"\1", text)
        text = re.sub(r"(?<=[(√/|=≤≥<>+⟨⟬{-]) | (?=[⟭}),;=≤≥<>+])", "", text)
        text = re.sub("\u2061 ?", " ", re.sub(r"\u2061 ?(?=[({_^])", "", text))
        return text.translate(GROUPS).replace("^2", "²")

    return plain


def text_of(node, formula, words=str):
    """Return the text of a piece of a page on one line; ``formula`` and ``words`` write its formulas and what is between."""
    leaves = node.findall(lambda leaf: isinstance(leaf, (nodes.math, nodes.Text)) and not isinstance(leaf.parent, nodes.math))
    parts = ((formula if isinstance(leaf, nodes.math) else words)(leaf.astext()) for leaf in leaves)
    return " ".join("".join(parts).split())


def plain(app, node):
    """Return the text of a piece of a page on one line, its formulas as plain text; one that cannot be written stays as it is.

    The search, which reads every page, complains of that one at its line.
    """
    write = plain_tex(app.config.mathjax3_config.get("tex", {}).get("macros", {}))

    def formula(tex):
        try:
            return write(tex)
        except ValueError:
            return tex

    return text_of(node, formula)
