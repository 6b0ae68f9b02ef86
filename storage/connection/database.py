"""An open database: reading, batched look-ups and batched writes."""

import asyncio
from collections.abc import Sequence
from typing import Any, TypeVar

from sqlalchemy import Executable, Row
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot import metrics
from storage.connection.batches import Batches, Worker, count_failure
from storage.connection.engines import DatabaseAway, Engines, connect, explained
from storage.connection.lookups import Lookup
from storage.connection.sqlite_files import OpenFiles, compact, hold
from storage.connection.transactions import transact
from storage.connection.upgrade import upgrade
from storage.connection.urls import DatabaseError, safe_name

__all__ = ["Database", "DatabaseAway", "DatabaseError", "SqlStore", "migrate", "open_database"]

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


class Database:
    """An open database at the schema the code knows. Close it when done.

    `name` says which it is, without secrets.
    Every read and every write runs to its end even if its caller is cancelled.
    """

    def __init__(self, name: str, engines: Engines, revision: str, files: OpenFiles | None) -> None:
        self.name = name
        self.revision = revision
        self._engines = engines
        self._files = files
        self._writes = Batches(engines.writing, "write", files.verify if files else None)
        self._apart: dict[Worker[Any, Any], Batches] = {}
        self._lookups = Batches(engines.reading, "look-up", writes=False)
        # One statement is a snapshot by itself and needs no transaction.
        self._single = engines.reading.execution_options(isolation_level="AUTOCOMMIT")
        self._single_lookups = Batches(self._single, "look-up", writes=False)
        self._reads: set[asyncio.Task[list[Sequence[Row[Any]]]]] = set()

    @property
    def shared(self) -> bool:
        """Whether several processes may share it; a SQLite file belongs to one."""
        return self._engines.writing.dialect.name == "postgresql"

    async def read(self, *queries: Executable) -> list[Sequence[Row[Any]]]:
        """The rows of each query, in one snapshot."""
        engine = self._single if self.shared and len(queries) == 1 else self._engines.reading
        task = asyncio.create_task(_read(engine, queries), name="storage-read")
        self._reads.add(task)
        task.add_done_callback(self._read_ended)
        # A cancelled read loses its connection, and with it a database in memory.
        return await asyncio.shield(task)

    def _read_ended(self, task: asyncio.Task[list[Sequence[Row[Any]]]]) -> None:
        self._reads.discard(task)
        if not task.cancelled():
            # Nobody asks for the error if the caller was cancelled.
            task.exception()

    async def look_up(self, worker: Worker[_Item, _Result], item: _Item) -> _Result:
        """Let `worker` find what belongs to `item`, in a batch with other look-ups.

        Meant for frequent queries by a key.
        """
        single = self.shared and isinstance(worker, Lookup)
        return await (self._single_lookups if single else self._lookups).submit(worker, item)

    async def write(self, worker: Worker[_Item, _Result], item: _Item) -> _Result:
        """Let `worker` write `item`, in a batch with other writes, in one transaction.

        Returns what the worker said of it, once it is stored; raises what it raised, and DatabaseError
        where a file of the database is no longer at its place.
        """
        return await self._writes.submit(worker, item)

    async def write_apart(self, worker: Worker[_Item, _Result], item: _Item) -> _Result:
        """Like `write`, for what must not wait for moves, nor moves for it.

        Where processes share the database, only work for the same worker shares the transaction. So two never
        wait for each other if each takes its rows in order.
        """
        if not self.shared:
            return await self.write(worker, item)
        if worker not in self._apart:
            # Of two writers of one row, the second must see what the first has written.
            engine = self._engines.reading.execution_options(isolation_level="READ COMMITTED")
            self._apart[worker] = Batches(engine, "write")
        return await self._apart[worker].submit(worker, item)

    async def compact(self) -> bool:
        """Rewrite a SQLite file without deleted data; writes wait meanwhile.

        Returns whether nothing of it is left: another process may hold a part of the log a while longer.
        """
        async with self._writes.alone():
            if self._files is not None:
                self._files.verify()
            return await compact(self._engines.writing)

    async def close(self) -> None:
        """Finish running work and close every connection."""
        for apart in self._apart.values():
            await apart.settle()
        await self._writes.settle()
        await self._lookups.settle()
        await self._single_lookups.settle()
        if self._reads:
            await asyncio.wait(set(self._reads))
        await _release(self._engines, self._files)


class SqlStore:
    """What several stores of a database share."""

    def __init__(self, database: Database) -> None:
        self._database = database


async def open_database(url: str, *, playing: bool = False) -> Database:
    """Open the database at an SQLAlchemy URL with an async driver, and bring it up to date.

    A SQLite file that is not there is made; `sqlite+aiosqlite://` lives in memory. A process that is
    `playing` has a SQLite file alone; in PostgreSQL it accepts a newer schema that its code may work on.
    Raises DatabaseError, with one line that says what is wrong and no password, and DatabaseAway where no
    server answers.
    """
    engines = connect(url)
    files: OpenFiles | None = None
    try:
        with explained(url):
            files = await hold(url, alone=playing)
            if files is not None:
                files.guard(engines)
            revision = await upgrade(engines.migrating, rolling=playing)
            return Database(safe_name(url), engines, revision, files)
    except BaseException:
        await _release(engines, files)
        raise


async def migrate(url: str) -> str:
    """Bring the database at `url` up to date and return the revision it is at. Raises DatabaseError."""
    database = await open_database(url)
    await database.close()
    return database.revision


async def _release(engines: Engines, files: OpenFiles | None) -> None:
    await engines.dispose()
    if files is not None:
        await asyncio.to_thread(files.close)


async def _read(engine: AsyncEngine, queries: Sequence[Executable]) -> list[Sequence[Row[Any]]]:
    async def work(connection: AsyncConnection) -> list[Sequence[Row[Any]]]:
        return [(await connection.execute(query)).all() for query in queries]

    with metrics.DATABASE_SECONDS.labels("read").time():
        try:
            return await transact(engine, work, writes=False)
        except Exception as error:
            count_failure("read", error)
            raise
