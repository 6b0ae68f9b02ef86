"""When a table next acts by itself; set in the transaction that brings it about."""

from dataclasses import dataclass

from bot.tables.model import Pace, Status, Table
from bot.tables.move_policy import anybody_present, seat_to_play
from bot.tables.transaction import TableTransaction
from bot.tables.users import Users

LATE_SECONDS = 5
"""How late a house player's move may be before the deadline makes it, as after a crash."""

_WEEK = 7 * 24 * 60 * 60

ABANDONED_SECONDS = 24 * 60 * 60
"""How long a table waits when everybody is away, before it is cleared away."""

LOBBY_SECONDS = 2 * 60 * 60
"""How long an open table waits for its players before it is cleared away."""

PAUSED_SECONDS = _WEEK
"""How long a paused table waits for its people, before it is cleared away."""


@dataclass(frozen=True, slots=True)
class Waits:
    """How long a table waits for people, in seconds.

    `lobby` is how long it waits for its players, `abandoned` how long when everybody is away; then it is
    cleared away. `reminder` is how long a turn may take before the person is reminded (0: no turn clock),
    and `stand_in` how much longer before the house stands in.
    """

    lobby: int
    abandoned: int
    reminder: int
    stand_in: int


def waits_of(table: Table) -> Waits:
    """The waits that go with the table's turn clock: everything that depends on its pace follows from them.

    A slow table reminds halfway, so that the house stands in when the day is over.
    """
    seconds = table.turn_seconds
    if table.slow:
        return Waits(_WEEK, _WEEK, seconds // 2, seconds - seconds // 2)
    return Waits(LOBBY_SECONDS, ABANDONED_SECONDS, seconds, seconds or ABANDONED_SECONDS)


class Deadlines:
    """`pause` is how long a house player usually thinks, in seconds."""

    def __init__(self, users: Users, pause: float) -> None:
        self._users = users
        self._pause = pause

    @property
    def longest_pause(self) -> float:
        """How late a move of the house may be at any table, in seconds."""
        return self._pause * Pace.VERY_SLOW.factor + LATE_SECONDS

    def pause(self, table: Table) -> float:
        """How long a house player thinks at that table, in seconds."""
        return self._pause * self._users.pace(table)

    def reset(self, tx: TableTransaction) -> None:
        """Set when the table next acts by itself: to clear away a lobby or a table paused for too long, to
        play for the player to move, or to remind them. A match that is over is marked as finished.
        """
        match tx.table.status:
            case Status.LOBBY | Status.PLAYING if tx.table.paused:
                tx.set(deadline=tx.now + PAUSED_SECONDS, reminded=False)
            case Status.LOBBY:
                tx.set(deadline=tx.now + waits_of(tx.table).lobby)
            case Status.PLAYING:
                self._in_play(tx)

    def _in_play(self, tx: TableTransaction) -> None:
        snapshot, waits = tx.snapshot, waits_of(tx.table)
        if snapshot.game.result(snapshot.state) is not None:
            tx.set(status=Status.FINISHED, deadline=None, reminded=False)
        elif not anybody_present(tx.table):
            tx.set(deadline=tx.now + waits.abandoned, reminded=False)
        elif seat_to_play(snapshot, self._users) is not None:
            tx.set(deadline=tx.now + self.pause(tx.table) + LATE_SECONDS, reminded=False)
        else:
            tx.set(deadline=tx.now + waits.reminder if waits.reminder else None, reminded=False)
