"""In which language something is said: a person's own, a server's, that of whoever opens a table."""

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from discord import app_commands

from bot.registering import CommandTranslator, described, tree_alone
from bot.rules.catalogue import ENGLISH
from bot.tables.people.servers import Servers
from bot.tables.people.users import Users
from bot.tables.state.errors import TableError
from bot.tables.state.preferences import ServerSettings, UserSettings
from cogs.words import languages
from cogs.words.languages import Catalogues, Languages
from cogs.words.refusals import refusal_text
from tests.discord.test_settings_me import again, choose, me
from tests.discord.test_settings_server import panel_of
from tests.discord.world import World, seen

SEATED: dict[str | tuple[str, str], str] = {
    "You already sit at this table.": "Du sitzt schon an diesem Tisch."
}
ANN, BOB = 42, 43
OTHER, COMMUNITY, CHOSEN, MORNING = 1, 2, 3, 4


def german(folder: Path, messages: Mapping[str | tuple[str, str], str]) -> None:
    """A catalogue of these messages in that folder; one with a context is a pair of the two."""
    catalog = Catalog(locale="de")
    for message, translation in messages.items():
        context, text = (None, message) if isinstance(message, str) else message
        catalog.add(text, translation, context=context)
    inner = folder / "de" / "LC_MESSAGES"
    inner.mkdir(parents=True)
    with (inner / "messages.mo").open("wb") as file:
        write_mo(file, catalog)


class Stored:
    """Settings of people and servers."""

    def __init__(self, **people: str) -> None:
        self.people = {int(user_id[1:]): language for user_id, language in people.items()}

    async def settings(self, number: int) -> Any:
        if number < ANN:
            chosen, manager = {CHOSEN: ("de", ""), MORNING: ("", "de")}.get(number, ("", ""))
            return ServerSettings(number, language=chosen, morning_language=manager)
        return UserSettings(number, language=self.people.get(number, ""))


def known_to(stored: Stored, folder: Path) -> Languages:
    german(folder, SEATED)
    return Languages({COMMUNITY: "de"}.get, cast(Servers, stored), cast(Users, stored), folder)


async def test_posts_are_in_the_servers_language_else_a_communitys_else_the_openers(tmp_path: Path) -> None:
    known = known_to(Stored(), tmp_path)
    in_german = known.of_locale("de")
    assert refusal_text(TableError("seated"), in_german) == "Du sitzt schon an diesem Tisch."
    assert await known.of_server(CHOSEN) is in_german
    assert await known.of_server(COMMUNITY) is in_german
    assert await known.of_server(OTHER, in_german) is in_german
    assert await known.of_server(OTHER) is ENGLISH
    assert await known.of_server(CHOSEN, ENGLISH) is in_german, "whoever opens it"
    # What nobody opens is told in the language of the manager who has set the morning post.
    assert await known.of_server(MORNING) is in_german
    assert await known.of_server(MORNING, ENGLISH) is ENGLISH


async def test_what_was_opened_keeps_its_language(tmp_path: Path) -> None:
    known = known_to(Stored(), tmp_path)
    assert known.kept(OTHER, "de") is known.of_locale("de")
    assert known.kept(COMMUNITY, "en") is ENGLISH
    # What was opened before there were languages has kept none.
    assert known.kept(COMMUNITY, "") is known.of_locale("de")
    assert known.kept(OTHER, "") is ENGLISH


async def test_to_a_person_in_the_language_they_chose_else_that_of_their_discord(tmp_path: Path) -> None:
    known = known_to(Stored(_43="de"), tmp_path)
    in_german = known.of_locale("de")
    assert await known.of_person(ANN, in_german) is in_german, "until they have done something"
    known.met(ANN, "en-GB")
    known.met(BOB, "en-GB")
    assert await known.of_person(ANN, in_german) is ENGLISH
    assert await known.of_person(BOB) is in_german
    assert known.by(UserSettings(ANN, language="de")) is in_german
    assert known.of_locale("fr") is ENGLISH, "where there is no translation"
    assert known.of_locale("de") is in_german, "loaded once"


