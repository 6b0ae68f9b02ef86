"""What is wrong with Discord or the connection to it, in a line."""

import traceback
from pathlib import Path
from typing import Final

import aiohttp
import discord
from discord.gateway import ReconnectWebSocket

from bot.errors import OperatorError
from bot.operations.cuts import words_of
from bot.rest import UnexpectedAnswer
from bot.settings import SettingsError

_TOO_MANY_REQUESTS: Final = 429
_DISCORD: Final = Path(discord.__file__).parent
_OURS: Final = Path(__file__).parents[2]


class DiscordError(OperatorError):
    """Discord did not let the bot in; the text is one line."""


def is_away(error: Exception) -> bool:
    """Whether Discord, or the connection to it, is away: nothing that the operator must correct."""
    if isinstance(error, discord.HTTPException):
        return isinstance(error, discord.DiscordServerError) or error.status == _TOO_MANY_REQUESTS
    if isinstance(error, (UnexpectedAnswer, aiohttp.InvalidURL)):
        return False
    if isinstance(error, (discord.GatewayNotFound, ReconnectWebSocket, aiohttp.ClientError, OSError)):
        return True
    # discord.py stumbles where it should wait, if the very first connection fails.
    first = error.__context__
    return _raised_by_discord(error) and isinstance(first, Exception) and is_away(first)


def explained(error: Exception, *, starting: bool = False) -> OperatorError | None:
    """The error for the operator; None for what is not Discord's, or says so itself.

    While the bot is `starting`, discord.py stumbles over whatever it does not expect.
    """
    if isinstance(error, discord.LoginFailure):
        return SettingsError("Discord does not accept CARDINAL_TOKEN; copy the bot's token into .env again")
    said = words_of(error)
    if isinstance(error, discord.HTTPException):
        return DiscordError(f"Discord refused: {said}")
    if isinstance(error, UnexpectedAnswer):
        return DiscordError(f"something else answers in Discord's place: {said}")
    if isinstance(error, discord.ConnectionClosed):
        return DiscordError(f"Discord closed the connection: {said}")
    if isinstance(error, (discord.GatewayNotFound, aiohttp.ClientError, OSError)):
        return DiscordError(f"Discord cannot be reached: {said}")
    if not starting or not _raised_by_discord(error):
        return None
    if isinstance(error.__context__, Exception) and (first := explained(error.__context__)):
        return first
    return DiscordError(f"Discord's answer was not understood: {said}")


def _raised_by_discord(error: Exception) -> bool:
    # What discord.py stumbles over as it reads an answer is raised in its own code, or beneath it.
    files = [Path(frame.filename) for frame in traceback.extract_tb(error.__traceback__)]
    known = [file for file in files if _DISCORD in file.parents or _is_ours(file)]
    return bool(known) and _DISCORD in known[-1].parents


def _is_ours(file: Path) -> bool:
    return _OURS in file.parents and "site-packages" not in file.parts
