"""`python -m bot run`: play on Discord."""

import argparse
import asyncio
import logging
import signal
import sys

import discord

from bot.client import create_bot
from bot.settings import Settings, SettingsError, load_settings
from storage.database import DatabaseError, open_database

NO_TOKEN = (
    "run: CARDINAL_TOKEN is not set; make a bot at discord.com/developers/applications, copy its token "
    "from the Bot page into .env (or try `make play`, which needs none)"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none: everything is in the settings."""


def main(arguments: argparse.Namespace) -> int:
    """Run until stopped; 2 when the operator must correct something."""
    try:
        settings = load_settings()
    except SettingsError as error:
        return _failed(f"run: {error}")
    if settings.token is None:
        return _failed(NO_TOKEN)
    _set_up_logging(settings)
    try:
        asyncio.run(_serve(settings, settings.token.get_secret_value()))
    except DatabaseError as error:
        return _failed(f"run: {error}")
    except discord.LoginFailure:
        return _failed("run: Discord does not accept CARDINAL_TOKEN; copy the bot's token into .env again")
    except (discord.HTTPException, discord.GatewayNotFound, OSError) as error:
        return _failed(f"run: Discord cannot be reached: {error}")
    return 0


def _set_up_logging(settings: Settings) -> None:
    discord.utils.setup_logging(level=logging.getLevelNamesMapping()[settings.log_level])
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # Cardinal never speaks, so the warning that voice is not installed is switched off.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


async def _serve(settings: Settings, token: str) -> None:
    # Before connecting to Discord, so that a bad database is reported first.
    await (await open_database(settings.database_url)).close()
    async with create_bot(settings) as bot:
        bot.close_on(signal.SIGINT, signal.SIGTERM)
        await bot.start(token)


def _failed(line: str) -> int:
    print(line, file=sys.stderr)
    return 2
