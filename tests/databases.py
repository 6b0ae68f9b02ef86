"""What makes tests that need a database quick, where how it is made and reached is not what they look at.

`tests/storage`, `tests/cli`, `tests/sandbox` and `tests/soak` have it as in earnest.
"""

import asyncio
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import aiosqlite.core
import pytest

from storage.database import Database, migrate


@cache
def migrated() -> bytes:
    """A SQLite file that went through every migration and holds nothing yet."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "migrated.db"
        asyncio.run(migrate(f"sqlite+aiosqlite:///{path}"))
        return path.read_bytes()


async def free_locks(database: Database) -> None:
    """Release what the system releases of a process that dies; close the database once nothing of it runs."""
    await database._engines.dispose()
    assert database._files is not None
    assert database._files._lock is not None
    database._files._lock.close()


class _AtOnce:
    """In place of the queue of a connection's thread: what is put in has been done by then."""

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


@contextmanager
def without_threads() -> Iterator[None]:
    """SQLite connections opened within do their work in the event loop's own thread.

    A database of one process and a few rows answers in microseconds; to hand each statement to a thread
    and wait for it takes most of the time of a test that plays a hand.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(aiosqlite.core, "SimpleQueue", _AtOnce)
        patch.setattr(aiosqlite.core, "Thread", _NoThread)
        yield
