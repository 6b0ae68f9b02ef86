"""`./cardinal run`: play on Discord."""

import argparse
import asyncio
import logging
import traceback
from pathlib import Path
from typing import Any, Final

import aiohttp
import discord

from bot.app import running
from bot.client import Cardinal
from bot.errors import OperatorError
from bot.loops import run as run_loop
from bot.loops import stop_requested
from bot.operations.build import name_build
from bot.operations.logs import set_up_logging
from bot.rest import UnexpectedAnswer
from bot.rules.escaping import shortened
from bot.settings import Settings, SettingsError, drop_secrets, load_settings

log = logging.getLogger(__name__)

NO_TOKEN = (
    "CARDINAL_TOKEN is not set; make a bot at discord.com/developers/applications, copy its token "
    "from the Bot page into .env (or try `make play`, which needs none)"
)

ANSWER_SECONDS: Final = 60.0  # how long Discord may take to let the bot in

_LONGEST_ANSWER = 200
_DISCORD = Path(discord.__file__).parent
_OURS = Path(__file__).parents[2]


class NotStarted(OperatorError):
    """Discord did not let the bot in; the text is one line."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none: everything is in the settings."""


def main(_: argparse.Namespace) -> int:
    """Run until stopped."""
    settings = load_settings()
    if settings.token is None:
        raise SettingsError(NO_TOKEN)
    drop_secrets()
    _set_up_logging(settings)
    run_loop(_serve(settings, settings.token.get_secret_value()))
    return 0


def _set_up_logging(settings: Settings) -> None:
    set_up_logging(settings)
    logging.getLogger("discord.client").addFilter(_in_one_line)
    # Cardinal never speaks, so the warning that voice is not installed is switched off.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def _in_one_line(record: logging.LogRecord) -> bool:
    # A connection that is lost and made again is everyday; where discord.py waited for it concerns nobody.
    if record.exc_info and record.exc_info[1] is not None and "reconnect" in str(record.msg):
        error = record.exc_info[1]
        record.msg, record.args = f"{record.getMessage()} ({_words(error)})", ()
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
    return True


async def _serve(settings: Settings, token: str) -> None:
    stop, serving = stop_requested(), None
    try:
        async with running(settings) as bot:
            name_build()
            serving = asyncio.create_task(bot.start(token))
            await _until_stopped(bot, serving, stop)
        # It has served while the bot stopped, and ends with it.
        await serving
    finally:
        if serving is not None:
            await _cancelled(serving)


async def _until_stopped(bot: Cardinal, serving: asyncio.Task[None], stop: asyncio.Event) -> None:
    """Returns when told to stop. Raises what ends the connection before that."""
    connected = asyncio.create_task(bot.wait_for("connect"))
    stopping = asyncio.create_task(stop.wait())
    try:
        done, _ = await asyncio.wait(
            {connected, serving, stopping}, timeout=ANSWER_SECONDS, return_when=asyncio.FIRST_COMPLETED
        )
        if not done:
            raise NotStarted(f"Discord did not let the bot in within {ANSWER_SECONDS:.0f} seconds")
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if serving.done():
            await serving
    except Exception as error:
        reason = why(error, starting=not connected.done())
        if reason is None:
            raise
        raise NotStarted(reason) from error
    finally:
        if not connected.done():
            # It must not set the bot up while that stops.
            await _cancelled(serving)
        await _cancelled(connected, stopping)


async def _cancelled(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def why(error: Exception, *, starting: bool = False) -> str | None:
    """What is wrong with Discord or the connection to it, in a line; None for what is not, or says so itself.
    While it is `starting`, discord.py stumbles over whatever it does not expect."""
    if isinstance(error, discord.LoginFailure):
        return "Discord does not accept CARDINAL_TOKEN; copy the bot's token into .env again"
    if isinstance(error, discord.HTTPException):
        return f"Discord refused: {_words(error)}"
    if isinstance(error, UnexpectedAnswer):
        return f"something else answers in Discord's place: {_words(error)}"
    if isinstance(error, discord.ConnectionClosed):
        return f"Discord closed the connection: {_words(error)}"
    if isinstance(error, (discord.GatewayNotFound, aiohttp.ClientError, OSError)):
        return f"Discord cannot be reached: {_words(error)}"
    if not starting or not _raised_by_discord(error):
        return None
    # discord.py fails to wait and try again where the very first connection fails.
    first = error.__context__
    if isinstance(first, (discord.DiscordException, aiohttp.ClientError, OSError)):
        return why(first)
    return f"Discord's answer was not understood: {_words(error)}"


def _raised_by_discord(error: Exception) -> bool:
    # What discord.py stumbles over as it reads an answer is raised in its own code, or beneath it.
    files = [Path(frame.filename) for frame in traceback.extract_tb(error.__traceback__)]
    known = [file for file in files if _DISCORD in file.parents or _is_ours(file)]
    return bool(known) and _DISCORD in known[-1].parents


def _is_ours(file: Path) -> bool:
    return _OURS in file.parents and "site-packages" not in file.parts


def _words(error: BaseException) -> str:
    return shortened(" ".join(str(error).split()) or type(error).__name__, _LONGEST_ANSWER)
