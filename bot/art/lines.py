"""A line of dominoes on the green table, read like a text: rows from left to right, one below another.

A thread leads from the end of a row to the start of the next one. The two open ends of the line are gilt and
labelled. Rows do not turn back as on a real table, so that left and right match what a player calls so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

from PIL import Image

from .canvas import Canvas, Colour, Shape, stamp
from .pieces import Form, parse
from .raster import drawn, raster, rounded
from .sprites import height_of, sprite
from .table import LIGHT_GOLD, TABLE_WIDTH, TITLE_HEAD, print_title, table
from .templates import plain_svg
from .text import drawable, letters

MOST_TILES = 28
MOST_HEIGHT = 900
HALVES = (98, 92, 87, 82, 78, 74, 71, 68, 65, 60, 56)
"""Widths of half a tile with its share of a gap: we take the first with which everything fits."""
GAP = 2
SIDE = 106
"""Margin on both sides, for the labels and the thread."""
ROOM = TABLE_WIDTH - 2 * SIDE
HEAD = 36
"""Margin above the first row without a title."""
FOOT = 36
GUTTER = 32
"""Room between two rows, for the thread."""
THREAD: Colour = (158, 210, 182)
THREAD_WIDTH = 6
TURN = 16
"""The radius of the thread's turns."""
OUT, BACK = 40, 44  # how far the thread extends beyond the end of a row, and before the start of one
PAD = 15  # margin of a picture of a piece of thread, for its arrowhead
FRAME = 8
TINT: Colour = (255, 226, 150)
LABEL_HEIGHT = 24
ARROW = 30
LABEL_GAP = 14


@dataclass(frozen=True, slots=True)
class Tile:
    """The position of a domino: its row, its form, its top left corner and its width."""

    row: int
    form: Form
    left: int
    top: int
    width: int

    @property
    def right(self) -> int:
        return self.left + self.width

    @property
    def bottom(self) -> int:
        return self.top + height_of(self.width, self.form)

    @property
    def middle(self) -> int:
        """The vertical centre, the same for all tiles of a row."""
        return (self.top + self.bottom) // 2


@dataclass(frozen=True, slots=True)
class Line:
    """The layout of a line: the tiles in order, and the height of the picture."""

    tiles: tuple[Tile, ...]
    height: int

    @property
    def rows(self) -> list[list[Tile]]:
        return [list(row) for _, row in groupby(self.tiles, lambda tile: tile.row)]


def _filled(lengths: Sequence[int], most: int) -> list[list[int]]:
    rows: list[list[int]] = [[]]
    used = 0
    for place, length in enumerate(lengths):
        if used + length > most:
            rows.append([])
            used = 0
        used += length
        rows[-1].append(place)
    return rows


def _evened(lengths: Sequence[int], most: int) -> list[list[int]]:
    """As `_filled`, in as many rows, but with the longest of them as short as possible."""
    fewest = len(_filled(lengths, most))
    tries = (_filled(lengths, width) for width in range(2, most + 1))
    return next(rows for rows in tries if len(rows) == fewest)


