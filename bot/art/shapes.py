"""Vector outlines of everything printed on a card, as plain polygons.

Every glyph is drawn in a 100 x 100 box, x to the right and y downwards, from path data in the small
subset of SVG that `flatten` understands. No picture is made here: `paint` fills a glyph into a drawing
the caller owns.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin

from PIL import ImageDraw

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Colour = tuple[int, int, int]
Layer = tuple[str, Polygon]
"""The name of a paint ("ink", "gold" or "paper") and the polygon it fills."""
Glyph = tuple[Layer, ...]

CURVE_STEPS = 24
"""Straight pieces one Bezier curve is cut into."""

_ARITY = {"M": 2, "L": 2, "C": 6, "Q": 4}


def flatten(path: str) -> Polygon:
    """One closed outline from path data: absolute `M`, `L`, `Q`, `C`, and a final `Z` (optional).

    Raises `ValueError` for any other command or for numbers missing.
    """
    tokens = path.replace(",", " ").split()
    points: list[Point] = []
    command = ""
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token == "Z":
            break
        if token.isalpha():
            command = token
            at += 1
        count = _ARITY.get(command)
        if count is None:
            raise ValueError(f"unknown path command {command!r}")
        values = [float(number) for number in tokens[at : at + count]]
        if len(values) != count:
            raise ValueError(f"path command {command} needs {count} numbers")
        at += count
        corners = list(zip(values[::2], values[1::2], strict=True))
        if len(corners) == 1:
            points.append(corners[0])
        else:
            points.extend(_curve([points[-1], *corners]))
    return tuple(points)


def _curve(control: list[Point]) -> list[Point]:
    """The Bezier curve through `control`, without its first point (de Casteljau)."""
    found: list[Point] = []
    for step in range(1, CURVE_STEPS + 1):
        t = step / CURVE_STEPS
        line = control
        while len(line) > 1:
            line = [(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t) for (x0, y0), (x1, y1) in pairwise(line)]
        found.append(line[0])
    return found


def disc(x: float, y: float, radius: float) -> Polygon:
    """A circle as a polygon of 64 sides."""
    turns = (2 * pi * step / 64 for step in range(64))
    return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


def box(left: float, top: float, right: float, bottom: float) -> Polygon:
    """An upright rectangle."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _ink(path: str) -> Layer:
    return ("ink", flatten(path))


def _spade() -> Glyph:
    return (
        _ink(
            "M 50 2 C 60 23 95 41 95 65 C 95 79 85 88 73 88 C 64 88 57 83 53 75 L 47 75"
            " C 43 83 36 88 27 88 C 15 88 5 79 5 65 C 5 41 40 23 50 2 Z"
        ),
        _ink("M 47 66 L 53 66 C 53 84 58 92 68 99 L 32 99 C 42 92 47 84 47 66 Z"),
    )


def _heart() -> Glyph:
    return (
        _ink(
            "M 50 97 C 43 78 4 60 4 32 C 4 16 15 6 28 6 C 39 6 47 13 50 23"
            " C 53 13 61 6 72 6 C 85 6 96 16 96 32 C 96 60 57 78 50 97 Z"
        ),
    )


def _diamond() -> Glyph:
    return (_ink("M 50 0 C 59 19 72 37 88 50 C 72 63 59 81 50 100 C 41 81 28 63 12 50 C 28 37 41 19 50 0 Z"),)


def _club() -> Glyph:
    return (
        ("ink", disc(50, 25, 22.5)),
        ("ink", disc(26, 60, 22.5)),
        ("ink", disc(74, 60, 22.5)),
        _ink(
            "M 43 38 L 57 38 C 56 47 58 52 64 54 L 64 66 C 57 66 54 64 53 62"
            " C 53 82 58 92 68 99 L 32 99 C 42 92 47 82 47 62 C 46 64 43 66 36 66"
            " L 36 54 C 42 52 44 47 43 38 Z"
        ),
    )


def _tower() -> Glyph:
    return (
        _ink(
            "M 12 6 L 30 6 L 30 17 L 41 17 L 41 6 L 59 6 L 59 17 L 70 17 L 70 6 L 88 6 L 88 32"
            " L 78 42 L 78 80 L 22 80 L 22 42 L 12 32 Z"
        ),
        ("gold", box(18, 36.5, 82, 41.5)),
        _ink("M 20 85 L 80 85 L 88 97 L 12 97 Z"),
        ("gold", box(20, 80, 80, 85)),
    )


def _king() -> Glyph:
    return (
        ("gold", box(46, 2, 54, 32)),
        ("gold", box(37, 9, 63, 17)),
        _ink("M 18 78 C 6 62 -1 48 6 37 C 13 26 36 28 50 46 C 64 28 87 26 94 37 C 101 48 94 62 82 78 Z"),
        _ink("M 50 24 C 58 30 60 40 50 54 C 40 40 42 30 50 24 Z"),
        ("paper", flatten("M 25 70 C 14 56 10 49 14 43 C 19 36 36 40 46 58 L 46 70 Z")),
        ("paper", flatten("M 75 70 C 86 56 90 49 86 43 C 81 36 64 40 54 58 L 54 70 Z")),
        ("gold", flatten("M 30 66 C 23 57 20 51 22 48 C 26 45 35 50 40 60 L 40 66 Z")),
        ("gold", flatten("M 70 66 C 77 57 80 51 78 48 C 74 45 65 50 60 60 L 60 66 Z")),
        ("gold", box(17, 80, 83, 87)),
        _ink("M 16 88 L 84 88 L 84 98 L 16 98 Z"),
    )


