"""The table in play as one picture: places round it, the trick, the last trick, trumps, the stock.

The first place is the viewer's, at the bottom; the others sit round the table clockwise from there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from .pieces import ORDINARY, USUAL, Style, check_pack, check_trump, form_of
from .plates import (
    CORNER,
    NOTE_HEIGHTS,
    OUTLINE,
    PLATE_HEIGHT,
    SOFT,
    chip,
    corner,
    name_plate,
    stock_pile,
    trump_badge,
    write,
)
from .raster import png, raster, rounded
from .sprites import height_of, in_card, inset
from .table import EDGE, LIGHT_GOLD, table
from .templates import plain_svg
from .text import drawable, fitted, label

FEWEST_PLACES, MOST_PLACES = 2, 6
MOST_OPEN = 10
"""How many cards may lie open before a place."""
BOARD_WIDTH = 840
"""As wide as a hand, which stands below it: more pixels would be slower to draw and to send."""
CARD = 138
CARD_HIGH = height_of(CARD)
SMALL = 94
SMALL_HIGH = height_of(SMALL)
SIDE = 24
"""What is left free along the edges of the table."""
RIM = 20
GAP = 8
COLUMN = 252
"""How wide a plate is."""
CROWN = 52
REACH = 7
"""How far the frame of the best card goes beyond it."""
LAST_HIGH = 164
"""Room for the last trick: its title, its cards, its letters."""
WIDE_COLUMN = 282
"""The same where two sit opposite each other."""
BADGE = (202, 80)
SMALL_BADGE = (94, 122)
SMALL_CHIP = 34
MIDDLE: Final = BOARD_WIDTH // 2
LEFT_COLUMN: Final = SIDE + COLUMN // 2
COLUMNS: Final = (LEFT_COLUMN, MIDDLE, BOARD_WIDTH - LEFT_COLUMN)
"""The middles of the three columns."""
TURNS: Final = {
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "bottom left", "top left", "top right", "bottom right"),
    6: ("bottom", "bottom left", "top left", "top", "top right", "bottom right"),
}
"""Where the places are, clockwise from the viewer's."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place at the table: the letter of its seat, who sits there, a short note on them.

    `turn` says that they are to act; `cards` lie open before them.
    """

    letter: str
    name: str
    note: str = ""
    turn: bool = False
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """The cards of a trick in the order played, each with the index of the place that played it.

    `best` is the index among them of the best card, or of the one that took the trick.
    """

    plays: tuple[tuple[int, str], ...]
    best: int | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """The places that score together, and what they have taken (`5 tricks`)."""

    places: tuple[int, ...]
    tally: str


@dataclass(frozen=True, slots=True)
class Labels:
    """The words on the picture, in the language of its reader."""

    trumps: str = "Trumps"
    last: str = "Last trick"
    turn_up: str = "Turned up"


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the table. `places` go clockwise from the viewer's; `stock` is how many cards it has.

    Before the first card of a trick `trick` is None, and `last` is shown in its place.
    """

    places: tuple[Place, ...]
    trick: PlayedTrick | None = None
    last: PlayedTrick | None = None
    sides: tuple[Side, ...] = ()
    trump: str | None = None
    stock: int | None = None
    turn_up: str | None = None
    labels: Labels = Labels()


@dataclass(frozen=True, slots=True)
class Look:
    """Whose faces the cards have, and how they are printed."""

    pack: str
    style: Style


def board_picture(board: Board, *, pack: str = ORDINARY, style: Style = USUAL) -> bytes:
    """The table in play as a PNG, 840 pixels wide.

    Every place has a plate with its letter, its name and its note, gold for whose turn it is; letters are
    solid for the viewer's side and ringed for the others. The best card has a gold frame and a crown. Of
    the last trick the corners of the cards are shown in the order played; while no card of the next one is
    out, it lies in the middle itself, greyed but for the card that took it. A name too long is elided, and
    one of which no font here draws anything becomes "Player 1" and so on, by its place. The latest pictures
    are kept.

    Dominoes lie like cards, and half a domino may be trumps.

    Raises `ValueError` for an unknown piece, pack or trump, for cards among dominoes, unless there are 2 to 6
    places with at most 10 open cards each, or for a place that is not at the table.
    """
    check_pack(pack)
    _check(board)
    return _drawn(board, Look(pack, style))