def line_layout(tiles: Sequence[str], *, titled: bool = False) -> Line:
    """The positions of `tiles`: as large as 900 pixels of height allow, in even rows. Raises `ValueError`
    unless there are 1 to 28 dominoes."""
    if not 1 <= len(tiles) <= MOST_TILES:
        raise ValueError(f"a line picture has 1 to {MOST_TILES} dominoes, not {len(tiles)}")
    pieces = [parse(tile) for tile in tiles]
    if any(piece.kind != "domino" for piece in pieces):
        raise ValueError("a line picture has dominoes, nothing else")
    lengths = [1 if piece.double else 2 for piece in pieces]
    head = TITLE_HEAD if titled else HEAD
    lines = (_laid(_evened(lengths, ROOM // half), lengths, half, head) for half in HALVES)
    return next(line for line in lines if line.height <= MOST_HEIGHT)


def _laid(rows: Sequence[Sequence[int]], lengths: Sequence[int], half: int, head: int) -> Line:
    start = (TABLE_WIDTH - half * max(sum(lengths[place] for place in row) for row in rows)) // 2
    long = 2 * half - GAP
    tiles: list[Tile] = []
    top = head
    for number, row in enumerate(rows):
        doubles = any(lengths[place] == 1 for place in row)
        left = start + GAP // 2
        for place in row:
            if lengths[place] == 1:
                tiles.append(Tile(number, Form.TILE, left, top + GAP // 2, long // 2))
            else:
                down = GAP // 2 + (half // 2 if doubles else 0)
                tiles.append(Tile(number, Form.LYING, left, top + down, long))
            left += lengths[place] * half
        top += (2 * half if doubles else half) + GUTTER
    return Line(tuple(tiles), top - GUTTER + FOOT)


def _strokes(width: int, drop: int, path: str, arrow: str) -> Shape:
    ink = f"rgb{THREAD}"
    return stamp(
        drawn(
            width,
            drop + 2 * PAD,
            f'<g transform="translate(0 {PAD})"><path d="{arrow}" fill="{ink}"/>'
            f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{THREAD_WIDTH}"/></g>',
        )
    )


@lru_cache(maxsize=32)
def _way_out(drop: int) -> Shape:
    """The thread from the end of a row out and `drop` pixels down. Shared and cached."""
    path = f"M 12 0 H {OUT - TURN} Q {OUT} 0 {OUT} {TURN} V {drop - TURN} Q {OUT} {drop} {OUT - TURN} {drop}"
    return _strokes(OUT + PAD, drop, path, "")


@lru_cache(maxsize=32)
def _way_in(drop: int) -> Shape:
    """The thread `drop` pixels down and in to the start of a row, with an arrowhead. Shared and cached."""
    left = PAD
    right = PAD + BACK
    path = f"M {left + TURN} 0 Q {left} 0 {left} {TURN} V {drop - TURN} Q {left} {drop} {left + TURN} {drop}"
    arrow = f"M {right - 10} {drop} l -20 -13 v 26 Z"
    return _strokes(right, drop, f"{path} H {right - 24}", arrow)


def _tie(canvas: Canvas, upper: Sequence[Tile], lower: Sequence[Tile]) -> None:
    one, after = upper[-1], lower[0]
    between = max(tile.bottom for tile in upper) + GUTTER // 2
    canvas.lay(_way_out(between - one.middle), (one.right, one.middle - PAD))
    canvas.lay(_way_in(after.middle - between), (after.left - BACK - PAD, between - PAD))
    top = between - THREAD_WIDTH // 2
    run = (after.left - BACK + TURN, top, one.right + OUT - TURN, top + THREAD_WIDTH)
    canvas.fill(THREAD, run)


def _gild(canvas: Canvas, box: tuple[int, int, int, int]) -> None:
    size = (box[2] - box[0] + 2 * FRAME, box[3] - box[1] + 2 * FRAME)
    canvas.tint(TINT, box)
    canvas.paint(LIGHT_GOLD, rounded(*size, 16, FRAME), (box[0] - FRAME, box[1] - FRAME))


@lru_cache(maxsize=2)
def _arrow(turned: bool) -> Shape:
    arrow = raster(plain_svg("table/arrow.svg", ARROW, ARROW))
    return stamp(arrow.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if turned else arrow)


def _label(canvas: Canvas, word: str, at: tuple[int, int], *, turned: bool) -> None:
    """Draw a gold word below an arrowhead that points right, or left if `turned`; `at` is the middle of the
    edge at the line."""
    text = letters(drawable(word), SIDE, (LABEL_HEIGHT,))
    left, top = at[0] - text.width * turned, at[1] - (ARROW + text.height) // 2
    canvas.lay(_arrow(turned), (left + (text.width - ARROW) // 2, top))
    canvas.paint(LIGHT_GOLD, text, (left, top + ARROW))


def line_picture(
    tiles: Sequence[str], *, title: str = "", note: str = "", ends: tuple[str, str] = ("left", "right")
) -> bytes:
    """The line of `tiles` as they lie from left to right, touching halves next to each other, as a PNG.

    The picture is 1000 pixels wide and at most 900 tall, its tiles as large as that allows. Doubles stand
    crosswise; we do not check that touching halves match. The open half at each end, or the whole of a
    double, is gilt and labelled with a word of `ends`, the left one first. A title goes to the top left, as
    in `spread_picture`, and a note (the size of the stock) to the top right. The latest pictures are cached.

    Raises `ValueError` for an unknown piece, or unless there are 1 to 28 dominoes.
    """
    line_layout(tiles)
    return _drawn(tuple(tiles), title, note, ends)


@lru_cache(maxsize=64)
def _drawn(tiles: tuple[str, ...], title: str, note: str, ends: tuple[str, str]) -> bytes:
    line = line_layout(tiles, titled=bool(drawable(title) or drawable(note)))
    first, last = line.tiles[0], line.tiles[-1]
    canvas = table(TABLE_WIDTH, line.height)
    print_title(canvas, title, note)
    for upper, lower in pairwise(line.rows):
        _tie(canvas, upper, lower)
    for text, tile in zip(tiles, line.tiles, strict=True):
        canvas.lay(sprite(text, tile.width, form=tile.form), (tile.left, tile.top))
    inward = first.right if first.form is Form.TILE else (first.left + first.right) // 2
    _gild(canvas, (first.left, first.top, inward, first.bottom))
    if last is not first or last.form is Form.LYING:
        inward = last.left if last.form is Form.TILE else (last.left + last.right) // 2
        _gild(canvas, (inward, last.top, last.right, last.bottom))
    _label(canvas, ends[0], (first.left - LABEL_GAP, first.middle), turned=True)
    _label(canvas, ends[1], (last.right + LABEL_GAP, last.middle), turned=False)
    return canvas.png()
