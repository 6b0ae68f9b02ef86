"""Charts on the green table: a ranking as bars with names, and a person's latest results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .canvas import Canvas, Colour
from .raster import rounded
from .table import LIGHT_GOLD, TABLE_WIDTH, TITLE_HEAD, TITLE_LEFT, WHITE, print_title, table
from .text import ASCENT, CAPITAL, DESCENT, drawable, label, letters

MOST_BARS = 10
MOST_RESULTS = 20
MOST_LINES = 4
SIDE = TITLE_LEFT
ROOM = TABLE_WIDTH - 2 * SIDE
FOOT = 30

PITCH, BAR = 78, 66  # the distance between two bars of a ranking, and the height of a bar
PLACE_ROOM = 96
PAD = 20
NAME_HEIGHTS = (36, 32, 29)
VALUE_HEIGHTS = (34, 30, 27)

CHART = 300  # the height of the chart of the latest results
WIDEST_COLUMN = 100
EDGE_HEIGHT = 27
"""The height of the figures at the best and the worst result."""
EDGE_ROOM = 48
SPLIT = 26
LINE = 62
GAP = 8

TRACK: Colour = (13, 58, 40)
FILL: Colour = (38, 122, 86)
FIRST: Colour = (146, 102, 14)
WON = LIGHT_GOLD
LOST: Colour = (232, 132, 112)
EVEN: Colour = (190, 214, 202)
SOFT: Colour = (206, 228, 217)


@dataclass(frozen=True, slots=True)
class Bar:
    """A line of a ranking: its place, from 1, a name, the length of its bar (0 to 1) and its label."""

    place: int
    name: str
    length: float
    value: str


@dataclass(frozen=True, slots=True)
class Result:
    """One of a person's latest results: the points ahead (below 0: behind), whether it was won, and the
    points as they are written."""

    difference: int
    won: bool | None
    figure: str = ""


def ranking_picture(title: str, bars: Sequence[Bar]) -> bytes:
    """A ranking as a PNG, 1000 pixels wide and at most 894 tall: one named bar below another. The latest
    pictures are cached. Raises `ValueError` unless there are 1 to 10 bars."""
    if not 1 <= len(bars) <= MOST_BARS:
        raise ValueError(f"a ranking has 1 to {MOST_BARS} bars, not {len(bars)}")
    return _ranking(title, tuple(bars))


def form_picture(
    title: str,
    results: Sequence[Result],
    caption: str,
    tally: str,
    lines: Sequence[str] = (),
) -> bytes:
    """A person's latest results as a PNG, 1000 pixels wide and at most 916 tall: a column each, oldest first,
    upwards if they were ahead.

    `caption` describes the columns, `tally` the wins; up to four `lines` of text stand below. Figures stand
    at the best and the worst result. The latest pictures are cached. Raises `ValueError` unless there are 1
    to 20 results, or for more lines.
    """
    if not 1 <= len(results) <= MOST_RESULTS:
        raise ValueError(f"there are 1 to {MOST_RESULTS} results in a chart, not {len(results)}")
    if len(lines) > MOST_LINES:
        raise ValueError(f"a chart has at most {MOST_LINES} lines, not {len(lines)}")
    return _form(title, tuple(results), caption, tally, tuple(lines))


def _rectangle(
    canvas: Canvas, left: float, top: float, width: float, height: float, paint: Colour, radius: int
) -> None:
    x, y = round(left), round(top)
    across, down = max(1, round(left + width) - x), max(1, round(top + height) - y)
    if min(across, down) > 2 * radius:
        canvas.paint(paint, rounded(across, down, radius), (x, y))
    else:
        canvas.fill(paint, (x, y, x + across, y + down))


def _write(
    canvas: Canvas,
    text: str,
    left: int,
    middle: float,
    widest: int,
    heights: tuple[int, ...],
    *,
    ink: Colour = WHITE,
    align: float = 0,
) -> int:
    """Write a text centred vertically at `middle`; `align` 0 from `left`, 1 up to it, 0.5 about it. Returns
    its width."""
    mask = letters(text, widest, heights)
    size = mask.height / (ASCENT + DESCENT)
    top = middle + CAPITAL * size / 2 - ASCENT * size
    at = min(max(SIDE, left - round(align * mask.width)), canvas.width - SIDE - mask.width)
    canvas.paint(ink, mask, (at, round(top)))
    return mask.width


@lru_cache(maxsize=32)
def _ranking(title: str, bars: tuple[Bar, ...]) -> bytes:
    canvas = table(TABLE_WIDTH, TITLE_HEAD + PITCH * len(bars) + FOOT)
    print_title(canvas, title)
    tops = [TITLE_HEAD + PITCH * row for row in range(len(bars))]
    for bar, top in zip(bars, tops, strict=True):
        _rectangle(canvas, SIDE, top, ROOM, BAR, TRACK, 14)
        if bar.length > 0:
            length = max(30.0, ROOM * min(1.0, bar.length))
            _rectangle(canvas, SIDE, top, length, BAR, FIRST if bar.place == 1 else FILL, 14)
    for bar, top in zip(bars, tops, strict=True):
        middle = top + BAR / 2
        _write(canvas, str(bar.place), SIDE + PAD, middle, PLACE_ROOM - PAD, NAME_HEIGHTS, ink=SOFT)
        right = TABLE_WIDTH - SIDE - PAD
        value = drawable(bar.value)
        taken = _write(canvas, value, right, middle, ROOM // 2, VALUE_HEIGHTS, align=1) if value else 0
        left = SIDE + PLACE_ROOM
        name = label(bar.name, bar.place)
        _write(canvas, name, left, middle, right - taken - PAD - left, NAME_HEIGHTS)
    return canvas.png()


@lru_cache(maxsize=32)
def _form(title: str, results: tuple[Result, ...], caption: str, tally: str, lines: tuple[str, ...]) -> bytes:
    chart_top = TITLE_HEAD + LINE
    below = chart_top + CHART + 2 * EDGE_ROOM
    height = below + LINE + SPLIT + LINE * len(lines) + GAP + FOOT
    canvas = table(TABLE_WIDTH, height)
    print_title(canvas, title)
    most = max(max(result.difference, 0) for result in results)
    least = max(max(-result.difference, 0) for result in results)
    unit = CHART / max(1, most + least)
    zero = chart_top + EDGE_ROOM + most * unit if most + least else chart_top + EDGE_ROOM + CHART / 2
    step = ROOM / max(len(results), ROOM // WIDEST_COLUMN)
    _rectangle(canvas, SIDE, zero - 2, ROOM, 4, EVEN, 2)
    for place, result in enumerate(results):
        left, width = SIDE + step * place + step * 0.12, step * 0.76
        reach = abs(result.difference) * unit
        if result.difference > 0:
            _rectangle(canvas, left, zero - reach, width, reach, WON, 5)
        elif result.difference < 0:
            _rectangle(canvas, left, zero, width, reach, LOST, 5)
        else:
            _rectangle(canvas, left, zero - 6, width, 12, EVEN, 5)
    _split(canvas, results, below + LINE)
    _write(canvas, drawable(caption) or "…", SIDE, TITLE_HEAD + LINE / 2, ROOM, VALUE_HEIGHTS, ink=SOFT)
    _edges(canvas, results, zero, unit, step)
    texts = [drawable(tally), *map(drawable, lines)]
    middles = [
        below + LINE / 2,
        *(below + LINE + SPLIT + GAP + LINE * (row + 0.5) for row in range(len(lines))),
    ]
    for text, middle in zip(texts, middles, strict=True):
        if text:
            _write(canvas, text, SIDE, middle, ROOM, VALUE_HEIGHTS)
    return canvas.png()


def _split(canvas: Canvas, results: Sequence[Result], top: float) -> None:
    left = float(SIDE)
    for won, paint in ((True, WON), (None, EVEN), (False, LOST)):
        width = ROOM * sum(result.won is won for result in results) / len(results)
        if width:
            _rectangle(canvas, left, top, width - 3, SPLIT, paint, 6)
        left += width


def _edges(canvas: Canvas, results: Sequence[Result], zero: float, unit: float, step: float) -> None:
    differences = [result.difference for result in results]
    for difference, upwards in ((max(differences), True), (min(differences), False)):
        place = differences.index(difference)
        figure = drawable(results[place].figure)
        if (difference > 0) is not upwards or not difference or not figure:
            continue
        middle = round(SIDE + step * (place + 0.5))
        end = zero - difference * unit
        at = end - EDGE_ROOM / 2 if upwards else end + EDGE_ROOM / 2
        _write(canvas, figure, middle, at, 200, (EDGE_HEIGHT,), align=0.5)
