"""A connection that is cut is a warning of one line, whoever logs it and wherever it was noticed."""

import logging
import os
import traceback
from typing import Final

import aiohttp
import discord
from discord.gateway import ReconnectWebSocket
from sqlalchemy.exc import DBAPIError

from bot.operations.discord_failures import words_of
from storage.connection.failures import Passing, passing

_LIBRARIES: Final = ("aiohttp", "asyncpg", "discord", "sqlalchemy")  # packages that hold connections


def shorten(record: logging.LogRecord) -> None:
    """Change the record to a warning of one line if it is about a connection that was cut."""
    if isinstance(record.args, tuple):
        record.args = tuple(map(_readable, record.args))
    error = record.exc_info[1] if record.exc_info else None
    if error is not None and _is_cut(record, error):
        record.msg = f"{record.getMessage().partition(os.linesep)[0]}: {words_of(error)}"
        record.args, record.exc_info, record.exc_text = (), None, None
        record.levelno, record.levelname = logging.WARNING, "WARNING"


def _readable(part: object) -> object:
    # A database's errors are several lines with the statement, and a timeout has no words at all.
    if isinstance(part, DBAPIError) or (isinstance(part, Exception) and not str(part)):
        return words_of(part)
    return part


def _is_cut(record: logging.LogRecord, error: BaseException) -> bool:
    if record.name.startswith("discord.") and "reconnect" in str(record.msg):
        return True
    if isinstance(error, (aiohttp.ClientError, discord.ConnectionClosed, ReconnectWebSocket)):
        return True
    if not isinstance(error, Exception) or passing(error) is not Passing.CUT_OFF:
        return False
    # The system raises the same errors for files.
    return not isinstance(error, OSError) or _is_of_connection(error)


def _is_of_connection(error: OSError) -> bool:
    files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
    return any(f"{os.sep}{library}{os.sep}" in file for file in files for library in _LIBRARIES)
