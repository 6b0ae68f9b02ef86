"""What is printed on a domino."""

from __future__ import annotations

from PIL import Image, ImageDraw

from .colours import BLACK, GOLD, INDIGO, RED
from .shapes import Colour, disc

BAR: Colour = (150, 141, 120)
PIP_RADIUS = 15.5
PIP_OFFSET = 42
"""From the middle of a half to the middle of a pip at its side."""
SPOTS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
INKS: tuple[Colour, ...] = (BLACK, RED, (0, 112, 62), INDIGO, (172, 84, 0), (0, 108, 150), BLACK)
"""A colour for every number of pips, so that equal halves are found at a glance."""


def print_domino(canvas: Image.Image, halves: tuple[int, ...], unit: float) -> None:
    """Print a standing domino on blank paper; `unit` is the size of a `Form.TILE` pixel in the canvas."""
    draw = ImageDraw.Draw(canvas)
    draw.rounded_rectangle((20 * unit, 147 * unit, 130 * unit, 153 * unit), 3 * unit, fill=BAR)
    draw.polygon(disc(75 * unit, 150 * unit, 8 * unit), fill=GOLD)
    for pips, middle in zip(halves, (75, 225), strict=True):
        for across, down in SPOTS[pips]:
            at = ((75 + PIP_OFFSET * across) * unit, (middle + PIP_OFFSET * down) * unit)
            draw.polygon(disc(*at, PIP_RADIUS * unit), fill=INKS[pips])
