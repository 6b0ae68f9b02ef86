"""What can happen in a match of Matador."""

from dataclasses import dataclass
from typing import Any

from bot.rules.dominoes.matador.line import Laid
from bot.rules.dominoes.matador.moves import Lay
from bot.rules.dominoes.matador.scoring import Count
from bot.rules.events import Event, IfAny, Scored, Seat, Untold
from bot.rules.match import GameWon
from bot.rules.seats import Names
from bot.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class DealBegun(Event):
    """The tiles are drawn and `lead` is to lead, because of `by` where a tile decided it. `must`: it must be
    led; otherwise nobody is told which tile it is before the deal is over. Drawing began after the first
    `lift` tiles."""

    kind = "deal"
    posted = turns_up = True
    number: int
    lead: Seat
    by: Tile | None
    must: Untold[bool] = False
    lift: IfAny[int] = 0


@dataclass(frozen=True, slots=True)
class TileLaid(Event):
    """A tile was laid; `at` is how it lies now. `left` is how many tiles the seat has left."""

    kind = "lay"
    recorded = True
    seat: int
    lay: Lay
    at: Laid
    left: int

    def data(self, names: Names) -> dict[str, Any]:
        return {
            "seat": names[self.seat],
            "tile": self.lay.tile.text,
            "end": self.lay.end,
            "lies": self.at.text,
            "left": self.left,
        }


@dataclass(frozen=True, slots=True)
class TileDrawn(Event):
    """A tile was drawn from the stock, which now has `stock` tiles."""

    kind = "draw"
    seat: Seat
    stock: int


@dataclass(frozen=True, slots=True)
class DrawingOver(Event):
    """`seat` has drawn `number` tiles in this turn, and then laid one (`tile`) or could not."""

    kind = "drew"
    posted = True
    seat: Seat
    number: int
    tile: Tile | None


@dataclass(frozen=True, slots=True)
class PassedAgain(Event):
    """`seat` has passed already and still cannot lay; this is not posted each time."""

    kind = "pass"
    recorded = True
    turns_up = True
    seat: Seat


@dataclass(frozen=True, slots=True)
class Passed(PassedAgain):
    """`seat` can neither lay nor draw; the next plays on."""

    posted = True


@dataclass(frozen=True, slots=True)
class HandScored(Scored):
    """The deal is over. `points` were made in it, `total` is the score of the game after it."""

    kind = unit = "hand"
    closes_deal = True
    count: Count
    hands: tuple[tuple[Tile, ...], ...]
    total: tuple[int, ...]

    def data(self, names: Names) -> dict[str, Any]:
        out = self.count.out
        return {
            "number": self.number,
            "out": None if out is None else names[out],
            "pips": names.by_side(self.count.pips),
            "points": names.by_side(self.points),
            "total": names.by_side(self.total),
        }


@dataclass(frozen=True, slots=True)
class MatadorGameWon(GameWon):
    """A game reached a hundred; `zapatero` if no loser made anything in it."""

    zapatero: bool

    def data(self, names: Names) -> dict[str, Any]:
        return {**GameWon.data(self, names), "zapatero": self.zapatero}
