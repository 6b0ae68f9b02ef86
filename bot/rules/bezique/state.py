"""The state of a match of bezique, and what a seat may see of it.

A match is in the preliminaries, `InHand` (`Playing`, `Declaring`, or a phase that one game has of its own)
or `Over`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from bot.rules.bezique.combinations import Class, Meld
from bot.rules.bezique.named import Named
from bot.rules.bezique.variant import Variant
from bot.rules.cards import Card, Suit
from bot.rules.match import Score
from bot.rules.moves import Move
from bot.rules.preliminaries.phases import PreliminariesView, Preliminary
from bot.rules.trick_taking.hands import Hands
from bot.rules.trick_taking.trick import Trick


@dataclass(frozen=True, slots=True)
class Match:
    """What is being played, and the score; `score.points` are those before the hand in progress."""

    variant: Variant
    score: Score


Offence: TypeAlias = Literal["too-many", "too-few"]
"""What the referee of a game on paper may enter: somebody has played with that number of cards."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """An offence that the referee has entered, and the side that committed it."""

    offence: Offence
    side: int


@dataclass(frozen=True, slots=True)
class Declaration:
    """A combination that was shown by `side`, its cards as they were named then or because of it.

    `status` says whether it has been scored, is left to score, or was lost unscored; `broken`, that one
    of its cards has been played.
    """

    kind: Meld
    cards: tuple[Named, ...]
    side: int
    status: Literal["scored", "to score", "lost"]
    broken: bool = False

    @property
    def suit(self) -> Suit | None:
        """The suit of a marriage or a sequence; None for the other kinds."""
        return self.cards[0].card.suit if self.kind.suited else None


N = TypeVar("N", bound=NamedTuple)


def _with_fast_replace(kind: type[N]) -> type[N]:
    # The usual `_replace` looks every field up; this one only those that change.
    places = {name: place for place, name in enumerate(kind._fields)}

    def replace(self: N, **changes: Any) -> N:
        values = [*self]
        for name, value in changes.items():
            values[places[name]] = value
        return tuple.__new__(kind, values)

    kind._replace = replace  # type: ignore[assignment, method-assign, misc]
    return kind


@_with_fast_replace
class Deal(NamedTuple):
    """A hand in progress; a named tuple, since every move makes another.

    `hands` hold all of a player's cards in reading order, declared ones too. `stock` is drawn from its
    front; the `turn_up` comes after its last card. `turn` is who plays, or declares. `table` is the trick
    in progress. `shown` are the cards that have been laid down, so that each has its index. `scored` is
    how many declarations have been scored after the last trick, `seven_scored` that a seven has been.
    `made` are the points of this hand and `brisques` the aces and tens won, by side; `reached` are all
    sides' points when that side had reached the target (None: it has not).
    `open_cards` are those won in tricks that lie before each seat to be declared and are never played, those
    of them won last in `fresh` (Polish bezique). `closed` is the seat that has ended the drawing (Mariage);
    `five_courts` are those that were dealt five court cards (Briscan). `among` are the seats that play to the
    trick where not all do, in turn (a duel). `blanche` are the cards each seat has shown for carte blanche
    (Rubicon bezique), in the order in which it got them; `penalties` are what the referee has entered.
    """

    dealer: int
    hands: Hands[Named]
    stock: tuple[Card, ...]
    turn_up: Card | None
    trump: Suit | None
    turn: int
    made: tuple[int, ...]
    brisques: tuple[int, ...]
    reached: tuple[tuple[int, ...] | None, ...]
    table: tuple[Card, ...] = ()
    tricks: tuple[Trick[Card], ...] = ()
    declarations: tuple[Declaration, ...] = ()
    shown: tuple[Card, ...] = ()
    scored: int = 0
    seven_scored: bool = False
    open_cards: Hands[Named] = ()
    fresh: tuple[Named, ...] = ()
    closed: int | None = None
    among: tuple[int, ...] = ()
    five_courts: tuple[int, ...] = ()
    blanche: Hands[Card] = ()
    penalties: tuple[Penalty, ...] = ()

    @property
    def leader(self) -> int:
        """The seat that led to the trick in progress."""
        if self.among:
            return self.among[(self.among.index(self.turn) - len(self.table)) % len(self.among)]
        return (self.turn - len(self.table)) % len(self.hands)

    @property
    def next_turn(self) -> int:
        """The seat that plays after the one in turn."""
        if self.among:
            return self.round_from(self.turn)[1]
        return (self.turn + 1) % len(self.hands)

    @property
    def complete(self) -> bool:
        """Whether all have played to the trick."""
        return len(self.table) == len(self.among or self.hands)

    @property
    def played_out(self) -> bool:
        """Whether those who play to the trick have no more cards."""
        if self.among:
            return not any(self.hands[seat] for seat in self.among)
        return not any(self.hands)

    def round_from(self, seat: int) -> tuple[int, ...]:
        """Those who play to the trick, in turn, beginning with that one."""
        seats = self.among or tuple(range(len(self.hands)))
        place = seats.index(seat)
        return (*seats[place:], *seats[:place])

    @property
    def left(self) -> int:
        """Cards that can still be drawn, the turn-up included."""
        return len(self.stock) + (self.turn_up is not None)

    @property
    def draws(self) -> bool:
        """Whether cards are still drawn after each trick."""
        return self.closed is None and (self.turn_up is not None or bool(self.stock))


class Duel(NamedTuple):
    """Two `seats` that play their last tricks by themselves; everybody may know all of it.

    `turn` is who plays, or declares, and `table` the trick in progress. `scored` and `fresh` are of the last
    trick of the duel, as those of a `Deal`.
    """

    seats: tuple[int, int]
    turn: int
    table: tuple[Card, ...] = ()
    scored: int = 0
    fresh: tuple[Named, ...] = ()

    @property
    def leader(self) -> int:
        """The seat that led to the trick in progress, or is to lead."""
        return self.turn if not self.table else self.other(self.turn)

    @property
    def seats_in_turn(self) -> tuple[int, int]:
        """The two as they play to the trick in progress."""
        return self.leader, self.other(self.leader)

    def other(self, seat: int) -> int:
        """The adversary of that seat."""
        first, second = self.seats
        return second if seat == first else first


@dataclass(frozen=True, slots=True)
class InHand:
    """The cards are dealt. A phase that one game has of its own is another subclass."""

    match: Match
    deal: Deal

    @property
    def points(self) -> tuple[int, ...]:
        """Each side's points in the game, those of the hand in progress among them."""
        return tuple(map(int.__add__, self.match.score.points, self.deal.made))


