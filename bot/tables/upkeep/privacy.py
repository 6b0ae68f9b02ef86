"""What is stored of a person: told, hidden from others, erased."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.subscribers import Subscribers
from bot.tables.people.access import Actor
from bot.tables.seating.lobby import Lobby
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.store.ports import Clock, PrivacyStore
from bot.tables.store.repository import TableRepository

log = logging.getLogger(__name__)


class Privacy:
    """Tells, hides and erases what is stored of a person. An erasure is stored first, and finished at the
    next start if the process ends meanwhile."""

    def __init__(self, store: PrivacyStore, repository: TableRepository, lobby: Lobby, clock: Clock) -> None:
        self._store = store
        self.repository = repository
        self._lobby = lobby
        self._clock = clock
        self._forget: list[Callable[[int], None]] = []
        self._told: Subscribers[int] = Subscribers("person")
        self._leave: list[Callable[[int], Awaitable[None]]] = []
        self._one_by_one = asyncio.Lock()

    def subscribe(self, forget: Callable[[int], None]) -> None:
        """Call back with the id of an erased person: the callback must forget them."""
        self._forget.append(forget)

    def subscribe_erased(self, callback: Callable[[int], None]) -> None:
        """Call back with the id of a person whom this process has erased. The callback must return at
        once."""
        self._told.add(callback)

    def leave_first(self, leave: Callable[[int], Awaitable[None]]) -> None:
        """Call back with the id of a person about to be erased, who must leave whatever they are in."""
        self._leave.append(leave)

    async def stored(self, user_id: int) -> Mapping[str, Sequence[Mapping[str, object]]]:
        return await self._store.rows_of(user_id)

    async def erase(self, user_id: int) -> None:
        """Take the person out of their tables and erase them everywhere before returning."""
        await self._store.begin_erasure(user_id)
        async with self._one_by_one:
            await self._erase(user_id)
            await self._store.compact()

    async def resume(self) -> None:
        """Finish the erasures that were running when the process ended."""
        async with self._one_by_one:
            people = await self._store.erasures()
            for user_id in people:
                if user_id:
                    await self._erase(user_id)
            if people:
                await self._store.compact()

    async def tidy(self) -> None:
        await self._store.tidy(self._clock.now())

    def erased_elsewhere(self, user_id: int) -> None:
        """Forget a person whom another process has erased."""
        self.repository.forget_person(user_id)
        for forget in self._forget:
            forget(user_id)

    async def _erase(self, user_id: int) -> None:
        for leave in self._leave:
            await leave(user_id)
        for table in await self.repository.open_tables(user_id=user_id):
            try:
                await self._lobby.leave(table.id, Actor(Person(user_id, ""), sees=True, sends=True))
            except TableError as refusal:
                # Their traces there are erased with the rest.
                log.info("table %s: %s", table.id, refusal)
        for table_id in await self._store.erase(user_id):
            self.repository.forget(table_id)
        for forget in self._forget:
            forget(user_id)
        self._told.notify(user_id, user_id)
