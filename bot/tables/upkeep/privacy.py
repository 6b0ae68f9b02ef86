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
    """Erasing is written down first, and finished at the next start if the process ends in between."""

    def __init__(self, store: PrivacyStore, repository: TableRepository, lobby: Lobby, clock: Clock) -> None:
        self._store = store
        self._repository = repository
        self._lobby = lobby
        self._clock = clock
        self._forget: list[Callable[[int], None]] = []
        self._told: Subscribers[int] = Subscribers("person")
        self._leave: list[Callable[[int], Awaitable[None]]] = []
        self._one_by_one = asyncio.Lock()

    def subscribe(self, forget: Callable[[int], None]) -> None:
        """Call with a person's id once they are erased; what is kept of them in memory must go."""
        self._forget.append(forget)

    def subscribe_erased(self, callback: Callable[[int], None]) -> None:
        """Call back with a person's id once this process has erased them; it must return at once."""
        self._told.add(callback)

    def leave_first(self, leave: Callable[[int], Awaitable[None]]) -> None:
        """Call with a person's id before they are erased: they are to leave whatever they are in."""
        self._leave.append(leave)

    async def stored(self, user_id: int) -> Mapping[str, Sequence[Mapping[str, object]]]:
        """Every row that holds that person's id, by table, without what others keep secret."""
        return await self._store.rows_of(user_id)

    async def erase(self, user_id: int) -> None:
        """Have the person leave their tables and erase them everywhere. It is done when this returns."""
        await self._store.begin_erasure(user_id)
        async with self._one_by_one:
            await self._erase(user_id)
            await self._store.compact()

    async def resume(self) -> None:
        """Finish the erasures that were under way when the process ended."""
        async with self._one_by_one:
            people = await self._store.erasures()
            for user_id in people:
                if user_id:
                    await self._erase(user_id)
            if people:
                await self._store.compact()

    async def tidy(self) -> None:
        """Delete what has served."""
        await self._store.tidy(self._clock.now())

    def erased_elsewhere(self, user_id: int) -> None:
        """Another process has erased that person: nothing of them is to stay in memory here."""
        self._repository.forget_person(user_id)
        for forget in self._forget:
            forget(user_id)

    async def _erase(self, user_id: int) -> None:
        for leave in self._leave:
            await leave(user_id)
        for table in await self._repository.open_tables(user_id=user_id):
            try:
                await self._lobby.leave(table.id, Actor(Person(user_id, ""), sees=True, sends=True))
            except TableError as refusal:
                # Whatever is left of them there goes with the rest.
                log.info("table %s: %s", table.id, refusal)
        for table_id in await self._store.erase(user_id):
            self._repository.forget(table_id)
        for forget in self._forget:
            forget(user_id)
        self._told.notify(user_id, user_id)
