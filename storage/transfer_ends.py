"""The two ends of a transfer: a store that does not change meanwhile, and one that is being filled."""

import asyncio
import hashlib
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

from alembic.runtime.migration import MigrationContext
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    MetaData,
    String,
    Table,
    delete,
    event,
    func,
    insert,
    inspect,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.cluster.member import DEAD_SECONDS
from storage.cluster import database_time
from storage.cluster_schema import processes
from storage.engines import PATIENCE, DatabaseError, connect, explained, is_in_memory, place
from storage.row_copy import Digest, Row, carried, write
from storage.schema import metadata
from storage.sqlite_files import file_of, prepare
from storage.upgrade import (
    FILLING_TABLE,
    MOVING_LOCK,
    newest_revision,
    refuse_foreign,
    upgrade_within,
)

_BUSY_MILLISECONDS = 1000
_PAUSE = 0.2

# What is in a database as long as it is being filled: how far each table has come.
filling = Table(
    FILLING_TABLE,
    MetaData(),
    Column("name", String(64), primary_key=True),
    Column("rows", BigInteger, nullable=False),
    Column("sha256", String(64), nullable=False),
)

_NOTHING: Final = hashlib.sha256().hexdigest()


@dataclass(frozen=True, slots=True)
class Begun:
    """What of a table is in the target already."""

    rows: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Source:
    """A store that is read, as it was at one moment."""

    url: str
    connection: AsyncConnection


@dataclass(frozen=True, slots=True)
class Target:
    """A database that is being filled, which nobody else opens until `finish`."""

    url: str
    connection: AsyncConnection
    begun: dict[str, Begun]

    async def write(self, table: Table, rows: Sequence[Row], so_far: Digest) -> None:
        """Write rows of a table, which together with those before have that digest."""
        noted = update(filling).where(filling.c.name == table.name)
        try:
            with explained(self.url):
                async with self.connection.begin():
                    await self.connection.execute(noted.values(rows=so_far.rows, sha256=so_far.sha256))
                    await write(self.connection, table, rows)
        except DatabaseError as error:
            raise DatabaseError(f"{error} (a row of {table.name})") from error

    async def finish(self) -> None:
        """Let whoever wants open it."""
        with explained(self.url):
            async with self.connection.begin():
                await self.connection.run_sync(filling.drop)
            if self.connection.dialect.name == "postgresql":
                # Else the first statements would be planned for empty tables.
                async with self.connection.begin():
                    await self.connection.execute(text(f"ANALYZE {_names()}"))


@asynccontextmanager
async def snapshot(url: str) -> AsyncIterator[Source]:
    """A store as it is at this moment, whoever is using it. Raises DatabaseError."""
    engines = connect(url, limited=False)
    try:
        with explained(url):
            _refuse_missing(url)
            connection = await engines.reading.connect()
        async with aclosing(connection):
            with explained(url):
                await _patient(connection)
                await connection.run_sync(_check_store, place(url), current=True)
            yield Source(url, connection)
    finally:
        await engines.dispose()


@asynccontextmanager
async def at_rest(url: str) -> AsyncIterator[Source]:
    """A store that nobody else uses as long as this lasts, brought up to date. Raises DatabaseError."""
    async with _alone(url, there=True) as connection:
        with explained(url):
            async with connection.begin():
                await connection.run_sync(_check_store, place(url), current=False)
                await connection.run_sync(upgrade_within)
            if connection.dialect.name == "postgresql":
                await connection.execution_options(isolation_level="REPEATABLE READ")
            await connection.begin()
            await _patient(connection)
            await _keep_from_changing(connection)
        yield Source(url, connection)


@asynccontextmanager
async def being_filled(url: str, *, replace: bool) -> AsyncIterator[Target]:
    """An empty database, or one that was being filled before; `replace` empties any first.

    It stays marked as not whole until `Target.finish`. Raises DatabaseError.
    """
    async with _alone(url, there=False) as connection:
        with explained(url):
            async with connection.begin():
                begun = await connection.run_sync(_begin, place(url), replace)
            if connection.dialect.name == "sqlite" and not any(table.rows for table in begun.values()):
                # What was deleted to make room is not to be found in the file.
                driver: Any = (await connection.get_raw_connection()).driver_connection
                await driver.execute("VACUUM")
                await connection.rollback()
        yield Target(url, connection, begun)


def _refuse_missing(url: str) -> None:
    path = file_of(url)
    if path is not None and not path.exists():
        raise DatabaseError(f"{place(url)}: there is no such file")


