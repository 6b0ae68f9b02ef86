"""The state of a match of Bingo, one class a phase, and what a seat may see of it."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from bot.rules.dominoes.bingo.options import BingoOptions
from bot.rules.dominoes.bingo.scoring import Closing
from bot.rules.match import Score
from bot.rules.moves import Move
from bot.rules.preliminaries.phases import Preliminary
from bot.rules.tiles import Tile
from bot.rules.trick_taking.hands import Hands
from bot.rules.trick_taking.trick import Trick


@dataclass(frozen=True, slots=True)
class Match:
    """The match between two deals; `score.points` are points of the game. `lead` leads the next deal."""

    options: BingoOptions
    score: Score
    lead: int

    @property
    def dealer(self) -> int:
        """The seat that does not lead."""
        return 1 - self.lead


@dataclass(frozen=True, slots=True)
class DrawingForLead:
    """A tile is to be drawn by each player, to settle who leads the first deal."""

    match: Match


class Deal(NamedTuple):
    """A deal in progress; a named tuple, since every move makes another.

    `stock` is drawn from its front, the `turn_up` after its last tile; both stay where they are once the
    trump has been turned down (`closing`). `trump` is the half that is trumps. `counted` is what each seat
    has in its tricks and `called` what its doubles were called for, which counts once it has a trick.
    `shown` are the doubles each seat has shown and still holds, `spent` all doubles that were called.
    `bingo` are the points for Bingo, by seat.
    """

    hands: Hands[Tile]
    stock: tuple[Tile, ...]
    turn_up: Tile | None
    trump: int
    turn: int
    counted: tuple[int, ...] = (0, 0)
    called: tuple[int, ...] = (0, 0)
    taken: tuple[int, ...] = (0, 0)
    table: tuple[Tile, ...] = ()
    tricks: tuple[Trick[Tile], ...] = ()
    shown: tuple[tuple[Tile, ...], ...] = ((), ())
    spent: frozenset[Tile] = frozenset()
    closing: Closing | None = None
    bingo: tuple[int, ...] = (0, 0)

    @property
    def leader(self) -> int:
        """The seat that led to the trick in progress, or is to lead."""
        return (self.turn - len(self.table)) % len(self.hands)

    @property
    def drawing(self) -> bool:
        """Whether both draw after the next trick, so that any tile may be played to it."""
        return self.turn_up is not None and self.closing is None

    @property
    def made(self) -> tuple[int, ...]:
        """What each seat has: its tricks and, once it has one, its calls."""
        return tuple(
            [
                count + called if taken else 0
                for count, called, taken in zip(self.counted, self.called, self.taken, strict=True)
            ]
        )


@dataclass(frozen=True, slots=True)
class Playing:
    """A tile is to be played."""

    match: Match
    deal: Deal


@dataclass(frozen=True, slots=True)
class Over:
    """The match has been won."""

    match: Match
    winner: int


State: TypeAlias = DrawingForLead | Preliminary[Match] | Playing | Over


class Phase(Enum):
    """What the match waits for."""

    LEAD = "drawing for the lead"
    SHUFFLE = "shuffle"
    CUTTING = "cutting"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` (None: a spectator) may know.

    `held` are the numbers of tiles, `stock` those face down that can still be drawn, the turn-up not among
    them. `made` is what each seat has that counts, and `waiting` what it has called that does not yet.
    The rest is as in `Deal`.
    """

    options: BingoOptions
    seat: int | None
    score: Score
    phase: Phase
    lead: int
    to_act: tuple[int, ...] = ()
    legal: tuple[Move, ...] = ()
    hand: tuple[Tile, ...] = ()
    held: tuple[int, ...] = (0, 0)
    stock: int = 0
    turn_up: Tile | None = None
    trump: int | None = None
    leader: int = 0
    table: tuple[Tile, ...] = ()
    tricks: tuple[Trick[Tile], ...] = ()
    made: tuple[int, ...] = (0, 0)
    waiting: tuple[int, ...] = (0, 0)
    taken: tuple[int, ...] = (0, 0)
    shown: tuple[tuple[Tile, ...], ...] = ((), ())
    spent: frozenset[Tile] = frozenset()
    closing: Closing | None = None
    bingo: tuple[int, ...] = (0, 0)
    winner: int | None = None

    @property
    def drawing(self) -> bool:
        """Whether both draw after the next trick, so that any tile may be played to it."""
        return self.turn_up is not None and self.closing is None
