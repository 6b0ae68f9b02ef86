"""What can happen in a match of Bishops Whist."""

from dataclasses import dataclass
from typing import Any

from bot.rules import cards
from bot.rules.bishops_whist.pack import BISHOPS
from bot.rules.bishops_whist.scoring import Count
from bot.rules.bishops_whist.state import Won
from bot.rules.cards import KNIGHT, Card, Rank, Suit
from bot.rules.events import Event, Scored
from bot.rules.seats import Names
from bot.rules.tricks import Trick, TrickDone


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """`cutter` lifted `lift` cards and the dealer turned up the next: the trump card.

    `trump` is None when it is a knight and the dealer has still to name the suit.
    """

    kind = "turn-up"
    posted = turns_up = True
    hand: int
    cutter: int
    dealer: int
    lift: int
    card: Card
    trump: Suit | None

    @property
    def bishop_cut(self) -> bool:
        """Whether the dealer's side scores a point for it."""
        return self.card in BISHOPS

    def data(self, names: Names) -> dict[str, Any]:
        return {
            "hand": self.hand,
            "cutter": names[self.cutter],
            "dealer": names[self.dealer],
            "lift": self.lift,
            "card": self.card.text,
            "trump": self.trump.value if self.trump else None,
            "bishop_cut": self.bishop_cut,
        }


@dataclass(frozen=True, slots=True)
class TrumpNamed(Event):
    """The dealer, having turned a knight, named trumps before dealing."""

    kind = "trump"
    posted = True
    dealer: int
    suit: Suit

    def data(self, names: Names) -> dict[str, Any]:
        return {"dealer": names[self.dealer], "suit": self.suit.value}


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

    @property
    def bishop_out(self) -> bool:
        """Whether nobody has yet played the bishop of the suit that was led."""
        suit = self.trick.cards[0].suit
        if suit is None:
            return False
        bishop = cards.card(Rank.BISHOP, suit)
        return all(bishop not in trick.cards for trick in self.won.tricks)

    def known_void(self, seat: int) -> bool:
        """Whether that seat has shown before that it holds nothing of the suit led, bishop and all."""
        suit = self.trick.cards[0].suit
        return any(
            trick.cards[0].suit is suit and card.suit is not suit and card is not KNIGHT
            for trick in self.won.tricks[:-1]
            for player, card in trick.plays
            if player == seat
        )


@dataclass(frozen=True, slots=True)
class PenaltyTaken(Event):
    """The referee entered a penalty against the side of `seat`."""

    kind = "penalty"
    posted = True
    seat: int
    offence: str
    points: int

    def data(self, names: Names) -> dict[str, Any]:
        return {"seat": names[self.seat], "offence": self.offence, "points": self.points}


@dataclass(frozen=True, slots=True)
class HandScored(Scored):
    """The hand is counted. `points` were made in it, `total` is the score of the game after it.

    `saved` and `captured` split each side's bishops by who had held them.
    """

    kind = unit = "hand"
    closes_deal = True
    count: Count
    saved: tuple[int, int]
    captured: tuple[int, int]
    total: tuple[int, int]

    def data(self, names: Names) -> dict[str, Any]:
        return {
            "number": self.number,
            "tricks": names.by_side(self.count.tricks),
            "bishops": names.by_side(self.count.bishops),
            "bishop_cut": names.by_side(self.count.bishop_cut),
            "points": names.by_side(self.points),
            "total": names.by_side(self.total),
        }


@dataclass(frozen=True, slots=True)
class GameWon(Scored):
    """A game reached 25. `winner` None: void, both sides equal (AMB-A6)."""

    kind = unit = "game"
    games: tuple[int, int]

    def data(self, names: Names) -> dict[str, Any]:
        return {"number": self.number, **self.tally(names, self.games)}


@dataclass(frozen=True, slots=True)
class RubberWon(Scored):
    """The best of three is decided. `points` are those of its last game."""

    kind = unit = "rubber"
    games: tuple[int, int]

    def data(self, names: Names) -> dict[str, Any]:
        return self.tally(names, self.games)
