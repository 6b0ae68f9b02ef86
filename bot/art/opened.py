"""Open cards in front of players: declared, or won and laid out.

A few are shown as overlapping cards. Of many we show only the corners, equal ones with a count, suits apart:
that is what players look for, and it is large enough on a phone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from .canvas import Canvas
from .pieces import ORDINARY, USUAL, Form, Style, check_pack, form_of
from .plates import CHIP, DARK, NAME_HEIGHTS, NOTE_HEIGHTS, SOFT, chip, corner, write
from .raster import rounded
from .sprites import height_of, lay_in_card
from .table import LIGHT_GOLD, table
from .text import drawable, label

OPEN_WIDTH = 840  # as wide as the board above it
MOST_OPEN = 100  # the most open cards of a place
MOST_FANNED = 10  # the most cards that are drawn whole
FEWEST_HANDS, MOST_HANDS = 1, 6
SMALL = 94
SMALL_HIGH = height_of(SMALL)
TILE = (46, 75)
"""The size of a corner that stands for its card."""
NARROW_TILE = (41, 67)  # the same if that saves a second row
TILE_GAP = 4
SUIT_GAP = 12
"""The gap between two suits."""
PILL = (38, 26)  # the count of equal cards, printed on the lower edge of their corner
HANGING = 17  # how far it extends below the corner
BELOW = 5  # the gap between two rows of corners
MOST_ROWS = 2
SIDE = 24
RIM = 20
HEAD = 54
"""Room for the name above a player's cards."""
BETWEEN = 12


@dataclass(frozen=True, slots=True)
class OpenCards:
    """The open cards of one player, or of partners who share them.

    `letters` are those of their seats, ringed unless they are on the viewer's side (`ours`).
    """

    letters: tuple[str, ...]
    name: str
    cards: tuple[str, ...]
    note: str = ""
    ours: bool = False


@dataclass(frozen=True, slots=True)
class _Row:
    """Equal cards with their count, and the left edges of their corners."""

    cards: tuple[tuple[str, int], ...]
    spots: tuple[int, ...]
    tile: tuple[int, int]

    @property
    def width(self) -> int:
        return self.spots[-1] + self.tile[0]

    @property
    def height(self) -> int:
        return self.tile[1] + HANGING


def check_open(cards: Sequence[str]) -> None:
    """Raise `ValueError` with a one-line reason if those cannot be somebody's open cards."""
    if len(cards) > MOST_OPEN:
        raise ValueError(f"{len(cards)} open cards: at most {MOST_OPEN}")


def open_height(cards: Sequence[str], width: int) -> int:
    """The height of open cards in a strip of that width; 0 without cards."""
    if len(cards) <= MOST_FANNED:
        return SMALL_HIGH if cards else 0
    return _height(_rows(tuple(cards), width))


def lay_open(
    canvas: Canvas, cards: Sequence[str], at: tuple[int, int], width: int, pack: str, style: Style
) -> None:
    """Draw open cards in a strip whose top left corner is at `at`."""
    if len(cards) <= MOST_FANNED:
        _fan(canvas, cards, at, width, pack, style)
    else:
        _lay(canvas, _rows(tuple(cards), width), at, pack, style)


def open_picture(hands: Sequence[OpenCards], *, pack: str = ORDINARY, style: Style = USUAL) -> bytes:
    """The open cards of several players below each other, each under its name, as a PNG, 840 pixels wide.

    Shows corners of the cards, equal ones with a count: 182 pixels tall for one player, at most 656 for four;
    a player with more than 17 different cards needs a second row. The latest pictures are cached. Raises
    `ValueError` for an unknown piece or pack, for dominoes, unless there are 1 to 6 hands with 1 to 100 cards
    each.
    """
    check_pack(pack)
    if not FEWEST_HANDS <= len(hands) <= MOST_HANDS:
        raise ValueError(f"open cards of {FEWEST_HANDS} to {MOST_HANDS} players, not {len(hands)}")
    if not all(hand.cards for hand in hands):
        raise ValueError("a player without open cards")
    for hand in hands:
        check_open(hand.cards)
    if form_of(card for hand in hands for card in hand.cards) is not Form.CARD:
        raise ValueError("open cards are no dominoes")
    return _drawn(tuple(hands), pack, style)


