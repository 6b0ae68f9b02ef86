"""Registers the slash commands with Discord, but only when they differ from those registered last."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Iterator
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.cluster.leases import COMMANDS, Changed
from bot.cluster.ports import Cluster, CommandStore
from bot.tables.store.background import Tasks
from cogs.challenges.cog import ChallengeCog, challenge_person
from cogs.clubs.cog import ClubsCog
from cogs.daily.cog import DailyCog
from cogs.duplicate.cog import DuplicateCog
from cogs.hand.cog import PlayCog
from cogs.matches.cog import MatchesCog
from cogs.proposals.cog import ConsentCog
from cogs.records.cog import RecordCog
from cogs.replay.cog import ReplayCog
from cogs.settings.cog import HelpCog, SettingsCog
from cogs.standings.cog import LeaderboardCog
from cogs.table.cog import TableCog, play_cards
from cogs.transport.backoff import UNREACHED
from cogs.words.languages import Catalogues

log = logging.getLogger(__name__)

_RETRY_SECONDS = 60.0

Location = app_commands.TranslationContextLocation
_MEANINGS: Final = {
    Location.command_description: "command",
    Location.group_description: "command",
    Location.parameter_description: "command",
    Location.choice_name: "choice",
}
"""The context of the messages in each place."""


def command_cogs() -> list[commands.Cog]:
    """The cogs that have commands."""
    return [
        TableCog(),
        DuplicateCog(),
        PlayCog(),
        RecordCog(),
        ReplayCog(),
        ConsentCog(),
        LeaderboardCog(),
        DailyCog(),
        ChallengeCog(),
        ClubsCog(),
        MatchesCog(),
        HelpCog(),
        SettingsCog(),
    ]


def finish_tree(tree: app_commands.CommandTree[Any], guild_id: int | None) -> None:
    """Add the commands that are in no cog. With `guild_id`, all commands are for that server."""
    for menu in (play_cards, challenge_person):
        tree.add_command(menu)
    if guild_id is not None:
        tree.copy_global_to(guild=discord.Object(guild_id))


def tree_alone(client: discord.Client, guild_id: int | None) -> app_commands.CommandTree[Any]:
    """The bot's commands, to be registered but not called."""
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(client)
    for cog in command_cogs():
        for command in [cog.app_command] if cog.app_command else cog.get_app_commands():
            tree.add_command(command)
    finish_tree(tree, guild_id)
    return tree


class CommandTranslator(app_commands.Translator):
    """Translates descriptions of commands and options, and choices. Names are English in every language."""

    def __init__(self, catalogues: Catalogues) -> None:
        self._catalogues = catalogues

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        meaning = _MEANINGS.get(context.location)
        if meaning is None:
            return None
        said = self._catalogues.of_locale(locale.value).pgettext(meaning, string.message)
        return None if said == string.message else said


def described() -> Iterator[tuple[str, str, str]]:
    """What `CommandTranslator` translates: the module of each text, its context, and the text."""
    for cog in command_cogs():
        module = type(cog).__module__
        # A cog that is a group itself is not among its commands.
        group = [cog.app_command] if cog.app_command else []
        for one in [*group, *cog.walk_app_commands()]:
            yield module, _MEANINGS[Location.command_description], one.description
            for option in one.parameters if isinstance(one, app_commands.Command) else ():
                yield module, _MEANINGS[Location.parameter_description], str(option.description)
                for choice in option.choices:
                    yield module, _MEANINGS[Location.choice_name], choice.name


class RegisteringCog(commands.Cog):
    """Registers the commands, if this is the process that does so. Add it after every other cog."""

    def __init__(
        self, bot: commands.AutoShardedBot, cluster: Cluster, store: CommandStore, guild_id: int | None
    ) -> None:
        self._bot = bot
        self._cluster = cluster
        self._store = store
        self._guild_id = guild_id
        self._tasks = Tasks()

    async def cog_load(self) -> None:
        """Raises what `register` raises."""
        finish_tree(self._bot.tree, self._guild_id)
        self._cluster.subscribe(self._leases_changed)
        if self._cluster.holds(COMMANDS):
            await self._register()

    async def cog_unload(self) -> None:
        await self._tasks.stop()

    def _leases_changed(self, changed: Changed) -> None:
        if COMMANDS in changed.taken:
            self._tasks.start(self._keep_registering())

    async def _keep_registering(self) -> None:
        while self._cluster.holds(COMMANDS):
            try:
                await self._register()
                return
            except UNREACHED as error:
                log.error("the slash commands could not be registered: %s", error)
                await asyncio.sleep(_RETRY_SECONDS)

    async def _register(self) -> None:
        assert self._bot.application_id is not None
        await register(self._bot.tree, self._bot.application_id, self._guild_id, self._store)


async def register(
    tree: app_commands.CommandTree[Any],
    application_id: int,
    guild_id: int | None,
    store: CommandStore,
    *,
    force: bool = False,
) -> bool:
    """Register a tree's commands on that server or, with None, everywhere. Returns whether they were sent.

    Changes that somebody made on Discord's side are not noticed: `force` sends the commands anyway. Raises
    what `CommandTree.sync` raises.
    """
    guild = None if guild_id is None else discord.Object(guild_id)
    translator = CommandTranslator(Catalogues())
    digest = await _digest(tree, guild, translator)
    if not force and await store.digest(application_id, guild_id or 0) == digest:
        return False
    await tree.set_translator(translator)
    await tree.sync(guild=guild)
    await store.registered(application_id, guild_id or 0, digest)
    log.info("the slash commands have been registered")
    return True


async def _digest(
    tree: app_commands.CommandTree[Any], guild: discord.Object | None, translator: app_commands.Translator
) -> str:
    sent = [await one.get_translated_payload(tree, translator) for one in tree.get_commands(guild=guild)]
    sent.sort(key=lambda command: (command["type"], command["name"]))
    return hashlib.sha256(json.dumps(sent, sort_keys=True).encode()).hexdigest()
