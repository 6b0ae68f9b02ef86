"""`./cardinal run`: play on Discord."""

import argparse
import asyncio
from contextlib import AsyncExitStack

import discord

from bot.app import opened
from bot.cli.serving import serve
from bot.client import Cardinal
from bot.loops import cancelled, stop_requested, unless
from bot.operations.build import name_build
from bot.operations.discord_failures import explained
from bot.settings import Settings, SettingsError, load_settings

NO_TOKEN = (
    "CARDINAL_TOKEN is not set; make a bot at discord.com/developers/applications, copy its token "
    "from the Bot page into .env (or try `make play`, which needs none)"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none: everything is in the settings."""


def main(_: argparse.Namespace) -> int:
    """Run until stopped."""
    settings = load_settings()
    if settings.token is None:
        raise SettingsError(NO_TOKEN)
    # Cardinal never speaks, so the warning that voice is not installed is switched off.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    return serve("run", settings, _serve(settings, settings.token.get_secret_value()))


async def _serve(settings: Settings, token: str) -> None:
    stop, serving = stop_requested(), None
    name_build()
    try:
        async with AsyncExitStack() as stack:
            bot = await unless(stop, opened(stack, settings))
            if bot is not None:
                serving = asyncio.create_task(bot.start(token))
                await _until_stopped(bot, serving, stop)
    finally:
        # It has served while the bot stopped.
        if serving is not None:
            await cancelled(serving)


async def _until_stopped(bot: Cardinal, serving: asyncio.Task[None], stop: asyncio.Event) -> None:
    """Returns when told to stop. Raises what ends the connection before that."""
    connected = asyncio.create_task(bot.wait_for("connect"))
    try:
        await unless(stop, asyncio.shield(serving))
    except Exception as error:
        reason = explained(error, starting=not connected.done())
        if reason is None:
            raise
        raise reason from error
    finally:
        if not connected.done():
            # It must not set the bot up while that stops.
            await cancelled(serving)
        await cancelled(connected)
