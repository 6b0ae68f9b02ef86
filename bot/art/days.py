"""A person's boards of a day, or of a challenge, to share: scores and comparisons, without the cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from .canvas import Canvas, Colour
from .plates import DARK, PLATE, SOFT, write
from .raster import rounded
from .table import LIGHT_GOLD, WHITE, print_title, table
from .text import drawable, label, letters

DAY_WIDTH: Final = 840
MOST_BOARDS: Final = 16
MOST_MARKS: Final = 3
"""What a board can be compared with."""
IN_A_ROW = 4
SIDE = 24
GAP = 12
TOP = 150
TILE = 189
TILE_HEAD = 200
MARK = 44
FOOT = 108
AHEAD: Colour = LIGHT_GOLD
BEHIND: Colour = (232, 132, 112)
NAME = (40, 36, 32, 28)
SCORE = (84, 72, 60, 46)
SMALL = (25, 23, 21, 19)
FACTS = (38, 34, 30, 26, 23, 20)


@dataclass(frozen=True, slots=True)
class DayMark:
    """Something a score is compared with: its name and value, and whether the score is `ahead` (positive) or
    behind."""

    name: str
    value: str
    ahead: int


@dataclass(frozen=True, slots=True)
class DayBoard:
    """A board: its number or name, the person's score there (empty: not played), and its comparisons."""

    name: str
    score: str
    marks: tuple[DayMark, ...] = ()


@dataclass(frozen=True, slots=True)
class Day:
    """A person's boards of one day. `facts` are short, such as `7th of 23`, and stand below the boards."""

    title: str
    name: str
    boards: tuple[DayBoard, ...]
    note: str = ""
    facts: tuple[str, ...] = ()


def day_picture(day: Day) -> bytes:
    """A day's boards as a PNG, 840 pixels wide: a tile for each board with the score, and below it what it
    beats in gold and what beats it in red; then the facts.

    The latest pictures are cached. Raises `ValueError` unless there are 1 to 16 boards, or for more than 3
    marks of a board or 3 facts.
    """
    if not 1 <= len(day.boards) <= MOST_BOARDS:
        raise ValueError(f"a day has 1 to {MOST_BOARDS} boards, not {len(day.boards)}")
    if any(len(board.marks) > MOST_MARKS for board in day.boards) or len(day.facts) > MOST_MARKS:
        raise ValueError(f"at most {MOST_MARKS} marks and facts")
    return _drawn(day)


@lru_cache(maxsize=64)
def _drawn(day: Day) -> bytes:
    high = TILE_HEAD + MARK * max(len(board.marks) for board in day.boards)
    rows = -(-len(day.boards) // IN_A_ROW)
    below = TOP + rows * (high + GAP)
    canvas = table(DAY_WIDTH, below + (FOOT if day.facts else 0) + SIDE - GAP)
    print_title(canvas, day.title, day.note)
    write(canvas, label(day.name, 1), (SIDE + 18, 124), DAY_WIDTH - 2 * SIDE - 36, NAME, LIGHT_GOLD)
    for number, board in enumerate(day.boards):
        row, column = divmod(number, IN_A_ROW)
        in_row = min(IN_A_ROW, len(day.boards) - row * IN_A_ROW)
        start = (DAY_WIDTH - in_row * TILE - (in_row - 1) * GAP) // 2
        _tile(canvas, board, (start + column * (TILE + GAP), TOP + row * (high + GAP)), high)
    if day.facts:
        _facts(canvas, day.facts, below)
    return canvas.png()


def _tile(canvas: Canvas, board: DayBoard, at: tuple[int, int], high: int) -> None:
    left, top = at
    middle, room = left + TILE // 2, TILE - 24
    canvas.paint(PLATE, rounded(TILE, high, 18), at)
    write(canvas, drawable(board.name), (middle, top + 40), room, SMALL, SOFT, centred=True)
    score = drawable(board.score)
    write(canvas, score or "–", (middle, top + 146), room, SCORE, WHITE if score else SOFT, centred=True)
    for number, mark in enumerate(board.marks):
        base = top + TILE_HEAD + MARK * number + 8
        ink = AHEAD if mark.ahead > 0 else BEHIND if mark.ahead < 0 else WHITE
        value = letters(drawable(mark.value) or " ", 84, SMALL)
        write(canvas, drawable(mark.value), (left + TILE - 12 - value.width, base), 84, SMALL, ink)
        write(canvas, drawable(mark.name), (left + 12, base), room - value.width - 8, SMALL, SOFT)


def _facts(canvas: Canvas, facts: tuple[str, ...], top: int) -> None:
    # Side by side in plates, the first one gold: the rank.
    width = (DAY_WIDTH - 2 * SIDE - GAP * (len(facts) - 1)) // len(facts)
    for number, fact in enumerate(facts):
        left = SIDE + number * (width + GAP)
        canvas.paint(PLATE if number else LIGHT_GOLD, rounded(width, FOOT - GAP, 18), (left, top))
        ink = WHITE if number else DARK
        write(canvas, drawable(fact), (left + width // 2, top + 62), width - 24, FACTS, ink, centred=True)
