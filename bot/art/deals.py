"""A Duplicate board as it was dealt: four hands by suits round a compass, and the results."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from .canvas import Canvas, Shape, stamp
from .pieces import ORDINARY, SUITS, USUAL, Form, Style, check_pack, check_suit, form_of, parse
from .plates import CREAM, PLATE, SOFT, chip, corner_picture, sign, trump_badge, write
from .raster import raster, rounded
from .table import LIGHT_GOLD, WHITE, print_title, table
from .templates import emoji_svg, plain_svg
from .text import drawable, label, letters

DEAL_WIDTH: Final = 840  # as wide as a board in play
SEATS: Final = 4
MOST_CARDS: Final = 13
MOST_ROWS: Final = 12
"""The most tables in the traveller."""
MOST_LINES: Final = 3
SIDE = 20
TOP = 78
"""Room for the title."""
HAND = 286  # the width of a hand
HEAD = 52
PITCH = (50, 60)
"""The distance between two suits; the second is for larger letters."""
SIGN = 34
START = 56
"""Where the letters of a suit begin."""
LETTER = (37, 43)  # the greatest distance between two letters; the second is for larger letters
HIGH = (42, 52)  # the height of a letter
GAP = 12
COMPASS = 200
CHIP = 40
BADGE = (212, 76)
ROW = 88
TABLE_CHIP = 46
SCORE_ROOM = 210
NAMES = (24, 22, 20, 18)
NOTED = (20, 18, 16, 14)
SCORES = (34, 30, 26)
WORTHS = (25, 22, 20)
LINES = (27, 25, 22)
MARKED = (22, 92, 66)
DASH = (150, 144, 130)


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand as it was dealt: the letter of its seat, its name, its cards in the order of their suits.

    `note` stands beside the name (`dealer`); `turned` is the turned-up card of the hand.
    """

    letter: str
    name: str
    cards: tuple[str, ...]
    note: str = ""
    turned: str | None = None


@dataclass(frozen=True, slots=True)
class TravellerRow:
    """The result of a table: its number, who sat N-S and E-W, the score of N-S, and its worth.

    `marked`: the row of the viewer.
    """

    table: str
    ns: str
    ew: str
    score: str
    worth: str = ""
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    """A board: its hands in the order North, East, South, West; `trump` is a suit, `trump_word` the word
    beside its sign. `lines` stand below the hands, `rows` below them."""

    title: str
    hands: tuple[DealtHand, ...]
    trump: str
    note: str = ""
    trump_word: str = "Trumps"
    lines: tuple[str, ...] = ()
    rows: tuple[TravellerRow, ...] = ()


def deal_picture(deal: Deal, *, pack: str = ORDINARY, style: Style = USUAL) -> bytes:
    """A board with its four hands as a PNG, 840 pixels wide.

    Each hand stands on its side of the compass, with a row for each suit and one for knights if there are
    any; the turned-up card has a gold frame. The traveller has a row for each table. The latest pictures are
    cached.

    Raises `ValueError` for an unknown piece, pack or suit, unless there are four hands of 1 to 13 cards, for
    more than 12 rows or 3 lines, or for a turned-up card that is not in its hand.
    """
    check_pack(pack)
    check_suit(deal.trump)
    if len(deal.hands) != SEATS or not all(1 <= len(hand.cards) <= MOST_CARDS for hand in deal.hands):
        raise ValueError(f"a board has {SEATS} hands of 1 to {MOST_CARDS} cards")
    if form_of(card for hand in deal.hands for card in hand.cards) is not Form.CARD:
        raise ValueError("a board is dealt in cards")
    if len(deal.rows) > MOST_ROWS or len(deal.lines) > MOST_LINES:
        raise ValueError(f"{len(deal.rows)} rows and {len(deal.lines)} lines do not fit")
    if any(hand.turned is not None and hand.turned not in hand.cards for hand in deal.hands):
        raise ValueError("the card turned up is not in its hand")
    return _drawn(deal, pack, style)


