"""The moves of Bingo."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from bot.rules import tiles
from bot.rules.errors import NotationError
from bot.rules.moves import BareMove, Move, PiecesMove
from bot.rules.tiles import SET, Tile


@dataclass(frozen=True, slots=True)
class DrawForLead(PiecesMove[Tile]):
    """Chance: the tiles drawn for the lead, in seat order."""

    verb = "draw"
    reads = (tiles.parse, "6-4 3-3")


@dataclass(frozen=True, slots=True)
class _OneTile(Move):
    tile: Tile

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [text]:
                return cls(tiles.parse(text))
        raise NotationError("'{verb}' wants one domino, as in '{verb} 6-6'.", verb=cls.verb)


@dataclass(frozen=True, slots=True)
class PlayTile(_OneTile):
    """`play 6-4`: lead it, or play it to the trick."""

    verb = "play"


@dataclass(frozen=True, slots=True)
class CallDoubles(_OneTile):
    """`call 6-6`: play this double and call it together with the others, which are shown."""

    verb = "call"


@dataclass(frozen=True, slots=True)
class TurnDown(BareMove):
    """Turn the trump down: nobody draws any more, and suit must be followed."""

    verb = "close"


PLAYS: Final = {tile: PlayTile(tile) for tile in SET}  # the play of every tile, made once
