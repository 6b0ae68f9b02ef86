"""The green table under tricks, spread cards and lines of dominoes."""

from __future__ import annotations

from functools import lru_cache

from .canvas import Canvas, Colour, stamp, stretched
from .raster import raster
from .templates import plain_svg
from .text import drawable, letters

TABLE_WIDTH = 1000
TITLE_HEAD = 84
"""Room above the pieces for a title."""
TITLE_HEIGHTS = (36, 32, 28)
TITLE_LEFT = 42
TITLE_TOP = 15
WHITE: Colour = (255, 255, 255)
LIGHT_GOLD: Colour = (255, 206, 84)
EDGE: Colour = (19, 77, 51)
"""The rim of the cloth."""
_CLOTH = 96
_CORNER = 40
"""The size of a corner of the cloth's template, beyond which its edges are straight."""


@lru_cache(maxsize=1)
def _cloth() -> Canvas:
    """The smallest table: four corners and short edges between them. Shared and cached."""
    small = Canvas(_CLOTH, _CLOTH, EDGE)
    small.lay(stamp(raster(plain_svg("table/cloth.svg", _CLOTH, _CLOTH))), (0, 0))
    return small


@lru_cache(maxsize=8)
def _bare(width: int, height: int) -> Canvas:
    bare = Canvas(width, height, EDGE)
    bare.pixels[...] = stretched(_cloth().pixels, _CORNER, width, height)
    return bare


def table(width: int, height: int) -> Canvas:
    """A canvas with a bare table, stretched from a small one because tables have many heights."""
    return _bare(width, height).copy()


def print_title(canvas: Canvas, title: str, note: str = "") -> None:
    """Write as much as can be drawn of a title at the top left of a table, and of a note at the top right."""
    room = canvas.width - 2 * TITLE_LEFT
    if beside := drawable(note):
        mask = letters(beside, room // 2, TITLE_HEIGHTS[1:])
        canvas.paint(LIGHT_GOLD, mask, (canvas.width - TITLE_LEFT - mask.width, TITLE_TOP + 4))
        room -= mask.width + TITLE_LEFT
    if text := drawable(title):
        canvas.paint(WHITE, letters(text, room, TITLE_HEIGHTS), (TITLE_LEFT, TITLE_TOP))
