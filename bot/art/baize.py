"""The green table that tricks, spread cards and lines of dominoes lie on."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from .colours import BAIZE, BAIZE_EDGE, BAIZE_LINE, WHITE
from .letters import fitted
from .names import heading

TABLE_WIDTH = 1000
TITLE_HEAD = 84
"""Room above the pieces for a title."""
TITLE_HEIGHTS = (36, 32, 28)
TITLE_LEFT = 42
TITLE_TOP = 20
_CORNER = 40
"""The size of a corner of the table, beyond which its edges run straight."""


@lru_cache(maxsize=1)
def _cloth() -> Image.Image:
    """The smallest table: four corners and a little edge between them. Shared and cached."""
    side = 2 * (2 * _CORNER + 8)
    cloth = Image.new("RGB", (side, side), BAIZE)
    draw = ImageDraw.Draw(cloth)
    draw.rounded_rectangle((0, 0, side - 1, side - 1), 56, outline=BAIZE_EDGE, width=20)
    draw.rounded_rectangle((26, 26, side - 27, side - 27), 36, outline=BAIZE_LINE, width=3)
    mask = Image.new("L", cloth.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, side - 1, side - 1), 56, fill=255)
    small = cloth.resize((side // 2, side // 2), Image.Resampling.LANCZOS)
    small.putalpha(mask.resize(small.size, Image.Resampling.LANCZOS))
    return small


def table(width: int, height: int) -> Image.Image:
    """A bare table to draw on, its edges stretched from a small one: tables have many heights."""
    cloth = _cloth()
    near, far = _CORNER, cloth.width - _CORNER
    found = Image.new("RGBA", (width, height), BAIZE)
    for x, left, right in ((0, 0, near), (width - _CORNER, far, cloth.width)):
        found.paste(cloth.crop((left, near, right, far)).resize((_CORNER, height)), (x, 0))
    for y, top, bottom in ((0, 0, near), (height - _CORNER, far, cloth.height)):
        found.paste(cloth.crop((near, top, far, bottom)).resize((width, _CORNER)), (0, y))
        for x, left, right in ((0, 0, near), (width - _CORNER, far, cloth.width)):
            found.paste(cloth.crop((left, top, right, bottom)), (x, y))
    return found


def print_title(canvas: Image.Image, title: str) -> None:
    """Write a title, spelt as well as may be, at the top left of a table."""
    text = heading(title)
    if text:
        mask = fitted(text, canvas.width - 2 * TITLE_LEFT, TITLE_HEIGHTS)
        canvas.paste(WHITE, (TITLE_LEFT, TITLE_TOP), mask)
