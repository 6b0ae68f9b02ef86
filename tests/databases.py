"""Fast databases for tests: a migrated one to copy, and SQLite without threads.

`tests/storage`, `tests/cli` and `tests/sandbox` use the real driver.
"""

import asyncio
import tempfile
import time
import weakref
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import QueuePool
from sqlalchemy.util import LRUCache

from storage.connection import engines, upgrade
from storage.connection.database import Database, migrate
from storage.connection.upgrade import newest_revision


@cache
def migrated() -> bytes:
    """The bytes of a migrated, empty SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "migrated.db"
        # The caller has its own event loop.
        with ThreadPoolExecutor(1) as apart:
            apart.submit(asyncio.run, migrate(f"sqlite+aiosqlite:///{path}")).result()
        return path.read_bytes()


async def free_locks(database: Database) -> None:
    """Release the locks as the system does when a process dies. Close the database once its tasks ended."""
    await database._engines.dispose()
    assert database._files is not None
    assert database._files._lock is not None
    database._files._lock.close()


class Connection:
    """As much of SQLAlchemy's `AsyncConnection` as `storage` uses, without threads and greenlets."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self.dialect = connection.dialect

    async def execute(self, *asked: Any) -> sa.CursorResult[Any]:
        return self._connection.execute(*asked)

    async def scalar(self, *asked: Any) -> Any:
        return self._connection.scalar(*asked)

    async def scalars(self, *asked: Any) -> Any:
        return self._connection.scalars(*asked)

    async def exec_driver_sql(self, statement: str) -> sa.CursorResult[Any]:
        return self._connection.exec_driver_sql(statement)

    async def run_sync(self, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
        return work(self._connection, *given, **named)

    async def get_raw_connection(self) -> Any:
        driver: Any = self._connection.connection.driver_connection

        async def execute(statement: str) -> Any:
            rows = driver.execute(statement).fetchall()

            async def fetchone() -> Any:
                return rows[0]

            return SimpleNamespace(fetchone=fetchone)

        return SimpleNamespace(driver_connection=SimpleNamespace(execute=execute))


class _AtOnce:
    """As much of SQLAlchemy's `AsyncEngine` as `storage` uses; each statement runs at once."""

    def __init__(self, engine: sa.Engine) -> None:
        self.sync_engine = engine
        self.dialect = engine.dialect

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[Connection]:
        with self.sync_engine.begin() as connection:
            yield Connection(connection)

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Connection]:
        with self.sync_engine.connect() as connection:
            yield Connection(connection)

    def execution_options(self, **options: Any) -> "_AtOnce":
        return _AtOnce(self.sync_engine.execution_options(**options))

    async def dispose(self) -> None:
        self.sync_engine.dispose()


_compiled: LRUCache[Any, Any] = LRUCache(2000)


@cache
def _dialect() -> sa.Dialect:
    engine = sa.create_engine("sqlite://")
    with engine.connect():
        pass
    engine.dispose()
    return engine.dialect


def _engine(url: sa.URL | str, **options: Any) -> Any:
    """An engine that reuses the statements other engines have compiled."""
    url = sa.make_url(url)
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url, **options)
    arguments = {**options.pop("connect_args"), "check_same_thread": False}
    del arguments["async_creator_fn"]
    engine = sa.create_engine(
        url.set(drivername="sqlite"), **{**options, "connect_args": arguments, "poolclass": QueuePool}
    )
    engine.dialect = _dialect()
    engine._compiled_cache = _compiled
    event.listen(engine, "connect", _set_clock)
    return _AtOnce(engine)


def _set_clock(connection: Any, _: object) -> None:
    # So that a test moves the database's clock with Python's.
    connection.create_function("julianday", 1, lambda _: time.time() / 86_400.0 + 2_440_587.5)


@contextmanager
def without_threads() -> Iterator[None]:
    """SQLite databases opened within run statements in the event loop's own thread. A statement takes
    microseconds; handing it to a thread takes most of the time of a test that plays a hand.

    Nor are the columns of every table compared with the schema, which takes a sixth of a bot's start.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(upgrade, "_check_schema", lambda _: None)
        patch.setattr(engines, "create_async_engine", _engine)
        yield


def in_memory() -> Database:
    """A migrated, empty database in memory, without threads."""
    with without_threads():
        found = engines.connect("sqlite+aiosqlite://")
    image = migrated()
    with found.writing.sync_engine.connect() as connection:
        # A database in memory has no write-ahead log; the header says that the file has one.
        connection.connection.driver_connection.deserialize(image[:18] + b"\1\1" + image[20:])  # type: ignore[union-attr]
    database = Database("sqlite without threads", found, newest_revision(), None)
    weakref.finalize(database, found.writing.sync_engine.dispose)
    return database


def rows_of(
    database: Database, query: sa.Select[Any], values: dict[str, Any] | None = None
) -> list[sa.RowMapping]:
    """What a query with these values finds in a database without threads."""
    with database._engines.reading.sync_engine.connect() as connection:
        return [row._mapping for row in connection.execute(query, values)]


def changes_of(database: Database) -> int:
    """How many rows have been written so far in a database in memory."""
    with database._engines.writing.sync_engine.connect() as connection:
        changes: int = connection.connection.driver_connection.total_changes  # type: ignore[union-attr]
        return changes
