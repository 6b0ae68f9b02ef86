"""The state of a match of Matador, one class a phase, and what a seat may see of it."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.rules.dominoes.matador.events import TileLaid
from bot.rules.dominoes.matador.line import Line
from bot.rules.dominoes.matador.options import MatadorOptions
from bot.rules.match import Score
from bot.rules.moves import Move
from bot.rules.preliminaries.phases import Preliminary
from bot.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class Wanted:
    """`seat` could not lay, or would not, with these halves open, and drew or passed."""

    seat: int
    halves: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """The match between two hands. `lead` is who leads the next deal, None where the tiles decide it."""

    options: MatadorOptions
    score: Score
    lead: int | None

    @property
    def dealer(self) -> int:
        """The seat that does not lead; the second where the tiles decide it."""
        return 1 if self.lead is None else 1 - self.lead


@dataclass(frozen=True, slots=True)
class Playing:
    """A deal in progress. The stock is drawn from its front; its last two stay. `drawn` counts the
    tiles the seat in turn has drawn; `must_lead` is the one tile that may be led, if any; `last`
    is the play made last; `passed` are those who have passed and not laid since."""

    match: Match
    hands: tuple[tuple[Tile, ...], ...]
    stock: tuple[Tile, ...]
    line: Line
    turn: int
    drawn: int = 0
    must_lead: Tile | None = None
    wants: tuple[Wanted, ...] = ()
    last: TileLaid | None = None
    passed: frozenset[int] = frozenset()

    @property
    def following(self) -> int:
        """The seat after the one in turn."""
        return (self.turn + 1) % len(self.hands)

    def hands_with(self, hand: tuple[Tile, ...]) -> tuple[tuple[Tile, ...], ...]:
        """The hands with another one for the seat in turn."""
        return (*self.hands[: self.turn], hand, *self.hands[self.turn + 1 :])


@dataclass(frozen=True, slots=True)
class Over:
    """The match has been won; its score keeps the points of the last game."""

    match: Match
    winner: int


State: TypeAlias = Preliminary[Match] | Playing | Over


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` (None: a spectator) may know. `held` are the numbers of tiles, empty between deals.
    `cutter` is the seat that is to cut the shuffled set, if any. `drawable` is how many tiles of the stock
    may still be drawn; `wants` are the times somebody could not, or would not, lay."""

    options: MatadorOptions
    seat: int | None
    score: Score
    to_act: tuple[int, ...] = ()
    legal: tuple[Move, ...] = ()
    cutter: int | None = None
    hand: tuple[Tile, ...] = ()
    held: tuple[int, ...] = ()
    stock: int = 0
    drawable: int = 0
    line: Line = ()
    drawn: int = 0
    must_lead: Tile | None = None
    wants: tuple[Wanted, ...] = ()
    last: TileLaid | None = None
    winner: int | None = None
