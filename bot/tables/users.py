"""People's settings, and which people have a forced card played by itself."""

from collections.abc import Iterable

from bot.tables.model import Person, UserSettings
from bot.tables.ports import UserStore


class Users:
    """Reads and saves settings; remembers of each person it has read whether forced cards play themselves."""

    def __init__(self, store: UserStore) -> None:
        self._store = store
        self._forced: dict[int, bool] = {}

    async def settings(self, user_id: int) -> UserSettings:
        """A person's settings, the defaults if never set."""
        settings = await self._store.settings(user_id)
        self._forced[user_id] = settings.play_forced
        return settings

    async def save(self, settings: UserSettings) -> None:
        """Store a person's settings."""
        await self._store.save_settings(settings)
        self._forced[settings.user_id] = settings.play_forced

    def plays_forced(self, user_id: int) -> bool:
        """Whether that person, as last read, has a forced card played by itself."""
        return self._forced.get(user_id, False)

    def unread(self, people: Iterable[Person]) -> list[Person]:
        """Those whose settings have not been read yet."""
        return [person for person in people if person.user_id not in self._forced]

    async def read(self, people: Iterable[Person]) -> None:
        """Read the settings of those whose have not been read yet."""
        for person in self.unread(people):
            await self.settings(person.user_id)
