"""aiosqlite with one switch to the connection's thread for a statement; its own cursors take four."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import aiosqlite

_AT_ONCE = 1_000  # how many rows are fetched in one switch


class OneSwitchConnection(aiosqlite.Connection):
    """Executes a statement and fetches its rows in one switch, and rolls back only what has been begun."""

    def cursor(self) -> "_Cursor":  # type: ignore[override]
        """A cursor for SQLAlchemy's adapter, which costs nothing to open or close."""
        return _Cursor(self)

    async def rollback(self) -> None:
        """Roll back the transaction, if there is one."""
        if self.in_transaction:
            await super().rollback()

    async def run(self, statement: Callable[[sqlite3.Connection], None]) -> None:
        """Call it with the connection, in the connection's thread."""
        await self._execute(statement, self._conn)  # type: ignore[no-untyped-call]


class _Cursor:
    """A statement and its rows: the first come with it, in the same switch, the others when asked for."""

    def __init__(self, connection: OneSwitchConnection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self._rest: sqlite3.Cursor | None = None
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1

    async def __aenter__(self) -> "_Cursor":
        return self

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> None:
        await self._connection.run(lambda connection: self._begin(connection.execute(sql, parameters)))

    async def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        await self._connection.run(lambda connection: self._begin(connection.executemany(sql, rows)))

    async def fetchall(self) -> list[Any]:
        while self._rest is not None:
            await self._connection.run(self._go_on)
        return self._rows

    async def fetchmany(self, size: int | None = None) -> list[Any]:
        if not self._rows and self._rest is not None:
            await self._connection.run(self._go_on)
        found, self._rows = self._rows[:size], self._rows[len(self._rows[:size]) :]
        return found

    async def close(self) -> None:
        self._rows = []
        if self._rest is not None:
            await self._connection.run(self._end)

    def _begin(self, cursor: sqlite3.Cursor) -> None:
        self._rest, self.description = cursor, cursor.description
        self._go_on(cursor.connection)

    def _go_on(self, connection: sqlite3.Connection) -> None:
        assert self._rest is not None
        found = self._rest.fetchmany(_AT_ONCE)
        self._rows += found
        if len(found) < _AT_ONCE:
            self._end(connection)

    def _end(self, connection: sqlite3.Connection) -> None:
        assert self._rest is not None
        # A statement that returns rows knows how many only when all have been fetched.
        self.rowcount, self.lastrowid = self._rest.rowcount, self._rest.lastrowid
        self._rest.close()
        self._rest = None


def connect(database: str, **options: Any) -> OneSwitchConnection:
    """A connection to await, as `aiosqlite.connect` makes one."""
    connection = OneSwitchConnection(lambda: sqlite3.connect(database, **options), iter_chunk_size=64)
    # A thread that was never told to stop must not keep the process alive; SQLAlchemy does the same.
    connection._thread.daemon = True
    return connection
