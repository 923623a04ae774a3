"""Short animations: a few frames in one SVG, made from results.  Without a script, and on paper, the last frame stands.

``_static/animate.js`` adds the buttons that play and step; ``_static/animate.css`` changes the colours in the dark.
"""

import base64
from html import escape

from .. import require

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 380, 56, 24, 12, 44
KINDS = {
    "otb-axis": 'stroke-opacity="0.5" stroke-width="1"',
    "otb-dot": 'fill="#0072b2" stroke="none"',
    "otb-cross": 'stroke="#d55e00" stroke-width="2"',
    "otb-chosen": 'fill="#d55e00" stroke="none"',
    "otb-origin": 'fill="currentColor"',
    "otb-side": 'fill="#0072b2" fill-opacity="0.12" stroke="none"',
    "otb-ring": 'stroke="#d55e00" stroke-width="2.5"',
    "otb-new": 'stroke="#0072b2" stroke-width="2.2"',
    "otb-old": 'stroke-dasharray="6 4" stroke-opacity="0.7"',
    "otb-arrow": 'stroke="#0072b2" stroke-width="3.5"',
    "otb-bars": 'stroke="#0072b2" stroke-width="5"',
    "otb-means": 'stroke="#cc79a7" stroke-width="2" stroke-dasharray="2 3"',
    "otb-truth": ""}
"""How each kind of mark looks: told apart by shape, dash and colour."""


class Animation:
    """Frames over a background that stays; the page shows one frame at a time, and the last one when it can do no more.

    With ``opens="first"`` a page with a script begins at the first frame.
    """

    def __init__(self, name, background, frames, alt, caption, opens="last"):
        if not frames:
            require.fail("frames", frames, "at least one")
        self.name, self.background, self.frames, self.alt, self.caption = name, background, frames, alt, caption
        self.opens = opens

    def __repr__(self):
        return f"<animation {self.name}: {len(self.frames)} frames>"

    def _repr_mimebundle_(self, **options):
        """Return the animation for a page, and its last frame for programs that show no SVG of a notebook they do not trust."""
        return {"text/html": self._repr_html_(), "text/markdown": self._still()}

    def _repr_html_(self):
        return (f'<figure class="otb-animation" data-opens="{self.opens}">{self._svg(self.frames)}\n'
                f'<p class="otb-says" aria-live="polite">{escape(self.frames[-1][0])}</p>'
                f'<figcaption>{escape(self.caption)}</figcaption></figure>')

    def _still(self):
        """Return the last frame as an image that carries itself, and its words."""
        svg = self._svg(self.frames[-1:]).replace(
            "<svg ", f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" style="background: white" ', 1)
        address = f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
        return f'<img alt="{escape(self.alt)}" src="{address}">\n\n{escape(self.frames[-1][0])}\n\n{escape(self.caption)}'

    def _svg(self, frames):
        groups = "".join(f'<g class="otb-frame" data-says="{escape(says)}" display="none">{"".join(marks)}</g>\n'
                         for says, marks in frames)
        groups = 'display="inline"'.join(groups.rsplit('display="none"', 1))
        return (f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" fill="none" stroke="currentColor" stroke-width="1.5" '
                f'font-size="14" aria-label="{escape(self.alt)}">\n{"".join(self.background)}\n{groups}</svg>')


class Panel:
    """Axes: a rectangle of the picture with its own scales, which turns numbers into marks."""

    def __init__(self, x, y, box=(LEFT, TOP, WIDTH - RIGHT, HEIGHT - BOTTOM)):
        self.x, self.y, self.box = x, y, box

    def place(self, x, y):
        """Return where a point lies in the picture, to a tenth of a unit."""
        left, top, right, bottom = self.box
        return (round(left + float(x - self.x[0]) / (self.x[1] - self.x[0]) * (right - left), 1),
                round(bottom - float(y - self.y[0]) / (self.y[1] - self.y[0]) * (bottom - top), 1))

    def at(self, x, y):
        """Return the place of a point as a path writes it."""
        return "{:g} {:g}".format(*self.place(x, y))

    def line(self, xs, ys, kind):
        """Return a line through points."""
        return _path(kind, "M" + "L".join(self.at(x, y) for x, y in zip(xs, ys)))

    def bars(self, xs, ys, kind):
        """Return a bar from zero for each number."""
        return _path(kind, "".join(f"M{self.at(x, 0)}L{self.at(x, y)}" for x, y in zip(xs, ys)))

    def mark(self, x, y, kind, radius=4):
        """Return a dot, a cross or a ring, whichever the kind is drawn as."""
        across, down = self.place(x, y)
        if kind == "otb-cross":
            strokes = (f"M{across - s:g} {down - radius:g}L{across + s:g} {down + radius:g}" for s in (radius, -radius))
            return _path(kind, "".join(strokes))
        return f'<circle class="{kind}" cx="{across:g}" cy="{down:g}" r="{radius}" {KINDS[kind]}/>'

    def words(self, x, y, text):
        """Return a text that begins at a point."""
        across, down = self.place(x, y)
        return _text(f'x="{across:g}" y="{down:g}"', text)

    def axes(self, across, down, ticks=()):
        """Return the left and the lower edge, their names, and ticks as pairs of an axis (x or y) and a number."""
        left, top, right, bottom = self.box
        middle = 'text-anchor="middle"'
        marks = [_path("otb-axis", f"M{left} {top}V{bottom}H{right}"),
                 _text(f'x="{(left + right) / 2:.0f}" y="{HEIGHT - 8}" {middle}', across),
                 _text(f'transform="translate(14 {(top + bottom) / 2:.0f}) rotate(-90)" {middle}', down)]
        for axis, number in ticks:
            if axis == "x":
                where = f'x="{self.place(number, self.y[0])[0]:g}" y="{bottom + 17}" {middle}'
            else:
                where = f'x="{left - 6}" y="{self.place(self.x[0], number)[1] + 4:g}" text-anchor="end"'
            marks.append(_text(where, f"{number:g}"))
        return marks


def _path(kind, d):
    """Return a path that looks like its kind."""
    return f'<path class="{kind}" d="{d}" {KINDS[kind]}/>'


def _text(where, words):
    """Return a text at a place; nothing if there are no words."""
    return f'<text fill="currentColor" stroke="none" {where}>{escape(words)}</text>' if words else ""
