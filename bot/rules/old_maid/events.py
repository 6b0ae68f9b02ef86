"""What can happen in a game of Old Maid."""

from dataclasses import dataclass
from typing import Annotated, Any

from bot.rules.cards import Card
from bot.rules.events import BySeat, Event, IfAny, Key, Scored, Seat
from bot.rules.seats import Names


@dataclass(frozen=True, slots=True)
class Started(Event):
    """The cards are out; `first` draws first, at the dealer's left. `lift` is how many cards were lifted
    in cutting the pack, 0 where it was not cut."""

    kind = "start"
    posted = True
    dealer: Seat
    first: Seat
    held: Annotated[BySeat[int], Key("cards")]
    lift: IfAny[int] = 0


@dataclass(frozen=True, slots=True)
class Thrown(Event):
    """Pairs were thrown on the table by `seat`, one made by a card drawn from `giver` if that is set."""

    kind = "throw"
    posted = turns_up = True
    seat: Seat
    pairs: tuple[tuple[Card, Card], ...]
    giver: Seat | None


@dataclass(frozen=True, slots=True)
class Mixed(Event):
    """The hand of `seat` was shuffled before it was drawn from."""

    kind = "mix"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Took(Event):
    """`seat` drew a card from `giver`; what it was only they know."""

    kind = "take"
    turns_up = True
    seat: Seat
    giver: Seat
    matched: bool


@dataclass(frozen=True, slots=True)
class Shown(Event):
    """The card that was drawn, for those who have held it."""

    kind = "card"
    seat: Seat
    giver: Seat
    card: Card

    @property
    def seen_by(self) -> tuple[int, ...] | None:
        return (self.seat, self.giver)


@dataclass(frozen=True, slots=True)
class WentOut(Event):
    """`seat` has no cards left, and is safe; `place` counts from 1."""

    kind = "out"
    posted = True
    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class GameOver(Scored):
    """Only the queen of spades is left; `maid` holds her. Everybody else makes a point and wins."""

    kind = unit = "game"
    closes_deal = True
    maid: int

    def won(self, side: int) -> bool | None:
        return side != self.maid

    def data(self, names: Names) -> dict[str, Any]:
        return {"number": self.number, "maid": names[self.maid], "points": names.by_side(self.points)}
