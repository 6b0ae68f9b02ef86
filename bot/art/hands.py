"""A hand as one picture, laid out for the 330 by 300 pixels that a phone gives it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .canvas import Canvas
from .layout import Rows, Spot
from .pieces import ORDINARY, USUAL, Form, Style, check_pack, form_of
from .sprites import height_of, margin_of, sprite

HAND_WIDTH = 840
"""Cards are then as large as in a trick, and share its sprites. More pixels took longer to draw and send, and
neither phones nor desktops show them."""
MOST_PIECES = 28
RAISE = 26
"""How far a playable piece of its design's width is raised."""
GAP = 10
GAP_ACROSS = 14
OVERLAP = 232
"""The distance between the tops of two rows of cards, in the design."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The layout of a hand of that many pieces: their width and the number of rows."""

    form: Form
    width: int
    rows: int

    @property
    def scale(self) -> float:
        return self.width / self.form.width

    @property
    def height(self) -> int:
        return height_of(self.width, self.form)

    @property
    def margin(self) -> int:
        return margin_of(self.width, self.form)

    @property
    def lift(self) -> int:
        """How far a playable piece is raised."""
        return round(RAISE * self.scale)

    @property
    def pitch(self) -> int:
        """The distance between the tops of two rows: rows of cards overlap, those of dominoes do not."""
        if self.form is Form.CARD:
            return round(OVERLAP * self.scale)
        return self.height + self.lift + GAP


_LAYOUTS = {
    Form.CARD: ((7, 218, 1), (14, 218, 2), (21, 218, 3), (MOST_PIECES, 176, 4)),
    Form.TILE: ((7, 106, 1), (16, 91, 2), (MOST_PIECES, 74, 3)),
}
"""For each form: the most pieces, their width, and the number of rows."""


def hand_layout(count: int, form: Form = Form.CARD) -> Hand:
    """The layout of a hand of `count` pieces. Raises `ValueError` unless `count` is from 1 to 28."""
    if not 1 <= count <= MOST_PIECES:
        raise ValueError(f"a hand picture has 1 to {MOST_PIECES} pieces, not {count}")
    return next(Hand(form, width, rows) for most, width, rows in _LAYOUTS[form] if count <= most)


def hand_size(count: int, form: Form = Form.CARD) -> tuple[int, int]:
    """Width and height in pixels of the picture of `count` pieces. Raises `ValueError` unless `count` is from
    1 to 28."""
    hand = hand_layout(count, form)
    return HAND_WIDTH, 2 * hand.margin + hand.lift + hand.height + hand.pitch * (hand.rows - 1)


def hand_spots(count: int, form: Form = Form.CARD) -> list[Spot]:
    """The position of each of `count` pieces, in order: even rows, each centred. Raises `ValueError` unless
    `count` is from 1 to 28."""
    hand = hand_layout(count, form)
    top = hand.margin + hand.lift
    rows = Rows(hand.rows, hand.width, GAP_ACROSS, HAND_WIDTH, hand.margin, top, hand.pitch)
    return list(rows.spots(count))


def hand_picture(
    pieces: Sequence[str],
    *,
    playable: Sequence[bool] | None = None,
    pack: str = ORDINARY,
    style: Style = USUAL,
) -> bytes:
    """The hand `pieces`, cards or dominoes, in the order given, as a PNG with a transparent background.

    The picture is 840 pixels wide: 339, 534, 729 or 744 pixels tall for up to 7, 14, 21 or 28 cards, with
    corner letters 67 pixels tall (54 from 22 cards on); 250, 422 or 517 for up to 7, 16 or 28 dominoes, which
    stand. `playable` has a flag for each piece: those with True are raised and the others dimmed; with None
    (it is nobody's turn) all look alike. A `style` with a large index makes the letters a quarter taller. The
    latest pictures are cached.

    Raises `ValueError` for an unknown piece or pack, for cards among dominoes, for a wrong number of flags,
    or unless there are 1 to 28 pieces.
    """
    check_pack(pack)
    form = form_of(pieces)
    hand_layout(len(pieces))
    if playable is not None and len(playable) != len(pieces):
        raise ValueError(f"{len(playable)} flags for {len(pieces)} pieces")
    flags = None if playable is None else tuple(map(bool, playable))
    return _drawn(tuple(pieces), flags, form, pack, style)


@lru_cache(maxsize=64)
def _drawn(
    pieces: tuple[str, ...], playable: tuple[bool, ...] | None, form: Form, pack: str, style: Style
) -> bytes:
    hand = hand_layout(len(pieces), form)
    canvas = Canvas(*hand_size(len(pieces), form))
    for place, (piece, spot) in enumerate(zip(pieces, hand_spots(len(pieces), form), strict=True)):
        dimmed = playable is not None and not playable[place]
        lift = 0 if playable is None or dimmed else hand.lift
        drawn = sprite(piece, hand.width, tucked=spot.tucked, form=form, pack=pack, style=style)
        canvas.lay(drawn, (spot.left, spot.top - lift), dimmed=dimmed)
    return canvas.png()
