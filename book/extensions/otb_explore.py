"""Pictures that answer to the hand: ``{explorable} name`` shows ``book/explorables/name.js``; how one is written stands beside it.

The page holds the question and all that the explorable shows as it opens, in the room that the living one takes; paper and a browser
without scripts keep the picture.  The scripts are the library, the frame and the explorable itself; a page without an explorable loads
none of them.
"""

from html import escape
from pathlib import Path
from zlib import crc32

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

HOME = Path(__file__).parents[1] / "explorables"
LIBRARY = tuple(HOME / "d3" / f"d3-{part}.min.js" for part in ("dispatch", "selection", "drag", "axis"))
FRAME = HOME / "frame.js"
PLACE = "_static/explorables"


class explorable(nodes.container):
    """The question, the stage and the way to the same in Python."""


class stage(nodes.Invisible, nodes.Element):
    """Where the picture stands: ``name``, ``alt``; a notebook has none."""


class Explorable(SphinxDirective):
    """``{explorable} name``: the content asks the question; ``:alt:`` says what the picture shows; ``:python:`` is the label of
    the cell that does the same in Python.
    """

    required_arguments = 1
    has_content = True
    option_spec = {"alt": directives.unchanged_required, "python": directives.unchanged_required}

    def run(self):
        name = self.arguments[0]
        if name not in names():
            raise self.error(f"explorable {name}: expected one of {', '.join(names())}")
        if missing := [option for option in self.option_spec if option not in self.options]:
            raise self.error(f"explorable {name} has no :{missing[0]}:")
        way = f"[Edit and break it](#{self.options['python']}): the same in a few lines of Python."
        return [explorable("", *self.parse_content_to_nodes(), stage(name=name, alt=self.options["alt"]),
                           nodes.paragraph("", "", *self.parse_inline(way)[0], classes=["otb-play-way"]), name=name)]


def names():
    """Return the names of the explorables."""
    return sorted(path.stem for path in HOME.glob("*.js") if path != FRAME)


def scripts(name):
    """Return the text of the two scripts that a page with this explorable loads: the frame with its library, and the explorable."""
    return ";\n".join(path.read_text("utf8") for path in (*LIBRARY, FRAME)), (HOME / f"{name}.js").read_text("utf8")


def visit_explorable(translator, node):
    places = "".join(f'<span id="{place}"></span>' for place in node["ids"])        # a label above it is a place to go to
    translator.body.append(f'{places}<figure class="otb-play otb-explorable" id="play-{node["name"]}" data-play="{node["name"]}">\n')


def depart_explorable(translator, node):
    up = "../" * translator.builder.current_docname.count("/")
    translator.body.append("</figure>\n" + "".join(
        f'<script defer src="{up}{PLACE}/{file}.js?v={crc32(text.encode()):08x}"></script>\n'
        for file, text in zip(("frame", node["name"]), scripts(node["name"]))))


def visit_stage(translator, node):
    opening = (HOME / "pictures" / f"{node['name']}.html").read_text("utf8")
    translator.body.append(opening.replace('<div class="otb-play-stage">', f'<div class="otb-play-stage" data-alt="{escape(node["alt"])}">', 1))


def depart_stage(translator, node):
    """Nothing is left to close."""


def publish(app, exception):
    """Write the scripts; what no page names is taken away with all else that none names."""
    if exception is not None or app.builder.name != "html":
        return
    folder = Path(app.outdir, PLACE)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "d3-LICENSE.txt").write_text((HOME / "d3" / "LICENSE.txt").read_text("utf8"), "utf8")
    for name in names():
        frame, own = scripts(name)
        (folder / "frame.js").write_text(frame, "utf8")
        (folder / f"{name}.js").write_text(own, "utf8")


def setup(app):
    app.add_directive("explorable", Explorable)
    app.add_node(explorable, html=(visit_explorable, depart_explorable))
    app.add_node(stage, html=(visit_stage, depart_stage))
    app.connect("build-finished", publish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
