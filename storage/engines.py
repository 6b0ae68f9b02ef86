"""Connections to a database, and what goes wrong with them in words."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alembic.util import CommandError
from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

_EXAMPLE = "sqlite+aiosqlite:///cardinal.db"
# Seconds to wait for another process that is writing.
_PATIENCE = 15.0
_PAUSE = 0.02
_CHECKPOINTS = 50
_READERS = 5


class DatabaseError(ValueError):
    """A database that cannot be used; the text is one line."""


@dataclass(frozen=True, slots=True)
class Engines:
    """One engine to read snapshots with, and one with a single connection to write with.

    They are the same for a SQLite database in memory, which lives in its one connection.
    """

    reading: AsyncEngine
    writing: AsyncEngine

    async def dispose(self) -> None:
        """Close every connection."""
        await self.reading.dispose()
        await self.writing.dispose()


def connect(url: str) -> Engines:
    """The engines of the database at `url`, which nothing has been asked of yet. Raises DatabaseError."""
    try:
        parsed = make_url(url)
        if not parsed.get_dialect().is_async:
            raise DatabaseError(f"{_shown(url)} does not name an async driver, like {_EXAMPLE}")
        if parsed.get_backend_name() == "sqlite":
            return _sqlite(parsed)
        # A snapshot spans the statements of a read; a write locks the rows it depends on.
        reading = create_async_engine(parsed, isolation_level="REPEATABLE READ", pool_pre_ping=True)
        return Engines(reading, create_async_engine(parsed, pool_size=1, max_overflow=0, pool_pre_ping=True))
    except NoSuchModuleError:
        raise DatabaseError(f"there is no database driver for {_shown(url)}; try {_EXAMPLE}") from None
    except ModuleNotFoundError as error:
        raise DatabaseError(f"{_shown(url)} needs the package {error.name}, which is not installed") from None
    except DatabaseError:
        raise
    except (ArgumentError, ValueError, TypeError):
        raise DatabaseError(f"not a database URL like {_EXAMPLE}") from None


async def prepare(url: str) -> None:
    """Make the SQLite file at `url` if it is not there, and see to its journal."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite" and not _in_memory(parsed):
        await asyncio.to_thread(_prepare, parsed)


async def compact(engine: AsyncEngine) -> bool:
    """Write the SQLite file behind `engine` anew, without what was deleted in it, and empty its log.

    Returns False if somebody else still reads from the log. Other databases look after that themselves.
    """
    if engine.dialect.name != "sqlite":
        return True
    async with engine.connect() as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        # Outside of any transaction, as the driver begins none by itself.
        await driver.execute("VACUUM")
        for _ in range(_CHECKPOINTS):
            cursor = await driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            busy, *_ = await cursor.fetchone()
            if not busy:
                return True
            await asyncio.sleep(_PAUSE)
    return False


@contextmanager
def explained(url: str) -> Iterator[None]:
    """Raise DatabaseError for whatever the database at `url` complains of within."""
    try:
        yield
    except (SQLAlchemyError, CommandError, sqlite3.Error, OSError) as error:
        raise DatabaseError(f"{_place(make_url(url))}: {_reason(error)}") from error


class _Connection(sqlite3.Connection):
    """Gives its locks up when it is closed in the middle of a transaction, as by a cancelled task.

    SQLite itself keeps them for as long as any cursor of the connection is still referred to.
    """

    def close(self) -> None:
        if self.in_transaction:
            self.rollback()
        super().close()


def _sqlite(url: URL) -> Engines:
    arguments = {
        # Transactions are begun below; left to itself, sqlite3 begins none for a SELECT.
        "connect_args": {"isolation_level": None, "timeout": _PATIENCE, "factory": _Connection},
        "poolclass": AsyncAdaptedQueuePool,
        "max_overflow": 0,
    }
    writing = create_async_engine(url, pool_size=1, **arguments)
    # To begin as a reader and write later fails at once where another process has written in between.
    event.listen(writing.sync_engine, "begin", _begin_immediate)
    event.listen(writing.sync_engine, "connect", _set_up)
    if _in_memory(url):
        return Engines(writing, writing)
    reading = create_async_engine(url, pool_size=_READERS, **arguments)
    event.listen(reading.sync_engine, "begin", _begin)
    event.listen(reading.sync_engine, "connect", _set_up)
    return Engines(reading, writing)


def _prepare(url: URL) -> None:
    # Not through aiosqlite: the thread of a connection that cannot be opened may outlive the event loop,
    # and complain of that.
    (name,), options = url.get_dialect()().create_connect_args(url)
    connection = sqlite3.connect(name, **{"timeout": _PATIENCE, **options})
    try:
        _write_ahead(connection)
    finally:
        connection.close()


def _write_ahead(connection: sqlite3.Connection) -> None:
    # A property of the file: once is enough. Of several that try at once SQLite turns away all but
    # one without any wait, so that they do not wait for each other.
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(_PAUSE)


def _in_memory(url: URL) -> bool:
    name = url.database or ":memory:"
    return name in (":memory:", "file::memory:") or url.query.get("mode") == "memory"


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _set_up(connection: Any, record: object) -> None:
    cursor = connection.cursor()
    try:
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("PRAGMA synchronous = NORMAL")
    finally:
        cursor.close()


def _shown(url: str) -> str:
    return make_url(url).render_as_string(hide_password=True)


def _place(url: URL) -> str:
    if url.get_backend_name() != "sqlite" or _in_memory(url) or not url.database:
        return url.render_as_string(hide_password=True)
    return url.database if url.database.startswith("file:") else str(Path(url.database).absolute())


def _reason(error: Exception) -> str:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    text = " ".join(str(cause).split()) or type(cause).__name__
    if "unable to open database file" in text:
        return "cannot be opened; is its directory there, and may Cardinal write in it?"
    if "file is not a database" in text:
        return "is not a SQLite database"
    if "readonly database" in text:
        return "may not be written to"
    return text
