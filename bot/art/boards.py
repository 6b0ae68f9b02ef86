"""A table in play as one picture: places, the trick, the last trick, trumps and the stock.

The first place is the viewer's, at the bottom; the others follow clockwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from .canvas import Canvas, Shape, stamp
from .opened import check_open, lay_open, open_height
from .pieces import ORDINARY, USUAL, Style, check_pack, check_trump, form_of
from .plates import (
    CORNER,
    NOTE_HEIGHTS,
    OUTLINE,
    SOFT,
    chip,
    corner,
    name_plate,
    plate_height,
    stock_pile,
    trump_badge,
    write,
)
from .raster import raster, rounded
from .sprites import height_of, inset, lay_in_card
from .table import LIGHT_GOLD, table
from .templates import plain_svg
from .text import drawable, label, letters

FEWEST_PLACES, MOST_PLACES = 2, 6
DUELLISTS = 4
BOARD_WIDTH = 840
"""As wide as a hand, which is shown below it: more pixels would be slower to draw and send."""
CARD = 138
CARD_HIGH = height_of(CARD)
SMALL = 94
SMALL_HIGH = height_of(SMALL)
SIDE = 24
"""The margin of the table."""
RIM = 20
GAP = 8
COLUMN = 252
"""The width of a plate."""
CROWN = 52
REACH = 7
"""How far the frame of the best card extends beyond it."""
DROP = 36  # how much lower the viewer's card lies than the opposite player's beside it
LAST_HIGH = 164  # room for the last trick: its title, its cards, its letters
WIDE_COLUMN = 282  # the same if two players sit opposite each other
BADGE = (202, 80)
SMALL_BADGE = (94, 122)
SMALL_CHIP = 34
MIDDLE: Final = BOARD_WIDTH // 2
HALF: Final = MIDDLE - SIDE - GAP - 2
"""The width of half a table, if two tricks are played side by side."""
LEFT_COLUMN: Final = SIDE + COLUMN // 2
COLUMNS: Final = (LEFT_COLUMN, MIDDLE, BOARD_WIDTH - LEFT_COLUMN)
"""The centres of the three columns."""
TURNS: Final = {
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "bottom left", "top left", "top right", "bottom right"),
    6: ("bottom", "bottom left", "top left", "top", "top right", "bottom right"),
}
"""The places, clockwise from the viewer's."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place at the table: the letter of its seat, its player, a short note on them.

    `turn`: they are to act; `cards` lie open before them, at a table of two; `remark` is what everybody must
    notice.
    """

    letter: str
    name: str
    note: str = ""
    turn: bool = False
    cards: tuple[str, ...] = ()
    remark: str = ""


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """The cards of a trick in the order played, each with the index of its place.

    `best` is the index among them of the best card, or of the one that took the trick.
    """

    plays: tuple[tuple[int, str], ...]
    best: int | None = None


@dataclass(frozen=True, slots=True)
class Duel:
    """Two places of four that play their own tricks."""

    places: tuple[int, int]
    trick: PlayedTrick | None = None
    last: PlayedTrick | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """Places that score together, and what they have taken (`5 tricks`)."""

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
    """What lies on the table. `places` go clockwise from the viewer's; `stock` is the number of cards in it.

    Before the first card of a trick `trick` is None, and `last` is shown in its place. `duels` replaces them
    if two tricks are played side by side.
    """

    places: tuple[Place, ...]
    trick: PlayedTrick | None = None
    last: PlayedTrick | None = None
    sides: tuple[Side, ...] = ()
    trump: str | None = None
    stock: int | None = None
    turn_up: str | None = None
    labels: Labels = Labels()
    duels: tuple[Duel, ...] = ()


Part: TypeAlias = Board | Duel  # something with a current trick and a last one


@dataclass(frozen=True, slots=True)
class Look:
    """The pack of the cards, and how they are printed."""

    pack: str
    style: Style


def board_picture(board: Board, *, pack: str = ORDINARY, style: Style = USUAL) -> bytes:
    """A table in play as a PNG, 840 pixels wide.

    Every place has a plate with its letter, its name and its note, in gold if it is to act. Letters are solid
    for the viewer's side and ringed for the others. At a table of two open cards lie beside the plates
    (`bot.art.opened`). The best card has a gold frame and a crown. The corners of the last trick's cards are
    shown in the order played; until the next trick begins, it lies in the middle, greyed except for the card
    that took it. Two duels lie side by side, the viewer's on the left, with the viewer's side below. A long
    name is shrunk; one that no font can draw becomes "Player 1" and so on, by its place. The latest pictures
    are cached.

    Dominoes lie like cards, and half a domino may be trumps.

    Raises `ValueError` for an unknown piece, pack or trump, for cards among dominoes, unless there are 2 to 6
    places, for too many open cards or open cards at a table of more than two, for duels that are not of four
    places two by two, or for an unknown place.
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
        check_open(place.cards)
    if count > FEWEST_PLACES and any(place.cards for place in board.places):
        raise ValueError(f"open cards lie on the board of {FEWEST_PLACES} places alone")
    _check_duels(board)
    parts: tuple[Part, ...] = (board, *board.duels)
    for trick in (trick for part in parts for trick in (part.trick, part.last)):
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


