"""Copies a whole store: into a backup, out of one, or into another database.

A copy is one transaction, in which every row is read again and compared. A copy that was cut off has done
nothing, and is begun anew.
"""

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import URL, Connection, Table, delete, func, inspect, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.cluster.member import DEAD_SECONDS
from storage.backup.contents import check, describe
from storage.backup.row_copy import Digest, Row, copied_tables, copy_last_numbers, read_rows, write_rows
from storage.cluster.members import database_time
from storage.connection.database import migrate
from storage.connection.engines import PATIENCE, connect, explained
from storage.connection.sqlite_files import file_of, hold, revision_of
from storage.connection.upgrade import (
    MOVING_LOCK,
    newest_revision,
    refuse_foreign,
    stored_revisions,
    upgrade_within,
)
from storage.connection.urls import DatabaseError, is_in_memory, parsed, safe_name
from storage.schema.cluster import processes
from storage.schema.metadata import metadata


@dataclass(frozen=True, slots=True)
class Copied:
    """What a store holds: the rows of each table, and their SHA-256 in the order of its key."""

    rows: Mapping[str, int]
    sha256: Mapping[str, str]


Report: TypeAlias = Callable[[str], None]
"""Is given a line for each table that has been copied, and again for each that has been compared."""


@dataclass(frozen=True, slots=True)
class _End:
    url: str
    connection: AsyncConnection


async def move(source_url: str, target_url: str, report: Report, *, replace: bool = False) -> Copied:
    """Copy the store of one database into another, which must be empty; the source stays as it is.

    `replace` deletes what is in the target first. Raises DatabaseError, also if a bot uses either.
    """
    _refuse_same(source_url, target_url)
    async with _reading(source_url, alone=True) as source, _filling(target_url, replace=replace) as target:
        return await _copy(source, target, report)


async def back_up(url: str, path: Path, report: Report) -> Copied:
    """Write the store of a database, as it is at this moment, into a SQLite file that only its user may read.

    The file appears once it is whole, and holds the digests of its tables. Raises DatabaseError, also if it
    exists.
    """
    with explained(_file_url(path)):
        _refuse_existing(path)
        async with _reading(url) as source:
            # Only this user may read it.
            number, name = tempfile.mkstemp(".part", f"{path.name}.", path.parent)
            os.close(number)
            part = Path(name)
            try:
                async with _filling(_file_url(part), alone=False) as target:
                    copied = await _copy(source, target, report)
                await asyncio.to_thread(describe, part)
                _sync(part)
                _refuse_existing(path)
                os.rename(part, path)
            except BaseException:
                os.unlink(part)
                raise
        _sync(path.parent)
    return copied


async def restore(path: Path, url: str, report: Report, *, replace: bool = False) -> Copied:
    """Copy the store of a backup into a database, as `move` does.

    Raises DatabaseError, before anything is written, for a file that is no backup or is damaged.
    """
    _refuse_same(_file_url(path), url)
    async with (
        _checked(path) as source_url,
        _reading(source_url) as source,
        _filling(url, replace=replace) as target,
    ):
        return await _copy(source, target, report)


async def _copy(source: _End, target: _End, report: Report) -> Copied:
    digests: dict[str, Digest] = {}
    for table in copied_tables():
        digest = digests[table.name] = Digest()
        async with aclosing(_rows(source, table)) as parts:
            async for rows in parts:
                digest.add(rows)
                await _write(target, table, rows)
        report(f"  {table.name}: {digest.rows:,} rows")
    with explained(target.url):
        await copy_last_numbers(source.connection, target.connection)
    report("Reading it all again, to compare:")
    wrong = []
    for table in copied_tables():
        found, expected = Digest(), digests[table.name]
        async with aclosing(_rows(target, table)) as parts:
            async for rows in parts:
                found.add(rows)
        report(f"  {table.name}: {found.rows:,} rows")
        if (found.rows, found.sha256) != (expected.rows, expected.sha256):
            wrong.append(f"{table.name} ({found.rows} of {expected.rows} rows)")
    if wrong:
        raise DatabaseError(
            f"{safe_name(target.url)} does not hold what was written into it: {', '.join(wrong)}"
        )
    return Copied(
        {name: digest.rows for name, digest in digests.items()},
        {name: digest.sha256 for name, digest in digests.items()},
    )


async def _write(target: _End, table: Table, rows: list[Row]) -> None:
    try:
        with explained(target.url):
            await write_rows(target.connection, table, rows)
    except DatabaseError as error:
        raise DatabaseError(f"{error} (a row of {table.name})") from error


async def _rows(end: _End, table: Table) -> AsyncGenerator[list[Row], None]:
    with explained(end.url):
        async with aclosing(read_rows(end.connection, table)) as parts:
            async for rows in parts:
                yield rows


@asynccontextmanager
async def _reading(url: str, *, alone: bool = False) -> AsyncIterator[_End]:
    """A store as it is at this moment; with `alone` no bot may use it until the end."""
    async with _connected(url, writes=False, alone=alone) as connection:
        with explained(url):
            await connection.run_sync(_check_store, safe_name(url))
            if alone and connection.dialect.name == "postgresql":
                await _refuse_in_use(connection, safe_name(url))
                await connection.rollback()
                # Before the first look, which fixes what the transaction sees.
                names = ", ".join(table.name for table in copied_tables())
                await connection.execute(text(f"LOCK TABLE {names} IN SHARE MODE"))
                await _refuse_in_use(connection, safe_name(url))
        yield _End(url, connection)