def _check(board: Board) -> None:
    count = len(board.places)
    if not FEWEST_PLACES <= count <= MOST_PLACES:
        raise ValueError(f"a board has {FEWEST_PLACES} to {MOST_PLACES} places, not {count}")
    if board.trump is not None:
        check_trump(board.trump)
    if board.stock is not None and board.stock < 0:
        raise ValueError(f"a stock of {board.stock} cards")
    pieces = [card for place in board.places for card in place.cards]
    pieces += [board.turn_up] if board.turn_up is not None else []
    seats = [seat for side in board.sides for seat in side.places]
    for place in board.places:
        if len(place.cards) > MOST_OPEN:
            raise ValueError(f"{len(place.cards)} open cards: at most {MOST_OPEN}")
    for trick in (board.trick, board.last):
        if trick is None:
            continue
        owners = [seat for seat, _ in trick.plays]
        if len(set(owners)) < len(owners):
            raise ValueError("a place plays one card to a trick")
        if trick.best is not None and not 0 <= trick.best < len(trick.plays):
            raise ValueError(f"best card {trick.best} is not one of {len(trick.plays)}")
        seats += owners
        pieces += [card for _, card in trick.plays]
    form_of(pieces)
    if any(not 0 <= seat < count for seat in seats):
        raise ValueError(f"a seat that is not one of {count} places")


@lru_cache(maxsize=256)
def _drawn(board: Board, look: Look) -> bytes:
    """What `board_picture` says."""
    draw = _opposite if len(board.places) == FEWEST_PLACES else _round
    return png(draw(board, look), EDGE)


@lru_cache(maxsize=1)
def _crown() -> Image.Image:
    """The mark of the best card. Shared and cached."""
    return raster(plain_svg("table/crown.svg", CROWN, CROWN))


def _settled(board: Board) -> bool:
    """Whether the trick in the middle is the last one, no card of the next being out."""
    return board.last is not None and (board.trick is None or not board.trick.plays)


def _middle(board: Board) -> PlayedTrick:
    """The trick that lies in the middle."""
    shown = board.last if _settled(board) else board.trick
    return shown or PlayedTrick(())


