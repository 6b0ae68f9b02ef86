"""What happens at Rubicon bezique alone."""

from dataclasses import dataclass
from typing import Any

from bot.rules.bezique import events as ev
from bot.rules.bezique.rubicon.settlement import SettlementLine
from bot.rules.cards import Card
from bot.rules.events import Event, Seat, Untold
from bot.rules.seats import Names


@dataclass(frozen=True, slots=True)
class BlancheShown(Event):
    """Carte blanche was shown: the whole hand, or (`again`) the card drawn to it. `total` are the points of
    the seat's side after it."""

    kind = "carte-blanche"
    posted = turns_up = True
    seat: Seat
    cards: tuple[Card, ...]
    again: Untold[bool]
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class HandSettled(ev.HandScored):
    """A hand of Rubicon bezique is over: `points` and `total` are what was gained by it, `scores` what was
    marked in it without brisques, and `brisques` all that were won. `needed`: they are counted in the scores
    that are compared. `lines` are what the gain is made of; none: the game is void. `rubiconed` is the side
    that is, and `offence` says that it is for playing with too many cards."""

    scores: tuple[int, ...] = ()
    needed: bool = False
    rubiconed: int | None = None
    lines: tuple[SettlementLine, ...] = ()
    offence: bool = False

    def data(self, names: Names) -> dict[str, Any]:
        return {
            "number": self.number,
            "scores": names.by_side(self.scores),
            "brisques": names.by_side(self.brisques),
            "counted": self.needed,
            "rubicon": None if self.rubiconed is None else names.side_key(self.rubiconed),
            "lines": [[line.what, line.points] for line in self.lines],
            "points": names.by_side(self.points),
        }
