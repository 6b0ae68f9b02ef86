"""What can happen in a match of Bishops Whist and in no other game of whist."""

from dataclasses import dataclass
from typing import Any

from bot.rules.events import Event, Seat, Untold
from bot.rules.seats import Names
from bot.rules.whist import events as ev
from bot.rules.whist.bishops.pack import BISHOPS
from bot.rules.whist.bishops.scoring import Count


@dataclass(frozen=True, slots=True)
class TurnedUp(ev.TurnedUp):
    """The card turned up before the deal; if it is a knight, the dealer has still to name the suit."""

    @property
    def bishop_cut(self) -> bool:
        """Whether the dealer's side scores a point for it."""
        return self.card in BISHOPS

    def data(self, names: Names) -> dict[str, Any]:
        return {**ev.TurnedUp.data(self, names), "bishop_cut": self.bishop_cut}


@dataclass(frozen=True, slots=True)
class TrickTaken(ev.TrickTaken):
    """A trick is complete. `guarding` are the seats whose knight in it may stand in for the bishop of the
    suit led: nobody has played him, and they have not shown before that they hold nothing of the suit."""

    guarding: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PenaltyTaken(Event):
    """The referee entered a penalty against the side of `seat`; `floor`: scores stop at nothing."""

    kind = "penalty"
    posted = True
    seat: Seat
    offence: str
    points: int
    floor: Untold[bool]


@dataclass(frozen=True, slots=True)
class HandScored(ev.HandScored):
    """The hand is counted.

    `saved` and `captured` split each side's bishops by who had held them. `penalties` are the points off
    each side, `stopped` the sides that have revoked and would have passed 24.
    """

    count: Count
    saved: tuple[int, ...]
    captured: tuple[int, ...]
    penalties: tuple[int, ...]
    stopped: tuple[int, ...]

    def parts(self, names: Names) -> dict[str, Any]:
        return {
            "tricks": names.by_side(self.count.tricks),
            "bishops": names.by_side(self.count.bishops),
            "bishop_cut": names.by_side(self.count.bishop_cut),
        }
