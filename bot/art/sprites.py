"""One piece: its face, and its sprite with a shadow.

Sizes are in pixels. Sprites are cached and shared between callers and threads.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
from PIL import Image

from .canvas import Canvas, Shape, stamp, stretched
from .pieces import ORDINARY, USUAL, Form, Style, form_of, parse
from .raster import drawn, raster
from .templates import file_of, narrows, piece_svg

CARD_WIDTH = Form.CARD.width
CARD_HEIGHT = Form.CARD.height
STRIP = 118
"""How much of the left of a `CARD_WIDTH` card its corner occupies."""
MARGIN = 14  # a sprite's margin for the shadow of a piece of its design's width; less for narrower ones
RADIUS = 20  # the radius of the corners of a piece of its design's width


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
    whole = (width + 2 * margin, height_of(width, form) + 2 * margin)
    return Image.fromarray(stretched(np.asarray(small), corner, *whole))


@lru_cache(maxsize=300)
def _drawn(text: str, width: int, tucked: bool, form: Form, name: str, style: Style) -> Shape:
    whole, margin = _shadow(width, form).copy(), margin_of(width, form)
    whole.alpha_composite(_face(text, width, tucked, form, name, style), (margin, margin))
    return stamp(whole, margin)


def sprite(
    text: str,
    width: int = CARD_WIDTH,
    *,
    tucked: bool = False,
    form: Form | None = None,
    pack: str = ORDINARY,
    style: Style = USUAL,
) -> Shape:
    """A face over its soft shadow, `margin` pixels larger than the piece on every side; the rest is as for
    `face`.

    At most 300 are cached, a card in a hand 0.13 MB, a domino 0.05 MB. Raises `ValueError` for an unknown
    piece.
    """
    form = form or form_of([text])
    piece = parse(text)
    name = file_of(piece, form, pack)
    if style.letters and style.letter(piece.rank) == piece.rank:
        style = replace(style, letters=())
    return _drawn(text, width, tucked and narrows(name), form, name, style)


def lay_in_card(
    canvas: Canvas,
    text: str,
    width: int,
    at: tuple[int, int],
    *,
    dimmed: bool = False,
    tucked: bool = False,
    form: Form | None = None,
    pack: str = ORDINARY,
    style: Style = USUAL,
) -> None:
    """Draw a piece in the place of a card of that width: a domino stands in its middle, as tall as the card.
    Raises `ValueError` for an unknown piece."""
    if (form or form_of([text])) is Form.CARD:
        canvas.lay(sprite(text, width, tucked=tucked, pack=pack, style=style), at, dimmed=dimmed)
    else:
        tile = sprite(text, height_of(width) // 2, form=Form.TILE)
        canvas.lay(tile, (at[0] + _aside(width), at[1]), dimmed=dimmed)


def inset(text: str, width: int) -> int:
    """The distance from the left edge of a card of that width to a piece in its place."""
    return 0 if form_of([text]) is Form.CARD else _aside(width)


def _aside(width: int) -> int:
    return (width - height_of(width) // 2) // 2
