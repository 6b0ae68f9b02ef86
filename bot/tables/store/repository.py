"""The tables: one lock a table, a cache of snapshots, transactions that hold or leave everything as it was.

The store is the only truth. A cached snapshot is used until the store says that it is behind;
then it is loaded again and the use case is tried once more (`retry_on_conflict`).
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from bot.jobs.ports import Job
from bot.rules.errors import RuleError
from bot.subscribers import Subscribers
from bot.tables.state.change import Change
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot, restore
from bot.tables.state.table import Table
from bot.tables.store.locks import Locks
from bot.tables.store.ports import Clock, Dealer, Ownership, TableStore
from bot.tables.store.recent import Recent
from bot.tables.store.transaction import Conflict, TableTransaction

log = logging.getLogger(__name__)

_OVER_KEPT = 8
"""How many tables that are over stay in memory: for a moment they are still shown, and later seldom seen."""

_LONG_LOG = 300
"""A log of more moves than this is played through in a thread."""


def no_jobs(before: TableSnapshot, after: TableSnapshot, change: Change) -> Sequence[Job]:
    """None at all."""
    return ()


@dataclass(frozen=True, slots=True)
class Committed:
    """A transaction has held: the table before it and as it is stored now, and what was stored."""

    before: TableSnapshot
    snapshot: TableSnapshot
    change: Change

    @property
    def closed(self) -> bool:
        """Whether the table is over, or cleared away, since this transaction."""
        return self.before.table.open and not self.snapshot.table.open


class TableRepository:
    """Loads, caches and changes tables.

    `capacity` is how many are kept in memory. Of those that are over, only the latest few are; any other
    is loaded when it is looked at. `jobs` says which work a change of a table makes necessary, which is
    stored with it.
    """

    def __init__(
        self,
        store: TableStore,
        clock: Clock,
        dealer: Dealer,
        ownership: Ownership,
        capacity: int = 2000,
        jobs: Callable[[TableSnapshot, TableSnapshot, Change], Sequence[Job]] = no_jobs,
    ) -> None:
        self._store = store
        self._ownership = ownership
        self._clock = clock
        self._dealer = dealer
        self._jobs = jobs
        self._cache: Recent[int, TableSnapshot] = Recent(capacity)
        self._over: OrderedDict[int, None] = OrderedDict()
        self._locks = Locks()
        self._subscribers: Subscribers[Committed] = Subscribers("table")

    def subscribe(self, callback: Callable[[Committed], None]) -> None:
        """Call back after every transaction that has held, the lock given up; it must return at once."""
        self._subscribers.add(callback)

    async def look(self, table_id: int) -> TableSnapshot:
        """The table as it was last known here. Raises TableError if there is none."""
        return self._cached(table_id) or await self._load(table_id)

    async def fresh(self, table_id: int) -> TableSnapshot:
        """The table as the store has it now. Raises TableError if there is none."""
        async with self._locks.of(table_id):
            return await self._load(table_id)

    async def create(self, table: Table) -> TableSnapshot:
        """Store a new table (its `id` is ignored). Subscribers are not notified: nothing has changed yet."""
        return self._keep(restore(await self._store.create(table), (), 0))

    async def deal(self, table: Table, deal: Callable[[TableTransaction], None]) -> TableSnapshot:
        """Store a new table (its `id` is ignored) that plays a board, dealt by `deal`; where that board is
        played there already, nothing is stored, and that table is returned."""
        before = TableSnapshot(table)
        transaction = TableTransaction(before, self._clock.now(), self._dealer)
        deal(transaction)
        change = transaction.finish()
        assert change is not None
        stored, is_new = await self._store.create_dealt(change)
        if not is_new:
            return await self.look(stored.id)
        snapshot = self._keep(replace(transaction.snapshot, table=stored))
        opened = replace(before, table=replace(table, id=stored.id))
        self._subscribers.notify(stored.id, Committed(opened, snapshot, replace(change, table=stored)))
        return snapshot

    async def last_game(self, channel_id: int) -> str | None:
        """The game of the channel's newest table, None before its first."""
        return await self._store.last_game(channel_id)

    async def open_tables(
        self, *, guild_id: int | None = None, channel_id: int | None = None, user_id: int | None = None
    ) -> Sequence[Table]:
        """Open tables of a server, a channel or a person who belongs to them, newest first."""
        return await self._store.open_tables(guild_id=guild_id, channel_id=channel_id, user_id=user_id)

    def forget(self, table_id: int) -> None:
        """Load the table again when it is next needed: it was changed in the store."""
        self._cache.pop(table_id, None)

    def forget_person(self, user_id: int) -> None:
        """Load the tables at which that person has ever sat again when they are next needed."""
        for table_id in [key for key, kept in self._cache.items() if kept.table.sat(user_id)]:
            del self._cache[table_id]

    def outdated(self, table_id: int, version: int) -> None:
        """Another process has brought the table to that version."""
        known = self._cache.get(table_id)
        if known is not None and known.table.version < version:
            del self._cache[table_id]

    def owns(self, table: Table) -> bool:
        """Whether this process looks after that table."""
        return self._ownership.owns(table.guild_id, table.id)

    async def guild_of(self, table_id: int) -> int:
        """The server of that table; 0 if there is no such table."""
        if (known := self._cache.get(table_id)) is not None:
            return known.table.guild_id
        return (await self._store.guilds_of([table_id])).get(table_id, 0)

    async def owned(self, table_ids: Collection[int]) -> Sequence[int]:
        """Those of the tables that this process looks after, in their order."""
        guilds = await self._store.guilds_of(table_ids) if self._ownership.shard_count > 1 else {}
        return [one for one in table_ids if self._ownership.owns(guilds.get(one, 0), one)]

    async def due(self, now: float) -> Sequence[int]:
        """Ids of open tables whose deadline has passed, the longest overdue first."""
        return await self._store.due(now)

    async def bots_turns(self) -> Sequence[int]:
        """Ids of open tables at which the bot is to move, whoever has waited longest first."""
        return await self._store.bots_turns()

    @asynccontextmanager
    async def transaction(self, table_id: int) -> AsyncIterator[TableTransaction]:
        """Change the table: locked in the block, stored at its end, then published to subscribers.

        A TableError or RuleError raised in the block is a refusal, whereupon nothing has happened.
        Raises Conflict if the table was changed elsewhere, and TableError if there is none; so it is
        used within `retry_on_conflict`.
        """
        async with self._locks.of(table_id):
            cached = self._cached(table_id)
            before = cached or await self._load(table_id)
            transaction = TableTransaction(before, self._clock.now(), self._dealer)
            try:
                yield transaction
            except (TableError, RuleError):
                if cached is not None and await self._store.version(table_id) != cached.table.version:
                    self._cache.pop(table_id, None)
                    raise Conflict from None
                raise
            change = transaction.finish()
            if change is None:
                return
            jobs = self._jobs(before, transaction.snapshot, change)
            change = replace(change, jobs=tuple(jobs))
            try:
                holds = await self._store.commit(change)
            except BaseException:
                # Cancelled, or the connection lost: nobody here knows which version it has now.
                self._cache.pop(table_id, None)
                raise
            if not holds:
                self._cache.pop(table_id, None)
                raise Conflict
            snapshot = self._keep(transaction.snapshot)
        log.debug("table %s is at version %s", table_id, snapshot.table.version)
        self._subscribers.notify(table_id, Committed(before, snapshot, change))

    def _cached(self, table_id: int) -> TableSnapshot | None:
        snapshot = self._cache.get(table_id)
        if snapshot is not None:
            self._cache.move_to_end(table_id)
        return snapshot

    async def _load(self, table_id: int) -> TableSnapshot:
        known = self._cache.get(table_id)
        if known is not None and await self._store.version(table_id) == known.table.version:
            return known
        stored = await self._store.load(table_id)
        if stored is None:
            raise TableError("no-table")
        table, log = stored
        posts = await self._store.last_post(table_id)
        if len(log) <= _LONG_LOG:
            return self._keep(restore(table, log, posts))
        # Playing it through would hold everybody else up.
        return self._keep(await asyncio.to_thread(restore, table, log, posts))

    def _keep(self, snapshot: TableSnapshot) -> TableSnapshot:
        table_id = snapshot.table.id
        known = self._cache.get(table_id)
        if known is not None and known.table.version > snapshot.table.version:
            return known  # loaded by somebody who looked on while a transaction held
        self._cache[table_id] = snapshot
        if not snapshot.table.open:
            self._over[table_id] = None
            self._over.move_to_end(table_id)
            while len(self._over) > _OVER_KEPT:
                self._cache.pop(self._over.popitem(last=False)[0], None)
        return snapshot