def _check_duels(board: Board) -> None:
    if not board.duels:
        return
    if sorted(place for duel in board.duels for place in duel.places) != list(range(DUELLISTS)):
        raise ValueError("two duels are played by four places, two by two")
    if len(board.places) != DUELLISTS or board.trick or board.last:
        raise ValueError("a board with duels has four places, and no other trick")
    for duel in board.duels:
        tricks = [trick for trick in (duel.trick, duel.last) if trick is not None]
        if any(seat not in duel.places for trick in tricks for seat, _ in trick.plays):
            raise ValueError("a place plays to the tricks of its own duel")


@lru_cache(maxsize=64)
def _drawn(board: Board, look: Look) -> bytes:
    draw = _round if len(board.places) > DUELLISTS else _few
    if len(board.places) == FEWEST_PLACES:
        draw = _opposite
    elif board.duels:
        draw = _side_by_side
    return draw(board, look).png()


@lru_cache(maxsize=1)
def _crown() -> Shape:
    return stamp(raster(plain_svg("table/crown.svg", CROWN, CROWN)))


def _settled(part: Part) -> bool:
    return part.last is not None and (part.trick is None or not part.trick.plays)


def _middle(part: Part) -> PlayedTrick:
    shown = part.last if _settled(part) else part.trick
    return shown or PlayedTrick(())