@asynccontextmanager
async def _alone(url: str, *, there: bool) -> AsyncIterator[AsyncConnection]:
    engines = connect(url, limited=False)
    if engines.writing.dialect.name == "sqlite":
        if is_in_memory(make_url(url)):
            raise DatabaseError(f"{place(url)} lives in memory, and ends with this command")
        event.listen(engines.writing.sync_engine, "connect", _lock_file)
    try:
        with explained(url):
            if there:
                _refuse_missing(url)
            await prepare(url)
            connection = await _connect_alone(engines.writing, place(url))
        async with aclosing(connection):
            yield connection
    finally:
        await engines.dispose()


def _lock_file(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    try:
        # Holds the file from the first look at it on, and is refused while anybody has it open.
        cursor.execute("PRAGMA locking_mode = EXCLUSIVE")
        cursor.execute(f"PRAGMA busy_timeout = {_BUSY_MILLISECONDS}")
    finally:
        cursor.close()


async def _connect_alone(engine: AsyncEngine, where: str) -> AsyncConnection:
    connection = await engine.connect()
    try:
        if engine.dialect.name == "postgresql":
            await _lock_database(connection, where)
        else:
            async with connection.begin():
                await connection.execute(text("SELECT 1 FROM sqlite_master"))
    except OperationalError as error:
        await connection.close()
        if getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            raise DatabaseError(f"{where} is in use by another process; stop Cardinal first") from error
        raise
    except BaseException:
        await connection.close()
        raise
    return connection


async def _lock_database(connection: AsyncConnection, where: str) -> None:
    # For the session, over all its transactions. An earlier one may have ended a moment ago.
    take = select(func.pg_try_advisory_lock(MOVING_LOCK))
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while True:
        async with connection.begin():
            if (await connection.execute(take)).scalar_one():
                break
        if asyncio.get_running_loop().time() > deadline:
            raise DatabaseError(f"{where} is being moved or filled by another process")
        await asyncio.sleep(_PAUSE)
    async with connection.begin():
        if not await connection.run_sync(lambda known: inspect(known).has_table(processes.name)):
            return
        alive = processes.c.seen_at > database_time(connection) - DEAD_SECONDS
        running = (await connection.execute(select(func.count()).where(alive))).scalar_one()
    if running:
        raise DatabaseError(f"{where} is in use by Cardinal (processes: {running}); stop it first")


async def _patient(connection: AsyncConnection) -> None:
    # An operator's limits are for what should be quick.
    if connection.dialect.name == "postgresql":
        for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
            await connection.execute(text(f"SET LOCAL {limit} = 0"))


async def _keep_from_changing(connection: AsyncConnection) -> None:
    # Before the first look, which fixes what the transaction sees. The lock of a SQLite file does the same.
    if connection.dialect.name == "postgresql":
        await connection.execute(text(f"SET LOCAL lock_timeout = '{PATIENCE:.0f}s'"))
        await connection.execute(text(f"LOCK TABLE {_names()} IN SHARE MODE"))


def _names() -> str:
    return ", ".join(table.name for table in carried())


def _check_store(connection: Connection, where: str, *, current: bool) -> None:
    tables = inspect(connection).get_table_names()
    revisions = MigrationContext.configure(connection).get_current_heads()
    refuse_foreign(tables, revisions)
    if not revisions:
        raise DatabaseError(f"{where} holds nothing of Cardinal's")
    if FILLING_TABLE in tables:
        raise DatabaseError(f"{where} is not whole: it was being filled; finish that, or begin it anew")
    if current and revisions != (newest_revision(),):
        raise DatabaseError(
            f"{where} is at revision {', '.join(revisions)}, this version of Cardinal at "
            f"{newest_revision()}; "
            "use the version that runs on it, or `./cardinal migrate` first"
        )


def _begin(connection: Connection, where: str, replace: bool) -> dict[str, Begun]:
    marked = inspect(connection).has_table(FILLING_TABLE)
    upgrade_within(connection, filling=True)
    if replace:
        _empty(connection)
        if marked:
            filling.drop(connection)
        marked = False
    if not marked:
        full = [
            table.name
            for table in carried()
            if connection.execute(select(text("1")).select_from(table).limit(1)).first()
        ]
        if full:
            raise DatabaseError(
                f"{where} holds a store already ({', '.join(full[:3])}{', …' if full[3:] else ''}): name an "
                "empty database, or add --replace to delete what is there"
            )
        filling.create(connection)
        connection.execute(
            insert(filling), [{"name": table.name, "rows": 0, "sha256": _NOTHING} for table in carried()]
        )
    return {row.name: Begun(row.rows, row.sha256) for row in connection.execute(select(filling))}


def _empty(connection: Connection) -> None:
    names = [table.name for table in metadata.sorted_tables]
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"TRUNCATE {', '.join(names)}"))
        return
    for table in reversed(metadata.sorted_tables):
        connection.execute(delete(table))
