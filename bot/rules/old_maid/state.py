"""The state of a game of Old Maid, one class a phase, and what a seat may see of it."""

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Self, TypeAlias

from bot.rules.cards import Card
from bot.rules.moves import Move
from bot.rules.old_maid.options import OldMaidOptions
from bot.rules.preliminaries.phases import PreliminariesView, Preliminary

Pair: TypeAlias = tuple[Card, Card]


@dataclass(frozen=True, slots=True)
class LastDraw:
    """The draw made last: by whom, from whom, and whether it made a pair. `card` is None for those
    who may not know it."""

    seat: int
    giver: int
    matched: bool
    card: Card | None


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards once they are dealt. `hands` are in their hidden order; `turn` is to draw. `pairs` counts
    those each seat has thrown, `out` lists the seats that have got rid of their cards, first first."""

    options: OldMaidOptions
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    turn: int
    pairs: tuple[int, ...]
    out: tuple[int, ...] = ()
    last: LastDraw | None = None

    @property
    def giver(self) -> int:
        """Whom the seat whose turn it is draws from: the nearest on its right with cards."""
        return neighbour(self.hands, self.turn, -1)

    @property
    def offered(self) -> tuple[Card, ...]:
        """The hand that is drawn from."""
        return self.hands[self.giver]

    @property
    def throwing(self) -> tuple[int, ...]:
        """The seats that hold a pair they have not thrown."""
        return tuple(seat for seat, hand in enumerate(self.hands) if has_pair(hand))

    def with_hand(self, seat: int, hand: tuple[Card, ...]) -> Self:
        """The same with another hand of `seat`."""
        return replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))


@dataclass(frozen=True, slots=True)
class Throwing:
    """Somebody holds pairs and is to throw them; several seats may do so at once."""

    deal: Deal


@dataclass(frozen=True, slots=True)
class Mixing:
    """The hand about to be drawn from is to be shuffled."""

    deal: Deal


@dataclass(frozen=True, slots=True)
class Drawing:
    """The seat in turn is to draw a card."""

    deal: Deal


@dataclass(frozen=True, slots=True)
class Over:
    """Only the queen of spades is left."""

    deal: Deal

    @property
    def maid(self) -> int:
        """Who holds her."""
        return next(seat for seat, hand in enumerate(self.deal.hands) if hand)


State: TypeAlias = Preliminary[OldMaidOptions] | Throwing | Mixing | Drawing | Over


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` (None: a spectator) may know. `hand` is that seat's own, sorted; `held` are the numbers of
    cards; `throwing` the seats that have pairs to throw; `giver` is whose hand the seat in turn draws from,
    and `maid` who is left with the queen, each None at other times. `preliminaries` is set before the deal.
    """

    options: OldMaidOptions
    seat: int | None
    to_act: tuple[int, ...]
    legal: tuple[Move, ...]
    preliminaries: PreliminariesView | None = None
    dealer: int | None = None
    hand: tuple[Card, ...] = ()
    held: tuple[int, ...] = ()
    throwing: tuple[int, ...] = ()
    giver: int | None = None
    pairs: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    last: LastDraw | None = None
    maid: int | None = None


def has_pair(hand: tuple[Card, ...]) -> bool:
    """Whether two cards of the hand are of one rank."""
    return len({card.rank for card in hand}) < len(hand)


def pairs_in(hand: tuple[Card, ...]) -> tuple[Pair, ...]:
    """Every two cards of one rank."""
    ordered = sorted(hand, key=lambda card: card.text)
    return tuple((a, b) for a, b in combinations(ordered, 2) if a.rank is b.rank)


def neighbour(hands: tuple[tuple[Card, ...], ...], seat: int, step: int) -> int:
    """The nearest other seat with cards, to the left (`step` 1) or to the right (-1)."""
    other = (seat + step) % len(hands)
    while not hands[other] and other != seat:
        other = (other + step) % len(hands)
    return other