@dataclass(frozen=True, slots=True)
class Playing(InHand):
    """A card is to be played to the trick."""


@dataclass(frozen=True, slots=True)
class Declaring(InHand):
    """After a trick it may be declared; `moves` is everything that each seat may do, by seat. Those in `done`
    have said that they declare nothing more."""

    moves: tuple[tuple[Move, ...], ...]
    done: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Over:
    """The match is over; `points` are those of its last game. `winner` is None at a board with equal
    points."""

    match: Match
    dealer: int
    points: tuple[int, ...]
    winner: int | None


State: TypeAlias = Preliminary[Match] | InHand | Over


@dataclass(frozen=True, slots=True)
class Served:
    """What cards have served for: the declarations of a side, and from them the highest level of each
    shown card in each class. `held` are the side's cards: a declared card that is not among them has been
    played."""

    declarations: tuple[Declaration, ...]
    levels: dict[tuple[Named, Class], int]
    held: frozenset[Named] = frozenset()

    @classmethod
    def by(cls, declarations: tuple[Declaration, ...], side: int, held: Iterable[Named] = ()) -> "Served":
        """What that side's cards have served for."""
        own = tuple([declaration for declaration in declarations if declaration.side == side])
        levels: dict[tuple[Named, Class], int] = {}
        for declaration in own:
            kind = declaration.kind
            for named in declaration.cards:
                key = (named, kind.group)
                levels[key] = max(kind.level, levels.get(key, 0))
        return cls(own, levels, frozenset(held))

    def level(self, named: Named, group: Class) -> int:
        """The highest level at which it has been declared in that class; 0: none."""
        return self.levels.get((named, group), 0)


class Phase(Enum):
    """What the match waits for."""

    PRELIMINARIES = "preliminaries"
    PLAYING = "playing"
    DECLARING = "declaring"
    OWN = "own"  # a phase that one game has of its own
    OVER = "over"


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` (None: a spectator) may know.

    `hand` are that seat's cards that do not lie declared; `declared` is everybody's, by seat, and
    `declarations` all that were made in this hand. `held` counts each seat's cards, `stock` the cards face
    down. `points` are each side's in the game, `made` those of this hand. `to_follow`: nothing more is
    drawn, so that suit must be followed and tricks won. `open_cards` are those that lie before each seat and
    are never played, with those won last in `fresh` (Polish bezique); `closed` is the seat that has ended the
    drawing (Mariage). `duels` are played beside each other (`bot.rules.bezique.duels`); `cards` and `leader`
    are then those of the seat's own.
    """

    variant: Variant
    phase: Phase
    preliminaries: PreliminariesView | None
    seat: int | None
    dealer: int | None
    score: Score
    points: tuple[int, ...]
    trump: Suit | None
    turn_up: Card | None
    stock: int
    hand: tuple[Named, ...]
    declared: tuple[tuple[Named, ...], ...]
    declarations: tuple[Declaration, ...]
    held: tuple[int, ...]
    to_act: tuple[int, ...]
    leader: int
    cards: tuple[Card, ...]
    tricks: tuple[Trick[Card], ...]
    scored: int
    to_follow: bool
    made: tuple[int, ...]
    brisques: tuple[int, ...]
    legal: tuple[Move, ...]
    winner: int | None
    open_cards: tuple[tuple[Named, ...], ...] = ()
    fresh: tuple[Named, ...] = ()
    closed: int | None = None
    duels: tuple[Duel, ...] = ()

    @property
    def turned(self) -> Card | None:
        """The turn-up, while it lies there."""
        return self.turn_up

    @property
    def may_score(self) -> bool:
        """Whether another declaration may be scored after this trick."""
        most = self.variant.scored_a_trick
        return most is None or self.scored < most

    def side_of(self, seat: int) -> int:
        """The side that `seat` scores for."""
        return self.variant.seating.side_of(seat)

    def served(self, seat: int) -> Served:
        """What the cards of that seat's side have served for."""
        return Served.by(self.declarations, self.side_of(seat), self.declared[seat])
