"""The reader's language: the server's for public messages, the person's for private ones; else English.

Names and descriptions of slash commands are not among the messages: discord.py translates them.
"""

import gettext
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bot.rules.catalogue import DOMAIN, ENGLISH, LOCALES, Catalogue
from bot.tables.store.recent import Recent

FOLDER = Path(__file__).parents[2] / LOCALES

PEOPLE: Final = 10_000  # how many people's languages we remember: the most recent ones
LocaleOfServer = Callable[[int], str | None]  # the preferred locale of a server, by its id; None if unknown


class Languages:
    """Catalogues by Discord's locale names (`de`, `pt-BR`), each loaded once."""

    def __init__(self, locale_of_server: LocaleOfServer, folder: Path = FOLDER) -> None:
        self._locale_of_server = locale_of_server
        self._folder = folder
        self._catalogues: dict[str, Catalogue] = {}
        self._people: Recent[int, Catalogue] = Recent(PEOPLE)

    def of_locale(self, locale: str | None) -> Catalogue:
        """The catalogue for a locale; English if there is no translation."""
        if locale is None:
            return ENGLISH
        if locale not in self._catalogues:
            self._catalogues[locale] = self._load(locale)
        return self._catalogues[locale]

    def known(self) -> list[Catalogue]:
        found = sorted(path.parents[1].name for path in self._folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
        return [ENGLISH, *(self.of_locale(name.replace("_", "-")) for name in found)]

    def of_server(self, guild_id: int) -> Catalogue:
        return self.of_locale(self._locale_of_server(guild_id))

    def met(self, user_id: int, locale: str) -> Catalogue:
        """Remember the language of somebody who has just clicked or typed, for their hand panels."""
        words = self._people[user_id] = self.of_locale(locale)
        return words

    def of_person(self, user_id: int, guild_id: int) -> Catalogue:
        """The language of that person's private messages; the server's until they have done something."""
        return self._people.get(user_id) or self.of_server(guild_id)

    def forget(self, user_id: int) -> None:
        self._people.pop(user_id, None)

    def _load(self, locale: str) -> Catalogue:
        names = [locale.replace("-", "_")]
        if gettext.find(DOMAIN, self._folder, names) is None:
            # The same object for all of them, so that the games' texts are built once.
            return ENGLISH
        return Catalogue(gettext.translation(DOMAIN, self._folder, names), names[0])
