"""What lies on a table beside the cards: name plates, seat letters, trumps, the stock, corners of cards."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from PIL import Image

from .canvas import Canvas, Colour, Shape, stamp
from .pieces import PIPS, Form, Style, form_of
from .raster import drawn, raster, round_mask, rounded
from .sprites import CARD_WIDTH, STRIP, face, height_of, lay_in_card
from .table import LIGHT_GOLD, WHITE
from .templates import plain_svg, sign_file
from .text import ASCENT, DESCENT, letters

DARK: Colour = (24, 24, 31)
CREAM: Colour = (255, 252, 243)
PLATE: Colour = (14, 60, 40)
SOFT: Colour = (200, 230, 212)
OUTLINE: Colour = (96, 160, 126)
NAME_HEIGHTS = (24, 21, 19)
NOTE_HEIGHTS = (18, 16)
PLATE_HEIGHT = 70
REMARK_HEIGHT = 26
"""The additional height of a plate with a remark."""
CHIP = 45  # the diameter of the chip with a seat's letter on a plate
PAD = 13
CORNER = (57, 94)
"""The size of a corner of a card, which stands for the card if there is little room."""
_CORNER_FACE = 111  # the width of the card that a corner is cut from
_RIM = 3  # the edge of that card, which a corner does not show


def write(
    canvas: Canvas,
    text: str,
    at: tuple[int, int],
    widest: int,
    heights: tuple[int, ...] = NOTE_HEIGHTS,
    colour: Colour = WHITE,
    centred: bool = False,
) -> int:
    """Write a drawable text with its base line at `at`. Returns its width; 0 if it is empty. `at` is its
    start, or its middle if it is `centred`."""
    if not text:
        return 0
    mask = letters(text, widest, heights)
    base = round(mask.height * ASCENT / (ASCENT + DESCENT))
    left = at[0] - mask.width // 2 if centred else at[0]
    canvas.paint(colour, mask, (left, at[1] - base))
    return mask.width


@lru_cache(maxsize=16)
def _ring(size: int, filled: bool) -> Shape:
    half = size / 2
    ring = f'<circle cx="{half}" cy="{half}" r="{half - 2}" stroke="rgb{CREAM}" stroke-width="3"'
    return stamp(drawn(size, size, f'{ring} fill="rgb{CREAM if filled else PLATE}"/>'))


def chip(canvas: Canvas, letter: str, at: tuple[int, int], size: int, *, filled: bool) -> None:
    """Draw a round chip with a seat's letter: solid for one side, a ring for the other."""
    canvas.lay(_ring(size, filled), at)
    height = round(size * 0.5)
    place = (at[0] + size // 2, at[1] + (size + height) // 2)
    write(canvas, letter, place, size - 8, (height,), DARK if filled else WHITE, centred=True)


def name_plate(
    canvas: Canvas,
    box: tuple[int, int, int],
    letter: str,
    name: str,
    note: str,
    *,
    remark: str = "",
    turn: bool,
    filled: bool,
) -> None:
    """Draw a seat's plate: its chip, its name, a note, and below it a remark; gold if it is to act. `box` is
    its left, its top and its width; its height is `plate_height(remark)`."""
    left, top, width = box
    height = plate_height(remark)
    canvas.paint(LIGHT_GOLD if turn else PLATE, rounded(width, height, 15), (left, top))
    start = left + PAD
    if letter:
        chip(canvas, letter, (start, top + (height - CHIP) // 2), CHIP, filled=filled)
        start += CHIP + 11
    room = left + width - PAD - start
    ink = DARK if turn else WHITE
    write(canvas, name, (start, top + (33 if note or remark else 47)), room, NAME_HEIGHTS, ink)
    write(canvas, note, (start, top + 61), room, NOTE_HEIGHTS, ink if turn else SOFT)
    write(
        canvas, remark, (start, top + (87 if note else 61)), room, NOTE_HEIGHTS, ink if turn else LIGHT_GOLD
    )


def plate_height(remark: str) -> int:
    """The height of a plate with or without that remark."""
    return PLATE_HEIGHT + (REMARK_HEIGHT if remark else 0)


@lru_cache(maxsize=32)
def sign(suit: str, size: int, style: Style) -> Shape:
    """The sign of a suit in its colour, or half a domino. Shared and cached."""
    if suit not in PIPS:
        return stamp(raster(plain_svg(sign_file(suit, style), size, size)))
    half = raster(plain_svg(f"dominoes/{suit}.svg", size, size))
    half.paste((*DARK, 255), (0, 0), round_mask(size, size, 10, 2))
    return stamp(half)


def trump_badge(
    canvas: Canvas, suit: str, word: str, at: tuple[int, int], size: tuple[int, int], style: Style
) -> None:
    """Draw a badge with the sign of the trump suit and a word: beside it, or below it if the badge is narrow.
    Half a domino may be trumps as well."""
    (left, top), (width, height) = at, size
    canvas.paint(CREAM, rounded(width, height, 15), at)
    if width < height:
        canvas.lay(sign(suit, width - 26, style), (left + 13, top + 12))
        place = (left + width // 2, top + height - 15)
        write(canvas, word, place, width - 10, NOTE_HEIGHTS, DARK, centred=True)
        return
    side = height - 20
    canvas.lay(sign(suit, side, style), (left + 12, top + 10))
    start = 12 + side + 11
    write(canvas, word, (left + start, top + height // 2 + 11), width - start - 8, (22, 19, 17), DARK)


def corner_picture(text: str, pack: str, style: Style, size: tuple[int, int]) -> Image.Image:
    """The corner of a card with its letter and sign, in place of the whole card; a domino is small enough to
    be shown whole."""
    width, height = size
    if form_of([text]) is Form.TILE:
        small = Image.new("RGBA", size)
        small.paste(face(text, height // 2), ((width - height // 2) // 2, 0))
        return small
    of = round(_CORNER_FACE * width / CORNER[0])
    large = replace(style, large_index=True)
    whole = face(text, of, tucked=True, pack=pack, style=large)
    strip = round(STRIP * of / CARD_WIDTH)
    cut = whole.crop((_RIM, _RIM, strip, height))
    paper = Image.new("RGBA", size, (*CREAM, 255))
    paper.alpha_composite(cut, ((width - cut.width) // 2, (height - cut.height) // 2))
    found = Image.new("RGBA", size)
    found.paste(paper, (0, 0), round_mask(width, height, 9))
    return found


@lru_cache(maxsize=256)
def corner(text: str, pack: str, style: Style, size: tuple[int, int] = CORNER) -> Shape:
    """The same as a stamp. Shared and cached."""
    return stamp(corner_picture(text, pack, style, size))


def stock_pile(
    canvas: Canvas, left: int, top: int, width: int, number: int, pack: str, form: Form = Form.CARD
) -> None:
    """Draw the stock: a few cards or dominoes face down, with their number."""
    layers = min(3, number)
    for layer in range(layers):
        lay_in_card(canvas, "??", width, (left + 4 * layer, top - 3 * layer), form=form, pack=pack)
    shift = max(0, layers - 1)
    middle = (left + 4 * shift + width // 2, top - 3 * shift + height_of(width) // 2)
    number_disc(canvas, number, middle, width)


def number_disc(canvas: Canvas, number: int, middle: tuple[int, int], width: int) -> None:
    """Print a number on the middle of a card `width` pixels wide that lies face down."""
    radius = round(width * 0.36)
    disc = rounded(2 * radius, 2 * radius, radius)
    canvas.paint(CREAM, disc, (middle[0] - radius, middle[1] - radius))
    at = (middle[0], middle[1] + round(width * 0.134))
    write(
        canvas, str(number), at, 2 * radius - 8, (round(width * 0.27), round(width * 0.2)), DARK, centred=True
    )