@lru_cache(maxsize=64)
def _drawn(deal: Deal, pack: str, style: Style) -> bytes:
    width = HAND
    knights = any(parse(card).kind == "knight" for hand in deal.hands for card in hand.cards)
    high = HEAD + 10 + PITCH[style.large_index] * (len(SUITS) + knights)
    below = TOP + 3 * high + 2 * GAP
    lines = below + (58 * len(deal.lines) and 58 * len(deal.lines) + GAP)
    canvas = table(DEAL_WIDTH, lines + ROW * len(deal.rows) + GAP * bool(deal.rows) + SIDE)
    print_title(canvas, deal.title, deal.note)
    middle = (DEAL_WIDTH - width) // 2
    ends = (SIDE, DEAL_WIDTH - SIDE - width)
    second = TOP + high + GAP
    spots = ((middle, TOP), (ends[1], second), (middle, second + high + GAP), (ends[0], second))
    for number, (hand, at) in enumerate(zip(deal.hands, spots, strict=True)):
        _hand(canvas, hand, number, at, (width, high), pack, style)
    _compass(canvas, deal, (DEAL_WIDTH // 2, second + high // 2))
    at = (SIDE + 18, TOP + 14)
    trump_badge(canvas, deal.trump, drawable(deal.trump_word), at, BADGE, Style(style.four_colours))
    for number, line in enumerate(deal.lines):
        at = (DEAL_WIDTH // 2, below + GAP + 40 + 58 * number)
        write(canvas, drawable(line), at, DEAL_WIDTH - 2 * SIDE, LINES, WHITE, centred=True)
    for number, row in enumerate(deal.rows):
        _row(canvas, row, number, lines + GAP + ROW * number)
    return canvas.png()


def _hand(
    canvas: Canvas,
    hand: DealtHand,
    seat: int,
    at: tuple[int, int],
    size: tuple[int, int],
    pack: str,
    style: Style,
) -> None:
    left, top = at
    width, height = size
    canvas.paint(PLATE, rounded(width, height, 16), at)
    canvas.paint(CREAM, rounded(width, height - HEAD, 16), (left, top + HEAD))
    chip(canvas, drawable(hand.letter) or str(seat + 1), (left + 8, top + 6), CHIP, filled=seat % 2 == 0)
    start = left + CHIP + 18
    room = left + width - 12 - start
    note = drawable(hand.note)
    # The name leaves room for the note in letters of a size that can be read.
    least = letters(note, room // 2, NOTED[-2:]).width + 12 if note else 0
    wide = write(canvas, label(hand.name, seat + 1), (start, top + 36), room - least, (26, 23, 20, 18))
    write(canvas, note, (start + wide + 12, top + 36), room - wide - 12, NOTED, LIGHT_GOLD)
    for number, suit in enumerate((*SUITS, "")):
        line = top + HEAD + 7 + PITCH[style.large_index] * number
        cards = [card for card in hand.cards if parse(card).suit == suit]
        if suit or cards:
            _suit(canvas, suit, cards, hand.turned, (left, line), width, pack, style)


def _suit(
    canvas: Canvas,
    suit: str,
    cards: list[str],
    turned: str | None,
    at: tuple[int, int],
    width: int,
    pack: str,
    style: Style,
) -> None:
    # The sign of the suit (the horse for knights) and the letters of the cards.
    left, top = at
    most, high = LETTER[style.large_index], HIGH[style.large_index]
    mark = sign(suit, SIGN, Style(style.four_colours)) if suit else _horse()
    canvas.lay(mark, (left + 13, top + (high - SIGN) // 2))
    step = min(most, (width - START - 10) // max(1, len(cards)))
    for number, card in enumerate(cards):
        place = (left + START + step * number, top)
        if card == turned and number == cards.index(card):
            canvas.paint(LIGHT_GOLD, rounded(step + 1, high + 4, 7), (place[0] - 1, place[1] - 2))
        canvas.lay(_letter(card, step - 3, pack, style), (place[0] + 1, place[1]))
    if not cards:
        canvas.paint(DASH, rounded(20, 4, 2), (left + START + 4, top + high // 2 - 2))


@lru_cache(maxsize=128)
def _letter(card: str, width: int, pack: str, style: Style) -> Shape:
    """The letter in the corner of a card of that width, without the sign. Shared and cached."""
    most = LETTER[style.large_index]
    size = (most, round(most * 94 / 57))
    paper = Image.new("RGBA", size, (*CREAM, 255))
    paper.alpha_composite(corner_picture(card, pack, style, size))
    cut = paper.crop((0, round(most * 0.06), most, round(most * 0.98)))
    return stamp(cut.resize((width, HIGH[style.large_index]), Image.Resampling.HAMMING))


@lru_cache(maxsize=1)
def _horse() -> Shape:
    return stamp(raster(emoji_svg("", SIGN)))


def _compass(canvas: Canvas, deal: Deal, middle: tuple[int, int]) -> None:
    x, y = middle
    canvas.lay(_rose(), (x - COMPASS // 2, y - COMPASS // 2))
    reach = COMPASS // 2 - CHIP // 2 + 4
    ways = ((0, -1), (1, 0), (0, 1), (-1, 0))
    for seat, (hand, (across, down)) in enumerate(zip(deal.hands, ways, strict=True)):
        letter = drawable(hand.letter) or str(seat + 1)
        at = (x + across * reach - CHIP // 2, y + down * reach - CHIP // 2)
        chip(canvas, letter, at, CHIP, filled=seat % 2 == 0)


@lru_cache(maxsize=1)
def _rose() -> Shape:
    return stamp(raster(plain_svg("table/compass.svg", COMPASS, COMPASS)))


def _row(canvas: Canvas, row: TravellerRow, number: int, top: int) -> None:
    width = DEAL_WIDTH - 2 * SIDE
    canvas.paint(MARKED if row.marked else PLATE, rounded(width, ROW - 8, 14), (SIDE, top))
    if row.marked:
        canvas.paint(LIGHT_GOLD, rounded(width, ROW - 8, 14, 3), (SIDE, top))
    at = (SIDE + 10, top + (ROW - 8 - TABLE_CHIP) // 2)
    chip(canvas, drawable(row.table) or str(number + 1), at, TABLE_CHIP, filled=False)
    start = SIDE + TABLE_CHIP + 24
    room = DEAL_WIDTH - SIDE - SCORE_ROOM - start
    write(canvas, label(row.ns, 1), (start, top + 33), room, NAMES)
    write(canvas, label(row.ew, 2), (start, top + 68), room, NAMES, SOFT)
    right = DEAL_WIDTH - SIDE - 16
    worth = drawable(row.worth)
    wide = _right(canvas, worth, right, top + 50, 104, WORTHS, SOFT) if worth else 0
    _right(canvas, drawable(row.score), right - (112 if wide else 0), top + 53, 92, SCORES, LIGHT_GOLD)


def _right(
    canvas: Canvas,
    text: str,
    right: int,
    base: int,
    widest: int,
    heights: tuple[int, ...],
    colour: tuple[int, int, int],
) -> int:
    # Flush right; returns its width.
    if not text:
        return 0
    mask = letters(text, widest, heights)
    return write(canvas, text, (right - mask.width, base), widest, heights, colour)
