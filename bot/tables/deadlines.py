"""When a table next acts by itself; set in the transaction that brings it about."""

from dataclasses import dataclass, replace

from bot.tables.model import Pace, Status, Table
from bot.tables.motions import settle
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
        """Set when the table next acts by itself: to clear away a lobby, to play for the player to move, or
        to remind them. A match that is over is marked as finished, and a proposal that nobody is left to
        answer is carried, or dropped.
        """
        settle(tx)
        match tx.table.status:
            case Status.LOBBY | Status.PLAYING if tx.table.paused:
                self.keep(tx)
            case Status.LOBBY:
                tx.set(deadline=tx.now + waits_of(tx.table).lobby)
            case Status.PLAYING:
                self._in_play(tx)

    def wake(self, tx: TableTransaction, at: float | None) -> None:
        """Let the table act at that time, or once its proposal ends if that is earlier; None: only then."""
        proposal = tx.table.proposal
        if proposal is None:
            tx.set(deadline=at)
            return
        # While play waits for an answer, nobody's turn runs out.
        sooner = at is None or (tx.table.held and not tx.table.paused) or proposal.deadline < at
        tx.set(proposal=replace(proposal, turn_deadline=at), deadline=proposal.deadline if sooner else at)

    def keep(self, tx: TableTransaction) -> None:
        """Let whoever is to act have no more time than before, whatever has been proposed or answered."""
        self.wake(tx, tx.table.turn_deadline)

    def _in_play(self, tx: TableTransaction) -> None:
        snapshot, waits = tx.snapshot, waits_of(tx.table)
        if snapshot.game.result(snapshot.state) is not None:
            tx.set(status=Status.FINISHED, deadline=None, reminded=False, proposal=None, paused=False)
            return
        tx.set(reminded=False)
        if not anybody_present(tx.table):
            self.wake(tx, tx.now + waits.abandoned)
        elif seat_to_play(snapshot, self._users) is not None:
            self.wake(tx, tx.now + self.pause(tx.table) + LATE_SECONDS)
        else:
            self.wake(tx, tx.now + waits.reminder if waits.reminder else None)
