"""Pieces on the green table under a title: declared cards, a card turned up, cards face down to draw from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .layout import Rows, Spot
from .pieces import ORDINARY, USUAL, Form, Style, check_pack, form_of
from .plates import number_disc, write
from .sprites import height_of, sprite
from .table import TABLE_WIDTH, TITLE_HEAD, TITLE_HEIGHTS, print_title, table
from .text import drawable

MOST_PIECES = 16
ROW_LENGTH = 8
SIDE = 36
FOOT = 32
GAP = 14
WIDTHS = {Form.CARD: 218, Form.TILE: 106}
"""The width of a piece."""
FEW = 2  # so many cards are drawn small, with the title beside them
SMALL = 112  # the width of a numbered card, or of one of a few: as on the board, to share its sprites
BESIDE = 24  # the margin above and below a few cards


def spread_size(count: int, form: Form = Form.CARD) -> tuple[int, int]:
    """Width and height in pixels of the picture of `count` pieces, which are not numbered. Raises
    `ValueError` unless `count` is from 1 to 16."""
    if not 1 <= count <= MOST_PIECES:
        raise ValueError(f"a spread picture has 1 to {MOST_PIECES} pieces, not {count}")
    if form is Form.CARD and count <= FEW:
        return TABLE_WIDTH, height_of(SMALL) + 2 * BESIDE
    rows = -(-count // ROW_LENGTH)
    return TABLE_WIDTH, TITLE_HEAD + (height_of(WIDTHS[form], form) + GAP) * rows - GAP + FOOT


def spread_spots(count: int, form: Form = Form.CARD) -> list[Spot]:
    """The position of each of `count` pieces, in order, if there are more than a few. Raises `ValueError`
    unless `count` is from 1 to 16."""
    spread_size(count, form)
    pitch = height_of(WIDTHS[form], form) + GAP
    rows = Rows(-(-count // ROW_LENGTH), WIDTHS[form], GAP, TABLE_WIDTH, SIDE, TITLE_HEAD, pitch)
    return list(rows.spots(count))


def spread_picture(
    title: str, pieces: Sequence[str], *, numbered: bool = False, pack: str = ORDINARY, style: Style = USUAL
) -> bytes:
    """`pieces`, cards or dominoes, side by side in the order given under `title`, as a PNG.

    The picture is 1000 pixels wide and, with cards, 409 pixels tall for 3 to 8 and 716 for up to 16. Cards
    that do not fit side by side overlap, with their corners visible. One or two cards are small, the title
    beside them, 199 pixels tall. With `numbered` cards are small and have their number, from 1, printed on
    them: 267 or 432 pixels tall. A long title is shrunk; letters that no font can draw become "…". The latest
    pictures are cached.

    Raises `ValueError` for an unknown piece or pack, for cards among dominoes, for dominoes numbered, or
    unless there are 1 to 16 pieces.
    """
    check_pack(pack)
    form = form_of(pieces)
    spread_size(len(pieces))
    if numbered and form is not Form.CARD:
        raise ValueError("dominoes are not numbered")
    return _drawn(title, tuple(pieces), form, numbered, pack, style)


@lru_cache(maxsize=64)
def _drawn(title: str, pieces: tuple[str, ...], form: Form, numbered: bool, pack: str, style: Style) -> bytes:
    if numbered:
        return _numbered(title, pieces, pack, style)
    if form is Form.CARD and len(pieces) <= FEW:
        return _few(title, pieces, pack, style)
    canvas = table(*spread_size(len(pieces), form))
    print_title(canvas, title)
    for piece, spot in zip(pieces, spread_spots(len(pieces), form), strict=True):
        drawn = sprite(piece, WIDTHS[form], tucked=spot.tucked, form=form, pack=pack, style=style)
        canvas.lay(drawn, (spot.left, spot.top))
    return canvas.png()


def _few(title: str, pieces: tuple[str, ...], pack: str, style: Style) -> bytes:
    high = height_of(SMALL)
    canvas = table(TABLE_WIDTH, high + 2 * BESIDE)
    left = SIDE
    for piece in pieces:
        canvas.lay(sprite(piece, SMALL, pack=pack, style=style), (left, BESIDE))
        left += SMALL + GAP
    start = left + GAP
    middle = BESIDE + high // 2 + TITLE_HEIGHTS[-1] // 2
    write(canvas, drawable(title), (start, middle), TABLE_WIDTH - SIDE - start, TITLE_HEIGHTS)
    return canvas.png()


def _numbered(title: str, pieces: tuple[str, ...], pack: str, style: Style) -> bytes:
    high = height_of(SMALL)
    rows = -(-len(pieces) // ROW_LENGTH)
    canvas = table(TABLE_WIDTH, TITLE_HEAD + (high + GAP) * rows - GAP + FOOT)
    print_title(canvas, title)
    places = Rows(rows, SMALL, GAP // 2, TABLE_WIDTH, SIDE // 2, TITLE_HEAD, high + GAP)
    for number, (piece, spot) in enumerate(zip(pieces, places.spots(len(pieces)), strict=True), start=1):
        canvas.lay(sprite(piece, SMALL, pack=pack, style=style), (spot.left, spot.top))
        number_disc(canvas, number, (spot.left + SMALL // 2, spot.top + high // 2), SMALL)
    return canvas.png()
