"""`./cardinal sync-commands`: register the slash commands with Discord.

`run` does it by itself when they have changed; this is for when somebody changed them on Discord's side.
"""

import argparse
import asyncio
import logging

import aiohttp
import discord

from bot.cli.run import NO_TOKEN
from bot.errors import OperatorError
from bot.operations.discord_failures import explained
from bot.registering import register, tree_alone
from bot.rest import use_api
from bot.settings import Settings, SettingsError, drop_secrets, load_settings
from storage.cluster.gateway import SqlCommandStore
from storage.connection.database import open_database


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Whether they are sent in any case."""
    parser.add_argument("--force", action="store_true", help="send them even if they have not changed")


def main(arguments: argparse.Namespace) -> int:
    """Register them and say so."""
    settings = load_settings()
    if settings.token is None:
        raise SettingsError(NO_TOKEN)
    drop_secrets()
    logging.disable(logging.ERROR)
    try:
        sent = asyncio.run(_sync(settings, settings.token.get_secret_value(), force=arguments.force))
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        raise explained(error) or OperatorError(error) from error
    finally:
        logging.disable(logging.NOTSET)
    place = "everywhere" if settings.dev_guild is None else f"in server {settings.dev_guild}"
    print(f"The slash commands have been sent to Discord; they hold {place}." if sent else _UNCHANGED)
    return 0


_UNCHANGED = (
    "Discord has the slash commands as they were sent last; --force sends them again, "
    "in case somebody else has changed them there."
)


async def _sync(settings: Settings, token: str, *, force: bool) -> bool:
    database = await open_database(settings.database_url)
    use_api(settings.discord_api)
    try:
        async with discord.Client(intents=discord.Intents(guilds=True)) as client:
            await client.login(token)
            assert client.application_id is not None
            store, guild_id = SqlCommandStore(database), settings.dev_guild
            tree = tree_alone(client, guild_id)
            return await register(tree, client.application_id, guild_id, store, force=force)
    finally:
        await database.close()
