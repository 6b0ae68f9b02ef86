"""A store carried over: into another database, into a backup, back out of one."""

import asyncio
import os
import sqlite3
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from sqlalchemy import URL, Table, make_url

from storage import row_copy as carrying
from storage.backup_contents import check, describe
from storage.database import migrate
from storage.engines import DatabaseError, explained, place
from storage.row_copy import Digest
from storage.sqlite_files import file_of, revision_of
from storage.transfer_ends import Begun, Source, Target, at_rest, being_filled, snapshot
from storage.upgrade import FILLING_TABLE, newest_revision

_PARTS: Final = ("", "-journal", "-wal", "-shm")
_READ_ONLY: Final = {"mode": "ro", "uri": "true"}


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a table has come."""

    table: str
    rows: int
    of: int
    checking: bool
    """Whether the rows are being read again where they were written."""


@dataclass(frozen=True, slots=True)
class Carried:
    """What a store consists of."""

    rows: Mapping[str, int]
    """By table."""

    sha256: Mapping[str, str]
    """Of the rows of each table in the order of its key; `moves` holds the logs."""


Report: TypeAlias = Callable[[Progress], None]


async def move(source_url: str, target_url: str, report: Report, *, replace: bool = False) -> Carried:
    """Carry the store of one database over into another, which is empty, or was begun with; the source stays.

    Cut off at any point it goes on where it was when it is called again; until it is done nobody can
    open the target. `replace` deletes what is in the target first. Raises DatabaseError, also if the source
    is in use, or has changed since what is already in the target was read.
    """
    if _is_same(source_url, target_url):
        raise DatabaseError(f"both are the same database, {place(source_url)}")
    async with at_rest(source_url) as source, being_filled(target_url, replace=replace) as target:
        return await _carry(source, target, report)


async def back_up(url: str, path: Path, report: Report) -> Carried:
    """Write the store of a database, as it is at this moment, into a SQLite file, which nobody else may read.

    The file is there once it is whole, and says what it holds. Raises DatabaseError, also if it exists.
    """
    part = path.with_name(f"{path.name}.part")
    part_url = _file_url(part)
    with explained(part_url):
        _refuse_existing(path)
        async with snapshot(url) as source:
            _make(part)
            try:
                async with being_filled(part_url, replace=False) as target:
                    done = await _carry(source, target, report)
                await asyncio.to_thread(_seal, part)
                _refuse_existing(path)
                os.rename(part, path)
            except BaseException:
                _remove(part)
                raise
        _sync(path.parent)
    return done


async def restore(path: Path, url: str, report: Report, *, replace: bool = False) -> Carried:
    """Carry the store of a backup over into a database, as `move` does.

    Raises DatabaseError, before anything is written, also for a file that is no backup or is damaged.
    """
    if _is_same(_file_url(path), url):
        raise DatabaseError(f"both are the same database, {place(url)}")
    async with (
        _readable(path) as source_url,
        snapshot(source_url) as source,
        being_filled(url, replace=replace) as target,
    ):
        return await _carry(source, target, report)


async def _carry(source: Source, target: Target, report: Report) -> Carried:
    digests = {table.name: await _carry_table(source, target, table, report) for table in carrying.carried()}
    numbers = {table.name: await _carry_last_number(source, target, table) for table in carrying.numbered()}
    await _verify(target, digests, numbers, report)
    await target.finish()
    return Carried(
        {name: digest.rows for name, digest in digests.items()},
        {name: digest.sha256 for name, digest in digests.items()},
    )


async def _carry_table(source: Source, target: Target, table: Table, report: Report) -> Digest:
    digest, begun = Digest(), target.begun[table.name]
    with explained(source.url):
        total = await carrying.count(source.connection, table)
    async with aclosing(_rows(source, table)) as parts:
        async for rows in parts:
            known = min(len(rows), begun.rows - digest.rows) if digest.rows < begun.rows else 0
            digest.add(rows[:known])
            if known and digest.rows == begun.rows:
                _refuse_changed(source, table, digest, begun)
            if known < len(rows):
                digest.add(rows[known:])
                await target.write(table, rows[known:], digest)
            report(Progress(table.name, digest.rows, total, checking=False))
    if digest.rows < begun.rows:
        _refuse_changed(source, table, digest, begun)
    return digest


async def _carry_last_number(source: Source, target: Target, table: Table) -> int:
    with explained(source.url):
        given = await carrying.last_number(source.connection, table)
    with explained(target.url):
        async with target.connection.begin():
            number = max(given, await carrying.highest_number(target.connection, table))
            await carrying.go_on_after(target.connection, table, number)
    return number


async def _rows(end: Source | Target, table: Table) -> AsyncGenerator[list[carrying.Row], None]:
    with explained(end.url):
        async with aclosing(carrying.read(end.connection, table)) as parts:
            async for rows in parts:
                yield rows


def _refuse_changed(source: Source, table: Table, now: Digest, then: Begun) -> None:
    if (now.rows, now.sha256) != (then.rows, then.sha256):
        raise DatabaseError(
            f"{place(source.url)} is not as it was when this was begun (its {table.name} have changed): "
            "run it again with --replace, which deletes what is in the new database and begins anew"
        )


async def _verify(
    target: Target, digests: Mapping[str, Digest], numbers: Mapping[str, int], report: Report
) -> None:
    wrong = []
    for table in carrying.carried():
        found, expected = Digest(), digests[table.name]
        async with aclosing(_rows(target, table)) as parts:
            async for rows in parts:
                found.add(rows)
                report(Progress(table.name, found.rows, expected.rows, checking=True))
        if (found.rows, found.sha256) != (expected.rows, expected.sha256):
            wrong.append(f"{table.name} ({found.rows} of {expected.rows} rows)")
    with explained(target.url):
        for table in carrying.numbered():
            number = await carrying.last_number(target.connection, table)
            wrong += [f"the numbers of {table.name}"] if number != numbers[table.name] else []
        await target.connection.rollback()
    if wrong:
        raise DatabaseError(
            f"{place(target.url)} does not hold what was written into it: {', '.join(wrong)}; "
            "run it again with --replace, which begins anew"
        )


def _is_same(one: str, other: str) -> bool:
    with explained(one):
        first = file_of(one)
    with explained(other):
        second = file_of(other)
    if first is None or second is None:
        return make_url(one) == make_url(other)
    with suppress(OSError):
        return os.path.samefile(first, second)
    return False


def _file_url(path: Path) -> str:
    return URL.create("sqlite+aiosqlite", database=str(path)).render_as_string()


@asynccontextmanager
async def _readable(path: Path) -> AsyncIterator[str]:
    # A backup is read where it is; one of an earlier version as a copy, which is brought up to date.
    plain = _file_url(path)
    with explained(plain):
        older = _is_older(path)
        await asyncio.to_thread(check, path)
    if not older:
        yield URL.create("sqlite+aiosqlite", database=_uri(path), query=_READ_ONLY).render_as_string()
        return
    with tempfile.TemporaryDirectory(prefix="cardinal-") as folder:
        copy = Path(folder) / "older.db"
        with explained(plain):
            _copy(path, copy)
        await migrate(_file_url(copy))
        yield _file_url(copy)


def _uri(path: Path) -> str:
    return path.absolute().as_uri()


def _is_older(path: Path) -> bool:
    if not path.exists():
        raise DatabaseError(f"{place(_file_url(path))}: there is no such file")
    return revision_of(path) not in (None, newest_revision())


def _copy(path: Path, copy: Path) -> None:
    with (
        closing(sqlite3.connect(f"{_uri(path)}?mode=ro", uri=True)) as stored,
        closing(sqlite3.connect(copy)) as copied,
    ):
        stored.backup(copied)


def _refuse_existing(path: Path) -> None:
    if os.path.lexists(path):
        raise DatabaseError(f"{place(_file_url(path))} is there already; name another file")


def _make(part: Path) -> None:
    # One that is left from a backup that was cut off is written anew.
    if os.path.lexists(part):
        _refuse_in_the_way(part)
        _remove(part)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _refuse_in_the_way(part: Path) -> None:
    where = place(_file_url(part))
    try:
        with closing(sqlite3.connect(part, timeout=0, isolation_level=None)) as connection:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            connection.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise DatabaseError(f"{where} is just being written by another backup") from None
        raise
    if names and FILLING_TABLE not in names:
        raise DatabaseError(f"{where} is in the way, and no backup that was cut off; take it elsewhere")


def _seal(part: Path) -> None:
    # In one file, and on the disk.
    describe(part)
    _sync(part)


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _remove(part: Path) -> None:
    for beside in _PARTS:
        part.with_name(f"{part.name}{beside}").unlink(missing_ok=True)
