"""The state of a game of Old Maid, and what a seat may see of it."""

from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from bot.rules.cards import Card
from bot.rules.cutting import Cutting
from bot.rules.old_maid.options import OldMaidOptions


class Phase(Enum):
    """What the game waits for."""

    FORMING = "forming"
    SHUFFLING = "shuffling"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class LastDraw:
    """The draw made last: by whom, from whom, and whether it made a pair. `card` is None for those
    who may not know it."""

    seat: int
    giver: int
    matched: bool
    card: Card | None


@dataclass(frozen=True, slots=True)
class State:
    """A game. `hands` are in their hidden order; `turn` is to draw; `mixed` says that the hand
    about to be drawn from has been shuffled. `pairs` counts those each seat has thrown, `out`
    lists the seats that have got rid of their cards, first first.
    """

    options: OldMaidOptions
    phase: Phase
    dealer: int
    hands: tuple[tuple[Card, ...], ...] = ()
    turn: int = 0
    mixed: bool = False
    pairs: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    last: LastDraw | None = None
    cutting: Cutting | None = None

    @property
    def giver(self) -> int:
        """Whom the seat whose turn it is draws from: the nearest on its right with cards."""
        return neighbour(self.hands, self.turn, -1)

    @property
    def throwing(self) -> tuple[int, ...]:
        """The seats that hold a pair they have not thrown."""
        return tuple(seat for seat, hand in enumerate(self.hands) if has_pair(hand))


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` (None: a spectator) may know. `hand` is that seat's own, sorted; `held` are the
    numbers of cards; `giver` is whose hand the seat in turn draws from.
    """

    options: OldMaidOptions
    phase: Phase
    seat: int | None
    dealer: int
    hand: tuple[Card, ...]
    held: tuple[int, ...]
    to_act: tuple[int, ...]
    throwing: tuple[int, ...]
    giver: int | None
    pairs: tuple[int, ...]
    out: tuple[int, ...]
    last: LastDraw | None
    maid: int | None


def has_pair(hand: tuple[Card, ...]) -> bool:
    """Whether two cards of the hand are of one rank."""
    return len({card.rank for card in hand}) < len(hand)


def pairs_in(hand: tuple[Card, ...]) -> tuple[tuple[Card, Card], ...]:
    """Every two cards of one rank."""
    ordered = sorted(hand, key=lambda card: card.text)
    return tuple((a, b) for a, b in combinations(ordered, 2) if a.rank is b.rank)


def neighbour(hands: tuple[tuple[Card, ...], ...], seat: int, step: int) -> int:
    """The nearest other seat with cards, to the left (`step` 1) or to the right (-1)."""
    other = (seat + step) % len(hands)
    while not hands[other] and other != seat:
        other = (other + step) % len(hands)
    return other
