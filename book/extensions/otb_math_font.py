"""Cuts from the mathematical font what the formulas of the book need: some 35 kB of 370."""

import functools
import io
from pathlib import Path

from fontTools import subset
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

SOURCE = Path(__file__).parent / "math" / "stix-two-math-latin-400-normal.woff"
ITALIC = {**{chr(97 + i): chr(0x1D44E + i) for i in range(26)}, "h": "\u210e",            # a browser slants the letter of an <mi>
          **{chr(65 + i): chr(0x1D434 + i) for i in range(26)}, **{chr(0x391 + i): chr(0x1D6E2 + i) for i in range(25)},
          **{chr(0x3B1 + i): chr(0x1D6FC + i) for i in range(25)}, "\u2202": "\U0001d715", "\u03f5": "\U0001d716",
          "\u03d1": "\U0001d717", "\u03f0": "\U0001d718", "\u03d5": "\U0001d719", "\u03f1": "\U0001d71a", "\u03d6": "\U0001d71b"}
ROOT_WIDTH = 860
PRIME, PRIME_WIDTH = (1.45, 0, 0, 1.45, -56, -478), 315             # as large in an exponent as it is in TeX
DROPS = {"SuperscriptBaselineDropMax": 386, "SubscriptBaselineDropMin": 50}             # those of Computer Modern, see `cut`


def letters(text):
    """Return the characters of formulas with their slanted forms."""
    used = set(text) - set("\n\t\u2061\u2062\u2063\u200b\u200c")      # what is not drawn
    used.add("√")                                                      # drawn by <msqrt>, without being written
    return used | {ITALIC[letter] for letter in used & ITALIC.keys()}


@functools.cache
def known():
    """Return the codes of the characters that the font has."""
    with TTFont(SOURCE) as font:
        return font.getBestCmap().keys()


def missing(text):
    """Return the characters of formulas that the font does not have.

    >>> missing("x ≤ √2"), missing("水")
    ([], ['水'])
    """
    return sorted(letter for letter in letters(text) if ord(letter) not in known())


def cut(text):
    """Return a font with the characters of ``text``, in all sizes that they grow to, as a WOFF file.

    A browser leaves the room of the widest root sign behind each root: all sizes get one width here.  It moves exponents of tall
    letters and brackets up and indices of deep letters down, which TeX doesn't: they stay closer to the line here.
    """
    with TTFont(SOURCE, recalcTimestamp=False) as font:
        options = subset.Options(layout_features=[], name_IDs=[0, 1, 2, 13, 14], notdef_outline=True,
                                 hinting=False, drop_tables=["GDEF", "GPOS", "gasp"], recalc_timestamp=False)
        cutter = subset.Subsetter(options)
        cutter.populate(text="".join(sorted(letters(text))))
        cutter.subset(font)
        for name in [name for name in font.getGlyphOrder() if name.partition(".")[0] == "uni221A"]:
            width = font["hmtx"][name][0]
            _redraw(font, name, (ROOT_WIDTH / width, 0, 0, 1, 0, 0), ROOT_WIDTH)
        if prime := font.getBestCmap().get(ord("′")):
            _redraw(font, prime, PRIME, PRIME_WIDTH)
        for name, value in DROPS.items():
            getattr(font["MATH"].table.MathConstants, name).Value = value
        font.flavor = "woff"
        done = io.BytesIO()
        font.save(done)
        return done.getvalue()


def _redraw(font, name, transformation, width):
    """Give a glyph another shape and width."""
    pen = TTGlyphPen(None)
    font.getGlyphSet()[name].draw(TransformPen(pen, transformation))
    glyph = pen.glyph()
    glyph.recalcBounds(font["glyf"])
    font["glyf"][name], font["hmtx"][name] = glyph, (width, glyph.xMin)
