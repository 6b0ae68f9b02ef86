"""The state of a match of bezique, and what a seat may see of it."""

from dataclasses import dataclass
from enum import Enum

from bot.rules.bezique.declaring import Pending
from bot.rules.bezique.held import Held, Named
from bot.rules.bezique.options import BeziqueOptions
from bot.rules.cards import Card, Suit
from bot.rules.cutting import Cutting
from bot.rules.tricks import Trick


class Phase(Enum):
    """What the match waits for."""

    FORMING = "forming"
    CHOOSING = "choosing"
    SHUFFLING = "shuffling"
    CUTTING = "cutting"
    PLAYING = "playing"
    DECLARING = "declaring"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Standing:
    """The match so far: points of the game in progress, games won, deals and games begun."""

    points: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)
    deal: int = 1
    game: int = 1


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal in progress.

    `hands` hold all of a player's cards, declared ones too. `stock` is drawn from its front; the
    `turn_up` comes after its last card. `turn` is who plays, or declares. `scored` says that a
    declaration has been scored after the last trick, `seven_scored` that a seven has. `made` are the
    points of this deal, `brisques` the aces and tens won.
    """

    hands: tuple[tuple[Held, ...], tuple[Held, ...]]
    stock: tuple[Held, ...]
    turn_up: Held | None
    trump: Suit | None
    turn: int
    cards: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    pending: tuple[tuple[Pending, ...], tuple[Pending, ...]] = ((), ())
    scored: bool = False
    seven_scored: bool = False
    made: tuple[int, int] = (0, 0)
    brisques: tuple[int, int] = (0, 0)

    @property
    def leader(self) -> int:
        """The seat that led to the trick in progress."""
        return self.turn if not self.cards else 1 - self.turn

    @property
    def left(self) -> int:
        """Cards that can still be drawn, the turn-up included."""
        return len(self.stock) + (self.turn_up is not None)

    def with_hand(self, seat: int, hand: tuple[Held, ...]) -> tuple[tuple[Held, ...], tuple[Held, ...]]:
        """Both hands, that seat's being `hand`."""
        return (hand, self.hands[1]) if seat == 0 else (self.hands[0], hand)

    def with_pending(
        self, seat: int, waiting: tuple[Pending, ...]
    ) -> tuple[tuple[Pending, ...], tuple[Pending, ...]]:
        """What both have left to score, that seat having `waiting`."""
        return (waiting, self.pending[1]) if seat == 0 else (self.pending[0], waiting)


@dataclass(frozen=True, slots=True)
class State:
    """A match. `pack` is set from the shuffle to the cut, `deal` from the deal on."""

    options: BeziqueOptions
    phase: Phase
    dealer: int
    standing: Standing
    pack: tuple[Card, ...] = ()
    deal: Deal | None = None
    cutting: Cutting | None = None
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class Owed:
    """A combination left to score, as everybody can see it."""

    key: str
    suit: Suit | None
    points: int


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` (None: a spectator) may know.

    `hand` are that seat's cards that do not lie declared; `declared` and `owed` are everybody's, by
    seat. `stock` counts the cards face down. `moves` are the seat's legal moves in the notation, cuts
    left out.
    """

    options: BeziqueOptions
    phase: Phase
    seat: int | None
    dealer: int
    standing: Standing
    trump: Suit | None
    turn_up: Card | None
    stock: int
    hand: tuple[Named, ...]
    declared: tuple[tuple[Named, ...], tuple[Named, ...]]
    owed: tuple[tuple[Owed, ...], tuple[Owed, ...]]
    held: tuple[int, int]
    to_act: tuple[int, ...]
    leader: int
    cards: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    scored: bool
    made: tuple[int, int]
    brisques: tuple[int, int]
    moves: tuple[str, ...]
    winner: int | None

    @property
    def to_follow(self) -> bool:
        """Whether the stock is out, so that suit must be followed and tricks won."""
        return self.phase is Phase.PLAYING and not self.stock and self.turn_up is None
