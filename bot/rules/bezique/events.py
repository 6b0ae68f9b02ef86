"""What can happen in a match of bezique."""

from dataclasses import dataclass
from typing import Any

from bot.rules.bezique.combinations import Kind
from bot.rules.cards import Card, Suit
from bot.rules.events import Event, Scored
from bot.rules.seats import Names
from bot.rules.tricks import Trick, TrickDone


@dataclass(frozen=True, slots=True)
class ChoiceOfDeal(Event):
    """`seat` cut the higher card and says who deals."""

    kind = "choice"
    posted = True
    seat: int

    def data(self, names: Names) -> dict[str, Any]:
        return {"seat": names[self.seat]}


@dataclass(frozen=True, slots=True)
class DealChosen(Event):
    """Whoever had the choice named the first dealer."""

    kind = "dealer"
    posted = True
    seat: int
    dealer: int

    def data(self, names: Names) -> dict[str, Any]:
        return {"seat": names[self.seat], "dealer": names[self.dealer]}


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """The cards are dealt and `card` is turned up for trumps; None where declarations make them.

    A seven scores the dealer `points`.
    """

    kind = "turn-up"
    posted = turns_up = True
    hand: int
    dealer: int
    card: Card | None
    points: int

    def data(self, names: Names) -> dict[str, Any]:
        return {
            "hand": self.hand,
            "dealer": names[self.dealer],
            "card": self.card.text if self.card else None,
            "points": self.points,
        }


@dataclass(frozen=True, slots=True)
class TrickTaken(TrickDone):
    """A trick of two cards; `points` are for its brisques, if they count at once, and for the last."""

    taken: Trick
    brisques: int
    points: int
    last: bool
    total: tuple[int, int]

    @property
    def trick(self) -> Trick:
        """The trick just taken."""
        return self.taken


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """A combination was shown, or one shown before was scored (`again`).

    `points` are what it is worth; they count if it was `scored`, else they are left to score. `trump`
    is the suit it has made trumps, if it has.
    """

    kind = "declare"
    posted = turns_up = True
    seat: int
    combination: Kind
    cards: tuple[Card, ...]
    suit: Suit | None
    points: int
    scored: bool
    again: bool
    trump: Suit | None
    total: tuple[int, int]

    def data(self, names: Names) -> dict[str, Any]:
        return {
            "seat": names[self.seat],
            "kind": self.combination.key,
            "cards": [card.text for card in self.cards],
            "points": self.points,
            "scored": self.scored,
            "trump": self.trump.value if self.trump else None,
            "total": names.by_side(self.total),
        }


@dataclass(frozen=True, slots=True)
class SevenScored(Event):
    """The seven of trumps was exchanged for `taken`, or (None) only shown."""

    kind = "seven"
    posted = turns_up = True
    seat: int
    seven: Card
    taken: Card | None
    points: int
    total: tuple[int, int]

    def data(self, names: Names) -> dict[str, Any]:
        return {
            "seat": names[self.seat],
            "seven": self.seven.text,
            "taken": self.taken.text if self.taken else None,
            "points": self.points,
            "total": names.by_side(self.total),
        }


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """Both have drawn; `stock` cards are left face down. `turn_up` went to the loser of the trick."""

    kind = "drawn"
    stock: int
    turn_up: Card | None

    def data(self, names: Names) -> dict[str, Any]:
        return {"stock": self.stock, "turn_up": self.turn_up.text if self.turn_up else None}


@dataclass(frozen=True, slots=True)
class StockOut(Event):
    """The stock is out: `leader` leads to the last eight tricks. `turn_up` went to the other."""

    kind = "stock-out"
    posted = True
    leader: int
    turn_up: Card | None

    def data(self, names: Names) -> dict[str, Any]:
        turn_up = self.turn_up.text if self.turn_up else None
        return {"leader": names[self.leader], "turn_up": turn_up}


@dataclass(frozen=True, slots=True)
class HandScored(Scored):
    """The deal is over. `points` were made in it, `total` is the score of the game after it;
    `brisques` are those counted only now.
    """

    kind = unit = "hand"
    closes_deal = True
    brisques: tuple[int, int]
    total: tuple[int, int]

    def data(self, names: Names) -> dict[str, Any]:
        return {
            "number": self.number,
            "brisques": names.by_side(self.brisques),
            "points": names.by_side(self.points),
            "total": names.by_side(self.total),
        }


@dataclass(frozen=True, slots=True)
class GameWon(Scored):
    """A game reached a thousand; it counts for `worth` games. `winner` None: void, both equal."""

    kind = unit = "game"
    games: tuple[int, int]
    worth: int

    def data(self, names: Names) -> dict[str, Any]:
        return {"number": self.number, **self.tally(names, self.games), "worth": self.worth}


@dataclass(frozen=True, slots=True)
class PartieWon(Scored):
    """Somebody has three games."""

    kind = "partie"
    unit = "rubber"
    games: tuple[int, int]

    def data(self, names: Names) -> dict[str, Any]:
        return self.tally(names, self.games)
