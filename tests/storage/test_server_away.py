"""A PostgreSQL server that is restarted, or others in the way: nothing is lost, doubled or left hanging."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.state.table import Table
from storage.connection import engines
from storage.connection.database import Database, open_database
from storage.schema.tables import tables as table_rows
from storage.tables.store import SqlTableStore
from tests import postgres
from tests.storage.makers import FULL, after, step


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Server]:
    """A server that nobody else uses."""
    server = postgres.Server.make()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
def own_url(server: postgres.Server) -> Iterator[str]:
    with postgres.database(server) as url:
        yield url


@pytest.fixture
async def own(own_url: str) -> AsyncIterator[Database]:
    """An open database on the server that nobody else uses."""
    database = await open_database(own_url)
    yield database
    await database.close()


@pytest.fixture
async def pair(postgres_url: str) -> AsyncIterator[tuple[Database, Database]]:
    """Two processes on one database."""
    both = [await open_database(postgres_url) for _ in range(2)]
    yield both[0], both[1]
    for database in both:
        await database.close()


async def restart(server: postgres.Server, mode: str) -> None:
    await asyncio.to_thread(server.stop, mode)
    await asyncio.to_thread(server.start)


async def play(store: SqlTableStore, table: Table, moves: int) -> None:
    for number in range(1, moves + 1):
        assert await store.commit(step(table, number, post=number)), "nobody else plays here"
        table = after(table)


async def numbers_of(store: SqlTableStore, table: Table) -> list[int]:
    loaded = await store.load(table.id)
    assert loaded is not None
    return [logged.number for logged in loaded[1]]


@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_after_a_restart_everything_goes_on(server: postgres.Server, own: Database, mode: str):
    store = SqlTableStore(own)
    table = await store.create(FULL)
    # Every connection has been used once.
    await asyncio.gather(*(store.due(0.0) for _ in range(10)))
    await restart(server, mode)
    assert await asyncio.gather(*(store.due(0.0) for _ in range(10))) == [[]] * 10
    assert await store.load(table.id) == (table, ())
    assert await store.commit(step(table, 1))
    assert await numbers_of(store, table) == [1]


async def test_restarted_while_people_play(server: postgres.Server, own: Database):
    store = SqlTableStore(own)
    created = [await store.create(FULL) for _ in range(8)]
    playing = asyncio.gather(*(play(store, table, 150) for table in created))
    for mode in ("immediate", "fast", "immediate"):
        await asyncio.sleep(0.05)
        assert not playing.done(), "the server is restarted in the midst of it"
        await restart(server, mode)
    await playing
    for table in created:
        assert await numbers_of(store, table) == list(range(1, 151))


async def test_connections_that_are_ended(server: postgres.Server, own: Database):
    store = SqlTableStore(own)
    table = await store.create(FULL)
    playing = asyncio.create_task(play(store, table, 100))
    for _ in range(5):
        await asyncio.sleep(0.02)
        await asyncio.to_thread(
            server.administer,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cardinal'",
        )
    await playing
    assert await numbers_of(store, table) == list(range(1, 101))


@pytest.mark.parametrize("committed", [True, False])
async def test_cut_off_while_it_was_being_committed(
    own: Database, monkeypatch: pytest.MonkeyPatch, committed: bool
):
    """A table has no key that would tell that it is there already."""
    store, commit = SqlTableStore(own), AsyncConnection.commit
    cut: list[bool] = []

    async def cut_off(connection: AsyncConnection) -> None:
        if not cut:
            cut.append(True)
            if committed:
                await commit(connection)
            raise ConnectionResetError
        await commit(connection)

    monkeypatch.setattr(AsyncConnection, "commit", cut_off)
    table = await store.create(FULL)
    assert cut
    assert [found.id for found in await store.open_tables()] == [table.id]


async def test_a_server_that_stays_away_is_told_of_in_time(
    server: postgres.Server, own: Database, monkeypatch: pytest.MonkeyPatch
):
    store = SqlTableStore(own)
    created = [await store.create(FULL) for _ in range(20)]
    await asyncio.to_thread(server.stop)
    try:
        monkeypatch.setattr(engines, "PATIENCE", 0.2)
        commits = (store.commit(step(table, 1)) for table in created)
        async with asyncio.timeout(10):
            answers = await asyncio.gather(store.due(0.0), *commits, return_exceptions=True)
        assert all(isinstance(answer, OSError) for answer in answers), answers
    finally:
        await asyncio.to_thread(server.start)
    assert await asyncio.gather(*(store.commit(step(table, 1)) for table in created)) == [True] * 20


async def test_of_two_that_wait_for_each_other_both_are_done(pair: tuple[Database, Database]):
    stores = [SqlTableStore(database) for database in pair]
    first, second = [(await stores[0].create(FULL)).id for _ in range(2)]
    met = asyncio.Barrier(2)

    async def rename(connection: AsyncConnection, orders: Sequence[tuple[int, int]]) -> Sequence[bool]:
        for order in orders:
            for place, table in enumerate(order):
                if place:
                    with suppress(TimeoutError):
                        # Each has locked one; when it is done again, the other is no longer there.
                        await asyncio.wait_for(met.wait(), 0.2)
                await connection.execute(
                    table_rows.update().where(table_rows.c.id == table).values(deals=table_rows.c.deals + 1)
                )
        return [True] * len(orders)

    orders = ((first, second), (second, first))
    both = (database.write(rename, order) for database, order in zip(pair, orders, strict=True))
    assert await asyncio.gather(*both) == [True, True]
    (rows,) = await pair[0].read(select(table_rows.c.deals))
    assert [row.deals for row in rows] == [FULL.dealt.deals + 2] * 2, "each of them once"


async def test_what_others_change_in_the_schema_is_got_over(pair: tuple[Database, Database]):
    this, other = pair
    store = SqlTableStore(this)
    table = await store.create(FULL)
    for _ in range(8):
        assert await store.load(table.id) == (table, ())

    async def migrate(connection: AsyncConnection, statements: Sequence[str]) -> Sequence[None]:
        return [(await connection.execute(text(statement)), None)[1] for statement in statements]

    await other.write(migrate, "ALTER TABLE tables ALTER COLUMN turn_seconds TYPE bigint")
    assert await store.load(table.id) == (table, ())
    assert await store.commit(step(table, 1))
    assert await numbers_of(store, table) == [1]


async def test_a_fault_of_what_was_asked_is_not_asked_again(pair: tuple[Database, Database]):
    store = SqlTableStore(pair[0])
    table = await store.create(FULL)
    assert await store.commit(step(table, 1))
    with pytest.raises(IntegrityError):
        await store.commit(step(after(table), 1))
