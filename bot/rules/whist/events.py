"""What can happen in a match of the whist family."""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from bot.rules import match
from bot.rules.cards import Card, Suit
from bot.rules.events import BySide, Event, IfAny, Scored, Seat, Seats, TrickNumber, Untold
from bot.rules.seats import Names
from bot.rules.trick_taking import trick
from bot.rules.whist.count import Count, Shortfall

_THE_RUBBER = 1  # a match has one rubber; those of a tournée are over before anything can be counted again


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """`cutter` lifted `lift` cards and the dealer turned up his card, whose suit is trumps."""

    kind = "turn-up"
    posted = turns_up = True
    hand: int
    cutter: int
    dealer: int
    lift: int
    card: Card

    def data(self, names: Names) -> dict[str, Any]:
        return {
            "hand": self.hand,
            "cutter": names[self.cutter],
            "dealer": names[self.dealer],
            "lift": self.lift,
            "card": self.card.text,
            "trump": self.card.suit.value if self.card.suit else None,
        }


@dataclass(frozen=True, slots=True)
class TrumpNamed(Event):
    """The dealer, having turned a card of no suit, named trumps before dealing."""

    kind = "trump"
    posted = True
    dealer: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class TrickTaken(trick.TrickTaken[Card]):
    """A trick is complete; `taken` are the tricks of each side after it."""

    taken: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClosedTrickTaken(TrickTaken):
    """The same where a trick that has been turned stays closed until the hand is over (American Law 13)."""

    closed = True


@dataclass(frozen=True, slots=True)
class PenaltyTaken(Event):
    """The referee entered an offence of `seat` and what the adversaries exacted for it.

    `floor`: scores do not go below nothing.
    """

    kind = "penalty"
    posted = True
    seat: Seat
    offence: str
    exacted: str
    floor: Untold[bool]


@dataclass(frozen=True, slots=True)
class PenaltyChosen(PenaltyTaken):
    """The adversaries of `seat` chose what they exact for its offence in trick `number`."""

    number: TrickNumber


@dataclass(frozen=True, slots=True)
class PartnerAsked(Event):
    """`seat` asked `partner`, who has not followed suit, whether it has none of the suit led (Law 74)."""

    kind = "none"
    posted = True
    seat: Seat
    partner: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class PartnerAnswered(Event):
    """`seat` answered that it has none."""

    kind = "void"
    posted = True
    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """`seat` took back `card` from trick `number`, having one of the suit led after all; the seats that had
    played `after` it took back theirs (Law 76)."""

    kind = "correct"
    posted = True
    seat: Seat
    card: Card
    suit: Untold[Suit]
    number: TrickNumber
    after: Seats

    def takes_back(self, told: Event) -> bool:
        return isinstance(told, TrickTaken) and told.trick.number == self.number


@dataclass(frozen=True, slots=True)
class Demanded(Event):
    """`seat` demanded of `of`, who has taken a card back, the highest or the lowest of the suit, or left the
    card to be called (Law 76)."""

    kind = "demand"
    posted = True
    seat: Seat
    of: Seat
    suit: Untold[Suit]
    what: Literal["high", "low", "card"]


@dataclass(frozen=True, slots=True)
class CardCalled(Event):
    """`seat` called the card that `of` has taken back."""

    kind = "call"
    posted = True
    seat: Seat
    of: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class RevokeClaimed(Event):
    """`seat` claimed that `of` revoked in trick `number`, to which `suit` was led."""

    kind = "revoke-claim"
    posted = True
    seat: Seat
    of: Seat
    number: TrickNumber
    suit: Untold[Suit]


@dataclass(frozen=True, slots=True)
class TricksSearched(Event):
    """The tricks were searched for a revoke of `seat` in trick `number`, to which it played `card` and `suit`
    was led; `found`: it was one (Law 75)."""

    kind = "search"
    posted = turns_up = True
    seat: Seat
    number: TrickNumber
    suit: Untold[Suit]
    card: Untold[Card]
    found: bool


@dataclass(frozen=True, slots=True)
class NothingClaimed(Event):
    """`seat` said that its side claims no revoke, so that the match may be over."""

    kind = "content"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """At eight, `seat` holds two honours and asked partner for a third; `granted` says there is one."""

    kind = "ask"
    posted = True
    seat: Seat
    granted: bool


@dataclass(frozen=True, slots=True)
class Conceded(Event):
    """`seat` threw down the cards: the game goes to the adversaries, and `points` besides."""

    kind = "concede"
    posted = True
    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class HonoursCalled(Event):
    """The honours of the last hand were called in time; `total` is the score after it.

    `shortfall` is why it rose by less than `points`: the side has revoked, and scored no more than leaves
    it short of game (Law 82), or it needed no more for the game.
    """

    kind = "honours"
    posted = True
    seat: Seat
    points: int
    total: BySide
    shortfall: Untold[Shortfall]


@dataclass(frozen=True, slots=True)
class HandScored(Scored):
    """The base of a hand that has been counted; `total` is the score of the game, to `target`, after it.

    `again`: it had been counted before, and a penalty has been entered since (Laws 72 and 78).
    """

    kind = unit = "hand"
    closes_deal = True
    total: tuple[int, ...]
    target: int
    again: bool

    def parts(self, names: Names) -> dict[str, Any]:
        """What the points were made of, as JSON values, tricks first."""
        raise NotImplementedError

    def data(self, names: Names) -> dict[str, Any]:
        return {
            "number": self.number,
            **self.parts(names),
            "points": names.by_side(self.points),
            "total": names.by_side(self.total),
            **({"again": True} if self.again else {}),
        }


class Counted(NamedTuple):
    """A hand that has been counted, and what it decides: the game goes to `winner`, or is `void`, or (by
    default) goes on."""

    scored: HandScored
    winner: int | None = None
    void: bool = False

    @property
    def decides(self) -> bool:
        return self.void or self.winner is not None


@dataclass(frozen=True, slots=True)
class OddTricksScored(HandScored):
    """A hand counted by the tricks over six, and by honours. `callable_side` may still call its honours, if
    any side may."""

    count: Count
    callable_side: int | None

    def parts(self, names: Names) -> dict[str, Any]:
        return {
            "tricks": names.by_side(self.count.taken),
            "honours": names.by_side(self.count.honours),
            "penalties": names.by_side(self.count.penalties),
        }


@dataclass(frozen=True, slots=True)
class GameReopened(Event):
    """A penalty entered after the hand was counted undoes what the count had decided: the game with this
    number is in progress again, until it is counted anew. `resumed`: the hand had been stopped, and is
    played on."""

    kind = "reopened"
    posted = True
    number: int
    resumed: IfAny[bool]

    @property
    def reopens(self) -> tuple[tuple[str, int], ...]:
        return ("game", self.number), ("rubber", _THE_RUBBER)


@dataclass(frozen=True, slots=True)
class ValuedGameWon(match.GameWon):
    """A game is won that is worth `value` in the rubber, 0 where games all count the same."""

    value: int

    def data(self, names: Names) -> dict[str, Any]:
        return {**match.GameWon.data(self, names), "value": self.value}


@dataclass(frozen=True, slots=True)
class ValuedRubberWon(match.RubberWon):
    """A rubber is decided by whose games: `worth` is what the winners gain, 0 where only games count;
    `gains` and `losses` are the values of their games and of the losers'."""

    worth: int
    gains: tuple[int, ...]
    losses: tuple[int, ...]

    def data(self, names: Names) -> dict[str, Any]:
        return {**match.RubberWon.data(self, names), "worth": self.worth}
