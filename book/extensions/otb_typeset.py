"""The formulas of the evidence, typeset, as docutils nodes."""

from docutils import nodes
from otbnotes import typeset as plain

KINDS = {"": nodes.Text, "sup": lambda text: nodes.superscript("", text), "sub": lambda text: nodes.subscript("", text)}


def typeset(text):
    """Return a text as nodes, with signs, Greek letters, indices and powers as they are printed.

    >>> "".join(str(node) for node in typeset("alpha_t, B^2 * 1e-06"))
    'α<subscript>t</subscript>, B<superscript>2</superscript> * 10<superscript>−6</superscript>'
    """
    return [KINDS[kind](piece) for kind, piece in plain.typeset(text)]
