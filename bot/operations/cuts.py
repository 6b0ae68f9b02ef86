"""A connection that is cut is a warning of one line, whoever logs it and wherever it was noticed."""

import logging
import os
import traceback
from typing import Final

import aiohttp
from sqlalchemy.exc import DBAPIError

from bot.rules.escaping import shortened
from storage.connection.failures import Passing, passing

_LONGEST_WORDS: Final = 200
# Known by name: a process that only runs jobs does not load discord.py.
_OF_GATEWAY: Final = frozenset({"discord.errors.ConnectionClosed", "discord.gateway.ReconnectWebSocket"})
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


def words_of(error: BaseException) -> str:
    """The error in one short line; of a database's, without the statement."""
    cause = getattr(error, "orig", None) or error
    return shortened(" ".join(str(cause).split()) or type(cause).__name__, _LONGEST_WORDS)


def _readable(part: object) -> object:
    # A database's errors are several lines with the statement, and a timeout has no words at all.
    if isinstance(part, DBAPIError) or (isinstance(part, Exception) and not str(part)):
        return words_of(part)
    return part


def _is_cut(record: logging.LogRecord, error: BaseException) -> bool:
    if record.name.startswith("discord.") and "reconnect" in str(record.msg):
        return True
    kind = type(error)
    if isinstance(error, aiohttp.ClientError) or f"{kind.__module__}.{kind.__qualname__}" in _OF_GATEWAY:
        return True
    if not isinstance(error, Exception) or passing(error) is not Passing.CUT_OFF:
        return False
    # The system raises the same errors for files.
    return not isinstance(error, OSError) or _is_of_connection(error)


def _is_of_connection(error: OSError) -> bool:
    files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
    return any(f"{os.sep}{library}{os.sep}" in file for file in files for library in _LIBRARIES)