def _queen() -> Glyph:
    tips = ((7, 30), (27, 16), (50, 10), (73, 16), (93, 30))
    return (
        _ink("M 18 78 L 7 34 L 26 54 L 28 20 L 42 50 L 50 14 L 58 50 L 72 20 L 74 54 L 93 34 L 82 78 Z"),
        *(("gold", disc(x, y, 7.5)) for x, y in tips),
        ("gold", disc(50, 66, 5)),
        ("gold", disc(33, 67, 4)),
        ("gold", disc(67, 67, 4)),
        ("gold", box(17, 80, 83, 87)),
        _ink("M 16 88 L 84 88 L 84 98 L 16 98 Z"),
    )


def _mitre() -> Glyph:
    return (
        _ink(
            "M 50 1 C 68 14 90 36 88 58 C 87 68 83 74 81 80 L 19 80 C 17 74 13 68 12 58 C 10 36 32 14 50 1 Z"
        ),
        ("gold", box(45.5, 22, 54.5, 72)),
        ("gold", box(31, 37, 69, 46)),
        ("gold", box(19, 82, 81, 88)),
        _ink("M 19 90 L 81 90 L 84 99 L 16 99 Z"),
    )


def _jack() -> Glyph:
    return (
        _ink("M 50 2 C 62 10 76 13 91 13 C 93 50 82 82 50 99 C 18 82 7 50 9 13 C 24 13 38 10 50 2 Z"),
        (
            "gold",
            flatten(
                "M 50 10 C 61 17 73 20 84 20 C 85 51 76 77 50 91 C 24 77 15 51 16 20 C 27 20 39 17 50 10 Z"
            ),
        ),
        (
            "paper",
            flatten(
                "M 50 15 C 61 21 71 24 80 24 C 80 52 72 74 50 86 C 28 74 20 52 20 24 C 29 24 39 21 50 15 Z"
            ),
        ),
    )


def _horse() -> Glyph:
    return (
        _ink(
            "M 24 88 C 26 72 44 66 45 54 C 38 58 34 58 29 62 C 24 66 23 72 17 71 C 10 70 5 64 7 57"
            " C 9 51 13 48 16 40 C 19 29 26 20 36 15 L 37 2 L 49 11 C 66 13 80 24 86 42"
            " C 91 57 91 73 90 88 Z"
        ),
        (
            "gold",
            flatten(
                "M 57 19 C 70 24 78 34 81 48 C 84 61 84 74 83 84 L 77 84"
                " C 78 72 78 61 75 50 C 72 38 66 28 55 23 Z"
            ),
        ),
        ("paper", disc(33, 33, 4.2)),
        ("paper", disc(14.5, 60, 2.4)),
        ("gold", box(20, 89, 92, 93)),
        _ink("M 17 94 L 95 94 L 95 100 L 17 100 Z"),
    )


def _badge() -> Glyph:
    return (
        ("gold", flatten("M 18 74 L 8 28 L 32 48 L 50 16 L 68 48 L 92 28 L 82 74 Z")),
        ("gold", disc(8, 25, 7)),
        ("gold", disc(50, 13, 7)),
        ("gold", disc(92, 25, 7)),
        ("gold", box(18, 79, 82, 90)),
    )


GLYPHS: Mapping[str, Glyph] = {
    "S": _spade(),
    "H": _heart(),
    "D": _diamond(),
    "C": _club(),
    "tower": _tower(),
    "king": _king(),
    "queen": _queen(),
    "mitre": _mitre(),
    "jack": _jack(),
    "horse": _horse(),
    "badge": _badge(),
}
"""Every glyph by name; the suits go by their letters."""


@lru_cache(maxsize=256)
def _placed(name: str, x: float, y: float, size: float, turned: bool) -> Glyph:
    scale = (-size if turned else size) / 100
    return tuple(
        (tone, tuple((x + (px - 50) * scale, y + (py - 50) * scale) for px, py in polygon))
        for tone, polygon in GLYPHS[name]
    )


def paint(
    draw: ImageDraw.ImageDraw,
    name: str,
    centre: Point,
    size: float,
    paints: Mapping[str, Colour],
    *,
    turned: bool = False,
) -> None:
    """Fill glyph `name` into `draw`, its box `size` pixels square around `centre`, upside down if `turned`.

    `paints` gives the colour of each layer. Raises `KeyError` for a glyph or a layer without one.
    """
    for tone, polygon in _placed(name, centre[0], centre[1], size, turned):
        draw.polygon(polygon, fill=paints[tone])
