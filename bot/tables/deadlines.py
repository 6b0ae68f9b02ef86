"""When a table next acts by itself; set in the transaction that brings it about."""

from dataclasses import replace

from bot.tables.model import Pace, Status, Table
from bot.tables.motions import settle
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
        to remind them. A match that is over is marked as finished, and a proposal that nobody is left to
        answer is carried, or dropped.
        """
        settle(tx)
        match tx.table.status:
            case Status.LOBBY:
                tx.set(deadline=tx.now + LOBBY_SECONDS)
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
        snapshot = tx.snapshot
        if snapshot.game.result(snapshot.state) is not None:
            tx.set(status=Status.FINISHED, deadline=None, reminded=False, proposal=None, paused=False)
            return
        if tx.table.paused:
            self.keep(tx)
            return
        tx.set(reminded=False)
        if not anybody_present(tx.table):
            self.wake(tx, tx.now + ABANDONED_SECONDS)
        elif seat_to_play(snapshot, self._users) is not None:
            self.wake(tx, tx.now + self.pause(tx.table) + LATE_SECONDS)
        else:
            clock = tx.table.turn_seconds
            self.wake(tx, tx.now + clock if clock else None)
