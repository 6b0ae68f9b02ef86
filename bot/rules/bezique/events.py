"""What can happen in a match of bezique; cutting and shuffling are events of the preliminaries.

Declarations are named by the keys of their kinds. What is counted by side is in the order of the sides.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

from bot.rules import match
from bot.rules.cards import Card, Suit
from bot.rules.events import BySide, Event, IfAny, Key, Scored, Seat, Untold
from bot.rules.seats import Names
from bot.rules.trick_taking import trick


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """The cards are dealt and `card` is turned up for trumps; None where declarations make them.

    A seven scores the dealer `points`.
    """

    kind = "turn-up"
    posted = turns_up = True
    hand: int
    dealer: Seat
    card: Card | None
    points: int


@dataclass(frozen=True, slots=True)
class TrickTaken(trick.TrickTaken[Card]):
    """A trick is complete; `points` are for its brisques, if they count at once, and for the last.

    `total` are the points of the winner's side in the game after it.
    """

    brisques: int
    points: int
    last: bool
    total: int


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """A combination was shown, or one shown before was scored (`again`).

    `points` are what it is worth; they count if it was `scored`, else they are left to score. `trump`
    is the suit it has made trumps, if it has.
    """

    kind = "declare"
    posted = turns_up = True
    seat: Seat
    side: Untold[int]
    combination: Annotated[str, Key("kind")]
    cards: tuple[Card, ...]
    suit: Untold[Suit | None]
    points: int
    scored: bool
    again: Untold[bool]
    trump: Suit | None
    total: BySide


LostBy: TypeAlias = Literal["played", "exchanged", "absorbed", "trumps", "stock-out"]
"""Why a score that was kept is lost."""


@dataclass(frozen=True, slots=True)
class LostScore:
    """A declaration that was left to score, and what it would have scored."""

    combination: str
    cards: tuple[Card, ...]
    suit: Suit | None
    points: int


@dataclass(frozen=True, slots=True)
class ScoresLost(Event):
    """Declarations that a side had kept to score are lost: a card of them was `played` or `exchanged`, they
    were `absorbed` by a higher combination of their class, other `trumps` were made, or the stock is out."""

    kind = "lost"
    posted = True
    side: int
    scores: tuple[LostScore, ...]
    reason: LostBy

    def data(self, names: Names) -> dict[str, Any]:
        return {
            "side": names.side_key(self.side),
            "reason": self.reason,
            "scores": [
                {"kind": lost.combination, "cards": [card.text for card in lost.cards], "points": lost.points}
                for lost in self.scores
            ],
        }


@dataclass(frozen=True, slots=True)
class SevenScored(Event):
    """The seven of trumps was exchanged for `taken`, or (None) only shown."""

    kind = "seven"
    posted = turns_up = True
    seat: Seat
    side: Untold[int]
    seven: Card
    taken: Card | None
    points: int
    total: BySide


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """All have drawn; `stock` cards are left face down. `turn_up` went to the seat that drew last."""

    kind = "drawn"
    stock: int
    turn_up: Card | None


@dataclass(frozen=True, slots=True)
class StockOut(Event):
    """The stock is out: `leader` leads to the last `tricks`. `turn_up` went to `taker`, who drew last.
    `any_card`: there is no duty to follow and win."""

    kind = "stock-out"
    posted = True
    leader: Seat
    turn_up: Card | None
    taker: Untold[int]
    tricks: Untold[int]
    any_card: Untold[bool] = False


Exacted: TypeAlias = Literal[
    "rubiconed", "no-score", "forfeit", "void", "nothing", "last-trick-lost", "no-last-trick"
]
"""What a wrong number of cards costs: the game, as if rubiconed; all scores of the hand; points; nothing, as
the other has done the same (the game may be void); the last trick, which goes to the other or to nobody."""


@dataclass(frozen=True, slots=True)
class PenaltyTaken(Event):
    """The referee has entered that `seat` played with `too-many` or `too-few` cards, what it costs, and how
    many `points` if it costs points."""

    kind = "penalty"
    posted = True
    seat: Seat
    offence: Literal["too-many", "too-few"]
    exacted: Exacted
    points: IfAny[int]


@dataclass(frozen=True, slots=True)
class Marked(Event):
    """The referee has entered points that `seat` marked wrongly and that stand, or has taken points off
    (below 0); `total` are the points of its side in the game after it."""

    kind = "mark"
    posted = True
    seat: Seat
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Parted(Event):
    """Partners part for the last tricks: `duels` are the two who play each, the leader first."""

    kind = "parted"
    posted = True
    duels: tuple[tuple[int, int], ...]

    def data(self, names: Names) -> dict[str, Any]:
        return {"duels": [[names[seat] for seat in seats] for seats in self.duels]}


@dataclass(frozen=True, slots=True)
class HandScored(Scored):
    """The hand is over. `points` were made in it; `total` is the score of the game after it, to `target` (0:
    there is none). `brisques` and `card_points` are those counted only now."""

    kind = unit = "hand"
    closes_deal = True
    brisques: tuple[int, ...]
    total: tuple[int, ...]
    target: int
    card_points: tuple[int, ...] = ()

    def data(self, names: Names) -> dict[str, Any]:
        data = {
            "number": self.number,
            "brisques": names.by_side(self.brisques),
            "points": names.by_side(self.points),
            "total": names.by_side(self.total),
        }
        return {**data, "card_points": names.by_side(self.card_points)} if self.card_points else data


@dataclass(frozen=True, slots=True)
class GameWon(match.GameWon):
    """A game reached its target; it counts for `worth` games, double because nobody else had `under`
    points. `winner` None: void, the first place is shared."""

    worth: int
    under: int

    def data(self, names: Names) -> dict[str, Any]:
        return {"number": self.number, **self.tally(names, self.games), "worth": self.worth}


@dataclass(frozen=True, slots=True)
class PartieWon(match.RubberWon):
    """Somebody has as many games as win the partie."""

    kind = "partie"
