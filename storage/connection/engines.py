"""Connections to a database, and its errors in one line."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, NullPool

from bot.errors import OperatorError
from bot.rules.escaping import escaped, shortened
from storage.connection import sqlite_driver

_EXAMPLE = "sqlite+aiosqlite:///cardinal.db"
_SQLITE_URI_OPTIONS = frozenset({"cache", "immutable", "mode", "nolock", "psow", "vfs"})
_ASYNCPG_OPTIONS = frozenset(
    {
        "gsslib",
        "host",
        "krbsrvname",
        "passfile",
        "port",
        "prepared_statement_cache_size",
        "ssl",
        "target_session_attrs",
    }
)

_LAST_PORT = 65_535

PATIENCE: Final = 15.0  # seconds to wait for another process that is writing

# By default a server accepts 100 connections from all processes together.
_READERS = 5
_INSTALL = "`./cardinal --setup postgres` installs it"
_LONGEST_PLACE = 250

# SQLAlchemy does not wrap asyncpg's connection errors.
_COMPLAINTS = (SQLAlchemyError, sqlite3.Error, OSError)


class DatabaseError(OperatorError):
    """A database that cannot be used. The text is one line."""


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
    try:
        parsed = make_url(url)
        if not parsed.get_dialect().is_async:
            raise DatabaseError(f"{_shown(url)} does not name an async driver, like {_EXAMPLE}")
        _check_options(parsed)
        if parsed.get_backend_name() == "sqlite":
            return _sqlite(parsed)
        return _postgresql(parsed, limited=limited)
    except NoSuchModuleError:
        raise DatabaseError(f"there is no database driver for {_shown(url)}; try {_EXAMPLE}") from None
    except ModuleNotFoundError as error:
        # We name only our own driver's package.
        install = f"; {_INSTALL}" if error.name == "asyncpg" else ""
        raise DatabaseError(
            f"{_shown(url)} needs the package {error.name}, which is not installed{install}"
        ) from None
    except DatabaseError:
        raise
    except (ArgumentError, ValueError, TypeError):
        raise DatabaseError(f"not a database URL like {_EXAMPLE}") from None


@contextmanager
def explained(url: str) -> Iterator[None]:
    """Raise DatabaseError for whatever the database at `url` complains of within."""
    try:
        yield
    except DatabaseError:
        raise
    except Exception as error:
        if not (isinstance(error, _COMPLAINTS) or type(error).__module__.startswith("asyncpg.")):
            raise
        raise DatabaseError(f"{place(url)}: {_reason(error)}") from error


def place(url: str) -> str:
    """Where the database at `url` is, in a few words without secrets: a path, or the URL of a server."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or is_in_memory(parsed) or not parsed.database:
        return _without_secrets(parsed)
    name = parsed.database
    path = name if name.startswith("file:") else str(Path(name).absolute())
    return shortened(escaped(path), _LONGEST_PLACE)


class _Connection(sqlite3.Connection):
    """Releases its locks when it is closed within a transaction, as by a cancelled task.

    SQLite itself keeps them for as long as any cursor of the connection is still referred to.
    """

    def close(self) -> None:
        if self.in_transaction:
            self.rollback()
        super().close()


def _check_options(url: URL) -> None:
    port = url.query.get("port", "0")
    ports = (url.port or 0, int(port) if isinstance(port, str) else 0)
    if "\0" in unquote(url.database or "") or max(ports) > _LAST_PORT:
        raise ValueError
    # The drivers raise TypeError for an option they do not know, or pass over it.
    driver, given = url.drivername, set(url.query)
    if driver == "sqlite+aiosqlite":
        known = _SQLITE_URI_OPTIONS | {"uri"} if "uri" in given else frozenset({"uri"})
    elif driver == "postgresql+asyncpg":
        known = _ASYNCPG_OPTIONS
    else:
        return
    for name in sorted(given - known):
        also = ", with uri=true" if name in _SQLITE_URI_OPTIONS and name not in known else ""
        takes = ", ".join(sorted(known | (_SQLITE_URI_OPTIONS if also else frozenset())))
        raise DatabaseError(
            f"the database URL has an option {shortened(name)!r}, which is not one of {driver}'s: "
            f"{takes}{also}"
        )
    for name in sorted(given):
        if not isinstance(url.query[name], str):
            raise DatabaseError(f"the database URL has the option {name!r} more than once")


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
        migrating=create_async_engine(url, poolclass=NullPool, hide_parameters=True),
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


def is_in_memory(url: URL) -> bool:
    """Whether a SQLite database lives in memory only."""
    name = url.database or ":memory:"
    return name in (":memory:", "file::memory:") or url.query.get("mode") == "memory"


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


def _shown(url: str) -> str:
    return _without_secrets(make_url(url))


def _without_secrets(url: URL) -> str:
    return shortened(escaped(url.set(query={}).render_as_string(hide_password=True)), _LONGEST_PLACE)


def _reason(error: Exception) -> str:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror
    text = shortened(escaped(" ".join(str(cause).split())), _LONGEST_PLACE) or type(cause).__name__
    if "unable to open database file" in text:
        return "cannot be opened; is its directory there, and may Cardinal write in it?"
    if "file is not a database" in text:
        return "is not a SQLite database"
    if "readonly database" in text:
        return "may not be written to"
    return text
