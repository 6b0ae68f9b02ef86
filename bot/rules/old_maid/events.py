"""What can happen in a game of Old Maid."""

from dataclasses import dataclass
from typing import Any

from bot.rules.cards import Card
from bot.rules.events import Event, Scored
from bot.rules.seats import Names


@dataclass(frozen=True, slots=True)
class Started(Event):
    """The cards are out; `first` draws first, at the dealer's left. `lift` is how many cards were lifted
    in cutting the pack, 0 where it was not cut."""

    kind = "start"
    posted = True
    dealer: int
    first: int
    held: tuple[int, ...]
    lift: int = 0

    def data(self, names: Names) -> dict[str, Any]:
        held = {names[seat]: number for seat, number in enumerate(self.held)}
        lifted = {"lift": self.lift} if self.lift else {}
        return {"dealer": names[self.dealer], "first": names[self.first], "cards": held, **lifted}


@dataclass(frozen=True, slots=True)
class Thrown(Event):
    """Pairs were thrown on the table by `seat`, one made by a card drawn from `giver` if that is set."""

    kind = "throw"
    posted = turns_up = True
    seat: int
    pairs: tuple[tuple[Card, Card], ...]
    giver: int | None

    def data(self, names: Names) -> dict[str, Any]:
        return {
            "seat": names[self.seat],
            "pairs": [[card.text for card in pair] for pair in self.pairs],
            "giver": None if self.giver is None else names[self.giver],
        }


@dataclass(frozen=True, slots=True)
class Mixed(Event):
    """The hand of `seat` was shuffled before it was drawn from."""

    kind = "mix"
    seat: int

    def data(self, names: Names) -> dict[str, Any]:
        return {"seat": names[self.seat]}


@dataclass(frozen=True, slots=True)
class Took(Event):
    """`seat` drew a card from `giver`; what it was only they know."""

    kind = "take"
    turns_up = True
    seat: int
    giver: int
    matched: bool

    def data(self, names: Names) -> dict[str, Any]:
        return {"seat": names[self.seat], "giver": names[self.giver], "matched": self.matched}


@dataclass(frozen=True, slots=True)
class Shown(Event):
    """The card that was drawn, for those who have held it."""

    kind = "card"
    seat: int
    giver: int
    card: Card

    @property
    def seen_by(self) -> tuple[int, ...] | None:
        return (self.seat, self.giver)

    def data(self, names: Names) -> dict[str, Any]:
        return {"seat": names[self.seat], "giver": names[self.giver], "card": self.card.text}


@dataclass(frozen=True, slots=True)
class WentOut(Event):
    """`seat` has no cards left, and is safe; `place` counts from 1."""

    kind = "out"
    posted = True
    seat: int
    place: int

    def data(self, names: Names) -> dict[str, Any]:
        return {"seat": names[self.seat], "place": self.place}


@dataclass(frozen=True, slots=True)
class GameOver(Scored):
    """Only the queen of spades is left; `maid` holds her. Everybody else makes a point and wins."""

    kind = unit = "game"
    closes_deal = True
    maid: int

    def won(self, side: int) -> bool | None:
        return side != self.maid

    def data(self, names: Names) -> dict[str, Any]:
        return {
            "number": self.number,
            "maid": names[self.maid],
            "points": names.by_side(self.points),
        }
