"""The floor the tables stand on: one lock a table, a cache of states, changes that hold.

The store is the only truth. A cached table is used until the store says that it is behind;
then it is loaded again and the step is tried once more.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from bot.rules.errors import RuleError
from bot.tables.draft import Draft
from bot.tables.errors import TableError
from bot.tables.live import Live, restore
from bot.tables.ports import Clock, Dealer, NameWriter, Publisher, TableStore

_TRIES = 3


class Floor:
    """Loads, locks and changes tables; everything that happens at a table goes through `change`.

    `capacity` is how many tables are kept in memory. `hand_over` is called with a table's id and the
    number of a hand in which people played, once its result is stored; it must return at once.
    """

    def __init__(
        self,
        store: TableStore,
        clock: Clock,
        dealer: Dealer,
        publisher: Publisher,
        write_name: NameWriter,
        capacity: int = 2000,
    ) -> None:
        self.store = store
        self.clock = clock
        self.dealer = dealer
        self.publisher = publisher
        self.write_name = write_name
        self.hand_over: Callable[[int, int], None] = lambda table_id, hand: None
        self._capacity = capacity
        self._cache: OrderedDict[int, Live] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def look(self, table_id: int) -> Live:
        """The table as it was last known here. Raises TableError if there is none."""
        return self._cached(table_id) or await self._load(table_id)

    async def fresh(self, table_id: int) -> Live:
        """The table as the store has it now. Raises TableError if there is none."""
        async with self._locked(table_id):
            return await self._load(table_id)

    async def change(self, table_id: int, plan: Callable[[Draft], None]) -> Live:
        """Let `plan` draft a change of the table, store it, and have it shown.

        `plan` may be called more than once, each time with a fresh draft, and refuses by raising
        TableError or RuleError, whereupon nothing has happened.
        """
        async with self._locked(table_id):
            live = await self._change(table_id, plan)
        self.publisher.changed(table_id)
        return live

    async def _change(self, table_id: int, plan: Callable[[Draft], None]) -> Live:
        live = self._cached(table_id)
        known = live is not None
        for _ in range(_TRIES):
            live = live or await self._load(table_id)
            draft = Draft(live, self.clock.now(), self.write_name, self.dealer)
            try:
                plan(draft)
            except (TableError, RuleError):
                # Another process may have moved the table on since it was cached here.
                if not known or (await self._load(table_id)).table.version == live.table.version:
                    raise
                known, live = False, self._cached(table_id)
                continue
            change = draft.change()
            if await self.store.commit(change):
                for hand in {outcome.number for outcome in change.outcomes if outcome.unit == "hand"}:
                    self.hand_over(table_id, hand)
                return self._keep(draft.live)
            known, live = False, None
            self._cache.pop(table_id, None)
        raise TableError("busy", "The table is very busy just now; try again in a moment.")

    @asynccontextmanager
    async def _locked(self, table_id: int) -> AsyncIterator[None]:
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        async with lock:
            yield

    def _cached(self, table_id: int) -> Live | None:
        live = self._cache.get(table_id)
        if live is not None:
            self._cache.move_to_end(table_id)
        return live

    async def _load(self, table_id: int) -> Live:
        known = self._cache.get(table_id)
        if known is not None and await self.store.version(table_id) == known.table.version:
            return known
        stored = await self.store.load(table_id)
        if stored is None:
            raise TableError("no-table", "There is no such table any more; open one with /table open.")
        table, log = stored
        return self._keep(restore(table, log, await self.store.last_post(table_id)))

    def _keep(self, live: Live) -> Live:
        self._cache[live.table.id] = live
        self._cache.move_to_end(live.table.id)
        while len(self._cache) > self._capacity:
            self._cache.popitem(last=False)
        return live