def _lay(canvas: Canvas, card: str, at: tuple[int, int], look: Look, *, best: bool, dimmed: bool) -> None:
    left, top = at
    shift = inset(card, CARD)
    if best:
        frame = rounded(CARD + 2 * (REACH - shift), CARD_HIGH + 2 * REACH, 18)
        canvas.paint(LIGHT_GOLD, frame, (left + shift - REACH, top - REACH))
    lay_in_card(canvas, card, CARD, at, dimmed=dimmed, pack=look.pack, style=look.style)
    if best:
        canvas.lay(_crown(), (left + CARD - shift - CROWN // 2 + 2, top + 5))


def _trick(canvas: Canvas, part: Part, spots: Mapping[int, tuple[int, int]], look: Look) -> None:
    trick, over = _middle(part), _settled(part)
    played = {seat for seat, _ in trick.plays}
    for seat, (left, top) in spots.items():
        if seat not in played:
            canvas.paint(OUTLINE, rounded(CARD, CARD_HIGH, 12, 3), (left, top))
    for number, (seat, card) in enumerate(trick.plays):
        best = number == trick.best
        _lay(canvas, card, spots[seat], look, best=best, dimmed=over and not best)


def _ours(board: Board) -> tuple[int, ...]:
    return next((side.places for side in board.sides if 0 in side.places), (0,))


def _chip(canvas: Canvas, board: Board, seat: int, at: tuple[int, int], size: int = SMALL_CHIP) -> None:
    if letter := drawable(board.places[seat].letter):
        chip(canvas, letter, at, size, filled=seat in _ours(board))


def _plate(canvas: Canvas, board: Board, seat: int, box: tuple[int, int, int]) -> None:
    place = board.places[seat]
    notes = [place.note, *(side.tally for side in board.sides if side.places == (seat,))]
    note = " · ".join(text for text in map(drawable, notes) if text)
    letter, name = drawable(place.letter), label(place.name, seat + 1)
    ours, remark = seat in _ours(board), drawable(place.remark)
    name_plate(canvas, box, letter, name, note, remark=remark, turn=place.turn, filled=ours)


def _tall(board: Board, seat: int) -> int:
    return plate_height(drawable(board.places[seat].remark))


def _tallies(canvas: Canvas, board: Board, left: int, top: int) -> None:
    together = [side for side in board.sides if len(side.places) > 1]
    for number, side in enumerate(together):
        line, start = top + number * 42, left
        for seat in side.places:
            _chip(canvas, board, seat, (start, line))
            start += SMALL_CHIP + 5
        write(canvas, drawable(side.tally), (start + 7, line + 27), left + COLUMN - start - 7, (22, 19, 16))


def _last(canvas: Canvas, board: Board, part: Part, right: int, top: int, look: Look) -> None:
    """Draw the last trick small: corners of its cards in the order played, the letters below, flush right."""
    trick = part.last
    if trick is None or _settled(part) or not trick.plays:
        return
    width, height = CORNER
    step = width + GAP
    left = right - step * len(trick.plays) + GAP
    widest = COLUMN if part is board else HALF - COLUMN - GAP
    title = letters(drawable(board.labels.last), widest, NOTE_HEIGHTS)
    canvas.paint(SOFT, title, (min(left, right - title.width), top - 5))
    for number, (seat, card) in enumerate(trick.plays):
        at = (left + number * step, top + 34)
        if number == trick.best:
            frame = rounded(width + 10, height + 10, 13)
            canvas.paint(LIGHT_GOLD, frame, (at[0] - 5, at[1] - 5))
        canvas.lay(corner(card, look.pack, look.style), at)
        size = SMALL_CHIP - 4
        _chip(canvas, board, seat, (at[0] + (width - size) // 2, at[1] + height + 9), size)


def _badge(canvas: Canvas, board: Board, at: tuple[int, int], size: tuple[int, int], look: Look) -> None:
    if board.trump is not None:
        word = drawable(board.labels.trumps)
        trump_badge(canvas, board.trump, word, at, size, Style(look.style.four_colours))


def _stock(canvas: Canvas, board: Board, left: int, top: int, look: Look) -> None:
    if board.stock:
        form = form_of([board.turn_up] if board.turn_up else [])
        stock_pile(canvas, left, top, SMALL, board.stock, look.pack, form)
    if board.turn_up is None:
        return
    if board.stock:
        left += SMALL + 24
    else:
        write(canvas, drawable(board.labels.turn_up), (left, top - 13), COLUMN, NOTE_HEIGHTS, SOFT)
    lay_in_card(canvas, board.turn_up, SMALL, (left, top), pack=look.pack, style=look.style)


def _opposite(board: Board, look: Look) -> Canvas:
    start = SIDE + WIDE_COLUMN + 20
    room = BOARD_WIDTH - SIDE - start
    strips = [max(_tall(board, seat), open_height(board.places[seat].cards, room)) for seat in (0, 1)]
    middle = RIM + strips[1] + 18
    shift = 47
    band = CARD_HIGH + shift
    canvas = table(BOARD_WIDTH, middle + band + 18 + strips[0] + RIM)
    for seat, top in ((1, RIM), (0, middle + band + 18)):
        _plate(canvas, board, seat, (SIDE, top + (strips[seat] - _tall(board, seat)) // 2, WIDE_COLUMN))
        lay_open(canvas, board.places[seat].cards, (start, top), room, look.pack, look.style)
    left = MIDDLE - CARD - 5
    right = left + CARD + 10
    _trick(canvas, board, {0: (right, middle + shift), 1: (left, middle)}, look)
    _chip(canvas, board, 0, (right + CARD + 8, middle + band - SMALL_CHIP))
    _chip(canvas, board, 1, (left - SMALL_CHIP - 8, middle))
    _badge(canvas, board, (SIDE, middle), BADGE, look)
    _stock(canvas, board, SIDE, middle + band - SMALL_HIGH, look)
    _last(canvas, board, board, BOARD_WIDTH - SIDE, middle + (band - LAST_HIGH) // 2, look)
    return canvas


def _few(board: Board, look: Look) -> Canvas:
    """The board of three or four: the others in a row above, the viewer below them, to keep it low."""
    seats = range(len(board.places))
    tall = max(_tall(board, seat) for seat in seats)
    top = RIM + tall + GAP
    turns = TURNS[len(board.places)]
    shift = DROP if "top" in turns else 0
    below = top + CARD_HIGH + GAP
    base = below + shift + tall
    if board.stock or board.turn_up is not None:
        base = max(base, below + SMALL_HIGH + (14 if board.stock else 26))
    later = board.last is not None and not _settled(board)
    canvas = table(BOARD_WIDTH, base + (13 + LAST_HIGH if later else 0) + RIM)
    spots = {}
    for seat, turn in zip(seats, turns, strict=True):
        middle = COLUMNS[0 if turn == "left" else 2 if turn == "right" else 1]
        aside = {"top": -CARD // 2 - 5, "bottom": CARD // 2 + 5}.get(turn, 0) if shift else 0
        spots[seat] = (middle + aside - CARD // 2, top + (shift if turn == "bottom" else 0))
        plate = base - _tall(board, seat) if turn == "bottom" else RIM + tall - _tall(board, seat)
        _plate(canvas, board, seat, (middle - COLUMN // 2, plate, COLUMN))
    _trick(canvas, board, spots, look)
    right = BOARD_WIDTH - SIDE
    _tallies(canvas, board, right - COLUMN, below + 2)
    _stock(canvas, board, SIDE, base - SMALL_HIGH, look)
    if board.stock:
        size = BADGE[0], SMALL_BADGE[1] // 2
        _badge(canvas, board, (right - size[0], base - size[1]), size, look)
    elif board.turn_up is not None:
        _badge(canvas, board, (SIDE + SMALL + 24, base - SMALL_BADGE[1]), SMALL_BADGE, look)
    else:
        _badge(canvas, board, (SIDE, base - BADGE[1]), BADGE, look)
    _last(canvas, board, board, right, base + 13, look)
    return canvas


def _round(board: Board, look: Look) -> Canvas:
    seats = range(len(board.places))
    tall = max(_tall(board, seat) for seat in seats)
    top = RIM + tall + GAP
    below = top + CARD_HIGH + 12
    corners = below + CARD_HIGH + GAP + tall + 13
    canvas = table(BOARD_WIDTH, corners + LAST_HIGH + RIM)
    spots = {}
    for seat, turn in zip(seats, TURNS[len(board.places)], strict=True):
        middle = COLUMNS[0 if "left" in turn else 2 if "right" in turn else 1]
        card = below if "bottom" in turn else top
        plate = card + CARD_HIGH + GAP if "bottom" in turn else card - GAP - _tall(board, seat)
        spots[seat] = (middle - CARD // 2, card)
        _plate(canvas, board, seat, (middle - COLUMN // 2, plate, COLUMN))
    _trick(canvas, board, spots, look)
    _stock(canvas, board, SIDE, corners + 34, look)
    _badge(canvas, board, (SIDE + 2 * SMALL + 44, corners + 36), SMALL_BADGE, look)
    _last(canvas, board, board, BOARD_WIDTH - SIDE, corners, look)
    return canvas


def _side_by_side(board: Board, look: Look) -> Canvas:
    """The board of two duels, each on half of the table: the viewer's side below, the other above."""
    ours = _ours(board)
    tall = max(_tall(board, seat) for seat in range(DUELLISTS))
    top = RIM + BADGE[1] + 14
    upper = top + tall + GAP
    lower = max(upper + 47, top + LAST_HIGH + GAP)
    foot = lower + CARD_HIGH + GAP
    canvas = table(BOARD_WIDTH, foot + tall + RIM)
    canvas.fill(OUTLINE, (MIDDLE - 1, top, MIDDLE + 1, foot + tall))
    _badge(canvas, board, (SIDE, RIM), BADGE, look)
    _tallies(canvas, board, BOARD_WIDTH - SIDE - COLUMN, RIM)
    duels = sorted(board.duels, key=lambda duel: 0 not in duel.places)
    for left, duel in zip((SIDE, BOARD_WIDTH - SIDE - HALF), duels, strict=True):
        near, far = sorted(duel.places, key=lambda seat: seat not in ours)
        _plate(canvas, board, far, (left, top + tall - _tall(board, far), COLUMN))
        _plate(canvas, board, near, (left, foot, COLUMN))
        _trick(canvas, duel, {near: (left + CARD + 10, lower), far: (left, upper)}, look)
        _last(canvas, board, duel, left + HALF, top, look)
    return canvas
