"""Pictures in palette indices, drawn with NumPy and written as PNG.

All pictures share one palette: `SOLID` colours, which `tools/make_palette.py` chooses, then levels of
translucency. What is laid on a canvas consists of codes. A code and the index below it give the index that a
table has for the pair, so nothing is mixed while we draw. The solid middle of a shape is copied as a block.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias, TypeVar

import numpy as np
from isal import isal_zlib
from numpy.typing import NDArray
from PIL import Image

Colour: TypeAlias = tuple[int, int, int]
Indices: TypeAlias = NDArray[np.uint8]
Codes: TypeAlias = NDArray[np.unsignedinteger]
Scalar = TypeVar("Scalar", bound=np.generic)

PALETTE_FILE = Path(__file__).parent / "palette.txt"
SOLID = 232
"""How many palette entries are opaque. The others are levels of the colour of a canvas's edge."""
CLEAR = SOLID  # the index of nothing at all
OPAQUE = 210  # from this alpha on a pixel is opaque: shadows are clearer, and edges are narrow
ALPHAS = np.round(np.linspace(0, OPAQUE, 256 - SOLID))
LEVELS = 32
"""How many shares of an ink can cover what is below it."""
FULL = LEVELS - 1
BLACK: Colour = (0, 0, 0)
DIM: Colour = (112, 116, 126)
DIM_SHARE = 0.52
"""What a dimmed stamp is mixed with, and how much of it."""
STEPS = 8
"""The steps of those from none to all at the edges of masks: more look the same and take more bytes."""
EDGE_INKS: Sequence[Colour] = (
    BLACK,
    (48, 46, 41),
    (95, 91, 82),
    (143, 137, 123),
    (190, 182, 163),
    (255, 252, 243),
    (255, 206, 84),
    (158, 210, 182),
    (200, 24, 44),
)
"""The inks of the soft edges of stamps: shadows, the rims of pieces, letters, gold, the thread of a line."""
MOST_BYTES = 58_000  # of a picture's data; larger ones are compressed harder, which takes ten times as long
_LEAST_BLOCK = 10_000  # fewer solid pixels are looked up like edges, which is quicker than apart


@lru_cache(maxsize=1)
def palette() -> NDArray[np.float64]:
    """The opaque colours. Shared and cached."""
    lines = PALETTE_FILE.read_text(encoding="ascii").split()
    return np.array([tuple(bytes.fromhex(line)) for line in lines], dtype=np.float64)


def nearest(colours: NDArray[np.float64], choice: NDArray[np.float64] | None = None) -> Indices:
    """The index of the nearest colour of `choice`, by default of the palette, to each of (..., 3) colours."""
    found = palette() if choice is None else choice
    # A new image each time: while Pillow converts, it keeps a cache in the palette, without a lock.
    few = Image.new("P", (1, 1))
    # Pillow looks up the lowest of each four levels for all of them.
    few.putpalette(np.resize(np.maximum(found - 2, 0), (256, 3)).astype(np.uint8).tobytes())
    flat = Image.fromarray(np.round(colours).astype(np.uint8).reshape(1, -1, 3))
    indices = np.asarray(flat.quantize(palette=few, dither=Image.Dither.NONE))
    return indices.reshape(colours.shape[:-1]) % len(found)


@lru_cache(maxsize=128)
def _blends(ink: Colour) -> Indices:
    """At `256 * level + index`: the index where that much of an ink covers an index."""
    share = np.arange(LEVELS)[:, None] / FULL
    under = np.concatenate([palette(), np.zeros((256 - SOLID, 3))])
    found = nearest(share[..., None] * ink + (1 - share[..., None]) * under)
    alphas = 255 * share + (1 - share) * ALPHAS
    faint = SOLID + np.round(alphas * (255 - SOLID) / OPAQUE)
    found[:, SOLID:] = np.where(alphas < OPAQUE, faint, found[:, SOLID:])
    return found.reshape(-1)


@lru_cache(maxsize=1)
def _stamping() -> Indices:
    """The same for the codes of stamps: an opaque index, or a level of one of `EDGE_INKS`."""
    opaque = np.repeat(np.arange(256, dtype=np.uint8), 256)
    return np.concatenate([opaque, *map(_blends, EDGE_INKS)])


