"""Laying a domino to the line."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Self, TypeAlias

from bot.rules import tiles
from bot.rules.errors import NotationError
from bot.rules.moves import Move
from bot.rules.tiles import Tile

End: TypeAlias = Literal["left", "right"]
LEFT: Final = "left"
RIGHT: Final = "right"
ENDS: Final[tuple[End, End]] = (LEFT, RIGHT)


@dataclass(frozen=True, slots=True)
class Lay(Move):
    """`lay 6-4` leads, `lay 6-4 left` lays to an end, `lay 4-3 left 3` says which half is outward.

    `outward` is named for a matador, which may lie either way round, and for no other tile.
    """

    verb = "lay"
    tile: Tile
    end: End | None = None
    outward: int | None = None

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [text]:
                return cls(tiles.parse(text))
            case [text, ("left" | "right") as end]:
                return cls(tiles.parse(text), end)
            case [text, ("left" | "right") as end, half] if half in ("0", "1", "2", "3", "4", "5", "6"):
                return cls(tiles.parse(text), end, int(half))
        raise NotationError("'lay' wants a domino and an end, as in 'lay 6-4 left' or 'lay 4-3 right 3'.")
