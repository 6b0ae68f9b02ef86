"""People's settings, and which people have a forced card played by itself."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from bot.tables.model import Person, UserSettings
from bot.tables.ports import UserStore

KEPT: Final = 10_000
"""Of how many people it is remembered whether forced cards play themselves; the others are read again."""


class Users:
    """Reads and saves settings; remembers of those met last whether forced cards play themselves."""

    def __init__(self, store: UserStore) -> None:
        self._store = store
        self._forced: OrderedDict[int, bool] = OrderedDict()

    async def settings(self, user_id: int) -> UserSettings:
        """A person's settings, the defaults if never set."""
        settings = await self._store.settings(user_id)
        self._remember(settings)
        return settings

    async def save(self, settings: UserSettings) -> None:
        """Store a person's settings."""
        await self._store.save_settings(settings)
        self._remember(settings)

    def plays_forced(self, user_id: int) -> bool:
        """Whether that person, as last read, has a forced card played by itself."""
        if user_id not in self._forced:
            return False
        self._forced.move_to_end(user_id)
        return self._forced[user_id]

    def unread(self, people: Iterable[Person]) -> list[Person]:
        """Those whose settings have not been read yet."""
        return [person for person in people if person.user_id not in self._forced]

    async def read(self, people: Iterable[Person]) -> None:
        """Read the settings of those whose have not been read yet."""
        for person in self.unread(people):
            await self.settings(person.user_id)

    def _remember(self, settings: UserSettings) -> None:
        self._forced[settings.user_id] = settings.play_forced
        self._forced.move_to_end(settings.user_id)
        while len(self._forced) > KEPT:
            self._forced.popitem(last=False)
