"""One piece: its face, and its sprite with a shadow.

Sizes are in pixels. Pictures are cached and shared between callers and threads, so do not draw on them: paste
or copy them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from .pieces import ORDINARY, USUAL, Form, Style, form_of, parse
from .raster import Colour, drawn, raster, stretched
from .templates import file_of, narrows, piece_svg

CARD_WIDTH = Form.CARD.width
CARD_HEIGHT = Form.CARD.height
STRIP = 118
"""How much of the left of a `CARD_WIDTH` card its corner occupies."""
MARGIN = 14
"""The margin of a sprite for the shadow of a piece of its design's width; narrower ones in proportion."""
RADIUS = 20
"""The radius of the corners of a piece of its design's width."""
DIM: Colour = (112, 116, 126)
DIM_SHARE = 0.52


def height_of(width: int, form: Form = Form.CARD) -> int:
    """The height of a piece `width` pixels wide."""
    return round(width * form.height / form.width)


def margin_of(width: int, form: Form = Form.CARD) -> int:
    """The margin of a sprite on each side of a piece `width` pixels wide."""
    return max(2, round(MARGIN * width / form.width))


def face(
    text: str,
    width: int = CARD_WIDTH,
    *,
    tucked: bool = False,
    form: Form | None = None,
    pack: str = ORDINARY,
    style: Style = USUAL,
) -> Image.Image:
    """The RGBA face of a piece, `width` by `height_of(width, form)`, with rounded corners.

    `tucked` prints everything important on the left `STRIP` of a card, for one that the next card covers.
    `form` lays a domino down, or says what lies face down; the default is a standing domino, and a card for
    everything else. Raises `ValueError` for an unknown piece.
    """
    form = form or form_of([text])
    piece = parse(text)
    return _face(text, width, tucked, form, file_of(piece, form, pack), style)


def _face(text: str, width: int, tucked: bool, form: Form, name: str, style: Style) -> Image.Image:
    size = (width, height_of(width, form))
    if form is Form.LYING:
        standing = raster(piece_svg(parse(text), name, size[1], size[0]))
        return standing.transpose(Image.Transpose.ROTATE_90)
    return raster(piece_svg(parse(text), name, *size, tucked=tucked, style=style))


@lru_cache(maxsize=24)
def _shadow(width: int, form: Form) -> Image.Image:
    margin = margin_of(width, form)
    radius = RADIUS * width / form.width
    corner = round(2 * margin + 2 * radius)
    side = 2 * corner + 8
    inner = side - 2 * margin
    small = drawn(
        side,
        side,
        f'<filter id="soft"><feGaussianBlur stdDeviation="{margin / 3.2}"/></filter>'
        f'<rect x="{margin - 1}" y="{margin * 1.25}" width="{inner + 2}" height="{inner}"'
        f' rx="{radius}" fill-opacity="0.43" filter="url(#soft)"/>',
    )
    return stretched(small, corner, width + 2 * margin, height_of(width, form) + 2 * margin)


@dataclass(frozen=True, slots=True)
class Sprite:
    """A piece with its soft shadow, `margin` pixels larger than the piece on every side.

    `paint` holds its colours, all opaque, and `mask` its alpha.
    """

    paint: Image.Image
    mask: Image.Image
    margin: int

    def lay(self, canvas: Image.Image, left: int, top: int) -> None:
        """Draw it on a canvas, with the corner of the piece itself at that place."""
        canvas.paste(self.paint, (left - self.margin, top - self.margin), self.mask)

    def dimmed(self) -> Sprite:
        grey = _grey(*self.paint.size)
        return Sprite(Image.blend(self.paint, grey, DIM_SHARE), self.mask, self.margin)


@lru_cache(maxsize=200)
def _bright(text: str, width: int, tucked: bool, form: Form, name: str, style: Style) -> Sprite:
    whole = _shadow(width, form).copy()
    margin = margin_of(width, form)
    whole.alpha_composite(_face(text, width, tucked, form, name, style), (margin, margin))
    mask = whole.getchannel("A")
    whole.putalpha(255)
    return Sprite(whole, mask, margin)


@lru_cache(maxsize=16)
def _grey(width: int, height: int) -> Image.Image:
    return Image.new("RGBA", (width, height), (*DIM, 255))


def sprite(
    text: str,
    width: int = CARD_WIDTH,
    *,
    dimmed: bool = False,
    tucked: bool = False,
    form: Form | None = None,
    pack: str = ORDINARY,
    style: Style = USUAL,
) -> Sprite:
    """A face over its shadow; `dimmed` greys it; the rest is as for `face`.

    At most 200 sprites are cached, a card in a hand 0.4 MB, a domino 0.1 MB. They are shared: do not draw on
    one. Raises `ValueError` for an unknown piece.
    """
    form = form or form_of([text])
    name = file_of(parse(text), form, pack)
    found = _bright(text, width, tucked and narrows(name), form, name, style)
    return found.dimmed() if dimmed else found


def in_card(
    text: str,
    width: int,
    *,
    dimmed: bool = False,
    tucked: bool = False,
    form: Form | None = None,
    pack: str = ORDINARY,
    style: Style = USUAL,
) -> Sprite:
    """The same for a piece in the place of a card of that width: a domino stands in its middle, as tall as
    the card. Raises `ValueError` for an unknown piece."""
    if (form or form_of([text])) is Form.CARD:
        return sprite(text, width, dimmed=dimmed, tucked=tucked, pack=pack, style=style)
    return _standing(text, width, dimmed)


def inset(text: str, width: int) -> int:
    """The distance from the left edge of a card of that width to a piece in its place."""
    return 0 if form_of([text]) is Form.CARD else (width - height_of(width) // 2) // 2


@lru_cache(maxsize=64)
def _standing(text: str, width: int, dimmed: bool) -> Sprite:
    height = height_of(width)
    tile = sprite(text, height // 2, dimmed=dimmed, form=Form.TILE)
    margin = max(margin_of(width), tile.margin)
    size = (width + 2 * margin, height + 2 * margin)
    at = (margin + (width - height // 2) // 2 - tile.margin, margin - tile.margin)
    paint, mask = Image.new("RGBA", size), Image.new("L", size)
    paint.paste(tile.paint, at)
    mask.paste(tile.mask, at)
    return Sprite(paint, mask, margin)
