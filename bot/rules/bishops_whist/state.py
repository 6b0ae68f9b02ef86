"""The state of a match of Bishops Whist, and what a seat may see of it."""

from dataclasses import dataclass
from enum import Enum

from bot.rules.bishops_whist.options import BishopsWhistOptions
from bot.rules.bishops_whist.scoring import Penalty
from bot.rules.cards import Card, Suit
from bot.rules.cutting import Cutting
from bot.rules.tricks import Trick


class Phase(Enum):
    """What the match waits for."""

    FORMING = "forming"
    SHUFFLING = "shuffling"
    CUTTING = "cutting"
    NAMING = "naming"
    PLAYING = "playing"
    OVER = "over"


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
class Won:
    """The finished tricks of a hand; `taken` and `bishops` count what each side has in them."""

    trump: Suit
    tricks: tuple[Trick, ...] = ()
    taken: tuple[int, int] = (0, 0)
    bishops: tuple[int, int] = (0, 0)
    penalties: tuple[Penalty, ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    """A hand in progress: the cards held (seat 0 first), the trick to which `seat` plays next."""

    hands: tuple[tuple[Card, ...], ...]
    seat: int
    cards: tuple[Card, ...]
    won: Won

    @property
    def leader(self) -> int:
        """The seat that led to the trick in progress."""
        return (self.seat - len(self.cards)) % 4

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        return self.won.trump

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        return self.won.tricks


@dataclass(frozen=True, slots=True)
class Match:
    """What stays as it is while a hand is played. `turn_up` is set from the shuffle on."""

    options: BishopsWhistOptions
    dealer: int
    score: Score
    turn_up: TurnUp | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A match. `play` is set from the deal on, `cutting` while the deal is cut for."""

    match: Match
    phase: Phase
    play: Play | None = None
    cutting: Cutting | None = None

    @property
    def options(self) -> BishopsWhistOptions:
        """The house rules."""
        return self.match.options

    @property
    def dealer(self) -> int:
        """The seat that deals, or dealt, the hand."""
        return self.match.dealer

    @property
    def score(self) -> Score:
        """The score so far."""
        return self.match.score

    @property
    def turn_up(self) -> TurnUp | None:
        """The pack and the card turned from it."""
        return self.match.turn_up


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
