"""Moves of domino games: the shuffle, and drawing from the stock."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from bot.rules.dominoes import tiles
from bot.rules.dominoes.tiles import Tile
from bot.rules.errors import NotationError
from bot.rules.moves import Move, PiecesMove


@dataclass(frozen=True, slots=True)
class Shuffle(PiecesMove[Tile]):
    """Chance: the whole set, face down, in the order it will be drawn."""

    verb = "deck"
    reads = (tiles.parse, "6-4 3-3")


@dataclass(frozen=True, slots=True)
class DrawTile(Move):
    """Draw a tile from the stock."""

    verb = "draw"

    @property
    def arguments(self) -> tuple[str, ...]:
        return ()

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        if arguments:
            raise NotationError("'draw' stands alone: it draws one tile.")
        return cls()
