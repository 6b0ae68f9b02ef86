"""Fast databases for tests that are not about the database: a migrated file to copy, SQLite without threads.

`tests/storage`, `tests/cli`, `tests/sandbox` and `tests/soak` use real ones.
"""

import asyncio
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import aiosqlite.core
import pytest
from sqlalchemy import URL, Dialect
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.util import LRUCache

from storage.connection import engines
from storage.connection.database import Database, migrate


@cache
def migrated() -> bytes:
    """The bytes of a migrated, empty SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "migrated.db"
        asyncio.run(migrate(f"sqlite+aiosqlite:///{path}"))
        return path.read_bytes()


async def free_locks(database: Database) -> None:
    """Release the locks as the system does when a process dies. Close the database once its tasks ended."""
    await database._engines.dispose()
    assert database._files is not None
    assert database._files._lock is not None
    database._files._lock.close()


class _AtOnce:
    """Replaces the queue of a connection's thread: runs each item at once."""

    def put_nowait(self, asked: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        future, function = asked
        try:
            result = function()
        except BaseException as error:
            if future is None:
                raise
            future.set_exception(error)
        else:
            if future is not None:
                future.set_result(result)


class _NoThread:
    def __init__(self, target: object, args: object) -> None:
        self.daemon = True

    def start(self) -> None: ...


_compiled: LRUCache[Any, Any] = LRUCache(2000)


@cache
def _dialect() -> Dialect:
    async def connected() -> Dialect:
        engine = create_async_engine("sqlite+aiosqlite://")
        async with engine.connect():
            pass
        await engine.dispose()
        return engine.dialect

    # The caller has its own event loop.
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, connected()).result()


def _engine(url: URL, **options: Any) -> AsyncEngine:
    """An engine that reuses the statements other engines have compiled."""
    engine = create_async_engine(url, **options)
    if engine.dialect.name == "sqlite":
        engine.sync_engine.dialect = _dialect()
        engine.sync_engine._compiled_cache = _compiled
    return engine


@contextmanager
def without_threads() -> Iterator[None]:
    """SQLite connections opened within run statements in the event loop's own thread. A statement takes
    microseconds; handing it to a thread takes most of the time of a test that plays a hand."""
    _dialect()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engines, "create_async_engine", _engine)
        patch.setattr(aiosqlite.core, "SimpleQueue", _AtOnce)
        patch.setattr(aiosqlite.core, "Thread", _NoThread)
        yield
