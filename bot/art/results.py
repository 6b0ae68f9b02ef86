"""The result of a hand: what each side made and how, the score, and the turning point of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .canvas import FULL, Canvas, Colour, Shape, mask, stamp
from .pieces import ORDINARY, USUAL, Form, Style, check_pack, form_of
from .raster import raster, round_mask, rounded
from .sprites import height_of, sprite
from .table import LIGHT_GOLD, TABLE_WIDTH, WHITE, table
from .templates import plain_svg
from .text import ASCENT, DESCENT, drawable, label, letters, line_height

SIDE_COLOURS: Sequence[Colour] = (
    (255, 196, 92),
    (126, 200, 255),
    (255, 158, 142),
    (200, 180, 255),
    (150, 230, 170),
    (232, 232, 232),
)
"""By the number of the side; the rows of the strip distinguish them as well."""

MOST_SIDES = len(SIDE_COLOURS)
_LINE = 36
"""About how many characters of the headline fit on a line."""
_LONG_LINE = 46  # how many fit in the smallest letters; a longer headline takes more lines
_EDGE = 34
_GAP = 20
_PAD = 26
_TITLE_HEIGHTS = (26, 24)
_HEADLINE_HEIGHTS = (44, 40, 36, 33)
_NAME_HEIGHTS = (36, 33, 30, 27)
_PART_HEIGHTS = (28, 26, 24, 22)
_TURN_HEIGHTS = (28, 26, 24, 22, 20, 18)
_NUMBER = 29
_GAINED = ((6, 34), (4, 42), (0, 50))
"""The height of a gain of at least so many characters: four figures leave room for the score."""
_TOTAL_HEIGHTS = (32, 30, 27, 25, 23)
_LINE_FOOT = 12
_ROW = 48
_BAR = 26
_BLOCK = 38
_CROWN = 64
_CARD = 92
_TILE = 44
_GROOVE = (44, 100, 76)
_PALE: Colour = (222, 238, 228)
_SHADE: Colour = (6, 38, 26)
_LOSS: Colour = (214, 84, 78)


@dataclass(frozen=True, slots=True)
class ResultSide:
    """A side as it is drawn.

    `number` picks its colour. `parts` are lines of words and a number, which may be empty. `gained` and
    `total` are written as given; `before`, `after` and `target` make the bar, which is omitted without a
    target. `note` stands under the bar, such as `2 games`. `pieces` are drawn below the parts.
    """

    number: int
    name: str
    parts: tuple[tuple[str, str], ...] = ()
    gained: str = ""
    total: str = ""
    before: int = 0
    after: int = 0
    target: int = 0
    note: str = ""
    crowned: bool = False
    pieces: tuple[str, ...] = ()


def result_picture(
    title: str,
    headline: str,
    sides: Sequence[ResultSide],
    *,
    taken: Sequence[int] = (),
    turn: int | None = None,
    turn_words: str = "",
    pack: str = ORDINARY,
    style: Style = USUAL,
) -> bytes:
    """A result as a PNG 1000 pixels wide, two sides beside each other.

    `taken` is the number of the side that took each trick, in order; `turn` the trick, from 1, that is marked
    in that strip, and `turn_words` the line below it.

    Raises `ValueError` for an unknown piece or pack, unless there are 1 to 6 sides, or for a trick of an
    unknown side.
    """
    check_pack(pack)
    if not 1 <= len(sides) <= MOST_SIDES:
        raise ValueError(f"a result picture has 1 to {MOST_SIDES} sides, not {len(sides)}")
    numbers = [side.number for side in sides]
    if not set(taken) <= set(numbers) or not set(numbers) <= set(range(MOST_SIDES)):
        raise ValueError("a trick or a side has a number that there is not")
    for side in sides:
        form_of(side.pieces)
    return _drawn(title, headline, tuple(sides), tuple(taken), turn, turn_words, pack, style)


@lru_cache(maxsize=64)
def _drawn(
    title: str,
    headline: str,
    sides: tuple[ResultSide, ...],
    taken: tuple[int, ...],
    turn: int | None,
    turn_words: str,
    pack: str,
    style: Style,
) -> bytes:
    wide = (TABLE_WIDTH - 2 * _EDGE - _GAP) // 2
    rows = [sides[start : start + 2] for start in range(0, len(sides), 2)]
    across = TABLE_WIDTH - 2 * _EDGE - 8
    named = _text(drawable(title), across, _TITLE_HEIGHTS)
    lines = [_whole(line, across, _HEADLINE_HEIGHTS) for line in _lines(headline)]
    tops, top = [], 96 + sum(map(_headline_pitch, lines))
    for row in rows:
        tops.append(top)
        top += max(_height(side, wide) for side in row) + _GAP
    strip = top
    if taken:
        top += 24 + _BLOCK * len({side.number for side in sides}) + (62 if turn_words else 26)
    canvas = table(TABLE_WIDTH, top + _EDGE - _GAP)
    canvas.paint(LIGHT_GOLD, named, (_EDGE + 4, 28))
    y = 76
    for line in lines:
        canvas.paint(WHITE, line, (_EDGE + 4, y))
        y += _headline_pitch(line)
    for row, at in zip(rows, tops, strict=True):
        high = max(_height(side, wide) for side in row)
        for column, side in enumerate(row):
            _panel(canvas, side, _EDGE + column * (wide + _GAP), at, wide, high, pack, style)
    if taken:
        _strip(canvas, sides, taken, turn, turn_words, strip)
    return canvas.png()


def _lines(headline: str) -> Sequence[str]:
    # On two lines if it would be small on one: split at a comma or a colon, or in the middle.
    text = drawable(headline)
    words = text.split(" ")
    if len(text) <= _LINE or len(words) < 2:
        return (text,)
    ways = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    short = [way for way in ways if way[0][-1] in ",:" and max(map(len, way)) <= _LINE]
    best = short[0] if short else min(ways, key=lambda way: max(map(len, way)))
    return best if max(map(len, best)) <= _LONG_LINE else (text,)


def _height(side: ResultSide, wide: int) -> int:
    high = 2 * _PAD + 46 + _extra(_name(side, wide), _NAME_HEIGHTS) + 14
    high += sum(_ROW + _extra(words, _PART_HEIGHTS) for words, _ in _parts(side, wide))
    if side.pieces and not _beside(side):
        high += _pieces_height(side.pieces, wide - 2 * _PAD)
    if side.gained or side.total:
        high += 78
    if side.target:
        high += _BAR + 14
    return high + (46 if side.note else 0)


def _panel(
    canvas: Canvas, side: ResultSide, left: int, top: int, wide: int, high: int, pack: str, style: Style
) -> None:
    canvas.paint(_SHADE, _shade(wide, high), (left, top))
    colour = SIDE_COLOURS[side.number]
    if side.crowned:
        canvas.paint(LIGHT_GOLD, rounded(wide, high, 22, 4), (left, top))
        canvas.lay(_crown(), (left + wide - _CROWN - 14, top + 10))
    canvas.paint(colour, rounded(9, high - 44, 4), (left, top + 22))
    inner, right, y = left + _PAD, left + wide - _PAD, top + _PAD
    if _beside(side):
        right -= _CARD + 14
        canvas.lay(sprite(side.pieces[0], _CARD, pack=pack, style=style), (right + 14, y))
    name = _name(side, wide)
    canvas.paint(colour, name, (inner, y))
    y += 62 + _extra(name, _NAME_HEIGHTS)
    for words, mark in _parts(side, wide):
        canvas.paint(_PALE, words, (inner, y))
        if mark:
            canvas.paint(WHITE, mark, (right - mark.width, y))
        y += _ROW + _extra(words, _PART_HEIGHTS)
    if not _beside(side):
        _lay(canvas, side.pieces, inner, y, wide - 2 * _PAD, pack, style)
    _score(canvas, side, left, top + high, wide)


def _room(side: ResultSide, wide: int) -> int:
    # The width of a line in the panel.
    return wide - 2 * _PAD - (_CARD + 14 if _beside(side) else 0)


def _name(side: ResultSide, wide: int) -> Shape:
    room = _room(side, wide) - (_CROWN if side.crowned else 0)
    return _whole(label(side.name, side.number + 1), room, _NAME_HEIGHTS)


def _parts(side: ResultSide, wide: int) -> list[tuple[Shape, Shape | None]]:
    # The words and the number of each line.
    found = []
    for words, number in side.parts:
        mark = _number(number, _NUMBER) if number else None
        room = _room(side, wide) - (mark.width + 16 if mark else 0)
        found.append((_whole(drawable(words), room, _PART_HEIGHTS), mark))
    return found


def _extra(text: Shape, heights: Sequence[int]) -> int:
    return max(0, text.height - line_height(heights[0]))


def _headline_pitch(line: Shape) -> int:
    return 68 + _extra(line, _HEADLINE_HEIGHTS)


def _beside(side: ResultSide) -> bool:
    # A single card stands beside the words if there is no score below them.
    return len(side.pieces) == 1 and form_of(side.pieces) is Form.CARD and not side.total


def _score(canvas: Canvas, side: ResultSide, left: int, bottom: int, wide: int) -> None:
    # From the bottom, so that the bars of two sides are at the same height.
    inner, right, y = left + _PAD, left + wide - _PAD, bottom - _PAD
    colour = SIDE_COLOURS[side.number]
    if side.note:
        y -= 36
        canvas.paint(_PALE, _text(drawable(side.note), wide - 2 * _PAD, _PART_HEIGHTS), (inner, y))
        y -= 10
    if side.target:
        y -= _BAR
        _bar(canvas, side, inner, y, wide - 2 * _PAD)
        y -= 14
    room = right - inner
    if side.gained:
        gain = _number(side.gained, next(high for least, high in _GAINED if len(side.gained) >= least))
        ink = colour if side.before != side.after else _PALE
        canvas.paint(ink, gain, (inner, y - _LINE_FOOT - _base(gain)))
        room -= gain.width + 24
    if side.total:
        total = _text(drawable(side.total), room, _TOTAL_HEIGHTS)
        canvas.paint(WHITE, total, (right - total.width, y - _LINE_FOOT - _base(total)))


def _base(text: Shape) -> int:
    return round(text.height * ASCENT / (ASCENT + DESCENT))


def _pale(colour: Colour) -> Colour:
    red, green, blue = ((level + 2 * ground) // 3 for level, ground in zip(colour, _GROOVE, strict=True))
    return red, green, blue


def _bar(canvas: Canvas, side: ResultSide, left: int, top: int, wide: int) -> None:
    most = max(side.target, side.after, side.before)
    colour = SIDE_COLOURS[side.number]
    before = max(0, side.before) * wide // most
    after = max(0, side.after) * wide // most
    bar = round_mask(wide, _BAR, _BAR / 2)
    low, high = sorted((before, after))
    parts = ((_pale(colour), 0, low), (colour if after > before else _LOSS, low, high), (_GROOVE, high, wide))
    for ink, start, end in parts:
        if start < end:
            canvas.paint(ink, mask(bar.crop((start, 0, end, _BAR))), (left + start, top))
    goal = left + side.target * wide // most
    if most > side.target:
        canvas.fill(WHITE, (goal - 2, top - 5, goal + 2, top + _BAR + 5))


def _strip(
    canvas: Canvas,
    sides: Sequence[ResultSide],
    taken: Sequence[int],
    turn: int | None,
    turn_words: str,
    top: int,
) -> None:
    order = sorted(side.number for side in sides)
    width = TABLE_WIDTH - 2 * _EDGE
    high = 12 + _BLOCK * len(order) + 12
    canvas.paint(_SHADE, _shade(width, high), (_EDGE, top))
    step = (width - 24) / max(len(taken), 13)
    gap = 4 if len(taken) > 20 else 8
    block = rounded(int(step) - gap, _BLOCK - 8, min(9, (int(step) - gap) / 2 - 1))
    start = _EDGE + 12 + (width - 24 - step * len(taken)) / 2
    for place, side in enumerate(taken):
        x = round(start + step * place) + gap // 2
        y = top + 16 + _BLOCK * order.index(side)
        canvas.paint(SIDE_COLOURS[side], block, (x, y))
        if turn == place + 1:
            frame = rounded(int(step) + 6, high - 4, 12, 4)
            canvas.paint(WHITE, frame, (x - gap // 2 - 3, top + 2))
    if turn_words:
        words = _text(drawable(turn_words), width - 16, _TURN_HEIGHTS)
        canvas.paint(_PALE, words, (_EDGE + 8, top + high + 12))


def _lay(
    canvas: Canvas, pieces: Sequence[str], left: int, top: int, wide: int, pack: str, style: Style
) -> None:
    size, step, high = _piece_step(pieces)
    in_row = max(1, wide // step)
    for place, piece in enumerate(pieces):
        row, column = divmod(place, in_row)
        canvas.lay(sprite(piece, size, pack=pack, style=style), (left + step * column, top + 6 + row * high))


def _pieces_height(pieces: Sequence[str], wide: int) -> int:
    _, step, high = _piece_step(pieces)
    in_row = max(1, wide // step)
    return high * -(-len(pieces) // in_row) + 10


def _piece_step(pieces: Sequence[str]) -> tuple[int, int, int]:
    # The width of a piece, and the distances to the next one in a row and to the next row.
    form = form_of(pieces)
    size = _CARD if form is Form.CARD else _TILE
    return size, size + 8, height_of(size, form) + 10


@lru_cache(maxsize=1)
def _crown() -> Shape:
    return stamp(raster(plain_svg("table/crown.svg", _CROWN, _CROWN)))


@lru_cache(maxsize=32)
def _shade(wide: int, high: int) -> Shape:
    return mask(round_mask(wide, high, 22).point(lambda level: level * 11 // 20), FULL)


def _text(text: str, widest: int, heights: tuple[int, ...]) -> Shape:
    return letters(text or " ", widest, heights)


def _whole(text: str, widest: int, heights: tuple[int, ...]) -> Shape:
    return letters(text or " ", widest, heights, cut=False)


def _number(text: str, height: int) -> Shape:
    return letters(text, TABLE_WIDTH, (height,))