@lru_cache(maxsize=128)
def _index(ink: Colour) -> int:
    return int(_blends(ink)[256 * FULL])


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A stamp with colours of its own, or a mask to paint in some ink. Shared: do not draw on one.

    `edges` are codes with their place (left, top); `block` is the rectangle (left, top, right, bottom) that
    is solid, and `body` its indices in a stamp. A shape is laid `margin` pixels to the left and above.
    """

    width: int
    height: int
    edges: Sequence[tuple[int, int, Codes]]
    block: tuple[int, int, int, int]
    body: Indices | None = None
    margin: int = 0


def _shape(codes: Codes, solid: NDArray[np.bool_], body: Indices | None = None, margin: int = 0) -> Shape:
    height, width = codes.shape
    left, top, right, bottom = block = _block(solid)
    above, below = (0, 0, width, top), (0, bottom, width, height)
    beside = (0, top, left, bottom), (right, top, width, bottom)
    edges = tuple((x, y, codes[y:to, x:end].copy()) for x, y, end, to in (above, below, *beside) if x < end)
    return Shape(
        width, height, edges, block, None if body is None else body[top:bottom, left:right].copy(), margin
    )


def _levels(alphas: Image.Image, steps: int) -> NDArray[np.uint16]:
    return (np.asarray(alphas, dtype=np.uint16) * steps + 127) // 255 * FULL // steps


def mask(alphas: Image.Image, steps: int = STEPS) -> Shape:
    """An "L" picture as a shape to paint."""
    levels = _levels(alphas, steps)
    return _shape(levels << 8, levels == FULL)


def stamp(picture: Image.Image, margin: int = 0) -> Shape:
    """An RGBA picture as a shape with its own colours."""
    colours = np.asarray(picture.convert("RGB"))
    body, levels = nearest(colours), _levels(picture.getchannel("A"), FULL)
    inks = nearest(colours, np.array(EDGE_INKS)).astype(np.uint32)
    codes = np.where(levels == FULL, body, 256 + LEVELS * inks + levels)
    return _shape(codes << 8, levels == FULL, body, margin)


@lru_cache(maxsize=1)
def _dimming() -> Indices:
    """The same as `_stamping` for stamps mixed with `DIM`. Shadows stay black."""
    edges = np.array(EDGE_INKS)
    body = nearest(palette() * (1 - DIM_SHARE) + np.multiply(DIM, DIM_SHARE))
    shades = nearest(edges * (1 - DIM_SHARE) + np.multiply(DIM, DIM_SHARE), edges).astype(np.uint32)
    shades[0] = 0
    soft = 256 + LEVELS * shades[:, None] + np.arange(LEVELS)
    codes = np.concatenate([body, np.arange(SOLID, 256), soft.reshape(-1)])
    return _stamping().reshape(-1, 256)[codes].reshape(-1)


def _block(solid: NDArray[np.bool_]) -> tuple[int, int, int, int]:
    # The largest solid rectangle with equal margins above and below; an empty one if there is little to gain.
    found, most = (0, 0, 0, 0), _LEAST_BLOCK
    height, width = solid.shape
    for top in range(0, height // 2, 2):
        if width * (height - 2 * top) <= most:
            break
        gaps = np.flatnonzero(~solid[top : height - top].all(0))
        place = int(np.searchsorted(gaps, width // 2))
        left = int(gaps[place - 1]) + 1 if place else 0
        right = int(gaps[place]) if place < len(gaps) else width
        if (right - left) * (height - 2 * top) > most:
            found, most = (left, top, right, height - top), (right - left) * (height - 2 * top)
    return found


def stretched(small: NDArray[np.uint8], corner: int, width: int, height: int) -> NDArray[np.uint8]:
    """A small picture enlarged to that size: its corners are kept, the rest is stretched. Between its
    corners, `corner` pixels each way, each edge of the small one must be uniform."""
    ways = []
    for size, own in ((height, small.shape[0]), (width, small.shape[1])):
        places = np.arange(size)
        places[corner:] = corner
        places[size - corner :] = np.arange(own - corner, own)
        ways.append(places)
    return small.take(ways[1], 1).take(ways[0], 0)


class Canvas:
    """A picture to draw on, at first clear. What lies outside it is cut off.

    Translucent pixels, shadows and rounded corners, have the colour `edge`.
    """

    def __init__(self, width: int, height: int, edge: Colour = BLACK) -> None:
        self.edge = edge
        # A row of a PNG begins with the number of its filter.
        self.rows = np.full((height, width + 1), CLEAR, np.uint8)
        self.rows[:, 0] = 0
        self.pixels = self.rows[:, 1:]

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])

    def copy(self) -> Canvas:
        other = Canvas.__new__(Canvas)
        other.edge, other.rows = self.edge, self.rows.copy()
        other.pixels = other.rows[:, 1:]
        return other

    def lay(self, shape: Shape, at: tuple[int, int], *, dimmed: bool = False) -> None:
        """Draw a stamp with its corner at that place; `dimmed` greys it."""
        table, body = _stamping(), shape.body
        if dimmed:
            table = _dimming()
            body = None if body is None else table[::256].take(body)
        self._draw(shape, at, table, body)

    def paint(self, ink: Colour, shape: Shape, at: tuple[int, int]) -> None:
        """Draw a mask in an ink with its corner at that place."""
        self._draw(shape, at, _blends(ink), _index(ink))

    def fill(self, ink: Colour, box: tuple[int, int, int, int]) -> None:
        """Fill a rectangle: left, top, right, bottom."""
        self._part(box)[...] = _index(ink)

    def tint(self, ink: Colour, box: tuple[int, int, int, int]) -> None:
        """Multiply the colours of a rectangle by an ink."""
        under = self._part(box)
        under[...] = _tints(ink).take(under)

    def _part(self, box: tuple[int, int, int, int]) -> Indices:
        left, top, right, bottom = (max(0, edge) for edge in box)
        return self.pixels[top:bottom, left:right]

    def _draw(self, shape: Shape, at: tuple[int, int], table: Indices, body: Indices | int | None) -> None:
        left, top = at[0] - shape.margin, at[1] - shape.margin
        for x, y, codes in shape.edges:
            under, codes = self._below(codes, left + x, top + y)
            under[...] = table.take(codes + under)
        x, y, right, bottom = shape.block
        if isinstance(body, int):
            self._part((left + x, top + y, left + right, top + bottom))[...] = body
        elif body is not None:
            under, body = self._below(body, left + x, top + y)
            under[...] = body

    def _below(self, part: NDArray[Scalar], x: int, y: int) -> tuple[Indices, NDArray[Scalar]]:
        """What lies below a part of a shape, and what of it is not cut off."""
        part = part[max(0, -y) :, max(0, -x) :]
        x, y = max(0, x), max(0, y)
        under = self.pixels[y : y + part.shape[0], x : x + part.shape[1]]
        return under, part[: under.shape[0], : under.shape[1]]

    def png(self) -> bytes:
        """The picture as a PNG file."""
        height, width = self.pixels.shape
        data: bytes = isal_zlib.compress(self.rows, 1)
        if len(data) > MOST_BYTES:
            data = zlib.compress(self.rows, 6)
        return b"".join(
            (
                b"\x89PNG\r\n\x1a\n",
                _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
                _colour_chunks(self.edge),
                _chunk(b"IDAT", data),
                _chunk(b"IEND", b""),
            )
        )


@lru_cache(maxsize=4)
def _tints(ink: Colour) -> Indices:
    tinted = np.arange(256, dtype=np.uint8)
    tinted[:SOLID] = nearest(palette() * ink / 255)
    return tinted


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))


@lru_cache(maxsize=8)
def _colour_chunks(edge: Colour) -> bytes:
    colours = palette().astype(np.uint8).tobytes() + bytes(edge) * (256 - SOLID)
    alphas = b"\xff" * SOLID + ALPHAS.astype(np.uint8).tobytes()
    return _chunk(b"PLTE", colours) + _chunk(b"tRNS", alphas)
