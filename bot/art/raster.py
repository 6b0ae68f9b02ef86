"""From SVG to pixels.

resvg draws every shape and word once for each size; callers cache the results as shapes. One SVG for a whole
picture would be simpler, but takes many times as long and holds the interpreter lock throughout.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from math import ceil

import numpy as np
from PIL import Image
from resvg_py import svg_to_bytes

from .canvas import Shape, mask, stretched
from .templates import SVG


def raster(svg: str, fonts: Sequence[str] = ()) -> Image.Image:
    """The RGBA picture of an SVG document, with no other fonts than these files."""
    data = svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=list(fonts) or None)
    with Image.open(BytesIO(data)) as picture:
        return picture.convert("RGBA")


def drawn(width: int, height: int, body: str) -> Image.Image:
    """The RGBA picture of SVG elements in a document of that size in pixels."""
    return raster(
        f'<svg xmlns="{SVG}" width="{width}" height="{height}" viewBox="0 0 {width} {height}">{body}</svg>'
    )


@lru_cache(maxsize=32)
def _corners(radius: float, line: float) -> Image.Image:
    side = 2 * ceil(radius) + 2
    paint = f'fill="none" stroke="#fff" stroke-width="{line}"' if line else 'fill="#fff"'
    half = line / 2
    shape = f'x="{half}" y="{half}" width="{side - line}" height="{side - line}" rx="{radius - half}"'
    return drawn(side, side, f"<rect {shape} {paint}/>").getchannel("A")


def round_mask(width: int, height: int, radius: float, line: float = 0) -> Image.Image:
    """The "L" mask of a rectangle with rounded corners, or of a frame along its edge `line` pixels wide."""
    radius = min(radius, width / 2, height / 2)
    corner = min(ceil(radius), width // 2, height // 2)
    return Image.fromarray(stretched(np.asarray(_corners(radius, line)), corner, width, height))


@lru_cache(maxsize=64)
def rounded(width: int, height: int, radius: float, line: float = 0) -> Shape:
    """The same as a shape to paint. Shared and cached."""
    return mask(round_mask(width, height, radius, line))