@lru_cache(maxsize=64)
def _drawn(hands: tuple[OpenCards, ...], pack: str, style: Style) -> bytes:
    width = OPEN_WIDTH - 2 * SIDE
    laid = [_rows(hand.cards, width, NARROW_TILE) for hand in hands]
    heights = [HEAD + _height(rows) for rows in laid]
    canvas = table(OPEN_WIDTH, sum(heights) + BETWEEN * (len(hands) - 1) + 2 * RIM - 4)
    top = RIM - 4
    for number, (hand, rows, height) in enumerate(zip(hands, laid, heights, strict=True)):
        _head(canvas, hand, number, top)
        _lay(canvas, rows, (SIDE, top + HEAD), pack, style)
        top += height + BETWEEN
    return canvas.png()


def _head(canvas: Canvas, hand: OpenCards, number: int, top: int) -> None:
    left = SIDE
    for letter in filter(None, map(drawable, hand.letters)):
        chip(canvas, letter, (left, top), CHIP, filled=hand.ours)
        left += CHIP + 6
    left += 5
    room = OPEN_WIDTH - SIDE - left
    left += write(canvas, label(hand.name, number + 1), (left, top + 31), room * 2 // 3, NAME_HEIGHTS) + 18
    write(canvas, drawable(hand.note), (left, top + 31), OPEN_WIDTH - SIDE - left, NOTE_HEIGHTS, SOFT)


def _fan(
    canvas: Canvas, cards: Sequence[str], at: tuple[int, int], width: int, pack: str, style: Style
) -> None:
    left, top = at
    step = min(SMALL + 7, (width - SMALL) // max(1, len(cards) - 1))
    tight = step < SMALL
    for number, card in enumerate(cards):
        tucked = tight and number < len(cards) - 1
        lay_in_card(canvas, card, SMALL, (left + step * number, top), tucked=tucked, pack=pack, style=style)


def _height(rows: Sequence[_Row]) -> int:
    return sum(row.height + BELOW for row in rows) - BELOW


def _lay(canvas: Canvas, rows: Sequence[_Row], at: tuple[int, int], pack: str, style: Style) -> None:
    left, top = at
    for row in rows:
        for (card, number), spot in zip(row.cards, row.spots, strict=True):
            canvas.lay(corner(card, pack, style, row.tile), (left + spot, top))
            if number > 1:
                _pill(canvas, number, (left + spot + row.tile[0] // 2, top + row.height))
        top += row.height + BELOW


def _pill(canvas: Canvas, number: int, at: tuple[int, int]) -> None:
    # A count with the middle of its lower edge at a place.
    (width, height), (middle, bottom) = PILL, at
    canvas.paint(LIGHT_GOLD, rounded(width, height, height / 2), (middle - width // 2, bottom - height))
    write(canvas, f"×{number}", (middle, bottom - 6), width - 6, (16, 14, 12), DARK, centred=True)


def _rows(cards: tuple[str, ...], width: int, narrow: tuple[int, int] = TILE) -> list[_Row]:
    """Equal cards together in one row, if necessary of `narrow` corners, or in two. A suit is split, and
    corners overlap, only as a last resort."""
    counted = tuple(Counter(cards).items())
    suits = [tuple(suit) for _, suit in groupby(counted, key=lambda one: one[0][-1])]
    for tile in (TILE, narrow):
        if (whole := _row(suits, tile)).width <= width:
            return [whole]
    divided = [[_row(suits[:place]), _row(suits[place:])] for place in range(1, len(suits))]
    fitting = [rows for rows in divided if all(row.width <= width for row in rows)]
    if fitting:
        return min(fitting, key=lambda rows: max(row.width for row in rows))
    longest = -(-len(counted) // MOST_ROWS)
    step = min(TILE[0] + TILE_GAP, (width - TILE[0]) // (longest - 1))
    parts = (counted[:longest], counted[longest:])
    return [_Row(part, tuple(step * place for place in range(len(part))), TILE) for part in parts]


def _row(suits: Sequence[tuple[tuple[str, int], ...]], tile: tuple[int, int] = TILE) -> _Row:
    spots, left = [], 0
    for suit in suits:
        for _ in suit:
            spots.append(left)
            left += tile[0] + TILE_GAP
        left += SUIT_GAP - TILE_GAP
    return _Row(tuple(card for suit in suits for card in suit), tuple(spots), tile)
