"""In which language something is said.

To a person: in the one they have chosen, else in that of their Discord. In a channel: in the one the server
has chosen, else in Discord's if the server is a Community (elsewhere Discord always says English), else in
that of whoever opens what is told of. A table, session, club or match keeps it. What has no translation is
English.
"""

import gettext
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bot.rules.catalogue import DOMAIN, ENGLISH, LOCALES, Catalogue
from bot.tables.people.servers import Servers
from bot.tables.people.users import Users
from bot.tables.state.preferences import UserSettings
from bot.tables.state.table import Table
from bot.tables.store.recent import Recent

FOLDER = Path(__file__).parents[2] / LOCALES

PEOPLE: Final = 10_000  # how many people's languages we remember: the most recent ones
LocaleOfServer = Callable[[int], str | None]  # the locale of a Community server, by its id; None of any other


class Catalogues:
    """Catalogues by Discord's locale names (`de`, `pt-BR`), each loaded once."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._catalogues: dict[str, Catalogue] = {}

    def of_locale(self, locale: str | None) -> Catalogue:
        """The catalogue for a locale; English if there is no translation."""
        if not locale:
            return ENGLISH
        if locale not in self._catalogues:
            self._catalogues[locale] = self._load(locale)
        return self._catalogues[locale]

    def known(self) -> list[Catalogue]:
        found = sorted(path.parents[1].name for path in self._folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
        return [ENGLISH, *(self.of_locale(name.replace("_", "-")) for name in found)]

    def _load(self, locale: str) -> Catalogue:
        names = [locale.replace("-", "_")]
        if gettext.find(DOMAIN, self._folder, names) is None:
            # The same object for all of them, so that the games' texts are built once.
            return ENGLISH
        return Catalogue(gettext.translation(DOMAIN, self._folder, names), names[0])


class Languages(Catalogues):
    """Which catalogue is for whom."""

    def __init__(
        self, locale_of_server: LocaleOfServer, servers: Servers, users: Users, folder: Path = FOLDER
    ) -> None:
        super().__init__(folder)
        self._locale_of_server = locale_of_server
        self._servers = servers
        self._users = users
        self._people: Recent[int, Catalogue] = Recent(PEOPLE)

    async def of_server(self, guild_id: int, otherwise: Catalogue | None = None) -> Catalogue:
        """The language of a server's posts; `otherwise` is that of whoever opens what is told of, None if
        that is nobody: then of whoever has set the morning post."""
        settings = await self._servers.settings(guild_id)
        chosen = settings.language or self._locale_of_server(guild_id)
        if chosen or otherwise is None:
            return self.of_locale(chosen or settings.morning_language)
        return otherwise

    def kept(self, guild_id: int, language: str) -> Catalogue:
        """The language that something on a server has kept since it was opened."""
        return self.of_locale(language or self._locale_of_server(guild_id))

    def of_table(self, table: Table) -> Catalogue:
        """The language of a table's posts."""
        return self.kept(table.guild_id, table.telling.language)

    def met(self, user_id: int, locale: str) -> None:
        """Remember the locale of the Discord of somebody who has pressed or typed, for their hand panels."""
        self._people[user_id] = self.of_locale(locale)

    def by(self, settings: UserSettings, otherwise: Catalogue = ENGLISH) -> Catalogue:
        """The language of the person with those settings; `otherwise` until they have done something."""
        if settings.language:
            return self.of_locale(settings.language)
        return self._people.get(settings.user_id, otherwise)

    async def of_person(self, user_id: int, otherwise: Catalogue = ENGLISH) -> Catalogue:
        """The same, if the settings have not been read yet."""
        return self.by(await self._users.settings(user_id), otherwise)

    def forget(self, user_id: int) -> None:
        self._people.pop(user_id, None)
