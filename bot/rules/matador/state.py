"""The state of a match of Matador, and what a seat may see of it."""

from dataclasses import dataclass
from enum import Enum

from bot.rules.dominoes.tiles import Tile
from bot.rules.matador.events import TileLaid
from bot.rules.matador.line import Line
from bot.rules.matador.options import MatadorOptions


class Phase(Enum):
    """What the match waits for."""

    SHUFFLING = "shuffling"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Score:
    """The match so far: points of the game in progress, games won, deals and games begun."""

    points: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)
    deal: int = 1
    game: int = 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """`seat` could not lay, or would not, with these halves open, and drew or passed."""

    seat: int
    halves: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """A deal in progress. The stock is drawn from its front; its last two stay. `drawn` counts the
    tiles the seat in turn has drawn; `must_lead` is the one tile that may be led, if any; `last`
    is the play made last; `passed` is who has passed and not laid since.
    """

    hands: tuple[tuple[Tile, ...], tuple[Tile, ...]]
    stock: tuple[Tile, ...]
    line: Line
    turn: int
    drawn: int = 0
    must_lead: Tile | None = None
    wants: tuple[Wanted, ...] = ()
    last: TileLaid | None = None
    passed: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A match. `lead` is who leads the next deal, None where the tiles are to say it. `winner` is set
    once it is over.
    """

    options: MatadorOptions
    phase: Phase
    score: Score
    lead: int | None
    play: Play | None = None
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` (None: a spectator) may know. `drawable` is how many tiles of the stock may be
    drawn yet; `wants` are the occasions at which somebody could not, or would not, lay.
    """

    options: MatadorOptions
    phase: Phase
    seat: int | None
    score: Score
    hand: tuple[Tile, ...]
    held: tuple[int, int]
    stock: int
    drawable: int
    line: Line
    to_act: tuple[int, ...]
    drawn: int
    must_lead: Tile | None
    wants: tuple[Wanted, ...]
    last: TileLaid | None
    winner: int | None
