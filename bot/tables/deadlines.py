"""When a table next acts by itself; set in the transaction that brings it about."""

from bot.tables.model import Status
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
    """`pause` is how long a house player thinks, in seconds."""

    def __init__(self, users: Users, pause: float) -> None:
        self._users = users
        self.house_seconds = pause + LATE_SECONDS

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
            tx.set(deadline=tx.now + self.house_seconds, reminded=False)
        else:
            clock = tx.table.turn_seconds
            tx.set(deadline=tx.now + clock if clock else None, reminded=False)
