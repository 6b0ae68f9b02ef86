"""Inspects a database without changing it: its revision, and whether it can be written."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, func, inspect, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.rules.escaping import escaped
from storage.connection.engines import connect, explained
from storage.connection.sqlite_files import file_of, revision_of
from storage.connection.upgrade import VERSION_TABLE, newest_revision, refuse_foreign, stored_revisions
from storage.connection.urls import DatabaseError


@dataclass(frozen=True, slots=True)
class Found:
    """What was found at a database's URL.

    `revision` is None for a database that is still empty, or a file that is not there yet. `server` is the
    version of PostgreSQL, `clock` its time in seconds since the epoch, `connections` how many it takes; they
    are None for SQLite.
    """

    revision: str | None
    newest: str
    server: tuple[int, ...] | None = None
    clock: float | None = None
    connections: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a SQLite file is or will be: its size, the disk's free bytes, and the kind of file system."""

    path: Path
    exists: bool
    size: int
    free: int
    file_system: str


async def look_at(url: str) -> Found:
    """Inspect the database at `url`. Raises DatabaseError if it cannot be used.

    A transaction that is rolled back shows whether it can be written to.
    """
    engines = connect(url)
    try:
        with explained(url):
            place = place_of(url)
            if place is not None and not place.exists:
                return Found(None, newest_revision())
            if place is not None:
                # Never open another program's file for writing.
                revision_of(place.path)
            return await _look(engines.writing)
    finally:
        await engines.dispose()


def place_of(url: str) -> Place | None:
    """Where the file of a SQLite URL is; None for any other. Raises DatabaseError if it cannot be there."""
    path = file_of(url)
    if path is None:
        return None
    path = path.absolute()
    folder, exists = path.parent, path.exists()
    if not folder.is_dir():
        raise DatabaseError(f"{escaped(str(path))}: its directory is not there")
    if not os.access(folder, os.W_OK):
        raise DatabaseError(f"{escaped(str(path))}: its directory may not be written in")
    size, free = path.stat().st_size if exists else 0, shutil.disk_usage(folder).free
    return Place(path, exists, size, free, _file_system(folder))


def _file_system(folder: Path) -> str:
    # The folder is on the deepest mount above it.
    try:
        lines = Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    real, deepest, kind = folder.resolve(), 0, ""
    for line in lines:
        _, mount, found, *_ = line.split(" ")
        at = Path(mount.replace("\\040", " "))
        if real.is_relative_to(at) and len(at.parts) >= deepest:
            deepest, kind = len(at.parts), found
    return kind


async def _look(engine: AsyncEngine) -> Found:
    async with engine.connect() as connection:
        revision = await connection.run_sync(_revision)
        if revision is not None:
            await connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = version_num"))
        if engine.dialect.name != "postgresql":
            return Found(revision, newest_revision())
        if revision is None:
            await connection.execute(text("CREATE TABLE cardinal_doctor (number INTEGER)"))
        now = (await connection.execute(select(func.extract("epoch", func.clock_timestamp())))).scalar_one()
        most = (await connection.execute(text("SHOW max_connections"))).scalar_one()
        await connection.rollback()
        server = tuple(map(int, connection.dialect.server_version_info or ()))
        return Found(revision, newest_revision(), server, float(now), int(most))


def _revision(connection: Connection) -> str | None:
    heads = stored_revisions(connection)
    refuse_foreign(inspect(connection).get_table_names(), heads)
    return heads[0] if heads else None
