"""The turns that the bot plays: house players', absentees', marked and forced cards, and the next hand.

Subscribes to committed transactions. One chain of turns at a time runs for a table, and goes on for as
long as it is the bot's turn there.
"""

import asyncio
import logging
import random

from bot.rules.moves import Move
from bot.tables.deadlines import Deadlines
from bot.tables.dealing import deal
from bot.tables.model import House, Status
from bot.tables.move_policy import anybody_present, marked_move, seat_to_play
from bot.tables.ports import Clock, HousePlayers
from bot.tables.repository import Committed, TableRepository
from bot.tables.snapshot import TableSnapshot
from bot.tables.transaction import retry_on_conflict
from bot.tables.users import Users

log = logging.getLogger(__name__)


class HouseTurns:
    """Makes the bot's moves, each after the pause of its table."""

    def __init__(
        self,
        repository: TableRepository,
        house: HousePlayers,
        users: Users,
        deadlines: Deadlines,
        clock: Clock,
    ) -> None:
        self._repository = repository
        self._house = house
        self._users = users
        self._deadlines = deadlines
        self._clock = clock
        self._chains: dict[int, asyncio.Task[None]] = {}
        self._pausing: dict[int, asyncio.Task[None]] = {}

    def committed(self, committed: Committed) -> None:
        """Play on at that table if it is the bot's turn. Returns at once."""
        snapshot = committed.snapshot
        pausing = self._pausing.get(snapshot.table.id)
        if pausing and (committed.change.moves or seat_to_play(snapshot, self._users) is None):
            # It pauses before a move that is not to be made any more.
            pausing.cancel()
        self._wake(snapshot)

    async def resume(self) -> None:
        """Take up the turns at the tables of this process where they were left; no other table is loaded."""
        for table_id in await self._repository.owned(await self._repository.bots_turns()):
            await self.look_at(table_id)

    async def look_at(self, table_id: int) -> None:
        """Play on at that table if it is the bot's turn: another process has changed it."""
        self._wake(await self._repository.look(table_id))

    async def take_turn(self, snapshot: TableSnapshot, seat: int) -> None:
        """Move for that seat, unless the table has moved on meanwhile."""
        await self._move(snapshot, seat, await self._choose(snapshot, seat))

    async def stop(self) -> None:
        """Cancel the turns under way; they are taken up again on the next start."""
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
        if (marked := marked_move(snapshot, seat)) is not None:
            return marked
        chair = snapshot.chair_of(seat)
        # For somebody who is away the house plays at the table's level.
        player = chair.occupant.player if isinstance(chair.occupant, House) else snapshot.table.level
        rng = random.Random(_seed(snapshot))
        return await self._house.choose(game.key, player, snapshot.view(seat), rng)

    def _volunteered(self, snapshot: TableSnapshot) -> tuple[int, Move] | None:
        """What a house player does of itself now, though nobody waits for it."""
        table, seats = snapshot.table, range(len(snapshot.table.seats))
        ready = [seat for seat in seats if snapshot.optional(seat)]
        if not ready or table.held or not anybody_present(table):
            return None
        people = [seat for seat in seats if snapshot.chair_of(seat).present is not None]
        for seat in ready:
            if seat not in people:
                move = self._house.volunteer(snapshot.game.key, snapshot.view(seat), people)
                if move is not None:
                    return seat, move
        return None

    async def _pause(self, snapshot: TableSnapshot, seconds: float) -> None:
        pause = self._clock.pause(seconds)
        self._pausing[snapshot.table.id] = pausing = asyncio.ensure_future(pause)
        try:
            await asyncio.wait({pausing})
        finally:
            pausing.cancel()
            self._pausing.pop(snapshot.table.id, None)

    @retry_on_conflict
    async def _move(self, seen: TableSnapshot, seat: int, move: Move | None) -> None:
        """Make the move; None: cut and choose for everybody until the hand is dealt."""
        async with self._repository.transaction(seen.table.id) as tx:
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
        if table.status is not Status.PLAYING or table.id in self._chains or not self._repository.owns(table):
            return
        due = seat_to_play(snapshot, self._users) is not None or self._volunteered(snapshot) is not None
        if due or self._users.unread(table.people):
            self._chains[table.id] = asyncio.create_task(self._play_on(table.id))

    async def _play_on(self, table_id: int) -> None:
        try:
            await self._users.read((await self._repository.look(table_id)).table.people)
            while True:
                snapshot = await self._repository.look(table_id)
                if not self._repository.owns(snapshot.table):
                    break
                if (volunteered := self._volunteered(snapshot)) is not None:
                    await self._pause(snapshot, self._deadlines.before_move(snapshot))
                    await self._move(snapshot, *volunteered)
                    continue
                seat = seat_to_play(snapshot, self._users)
                if seat is None or not anybody_present(snapshot.table):
                    break
                # The house thinks during the pause, so that a choice takes as long as a move without one.
                async with asyncio.TaskGroup() as both:
                    chosen = both.create_task(self._choose(snapshot, seat))
                    pause = self._deadlines.pause_left(snapshot, self._clock.now())
                    both.create_task(self._pause(snapshot, pause))
                await self._move(snapshot, seat, chosen.result())
        except Exception:
            log.exception("table %s: the house could not move", table_id)
        finally:
            # Not left to a callback: a commit from here on starts a new chain.
            self._chains.pop(table_id, None)


def _seed(snapshot: TableSnapshot) -> str:
    table = snapshot.table
    if table.board is None:
        return f"{table.id}/{snapshot.step}"
    # Whoever plays the same cards at a board meets the same answers.
    return f"board {table.board.board}/{' '.join(logged.text for logged in snapshot.log)}"
