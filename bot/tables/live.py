"""A table in memory: its row, its log and the state the log leads to."""

from dataclasses import dataclass, replace
from typing import Any

from bot.rules.game import Chance, Game
from bot.rules.registry import game_named
from bot.rules.seats import Names
from bot.tables.model import Entry, House, Person, Seat, Status, Table
from bot.tables.ports import NameWriter


@dataclass(frozen=True, slots=True)
class Live:
    """`state` is what the game makes of the log; None before the start. `posts` numbers the
    latest post. `log` is every move so far, oldest first.
    """

    table: Table
    log: tuple[Entry, ...] = ()
    state: Any = None
    posts: int = 0

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules played here."""
        return game_named(self.table.game)

    @property
    def step(self) -> int:
        """Moves made so far: what a button must name to be acted on."""
        return len(self.log)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose move is awaited; empty outside play."""
        if self.table.status is not Status.PLAYING:
            return ()
        due = self.game.to_act(self.state)
        return due if isinstance(due, tuple) else ()

    def players_awaited(self) -> tuple[int, ...]:
        """The chairs whose occupants are to move: a dummy's partner for the dummy."""
        return tuple(self.game.player_of(self.state, seat) for seat in self.awaited)

    def view(self, seat: int | None) -> Any:
        """What that seat, or a spectator, may know."""
        return self.game.view(self.state, seat)

    def names(self, write: NameWriter) -> Names:
        """The names of those seated; the chair's own name where nobody sits."""
        seating = self.game.seating(self.game.options(self.table.options))
        return Names(
            seating,
            tuple(
                write(seat.occupant) if seat.occupant else chair
                for seat, chair in zip(self.table.seats, seating.names, strict=True)
            ),
        )

    @property
    def plain_names(self) -> Names:
        """The names as `names` gives them, without Markdown: for pictures, records and alt texts."""
        return self.names(lambda occupant: occupant.name)


def restore(table: Table, log: tuple[Entry, ...], posts: int) -> Live:
    """The table as its log leaves it."""
    if table.status is Status.LOBBY or not log:
        return Live(table, log, None, posts)
    game = game_named(table.game)
    state = game.begin(game.options(table.options), None)
    for entry in log:
        state = game.apply(state, entry.seat, game.parse(entry.text)).state
    return Live(table, log, state, posts)


def chance_due(live: Live) -> Chance | None:
    """The chance move the game waits for, if it does."""
    if live.table.status is not Status.PLAYING:
        return None
    due = live.game.to_act(live.state)
    return due if isinstance(due, Chance) else None


def reseat(seats: tuple[Seat, ...], order: tuple[int, ...]) -> tuple[Seat, ...]:
    """The chairs after a cut for partners: chair `i` takes who sat in chair `order[i]`."""
    return tuple(seats[old] for old in order)


def with_seat(table: Table, index: int, occupant: Person | House | None, *, away: bool = False) -> Table:
    """The table with somebody else, or nobody, in one chair."""
    seats = list(table.seats)
    seats[index] = Seat(occupant, away)
    return replace(table, seats=tuple(seats))
