"""Queries for health checks and metrics."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.cluster.members import database_time
from storage.connection.database import Database
from storage.connection.engines import connect, explained
from storage.connection.upserts import insert_into
from storage.schema.cluster import moments
from storage.schema.tables import is_open, tables

_BACKUP: Final = "backup"
_HEALTH_CHECK: Final = "health check"


@dataclass(frozen=True, slots=True)
class Figures:
    """What is counted in the database. `last_backup` is in seconds since the epoch, 0 if there was none."""

    open_tables: int
    turns_overdue: int
    last_backup: float


async def ask_anything(database: Database) -> None:
    """Run a trivial query. Raises whatever the database raises."""
    await database.read(select(literal(1)))


async def try_write(database: Database) -> None:
    """Write one row, in turn with the moves. Raises whatever the database raises."""
    await database.write(_note, _HEALTH_CHECK)


async def count(database: Database, late: float) -> Figures:
    """The figures of this moment; a turn is overdue if its clock ran out before `late`."""
    number = select(func.count()).select_from(tables).where(is_open)
    backup = select(func.max(moments.c.at)).where(moments.c.name == _BACKUP)
    found = await database.read(number, number.where(tables.c.deadline < late), backup)
    opened, overdue, last = (rows[0][0] for rows in found)
    return Figures(opened, overdue, last or 0.0)


async def note_backup(url: str) -> None:
    """Store that the database at `url` has been backed up now. Raises DatabaseError."""
    engines = connect(url)
    try:
        with explained(url):
            async with engines.writing.begin() as connection:
                await _note(connection, [_BACKUP])
    finally:
        await engines.dispose()


async def _note(connection: AsyncConnection, names: Sequence[str]) -> Sequence[None]:
    row = insert_into(moments, connection.dialect.name).values(at=database_time(connection))
    noted = row.on_conflict_do_update(index_elements=["name"], set_={"at": row.excluded.at})
    await connection.execute(noted, [{"name": name} for name in dict.fromkeys(names)])
    return [None] * len(names)
