"""The slash commands, and how Discord has them: sent only when they are not those that were sent last."""

import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cluster.alone import Alone
from bot.cluster.member import ClusterMember
from bot.cluster.ports import CommandStore
from bot.duplicate.daily import Daily
from bot.tables.service import Tables
from cogs.daily.cog import DailyCog
from cogs.duplicate.cog import DuplicateCog
from cogs.hand.cog import PlayCog
from cogs.proposals.cog import ConsentCog
from cogs.settings.cog import SettingsCog
from cogs.settings.help_cog import HelpCog
from cogs.standings.cog import LeaderboardCog
from cogs.table.cog import TableCog, play_cards

log = logging.getLogger(__name__)


def command_cogs(daily: Daily, tables: Tables, cluster: ClusterMember | Alone) -> list[commands.Cog]:
    """The cogs that have commands."""
    return [
        TableCog(),
        DuplicateCog(),
        PlayCog(),
        ConsentCog(),
        LeaderboardCog(),
        DailyCog(daily, cluster),
        HelpCog(),
        SettingsCog(tables.users, tables.servers, tables.privacy),
    ]


def finish_tree(tree: app_commands.CommandTree[Any], guild_id: int | None) -> None:
    """Add what is in no cog to a tree that has the cogs' commands; with `guild_id`, all are that server's."""
    tree.add_command(play_cards)
    if guild_id is not None:
        tree.copy_global_to(guild=discord.Object(guild_id))


def tree_alone(client: discord.Client, guild_id: int | None) -> app_commands.CommandTree[Any]:
    """The commands of the bot, none of which can be used."""
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(client)
    nothing: Any = _Nothing()
    for cog in command_cogs(nothing, nothing, nothing):
        for command in [cog.app_command] if cog.app_command else cog.get_app_commands():
            tree.add_command(command)
    finish_tree(tree, guild_id)
    return tree


class _Nothing:
    """Stands for parts that are not there."""

    def __getattr__(self, name: str) -> "_Nothing":
        return self


async def register(
    tree: app_commands.CommandTree[Any],
    application_id: int,
    guild_id: int | None,
    store: CommandStore,
    *,
    force: bool = False,
) -> bool:
    """Have Discord know the commands of a tree, on that server or (None) everywhere; whether they were sent.

    What was changed on Discord's side otherwise is not seen, unless `force` says that they are to be sent.
    Raises what `CommandTree.sync` raises.
    """
    guild = None if guild_id is None else discord.Object(guild_id)
    digest = await _digest(tree, guild)
    if not force and await store.digest(application_id, guild_id or 0) == digest:
        return False
    await tree.sync(guild=guild)
    await store.registered(application_id, guild_id or 0, digest)
    log.info("the slash commands have been registered")
    return True


async def _digest(tree: app_commands.CommandTree[Any], guild: discord.Object | None) -> str:
    commands, translator = tree.get_commands(guild=guild), tree.translator
    sent = [
        command.to_dict(tree)
        if translator is None
        else await command.get_translated_payload(tree, translator)
        for command in commands
    ]
    sent.sort(key=lambda command: (command["type"], command["name"]))
    return hashlib.sha256(json.dumps(sent, sort_keys=True).encode()).hexdigest()
