"""What can happen in a match of Bingo."""

from dataclasses import dataclass
from typing import Any

from bot.rules.dominoes.bingo.scoring import Count
from bot.rules.events import BySeat, Event, Scored, Seat, Untold
from bot.rules.match import GameWon
from bot.rules.seats import Names
from bot.rules.tiles import Tile
from bot.rules.trick_taking import trick


@dataclass(frozen=True, slots=True)
class LeadDrawn(Event):
    """Each seat drew a tile for the lead; `lead` has the most spots, None: equal ones are drawn again."""

    kind = "draw"
    posted = True
    tiles: BySeat[Tile]
    lead: Seat | None


@dataclass(frozen=True, slots=True)
class TrumpTurned(Event):
    """The tiles are drawn after a cut of `lift`; the seat that does not lead turns up `tile`, whose higher
    half `trump` is trumps."""

    kind = "turn-up"
    posted = turns_up = True
    hand: int
    lead: Seat
    seat: Untold[int]
    tile: Tile
    trump: int
    lift: int


@dataclass(frozen=True, slots=True)
class TilePlayed(Event):
    """A seat led or played a tile, face up."""

    kind = "play"
    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class DoublesCalled(Event):
    """A seat played `played` and showed the doubles called with it for `points`; they count at once if the
    seat has a trick. `total` is the seat's count then."""

    kind = "call"
    posted = turns_up = True
    seat: Seat
    played: Tile
    shown: tuple[Tile, ...]
    points: int
    counts: bool
    total: int


@dataclass(frozen=True, slots=True)
class TrumpTurnedDown(Event):
    """A seat turned the trump down: nobody draws any more."""

    kind = "close"
    posted = True
    seat: Seat


@dataclass(frozen=True, slots=True)
class TrickTaken(trick.TrickTaken[Tile]):
    """A trick is complete. `points` are its count, `calls` doubles called earlier that count only now, with
    the first trick; `total` is the winner's count after it. `bingo`: Bingo took the double of trumps, which
    makes a point of the game at once or (`bingo_counts` false) with the deal."""

    points: int
    calls: int
    total: int
    bingo: bool
    bingo_counts: bool

    def data(self, names: Names) -> dict[str, Any]:
        return {
            "number": self.trick.number,
            "winner": names[self.trick.winner],
            "tiles": [piece.text for piece in self.trick.pieces],
            "points": self.points,
            "calls": self.calls,
            "total": self.total,
            "bingo": self.bingo,
        }


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """Both have drawn; `stock` tiles are left face down beside the turned-up one."""

    kind = "drawn"
    stock: int


@dataclass(frozen=True, slots=True)
class StockOut(Event):
    """The stock is out: `taker` drew the turned-up tile, and suit must be followed from now on."""

    kind = "stock-out"
    posted = True
    taker: Seat
    turn_up: Tile


@dataclass(frozen=True, slots=True)
class HandScored(Scored):
    """The deal is over, as `count` says. `points` are the points of the game made in it, `total` is the score
    after it; `hands` are the tiles left."""

    kind = unit = "hand"
    closes_deal = True
    count: Count
    hands: tuple[tuple[Tile, ...], ...]
    total: tuple[int, ...]

    def data(self, names: Names) -> dict[str, Any]:
        count = self.count
        return {
            "number": self.number,
            "end": count.end,
            "winner": None if self.winner is None else names[self.winner],
            "count": names.by_side(count.made),
            "tricks": names.by_side(count.tricks),
            "points": names.by_side(self.points),
            "total": names.by_side(self.total),
        }


@dataclass(frozen=True, slots=True)
class BingoGameWon(GameWon):
    """Somebody has the seven points of a game."""
