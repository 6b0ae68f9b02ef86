"""Moves of domino games: the shuffle, and drawing from the stock."""

from dataclasses import dataclass

from bot.rules import tiles
from bot.rules.moves import BareMove, PiecesMove
from bot.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class DeckOfTiles(PiecesMove[Tile]):
    """Chance: the whole set, face down, in the order it will be drawn."""

    verb = "deck"
    reads = (tiles.parse, "6-4 3-3")


@dataclass(frozen=True, slots=True)
class DrawTile(BareMove):
    """Draw a tile from the stock."""

    verb = "draw"
    reveals = True
