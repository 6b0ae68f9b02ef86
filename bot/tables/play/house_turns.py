"""The turns that the bot plays: house players', absentees', marked and forced cards, and the next hand.

What it makes for people who are there waits until the time in `TurnClock.deferred`, unless it shows nothing.

Subscribes to committed transactions. One chain of turns at a time runs for a table, and goes on for as
long as it is the bot's turn there.
"""

import asyncio
import logging
import random
from dataclasses import replace
from typing import Final

from bot.rules.moves import Move
from bot.tables.people.users import Users
from bot.tables.state.chairs import House
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Deferred, Status, Table
from bot.tables.store.ports import Clock, HousePlayers
from bot.tables.store.recent import Recent
from bot.tables.store.repository import Committed, TableRepository
from bot.tables.store.versioned import retry_on_conflict
from bot.tables.turns.deadlines import Deadlines
from bot.tables.turns.dealing import deal
from bot.tables.turns.move_policy import (
    anybody_present,
    deferrable,
    marked_move,
    move_for_person,
    seat_to_play,
)

log = logging.getLogger(__name__)

_AHEAD: Final = 60.0  # seconds before a deferred move when the bot begins to wait for it
_LONGEST_THOUGHT: Final = 12.0  # how long a house player can think at most, in seconds

_TABLES: Final = 10_000