@asynccontextmanager
async def _filling(url: str, *, replace: bool = False, alone: bool = True) -> AsyncIterator[_End]:
    """An empty database, in a transaction that is committed unless this ends with an error."""
    async with _connected(url, writes=True, alone=alone) as connection:
        on_server = connection.dialect.name == "postgresql"
        with explained(url):
            if on_server:
                await _refuse_in_use(connection, safe_name(url))
            await connection.run_sync(_make_room, safe_name(url), replace)
        yield _End(url, connection)
        with explained(url):
            if on_server:
                # Else the first statements would be planned for empty tables.
                await connection.execute(text("ANALYZE"))
            await connection.commit()
            if replace and not on_server:
                # What was deleted is not to be found in the file.
                driver: Any = (await connection.get_raw_connection()).driver_connection
                await driver.execute("VACUUM")


@asynccontextmanager
async def _connected(url: str, *, writes: bool, alone: bool) -> AsyncIterator[AsyncConnection]:
    engines = connect(url, limited=False)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(engines.dispose)
        with explained(url):
            path, parts = file_of(url), parsed(url)
            if parts.get_backend_name() == "sqlite" and is_in_memory(parts):
                raise DatabaseError(f"{safe_name(url)} lives in memory, and ends with this command")
            if path is not None and not writes and not path.exists():
                raise DatabaseError(f"{safe_name(url)}: there is no such file")
            if alone and (files := await hold(url, alone=True)) is not None:
                stack.callback(files.close)
            connection = await (engines.writing if writes else engines.reading).connect()
            stack.push_async_callback(connection.close)
            if path is None:
                # An operator's limits are for what should be quick.
                for limit, seconds in (
                    ("statement_timeout", 0),
                    ("idle_in_transaction_session_timeout", 0),
                    ("lock_timeout", PATIENCE),
                ):
                    await connection.execute(text(f"SET {limit} = '{seconds:.0f}s'"))
                await connection.commit()
        yield connection


def _make_room(connection: Connection, where: str, replace: bool) -> None:
    upgrade_within(connection)
    full = [table.name for table in copied_tables() if connection.execute(select(table).limit(1)).first()]
    if full and not replace:
        raise DatabaseError(
            f"{where} holds a store already ({', '.join(full[:3])}{', …' if full[3:] else ''}): name an "
            "empty database, or add --replace to delete what is there"
        )
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"TRUNCATE {', '.join(metadata.tables)} CASCADE"))
    else:
        for table in reversed(metadata.sorted_tables):
            connection.execute(delete(table))


def _check_store(connection: Connection, where: str) -> None:
    revisions = stored_revisions(connection)
    refuse_foreign(inspect(connection).get_table_names(), revisions)
    if not revisions:
        raise DatabaseError(f"{where} holds nothing of Cardinal's")
    if revisions != (newest_revision(),):
        raise DatabaseError(
            f"{where} is at revision {', '.join(revisions)}, this version of Cardinal at "
            f"{newest_revision()}; use the version that runs on it, or `./cardinal migrate` first"
        )


async def _refuse_in_use(connection: AsyncConnection, where: str) -> None:
    # Nobody opens the database until the transaction ends.
    if not await connection.scalar(select(func.pg_try_advisory_xact_lock(MOVING_LOCK))):
        raise DatabaseError(f"{where} is being copied by another process")
    if not await connection.run_sync(lambda known: inspect(known).has_table(processes.name)):
        return
    alive = processes.c.seen_at > database_time(connection) - DEAD_SECONDS
    if running := await connection.scalar(select(func.count()).where(alive)):
        raise DatabaseError(f"{where} is in use by Cardinal (processes: {running}); stop it first")


@asynccontextmanager
async def _checked(path: Path) -> AsyncIterator[str]:
    """The URL of a backup, read where it is; one of an older version as a copy, which is migrated."""
    with explained(_file_url(path)):
        revision = await asyncio.to_thread(_check_backup, path)
    if revision == newest_revision():
        yield _file_url(path, reading=True)
        return
    with tempfile.TemporaryDirectory(prefix="cardinal-") as folder:
        copy = Path(folder) / "older.db"
        shutil.copyfile(path, copy)
        await migrate(_file_url(copy))
        yield _file_url(copy)


def _check_backup(path: Path) -> str | None:
    if not path.exists():
        raise DatabaseError(f"{safe_name(_file_url(path))}: there is no such file")
    revision = revision_of(path)
    check(path)
    return revision


def _refuse_same(one: str, other: str) -> None:
    with explained(one):
        first = file_of(one)
    with explained(other):
        second = file_of(other)
    same = parsed(one) == parsed(other)
    if same or (first and second and first.exists() and second.exists() and first.samefile(second)):
        raise DatabaseError(f"both are the same database, {safe_name(one)}")


def _refuse_existing(path: Path) -> None:
    if os.path.lexists(path):
        raise DatabaseError(f"{safe_name(_file_url(path))} is there already; name another file")


def _file_url(path: Path, *, reading: bool = False) -> str:
    query = {"mode": "ro", "uri": "true"} if reading else {}
    name = path.absolute().as_uri() if reading else str(path)
    return URL.create("sqlite+aiosqlite", database=name, query=query).render_as_string()


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
