"""The state of a match of whist, and what a seat may see of it."""

from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from bot.rules.cards import Card, Suit
from bot.rules.cutting import Cutting
from bot.rules.options import Options
from bot.rules.tricks import Trick

O = TypeVar("O", bound=Options)  # noqa: E741


class Phase(Enum):
    """What the match waits for."""

    FORMING = "forming"
    SHUFFLING = "shuffling"
    CUTTING = "cutting"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class GameOf:
    """A game that has been won: by which side, and its value in points (Law 8)."""

    winner: int
    value: int


@dataclass(frozen=True, slots=True)
class Score:
    """The match so far: points of the game in progress, the games won, the number of this hand."""

    points: tuple[int, int] = (0, 0)
    won: tuple[GameOf, ...] = ()
    hand: int = 1

    @property
    def games(self) -> tuple[int, int]:
        """Games won by each side."""
        first = sum(1 for game in self.won if game.winner == 0)
        return first, len(self.won) - first

    @property
    def game(self) -> int:
        """The number of the game in progress."""
        return len(self.won) + 1


@dataclass(frozen=True, slots=True)
class Claim:
    """Honours held in the last hand and not called yet: the side and their points (Laws 6-7)."""

    side: int
    points: int


@dataclass(frozen=True, slots=True)
class Penalty:
    """An offence of the referee layer: its kind, the seat at fault, what the adversaries chose."""

    offence: str
    seat: int
    exacted: str

    @property
    def side(self) -> int:
        """The side at fault."""
        return self.seat % 2


@dataclass(frozen=True, slots=True)
class Won:
    """The finished tricks of a hand; `taken` counts each side's. `asked` are the sides that have
    asked for an honour at eight.
    """

    trump: Suit
    turned: Card
    tricks: tuple[Trick, ...] = ()
    taken: tuple[int, int] = (0, 0)
    penalties: tuple[Penalty, ...] = ()
    asked: tuple[int, ...] = ()


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

    def honours(self, ranks: tuple[object, ...]) -> tuple[int, int]:
        """How many trumps of these ranks each side was dealt."""
        held = [0, 0]
        owned = [(seat, card) for trick in self.won.tricks for seat, card in trick.plays]
        owned += [((self.leader + turn) % 4, card) for turn, card in enumerate(self.cards)]
        owned += [(seat, card) for seat, hand in enumerate(self.hands) for card in hand]
        for seat, card in owned:
            if card.suit is self.won.trump and card.rank in ranks:
                held[seat % 2] += 1
        return held[0], held[1]


@dataclass(frozen=True, slots=True)
class Match(Generic[O]):
    """What stays as it is while a hand is played. `pack` is set from the shuffle to the cut."""

    options: O
    dealer: int
    score: Score
    pack: tuple[Card, ...] = ()
    claim: Claim | None = None


@dataclass(frozen=True, slots=True)
class State(Generic[O]):
    """A match. `play` is set from the deal on, `cutting` while the deal is cut for."""

    match: Match[O]
    phase: Phase
    play: Play | None = None
    cutting: Cutting | None = None


@dataclass(frozen=True, slots=True)
class View(Generic[O]):
    """What `seat` (None: a spectator) may know.

    `hand` is that seat's own, `playable` what it may play now. `tricks` are all those played this
    hand; a table may only let the last be looked at again (Law 91). `turned` is the trump card,
    lying before the dealer until the first trick is complete. `may` are the seat's moves that are no
    play and no cut, in the notation.
    """

    options: O
    phase: Phase
    seat: int | None
    dealer: int
    score: Score
    target: int
    trump: Suit | None
    turned: Card | None
    hand: tuple[Card, ...]
    playable: tuple[Card, ...]
    held: tuple[int, ...]
    to_act: tuple[int, ...]
    leader: int
    cards: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    cuts: tuple[tuple[Card, ...], ...]
    may: tuple[str, ...]
