"""Processes and leases in a database, and hints between processes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from sqlalchemy import text, update
from sqlalchemy.ext.asyncio import create_async_engine

from bot.cluster.hints import Hint, Topic
from bot.cluster.leases import Process, all_leases
from bot.cluster.member import DEAD_SECONDS
from storage.cluster.hints import PostgresHints
from storage.cluster.members import SqlClusterStore, database_time
from storage.connection.database import Database, open_database
from storage.schema.cluster import processes
from tests.present import present

LEASES = all_leases(1)


async def age(database: Database, process: int, seconds: float) -> None:
    async def older(connection, items):
        for one, by in items:
            await connection.execute(
                update(processes).where(processes.c.id == one).values(seen_at=database_time(connection) - by)
            )
        return [None] * len(items)

    await database.write(older, (process, seconds))


async def test_a_process_is_seen_by_the_others_until_it_leaves(database: Database) -> None:
    store = SqlClusterStore(database)
    one, two = await store.join(), await store.join()
    census = present(await store.beat(one, draining=False))
    assert census.processes == (Process(one), Process(two, draining=True)), (
        "it takes nothing before its first beat"
    )
    await store.beat(two, draining=False)
    census = present(await store.beat(one, draining=False))
    assert census.processes == (Process(one), Process(two))
    await store.beat(two, draining=True)
    census = present(await store.beat(one, draining=False))
    assert census.processes == (Process(one), Process(two, draining=True))
    await store.leave(two)
    census = present(await store.beat(one, draining=False))
    assert census.processes == (Process(one),)


async def test_a_process_that_only_runs_jobs_is_counted_apart(database: Database) -> None:
    store, jobs_only = SqlClusterStore(database), SqlClusterStore(database, jobs_only=True)
    one, worker = await store.join(), await jobs_only.join()
    for census in (
        present(await jobs_only.beat(worker, draining=True)),
        present(await store.beat(one, draining=True)),
    ):
        assert (census.processes, census.workers) == ((Process(one, draining=True),), 1)
    assert await store.agree_on_shards(one, 2) == 2
    assert await store.agree_on_shards(one, 3) == 3, "no other process plays"
    await jobs_only.leave(worker)
    assert present(await store.beat(one, draining=True)).workers == 0


async def test_a_lease_is_held_by_one_until_it_is_given_up_or_its_holder_is_dead(database: Database) -> None:
    store = SqlClusterStore(database)
    one, two = await store.join(), await store.join()
    assert sorted(await store.take(one, LEASES)) == sorted(LEASES)
    assert not await store.take(two, LEASES)
    await store.give_up(two, LEASES)
    assert not await store.take(two, LEASES), "nobody gives up what is another's"
    await store.give_up(one, LEASES[:3])
    assert sorted(await store.take(two, LEASES)) == sorted(LEASES[:3])
    await age(database, one, DEAD_SECONDS - 1)
    assert not await store.take(two, LEASES)
    await age(database, one, DEAD_SECONDS + 1)
    assert sorted(await store.take(two, LEASES)) == sorted(LEASES[3:])
    assert await store.beat(one, draining=False) is None, "it was given up for dead"


async def test_of_two_that_take_at_once_each_lease_goes_to_one(migrated_url: str) -> None:
    async with AsyncExitStack() as stack:
        stores = []
        for _ in range(3):
            database = await open_database(migrated_url)
            stack.push_async_callback(database.close)
            stores.append(SqlClusterStore(database))
        members = [(store, await store.join()) for store in stores]
        taken = await asyncio.gather(*(store.take(one, LEASES) for store, one in members))
        assert len([lease for names in taken for lease in names]) <= len(LEASES)
        again = await asyncio.gather(*(store.take(one, LEASES) for store, one in members))
        held = [lease for names in (*taken, *again) for lease in names]
        assert sorted(held) == sorted(LEASES)


async def test_the_first_process_says_how_many_shards_there_are(database: Database) -> None:
    store = SqlClusterStore(database)
    one = await store.join()
    assert await store.agree_on_shards(one, 3) == 3
    assert await store.agree_on_shards(one, 4) == 4, "alone it may have more"
    two = await store.join()
    assert await store.agree_on_shards(two, 9) == 4
    await age(database, one, DEAD_SECONDS + 1)
    assert await store.agree_on_shards(two, 9) == 9


@asynccontextmanager
async def hints(url: str) -> AsyncIterator[PostgresHints]:
    channel = PostgresHints(url)
    channel.start()
    try:
        yield channel
    finally:
        await channel.stop()


async def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    for _ in range(int(seconds / 0.01)):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come true")


async def test_what_one_tells_the_others_hear_and_it_does_not(empty_postgres_url: str) -> None:
    async with hints(empty_postgres_url) as one, hints(empty_postgres_url) as two:
        heard_by_one: list[Hint] = []
        heard: list[Hint] = []
        one.listen(heard_by_one.append)
        two.listen(heard.append)
        async with asyncio.timeout(20):
            while not heard:
                # Until both listen, nothing is heard.
                one.tell(Hint(Topic.LEASES))
                await asyncio.sleep(0.05)
        heard.clear()
        for number in range(1000):
            one.tell(Hint(Topic.TABLE, number, 7))
        await until(lambda: len([hint for hint in heard if hint.topic is Topic.TABLE]) == 1000)
        assert {hint.number for hint in heard if hint.topic is Topic.TABLE} == set(range(1000))
        assert not heard_by_one


async def test_hints_are_heard_again_after_their_connection_was_cut(empty_postgres_url: str) -> None:
    async with hints(empty_postgres_url) as one, hints(empty_postgres_url) as two:
        heard: list[Hint] = []
        two.listen(heard.append)
        async with asyncio.timeout(20):
            while not heard:
                one.tell(Hint(Topic.LEASES))
                await asyncio.sleep(0.05)
        await cut(empty_postgres_url)
        heard.clear()
        async with asyncio.timeout(30):
            while not heard:
                one.tell(Hint(Topic.LEASES))
                await asyncio.sleep(0.2)


async def cut(url: str) -> None:
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    await engine.dispose()