def _lay(
    canvas: Image.Image, card: str, at: tuple[int, int], look: Look, *, best: bool, dimmed: bool
) -> None:
    """Lay a card of the trick in the middle, the best one framed and crowned."""
    left, top = at
    shift = inset(card, CARD)
    if best:
        frame = rounded(CARD + 2 * (REACH - shift), CARD_HIGH + 2 * REACH, 18)
        canvas.paste(LIGHT_GOLD, (left + shift - REACH, top - REACH), frame)
    in_card(card, CARD, dimmed=dimmed, pack=look.pack, style=look.style).lay(canvas, left, top)
    if best:
        canvas.alpha_composite(_crown(), (left + CARD - shift - CROWN // 2 + 2, top + 5))


def _trick(canvas: Image.Image, board: Board, spots: list[tuple[int, int]], look: Look) -> None:
    """Lay the trick in the middle, each card at the spot of its place; a frame where one is to come."""
    trick, over = _middle(board), _settled(board)
    played = {seat for seat, _ in trick.plays}
    for seat, (left, top) in enumerate(spots):
        if seat not in played:
            canvas.paste(OUTLINE, (left, top), rounded(CARD, CARD_HIGH, 12, 3))
    for number, (seat, card) in enumerate(trick.plays):
        best = number == trick.best
        _lay(canvas, card, spots[seat], look, best=best, dimmed=over and not best)


def _ours(board: Board) -> tuple[int, ...]:
    """The places of the viewer's side."""
    return next((side.places for side in board.sides if 0 in side.places), (0,))


def _chip(canvas: Image.Image, board: Board, seat: int, at: tuple[int, int], size: int = SMALL_CHIP) -> None:
    """Draw the letter of a seat, if it has one."""
    if letter := drawable(board.places[seat].letter):
        canvas.alpha_composite(chip(letter, size, filled=seat in _ours(board)), at)


def _plate(canvas: Image.Image, board: Board, seat: int, box: tuple[int, int, int]) -> None:
    """Draw the plate of a place; who plays alone has what they have taken on it."""
    place = board.places[seat]
    notes = [place.note, *(side.tally for side in board.sides if side.places == (seat,))]
    note = " · ".join(text for text in map(drawable, notes) if text)
    letter, name = drawable(place.letter), label(place.name, seat + 1)
    name_plate(canvas, box, letter, name, note, turn=place.turn, filled=seat in _ours(board))


def _tallies(canvas: Image.Image, board: Board, left: int, top: int) -> None:
    """Write what each side of several places has taken, the letters of its seats before it."""
    together = [side for side in board.sides if len(side.places) > 1]
    for number, side in enumerate(together):
        line, start = top + number * 42, left
        for seat in side.places:
            _chip(canvas, board, seat, (start, line))
            start += SMALL_CHIP + 5
        write(canvas, drawable(side.tally), (start + 7, line + 27), left + COLUMN - start - 7, (22, 19, 16))


def _last(canvas: Image.Image, board: Board, right: int, top: int, look: Look) -> None:
    """Show the last trick small: corners of its cards in the order played, the letters below, flush right."""
    trick = board.last
    if trick is None or _settled(board) or not trick.plays:
        return
    width, height = CORNER
    step = width + GAP
    left = right - step * len(trick.plays) + GAP
    title = fitted(drawable(board.labels.last), COLUMN, NOTE_HEIGHTS)
    canvas.paste(SOFT, (min(left, right - title.width), top - 5), title)
    for number, (seat, card) in enumerate(trick.plays):
        at = (left + number * step, top + 34)
        if number == trick.best:
            frame = rounded(width + 10, height + 10, 13)
            canvas.paste(LIGHT_GOLD, (at[0] - 5, at[1] - 5), frame)
        canvas.alpha_composite(corner(card, look.pack, look.style), at)
        size = SMALL_CHIP - 4
        _chip(canvas, board, seat, (at[0] + (width - size) // 2, at[1] + height + 9), size)


def _badge(canvas: Image.Image, board: Board, at: tuple[int, int], size: tuple[int, int], look: Look) -> None:
    if board.trump is not None:
        word = drawable(board.labels.trumps)
        badge = trump_badge(board.trump, word, *size, Style(look.style.four_colours))
        canvas.alpha_composite(badge, at)


def _stock(canvas: Image.Image, board: Board, left: int, top: int, look: Look) -> None:
    """Show the stock and, beside it, the card that is turned up; without a stock it has a title."""
    if board.stock:
        form = form_of([board.turn_up] if board.turn_up else [])
        stock_pile(canvas, left, top, SMALL, board.stock, look.pack, form)
    if board.turn_up is None:
        return
    if board.stock:
        left += SMALL + 24
    else:
        write(canvas, drawable(board.labels.turn_up), (left, top - 13), COLUMN, NOTE_HEIGHTS, SOFT)
    in_card(board.turn_up, SMALL, pack=look.pack, style=look.style).lay(canvas, left, top)


def _row(canvas: Image.Image, board: Board, seat: int, left: int, top: int, look: Look) -> None:
    """Lay a place's open cards side by side; they overlap where there is no room."""
    cards = board.places[seat].cards
    room = BOARD_WIDTH - SIDE - left - SMALL
    step = min(SMALL + 7, room // max(1, len(cards) - 1))
    tight = step < SMALL
    for number, card in enumerate(cards):
        tucked = tight and number < len(cards) - 1
        drawn = in_card(card, SMALL, tucked=tucked, pack=look.pack, style=look.style)
        drawn.lay(canvas, left + step * number, top)


def _opposite(board: Board, look: Look) -> Image.Image:
    """The board of two, who sit opposite each other."""
    strips = [max(PLATE_HEIGHT, SMALL_HIGH if place.cards else 0) for place in board.places]
    middle = RIM + strips[1] + 18
    shift = 47
    band = CARD_HIGH + shift
    canvas = table(BOARD_WIDTH, middle + band + 18 + strips[0] + RIM)
    for seat, top in ((1, RIM), (0, middle + band + 18)):
        _plate(canvas, board, seat, (SIDE, top + (strips[seat] - PLATE_HEIGHT) // 2, WIDE_COLUMN))
        _row(canvas, board, seat, SIDE + WIDE_COLUMN + 20, top, look)
    left = MIDDLE - CARD - 5
    right = left + CARD + 10
    _trick(canvas, board, [(right, middle + shift), (left, middle)], look)
    _chip(canvas, board, 0, (right + CARD + 8, middle + band - SMALL_CHIP))
    _chip(canvas, board, 1, (left - SMALL_CHIP - 8, middle))
    _badge(canvas, board, (SIDE, middle), BADGE, look)
    _stock(canvas, board, SIDE, middle + band - SMALL_HIGH, look)
    _last(canvas, board, BOARD_WIDTH - SIDE, middle + (band - LAST_HIGH) // 2, look)
    return canvas


def _strips(board: Board) -> list[int]:
    """The places with open cards, at a board of more than two."""
    return [seat for seat, place in enumerate(board.places) if place.cards]


def _round(board: Board, look: Look) -> Image.Image:
    """The board of three to six, who sit round the table."""
    top = RIM + PLATE_HEIGHT + GAP
    below = top + CARD_HIGH + 12
    base = below + CARD_HIGH + GAP + PLATE_HEIGHT
    between = (top + below) // 2
    crowded = len(board.places) > len(COLUMNS) + 1
    corners = base + 13 if crowded else base - LAST_HIGH
    foot = corners + LAST_HIGH if crowded else base
    strips = _strips(board)
    canvas = table(BOARD_WIDTH, foot + len(strips) * (SMALL_HIGH + 13) + RIM)
    spots = []
    for seat, turn in enumerate(TURNS[len(board.places)]):
        middle = COLUMNS[0 if "left" in turn else 2 if "right" in turn else 1]
        card = below if "bottom" in turn else top if "top" in turn else between
        plate = card + CARD_HIGH + GAP if "bottom" in turn else card - GAP - PLATE_HEIGHT
        spots.append((middle - CARD // 2, card))
        _plate(canvas, board, seat, (middle - COLUMN // 2, plate, COLUMN))
    _trick(canvas, board, spots, look)
    right = BOARD_WIDTH - SIDE
    if crowded:
        _stock(canvas, board, SIDE, corners + 34, look)
        _badge(canvas, board, (SIDE + 2 * SMALL + 44, corners + 36), SMALL_BADGE, look)
    else:
        _badge(canvas, board, (SIDE, RIM), BADGE, look)
        _tallies(canvas, board, right - COLUMN, RIM)
        _stock(canvas, board, SIDE, base - SMALL_HIGH, look)
    _last(canvas, board, right, corners, look)
    for number, seat in enumerate(strips):
        line = foot + 13 + number * (SMALL_HIGH + 13)
        _chip(canvas, board, seat, (SIDE, line + 44))
        _row(canvas, board, seat, SIDE + 54, line, look)
    return canvas
