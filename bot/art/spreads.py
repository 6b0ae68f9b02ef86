"""Pieces lying open on the green table under a title: declared cards, a card turned up, a hand shown."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .layout import Rows, Spot
from .pieces import ORDINARY, USUAL, Form, Style, check_pack, form_of
from .raster import png
from .sprites import height_of, sprite
from .table import EDGE, TABLE_WIDTH, TITLE_HEAD, print_title, table

MOST_PIECES = 16
ROW_LENGTH = 8
SIDE = 36
FOOT = 32
GAP = 14
WIDTHS = {Form.CARD: 218, Form.TILE: 106}
"""How wide a piece is. Cards are as in a trick, so that the two share their sprites."""


def spread_size(count: int, form: Form = Form.CARD) -> tuple[int, int]:
    """Width and height in pixels of the picture of `count` pieces.

    Raises `ValueError` unless `count` is from 1 to 16.
    """
    if not 1 <= count <= MOST_PIECES:
        raise ValueError(f"a spread picture has 1 to {MOST_PIECES} pieces, not {count}")
    rows = -(-count // ROW_LENGTH)
    return TABLE_WIDTH, TITLE_HEAD + (height_of(WIDTHS[form], form) + GAP) * rows - GAP + FOOT


def spread_spots(count: int, form: Form = Form.CARD) -> list[Spot]:
    """Where each of `count` pieces lies, in order.

    Raises `ValueError` unless `count` is from 1 to 16.
    """
    spread_size(count, form)
    pitch = height_of(WIDTHS[form], form) + GAP
    rows = Rows(-(-count // ROW_LENGTH), WIDTHS[form], GAP, TABLE_WIDTH, SIDE, TITLE_HEAD, pitch)
    return list(rows.spots(count))


def spread_picture(title: str, pieces: Sequence[str], *, pack: str = ORDINARY, style: Style = USUAL) -> bytes:
    """`pieces`, cards or dominoes, side by side in the order given under `title`, as a PNG.

    The picture is 1000 pixels wide and, with cards, 409 pixels tall for up to 8 and 716 for up to 16;
    cards that have no room side by side overlap, their corners still to be seen. A title too long is
    elided; letters that no font here draws become "…". The latest pictures are kept.

    Raises `ValueError` for an unknown piece or pack, for cards among dominoes, or unless there are 1 to 16
    pieces.
    """
    check_pack(pack)
    form = form_of(pieces)
    spread_size(len(pieces))
    return _drawn(title, tuple(pieces), form, pack, style)


@lru_cache(maxsize=128)
def _drawn(title: str, pieces: tuple[str, ...], form: Form, pack: str, style: Style) -> bytes:
    """What `spread_picture` says."""
    canvas = table(*spread_size(len(pieces), form))
    print_title(canvas, title)
    for piece, spot in zip(pieces, spread_spots(len(pieces), form), strict=True):
        drawn = sprite(piece, WIDTHS[form], tucked=spot.tucked, form=form, pack=pack, style=style)
        drawn.lay(canvas, spot.left, spot.top)
    return png(canvas, EDGE)
