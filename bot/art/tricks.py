"""A trick: the cards on a green table in the order they were played, with the players' names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from .pieces import ORDINARY, USUAL, Form, Style, check_pack, check_suit, form_of
from .raster import png, raster, rounded
from .sprites import height_of, sprite
from .table import EDGE, LIGHT_GOLD, TABLE_WIDTH, WHITE, table
from .templates import plain_svg, trump_svg
from .text import fitted, fonts_for, label

COLUMNS = {1: 640, 2: 400, 3: 320, 4: 244}
"""The width each play has to itself, card and name, by the number of plays in the longest row."""
ROW_LENGTH = 4
MOST_PLAYS = 12
TRICK_CARD = 218
HEAD = 50
"""Room above a row for the winner's crown."""
TRUMP_HEAD = 118
"""Room above the first row when the trump suit is shown there."""
LABEL = 66
FOOT = 20
CROWN = 76
TAG = (200, 54)
REACH = 9
"""How far the winner's frame goes beyond the card."""


def trick_size(count: int, *, trump: bool = False) -> tuple[int, int]:
    """Width and height in pixels of the picture of `count` plays, with or without a trump suit shown.

    Raises `ValueError` for more than 12 plays.
    """
    if not 0 <= count <= MOST_PLAYS:
        raise ValueError(f"a trick picture has 0 to {MOST_PLAYS} plays, not {count}")
    rows = max(1, -(-count // ROW_LENGTH))
    head = TRUMP_HEAD if trump else HEAD
    return TABLE_WIDTH, head - HEAD + (HEAD + height_of(TRICK_CARD) + LABEL) * rows + FOOT


@lru_cache(maxsize=1)
def _crown() -> Image.Image:
    """The winner's mark. Shared and cached."""
    return raster(plain_svg("table/crown.svg", CROWN, CROWN))


@lru_cache(maxsize=8)
def _trump_tag(suit: str, style: Style) -> Image.Image:
    """A tag saying which suit is trumps. Shared and cached."""
    return raster(trump_svg(suit, *TAG, style=style), fonts_for("TRUMP"))


def trick_picture(
    plays: Sequence[tuple[str, str]],
    *,
    winner: int | None = None,
    trump: str | None = None,
    pack: str = ORDINARY,
    style: Style = USUAL,
) -> bytes:
    """The trick `plays`, pairs of a player's name and a card in the order played, as a PNG.

    The picture is 1000 pixels wide and one row of cards tall (429 pixels, 497 with a trump suit) for up
    to 4 plays, and a row taller for every 4 more; no plays at all make an empty table. `winner` is the
    place in `plays` of the winning card, which gets a gold frame and a crown; `trump` is a suit letter,
    shown in the top right corner; `style` is how the person who sees it has cards printed. A name
    too long is elided, and one of which no font here draws anything becomes "Player 1" and so on, by its
    place.

    Raises `ValueError` for an unknown card, pack or trump suit, for a winner not among the plays, or for more
    than 12 plays.
    """
    check_pack(pack)
    if trump is not None:
        check_suit(trump)
    if winner is not None and not 0 <= winner < len(plays):
        raise ValueError(f"winner {winner} is not one of {len(plays)} plays")
    if form_of(card for _, card in plays) is not Form.CARD:
        raise ValueError("a trick picture has cards, not dominoes")
    named = tuple((label(player, place + 1), card) for place, (player, card) in enumerate(plays))
    return _drawn(named, winner, trump, pack, style)


@lru_cache(maxsize=256)
def _drawn(
    plays: tuple[tuple[str, str], ...], winner: int | None, trump: str | None, pack: str, style: Style
) -> bytes:
    """What `trick_picture` says, of plays with names that can be drawn. The latest are kept."""
    canvas = table(*trick_size(len(plays), trump=trump is not None))
    if trump is not None:
        tag = _trump_tag(trump, style)
        canvas.alpha_composite(tag, (TABLE_WIDTH - tag.width - 24, 24))
    high = height_of(TRICK_CARD)
    rows = max(1, -(-len(plays) // ROW_LENGTH))
    longest = -(-len(plays) // rows)
    wide = COLUMNS[max(1, longest)]
    for place, (player, card) in enumerate(plays):
        row, column = divmod(place, longest)
        here = min(longest, len(plays) - row * longest)
        left = (TABLE_WIDTH - wide * here) // 2 + wide * column
        top = (TRUMP_HEAD if trump else HEAD) + (HEAD + high + LABEL) * row
        x = left + (wide - TRICK_CARD) // 2
        drawn = sprite(card, TRICK_CARD, pack=pack, style=style)
        won = place == winner
        if won:
            frame = rounded(TRICK_CARD + 2 * REACH, high + 2 * REACH, 25)
            canvas.paste(LIGHT_GOLD, (x - REACH, top - REACH), frame)
        drawn.lay(canvas, x, top)
        if won:
            canvas.alpha_composite(_crown(), (x + TRICK_CARD - 72, top - 34))
        name = fitted(player, wide - 16)
        under = (left + (wide - name.width) // 2, top + high + 10 + (LABEL - 10 - name.height) // 2)
        canvas.paste(LIGHT_GOLD if won else WHITE, under, name)
    return png(canvas, EDGE)
