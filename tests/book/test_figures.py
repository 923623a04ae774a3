"""Figures: drawn in the face of the book, and on a phone panel below panel."""

import hashlib
import io
import re
import sys

import browser
import pytest
from books import ROOT
from matplotlib import font_manager
from matplotlib.mathtext import MathTextParser
from otbnotes.plots import style
from PIL import Image

sys.path.insert(0, str(ROOT / "book" / "extensions"))
from otb_site import cuts, panels  # noqa: E402

FONTS = ROOT / "otbnotes" / "plots" / "fonts"
LETTERS = "abcxyzABCXYZ0123456789.,:()+=−αβγδεζηθλμξπρστφχψωΓΔΘΛΞΠΣΦΨΩ"
GREEK = r"$\alpha\beta\gamma\delta\varepsilon\eta\theta\lambda\mu\xi\pi\rho\sigma\tau\chi\psi\Gamma\Delta\Sigma\Omega-10^{-2}w_t$"
RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)


def test_letters_digits_and_signs_are_of_the_face_of_the_book():
    style.setup()
    for slant, file in (("normal", "serif-normal.ttf"), ("italic", "serif-italic.ttf")):
        path = font_manager.findfont(font_manager.FontProperties(style=slant), fallback_to_default=False)
        assert path == str(FONTS / file)
        assert set(map(ord, LETTERS)) <= set(font_manager.get_font(path).get_charmap())
    drawn = MathTextParser("path").parse(GREEK).glyphs
    assert {glyph[0].family_name for glyph in drawn} == {font_manager.get_font(FONTS / "serif-normal.ttf").family_name}


def test_the_fonts_are_those_that_their_licence_names():
    named = dict(re.findall(r"^([0-9a-f]{64})  (\S+)$", (FONTS / "LICENSE.txt").read_text("utf8"), re.M))
    assert {name: digest for digest, name in named.items()} == {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FONTS.glob("*.ttf")}
    assert all(path.stat().st_size < 150_000 for path in FONTS.glob("*.ttf"))


def picture(*colours):
    """Return a picture with white on the left, then a label, then panels in these colours with white between them."""
    drawn = Image.new("RGB", (20 + 120 * len(colours), 60), WHITE)
    drawn.paste((0, 0, 0), (4, 0, 8, 60))
    for place, colour in enumerate(colours):
        drawn.paste(colour, (20 + 120 * place, 0, 120 + 120 * place, 60))
    return drawn


@pytest.mark.parametrize("colours, places", [([RED], [0, 1]), ([RED, BLUE], [0, 130 / 260, 1]),
                                             ([RED, BLUE, RED], [0, 130 / 380, 250 / 380, 1])])
def test_a_picture_is_cut_where_it_is_white_from_top_to_bottom(colours, places):
    assert cuts(picture(*colours)) == pytest.approx(places, abs=0.01)


def test_a_picture_without_a_white_column_stays_whole():
    drawn = picture(RED, BLUE)
    drawn.paste((0, 0, 0), (0, 50, 260, 52))
    assert panels(drawn, 'alt="One." src="one.svg"') is None


def test_a_phone_stacks_the_panels_and_everything_else_shows_the_picture_once(tmp_path):
    picture(RED, BLUE).save(tmp_path / "two.png")
    images = panels(picture(RED, BLUE), 'width="260" height="60" alt="Red and blue." src="two.png"')
    assert images.count("Red and blue.") == 1 and images.count("<img ") == 2
    style = (ROOT / "book" / "static" / "otb.css").read_text("utf8")
    (tmp_path / "index.html").write_text(f'<!DOCTYPE html><title>A page</title><style>{style}</style><div class="bd-article">'
                                         f'<figure class="otb-panels">{images}</figure></div>', "utf8")
    with browser.chromium() as chromium, browser.profile(chromium, size=browser.PHONE) as context:
        view = context.new_page()
        view.goto((tmp_path / "index.html").as_uri())
        first, second = view.locator("img").all()
        assert second.bounding_box()["y"] >= first.bounding_box()["y"] + first.bounding_box()["height"]
        for panel, inside, outside in ((first, RED, BLUE), (second, BLUE, RED)):
            with Image.open(io.BytesIO(panel.screenshot())) as seen:
                inner = seen.convert("RGB").crop((2, 2, seen.width - 2, seen.height - 2))       # its edges may be its neighbour's
                colours = {colour for _, colour in inner.getcolors(maxcolors=100_000)}
            assert inside in colours and outside not in colours
        for change in (lambda: view.emulate_media(media="print"), lambda: view.set_viewport_size(browser.DESKTOP)):
            change()
            assert first.is_visible() and not second.is_visible()
            view.emulate_media(media="screen")
