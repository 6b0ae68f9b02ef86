"""What health checks and metrics ask of a database, and which of its failures count."""

import time
from collections.abc import Sequence

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import metrics
from storage.cluster.health import Figures, ask_anything, count, note_backup, try_write
from storage.connection.database import Database
from storage.tables.store import SqlTableStore
from tests.storage.makers import table_with

NOW = 1_000_000.0


async def test_open_tables_and_overdue_turns_are_counted(database: Database, tables: SqlTableStore) -> None:
    for deadline in (None, NOW - 1, NOW + 1):
        await tables.create(table_with(deadline=deadline))
    assert await count(database, NOW) == Figures(open_tables=3, turns_overdue=1, last_backup=0.0)


async def test_the_last_backup_is_known(database: Database, migrated_url: str) -> None:
    for _ in range(2):
        before = time.time()
        await note_backup(migrated_url)
        assert before - 1 < (await count(database, NOW)).last_backup < time.time() + 1


def failures() -> dict[str, float]:
    (counted,) = metrics.DATABASE_FAILURES.collect()
    return {one.labels["kind"]: one.value for one in counted.samples if one.name.endswith("_total")}


async def test_a_database_that_can_be_read_and_not_written_is_noticed(database: Database) -> None:
    async def drop(connection: AsyncConnection, work: Sequence[None]) -> Sequence[None]:
        await connection.execute(text("DROP TABLE moments"))
        return work

    await try_write(database)
    await database.write(drop, None)
    before = failures()
    await ask_anything(database)
    with pytest.raises(DBAPIError):
        await try_write(database)
    assert failures() == before | {"write": before["write"] + 1}


async def test_what_a_worker_raises_is_no_failure_of_the_database(database: Database) -> None:
    async def refuse(connection: AsyncConnection, work: Sequence[None]) -> Sequence[None]:
        raise ValueError("somebody else was quicker")

    before = failures()
    with pytest.raises(ValueError, match="quicker"):
        await database.write(refuse, None)
    assert failures() == before
