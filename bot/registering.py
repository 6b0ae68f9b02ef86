"""The slash commands as Discord has them: sent only when they are not those that were sent last."""

import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from bot.cluster.ports import CommandStore

log = logging.getLogger(__name__)


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