async def test_without_a_database_a_press_is_answered_in_the_language_of_discord(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def lost(users: Users, user_id: int) -> UserSettings:
        raise TimeoutError

    monkeypatch.setattr(Users, "settings", lost)
    assert "What do you want?" in seen((await world.slash("Ann", "help")).response).text
    assert f"the settings of user {world.people['Ann'].id} could not be read" in caplog.text


async def test_the_language_of_those_who_were_there_last_is_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(languages, "PEOPLE", 2)
    known = Languages(lambda guild_id: None, cast(Servers, None), cast(Users, None))
    for person in (1, 2, 1, 3):
        known.met(person, "de")
    assert list(known._people) == [1, 3]


async def test_a_person_chooses_their_language_and_others_keep_theirs(world: World, tmp_path: Path) -> None:
    german(tmp_path, {"Your settings, at every table": "Deine Einstellungen an jedem Tisch", **SEATED})
    world.bot.services.languages._folder = tmp_path
    panel = await me(world, "Ann")
    assert "Language: Deutsch" in [option["label"] for menu in panel.menus for option in menu["options"]]
    await choose(world, "Ann", panel, "s:language:", "de")
    assert again(world, panel).text.startswith("### Deine Einstellungen an jedem Tisch")
    assert (await me(world, "Ann")).text.startswith("### Deine Einstellungen an jedem Tisch")
    assert (await me(world, "Bob")).text.startswith("### Your settings, at every table")
    await choose(world, "Ann", panel, "s:language:", "-")
    assert again(world, panel).text.startswith("### Your settings, at every table")


async def test_a_server_chooses_the_language_of_the_tables_opened_from_then_on(
    world: World, manager: str, tmp_path: Path
) -> None:
    german(tmp_path, {("button", "House rules"): "Hausregeln", "What shall we play?": "Was spielen wir?"})
    world.bot.services.languages._folder = tmp_path
    await world.table()
    panel = await panel_of(world, manager)
    await choose(world, manager, panel, "s:posts-language:", "de")
    assert "Posts in this language: Deutsch" in again(world, panel).text
    assert "House rules" in world.table_message().buttons, "as it was opened"
    assert "What shall we play?" in seen((await world.slash("Bob", "table open")).response).text
    await world.slash("Bob", "table open", game="bishops-whist")
    assert "Hausregeln" in world.table_message().buttons
    assert (await world.snapshot(2)).table.telling.language == "de"


async def test_a_table_speaks_the_language_of_who_opens_it_unless_discord_has_one_for_the_server(
    world: World, tmp_path: Path
) -> None:
    german(tmp_path, {("button", "House rules"): "Hausregeln"})
    world.bot.services.languages._folder = tmp_path
    await choose(world, "Ann", await me(world, "Ann"), "s:language:", "de")
    await world.table()
    assert "Hausregeln" in world.table_message().buttons
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    # Elsewhere Discord says English whatever people speak.
    guild.features.append("COMMUNITY")
    await world.slash("Ann", "table open", game="bezique")
    assert "House rules" in world.table_message().buttons


async def test_descriptions_of_commands_are_translated_and_names_are_not(tmp_path: Path) -> None:
    german(
        tmp_path,
        {
            ("command", "Your own settings, at every table"): "Deine Einstellungen an jedem Tisch",
            ("choice", "yes"): "ja",
        },
    )
    tree = tree_alone(discord.Client(intents=discord.Intents.none()), None)
    translator = CommandTranslator(Catalogues(tmp_path))
    command = tree.get_command("me")
    assert command is not None
    payload = await command.get_translated_payload(tree, translator)
    assert payload["description"] == "Your own settings, at every table"
    assert payload["description_localizations"] == {"de": "Deine Einstellungen an jedem Tisch"}
    assert payload.get("name_localizations", {}) == {}
    location = app_commands.TranslationContextLocation.choice_name
    context: Any = SimpleNamespace(location=location)
    said = app_commands.locale_str("yes")
    assert await translator.translate(said, discord.Locale.german, context) == "ja"
    assert await translator.translate(said, discord.Locale.french, context) is None


def test_every_description_of_a_command_is_a_message_that_discord_takes() -> None:
    found = {(context, text) for _, context, text in described()}
    assert ("command", "Your own settings, at every table") in found
    assert ("command", "Card tables in this channel") in found, "a group"
    assert ("command", "How this server wants its tables") in found, "a group of a cog with commands besides"
    assert ("choice", "yes") in found
    assert all(0 < len(text) <= 100 for _, text in found)
