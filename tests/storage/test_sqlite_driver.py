"""What SQLAlchemy's adapter asks of the SQLite driver, and how often its thread is called."""

from collections.abc import AsyncIterator
from pathlib import Path

import aiosqlite
import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.connection.engines import connect


@pytest.fixture
def switches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is called in the thread of a connection."""
    called: list[str] = []
    execute = aiosqlite.Connection._execute

    async def noted(self, fn, *args, **kwargs):
        called.append(getattr(fn, "__name__", ""))
        return await execute(self, fn, *args, **kwargs)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", noted)
    return called


@pytest.fixture
async def connection(tmp_path: Path) -> AsyncIterator[AsyncConnection]:
    engines = connect(f"sqlite+aiosqlite:///{tmp_path}/driver.db")
    async with engines.writing.connect() as opened:
        await opened.execute(text("CREATE TABLE hands (id INTEGER PRIMARY KEY, cards TEXT NOT NULL)"))
        yield opened
    await engines.dispose()


async def test_rows_have_names_and_writes_a_count(connection: AsyncConnection) -> None:
    insert = text("INSERT INTO hands (cards) VALUES (:cards)")
    assert (await connection.execute(insert, {"cards": "QH"})).lastrowid == 1
    assert (await connection.execute(insert, [{"cards": "KH"}, {"cards": "AH"}])).rowcount == 2
    rows = (await connection.execute(text("SELECT id, cards FROM hands ORDER BY id"))).mappings()
    assert list(map(dict, rows)) == [
        {"id": 1, "cards": "QH"},
        {"id": 2, "cards": "KH"},
        {"id": 3, "cards": "AH"},
    ]
    changed = await connection.execute(text("UPDATE hands SET cards = '' WHERE id > 1 RETURNING id"))
    assert changed.scalars().all() == [2, 3]
    assert (await connection.execute(text("DELETE FROM hands"))).rowcount == 3


async def test_an_error_of_sqlite_is_the_error_of_the_statement(connection: AsyncConnection) -> None:
    with pytest.raises(IntegrityError):
        await connection.execute(text("INSERT INTO hands (cards) VALUES (NULL)"))
    assert (await connection.execute(text("SELECT count(*) FROM hands"))).scalar_one() == 0


async def test_a_statement_takes_one_switch_and_a_finished_transaction_no_rollback(
    connection: AsyncConnection, switches: list[str]
) -> None:
    await connection.commit()
    await connection.execute(text("SELECT id FROM hands"))
    assert len(switches) == 3, "the commit, BEGIN and the statement"
    await connection.commit()
    await connection.close()
    assert len(switches) == 4, "the commit alone"


async def test_many_rows_come_in_parts_or_at_once(connection: AsyncConnection) -> None:
    insert = text("INSERT INTO hands (cards) VALUES (:cards)")
    await connection.execute(insert, [{"cards": "QH"}] * 2_500)
    select = text("SELECT id FROM hands ORDER BY id")
    assert (await connection.execute(select)).scalars().all() == list(range(1, 2_501))
    async with connection.stream(select, execution_options={"yield_per": 700}) as result:
        parts = [len(part) async for part in result.partitions(700)]
    assert (sum(parts), max(parts)) == (2_500, 700)
    async with connection.stream(select) as result:
        assert await anext(result) == (1,)
    await connection.execute(text("DELETE FROM hands"))


async def test_what_was_not_committed_is_rolled_back(tmp_path: Path) -> None:
    engines = connect(f"sqlite+aiosqlite:///{tmp_path}/driver.db")
    async with engines.writing.begin() as opened:
        await opened.execute(text("CREATE TABLE hands (cards TEXT)"))
    async with engines.writing.connect() as opened:
        await opened.execute(text("INSERT INTO hands VALUES ('QH')"))
    async with engines.reading.connect() as opened:
        assert (await opened.execute(text("SELECT count(*) FROM hands"))).scalar_one() == 0
    await engines.dispose()
