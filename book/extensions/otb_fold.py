"""A fold: one line that opens to more, without JavaScript too; in other formats than HTML it is open."""

from docutils import nodes


class fold(nodes.General, nodes.Element):
    """A line, ``fold["line"]``, that opens to the children of the node."""


def visit_html(translator, node):
    translator.body.append(f'<details class="otb-fold"><summary>{translator.encode(node["line"])}</summary>')


def depart_html(translator, node):
    translator.body.append("</details>\n")


def nothing(translator, node):
    """Other formats show what is in the fold."""


def setup(app):
    app.add_node(fold, html=(visit_html, depart_html), latex=(nothing, nothing), text=(nothing, nothing))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
