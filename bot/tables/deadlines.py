"""When a table next acts by itself; set in the transaction that brings it about."""

from bot.tables.model import Pace, Status, Table
from bot.tables.move_policy import anybody_present, seat_to_play
from bot.tables.transaction import TableTransaction
from bot.tables.users import Users

LATE_SECONDS = 5
"""How late a house player's move may be before the deadline makes it, as after a crash."""

ABANDONED_SECONDS = 24 * 60 * 60
"""How long a table waits when everybody is away, before it is cleared away."""

LOBBY_SECONDS = 2 * 60 * 60
"""How long an open table waits for its players before it is cleared away."""


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
        """Set when the table next acts by itself: to clear away a lobby, to play for the player to move, or
        to remind them. A match that is over is marked as finished.
        """
        match tx.table.status:
            case Status.LOBBY:
                tx.set(deadline=tx.now + LOBBY_SECONDS)
            case Status.PLAYING:
                self._in_play(tx)

    def _in_play(self, tx: TableTransaction) -> None:
        snapshot = tx.snapshot
        if snapshot.game.result(snapshot.state) is not None:
            tx.set(status=Status.FINISHED, deadline=None, reminded=False)
        elif not anybody_present(tx.table):
            tx.set(deadline=tx.now + ABANDONED_SECONDS, reminded=False)
        elif seat_to_play(snapshot, self._users) is not None:
            tx.set(deadline=tx.now + self.pause(tx.table) + LATE_SECONDS, reminded=False)
        else:
            clock = tx.table.turn_seconds
            tx.set(deadline=tx.now + clock if clock else None, reminded=False)
