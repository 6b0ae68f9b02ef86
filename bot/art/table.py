"""The green table under tricks, spread cards and lines of dominoes."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from .raster import Colour, multiplied, raster, stretched
from .templates import plain_svg
from .text import drawable, fitted

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
def _cloth() -> Image.Image:
    """The smallest table: four corners and short edges between them. Shared and cached."""
    return multiplied(raster(plain_svg("table/cloth.svg", _CLOTH, _CLOTH)))


@lru_cache(maxsize=8)
def _bare(width: int, height: int) -> Image.Image:
    return stretched(_cloth(), _CORNER, width, height)


def table(width: int, height: int) -> Image.Image:
    """A canvas with a bare table, stretched from a small one because tables have many heights."""
    return _bare(width, height).copy()


def print_title(canvas: Image.Image, title: str, note: str = "") -> None:
    """Write as much as can be drawn of a title at the top left of a table, and of a note at the top right."""
    room = canvas.width - 2 * TITLE_LEFT
    if beside := drawable(note):
        mask = fitted(beside, room // 2, TITLE_HEIGHTS[1:])
        canvas.paste(LIGHT_GOLD, (canvas.width - TITLE_LEFT - mask.width, TITLE_TOP + 4), mask)
        room -= mask.width + TITLE_LEFT
    if text := drawable(title):
        mask = fitted(text, room, TITLE_HEIGHTS)
        canvas.paste(WHITE, (TITLE_LEFT, TITLE_TOP), mask)
