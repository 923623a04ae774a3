"""A page loads one style sheet and one script, from this site alone, and the site holds no file that nothing names.

The sheets of the tools lose the rules that fit no element of the book and the variables that nothing reads; those of ``book/static``
stay whole.  Bootstrap's script is left out: the theme needs it for bubbles at three buttons alone, and these have titles.  Of the
icons' fonts the glyphs in use remain, in the sheet itself.  A picture is loaded when the reader comes near it, into the room that is
kept for it; it is written as short as scour can without a change that the eye sees.  Names, signs and numbers of code have the colour
of all code, and are no elements.  Remarks and blanks leave the sheets, licences stay.
"""

import base64
import contextlib
import io
import logging
import posixpath
import re
from concurrent.futures import ProcessPoolExecutor
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote
from zlib import crc32

from fontTools import subset, ttLib
from rcssmin import cssmin
from scour.scour import sanitizeOptions, scourString
from sphinx.errors import ExtensionError

logging.getLogger("fontTools.subset").setLevel(logging.WARNING)

THEME_SHEETS = ("_static/styles/theme.css", "_static/styles/pydata-sphinx-theme.css")     # the theme's templates name these files
THEME_SCRIPTS = ("_static/scripts/pydata-sphinx-theme.js",)
SHEET, SCRIPT = "book.css", "book.js"
STATIC = Path(__file__).parents[1] / "static"            # the sheets and scripts of the book itself
FIRST = "first.js"                                      # in the page itself, for it is at work before the first paint
WITHOUT_USE = re.compile(r"thebe|design-tabs|/first\.js|DOCUMENTATION_OPTIONS\.")    # no tabs; the options serve versions of a book

