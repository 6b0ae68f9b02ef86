"""The line of dominoes: which tile fits where (Matador, preface and rules 3-4)."""

from dataclasses import dataclass
from typing import Final

from bot.rules import tiles
from bot.rules.dominoes.matador.moves import ENDS, LEFT, End, Lay
from bot.rules.tiles import Tile

SEVEN: Final = 7  # what touching halves add up to, unless one of the two tiles is a matador

MATADORS: Final = tuple(tiles.parse(text) for text in ("0-0", "6-1", "5-2", "4-3"))
"""They may be played at any time, at either end and either way round."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile in the line, its halves as they lie from left to right."""

    tile: Tile
    left: int
    right: int

    @property
    def text(self) -> str:
        """As it lies: `4-6` where the four is on the left."""
        return f"{self.left}-{self.right}"


Line = tuple[Laid, ...]


def open_half(line: Line, end: End) -> int:
    """The half that lies open at that end of a line that is not empty."""
    return line[0].left if end == LEFT else line[-1].right


def lays(line: Line, tile: Tile) -> tuple[Lay, ...]:
    """Every way the tile may be laid."""
    if not line:
        return (Lay(tile),)
    found: list[Lay] = []
    for end in ENDS:
        if tile in MATADORS:
            found += [Lay(tile, end, None if tile.double else half) for half in tile.halves]
        elif SEVEN - open_half(line, end) in tile.halves:
            found.append(Lay(tile, end))
    return tuple(found)


def laid(line: Line, lay: Lay) -> Line:
    """The line once the tile lies there; `lay` must be one of `lays`."""
    tile = lay.tile
    if lay.end is None:
        return (Laid(tile, tile.high, tile.low),)
    if lay.outward is not None:
        outward = lay.outward
    else:
        inward = tile.high if tile.double else SEVEN - open_half(line, lay.end)
        outward = tile.other(inward)
    inward = tile.other(outward)
    if lay.end == LEFT:
        return (Laid(tile, outward, inward), *line)
    return (*line, Laid(tile, inward, outward))
