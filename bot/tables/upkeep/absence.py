"""People and places that are gone: what becomes of a table then.

Who is gone is found out by asking, at each deal and before a reminder, or when Discord says so in answer to
something else: the events need special intents.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.tables.seating.lobby import Lobby
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.posts import BotBack, BotRemoved, PlaceGone
from bot.tables.state.table import Status, Table
from bot.tables.store.background import Tasks
from bot.tables.store.ports import Membership
from bot.tables.store.repository import Committed, TableRepository, changes_table
from bot.tables.store.transaction import TableTransaction
from bot.tables.store.versioned import retry_on_conflict
from bot.tables.turns.deadlines import Deadlines
from bot.tables.turns.proposals import PAUSED_SECONDS
from bot.tables.upkeep.threads import Threads

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Absence:
    """What happens to tables when people leave the server, channels are deleted, or the bot is removed."""

    repository: TableRepository
    lobby: Lobby
    deadlines: Deadlines
    membership: Membership
    threads: Threads
    _tasks: Tasks = field(init=False, default_factory=Tasks)

    def committed(self, committed: Committed) -> None:
        """After a deal, check whether everybody is still on the server. Returns at once."""
        table = committed.snapshot.table
        if (
            table.status is Status.PLAYING
            and not table.telling.private
            and table.dealt.deals > committed.before.table.dealt.deals
        ):
            self.suspect(table.id, table.chairs.members)

    def suspect(self, table_id: int, people: Iterable[Person]) -> None:
        """Check soon whether these people are still on the table's server. Returns at once."""
        self._tasks.start(self._look_soon(table_id, tuple(people)))

    async def look_for(self, table_id: int, people: Iterable[Person]) -> bool:
        """Take those who have left the table's server out of the table; returns whether there were any.

        People whose membership cannot be determined are assumed present. Raises TableError.
        """
        table = (await self.repository.look(table_id)).table
        if table.telling.private:
            return False  # it stands on no server
        found = False
        for person in people:
            if await self.membership.present(table.guild_id, person.user_id) is False:
                await self.lobby.gone(table_id, person.user_id)
                found = True
        return found

    @changes_table
    async def place_gone(self, tx: TableTransaction) -> None:
        """Close the table, whose channel or thread is gone, and tell its people."""
        if tx.table.open:
            tx.end(Status.CLOSED)
            tx.post(PlaceGone())

    async def channel_gone(self, guild_id: int, channel_id: int) -> None:
        """Close the tables of a deleted channel or thread; a table whose own thread it was goes on in its
        channel."""
        for table in await self.repository.open_tables(guild_id=guild_id, channel_id=channel_id):
            if table.telling.channel_id == channel_id:
                await self.place_gone(table.id)
            else:
                await self.threads.gone(table.id)

    @retry_on_conflict
    async def bot_removed(self, table_id: int) -> bool:
        """Pause the table, as the bot was removed from its server; returns whether this paused it."""
        async with self.repository.transaction(table_id) as tx:
            if not tx.table.open or tx.table.clock.paused:
                return False
            tx.set(proposal=None)
            tx.set_clock(paused=True, reminded=False, deadline=tx.now + PAUSED_SECONDS)
            tx.post(BotRemoved())
            self.deadlines.reset(tx)
        return True

    @changes_table
    async def bot_back(self, tx: TableTransaction) -> None:
        """Resume a table that was paused because the bot was removed."""
        if tx.table.open and tx.table.clock.paused:
            tx.set_clock(paused=False)
            tx.post(BotBack())
            self.deadlines.reset(tx)

    async def open_tables(self, guild_id: int | None = None) -> list[Table]:
        """The open tables in channels, of one server or of all."""
        tables = await self.repository.open_tables(guild_id=guild_id)
        return [table for table in tables if not table.telling.private]

    async def settled(self) -> None:
        """Wait until every check has finished."""
        await self._tasks.settled()

    async def stop(self) -> None:
        """Cancel all checks."""
        await self._tasks.stop()

    async def _look_soon(self, table_id: int, people: tuple[Person, ...]) -> None:
        try:
            await self.look_for(table_id, people)
        except TableError as error:
            log.info("table %s: %s", table_id, error)
        except Exception:
            log.exception("table %s: who is still there could not be found out", table_id)
