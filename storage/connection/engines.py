"""Connections to a database, and its errors in one line."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import URL, Connection, event
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, NullPool

from bot.rules.escaping import escaped, shortened
from storage.connection import sqlite_driver
from storage.connection.failures import Passing, passing
from storage.connection.urls import EXAMPLE, DatabaseError, is_in_memory, parsed, safe_name

PATIENCE: Final = 15.0  # seconds to wait for another process that is writing

# By default a server accepts 100 connections from all processes together.
_READERS = 5
_LONGEST_REASON = 250
_NOT_ALLOWED = "42501"
_INSTALL = "`./cardinal --setup postgres` installs it"

# SQLAlchemy does not wrap asyncpg's connection errors.
_COMPLAINTS = (SQLAlchemyError, sqlite3.Error, OSError)


class DatabaseAway(DatabaseError):
    """A server that does not answer, or not yet: it may be there later."""


@dataclass(frozen=True, slots=True)
class Engines:
    """One engine to read snapshots with, one with a single connection to write with, one to migrate with.

    They are the same for a SQLite database in memory, which lives in its one connection.
    """

    reading: AsyncEngine
    writing: AsyncEngine
    migrating: AsyncEngine

    async def dispose(self) -> None:
        """Close every connection."""
        for engine in {self.reading, self.writing, self.migrating}:
            await engine.dispose()


def connect(url: str, *, limited: bool = True) -> Engines:
    """The engines of the database at `url`, which nothing has been asked of yet. Raises DatabaseError.

    Unless `limited`, a statement may take as long as it takes.
    """
    parts = parsed(url)
    try:
        if not parts.get_dialect().is_async:
            raise DatabaseError(f"{parts.drivername} is not an async driver, like that of {EXAMPLE}")
        return _sqlite(parts) if parts.get_backend_name() == "sqlite" else _postgresql(parts, limited=limited)
    except NoSuchModuleError:
        raise DatabaseError(f"there is no database driver {parts.drivername}; try {EXAMPLE}") from None
    except ModuleNotFoundError as error:
        # We name only our own driver's package.
        install = f"; {_INSTALL}" if error.name == "asyncpg" else ""
        raise DatabaseError(
            f"{safe_name(url)} needs the package {error.name}, which is not installed{install}"
        ) from None
    except DatabaseError:
        raise
    except (ArgumentError, ValueError, TypeError):
        raise DatabaseError(f"not a database URL like {EXAMPLE}") from None


@contextmanager
def explained(url: str) -> Iterator[None]:
    """Raise DatabaseError for whatever the database at `url` complains of within."""
    try:
        yield
    except DatabaseError:
        raise
    except Exception as error:
        if not is_complaint(error):
            raise
        served = parsed(url).get_backend_name() != "sqlite"
        kind = DatabaseAway if served and passing(error) is Passing.CUT_OFF else DatabaseError
        raise kind(f"{safe_name(url)}: {_reason(error, url)}") from error


def is_complaint(error: Exception) -> bool:
    """Whether the database or the way to it raised this error."""
    return isinstance(error, _COMPLAINTS) or type(error).__module__.startswith("asyncpg.")


class _Connection(sqlite3.Connection):
    """Releases its locks when it is closed within a transaction, as by a cancelled task.

    SQLite itself keeps them for as long as any cursor of the connection is still referred to.
    """

    def close(self) -> None:
        if self.in_transaction:
            self.rollback()
        super().close()


def _postgresql(url: URL, *, limited: bool) -> Engines:
    settings = {"application_name": "cardinal", "jit": "off"}
    connection: dict[str, Any] = {"server_settings": settings, "timeout": PATIENCE}
    if limited:
        # Frees what a machine that has vanished had locked, and ends every wait.
        settings["idle_in_transaction_session_timeout"] = settings["lock_timeout"] = f"{PATIENCE:.0f}s"
        connection["command_timeout"] = 2 * PATIENCE
    pool: dict[str, Any] = {"connect_args": connection, "max_overflow": 0, "hide_parameters": True}
    return Engines(
        # A snapshot spans the statements of a read; a write locks the rows it depends on.
        reading=create_async_engine(url, pool_size=_READERS, isolation_level="REPEATABLE READ", **pool),
        writing=create_async_engine(url, pool_size=1, **pool),
        # A migration has no time limit, nor has waiting for another process to migrate.
        migrating=create_async_engine(
            url, poolclass=NullPool, hide_parameters=True, connect_args={"timeout": PATIENCE}
        ),
    )


def _sqlite(url: URL) -> Engines:
    arguments = {
        # Transactions are begun below; left to itself, sqlite3 begins none for a SELECT.
        "connect_args": {
            "isolation_level": None,
            "timeout": PATIENCE,
            "factory": _Connection,
            "async_creator_fn": sqlite_driver.connect,
        },
        "poolclass": AsyncAdaptedQueuePool,
        "max_overflow": 0,
        # Errors would quote packs and salts.
        "hide_parameters": True,
    }
    writing = create_async_engine(url, pool_size=1, **arguments)
    # A transaction that begins by reading cannot write once another process has written.
    event.listen(writing.sync_engine, "begin", _begin_immediate)
    event.listen(writing.sync_engine, "connect", _set_up)
    if is_in_memory(url):
        return Engines(writing, writing, writing)
    reading = create_async_engine(url, pool_size=_READERS, **arguments)
    event.listen(reading.sync_engine, "begin", _begin)
    event.listen(reading.sync_engine, "connect", _set_up)
    return Engines(reading, writing, writing)


def is_shared(url: str) -> bool:
    """Whether several processes may play over the database at `url`. Raises DatabaseError."""
    return connect(url).writing.dialect.name == "postgresql"


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _set_up(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    try:
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("PRAGMA synchronous = NORMAL")
    finally:
        cursor.close()


def _reason(error: Exception, url: str) -> str:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror
    if isinstance(cause, TimeoutError):
        return "no answer"
    # SQLAlchemy puts the class of an error of asyncpg before its text.
    words = " ".join(str(cause.__cause__ or cause).split())
    text = shortened(escaped(words), _LONGEST_REASON) or type(cause).__name__
    if getattr(cause, "sqlstate", None) == _NOT_ALLOWED and "schema" in text:
        # Since PostgreSQL 15 only the owner of a database may create tables in its schema "public".
        return f"{text}; make the bot's role the owner: {_ownership(url)}"
    if "unable to open database file" in text:
        return "cannot be opened; is its directory there, and may Cardinal write in it?"
    if "file is not a database" in text:
        return "is not a SQLite database"
    if "readonly database" in text:
        return "may not be written to"
    return text


def _ownership(url: str) -> str:
    parts = parsed(url)
    return f'ALTER DATABASE "{escaped(parts.database or "")}" OWNER TO "{escaped(parts.username or "")}"'