class HouseTurns:
    """Makes the bot's moves, each after a pause."""

    def __init__(
        self,
        repository: TableRepository,
        house: HousePlayers,
        users: Users,
        deadlines: Deadlines,
        clock: Clock,
    ) -> None:
        self.repository = repository
        self._house = house
        self._users = users
        self._deadlines = deadlines
        self._clock = clock
        self._chains: dict[int, asyncio.Task[None]] = {}
        self._pausing: dict[int, asyncio.Task[None]] = {}
        # By table: the deal, and the factor of its pauses.
        self._slowed: Recent[int, tuple[int, int]] = Recent(_TABLES)
        # By table and seat: deferred moves made earlier because the player has looked at the hand.
        self._hastened: Recent[tuple[int, int], Deferred] = Recent(_TABLES)

    def committed(self, committed: Committed) -> None:
        """Play on at that table if it is the bot's turn. Returns at once."""
        snapshot = committed.snapshot
        if pausing := self._pausing.get(snapshot.table.id):
            deferred = committed.before.table.clock.deferred != snapshot.table.clock.deferred
            idle = seat_to_play(snapshot, self._users) is None and not snapshot.table.clock.deferred
            if committed.change.moves or deferred or idle:
                # The move it pauses for is not to be made, or not then.
                pausing.cancel()
        self._wake(snapshot)

    async def resume(self) -> None:
        """Go on with the bot's turns at the tables of this process. No other table is loaded."""
        for table_id in await self.repository.owned(await self.repository.bots_turns()):
            await self.look_at(table_id)

    async def look_at(self, table_id: int) -> None:
        """Play on at a table that another process has changed, if it is the bot's turn."""
        self._wake(await self.repository.look(table_id))

    async def looked_in(self, table_id: int, user_id: int) -> None:
        """Hasten a forced card at a slow table, whose player looks at the hand: they could play it themselves
        now."""
        snapshot = await self.repository.look(table_id)
        if not snapshot.table.clock.slow:
            return
        now = self._clock.now()
        for seat in deferrable(snapshot, self._users):
            deferred = snapshot.table.clock.deferred.get(seat)
            if deferred is None or snapshot.chair_of(seat).user_id != user_id:
                continue
            if marked_move(snapshot, seat) is None and self._at(snapshot, seat) == deferred.at:
                at = min(self._deadlines.looked_in(snapshot, seat, now), now + _AHEAD)
                self._hastened[table_id, seat] = replace(deferred, at=at)
                if pausing := self._pausing.get(table_id):
                    pausing.cancel()
        self._wake(snapshot)

    async def take_turn(self, snapshot: TableSnapshot, seat: int) -> None:
        """Move for that seat, unless the table has moved on."""
        await self._move(snapshot, seat, await self._choose(snapshot, seat))

    async def stop(self) -> None:
        """Cancel the turns in progress; `resume` takes them up again."""
        chains = tuple(self._chains.values())
        for chain in chains:
            chain.cancel()
        await asyncio.gather(*chains, return_exceptions=True)

    async def settled(self) -> None:
        """Wait until the bot has no more turns to play."""
        while chains := tuple(self._chains.values()):
            await asyncio.gather(*chains)

    async def _choose(self, snapshot: TableSnapshot, seat: int) -> Move | None:
        if seat == snapshot.seat_cut_for:
            return None  # there is nothing to think about
        game, legal = snapshot.game, snapshot.game.legal(snapshot.state, seat)
        if len(legal) == 1:
            return legal[0]
        made = move_for_person(snapshot, self._users, seat) or marked_move(snapshot, seat)
        if made is not None:
            return made
        chair = snapshot.chair_of(seat)
        # The house plays at the table's level for people who are away.
        player = chair.occupant.player if isinstance(chair.occupant, House) else snapshot.table.level
        rng = random.Random(_seed(snapshot))
        return await self._house.choose(game.key, player, snapshot.view(seat), rng)

    def _volunteered(self, snapshot: TableSnapshot) -> tuple[int, Move] | None:
        """An optional move that a house player makes now."""
        table, seats = snapshot.table, range(len(snapshot.table.chairs))
        if table.status is not Status.PLAYING or table.held or not anybody_present(table):
            return None
        people = [seat for seat in seats if snapshot.chair_of(seat).present is not None]
        for seat in seats:
            if seat not in people and snapshot.optional_moves(seat):
                move = self._house.volunteer(snapshot.game.key, snapshot.view(seat), people)
                if move is not None:
                    return seat, move
        return None

    async def _pause(self, table: Table, seconds: float) -> bool:
        """Returns whether the pause ran to its end."""
        pause = self._clock.pause(seconds)
        self._pausing[table.id] = pausing = asyncio.ensure_future(pause)
        try:
            await asyncio.wait({pausing})
            return not pausing.cancelled()
        finally:
            pausing.cancel()
            self._pausing.pop(table.id, None)

    async def _think(self, snapshot: TableSnapshot, seat: int) -> tuple[bool, Move | None]:
        """The move of that seat after the pause of the table, and whether it is still to be made.

        The house thinks during the pause, so that a choice takes as long as a move without one. If the pause
        is too short, every later pause of the hand is twice as long.
        """
        table, waited = snapshot.table, 0.0
        pause = self._deadlines.pause_left(snapshot, self._clock.now())
        if seat != snapshot.seat_cut_for:
            pause *= self._slowed_by(table)
        chosen = asyncio.create_task(self._choose(snapshot, seat))
        try:
            while await self._pause(table, pause):
                waited += pause
                if chosen.done() or not 0 < waited < _LONGEST_THOUGHT:
                    return True, await chosen
                self._slowed[table.id] = table.dealt.deals, 2 * self._slowed_by(table)
                pause = waited
            return False, None
        finally:
            chosen.cancel()

    def _slowed_by(self, table: Table) -> int:
        deal, factor = self._slowed.get(table.id, (table.dealt.deals, 1))
        return factor if deal == table.dealt.deals else 1

    def _at(self, snapshot: TableSnapshot, seat: int) -> float:
        # When the bot makes the deferred move of that seat.
        deferred = snapshot.table.clock.deferred[seat]
        hastened = self._hastened.get((snapshot.table.id, seat))
        return hastened.at if hastened is not None and hastened.step == deferred.step else deferred.at

    def _next_deferred(self, snapshot: TableSnapshot) -> tuple[float, int] | None:
        moves = [(self._at(snapshot, seat), seat) for seat in snapshot.table.clock.deferred]
        return min(moves, default=None)

    @retry_on_conflict
    async def _defer(self, seen: TableSnapshot) -> None:
        async with self.repository.transaction(seen.table.id) as tx:
            if tx.table.version == seen.table.version:
                self._deadlines.keep(tx)

    @retry_on_conflict
    async def _move(self, seen: TableSnapshot, seat: int, move: Move | None) -> None:
        """Make the move; None: cut and choose for everybody until the hand is dealt."""
        async with self.repository.transaction(seen.table.id) as tx:
            if tx.table.version != seen.table.version:
                return
            if move is None:
                deal(tx)
            else:
                tx.move(seat, move)
                tx.chance()
            self._deadlines.reset(tx)

    def _wake(self, snapshot: TableSnapshot) -> None:
        table = snapshot.table
        if table.status is not Status.PLAYING or table.id in self._chains or not self.repository.owns(table):
            return
        now, deferred = self._clock.now(), self._next_deferred(snapshot)
        due = (
            seat_to_play(snapshot, self._users) is not None
            or self._volunteered(snapshot) is not None
            or (deferred is not None and deferred[0] - now <= _AHEAD)
            or not self._deadlines.is_deferred(snapshot, now)
        )
        if due or self._users.unread(table.chairs.people):
            self._chains[table.id] = asyncio.create_task(self._play_on(table.id))

    async def _play_on(self, table_id: int) -> None:
        try:
            await self._users.read((await self.repository.look(table_id)).table.chairs.people)
            while True:
                snapshot = await self.repository.look(table_id)
                if not self.repository.owns(snapshot.table) or not await self._play(snapshot):
                    break
        except Exception:
            log.exception("table %s: the house could not move", table_id)
        finally:
            # Removed here and not in a callback, so that a later commit starts a new chain.
            self._chains.pop(table_id, None)

    async def _play(self, snapshot: TableSnapshot) -> bool:
        """Make the bot's next move unless the table changes meanwhile; returns whether there was one."""
        now, table = self._clock.now(), snapshot.table
        if not self._deadlines.is_deferred(snapshot, now):
            await self._defer(snapshot)
            return True
        if (volunteered := self._volunteered(snapshot)) is not None:
            if await self._pause(table, self._deadlines.before_move(snapshot)):
                await self._move(snapshot, *volunteered)
            return True
        seat, deferred = seat_to_play(snapshot, self._users), self._next_deferred(snapshot)
        if deferred is not None:
            at, waiting = deferred
            if seat is None and at - now > _AHEAD:
                return False
            if seat is None or at - now <= self._deadlines.pause(snapshot):
                if await self._pause(table, max(0.0, at - now)):
                    await self._move(snapshot, waiting, move_for_person(snapshot, self._users, waiting))
                return True
        if seat is None or not anybody_present(table):
            return False
        to_be_made, chosen = await self._think(snapshot, seat)
        if to_be_made:
            await self._move(snapshot, seat, chosen)
        return True


def _seed(snapshot: TableSnapshot) -> str:
    table = snapshot.table
    if table.board is None:
        return f"{table.id}/{snapshot.step}"
    # The same cards at a board get the same answers.
    return f"board {table.board.board}/{' '.join(logged.text for logged in snapshot.log)}"
