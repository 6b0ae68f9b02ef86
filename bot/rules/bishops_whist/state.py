"""The state of a match of Bishops Whist, and what a seat may see of it."""

from dataclasses import dataclass
from enum import Enum

from bot.rules.bishops_whist.options import BishopsWhistOptions
from bot.rules.bishops_whist.scoring import Penalty
from bot.rules.cards import Card, Suit
from bot.rules.cutting import Cutting


class Phase(Enum):
    """What the match waits for."""

    FORMING = "forming"
    SHUFFLING = "shuffling"
    CUTTING = "cutting"
    NAMING = "naming"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: its cards in the order played, from the seat `leader`."""

    number: int
    leader: int
    cards: tuple[Card, ...]
    winner: int

    @property
    def plays(self) -> tuple[tuple[int, Card], ...]:
        """Seat and card, in the order played."""
        return tuple(((self.leader + turn) % 4, card) for turn, card in enumerate(self.cards))


@dataclass(frozen=True, slots=True)
class Score:
    """The match so far: points of the game in progress, games won, hands and games begun."""

    points: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)
    hand: int = 1
    game: int = 1


@dataclass(frozen=True, slots=True)
class TurnUp:
    """The pack on the table and the card turned for trumps; fixed once the hand is dealt."""

    pack: tuple[Card, ...]
    lift: int = 0
    card: Card | None = None
    trump: Suit | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """The hands (seat 0 first) and the tricks of the hand in progress."""

    trump: Suit
    hands: tuple[tuple[Card, ...], ...]
    leader: int
    cards: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    penalties: tuple[Penalty, ...] = ()

    @property
    def seat(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.cards)) % 4


@dataclass(frozen=True, slots=True)
class State:
    """A match. `turn_up` is set from the shuffle on, `play` from the deal on."""

    options: BishopsWhistOptions
    phase: Phase
    dealer: int
    score: Score
    cutting: Cutting | None = None
    turn_up: TurnUp | None = None
    play: Play | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` (None: a spectator) may know.

    `hand` is that seat's own. `tricks` are all those played this hand, which anyone watching
    could remember; a table may only let the last be looked at again. `turned` is the trump
    card, still lying before the dealer while `turned_lies` is true.
    """

    options: BishopsWhistOptions
    phase: Phase
    seat: int | None
    dealer: int
    score: Score
    trump: Suit | None
    turned: Card | None
    turned_lies: bool
    hand: tuple[Card, ...]
    held: tuple[int, ...]
    to_act: tuple[int, ...]
    leader: int
    cards: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    cuts: tuple[tuple[Card, ...], ...]
