"""Loads, caches and changes tables."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any, Concatenate, ParamSpec, TypeVar

from bot.jobs.ports import Job
from bot.tables.state.change import Change
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot, restore
from bot.tables.state.table import Table
from bot.tables.store.ports import Clock, Dealer, Ownership, TableStore
from bot.tables.store.transaction import TableTransaction
from bot.tables.store.versioned import VersionedRepository, in_transaction

P = ParamSpec("P")
S = TypeVar("S")

_OVER_KEPT = 8  # how many finished tables stay in memory: for a moment they are still shown
_LONG_LOG = 300  # a log of more moves than this is played through in a thread


@dataclass(frozen=True, slots=True)
class Committed:
    """A transaction was committed: the table before and after it, and what was stored."""

    before: TableSnapshot
    snapshot: TableSnapshot
    change: Change

    @property
    def closed(self) -> bool:
        """Whether this transaction finished the match, or cleared the table away."""
        return self.before.table.open and not self.snapshot.table.open


def changes_table(
    use_case: Callable[Concatenate[S, TableTransaction, P], Awaitable[None]],
) -> Callable[Concatenate[S, int, P], Coroutine[Any, Any, TableSnapshot]]:
    """Run the use case in a transaction of the table with that id; see `in_transaction`."""
    return in_transaction(use_case)


class TableRepository(VersionedRepository[TableSnapshot, TableTransaction, Change, Committed]):
    """The tables. Of those that are over only the latest few stay in memory.

    `jobs` returns the jobs that a change of a table makes necessary, which are stored with it.
    """

    def __init__(
        self,
        store: TableStore,
        clock: Clock,
        dealer: Dealer,
        ownership: Ownership,
        capacity: int,
        jobs: Callable[[TableSnapshot, TableSnapshot, Change], Sequence[Job]],
    ) -> None:
        super().__init__("table", store, ownership, capacity)
        self._store = store
        self._clock = clock
        self._dealer = dealer
        self._jobs = jobs
        self._over: OrderedDict[int, None] = OrderedDict()

    async def fresh(self, table_id: int) -> TableSnapshot:
        """The table as the store has it now. Raises TableError if there is none."""
        async with self._locks.of(table_id):
            return await self._current(table_id)

    async def create(self, table: Table) -> TableSnapshot:
        """Store a new table (its `id` is ignored). Subscribers are not notified: nothing has changed yet."""
        return self._keep(restore(await self._store.create(table), (), 0))

    async def deal(self, table: Table, deal: Callable[[TableTransaction], None]) -> TableSnapshot:
        """Store a new table (its `id` is ignored) that plays a board, dealt by `deal`; where that board is
        played there already, nothing is stored, and that table is returned."""
        before = TableSnapshot(table)
        transaction = self._begin(before)
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
        return await self._store.last_game(channel_id)

    async def open_tables(
        self, *, guild_id: int | None = None, channel_id: int | None = None, user_id: int | None = None
    ) -> Sequence[Table]:
        return await self._store.open_tables(guild_id=guild_id, channel_id=channel_id, user_id=user_id)

    def outdated(self, table_id: int, version: int) -> None:
        """Forget the table if another process has brought it to a later version."""
        known = self._cache.get(table_id)
        if known is not None and known.table.version < version:
            self.forget(table_id)

    async def catch_up(self, table_ids: Collection[int]) -> None:
        """Forget those that other processes have changed since: a hint of it may have got lost."""
        known = [table_id for table_id in table_ids if table_id in self._cache]
        versions = await asyncio.gather(*map(self._versions.version, known))
        for table_id, version in zip(known, versions, strict=True):
            self.outdated(table_id, version or 0)

    async def due(self, now: float) -> Sequence[int]:
        return await self._store.due(now)

    async def bots_turns(self) -> Sequence[int]:
        return await self._store.bots_turns()

    def _row(self, value: TableSnapshot) -> Table:
        return value.table

    def _begin(self, before: TableSnapshot) -> TableTransaction:
        return TableTransaction(before, self._clock.now(), self._dealer)

    def _finish(self, transaction: TableTransaction) -> Change | None:
        change = transaction.finish()
        if change is None:
            return None
        return replace(change, jobs=tuple(self._jobs(transaction.before, transaction.snapshot, change)))

    def _event(self, before: TableSnapshot, after: TableSnapshot, change: Change) -> Committed:
        return Committed(before, after, change)

    def _mentions(self, value: TableSnapshot, user_id: int) -> bool:
        return value.table.sat(user_id)

    async def _load(self, key: int) -> TableSnapshot:
        stored = await self._store.load(key)
        if stored is None:
            raise TableError("no-table")
        table, log = stored
        posts = await self._store.last_post(key)
        if len(log) <= _LONG_LOG:
            return restore(table, log, posts)
        # Playing a long log through would block the event loop.
        return await asyncio.to_thread(restore, table, log, posts)

    def _keep(self, value: TableSnapshot) -> TableSnapshot:
        kept = super()._keep(value)
        if kept is value and not value.table.open:
            self._over[value.table.id] = None
            self._over.move_to_end(value.table.id)
            while len(self._over) > _OVER_KEPT:
                self.forget(self._over.popitem(last=False)[0])
        return kept
