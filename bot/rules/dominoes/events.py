"""What happens in all games of dominoes."""

from dataclasses import dataclass

from bot.rules.events import Dealt, Event, Seat
from bot.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class TilesDealt(Dealt):
    """A seat drew its tiles, or one more; only that seat sees them."""

    called = "tiles"
    pieces: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class SetShuffled(Event):
    """The set lies face down, for `cutter` to say where drawing begins."""

    kind = "shuffled"
    posted = True
    hand: int
    cutter: Seat
