"""What a table does once its deadline has passed: a reminder, a stand-in, an overdue turn, clearing away."""

from dataclasses import dataclass

from bot.tables.people.users import Users
from bot.tables.play.house_turns import HouseTurns
from bot.tables.state.chairs import Person
from bot.tables.state.posts import PauseOver, PlayerAway, TurnReminder
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from bot.tables.store.ports import Clock
from bot.tables.store.repository import TableRepository
from bot.tables.store.transaction import TableTransaction
from bot.tables.store.versioned import retry_on_conflict
from bot.tables.turns.deadlines import Deadlines, waits_of
from bot.tables.turns.move_policy import anybody_present, seat_to_play
from bot.tables.turns.proposals import expire
from bot.tables.upkeep.absence import Absence


@dataclass(eq=False)
class Clocks:
    """Acts on tables' deadlines; a loop asks which are due and calls `tick`."""

    repository: TableRepository
    house_turns: HouseTurns
    users: Users
    deadlines: Deadlines
    absence: Absence
    clock: Clock

    async def tick(self, table_id: int) -> None:
        """Act on the table's deadline if it has passed."""
        snapshot = await self.repository.fresh(table_id)
        table = snapshot.table
        if table.clock.deferred:
            await self.house_turns.look_at(table_id)
        if table.clock.deadline is None or table.clock.deadline > self.clock.now() or not table.open:
            return
        if table.proposal is not None and table.proposal.deadline <= self.clock.now():
            await self._end_proposal(snapshot)
        elif (
            table.status is Status.PLAYING
            and anybody_present(table)
            and (seat := seat_to_play(snapshot, self.users)) is not None
        ):
            await self.house_turns.take_turn(snapshot, seat)
        elif not await self._anybody_gone(snapshot):
            await self._call(snapshot)

    async def _anybody_gone(self, snapshot: TableSnapshot) -> bool:
        # People who left the server are not reminded: the house takes their chairs at once.
        table = snapshot.table
        if table.status is not Status.PLAYING or table.clock.paused or table.clock.reminded:
            return False
        return await self.absence.look_for(table.id, [person for _, person in _late(snapshot)])

    @retry_on_conflict
    async def _end_proposal(self, seen: TableSnapshot) -> None:
        async with self.repository.transaction(seen.table.id) as tx:
            proposal = tx.table.proposal
            if proposal is None or proposal.deadline > tx.now:
                return
            if expire(tx):
                self.deadlines.reset(tx)
            else:
                self.deadlines.keep(tx)

    @retry_on_conflict
    async def _call(self, seen: TableSnapshot) -> None:
        async with self.repository.transaction(seen.table.id) as tx:
            if tx.table.version != seen.table.version:
                return
            if tx.table.clock.paused:
                tx.post(PauseOver())
                tx.end(Status.CLOSED)
            elif tx.table.status is Status.LOBBY or not anybody_present(tx.table):
                tx.end(Status.CLOSED)
            elif not tx.snapshot.awaited:
                # Rules that have changed since the last move may leave it to chance, or end the match.
                tx.chance()
                self.deadlines.reset(tx)
            elif not tx.table.clock.reminded:
                self._remind(tx)
            else:
                self._stand_in(tx)

    # First a reminder, then a stand-in, so that nobody is left waiting.

    def _remind(self, tx: TableTransaction) -> None:
        tx.post(TurnReminder(tuple(person for _, person in _late(tx.snapshot))))
        tx.set_clock(reminded=True)
        self.deadlines.wake(tx, tx.now + waits_of(tx.table.clock).stand_in)

    def _stand_in(self, tx: TableTransaction) -> None:
        late = _late(tx.snapshot)
        for chair, _ in late:
            tx.set_seat(chair, away=True)
        # At a slow table the person is not there to see it.
        slow, plays = tx.table.clock.slow, anybody_present(tx.table)
        for _, person in late:
            tx.post(PlayerAway(person, called=slow, plays=plays))
        self.deadlines.reset(tx)


def _late(snapshot: TableSnapshot) -> list[tuple[int, Person]]:
    seats = snapshot.table.chairs
    chairs = dict.fromkeys(snapshot.players_awaited())
    return [(chair, who) for chair in chairs if isinstance(who := seats[chair].occupant, Person)]
