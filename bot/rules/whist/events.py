"""What can happen in a match of whist."""

from dataclasses import dataclass
from typing import Any

from bot.rules.cards import Card, Suit
from bot.rules.events import Event, Scored
from bot.rules.seats import Names
from bot.rules.tricks import Trick, TrickDone
from bot.rules.whist.reckoning import Count
from bot.rules.whist.state import Won


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """`cutter` lifted `lift` cards, the cards were dealt, and the last, the dealer's, was turned up."""

    kind = "turn-up"
    posted = turns_up = True
    hand: int
    cutter: int
    dealer: int
    lift: int
    card: Card

    def data(self, names: Names) -> dict[str, Any]:
        assert self.card.suit
        return {
            "hand": self.hand,
            "cutter": names[self.cutter],
            "dealer": names[self.dealer],
            "lift": self.lift,
            "card": self.card.text,
            "trump": self.card.suit.value,
        }


@dataclass(frozen=True, slots=True)
class TrickTaken(TrickDone):
    """A trick is complete: the last of `won`, which holds all of this hand so far."""

    won: Won

    @property
    def trick(self) -> Trick:
        """The trick just taken."""
        return self.won.tricks[-1]

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        return self.won.trump


@dataclass(frozen=True, slots=True)
class PenaltyTaken(Event):
    """The referee entered an offence of `seat` and what the adversaries exacted for it."""

    kind = "penalty"
    posted = True
    seat: int
    offence: str
    exacted: str

    def data(self, names: Names) -> dict[str, Any]:
        return {"seat": names[self.seat], "offence": self.offence, "exacted": self.exacted}


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """At eight, `seat` holds two honours and asked partner for a third; `granted` says he has it."""

    kind = "ask"
    posted = True
    seat: int
    granted: bool

    def data(self, names: Names) -> dict[str, Any]:
        return {"seat": names[self.seat], "granted": self.granted}


@dataclass(frozen=True, slots=True)
class Conceded(Event):
    """`seat` threw down the cards: the game goes to the adversaries, and `points` besides."""

    kind = "concede"
    posted = True
    seat: int
    points: int

    def data(self, names: Names) -> dict[str, Any]:
        return {"seat": names[self.seat], "points": self.points}


@dataclass(frozen=True, slots=True)
class HonoursCalled(Event):
    """The honours of the last hand were called in time; `total` is the score after it."""

    kind = "honours"
    posted = True
    seat: int
    points: int
    total: tuple[int, int]

    def data(self, names: Names) -> dict[str, Any]:
        return {
            "seat": names[self.seat],
            "points": self.points,
            "total": names.by_side(self.total),
        }


@dataclass(frozen=True, slots=True)
class HandScored(Scored):
    """The hand is counted. `callable_side` may still call its honours, if any side may."""

    kind = unit = "hand"
    closes_deal = True
    count: Count
    target: int
    callable_side: int | None

    def data(self, names: Names) -> dict[str, Any]:
        count = self.count
        return {
            "number": self.number,
            "tricks": names.by_side(count.taken),
            "honours": names.by_side(count.honours),
            "penalties": names.by_side(count.penalties),
            "points": names.by_side(count.points),
            "total": names.by_side(count.total),
        }


@dataclass(frozen=True, slots=True)
class GameWon(Scored):
    """A game is won. `value` is what it is worth in the rubber, 0 where games are all alike."""

    kind = unit = "game"
    games: tuple[int, int]
    value: int

    def data(self, names: Names) -> dict[str, Any]:
        return {"number": self.number, **self.tally(names, self.games), "value": self.value}


@dataclass(frozen=True, slots=True)
class RubberWon(Scored):
    """The best of three is decided. `worth` is what the winners gain, 0 where only games count;
    `gains` and `losses` are the values of their games and of the losers'.
    """

    kind = unit = "rubber"
    games: tuple[int, int]
    worth: int
    gains: tuple[int, ...]
    losses: tuple[int, ...]

    def data(self, names: Names) -> dict[str, Any]:
        return {**self.tally(names, self.games), "worth": self.worth}
