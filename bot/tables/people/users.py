"""People's settings and blocks; how long the house pauses and which cards play themselves, as last read."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.subscribers import Subscribers
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.preferences import Calls, UserSettings
from bot.tables.state.table import Table
from bot.tables.store.ports import Clock, UserStore
from bot.tables.store.recent import Recent

KEPT: Final = 10_000  # of how many people settings are remembered; those of the others are read again
KEPT_SECONDS: Final = 30.0  # after so long settings are read again, in case another process's hint was lost
MOST_BLOCKED: Final = 25  # as many as a menu of those to be let off shows


class Users:
    """Reads and saves settings; caches those of the people met last.

    Another process that stores settings sends a hint, upon which `outdated` is called.
    """

    def __init__(self, store: UserStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._read: Recent[int, UserSettings] = Recent(KEPT)
        self._read_at: Recent[int, float] = Recent(KEPT)
        self._changes = 0
        self._subscribers: Subscribers[int] = Subscribers("person")

    def subscribe(self, callback: Callable[[int], None]) -> None:
        """Call back with the id of a person whose settings have changed. The callback must return at once."""
        self._subscribers.add(callback)

    def outdated(self, user_id: int) -> None:
        """Read the settings of a person again when next asked, because another process has changed them."""
        self._changes += 1
        self._read.pop(user_id, None)

    async def settings(self, user_id: int) -> UserSettings:
        kept = self._read.get(user_id)
        age = self._clock.now() - self._read_at.get(user_id, 0.0)
        if kept is not None and 0 <= age < KEPT_SECONDS:
            return kept
        changes, now = self._changes, self._clock.now()
        settings = await self._store.settings(user_id)
        # A read that began before a change must not undo it, nor bring back a person who was erased.
        if changes == self._changes:
            self._keep(settings, now)
        return settings

    def _keep(self, settings: UserSettings, now: float) -> None:
        self._read[settings.user_id] = settings
        self._read_at[settings.user_id] = now

    async def reads(self, user_id: int) -> bool:
        """Whether that person uses reading mode, where everything comes in new messages and none is
        edited."""
        return (await self.settings(user_id)).reading

    async def save(self, settings: UserSettings) -> None:
        await self._store.save_settings(settings)
        self._changes += 1
        self._keep(settings, self._clock.now())
        self._subscribers.notify(settings.user_id, settings.user_id)

    def is_reader(self, user_id: int) -> bool:
        """The same from the cache."""
        return user_id in self._read and self._read[user_id].reading

    def plays_forced(self, user_id: int) -> bool:
        """Whether forced cards of that person are played for them, from the cache."""
        if user_id not in self._read:
            return False
        self._read.move_to_end(user_id)
        return self._read[user_id].play_forced

    def pace(self, table: Table) -> float:
        """The factor of the house's pauses at that table: the slowest wish of the people there."""
        there = [self._read.get(seat.user_id or 0) for seat in table.chairs if not seat.away]
        wishes = [settings.pace.factor for settings in there if settings is not None]
        return max(wishes, default=1.0)

    def unread(self, people: Iterable[Person]) -> list[Person]:
        """Those whose settings are not in the cache."""
        return [person for person in people if person.user_id not in self._read]

    async def read(self, people: Iterable[Person]) -> None:
        """Read the settings of those who are not in the cache."""
        for person in self.unread(people):
            await self.settings(person.user_id)

    def forget(self, user_id: int) -> None:
        self.outdated(user_id)

    async def blocked_by(self, user_id: int) -> Sequence[int]:
        return await self._store.blocked_by(user_id)

    async def apart(self, user_id: int) -> frozenset[int]:
        """Those with whom that person is not to sit, whichever of the two has blocked the other, by user
        id."""
        return frozenset((*await self._store.blocking(user_id), *await self._store.blocked_by(user_id)))

    async def block(self, user_id: int, other_id: int) -> None:
        """Block somebody. Raises TableError for oneself, or for too many."""
        blocked = await self._store.blocked_by(user_id)
        if other_id == user_id:
            raise TableError("block-self")
        if len(blocked) >= MOST_BLOCKED and other_id not in blocked:
            raise TableError("block-most", most=MOST_BLOCKED)
        await self._store.set_blocked(user_id, other_id, blocked=True)

    async def unblock(self, user_id: int, other_id: int) -> None:
        await self._store.set_blocked(user_id, other_id, blocked=False)

    async def called(self, people: Iterable[int]) -> list[int]:
        """Those of these people who may be mentioned for keeping others waiting."""
        return [user_id for user_id in people if (await self.settings(user_id)).calls is not Calls.NEVER]

    async def recalled(self, table: Table, user_id: int) -> Table:
        """The table with an erased person under their own id again where it keeps their pseudonym."""
        known = await self._store.pseudonym(table.id, user_id)
        if known is None or (known not in table.chairs.removed and known not in table.dealt.seen):
            return table
        removed = tuple(user_id if who == known else who for who in table.chairs.removed)
        seen = {user_id if who == known else who: chair for who, chair in table.dealt.seen.items()}
        return replace(
            table, chairs=replace(table.chairs, removed=removed), dealt=replace(table.dealt, seen=seen)
        )

    async def welcome(self, table: Table, user_id: int) -> bool:
        """Whether that person and everybody at the table will sit together."""
        try:
            await self.require_welcome(table, user_id)
        except TableError:
            return False
        return True

    async def require_welcome(self, table: Table, user_id: int) -> None:
        """Raises TableError if that person and somebody at the table will not sit together, or if they were
        removed from a chair and have been erased since.

        The refusal does not tell a person that they are blocked, nor by whom.
        """
        if user_id in (await self.recalled(table, user_id)).chairs.removed:
            raise TableError("removed")
        there = {person.user_id for person in table.chairs.members} - {user_id}
        if there.intersection(await self._store.blocking(user_id)):
            raise TableError("not-free")
        if there.intersection(await self._store.blocked_by(user_id)):
            raise TableError("own-block")