TOKEN = re.compile(r"""/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|url\([^"')]*\)|[{};]|[^{};"'/u]+|.""", re.DOTALL)
NAME = re.compile(r"[.#]((?:\\.|[\w-])+)")
WORD = re.compile(r"[\w-]+")
GIVEN = re.compile(r"""\b(?:class|id)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
LINKED = re.compile(r"""(?:href|src)=["']?(?:\.\./)*_static/([^"'?#>\s]+)""")
ADDRESS = re.compile(r"""url\((["']?)(?!data:)([^"')]+)\1\)""")
IMPORT = re.compile(r'@import "([^"]+)";')
DECLARED = re.compile(r"""(?<=[{;])\s*(--[\w-]+)\s*:(?:"[^"]*"|'[^']*'|url\([^"')]*\)|[^;{}"'])*;?""")
VARIABLE = re.compile(r"--[\w-]+")
GROUP = re.compile(r"\[[^\]]*\]|\([^()]*\)")
MAP = re.compile(r"^//# sourceMappingURL=.*$", re.MULTILINE)
WORD_OF_CODE = re.compile(r'<span class="(?:pre|n|nn|o|p|w|mi|mf|mh)">([^<]*)</span>')
IMAGE = re.compile(r'<img (?=[^>]*?src="([^"]+)")')
SIZE = re.compile(r'<svg [^>]*?width="([\d.]+)pt" height="([\d.]+)pt"')      # as matplotlib writes it
PICTURES = sanitizeOptions(SimpleNamespace(
    digits=5, strip_ids=True, shorten_ids=True, strip_comments=True, remove_metadata=True, group_create=True,
    indent_type="none", newlines=False))
SHEET_OF_PICTURE = re.compile(r"""(<svg )(.*?)<style type="text/css">\*\{([^}]*)\}</style>""", re.DOTALL)    # as matplotlib writes it
DOT = re.compile(r'<use x="(-?\d+\.?\d{0,2})\d*" y="(-?\d+\.?\d{0,2})\d*"([^>]*) xlink:href=')       # one for each point that is drawn
THEBE = re.compile(r'\s*<script type="text/x-thebe-config">.*?</script>\s*<script>kernelName = [^<]*</script>', re.DOTALL)


def rules(css):
    """Yield the rules of a style sheet: what stands before the braces, and what between them or, of a statement, None.

    A remark with a licence is a statement, any other is passed over.

    >>> list(rules('a { b: "}" } /* c */ @media print { d { e: f } } @import "g";'))
    [('a', ' b: "}" '), ('@media print', ' d { e: f } '), ('@import "g"', None)]
    """
    depth, head, body = 0, "", ""
    for token in TOKEN.findall(css):
        if token.startswith("/*"):
            if token.startswith("/*!") and depth == 0:
                yield token, None
            continue
        depth += (token == "{") - (token == "}")
        if token == ";" and depth == 0:
            yield head.strip(), None
            head = ""
        elif token == "}" and depth == 0:
            yield head.strip(), body
            head = body = ""
        elif depth == 0:
            head += token
        elif token != "{" or depth > 1:
            body += token


def fits(selector, names):
    """Return whether a selector can fit an element; ``names`` are the classes and ids that there are.

    >>> [fits(selector, {"a"}) for selector in ("p.a", ".a .b", "p:not(.b)", "p")]
    [True, False, True, True]
    """
    while (plain := GROUP.sub("", selector)) != selector:
        selector = plain
    return all(name.replace("\\", "") in names for name in NAME.findall(selector))


def selectors(head):
    """Return the selectors of a rule.

    >>> selectors(".a:is(p, .b:not(q, r)), .c")
    ['.a:is(p, .b:not(q, r))', '.c']
    """
    parts, depth = [""], 0
    for letter in head:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def used(css, names):
    """Return a style sheet with the rules that can fit an element.

    >>> used(".a, .b { c: d } .b { e: f } @media print { .b { g: h } } @font-face { i: j }", {"a"})
    '.a{c: d}@font-face{i: j}'
    """
    kept = []
    for head, body in rules(css):
        if body is None:
            kept.append(head if head.startswith("/*") else f"{head};")
            continue
        if head.startswith(("@media", "@supports")):
            body = used(body, names)
        elif not head.startswith("@"):
            head = ",".join(part for part in selectors(head) if fits(part, names))
        if head and body.strip():
            kept.append(f"{head}{{{body.strip()}}}")
    return "".join(kept)


def with_variables(css, elsewhere):
    """Return a style sheet without the variables that neither it reads nor a name ``elsewhere``.

    >>> with_variables(":root{--a: b; --c: var(--d); --d: e; --f: g}p{h: var(--a)}", {"--f"})
    ':root{--a: b; --f: g}p{h: var(--a)}'
    >>> with_variables("p{--i: url('data:j;k(l)'); --m: url(data:n;o); p: q}", set())
    'p{ p: q}'
    """
    before = None
    while css != before:
        before, read = css, elsewhere | set(re.findall(r"var\(\s*(--[\w-]+)", css))
        css = DECLARED.sub(lambda found: found[0] if found[1] in read else "", css)
    return css


def names_in(pages, scripts):
    """Return the classes and ids of the elements of pages, and all words of scripts, which may make more elements."""
    given = {unescape("".join(value)) for page in pages for value in GIVEN.findall(page)}
    return {name for value in given for name in value.split()} | {word for script in scripts for word in WORD.findall(script)}


def icons(path, letters):
    """Return the address, as data, of a font with these letters alone."""
    font = ttLib.TTFont(path, recalcTimestamp=False)
    cutter = subset.Subsetter()
    cutter.populate(unicodes=letters & set(font.getBestCmap()))
    cutter.subset(font)
    font.flavor = "woff"
    font.save(file := io.BytesIO())
    return f"data:font/woff;base64,{base64.b64encode(file.getvalue()).decode()}"


def with_icons(css, static, names):
    """Return a style sheet whose fonts of icons hold the icons that it draws; a font without use is gone."""
    letters = {int(code, 16) for code in re.findall(r"\\(f[0-9a-f]{3})\b", css)}

    def draw(face):
        path = re.search(r"[\w./-]*vendor/fontawesome/[\w./-]*\.ttf", face[0])
        if path is None:
            return face[0]
        if Path(path[0]).stem.rpartition("-")[0] not in names:
            return ""
        return re.sub(r"src:[^;}]*", lambda _: f'src:url({icons(static / path[0], letters)}) format("woff")', face[0])
    return re.sub(r"@font-face\{[^}]*\}", draw, css)


def moved(css, name):
    """Return the sheet of this name with its addresses as seen from the folder of all sheets.

    >>> moved("a { b: url(../c.png) url('data:d') }", "styles/e.css")
    "a { b: url(c.png) url('data:d') }"
    """
    folder = posixpath.dirname(name)
    return ADDRESS.sub(lambda found: f"url({found[1]}{posixpath.normpath(posixpath.join(folder, found[2]))}{found[1]})", css)


def collect(app, pagename, templatename, context, doctree):
    """Note the sheets and scripts that a page needs, the same on all, and hand its template what stands for them."""
    def needed(kind):
        return [file for file in sorted(context[kind], key=lambda file: file.priority) if not WITHOUT_USE.search(str(file))]

    scripts = needed("script_files")
    words = [script.attributes["body"] for script in scripts if not script.filename]      # first: the files run at once and read them
    own = (dict.fromkeys([*THEME_SHEETS, *(str(sheet.filename) for sheet in needed("css_files"))]),
           dict.fromkeys([*words, *(str(script.filename) for script in scripts if script.filename), *THEME_SCRIPTS]))
    app.otb_sheets, app.otb_scripts = known = (app.otb_sheets, app.otb_scripts) if app.otb_sheets else own
    if more := [name for mine, all_pages in zip(own, known) for name in mine if name not in all_pages]:
        raise ExtensionError(f"{pagename} needs {more[0]}, which the first page that was written doesn't: expected the same on all")
    version = app.config.otb_version
    context |= {"otb_sheet": f"{SHEET}?v={version}", "otb_script": f"{SCRIPT}?v={version}", "otb_first": app.otb_first}
    if "body" in context:
        body = WORD_OF_CODE.sub(r"\1", THEBE.sub("", context["body"]))
        context["body"] = IMAGE.sub(lambda found: f'<img loading="lazy"{room(app, found[1])} ', body)


def room(app, address):
    """Return the attributes that keep room for a picture, if it says its size."""
    sources = {name: source for source, name in app.builder.images.items()}
    source = Path(app.srcdir, sources.get(posixpath.basename(unquote(address)), ""))
    size = SIZE.search(source.read_text("utf8")) if source.suffix == ".svg" else None
    return ' width="{:.0f}" height="{:.0f}"'.format(*(float(points) * 4 / 3 for points in size.groups())) if size else ""


def short(picture):
    """Return a picture of matplotlib, an SVG, so that it looks the same and is about half as long; any other as it is.

    What its sheet says of all elements becomes what they inherit: a sheet would win over the attributes that scour writes.
    """
    without, found = SHEET_OF_PICTURE.subn(r'\1style="\3" \2', picture)
    return DOT.sub(r'<use x="\1" y="\2"\3 href=', scourString(without, PICTURES)) if found else picture


def shorten(path):
    """Write a file with a picture anew, shorter."""
    path.write_text(short(path.read_text("utf8")), "utf8")


def read(app, name):
    """Return the text of a sheet or a script, which may stand in its place itself; what a sheet imports is part of it."""
    if not name.startswith("_static/"):
        return name
    text = (Path(app.outdir) / name).read_text("utf8")
    folder = posixpath.dirname(name)
    return IMPORT.sub(lambda found: read(app, posixpath.normpath(posixpath.join(folder, found[1]))), text)


def publish(app, exception):
    """Write the one sheet and the one script, and take away the files that nothing names."""
    if exception is not None or not app.otb_sheets:
        return
    static = Path(app.outdir) / "_static"
    own = {path.name for path in STATIC.iterdir()}
    pages = [path.read_text("utf8") for path in sorted(Path(app.outdir).rglob("*.html")) if static not in path.parents]
    scripts = [MAP.sub("", read(app, name)) for name in app.otb_scripts]
    names = names_in(pages, scripts)
    sheets = {name: moved(read(app, name), posixpath.relpath(name, "_static")) for name in app.otb_sheets}
    kept = {name: text if posixpath.basename(name) in own else used(text, names) for name, text in sheets.items()}
    ours = [text for name, text in kept.items() if posixpath.basename(name) in own]
    plays = [path.read_text("utf8") for path in static.glob("explorables/*.js")]
    read_elsewhere = {name for text in [*pages, *scripts, *plays, *ours] for name in VARIABLE.findall(text)}
    css = "\n".join(text if posixpath.basename(name) in own else with_variables(text, read_elsewhere) for name, text in kept.items())
    with ProcessPoolExecutor() as pool:
        list(pool.map(shorten, sorted((Path(app.outdir) / "_images").glob("*.svg"))))
    (static / SHEET).write_text(cssmin(with_icons(css, static, names), keep_bang_comments=True), "utf8")
    (static / SCRIPT).write_text(";\n".join(scripts), "utf8")
    prune(static, pages)


def prune(static, pages):
    """Take away the files of a folder that neither the pages nor the sheets that they load name, licences apart."""
    named = {unquote(name) for page in pages for name in LINKED.findall(page)}
    for sheet in [name for name in named if name.endswith(".css")]:
        folder = posixpath.dirname(sheet)
        named |= {posixpath.normpath(posixpath.join(folder, found[1])) for found in ADDRESS.findall((static / sheet).read_text("utf8"))}
    for path in sorted(static.rglob("*"), reverse=True):
        if path.is_dir():
            with contextlib.suppress(OSError):      # it holds something
                path.rmdir()
        elif path.relative_to(static).as_posix() not in named and "LICENSE" not in path.name:
            path.unlink()


def version(app, config):
    """Have the book's own sheets and scripts loaded, and note their version: browsers know by it that they changed, and Sphinx
    writes all pages anew.
    """
    own = sorted(STATIC.glob("*.*s"))
    config.html_css_files = [*config.html_css_files, *(path.name for path in own if path.suffix == ".css")]
    config.html_js_files = [*config.html_js_files, *(path.name for path in own if path.suffix == ".js")]
    config.otb_version = f"{crc32(b''.join(path.read_bytes() for path in own)):08x}"


def start(app):
    """Get ready to note sheets and scripts."""
    app.otb_sheets, app.otb_scripts = {}, {}
    app.otb_first = (STATIC / FIRST).read_text("utf8")


def setup(app):
    app.add_config_value("otb_version", "", "html")
    app.connect("config-inited", version)
    app.connect("builder-inited", start)
    app.connect("html-page-context", collect, priority=999)
    app.connect("build-finished", publish, priority=999)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
