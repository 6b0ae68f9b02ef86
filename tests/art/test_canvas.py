"""Pictures in palette indices look like the same pictures mixed pixel by pixel."""

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageStat

from bot.art import Style
from bot.art.canvas import BLACK, SOLID, Canvas, Shape, mask, nearest, palette, stamp
from bot.art.pieces import Form
from bot.art.plates import CREAM, DARK
from bot.art.raster import round_mask
from bot.art.sprites import face, height_of, sprite
from bot.art.table import LIGHT_GOLD, WHITE, table
from bot.art.text import fitted, letters
from tests.art.seeing import laid, opened, over
from tools.make_palette import flat

SIZE = (300, 400)
GROUND = (255, 255, 255)


def error(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart in the mean, of 255."""
    apart = ImageChops.difference(over(one, GROUND), over(other, GROUND))
    return sum(ImageStat.Stat(apart).mean) / 3


def test_flat_colours_are_drawn_as_they_are() -> None:
    assert len(palette()) == SOLID
    colours = flat()
    indices = nearest(np.array(colours, dtype=float))
    assert [tuple(map(int, palette()[index])) for index in indices] == colours, "run tools.make_palette"


@pytest.mark.parametrize("style", [Style(), Style(True, True)])
@pytest.mark.parametrize("card", ["KH", "QS", "JD", "BC", "TD", "N", "??", "6-5", "0-3"])
def test_every_kind_of_piece_is_drawn_in_its_own_colours(card: str, style: Style) -> None:
    assert error(laid(stamp(face(card, 138, style=style))), face(card, 138, style=style)) < 1.6


@pytest.mark.parametrize("dimmed", [False, True])
@pytest.mark.parametrize(("piece", "form"), [("KH", Form.CARD), ("??", Form.CARD), ("6-4", Form.TILE)])
def test_a_piece_casts_its_shadow_on_what_is_below(piece: str, form: Form, dimmed: bool) -> None:
    canvas = table(*SIZE)
    mixed = opened(canvas.png())
    drawn = sprite(piece, 138, form=form)
    canvas.lay(drawn, (40, 40), dimmed=dimmed)
    below = (100, 40 + height_of(138, form) + 2)
    assert opened(canvas.png()).getpixel(below) < mixed.getpixel(below)  # type: ignore[operator]
    mixed.alpha_composite(laid(drawn, dimmed=dimmed), (40 - drawn.margin, 40 - drawn.margin))
    assert error(opened(canvas.png()), mixed) < 1


@pytest.mark.parametrize(
    ("ink", "ground"), [(WHITE, None), (LIGHT_GOLD, None), (DARK, CREAM), (DARK, LIGHT_GOLD)]
)
def test_letters_are_mixed_with_what_is_below(ink: tuple[int, int, int], ground: tuple[int, int, int] | None):
    canvas = table(*SIZE)
    if ground:
        canvas.fill(ground, (20, 20, 280, 380))
    mixed = opened(canvas.png())
    canvas.paint(ink, letters("Ångström", 240), (30, 60))
    mixed.paste(ink, (30, 60), fitted("Ångström", 240))
    assert error(opened(canvas.png()), mixed) < 0.5


SHAPES = [sprite("KH", 138), sprite("KH", 40), letters("Ann", 200), mask(round_mask(120, 90, 12))]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("x", [-900, -130, -20, 0, 200, 290, 900])
@pytest.mark.parametrize("y", [-900, -170, -20, 0, 300, 395, 900])
def test_what_lies_outside_a_picture_is_cut_off(shape: Shape, x: int, y: int) -> None:
    small, large = Canvas(*SIZE), Canvas(2600, 2600)
    for canvas, shift in ((small, 0), (large, 1100)):
        canvas.fill(BLACK, (x + shift + 5, y + shift + 5, x + shift + 50, y + shift + 9))
        if shape.body is None:
            canvas.paint(WHITE, shape, (x + shift, y + shift))
        else:
            canvas.lay(shape, (x + shift, y + shift))
    assert (small.pixels == large.pixels[1100:1500, 1100:1400]).all()
